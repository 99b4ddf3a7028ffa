/*
 * Values of recipes. A function reads one value or all parameters of a JSON object, and logs what is wrong with it: the
 * name of the text, the key, the value and what it must be. All return SCREE_ERROR_INVALID then, but for those that say
 * otherwise, and SCREE_ERROR_OUT_OF_MEMORY.
 */
#ifndef SCREE_RECIPE_VALUES_H
#define SCREE_RECIPE_VALUES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/parameter.h>

/* An object whose keys are read. */
typedef struct scree_value_reader {
    scree_context *context;
    const char *name;   /* The name of the text. */
    const json_t *root; /* Borrowed. */
    uint32_t axes;      /* Entries of arrays with one for each axis; 0 while that is not known. */
} scree_value_reader;

/* The names of a choice by their numbers; NULL past the last. */
typedef const char *scree_choice_name(int choice);

/* Parameters by number; NULL past the last. */
typedef const scree_parameter *scree_parameter_list(size_t number);

/* The list without any. */
const scree_parameter *scree_no_parameter(size_t number);

/* Loads a text, freed with json_decref(). Integers beyond 2^63 become strings of digits. Errors: SCREE_ERROR_FORMAT,
   with line and column. */
scree_result scree_value_load(scree_context *context, const char *text, size_t length, const char *name, json_t **root);

/* Refuses a value. */
scree_result scree_value_fail(const scree_value_reader *in, const char *key, const json_t *value, const char *must_be);

scree_result scree_value_whole(const scree_value_reader *in, const char *key, const json_t *value, int64_t minimum,
                               int64_t maximum, int64_t *out);
scree_result scree_value_number(const scree_value_reader *in, const char *key, const json_t *value, double minimum,
                                double maximum, double *out);
scree_result scree_value_flag(const scree_value_reader *in, const char *key, const json_t *value, bool *out);
scree_result scree_value_choice(const scree_value_reader *in, const char *key, const json_t *value,
                                scree_choice_name *name, int *choice);

/* Check the length of an array: within limits, or one entry for each axis. */
scree_result scree_value_check_array(const scree_value_reader *in, const char *key, const json_t *value, size_t minimum,
                                     size_t maximum);
scree_result scree_value_check_axes(const scree_value_reader *in, const char *key, const json_t *value);

/* The entries of an array, whose length was checked: integers, integers that are not negative, and numbers. */
scree_result scree_value_wholes(const scree_value_reader *in, const char *key, const json_t *array, int64_t minimum,
                                int64_t maximum, int64_t *out);
scree_result scree_value_counts(const scree_value_reader *in, const char *key, const json_t *array, int64_t minimum,
                                int64_t maximum, uint64_t *out);
scree_result scree_value_numbers(const scree_value_reader *in, const char *key, const json_t *array, double minimum,
                                 double maximum, double *out);

/* Reads all parameters whose keys are there over a struct. */
scree_result scree_value_parameters(const scree_value_reader *in, scree_parameter_list *list, void *base);

/* Refuses a key that names no parameter and is none of the others, whose list ends with NULL. */
scree_result scree_value_check_keys(const scree_value_reader *in, scree_parameter_list *list,
                                    const char *const *others);

#endif
