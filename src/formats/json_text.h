/* JSON text by Jansson, the same in every locale. Other files must not call Jansson's functions that read or print
   text, because those depend on the locale. */
#ifndef SCREE_JSON_TEXT_H
#define SCREE_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>

/* As json_loadb(); `error` must not be NULL. */
json_t *scree_json_load(const char *text, size_t length, size_t flags, json_error_t *error);

/* Whether reading a text failed because memory ran out. */
bool scree_json_lacks_memory(const json_error_t *error);

/* As json_dumps(). Free the text with scree_json_text_free(). */
char *scree_json_dump(const json_t *value, size_t flags);

/* A program may have set other allocation functions for Jansson, so free() would be wrong. */
void scree_json_text_free(char *text);

#endif
