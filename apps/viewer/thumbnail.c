#include "thumbnail.h"

#include <math.h>

#include "drawing.h"
#include "figures.h"
#include "opening.h"

/* Samples along the longest side: what is seen in so few pixels. */
#define VOLUME_SIDE 64
#define TERRAIN_SIDE 160
/* Nearer than in a window, whose picture is wide and has room to turn. */
#define DISTANCE 3.4

static scree_result find_levels(scree_context *context, struct subject *subject)
{
    viewer_view *view = &subject->view;
    const viewer_source *source = &subject->source[0];
    scree_result result = figures_field_range(context, source, view->scene, &subject->range[0]);
    if (result == SCREE_OK && plan_shown_axes(view->scene) == 3 && view->auto_threshold) {
        result = figures_usual_threshold(context, source, &view->threshold);
    }
    return result;
}

static scree_result draw(const struct workshop *workshop, struct subject *subject, uint32_t width, uint32_t height,
                         uint32_t *pixels)
{
    struct making making = {.done = 0};
    struct picture picture = {.width = 0};
    struct plan plan;
    char text[256];
    const uint32_t finest = plan_levels(&subject->source[0], &subject->view, width, height) - 1;
    if (!plan_make(&subject->source[0], &subject->view, width, height, finest, &plan, text, sizeof text)) {
        return SCREE_ERROR_INVALID;
    }
    scree_result result = making_begin(workshop, &plan, &making);
    if (result == SCREE_OK) {
        result = making_go_on(workshop, &making, INFINITY, NULL, NULL);
    }
    subject->made[0] = &making;
    if (result == SCREE_OK) {
        result = picture_begin(workshop, subject, width, height, 1, &picture);
    }
    if (result == SCREE_OK) {
        result = picture_go_on(workshop, subject, &picture, INFINITY);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_read(picture.pixels, 0, 4 * (uint64_t)width * height, pixels);
    }
    picture_end(&picture);
    making_end(&making);
    return result;
}

scree_result thumbnail_draw(scree_context *context, scree_device *device, const struct preset *preset, uint32_t width,
                            uint32_t height, uint32_t *pixels)
{
    const struct workshop workshop = {.context = context, .device = device, .memory_limit = UINT64_MAX};
    struct subject subject = {.source = {{.recipe = opening_preset_recipe(preset), .unit = 1}}};
    opening_default_view(&subject.source[0].recipe, &preset->scene, NULL, &subject.view);
    subject.view.side = VOLUME_SIDE;
    subject.view.terrain_side = TERRAIN_SIDE;
    subject.view.distance = DISTANCE;
    const scree_result result = find_levels(context, &subject);
    return result == SCREE_OK ? draw(&workshop, &subject, width, height, pixels) : result;
}
