/*
 * The exact distance transform on a CUDA device. Layers are made in slabs: first the squares of their columns, then the
 * least sums along y, and along x.
 */
#include <stdlib.h>

#include "context_internal.h"
#include "distance_shape.h"
#include "distance_state.h"
#include "whole_numbers.h"

/* Words of a slab that are worth having, and bytes of voxels that are sent at a time: more only where a single layer
   has more. */
#define SLAB_WORDS ((uint64_t)1 << 26)
#define SENT_BYTES ((uint64_t)64 << 20)
/* The part of the free memory that a slab, or voxels that are sent, may take. */
#define SLAB_SHARE 16u
/* Lines of a tile: as many as a warp has lanes. */
#define MOST_LINES_LOG 5u
/* Layers that a thread makes squares of: SCREE_CUDA_COLUMN_RUN. */
#define MOST_RUN_LOG 2u
/* Voxels as bits: layers of a word, and tables of words: the bits, and what words know of their neighbours. */
#define WORD_LAYERS 32u
#define TABLES 3u

/* The kernels' own numbers are the shapes'. */
_Static_assert(SCREE_CUDA_STRIP == SCREE_STRIP_PLACES && SCREE_CUDA_STRIP_PART == SCREE_STRIP_PART_PLACES,
               "places of strips and parts");
_Static_assert(SCREE_CUDA_LINE_MARGIN == SCREE_LINE_MARGIN && SCREE_CUDA_STRIP_WORDS == SCREE_STRIP_WORDS,
               "words of lines");
_Static_assert(SCREE_CUDA_STAGE_PITCH == SCREE_STAGE_PITCH && SCREE_CUDA_STAGE_WORDS == SCREE_STAGE_WORDS,
               "words of stages");

struct scree_cuda_exact {
    scree_distance_shape shape;
    scree_cuda_memory bits;    /* Of voxels. */
    scree_cuda_memory squares; /* Of columns; then least sums along y. */
    scree_cuda_memory sums;    /* Those, where columns are long. */
    scree_cuda_memory nearest[2];
    scree_cuda_memory work; /* Of long lines. */
};

static uint32_t *words_of(const scree_cuda_memory *memory)
{
    return (uint32_t *)(uintptr_t)memory->handle;
}

static void choose_shape(const scree_distance_state *state, scree_cuda_exact *exact)
{
    const scree_block_limits limits = {.threads = SCREE_CUDA_LINE_THREADS,
                                       .shared_bytes = state->device->shared_bytes,
                                       .lines_log = MOST_LINES_LOG,
                                       .has_tiles = true,
                                       .has_stages = true};
    uint64_t unused = scree_cuda_unused_bytes(state->device) / SLAB_SHARE / sizeof(uint32_t);
    exact->shape = scree_distance_shape_choose(state->plan, limits, scree_least(SLAB_WORDS, unused));
}

static void take(const scree_distance_state *state, uint64_t bytes, scree_cuda_memory *memory, scree_result *result)
{
    if (*result == SCREE_OK && bytes > 0) {
        *result = scree_cuda_memory_take(state->device, false, bytes, memory);
    }
}

static void release_slab(const scree_distance_state *state, scree_cuda_exact *exact)
{
    scree_cuda_memory *all[] = {&exact->squares, &exact->sums, &exact->nearest[0], &exact->nearest[1], &exact->work};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        scree_cuda_memory_free(state->device, all[i]);
    }
}

static scree_result take_slab(const scree_distance_state *state, scree_cuda_exact *exact)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t bytes = scree_distance_slab_words(plan, &exact->shape) * sizeof(uint32_t);
    scree_result result = SCREE_OK;
    take(state, bytes, &exact->squares, &result);
    take(state, exact->shape.columns.is_long ? bytes : 0, &exact->sums, &result);
    take(state, state->wants_nearest ? bytes : 0, &exact->nearest[0], &result);
    take(state, state->wants_nearest ? bytes : 0, &exact->nearest[1], &result);
    take(state, scree_distance_work_words(plan, &exact->shape) * sizeof(uint32_t), &exact->work, &result);
    return result;
}

