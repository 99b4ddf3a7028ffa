#include "base/elementary.h"
#include "scene_kind_definition.h"

static scree_result check(scree_context *context, const scree_scene_params *params)
{
    return CHECK_ALL(context, LIMITS("white", params->white, 1.0, (double)SCREE_MAX_PIXEL_SPLATS));
}

/* Logarithms are the kernels' own. */
static void write_words(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_space *space,
                        uint32_t *words)
{
    const double most = params->is_linear ? params->white : (double)scree_log2((float)params->white + 1.0f);
    (void)data;
    (void)space;
    words[SCREE_SCENE_IS_LINEAR] = params->is_linear;
    scree_scene_put_float(words, SCREE_SCENE_EXPOSURE, 1.0 / most);
}

const scree_scene_kind_definition scree_scene_kind_density = {
    .info = {.name = "density",
             .description = "an accumulation buffer of particles: how many are in each pixel",
             .axes = 2,
             .box_axes = 2,
             .max_side = SCREE_MAX_PICTURE_SIDE,
             .samples_log = 31,
             .usual_colour = SCREE_SCENE_COLOUR_VALUE,
             .colours = 1u << SCREE_SCENE_COLOUR_VALUE | 1u << SCREE_SCENE_COLOUR_PLAIN,
             .parameters = SCREE_SCENE_TAKES_EXPOSURE},
    .check = check,
    .write = write_words,
};
