/* The contraction, fused in one kernel (contraction_kernels.cuh): tiles, and launches. */
#include <stdio.h>

#include "context_internal.h"
#include "cuda_device.h"
#include "gpu_noise.h"
#include "whole_numbers.h"

/* A tile: the part of a frame that one block makes, and the memory that it takes. */
typedef struct tile {
    uint32_t octaves;   /* Octaves of the pass. */
    uint32_t threads_x; /* Each with SCREE_CUDA_COLUMNS columns. */
    uint32_t threads_y; /* That share out the planes. */
    uint32_t rows;
    uint32_t planes;
    uint32_t shared_bytes;
} tile;

/* Rows of a strip: long ones start seldom; a single octave has little to start, smallest where its cells are large. */
#define LONG_STRIP 256u
#define SINGLE_STRIP 64u
#define SMOOTH_STRIP 32u
/* Cells to a sample below which an octave is smooth. */
#define SMOOTH_CELLS 0.1
#define MIN_STRIP 2u
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

/* The frame that tiles are chosen for. */
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
        uint64_t last = scree_min(first + samples, table->count) - 1;
        uint64_t nodes = (uint64_t)table->node[last] - table->node[first] + 2;
        most = nodes > most ? nodes : most;
    }
    return most;
}

/* Bytes of a block's memory, as contraction_kernels.cuh divides it. */
static uint64_t shared_bytes(const tile_frame *of, const tile *made)
{
    const scree_plan *plan = of->tables->plan;
    uint64_t nodes = 0;
    for (uint32_t o = of->first_octave; o < of->first_octave + made->octaves; o++) {
        nodes += most_nodes(&of->tables->axis[0].octave[o], (uint64_t)made->threads_x * SCREE_CUDA_COLUMNS) *
                 most_nodes(&of->tables->axis[1].octave[o], made->rows);
    }
    uint64_t node_bytes = plan->params.kind == SCREE_NOISE_VALUE ? sizeof(float) : 4 * sizeof(float);
    uint64_t rows_bytes = (uint64_t)made->rows * (SCREE_CUDA_ROW_ENTRY_BYTES + SCREE_CUDA_ROW_LATTICE_BYTES);
    uint64_t places_bytes = (uint64_t)made->planes * (plan->axes - 2) * SCREE_CUDA_OUTER_WORDS * sizeof(uint32_t);
    return made->octaves * (SCREE_CUDA_TILE_OCTAVE_BYTES + rows_bytes + places_bytes) +
           nodes * made->planes * node_bytes;
}

/* Threads along x as far as a row has work for them, and the rest for other planes. */
static void shape_block(tile *made, const scree_box *frame, uint32_t threads)
{
    made->threads_x = threads;
    while (made->threads_x > 1 && (uint64_t)made->threads_x / 2 * SCREE_CUDA_COLUMNS >= frame->width) {
        made->threads_x /= 2;
    }
    made->threads_y = threads / made->threads_x;
    made->planes = (uint32_t)scree_min(made->threads_y, frame->planes);
}

static uint64_t count_blocks(const tile *made, const scree_box *frame)
{
    return scree_div_round_up(frame->width, (uint64_t)made->threads_x * SCREE_CUDA_COLUMNS) *
           scree_div_round_up(frame->rows, made->rows) * scree_div_round_up(frame->planes, made->planes);
}

static uint32_t longest_strip(const tile_frame *of, uint32_t octaves)
{
    bool is_smooth = of->tables->plan->octave[of->first_octave].axis[1].cells_per_sample < SMOOTH_CELLS;
    return octaves > 1 ? LONG_STRIP : is_smooth ? SMOOTH_STRIP : SINGLE_STRIP;
}

/* The longest strips for which as many blocks fit as have registers. */
static bool fit_rows(const tile_frame *of, tile *made)
{
    uint64_t most = of->device->gpu.limits.shared_bytes;
    uint64_t budget = most / resident_blocks(made->octaves);
    uint64_t enough = (uint64_t)of->device->multiprocessors * BLOCKS_OF_MULTIPROCESSOR;
    for (made->rows = longest_strip(of, made->octaves); made->rows >= MIN_STRIP; made->rows /= 2) {
        uint64_t bytes = shared_bytes(of, made);
        bool is_busy = count_blocks(made, of->frame) >= enough || made->rows <= SHORTEST_GOOD_STRIP;
        bool is_small = bytes <= budget || (made->rows <= SHORTEST_GOOD_STRIP && bytes <= most);
        if (is_busy && is_small) {
            made->shared_bytes = (uint32_t)bytes;
            return true;
        }
    }
    return false;
}

