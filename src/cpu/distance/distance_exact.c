/*
 * The exact method on the CPU. Several layers are in flight, each in its own memory, and pass through stages: copying
 * the voxels' steps, sums along the columns, and distances along the rows. All workers share a stage's tasks. An idle
 * worker takes the next task of the lowest layer.
 */
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "distance_space.h"
#include "distance_state.h"
#include "os.h"
#include "range_scan.h"
#include "whole_numbers.h"

/* Rows in a task. */
#define TILE_ROWS 16u
/* Layers after which a saturated type of squares is tried again: layers far above a terrain come in runs. */
#define LAYERS_BEFORE_RETRY 8u
/*
 * One thread in N is left to the sink of a stream. A worker that has to wait for the sink's threads holds up its
 * layer, and with it all other workers.
 */
#define SINK_SHARE 8u
/* Memory of all layers in flight. One layer is allowed even if it takes more. */
#define MOST_SLOT_BYTES ((uint64_t)64 << 20)

/* Size of a slab of a stream: enough to keep all threads busy, in little memory. */
#define SLAB_VOXELS ((uint64_t)1 << 22)

typedef enum layer_stage { STAGE_IDLE, STAGE_STEPS, STAGE_COLUMNS, STAGE_ROWS } layer_stage;

/* A layer that is in flight. */
typedef struct layer_slot {
    scree_distance_layer layer;
    int32_t *steps; /* Steps of voxels, copied because the volume may share memory with the field. */
    scree_square_type type;
    layer_stage stage;
    uint32_t tasks;      /* Tasks of the stage. */
    uint32_t next;       /* The next task to start. */
    uint32_t unfinished; /* Tasks that are not finished. */
    atomic_bool has_outside, has_inside;
    atomic_bool is_saturated; /* The type is too narrow. */
} layer_slot;

struct scree_cpu_exact {
    uint32_t workers;
    uint32_t slot_count;
    uint32_t strips;          /* Strips of a row, each SCREE_STRIP_MOST wide. */
    uint32_t tiles;           /* Tiles of a layer, each of TILE_ROWS rows. */
    scree_square_type narrow; /* The first type to try. */
    scree_square_type wide;   /* The type to use where `narrow` is saturated. */
    scree_distance_work_space *space;
    scree_os_mutex mutex; /* Guards all members below. */
    scree_os_condition changed;
    layer_slot *slots;
    uint32_t busy_slots;
    uint64_t retry_layer; /* The narrow type is tried again from this layer on. */
    /* The first requested layer, the next one to start, and the end of the requested layers. */
    uint64_t first, next, end;
    float *distance;
    uint32_t *nearest;
};

static scree_result fail_memory(const scree_distance_state *state)
{
    return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY,
                      "no memory for planes of %llu voxels and the work space of %u threads",
                      (unsigned long long)state->plan->plane, state->device->base.info.threads);
}

/* The values that all layers share. */
static scree_distance_layer common_layer(const scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    return (scree_distance_layer){
        .columns = plan->columns,
        .rows = plan->rows,
        .side = {plan->side[0], plan->side[1], plan->side[2]},
        .is_negated_inside = plan->params.sign == SCREE_DISTANCE_SIGN_BOTH,
        .unit = plan->unit,
        .margin = plan->margin,
        .clip = plan->clip,
        .whole_cap = plan->whole_cap,
        .real_cap = plan->real_cap,
        .is_cancelled = &state->progress->is_cancelled,
        .tops = plan->tops,
        .layers = plan->layers,
        .is_open = plan->params.edge == SCREE_DISTANCE_EDGE_OPEN,
        .heights = plan->heights,
        .levels = plan->levels,
        .occupancy = plan->occupancy,
        .top_level = (float)((double)plan->layers * plan->params.voxel[2]),
    };
}

