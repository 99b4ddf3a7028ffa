/* The numbers in the text of an expression, which sliders change. */
#ifndef VIEWER_EXPRESSION_NUMBERS_H
#define VIEWER_EXPRESSION_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* A number as it is written. */
typedef struct expression_number {
    size_t offset; /* Where it begins: at its sign or its first digit. */
    size_t length;
    double value;
    bool is_whole;  /* It has neither a point nor an exponent. */
    char label[48]; /* Its purpose, such as "terrace steps", as far as the text tells. */
} expression_number;

/* Finds the next number from an offset on; false behind the last. Numbers in comments and in names are none. */
bool expression_number_find(const char *text, size_t from, expression_number *found);

/* Replaces a number in a text that has room for `bytes`; false where there is none for it. */
bool expression_number_replace(char *text, size_t bytes, const expression_number *number, double value);

/* The ends of a slider: from 0 to twice the number, and as far below 0 where it is negative. */
void expression_number_range(const expression_number *number, double *low, double *high);

#endif
