/* Questions about the noise in a recipe, for programs that do not know its parameters. */
#ifndef RECIPE_NOISE_H
#define RECIPE_NOISE_H

#include <stdbool.h>

#include <scree/recipe.h>

/* Cells after which the field repeats along an axis; 0 = never. */
uint64_t recipe_period(const scree_recipe *recipe, uint32_t axis);

/* Clears what a recipe says about axes that it does not have: in its text it would only confuse readers. */
void recipe_clear_axes(scree_recipe *recipe);

/* Whether a sample is a flow, the curl of the noise. */
bool recipe_is_flow(const scree_recipe *recipe);

/* The key because of which samples have no derivatives, such as "kind"; `name` receives its value. NULL where samples
   have them. */
const char *recipe_without_derivatives(const scree_recipe *recipe, const char **name);

/* The key that gives a sample several channels, such as "curl"; NULL where it is a value. */
const char *recipe_channels_key(const scree_recipe *recipe);

/*
 * Where rotated octaves and a skewed lattice are not possible, a recipe that a preset was changed into becomes Perlin
 * noise without rotated octaves, but for a kind and a rotation that were asked for.
 */
void recipe_fit_lattice(scree_recipe *recipe, bool has_kind, bool has_rotation);

#endif
