/* `scree sdf`: how far every voxel of a volume is from a terrain, or from any solid. */
#include <stdio.h>

#include <scree/scree.h>

#include "command.h"
#include "engine.h"
#include "message.h"
#include "options.h"
#include "progress.h"
#include "sdf_memory.h"
#include "sdf_recipe.h"
#include "sdf_report.h"
#include "sdf_outputs.h"
#include "sdf_request.h"
#include "sdf_run.h"
#include "sdf_source.h"
#include "signals.h"

/* All but the JSON, which stands for the lines. */
static void report(const struct sdf_request *request, const struct sdf_source *source,
                   const struct sdf_outcome *outcome)
{
    const bool quiet = request->values[OPTION_QUIET].given;
    if (!quiet && (request->file.path != NULL || request->nearest != NULL)) {
        sdf_report_line(request, source, outcome);
    }
    if (!quiet) {
        sdf_report_warnings(source, outcome);
    }
    if (request->compares && !request->values[OPTION_JSON].given) {
        sdf_report_comparison(request, outcome);
    }
}

/* The map is there, or the recipe for it. */
static int make(struct engine *engine, const struct sdf_request *request, struct sdf_source *source)
{
    struct progress progress;
    struct sdf_outcome outcome = {.value_scale = 0};
    const struct work work = {.voxels = (double)sdf_voxel_count(source)};
    signals_watch();
    int code = engine_open_chosen(engine, request->arguments, &work, &outcome.made.device);
    if (code == EXIT_CODE_OK) {
        code = sdf_memory_check(request, source, &outcome.made.device);
    }
    if (code == EXIT_CODE_OK) {
        code = sdf_source_make(engine, request, source);
    }
    if (code == EXIT_CODE_OK) {
        progress_start(&progress, (enum progress_choice)request->values[OPTION_PROGRESS].choice,
                       request->values[OPTION_QUIET].given);
        code = sdf_run(engine, request, source, &progress, &outcome);
    }
    if (code != EXIT_CODE_OK) {
        return code;
    }
    report(request, source, &outcome);
    return request->values[OPTION_JSON].given ? sdf_report_json(request, source, &outcome) : EXIT_CODE_OK;
}

static int run(const struct arguments *arguments)
{
    struct engine engine;
    struct sdf_request request;
    struct sdf_source source;
    int code = sdf_request_make(arguments, &request);
    if (code == EXIT_CODE_OK) {
        code = sdf_outputs_check_names(&request);
    }
    if (code != EXIT_CODE_OK) {
        return code;
    }
    code = engine_start(&engine, arguments->values[OPTION_QUIET].given);
    if (code == EXIT_CODE_OK) {
        code = sdf_source_find(&engine, &request, &source);
        if (code == EXIT_CODE_OK) {
            code = make(&engine, &request, &source);
        }
        sdf_source_clear(&source);
    }
    engine_stop(&engine);
    return code;
}

int command_sdf(const struct arguments *arguments)
{
    const struct option_value *values = arguments->values;
    struct sdf_recipe recipe;
    if (!values[OPTION_OUTPUT].given && !values[OPTION_NEAREST].given && !values[OPTION_JSON].given &&
        !values[OPTION_COMPARE].given) {
        message_error("sdf: nothing to do; give -o FILE, --nearest FILE, --json or --compare exact");
        return EXIT_CODE_USAGE;
    }
    int code = sdf_recipe_read(arguments, &recipe);
    if (code == EXIT_CODE_OK) {
        code = run(&recipe.arguments);
    }
    sdf_recipe_clear(&recipe);
    return code;
}
