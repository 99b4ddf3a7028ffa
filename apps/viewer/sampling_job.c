#include "sampling_job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/os.h"
#include "../scree/numbers.h"
#include "recipe_field.h"

/* A program of a device numbers samples by 32 bits. */
#define SAMPLES_MAX UINT64_C(0xffffffff)
/* Samples of the first step, before the speed of a job is known. */
#define FIRST_SAMPLES (UINT64_C(1) << 18)
#define WAIT_NS UINT64_C(4000000)
/* Samples or points that pass through the host at a time. */
#define CHUNK (UINT64_C(1) << 18)

static uint64_t work_bytes(const struct plan *plan)
{
    if (viewer_scene_has_particles(plan->scene)) {
        return 0;
    }
    /* The largest that any scene of these samples needs: another scene may use the same samples. */
    uint64_t most = 0;
    scree_scene_params params = {.count = {(uint32_t)plan->count[0], (uint32_t)plan->count[1], plan_layers(plan)}};
    for (int kind = 0; scree_scene_kind_describe((scree_scene_kind)kind) != NULL; kind++) {
        struct plan other = *plan;
        other.scene = params.kind = (scree_scene_kind)kind;
        const uint64_t bytes = plan_equal(plan, &other) ? scree_scene_work_bytes(&params) : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static void describe(const struct plan *plan, char *text, size_t size)
{
    const bool has_particles = viewer_scene_has_particles(plan->scene);
    const uint32_t axes = has_particles ? 1 : plan->count[2] > 1 ? 3 : 2;
    number_print_counts(text, size, plan->count, axes, " x ");
    const size_t length = strlen(text);
    snprintf(text + length, size - length, " %s", has_particles ? "particles" : "samples");
}

bool sampling_job_fits(const struct render_context *render, const struct plan *plan, char *text, size_t size)
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
    if (bytes > render->memory_limit) {
        number_print_bytes(needed, sizeof needed, bytes);
        number_print_bytes(there, sizeof there, render->memory_limit);
        snprintf(text, size, "%s need %s; %s may be used", what, needed, there);
        return false;
    }
    return true;
}

static scree_result make_field(const struct render_context *render, struct sampling_job *sampling)
{
    const struct plan *plan = &sampling->plan;
    if (viewer_scene_has_particles(plan->scene)) {
        return scree_field_from_particles(render->context, &plan->particles, &sampling->field);
    }
    return plan->samples != NULL ? SCREE_OK
                                 : recipe_field_make(render->context, &plan->recipe, plan->graph, &sampling->field);
}

static scree_result make_buffers(const struct render_context *render, struct sampling_job *sampling)
{
    const uint64_t work = work_bytes(&sampling->plan);
    scree_result result =
        scree_buffer_create(render->device, (plan_bytes(&sampling->plan) + 7) / 8 * 8, &sampling->samples);
    if (result == SCREE_OK && work > 0) {
        result = scree_buffer_create(render->device, work, &sampling->work);
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

scree_result sampling_job_begin(const struct render_context *render, const struct plan *plan,
                                struct sampling_job *sampling)
{
    *sampling = (struct sampling_job){.plan = *plan, .all = units_of(plan)};
    scree_result result = make_field(render, sampling);
    if (result == SCREE_OK) {
        result = make_buffers(render, sampling);
    }
    if (result != SCREE_OK) {
        sampling_job_end(sampling);
    }
    return result;
}

void sampling_job_go_further(struct sampling_job *sampling, const struct plan *plan)
{
    sampling->plan = *plan;
    sampling->all = units_of(plan);
    sampling->is_complete = false;
    sampling->seconds_before = sampling->seconds;
}

uint64_t sampling_job_steps(const struct sampling_job *sampling)
{
    return sampling->done > 0 ? sampling->done - 1 : 0;
}

static void widen(struct sampling_job *sampling, float minimum, float maximum)
{
    if (!sampling->has_range || minimum < sampling->measured.minimum) {
        sampling->measured.minimum = minimum;
    }
    if (!sampling->has_range || maximum > sampling->measured.maximum) {
        sampling->measured.maximum = maximum;
    }
    sampling->has_range = true;
}

/* Waits for a job, and ends it early where the caller wants that. */
static scree_result finish_job(scree_job **job, struct sampling_job *sampling, bool (*stop)(void *user), void *user)
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
        widen(sampling, status.minimum, status.maximum);
    }
    scree_job_release(job);
    return result;
}

/* Rows of a map or a terrain, or layers of a volume. */
static scree_result make_slab(const struct render_context *render, struct sampling_job *sampling, uint64_t count,
                              bool (*stop)(void *user), void *user)
{
    const struct plan *plan = &sampling->plan;
    const uint32_t axis = plan->count[2] > 1 ? 2 : 1;
    const uint64_t unit = plan_samples(plan) / sampling->all;
    scree_grid grid = plan->recipe.grid;
    grid.count[axis] = count;
    grid.first[axis] += (int64_t)sampling->done;
    scree_job *job = NULL;
    scree_result result = scree_job_fill_buffer(render->device, sampling->field, &grid, sampling->samples,
                                                sampling->done * unit * sizeof(float), &job);
    if (result == SCREE_OK) {
        result = finish_job(&job, sampling, stop, user);
    }
    return result;
}

static void place_points(const struct plan *plan, uint64_t row, uint64_t count, double *positions)
{
    const scree_grid *grid = &plan->recipe.grid;
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t axis = 0; axis < grid->axes; axis++) {
            const uint64_t index = axis == 0 ? i : axis == 1 ? row : 0;
            positions[i * grid->axes + axis] = grid->origin[axis] +
                                               ((double)grid->first[axis] + (double)index) * grid->step[axis];
        }
    }
}

