#include "noise_outputs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "explain.h"
#include "field_run.h"
#include "mapped_samples.h"
#include "message.h"
#include "noise_expression.h"
#include "noise_file.h"
#include "output_names.h"
#include "report.h"

/* Numbers of samples that are converted at once. */
#define PIECE_NUMBERS 32768u
/* A vector whose numbers are all smaller has no interval of its own. */
#define VECTOR_LEAST 1e-20f

_Static_assert(SCREE_MAX_OUTPUT_CHANNELS <= FIELD_WRITERS_MOST, "a run has as many files");

/* A run of outputs. */
struct outputs_run {
    const struct field_request *field;
    const struct request *request;
    struct noise_outputs *outputs;
    scree_output stored_as[SCREE_MAX_OUTPUT_CHANNELS];
    scree_mapping mapping[SCREE_MAX_OUTPUT_CHANNELS];
    scree_writer *writer[SCREE_MAX_OUTPUT_CHANNELS];
    float *values; /* A piece of one output, and the same in its type. */
    void *stored;
    struct generated measuring; /* The pass that finds what files map. */
};

/* Whether outputs have files of their own. */
static bool have_files(const struct field_request *field, const struct request *request)
{
    const char *path = field->file.path;
    if (path == NULL || scree_field_output_name(request->field, 0) == NULL) {
        return false;
    }
    const bool are_several = scree_field_channels(request->field, request->recipe.grid.axes) > 1;
    return output_name_has_place(path) || (are_several && !scree_format_describe(field->file.format)->holds_channels);
}

/* Widens the bound of an output by those of its components. */
static scree_result find_bound(const struct request *request, struct noise_output *output)
{
    scree_result result = SCREE_OK;
    output->bound = (scree_range){INFINITY, -INFINITY};
    for (uint32_t i = 0; i < output->channels && result == SCREE_OK; i++) {
        char name[SCREE_MAX_OUTPUT_NAME_BYTES + 3];
        scree_field *component = NULL;
        scree_range bound = {0.0f, 0.0f};
        snprintf(name, sizeof name, output->channels > 1 ? "%s.%c" : "%s", output->name, "xyzw"[i]);
        result = scree_field_take_output(request->field, name, &component);
        result = result == SCREE_OK ? scree_field_bound(component, &request->recipe.grid, &bound, NULL) : result;
        output->bound.minimum = fminf(output->bound.minimum, bound.minimum);
        output->bound.maximum = fmaxf(output->bound.maximum, bound.maximum);
        scree_field_release(&component);
    }
    return result;
}

static scree_result find_output(const struct field_request *field, const struct request *request, uint32_t first,
                                bool is_only, struct noise_output *output)
{
    const bool is_named = !is_only || output_name_has_place(field->file.path);
    output->path = is_named ? output_name(field->file.path, output->name) : strdup(field->file.path);
    scree_result result = output->path != NULL ? scree_field_take_output(request->field, output->name, &output->field)
                                               : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        output->first = first;
        output->channels = scree_field_channels(output->field, request->recipe.grid.axes);
        result = find_bound(request, output);
    }
    return result;
}

static int check_layout(const struct field_request *field, const struct noise_output *output)
{
    struct output_file file = field->file;
    file.text = output->path;
    return output_file_check_layout(&file, field->axes,
                                    output->channels > 1 ? scree_field_channel_names(output->field) : NULL,
                                    output->channels == 3);
}

int noise_outputs_find(const struct field_request *field, const struct request *request, struct noise_outputs *outputs)
{
    const char *name = NULL;
    uint32_t channels = 0;
    int code = EXIT_CODE_OK;
    if (!have_files(field, request)) {
        return EXIT_CODE_OK;
    }
    if (request->frames > 0) {
        message_error("--output %s: frames of outputs go into a file for each frame, of a format that holds channels: "
                      "-o with .npy or .raw, and without %%s",
                      field->file.path);
        return EXIT_CODE_USAGE;
    }
    code = output_name_check(field->file.path);
    const bool is_only = scree_field_output_name(request->field, 1) == NULL;
    while (code == EXIT_CODE_OK && (name = scree_field_output_name(request->field, outputs->count)) != NULL) {
        struct noise_output *output = &outputs->output[outputs->count++];
        output->name = name;
        const scree_result result = find_output(field, request, channels, is_only, output);
        channels += output->channels;
        code = result != SCREE_OK ? engine_fail(field->engine, result) : check_layout(field, output);
    }
    return code;
}

void noise_outputs_clear(struct noise_outputs *outputs)
{
    for (uint32_t i = 0; i < outputs->count; i++) {
        scree_field_release(&outputs->output[i].field);
        free(outputs->output[i].path);
    }
    outputs->count = 0;
}

