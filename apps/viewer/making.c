#include "making.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A program of a device numbers samples by 32 bits. */
#define SAMPLES_MAX UINT64_C(0xffffffff)
/* Samples of the first step, before a making's speed is known. */
#define FIRST_SAMPLES (UINT64_C(1) << 18)
#define WAIT_NS UINT64_C(4000000)
/* Samples or points that pass through the host at a time. */
#define CHUNK (UINT64_C(1) << 18)

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static scree_scene_params params_of_samples(const struct plan *plan)
{
    scree_scene_params params = {.kind = plan->scene};
    for (uint32_t axis = 0; axis < 3; axis++) {
        params.count[axis] = (uint32_t)plan->count[axis];
    }
    params.count[2] = plan_layers(plan);
    return params;
}

static uint64_t work_bytes(const struct plan *plan)
{
    if (viewer_scene_has_particles(plan->scene)) {
        return 0;
    }
    /* The largest that any scene of these samples needs: a scene may be changed without making them anew. */
    uint64_t most = 0;
    scree_scene_params params = params_of_samples(plan);
    for (int kind = 0; scree_scene_kind_describe((scree_scene_kind)kind) != NULL; kind++) {
        struct plan other = *plan;
        other.scene = params.kind = (scree_scene_kind)kind;
        const uint64_t bytes = plan_equal(plan, &other) ? scree_scene_work_bytes(&params) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static void print_bytes(uint64_t bytes, char *text, size_t size)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double number = (double)bytes;
    size_t unit = 0;
    for (; number >= 1024 && unit < 6; unit++) {
        number /= 1024;
    }
    snprintf(text, size, "%.*f %s", number < 10 && unit > 0 ? 1 : 0, number, units[unit]);
}

static void describe(const struct plan *plan, char *text, size_t size)
{
    if (viewer_scene_has_particles(plan->scene)) {
        snprintf(text, size, "%" PRIu64 " particles", plan->count[0]);
    } else if (plan->count[2] > 1) {
        snprintf(text, size, "%" PRIu64 " x %" PRIu64 " x %" PRIu64 " samples", plan->count[0], plan->count[1],
                 plan->count[2]);
    } else {
        snprintf(text, size, "%" PRIu64 " x %" PRIu64 " samples", plan->count[0], plan->count[1]);
    }
}

bool making_fits(const struct workshop *workshop, const struct plan *plan, char *text, size_t size)
{
    char what[96];
    char needed[32];
    char there[32];
    describe(plan, what, sizeof what);
    /* No product of counts that a view allows overflows: 2^14 along each axis. */
    if (!viewer_scene_has_particles(plan->scene) && plan_samples(plan) > SAMPLES_MAX) {
        snprintf(text, size, "%s are more than 2^32 - 1", what);
        return false;
    }
    /* A distance field is made of the volume in host memory, of bytes and floats. */
    const uint64_t bytes = plan_bytes(plan) * (scree_scene_kind_describe(plan->scene)->has_distances ? 3 : 1) +
                           work_bytes(plan);
    if (bytes > workshop->memory_limit) {
        print_bytes(bytes, needed, sizeof needed);
        print_bytes(workshop->memory_limit, there, sizeof there);
        snprintf(text, size, "%s need %s; %s may be used", what, needed, there);
        return false;
    }
    return true;
}

static scree_result make_field(const struct workshop *workshop, struct making *making)
{
    const struct plan *plan = &making->plan;
    if (viewer_scene_has_particles(plan->scene)) {
        return scree_field_from_particles(workshop->context, &plan->particles, &making->field);
    }
    return plan->samples != NULL ? SCREE_OK : scree_field_from_noise(workshop->context, &plan->noise, &making->field);
}

static scree_result make_buffers(const struct workshop *workshop, struct making *making)
{
    const uint64_t work = work_bytes(&making->plan);
    scree_result result =
        scree_buffer_create(workshop->device, (plan_bytes(&making->plan) + 7) / 8 * 8, &making->samples);
    if (result == SCREE_OK && work > 0) {
        result = scree_buffer_create(workshop->device, work, &making->work);
    }
    return result;
}

static uint64_t units_of(const struct plan *plan)
{
    if (viewer_scene_has_particles(plan->scene)) {
        return plan->particles.steps + 1; /* The first unit places them. */
    }
    return plan->count[2] > 1 ? plan->count[2] : plan->count[1];
}

scree_result making_begin(const struct workshop *workshop, const struct plan *plan, struct making *making)
{
    *making = (struct making){.plan = *plan, .all = units_of(plan)};
    scree_result result = make_field(workshop, making);
    if (result == SCREE_OK) {
        result = make_buffers(workshop, making);
    }
    if (result != SCREE_OK) {
        making_end(making);
    }
    return result;
}

void making_go_further(struct making *making, const struct plan *plan)
{
    making->plan = *plan;
    making->all = units_of(plan);
    making->is_complete = false;
    making->seconds_before = making->seconds;
}

uint64_t making_steps(const struct making *making)
{
    return making->done > 0 ? making->done - 1 : 0;
}

static void widen(struct making *making, float minimum, float maximum)
{
    if (!making->has_range || minimum < making->measured.minimum) {
        making->measured.minimum = minimum;
    }
    if (!making->has_range || maximum > making->measured.maximum) {
        making->measured.maximum = maximum;
    }
    making->has_range = true;
}

/* Waits for a job, and ends it early where the caller wants that. */
static scree_result finish_job(scree_job **job, struct making *making, bool (*stop)(void *user), void *user)
{
    scree_result result = SCREE_ERROR_TIMEOUT;
    while (result == SCREE_ERROR_TIMEOUT) {
        result = scree_job_wait(*job, stop != NULL ? WAIT_NS : UINT64_MAX);
        if (result == SCREE_ERROR_TIMEOUT && stop(user)) {
            scree_job_cancel(*job);
        }
    }
    const scree_job_status status = scree_job_poll(*job);
    if (result == SCREE_OK) {
        widen(making, status.minimum, status.maximum);
    }
    scree_job_release(job);
    return result;
}

/* Rows of a map or a terrain, or layers of a volume. */
static scree_result make_slab(const struct workshop *workshop, struct making *making, uint64_t count,
                              bool (*stop)(void *user), void *user)
{
    const struct plan *plan = &making->plan;
    const uint32_t axis = plan->count[2] > 1 ? 2 : 1;
    const uint64_t unit = plan_samples(plan) / making->all;
    scree_grid grid = plan->grid;
    grid.count[axis] = count;
    grid.first[axis] += (int64_t)making->done;
    scree_job *job = NULL;
    scree_result result = scree_job_fill_buffer(workshop->device, making->field, &grid, making->samples,
                                                making->done * unit * sizeof(float), &job);
    if (result == SCREE_OK) {
        result = finish_job(&job, making, stop, user);
    }
    return result;
}

static void place_points(const struct plan *plan, uint64_t row, uint64_t count, double *positions)
{
    const scree_grid *grid = &plan->grid;
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t axis = 0; axis < grid->axes; axis++) {
            const uint64_t index = axis == 0 ? i : axis == 1 ? row : 0;
            positions[i * grid->axes + axis] = grid->origin[axis] +
                                               ((double)grid->first[axis] + (double)index) * grid->step[axis];
        }
    }
}

