/* The part of a `scree sdf` request that follows from the command line alone. */
#ifndef SDF_REQUEST_H
#define SDF_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/scree.h>

#include "../../src/formats/distance_recipe.h"
#include "options.h"
#include "output_file.h"

#define SDF_RECIPE_TEXTS 32

/*
 * A distance field made again from its own description: the text of a sidecar, or the output of `scree sdf --json` or
 * `scree info --json`. Its parameters replace options that are not given, and its map replaces that of the command
 * line.
 */
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

struct sdf_request {
    const struct arguments *arguments; /* Borrowed. */
    const struct option_value *values; /* The arguments' own. */
    const char *map;                   /* The operand; NULL where the map is made from a preset. */
    struct output_file file;           /* With slices, the picture. */
    const char *nearest;               /* NULL without. */
    scree_format nearest_format;
    scree_type type;
    double value_scale;           /* 0 = the default, which depends on the volume. */
    scree_distance_recipe recipe; /* The field; of a map that is made, without its noise yet. */
    bool compares;
};

/* Prints one line and returns an exit code other than 0 when something is wrong. */
int sdf_request_make(const struct arguments *arguments, struct sdf_request *request);

#endif
