/*
 * Values of expressions, and operators on them. Numbers are computed in float64 where an operator is one of the signs;
 * all else becomes a field.
 */
#ifndef SCREE_EXPRESSION_VALUES_H
#define SCREE_EXPRESSION_VALUES_H

#include <scree/graph.h>

#include "expression_noise.h"

typedef enum scree_expression_type {
    SCREE_EXPRESSION_NOTHING, /* The value of what is read without being evaluated. */
    SCREE_EXPRESSION_NUMBER,
    SCREE_EXPRESSION_FIELD,
    SCREE_EXPRESSION_NOISE
} scree_expression_type;

/* A value; zeroed it is nothing. Freed with scree_expression_value_clear(). */
typedef struct scree_expression_value {
    scree_expression_type type;
    union {
        scree_expression_number number;
        scree_field *field;
        scree_expression_noise *noise;
    };
} scree_expression_value;

void scree_expression_value_clear(scree_expression_value *value);

/* A second reference to the same value. */
scree_expression_value scree_expression_value_share(const scree_expression_value *value);

/* "a number", "a field" or "noise". */
const char *scree_expression_value_name(const scree_expression_value *value);

/*
 * Applies an operator at a place to inputs, of which NULL is one that is left out; `count` is the number of all that
 * precede the last one that is given, and of that. `out` is none of the inputs. Errors, logged: SCREE_ERROR_INVALID,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_expression_apply(const scree_expression_reader *in, scree_op op, size_t offset,
                                    const scree_expression_value *const *input, uint32_t count,
                                    scree_expression_value *out);

/* Displaces a value along each axis by noise with another seed, times the amplitude. Errors, logged: as above. */
scree_result scree_expression_displace(const scree_expression_reader *in, size_t offset,
                                       const scree_expression_value *value, scree_expression_noise *noise,
                                       const scree_expression_value *amplitude, scree_expression_value *out);

/* The field of a value that is read at a place; the caller owns it. Errors, logged: as above. */
scree_result scree_expression_value_field(const scree_expression_reader *in, size_t offset,
                                          const scree_expression_value *value, scree_field **field);

#endif
