/* `scree noise`: a field into a file. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include <scree/scree.h>

#include "command.h"
#include "digest.h"
#include "engine.h"
#include "generate.h"
#include "json_writer.h"
#include "message.h"
#include "numbers.h"
#include "options.h"
#include "output_file.h"
#include "progress.h"
#include "report.h"
#include "request.h"
#include "signals.h"

static int print_recipe(struct engine *engine, const struct request *request)
{
    char *text = NULL;
    const scree_result result = scree_recipe_print(&request->recipe, NULL, &text);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    printf("%s\n", text);
    scree_recipe_text_free(&text);
    return EXIT_CODE_OK;
}

static int print_json(struct engine *engine, const struct request *request, const struct outcome *outcome)
{
    char *recipe = NULL;
    const scree_result result = scree_recipe_print(&request->recipe, NULL, &recipe);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    struct json_writer json;
    emit_start(&json, stdout);
    emit_open_object(&json, NULL);
    report_json_head(&json, &outcome->device);
    emit_raw(&json, "recipe", recipe);
    report_json_counts(&json, "counts", request->recipe.grid.count, request->recipe.grid.axes);
    emit_unsigned(&json, "samples", request->samples);
    emit_unsigned(&json, "octaves_computed", request->octaves);
    emit_float(&json, "minimum", outcome->generated.measured.minimum);
    emit_float(&json, "maximum", outcome->generated.measured.maximum);
    report_json_range(&json, "bound", request->bound);
    report_json_range(&json, "mapped", outcome->generated.mapped);
    report_json_speed(&json, outcome, request->samples, "samples");
    emit_string(&json, "path", request->path);
    emit_unsigned(&json, "bytes_written", outcome->bytes);
    emit_string(&json, "sha256", outcome->digest);
    emit_close_object(&json);
    emit_finish(&json);
    scree_recipe_text_free(&recipe);
    return EXIT_CODE_OK;
}

static void print_line(const struct request *request, const struct outcome *outcome)
{
    static const char *const modes[] = {
        [SCREE_RANGE_FIXED] = "fixed",
        [SCREE_RANGE_MEASURED] = "measured",
        [SCREE_RANGE_GIVEN] = "given",
    };
    const scree_output *output = &request->recipe.output;
    const scree_range measured = outcome->generated.measured;
    const scree_range mapped = outcome->generated.mapped;
    const bool is_mapped = output->type != SCREE_TYPE_F32 || output->range_mode != SCREE_RANGE_FIXED;
    char size[200];
    char range[120] = "";
    char octaves[40] = "";
    char speed[REPORT_SPEED_SIZE];
    report_size(size, sizeof size, request->recipe.grid.count, request->recipe.grid.axes);
    report_speed(speed, outcome, request->samples, "samples");
    if (is_mapped) {
        snprintf(range, sizeof range, ", %s range %.4g to %.4g", modes[output->range_mode], (double)mapped.minimum,
                 (double)mapped.maximum);
    }
    /* Octaves that are too fine for the grid are left out; who asked for them shall know. */
    const uint32_t asked = request->recipe.noise.octaves > 0 ? request->recipe.noise.octaves : 1;
    if (request->octaves < asked) {
        snprintf(octaves, sizeof octaves, ", %" PRIu32 " of %" PRIu32 " octaves", request->octaves, asked);
    }
    message_report("%s: %s %s%s, values %.4g to %.4g%s, %s", request->path != NULL ? request->path : "(no file)", size,
                   scree_type_name(output->type), octaves, (double)measured.minimum, (double)measured.maximum, range,
                   speed);
}

/* An axis without a step has that of the first one. */
static double step_of(const scree_grid *grid, uint32_t axis)
{
    return grid->step[axis] > 0 ? grid->step[axis] : grid->step[0];
}

/* Whether position i of every axis is a whole number of cells for every i. */
static bool is_on_nodes(const scree_grid *grid)
{
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        const double step = step_of(grid, axis);
        const double start = grid->origin[axis] + (double)grid->first[axis] * step;
        if (start != floor(start) || (grid->count[axis] > 1 && step != floor(step))) {
            return false;
        }
    }
    return true;
}

/* A field of one value is hardly ever meant. */
static void warn_when_equal(const struct request *request, const struct outcome *outcome)
{
    const scree_range measured = outcome->generated.measured;
    if (request->samples < 2 || measured.minimum != measured.maximum) {
        return;
    }
    const bool on_nodes = scree_noise_kind_describe(request->recipe.noise.kind)->has_gradients &&
                          is_on_nodes(&request->recipe.grid);
    message_warning("all samples are equal (%.9g)%s", (double)measured.minimum,
                    on_nodes ? ": they lie on lattice nodes, where this kind of noise is zero; give another --step or "
                               "--density, or --origin 0.5"
                             : "");
}

