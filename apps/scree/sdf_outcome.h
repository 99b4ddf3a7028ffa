/* How the making of a distance field went, for reports. */
#ifndef SDF_OUTCOME_H
#define SDF_OUTCOME_H

#include <stdint.h>

#include <scree/scree.h>

#include "digest.h"

/* One job from start to end. */
struct sdf_timing {
    double seconds;        /* From the start of the job to its end. */
    double device_seconds; /* That the device itself was at work; 0 for the CPU. */
    scree_range measured;  /* Least and greatest distance. */
};

/* All that was done. */
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

#endif
