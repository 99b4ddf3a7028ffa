/*
 * The exact distance transform on a Vulkan device. Layers are made in slabs: first the squares of their columns, then
 * the least sums along y, and along x.
 */
#include <stdlib.h>

#include "context_internal.h"
#include "distance_layout.h"
#include "distance_shape.h"
#include "distance_state.h"
#include "watch_layout.h"
#include "whole_numbers.h"

/* Words of a slab that are worth having, and bytes of voxels that are sent at a time. */
#define SLAB_WORDS ((uint64_t)1 << 26)
#define SENT_BYTES ((uint64_t)64 << 20)
/* The part of the free memory that a slab may take. */
#define SLAB_SHARE 16u
/* Slabs of a part of the layers: three descriptor sets each, and a recording has as many parts as the session likes. */
#define PART_SLABS 8u
/* Threads of a work group of lines at most. */
#define MOST_THREADS 512u
/* Work groups along x that every device takes. */
#define MOST_GROUPS ((uint64_t)65535)
/* Lines of a tile at most: as many as there are threads side by side on most devices. */
#define MOST_LINES_LOG 5u
/* The memory of a work group is asked for in so many steps, so that many shapes have one pipeline. */
#define SHARED_STEPS 8u
#define WORD_LAYERS 32u
/* Words of a column that a thread joins in one dispatch. Half of the turns of loops after which Mesa's llvmpipe leaves
   them early (loop_watch.glsl), for these are not watched. */
#define MOST_JOINED_WORDS ((uint64_t)1 << 15)
#define WORD ((uint64_t)sizeof(uint32_t))

_Static_assert(STRIP == SCREE_STRIP_PLACES && PART == SCREE_STRIP_PART_PLACES && PARTS == STRIP / PART,
               "places of strips and parts");
_Static_assert(STRIP_WORDS == SCREE_STRIP_WORDS, "words of strips");

struct scree_vulkan_exact {
    scree_distance_shape shape;
    scree_vulkan_memory bits; /* Of voxels; and what words know of those before and behind them. */
    scree_vulkan_memory before;
    scree_vulkan_memory after;
    scree_vulkan_memory squares; /* Of columns, */
    scree_vulkan_memory sums;    /* and least sums along y. */
    scree_vulkan_memory nearest[2];
    scree_vulkan_memory work; /* Of long lines. */
};

/* Bytes that one binding reaches, wherever it starts. */
static uint64_t binding_bytes(const scree_vulkan_device *device)
{
    const VkPhysicalDeviceLimits *limits = &device->traits.limits;
    return limits->maxStorageBufferRange - limits->minStorageBufferOffsetAlignment;
}

static void choose_shape(const scree_distance_state *state, scree_vulkan_exact *exact)
{
    const scree_vulkan_device *device = state->device;
    const VkPhysicalDeviceLimits *limits = &device->traits.limits;
    uint64_t unused = scree_vulkan_free_bytes(&device->instance, &device->traits) / SLAB_SHARE;
    uint64_t words = scree_least(scree_least(unused, binding_bytes(device)) / WORD, SLAB_WORDS);
    uint64_t threads = scree_least(limits->maxComputeWorkGroupInvocations, limits->maxComputeWorkGroupSize[0]);
    const scree_block_limits blocks = {.threads = (uint32_t)scree_least(threads, MOST_THREADS),
                                       .shared_bytes = limits->maxComputeSharedMemorySize,
                                       .lines_log = MOST_LINES_LOG};
    exact->shape = scree_distance_shape_choose(state->plan, blocks, words);
}

static void take(const scree_distance_state *state, uint64_t bytes, scree_vulkan_memory *memory, scree_result *result)
{
    if (*result == SCREE_OK && bytes > 0) {
        *result = scree_vulkan_memory_create(state->device, SCREE_VULKAN_ON_DEVICE, bytes, memory);
    }
}

static void release_slab(const scree_distance_state *state, scree_vulkan_exact *exact)
{
    scree_vulkan_memory *all[] = {&exact->squares, &exact->sums, &exact->nearest[0], &exact->nearest[1], &exact->work};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        scree_vulkan_memory_destroy(state->device, all[i]);
    }
}

