/* The recipes of graphs. */
#ifndef SCREE_GRAPH_RECIPE_H
#define SCREE_GRAPH_RECIPE_H

#include "recipe_type.h"

/* Appends the recipe of a graph (scree_recipe_type). */
void scree_graph_recipe_print(const scree_field *field, const scree_grid *grid, const scree_output *output,
                              unsigned indent, scree_text *text);

#endif
