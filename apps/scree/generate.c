#include "generate.h"

#include "signals.h"

/* How long Ctrl-C may wait to be noticed, and the interval of the progress bar. */
#define POLL_NANOSECONDS 50000000u

struct receiver {
    const struct destination *destination;
    scree_sink sink;
    scree_range mapped;
};

static scree_result receive(void *user, const scree_slab *slab)
{
    struct receiver *receiver = user;
    if (signals_interrupted()) {
        return SCREE_ERROR_CANCELLED;
    }
    receiver->mapped = slab->mapped;
    if (receiver->destination->digest != NULL) {
        digest_add(receiver->destination->digest, slab->values, slab->count);
    }
    return receiver->sink.write != NULL ? receiver->sink.write(receiver->sink.user, slab) : SCREE_OK;
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

scree_result generate(struct engine *engine, const scree_field *field, const scree_grid *grid,
                      const scree_output *output, const struct destination *destination, struct progress *progress,
                      struct generated *generated)
{
    struct receiver receiver = {.destination = destination};
    if (destination->writer != NULL) {
        receiver.sink = scree_writer_sink(destination->writer);
    }
    const scree_sink sink = {.write = receive, .user = &receiver, .wants_values = destination->digest != NULL};
    scree_job *job = NULL;
    const double start = clock_seconds();
    scree_result result = scree_job_stream(engine->device, field, grid, output, &sink, &job);
    if (result != SCREE_OK) {
        return result;
    }
    result = generate_follow(job, progress);
    generated->seconds = clock_seconds() - start;
    const scree_job_status status = scree_job_poll(job);
    generated->device_seconds = status.device_seconds;
    generated->measured = (scree_range){.minimum = status.minimum, .maximum = status.maximum};
    generated->mapped = receiver.mapped;
    scree_job_release(&job);
    progress_finish(progress);
    return result;
}
