#include "request.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/number_text.h"
#include "../../src/formats/recipe_internal.h"
#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "noise_expression.h"
#include "noise_options.h"
#include "output_file.h"
#include "output_names.h"
#include "presets.h"
#include "recipe_file.h"
#include "recipe_noise.h"
#include "report.h"
#include "text.h"

/* A request for noise while it is read from options, a preset or a recipe. */
struct noise_reading {
    struct engine *engine;
    const struct arguments *arguments;
    const struct option_value *values;
    struct request *request;
    scree_noise_params *noise;   /* The parameters in the request's recipe. */
    const struct preset *preset; /* NULL with a recipe file. */
    struct recipe_keys keys;     /* The keys that the recipe or the preset has. */
    struct noise_points *points; /* The caller's points; NULL where there may be none. */
    uint32_t point_axes;         /* 0 for a grid. */
    struct output_file *file;    /* The caller's file; NULL where the noise goes into none. */
};

/* Opens the points at which the field is evaluated, instead of on a grid. */
static int find_points(struct noise_reading *reading)
{
    struct noise_points *points = reading->points;
    const struct option_value *option = &reading->values[OPTION_NOISE_POINTS];
    const uint32_t axes = reading->request->recipe.grid.axes;
    if (points == NULL && reading->keys.points != NULL) {
        message_error("%s: describes noise at points, which scree noise makes; its \"recipe\" is that of the field",
                      reading->arguments->operands[0]);
        return EXIT_CODE_USAGE;
    }
    if (!option->given && reading->keys.points == NULL) {
        return EXIT_CODE_OK;
    }
    const int code =
        noise_points_open(reading->engine, reading->values, option->given ? NULL : reading->keys.points, points);
    reading->point_axes = points->axes;
    if (code == EXIT_CODE_OK && !option->given && points->axes != axes) {
        message_error("%s: has points in %" PRIu32 " axes; %s describes noise in %" PRIu32, points->path, points->axes,
                      reading->arguments->operands[0], axes);
        return EXIT_CODE_USAGE;
    }
    return code;
}

/* Reads a recipe of noise, or of a graph, which no option of noise changes. */
static int read_file(struct noise_reading *reading)
{
    const struct arguments *arguments = reading->arguments;
    struct request *request = reading->request;
    const char *name = arguments->operands[0];
    const int code =
        arguments->recipe_text != NULL
            ? recipe_file_read_text(reading->engine, arguments->recipe_text, name, &request->recipe, &reading->keys)
            : recipe_file_read(reading->engine, name, &request->recipe, &reading->keys);
    request->field = reading->keys.field;
    request->is_graph = request->field != NULL;
    return code == EXIT_CODE_OK && request->is_graph ? noise_expression_check_options(reading->values, name, false)
                                                     : code;
}

static int read_graph_preset(struct noise_reading *reading)
{
    const struct preset *preset = reading->preset;
    struct request *request = reading->request;
    char name[80];
    snprintf(name, sizeof name, "--preset %s", preset->name);
    int code = noise_expression_check_options(reading->values, name, true);
    if (code == EXIT_CODE_OK) {
        code = recipe_file_read_text(reading->engine, preset->text, name, &request->recipe, &reading->keys);
    }
    request->field = reading->keys.field;
    request->is_graph = true;
    reading->keys = (struct recipe_keys){.size = true};
    return code == EXIT_CODE_OK ? noise_expression_reseed(reading->engine, reading->values, &request->field) : code;
}

