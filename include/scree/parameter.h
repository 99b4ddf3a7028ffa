/**
 * @file
 * @brief What the parameters of a field are: names, types, limits and defaults, as data.
 *
 * The library checks parameters by this table, recipes are read and printed by it, and the command makes its options of
 * it. A program that offers parameters to people (sliders, a form, a script's arguments) does the same, so that it
 * knows a new parameter without a change.
 */
#ifndef SCREE_PARAMETER_H
#define SCREE_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What stands at a parameter's offset. */
typedef enum scree_parameter_type {
    SCREE_PARAMETER_CHOICE = 0, /**< An enumeration, of the size of int; numbers from 0 on have names. */
    SCREE_PARAMETER_U32 = 1,    /**< A uint32_t. */
    SCREE_PARAMETER_U64 = 2,    /**< A uint64_t. */
    SCREE_PARAMETER_REAL = 3,   /**< A double. */
    SCREE_PARAMETER_FLAG = 4,   /**< A bool. */
    SCREE_PARAMETER_REALS = 5,  /**< An array of doubles; a uint32_t at `count_offset` says how many are set. */
    SCREE_PARAMETER_AXES = 6    /**< An array of uint64_t, one for each axis. */
} scree_parameter_type;

/** One parameter. Strings are static. */
typedef struct scree_parameter {
    const char *name;          /**< As recipes have it, such as "gain". */
    const char *aliases[2];    /**< Other names that recipes and the command take; NULL where there are no more. */
    const char *syntax;        /**< A value as help shows it, such as "F". */
    const char *description;   /**< A line for people. */
    scree_parameter_type type; /**< What stands at the offset. */
    size_t offset;             /**< In the struct of parameters, in bytes. */
    size_t count_offset;       /**< SCREE_PARAMETER_REALS only. */
    double minimum;            /**< Of a number, or of each of an array's. */
    double maximum;            /**< 2^64 stands for the largest uint64_t. */
    double default_value;      /**< What a zero in the struct stands for; 0 where zero stands for itself. */
    double min_magnitude;      /**< A number other than zero has at least this magnitude; 0 = any. */
    uint32_t capacity;         /**< The length of an array. */
    /** SCREE_PARAMETER_CHOICE: the name of a number, NULL past the last. */
    const char *(*choice_name)(int choice);
    const char *resets; /**< The parameter that a reader sets back to zero when it reads this one; NULL = none. */
} scree_parameter;

/** The parameters of noise (scree_noise_params) by number, from 0 on; NULL past the last. Thread-safety: safe. */
SCREE_API const scree_parameter *scree_noise_parameter(size_t number);

#ifdef __cplusplus
}
#endif

#endif