/* Whether files map what is measured. */
static bool maps_measured(const struct request *request)
{
    return request->recipe.output.range_mode == SCREE_RANGE_MEASURED;
}

/* The output of a file whose samples were measured. A vector keeps its directions, and a colour its hue: the interval
   of its numbers has 0 in its middle, or at its lower end where none is negative, and goes to 1 where they cannot be
   greater, as those of normals. */
static scree_output output_of(const struct request *request, const struct noise_output *output)
{
    scree_output stored = request->recipe.output;
    if (output->channels > 1 && stored.range_mode == SCREE_RANGE_MEASURED) {
        const float most = fmaxf(fabsf(output->measured.minimum), fabsf(output->measured.maximum));
        const bool is_unit = output->bound.minimum >= -1.0f && output->bound.maximum <= 1.0f;
        stored.range_mode = SCREE_RANGE_GIVEN;
        stored.high = is_unit || !isfinite(most) || most < VECTOR_LEAST ? 1.0 : (double)most;
        stored.low = output->bound.minimum >= 0.0f ? 0.0 : -stored.high;
    }
    return stored;
}

/* Opens a file, whose recipe makes its samples alone. */
static scree_result open_file(struct outputs_run *run, uint32_t number)
{
    const struct field_request *field = run->field;
    const struct noise_output *output = &run->outputs->output[number];
    struct request own = *run->request;
    scree_writer_params params = output_file_writer_params(field->values, output->path, field->file.format);
    scree_volume volume;
    own.field = output->field;
    own.recipe.output = run->stored_as[number];
    scree_result result = noise_expression_describe(own.field, &own.recipe, &own.graph);
    if (result == SCREE_OK) {
        noise_file_contents(&own, &volume, &params.recipe, &params.volume);
        const scree_file_use use = {.is_frame = run->request->is_frame};
        result = explain_or_open(field->engine, &params, use, &run->writer[number]);
    }
    scree_recipe_text_free(&own.graph);
    return result;
}

/* Takes the numbers of an output out of whole samples, and finds their range. */
static void gather(const struct outputs_run *run, struct noise_output *output, const scree_slab *slab, uint64_t first,
                   uint64_t count)
{
    scree_range range = output->measured;
    float *out = run->values;
    const float *sample = slab->values + first * slab->channels + output->first;
    for (uint64_t i = 0; i < count; i++, sample += slab->channels) {
        for (uint32_t c = 0; c < output->channels; c++) {
            const float value = sample[c];
            range.minimum = value < range.minimum ? value : range.minimum;
            range.maximum = value > range.maximum ? value : range.maximum;
            *out++ = value;
        }
    }
    output->measured = range;
}

/* Takes the samples of an output from a slab: into its file, or only to find their range. */
static scree_result take_output(struct outputs_run *run, uint32_t number, const scree_slab *slab, bool is_written)
{
    struct noise_output *output = &run->outputs->output[number];
    const uint64_t most = PIECE_NUMBERS / output->channels;
    scree_result result = SCREE_OK;
    for (uint64_t done = 0; done < slab->count && result == SCREE_OK;) {
        const uint64_t left = slab->count - done;
        const uint64_t count = left < most ? left : most;
        gather(run, output, slab, done, count);
        if (is_written) {
            const void *samples =
                mapped_samples(&run->mapping[number], run->values, count * output->channels, run->stored);
            result = scree_writer_write(run->writer[number], samples, count);
        }
        done += count;
    }
    return result;
}

static scree_result write_slab(void *user, const scree_slab *slab)
{
    struct outputs_run *run = user;
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < run->outputs->count && result == SCREE_OK; i++) {
        result = take_output(run, i, slab, true);
    }
    return result;
}

static void measure_slab(void *user, const scree_slab *slab)
{
    struct outputs_run *run = user;
    for (uint32_t i = 0; i < run->outputs->count; i++) {
        take_output(run, i, slab, false);
    }
}

static void forget_ranges(struct noise_outputs *outputs)
{
    for (uint32_t i = 0; i < outputs->count; i++) {
        outputs->output[i].measured = (scree_range){INFINITY, -INFINITY};
    }
}

/* Finds the interval that each file maps, after a pass that measures the outputs where some map what is measured. */
static scree_result find_mappings(struct outputs_run *run)
{
    const struct field_request *field = run->field;
    struct noise_outputs *outputs = run->outputs;
    const bool is_measured = maps_measured(run->request) && field->engine->explanation == NULL;
    const struct destination to = {.watch = measure_slab, .watcher = run};
    scree_result result = scree_output_check(field->engine->context, &run->request->recipe.output);
    forget_ranges(outputs);
    if (result == SCREE_OK && is_measured) {
        field->progress->part = 0.5;
        result = generate(field->engine, run->request->field, &run->request->recipe.grid, NULL, &to, field->progress,
                          &run->measuring);
        field->progress->before = 0.5;
    }
    for (uint32_t i = 0; i < outputs->count && result == SCREE_OK; i++) {
        struct noise_output *output = &outputs->output[i];
        const bool is_found = is_measured && output->measured.minimum <= output->measured.maximum;
        run->stored_as[i] = output_of(run->request, output);
        output->mapped = is_found ? output->measured : output->bound;
        run->mapping[i] = scree_mapping_make(&run->stored_as[i], &output->mapped);
    }
    forget_ranges(outputs);
    return result;
}