static int read_recipe(struct noise_reading *reading)
{
    const struct arguments *arguments = reading->arguments;
    scree_recipe *recipe = &reading->request->recipe;
    /* For recipes and expressions that leave the size to the options or to the default. */
    recipe->grid = (scree_grid){.axes = 2, .count = {1024, 1024}, .step = {1}};
    if (noise_expression_is_given(reading->values)) {
        reading->request->is_graph = true;
        const int code =
            noise_expression_make(reading->engine, arguments, &reading->request->expression, &reading->request->field);
        /* The samples are those of a file, unless options of the grid say otherwise. */
        reading->keys.size = reading->keys.step = scree_field_file_grid(reading->request->field, &recipe->grid);
        return code;
    }
    if (arguments->operand_count > 0) {
        if (reading->values[OPTION_PRESET].given) {
            message_error("--preset %s: not together with the recipe file %s", reading->values[OPTION_PRESET].text,
                          arguments->operands[0]);
            return EXIT_CODE_USAGE;
        }
        return read_file(reading);
    }
    reading->preset = preset_at(reading->values[OPTION_PRESET].choice);
    if (reading->preset->is_graph) {
        return read_graph_preset(reading);
    }
    *recipe = reading->preset->recipe;
    /* Other noise than the preset's range is for. */
    reading->request->is_changed = options_change_noise(reading->values, preset_levels_hold);
    reading->keys =
        (struct recipe_keys){.size = true, .range = reading->preset->has_range && !reading->request->is_changed};
    if (!reading->keys.range) {
        recipe->output = (scree_output){.type = SCREE_TYPE_F32};
    }
    return EXIT_CODE_OK;
}

/* The recipe, on the samples of its scene where these are asked for. */
static int read_base(struct noise_reading *reading)
{
    const struct recipe_scene *scene = reading->arguments->scene;
    const int code = read_recipe(reading);
    reading->request->points = reading->keys.points;
    if (code == EXIT_CODE_OK && scene != NULL && !reading->values[OPTION_SIZE].given &&
        recipe_scene_apply(scene, &reading->request->recipe.grid)) {
        reading->keys.size = reading->keys.step = true;
    }
    return code;
}

/* Commands that show or use one number take the first of several outputs. */
static bool takes_all(const struct noise_reading *reading)
{
    return (reading->arguments->command->bit & (COMMAND_NOISE | COMMAND_VERIFY | COMMAND_GRAPH)) != 0;
}

/* Takes the output of a field that --channel names. */
static int choose_output(struct noise_reading *reading)
{
    struct request *request = reading->request;
    const struct option_value *option = &reading->values[OPTION_CHANNEL];
    const char *first = request->is_graph ? scree_field_output_name(request->field, 0) : NULL;
    scree_field *output = NULL;
    if (first == NULL) {
        return option->given ? option_refuse(reading->values, OPTION_CHANNEL,
                                             "is of a picture with several, or of a field with several outputs")
                             : EXIT_CODE_OK;
    }
    if (!option->given && takes_all(reading)) {
        return EXIT_CODE_OK;
    }
    const scree_result result = scree_field_take_output(request->field, option->given ? option->text : first, &output);
    if (result == SCREE_ERROR_INVALID) {
        engine_forget(reading->engine);
        return option_refuse(reading->values, OPTION_CHANNEL, "the field has the outputs %s",
                             scree_field_channel_names(request->field));
    }
    scree_field_release(&request->field);
    request->field = output;
    free(request->expression);
    request->expression = NULL; /* It is that of all outputs. */
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(reading->engine, result);
}

/* Surfaces are made and verified. */
static int check_surface(const struct noise_reading *reading)
{
    const unsigned command = reading->arguments->command->bit;
    const struct surface *surface = &reading->keys.surface;
    if (command == COMMAND_NOISE) {
        return surface_check_output(reading->values, &reading->request->surface);
    }
    if (command == COMMAND_VERIFY || surface->kind == SURFACE_NONE) {
        return EXIT_CODE_OK;
    }
    message_error("%s: describes \"%s\" of a field, which scree noise makes; its \"recipe\" is that of the field",
                  reading->arguments->operands[0], surface_name(surface->kind));
    return EXIT_CODE_USAGE;
}

