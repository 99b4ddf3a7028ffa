/* Options in messages, in a program's help and in its manual page. */
#ifndef OPTION_HELP_H
#define OPTION_HELP_H

#include <stdio.h>

struct option;
struct text;

/* Adds the valid values of an option, in words: "a whole number from 1 to 32". */
void option_describe_limits(const struct option *option, struct text *text);

/* Adds the same limits in brief, for the help: "1 to 32"; nothing for an option without limits. */
void option_describe_briefly(const struct option *option, struct text *text);

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
