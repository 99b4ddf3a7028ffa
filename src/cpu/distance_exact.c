/* The exact method on the CPU: layers in batches, first along their columns, then along their rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "distance_state.h"
#include "thread.h"
#include "whole_numbers.h"

/* Parts of a batch for each worker that are worth having, so that all end at the same time. */
#define PARTS_PER_WORKER 4u
/* Rows that a worker makes at a time. */
#define ROWS_OF_PART 16u
/* Before a saturated type of squares is tried again: layers far above a terrain follow each other. */
#define LAYERS_BEFORE_RETRY 8u

struct scree_cpu_exact {
    uint32_t workers;
    uint32_t batch;           /* Layers at a time. */
    uint32_t strips;          /* Of a row, SCREE_STRIP_MOST wide. */
    uint32_t pieces;          /* Of a layer's rows, ROWS_OF_PART high. */
    scree_square_type narrow; /* To begin with. */
    scree_square_type wide;   /* Where that does not suffice. */
    uint32_t layers_until_retry;
    scree_distance_layer *layers; /* Of the batch. */
    scree_distance_space *spaces; /* Of the workers. */
    int32_t *steps;               /* Copies of the batch's layers, of a volume that is made where its steps are. */
    uint32_t lowest_top, highest_top;
    float lowest_height, highest_height;
    /* Of the run that is under way. */
    scree_square_type type;
    atomic_bool is_saturated;
};

static scree_result fail_memory(const scree_distance_state *state)
{
    return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY,
                      "no memory for planes of %llu voxels and the work space of %u threads",
                      (unsigned long long)state->plan->plane, state->device->base.info.threads);
}

static void find_extent(scree_cpu_exact *exact, const scree_distance_plan *plan)
{
    exact->lowest_top = UINT32_MAX;
    exact->lowest_height = INFINITY;
    exact->highest_height = -INFINITY;
    for (uint64_t i = 0; plan->tops != NULL && i < plan->plane; i++) {
        exact->lowest_top = plan->tops[i] < exact->lowest_top ? plan->tops[i] : exact->lowest_top;
        exact->highest_top = plan->tops[i] > exact->highest_top ? plan->tops[i] : exact->highest_top;
    }
    for (uint64_t i = 0; plan->heights != NULL && i < plan->plane; i++) {
        exact->lowest_height = plan->heights[i] < exact->lowest_height ? plan->heights[i] : exact->lowest_height;
        exact->highest_height = plan->heights[i] > exact->highest_height ? plan->heights[i] : exact->highest_height;
    }
}