/* A row of a map whose steps no grid has. */
static scree_result make_far_row(const struct workshop *workshop, struct making *making)
{
    const struct plan *plan = &making->plan;
    const uint64_t count = plan->count[0];
    double *positions = malloc((size_t)count * plan->grid.axes * sizeof *positions);
    float *values = malloc((size_t)count * sizeof *values);
    scree_result result = positions != NULL && values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        place_points(plan, making->done, count, positions);
        const scree_points points = scree_points_packed(plan->grid.axes, positions, (size_t)count);
        result = scree_device_at(workshop->device, making->field, &points, values);
    }
    if (result == SCREE_OK) {
        for (uint64_t i = 0; i < count; i++) {
            widen(making, values[i], values[i]);
        }
        result =
            scree_buffer_write(making->samples, making->done * count * sizeof(float), count * sizeof(float), values);
    }
    free(positions);
    free(values);
    return result;
}

/* Samples in the unit in which a device computes with them. Cells without data become what is shown of them. */
static scree_result write_adapted(struct making *making, uint64_t first, uint64_t count, const float *samples)
{
    const struct plan *plan = &making->plan;
    const double hole = plan->keeps_holes ? (double)NAN : (double)plan->samples->range.minimum;
    float *values = malloc((size_t)(count < CHUNK ? count : CHUNK) * sizeof *values);
    scree_result result = values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint64_t done = 0; done < count && result == SCREE_OK; done += CHUNK) {
        const uint64_t chunk = count - done < CHUNK ? count - done : CHUNK;
        for (uint64_t i = 0; i < chunk; i++) {
            const float sample = samples[done + i];
            values[i] = (float)((isnan(sample) ? hole : (double)sample) / plan->unit);
        }
        result = scree_buffer_write(making->samples, (first + done) * sizeof(float), chunk * sizeof(float), values);
    }
    free(values);
    return result;
}

