/* Values of the view's parameters as text: how flags, recorded events and the copied command write them. */
#ifndef VIEWER_PARAMETER_VALUE_H
#define VIEWER_PARAMETER_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/parameter.h>

/* Bytes that hold any value of a view's parameter. */
#define PARAMETER_TEXT 192
/* Bytes that hold any number that parameter_print_real() prints. */
#define PARAMETER_NUMBER_TEXT 32

/* A list that is empty, so that what is shown has numbers of its own. */
#define PARAMETER_OWN "own"

/* The parameter of the field that is the inverse of its step has this name. */
#define PARAMETER_CELL_SIZE "cell_size"

/* The parameters of the noise that is shown, by number from 0 on: all but those of samples, of which the value is
   shown. NULL past the last. */
const scree_parameter *parameter_of_noise(size_t number);

/*
 * The parameters of the field that is shown: those of the noise, and behind them those of the recipe's grid, which
 * name keys of a recipe; "samples" is its size. NULL past the last.
 */
const scree_parameter *parameter_of_field(size_t number);
/* The same by name, with hyphens or underscores; NULL where there is none. */
const scree_parameter *parameter_find_field(const char *name);

/*
 * Reads `text` into the struct `values`. A flag takes "true" and "false", and "on" and "off"; a list takes numbers with
 * commas between them, and PARAMETER_OWN. On an error nothing changes and `error` names the parameter, the value and
 * its limits.
 */
bool parameter_read(const scree_parameter *parameter, const char *text, void *values, char *error, size_t size);

/* Prints a number in the shortest form that reads back as the same; whole ones without an exponent, as people write
   them. */
void parameter_print_real(double number, char *text, size_t size);

/* Prints the value that `values` has, in the shortest form that reads back as the same. */
void parameter_print(const scree_parameter *parameter, const void *values, char *text, size_t size);

/* Whether the value is the default of its row. */
bool parameter_is_default(const scree_parameter *parameter, const void *values);

/* The valid values in words, such as "a number from 0 to 1". */
void parameter_describe_limits(const scree_parameter *parameter, char *text, size_t size);

#endif