/* A slab as large as fits. */
static scree_result find_slab(const scree_distance_state *state, scree_cuda_exact *exact)
{
    for (;;) {
        scree_result result = take_slab(state, exact);
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        release_slab(state, exact);
        if (!scree_distance_shape_lessen(&exact->shape)) {
            return scree_fail(state->device->base.context, result,
                              "%s: no memory for a layer of a distance field of %llu bytes", state->device->base.label,
                              (unsigned long long)(state->plan->plane * sizeof(uint32_t)));
        }
    }
}

/* Runs a kernel over the columns of voxels, one thread for each column or word. */
static scree_result run_columns(scree_distance_state *state, const char *kernel, uint64_t words,
                                scree_cuda_voxel_bits *parameters)
{
    const scree_cuda_launch launch = {
        .part = SCREE_CUDA_DISTANCE_WHOLE,
        .kernel = kernel,
        .grid = {(uint32_t)scree_parts(parameters->plane, SCREE_CUDA_DISTANCE_THREADS), (uint32_t)words, 1},
        .block = {SCREE_CUDA_DISTANCE_THREADS, 1, 1},
    };
    return scree_cuda_run(state->device, &launch, parameters, state->device->compute);
}

/* Sends some layers, which become bits: whole words, or a part of one. */
static scree_result send_layers(scree_distance_state *state, const scree_cuda_memory *sent, uint64_t first,
                                uint64_t layers)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t place = first / WORD_LAYERS * plan->plane * sizeof(uint32_t);
    scree_cuda_voxel_bits parameters = {
        .voxels = (const uint8_t *)(uintptr_t)sent->handle,
        .bits = (uint32_t *)(uintptr_t)(state->exact->bits.handle + place),
        .plane = plan->plane,
        .layers = (uint32_t)layers,
        .first_bit = (uint32_t)(first % WORD_LAYERS),
    };
    /* Read only: the transfer goes one way. */
    scree_result result = scree_cuda_transfer(state->device, sent->handle,
                                              (void *)(uintptr_t)(plan->occupancy + first * plan->plane),
                                              layers * plan->plane, false);
    if (result == SCREE_OK) {
        result = scree_cuda_distance_begin(state);
    }
    if (result == SCREE_OK) {
        result = run_columns(state, "pack_voxels", scree_parts(layers, WORD_LAYERS), &parameters);
    }
    return result == SCREE_OK ? scree_cuda_distance_end(state, layers * plan->plane) : result;
}

static scree_result join_words(scree_distance_state *state)
{
    scree_cuda_voxel_bits parameters = {
        .bits = words_of(&state->exact->bits),
        .plane = state->plan->plane,
        .layers = state->plan->layers,
    };
    scree_result result = scree_cuda_distance_begin(state);
    if (result == SCREE_OK) {
        result = run_columns(state, "join_words", 1, &parameters);
    }
    return result == SCREE_OK ? scree_cuda_distance_end(state, 0) : result;
}

/* Layers of voxels that are sent at a time: whole words of them, or such a part of one that none is in two. */
static uint64_t layers_to_send(const scree_distance_state *state)
{
    uint64_t unused = scree_cuda_unused_bytes(state->device) / SLAB_SHARE;
    uint64_t most = scree_least(SENT_BYTES, unused) / state->plan->plane;
    uint64_t layers = most / WORD_LAYERS * WORD_LAYERS;
    for (uint64_t part = WORD_LAYERS / 2; layers == 0; part /= 2) {
        layers = part <= most || part == 1 ? part : 0;
    }
    return scree_least(layers, (uint64_t)WORD_LAYERS * SCREE_MOST_SLAB_BLOCKS);
}