/* Finds the surface that is made of the noise, whose recipe may not say itself what samples have. */
static int apply_surface(struct noise_reading *reading)
{
    struct request *request = reading->request;
    request->surface = reading->keys.surface;
    int code = surface_choose(reading->values, &request->recipe, &request->surface);
    code = code == EXIT_CODE_OK ? check_surface(reading) : code;
    if (code == EXIT_CODE_OK && request->surface.kind != SURFACE_NONE) {
        reading->noise->sample = (scree_noise_sample){.has_derivatives = false};
    }
    const bool has_time = reading->values[OPTION_TIME_FRAMES].given;
    return code == EXIT_CODE_OK ? surface_find(&request->recipe, has_time, &request->surface) : code;
}

/* Axes but that of the frames. */
static uint32_t axes_of_size(const struct noise_reading *reading)
{
    return reading->request->recipe.grid.axes - (reading->values[OPTION_TIME_FRAMES].given ? 1 : 0);
}

/* A list for the axes holds one number for all, or one for each. Either may leave out time. */
static bool check_list(const struct noise_reading *reading, enum option_id id)
{
    const struct option_value *value = &reading->values[id];
    const uint32_t axes = axes_of_size(reading);
    if (!value->given || value->count == 1 || value->count == axes ||
        value->count == reading->request->recipe.grid.axes) {
        return true;
    }
    message_error("--%s %s: has %" PRIu32 " numbers; the grid has %" PRIu32 " %s, so give 1%s", option_table[id].name,
                  value->text, value->count, axes, axes == 1 ? "axis" : "axes",
                  axes == 1 ? "" : " for all, or one for each");
    return false;
}

/* The index of an axis' number in a list; -1 where there is none. */
static int index_in_list(const struct noise_reading *reading, const struct option_value *list, uint32_t axis)
{
    const bool is_left_out = axis >= axes_of_size(reading) && list->count <= axis;
    return !list->given || is_left_out ? -1 : list->count == 1 ? 0 : (int)axis;
}

/* Leaves out what a preset has for single axes. */
static void make_isotropic(scree_grid *grid, scree_noise_params *noise)
{
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        noise->period[axis] = 0;
        grid->step[axis] = grid->step[0];
        grid->origin[axis] = grid->origin[0];
    }
}

/* Whether the field is cut by a sphere, and where that leaves the size. */
static int apply_projection(struct noise_reading *reading)
{
    struct request *request = reading->request;
    const struct option_value *option = &reading->values[OPTION_PROJECTION];
    request->is_sphere = option->given || reading->keys.projection;
    request->projection = option->given ? (enum projection)option->choice : reading->keys.projected;
    if (request->is_sphere && reading->arguments->command->bit != COMMAND_NOISE) {
        message_error("%s: describes the surface of a sphere, which scree noise makes",
                      reading->arguments->operands[0]);
        return EXIT_CODE_USAGE;
    }
    if (reading->preset != NULL && request->is_sphere) {
        make_isotropic(&request->recipe.grid, reading->noise);
    }
    return request->is_sphere ? noise_sphere_apply(reading->values, request->projection, &request->recipe)
                              : EXIT_CODE_OK;
}

static int apply_size(struct noise_reading *reading)
{
    scree_grid *grid = &reading->request->recipe.grid;
    const struct option_value *size = &reading->values[OPTION_SIZE];
    if (reading->point_axes != 0) {
        *grid = (scree_grid){.axes = reading->point_axes, .step = {1}};
        grid->count[0] = 1;
        reading->noise->skips_fine_octaves = false;
    } else if (!size->given && !reading->keys.size) {
        grid->axes = 2;
        grid->count[0] = grid->count[1] = 1024;
    } else if (size->given) {
        grid->axes = size->count;
        for (uint32_t axis = 0; axis < size->count; axis++) {
            grid->count[axis] = (uint64_t)size->wholes[axis];
        }
    }
    recipe_clear_axes(&reading->request->recipe);
    const int code = apply_projection(reading);
    return code == EXIT_CODE_OK ? time_axis_add(reading->values, grid) : code;
}

/* Far beyond every disk, and far enough below 2^63 that no count of bits or bytes in the library can overflow. */
#define SAMPLES_MOST ((uint64_t)1 << 58)

