#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/difference.h"
#include "../scree/digest.h"
#include "../scree/scene_threshold.h"
#include "parameter_value.h"
#include "recipe_field.h"

/* Samples along each axis of the coarse grid, in two and in three axes. */
#define COARSE_FLAT 64
#define COARSE_VOLUME 24
/* The same where a threshold is looked for; its share of samples is then known to about a hundredth. */
#define COARSE_THRESHOLD 48

static bool is_volume(scree_scene_kind scene)
{
    return plan_shown_axes(scene) == 3;
}

/* A view of the whole region at a coarse level has the grid that is wanted. */
static bool coarse_plan(const viewer_source *source, scree_scene_kind scene, uint32_t side, struct plan *plan)
{
    viewer_view view;
    char text[256];
    viewer_view_reset(&view);
    view.scene = is_volume(scene) ? SCREE_SCENE_VOXELS : SCREE_SCENE_TERRAIN;
    view.side = side;
    view.terrain_side = side;
    return plan_make(source, &view, 1, 1, plan_levels(source, &view, 1, 1) - 1, plan, text, sizeof text);
}

scree_result figures_field_range(scree_context *context, const viewer_source *source, scree_scene_kind scene,
                                 scree_range *range)
{
    struct plan plan;
    if (source->samples != NULL) {
        *range = scene_range_times(source->samples->range, 1 / source->unit);
        return SCREE_OK;
    }
    if (!coarse_plan(source, scene, is_volume(scene) ? COARSE_VOLUME : COARSE_FLAT, &plan)) {
        return SCREE_ERROR_INVALID;
    }
    scree_field *field = NULL;
    scree_result result = recipe_field_make(context, &plan.recipe, plan.graph, &field);
    if (result == SCREE_OK) {
        result = scree_field_range(field, &plan.recipe.grid, range);
    }
    scree_field_release(&field);
    return result;
}

/* Noise with all of its octaves, because they have a part in what values there are. */
static scree_result measure_noise(scree_context *context, const viewer_source *source, struct scene_threshold *found)
{
    struct plan plan;
    if (!coarse_plan(source, SCREE_SCENE_VOXELS, COARSE_THRESHOLD, &plan)) {
        return SCREE_ERROR_INVALID;
    }
    const uint64_t count = plan_samples(&plan);
    float *values = malloc((size_t)count * sizeof *values);
    scree_field *field = NULL;
    parameter_set_number(recipe_field_find("skip_fine_octaves"), 0, recipe_field_values(&plan.recipe));
    scree_result result = values != NULL ? recipe_field_make(context, &plan.recipe, plan.graph, &field)
                                         : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = scree_field_fill(field, &plan.recipe.grid, values);
    }
    if (result == SCREE_OK) {
        *found = scene_threshold_of(values, count, 1.0);
    }
    scree_field_release(&field);
    free(values);
    return result;
}

scree_result figures_usual_threshold(scree_context *context, const viewer_source *source, double *threshold)
{
    struct scene_threshold found = {.value = 0.0};
    const scree_samples *samples = source->samples;
    const scree_result result = samples == NULL
                                    ? measure_noise(context, source, &found)
                                    : scene_threshold_measure(samples->values, NULL, samples->count, 1.0, &found);
    *threshold = found.value;
    return result;
}

bool figures_compare(const struct sampling_job *first, const struct sampling_job *second, struct difference *found)
{
    return !viewer_scene_has_particles(first->plan.scene) &&
           memcmp(first->plan.count, second->plan.count, sizeof first->plan.count) == 0 &&
           difference_measure(first->samples, second->samples, plan_samples(&first->plan), found) == SCREE_OK;
}

static scree_result fill_on_device(const struct render_context *render, const scree_field *field,
                                   const scree_grid *grid, float *values)
{
    scree_job *job = NULL;
    scree_result result = scree_job_fill(render->device, field, grid, values, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
        scree_job_release(&job);
    }
    return result;
}

static void print_digest(const float *values, uint64_t count, char text[65])
{
    _Static_assert(DIGEST_TEXT_SIZE == 65, "a digest's text has its place");
    struct digest digest;
    digest_start(&digest);
    digest_add(&digest, values, count);
    digest_finish(&digest, text);
}

scree_result figures_digests(const struct render_context *render, const viewer_source *source, char digests[2][65])
{
    struct plan plan;
    if (source->samples != NULL || !coarse_plan(source, SCREE_SCENE_TERRAIN, COARSE_FLAT, &plan)) {
        return SCREE_ERROR_INVALID;
    }
    const uint64_t count = plan_samples(&plan);
    float *values = malloc(2 * (size_t)count * sizeof *values);
    scree_field *field = NULL;
    scree_result result = values != NULL ? recipe_field_make(render->context, &plan.recipe, plan.graph, &field)
                                         : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = fill_on_device(render, field, &plan.recipe.grid, values);
    }
    if (result == SCREE_OK) {
        result = scree_field_fill(field, &plan.recipe.grid, values + count);
    }
    if (result == SCREE_OK) {
        print_digest(values, count, digests[0]);
        print_digest(values + count, count, digests[1]);
    }
    scree_field_release(&field);
    free(values);
    return result;
}
