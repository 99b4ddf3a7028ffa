/*
 * Jump flooding on a Vulkan device: volumes of seeds, of which the field is one, and dispatches over some layers each,
 * so that none of their windows is larger than a binding may be.
 */
#include "distance_state.h"

#include <stdlib.h>

#include "context_internal.h"
#include "flood_layout.h"
#include "whole_numbers.h"

/* Voxels of a stretch's passes together: short enough to be cancelled, long enough that waiting does not tell. */
#define STRETCH_VOXELS ((uint64_t)1 << 26)

/*
 * Seeds of the voxels outside end up in the field's memory. With both sides the inside is flooded after that, between
 * two volumes of our own.
 */
struct scree_vulkan_flood {
    scree_vulkan_memory volume[2];
    scree_vulkan_span seeds;  /* What the flood of the first side came to. */
    scree_vulkan_span inside; /* That of the second one, if there is one. */
    uint64_t layers;          /* Of a dispatch at most. */
    uint64_t waiting;         /* Voxels of dispatches that the stretch has not counted yet, */
    uint32_t sets;            /* and their number. */
};

/* As the shaders have it. */
typedef struct flood_volume {
    uint32_t columns;
    uint32_t rows;
    uint32_t first_layer;
    uint32_t x_shift;
    uint32_t y_shift;
} flood_volume;

/* One dispatch. */
typedef struct flood_dispatch {
    scree_vulkan_commands *commands;
    scree_vulkan_shader shader;
    uint32_t constants[CONSTANT_COUNT];
    uint64_t layers;
    scree_vulkan_binding bindings[4];
    uint32_t binding_count;
    const void *push;
    uint32_t push_bytes;
} flood_dispatch;

static flood_volume volume_of(const scree_distance_plan *plan, uint64_t first)
{
    return (flood_volume){.columns = plan->columns,
                          .rows = plan->rows,
                          .first_layer = (uint32_t)first,
                          .x_shift = plan->x_shift,
                          .y_shift = plan->y_shift};
}

static scree_result run(scree_distance_state *state, const flood_dispatch *dispatch)
{
    const scree_distance_plan *plan = state->plan;
    scree_vulkan_device *device = state->device;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    scree_result result = scree_vulkan_pipeline_get(device, dispatch->shader, dispatch->constants, &pipeline);
    if (result == SCREE_OK) {
        result = scree_vulkan_bind(device, dispatch->commands, dispatch->bindings, dispatch->binding_count, &set);
    }
    if (result == SCREE_OK) {
        uint64_t groups = scree_parts(plan->columns, FLOOD_GROUP_X) * scree_parts(plan->rows, FLOOD_GROUP_Y) *
                          dispatch->layers;
        scree_vulkan_dispatch(device, dispatch->commands->compute, pipeline, set, dispatch->push, dispatch->push_bytes,
                              (uint32_t)scree_least(groups, FLOOD_ROW_GROUPS),
                              (uint32_t)scree_parts(groups, FLOOD_ROW_GROUPS), 1);
    }
    return result;
}

/*
 * Binds some layers of a volume, those of them that exist; where none do, the layers from `stand_in` on, which are not
 * looked at. `*base` is what the shader adds to a voxel's number.
 */
static scree_vulkan_binding bind_layers(const scree_distance_state *state, uint32_t number, scree_vulkan_span volume,
                                        int64_t first, uint64_t layers, uint64_t stand_in, uint32_t *base)
{
    const scree_distance_plan *plan = state->plan;
    int64_t end = first + (int64_t)layers;
    int64_t from = first > 0 ? first : 0;
    int64_t to = end < plan->layers ? end : plan->layers;
    if (from >= to) {
        from = (int64_t)stand_in;
        to = from + 1;
    }
    uint32_t skipped = 0;
    scree_vulkan_binding binding = scree_vulkan_bind_words(state->device, number, volume, (uint64_t)from * plan->plane,
                                                           (uint64_t)(to - from) * plan->plane, &skipped);
    *base = skipped - (uint32_t)((uint64_t)from * plan->plane);
    return binding;
}

static scree_result end_stretch(scree_distance_state *state)
{
    uint64_t voxels = state->flood->waiting;
    state->flood->waiting = 0;
    state->flood->sets = 0;
    return scree_vulkan_distance_end(state, voxels);
}

/* Counts a dispatch of some layers; a stretch that is long enough ends, and the next begins. */
static scree_result count(scree_distance_state *state, uint64_t layers)
{
    scree_vulkan_flood *flood = state->flood;
    flood->waiting += layers * state->plan->plane;
    flood->sets++;
    if (flood->waiting < STRETCH_VOXELS && flood->sets < SCREE_VULKAN_DISTANCE_SETS) {
        return SCREE_OK;
    }
    scree_result result = end_stretch(state);
    return result == SCREE_OK ? scree_vulkan_distance_begin(state) : result;
}