static scree_result take_slab(const scree_distance_state *state, scree_vulkan_exact *exact)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t bytes = scree_distance_slab_words(plan, &exact->shape) * WORD;
    scree_result result = SCREE_OK;
    take(state, bytes, &exact->squares, &result);
    take(state, bytes, &exact->sums, &result);
    take(state, state->wants_nearest ? bytes : 0, &exact->nearest[0], &result);
    take(state, state->wants_nearest ? bytes : 0, &exact->nearest[1], &result);
    take(state, scree_distance_work_words(plan, &exact->shape) * WORD, &exact->work, &result);
    return result;
}

/* A slab as large as fits. */
static scree_result find_slab(scree_distance_state *state, scree_vulkan_exact *exact)
{
    for (;;) {
        scree_result result = take_slab(state, exact);
        if (result == SCREE_OK) {
            uint64_t layers = (uint64_t)exact->shape.slab_blocks << exact->shape.layers_log;
            state->part_layers = scree_least(state->part_layers, PART_SLABS * layers);
        }
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
        release_slab(state, exact);
        if (!scree_distance_shape_lessen(&exact->shape)) {
            return scree_fail(state->device->base.context, result,
                              "%s: no memory for a layer of a distance field of %llu bytes", state->device->base.label,
                              (unsigned long long)(state->plan->plane * WORD));
        }
    }
}

/* A dispatch: its bindings, so many of which are bound so far, and its push constants. */
typedef struct dispatch {
    scree_vulkan_commands *commands;
    VkPipeline pipeline;
    scree_vulkan_binding bindings[BINDING_COUNT];
    uint32_t bound;
    const void *push;
    uint32_t push_bytes;
    uint64_t groups; /* Along x, and y where they are many. */
    uint32_t layers; /* Along z. */
} dispatch;

static void bind(dispatch *made, scree_vulkan_binding binding)
{
    made->bindings[made->bound++] = binding;
}

/* All of a memory; nothing where there is none. */
static void bind_memory(dispatch *made, uint32_t number, const scree_vulkan_memory *memory)
{
    if (memory->handle != VK_NULL_HANDLE) {
        bind(made, (scree_vulkan_binding){number, memory->handle, 0, memory->bytes});
    }
}

/* Shaders name bindings that they never touch: those are of `other`. */
static void bind_rest(dispatch *made, const scree_vulkan_memory *other)
{
    uint32_t is_bound = 0;
    for (uint32_t i = 0; i < made->bound; i++) {
        is_bound |= 1u << made->bindings[i].number;
    }
    for (uint32_t number = 0; number < BINDING_WATCH; number++) {
        if ((is_bound >> number & 1u) == 0) {
            bind_memory(made, number, other);
        }
    }
}

/* Records a dispatch, and that all later ones follow it. */
static scree_result record(const scree_distance_state *state, dispatch *made)
{
    VkDescriptorSet set = VK_NULL_HANDLE;
    uint64_t x = scree_least(made->groups, MOST_GROUPS);
    scree_result result = scree_vulkan_bind(state->device, made->commands, made->bindings, made->bound, &set);
    if (result == SCREE_OK) {
        scree_vulkan_dispatch(state->device, made->commands->compute, made->pipeline, set, made->push, made->push_bytes,
                              (uint32_t)x, (uint32_t)scree_parts(made->groups, x), made->layers);
        scree_vulkan_barrier(state->device, made->commands->compute);
    }
    return result;
}

/* As the shader of voxels takes them. */
typedef struct voxels_push {
    uint32_t plane;
    uint32_t layers;
    uint32_t first_bit;
    uint32_t words;
    uint32_t first_word;
    uint32_t bits_skip;
    uint32_t table_skip;
    uint32_t is_first;
} voxels_push;

static scree_result get_voxels(const scree_distance_state *state, uint32_t task, VkPipeline *pipeline)
{
    const uint32_t constants[CONSTANT_COUNT] = {[CONSTANT_SOURCE] = task};
    return scree_vulkan_pipeline_get(state->device, SCREE_VULKAN_VOXELS, constants, pipeline);
}

static scree_vulkan_span span_of(const scree_vulkan_memory *memory)
{
    return (scree_vulkan_span){.buffer = memory->handle};
}