static scree_result copy_file(struct making *making, uint64_t count)
{
    const struct plan *plan = &making->plan;
    const uint64_t unit = plan_samples(plan) / making->all;
    const uint64_t first = making->done * unit;
    const float *samples = plan->samples->values + plan->first_sample + first;
    making->measured = scene_range_times(plan->samples->range, 1 / plan->unit);
    making->has_range = true;
    return plan->unit == 1 && plan->samples->holes == 0
               ? scree_buffer_write(making->samples, first * sizeof(float), count * unit * sizeof(float), samples)
               : write_adapted(making, first, count * unit, samples);
}

static scree_result move_particles(const struct workshop *workshop, struct making *making, uint64_t count)
{
    /* The first unit is that of placing, which comes with the first step. */
    const uint64_t before = making_steps(making);
    const scree_particle_run run = {
        .count = making->plan.count[0],
        .first_step = before,
        .steps = making->done + count - 1 - before,
        .positions = making->samples,
        .is_continued = making->done > 0,
    };
    scree_particle_report report = {0};
    const scree_result result = scree_particles_run(workshop->device, making->field, &run, &report);
    making->lost = report.lost;
    return result;
}

static scree_result make_units(const struct workshop *workshop, struct making *making, uint64_t count,
                               bool (*stop)(void *user), void *user)
{
    if (viewer_scene_has_particles(making->plan.scene)) {
        return move_particles(workshop, making, count);
    }
    if (making->plan.samples != NULL) {
        return copy_file(making, count);
    }
    return making->plan.is_far ? make_far_row(workshop, making) : make_slab(workshop, making, count, stop, user);
}

static uint64_t units_within(const struct making *making, double seconds)
{
    const uint64_t left = making->all - making->done;
    if (making->plan.is_far) {
        return 1;
    }
    if (isinf(seconds)) {
        return left;
    }
    const double unit = (double)plan_samples(&making->plan) /
                        (viewer_scene_has_particles(making->plan.scene) ? 1.0 : (double)making->all);
    const double speed = making->done > 0 && making->seconds > 0 ? (double)making->done / making->seconds : 0;
    const double count = speed > 0 ? speed * seconds : (double)FIRST_SAMPLES / unit;
    return count < 1 ? 1 : count < (double)left ? (uint64_t)count : left;
}

/* Solid where samples are above the threshold; NaN is not. */
static scree_result read_solid(struct making *making, uint8_t *solid)
{
    const uint64_t samples = plan_samples(&making->plan);
    const uint64_t chunk = samples < CHUNK ? samples : CHUNK;
    const float threshold = (float)making->plan.threshold;
    float *values = malloc((size_t)chunk * sizeof *values);
    scree_result result = values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint64_t done = 0; done < samples && result == SCREE_OK; done += chunk) {
        const uint64_t count = samples - done < chunk ? samples - done : chunk;
        result = scree_buffer_read(making->samples, done * sizeof(float), count * sizeof(float), values);
        for (uint64_t i = 0; i < count && result == SCREE_OK; i++) {
            solid[done + i] = values[i] > threshold ? 1 : 0;
            making->has_solid = making->has_solid || solid[done + i] != 0;
        }
    }
    free(values);
    return result;
}