/* What comes next reads what came before. Only for what is being recorded: a stretch that failed has ended. */
static void follow(const scree_distance_state *state)
{
    scree_vulkan_barrier(state->device, state->commands.compute);
}

/* The solid as the shader of seeds reads it: a terrain's columns, or the bytes of the layers. */
static scree_vulkan_binding bind_solid(const scree_distance_state *state, uint64_t first, uint64_t layers,
                                       uint32_t *base)
{
    const scree_distance_plan *plan = state->plan;
    *base = 0;
    if (plan->tops != NULL) {
        return (scree_vulkan_binding){
            .number = FLOOD_SOLID, .buffer = state->tops.handle, .bytes = plan->plane * sizeof(uint32_t)};
    }
    uint64_t start = first * plan->plane;
    uint64_t alignment = state->device->traits.limits.minStorageBufferOffsetAlignment;
    uint64_t over = start % (alignment < 4 ? 4 : alignment); /* Shaders read words. */
    *base = (uint32_t)over - (uint32_t)start;
    return (scree_vulkan_binding){.number = FLOOD_SOLID,
                                  .buffer = state->occupancy.handle,
                                  .offset = start - over,
                                  .bytes = scree_parts(over + layers * plan->plane, 4) * 4};
}

static scree_result make_seeds(scree_distance_state *state, bool seeds_are_solid, const scree_vulkan_span volume[2])
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = SCREE_OK;
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += state->flood->layers) {
        uint64_t layers = scree_least(state->flood->layers, plan->layers - first);
        struct {
            flood_volume volume;
            uint32_t end_layer;
            uint32_t base[3];
            uint32_t seeds_are_solid;
        } push = {.volume = volume_of(plan, first),
                  .end_layer = (uint32_t)(first + layers),
                  .seeds_are_solid = seeds_are_solid};
        flood_dispatch dispatch = {.commands = &state->commands,
                                   .shader = SCREE_VULKAN_FLOOD_SEEDS,
                                   .constants = {[CONSTANT_KIND] = plan->tops != NULL},
                                   .layers = layers,
                                   .binding_count = 3,
                                   .push = &push,
                                   .push_bytes = sizeof push};
        for (uint32_t i = 0; i < 2; i++) {
            dispatch.bindings[i] =
                bind_layers(state, FLOOD_FIRST + i, volume[i], (int64_t)first, layers, first, &push.base[i]);
        }
        dispatch.bindings[2] = bind_solid(state, first, layers, &push.base[2]);
        result = run(state, &dispatch);
        if (result == SCREE_OK) {
            result = count(state, 0);
        }
    }
    if (result == SCREE_OK) {
        follow(state);
    }
    return result;
}

static scree_result run_pass(scree_distance_state *state, scree_vulkan_span from, scree_vulkan_span to, uint32_t jump)
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = SCREE_OK;
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += state->flood->layers) {
        uint64_t layers = scree_least(state->flood->layers, plan->layers - first);
        struct {
            flood_volume volume;
            uint32_t end_layer;
            uint32_t all_layers;
            uint32_t jump;
            uint32_t base[4];
            float side[3];
        } push = {.volume = volume_of(plan, first),
                  .end_layer = (uint32_t)(first + layers),
                  .all_layers = plan->layers,
                  .jump = jump,
                  .side = {plan->side[0], plan->side[1], plan->side[2]}};
        int64_t start = (int64_t)first;
        flood_dispatch dispatch = {
            .commands = &state->commands,
            .shader = SCREE_VULKAN_FLOOD_PASS,
            .constants = {[CONSTANT_KIND] = plan->is_whole},
            .layers = layers,
            .bindings = {bind_layers(state, FLOOD_BELOW, from, start - jump, layers, first, &push.base[0]),
                         bind_layers(state, FLOOD_HERE, from, start, layers, first, &push.base[1]),
                         bind_layers(state, FLOOD_ABOVE, from, start + jump, layers, first, &push.base[2]),
                         bind_layers(state, FLOOD_TO, to, start, layers, first, &push.base[3])},
            .binding_count = 4,
            .push = &push,
            .push_bytes = sizeof push};
        result = run(state, &dispatch);
        if (result == SCREE_OK) {
            result = count(state, layers);
        }
    }
    if (result == SCREE_OK) {
        follow(state);
    }
    return result;
}

/* Floods one side between two volumes, from the first on, and tells which of them has the last pass's result. */
static scree_result flood_side(scree_distance_state *state, bool seeds_are_solid, const scree_vulkan_span volume[2],
                               scree_vulkan_span *last)
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = make_seeds(state, seeds_are_solid, volume);
    for (uint32_t i = 0; i < plan->jump_count && result == SCREE_OK; i++) {
        result = run_pass(state, volume[i % 2], volume[(i + 1) % 2], plan->jumps[i]);
    }
    *last = volume[plan->jump_count % 2];
    return result;
}

