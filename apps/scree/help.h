/* --help, made from the tables of commands and options. */
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>
#include <stdio.h>

struct command;
struct option;
struct text;

/* The program's help; with `json` all commands and options. */
void help_print_program(FILE *stream, bool json);

/* One command's help. */
void help_print_command(FILE *stream, const struct command *command, bool json);

/* The values and defaults of a command's main options, in one line each. */
void help_print_brief(FILE *stream, const struct command *command);

/* Adds the line behind an option's help text, its limits and default: "1 to 32; default 8". Flags have none. */
void help_describe_value(const struct option *option, struct text *text);

#endif
