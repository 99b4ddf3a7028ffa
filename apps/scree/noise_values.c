#include "noise_values.h"

#include <math.h>
#include <stdlib.h>

#include "../../src/formats/recipe_internal.h"
#include "command.h"
#include "enumeration_names.h"
#include "explain.h"
#include "noise_points.h"
#include "signals.h"

/* What is made of noise, and the text of what it is made of. */
struct description {
    const struct request *request;
    const struct noise_points *points;
    char *recipe;
};

/* The key under which files and recipes describe what is made of noise. */
static const char *key_of(const struct request *request, const struct noise_points *points)
{
    return points != NULL ? "points" : request->is_sphere ? "sphere" : surface_name(request->surface.kind);
}

static void emit_description(struct json_writer *json, const void *user)
{
    const struct description *made = user;
    const struct request *request = made->request;
    if (made->points != NULL) {
        emit_string(json, "file", made->points->path);
        emit_unsigned(json, "axes", made->points->axes);
    } else if (request->is_sphere) {
        emit_string(json, "projection", enumeration_projections.name((int)request->projection));
    } else {
        surface_emit(&request->surface, json);
    }
    emit_raw(json, "recipe", made->recipe);
}

/* The value of the key. */
static char *describe(const struct request *request, const struct noise_points *points, unsigned depth)
{
    struct description made = {.request = request, .points = points};
    if (scree_recipe_print(&request->recipe, NULL, &made.recipe) != SCREE_OK) {
        return NULL;
    }
    char *text = emit_text(depth, emit_description, &made);
    scree_recipe_text_free(&made.recipe);
    return text;
}

static void emit_whole(struct json_writer *json, const void *user)
{
    const struct description *made = user;
    emit_raw(json, key_of(made->request, made->points), made->recipe);
}

char *noise_describe(const struct request *request, const struct noise_points *points)
{
    struct description whole = {.request = request, .points = points != NULL && points->path != NULL ? points : NULL};
    const bool is_whole = whole.points != NULL || (!request->is_sphere && request->surface.kind != SURFACE_NONE);
    if (!is_whole && !request->is_sphere) {
        scree_recipe_print(&request->recipe, NULL, &whole.recipe);
        return whole.recipe;
    }
    whole.recipe = describe(request, whole.points, 0);
    if (!is_whole || whole.recipe == NULL) {
        return whole.recipe;
    }
    char *text = emit_text(0, emit_whole, &whole);
    free(whole.recipe);
    return text;
}

scree_result noise_file_open(const struct field_request *field, const char *path, const struct request *request,
                             const struct noise_points *points, scree_volume volume, scree_writer **writer)
{
    scree_writer_params params = output_file_writer_params(field->values, path, field->file.format);
    char *metadata = describe(request, points, 1);
    volume.key = key_of(request, points);
    volume.metadata = metadata;
    params.volume = &volume;
    const scree_result result = metadata != NULL ? explain_or_open(field->engine, &params, (scree_file_use){0}, writer)
                                                 : SCREE_ERROR_OUT_OF_MEMORY;
    free(metadata);
    return result;
}

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
