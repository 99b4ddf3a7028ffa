#include "sphere_request.h"

#include "command.h"
#include "message.h"
#include "recipe_noise.h"
#include "report.h"

#define AXES 3

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
    const bool has_faces = grid->axes == 2 || (grid->axes == AXES && grid->count[2] == SPHERE_FACES);
    if (!has_faces || grid->count[0] != grid->count[1]) {
        return refuse_size("cube-map", grid, "six faces are squares, as with --size 512x512");
    }
    grid->axes = AXES;
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

int sphere_request_apply(const struct option_value *values, enum projection projection, scree_recipe *recipe)
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
scree_result sphere_request_field(scree_context *context, const scree_noise_params *params, double step,
                                  scree_field **field, scree_range *bound, uint32_t *octaves)
{
    scree_noise_params noise = *params;
    const scree_grid grid = {.axes = AXES, .count = {1, 1, 1}, .step = {step}};
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
