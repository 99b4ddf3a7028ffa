/* Batches of a row's samples, for kinds that have kernels for rows. */
#ifndef SCREE_CPU_ROW_BATCH_H
#define SCREE_CPU_ROW_BATCH_H

#include "lane_memory.h"
#include "noise/site.h"
#include "site_kernels.h"

/* Where samples from one on lie along axis 0; `last` is the last cell before cell 0 comes again. */
SCREE_FN scree_site_position position_in_row(const scree_cpu_sites *sites, uint32_t row, size_t i, scree_index last)
{
    const scree_site_position start = {.part = scree_broadcast_u32(sites->row_part[0][row]),
                                       .cell = scree_broadcast_u32(sites->row_cell[0][row])};
    const scree_site_position own = {.part = scree_load_u32(sites->part[0] + i),
                                     .cell = scree_load_u32(sites->cell[0] + i)};
    scree_site_position sum = scree_site_sum(start, own);
    if (last != UINT32_MAX) {
        sum.cell = scree_site_wrapped(sum.cell, last, 1u);
    }
    return sum;
}

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
