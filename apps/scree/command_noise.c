/* `scree noise`: noise into a file. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

#include "../../src/formats/recipe_internal.h"
#include "command.h"
#include "enumeration_names.h"
#include "field_run.h"
#include "message.h"
#include "noise_options.h"
#include "noise_outputs.h"
#include "noise_runs.h"
#include "output_names.h"
#include "recipe_noise.h"
#include "report.h"
#include "request.h"

/* A grid, or points of a file; and files of outputs. */
struct noise_part {
    struct request request;
    struct noise_points points;
    struct noise_outputs outputs;
};

static struct noise_part *part_of(const struct field_request *field)
{
    return field->part;
}

static int complete_points(struct field_request *field)
{
    struct noise_points *points = &part_of(field)->points;
    field->stored = SCREE_TYPE_F32;
    field->axes = 1;
    field->count = &points->count;
    field->samples = points->count;
    return noise_points_find_file(field->values, &field->file);
}

static int complete_grid(struct field_request *field)
{
    const struct request *request = &part_of(field)->request;
    field->stored = request->recipe.output.type;
    field->axes = request->recipe.grid.axes - (request->is_frame ? 1 : 0);
    field->count = request->recipe.grid.count;
    field->samples = request->samples;
    return request->is_sphere ? noise_sphere_check(field) : noise_frames_check(field, request);
}

/* Whether the file, or each file of a frame, can hold the samples. */
static int check_layout(const struct field_request *field)
{
    const struct request *request = &part_of(field)->request;
    const enum surface_kind surface = request->surface.kind;
    const bool has_channels = surface == SURFACE_NONE && request_has_channels(request);
    const uint32_t axes = field->axes - (noise_frames_files(field) > 0 ? 1 : 0);
    char *names = has_channels ? request_channel_names(request) : NULL;
    if (has_channels && names == NULL) {
        message_error("noise: out of memory");
        return EXIT_CODE_FAILED;
    }
    const int code = output_file_check_layout(&field->file, axes, has_channels ? names : surface_channels(surface),
                                              surface == SURFACE_NORMALS);
    free(names);
    return code;
}

/* Refuses a place for the names of outputs in the name of a file that has none. */
static int check_place(const struct field_request *field)
{
    const struct noise_part *part = part_of(field);
    const bool has_outputs = scree_field_output_name(part->request.field, 0) != NULL ||
                             field->values[OPTION_CHANNEL].given;
    if (!has_outputs || field->file.path == NULL || !output_name_has_place(field->file.path)) {
        return EXIT_CODE_OK;
    }
    return option_refuse(field->values, OPTION_OUTPUT, "has a place for the names of outputs, and %s",
                         part->points.path != NULL ? "the values at points are one file" : "--channel makes one");
}

static int make(struct field_request *field)
{
    struct noise_part *part = part_of(field);
    int code = request_make(field->engine, field->arguments, &part->points, &field->file, &part->request);
    field->key = part->request.expression != NULL ? "expression" : part->request.is_graph ? "graph" : NULL;
    if (code == EXIT_CODE_OK) {
        code = part->points.path != NULL ? complete_points(field) : complete_grid(field);
    }
    if (code == EXIT_CODE_OK && part->points.path == NULL) {
        code = noise_outputs_find(field, &part->request, &part->outputs);
    }
    if (code == EXIT_CODE_OK && part->outputs.count == 0) {
        code = check_place(field);
    }
    return code == EXIT_CODE_OK && part->outputs.count == 0 ? check_layout(field) : code;
}

static void clear(struct field_request *field)
{
    noise_outputs_clear(&part_of(field)->outputs);
    request_clear(&part_of(field)->request);
    noise_points_close(&part_of(field)->points);
}

static struct work find_work(const struct field_request *field)
{
    const struct request *request = &part_of(field)->request;
    return (struct work){.field = request->field, .grid = &request->recipe.grid};
}

/* Makes the surface of a field. The samples themselves go nowhere else. */
static int run_surface(struct field_request *field)
{
    const struct request *request = &part_of(field)->request;
    struct surface_file file = {.writer = NULL};
    const struct field_job job = {.field = request->field,
                                  .grid = &request->recipe.grid,
                                  .makes_files = true,
                                  .watch = surface_file_take,
                                  .complete = surface_file_complete,
                                  .user = &file};
    const scree_result result = surface_file_open(field, field->file.path, request, &file);
    const int code = result == SCREE_OK ? field_run(field, &job) : engine_fail(field->engine, result);
    surface_file_close(&file);
    return code;
}