static bool fit_octaves(const tile_frame *of, tile *made)
{
    for (uint32_t threads = SCREE_CUDA_SAMPLE_THREADS; threads >= WARP; threads /= 2) {
        shape_block(made, of->frame, threads);
        bool fits = fit_rows(of, made);
        bool is_good = fits && (made->rows >= SHORTEST_GOOD_STRIP || made->rows >= of->frame->rows);
        if (is_good || (fits && threads == WARP && made->octaves == 1)) {
            return true;
        }
    }
    return false;
}

/*
 * Chooses the tiles of a frame in the pass that starts at an octave, and how many of the `octaves` that follow from
 * there it sums. Kernels that add to the sums of earlier passes sum eight octaves or one. False where not even one
 * octave fits.
 */
static bool choose_tile(const tile_frame *of, uint32_t octaves, tile *made)
{
    const uint32_t most = SCREE_CUDA_PASS_OCTAVES;
    *made = (tile){0};
    if (of->first_octave > 0) {
        made->octaves = octaves >= most ? most : 1;
    } else {
        made->octaves = octaves % most != 0 ? octaves % most : most;
    }
    while (!fit_octaves(of, made)) {
        if (made->octaves == 1) {
            return false;
        }
        made->octaves = of->first_octave > 0 ? 1 : made->octaves - 1;
    }
    return true;
}

static scree_cuda_part part_of(const scree_plan *plan)
{
    if (plan->params.kind == SCREE_NOISE_VALUE) {
        return SCREE_CUDA_CONTRACTION_VALUE;
    }
    return plan->axes == 2   ? SCREE_CUDA_CONTRACTION_2
           : plan->axes == 3 ? SCREE_CUDA_CONTRACTION_3
                             : SCREE_CUDA_CONTRACTION_MANY;
}

static void run_tiles(const scree_gpu_frame_work *work, uint32_t first_octave, const tile *made)
{
    char kernel[SCREE_CUDA_KERNEL_NAME];
    const scree_plan *plan = work->field->plan;
    scree_gpu_frame_work pass = *work;
    pass.first_octave = first_octave;
    pass.octaves = made->octaves;
    pass.is_whole = first_octave + made->octaves == plan->octaves;
    /* A span reaches all of the device's memory, so one window holds all planes. */
    const scree_gpu_plane_window window = scree_gpu_frame_window(&pass, 0);
    const scree_gpu_samples samples = scree_gpu_frame_samples(&pass, &window, 0);
    scree_gpu_dispatch dispatch = scree_gpu_frame_dispatch(&pass, SCREE_GPU_SAMPLES);
    dispatch.spans[BINDING_VALUES] = window.values;
    dispatch.spans[BINDING_RANGE] = (scree_gpu_span){.memory = work->target->range};
    scree_cuda_samples parameters = scree_cuda_samples_of(&samples, dispatch.spans);
    const scree_cuda_launch launch = {
        .part = part_of(plan),
        .kernel = kernel,
        .grid = {(uint32_t)scree_div_round_up(parameters.width, (uint64_t)made->threads_x * SCREE_CUDA_COLUMNS),
                 (uint32_t)scree_div_round_up(parameters.rows, made->rows),
                 (uint32_t)scree_div_round_up(parameters.planes, made->planes)},
        .block = {made->threads_x, made->threads_y, 1},
        .shared_bytes = made->shared_bytes,
    };
    parameters.strip_rows = made->rows;
    parameters.block_planes = made->planes;
    snprintf(kernel, sizeof kernel, "contraction_%u%s%s", made->octaves,
             plan->params.fractal != SCREE_FRACTAL_FBM ? "_bends" : "", first_octave > 0 ? "_adds" : "");
    scree_cuda_run((scree_cuda_commands *)work->target->commands, &launch, &parameters);
}

void scree_cuda_contract(const scree_gpu_frame_work *work, uint32_t first_octave, uint32_t octaves)
{
    const scree_gpu *gpu = work->field->gpu;
    scree_gpu_commands *commands = work->target->commands;
    tile_frame of = {
        .device = (const scree_cuda_device *)gpu, .tables = &work->field->tables.frame, .frame = work->frame};
    for (uint32_t done = 0; done < octaves && commands->result == SCREE_OK;) {
        tile made;
        of.first_octave = first_octave + done;
        if (!choose_tile(&of, octaves - done, &made)) {
            commands->result =
                scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                           "%s: a block has %u bytes of memory; the lattice nodes of an octave need more",
                           gpu->base.label, gpu->limits.shared_bytes);
            return;
        }
        run_tiles(work, of.first_octave, &made);
        done += made.octaves;
    }
}
