/*
 * The exact distance transform on a GPU: lower envelopes along lines (Felzenszwalb and Huttenlocher; Meijster, Roerdink
 * and Hesselink). Layers are made in slabs: first the squares of their columns, then the smallest sums along y, and
 * along x.
 */
#include <stdlib.h>

#include "context_internal.h"
#include "distance_layout.h"
#include "distance_shape.h"
#include "gpu_constants.h"
#include "gpu_distance.h"

/*
 * Words of a slab, beyond which larger slabs gain nothing, and bytes of voxels in one upload. A single layer may have
 * more.
 */
#define SLAB_WORDS ((uint64_t)1 << 26)
#define SENT_BYTES ((uint64_t)64 << 20)
/* Divisor of the free memory: the part of it that a slab, or an upload of voxels, may take. */
#define SLAB_SHARE 16u
/* Slabs in a part of the layers. Each takes three dispatches, and commands hold SCREE_GPU_DISPATCHES. */
#define PART_SLABS 8u
/* Sizes of shared memory that lines are rounded up to, where each size costs a pipeline. */
#define SHARED_STEPS 8u
/* Maximum lines of a tile: the number of threads that most devices run in lockstep. */
#define MOST_LINES_LOG 5u
#define WORD_LAYERS 32u
/*
 * Words of a column that one thread joins in one dispatch, where words are joined in steps: half of the iterations
 * after which Mesa's llvmpipe leaves loops early (loop_watchdog.glsl), because these loops have no watchdog.
 */
#define MOST_JOINED_WORDS ((uint64_t)1 << 15)
/* Tables of voxels: their bits, and for each word of bits the results from the words before it and behind it. */
#define TABLES 3u
#define BITS 0
#define BEFORE 1
#define AFTER 2

struct scree_gpu_exact {
    scree_distance_shape shape;
    scree_gpu_memory voxels[TABLES]; /* All tables are in the first block of memory if one can hold them. */
    scree_gpu_span table[TABLES];
    scree_gpu_memory squares; /* The squares of columns, and the smallest sums along y where these can replace them. */
    scree_gpu_memory sums;
    scree_gpu_memory nearest[2];
    scree_gpu_memory work; /* Strips of long lines. */
};

static void choose_shape(const scree_distance_state *state, scree_gpu_exact *exact)
{
    const scree_gpu_limits *limits = &state->gpu->limits;
    uint64_t available = state->gpu->functions->memory_available(state->gpu) / SLAB_SHARE;
    uint64_t words = scree_min(available, scree_gpu_window_bytes(state->gpu)) / SCREE_GPU_WORD;
    const bool has_tiles = scree_gpu_distance_programs_of(state->gpu)->has_line_tiles;
    const scree_block_limits blocks = {.threads = (uint32_t)scree_min(limits->threads, DISTANCE_MOST_THREADS),
                                       .shared_bytes = limits->shared_bytes,
                                       .lines_log = MOST_LINES_LOG,
                                       .has_tiles = has_tiles,
                                       .has_stages = has_tiles};
    exact->shape = scree_distance_shape_choose(state->plan, blocks, scree_min(words, SLAB_WORDS));
}

/* Lines that were loaded into shared memory may be overwritten. */
static bool is_in_place(const scree_distance_state *state, const scree_gpu_exact *exact)
{
    return scree_gpu_distance_programs_of(state->gpu)->has_line_tiles && !exact->shape.columns.is_long;
}

static void release_slab(const scree_distance_state *state, scree_gpu_exact *exact)
{
    scree_gpu_memory *all[] = {&exact->squares,    &exact->sums, &exact->nearest[0],
                               &exact->nearest[1], &exact->work, NULL};
    scree_gpu_free_all(state->gpu, all);
}

