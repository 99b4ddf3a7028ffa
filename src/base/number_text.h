/* The shortest decimal text of a number that reads back to the same bits, independent of the locale. The floating-point
   environment must be the default one (float_environment.h). */
#ifndef SCREE_NUMBER_TEXT_H
#define SCREE_NUMBER_TEXT_H

#include <stddef.h>

/* Enough bytes for any number, including the zero byte. */
#define SCREE_NUMBER_TEXT_SIZE 40

/*
 * Writes a number and a zero byte to `text`, which has SCREE_NUMBER_TEXT_SIZE bytes, and returns the length. Minus zero
 * is "-0.0", so that readers which take "-0" for an integer keep its sign; numbers that are not finite are "nan", "inf"
 * or "-inf". A float32 also reads back exactly when it is read as a float64 and rounded afterwards.
 */
size_t scree_float_print(char *text, float value);
size_t scree_double_print(char *text, double value);

/*
 * A number as messages show it, with enough digits to differ from the limit that the message names beside it. Unlike
 * the functions above these may be called in any floating-point environment. Use: scree_fail(..., "%s",
 * scree_show_double(value).text).
 */
typedef struct scree_shown_number {
    char text[SCREE_NUMBER_TEXT_SIZE];
} scree_shown_number;

scree_shown_number scree_show_double(double value);
scree_shown_number scree_show_float(float value);

#endif
