#include "scene_kind_definition.h"

#define LOG2_E 1.4426950408889634
/* Less of a box is not between any two samples. */
#define LEAST_FADE 1e-6

static scree_result check(scree_context *context, const scree_scene_params *params)
{
    const scree_result result = CHECK_ALL(context, LIMITS("density", params->density, 0.0, 1e6),
                                          LIMITS("edge_fade", params->edge_fade, 0.0, 1.0));
    return result == SCREE_OK ? scree_scene_check_volume(context, params) : result;
}

/* Two samples along an axis are both outermost. */
static void write_words(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_space *space,
                        uint32_t *words)
{
    (void)data;
    scree_scene_put_float(words, SCREE_SCENE_ABSORPTION, -params->density * LOG2_E / space->scale);
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double width = params->edge_fade * (params->count[axis] - 1.0) / 2.0;
        const bool fades = params->edge_fade >= LEAST_FADE && params->count[axis] > 2;
        scree_scene_put_float(words, SCREE_SCENE_EDGE_FADE + axis, fades ? 1.0 / width : 0.0);
        words[SCREE_SCENE_FADES] |= fades;
    }
}

const scree_scene_kind_definition scree_scene_kind_cloud = {
    .info = {.name = "cloud",
             .description = "3 axes: matter as dense as samples are above the threshold",
             .axes = 3,
             .box_axes = 3,
             .max_side = SCREE_MAX_SCENE_VOLUME_SIDE,
             .samples_log = 32,
             .usual_colour = SCREE_SCENE_COLOUR_PLAIN,
             .colours = SCREE_SCENE_ALL_COLOURS,
             .parameters = SCREE_SCENE_TAKES_CAMERA | SCREE_SCENE_TAKES_THRESHOLD | SCREE_SCENE_TAKES_DENSITY |
                           SCREE_SCENE_TAKES_EDGE_FADE},
    .preparation = SCREE_SCENE_PREPARES_BRICKS,
    .check = check,
    .write = write_words,
};
