/* The picture of a difference shows two fields beside each other, and the first less the second. */
#include <inttypes.h>
#include <stdio.h>

#include "render.h"
#include "report.h"

uint32_t render_panel_left(const struct render *render, enum render_panel panel)
{
    return (uint32_t)panel * (render->panel_width + RENDER_GAP);
}

/* A difference is seen by its colours alone. Its samples stay as they are where they are larger than pixels, because
   what differs may be single cells. */
scree_scene_params render_panel_scene(const struct render *render, const scree_scene_params *scene,
                                      enum render_panel panel)
{
    scree_scene_params shown = *scene;
    if (panel == RENDER_DIFFERENCE) {
        shown.colour = SCREE_SCENE_COLOUR_VALUE;
        shown.ramp = render->difference.ramp;
        shown.range = difference_range(render->difference.found.greatest);
        shown.relief = 0.0;
        shown.interval = 0.0;
        shown.has_water = false;
        shown.is_smooth = scene->is_smooth && scene->samples_a_pixel > 1.0;
    }
    return shown;
}

/* Counts the samples that are shown, but have no difference. */
static uint64_t without_data(const struct render *render)
{
    return planes_samples(&render->planes) - render->difference.found.samples;
}

void render_difference_tell(const struct render *render, char *text, size_t size)
{
    const struct difference *found = &render->difference.found;
    const double unit = render->source.unit;
    const uint64_t holes = without_data(render);
    char share[40];
    if (found->samples == 0) {
        snprintf(text, size, "; no sample has data in both");
        return;
    }
    report_three_digits(share, sizeof share, 100.0 * (double)found->different / (double)found->samples);
    const int length = snprintf(text, size,
                                "; %" PRIu64 " of %" PRIu64 " samples differ (%s %%), at most by %.6g, mean %.6g",
                                found->different, found->samples, share, found->greatest * unit, found->mean * unit);
    if (holes > 0) {
        snprintf(text + length, size - (size_t)length, "; %" PRIu64 " without data", holes);
    }
}

static void emit_source(struct json_writer *json, const char *key, const struct render_source *source)
{
    emit_open_object(json, key);
    if (source->metadata != NULL) {
        emit_raw(json, source->key, source->metadata);
    }
    emit_close_object(json);
}

void render_difference_emit(struct json_writer *json, const void *user)
{
    const struct render *render = user;
    const struct difference *found = &render->difference.found;
    const double unit = render->source.unit;
    emit_source(json, "first", &render->source);
    emit_source(json, "second", &render->difference.source);
    emit_unsigned(json, "samples", found->samples);
    emit_unsigned(json, "without_data", without_data(render));
    emit_unsigned(json, "different", found->different);
    emit_real(json, "different_share", (double)found->different / (double)found->samples);
    emit_real(json, "greatest", found->greatest * unit);
    emit_real(json, "mean", found->mean * unit);
    emit_real(json, "root_mean_square", found->root_mean_square * unit);
}

char *render_difference_describe(const struct render *render)
{
    return emit_text(1, render_difference_emit, render);
}
