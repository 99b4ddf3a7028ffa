/* The distance field of `scree sdf`, made and put where it was asked for. */
#ifndef SDF_RUN_H
#define SDF_RUN_H

#include <stdint.h>

#include <scree/scree.h>

#include "engine.h"
#include "generate.h"
#include "progress.h"
#include "sdf_request.h"
#include "sdf_source.h"

/* The results of a run. */
struct sdf_outcome {
    struct outcome made;
    double value_scale;
    uint64_t nearest_bytes; /* Written to the file of the indices. */
    scree_distance_comparison comparison;
    struct generated reference; /* The field that was compared with. */
};

/* Columns times rows times layers. */
uint64_t sdf_voxel_count(const struct sdf_source *source);

/*
 * Makes the field. Prints one line and returns an exit code other than 0 when something is wrong. `outcome` comes with
 * the device.
 */
int sdf_run(struct engine *engine, const struct sdf_request *request, const struct sdf_source *source,
            struct progress *progress, struct sdf_outcome *outcome);

#endif
