#include "noise_values.h"

#include <math.h>
#include <stdlib.h>

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

scree_result noise_values_open(struct engine *engine, const struct field_request *field, scree_volume volume,
                               char *metadata, scree_writer **writer)
{
    scree_writer_params params = output_file_writer_params(field->values, field->file.path, field->file.format);
    volume.metadata = metadata;
    params.volume = &volume;
    const scree_result result = metadata != NULL ? scree_writer_open(engine->context, &params, writer)
                                                 : SCREE_ERROR_OUT_OF_MEMORY;
    free(metadata);
    return result;
}