/* Voxels go to the device some layers at a time, and become bits there. */
static scree_result send_voxels(scree_distance_state *state)
{
    static const char purpose[] = "a distance field's solid";
    const scree_distance_plan *plan = state->plan;
    scree_cuda_memory sent = {0};
    uint64_t bytes = TABLES * scree_parts(plan->layers, WORD_LAYERS) * plan->plane * sizeof(uint32_t);
    uint64_t most = scree_least(layers_to_send(state), plan->layers);
    scree_result result = scree_cuda_memory_reserve(state->device, false, bytes, &state->exact->bits, purpose);
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(state->device, false, most * plan->plane, &sent, purpose);
    }
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += most) {
        result = send_layers(state, &sent, first, scree_least(most, plan->layers - first));
    }
    scree_cuda_memory_free(state->device, &sent);
    return result == SCREE_OK ? join_words(state) : result;
}

scree_result scree_cuda_exact_prepare(scree_distance_state *state)
{
    scree_cuda_exact *exact = calloc(1, sizeof *exact);
    state->exact = exact;
    if (exact == NULL) {
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    choose_shape(state, exact);
    scree_result result = find_slab(state, exact);
    if (result == SCREE_OK && state->plan->occupancy != NULL) {
        result = send_voxels(state);
    }
    return result;
}

void scree_cuda_exact_destroy(scree_distance_state *state)
{
    if (state->exact != NULL) {
        release_slab(state, state->exact);
        scree_cuda_memory_free(state->device, &state->exact->bits);
        free(state->exact);
        state->exact = NULL;
    }
}

static scree_cuda_part part_of(const scree_distance_plan *plan)
{
    return plan->is_whole ? SCREE_CUDA_DISTANCE_WHOLE : SCREE_CUDA_DISTANCE_REAL;
}

/* Some blocks of layers, and what of them is asked for. */
typedef struct slab {
    uint32_t first_block;
    uint32_t blocks;
    uint64_t first_layer;
    uint64_t end_layer;
    CUdeviceptr distance;
    CUdeviceptr nearest;
} slab;

static scree_result make_squares(const scree_distance_state *state, const slab *made)
{
    const scree_distance_plan *plan = state->plan;
    const scree_cuda_exact *exact = state->exact;
    const scree_cuda_memory *source = plan->tops != NULL      ? &state->tops
                                      : plan->heights != NULL ? &state->heights
                                                              : &exact->bits;
    uint32_t run_log = exact->shape.layers_log < MOST_RUN_LOG ? exact->shape.layers_log : MOST_RUN_LOG;
    uint64_t runs = plan->plane << (exact->shape.layers_log - run_log);
    scree_cuda_column_squares parameters = {
        .source = words_of(source),
        .levels = (const float *)(uintptr_t)state->levels.handle,
        .squares = words_of(&exact->squares),
        .nearest = words_of(&exact->nearest[0]),
        .plane = plan->plane,
        .table_words = plan->plane * scree_parts(plan->layers, WORD_LAYERS),
        .layers = plan->layers,
        .first_block = made->first_block,
        .layers_log = exact->shape.layers_log,
        .run_log = run_log,
        .is_open = plan->params.edge == SCREE_EDGE_OPEN,
        .side = plan->side[2],
        .top_level = (float)((double)plan->layers * plan->params.voxel[2]),
    };
    const scree_cuda_launch launch = {
        .part = part_of(plan),
        .kernel = plan->tops != NULL      ? "squares_of_tops"
                  : plan->heights != NULL ? "squares_of_heights"
                                          : "squares_of_bits",
        .grid = {(uint32_t)scree_parts(runs, SCREE_CUDA_DISTANCE_THREADS), made->blocks, 1},
        .block = {SCREE_CUDA_DISTANCE_THREADS, 1, 1},
    };
    return scree_cuda_run(state->device, &launch, &parameters, state->device->compute);
}

/* What lines along y and x have in common. */
static scree_cuda_lines common_lines(const scree_distance_state *state, const slab *made, const scree_line_shape *shape)
{
    const scree_distance_plan *plan = state->plan;
    const scree_cuda_exact *exact = state->exact;
    return (scree_cuda_lines){
        .work = words_of(&exact->work),
        .count = shape->count,
        .block_words = plan->plane << exact->shape.layers_log,
        .lines_log = shape->lines_log,
        .layers_log = exact->shape.layers_log,
        .first_block = made->first_block,
        .layers = plan->layers,
        .columns = plan->columns,
        .rows = plan->rows,
        .first_layer = (uint32_t)made->first_layer,
        .end_layer = (uint32_t)made->end_layer,
        .measures = scree_distance_measures(plan),
        .is_negated = plan->params.sign == SCREE_SIGN_BOTH,
        .unit = plan->unit,
        .margin = plan->margin,
        .clip = plan->clip,
    };
}

static scree_result run_lines(const scree_distance_state *state, const slab *made, const scree_line_shape *shape,
                              const char *const kernels[2], scree_cuda_lines *parameters)
{
    const scree_cuda_launch launch = {
        .part = part_of(state->plan),
        .kernel = kernels[state->wants_nearest],
        .grid = {(uint32_t)scree_distance_tiles(&state->exact->shape, shape, parameters->across), made->blocks, 1},
        .block = {shape->threads, 1, 1},
        .shared_bytes = shape->shared_bytes,
    };
    return scree_cuda_run(state->device, &launch, parameters, state->device->compute);
}

static scree_result make_columns(const scree_distance_state *state, const slab *made)
{
    static const char *const kernels[2][2] = {{"columns", "columns_nearest"}, {"columns_long", "columns_long_nearest"}};
    const scree_cuda_exact *exact = state->exact;
    const scree_line_shape *shape = &exact->shape.columns;
    scree_cuda_lines parameters = common_lines(state, made, shape);
    parameters.squares = words_of(&exact->squares);
    parameters.made = shape->is_long ? words_of(&exact->sums) : words_of(&exact->squares);
    parameters.nearest = words_of(&exact->nearest[0]);
    parameters.made_nearest = words_of(&exact->nearest[1]);
    parameters.step = state->plan->columns << exact->shape.layers_log;
    parameters.across = state->plan->columns;
    parameters.across_step = UINT64_C(1) << exact->shape.layers_log;
    parameters.side = state->plan->side[1];
    return run_lines(state, made, shape, kernels[shape->is_long], &parameters);
}

static scree_result make_rows(const scree_distance_state *state, const slab *made)
{
    static const char *const kernels[2][2] = {{"rows", "rows_nearest"}, {"rows_long", "rows_long_nearest"}};
    const scree_cuda_exact *exact = state->exact;
    const scree_line_shape *shape = &exact->shape.rows;
    scree_cuda_lines parameters = common_lines(state, made, shape);
    parameters.squares = exact->shape.columns.is_long ? words_of(&exact->sums) : words_of(&exact->squares);
    parameters.nearest = words_of(&exact->nearest[1]);
    parameters.distance = (float *)(uintptr_t)made->distance;
    parameters.voxels = (uint32_t *)(uintptr_t)made->nearest;
    parameters.step = UINT32_C(1) << exact->shape.layers_log;
    parameters.across = state->plan->rows;
    parameters.across_step = (uint64_t)state->plan->columns << exact->shape.layers_log;
    parameters.side = state->plan->side[0];
    return run_lines(state, made, shape, kernels[shape->is_long], &parameters);
}

static scree_result make_slab(const scree_distance_state *state, const slab *made)
{
    scree_result result = make_squares(state, made);
    if (result == SCREE_OK) {
        result = make_columns(state, made);
    }
    return result == SCREE_OK ? make_rows(state, made) : result;
}

scree_result scree_cuda_exact_layers(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                     CUdeviceptr nearest)
{
    const scree_cuda_exact *exact = state->exact;
    uint64_t end = first + layers;
    uint64_t end_block = scree_parts(end, UINT64_C(1) << exact->shape.layers_log);
    scree_result result = SCREE_OK;
    for (uint64_t block = first >> exact->shape.layers_log; block < end_block && result == SCREE_OK;
         block += exact->shape.slab_blocks) {
        const slab made = {
            .first_block = (uint32_t)block,
            .blocks = (uint32_t)scree_least(exact->shape.slab_blocks, end_block - block),
            .first_layer = first,
            .end_layer = end,
            .distance = distance,
            .nearest = nearest,
        };
        result = make_slab(state, &made);
    }
    return result;
}
