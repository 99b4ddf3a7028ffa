/*
 * Jump flooding on a GPU, and the naive method, which is a single pass. The field's memory is one of the volumes of
 * seeds. A dispatch covers so few layers that none of its windows exceeds the maximum size of a span.
 */
#include <stdlib.h>

#include "context_internal.h"
#include "flood_layout.h"
#include "gpu_constants.h"
#include "gpu_distance.h"
#include "gpu_slot.h"

/* Threads of flooding that keep a multiprocessor busy. */
#define THREADS_PER_MULTIPROCESSOR 4096u
/* Minimum voxels of a column for a thread, where threads walk along columns. */
#define MIN_STEPS 4u
#define MOST_STEPS 32u
#define MOST_LAYERS_ALONE 8u

/* Pairs of voxels of one dispatch of the naive method: a tenth of a second where 5 * 10^9 are compared in a second. */
#define SEARCHED_PAIRS ((uint64_t)1 << 29)
/*
 * Voxels that each thread reads in it: half of the iterations after which Mesa's llvmpipe leaves loops early
 * (loop_watchdog.glsl), because this loop has no watchdog.
 */
#define MOST_SITES ((uint64_t)1 << 15)

/*
 * The flood of the voxels outside ends in the field's memory. With both sides the inside is flooded afterwards, between
 * two other volumes.
 */
struct scree_gpu_flood {
    scree_gpu_memory volume[2];
    scree_gpu_span seeds;  /* The result of the first side's flood. */
    scree_gpu_span inside; /* The result of the second side's, if there is one. */
    uint64_t layers;       /* Maximum layers of a dispatch. */
    uint64_t waiting;      /* Voxels of dispatches that the batch has not counted yet. */
    uint32_t dispatches;   /* Number of those dispatches. */
};

static scree_gpu_flood_volume volume_of(const scree_distance_plan *plan, uint64_t first, uint64_t layers)
{
    return (scree_gpu_flood_volume){.columns = plan->columns,
                                    .rows = plan->rows,
                                    .first_layer = (uint32_t)first,
                                    .x_shift = plan->x_shift,
                                    .y_shift = plan->y_shift,
                                    .end_layer = (uint32_t)(first + layers)};
}

/* Dispatches groups over all columns, `times` times. */
static void run(const scree_distance_state *state, scree_gpu_commands *commands, uint64_t times,
                scree_gpu_dispatch *dispatch)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t tiles = scree_div_round_up(plan->columns, FLOOD_GROUP_X) * scree_div_round_up(plan->rows, FLOOD_GROUP_Y);
    scree_gpu_number_groups(state->gpu, tiles * times, 1, dispatch);
    scree_gpu_run(commands, dispatch);
}

/*
 * A window of some layers of a volume, limited to those that exist. If none do, it is that of layer `stand_in`, which
 * the program ignores. `*base` is what the program adds to a voxel's number.
 */
static scree_gpu_span find_layers(const scree_distance_state *state, scree_gpu_span volume, int64_t first,
                                  uint64_t layers, uint64_t stand_in, uint32_t *base)
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
    scree_gpu_span window = scree_gpu_window(state->gpu, volume, (uint64_t)from * plan->plane,
                                             (uint64_t)(to - from) * plan->plane, &skipped);
    *base = skipped - (uint32_t)((uint64_t)from * plan->plane);
    return window;
}

static scree_result end_batch(scree_distance_state *state)
{
    uint64_t voxels = state->flood->waiting;
    state->flood->waiting = 0;
    state->flood->dispatches = 0;
    return scree_gpu_distance_end(state, voxels);
}

static scree_result begin_next_batch(scree_distance_state *state)
{
    scree_result result = end_batch(state);
    return result == SCREE_OK ? scree_gpu_distance_begin(state) : result;
}

/* Counts a dispatch of some layers, and ends the batch if it is long enough. */
static scree_result count(scree_distance_state *state, uint64_t layers)
{
    scree_gpu_flood *flood = state->flood;
    flood->waiting += layers * state->plan->plane;
    flood->dispatches++;
    bool is_short = flood->waiting < scree_gpu_distance_programs_of(state->gpu)->batch_voxels &&
                    flood->dispatches < SCREE_GPU_DISPATCHES;
    return is_short ? SCREE_OK : begin_next_batch(state);
}