/* A product beyond the limit is refused with the bytes that it would need. */
static int check_total(struct noise_reading *reading)
{
    const scree_grid *grid = &reading->request->recipe.grid;
    uint64_t total = 1;
    double bytes = sizeof(float);
    bool fits = true;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        const uint64_t count = grid->count[axis] > 0 ? grid->count[axis] : 1;
        fits = fits && count <= SAMPLES_MOST / total;
        total = fits ? total * count : total;
        bytes *= (double)count;
    }
    if (!fits) {
        char text[200];
        char needed[40];
        report_size(text, sizeof text, grid->count, grid->axes);
        scree_double_print(needed, bytes);
        message_error("%s %s: needs %s bytes as float32; the most is 2^60 bytes (1152921504606846976)",
                      reading->values[OPTION_SIZE].given ? "--size" : "size", text, needed);
        return EXIT_CODE_USAGE;
    }
    reading->request->samples = total;
    return EXIT_CODE_OK;
}

static bool has_step(const struct option_value *values)
{
    return values[OPTION_STEP].given || values[OPTION_CELL_SIZE].given;
}

/* Refuses several options that give the step. */
static int check_step(const struct option_value *values)
{
    const bool has_size = values[OPTION_CELL_SIZE].given;
    if (values[OPTION_STEP].given && has_size) {
        return option_refuse(values, OPTION_CELL_SIZE, "not together with --step or --frequency, whose inverse it is");
    }
    if (values[OPTION_DENSITY].given && has_step(values)) {
        return option_refuse(values, OPTION_DENSITY,
                             has_size ? "not together with --cell-size; the density is the width over the size of cells"
                                      : "not together with --step; the density is the step times the width");
    }
    return EXIT_CODE_OK;
}

/* Takes over steps, or the inverses of the sizes of cells. */
static void take_step(const struct noise_reading *reading, scree_grid *grid)
{
    const bool has_size = reading->values[OPTION_CELL_SIZE].given;
    const struct option_value *list = &reading->values[has_size ? OPTION_CELL_SIZE : OPTION_STEP];
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        const int index = index_in_list(reading, list, axis);
        grid->step[axis] = index < 0 ? 0 : has_size ? 1 / list->reals[index] : list->reals[index];
    }
}

static int apply_step(struct noise_reading *reading)
{
    scree_grid *grid = &reading->request->recipe.grid;
    const struct option_value *density = &reading->values[OPTION_DENSITY];
    const int code = check_step(reading->values);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (has_step(reading->values)) {
        take_step(reading, grid);
        return EXIT_CODE_OK;
    }
    if (reading->point_axes != 0 || (!density->given && reading->keys.step)) {
        return EXIT_CODE_OK;
    }
    const double preset_density = (reading->preset != NULL ? reading->preset : preset_at(0))->density;
    const double cells = density->given ? density->reals[0] : preset_density;
    const bool is_sphere = reading->request->is_sphere;
    const uint64_t width = is_sphere ? sphere_equator(reading->request->projection, grid->count[0]) : grid->count[0];
    const double distance = cells / (double)width;
    if (!(distance >= STEP_MIN && distance <= STEP_MOST)) {
        char text[40];
        scree_double_print(text, distance);
        message_error("--density %s: makes a step of %s on a width of %" PRIu64 "; the step must be from 2^-48 to 2^20",
                      density->given ? density->text : "(default)", text, width);
        return EXIT_CODE_USAGE;
    }
    for (uint32_t axis = 0; axis < axes_of_size(reading); axis++) {
        grid->step[axis] = reading->preset != NULL && !is_sphere ? preset_step(reading->preset, axis, distance)
                                                                 : distance;
    }
    return EXIT_CODE_OK;
}

