/* Named recipes, which are built in: the files of the folder presets. */
#ifndef PRESETS_H
#define PRESETS_H

#include <stdbool.h>

#include <scree/recipe.h>

#include "recipe_scene.h"

struct preset {
    const char *name;
    const char *description;
    const char *text; /* The recipe's. */
    bool is_graph;    /* The recipe is one of a graph, and its noise does not count. */
    scree_recipe recipe;
    struct recipe_scene scene;
    double density; /* Lattice cells along x in the first octave. */
    bool has_range; /* The recipe says which values are shown. */
    bool seamless;  /* The period is the picture's extent. */
};

/* NULL for a number that is not a preset. Preset 0 is the command's default. Those of graphs come last. Call it on one
   thread at a time. */
const struct preset *preset_at(int number);

/* The step of a preset along an axis where that along x is `distance`: proportions of axes stay as they are. */
double preset_step(const struct preset *preset, uint32_t axis, double distance);

/* Whether the range and the levels of a preset hold for another value of a parameter of its noise, which leads to
   another place of the same field. */
bool preset_levels_hold(const char *parameter);

#endif