static scree_result complete(void *user, scree_writer **writers, size_t *count)
{
    struct outputs_run *run = user;
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < run->outputs->count && result == SCREE_OK; i++) {
        const struct noise_output *output = &run->outputs->output[i];
        writers[(*count)++] = run->writer[i];
        result = scree_writer_complete(run->writer[i], &output->mapped, &output->measured);
    }
    return result;
}

/* Whether all files may be written and differ, before the outputs are measured. */
static int check_files(const struct field_request *field, const struct noise_outputs *outputs)
{
    struct output_name names[SCREE_MAX_OUTPUT_CHANNELS];
    for (uint32_t i = 0; i < outputs->count; i++) {
        names[i] = (struct output_name){.option = OPTION_OUTPUT,
                                        .given = outputs->output[i].path,
                                        .path = outputs->output[i].path,
                                        .format = field->file.format};
    }
    int code = output_names_check_all(names, outputs->count);
    for (uint32_t i = 0; i < outputs->count && code == EXIT_CODE_OK; i++) {
        code = output_names_check_path(outputs->output[i].path, field->values[OPTION_FORCE].given);
    }
    return code;
}

/* Adds the pass before to the time of the run, or to its explanation. */
static void add_measuring(const struct outputs_run *run)
{
    struct outcome *outcome = run->field->outcome;
    struct explanation *explanation = run->field->engine->explanation;
    outcome->seconds += run->measuring.seconds;
    outcome->generated.seconds += run->measuring.seconds;
    outcome->generated.device_seconds += run->measuring.device_seconds;
    if (explanation != NULL && explanation->job != NULL && maps_measured(run->request)) {
        explanation->job->passes++;
    }
}

int noise_outputs_run(const struct field_request *field, const struct request *request, struct noise_outputs *outputs)
{
    struct outputs_run run = {.field = field,
                              .request = request,
                              .outputs = outputs,
                              .values = malloc(PIECE_NUMBERS * sizeof(float)),
                              .stored = malloc(PIECE_NUMBERS * sizeof(uint16_t))};
    const struct field_job job = {.field = request->field,
                                  .grid = &request->recipe.grid,
                                  .makes_files = true,
                                  .take = write_slab,
                                  .complete = complete,
                                  .user = &run};
    scree_result result = run.values != NULL && run.stored != NULL ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    int code = check_files(field, outputs);
    result = result == SCREE_OK && code == EXIT_CODE_OK ? find_mappings(&run) : result;
    for (uint32_t i = 0; i < outputs->count && result == SCREE_OK && code == EXIT_CODE_OK; i++) {
        result = open_file(&run, i);
    }
    if (code == EXIT_CODE_OK) {
        code = result == SCREE_OK ? field_run(field, &job) : engine_fail(field->engine, result);
        add_measuring(&run);
    }
    for (uint32_t i = 0; i < outputs->count; i++) {
        scree_writer_close(&run.writer[i]);
    }
    free(run.values);
    free(run.stored);
    return code;
}

void noise_outputs_complete_line(const struct noise_outputs *outputs, struct field_line *line)
{
    size_t length = 0;
    for (uint32_t i = 0; i < outputs->count; i++) {
        const struct noise_output *output = &outputs->output[i];
        text_add_word(&line->files, output->path);
        if (length < sizeof line->values) {
            length += (size_t)snprintf(line->values + length, sizeof line->values - length, "%s%s %.4g to %.4g",
                                       i > 0 ? ", " : "", output->name, (double)output->measured.minimum,
                                       (double)output->measured.maximum);
        }
    }
}

void noise_outputs_emit(const struct noise_outputs *outputs, struct json_writer *json)
{
    emit_open_array(json, "outputs");
    for (uint32_t i = 0; i < outputs->count; i++) {
        const struct noise_output *output = &outputs->output[i];
        emit_open_object(json, NULL);
        emit_string(json, "name", output->name);
        emit_string(json, "path", output->path);
        emit_unsigned(json, "channels", output->channels);
        emit_float(json, "minimum", output->measured.minimum);
        emit_float(json, "maximum", output->measured.maximum);
        report_json_range(json, "mapped", output->mapped);
        emit_close_object(json);
    }
    emit_close_array(json);
}