/* Makes the period that of the picture, which must be a whole number of cells. */
static int apply_seamless(struct noise_reading *reading)
{
    scree_recipe *recipe = &reading->request->recipe;
    for (uint32_t axis = 0; axis < axes_of_size(reading); axis++) {
        const double step = recipe->grid.step[axis] > 0 ? recipe->grid.step[axis] : recipe->grid.step[0];
        const double count = (double)recipe->grid.count[axis];
        const double cells = round(step * count);
        if (!(cells >= 1 && cells <= 0x1p40 && fabs(step * count - cells) <= cells * 0x1p-50)) {
            char text[40];
            scree_double_print(text, step * count);
            message_error("--preset %s: axis %" PRIu32 " is %s cells long; to repeat it must be a whole number "
                          "(change --density or --size, or give --period)",
                          reading->preset->name, axis, text);
            return EXIT_CODE_USAGE;
        }
        if (!has_step(reading->values)) {
            recipe->grid.step[axis] = time_axis_step(cells, count);
        }
        reading->noise->period[axis] = (uint64_t)cells;
    }
    return EXIT_CODE_OK;
}

/* Takes over an axis' numbers of --origin, --first and --period. */
static void apply_axis(const struct noise_reading *reading, uint32_t axis)
{
    scree_recipe *recipe = &reading->request->recipe;
    const struct option_value *values = reading->values;
    const int origin = index_in_list(reading, &values[OPTION_ORIGIN], axis);
    const int first = index_in_list(reading, &values[OPTION_FIRST], axis);
    const int period = index_in_list(reading, &values[OPTION_PERIOD], axis);
    if (origin >= 0) {
        recipe->grid.origin[axis] = values[OPTION_ORIGIN].reals[origin];
    }
    if (first >= 0) {
        recipe->grid.first[axis] = values[OPTION_FIRST].wholes[first];
    }
    if (period >= 0) {
        reading->noise->period[axis] = (uint64_t)values[OPTION_PERIOD].wholes[period];
    }
}

static bool is_seamless(const struct noise_reading *reading)
{
    return reading->preset != NULL && reading->preset->seamless && !reading->values[OPTION_PERIOD].given &&
           reading->point_axes == 0 && !reading->request->is_sphere;
}

static int apply_grid(struct noise_reading *reading)
{
    static const enum option_id lists[] = {OPTION_STEP, OPTION_CELL_SIZE, OPTION_ORIGIN, OPTION_FIRST, OPTION_PERIOD};
    scree_recipe *recipe = &reading->request->recipe;
    int code = apply_size(reading);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && code == EXIT_CODE_OK; i++) {
        code = check_list(reading, lists[i]) ? EXIT_CODE_OK : EXIT_CODE_USAGE;
    }
    if (code == EXIT_CODE_OK) {
        code = check_total(reading);
    }
    if (code == EXIT_CODE_OK) {
        code = apply_step(reading);
    }
    for (uint32_t axis = 0; code == EXIT_CODE_OK && axis < recipe->grid.axes; axis++) {
        apply_axis(reading, axis);
    }
    if (code == EXIT_CODE_OK && reading->values[OPTION_TIME_FRAMES].given) {
        time_axis_apply(reading->values, &recipe->grid, reading->noise);
    }
    return code == EXIT_CODE_OK && is_seamless(reading) ? apply_seamless(reading) : code;
}

bool request_has_channels(const struct request *request)
{
    const bool is_noise = !request->is_graph;
    return is_noise ? recipe_channels_key(&request->recipe) != NULL
                    : scree_field_channels(request->field, request->recipe.grid.axes) > 1;
}

char *request_channel_names(const struct request *request)
{
    return request->is_graph ? strdup(scree_field_channel_names(request->field))
                             : scree_recipe_channel_names(&request->recipe);
}

/* Samples of several channels are stored as they are. */
static bool keeps_channels(const struct noise_reading *reading, const scree_format_info *format)
{
    const struct request *request = reading->request;
    const bool is_split = reading->file->path != NULL && scree_field_output_name(request->field, 0) != NULL &&
                          output_name_has_place(reading->file->path);
    return (request_has_channels(request) || request->surface.kind == SURFACE_FLOW) && !is_split &&
           (format == NULL || format->holds_channels);
}

