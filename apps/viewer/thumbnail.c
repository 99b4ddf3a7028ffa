#include "thumbnail.h"

#include <math.h>
#include <string.h>

#include "drawing.h"
#include "figures.h"
#include "opening.h"

/* Samples along the longest side: what is seen in so few pixels. */
#define VOLUME_SIDE 64
#define TERRAIN_SIDE 160
/* Nearer than in a window, whose picture is wide and has room to turn. */
#define DISTANCE 3.4

static scree_result find_levels(scree_context *context, struct scene_input *input)
{
    viewer_view *view = &input->view;
    const viewer_source *source = &input->source[0];
    scree_result result = figures_field_range(context, source, view->scene, &input->range[0]);
    if (result == SCREE_OK && plan_shown_axes(view->scene) == 3 && view->auto_threshold) {
        result = figures_usual_threshold(context, source, &view->threshold);
    }
    return result;
}

static scree_result draw(const struct render_context *render, struct scene_input *input, uint32_t width,
                         uint32_t height, uint32_t *pixels)
{
    struct sampling_job sampling = {.done = 0};
    struct picture picture = {.width = 0};
    struct plan plan;
    char text[256];
    const uint32_t finest = plan_levels(&input->source[0], &input->view, width, height) - 1;
    if (!plan_make(&input->source[0], &input->view, width, height, finest, &plan, text, sizeof text)) {
        return SCREE_ERROR_INVALID;
    }
    scree_result result = sampling_job_begin(render, &plan, &sampling);
    if (result == SCREE_OK) {
        result = sampling_job_go_on(render, &sampling, INFINITY, NULL, NULL);
    }
    input->job[0] = &sampling;
    if (result == SCREE_OK) {
        result = picture_draw(render, input, width, height, &picture);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_read(picture.pixels, 0, 4 * (uint64_t)width * height, pixels);
    }
    picture_end(&picture);
    sampling_job_end(&sampling);
    return result;
}

scree_result thumbnail_draw(scree_context *context, scree_device *device, const struct preset *preset, uint32_t width,
                            uint32_t height, uint32_t *pixels)
{
    const struct render_context render = {.context = context, .device = device, .memory_limit = UINT64_MAX};
    struct scene_input input = {.source = {{.recipe = opening_preset_recipe(preset), .unit = 1}}};
    scree_recipe ignored = opening_plain_recipe();
    scree_field *graph = NULL;
    scree_result result = SCREE_OK;
    if (preset->is_graph) {
        result = scree_field_from_text(context, preset->text, strlen(preset->text), preset->name, &ignored, &graph);
        input.source[0].graph = graph;
        input.source[0].graph_number = 1;
    }
    opening_default_view(&input.source[0].recipe, &preset->scene, NULL, &input.view);
    input.view.side = VOLUME_SIDE;
    input.view.terrain_side = TERRAIN_SIDE;
    input.view.distance = DISTANCE;
    result = result == SCREE_OK ? find_levels(context, &input) : result;
    result = result == SCREE_OK ? draw(&render, &input, width, height, pixels) : result;
    scree_field_release(&graph);
    return result;
}
