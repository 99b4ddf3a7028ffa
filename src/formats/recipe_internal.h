/* The function that metadata shares with recipes. */
#ifndef SCREE_RECIPE_INTERNAL_H
#define SCREE_RECIPE_INTERNAL_H

#include <scree/recipe.h>

#include "text_builder.h"

/* Appends a recipe as a JSON object whose lines, except the first, are indented by `indent` blanks. */
void scree_recipe_append(scree_text *text, const scree_recipe *recipe, const scree_range *measured, unsigned indent);

#endif
