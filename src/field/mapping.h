/* How values become output; see scree_output. */
#ifndef SCREE_MAPPING_H
#define SCREE_MAPPING_H

#include <scree/noise.h>

typedef struct scree_mapping {
    scree_type type;
    float low;
    float scale; /* Of f32: zero stands for "values stay as they are". */
    float top;
} scree_mapping;

#endif
