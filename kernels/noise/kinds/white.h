/* White noise: one value for each lattice cell, constant within it, and nothing in common between two cells. */
#ifndef SCREE_KERNELS_WHITE_H
#define SCREE_KERNELS_WHITE_H

#include "noise/direct.h"

/* The value of the cell's lower corner, which no other cell has as its lower corner. */
SCREE_FN scree_f32 scree_white_sample(const scree_cell cell, const scree_index axes, const scree_octave_source source)
{
    return scree_value_from_hash(scree_corner_hash(source.hash, cell, axes, 0u, source.permutation), source.amplitude);
}

#endif
