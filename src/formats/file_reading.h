/*
 * How samples are read from a file, as descriptions tell it that name the file: those of distances, and graphs in both
 * notations. A key is told where its parameter is not as usual.
 */
#ifndef SCREE_FILE_READING_H
#define SCREE_FILE_READING_H

#include <scree/input.h>

#include "recipe_values.h"

/* The keys by number, such as "raw-size"; NULL past the last. */
const char *scree_reading_key(size_t number);

/* Reads the value of a key over parameters, which borrow texts from it. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_reading_read(const scree_value_reader *in, size_t number, const json_t *value,
                                scree_samples_params *file);

/* Checks parameters whose keys have all been read, with their path, and finds the format where its name does not say
   it. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_reading_check(const scree_value_reader *in, scree_samples_params *file);

/* Calls a function for each parameter that is not as usual, with its value as JSON has it or, with `is_name`, as the
   name of a choice without quotes; false without memory. */
typedef void scree_reading_printer(void *user, const char *key, const char *text, bool is_name);
bool scree_reading_print(const scree_samples_params *file, scree_reading_printer *print, void *user);

/* Whether two files are read in the same way, and are at the same path. */
bool scree_reading_is_same(const scree_samples_params *a, const scree_samples_params *b);

#endif