/* The solid in the form that the program of seeds reads: a terrain's columns, or the bytes of the layers. */
static scree_gpu_span find_solid(const scree_distance_state *state, uint64_t first, uint64_t layers, uint32_t *base)
{
    const scree_distance_plan *plan = state->plan;
    *base = 0;
    if (plan->tops != NULL) {
        return scree_gpu_whole(&state->tops);
    }
    uint64_t start = first * plan->plane;
    uint64_t over = start % state->gpu->limits.span_alignment; /* A span has at least one whole word. */
    *base = (uint32_t)over - (uint32_t)start;
    return (scree_gpu_span){&state->occupancy, start - over,
                            scree_div_round_up(over + layers * plan->plane, SCREE_GPU_WORD) * SCREE_GPU_WORD};
}

static scree_result make_seeds(scree_distance_state *state, bool seeds_are_solid, const scree_gpu_span volume[2])
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = SCREE_OK;
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += state->flood->layers) {
        uint64_t layers = scree_min(state->flood->layers, plan->layers - first);
        scree_gpu_flood_seeds seeds = {.volume = volume_of(plan, first, layers), .seeds_are_solid = seeds_are_solid};
        scree_gpu_dispatch dispatch = {.program = SCREE_GPU_FLOOD_SEEDS,
                                       .specialisation = {[CONSTANT_KIND] = plan->tops != NULL},
                                       .constants = &seeds,
                                       .constants_bytes = sizeof seeds};
        for (uint32_t i = 0; i < 2; i++) {
            dispatch.spans[FLOOD_FIRST + i] =
                find_layers(state, volume[i], (int64_t)first, layers, first, &seeds.base[i]);
        }
        dispatch.spans[FLOOD_SOLID] = find_solid(state, first, layers, &seeds.base[2]);
        run(state, state->commands, layers, &dispatch);
        result = count(state, 0);
    }
    if (result == SCREE_OK) {
        scree_gpu_barrier(state->commands, false);
    }
    return result;
}

/* Threads that keep the device busy; 0 where flooding does not walk along columns. */
static uint64_t busy_threads_of(const scree_gpu *gpu)
{
    const bool walks = scree_gpu_distance_programs_of(gpu)->walks_columns;
    return walks ? (uint64_t)gpu->limits.multiprocessors * THREADS_PER_MULTIPROCESSOR : 0;
}

/* How often groups over all columns are dispatched for a pass, and how many voxels of a column a thread computes. */
static uint64_t choose_steps(const scree_distance_state *state, uint32_t jump, uint64_t layers, uint32_t *steps)
{
    uint64_t busy_threads = busy_threads_of(state->gpu);
    *steps = 1;
    if (busy_threads == 0) {
        return layers;
    }
    /* Number of parts that columns should be divided into to occupy the device. */
    uint64_t wanted = scree_div_round_up(busy_threads, state->plan->plane);
    if (jump >= layers) {
        *steps = (uint32_t)scree_min(MOST_LAYERS_ALONE, scree_div_round_up(layers, wanted));
        return scree_div_round_up(layers, *steps);
    }
    uint64_t length = scree_div_round_up(layers, jump);
    uint64_t parts = scree_min(scree_div_round_up(wanted, jump), scree_div_round_up(length, MIN_STEPS));
    *steps = (uint32_t)scree_min(MOST_STEPS, scree_div_round_up(length, parts));
    return jump * scree_div_round_up(length, *steps);
}