/* A range names the values that become the least and the largest sample. It is often taken for what they become. */
static void warn_about_range(const struct request *request, const struct outcome *outcome)
{
    const scree_output *output = &request->recipe.output;
    const scree_range values = outcome->generated.measured;
    if (output->range_mode != SCREE_RANGE_GIVEN) {
        return;
    }
    if ((double)values.minimum < output->low || (double)values.maximum > output->high) {
        char count[64] = "those beyond it";
        if (request->path != NULL) {
            snprintf(count, sizeof count, "%" PRIu64 " of %" PRIu64 " samples", outcome->saturated, request->samples);
        }
        message_warning("values are %.4g to %.4g, and the range is %.4g to %.4g; %s are stored as its ends",
                        (double)values.minimum, (double)values.maximum, output->low, output->high, count);
    }
    const double used = fmin((double)values.maximum, output->high) - fmax((double)values.minimum, output->low);
    if (used < (output->high - output->low) / 16.0) {
        message_warning("the range %.4g to %.4g holds few of the values, %.4g to %.4g: it names the values that become "
                        "the least and the largest sample, and does not stretch them to it",
                        output->low, output->high, (double)values.minimum, (double)values.maximum);
    }
}

/* A size of one number is one axis, and whoever asks for a picture hardly ever wants a single row. */
static void warn_about_row(const struct request *request)
{
    const scree_grid *grid = &request->recipe.grid;
    if (request->path != NULL && grid->axes == 1 && grid->count[0] > 1 &&
        scree_format_describe(request->format)->is_picture) {
        message_warning("a size of one number is one row; --size %" PRIu64 "x%" PRIu64 " makes a square picture",
                        grid->count[0], grid->count[0]);
    }
}

/* Waves that are shorter than two samples look like others. */
static void warn_about_waves(const struct request *request)
{
    const scree_noise_params *noise = &request->recipe.noise;
    const scree_grid *grid = &request->recipe.grid;
    const double usual = options_parameter("gabor_frequency")->default_value;
    const double frequency = noise->gabor_frequency != 0.0 ? noise->gabor_frequency : usual;
    double step = 0.0;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        step = grid->count[axis] > 1 ? fmax(step, step_of(grid, axis)) : step;
    }
    if ((noise->kind == SCREE_NOISE_GABOR || noise->kind == SCREE_NOISE_PHASOR) && step * frequency > 0.5) {
        message_warning("waves of %.3g samples are shorter than two, so the field shows other ones in their place: "
                        "--gabor-frequency is at most %.3g with this step, or --step at most %.3g",
                        1.0 / (step * frequency), 0.5 / step, 0.5 / frequency);
    }
}

static int make_file(struct engine *engine, const struct arguments *arguments, const struct request *request,
                     struct progress *progress, struct outcome *outcome)
{
    scree_writer_params params = output_file_writer_params(arguments->values, request->path, request->format);
    params.recipe = &request->recipe;
    const bool wants_digest = arguments->values[OPTION_JSON].given;
    struct digest digest;
    scree_writer *writer = NULL;
    const double start = clock_seconds();
    scree_result result = scree_writer_open(engine->context, &params, &writer);
    if (result == SCREE_OK) {
        digest_start(&digest);
        const struct destination destination = {.writer = writer, .digest = wants_digest ? &digest : NULL};
        result = generate(engine, request->field, &request->recipe.grid, &request->recipe.output, &destination,
                          progress, &outcome->generated);
    }
    if (result == SCREE_OK) {
        result = scree_writer_finish(writer, &outcome->generated.mapped, &outcome->generated.measured);
    }
    if (result == SCREE_OK) {
        outcome->seconds = clock_seconds() - start;
        outcome->bytes = scree_writer_bytes(writer);
        outcome->saturated = scree_writer_saturated(writer);
        digest_finish(&digest, outcome->digest);
    }
    scree_writer_close(&writer);
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}

static int make(struct engine *engine, const struct arguments *arguments, const struct request *request)
{
    const bool quiet = arguments->values[OPTION_QUIET].given;
    const bool json = arguments->values[OPTION_JSON].given;
    struct progress progress;
    struct outcome outcome = {.seconds = 0};
    const struct destination nothing = {.writer = NULL};
    const struct work work = {.field = request->field, .grid = &request->recipe.grid};
    signals_watch();
    int code = engine_open_chosen(engine, arguments, &work, &outcome.device);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    progress_start(&progress, (enum progress_choice)arguments->values[OPTION_PROGRESS].choice, quiet);
    code = request->path != NULL
               ? make_file(engine, arguments, request, &progress, &outcome)
               : generate_nothing(engine, request->field, &request->recipe.grid, &nothing, true, &progress, &outcome);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (!quiet && request->path != NULL) {
        print_line(request, &outcome);
    }
    if (!quiet) {
        warn_when_equal(request, &outcome);
        warn_about_range(request, &outcome);
        warn_about_row(request);
        warn_about_waves(request);
    }
    return json ? print_json(engine, request, &outcome) : EXIT_CODE_OK;
}

int command_noise(const struct arguments *arguments)
{
    const struct option_value *values = arguments->values;
    struct engine engine;
    struct request request = {.field = NULL};
    if (!values[OPTION_OUTPUT].given && !values[OPTION_JSON].given && !values[OPTION_PRINT_RECIPE].given) {
        message_error("noise: nothing to do; give -o FILE, --json or --print-recipe");
        return EXIT_CODE_USAGE;
    }
    int code = engine_start(&engine, values[OPTION_QUIET].given);
    if (code == EXIT_CODE_OK) {
        code = request_make(&engine, arguments, &request);
    }
    if (code == EXIT_CODE_OK) {
        code = values[OPTION_PRINT_RECIPE].given ? print_recipe(&engine, &request) : make(&engine, arguments, &request);
    }
    request_clear(&request);
    engine_stop(&engine);
    return code;
}
