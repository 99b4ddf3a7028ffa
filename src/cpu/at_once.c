#include "at_once.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "cpu_device.h"
#include "cpu_level.h"
#include "graph_type.h"
#include "noise_type.h"
#include "os.h"
#include "program_box.h"
#include "program_points.h"
#include "stream.h"

/* Work space that a thread keeps between calls. */
typedef struct thread_space {
    scree_cpu_device *device;
    scree_program program;
    scree_cpu_program prepared;
    void *tile; /* Work space for the largest tile so far. */
    size_t tile_bytes;
    scree_point_space *points; /* NULL until points are evaluated. */
    scree_progress progress;   /* No job follows it, and nothing cancels it. */
} thread_space;

static scree_os_once key_once;
static scree_os_thread_key key;
static bool has_key;

static void free_space(void *argument)
{
    thread_space *space = argument;
    scree_cpu_device_destroy(&space->device);
    scree_cpu_program_clear(&space->prepared);
    scree_program_clear(&space->program);
    scree_os_aligned_free(space->tile);
    scree_cpu_point_space_destroy(space->points);
    free(space);
}

static void make_key(void)
{
    has_key = scree_os_thread_key_create(&key, free_space);
}

static scree_result create_space(scree_context *context, thread_space **space)
{
    scree_device_info info = {.backend = SCREE_BACKEND_CPU, .kind = SCREE_DEVICE_KIND_CPU, .threads = 1, .members = 1};
    scree_result result = scree_cpu_level_choose(context, SCREE_CPU_LEVEL_AUTO, &info.cpu_level);
    thread_space *new_space = calloc(1, sizeof *new_space);
    if (result == SCREE_OK) {
        result = new_space == NULL
                     ? scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the work space of a thread")
                     : scree_cpu_device_create(context, &info, &new_space->device);
    }
    if (result == SCREE_OK && !scree_os_thread_key_set(&key, new_space)) {
        scree_cpu_device_destroy(&new_space->device);
        result = scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the work space of a thread");
    }
    if (result != SCREE_OK) {
        free(new_space);
        return result;
    }
    *space = new_space;
    return SCREE_OK;
}

/* The calling thread's work space, created on first use. */
static scree_result get_space(scree_context *context, thread_space **space)
{
    scree_os_call_once(&key_once, make_key);
    if (!has_key) {
        return scree_fail(context, SCREE_ERROR_INTERNAL, "the process has no key left for the work space of threads");
    }
    *space = scree_os_thread_key_get(&key);
    return *space != NULL ? SCREE_OK : create_space(context, space);
}

static scree_result reserve_tile(scree_context *context, thread_space *space, size_t bytes)
{
    if (bytes <= space->tile_bytes) {
        return SCREE_OK;
    }
    void *memory = scree_os_aligned_alloc(64, bytes);
    if (memory == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a work space of %zu bytes", bytes);
    }
    memset(memory, 0, bytes);
    scree_os_aligned_free(space->tile);
    space->tile = memory;
    space->tile_bytes = bytes;
    return SCREE_OK;
}

static scree_result make_boxes(const scree_field *field, thread_space *space, float *out, scree_range *range)
{
    const scree_program *program = &space->program;
    const uint32_t channels = program->channels;
    const scree_field_plan plan = {.type = field->type,
                                   .grid = program->grid,
                                   .samples = program->samples,
                                   .planes = program->planes,
                                   .channels = channels};
    scree_program_space *tile = scree_program_space_lay_out(&space->prepared, space->tile);
    scree_box_walk walk = scree_box_walk_start(&plan, scree_cpu_program_box_samples(program));
    while (scree_box_walk_next(&walk)) {
        scree_target target = {.channels = channels,
                               .row_stride = program->grid.row_stride * channels,
                               .plane_stride = program->grid.plane_stride * channels,
                               .values = out != NULL ? out + scree_box_offset(&program->grid, channels, &walk.box)
                                                     : NULL};
        scree_result result = scree_cpu_program_fill_tables(&space->prepared, field->context, &walk.box);
        if (result != SCREE_OK) {
            return result;
        }
        scree_cpu_box cut = scree_cpu_box_cut(&space->prepared, &walk.box, &target, &space->progress, 1);
        for (uint64_t number = 0; number < cut.tiles; number++) {
            scree_cpu_box_make_tile(&cut, tile, number, range);
        }
    }
    return SCREE_OK;
}

/* Prepares the calling thread for the program of a field. */
static scree_result prepare_program(const scree_field *field, const scree_grid *grid, thread_space **found)
{
    scree_context *context = field->context;
    thread_space *space = NULL;
    scree_result result = get_space(context, &space);
    if (result == SCREE_OK) {
        result = scree_program_make(context, field, grid, &space->program);
    }
    if (result != SCREE_OK) {
        return result;
    }
    *found = space;
    result = scree_cpu_program_init(&space->prepared, &space->program, &space->device->kernels);
    if (result != SCREE_OK) {
        return scree_fail(context, result, "no memory for the sources of a field");
    }
    return reserve_tile(context, space, scree_program_space_bytes(&space->prepared));
}

