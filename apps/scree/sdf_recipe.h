/*
 * A distance field made again from its own description: the text of a sidecar, or the output of `scree sdf --json` or
 * `scree info --json`. Its parameters replace options that are not given, and its map replaces that of the command
 * line.
 */
#ifndef SDF_RECIPE_H
#define SDF_RECIPE_H

#include "options.h"

#define SDF_RECIPE_TEXTS 32

struct sdf_recipe {
    struct arguments arguments;    /* As if all that the recipe says had been typed. */
    char *texts[SDF_RECIPE_TEXTS]; /* The texts that the arguments point to. */
    size_t text_count;
};

/*
 * Reads the map of the command line if it is the text of a recipe. Otherwise, and for a recipe of noise, the arguments
 * stay unchanged. Prints one line and returns an exit code when something is wrong. Free with sdf_recipe_clear(), also
 * after an error.
 */
int sdf_recipe_read(const struct arguments *arguments, struct sdf_recipe *recipe);

void sdf_recipe_clear(struct sdf_recipe *recipe);

#endif