static scree_result take_slab(const scree_distance_state *state, scree_gpu_exact *exact)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t bytes = scree_distance_slab_words(plan, &exact->shape) * SCREE_GPU_WORD;
    uint64_t nearest_bytes = state->wants_nearest ? bytes : 0;
    uint64_t work_bytes = scree_distance_work_words(plan, &exact->shape) * SCREE_GPU_WORD;
    scree_result result = SCREE_OK;
    scree_gpu_take(state->gpu, SCREE_GPU_ON_DEVICE, bytes, &exact->squares, &result);
    scree_gpu_take(state->gpu, SCREE_GPU_ON_DEVICE, is_in_place(state, exact) ? 0 : bytes, &exact->sums, &result);
    scree_gpu_take(state->gpu, SCREE_GPU_ON_DEVICE, nearest_bytes, &exact->nearest[0], &result);
    scree_gpu_take(state->gpu, SCREE_GPU_ON_DEVICE, nearest_bytes, &exact->nearest[1], &result);
    scree_gpu_take(state->gpu, SCREE_GPU_ON_DEVICE, work_bytes, &exact->work, &result);
    return result;
}

/* Finds the largest slab that fits. */
static scree_result find_slab(scree_distance_state *state, scree_gpu_exact *exact)
{
    for (;;) {
        scree_result result = take_slab(state, exact);
        if (result == SCREE_OK) {
            uint64_t layers = (uint64_t)exact->shape.slab_blocks << exact->shape.layers_log;
            state->part_layers = scree_min(state->part_layers, PART_SLABS * layers);
        }
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        release_slab(state, exact);
        if (!scree_distance_shape_lessen(&exact->shape)) {
            return scree_fail(state->gpu->base.context, result,
                              "%s: no memory for a layer of a distance field of %llu bytes", state->gpu->base.label,
                              (unsigned long long)(state->plan->plane * SCREE_GPU_WORD));
        }
    }
}

/* Records a dispatch and a barrier behind it. */
static void record(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch)
{
    scree_gpu_run(commands, dispatch);
    scree_gpu_barrier(commands, false);
}

/* A dispatch over the columns of voxels, one thread for each column or word. */
static scree_gpu_dispatch over_columns(const scree_distance_state *state, uint32_t task, const scree_gpu_voxels *voxels,
                                       uint64_t layers)
{
    scree_gpu_dispatch dispatch = {.program = SCREE_GPU_VOXELS,
                                   .specialisation = {[CONSTANT_SOURCE] = task},
                                   .constants = voxels,
                                   .constants_bytes = sizeof *voxels};
    scree_gpu_number_groups(state->gpu, scree_div_round_up(state->plan->plane, DISTANCE_GROUP), layers, &dispatch);
    return dispatch;
}

/* Uploads some layers and packs them into bits: whole words, or a part of one. */
static scree_result send_layers(scree_distance_state *state, const scree_gpu_memory *sent, uint64_t first,
                                uint64_t layers)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t words = scree_div_round_up(layers, WORD_LAYERS);
    uint64_t bytes = layers * plan->plane;
    scree_gpu_voxels voxels = {.plane = (uint32_t)plan->plane,
                               .layers = (uint32_t)layers,
                               .first_bit = (uint32_t)(first % WORD_LAYERS),
                               .wide_plane = plan->plane};
    scree_result result =
        scree_gpu_write(state->gpu, (scree_gpu_span){sent, 0, bytes}, plan->occupancy + first * plan->plane);
    if (result == SCREE_OK) {
        result = scree_gpu_distance_begin(state);
    }
    if (result == SCREE_OK) {
        scree_gpu_dispatch dispatch = over_columns(state, VOXELS_PACK, &voxels, words);
        dispatch.spans[BINDING_SOURCE] = scree_gpu_whole(sent);
        dispatch.spans[BINDING_SQUARES] = scree_gpu_window(state->gpu, state->exact->table[BITS],
                                                           first / WORD_LAYERS * plan->plane, words * plan->plane,
                                                           &voxels.bits_skip);
        record(state->commands, &dispatch);
        result = scree_gpu_distance_end(state, bytes);
    }
    return result;
}

