/* Axis data of samples in registers. */
#ifndef SCREE_CPU_LOAD_CELL_H
#define SCREE_CPU_LOAD_CELL_H

#include "lane_memory.h"
#include "noise_kernels.h"
#include "noise/noise_kinds.h"

SCREE_FN void load_cell_axis(scree_cell *cell, const scree_direct_axis *axes, uint32_t axis, bool varies, size_t i)
{
    const scree_direct_axis *from = &axes[axis];
    if (varies) {
        cell->fraction[axis] = scree_load(from->fraction + i);
        cell->fraction1[axis] = scree_load(from->fraction1 + i);
        cell->fade[axis] = scree_load(from->fade + i);
        cell->key0[axis] = scree_load_u32(from->key0 + i);
        cell->key1[axis] = scree_load_u32(from->key1 + i);
    } else {
        cell->fraction[axis] = scree_broadcast(*from->fraction);
        cell->fraction1[axis] = scree_broadcast(*from->fraction1);
        cell->fade[axis] = scree_broadcast(*from->fade);
        cell->key0[axis] = scree_broadcast_u32(*from->key0);
        cell->key1[axis] = scree_broadcast_u32(*from->key1);
    }
}

#endif