static scree_result run_pass(scree_distance_state *state, scree_gpu_span from, scree_gpu_span to, uint32_t jump)
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = SCREE_OK;
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += state->flood->layers) {
        uint64_t layers = scree_min(state->flood->layers, plan->layers - first);
        int64_t start = (int64_t)first;
        scree_gpu_flood_pass pass = {.volume = volume_of(plan, first, layers),
                                     .layers = plan->layers,
                                     .jump = jump,
                                     .side = {plan->side[0], plan->side[1], plan->side[2]}};
        scree_gpu_dispatch dispatch = {
            .program = SCREE_GPU_FLOOD_PASS,
            .specialisation =
                {[CONSTANT_KIND] = plan->is_whole, [CONSTANT_WALK] = busy_threads_of(state->gpu) > 0 && jump >= layers},
            .constants = &pass,
            .constants_bytes = sizeof pass,
            .spans = {[FLOOD_BELOW] = find_layers(state, from, start - jump, layers, first, &pass.base[0]),
                      [FLOOD_HERE] = find_layers(state, from, start, layers, first, &pass.base[1]),
                      [FLOOD_ABOVE] = find_layers(state, from, start + jump, layers, first, &pass.base[2]),
                      [FLOOD_TO] = find_layers(state, to, start, layers, first, &pass.base[3])},
        };
        uint64_t times = choose_steps(state, jump, layers, &pass.steps);
        run(state, state->commands, times, &dispatch);
        result = count(state, layers);
    }
    if (result == SCREE_OK) {
        scree_gpu_barrier(state->commands, false);
    }
    return result;
}

/* Lets some layers of `to` read some voxels of `from`, in a batch of its own. */
static scree_result search(scree_distance_state *state, const scree_gpu_flood_volume *volume, scree_gpu_span from,
                           scree_gpu_span to, uint64_t first_site, uint64_t sites)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t layers = volume->end_layer - volume->first_layer;
    scree_gpu_flood_search constants = {
        .volume = *volume, .sites = (uint32_t)sites, .side = {plan->side[0], plan->side[1], plan->side[2]}};
    scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_FLOOD_SEARCH,
        .specialisation = {[CONSTANT_KIND] = plan->is_whole},
        .constants = &constants,
        .constants_bytes = sizeof constants,
        .spans = {[FLOOD_HERE] = scree_gpu_window(state->gpu, from, first_site, sites, &constants.base[0]),
                  [FLOOD_TO] = find_layers(state, to, volume->first_layer, layers, 0, &constants.base[1])},
    };
    run(state, state->commands, layers, &dispatch);
    scree_gpu_barrier(state->commands, false);
    /* The voxels that are done with this: the share of the sites, rounded such that all shares are all voxels. */
    uint64_t voxels = layers * plan->plane;
    state->flood->waiting = voxels * (first_site + sites) / plan->voxels - voxels * first_site / plan->voxels;
    return begin_next_batch(state);
}

/* The pass of the naive method: every voxel of `to` reads all voxels of `from`, and keeps the nearest seed so far. */
static scree_result search_all(scree_distance_state *state, scree_gpu_span from, scree_gpu_span to)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t most = scree_min(MOST_SITES, scree_gpu_window_bytes(state->gpu) / SCREE_GPU_WORD);
    scree_result result = begin_next_batch(state);
    for (uint64_t first = 0; first < plan->layers && result == SCREE_OK; first += state->flood->layers) {
        scree_gpu_flood_volume volume = volume_of(plan, first, scree_min(state->flood->layers, plan->layers - first));
        uint64_t voxels = (volume.end_layer - first) * plan->plane;
        uint64_t sites = scree_min(most, scree_div_round_up(SEARCHED_PAIRS, voxels));
        for (uint64_t site = 0; site < plan->voxels && result == SCREE_OK; site += sites) {
            result = search(state, &volume, from, to, site, scree_min(sites, plan->voxels - site));
        }
    }
    return result;
}

/* Floods one side between two volumes, starting with the first, and returns which of them holds the result. */
static scree_result flood_side(scree_distance_state *state, bool seeds_are_solid, const scree_gpu_span volume[2],
                               scree_gpu_span *last)
{
    const scree_distance_plan *plan = state->plan;
    scree_result result = make_seeds(state, seeds_are_solid, volume);
    for (uint32_t i = 0; i < plan->jump_count && result == SCREE_OK; i++) {
        const scree_gpu_span *from = &volume[i % 2];
        const scree_gpu_span *to = &volume[(i + 1) % 2];
        result = plan->jumps[i] == SCREE_NO_JUMP ? search_all(state, *from, *to)
                                                 : run_pass(state, *from, *to, plan->jumps[i]);
    }
    *last = volume[plan->jump_count % 2];
    return result;
}

