/* Tiles: what a block of the contraction makes, and the memory that it takes. */
#ifndef SCREE_CUDA_NOISE_TILE_H
#define SCREE_CUDA_NOISE_TILE_H

#include "cuda_device.h"
#include "frame_tables.h"

typedef struct scree_cuda_tile {
    uint32_t octaves;   /* Of the pass. */
    uint32_t threads_x; /* Each with SCREE_CUDA_COLUMNS columns. */
    uint32_t threads_y; /* That share out the planes. */
    uint32_t rows;
    uint32_t planes;
    uint32_t shared_bytes;
} scree_cuda_tile;

/*
 * Chooses the tiles of a frame, whose tables are given, in the pass that starts at an octave, and how many of the
 * `octaves` that follow from there it sums. Kernels that add to the sums of earlier passes sum eight octaves or one.
 * False where not even one octave fits.
 */
bool scree_cuda_tile_choose(const scree_cuda_device *device, const scree_frame_tables *tables, const scree_box *frame,
                            uint32_t first_octave, uint32_t octaves, scree_cuda_tile *tile);

#endif
