/*
 * Sites of rows of samples in registers, for the kernels of one kind (site_kind_kernels.h, site_kind_duals.h), whose
 * number is SITE_NUMBER and whose traits are SITE_TRAITS.
 */
#ifndef SCREE_CPU_SITE_LOAD_H
#define SCREE_CPU_SITE_LOAD_H

#include "lane_memory.h"
#include "site_kernels.h"
#include "noise/noise_kinds.h"

/* Stands for the array of an axis along which all samples of a row have one position. */
static const uint32_t no_words[SCREE_LANES];

SCREE_FN scree_site put_position(scree_site site, scree_site_source source, uint32_t axis, scree_site_position position)
{
    site.fraction[axis] = scree_site_fraction(position.part);
    site.cell[axis] = position.cell;
    site.key[axis] = scree_kind_has(SITE_NUMBER, SCREE_KIND_KEYS) ? position.cell
                                                                  : scree_site_key(position.cell, source.axis[axis]);
    return site;
}

/* The position of sample `i` of a row. All axes of a skewed lattice vary. */
SCREE_FN scree_site_position sum_position(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                                          scree_site_position start, uint32_t axis, size_t i)
{
    const bool varies = scree_kind_has(SITE_NUMBER, SCREE_KIND_KEYS) || sites->part[axis] != NULL;
    scree_site_position own = {.part = scree_load_u32(varies ? sites->part[axis] + i : no_words),
                               .cell = scree_load_u32(varies ? sites->cell[axis] + i : no_words)};
    if (scree_kind_has(SITE_NUMBER, SCREE_KIND_KEYS)) {
        return scree_site_sum_of(start, own, octave->site_axes[axis].stride);
    }
    scree_site_position sum = scree_site_sum(start, own);
    if (octave->site_axes[axis].last != UINT32_MAX) {
        sum.cell = scree_site_wrapped(sum.cell, octave->site_axes[axis].last, 1u);
    }
    return sum;
}

/* The site of sample `i` of a row, or of one that is located. */
SCREE_FN scree_site load_site(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                              const scree_site_position *start, uint32_t axes, scree_site_source source, size_t i)
{
    scree_site_position position[SCREE_SITE_AXES];
    scree_site site;
    if (sites->is_located) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            position[axis].part = scree_load_u32(sites->part[axis] + i);
            position[axis].cell = scree_load_u32(sites->cell[axis] + i);
        }
    } else {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            position[axis] = sum_position(octave, sites, start[axis], axis, i);
        }
    }
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        site = put_position(site, source, axis, position[axis]);
    }
    return site;
}

/* Positions of a row along each axis. */
typedef struct row_start {
    scree_site_position axis[SCREE_SITE_AXES];
} row_start;

SCREE_FN row_start start_of_row(const scree_cpu_sites *sites, uint32_t axes, uint32_t row)
{
    row_start start;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        start.axis[axis].part = scree_broadcast_u32(sites->row_part[axis][row]);
        start.axis[axis].cell = scree_broadcast_u32(sites->row_cell[axis][row]);
    }
    return start;
}

SCREE_FN scree_site_source source_of_octave(const scree_cpu_octave *octave, uint32_t axes, uint32_t gradient_count)
{
    scree_site_source source = {.gradients = octave->gradients,
                                .gradient_count = gradient_count,
                                .amplitude = scree_broadcast(octave->amplitude),
                                .slopes = octave->site_slopes,
                                .options = *octave->site_options};
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        source.axis[axis] = octave->site_axes[axis];
    }
    return source;
}

#endif