/* Sends some layers, which become bits: whole words, or a part of one. */
static scree_result send_layers(scree_distance_state *state, const scree_vulkan_memory *sent, uint64_t first,
                                uint64_t layers)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t words = scree_parts(layers, WORD_LAYERS);
    voxels_push push = {
        .plane = (uint32_t)plan->plane, .layers = (uint32_t)layers, .first_bit = (uint32_t)(first % WORD_LAYERS)};
    dispatch made = {.commands = &state->commands,
                     .push = &push,
                     .push_bytes = sizeof push,
                     .groups = scree_parts(plan->plane, DISTANCE_GROUP),
                     .layers = (uint32_t)words};
    scree_result result = get_voxels(state, VOXELS_PACK, &made.pipeline);
    if (result == SCREE_OK) {
        result = scree_vulkan_write(state->device, sent->handle, 0, layers * plan->plane,
                                    plan->occupancy + first * plan->plane);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_distance_begin(state);
    }
    if (result == SCREE_OK) {
        bind_memory(&made, BINDING_SOURCE, sent);
        bind(&made, scree_vulkan_bind_words(state->device, BINDING_SQUARES, span_of(&state->exact->bits),
                                            first / WORD_LAYERS * plan->plane, words * plan->plane, &push.bits_skip));
        bind_rest(&made, sent);
        result = record(state, &made);
    }
    return result == SCREE_OK ? scree_vulkan_distance_end(state, layers * plan->plane) : result;
}

/* Words of the columns from one on: what they have to know of others. */
static scree_result join_words(scree_distance_state *state, uint32_t task, const scree_vulkan_memory *rest,
                               uint64_t first, uint64_t words, bool is_first)
{
    const scree_vulkan_device *device = state->device;
    scree_vulkan_exact *exact = state->exact;
    uint64_t plane = state->plan->plane;
    voxels_push push = {.plane = (uint32_t)plane,
                        .layers = state->plan->layers,
                        .words = (uint32_t)words,
                        .first_word = (uint32_t)first,
                        .is_first = is_first};
    const scree_vulkan_memory *table = task == VOXELS_JOIN_UP ? &exact->before : &exact->after;
    dispatch made = {.commands = &state->commands,
                     .push = &push,
                     .push_bytes = sizeof push,
                     .groups = scree_parts(plane, DISTANCE_GROUP),
                     .layers = 1};
    scree_result result = get_voxels(state, task, &made.pipeline);
    if (result == SCREE_OK) {
        result = scree_vulkan_distance_begin(state);
    }
    if (result == SCREE_OK) {
        bind(&made, scree_vulkan_bind_words(device, BINDING_SQUARES, span_of(&exact->bits), first * plane,
                                            words * plane, &push.bits_skip));
        bind(&made, scree_vulkan_bind_words(device, BINDING_TABLE, span_of(table), first * plane, words * plane,
                                            &push.table_skip));
        bind_memory(&made, BINDING_STATE, rest);
        bind_rest(&made, rest);
        result = record(state, &made);
    }
    return result == SCREE_OK ? scree_vulkan_distance_end(state, 0) : result;
}

/* All words: as many at a time as a binding reaches and a thread may join. */
static scree_result join_all_words(scree_distance_state *state)
{
    uint64_t plane = state->plan->plane;
    uint64_t words = scree_parts(state->plan->layers, WORD_LAYERS);
    uint64_t most = scree_least(scree_least(binding_bytes(state->device) / (plane * WORD), MOST_JOINED_WORDS), words);
    uint64_t runs = scree_parts(words, most);
    scree_vulkan_memory rest = {0};
    scree_result result = scree_vulkan_memory_reserve(state->device, SCREE_VULKAN_ON_DEVICE, 2 * plane * WORD, &rest,
                                                      "a distance field's solid");
    for (uint64_t run = 0; run < runs && result == SCREE_OK; run++) {
        uint64_t first = run * most;
        result = join_words(state, VOXELS_JOIN_UP, &rest, first, scree_least(most, words - first), run == 0);
    }
    for (uint64_t run = runs; run-- > 0 && result == SCREE_OK;) {
        uint64_t first = run * most;
        result = join_words(state, VOXELS_JOIN_DOWN, &rest, first, scree_least(most, words - first), run == runs - 1);
    }
    scree_vulkan_memory_destroy(state->device, &rest);
    return result;
}

/* Layers of voxels that are sent at a time: whole words of them, or such a part of one that none is in two. */
static uint64_t layers_to_send(const scree_distance_state *state)
{
    uint64_t most = scree_least(SENT_BYTES, binding_bytes(state->device)) / state->plan->plane;
    uint64_t layers = most / WORD_LAYERS * WORD_LAYERS;
    for (uint64_t part = WORD_LAYERS / 2; layers == 0; part /= 2) {
        layers = part <= most || part == 1 ? part : 0;
    }
    return scree_least(layers, MOST_GROUPS * WORD_LAYERS);
}

