#include "scene_kind_definition.h"

static void write_words(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_space *space,
                        uint32_t *words)
{
    (void)data;
    words[SCREE_SCENE_SLICE_AXIS] = params->slice_axis;
    if (params->slice_axis > 0) {
        const uint32_t axis = params->slice_axis - 1;
        scree_scene_put_float(words, SCREE_SCENE_SLICE,
                              params->slice * space->scale / space->side[axis] + space->middle[axis]);
    }
}

const scree_scene_kind_definition scree_scene_kind_surface = {
    .info = {.name = "surface",
             .description = "3 axes of distances: the surface, with a slice",
             .axes = 3,
             .box_axes = 3,
             .max_side = SCREE_MAX_SCENE_VOLUME_SIDE,
             .samples_log = 32,
             .has_distances = true,
             .usual_colour = SCREE_SCENE_COLOUR_HEIGHT,
             .colours = SCREE_SCENE_ALL_COLOURS,
             .parameters = SCREE_SCENE_TAKES_CAMERA | SCREE_SCENE_TAKES_THRESHOLD | SCREE_SCENE_TAKES_OCCLUSION |
                           SCREE_SCENE_TAKES_INTERVAL | SCREE_SCENE_TAKES_SLICE},
    .check = scree_scene_check_volume,
    .write = write_words,
};
