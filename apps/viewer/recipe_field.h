/* The field of a recipe, by the table of its parameters. Only here does the viewer know which type of field that is. */
#ifndef VIEWER_RECIPE_FIELD_H
#define VIEWER_RECIPE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/parameter.h>
#include <scree/recipe.h>

/* The parameter that is the inverse of the step has this name. */
#define PARAMETER_CELL_SIZE "cell_size"

/* The parameters by number, from 0 on: those of the field but not of its samples, of which the value is shown, and
   behind them those of the recipe's grid, which name keys of a recipe; "samples" is its size. NULL past the last. */
const scree_parameter *recipe_field_parameter(size_t number);
/* The same by name, with hyphens or underscores; NULL where there is none. */
const scree_parameter *recipe_field_find(const char *name);
/* Whether a parameter is one of the grid: a key of recipes, and no member. */
bool recipe_field_is_of_grid(const scree_parameter *row);

/* The struct that the field's parameters are in (parameter_value.h). It can be changed where the recipe can be. */
void *recipe_field_values(const scree_recipe *recipe);

/* Makes the field of a recipe, or takes over that of an expression where one is given. The caller releases it. */
scree_result recipe_field_make(scree_context *context, const scree_recipe *recipe, const scree_field *graph,
                               scree_field **field);
/* Whether one of the field has an effect as the others are. */
bool recipe_field_applies(const scree_parameter *row, const scree_recipe *recipe);
/* Whether two recipes have the same field, on whichever grid. */
bool recipe_field_equal(const scree_recipe *first, const scree_recipe *second);
void recipe_field_copy(const scree_recipe *from, scree_recipe *to);

/* The text of a recipe, for free(); NULL without memory. */
char *recipe_field_print(const scree_recipe *recipe, const scree_field *graph);
/* The same with the text of the graph's expression instead of its nodes. */
char *recipe_field_print_expression(const scree_recipe *recipe, const scree_field *graph, const char *expression);

/* The field repeats along an axis as it does along another one; like SCREE_MAX_AXES it never does. */
void recipe_field_repeat(scree_recipe *recipe, uint32_t axis, uint32_t like);

/* A parameter has got a value: sets others to what follows from it. */
void recipe_field_follow(const scree_parameter *row, scree_recipe *recipe);

/* The weight of each octave. Those that are not given are powers of the gain, and given from now on. */
double *recipe_field_weights(scree_recipe *recipe, uint32_t *count);

#endif
