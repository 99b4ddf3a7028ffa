/*
 * Jump flooding on the CPU: passes between two volumes of seeds, of which one is the field's own memory. The naive
 * method is a single pass.
 */
#include "distance_state.h"

#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "flood_kernels.h"
#include "os.h"
#include "range_scan.h"
#include "whole_numbers.h"

/* Rows and layers of a task. The rows that a task reads, three or nine times as many, fit the cache. */
#define TASK_ROWS 16u
#define TASK_LAYERS 16u
/* Minimum tasks for each worker, so that all end at about the same time. */
#define TASKS_PER_WORKER 8u
/* Columns of a task of the naive method, a multiple of all lanes: with SCREE_MAX_NAIVE_VOXELS a tenth of a second of
   work, so that cancellation is quick. */
#define SEARCH_COLUMNS 64u

/* The lanes' ranges of one worker, on separate cache lines. */
typedef struct worker_range {
    float minimum[SCREE_MAX_LANES];
    float maximum[SCREE_MAX_LANES];
} worker_range;

struct scree_cpu_flood {
    uint32_t *seeds[2]; /* The field's memory, and additional memory. */
    uint32_t current;   /* Index of the volume with the last pass's result. */
    uint32_t *bits;     /* Bits of the solid; see scree_flood_line. */
    uint64_t bit_words; /* Words of a row. */
    uint64_t bytes;     /* Bytes of the additional seeds and of the bits. */
    worker_range *ranges;
};

/* Tasks over rows of the volume. */
typedef struct flood_run {
    scree_distance_state *state;
    uint32_t task_rows;
    uint64_t first_layer; /* First layer of the rows in this run. */
    uint64_t layers;
    uint32_t jump;   /* Jump of the pass. */
    float *distance; /* Output, starting at `first_layer`. */
    uint32_t *nearest;
    void (*row)(const struct flood_run *run, uint32_t worker, uint32_t y, uint32_t z);
    uint64_t row_steps; /* Progress for each voxel. */
} flood_run;

static uint64_t line_number(const scree_distance_plan *plan, uint32_t y, uint32_t z)
{
    return (uint64_t)z * plan->rows + y;
}

static void run_task(void *user, uint32_t worker, uint64_t number)
{
    const flood_run *run = user;
    const scree_distance_plan *plan = run->state->plan;
    if (scree_cpu_distance_is_cancelled(run->state)) {
        return;
    }
    uint64_t row_tasks = scree_div_round_up(plan->rows, run->task_rows);
    uint32_t first_row = (uint32_t)(number % row_tasks) * run->task_rows;
    uint32_t rows = (uint32_t)scree_min(run->task_rows, plan->rows - first_row);
    uint64_t first_layer = run->first_layer + number / row_tasks * TASK_LAYERS;
    uint32_t layers = (uint32_t)scree_min(TASK_LAYERS, run->first_layer + run->layers - first_layer);
    for (uint32_t y = first_row; y < first_row + rows; y++) {
        for (uint32_t z = (uint32_t)first_layer; z < first_layer + layers; z++) {
            run->row(run, worker, y, z);
        }
    }
    scree_cpu_distance_count(run->state, (uint64_t)rows * layers * plan->columns * run->row_steps);
}

