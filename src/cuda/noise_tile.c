#include "noise_tile.h"

#include "whole_numbers.h"

/* Rows of a strip: long ones start seldom; a single octave has little to start, least where its cells are large. */
#define LONG_STRIP 256u
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

/* What tiles are chosen for. */
typedef struct tile_frame {
    const scree_cuda_device *device;
    const scree_frame_tables *tables;
    const scree_box *frame;
    uint32_t first_octave;
} tile_frame;

/* The most nodes that any run of `samples` samples, from a multiple of as many on, touches. */
static uint64_t most_nodes(const scree_axis_table *table, uint64_t samples)
{
    uint64_t most = 0;
    for (uint64_t first = 0; first < table->count; first += samples) {
        uint64_t last = scree_least(first + samples, table->count) - 1;
        uint64_t nodes = (uint64_t)table->node[last] - table->node[first] + 2;
        most = nodes > most ? nodes : most;
    }
    return most;
}

/* Bytes of a block's memory, as contraction_kernels.cuh divides it. */
static uint64_t shared_bytes(const tile_frame *of, const scree_cuda_tile *tile)
{
    const scree_plan *plan = of->tables->plan;
    uint64_t nodes = 0;
    for (uint32_t o = of->first_octave; o < of->first_octave + tile->octaves; o++) {
        nodes += most_nodes(&of->tables->axis[0].octave[o], (uint64_t)tile->threads_x * SCREE_CUDA_COLUMNS) *
                 most_nodes(&of->tables->axis[1].octave[o], tile->rows);
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

static uint32_t longest_strip(const tile_frame *of, uint32_t octaves)
{
    bool is_smooth = of->tables->plan->octave[of->first_octave].axis[1].cells_per_sample < SMOOTH_CELLS;
    return octaves > 1 ? LONG_STRIP : is_smooth ? SMOOTH_STRIP : SINGLE_STRIP;
}

/* The longest strips for which as many blocks fit as have registers. */
static bool fit_rows(const tile_frame *of, scree_cuda_tile *tile)
{
    uint64_t most = of->device->shared_bytes;
    uint64_t budget = most / resident_blocks(tile->octaves);
    uint64_t enough = (uint64_t)of->device->multiprocessors * BLOCKS_OF_MULTIPROCESSOR;
    for (tile->rows = longest_strip(of, tile->octaves); tile->rows >= LEAST_STRIP; tile->rows /= 2) {
        uint64_t bytes = shared_bytes(of, tile);
        bool is_busy = count_blocks(tile, of->frame) >= enough || tile->rows <= SHORTEST_GOOD_STRIP;
        bool is_small = bytes <= budget || (tile->rows <= SHORTEST_GOOD_STRIP && bytes <= most);
        if (is_busy && is_small) {
            tile->shared_bytes = (uint32_t)bytes;
            return true;
        }
    }
    return false;
}

static bool fit_octaves(const tile_frame *of, scree_cuda_tile *tile)
{
    for (uint32_t threads = SCREE_CUDA_SAMPLE_THREADS; threads >= WARP; threads /= 2) {
        shape_block(tile, of->frame, threads);
        bool fits = fit_rows(of, tile);
        bool is_good = fits && (tile->rows >= SHORTEST_GOOD_STRIP || tile->rows >= of->frame->rows);
        if (is_good || (fits && threads == WARP && tile->octaves == 1)) {
            return true;
        }
    }
    return false;
}

bool scree_cuda_tile_choose(const scree_cuda_device *device, const scree_frame_tables *tables, const scree_box *frame,
                            uint32_t first_octave, uint32_t octaves, scree_cuda_tile *tile)
{
    const tile_frame of = {.device = device, .tables = tables, .frame = frame, .first_octave = first_octave};
    const uint32_t most = SCREE_CUDA_PASS_OCTAVES;
    *tile = (scree_cuda_tile){0};
    if (first_octave > 0) {
        tile->octaves = octaves >= most ? most : 1;
    } else {
        tile->octaves = octaves % most != 0 ? octaves % most : most;
    }
    while (!fit_octaves(&of, tile)) {
        if (tile->octaves == 1) {
            return false;
        }
        tile->octaves = first_octave > 0 ? 1 : tile->octaves - 1;
    }
    return true;
}