/* Joins the words of columns from one word on: writes what they need to know of other words. */
static scree_result join_words(scree_distance_state *state, uint32_t task, const scree_gpu_memory *rest, uint64_t first,
                               uint64_t words, bool is_first)
{
    const scree_gpu *gpu = state->gpu;
    const scree_gpu_exact *exact = state->exact;
    uint64_t plane = state->plan->plane;
    scree_gpu_voxels voxels = {.plane = (uint32_t)plane,
                               .layers = state->plan->layers,
                               .words = (uint32_t)words,
                               .first_word = (uint32_t)first,
                               .is_first = is_first,
                               .wide_plane = plane};
    scree_gpu_span table = exact->table[task == VOXELS_JOIN_DOWN ? AFTER : BEFORE];
    scree_result result = scree_gpu_distance_begin(state);
    if (result == SCREE_OK) {
        scree_gpu_dispatch dispatch = over_columns(state, task, &voxels, 1);
        dispatch.spans[BINDING_SQUARES] =
            scree_gpu_window(gpu, exact->table[BITS], first * plane, words * plane, &voxels.bits_skip);
        dispatch.spans[BINDING_TABLE] = scree_gpu_window(gpu, table, first * plane, words * plane, &voxels.table_skip);
        dispatch.spans[BINDING_STATE] = scree_gpu_whole(rest);
        record(state->commands, &dispatch);
        result = scree_gpu_distance_end(state, 0);
    }
    return result;
}

/* Joins all words in steps, as many at a time as a span holds and a thread may join. */
static scree_result join_in_steps(scree_distance_state *state, uint64_t words)
{
    uint64_t plane = state->plan->plane;
    uint64_t reached = scree_gpu_window_bytes(state->gpu) / (plane * SCREE_GPU_WORD);
    uint64_t most = scree_min(scree_min(reached, MOST_JOINED_WORDS), words);
    uint64_t runs = scree_div_round_up(words, most);
    scree_gpu_memory rest = {0};
    scree_result result = SCREE_OK;
    scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, 2 * plane * SCREE_GPU_WORD, &rest, "a distance field's solid",
                      &result);
    for (uint64_t run = 0; run < runs && result == SCREE_OK; run++) {
        uint64_t first = run * most;
        result = join_words(state, VOXELS_JOIN_UP, &rest, first, scree_min(most, words - first), run == 0);
    }
    for (uint64_t run = runs; run-- > 0 && result == SCREE_OK;) {
        uint64_t first = run * most;
        result = join_words(state, VOXELS_JOIN_DOWN, &rest, first, scree_min(most, words - first), run == runs - 1);
    }
    scree_gpu_free(state->gpu, &rest);
    return result;
}

/* Layers in one upload of voxels: whole words of layers, or a part of a word so that none is in two uploads. */
static uint64_t layers_to_send(const scree_distance_state *state)
{
    uint64_t available = state->gpu->functions->memory_available(state->gpu) / SLAB_SHARE;
    uint64_t bytes = scree_min(scree_min(SENT_BYTES, available), scree_gpu_window_bytes(state->gpu));
    uint64_t most = bytes / state->plan->plane;
    uint64_t layers = most / WORD_LAYERS * WORD_LAYERS;
    for (uint64_t part = WORD_LAYERS / 2; layers == 0; part /= 2) {
        layers = part <= most || part == 1 ? part : 0;
    }
    return scree_min(scree_min(layers, SCREE_GPU_MOST_GROUPS * WORD_LAYERS), state->plan->layers);
}

/* Checks that a span can hold the words of two columns: the results from before and from behind. */
static scree_result check_voxels(const scree_distance_state *state)
{
    const scree_gpu *gpu = state->gpu;
    uint64_t columns = scree_gpu_window_bytes(gpu) / (2 * SCREE_GPU_WORD);
    return state->plan->plane <= columns
               ? SCREE_OK
               : scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                            "%s: a layer of the volume has %llu voxels; its shaders reach %llu", gpu->base.label,
                            (unsigned long long)state->plan->plane, (unsigned long long)columns);
}

/* Allocates memory for the tables of voxels, in one block if possible. */
static scree_result take_tables(const scree_distance_state *state, uint64_t words)
{
    static const char purpose[] = "a distance field's solid";
    scree_gpu_exact *exact = state->exact;
    uint64_t bytes = words * state->plan->plane * SCREE_GPU_WORD;
    bool is_one = bytes <= state->gpu->limits.memory_bytes / TABLES;
    scree_result result = check_voxels(state);
    for (uint32_t i = 0; i < (is_one ? 1 : TABLES); i++) {
        scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, is_one ? TABLES * bytes : bytes, &exact->voxels[i], purpose,
                          &result);
    }
    for (uint32_t i = 0; i < TABLES; i++) {
        exact->table[i] = (scree_gpu_span){&exact->voxels[is_one ? 0 : i], is_one ? i * bytes : 0, bytes};
    }
    return result;
}

