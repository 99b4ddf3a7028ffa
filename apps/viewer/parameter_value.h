/* Values of parameters: in structs, by the offsets of their rows, and as text, in which flags, recorded events and the
   copied command have them. */
#ifndef VIEWER_PARAMETER_VALUE_H
#define VIEWER_PARAMETER_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include <scree/parameter.h>

/* Bytes that hold any value of a view's parameter. */
#define PARAMETER_TEXT 192

/* A list that is empty, so that what is shown has numbers of its own. */
#define PARAMETER_OWN "own"

/* Whether a parameter has a name, or an alias. Hyphens, as on the command line, and underscores are alike. */
bool parameter_has_name(const scree_parameter *row, const char *name);

/* A choice, a flag (0 or 1), a uint32_t or a double as a number. Where a zero in the struct is no value of the
   parameter it stands for the default. */
double parameter_number(const scree_parameter *row, const void *values);
void parameter_set_number(const scree_parameter *row, double number, void *values);
/* The same of a uint64_t. */
uint64_t parameter_whole(const scree_parameter *row, const void *values);
void parameter_set_whole(const scree_parameter *row, uint64_t number, void *values);

/* How many numbers a list has. */
uint32_t parameter_count(const scree_parameter *row, const void *values);
/* Whether the struct has more than a zero, which stands for the default; lists of axes have in any case. */
bool parameter_is_set(const scree_parameter *row, const void *values);

/* Whether the value is the default of its row, and whether two structs have the same one. */
bool parameter_is_default(const scree_parameter *row, const void *values);
bool parameter_equal(const scree_parameter *row, const void *first, const void *second);
/* Sets a value to its default; a list becomes empty. */
void parameter_reset(const scree_parameter *row, void *values);
/* Whether numbers are within the limits of their row; where not, `error` names the parameter, the value and the limits.
 */
bool parameter_check(const scree_parameter *row, const void *values, char *error, size_t size);

/*
 * Reads `text` into the struct `values`. A flag takes "true" and "false", and "on" and "off"; a list takes numbers with
 * commas between them, and PARAMETER_OWN. On an error nothing changes and `error` is that of parameter_check().
 */
bool parameter_read(const scree_parameter *row, const char *text, void *values, char *error, size_t size);

/* Prints the value that `values` has, in the shortest form that reads back as the same. */
void parameter_print(const scree_parameter *row, const void *values, char *text, size_t size);

#endif