static scree_result flood_sides(scree_distance_state *state)
{
    scree_vulkan_flood *flood = state->flood;
    bool ends_where_it_began = state->plan->jump_count % 2 == 0;
    scree_distance_sign sign = state->plan->params.sign;
    scree_vulkan_span own[2] = {{.buffer = flood->volume[0].handle}, {.buffer = flood->volume[1].handle}};
    scree_vulkan_span field[2] = {ends_where_it_began ? state->distance : own[0],
                                  ends_where_it_began ? own[0] : state->distance};
    scree_result result = scree_vulkan_distance_begin(state);
    if (result == SCREE_OK) {
        result = flood_side(state, sign != SCREE_SIGN_INSIDE, field, &flood->seeds);
    }
    if (result == SCREE_OK && sign == SCREE_SIGN_BOTH) {
        result = flood_side(state, false, own, &flood->inside);
    }
    return result == SCREE_OK ? end_stretch(state) : result;
}

scree_result scree_vulkan_flood_prepare(scree_distance_state *state)
{
    static const char purpose[] = "jump flooding";
    const scree_distance_plan *plan = state->plan;
    const VkPhysicalDeviceLimits *limits = &state->device->traits.limits;
    uint64_t bytes = plan->voxels * sizeof(uint32_t);
    uint32_t volumes = plan->params.sign == SCREE_SIGN_BOTH ? 2 : 1;
    state->flood = calloc(1, sizeof *state->flood);
    if (state->flood == NULL) {
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for jump flooding");
    }
    /* The session refuses volumes of which not even one layer fits. */
    uint64_t most = limits->maxStorageBufferRange - limits->minStorageBufferOffsetAlignment;
    state->flood->layers = scree_least(plan->layers, most / (plan->plane * sizeof(uint32_t)));
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < volumes && result == SCREE_OK; i++) {
        result = scree_vulkan_memory_reserve(state->device, SCREE_VULKAN_ON_DEVICE, bytes, &state->flood->volume[i],
                                             purpose);
    }
    return result == SCREE_OK ? flood_sides(state) : result;
}

/* Some layers in one dispatch; `first_made` is the layer that `distance` and `nearest` begin with. */
static scree_result make_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                uint64_t layers, uint64_t first_made, scree_vulkan_span distance,
                                scree_vulkan_span nearest)
{
    const scree_distance_plan *plan = state->plan;
    const scree_vulkan_flood *flood = state->flood;
    bool has_inside = flood->inside.buffer != VK_NULL_HANDLE;
    bool has_nearest = nearest.buffer != VK_NULL_HANDLE;
    struct {
        flood_volume volume;
        uint32_t end_layer;
        uint32_t base[4];
        float side[3];
        float unit;
        float margin;
        float clip;
    } push = {.volume = volume_of(plan, first),
              .end_layer = (uint32_t)(first + layers),
              .side = {plan->side[0], plan->side[1], plan->side[2]},
              .unit = plan->unit,
              .margin = plan->margin,
              .clip = plan->clip};
    flood_dispatch dispatch = {
        .commands = commands,
        .shader = SCREE_VULKAN_FLOOD_DISTANCES,
        .constants = {[CONSTANT_KIND] = plan->is_whole, [CONSTANT_AXES] = has_inside, [CONSTANT_HASH] = has_nearest},
        .layers = layers,
        .binding_count = 4,
        .push = &push,
        .push_bytes = sizeof push};
    /* All bindings must be valid, those that are not looked at too. */
    const scree_vulkan_span spans[4] = {flood->seeds, has_inside ? flood->inside : flood->seeds, distance,
                                        has_nearest ? nearest : distance};
    for (uint32_t i = 0; i < 4; i++) {
        /* Where layers are written, they are counted from the first that is made. */
        uint64_t skipped = i < 2 ? 0 : first_made;
        dispatch.bindings[i] = bind_layers(state, i, spans[i], (int64_t)(first - skipped), layers, 0, &push.base[i]);
        push.base[i] -= (uint32_t)(skipped * plan->plane);
    }
    return run(state, &dispatch);
}

scree_result scree_vulkan_flood_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                       uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest)
{
    scree_result result = SCREE_OK;
    for (uint64_t done = 0; done < layers && result == SCREE_OK; done += state->flood->layers) {
        uint64_t some = scree_least(state->flood->layers, layers - done);
        if (done > 0) {
            /* Windows begin before their layers: in what the dispatch before writes where the field lies in place. */
            scree_vulkan_barrier(state->device, commands->compute);
        }
        result = make_layers(state, commands, first + done, some, first, distance, nearest);
    }
    return result;
}

void scree_vulkan_flood_destroy(scree_distance_state *state)
{
    if (state->flood != NULL) {
        for (uint32_t i = 0; i < 2; i++) {
            scree_vulkan_memory_destroy(state->device, &state->flood->volume[i]);
        }
        free(state->flood);
        state->flood = NULL;
    }
}