/* Runs all rows of some layers. Errors: SCREE_ERROR_CANCELLED. */
static scree_result run_rows(flood_run *run)
{
    const scree_distance_plan *plan = run->state->plan;
    uint64_t slabs = scree_div_round_up(run->layers, TASK_LAYERS);
    uint64_t wanted = scree_div_round_up((uint64_t)TASKS_PER_WORKER * run->state->device->base.info.threads, slabs);
    run->task_rows = (uint32_t)scree_min(TASK_ROWS, scree_div_round_up(plan->rows, wanted));
    scree_worker_pool_run(run->state->device->pool, SCREE_ALL_WORKERS,
                          slabs * scree_div_round_up(plan->rows, run->task_rows), run_task, run);
    return scree_cpu_distance_is_cancelled(run->state) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

static bool is_solid(const scree_distance_plan *plan, uint64_t column, uint32_t z)
{
    return plan->tops != NULL ? z < plan->tops[column] : plan->occupancy[z * plan->plane + column] != 0;
}

static void begin_row(const flood_run *run, uint32_t worker, uint32_t y, uint32_t z)
{
    (void)worker;
    const scree_distance_plan *plan = run->state->plan;
    scree_cpu_flood *flood = run->state->flood;
    uint64_t line = line_number(plan, y, z);
    uint32_t *bits = flood->bits + line * flood->bit_words;
    bool solid_is_set = plan->params.sign != SCREE_DISTANCE_SIGN_INSIDE;
    for (uint64_t w = 0; w < flood->bit_words; w++) {
        uint32_t word = 0;
        uint64_t first = w * 32;
        uint64_t count = first < plan->columns ? scree_min(32, plan->columns - first) : 0;
        for (uint32_t i = 0; i < count; i++) {
            bool is_set = is_solid(plan, (uint64_t)y * plan->columns + first + i, z) == solid_is_set;
            word |= (uint32_t)is_set << i;
        }
        bits[w] = word;
    }
    for (uint32_t i = 0; i < 2; i++) {
        run->state->device->kernels.flood.begin(plan, y, z, bits, flood->seeds[i] + line * plan->columns);
    }
}

static void add_line(const scree_cpu_flood *flood, scree_flood_row *row, int64_t y, int64_t z)
{
    const scree_distance_plan *plan = row->plan;
    if (y < 0 || y >= plan->rows || z < 0 || z >= plan->layers) {
        return;
    }
    uint64_t line = line_number(plan, (uint32_t)y, (uint32_t)z);
    row->lines[row->line_count++] = (scree_flood_line){
        .seeds = flood->seeds[flood->current] + line * plan->columns,
        .bits = flood->bits + line * flood->bit_words,
        .step = (((uint32_t)y - row->y) << plan->y_shift) + ((uint32_t)z - row->z),
    };
}

static void pass_row(const flood_run *run, uint32_t worker, uint32_t y, uint32_t z)
{
    (void)worker;
    const scree_cpu_flood *flood = run->state->flood;
    uint64_t line = line_number(run->state->plan, y, z);
    scree_flood_row row = {.plan = run->state->plan,
                           .y = y,
                           .z = z,
                           .jump = run->jump,
                           .bits = flood->bits + line * flood->bit_words,
                           .to = flood->seeds[1 - flood->current] + line * run->state->plan->columns};
    int64_t jump = run->jump;
    for (int64_t l = -1; l <= 1; l++) {
        for (int64_t j = -1; j <= 1; j++) {
            add_line(flood, &row, y + j * jump, z + l * jump);
        }
    }
    run->state->device->kernels.flood.pass(&row);
}

static void run_search(void *user, uint32_t worker, uint64_t number)
{
    (void)worker;
    const flood_run *run = user;
    const scree_distance_plan *plan = run->state->plan;
    const scree_cpu_flood *flood = run->state->flood;
    uint64_t tasks_of_row = scree_div_round_up(plan->columns, SEARCH_COLUMNS);
    uint64_t line = number / tasks_of_row;
    uint32_t first = (uint32_t)(number % tasks_of_row) * SEARCH_COLUMNS;
    scree_flood_search search = {.plan = plan,
                                 .first = first,
                                 .end = (uint32_t)scree_min(first + SEARCH_COLUMNS, plan->columns),
                                 .y = (uint32_t)(line % plan->rows),
                                 .z = (uint32_t)(line / plan->rows),
                                 .bits = flood->bits,
                                 .bit_words = flood->bit_words,
                                 .to = flood->seeds[1 - flood->current] + line * plan->columns};
    if (!scree_cpu_distance_is_cancelled(run->state)) {
        run->state->device->kernels.flood.search(&search);
        scree_cpu_distance_count(run->state, (search.end - first) * run->row_steps);
    }
}

/* The pass of the naive method. */
static scree_result search_all(flood_run *run)
{
    const scree_distance_plan *plan = run->state->plan;
    uint64_t tasks = scree_div_round_up(plan->columns, SEARCH_COLUMNS) * plan->rows * plan->layers;
    scree_worker_pool_run(run->state->device->pool, SCREE_ALL_WORKERS, tasks, run_search, run);
    return scree_cpu_distance_is_cancelled(run->state) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}

static void finish_row(const flood_run *run, uint32_t worker, uint32_t y, uint32_t z)
{
    const scree_distance_plan *plan = run->state->plan;
    const scree_cpu_flood *flood = run->state->flood;
    uint64_t line = line_number(plan, y, z);
    uint64_t offset = (z - run->first_layer) * plan->plane + (uint64_t)y * plan->columns;
    scree_flood_values values = {.plan = plan,
                                 .y = y,
                                 .z = z,
                                 .bits = flood->bits + line * flood->bit_words,
                                 .seeds = flood->seeds[flood->current] + line * plan->columns,
                                 .distance = run->distance + offset,
                                 .nearest = run->nearest != NULL ? run->nearest + offset : NULL,
                                 .minimum = flood->ranges[worker].minimum,
                                 .maximum = flood->ranges[worker].maximum};
    run->state->device->kernels.flood.finish(&values);
}

static scree_result take_memory(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    scree_cpu_flood *flood = calloc(1, sizeof *flood);
    state->flood = flood;
    if (flood != NULL) {
        /* The field's memory holds seeds until they become distances. */
        flood->seeds[0] = (uint32_t *)(void *)state->distance;
        const size_t seed_bytes = (size_t)plan->voxels * sizeof(uint32_t);
        flood->seeds[1] = scree_os_aligned_alloc(64, seed_bytes);
        flood->bit_words = scree_div_round_up(plan->columns, 32) + 1;
        const size_t bit_bytes = (size_t)plan->layers * plan->rows * flood->bit_words * sizeof(uint32_t);
        flood->bits = malloc(bit_bytes);
        flood->bytes = seed_bytes + bit_bytes;
        flood->ranges = scree_os_aligned_alloc(64, state->device->base.info.threads * sizeof *flood->ranges);
    }
    if (flood == NULL || flood->seeds[1] == NULL || flood->bits == NULL || flood->ranges == NULL) {
        scree_cpu_flood_destroy(state);
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY,
                          "no memory for jump flooding of %llu voxels", (unsigned long long)plan->voxels);
    }
    return SCREE_OK;
}

