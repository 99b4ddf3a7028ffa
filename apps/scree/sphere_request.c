#include "sphere_request.h"

#include <inttypes.h>

#include "command.h"
#include "message.h"
#include "report.h"

#define AXES 3

/* The faces of a cube lie one behind another. One whose size is not given has a quarter of the equator. */
static int apply_cube(const struct option_value *values, scree_grid *grid)
{
    char text[200];
    if (grid->axes == 2 && !values[OPTION_SIZE].given && grid->count[0] >= SPHERE_FACES_AROUND) {
        grid->count[0] = grid->count[1] = grid->count[0] / SPHERE_FACES_AROUND;
    }
    if (grid->axes == 2) {
        grid->axes = AXES;
        grid->count[2] = SPHERE_FACES;
    }
    if (grid->axes == AXES && grid->count[0] == grid->count[1] && grid->count[2] == SPHERE_FACES) {
        return EXIT_CODE_OK;
    }
    report_size(text, sizeof text, grid->count, grid->axes);
    message_error("--projection cube-map: the size is %s; six faces are squares, as with --size 512x512", text);
    return EXIT_CODE_USAGE;
}

int sphere_request_apply(const struct option_value *values, enum projection projection, scree_grid *grid)
{
    static const enum option_id of_grids[] = {OPTION_FIRST,     OPTION_PERIOD, OPTION_TIME_FRAMES,
                                              OPTION_TIME_STEP, OPTION_LOOP,   OPTION_FRAME_RATE};
    const int code = option_refuse_given(values, of_grids, sizeof of_grids / sizeof of_grids[0],
                                         "not together with --projection, which cuts a sphere");
    if (code != EXIT_CODE_OK) {
        return code;
    }
    if (values[OPTION_ORIGIN].given && values[OPTION_ORIGIN].count > 1) {
        return option_refuse(values, OPTION_ORIGIN,
                             "with --projection it is one number, the middle of the sphere on every axis");
    }
    if (projection == PROJECTION_CUBE_MAP) {
        return apply_cube(values, grid);
    }
    if (grid->axes != 2) {
        message_error("--projection equirectangular: the size has %" PRIu32 " axes; a map has 2", grid->axes);
        return EXIT_CODE_USAGE;
    }
    return EXIT_CODE_OK;
}

/* Points have all octaves of their field, so it must be one without those that are too fine for the picture. */
scree_result sphere_request_field(scree_context *context, const scree_recipe *recipe, scree_field **field,
                                  scree_range *bound, uint32_t *octaves)
{
    scree_noise_params noise = recipe->noise;
    const scree_grid grid = {.axes = AXES, .count = {1, 1, 1}, .step = {recipe->grid.step[0]}};
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