/* Finds whether the last axis is the time of frames. A recipe with three axes is that of a video, too. */
static void find_frames(const struct noise_reading *reading)
{
    const struct output_file *file = reading->file;
    struct request *request = reading->request;
    const struct option_value *frames = &reading->values[OPTION_TIME_FRAMES];
    const struct option_value *rate = &reading->values[OPTION_FRAME_RATE];
    const scree_grid *grid = &request->recipe.grid;
    const bool is_video = file->has_format && scree_format_describe(file->format)->is_video;
    const bool is_as_read = reading->preset == NULL && !reading->values[OPTION_SIZE].given && !frames->given;
    request->is_frame = reading->keys.frame && is_as_read;
    if (frames->given) {
        request->frames = frames->whole;
    } else if (is_video && is_as_read && grid->axes == 3 && !request->is_frame) {
        request->frames = grid->count[2];
    }
    request->frame_rate = rate->given || reading->keys.frame_rate == 0 ? (uint32_t)rate->whole
                                                                       : reading->keys.frame_rate;
}

static int refuse_conversion(const struct noise_reading *reading)
{
    static const char reason[] = "a sample has several channels, which are stored as they are, as f32";
    const enum option_id ids[] = {OPTION_TYPE, OPTION_RANGE};
    const int code = option_refuse_given(reading->values, ids, sizeof ids / sizeof ids[0], reason);
    if (code == EXIT_CODE_OK) {
        message_error("%s: its type and range: %s",
                      reading->arguments->operand_count > 0 ? reading->arguments->operands[0] : "the field", reason);
    }
    return EXIT_CODE_USAGE;
}

static int apply_file(struct noise_reading *reading)
{
    struct output_file *file = reading->file;
    const int code = output_file_find(reading->values, OPTION_FORMAT, file);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    find_frames(reading);
    scree_output *output = &reading->request->recipe.output;
    const struct option_value *type = &reading->values[OPTION_TYPE];
    const struct option_value *range = &reading->values[OPTION_RANGE];
    const scree_format_info *format = file->has_format ? scree_format_describe(file->format) : NULL;
    /* The output in a recipe belonged to another file; it is dropped where this file's format cannot hold it. */
    const bool keeps_output = format == NULL || scree_format_holds(format, output->type);
    if (type->given) {
        output->type = (scree_type)type->choice;
    } else if (!reading->keys.type || !keeps_output) {
        output->type = format != NULL ? format->preferred : SCREE_TYPE_F32;
    }
    if (range->given) {
        output->range_mode = (scree_range_mode)range->choice;
        output->low = range->reals[0];
        output->high = range->reals[1];
    } else if (!reading->keys.range || (reading->preset != NULL && output->type == SCREE_TYPE_F32) ||
               (reading->keys.type && !keeps_output && !type->given)) {
        output->range_mode = output->type == SCREE_TYPE_F32 ? SCREE_RANGE_FIXED : SCREE_RANGE_MEASURED;
        output->low = output->high = 0;
    }
    const bool is_plain = output->type == SCREE_TYPE_F32 && output->range_mode == SCREE_RANGE_FIXED;
    if (keeps_channels(reading, format) && !is_plain) {
        if (!reading->request->is_graph || type->given || range->given) {
            return refuse_conversion(reading);
        }
        *output = (scree_output){.type = SCREE_TYPE_F32}; /* The recipe's is for a file of this output alone. */
    }
    return output_file_check_type(file, output->type, &enumeration_noise_types, "noise",
                                  "noise is made as f32, u16 or u8");
}

/* A command that stores no noise may show it in the range of the recipe. */
static int apply_output(struct noise_reading *reading)
{
    struct request *request = reading->request;
    scree_output *output = &request->recipe.output;
    if (reading->file != NULL && reading->point_axes == 0) {
        return apply_file(reading);
    }
    request->has_shown = output->range_mode == SCREE_RANGE_GIVEN;
    request->shown[0] = output->low;
    request->shown[1] = output->high;
    *output = (scree_output){.type = SCREE_TYPE_F32};
    return EXIT_CODE_OK;
}

