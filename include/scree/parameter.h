/**
 * @file
 * @brief The parameters of a field as data: names, types, limits and defaults.
 *
 * scree_noise_parameter() (noise.h) lists those of noise. The library checks parameters by this table, recipes are read
 * and printed by it, and the command derives its options from it. A program that offers parameters to people (sliders,
 * a form, a script's arguments) can do the same, and so support new parameters without a change.
 */
#ifndef SCREE_PARAMETER_H
#define SCREE_PARAMETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The type of a parameter's value in the struct of parameters. */
typedef enum scree_parameter_type {
    SCREE_PARAMETER_CHOICE = 0, /**< An enumeration, of the size of int; numbers from 0 on have names. */
    SCREE_PARAMETER_U32 = 1,    /**< A uint32_t. */
    SCREE_PARAMETER_U64 = 2,    /**< A uint64_t. */
    SCREE_PARAMETER_REAL = 3,   /**< A double. */
    SCREE_PARAMETER_FLAG = 4,   /**< A bool. */
    SCREE_PARAMETER_REALS = 5,  /**< An array of doubles; a uint32_t at `count_offset` counts those that are set. */
    SCREE_PARAMETER_AXES = 6    /**< An array of uint64_t, one for each axis. */
} scree_parameter_type;

/** The name of a type, such as "real"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_parameter_type_name(scree_parameter_type type);
/** The reverse of scree_parameter_type_name(); false where no type has that name. */
SCREE_API bool scree_parameter_type_from_name(const char *name, scree_parameter_type *type);

/** One parameter. Strings are static. The library's; grows (context.h). */
typedef struct scree_parameter {
    const char *name;          /**< The name in recipes, such as "gain". */
    const char *aliases[2];    /**< Other names in recipes and on the command line; NULL where there are no more. */
    const char *syntax;        /**< A value as help shows it, such as "F". */
    const char *description;   /**< A line for people. */
    scree_parameter_type type; /**< Type of the value at the offset. */
    size_t offset;             /**< Offset in the struct of parameters, in bytes. */
    size_t count_offset;       /**< SCREE_PARAMETER_REALS only. */
    double minimum;            /**< Minimum of a number, or of each element of an array. */
    double maximum;            /**< Maximum; 2^64 stands for the largest uint64_t. */
    double default_value;      /**< The meaning of a zero in the struct; 0 where zero means itself. */
    double zero;          /**< SCREE_ZERO where zero is among the values and the default is another; otherwise 0. */
    double min_magnitude; /**< Minimum magnitude of a number other than zero; 0 = any. */
    uint32_t capacity;    /**< Length of an array. */
    bool is_frequency;    /**< Cycles of waves in a cell: each needs two samples. */
    bool is_of_samples;   /**< Says what a sample has beside its value, or instead of it. */
    /** SCREE_PARAMETER_CHOICE: the name of a number, NULL past the last. */
    const char *(*choice_name)(int choice);
    /** SCREE_PARAMETER_CHOICE: a line for people about a choice; NULL where there are none. */
    const char *(*choice_description)(int choice);
    const char *scope;  /**< The noise that it is of, such as "kind cellular"; NULL = all. */
    const char *resets; /**< The parameter that reading this one sets back to zero; NULL = none. */
    bool is_single;     /**< Numbers are used as float32, so that texts need no more digits than those have. */
} scree_parameter;

#ifdef __cplusplus
}
#endif

#endif