double making_clip(const struct plan *plan)
{
    double edges = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        edges += (double)plan->count[axis] * plan->box.side[axis];
    }
    return 4.0 * edges;
}

static scree_result fill_distances(const struct workshop *workshop, struct making *making, const uint8_t *solid,
                                   bool (*stop)(void *user), void *user)
{
    scree_distance_params params = {0};
    for (uint32_t axis = 0; axis < 3; axis++) {
        params.count[axis] = making->plan.count[axis];
        params.voxel[axis] = making->plan.box.side[axis];
    }
    /* Where one side is missing all distances are infinite. */
    params.clip = making_clip(&making->plan);
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_result result =
        scree_field_from_distance(workshop->context, &params, &(scree_distance_source){.occupancy = solid}, &field);
    if (result == SCREE_OK) {
        result = scree_job_fill_buffer(workshop->device, field, NULL, making->samples, 0, &job);
    }
    if (result == SCREE_OK) {
        result = finish_job(&job, making, stop, user);
        making->has_range = false; /* From now on samples are distances, whose range is not measured. */
    }
    scree_field_release(&field);
    return result;
}

/* Replaces the samples of a volume by the exact distances to where they cross the threshold. */
static scree_result make_distances(const struct workshop *workshop, struct making *making, bool (*stop)(void *user),
                                   void *user)
{
    uint8_t *solid = malloc((size_t)plan_samples(&making->plan));
    scree_result result = solid != NULL ? read_solid(making, solid) : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = fill_distances(workshop, making, solid, stop, user);
    }
    free(solid);
    return result;
}

static scree_result finish(const struct workshop *workshop, struct making *making, bool (*stop)(void *user), void *user)
{
    const bool has_distances = making->plan.voxel > 0;
    const scree_result result = scree_scene_kind_describe(making->plan.scene)->has_distances && !has_distances
                                    ? make_distances(workshop, making, stop, user)
                                    : SCREE_OK;
    making->is_complete = result == SCREE_OK;
    return result;
}

scree_result making_go_on(const struct workshop *workshop, struct making *making, double seconds,
                          bool (*stop)(void *user), void *user)
{
    const double start = clock_seconds();
    const double already = making->seconds;
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && making->done < making->all) {
        const uint64_t count = units_within(making, seconds - (clock_seconds() - start));
        result = make_units(workshop, making, count, stop, user);
        making->done += result == SCREE_OK ? count : 0;
        making->seconds = already + clock_seconds() - start;
        if (clock_seconds() - start >= 0.7 * seconds) {
            break;
        }
    }
    if (result == SCREE_OK && making->done == making->all) {
        result = finish(workshop, making, stop, user);
    }
    making->seconds = already + clock_seconds() - start;
    return result;
}

/* Whether what was prepared is what a scene needs; the height of a sample counts for columns alone. */
static bool is_prepared_for(const struct making *making, const scree_scene_params *params)
{
    return making->is_prepared && making->prepared_kind == params->kind &&
           making->prepared_threshold == params->threshold &&
           (!recipe_scene_has_columns((int)params->kind) || making->prepared_height_scale == params->height_scale);
}

scree_result making_prepare(const struct workshop *workshop, struct making *making, const scree_scene_params *params)
{
    if (making->work == NULL || is_prepared_for(making, params)) {
        return SCREE_OK;
    }
    const scree_scene_data data = {.samples = making->samples, .work = making->work};
    const double start = clock_seconds();
    const scree_result result = scree_scene_prepare(workshop->device, params, &data, NULL);
    making->prepare_seconds = clock_seconds() - start;
    making->is_prepared = result == SCREE_OK;
    making->prepared_kind = params->kind;
    making->prepared_threshold = params->threshold;
    making->prepared_height_scale = params->height_scale;
    return result;
}

uint64_t making_bytes(const struct making *making)
{
    return scree_buffer_bytes(making->samples) + scree_buffer_bytes(making->work);
}

void making_end(struct making *making)
{
    scree_buffer_destroy(&making->samples);
    scree_buffer_destroy(&making->work);
    scree_field_release(&making->field);
    memset(making, 0, sizeof *making);
}
