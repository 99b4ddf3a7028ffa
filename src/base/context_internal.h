/* The context's insides, and the checks that stand in front of every device. */
#ifndef SCREE_CONTEXT_INTERNAL_H
#define SCREE_CONTEXT_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

#include "os.h"

struct scree_context {
    scree_context_params params;
    scree_os_mutex log_mutex;
    _Atomic int64_t log_owner; /* The process that initialised log_mutex: twice its id, plus 1 while a child initialises
                                  the mutex again. */
};

/* Sends one message of any length to the context's callback. It becomes one line of UTF-8 without control characters
   (message_text.h). NULL stands for the process's own context. */
__attribute__((format(printf, 3, 4))) void scree_log(scree_context *context, scree_log_level level, const char *format,
                                                     ...);

/* Logs an error and returns `result`, so that a check is one statement:
 *     return scree_fail(context, SCREE_ERROR_INVALID, "octaves is %u; it must be 1 to 32", octaves); */
__attribute__((format(printf, 3, 4))) scree_result scree_fail(scree_context *context, scree_result result,
                                                              const char *format, ...);

/* The same for a message of several lines, each of which the caller has made printable (message_text.h). */
scree_result scree_fail_lines(scree_context *context, scree_result result, const char *message);

/* A context without a log, for calls whose errors the caller reports in words of its own, by scree_last_error(). It is
   never destroyed. */
scree_context *scree_context_silent(void);

/* A copy of a text's first `length` bytes, to be freed with free(); NULL if memory runs out. */
char *scree_copy_text(const char *text, size_t length);

/* Whether `length` bytes are equal, regardless of the case of the letters A to Z. Unlike strncasecmp() the result is
   the same in every locale: in Turkish the small letter of I is another one. */
bool scree_same_letters(const char *a, const char *b, size_t length);

#endif
