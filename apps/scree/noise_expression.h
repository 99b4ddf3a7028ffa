/* --expr and --expr-file of `scree noise`: the field of an expression instead of noise by options or by a recipe. */
#ifndef NOISE_EXPRESSION_H
#define NOISE_EXPRESSION_H

#include <scree/recipe.h>

#include "engine.h"
#include "option.h"

/* Whether the options have an expression. */
bool noise_expression_is_given(const struct option_value *values);

/*
 * Makes the field of the expression, and keeps its text, which is the caller's to free, also after an error. Refuses
 * what describes noise otherwise, or needs parameters of noise. Prints a message and returns an exit code other than 0
 * when something is wrong.
 */
int noise_expression_make(struct engine *engine, const struct arguments *arguments, char **kept, scree_field **field);

/* Prints the library's message about a text; returns an exit code. */
int noise_expression_fail(struct engine *engine, scree_result result);

/* Refuses options that set parameters of noise, or need them, beside an option or a file that describes a graph; a
   preset that does so has a seed. */
int noise_expression_check_options(const struct option_value *values, const char *name, bool is_preset);

/* Makes the field of a preset that describes a graph have the seed that is given. */
int noise_expression_reseed(struct engine *engine, const struct option_value *values, scree_field **field);

/*
 * Makes what files say of the field, whose grid and output the recipe has: the graph as a text of JSON, which the
 * caller frees as a text of a recipe. For noise by itself that is NULL, and the recipe receives the noise. Errors,
 * logged: SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result noise_expression_describe(const scree_field *field, scree_recipe *recipe, char **graph);

#endif
