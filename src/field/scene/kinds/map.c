#include "scene_kind_definition.h"

static scree_result check(scree_context *context, const scree_scene_params *params)
{
    const double most = SCREE_MAX_SCENE_MAP_SIDE;
    return CHECK_ALL(context, LIMITS("left", params->left, -most, most), LIMITS("top", params->top, -most, most),
                     LIMITS("samples_a_pixel", params->samples_a_pixel, 1.0 / most, SCREE_MAX_SCENE_SAMPLES_A_PIXEL),
                     LIMITS("relief", params->relief, 0.0, 1.0),
                     LIMITS_OR_ZERO("interval", params->interval, 1e-20, 1e20),
                     LIMITS_OR_ZERO("height_scale", fabs(params->height_scale), 1e-20, 1e20), WATER_LIMITS(params));
}

/* A number as whole samples and 2^-32 of one, rounded down. */
static void put_fixed(uint32_t *words, uint32_t word, double value)
{
    const uint64_t parts = (uint64_t)(int64_t)floor(value * 0x1p32);
    words[word] = (uint32_t)(parts >> 32);
    words[word + 1] = (uint32_t)parts;
}

/* Smooth maps interpolate unless pixels are larger than samples along an axis. */
static uint32_t shown(const scree_scene_params *params, const scree_scene_space *space)
{
    const double pixel = params->samples_a_pixel;
    const bool is_exact = pixel == 1.0 && space->side[0] == space->side[1];
    return !params->is_smooth || is_exact ? SCREE_SCENE_NEAREST : pixel <= 1.0 ? SCREE_SCENE_SPLINE : SCREE_SCENE_MEAN;
}

static void write_words(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_space *space,
                        uint32_t *words)
{
    put_fixed(words, SCREE_SCENE_MAP_LEFT, params->left);
    put_fixed(words, SCREE_SCENE_MAP_LEFT + 2, params->samples_a_pixel / space->side[0]);
    put_fixed(words, SCREE_SCENE_MAP_TOP, params->top);
    put_fixed(words, SCREE_SCENE_MAP_TOP + 2, params->samples_a_pixel / space->side[1]);
    scree_scene_put_float(words, SCREE_SCENE_MAP_PIXEL, params->samples_a_pixel);
    words[SCREE_SCENE_MAP_SHOWS] = shown(params, space);
    words[SCREE_SCENE_HAS_MINUS] = data->minus != NULL;
}

const scree_scene_kind_definition scree_scene_kind_map = {
    .info = {.name = "map",
             .description = "2 axes from above: colours, relief, contour lines",
             .axes = 2,
             .box_axes = 2,
             .max_side = SCREE_MAX_SCENE_MAP_SIDE,
             .samples_log = 32,
             .usual_colour = SCREE_SCENE_COLOUR_VALUE,
             .colours = 1u << SCREE_SCENE_COLOUR_VALUE | 1u << SCREE_SCENE_COLOUR_CELL,
             .parameters = SCREE_SCENE_TAKES_POSITION | SCREE_SCENE_TAKES_HEIGHT_SCALE | SCREE_SCENE_TAKES_INTERVAL |
                           SCREE_SCENE_TAKES_WATER},
    .check = check,
    .write = write_words,
};
