/* Options of a command line: which values they take, and how one is read, with the same messages for all programs. */
#ifndef OPTION_H
#define OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/scree.h>

struct text;
struct enumeration;

/* How a value is read, and where it lands in struct option_value. */
enum option_form {
    FORM_FLAG,       /* No value. */
    FORM_SWITCH,     /* text: true, false, on or off behind =, none for true; "no-" before the name for false */
    FORM_TEXT,       /* text: a file's name */
    FORM_NAME,       /* text: another name */
    FORM_EXPRESSION, /* text: an expression (expression.h) */
    FORM_WORD,       /* choice: a word of the enumeration */
    FORM_WHOLE,      /* whole, minimum to most */
    FORM_BYTES,      /* whole, minimum to most, with K, M, G or T behind it or not */
    FORM_REAL,       /* reals[0], low to high */
    FORM_WHOLE_LIST, /* wholes and count, minimum to most each; with takes_intervals also FIRST:LAST */
    FORM_REAL_LIST,  /* reals and count, low to high each */
    FORM_SIZE,       /* wholes and count, minimum to most each, with x between them */
    FORM_RANGE,      /* choice: a scree_range_mode; reals[0] and reals[1] when it is given */
    FORM_HOLES,      /* choice: a scree_nodata_rule; reals[0] when it is a number */
    FORM_SLICES,     /* letters, wholes and count; a further option adds to them */
    FORM_DEVICE      /* choice: a scree_backend; wholes and count: indices, none without a number; is_all: every one */
};

/* Each form in words. */
extern const struct option_form_row {
    const char *name;   /* In JSON. */
    const char *limits; /* The valid values; empty where each option has its own. */
    const char *words;  /* The words that a value may be, besides those of an enumeration. */
} option_forms[];

struct option {
    const char *name;         /* Without the dashes; NULL for the name of the parameter. */
    const char *aliases[2];   /* Other names that are taken; NULL where there are no more. */
    const char *parameter;    /* The parameter of noise that it sets, which says all that is not in the row; or NULL. */
    char letter;              /* 0 = none. */
    const char *syntax;       /* How the value is shown; NULL for a flag. */
    const char *default_text; /* NULL = none worth a word. */
    const char *help;         /* NULL: it is not shown. */
    unsigned group;
    enum option_form form;
    unsigned commands; /* Bits of the commands that take it. */
    uint32_t scenes;   /* Parameters of scenes (scene.h), of which a scene must take one; 0 = any scene. */
    unsigned brief;    /* Commands that list the option when they are run without arguments. */
    int64_t minimum;
    uint64_t most;
    double low;
    double high;
    bool zero_excluded;
    bool takes_empty;     /* FORM_NAME: whether the name may be empty. */
    bool takes_fixed;     /* FORM_RANGE: whether the range may be the bound of the field, by the word fixed. */
    bool takes_intervals; /* FORM_WHOLE_LIST: whether an element may be FIRST:LAST. */
    double min_magnitude; /* A number other than 0 has at least this one; 0 = any. */
    uint32_t capacity;    /* Lists: the largest number of values. */
    const struct enumeration *enumeration;
};

/* The most that any list of integers has. */
#define WHOLES_MOST 16
_Static_assert(WHOLES_MOST >= SCREE_MAX_AXES && WHOLES_MOST >= SCREE_MAX_MEMBERS, "there is room for every list");

struct option_value {
    bool given;
    bool is_all;
    const char *text; /* As typed; borrowed from argv. */
    int choice;
    uint64_t whole;
    uint32_t count;
    int64_t wholes[WHOLES_MOST];
    char letters[WHOLES_MOST];
    double reals[SCREE_MAX_OCTAVES];
};

/* Fills in what a parameter says of the option that sets it: name, where there is none yet, form, limits and help. */
void option_bind(struct option *option, const scree_parameter *parameter);

/* Adds the valid values of an option, in words: "a whole number from 1 to 32". */
void option_describe_limits(const struct option *option, struct text *text);

/* Adds the same limits in brief, for the help: "1 to 32"; nothing for an option without limits. */
void option_describe_briefly(const struct option *option, struct text *text);

/* Reads one value. On an error prints one line that names option, value and limits, and returns false. */
bool option_read_value(const struct option *option, const char *text, struct option_value *value);

/* The same without a line, for all forms but FORM_DEVICE; `given` and `text` stay. */
bool option_parse_value(const struct option *option, const char *text, struct option_value *value);

/* Prints that an enumeration lacks a word, and returns false. An option has "--" before its name, an operand nothing.
 */
bool option_refuse_word(const char *dashes, const char *name, const struct enumeration *enumeration, const char *word);

/* option_list.c: the arguments of a program, read by a table of its options. */

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

/* option_help.c: options in a program's help and in its manual page. */

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
