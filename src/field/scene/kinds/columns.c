#include "scene_kind_definition.h"

static scree_result check(scree_context *context, const scree_scene_params *params)
{
    return CHECK_ALL(context, HEIGHT_LIMITS(params), THRESHOLD_LIMITS(params));
}

static void write_words(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_space *space,
                        uint32_t *words)
{
    (void)data;
    scree_scene_put_float(words, SCREE_SCENE_COLUMN_VOXELS, params->height_scale * space->scale / space->side[2]);
}

const scree_scene_kind_definition scree_scene_kind_columns = {
    .info = {.name = "columns",
             .description = "2 axes as columns of cubes, as high as the samples",
             .axes = 2,
             .box_axes = 3,
             .max_side = SCREE_MAX_SCENE_VOLUME_SIDE,
             .samples_log = 32,
             .usual_colour = SCREE_SCENE_COLOUR_HEIGHT,
             .colours = SCREE_SCENE_ALL_COLOURS,
             .parameters = SCREE_SCENE_TAKES_CAMERA | SCREE_SCENE_TAKES_THRESHOLD | SCREE_SCENE_TAKES_HEIGHT_SCALE |
                           SCREE_SCENE_TAKES_OCCLUSION},
    .preparation = SCREE_SCENE_PREPARES_BRICKS,
    .check = check,
    .write = write_words,
};
