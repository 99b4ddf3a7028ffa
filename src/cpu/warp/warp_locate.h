/* The positions of displaced samples of rows, in registers. */
#ifndef SCREE_CPU_WARP_LOCATE_H
#define SCREE_CPU_WARP_LOCATE_H

#include "warp/warp.h"

#include "lane_memory.h"
#include "warp_kernels.h"

/* The position of sample `i` of a row before it is displaced. */
SCREE_FN scree_site_position position_of(const scree_cpu_sites *sites, uint32_t row, uint32_t axis, size_t i)
{
    scree_site_position position = {.part = scree_broadcast_u32(sites->row_part[axis][row]),
                                    .cell = scree_broadcast_u32(sites->row_cell[axis][row])};
    if (sites->part[axis] != NULL) {
        const scree_site_position own = {.part = scree_load_u32(sites->part[axis] + i),
                                         .cell = scree_load_u32(sites->cell[axis] + i)};
        position = sites->is_located ? own : scree_site_sum(position, own);
    }
    return position;
}

SCREE_FN scree_f32 displacement_of(const scree_cpu_displacement *displacement, uint32_t row, uint32_t axis, size_t i)
{
    return scree_load(displacement->along[axis] + row * displacement->row_stride + i);
}

/* The displacement along an axis of the lattice, in cells of the octave. */
SCREE_FN scree_f32 cells_along(const scree_cpu_octave *octave, const scree_cpu_displacement *displacement, uint32_t row,
                               uint32_t axis, size_t i)
{
    scree_f32 cells =
        scree_warp_share(displacement_of(displacement, row, 0, i), scree_broadcast(octave->warp_factor[axis][0]));
    for (uint32_t from = 1; from < octave->axes; from++) {
        cells = scree_warp_shares(cells, displacement_of(displacement, row, from, i),
                                  scree_broadcast(octave->warp_factor[axis][from]));
    }
    return cells;
}

/* The position that sample `i` of a row is displaced to along an axis of the lattice. */
SCREE_FN scree_warped_position moved_along(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                                           const scree_cpu_displacement *displacement, uint32_t row, uint32_t axis,
                                           size_t i)
{
    const scree_site_position from = position_of(sites, row, axis, i);
    return scree_warp_moved(scree_site_fraction(from.part), from.cell, cells_along(octave, displacement, row, axis, i));
}

#endif