static int run(struct field_request *field)
{
    const struct request *request = &part_of(field)->request;
    const struct noise_points *points = &part_of(field)->points;
    if (field->engine->explanation != NULL && (points->path != NULL || request->is_sphere)) {
        return option_refuse(field->values, OPTION_EXPLAIN,
                             "is for grids; points, and pictures of spheres, are evaluated in runs of 2^20 at most");
    }
    if (points->path != NULL) {
        return noise_points_run(field, request, points);
    }
    if (request->is_sphere) {
        return noise_sphere_run(field, request);
    }
    if (request->frames > 0 && field->file.path != NULL) {
        return noise_frames_run(field, request);
    }
    if (request->surface.kind != SURFACE_NONE) {
        return run_surface(field);
    }
    if (part_of(field)->outputs.count > 0) {
        return noise_outputs_run(field, request, &part_of(field)->outputs);
    }
    struct field_job job = {
        .field = request->field,
        .grid = &request->recipe.grid,
        .output = &request->recipe.output,
        .samples = {.path = field->file.path, .format = field->file.format, .is_frame = request->is_frame},
        .makes_files = field->file.path != NULL,
    };
    scree_volume volume;
    noise_file_contents(request, &volume, &job.samples.recipe, &job.samples.volume);
    return field_run(field, &job);
}

static char *describe(const struct field_request *field)
{
    const bool is_recipe = field->values[OPTION_PRINT_RECIPE].given;
    return noise_describe(&part_of(field)->request, &part_of(field)->points, is_recipe);
}

/* ", normals for opengl, height 64" */
static void describe_surface(const struct surface *surface, char *text, size_t size)
{
    if (surface->kind == SURFACE_NORMALS) {
        snprintf(text, size, ", normals for %s, height %.4g", scree_handedness_name(surface->handedness),
                 surface->height);
    } else if (surface->kind == SURFACE_FLOW) {
        snprintf(text, size, ", flow along x and y");
    } else {
        snprintf(text, size, ", slope in degrees, height %.4g", surface->height);
    }
}

/* The range of a field of several outputs is that of the first. */
static void name_values(const struct field_request *field, struct field_line *line)
{
    const char *name = scree_field_output_name(part_of(field)->request.field, 0);
    const scree_range range = field->outcome->generated.measured;
    if (name != NULL && range.minimum <= range.maximum) {
        snprintf(line->values, sizeof line->values, "%s %.4g to %.4g", name, (double)range.minimum,
                 (double)range.maximum);
    }
}

static void complete_line(const struct field_request *field, struct field_line *line)
{
    const struct request *request = &part_of(field)->request;
    const scree_output *output = &request->recipe.output;
    const scree_range mapped = field->outcome->generated.mapped;
    const struct noise_outputs *outputs = &part_of(field)->outputs;
    if (outputs->count > 0) {
        noise_outputs_complete_line(outputs, line);
    } else {
        name_values(field, line);
        frame_name_add_all(field->file.path, noise_frames_files(field), &line->files);
    }
    if (request->surface.kind != SURFACE_NONE) {
        describe_surface(&request->surface, line->range, sizeof line->range);
    } else if (outputs->count == 0 && (output->type != SCREE_TYPE_F32 || output->range_mode != SCREE_RANGE_FIXED)) {
        snprintf(line->range, sizeof line->range, ", %s range %.4g to %.4g", scree_range_mode_name(output->range_mode),
                 (double)mapped.minimum, (double)mapped.maximum);
    }
    if (request->is_graph) {
        snprintf(line->detail, sizeof line->detail, ", %s", request->expression != NULL ? "expression" : "graph");
        return;
    }
    /* Octaves that are too fine for the grid are left out; who asked for them shall know. */
    const uint32_t asked = request->recipe.noise.octaves > 0 ? request->recipe.noise.octaves : 1;
    if (request->octaves < asked) {
        snprintf(line->detail, sizeof line->detail, ", %" PRIu32 " of %" PRIu32 " octaves", request->octaves, asked);
    }
}