uint64_t scree_cpu_distance_slab(const scree_distance_state *state)
{
    uint64_t layers = scree_div_round_up(SLAB_VOXELS, state->plan->plane);
    if (state->delivery.most_samples != 0) {
        layers = scree_min(layers, scree_div_round_up(state->delivery.most_samples, state->plan->plane));
    }
    return scree_min(layers, state->plan->layers);
}

/* Enough layers that all workers have tasks when one layer's stage ends, within the limit of memory. */
static uint32_t choose_slots(const scree_distance_state *state, const scree_distance_space_shape *shape)
{
    uint64_t strips = scree_div_round_up(shape->columns, SCREE_STRIP_MOST);
    uint64_t slots = shape->workers > 1 ? 1 + scree_div_round_up(shape->workers, strips) : 1;
    uint64_t affordable = MOST_SLOT_BYTES / scree_distance_layer_bytes(shape);
    slots = scree_min(slots, affordable > 0 ? affordable : 1);
    return (uint32_t)scree_min(slots, scree_cpu_distance_slab(state));
}

static uint32_t choose_workers(const scree_distance_state *state)
{
    const uint32_t threads = state->device->base.info.threads;
    return state->delivery.lends_memory ? threads - threads / SINK_SHARE : threads;
}

static bool make_slots(const scree_distance_state *state, scree_cpu_exact *exact)
{
    const scree_distance_plan *plan = state->plan;
    scree_distance_space_shape shape = {.columns = plan->columns,
                                        .rows = plan->rows,
                                        .workers = exact->workers,
                                        .has_indices = state->wants_nearest,
                                        .copies_steps = plan->occupancy != NULL};
    exact->slot_count = choose_slots(state, &shape);
    shape.layers = exact->slot_count;
    exact->slots = calloc(exact->slot_count, sizeof *exact->slots);
    exact->space = scree_distance_space_take(shape, &state->device->kept_space);
    if (exact->slots == NULL || exact->space == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < exact->slot_count; i++) {
        const scree_distance_layer_space *space = &exact->space->layers[i];
        layer_slot *slot = &exact->slots[i];
        slot->layer = common_layer(state);
        slot->steps = space->steps;
        slot->layer.steps = space->steps;
        for (int side = 0; side < 2; side++) {
            slot->layer.lines[side] = space->lines[side];
            slot->layer.line_rows[side] = space->line_rows[side];
        }
    }
    return true;
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
    exact->workers = choose_workers(state);
    exact->strips = (uint32_t)scree_div_round_up(plan->columns, SCREE_STRIP_MOST);
    exact->tiles = (uint32_t)scree_div_round_up(plan->rows, TILE_ROWS);
    exact->wide = plan->is_whole ? SCREE_SQUARE_U32 : SCREE_SQUARE_F32;
    exact->narrow = plan->is_whole && !state->wants_nearest ? SCREE_SQUARE_U16 : exact->wide;
    scree_os_mutex_init(&exact->mutex);
    scree_os_condition_init(&exact->changed);
    if (!make_slots(state, exact)) {
        return fail_memory(state);
    }
    if (plan->occupancy != NULL) {
        scree_worker_pool_run(state->device->pool, SCREE_ALL_WORKERS, plan->rows, scan_rows, state);
    }
    return scree_cpu_distance_is_cancelled(state) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

uint64_t scree_cpu_exact_bytes(const scree_distance_state *state)
{
    return state->exact != NULL ? scree_distance_space_bytes(&state->exact->space->shape) : 0;
}

void scree_cpu_exact_destroy(scree_distance_state *state)
{
    scree_cpu_exact *exact = state->exact;
    if (exact == NULL) {
        return;
    }
    scree_distance_space_keep(&exact->space, &state->device->kept_space);
    scree_os_condition_destroy(&exact->changed);
    scree_os_mutex_destroy(&exact->mutex);
    free(exact->slots);
    free(exact);
    state->exact = NULL;
}

static void start_stage(const scree_cpu_exact *exact, layer_slot *slot, layer_stage stage)
{
    slot->stage = stage;
    slot->tasks = stage == STAGE_COLUMNS ? exact->strips : exact->tiles;
    slot->next = 0;
    slot->unfinished = slot->tasks;
}

/* Starts columns once a layer's sides are known: sides are measured that are wanted and occur in the layer. */
static void start_columns(const scree_distance_state *state, layer_slot *slot)
{
    scree_distance_sign sign = state->plan->params.sign;
    slot->layer.measures[0] = atomic_load(&slot->has_outside) && sign != SCREE_DISTANCE_SIGN_INSIDE;
    slot->layer.measures[1] = atomic_load(&slot->has_inside) && sign != SCREE_DISTANCE_SIGN_OUTSIDE;
    start_stage(state->exact, slot, STAGE_COLUMNS);
}

static void start_layer(const scree_distance_state *state, layer_slot *slot)
{
    scree_cpu_exact *exact = state->exact;
    const scree_distance_plan *plan = state->plan;
    scree_distance_layer *layer = &slot->layer;
    uint64_t number = exact->next++;
    uint64_t offset = (number - exact->first) * plan->plane;
    layer->layer = (uint32_t)number;
    layer->level = plan->levels != NULL ? plan->levels[number] : 0.0f;
    layer->out = exact->distance + offset;
    layer->nearest = exact->nearest != NULL ? exact->nearest + offset : NULL;
    slot->type = number < exact->retry_layer ? exact->wide : exact->narrow;
    atomic_store(&slot->is_saturated, false);
    exact->busy_slots++;
    if (plan->occupancy != NULL) {
        atomic_store(&slot->has_outside, false);
        atomic_store(&slot->has_inside, false);
        start_stage(exact, slot, STAGE_STEPS);
        return;
    }
    bool is_of_tops = plan->tops != NULL;
    atomic_store(&slot->has_outside, is_of_tops ? plan->min_top <= number : plan->min_height <= layer->level);
    atomic_store(&slot->has_inside, is_of_tops ? plan->max_top > number : plan->max_height > layer->level);
    start_columns(state, slot);
}

static void end_stage(const scree_distance_state *state, layer_slot *slot)
{
    scree_cpu_exact *exact = state->exact;
    if (slot->stage == STAGE_STEPS) {
        start_columns(state, slot);
    } else if (slot->stage == STAGE_COLUMNS) {
        start_stage(exact, slot, STAGE_ROWS);
    } else if (atomic_load(&slot->is_saturated)) {
        atomic_store(&slot->is_saturated, false);
        slot->type = exact->wide;
        exact->retry_layer = slot->layer.layer + LAYERS_BEFORE_RETRY + 1u;
        start_stage(exact, slot, STAGE_COLUMNS);
    } else {
        slot->stage = STAGE_IDLE;
        exact->busy_slots--;
        if (!scree_cpu_distance_is_cancelled(state)) {
            scree_cpu_distance_count(state, state->plan->plane);
        }
    }
}

static void copy_steps(const scree_distance_state *state, layer_slot *slot, uint32_t first_row, uint32_t rows)
{
    const scree_distance_plan *plan = state->plan;
    size_t first = (size_t)first_row * plan->columns;
    size_t count = (size_t)rows * plan->columns;
    const int32_t *from = (const int32_t *)(const void *)state->distance + slot->layer.layer * plan->plane + first;
    int32_t *to = slot->steps + first;
    uint32_t outside = 0;
    uint32_t inside = 0;
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i];
        outside |= from[i] > 0;
        inside |= from[i] < 0;
    }
    if (outside != 0) {
        atomic_store(&slot->has_outside, true);
    }
    if (inside != 0) {
        atomic_store(&slot->has_inside, true);
    }
}

