/* How the making of a distance field went, for reports. */
#ifndef SDF_OUTCOME_H
#define SDF_OUTCOME_H

#include <stdint.h>

#include <scree/scree.h>

#include "outcome.h"

/* The results of a run. */
struct sdf_outcome {
    struct outcome made;
    double value_scale;
    uint64_t saturated;     /* Distances beyond what the file's type holds. */
    uint64_t nearest_bytes; /* Written to the file of the indices. */
    scree_distance_comparison comparison;
    struct generated reference; /* The field that was compared with. */
};

#endif