static int apply_options(struct noise_reading *reading)
{
    return noise_options_apply(reading->values, reading->noise);
}

static int apply_quantiles(struct noise_reading *reading)
{
    const enum quantiles_samples samples = reading->request->is_sphere ? QUANTILES_AT_SPHERE
                                           : reading->point_axes > 0   ? QUANTILES_AT_POINTS
                                                                       : QUANTILES_AT_GRID;
    return quantiles_apply(reading->engine, reading->arguments, samples, &reading->request->recipe.grid,
                           reading->noise);
}

/* The field of a surface has derivatives, which the recipe of the heights does not mention. */
static int make_field(struct noise_reading *reading)
{
    scree_context *context = reading->engine->context;
    struct request *request = reading->request;
    const scree_grid *grid = &request->recipe.grid;
    scree_noise_params noise = *reading->noise;
    scree_result result = SCREE_OK;
    if (request->is_sphere) {
        result =
            noise_sphere_field(context, &noise, grid->step[0], &request->field, &request->bound, &request->octaves);
    } else {
        noise.sample.has_derivatives = noise.sample.has_derivatives || request->surface.kind != SURFACE_NONE;
        result = request->is_graph ? SCREE_OK : scree_field_from_noise(context, &noise, &request->field);
        if (result == SCREE_OK) {
            result = scree_field_bound(request->field, grid, &request->bound, &request->octaves);
        }
        if (result == SCREE_OK && request->is_graph) {
            result = noise_expression_describe(request->field, &request->recipe, &request->graph);
        }
    }
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(reading->engine, result);
}

/* A preset gives way to what its lattice does not permit. */
static int fit_and_check(struct noise_reading *reading)
{
    const struct option_value *values = reading->values;
    if (reading->preset != NULL) {
        recipe_fit_lattice(&reading->request->recipe, values[OPTION_KIND].given, values[OPTION_OCTAVE_ROTATION].given);
    }
    return noise_options_check(values, reading->noise,
                               reading->request->is_sphere ? 3 : reading->request->recipe.grid.axes);
}

int request_make(struct engine *engine, const struct arguments *arguments, struct noise_points *points,
                 struct output_file *file, struct request *request)
{
    static int (*const steps[])(struct noise_reading *) = {read_base,    choose_output, find_points,     apply_options,
                                                           apply_grid,   fit_and_check, apply_quantiles, apply_surface,
                                                           apply_output, make_field};
    memset(request, 0, sizeof *request);
    struct noise_reading reading = {
        .engine = engine,
        .arguments = arguments,
        .values = arguments->values,
        .request = request,
        .noise = &request->recipe.noise,
        .points = points,
        .file = file,
    };
    int code = EXIT_CODE_OK;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && code == EXIT_CODE_OK; i++) {
        code = steps[i](&reading);
    }
    return code;
}

int request_check_values(const struct request *request, const char *name, const char *what)
{
    const uint32_t channels = scree_field_channels(request->field, request->recipe.grid.axes);
    if (channels == 1) {
        return EXIT_CODE_OK;
    }
    if (request->is_graph) {
        message_error("%s: a sample of the output has %" PRIu32 " numbers (%s), and that of a %s has one; --channel "
                      "chooses one",
                      name, channels, scree_field_channel_names(request->field), what);
        return EXIT_CODE_USAGE;
    }
    message_error("%s: \"%s\" is true, so that a sample has %" PRIu32 " channels, and that of a %s has one; remove the "
                  "key",
                  name, recipe_channels_key(&request->recipe), channels, what);
    return EXIT_CODE_USAGE;
}

void request_clear(struct request *request)
{
    scree_field_release(&request->field);
    free(request->expression);
    scree_recipe_text_free(&request->graph);
    free(request->points);
}