/* A row of a map whose steps no grid has. */
static scree_result make_far_row(const struct render_context *render, struct sampling_job *sampling)
{
    const struct plan *plan = &sampling->plan;
    const uint64_t count = plan->count[0];
    double *positions = malloc((size_t)count * plan->recipe.grid.axes * sizeof *positions);
    float *values = malloc((size_t)count * sizeof *values);
    scree_result result = positions != NULL && values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        place_points(plan, sampling->done, count, positions);
        const scree_points points = scree_points_packed(plan->recipe.grid.axes, positions, (size_t)count);
        result = scree_device_at(render->device, sampling->field, &points, values);
    }
    if (result == SCREE_OK) {
        for (uint64_t i = 0; i < count; i++) {
            widen(sampling, values[i], values[i]);
        }
        result = scree_buffer_write(sampling->samples, sampling->done * count * sizeof(float), count * sizeof(float),
                                    values);
    }
    free(positions);
    free(values);
    return result;
}

/* Samples in the unit in which a device computes with them. Cells without data become what is shown of them. */
static scree_result write_adapted(struct sampling_job *sampling, uint64_t first, uint64_t count, const float *samples)
{
    const struct plan *plan = &sampling->plan;
    const double hole = plan->keeps_holes ? (double)NAN : (double)plan->samples->range.minimum;
    float *values = malloc((size_t)(count < CHUNK ? count : CHUNK) * sizeof *values);
    scree_result result = values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint64_t done = 0; done < count && result == SCREE_OK; done += CHUNK) {
        const uint64_t chunk = count - done < CHUNK ? count - done : CHUNK;
        for (uint64_t i = 0; i < chunk; i++) {
            const float sample = samples[done + i];
            values[i] = (float)((isnan(sample) ? hole : (double)sample) / plan->unit);
        }
        result = scree_buffer_write(sampling->samples, (first + done) * sizeof(float), chunk * sizeof(float), values);
    }
    free(values);
    return result;
}

