#include <string.h>

#include "scene_blocks.h"
#include "scene_kind_definition.h"

static scree_result check(scree_context *context, const scree_scene_params *params)
{
    return CHECK_ALL(context, HEIGHT_LIMITS(params), WATER_LIMITS(params));
}

/* The level of the water is a height here. */
static void write_words(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_space *space,
                        uint32_t *words)
{
    const scree_scene_blocks_plan blocks = scree_scene_plan_blocks(params->count[0], params->count[1]);
    const double most = SCREE_SCENE_HEIGHT_LIMIT;
    const bool has_water = params->has_water && params->height_scale >= 0.0;
    const double level = params->water * params->height_scale * space->scale;
    (void)data;
    words[SCREE_SCENE_BLOCK_LEVELS] = blocks.levels;
    memcpy(&words[SCREE_SCENE_BLOCK_OFFSETS], blocks.offset, sizeof blocks.offset);
    scree_scene_put_float(words, SCREE_SCENE_WATER, has_water ? fmin(fmax(level, -most), most) : -most);
}

const scree_scene_kind_definition scree_scene_kind_terrain = {
    .info = {.name = "terrain",
             .description = "2 axes as heights, with light, shadows and fog",
             .axes = 2,
             .box_axes = 2,
             .max_side = SCREE_MAX_SCENE_TERRAIN_SIDE,
             .samples_log = 32,
             .usual_colour = SCREE_SCENE_COLOUR_VALUE,
             .colours = SCREE_SCENE_ALL_COLOURS,
             .parameters = SCREE_SCENE_TAKES_CAMERA | SCREE_SCENE_TAKES_HEIGHT_SCALE | SCREE_SCENE_TAKES_OCCLUSION |
                           SCREE_SCENE_TAKES_WATER},
    .preparation = SCREE_SCENE_PREPARES_BLOCKS,
    .check = check,
    .write = write_words,
};
