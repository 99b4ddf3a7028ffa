#include "noise_options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "enumeration_names.h"
#include "message.h"
#include "recipe_noise.h"
#include "report.h"

/* Axes of the field that a sphere cuts. */
#define SPHERE_AXES 3
/* Cells from frame to frame: all octaves of the preset terrain have cells of a frame at least. */
#define USUAL_STEP 0.0078125

static int apply_octaves(const struct option_value *values, scree_noise_params *noise)
{
    if (values[OPTION_OCTAVES].given || values[OPTION_GAIN].given) {
        noise->weight_count = 0;
    }
    if (!values[OPTION_WEIGHTS].given) {
        return EXIT_CODE_OK;
    }
    const struct option_value *weights = &values[OPTION_WEIGHTS];
    if (values[OPTION_GAIN].given) {
        message_error("--gain %s: not together with --weights", values[OPTION_GAIN].text);
        return EXIT_CODE_USAGE;
    }
    if (values[OPTION_OCTAVES].given && weights->count != noise->octaves) {
        message_error("--weights %s: has %" PRIu32 " weights, but --octaves is %" PRIu32, weights->text, weights->count,
                      noise->octaves);
        return EXIT_CODE_USAGE;
    }
    noise->octaves = noise->weight_count = weights->count;
    memcpy(noise->weights, weights->reals, sizeof noise->weights);
    return EXIT_CODE_OK;
}

/* Options of one value that set a parameter of noise; lists are applied where the octaves and the axes are known. */
static void apply_parameters(const struct option_value *values, scree_noise_params *noise)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const int id = option_of_parameter(parameter->name);
        if (id < 0 || !values[id].given) {
            continue;
        }
        void *at = (char *)noise + parameter->offset;
        if (parameter->type == SCREE_PARAMETER_CHOICE) {
            *(int *)at = values[id].choice;
        } else if (parameter->type == SCREE_PARAMETER_U32) {
            *(uint32_t *)at = (uint32_t)values[id].whole;
        } else if (parameter->type == SCREE_PARAMETER_U64) {
            *(uint64_t *)at = values[id].whole;
        } else if (parameter->type == SCREE_PARAMETER_REAL) {
            const double number = values[id].reals[0];
            *(double *)at = number == 0.0 ? parameter->zero : number;
        } else if (parameter->type == SCREE_PARAMETER_FLAG) {
            *(bool *)at = true;
        }
    }
}

int noise_options_apply(const struct option_value *values, scree_noise_params *noise)
{
    apply_parameters(values, noise);
    if (values[OPTION_ABS].given) {
        if (values[OPTION_FRACTAL].given && noise->fractal != SCREE_NOISE_FRACTAL_BILLOW) {
            message_error("--abs: means --fractal billow, but --fractal %s is given", values[OPTION_FRACTAL].text);
            return EXIT_CODE_USAGE;
        }
        noise->fractal = SCREE_NOISE_FRACTAL_BILLOW;
    }
    if (values[OPTION_KEEP_FINE_OCTAVES].given) {
        noise->skips_fine_octaves = false;
    }
    return apply_octaves(values, noise);
}

int noise_options_check(const struct option_value *values, const scree_noise_params *noise, uint32_t axes)
{
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const int id = option_of_parameter(parameter->name);
        if (id >= 0 && values[id].given && !scree_noise_parameter_applies(parameter, noise, axes)) {
            return option_refuse(values, (enum option_id)id, "has no effect here; it belongs to %s", parameter->scope);
        }
    }
    return EXIT_CODE_OK;
}

int time_axis_add(const struct option_value *values, scree_grid *grid)
{
    static const enum option_id of_time[] = {OPTION_TIME_STEP, OPTION_LOOP};
    if (!values[OPTION_TIME_FRAMES].given) {
        return option_refuse_given(values, of_time, sizeof of_time / sizeof of_time[0],
                                   "has no effect here; there is no axis for time without --frames");
    }
    if (values[OPTION_LOOP].given && values[OPTION_PERIOD].count > grid->axes) {
        return option_refuse(values, OPTION_PERIOD, "has a number for time, which --loop chooses");
    }
    const enum option_id of_step = values[OPTION_CELL_SIZE].given ? OPTION_CELL_SIZE : OPTION_STEP;
    if (values[OPTION_TIME_STEP].given && values[of_step].count > grid->axes) {
        return option_refuse(values, of_step, "has a number for time, which --frame-step gives, too");
    }
    if (grid->axes == SCREE_MAX_AXES) {
        return option_refuse(values, OPTION_TIME_FRAMES,
                             "the grid has 8 axes, the most there are, so none is left for time");
    }
    grid->count[grid->axes++] = values[OPTION_TIME_FRAMES].whole;
    return EXIT_CODE_OK;
}

double time_axis_step(double cells, double samples)
{
    const double step = cells / samples;
    return fma(step, samples, -cells) < 0.0 ? nextafter(step, INFINITY) : step;
}

