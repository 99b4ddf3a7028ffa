/* The mapping of values to the output; see scree_output. */
#ifndef SCREE_MAPPING_H
#define SCREE_MAPPING_H

#include <scree/noise.h>

typedef struct scree_mapping {
    scree_type type;
    float low;
    float scale; /* Zero for f32 means that values stay unmapped. */
    float top;
} scree_mapping;

/* Checks an output. Error: SCREE_ERROR_INVALID. */
scree_result scree_output_check(scree_context *context, const scree_output *output);

/* The mapping of an output. `*mapped` is the proven or measured interval, and becomes the one that is mapped. */
scree_mapping scree_mapping_make(const scree_output *output, scree_range *mapped);

#endif
