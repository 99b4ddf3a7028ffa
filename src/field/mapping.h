/* The mapping of values to the output; see scree_output. */
#ifndef SCREE_MAPPING_H
#define SCREE_MAPPING_H

#include <scree/noise.h>

typedef struct scree_mapping {
    scree_type type;
    float low;
    float scale; /* For f32, zero means that values stay unmapped. */
    float top;
} scree_mapping;

#endif
