#include "generate.h"

#include "signals.h"

/* How long Ctrl-C may wait to be noticed, and the interval of the progress bar. */
#define POLL_NANOSECONDS 50000000u

struct receiver {
    const struct destination *destination;
    scree_range mapped;
};

static scree_result receive(void *user, const scree_slab *slab)
{
    struct receiver *receiver = user;
    const struct destination *to = receiver->destination;
    scree_result result = signals_interrupted() ? SCREE_ERROR_CANCELLED : SCREE_OK;
    receiver->mapped = slab->mapped;
    if (result == SCREE_OK && to->writer != NULL) {
        result = scree_writer_write(to->writer, slab->data, slab->count);
    }
    if (result == SCREE_OK && to->take != NULL) {
        result = to->take(to->watcher, slab);
    }
    if (result == SCREE_OK && to->nearest != NULL) {
        result = scree_writer_write(to->nearest, slab->nearest, slab->count);
    }
    if (result == SCREE_OK && to->digest != NULL) {
        digest_add(to->digest, slab->values, slab->count * slab->channels);
    }
    if (result == SCREE_OK && to->watch != NULL) {
        to->watch(to->watcher, slab);
    }
    return result;
}

scree_result generate_follow(scree_job *job, struct progress *progress)
{
    for (;;) {
        const scree_result result = scree_job_wait(job, POLL_NANOSECONDS);
        if (result != SCREE_ERROR_TIMEOUT) {
            return result;
        }
        if (signals_interrupted()) {
            scree_job_cancel(job);
        }
        const scree_job_status status = scree_job_poll(job);
        progress_update(progress, &status);
    }
}

/* Samples of a cloud that is drawn may go nowhere else. */
static scree_result start(struct engine *engine, const scree_field *field, const scree_grid *grid,
                          const scree_output *output, const struct destination *to, const scree_sink *sink,
                          scree_job **job)
{
    const bool goes_on = to->writer != NULL || to->nearest != NULL || sink->wants_values;
    return to->splat != NULL ? scree_job_draw(engine->device, field, to->splat, to->density, goes_on ? sink : NULL, job)
                             : scree_job_stream(engine->device, field, grid, output, sink, job);
}

scree_result generate(struct engine *engine, const scree_field *field, const scree_grid *grid,
                      const scree_output *output, const struct destination *destination, struct progress *progress,
                      struct generated *generated)
{
    struct receiver receiver = {.destination = destination};
    const scree_sink sink = {.write = receive,
                             .user = &receiver,
                             .wants_values = destination->digest != NULL || destination->watch != NULL,
                             .wants_nearest = destination->nearest != NULL};
    scree_job *job = NULL;
    progress->started = scree_os_clock_seconds();
    progress->tenths = (unsigned)(10 * progress->before);
    scree_result result = start(engine, field, grid, output, destination, &sink, &job);
    if (result != SCREE_OK) {
        return result;
    }
    result = generate_follow(job, progress);
    generated->seconds = scree_os_clock_seconds() - progress->started;
    const scree_job_status status = scree_job_poll(job);
    generated->device_seconds = status.device_seconds;
    generated->measured = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
    generated->mapped = receiver.mapped;
    scree_job_release(&job);
    progress_finish(progress);
    return result == SCREE_OK && signals_interrupted() ? SCREE_ERROR_CANCELLED : result;
}