static scree_result copy_file(struct sampling_job *sampling, uint64_t count)
{
    const struct plan *plan = &sampling->plan;
    const uint64_t unit = plan_samples(plan) / sampling->all;
    const uint64_t first = sampling->done * unit;
    const float *samples = plan->samples->values + plan->first_sample + first;
    sampling->measured = scene_range_times(plan->samples->range, 1 / plan->unit);
    sampling->has_range = true;
    return plan->unit == 1 && plan->samples->nodata_count == 0
               ? scree_buffer_write(sampling->samples, first * sizeof(float), count * unit * sizeof(float), samples)
               : write_adapted(sampling, first, count * unit, samples);
}

static scree_result move_particles(const struct render_context *render, struct sampling_job *sampling, uint64_t count)
{
    /* The first unit is that of placing, which comes with the first step. */
    const uint64_t before = sampling_job_steps(sampling);
    const scree_particle_run run = {
        .count = sampling->plan.count[0],
        .first_step = before,
        .steps = sampling->done + count - 1 - before,
        .positions = sampling->samples,
        .is_continued = sampling->done > 0,
    };
    scree_particle_report report = {0};
    const scree_result result = scree_particles_run(render->device, sampling->field, &run, &report);
    sampling->lost = report.lost;
    return result;
}

static scree_result make_units(const struct render_context *render, struct sampling_job *sampling, uint64_t count,
                               bool (*stop)(void *user), void *user)
{
    if (viewer_scene_has_particles(sampling->plan.scene)) {
        return move_particles(render, sampling, count);
    }
    if (sampling->plan.samples != NULL) {
        return copy_file(sampling, count);
    }
    return sampling->plan.is_far ? make_far_row(render, sampling) : make_slab(render, sampling, count, stop, user);
}

static uint64_t units_within(const struct sampling_job *sampling, double seconds)
{
    const uint64_t left = sampling->all - sampling->done;
    if (sampling->plan.is_far) {
        return 1;
    }
    if (isinf(seconds)) {
        return left;
    }
    const double unit = (double)plan_samples(&sampling->plan) /
                        (viewer_scene_has_particles(sampling->plan.scene) ? 1.0 : (double)sampling->all);
    const double speed = sampling->done > 0 && sampling->seconds > 0 ? (double)sampling->done / sampling->seconds : 0;
    const double count = speed > 0 ? speed * seconds : (double)FIRST_SAMPLES / unit;
    return count < 1 ? 1 : count < (double)left ? (uint64_t)count : left;
}

/* Solid where samples are above the threshold; NaN is not. */
static scree_result read_solid(struct sampling_job *sampling, uint8_t *solid)
{
    const uint64_t samples = plan_samples(&sampling->plan);
    const uint64_t chunk = samples < CHUNK ? samples : CHUNK;
    const float threshold = (float)sampling->plan.threshold;
    float *values = malloc((size_t)chunk * sizeof *values);
    scree_result result = values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint64_t done = 0; done < samples && result == SCREE_OK; done += chunk) {
        const uint64_t count = samples - done < chunk ? samples - done : chunk;
        result = scree_buffer_read(sampling->samples, done * sizeof(float), count * sizeof(float), values);
        for (uint64_t i = 0; i < count && result == SCREE_OK; i++) {
            solid[done + i] = values[i] > threshold ? 1 : 0;
            sampling->has_solid = sampling->has_solid || solid[done + i] != 0;
        }
    }
    free(values);
    return result;
}

double sampling_job_clip(const struct plan *plan)
{
    double edges = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        edges += (double)plan->count[axis] * plan->box.side[axis];
    }
    return 4.0 * edges;
}

