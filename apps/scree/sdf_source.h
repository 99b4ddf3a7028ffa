/* The map of `scree sdf`: samples of a file or of noise, as heights or as what is solid. */
#ifndef SDF_SOURCE_H
#define SDF_SOURCE_H

#include <stdint.h>

#include <scree/scree.h>

#include "../../src/formats/distance_recipe.h"
#include "engine.h"
#include "request.h"
#include "sdf_request.h"

struct sdf_source {
    struct request noise; /* Request for a map that is computed. */
    scree_distance_map map;
};

/*
 * Finds out what the map is: reads a file whole, a recipe only as a recipe. Fills the request's recipe in. All these
 * print one line and return an exit code when they fail.
 */
int sdf_source_find(struct engine *engine, struct sdf_request *request, struct sdf_source *source);

/* Computes the map on the engine's device if it is noise, and fits the heights. */
int sdf_source_make(struct engine *engine, const struct sdf_request *request, struct sdf_source *source);

void sdf_source_clear(struct sdf_source *source);

/* Columns times rows times layers. */
uint64_t sdf_voxel_count(const struct sdf_source *source);

#endif