static scree_result flood_sides(scree_distance_state *state)
{
    scree_gpu_flood *flood = state->flood;
    bool ends_where_it_began = state->plan->jump_count % 2 == 0;
    scree_distance_sign sign = state->plan->params.sign;
    const scree_gpu_span span[2] = {scree_gpu_whole(&flood->volume[0]), scree_gpu_whole(&flood->volume[1])};
    const scree_gpu_span field[2] = {ends_where_it_began ? state->distance : span[0],
                                     ends_where_it_began ? span[0] : state->distance};
    scree_result result = scree_gpu_distance_begin(state);
    if (result == SCREE_OK) {
        result = flood_side(state, sign != SCREE_DISTANCE_SIGN_INSIDE, field, &flood->seeds);
    }
    if (result == SCREE_OK && sign == SCREE_DISTANCE_SIGN_BOTH) {
        result = flood_side(state, false, span, &flood->inside);
    }
    return result == SCREE_OK ? end_batch(state) : result;
}

static scree_result prepare(scree_distance_state *state)
{
    static const char purpose[] = "jump flooding";
    const scree_distance_plan *plan = state->plan;
    uint64_t bytes = plan->voxels * SCREE_GPU_WORD;
    uint32_t volumes = plan->params.sign == SCREE_DISTANCE_SIGN_BOTH ? 2 : 1;
    scree_result result = SCREE_OK;
    state->flood = calloc(1, sizeof *state->flood);
    if (state->flood == NULL) {
        return scree_fail(state->gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for jump flooding");
    }
    /* The session refuses volumes with layers that do not fit. */
    uint64_t most = scree_gpu_window_bytes(state->gpu) / (plan->plane * SCREE_GPU_WORD);
    state->flood->layers = scree_min(plan->layers, most);
    for (uint32_t i = 0; i < volumes; i++) {
        scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, bytes, &state->flood->volume[i], purpose, &result);
    }
    return result == SCREE_OK ? flood_sides(state) : result;
}

/* Computes some layers in one dispatch. */
static void make_layers(const scree_distance_state *state, const scree_gpu_layers *output, uint64_t first,
                        uint64_t layers)
{
    const scree_distance_plan *plan = state->plan;
    const scree_gpu_flood *flood = state->flood;
    bool has_inside = flood->inside.memory != NULL;
    bool has_nearest = output->nearest.memory != NULL;
    scree_gpu_flood_distances constants = {.volume = volume_of(plan, first, layers),
                                           .side = {plan->side[0], plan->side[1], plan->side[2]},
                                           .unit = plan->unit,
                                           .margin = plan->margin,
                                           .clip = plan->clip};
    scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_FLOOD_DISTANCES,
        .specialisation =
            {[CONSTANT_KIND] = plan->is_whole, [CONSTANT_AXES] = has_inside, [CONSTANT_HASH] = has_nearest},
        .constants = &constants,
        .constants_bytes = sizeof constants};
    const scree_gpu_span volumes[4] = {flood->seeds, flood->inside, output->distance, output->nearest};
    for (uint32_t i = 0; i < 4; i++) {
        if (volumes[i].memory != NULL) {
            /* Outputs start at the first computed layer. */
            uint64_t skipped = i < 2 ? 0 : output->first;
            dispatch.spans[FLOOD_SEEDS + i] =
                find_layers(state, volumes[i], (int64_t)(first - skipped), layers, 0, &constants.base[i]);
            constants.base[i] -= (uint32_t)(skipped * plan->plane);
        }
    }
    run(state, output->commands, layers, &dispatch);
}

static void make_all(scree_distance_state *state, const scree_gpu_layers *output)
{
    for (uint64_t done = 0; done < output->layers; done += state->flood->layers) {
        if (done > 0) {
            /* Windows begin before their layers, so with a field in place they include output of the dispatch
               before. */
            scree_gpu_barrier(output->commands, false);
        }
        make_layers(state, output, output->first + done, scree_min(state->flood->layers, output->layers - done));
    }
}

static void destroy(scree_distance_state *state)
{
    if (state->flood != NULL) {
        scree_gpu_memory *volumes[] = {&state->flood->volume[0], &state->flood->volume[1], NULL};
        scree_gpu_free_all(state->gpu, volumes);
        free(state->flood);
        state->flood = NULL;
    }
}

const struct scree_gpu_distance_method scree_gpu_flood_method = {
    .needs_whole = true, .prepare = prepare, .layers = make_all, .destroy = destroy};
