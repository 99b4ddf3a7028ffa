/* Messages of the library: a context, and its last error in words. */
#ifndef VIEWER_MESSAGES_H
#define VIEWER_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/scree.h>

/* The window opens its device with this context, so that errors of the device are found here, too. */
typedef struct viewer_messages viewer_messages;

/* NULL without memory. Destroy it after everything that uses its context. */
viewer_messages *viewer_messages_create(void);
void viewer_messages_destroy(viewer_messages **messages);
scree_context *viewer_messages_context(const viewer_messages *messages);
/* Copies the first error since the last call of this, where `size` is not 0, and forgets it; false where there was
 * none. */
bool viewer_messages_take_error(viewer_messages *messages, char *text, size_t size);
/* The same, or where there was none a sentence that says what a result means. */
void viewer_messages_explain(viewer_messages *messages, scree_result result, char *text, size_t size);
/* Whether a result is no error; one is explained. */
bool viewer_messages_check(viewer_messages *messages, scree_result result, char *text, size_t size);
/* Adds an error of the viewer's own to those of the library. */
void viewer_messages_add_error(viewer_messages *messages, const char *text);

#endif