/* Uploads the voxels, some layers at a time, and packs them into bits. */
static scree_result send_voxels(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t words = scree_div_round_up(plan->layers, WORD_LAYERS);
    uint64_t most = layers_to_send(state);
    scree_gpu_memory sent = {0};
    scree_result result = take_tables(state, words);
    scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, most * plan->plane, &sent, "a distance field's solid", &result);
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += most) {
        result = send_layers(state, &sent, first, scree_min(most, plan->layers - first));
    }
    scree_gpu_free(state->gpu, &sent);
    if (result != SCREE_OK) {
        return result;
    }
    return scree_gpu_distance_programs_of(state->gpu)->joins_at_once
               ? join_words(state, VOXELS_JOIN, &state->exact->voxels[0], 0, words, true)
               : join_in_steps(state, words);
}

static scree_result prepare(scree_distance_state *state)
{
    scree_gpu_exact *exact = calloc(1, sizeof *exact);
    state->exact = exact;
    if (exact == NULL) {
        return scree_fail(state->gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    choose_shape(state, exact);
    scree_result result = find_slab(state, exact);
    if (result == SCREE_OK && state->plan->occupancy != NULL) {
        result = send_voxels(state);
    }
    return result;
}

static void destroy(scree_distance_state *state)
{
    if (state->exact != NULL) {
        scree_gpu_memory *tables[] = {&state->exact->voxels[0], &state->exact->voxels[1], &state->exact->voxels[2],
                                      NULL};
        release_slab(state, state->exact);
        scree_gpu_free_all(state->gpu, tables);
        free(state->exact);
        state->exact = NULL;
    }
}

/* Some blocks of layers, and the requested layers among them. */
typedef struct slab {
    const scree_gpu_layers *layers;
    uint32_t first_block;
    uint32_t blocks;
    uint64_t first_layer; /* The first layer of the volume to write, and the end of these layers. */
    uint64_t end_layer;
} slab;

/* Finds the words of the voxels that a slab reads. */
static void find_voxels(const scree_distance_state *state, const slab *current, scree_gpu_squares *squares,
                        scree_gpu_dispatch *dispatch)
{
    const scree_gpu *gpu = state->gpu;
    const scree_gpu_exact *exact = state->exact;
    uint64_t first = ((uint64_t)current->first_block << exact->shape.layers_log) / WORD_LAYERS;
    uint64_t end = ((uint64_t)current->first_block + current->blocks) << exact->shape.layers_log;
    uint64_t words = scree_div_round_up(scree_min(end, state->plan->layers), WORD_LAYERS) - first;
    uint64_t offset = first * state->plan->plane;
    words *= state->plan->plane;
    squares->first_word = (uint32_t)first;
    dispatch->spans[BINDING_SOURCE] = scree_gpu_window(gpu, exact->table[BITS], offset, words, &squares->source_skip);
    dispatch->spans[BINDING_BEFORE] = scree_gpu_window(gpu, exact->table[BEFORE], offset, words, &squares->before_skip);
    dispatch->spans[BINDING_AFTER] = scree_gpu_window(gpu, exact->table[AFTER], offset, words, &squares->after_skip);
}

static void make_squares(const scree_distance_state *state, const slab *current)
{
    const scree_distance_plan *plan = state->plan;
    const scree_gpu_exact *exact = state->exact;
    uint32_t layers_log = exact->shape.layers_log;
    scree_gpu_squares squares = {
        .plane = (uint32_t)plan->plane,
        .layers = plan->layers,
        .first_block = current->first_block,
        .is_open = plan->params.edge == SCREE_DISTANCE_EDGE_OPEN,
        .layers_log = layers_log,
        .side = plan->side[2],
        .top_level = (float)((double)plan->layers * plan->params.voxel[2]),
        .run_log = (uint32_t)scree_min(layers_log, scree_gpu_distance_programs_of(state->gpu)->column_run_log),
        .wide_plane = plan->plane};
    scree_gpu_dispatch dispatch = {
        .program = plan->is_whole ? SCREE_GPU_SQUARES_WHOLE : SCREE_GPU_SQUARES_REAL,
        .specialisation = {[CONSTANT_FINDS_NEAREST] = state->wants_nearest,
                           [CONSTANT_SOURCE] = plan->tops != NULL      ? SOURCE_TOPS
                                               : plan->heights != NULL ? SOURCE_HEIGHTS
                                                                       : SOURCE_BITS},
        .constants = &squares,
        .constants_bytes = sizeof squares,
        .spans = {[BINDING_SQUARES] = scree_gpu_whole(&exact->squares),
                  [BINDING_NEAREST] = scree_gpu_whole(&exact->nearest[0])},
    };
    if (plan->occupancy != NULL) {
        find_voxels(state, current, &squares, &dispatch);
    } else {
        dispatch.spans[BINDING_SOURCE] = scree_gpu_whole(plan->tops != NULL ? &state->tops : &state->heights);
        dispatch.spans[BINDING_BEFORE] = scree_gpu_whole(&state->levels);
    }
    uint64_t threads = plan->plane << (layers_log - squares.run_log);
    scree_gpu_number_groups(state->gpu, scree_div_round_up(threads, DISTANCE_GROUP), current->blocks, &dispatch);
    record(current->layers->commands, &dispatch);
}

/* Constants of lines along y and along x. */
static scree_gpu_lines common_lines(const scree_distance_state *state, const slab *current,
                                    const scree_line_shape *shape, uint32_t across)
{
    const scree_distance_plan *plan = state->plan;
    const scree_distance_shape *all = &state->exact->shape;
    return (scree_gpu_lines){
        .count = shape->count,
        .across = across,
        .block_words = (uint32_t)(plan->plane << all->layers_log),
        .tiles = (uint32_t)scree_distance_tiles(all, shape, across),
        .lines_log = shape->lines_log,
        .layers_log = all->layers_log,
        .first_block = current->first_block,
        .columns = plan->columns,
        .rows = plan->rows,
        .first_layer = (uint32_t)current->first_layer,
        .end_layer = (uint32_t)current->end_layer,
        .measures = scree_distance_measures(plan),
        .is_negated = plan->params.sign == SCREE_DISTANCE_SIGN_BOTH,
        .unit = plan->unit,
        .margin = plan->margin,
        .clip = plan->clip,
    };
}

/* Words of shared memory, rounded up where each size costs a pipeline, because pipelines take long to create. */
static uint32_t shared_words(const scree_gpu *gpu, const scree_line_shape *shape)
{
    uint64_t words = shape->shared_bytes / SCREE_GPU_WORD;
    if (!gpu->limits.has_pipelines) {
        return (uint32_t)words;
    }
    uint64_t most = gpu->limits.shared_bytes / SCREE_GPU_WORD;
    uint64_t step = most / SHARED_STEPS;
    return (uint32_t)(shape->is_long ? 1 : scree_min(scree_div_round_up(words, step) * step, most));
}

/* Threads of a group, rounded for the same reason. */
static uint32_t group_threads(const scree_gpu *gpu, const scree_line_shape *shape)
{
    uint32_t threads = STAGE_THREADS;
    while (threads < shape->threads) {
        threads *= 2;
    }
    return gpu->limits.has_pipelines && threads <= gpu->limits.threads ? threads : shape->threads;
}

/* Chooses the program of lines along y or x. */
static void choose_lines(const scree_distance_state *state, const scree_line_shape *shape, scree_gpu_dispatch *dispatch)
{
    dispatch->program = state->plan->is_whole ? SCREE_GPU_LINES_WHOLE : SCREE_GPU_LINES_REAL;
    dispatch->specialisation[CONSTANT_THREADS] = group_threads(state->gpu, shape);
    dispatch->specialisation[CONSTANT_SHARED_WORDS] = shared_words(state->gpu, shape);
    dispatch->specialisation[CONSTANT_IS_FIELD] = shape == &state->exact->shape.rows;
    dispatch->specialisation[CONSTANT_FINDS_NEAREST] = state->wants_nearest;
    dispatch->specialisation[CONSTANT_IS_LONG] = shape->is_long;
}

static void record_lines(const scree_distance_state *state, const slab *current, const scree_line_shape *shape,
                         const scree_gpu_lines *lines, scree_gpu_dispatch *dispatch)
{
    const scree_gpu_exact *exact = state->exact;
    choose_lines(state, shape, dispatch);
    dispatch->constants = lines;
    dispatch->constants_bytes = sizeof *lines;
    dispatch->spans[BINDING_WORK] = scree_gpu_whole(&exact->work);
    scree_gpu_number_groups(state->gpu, lines->tiles, current->blocks, dispatch);
    record(current->layers->commands, dispatch);
}

/* Memory of the smallest sums along y. */
static const scree_gpu_memory *sums_of(const scree_distance_state *state)
{
    return is_in_place(state, state->exact) ? &state->exact->squares : &state->exact->sums;
}

static void make_columns(const scree_distance_state *state, const slab *current)
{
    const scree_gpu_exact *exact = state->exact;
    scree_gpu_lines lines = common_lines(state, current, &exact->shape.columns, state->plan->columns);
    lines.step = state->plan->columns << exact->shape.layers_log;
    lines.across_step = UINT32_C(1) << exact->shape.layers_log;
    lines.side = state->plan->side[1];
    scree_gpu_dispatch dispatch = {.spans = {[BINDING_SQUARES] = scree_gpu_whole(&exact->squares),
                                             [BINDING_SUMS] = scree_gpu_whole(sums_of(state)),
                                             [BINDING_NEAREST] = scree_gpu_whole(&exact->nearest[0]),
                                             [BINDING_VOXELS] = scree_gpu_whole(&exact->nearest[1])}};
    record_lines(state, current, &exact->shape.columns, &lines, &dispatch);
}

static void make_rows(const scree_distance_state *state, const slab *current)
{
    const scree_gpu_exact *exact = state->exact;
    const scree_gpu_layers *layers = current->layers;
    uint64_t first = (current->first_layer - layers->first) * state->plan->plane;
    uint64_t words = (current->end_layer - current->first_layer) * state->plan->plane;
    scree_gpu_lines lines = common_lines(state, current, &exact->shape.rows, state->plan->rows);
    lines.step = UINT32_C(1) << exact->shape.layers_log;
    lines.across_step = state->plan->columns << exact->shape.layers_log;
    lines.side = state->plan->side[0];
    scree_gpu_dispatch dispatch = {.spans = {[BINDING_SQUARES] = scree_gpu_whole(sums_of(state)),
                                             [BINDING_NEAREST] = scree_gpu_whole(&exact->nearest[1])}};
    dispatch.spans[BINDING_DISTANCE] =
        scree_gpu_window(state->gpu, layers->distance, first, words, &lines.distance_skip);
    if (layers->nearest.memory != NULL) {
        dispatch.spans[BINDING_VOXELS] = scree_gpu_window(state->gpu, layers->nearest, first, words, &lines.voxel_skip);
    }
    record_lines(state, current, &exact->shape.rows, &lines, &dispatch);
}

static void prepare_lines(const scree_distance_state *state)
{
    scree_gpu_dispatch columns = {0};
    scree_gpu_dispatch rows = {0};
    choose_lines(state, &state->exact->shape.columns, &columns);
    choose_lines(state, &state->exact->shape.rows, &rows);
    scree_gpu_prepare(state->gpu, &rows);
    scree_gpu_prepare(state->gpu, &columns);
}

static void make_all(scree_distance_state *state, const scree_gpu_layers *layers)
{
    const scree_distance_shape *shape = &state->exact->shape;
    prepare_lines(state);
    uint64_t end = layers->first + layers->layers;
    uint64_t end_block = scree_div_round_up(end, UINT64_C(1) << shape->layers_log);
    for (uint64_t block = layers->first >> shape->layers_log; block < end_block; block += shape->slab_blocks) {
        uint64_t blocks = scree_min(shape->slab_blocks, end_block - block);
        uint64_t block_start = block << shape->layers_log;
        const slab current = {.layers = layers,
                              .first_block = (uint32_t)block,
                              .blocks = (uint32_t)blocks,
                              .first_layer = block_start > layers->first ? block_start : layers->first,
                              .end_layer = scree_min((block + blocks) << shape->layers_log, end)};
        make_squares(state, &current);
        make_columns(state, &current);
        make_rows(state, &current);
    }
}

const struct scree_gpu_distance_method scree_gpu_exact_method = {
    .prepare = prepare, .layers = make_all, .destroy = destroy};