static scree_result check_voxels(const scree_distance_state *state)
{
    uint64_t columns = binding_bytes(state->device) / (2 * WORD);
    return state->plan->plane <= columns
               ? SCREE_OK
               : scree_fail(state->device->base.context, SCREE_ERROR_UNSUPPORTED,
                            "%s: a layer of the volume has %llu voxels; its shaders reach %llu",
                            state->device->base.label, (unsigned long long)state->plan->plane,
                            (unsigned long long)columns);
}

/* Voxels go to the device some layers at a time, and become bits there. */
static scree_result send_voxels(scree_distance_state *state)
{
    static const char purpose[] = "a distance field's solid";
    const scree_distance_plan *plan = state->plan;
    scree_vulkan_exact *exact = state->exact;
    scree_vulkan_memory *tables[] = {&exact->bits, &exact->before, &exact->after};
    uint64_t bytes = scree_parts(plan->layers, WORD_LAYERS) * plan->plane * WORD;
    uint64_t most = scree_least(layers_to_send(state), plan->layers);
    scree_vulkan_memory sent = {0};
    scree_result result = check_voxels(state);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0] && result == SCREE_OK; i++) {
        result = scree_vulkan_memory_reserve(state->device, SCREE_VULKAN_ON_DEVICE, bytes, tables[i], purpose);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(state->device, SCREE_VULKAN_ON_DEVICE,
                                             scree_parts(most * plan->plane, WORD) * WORD, &sent, purpose);
    }
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += most) {
        result = send_layers(state, &sent, first, scree_least(most, plan->layers - first));
    }
    scree_vulkan_memory_destroy(state->device, &sent);
    return result == SCREE_OK ? join_all_words(state) : result;
}

