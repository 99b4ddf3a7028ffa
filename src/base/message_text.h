/*
 * The text of messages: as long as it has to be, and harmless where it is shown. File names, what stands in files, and
 * the words of drivers may hold anything; on a terminal control characters are commands, and some characters turn the
 * direction of what follows them.
 */
#ifndef SCREE_MESSAGE_TEXT_H
#define SCREE_MESSAGE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In place of a character: bytes that are no UTF-8. */
#define SCREE_NO_CHARACTER UINT32_MAX

/* The character at the beginning of a text of UTF-8, and how many bytes it has: 1 for bytes that are none, 0 at the end
   of the text. */
size_t scree_character_read(const char *text, uint32_t *character);

/* Whether a character is not to be shown as it is: a control character, a separator of lines, one that sets or marks
   the direction of writing, or none at all. */
bool scree_character_is_control(uint32_t character);

/* Puts a question mark in place of every such character, so that the text is one line of UTF-8. */
void scree_make_printable(char *text);

/*
 * The text of vprintf() in `buffer`, or, where that is too small, in memory of its own. Where there is no memory the
 * end is missing. Free it with scree_message_free() before the buffer is gone.
 */
__attribute__((format(printf, 3, 0))) char *scree_message_format(char *buffer, size_t size, const char *format,
                                                                 va_list arguments);
void scree_message_free(char *text, const char *buffer);

#endif
