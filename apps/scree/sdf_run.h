/* The distance field of `scree sdf`, made and put where it was asked for. */
#ifndef SDF_RUN_H
#define SDF_RUN_H

#include <stdint.h>

#include <scree/scree.h>

#include "digest.h"
#include "engine.h"
#include "progress.h"
#include "sdf_request.h"
#include "sdf_source.h"

/* One job from start to end. */
struct sdf_timing {
    double seconds;        /* From the start of the job to its end. */
    double device_seconds; /* That the device itself was at work; 0 for the CPU. */
    scree_range measured;  /* Least and greatest distance. */
};

/* What came of it. */
struct sdf_outcome {
    scree_device_info device;
    struct sdf_timing timing;
    double seconds; /* With a file, until it had its name; otherwise the job's alone. */
    double value_scale;
    uint64_t bytes;         /* Of all files. */
    uint64_t nearest_bytes; /* Of the indices among them. */
    uint32_t files;
    char digest[DIGEST_TEXT_SIZE]; /* Empty without --json. */
    scree_distance_comparison comparison;
    struct sdf_timing reference; /* What the field was compared with. */
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
