#include "noise_runs.h"

#include <math.h>
#include <stdlib.h>

#include "../../src/formats/recipe_internal.h"
#include "command.h"
#include "signals.h"

static void widen(scree_range *range, const float *values, uint64_t count, uint32_t channels)
{
    for (uint64_t i = 0; i < count * channels; i += channels) {
        range->minimum = fminf(range->minimum, values[i]);
        range->maximum = fmaxf(range->maximum, values[i]);
    }
}

static scree_result make_run(const struct noise_values *job, uint64_t first, uint64_t count, float *values,
                             scree_range *range)
{
    scree_points points = {.count = (size_t)count};
    job->find(job->user, first, &points);
    scree_result result = scree_device_at(job->engine->device, job->field, &points, values);
    if (result == SCREE_OK) {
        widen(range, values, count, job->channels);
        if (job->digest != NULL) {
            digest_add(job->digest, values, count * job->channels);
        }
        result = job->take != NULL ? job->take(job->user, values, count) : SCREE_OK;
    }
    return result == SCREE_OK && signals_interrupted() ? SCREE_ERROR_CANCELLED : result;
}

scree_result noise_values_make(const struct noise_values *job, scree_range *range)
{
    const uint64_t most = job->count < NOISE_VALUES_MOST ? job->count : NOISE_VALUES_MOST;
    scree_job_status status = {.total = job->passes * job->count};
    *range = (scree_range){.minimum = INFINITY, .maximum = -INFINITY};
    float *values = malloc((size_t)most * job->channels * sizeof *values);
    scree_result result = values != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    for (uint64_t first = 0; first < job->count && result == SCREE_OK; first += most) {
        const uint64_t left = job->count - first;
        const uint64_t count = left < most ? left : most;
        result = make_run(job, first, count, values, range);
        status.done = job->pass * job->count + first + count;
        progress_update(job->progress, &status);
    }
    free(values);
    return result;
}

/* Makes the values and completes the file. */
static scree_result make_values(const struct noise_values_run *run, scree_writer *writer, struct digest *digest)
{
    struct outcome *outcome = run->field->outcome;
    struct progress *progress = run->field->progress;
    progress->started = scree_os_clock_seconds();
    scree_result result = run->make(run->user, writer, digest, &outcome->generated);
    progress_finish(progress);
    outcome->generated.seconds = scree_os_clock_seconds() - progress->started;
    if (result == SCREE_OK && writer != NULL) {
        result = scree_writer_finish(writer, run->is_mapped ? &outcome->generated.mapped : NULL,
                                     &outcome->generated.measured);
        outcome->bytes = scree_writer_bytes(writer);
    }
    outcome->seconds = scree_os_clock_seconds() - progress->started;
    return result;
}

int noise_values_run(const struct noise_values_run *run)
{
    const struct field_request *field = run->field;
    const char *path = field->file.path;
    scree_writer *writer = NULL;
    struct digest digest;
    digest_start(&digest);
    scree_result result = path != NULL ? noise_file_open(field, path, run->request, run->points, run->volume, &writer)
                                       : SCREE_OK;
    if (result == SCREE_OK) {
        result = make_values(run, writer, field->values[OPTION_JSON].given ? &digest : NULL);
    }
    scree_writer_close(&writer);
    digest_finish(&digest, field->outcome->digest);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(field->engine, result);
}

/* One run: the points, the field, and the file that the values go to. */
struct points_run {
    const struct noise_points *points;
    const scree_field *noise;
    struct engine *engine;
    struct progress *progress;
    scree_writer *writer; /* NULL without a file. */
};

static void find_points(void *user, uint64_t first, scree_points *points)
{
    const struct points_run *run = user;
    const size_t bytes = scree_type_bytes(run->points->type);
    const size_t row = run->points->axes * bytes;
    points->axes = run->points->axes;
    points->type = run->points->type;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        points->coordinate[axis] = (const char *)run->points->rows.first + first * row + axis * bytes;
        points->stride[axis] = (ptrdiff_t)row;
    }
}

static scree_result take_values(void *user, float *values, uint64_t count)
{
    const struct points_run *run = user;
    return run->writer != NULL ? scree_writer_write(run->writer, values, count) : SCREE_OK;
}

static scree_result make_at_points(struct points_run *run, struct digest *digest, scree_range *range)
{
    const struct noise_values job = {.engine = run->engine,
                                     .field = run->noise,
                                     .progress = run->progress,
                                     .digest = digest,
                                     .count = run->points->count,
                                     .channels = scree_field_channels(run->noise, run->points->axes),
                                     .passes = 1,
                                     .user = run,
                                     .find = find_points,
                                     .take = take_values};
    return noise_values_make(&job, range);
}

scree_result noise_points_digest(struct engine *engine, const scree_field *field, const struct noise_points *points,
                                 struct progress *progress, struct digest *digest)
{
    struct points_run run = {.points = points, .noise = field, .engine = engine, .progress = progress};
    scree_range range;
    progress->started = scree_os_clock_seconds();
    const scree_result result = make_at_points(&run, digest, &range);
    progress_finish(progress);
    return result;
}

static scree_result make_points(void *user, scree_writer *writer, struct digest *digest, struct generated *generated)
{
    struct points_run *run = user;
    run->writer = writer;
    const scree_result result = make_at_points(run, digest, &generated->measured);
    generated->mapped = generated->measured;
    return result;
}

int noise_points_run(const struct field_request *field, const struct request *request,
                     const struct noise_points *points)
{
    struct points_run run = {
        .points = points, .noise = request->field, .engine = field->engine, .progress = field->progress};
    const bool has_names = scree_field_channels(request->field, points->axes) > 1;
    char *names = has_names ? request_channel_names(request) : NULL;
    if (has_names && names == NULL) {
        return engine_fail(field->engine, SCREE_ERROR_OUT_OF_MEMORY);
    }
    const struct noise_values_run values = {
        .field = field,
        .request = request,
        .points = points,
        .volume = {.axes = 1, .count = {points->count}, .name = "noise", .channels = names},
        .make = make_points,
        .user = &run,
    };
    const int code = noise_values_run(&values);
    free(names);
    return code;
}