void time_axis_apply(const struct option_value *values, scree_grid *grid, scree_noise_params *noise)
{
    const uint32_t time = grid->axes - 1;
    const double frames = (double)grid->count[time];
    double step = grid->step[time] > 0.0 ? grid->step[time] : USUAL_STEP;
    if (values[OPTION_TIME_STEP].given) {
        step = values[OPTION_TIME_STEP].reals[0];
    }
    if (values[OPTION_LOOP].given) {
        const double least = (double)scree_noise_kind_describe(noise->kind)->min_period;
        const double cells = fmax(fmax(1.0, least), round(frames * step));
        noise->period[time] = (uint64_t)cells;
        step = time_axis_step(cells, frames);
    }
    grid->step[time] = step;
}

/* Quantiles are of the noise, whatever distribution is made of it. */
static bool quantiles_hold(const char *parameter)
{
    return strcmp(parameter, "distribution") == 0;
}

static int check_place(const struct option_value *place, enum quantiles_samples samples,
                       const scree_noise_values *values)
{
    static const char *const others[] = {[QUANTILES_AT_POINTS] = "points", [QUANTILES_AT_SPHERE] = "--projection"};
    if (place->given && values->distribution == SCREE_NOISE_DISTRIBUTION_OWN) {
        message_error("--quantiles %s: needs --distribution uniform or normal, which is made from them", place->text);
        return EXIT_CODE_USAGE;
    }
    if (place->given && place->choice == QUANTILES_OF_GRID && samples != QUANTILES_AT_GRID) {
        message_error("--quantiles grid: not with %s; only the samples of a grid can be measured", others[samples]);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

int quantiles_apply(struct engine *engine, const struct arguments *arguments, enum quantiles_samples samples,
                    const scree_grid *grid, scree_noise_params *noise)
{
    const struct option_value *place = &arguments->values[OPTION_QUANTILES];
    scree_noise_values *values = &noise->values;
    const int code = check_place(place, samples, values);
    const bool is_changed = options_change_noise(arguments->values, quantiles_hold) ||
                            arguments->values[OPTION_KEEP_FINE_OCTAVES].given;
    const bool stay = values->quantile_count > 0 && !place->given && !is_changed;
    if (code != EXIT_CODE_OK || stay) {
        return code;
    }
    values->quantile_count = 0;
    if (values->distribution == SCREE_NOISE_DISTRIBUTION_OWN || samples == QUANTILES_AT_SPHERE) {
        return EXIT_CODE_OK;
    }
    scree_noise_params measured = *noise;
    measured.skips_fine_octaves = measured.skips_fine_octaves && samples == QUANTILES_AT_GRID;
    const bool is_of_grid = place->given && place->choice == QUANTILES_OF_GRID;
    const scree_result result =
        scree_noise_measure_quantiles(engine->context, &measured, grid, is_of_grid, values->quantiles);
    values->quantile_count = result == SCREE_OK ? SCREE_NOISE_QUANTILE_COUNT : 0;
    return result == SCREE_OK ? EXIT_CODE_OK : engine_fail(engine, result);
}

static int refuse_size(const char *projection, const scree_grid *grid, const char *reason)
{
    char text[200];
    report_size(text, sizeof text, grid->count, grid->axes);
    message_error("--projection %s: the size is %s; %s", projection, text, reason);
    return EXIT_CODE_USAGE;
}

/* The faces of a cube lie one behind another. One whose size is not given has a quarter of the equator. */
static int apply_cube(const struct option_value *values, scree_grid *grid)
{
    if (grid->axes == 2 && !values[OPTION_SIZE].given && grid->count[0] >= SPHERE_FACES_AROUND) {
        grid->count[0] = grid->count[1] = grid->count[0] / SPHERE_FACES_AROUND;
    }
    const bool has_faces = grid->axes == 2 || (grid->axes == SPHERE_AXES && grid->count[2] == SPHERE_FACES);
    if (!has_faces || grid->count[0] != grid->count[1]) {
        return refuse_size("cube-map", grid, "six faces are squares, as with --size 512x512");
    }
    grid->axes = SPHERE_AXES;
    grid->count[2] = SPHERE_FACES;
    return EXIT_CODE_OK;
}

static int check_options(const struct option_value *values)
{
    static const enum option_id of_grids[] = {OPTION_FIRST,   OPTION_PERIOD,     OPTION_TIME_FRAMES, OPTION_TIME_STEP,
                                              OPTION_LOOP,    OPTION_FRAME_RATE, OPTION_DERIVATIVES, OPTION_CURL,
                                              OPTION_NORMALS, OPTION_SLOPE};
    static const enum option_id of_axes[] = {OPTION_ORIGIN, OPTION_STEP, OPTION_CELL_SIZE};
    for (size_t i = 0; i < sizeof of_axes / sizeof of_axes[0]; i++) {
        if (values[of_axes[i]].given && values[of_axes[i]].count > 1) {
            return option_refuse(values, of_axes[i], "with --projection it is one number, for every axis");
        }
    }
    return option_refuse_given(values, of_grids, sizeof of_grids / sizeof of_grids[0],
                               "not together with --projection, which cuts a sphere");
}

/* Refuses a recipe that has something for single axes of a grid, which a sphere does not have. */
static int check_recipe(const scree_recipe *recipe)
{
    const char *key = recipe_channels_key(recipe);
    for (uint32_t axis = 0; axis < recipe->grid.axes; axis++) {
        key = recipe_period(recipe, axis) != 0                                                    ? "period"
              : recipe->grid.first[axis] != 0                                                     ? "first"
              : recipe->grid.origin[axis] != recipe->grid.origin[0]                               ? "origin"
              : recipe->grid.step[axis] != 0.0 && recipe->grid.step[axis] != recipe->grid.step[0] ? "step"
                                                                                                  : key;
    }
    if (key == NULL) {
        return EXIT_CODE_OK;
    }
    message_error("--projection: the recipe's \"%s\" belongs to single axes, and a sphere has none", key);
    return EXIT_CODE_USAGE;
}

int noise_sphere_apply(const struct option_value *values, enum projection projection, scree_recipe *recipe)
{
    int code = check_options(values);
    if (code == EXIT_CODE_OK) {
        code = check_recipe(recipe);
    }
    if (code != EXIT_CODE_OK || projection == PROJECTION_CUBE_MAP) {
        return code == EXIT_CODE_OK ? apply_cube(values, &recipe->grid) : code;
    }
    return recipe->grid.axes == 2 ? EXIT_CODE_OK
                                  : refuse_size("equirectangular", &recipe->grid, "a map has 2 axes, as 1024x512");
}

/* Points have all octaves of their field, so it must be one without those that are too fine for the picture. */
scree_result noise_sphere_field(scree_context *context, const scree_noise_params *params, double step,
                                scree_field **field, scree_range *bound, uint32_t *octaves)
{
    scree_noise_params noise = *params;
    const scree_grid grid = {.axes = SPHERE_AXES, .count = {1, 1, 1}, .step = {step}};
    scree_result result = scree_field_from_noise(context, &noise, field);
    if (result == SCREE_OK) {
        result = scree_field_bound(*field, &grid, bound, octaves);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_field_release(field);
    noise.octaves = *octaves;
    noise.weight_count = noise.weight_count > noise.octaves ? noise.octaves : noise.weight_count;
    return scree_field_from_noise(context, &noise, field);
}

static int check_shape(const char *path, const scree_file_info *info)
{
    if (info->format != SCREE_FORMAT_NPY) {
        return npy_rows_refuse("points", path, "is no NPY file");
    }
    if (info->axes != 2 || info->count[0] > SCREE_MAX_AXES) {
        return npy_rows_refuse("points", path, "must have two axes: a row for each point, with 1 to 8 coordinates");
    }
    return info->count[1] > 0 ? EXIT_CODE_OK : npy_rows_refuse("points", path, "holds no points");
}

static int open_rows(struct engine *engine, struct noise_points *points)
{
    scree_file_info info;
    const scree_result result = scree_file_describe(engine->context, points->path, &info);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    int code = check_shape(points->path, &info);
    if (code == EXIT_CODE_OK) {
        code = npy_rows_open("points", points->path, &info, &points->rows);
    }
    points->type = info.type;
    points->axes = (uint32_t)info.count[0];
    points->count = info.count[1];
    scree_file_info_clear(&info);
    return code;
}

int noise_points_open(struct engine *engine, const struct option_value *values, const char *path,
                      struct noise_points *points)
{
    static const enum option_id of_grids[] = {OPTION_SIZE,        OPTION_DENSITY,   OPTION_STEP, OPTION_CELL_SIZE,
                                              OPTION_ORIGIN,      OPTION_FIRST,     OPTION_TYPE, OPTION_RANGE,
                                              OPTION_TIME_FRAMES, OPTION_TIME_STEP, OPTION_LOOP, OPTION_FRAME_RATE,
                                              OPTION_PROJECTION,  OPTION_NORMALS,   OPTION_SLOPE};
    points->path = path != NULL ? path : values[OPTION_NOISE_POINTS].text;
    const int code = option_refuse_given(
        values, of_grids, sizeof of_grids / sizeof of_grids[0],
        path != NULL ? "not together with the recipe's points, which say where the float32 values lie"
                     : "not together with --points, which says where the float32 values lie");
    return code == EXIT_CODE_OK ? open_rows(engine, points) : code;
}

void noise_points_close(struct noise_points *points)
{
    npy_rows_close(&points->rows);
}

int noise_points_find_file(const struct option_value *values, struct output_file *file)
{
    const int code = output_file_find(values, OPTION_FORMAT, file);
    return code == EXIT_CODE_OK ? output_file_check_type(file, SCREE_TYPE_F32, &enumeration_noise_types, "values",
                                                         "values at points are float32")
                                : code;
}