static scree_result fill_distances(const struct render_context *render, struct sampling_job *sampling,
                                   const uint8_t *solid, bool (*stop)(void *user), void *user)
{
    scree_distance_params params = {0};
    for (uint32_t axis = 0; axis < 3; axis++) {
        params.count[axis] = sampling->plan.count[axis];
        params.voxel[axis] = sampling->plan.box.side[axis];
    }
    /* Where one side is missing all distances are infinite. */
    params.clip = sampling_job_clip(&sampling->plan);
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_result result =
        scree_field_from_distance(render->context, &params, &(scree_distance_source){.occupancy = solid}, &field);
    if (result == SCREE_OK) {
        result = scree_job_fill_buffer(render->device, field, NULL, sampling->samples, 0, &job);
    }
    if (result == SCREE_OK) {
        result = finish_job(&job, sampling, stop, user);
        sampling->has_range = false; /* From now on samples are distances, whose range is not measured. */
    }
    scree_field_release(&field);
    return result;
}

/* Replaces the samples of a volume by the exact distances to where they cross the threshold. */
static scree_result make_distances(const struct render_context *render, struct sampling_job *sampling,
                                   bool (*stop)(void *user), void *user)
{
    uint8_t *solid = malloc((size_t)plan_samples(&sampling->plan));
    scree_result result = solid != NULL ? read_solid(sampling, solid) : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = fill_distances(render, sampling, solid, stop, user);
    }
    free(solid);
    return result;
}

static scree_result finish(const struct render_context *render, struct sampling_job *sampling, bool (*stop)(void *user),
                           void *user)
{
    const bool has_distances = sampling->plan.voxel > 0;
    const scree_result result = scree_scene_kind_describe(sampling->plan.scene)->has_distances && !has_distances
                                    ? make_distances(render, sampling, stop, user)
                                    : SCREE_OK;
    sampling->is_complete = result == SCREE_OK;
    return result;
}

scree_result sampling_job_go_on(const struct render_context *render, struct sampling_job *sampling, double seconds,
                                bool (*stop)(void *user), void *user)
{
    const double start = scree_os_clock_seconds();
    const double already = sampling->seconds;
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && sampling->done < sampling->all) {
        const uint64_t count = units_within(sampling, seconds - (scree_os_clock_seconds() - start));
        result = make_units(render, sampling, count, stop, user);
        sampling->done += result == SCREE_OK ? count : 0;
        sampling->seconds = already + scree_os_clock_seconds() - start;
        if (scree_os_clock_seconds() - start >= 0.7 * seconds) {
            break;
        }
    }
    if (result == SCREE_OK && sampling->done == sampling->all) {
        result = finish(render, sampling, stop, user);
    }
    sampling->seconds = already + scree_os_clock_seconds() - start;
    return result;
}

/* Whether what was prepared is what a scene needs; the height of a sample counts for columns alone. */
static bool is_prepared_for(const struct sampling_job *sampling, const scree_scene_params *params)
{
    return sampling->is_prepared && sampling->prepared_kind == params->kind &&
           sampling->prepared_threshold == params->threshold &&
           (!recipe_scene_has_columns((int)params->kind) || sampling->prepared_height_scale == params->height_scale);
}

scree_result sampling_job_prepare(const struct render_context *render, struct sampling_job *sampling,
                                  const scree_scene_params *params)
{
    if (sampling->work == NULL || is_prepared_for(sampling, params)) {
        return SCREE_OK;
    }
    const scree_scene_data data = {.samples = sampling->samples, .work = sampling->work};
    const double start = scree_os_clock_seconds();
    const scree_result result = scree_scene_build(render->device, params, &data, NULL);
    sampling->prepare_seconds = scree_os_clock_seconds() - start;
    sampling->is_prepared = result == SCREE_OK;
    sampling->prepared_kind = params->kind;
    sampling->prepared_threshold = params->threshold;
    sampling->prepared_height_scale = params->height_scale;
    return result;
}

uint64_t sampling_job_bytes(const struct sampling_job *sampling)
{
    return scree_buffer_bytes(sampling->samples) + scree_buffer_bytes(sampling->work);
}

void sampling_job_end(struct sampling_job *sampling)
{
    scree_buffer_destroy(&sampling->samples);
    scree_buffer_destroy(&sampling->work);
    scree_field_release(&sampling->field);
    memset(sampling, 0, sizeof *sampling);
}
