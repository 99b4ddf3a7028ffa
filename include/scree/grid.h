/**
 * @file
 * @brief Grids: where the samples of a field lie.
 */
#ifndef SCREE_GRID_H
#define SCREE_GRID_H

#include <stddef.h>
#include <stdint.h>

#include <scree/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The maximum number of axes. */
#define SCREE_MAX_AXES 8

/**
 * A grid of samples. Axis 0 is the fastest in memory (x), axis 1 the next (y), and so on.
 *
 * Sample i of axis a lies at origin[a] + (first[a] + i) * step[a], in lattice cells of the first octave. The sum is
 * computed in fixed point with 64 bits before and 64 bits after the binary point. So a large origin costs no precision,
 * a large index adds at most the rounding error of its step (2^-64 cells each), and a tile (another `first` and
 * `count`) holds exactly the samples of the whole.
 */
typedef struct scree_grid {
    uint32_t axes;                  /**< 1 to 8. */
    uint64_t count[SCREE_MAX_AXES]; /**< Samples along each axis, at least 1. 0 = 1. */
    double origin[SCREE_MAX_AXES];  /**< Position of sample 0, magnitude at most 2^60. */
    /** Distance of neighbouring samples, 2^-48 to 2^20; in each octave rounded down to a multiple of 2^-64 cells. 0
        = that of axis 0. */
    double step[SCREE_MAX_AXES];
    int64_t first[SCREE_MAX_AXES]; /**< Index of the first sample, magnitude at most 2^40. */
    /** Samples from the start of one row to the next in memory, at least count[0]. 0 = count[0]. */
    size_t row_stride;
    /** Samples from the start of one plane to the next, at least the extent of the rows. 0 = row_stride * count[1]. */
    size_t plane_stride;
} scree_grid;

#ifdef __cplusplus
}
#endif

#endif