static scree_result flood_volume(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    flood_run run = {.state = state, .layers = plan->layers, .row = begin_row};
    scree_result result = run_rows(&run);
    run.row = pass_row;
    run.row_steps = plan->params.sign == SCREE_DISTANCE_SIGN_BOTH ? 2 : 1;
    for (uint32_t i = 0; i < plan->jump_count && result == SCREE_OK; i++) {
        run.jump = plan->jumps[i];
        result = run.jump == SCREE_NO_JUMP ? search_all(&run) : run_rows(&run);
        state->flood->current = 1 - state->flood->current;
    }
    return result;
}

scree_result scree_cpu_flood_prepare(scree_distance_state *state)
{
    scree_result result = take_memory(state);
    if (result == SCREE_OK) {
        result = flood_volume(state);
        if (result != SCREE_OK) {
            scree_cpu_flood_destroy(state);
        }
    }
    return result;
}

scree_result scree_cpu_flood_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                    uint32_t *nearest, scree_range *range)
{
    worker_range *ranges = state->flood->ranges;
    uint32_t workers = state->device->base.info.threads;
    for (uint32_t i = 0; i < workers; i++) {
        for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
            ranges[i].minimum[lane] = INFINITY;
            ranges[i].maximum[lane] = -INFINITY;
        }
    }
    flood_run run = {.state = state,
                     .first_layer = first,
                     .layers = layers,
                     .distance = distance,
                     .nearest = nearest,
                     .row = finish_row,
                     .row_steps = 1};
    scree_result result = run_rows(&run);
    for (uint32_t i = 0; i < workers * SCREE_MAX_LANES; i++) {
        float minimum = ranges[i / SCREE_MAX_LANES].minimum[i % SCREE_MAX_LANES];
        float maximum = ranges[i / SCREE_MAX_LANES].maximum[i % SCREE_MAX_LANES];
        scree_range_widen(range, minimum, maximum);
    }
    return result;
}

uint64_t scree_cpu_flood_bytes(const scree_distance_state *state)
{
    return state->flood != NULL ? state->flood->bytes : 0;
}

void scree_cpu_flood_destroy(scree_distance_state *state)
{
    if (state->flood != NULL) {
        scree_os_aligned_free(state->flood->seeds[1]);
        free(state->flood->bits);
        scree_os_aligned_free(state->flood->ranges);
        free(state->flood);
        state->flood = NULL;
    }
}