scree_result scree_at_once_program(const scree_field *field, const scree_grid *grid, float *out, scree_range *range)
{
    thread_space *space = NULL;
    const scree_result result = prepare_program(field, grid, &space);
    return result == SCREE_OK ? make_boxes(field, space, out, range) : result;
}

/* Programs are run until this time has passed, and as often as that at most; as often again with their steps timed. */
#define MEASURE_SECONDS 0.02
#define MEASURE_RUNS 64

/* The least time that passes between two readings of the clock. */
static double find_clock_seconds(void)
{
    double least = 1.0;
    for (int i = 0; i < 100; i++) {
        const double started = scree_os_clock_seconds();
        const double passed = scree_os_clock_seconds() - started;
        least = passed < least ? passed : least;
    }
    return least;
}

/* The octaves of a source by their methods. */
static scree_source_methods methods_of(const scree_cpu_noise *noise)
{
    const scree_plan *plan = noise->source.plan;
    scree_source_methods methods = {0};
    for (uint32_t o = 0; o < plan->octaves; o++) {
        methods.displaced += plan->is_displaced;
        methods.of_sites += !plan->is_displaced && scree_plan_has_sites(plan);
        methods.direct += !scree_plan_has_sites(plan) && noise->is_direct[o];
        methods.contracted += !scree_plan_has_sites(plan) && !noise->is_direct[o];
    }
    return methods;
}

scree_result scree_at_once_measure(const scree_field *field, const scree_grid *grid, scree_program_times *times)
{
    thread_space *space = NULL;
    scree_range range = {.minimum = INFINITY, .maximum = -INFINITY};
    scree_result result = prepare_program(field, grid, &space);
    const uint32_t steps = result == SCREE_OK ? space->program.code.step_count : 0;
    const double clock_seconds = find_clock_seconds();
    double seconds = 0.0;
    int runs = 0;
    /* The first run fills tables and caches, and counts for nothing. */
    result = result == SCREE_OK ? make_boxes(field, space, NULL, &range) : result;
    for (; result == SCREE_OK && runs < MEASURE_RUNS && seconds < MEASURE_SECONDS; runs++) {
        const double started = scree_os_clock_seconds();
        result = make_boxes(field, space, NULL, &range);
        seconds += scree_os_clock_seconds() - started;
        space->prepared.step_seconds = times->step;
        space->prepared.clock_seconds = clock_seconds;
        result = result == SCREE_OK ? make_boxes(field, space, NULL, &range) : result;
        space->prepared.step_seconds = NULL;
    }
    for (uint32_t i = 0; result == SCREE_OK && i < space->program.code.source_count; i++) {
        times->source[i] = methods_of(&space->prepared.noise[i]);
    }
    times->seconds = runs > 0 ? seconds / runs : 0.0;
    for (uint32_t s = 0; s < steps && runs > 0; s++) {
        times->step[s] = fmax(0.0, times->step[s] / runs);
    }
    if (steps == 1) {
        times->step[0] = times->seconds; /* Noise by itself has no steps that are timed. */
    }
    return result;
}

/* The thread's space with room for points. */
static scree_result get_point_space(scree_context *context, thread_space **space)
{
    scree_result result = get_space(context, space);
    if (result == SCREE_OK && (*space)->points == NULL) {
        (*space)->points = scree_cpu_point_space_create();
        if ((*space)->points == NULL) {
            result = scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the work space of a thread");
        }
    }
    return result;
}

scree_result scree_at_once_points(scree_context *context, const scree_point_plan *plan, const scree_points *points,
                                  float *out)
{
    thread_space *space = NULL;
    scree_result result = get_point_space(context, &space);
    if (result == SCREE_OK && !scree_cpu_points_alone(&space->device->kernels, plan, points, out, space->points)) {
        result = scree_plan_check_points(context, &plan->plan, points);
    }
    return result;
}

scree_result scree_at_once_program_points(scree_context *context, const scree_point_program *program,
                                          const scree_points *points, float *out)
{
    thread_space *space = NULL;
    scree_result result = get_point_space(context, &space);
    result = result == SCREE_OK ? reserve_tile(context, space, scree_program_points_bytes(&program->code)) : result;
    if (result == SCREE_OK &&
        !scree_program_points_alone(&space->device->kernels, program, points, out, space->points, space->tile)) {
        result = scree_program_check_points(context, program, points);
    }
    return result;
}

scree_result scree_at_once_device(scree_context *context, scree_device **device)
{
    thread_space *space = NULL;
    scree_result result = get_space(context, &space);
    if (result == SCREE_OK) {
        space->device->base.context = context;
        *device = &space->device->base;
    }
    return result;
}
