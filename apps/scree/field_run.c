#include "field_run.h"

#include "../../src/formats/writer_open.h"
#include "command.h"
#include "explain.h"
#include "signals.h"

static scree_writer_params choose_params(const struct field_request *request, const struct field_file *file)
{
    scree_writer_params params = output_file_writer_params(request->values, file->path, file->format);
    params.recipe = file->recipe;
    params.volume = file->volume;
    return params;
}

static scree_result open_file(struct engine *engine, const struct field_request *request, const struct field_file *file,
                              scree_writer **writer)
{
    if (file->path == NULL) {
        return SCREE_OK;
    }
    const scree_writer_params params = choose_params(request, file);
    return file->is_frame ? scree_writer_open_frame(engine->context, &params, writer)
                          : scree_writer_open(engine->context, &params, writer);
}

/* All that the files hold is there; their names are not. The list is in the order in which they get them. */
static scree_result complete_files(const struct field_job *job, const struct destination *to,
                                   const struct generated *generated, scree_writer **writers, size_t *count)
{
    const scree_range *mapped = job->samples.recipe != NULL ? &generated->mapped : NULL;
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

static int make_files(struct engine *engine, const struct field_request *request, const struct field_job *job,
                      struct destination to, struct progress *progress, struct outcome *outcome)
{
    scree_writer *writers[FIELD_WRITERS_MOST];
    size_t count = 0;
    struct digest digest;
    const double start = scree_os_clock_seconds();
    digest_start(&digest);
    to.digest = request->values[OPTION_JSON].given ? &digest : NULL;
    scree_result result = open_file(engine, request, &job->samples, &to.writer);
    if (result == SCREE_OK) {
        result = open_file(engine, request, &job->nearest, &to.nearest);
    }
    if (result == SCREE_OK) {
        result = generate(engine, job->field, job->grid, job->output, &to, progress, &outcome->generated);
    }
    if (result == SCREE_OK) {
        result = complete_files(job, &to, &outcome->generated, writers, &count);
    }
    if (result == SCREE_OK) {
        result = commit_files(&to, writers, count, outcome);
    }
    const int code = result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
    scree_writer_close(&to.writer);
    scree_writer_close(&to.nearest);
    outcome->seconds = scree_os_clock_seconds() - start;
    if (code == EXIT_CODE_OK) {
        digest_finish(&digest, outcome->digest);
    }
    return code;
}

static scree_result explain_samples(struct engine *engine, const struct field_request *request,
                                    const struct field_file *file)
{
    if (file->path == NULL) {
        return SCREE_OK;
    }
    const scree_writer_params params = choose_params(request, file);
    return explain_file(engine, &params, (scree_file_use){.is_frame = file->is_frame}, 1);
}

/* Samples of a cloud that is drawn may go nowhere else, as in generate(). */
static scree_result explain_job(struct engine *engine, const struct field_job *job)
{
    struct explanation *explanation = engine->explanation;
    const scree_sink sink = {.wants_values = job->watch != NULL, .wants_nearest = job->nearest.path != NULL};
    const bool goes_on = job->samples.path != NULL || sink.wants_values || sink.wants_nearest;
    const scree_output *output = job->makes_files ? job->output : NULL;
    return job->splat != NULL
               ? scree_job_explain_draw(engine->device, job->field, job->splat, job->density, goes_on ? &sink : NULL,
                                        &explanation->job)
               : scree_job_explain_stream(engine->device, job->field, job->grid, output, &sink, &explanation->job);
}

/* Fills in the files, the job, and the time where the field has a grid. */
static int explain(struct engine *engine, const struct field_request *request, const struct field_job *job)
{
    scree_result result = explain_samples(engine, request, &job->samples);
    if (result == SCREE_OK) {
        result = explain_samples(engine, request, &job->nearest);
    }
    if (result == SCREE_OK) {
        result = explain_job(engine, job);
    }
    if (result == SCREE_OK && job->grid != NULL) {
        result = trial_run_grid(engine, job->field, job->grid, job->makes_files ? job->output : NULL,
                                &engine->explanation->trial);
    }
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}

int field_run(struct engine *engine, const struct field_request *request, const struct field_job *job,
              struct progress *progress, struct outcome *outcome)
{
    if (engine->explanation != NULL) {
        return explain(engine, request, job);
    }
    const struct destination to = {
        .splat = job->splat, .density = job->density, .watch = job->watch, .watcher = job->user};
    return job->makes_files ? make_files(engine, request, job, to, progress, outcome)
                            : generate_nothing(engine, job->field, job->grid, &to, request->values[OPTION_JSON].given,
                                               progress, outcome);
}