static void *take(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static bool make_spaces(const scree_distance_state *state, scree_cpu_exact *exact)
{
    const scree_distance_plan *plan = state->plan;
    size_t stride = scree_distance_line_stride(plan->columns);
    size_t longest = plan->rows > stride ? plan->rows : stride;
    exact->spaces = calloc(exact->workers, sizeof *exact->spaces);
    bool has_all = exact->spaces != NULL;
    for (uint32_t i = 0; i < exact->workers && has_all; i++) {
        scree_distance_space *space = &exact->spaces[i];
        space->strip = take((size_t)plan->rows * SCREE_STRIP_MOST * sizeof(uint16_t));
        space->bounds = take(3 * (longest + 2) * sizeof(uint32_t));
        space->reach = take(2 * longest * sizeof(uint32_t));
        has_all = space->strip != NULL && space->bounds != NULL && space->reach != NULL;
        for (int side = 0; side < 2; side++) {
            space->line[side] = take(stride * sizeof(uint32_t));
            space->places[side] = state->wants_nearest ? take(stride * sizeof(uint32_t)) : NULL;
            has_all = has_all && space->line[side] != NULL;
            has_all = has_all && (space->places[side] != NULL || !state->wants_nearest);
        }
    }
    return has_all;
}

/* What all layers have in common. */
static scree_distance_layer common_layer(const scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    return (scree_distance_layer){
        .columns = plan->columns,
        .rows = plan->rows,
        .side = {plan->side[0], plan->side[1], plan->side[2]},
        .is_negated_inside = plan->params.sign == SCREE_SIGN_BOTH,
        .unit = plan->unit,
        .margin = plan->margin,
        .clip = plan->clip,
        .whole_cap = plan->whole_cap,
        .real_cap = plan->real_cap,
        .is_cancelled = &state->progress->is_cancelled,
        .tops = plan->tops,
        .layers = plan->layers,
        .is_open = plan->params.edge == SCREE_EDGE_OPEN,
        .heights = plan->heights,
        .levels = plan->levels,
        .occupancy = plan->occupancy,
        .top_level = (float)((double)plan->layers * plan->params.voxel[2]),
    };
}

static bool make_layers(const scree_distance_state *state, scree_cpu_exact *exact)
{
    const scree_distance_plan *plan = state->plan;
    size_t squares = scree_distance_line_stride(plan->columns) * plan->rows;
    exact->layers = calloc(exact->batch, sizeof *exact->layers);
    bool has_all = exact->layers != NULL;
    for (uint32_t i = 0; i < exact->batch && has_all; i++) {
        exact->layers[i] = common_layer(state);
        for (int side = 0; side < 2; side++) {
            exact->layers[i].lines[side] = take(squares * sizeof(uint32_t));
            exact->layers[i].line_rows[side] = state->wants_nearest ? take(squares * sizeof(uint32_t)) : NULL;
            has_all = has_all && exact->layers[i].lines[side] != NULL;
            has_all = has_all && (exact->layers[i].line_rows[side] != NULL || !state->wants_nearest);
        }
    }
    if (has_all && plan->occupancy != NULL) {
        exact->steps = malloc((size_t)plan->plane * exact->batch * sizeof *exact->steps);
        has_all = exact->steps != NULL;
    }
    return has_all;
}

static void scan_rows(void *user, uint32_t worker, uint64_t row)
{
    (void)worker;
    scree_distance_state *state = user;
    const scree_distance_plan *plan = state->plan;
    if (scree_cpu_distance_is_cancelled(state)) {
        return;
    }
    uint64_t first = row * plan->columns;
    state->device->kernels.distance.scan(plan->occupancy + first, plan->plane, plan->layers, plan->columns,
                                         (int32_t *)(void *)state->distance + first);
    scree_cpu_distance_count(state, (uint64_t)plan->columns * plan->layers);
}

scree_result scree_cpu_exact_prepare(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    scree_cpu_exact *exact = calloc(1, sizeof *exact);
    state->exact = exact;
    if (exact == NULL) {
        return fail_memory(state);
    }
    exact->workers = state->device->base.info.threads;
    exact->strips = (uint32_t)scree_parts(plan->columns, SCREE_STRIP_MOST);
    exact->pieces = (uint32_t)scree_parts(plan->rows, ROWS_OF_PART);
    uint64_t batch = exact->workers > 1 ? scree_parts((uint64_t)PARTS_PER_WORKER * exact->workers, exact->strips) : 1;
    exact->batch = (uint32_t)scree_least(batch, plan->layers);
    exact->wide = plan->is_whole ? SCREE_SQUARE_U32 : SCREE_SQUARE_F32;
    exact->narrow = plan->is_whole && !state->wants_nearest ? SCREE_SQUARE_U16 : exact->wide;
    find_extent(exact, plan);
    if (!make_spaces(state, exact) || !make_layers(state, exact)) {
        return fail_memory(state);
    }
    if (plan->occupancy != NULL) {
        scree_worker_pool_run(state->device->pool, plan->rows, scan_rows, state);
    }
    return scree_cpu_distance_is_cancelled(state) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

void scree_cpu_exact_destroy(scree_distance_state *state)
{
    scree_cpu_exact *exact = state->exact;
    if (exact == NULL) {
        return;
    }
    for (uint32_t i = 0; i < exact->workers && exact->spaces != NULL; i++) {
        free(exact->spaces[i].strip);
        free(exact->spaces[i].bounds);
        free(exact->spaces[i].reach);
        for (int side = 0; side < 2; side++) {
            free(exact->spaces[i].line[side]);
            free(exact->spaces[i].places[side]);
        }
    }
    for (uint32_t i = 0; i < exact->batch && exact->layers != NULL; i++) {
        for (int side = 0; side < 2; side++) {
            free(exact->layers[i].lines[side]);
            free(exact->layers[i].line_rows[side]);
        }
    }
    free(exact->spaces);
    free(exact->layers);
    free(exact->steps);
    free(exact);
    state->exact = NULL;
}

/* Whether a layer has voxels outside (first) and inside of the solid. */
static void find_sides(const scree_cpu_exact *exact, const scree_distance_plan *plan, scree_distance_layer *layer)
{
    bool has[2] = {false, false};
    if (plan->tops != NULL) {
        has[0] = exact->lowest_top <= layer->layer;
        has[1] = exact->highest_top > layer->layer;
    } else if (plan->heights != NULL) {
        has[0] = exact->lowest_height <= layer->level;
        has[1] = exact->highest_height > layer->level;
    } else {
        int32_t greatest = INT32_MIN;
        int32_t least = INT32_MAX;
        for (uint64_t i = 0; i < plan->plane; i++) {
            greatest = layer->steps[i] > greatest ? layer->steps[i] : greatest;
            least = layer->steps[i] < least ? layer->steps[i] : least;
        }
        has[0] = greatest > 0;
        has[1] = least < 0;
    }
    layer->measures[0] = has[0] && plan->params.sign != SCREE_SIGN_INSIDE;
    layer->measures[1] = has[1] && plan->params.sign != SCREE_SIGN_OUTSIDE;
}

/* A run over the layers of a batch. */
typedef struct batch_run {
    scree_distance_state *state;
    uint32_t layers;
} batch_run;

static void run_columns(void *user, uint32_t worker, uint64_t number)
{
    const batch_run *run = user;
    const scree_cpu_exact *exact = run->state->exact;
    uint32_t strip = (uint32_t)(number % exact->strips);
    const scree_distance_layer *layer = &exact->layers[number / exact->strips];
    if (scree_cpu_distance_is_cancelled(run->state)) {
        return;
    }
    const scree_distance_kernels *kernels = &run->state->device->kernels.distance;
    for (int side = 0; side < 2; side++) {
        if (layer->measures[side]) {
            (layer->nearest != NULL ? kernels->nearest_columns : kernels->columns)[exact->type](
                layer, &exact->spaces[worker], strip * SCREE_STRIP_MOST, side);
        }
    }
}

static void run_rows(void *user, uint32_t worker, uint64_t number)
{
    const batch_run *run = user;
    scree_cpu_exact *exact = run->state->exact;
    uint32_t first = (uint32_t)(number % exact->pieces) * ROWS_OF_PART;
    const scree_distance_layer *layer = &exact->layers[number / exact->pieces];
    uint32_t count = (uint32_t)scree_least(ROWS_OF_PART, layer->rows - first);
    if (scree_cpu_distance_is_cancelled(run->state) || atomic_load(&exact->is_saturated)) {
        return;
    }
    const scree_distance_kernels *kernels = &run->state->device->kernels.distance;
    if (layer->nearest != NULL) {
        kernels->nearest_rows[exact->type](layer, &exact->spaces[worker], first, count);
    } else if (!kernels->rows[exact->type](layer, &exact->spaces[worker], first, count)) {
        atomic_store(&exact->is_saturated, true);
    }
}

/* Makes a batch with one type of squares; false where they do not suffice. */
static bool run_batch(scree_distance_state *state, uint32_t layers, scree_square_type type)
{
    scree_cpu_exact *exact = state->exact;
    batch_run run = {.state = state, .layers = layers};
    exact->type = type;
    atomic_store(&exact->is_saturated, false);
    for (uint32_t i = 0; i < exact->workers; i++) {
        exact->spaces[i].minimum = INFINITY;
        exact->spaces[i].maximum = -INFINITY;
    }
    scree_worker_pool_run(state->device->pool, (uint64_t)layers * exact->strips, run_columns, &run);
    scree_worker_pool_run(state->device->pool, (uint64_t)layers * exact->pieces, run_rows, &run);
    return !atomic_load(&exact->is_saturated);
}

static void make_batch(scree_distance_state *state, uint32_t layers, scree_range *range)
{
    scree_cpu_exact *exact = state->exact;
    bool is_made = false;
    if (exact->layers_until_retry == 0) {
        is_made = run_batch(state, layers, exact->narrow);
        exact->layers_until_retry = is_made ? 0 : LAYERS_BEFORE_RETRY;
    } else {
        exact->layers_until_retry -= (uint32_t)scree_least(layers, exact->layers_until_retry);
    }
    if (!is_made) {
        run_batch(state, layers, exact->wide);
    }
    for (uint32_t i = 0; i < exact->workers; i++) {
        const scree_distance_space *space = &exact->spaces[i];
        range->minimum = space->minimum < range->minimum ? space->minimum : range->minimum;
        range->maximum = space->maximum > range->maximum ? space->maximum : range->maximum;
    }
}

/* Where the layers' terms come from and their distances go. */
static void aim_batch(scree_distance_state *state, uint64_t first, uint32_t layers, float *distance, uint32_t *nearest)
{
    scree_cpu_exact *exact = state->exact;
    const scree_distance_plan *plan = state->plan;
    for (uint32_t i = 0; i < layers; i++) {
        scree_distance_layer *layer = &exact->layers[i];
        layer->layer = (uint32_t)(first + i);
        layer->level = plan->levels != NULL ? plan->levels[first + i] : 0.0f;
        layer->out = distance + i * plan->plane;
        layer->nearest = nearest != NULL ? nearest + i * plan->plane : NULL;
        if (plan->occupancy != NULL) {
            memcpy(exact->steps + i * plan->plane, state->distance + (first + i) * plan->plane,
                   (size_t)plan->plane * sizeof *exact->steps);
            layer->steps = exact->steps + i * plan->plane;
        }
        find_sides(exact, plan, layer);
    }
}

scree_result scree_cpu_exact_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range)
{
    const scree_distance_plan *plan = state->plan;
    for (uint64_t done = 0; done < layers && !scree_cpu_distance_is_cancelled(state);) {
        uint32_t count = (uint32_t)scree_least(state->exact->batch, layers - done);
        aim_batch(state, first + done, count, distance + done * plan->plane,
                  nearest != NULL ? nearest + done * plan->plane : NULL);
        make_batch(state, count, range);
        scree_cpu_distance_count(state, count * plan->plane);
        done += count;
    }
    return scree_cpu_distance_is_cancelled(state) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}
