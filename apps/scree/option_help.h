/* Options in a program's help and in its manual page. */
#ifndef OPTION_HELP_H
#define OPTION_HELP_H

#include <stdio.h>

struct option;

/* The longest line of a help. */
#define TEXT_WIDTH 96

/* Prints words from column `column` on, breaking lines before TEXT_WIDTH; `at` is the column reached, which is
 * returned. */
int option_print_wrapped(FILE *stream, const char *text, int column, int at);

/* Prints names and syntax; returns the column reached. */
int option_print_head(FILE *stream, const struct option *option);

/* Prints an option with its help, limits and default. */
void option_print_help(FILE *stream, const struct option *option);

/* The same on stdout as scdoc text, for a manual page. */
void option_print_manual(const struct option *option);

/* Prints a text on stdout as scdoc takes it. */
void option_print_escaped(const char *text);

#endif
