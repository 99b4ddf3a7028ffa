#include "noise_tile.h"

#include "whole_numbers.h"

/* Rows of a strip: long ones start seldom; a single octave has little to start, least where its cells are large. */
#define LONG_STRIP 128u
#define SINGLE_STRIP 64u
#define SMOOTH_STRIP 32u
/* Cells to a sample below which an octave is smooth. */
#define SMOOTH_CELLS 0.1
#define LEAST_STRIP 2u
/* Strips shorter than this are worth fewer threads, and then fewer octaves, in their place. */
#define SHORTEST_GOOD_STRIP 8u
/* Blocks that a multiprocessor should find: with fewer, shorter strips share the work out better. */
#define BLOCKS_OF_MULTIPROCESSOR 8u
#define WARP 32u

/* Blocks that a multiprocessor should hold at a time: as many as have registers (contraction_kernels.cu), or, of single
   octaves, enough. */
static uint32_t resident_blocks(uint32_t octaves)
{
    static const uint32_t blocks[SCREE_CUDA_PASS_OCTAVES + 1] = {0, 3, 4, 3, 3, 3, 2, 2, 2};
    return blocks[octaves];
}

/* Bytes of a block's memory, as contraction_kernels.cuh divides it. */
static uint64_t shared_bytes(const scree_plan *plan, const scree_box *frame, uint32_t first_octave,
                             const scree_cuda_tile *tile)
{
    uint64_t columns = scree_least((uint64_t)tile->threads_x * SCREE_CUDA_COLUMNS, frame->width);
    uint64_t rows = scree_least(tile->rows, frame->rows);
    uint64_t nodes = 0;
    for (uint32_t o = first_octave; o < first_octave + tile->octaves; o++) {
        const scree_plan_axis *axis = plan->octave[o].axis;
        nodes += scree_plan_most_nodes(columns, axis[0].cells_per_sample) *
                 scree_plan_most_nodes(rows, axis[1].cells_per_sample);
    }
    uint64_t node_bytes = plan->params.kind == SCREE_NOISE_VALUE ? sizeof(float) : 4 * sizeof(float);
    uint64_t rows_bytes = (uint64_t)tile->rows * (SCREE_CUDA_ROW_ENTRY_BYTES + SCREE_CUDA_ROW_LATTICE_BYTES);
    uint64_t places_bytes = (uint64_t)tile->planes * (plan->axes - 2) * SCREE_CUDA_OUTER_WORDS * sizeof(uint32_t);
    return tile->octaves * (SCREE_CUDA_TILE_OCTAVE_BYTES + rows_bytes + places_bytes) +
           nodes * tile->planes * node_bytes;
}

/* Threads along x as far as a row has work for them, and the rest for other planes. */
static void shape_block(scree_cuda_tile *tile, const scree_box *frame, uint32_t threads)
{
    tile->threads_x = threads;
    while (tile->threads_x > 1 && (uint64_t)tile->threads_x / 2 * SCREE_CUDA_COLUMNS >= frame->width) {
        tile->threads_x /= 2;
    }
    tile->threads_y = threads / tile->threads_x;
    tile->planes = (uint32_t)scree_least(tile->threads_y, frame->planes);
}

static uint64_t count_blocks(const scree_cuda_tile *tile, const scree_box *frame)
{
    return scree_parts(frame->width, (uint64_t)tile->threads_x * SCREE_CUDA_COLUMNS) *
           scree_parts(frame->rows, tile->rows) * scree_parts(frame->planes, tile->planes);
}

static uint32_t longest_strip(const scree_plan *plan, uint32_t first_octave, uint32_t octaves)
{
    bool is_smooth = plan->octave[first_octave].axis[1].cells_per_sample < SMOOTH_CELLS;
    return octaves > 1 ? LONG_STRIP : is_smooth ? SMOOTH_STRIP : SINGLE_STRIP;
}

/* The longest strips for which as many blocks fit as have registers. */
static bool fit_rows(const scree_cuda_device *device, const scree_plan *plan, const scree_box *frame,
                     uint32_t first_octave, scree_cuda_tile *tile)
{
    uint64_t budget = device->shared_bytes / resident_blocks(tile->octaves);
    uint64_t enough = (uint64_t)device->multiprocessors * BLOCKS_OF_MULTIPROCESSOR;
    uint64_t bytes = 0;
    for (tile->rows = longest_strip(plan, first_octave, tile->octaves); tile->rows >= LEAST_STRIP; tile->rows /= 2) {
        bytes = shared_bytes(plan, frame, first_octave, tile);
        bool is_busy = count_blocks(tile, frame) >= enough || tile->rows <= SHORTEST_GOOD_STRIP;
        bool is_small = bytes <= budget || (tile->rows <= SHORTEST_GOOD_STRIP && bytes <= device->shared_bytes);
        if (is_busy && is_small) {
            tile->shared_bytes = (uint32_t)bytes;
            return true;
        }
    }
    return false;
}

static bool fit_octaves(const scree_cuda_device *device, const scree_plan *plan, const scree_box *frame,
                        uint32_t first_octave, scree_cuda_tile *tile)
{
    for (uint32_t threads = SCREE_CUDA_SAMPLE_THREADS; threads >= WARP; threads /= 2) {
        shape_block(tile, frame, threads);
        bool fits = fit_rows(device, plan, frame, first_octave, tile);
        bool is_good = fits && (tile->rows >= SHORTEST_GOOD_STRIP || tile->rows >= frame->rows);
        if (is_good || (fits && threads == WARP && tile->octaves == 1)) {
            return true;
        }
    }
    return false;
}

bool scree_cuda_tile_choose(const scree_cuda_device *device, const scree_plan *plan, const scree_box *frame,
                            uint32_t first_octave, uint32_t octaves, scree_cuda_tile *tile)
{
    const uint32_t most = SCREE_CUDA_PASS_OCTAVES;
    *tile = (scree_cuda_tile){0};
    if (first_octave > 0) {
        tile->octaves = octaves >= most ? most : 1;
    } else {
        tile->octaves = octaves % most != 0 ? octaves % most : most;
    }
    while (!fit_octaves(device, plan, frame, first_octave, tile)) {
        if (tile->octaves == 1) {
            return false;
        }
        tile->octaves = first_octave > 0 ? 1 : tile->octaves - 1;
    }
    return true;
}
