#include "field_run.h"

#include "command.h"
#include "explain.h"
#include "signals.h"

static scree_result open_file(const struct field_request *request, const struct field_file *file, scree_writer **writer)
{
    if (file->path == NULL) {
        return SCREE_OK;
    }
    scree_writer_params params = output_file_writer_params(request->values, file->path, file->format);
    params.recipe = file->recipe;
    params.volume = file->volume;
    return explain_or_open(request->engine, &params, (scree_file_use){.is_frame = file->is_frame}, writer);
}

/* All that the files hold is there; their names are not. The list is in the order in which they get them. */
static scree_result complete_files(const struct field_job *job, const struct destination *to,
                                   const struct generated *generated, scree_writer **writers, size_t *count)
{
    const scree_range *mapped = job->output != NULL ? &generated->mapped : NULL;
    const scree_range *measured = job->samples.is_frame ? NULL : &generated->measured; /* As frames have it. */
    scree_result result = SCREE_OK;
    if (to->writer != NULL) {
        writers[(*count)++] = to->writer;
        result = scree_writer_complete(to->writer, mapped, measured);
    }
    if (result == SCREE_OK && job->complete != NULL) {
        result = job->complete(job->user, writers, count);
    }
    if (result == SCREE_OK && to->nearest != NULL) {
        writers[(*count)++] = to->nearest;
        result = scree_writer_complete(to->nearest, NULL, NULL);
    }
    return result == SCREE_OK && signals_interrupted() ? SCREE_ERROR_CANCELLED : result;
}

static scree_result commit_files(const struct destination *to, scree_writer **writers, size_t count,
                                 struct outcome *outcome)
{
    outcome->saturated = to->writer != NULL ? scree_writer_saturated(to->writer) : 0;
    outcome->nearest_bytes = to->nearest != NULL ? scree_writer_bytes(to->nearest) : 0;
    for (size_t i = 0; i < count; i++) {
        outcome->bytes += scree_writer_bytes(writers[i]);
    }
    return scree_writer_commit(writers, count);
}

static scree_result make_files(const struct field_request *request, const struct field_job *job, struct destination *to)
{
    scree_writer *writers[FIELD_WRITERS_MOST];
    size_t count = 0;
    struct outcome *outcome = request->outcome;
    struct digest digest;
    digest_start(&digest);
    to->digest = request->values[OPTION_JSON].given ? &digest : NULL;
    scree_result result =
        generate(request->engine, job->field, job->grid, job->output, to, request->progress, &outcome->generated);
    if (result == SCREE_OK) {
        result = complete_files(job, to, &outcome->generated, writers, &count);
    }
    if (result == SCREE_OK) {
        result = commit_files(to, writers, count, outcome);
    }
    digest_finish(&digest, outcome->digest);
    return result;
}

/* Makes a field, as float32, without a file. The seconds count generation alone, so that a digest takes a second pass,
   which is not timed. */
static scree_result make_nothing(const struct field_request *request, const struct field_job *job,
                                 const struct destination *to)
{
    struct outcome *outcome = request->outcome;
    struct digest digest;
    struct generated again;
    const struct destination hashing = {.digest = &digest};
    digest_start(&digest);
    scree_result result =
        generate(request->engine, job->field, job->grid, NULL, to, request->progress, &outcome->generated);
    if (result == SCREE_OK && request->values[OPTION_JSON].given) {
        result = generate(request->engine, job->field, job->grid, NULL, &hashing, request->progress, &again);
    }
    digest_finish(&digest, outcome->digest);
    return result;
}

/* Fills in the job, and the time where the field has a grid. Samples of a cloud that is drawn may go nowhere else, as
   in generate(). */
static scree_result explain(struct engine *engine, const struct field_job *job)
{
    struct explanation *explanation = engine->explanation;
    const scree_sink sink = {.wants_values = job->watch != NULL, .wants_nearest = job->nearest.path != NULL};
    const bool goes_on = job->samples.path != NULL || sink.wants_values || sink.wants_nearest;
    const scree_output *output = job->makes_files ? job->output : NULL;
    const scree_result result =
        job->splat != NULL
            ? scree_job_explain_draw(engine->device, job->field, job->splat, job->density, goes_on ? &sink : NULL,
                                     &explanation->job)
            : scree_job_explain_stream(engine->device, job->field, job->grid, output, &sink, &explanation->job);
    return result == SCREE_OK && job->grid != NULL
               ? trial_run_grid(engine, job->field, job->grid, output, &explanation->trial)
               : result;
}

int field_run(const struct field_request *request, const struct field_job *job)
{
    struct outcome *outcome = request->outcome;
    struct destination to = {
        .splat = job->splat, .density = job->density, .watch = job->watch, .take = job->take, .watcher = job->user};
    const double start = scree_os_clock_seconds();
    scree_result result = open_file(request, &job->samples, &to.writer);
    if (result == SCREE_OK) {
        result = open_file(request, &job->nearest, &to.nearest);
    }
    if (result == SCREE_OK) {
        result = request->engine->explanation != NULL ? explain(request->engine, job)
                 : job->makes_files                   ? make_files(request, job, &to)
                                                      : make_nothing(request, job, &to);
    }
    const int code = result == SCREE_OK ? EXIT_CODE_OK : engine_fail(request->engine, result);
    scree_writer_close(&to.writer);
    scree_writer_close(&to.nearest);
    outcome->seconds = job->makes_files ? scree_os_clock_seconds() - start : outcome->generated.seconds;
    return code;
}
