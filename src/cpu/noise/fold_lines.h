/* The last fold of the contraction: samples of a row lie between two lines, lattice rows that are folded along x. */
#ifndef SCREE_CPU_FOLD_LINES_H
#define SCREE_CPU_FOLD_LINES_H

#include "noise/fold.h"
#include "lane_memory.h"
#include "noise_kernels.h"

/* The line below and the line above a row, at a vector of samples. */
typedef struct line_pair {
    scree_row_node low;
    scree_row_node high;
} line_pair;

/* Reads a part of both lines: their values, or, where they have some, derivatives. */
SCREE_FN line_pair load_pair(bool has_gradients, const scree_sum_octave *octave, uint32_t part, uint32_t row, size_t i)
{
    const float *low = octave->low[row] + 2 * part * octave->slope_offset + i;
    const float *high = octave->high[row] + 2 * part * octave->slope_offset + i;
    line_pair pair;
    pair.low.value = scree_load(low);
    pair.high.value = scree_load(high);
    pair.low.slope = pair.low.value;
    pair.high.slope = pair.high.value;
    if (has_gradients) {
        pair.low.slope = scree_load(low + octave->slope_offset);
        pair.high.slope = scree_load(high + octave->slope_offset);
    }
    return pair;
}

SCREE_FN scree_f32 fold_y(bool has_gradients, line_pair pair, const scree_sum_octave *octave, uint32_t row)
{
    return scree_fold_y(has_gradients, pair.low, pair.high, scree_broadcast(octave->fraction[row]),
                        scree_broadcast(octave->fraction1[row]), scree_broadcast(octave->fade[row]));
}

#endif
