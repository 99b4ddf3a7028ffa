/* JSON text by Jansson, the same in every locale. Other files must not call Jansson's functions that read or print
   text, because those depend on the locale. */
#ifndef SCREE_JSON_TEXT_H
#define SCREE_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>

/* Whether a byte at an index of a text, where all before it are such bytes, says nothing: a blank, or one of a byte
   order mark of UTF-8 that the text begins with. */
bool scree_json_is_blank(size_t index, int byte);

/* The bytes of a byte order mark that a text begins with; usually 0. */
size_t scree_json_mark(const char *text, size_t length);

/* Reads a text as json_loadb() does, but it may begin with a byte order mark; `error` must not be NULL. */
json_t *scree_json_load(const char *text, size_t length, size_t flags, json_error_t *error);

/* Whether reading a text failed because memory ran out. */
bool scree_json_lacks_memory(const json_error_t *error);

/* Writes a text as json_dumps() does. Free it with scree_json_text_free(). */
char *scree_json_dump(const json_t *value, size_t flags);

/* The most bytes of a character within a string. */
#define SCREE_JSON_CHARACTER 8

/*
 * Writes the next character of a text as it stands within a JSON string, and goes on to the one behind it; returns its
 * bytes, 0 at the end. Control characters are escaped, because a terminal may show the string, and bytes that are no
 * UTF-8 become U+FFFD.
 */
size_t scree_json_character(const char **text, char character[SCREE_JSON_CHARACTER]);

/* A program may have set other allocation functions for Jansson, so free() would be wrong. */
void scree_json_text_free(char *text);

#endif