static void find_columns(const scree_distance_state *state, const layer_slot *slot, scree_distance_space *space,
                         uint32_t strip)
{
    const scree_distance_kernels *kernels = &state->device->kernels.distance;
    const scree_distance_layer *layer = &slot->layer;
    for (int side = 0; side < 2; side++) {
        if (layer->measures[side]) {
            (layer->nearest != NULL ? kernels->nearest_columns
                                    : kernels->columns)[slot->type](layer, space, strip * SCREE_STRIP_MOST, side);
        }
    }
}

static void find_rows(const scree_distance_state *state, layer_slot *slot, scree_distance_space *space,
                      uint32_t first_row, uint32_t rows)
{
    const scree_distance_kernels *kernels = &state->device->kernels.distance;
    const scree_distance_layer *layer = &slot->layer;
    if (layer->nearest != NULL) {
        kernels->nearest_rows[slot->type](layer, space, first_row, rows);
    } else if (!atomic_load(&slot->is_saturated) && !kernels->rows[slot->type](layer, space, first_row, rows)) {
        atomic_store(&slot->is_saturated, true);
    }
}

static void run_task(const scree_distance_state *state, layer_slot *slot, scree_distance_space *space, uint32_t number)
{
    uint32_t first_row = number * TILE_ROWS;
    if (scree_cpu_distance_is_cancelled(state)) {
        return;
    }
    if (slot->stage == STAGE_COLUMNS) {
        find_columns(state, slot, space, number);
        return;
    }
    uint32_t rows = (uint32_t)scree_min(TILE_ROWS, state->plan->rows - first_row);
    if (slot->stage == STAGE_STEPS) {
        copy_steps(state, slot, first_row, rows);
    } else {
        find_rows(state, slot, space, first_row, rows);
    }
}

