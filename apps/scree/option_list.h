/* The arguments of a program, read by a table of its options, with the same messages for all programs. */
#ifndef OPTION_LIST_H
#define OPTION_LIST_H

#include <stdbool.h>

struct option;

/* A program's options, and what becomes of its arguments. */
struct option_list {
    const struct option *rows; /* Rows without a name are no options. */
    int count;
    unsigned commands;   /* Only rows with one of these bits are options. */
    const char *context; /* Begins messages about what is no option, such as "noise: ". */
    const char *usage;   /* Says in them how help is had, such as "scree noise --help". */
    /* Takes the option of a row; `value` is NULL for a flag, and "true" or "false" for a switch without a value. Prints
       one line and returns false on an error, as does the next one. */
    bool (*take)(void *user, int row, const char *value);
    bool (*take_operand)(void *user, const char *text);
    void *user;
};

/* Reads arguments. On an error prints one line and returns false. */
bool option_list_read(const struct option_list *list, int count, char **texts);

/* Whether help is asked for: anywhere, and also with a command line that is wrong otherwise. */
bool option_list_asks_help(int count, char **texts);

#endif
