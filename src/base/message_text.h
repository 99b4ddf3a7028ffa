/*
 * The text of messages, of any length and safe to show. File names, the contents of files and messages of drivers may
 * hold any bytes. A terminal would obey control characters, and some characters reverse the direction of the text that
 * follows them.
 */
#ifndef SCREE_MESSAGE_TEXT_H
#define SCREE_MESSAGE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returned instead of a character for bytes that are not UTF-8. */
#define SCREE_NO_CHARACTER UINT32_MAX

/* Stores the first character of a text of UTF-8 in `character`, and returns how many bytes it has: 1 for a byte that is
   not UTF-8, 0 at the end of the text. */
size_t scree_character_read(const char *text, uint32_t *character);

/* Whether a character must not be shown: a control character, a line separator, one that sets or marks the direction of
   writing, or SCREE_NO_CHARACTER. */
bool scree_character_is_control(uint32_t character);

/* Puts a question mark instead of every such character, so that the text is one line of UTF-8. */
void scree_make_printable(char *text);

/* Formats as vprintf() does, into `buffer` or, if that is too small, into allocated memory. If memory runs out the text
   is cut off. Free it with scree_message_free() while the buffer is still valid. */
__attribute__((format(printf, 3, 0))) char *scree_message_format(char *buffer, size_t size, const char *format,
                                                                 va_list arguments);
void scree_message_free(char *text, const char *buffer);

#endif