/* The lowest layer that has tasks left, or the next one if a slot is idle; NULL if neither exists now. */
static layer_slot *find_slot(const scree_distance_state *state)
{
    scree_cpu_exact *exact = state->exact;
    layer_slot *found = NULL;
    layer_slot *idle = NULL;
    for (uint32_t i = 0; i < exact->slot_count; i++) {
        layer_slot *slot = &exact->slots[i];
        if (slot->stage == STAGE_IDLE) {
            idle = slot;
        } else if (slot->next < slot->tasks && (found == NULL || slot->layer.layer < found->layer.layer)) {
            found = slot;
        }
    }
    if (found == NULL && idle != NULL && exact->next < exact->end) {
        start_layer(state, idle);
        found = idle;
    }
    return found;
}

/* A worker's share of the layers: runs tasks until all layers are done. */
static void make_layers(void *user, uint32_t worker, uint64_t number)
{
    (void)number;
    const scree_distance_state *state = user;
    scree_cpu_exact *exact = state->exact;
    scree_os_mutex_lock(&exact->mutex);
    for (;;) {
        layer_slot *slot = find_slot(state);
        if (slot == NULL && exact->busy_slots == 0) {
            break;
        }
        if (slot == NULL) {
            scree_os_condition_wait(&exact->changed, &exact->mutex);
            continue;
        }
        uint32_t task = slot->next++;
        scree_os_mutex_unlock(&exact->mutex);
        run_task(state, slot, &exact->space->workers[worker], task);
        scree_os_mutex_lock(&exact->mutex);
        if (--slot->unfinished == 0) {
            end_stage(state, slot);
            scree_os_condition_broadcast(&exact->changed);
        }
    }
    scree_os_mutex_unlock(&exact->mutex);
}

scree_result scree_cpu_exact_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range)
{
    scree_cpu_exact *exact = state->exact;
    exact->first = first;
    exact->next = first;
    exact->end = first + layers;
    exact->distance = distance;
    exact->nearest = nearest;
    for (uint32_t i = 0; i < exact->workers; i++) {
        exact->space->workers[i].minimum = INFINITY;
        exact->space->workers[i].maximum = -INFINITY;
    }
    scree_worker_pool_run(state->device->pool, exact->workers, exact->workers, make_layers, state);
    for (uint32_t i = 0; i < exact->workers; i++) {
        const scree_distance_space *space = &exact->space->workers[i];
        scree_range_widen(range, space->minimum, space->maximum);
    }
    return scree_cpu_distance_is_cancelled(state) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}
