/*
 * Noise in expressions: keys of a recipe, from which a field is made when one is wanted, and once only. A fractal is
 * laid over noise by further keys.
 */
#ifndef SCREE_EXPRESSION_NOISE_H
#define SCREE_EXPRESSION_NOISE_H

#include <jansson.h>

#include <scree/noise.h>

#include "expression_text.h"

typedef struct scree_expression_noise scree_expression_noise;

/* A function that makes noise: a kind, or a fractal that is laid over noise. */
typedef struct scree_expression_maker {
    scree_expression_name name; /* As the text has it. */
    const char *key;            /* The key of recipes that the name is the value of: "kind" or "fractal". */
    const char *value;          /* The name as recipes have it. */
} scree_expression_maker;

/* The maker of a name, whatever its place; false if it is none. */
bool scree_expression_find_maker(const char *name, scree_expression_maker *maker);

/* Finds the parameter that an argument of a maker names. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_expression_find_parameter(const scree_expression_reader *in, const scree_expression_maker *maker,
                                             const scree_expression_name *name, const scree_parameter **parameter);

/* Values of parameters: a number, and a word, which is the name of a choice, `true` or `false`. NULL = out of
   memory. */
json_t *scree_expression_json_number(const scree_expression_number *number);
json_t *scree_expression_json_word(const scree_parameter *parameter, const char *word);

/* Adds an argument at a place to the keys of a call. The value is taken, and NULL is an error. Without `is_checked` it
   stands for a value that is not known. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_expression_add_key(const scree_expression_reader *in, const scree_expression_maker *maker,
                                      const scree_parameter *parameter, size_t offset, json_t *value, bool is_checked,
                                      json_t *keys);

/* Makes noise of the keys of a call; `under` is the noise below a fractal, and NULL for a kind. Released with
   scree_expression_noise_release(). Errors, logged: as above. */
scree_result scree_expression_noise_make(const scree_expression_reader *in, const scree_expression_maker *maker,
                                         const scree_expression_noise *under, const json_t *keys,
                                         scree_expression_noise **noise);

scree_expression_noise *scree_expression_noise_retain(scree_expression_noise *noise);
void scree_expression_noise_release(scree_expression_noise **noise);

/* The field of noise, which is made by the first call. It is the noise's own. Errors, logged: as above. */
scree_result scree_expression_noise_field(const scree_expression_reader *in, scree_expression_noise *noise,
                                          const scree_field **field);

/* Makes the field of noise with a seed that is another one for each axis; the caller owns it. */
scree_result scree_expression_noise_axis(const scree_expression_reader *in, const scree_expression_noise *noise,
                                         uint32_t axis, scree_field **field);

#endif
