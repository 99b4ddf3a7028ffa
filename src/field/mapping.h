/* The mapping of values to the output; see scree_output. */
#ifndef SCREE_MAPPING_H
#define SCREE_MAPPING_H

#include <float.h>

#include <scree/noise.h>

typedef struct scree_mapping {
    scree_type type;
    float low;
    float scale; /* For f32, zero means that values stay unmapped. */
    float top;
} scree_mapping;

/* The mapping of an interval to an output. */
static inline scree_mapping scree_mapping_make(const scree_output *output, double low, double high)
{
    static const float top[] = {1.0f, 65535.0f, 255.0f};
    scree_mapping mapping = {.type = output->type, .top = top[output->type]};
    if (output->type == SCREE_TYPE_F32 && output->range_mode == SCREE_RANGE_FIXED) {
        return mapping;
    }
    mapping.low = (float)low;
    const double scale = high > low ? (double)mapping.top / (high - low) : 1.0;
    mapping.scale = scale < (double)FLT_MAX ? (float)scale : FLT_MAX;
    return mapping;
}

#endif
