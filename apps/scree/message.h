/*
 * Messages on stderr. Every message is one line that starts with the program's name and a colon, except for reports of
 * results.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stddef.h>
#include <stdio.h>

/* Messages begin with this name from now on; "scree" before. The name is borrowed. */
void message_name_program(const char *name);

/*
 * Prints one line of any length. Characters that control terminals (in file names, for example) become '?';
 * message_text.h defines them.
 */
__attribute__((format(printf, 1, 2))) void message_error(const char *format, ...);
/* A text of several lines, each printed as one: an error that shows the place in what was read. */
void message_error_lines(const char *text);
__attribute__((format(printf, 1, 2))) void message_warning(const char *format, ...);
/* Without the name. */
__attribute__((format(printf, 1, 2))) void message_report(const char *format, ...);

/* Prints text from outside, with '?' instead of characters that control terminals, except for those in `kept`. */
void print_harmless(FILE *stream, const char *text, const char *kept);

#endif
