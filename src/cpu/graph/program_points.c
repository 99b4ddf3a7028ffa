#include "program_points.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "os.h"
#include "program_steps.h"
#include "whole_numbers.h"

/* Points that go through all steps at a time: so few that all values stay in the first cache. */
#define BATCH 256u
/* Batches of an octave that are worth waking a thread for. */
#define WORTH_BATCHES 32u
/* Instructions of a point that take about as long as an octave. */
#define OCTAVE_INSTRUCTIONS 16u

static scree_cpu_steps lay_out(const scree_program_code *code, void *memory, size_t *bytes)
{
    scree_arena arena = {.memory = memory};
    scree_cpu_steps steps = {.code = code};
    scree_cpu_steps_allocate(&steps, &arena, code, 1, 0, BATCH);
    *bytes = arena.used;
    return steps;
}

size_t scree_program_points_bytes(const scree_program_code *code)
{
    size_t bytes;
    lay_out(code, NULL, &bytes);
    return bytes;
}

/* The points from one on. */
static scree_points part_of(const scree_points *points, size_t first, size_t count)
{
    scree_points part = *points;
    part.count = count;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        part.coordinate[axis] = (const char *)points->coordinate[axis] + (ptrdiff_t)first * points->stride[axis];
    }
    return part;
}

static void make_positions(const scree_points *points, uint32_t axis, float *out)
{
    for (size_t i = 0; i < points->count; i++) {
        out[i] = scree_program_position_of(scree_points_coordinate(points, i, axis));
    }
}

/* A batch of points as the one row of all steps. */
static scree_cpu_rows row_of(const scree_points *points)
{
    return (scree_cpu_rows){.phase = SCREE_PHASE_BATCH, .count = 1, .width = points->count};
}

/* Evaluates a source; false where a point is beyond the limits. */
static bool make_source(const scree_cpu_kernels *kernels, const scree_point_program *program,
                        const scree_points *points, const scree_cpu_steps *steps, uint32_t number,
                        scree_point_space *space, float *out)
{
    const scree_program_step *step = &program->code.step[number];
    const scree_point_plan *plan = program->source[step->input[0]];
    const scree_cpu_rows rows = row_of(points);
    const scree_points seen = scree_program_source_points(&program->code.source[step->input[0]], points);
    float *samples = step->block > 0 ? steps->samples : out;
    bool is_made = true;
    if (step->displaced_axes > 0) {
        const scree_cpu_displacement displacement = scree_cpu_steps_displacement(steps, step, &rows);
        is_made = scree_cpu_points_displaced(kernels, plan, &seen, &displacement, samples, space);
    } else {
        is_made = scree_cpu_points_alone(kernels, plan, &seen, samples, space);
    }
    if (step->block > 0 && is_made) {
        scree_cpu_steps_split(steps, number, &rows);
    }
    return is_made;
}

static bool make_batch(const scree_cpu_kernels *kernels, const scree_point_program *program, const scree_points *points,
                       const scree_cpu_steps *steps, scree_point_space *space, float *out)
{
    const scree_program_code *code = &program->code;
    const scree_batch_rows to = {.first = out};
    const scree_cpu_rows rows = row_of(points);
    size_t point;
    uint32_t axis;
    bool is_made = scree_program_checks_points(code, points->axes) ||
                   !scree_points_find_far(points, code->point_limit, &point, &axis);
    uint32_t end = 0;
    for (uint32_t step = 0; step < code->step_count && is_made; step = end) {
        end = scree_program_run_end(code, step);
        if (scree_program_is_source(&code->step[step])) {
            float *values = end == code->step_count ? out
                                                    : scree_cpu_steps_row(steps, code->step[step].result, &rows, 0);
            is_made = make_source(kernels, program, points, steps, step, space, values);
        } else if (scree_program_is_position(&code->step[step])) {
            make_positions(points, code->step[step].input[0],
                           scree_cpu_steps_row(steps, code->step[step].result, &rows, 0));
        } else if (scree_program_is_instruction(&code->step[step])) {
            scree_cpu_steps_run(steps, &kernels->combine, step, end, &rows, &to);
        }
    }
    return is_made;
}

bool scree_program_points_alone(const scree_cpu_kernels *kernels, const scree_point_program *program,
                                const scree_points *points, float *out, scree_point_space *space, void *memory)
{
    size_t bytes;
    const scree_cpu_steps steps = lay_out(&program->code, memory, &bytes);
    bool is_made = true;
    for (size_t first = 0; first < points->count && is_made; first += BATCH) {
        const scree_points part = part_of(points, first, scree_min(points->count - first, BATCH));
        is_made = make_batch(kernels, program, &part, &steps, space, out + first * program->channels);
    }
    return is_made;
}

