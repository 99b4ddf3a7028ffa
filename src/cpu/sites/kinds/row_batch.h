/* Batches of a row's samples, for kinds that have kernels for rows. */
#ifndef SCREE_CPU_ROW_BATCH_H
#define SCREE_CPU_ROW_BATCH_H

#include "lane_memory.h"
#include "site_kernels.h"

/* Copies a batch to where it goes, and widens the range by it. */
SCREE_FN void deliver_batch(const float *values, size_t count, const scree_cpu_sites *sites, float *out)
{
    scree_f32 minimum = scree_load(values);
    scree_f32 maximum = minimum;
    for (size_t i = 0; i < count; i += SCREE_LANES) {
        const scree_f32 value = scree_load(values + i);
        minimum = scree_minimum(minimum, value);
        maximum = scree_maximum(maximum, value);
        scree_store_some(out + i, value, count - i);
    }
    if (sites->minimum != NULL) {
        scree_store(sites->minimum, scree_minimum(scree_load(sites->minimum), minimum));
        scree_store(sites->maximum, scree_maximum(scree_load(sites->maximum), maximum));
    }
}

#endif