static void emit_field(const struct field_request *field, struct json_writer *json)
{
    const struct request *request = &part_of(field)->request;
    if (request->is_graph && part_of(field)->points.path != NULL) {
        return; /* Both depend on the positions of samples, and are known of grids only. */
    }
    emit_unsigned(json, "octaves_computed", request->octaves);
    report_json_range(json, "bound", request->bound);
}

static void emit_results(const struct field_request *field, struct json_writer *json)
{
    const struct noise_outputs *outputs = &part_of(field)->outputs;
    if (outputs->count > 0) {
        noise_outputs_emit(outputs, json);
    } else {
        report_json_range(json, "mapped", field->outcome->generated.mapped);
    }
    const uint64_t frames = part_of(field)->request.frames;
    if (frames > 0) {
        emit_unsigned(json, "frames", frames);
    }
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

/* A field of one value is hardly ever meant. Whether there is a warning. */
static bool warn_when_equal(const struct field_request *field, const char *of, scree_range measured)
{
    const struct request *request = &part_of(field)->request;
    if (request->samples < 2 || measured.minimum != measured.maximum) {
        return false;
    }
    const bool on_nodes = !request->is_graph && scree_noise_kind_describe(request->recipe.noise.kind)->has_gradients &&
                          is_on_nodes(&request->recipe.grid);
    message_warning("all samples%s are equal (%.9g)%s", of, (double)measured.minimum,
                    on_nodes ? ": they lie on lattice nodes, where this kind of noise is zero; give another --step or "
                               "--density, or --origin 0.5"
                             : "");
    return true;
}

/* A range is the interval of values that is mapped to the type. It is often taken for what they become. That of a
   preset is meant to cut values off. */
static void warn_about_range(const struct field_request *field, const char *of, scree_range values)
{
    const struct request *request = &part_of(field)->request;
    const scree_output *output = &request->recipe.output;
    const bool is_own = field->values[OPTION_RANGE].given || field->arguments->operand_count > 0;
    if (output->range_mode != SCREE_RANGE_GIVEN || !is_own) {
        return;
    }
    if ((double)values.minimum < output->low || (double)values.maximum > output->high) {
        char count[64] = "those beyond it";
        if (field->file.path != NULL && !scree_format_describe(field->file.format)->is_video && !request->is_graph) {
            snprintf(count, sizeof count, "%" PRIu64 " of %" PRIu64 " samples", field->outcome->saturated,
                     request->samples);
        }
        message_warning("values%s are %.4g to %.4g, and the range is %.4g to %.4g; %s are stored as its ends", of,
                        (double)values.minimum, (double)values.maximum, output->low, output->high, count);
    }
    const double used = fmin((double)values.maximum, output->high) - fmax((double)values.minimum, output->low);
    if (used < (output->high - output->low) / 16.0) {
        message_warning("few of the values%s, %.4g to %.4g, lie in the range %.4g to %.4g: a range is the interval of "
                        "values that is mapped to the type, and values are not scaled to fill it",
                        of, (double)values.minimum, (double)values.maximum, output->low, output->high);
    }
}

/* Warnings about each output, whose range is known where it has a file of its own. Whether all samples of one are
   equal. */
static bool warn_about_values(const struct field_request *field)
{
    const struct noise_outputs *outputs = &part_of(field)->outputs;
    const struct request *request = &part_of(field)->request;
    bool are_equal = false;
    for (uint32_t i = 0; i < outputs->count; i++) {
        char of[SCREE_MAX_OUTPUT_NAME_BYTES + 8];
        snprintf(of, sizeof of, " of %s", outputs->output[i].name);
        are_equal = warn_when_equal(field, of, outputs->output[i].measured) || are_equal;
        warn_about_range(field, of, outputs->output[i].measured);
    }
    if (outputs->count == 0 && !(request->is_graph && request_has_channels(request))) {
        are_equal = warn_when_equal(field, "", field->outcome->generated.measured);
        warn_about_range(field, "", field->outcome->generated.measured);
    }
    return are_equal;
}

/* A size of one number is one axis, and a picture of a single row is hardly ever wanted. */
static void warn_about_row(const struct field_request *field)
{
    const struct request *request = &part_of(field)->request;
    const scree_grid *grid = &request->recipe.grid;
    if (field->file.path != NULL && grid->axes == 1 && grid->count[0] > 1 &&
        scree_format_describe(field->file.format)->is_picture) {
        message_warning("a size of one number is one row; --size %" PRIu64 "x%" PRIu64 " makes a square picture",
                        grid->count[0], grid->count[0]);
    }
}

/* The axis along which two samples are farthest from one another; the first one where there are several. */
static uint32_t coarsest_axis(const scree_grid *grid)
{
    uint32_t coarsest = 0;
    for (uint32_t axis = 1; axis < grid->axes; axis++) {
        const bool is_first = grid->count[coarsest] <= 1;
        if (grid->count[axis] > 1 && (is_first || step_of(grid, axis) > step_of(grid, coarsest))) {
            coarsest = axis;
        }
    }
    return coarsest;
}

static void say_limit(const struct request *request, uint32_t axis, char *text, size_t size)
{
    const scree_grid *grid = &request->recipe.grid;
    if (request->frames > 0 && axis == grid->axes - 1) {
        snprintf(text, size, "--frame-step is at most 1");
    } else if (axis > 0) {
        snprintf(text, size, "the step along axis %" PRIu32 " is at most 1", axis);
    } else {
        const uint64_t width = request->is_sphere ? sphere_equator(request->projection, grid->count[0])
                                                  : grid->count[0];
        snprintf(text, size, "--step is at most 1, and --density at most %" PRIu64 " with this size", width);
    }
}

/* Cells that are narrower than a sample make white noise of every kind, by aliasing. The one kind whose cells have a
   single value is white noise by itself. Whether there is a warning. */
static bool warn_about_cells(const struct request *request)
{
    const scree_grid *grid = &request->recipe.grid;
    const uint32_t axis = coarsest_axis(grid);
    const double step = step_of(grid, axis);
    char limit[120];
    if (!scree_noise_kind_describe(request->recipe.noise.kind)->has_derivatives || grid->count[axis] <= 1 ||
        step <= 1.0) {
        return false;
    }
    say_limit(request, axis, limit, sizeof limit);
    message_warning(
        "a cell of the first octave is %.3g samples wide, so neighbouring samples are unrelated, as in white "
        "noise: %s",
        1.0 / step, limit);
    return true;
}

/* Waves that are shorter than two samples look like others. */
static void warn_about_waves(const struct request *request, const scree_parameter *parameter)
{
    const scree_noise_params *noise = &request->recipe.noise;
    const scree_grid *grid = &request->recipe.grid;
    const double given = *(const double *)(const void *)((const char *)noise + parameter->offset);
    const double frequency = given != 0.0 ? given : parameter->default_value;
    const uint32_t axis = coarsest_axis(grid);
    const double step = grid->count[axis] > 1 ? step_of(grid, axis) : 0.0;
    if (scree_noise_parameter_applies(parameter, noise, grid->axes) && step * frequency > 0.5) {
        char name[40];
        parameter_spell(parameter->name, name, sizeof name);
        message_warning("waves of %.3g samples are shorter than two, so the field shows other ones in their place: "
                        "--%s is at most %.3g with this step, or --step at most %.3g",
                        1.0 / (step * frequency), name, 0.5 / step, 0.5 / frequency);
    }
}

static void warn(const struct field_request *field)
{
    if (part_of(field)->points.path != NULL) {
        return;
    }
    const bool is_equal = warn_about_values(field);
    warn_about_row(field);
    if (is_equal || part_of(field)->request.is_graph || warn_about_cells(&part_of(field)->request)) {
        return;
    }
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        if (parameter->is_frequency) {
            warn_about_waves(&part_of(field)->request, parameter);
        }
    }
}

static const struct field_type noise_type = {
    .noun = "samples",
    .key = "recipe",
    .wants = "-o FILE, --json or --print-recipe",
    .uses = {OPTION_OUTPUT, OPTION_JSON, OPTION_PRINT_RECIPE, OPTION_COUNT},
    .part_bytes = sizeof(struct noise_part),
    .make = make,
    .clear = clear,
    .work = find_work,
    .run = run,
    .describe = describe,
    .complete_line = complete_line,
    .emit_field = emit_field,
    .emit_results = emit_results,
    .warn = warn,
};

int command_noise(const struct arguments *arguments)
{
    return field_command(arguments, &noise_type);
}