scree_result scree_program_check_points(scree_context *context, const scree_point_program *program,
                                        const scree_points *points)
{
    scree_points before = *points; /* The points before the first bad one. */
    uint32_t bad_axis = 0;
    size_t point;
    uint32_t axis;
    for (uint32_t i = 0; i < program->code.source_count; i++) {
        const scree_program_source *source = &program->code.source[i];
        const scree_points seen = scree_program_source_points(source, &before);
        if (scree_plan_find_far_point(&program->source[i]->plan, &seen, &point, &axis)) {
            before.count = point;
            bad_axis = scree_program_source_of(source, axis);
        }
    }
    if (!scree_program_checks_points(&program->code, points->axes) &&
        scree_points_find_far(&before, program->code.point_limit, &point, &axis)) {
        before.count = point;
        bad_axis = axis;
    }
    return before.count == points->count
               ? SCREE_OK
               : scree_plan_refuse_point(context, before.count, bad_axis,
                                         scree_points_coordinate(points, before.count, bad_axis));
}

/* One for each worker: a work space for sources, and the steps with their memory. */
typedef struct worker_space {
    scree_point_space *sources;
    scree_cpu_steps steps;
    void *memory;
} worker_space;

typedef struct points_run {
    const scree_cpu_kernels *kernels;
    const scree_point_program *program;
    const scree_points *points;
    float *out;
    worker_space *workers;
    atomic_bool is_wrong; /* Whether a coordinate is beyond the limits. */
} points_run;

static void run_batch(void *user, uint32_t worker, uint64_t number)
{
    points_run *run = user;
    const size_t first = (size_t)number * BATCH;
    const scree_points part = part_of(run->points, first, scree_min(run->points->count - first, BATCH));
    if (!make_batch(run->kernels, run->program, &part, &run->workers[worker].steps, run->workers[worker].sources,
                    run->out + first * run->program->channels)) {
        atomic_store(&run->is_wrong, true);
    }
}

static void destroy_workers(worker_space *workers, uint32_t count)
{
    for (uint32_t i = 0; workers != NULL && i < count; i++) {
        scree_cpu_point_space_destroy(workers[i].sources);
        scree_os_aligned_free(workers[i].memory);
    }
    free(workers);
}

/* NULL without memory. */
static worker_space *create_workers(const scree_program_code *code, uint32_t count)
{
    worker_space *workers = calloc(count, sizeof *workers);
    size_t bytes = scree_program_points_bytes(code);
    for (uint32_t i = 0; workers != NULL && i < count; i++) {
        workers[i].sources = scree_cpu_point_space_create();
        workers[i].memory = scree_os_aligned_alloc(64, bytes);
        if (workers[i].sources == NULL || workers[i].memory == NULL) {
            destroy_workers(workers, count);
            return NULL;
        }
        memset(workers[i].memory, 0, bytes);
        workers[i].steps = lay_out(code, workers[i].memory, &bytes);
    }
    return workers;
}

/* A thread is woken for as many points as take much longer than that. */
static uint32_t count_workers(const scree_point_program *program, uint64_t batches)
{
    uint64_t octaves = program->code.step_count / OCTAVE_INSTRUCTIONS;
    for (uint32_t i = 0; i < program->code.source_count; i++) {
        octaves += program->source[i]->plan.octaves;
    }
    const uint64_t worth = batches * octaves / WORTH_BATCHES;
    return worth < 1 ? 1 : worth < SCREE_MAX_THREADS ? (uint32_t)worth : SCREE_ALL_WORKERS;
}

scree_result scree_cpu_program_points(scree_device *device, const scree_field_plan *plan, const scree_points *points,
                                      float *out)
{
    scree_cpu_device *cpu = (scree_cpu_device *)device;
    scree_plain_points room;
    const scree_point_program *program = scree_point_program_of(plan, &room);
    points_run run = {.kernels = &cpu->kernels, .program = program, .points = points, .out = out};
    run.workers = create_workers(&program->code, device->info.threads);
    if (run.workers == NULL) {
        return scree_fail(device->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the work space of %u threads",
                          device->info.threads);
    }
    const uint64_t batches = scree_div_round_up(points->count, BATCH);
    scree_worker_pool_run(cpu->pool, count_workers(program, batches), batches, run_batch, &run);
    destroy_workers(run.workers, device->info.threads);
    return atomic_load(&run.is_wrong) ? scree_program_check_points(device->context, program, points) : SCREE_OK;
}
