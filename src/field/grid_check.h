/* Checks of grids whose axes the caller chooses. */
#ifndef SCREE_GRID_CHECK_H
#define SCREE_GRID_CHECK_H

#include <scree/context.h>
#include <scree/grid.h>

/*
 * Fills in the defaults of a grid of samples of some channels, and checks it: its axes, their steps and positions, and
 * that the whole grid, counted in bytes of float32, fits in a size_t. `samples` and `planes` receive how many it has.
 * Errors: SCREE_ERROR_INVALID, logged.
 */
scree_result scree_grid_complete(scree_context *context, uint32_t channels, scree_grid *grid, uint64_t *samples,
                                 uint64_t *planes);

#endif
