/* --expr and --expr-file of `scree noise`: the field of an expression instead of noise by options or by a recipe. */
#ifndef NOISE_EXPRESSION_H
#define NOISE_EXPRESSION_H

#include <scree/result.h>

#include "engine.h"
#include "option.h"

struct request;

/* Whether the options have an expression. */
bool noise_expression_is_given(const struct option_value *values);

/*
 * Makes the field of the expression, and keeps its text in the request. Refuses what describes noise otherwise, or
 * needs parameters of noise. Prints a message and returns an exit code other than 0 when something is wrong.
 */
int noise_expression_make(struct engine *engine, const struct arguments *arguments, struct request *request);

/* Makes the recipe of the field for files, whose grid and output are known. Noise by itself has none. Errors, logged:
   SCREE_ERROR_OUT_OF_MEMORY. */
scree_result noise_expression_describe(struct request *request);

#endif
