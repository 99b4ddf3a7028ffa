/* --help, made from the tables of commands and options. */
#ifndef HELP_H
#define HELP_H

#include <stdbool.h>
#include <stdio.h>

struct command;

/* The program's help; with `json` all commands and options. */
void help_print_program(FILE *stream, bool json);

/* One command's help. */
void help_print_command(FILE *stream, const struct command *command, bool json);

/* The values and defaults of a command's main options, in one line each. */
void help_print_brief(FILE *stream, const struct command *command);

#endif