scree_result scree_vulkan_exact_prepare(scree_distance_state *state)
{
    scree_vulkan_exact *exact = calloc(1, sizeof *exact);
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

void scree_vulkan_exact_destroy(scree_distance_state *state)
{
    if (state->exact != NULL) {
        release_slab(state, state->exact);
        scree_vulkan_memory_destroy(state->device, &state->exact->bits);
        scree_vulkan_memory_destroy(state->device, &state->exact->before);
        scree_vulkan_memory_destroy(state->device, &state->exact->after);
        free(state->exact);
        state->exact = NULL;
    }
}

/* Some blocks of layers, and what of them is asked for. */
typedef struct slab {
    scree_vulkan_commands *commands;
    uint32_t first_block;
    uint32_t blocks;
    uint64_t first_layer; /* Of the volume, that is written; and behind the last. */
    uint64_t end_layer;
    uint64_t first_word; /* Of that layer, in the field. */
    scree_vulkan_span distance;
    scree_vulkan_span nearest;
} slab;

/* As the shaders of squares take them. */
typedef struct squares_push {
    uint32_t plane;
    uint32_t layers;
    uint32_t first_block;
    uint32_t first_word;
    uint32_t source_skip;
    uint32_t before_skip;
    uint32_t after_skip;
    uint32_t is_open;
    uint32_t layers_log;
    float side;
    float top_level;
} squares_push;

/* The words of the voxels that a slab is in. */
static void bind_voxels(const scree_distance_state *state, const slab *made, dispatch *dispatched, squares_push *push)
{
    const scree_vulkan_device *device = state->device;
    const scree_vulkan_exact *exact = state->exact;
    uint64_t first = ((uint64_t)made->first_block << exact->shape.layers_log) / WORD_LAYERS;
    uint64_t end = ((uint64_t)made->first_block + made->blocks) << exact->shape.layers_log;
    uint64_t words = scree_parts(scree_least(end, state->plan->layers), WORD_LAYERS) - first;
    uint64_t place = first * state->plan->plane;
    words *= state->plan->plane;
    push->first_word = (uint32_t)first;
    bind(dispatched,
         scree_vulkan_bind_words(device, BINDING_SOURCE, span_of(&exact->bits), place, words, &push->source_skip));
    bind(dispatched,
         scree_vulkan_bind_words(device, BINDING_BEFORE, span_of(&exact->before), place, words, &push->before_skip));
    bind(dispatched,
         scree_vulkan_bind_words(device, BINDING_AFTER, span_of(&exact->after), place, words, &push->after_skip));
}

static scree_result make_squares(const scree_distance_state *state, const slab *made)
{
    const scree_distance_plan *plan = state->plan;
    const scree_vulkan_exact *exact = state->exact;
    const uint32_t constants[CONSTANT_COUNT] = {
        [CONSTANT_FINDS_NEAREST] = state->wants_nearest,
        [CONSTANT_SOURCE] = plan->tops != NULL      ? SOURCE_TOPS
                            : plan->heights != NULL ? SOURCE_HEIGHTS
                                                    : SOURCE_BITS,
    };
    squares_push push = {.plane = (uint32_t)plan->plane,
                         .layers = plan->layers,
                         .first_block = made->first_block,
                         .is_open = plan->params.edge == SCREE_EDGE_OPEN,
                         .layers_log = exact->shape.layers_log,
                         .side = plan->side[2],
                         .top_level = (float)((double)plan->layers * plan->params.voxel[2])};
    dispatch dispatched = {.commands = made->commands,
                           .push = &push,
                           .push_bytes = sizeof push,
                           .groups = scree_parts(plan->plane << exact->shape.layers_log, DISTANCE_GROUP),
                           .layers = made->blocks};
    scree_result result = scree_vulkan_pipeline_get(
        state->device, plan->is_whole ? SCREE_VULKAN_SQUARES_WHOLE : SCREE_VULKAN_SQUARES_REAL, constants,
        &dispatched.pipeline);
    if (result != SCREE_OK) {
        return result;
    }
    if (plan->occupancy != NULL) {
        bind_voxels(state, made, &dispatched, &push);
    } else {
        bind_memory(&dispatched, BINDING_SOURCE, plan->tops != NULL ? &state->tops : &state->heights);
        bind_memory(&dispatched, BINDING_BEFORE, &state->levels);
    }
    bind_memory(&dispatched, BINDING_SQUARES, &exact->squares);
    bind_memory(&dispatched, BINDING_NEAREST, &exact->nearest[0]);
    bind_rest(&dispatched, &exact->squares);
    return record(state, &dispatched);
}

/* As the shaders of lines take them. */
typedef struct lines_push {
    uint32_t count;
    uint32_t step;
    uint32_t across;
    uint32_t across_step;
    uint32_t block_words;
    uint32_t tiles;
    uint32_t lines_log;
    uint32_t layers_log;
    uint32_t first_block;
    uint32_t columns;
    uint32_t rows;
    uint32_t first_layer;
    uint32_t end_layer;
    uint32_t distance_skip;
    uint32_t voxel_skip;
    uint32_t measures;
    uint32_t is_negated;
    float side;
    float unit;
    float margin;
    float clip;
} lines_push;

/* What lines along y and x have in common. */
static lines_push common_lines(const scree_distance_state *state, const slab *made, const scree_line_shape *lines,
                               uint32_t across)
{
    const scree_distance_plan *plan = state->plan;
    const scree_distance_shape *shape = &state->exact->shape;
    return (lines_push){
        .count = lines->count,
        .across = across,
        .block_words = (uint32_t)(plan->plane << shape->layers_log),
        .tiles = (uint32_t)scree_distance_tiles(shape, lines, across),
        .lines_log = lines->lines_log,
        .layers_log = shape->layers_log,
        .first_block = made->first_block,
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

/* More than is needed, so that shapes of about one size have one pipeline: each takes long to make. */
static uint32_t shared_words(const scree_vulkan_device *device, const scree_line_shape *lines)
{
    uint64_t most = device->traits.limits.maxComputeSharedMemorySize / WORD;
    uint64_t step = most / SHARED_STEPS;
    uint64_t steps = scree_parts(lines->shared_bytes / WORD, step);
    return (uint32_t)(lines->is_long ? 1 : scree_least(steps * step, most));
}

static uint32_t group_threads(const scree_vulkan_device *device, const scree_line_shape *lines)
{
    uint32_t threads = SCREE_STAGE_THREADS;
    while (threads < lines->threads) {
        threads *= 2;
    }
    uint64_t most = scree_least(device->traits.limits.maxComputeWorkGroupInvocations,
                                device->traits.limits.maxComputeWorkGroupSize[0]);
    return threads <= most ? threads : lines->threads;
}

static scree_result record_lines(const scree_distance_state *state, const slab *made, const scree_line_shape *lines,
                                 const lines_push *push, dispatch *dispatched)
{
    const scree_vulkan_exact *exact = state->exact;
    const uint32_t constants[CONSTANT_COUNT] = {
        [CONSTANT_THREADS] = group_threads(state->device, lines),
        [CONSTANT_SHARED_WORDS] = shared_words(state->device, lines),
        [CONSTANT_IS_FIELD] = lines == &exact->shape.rows,
        [CONSTANT_FINDS_NEAREST] = state->wants_nearest,
        [CONSTANT_IS_LONG] = lines->is_long,
    };
    scree_result result = scree_vulkan_pipeline_get(
        state->device, state->plan->is_whole ? SCREE_VULKAN_LINES_WHOLE : SCREE_VULKAN_LINES_REAL, constants,
        &dispatched->pipeline);
    if (result != SCREE_OK) {
        return result;
    }
    bind_memory(dispatched, BINDING_WORK, &exact->work);
    bind_rest(dispatched, &exact->squares);
    dispatched->commands = made->commands;
    dispatched->push = push;
    dispatched->push_bytes = sizeof *push;
    dispatched->groups = push->tiles;
    dispatched->layers = made->blocks;
    return record(state, dispatched);
}

static scree_result make_columns(const scree_distance_state *state, const slab *made)
{
    const scree_vulkan_exact *exact = state->exact;
    const scree_line_shape *lines = &exact->shape.columns;
    lines_push push = common_lines(state, made, lines, state->plan->columns);
    dispatch dispatched = {0};
    push.step = state->plan->columns << exact->shape.layers_log;
    push.across_step = UINT32_C(1) << exact->shape.layers_log;
    push.side = state->plan->side[1];
    bind_memory(&dispatched, BINDING_SQUARES, &exact->squares);
    bind_memory(&dispatched, BINDING_SUMS, &exact->sums);
    bind_memory(&dispatched, BINDING_NEAREST, &exact->nearest[0]);
    bind_memory(&dispatched, BINDING_VOXELS, &exact->nearest[1]);
    return record_lines(state, made, lines, &push, &dispatched);
}

static scree_result make_rows(const scree_distance_state *state, const slab *made)
{
    const scree_vulkan_exact *exact = state->exact;
    const scree_line_shape *lines = &exact->shape.rows;
    uint64_t words = (made->end_layer - made->first_layer) * state->plan->plane;
    lines_push push = common_lines(state, made, lines, state->plan->rows);
    dispatch dispatched = {0};
    push.step = UINT32_C(1) << exact->shape.layers_log;
    push.across_step = state->plan->columns << exact->shape.layers_log;
    push.side = state->plan->side[0];
    bind_memory(&dispatched, BINDING_SQUARES, &exact->sums);
    bind_memory(&dispatched, BINDING_NEAREST, &exact->nearest[1]);
    bind(&dispatched, scree_vulkan_bind_words(state->device, BINDING_DISTANCE, made->distance, made->first_word, words,
                                              &push.distance_skip));
    if (state->wants_nearest) {
        bind(&dispatched, scree_vulkan_bind_words(state->device, BINDING_VOXELS, made->nearest, made->first_word, words,
                                                  &push.voxel_skip));
    }
    return record_lines(state, made, lines, &push, &dispatched);
}

static scree_result make_slab(const scree_distance_state *state, const slab *made)
{
    scree_result result = make_squares(state, made);
    if (result == SCREE_OK) {
        result = make_columns(state, made);
    }
    return result == SCREE_OK ? make_rows(state, made) : result;
}

scree_result scree_vulkan_exact_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                       uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest)
{
    const scree_distance_shape *shape = &state->exact->shape;
    uint64_t end = first + layers;
    uint64_t end_block = scree_parts(end, UINT64_C(1) << shape->layers_log);
    scree_result result = SCREE_OK;
    for (uint64_t block = first >> shape->layers_log; block < end_block && result == SCREE_OK;
         block += shape->slab_blocks) {
        uint64_t blocks = scree_least(shape->slab_blocks, end_block - block);
        uint64_t block_start = block << shape->layers_log;
        slab made = {.commands = commands,
                     .first_block = (uint32_t)block,
                     .blocks = (uint32_t)blocks,
                     .first_layer = block_start > first ? block_start : first,
                     .end_layer = scree_least((block + blocks) << shape->layers_log, end),
                     .distance = distance,
                     .nearest = nearest};
        made.first_word = (made.first_layer - first) * state->plan->plane;
        result = make_slab(state, &made);
    }
    return result;
}
