/* The sources that a state shows, as plans and figures take them. */
#include <string.h>

#include "viewer_internal.h"

const struct opened *viewer_opened_of(const viewer *self, int file)
{
    return file >= 0 ? &self->opened[file] : NULL;
}

viewer_source viewer_source_of(const viewer *self, const viewer_state *state)
{
    const struct opened *opened = viewer_opened_of(self, state->file);
    viewer_source source = {.recipe = state->recipe, .unit = 1};
    if (state->graph != NULL) {
        source.graph = state->graph->field;
        source.graph_number = state->graph->number;
    }
    if (opened != NULL) {
        source.samples = &opened->samples;
        source.voxel = opened->voxel;
        memcpy(source.sides, opened->sides, sizeof source.sides);
    }
    return source;
}

/* Noise has no other unit than 1, so that samples that are compared with it have none, either. */
viewer_source viewer_first_source(const viewer *self)
{
    viewer_source source = viewer_source_of(self, &self->state);
    const bool is_compared = self->has_second && self->state.view.compare != VIEWER_COMPARE_OFF;
    const bool is_with_noise = is_compared && self->second.samples == NULL;
    if (source.samples != NULL && !is_with_noise) {
        source.unit = scene_unit(source.samples->range);
    }
    plan_add_time(&self->state.view, &source);
    return source;
}

double viewer_length_of_one(const viewer_source *source)
{
    return source->voxel > 0 ? source->voxel : 1;
}

/* Distances are told in the side of a voxel, which may be another one for each field. Surfaces need their own; maps and
   heights that are compared have that of the first. */
viewer_source viewer_second_source(const viewer *self)
{
    viewer_source source = self->second;
    const viewer_source first = viewer_first_source(self);
    const bool is_flat = plan_shown_axes(self->state.view.scene) == 2;
    source.unit = is_flat ? first.unit * viewer_length_of_one(&first) / viewer_length_of_one(&source) : first.unit;
    plan_add_time(&self->state.view, &source);
    return source;
}

struct map_region viewer_map(const viewer *self)
{
    const viewer_source source = viewer_first_source(self);
    const uint32_t width = self->width > 0 ? self->width : 1;
    const uint32_t height = self->height > 0 ? self->height : 1;
    return plan_region(&source, &self->state.view, width, height);
}
