#include "final_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/field_metadata.h"
#include "figures.h"
#include "parameter_value.h"
#include "recipe_field.h"
#include "viewer_internal.h"

/* Angles that a command takes, in degrees. */
#define VIEW_ANGLE_MIN 0.1

/* The finest level that fits into the memory, or the coarsest. */
static bool find_plan(const viewer *self, const viewer_source *source, uint32_t width, uint32_t height,
                      struct plan *plan, char *text, size_t size)
{
    const viewer_view *view = &self->state.view;
    for (uint32_t level = plan_levels(source, view, width, height); level-- > 0;) {
        if (!plan_make(source, view, width, height, level, plan, text, size)) {
            return false;
        }
        if (sampling_job_fits(&self->render, plan, text, size)) {
            break;
        }
    }
    return true;
}

static bool is_auto(const viewer *self, const scree_scene_params *params)
{
    const bool is_measured = self->state.view.range == VIEWER_RANGE_PICTURE &&
                             params->colour == SCREE_SCENE_COLOUR_VALUE;
    return !viewer_scene_has_particles(params->kind) && !scree_scene_kind_describe(params->kind)->has_distances &&
           (is_measured || !scene_has_range(params->colour));
}

static scree_result find_params(const viewer *self, const viewer_source *source, uint32_t width, uint32_t height,
                                struct final_scene *scene)
{
    const scree_scene_kind kind = self->state.view.scene;
    struct sampling_job sampling = {.plan = scene->plan};
    struct scene_input input = {.view = self->state.view, .source = {*source}, .job = {&sampling}};
    const struct picture picture = {.width = width, .height = height, .whole_width = width, .whole_height = height};
    scree_result result = SCREE_OK;
    if (!viewer_scene_has_particles(kind)) {
        result = figures_field_range(self->render.context, source, kind, &input.range[0]);
    }
    if (result == SCREE_OK) {
        scene_of_input(&input, 0, &picture, scene->ramp, &scene->params);
        scene->is_auto = is_auto(self, &scene->params);
    }
    if (result == SCREE_OK && scene->is_auto) {
        viewer_status report;
        worker_get_report(self->worker, &report);
        scene->params.range = report.draw_time_count > 0 ? report.ramp_range : scene->params.range;
    }
    return result;
}

static json_t *source_of_distances(const struct plan *plan, const struct opened *opened)
{
    if (opened == NULL) {
        char *noise = recipe_field_print(&plan->recipe, NULL);
        json_t *recipe = noise != NULL ? field_metadata_load(noise) : NULL;
        free(noise);
        return json_pack("{s:s,s:o}", "kind", "volume", "recipe", recipe);
    }
    json_t *reading = json_pack("{s:s}", "holes", scree_nodata_rule_name(SCREE_NODATA_LOWEST));
    if (opened->is_grey) {
        json_object_set_new(reading, "channel", json_string("y"));
    }
    return json_pack("{s:s,s:s,s:o}", "kind", "volume", "name", opened->path, "reading", reading);
}

/* Distances to where samples cross the threshold, as sampling_job.c makes them. */
static char *describe_distances(const struct plan *plan, const struct opened *opened)
{
    json_t *root = json_pack("{s:s,s:o,s:f,s:f}", "field", "distance", "source", source_of_distances(plan, opened),
                             "threshold", plan->threshold * plan->unit, "clip", sampling_job_clip(plan));
    if (root != NULL && opened != NULL && opened->samples.geometry.is_known) {
        const double *side = plan->box.side; /* Not the spacing, because the scene has the shortest side as its unit. */
        json_object_set_new(root, "voxel", json_pack("[f,f,f]", side[0], side[1], side[2]));
    }
    return field_metadata_print(root, JSON_COMPACT);
}

static void find_source(const viewer *self, struct final_scene *scene)
{
    const struct opened *opened = viewer_opened_of(self, self->state.file);
    if (opened != NULL && opened->distance != NULL) {
        scene->metadata = strdup(opened->distance);
        scene->key = "distance";
    } else if (scree_scene_kind_describe(self->state.view.scene)->has_distances && scene->plan.graph != NULL) {
        scene->metadata = NULL; /* Distances of graphs have no recipe. */
    } else if (scree_scene_kind_describe(self->state.view.scene)->has_distances && viewer_get_algorithm(self) == NULL) {
        scene->recipe = describe_distances(&scene->plan, opened);
        /* As `scree render` writes what it was given. */
        json_t *recipe = scene->recipe != NULL ? field_metadata_load(scene->recipe) : NULL;
        scene->metadata = field_metadata_print(recipe, JSON_INDENT(2));
        scene->key = "distance";
    } else if (!viewer_scene_has_particles(self->state.view.scene) && opened == NULL) {
        scene->recipe = recipe_field_print(&scene->plan.recipe, scene->plan.graph);
        scene->metadata = scene->recipe != NULL ? strdup(scene->recipe) : NULL;
        scene->key = scene->recipe != NULL ? field_metadata_key(scene->recipe) : NULL;
    } else if (opened != NULL) {
        scene->metadata = field_metadata_print(json_pack("{s:s}", "name", opened->path), 0);
        scene->key = "source";
    }
}

bool final_scene_find(const viewer *self, uint32_t width, uint32_t height, struct final_scene *scene, char *text,
                      size_t size)
{
    const viewer_source source = viewer_first_source(self);
    memset(scene, 0, sizeof *scene);
    if (!find_plan(self, &source, width, height, &scene->plan, text, size)) {
        return false;
    }
    const scree_result result = find_params(self, &source, width, height, scene);
    if (!viewer_messages_check(self->messages, result, text, size)) {
        return false;
    }
    /* Distances that are made of the samples have no such unit. */
    scene->told = scene_in_unit(&scene->params,
                                scree_scene_kind_describe(scene->params.kind)->has_distances ? 1 : scene->plan.unit);
    find_source(self, scene);
    return true;
}

void final_scene_clear(struct final_scene *scene)
{
    free(scene->recipe);
    free(scene->metadata);
    memset(scene, 0, sizeof *scene);
}

static bool is_source_rendered(const viewer *self, const struct final_scene *scene)
{
    const struct plan *plan = &scene->plan;
    const bool is_surface = scree_scene_kind_describe(self->state.view.scene)->has_distances;
    if (self->state.file < 0) {
        /* The command measures quantiles of its own for another distribution, and writes them into the file. */
        const bool has_own_values = plan->graph != NULL || parameter_is_default(recipe_field_find("distribution"),
                                                                                recipe_field_values(&plan->recipe));
        return !plan->is_far && has_own_values && scene->recipe != NULL && (!is_surface || plan->recipe.grid.axes == 3);
    }
    const struct opened *opened = &self->opened[self->state.file];
    const bool is_plane = opened->samples.axes == 3 && plan->count[2] == 1 && opened->samples.count[2] > 1;
    const bool is_surface_of_distances = is_surface && opened->voxel > 0;
    /* The range of distances that are made again is not known to `scree render` before. */
    const bool has_range = !opened->is_made_again || !scene->is_auto;
    return !opened->is_algorithm && !is_plane && has_range &&
           (!is_surface || is_surface_of_distances || scene->recipe != NULL);
}

bool final_scene_tell_sample(const struct final_scene *scene, double wanted, double *told)
{
    const struct plan *plan = &scene->plan;
    const double unit = plan->voxel > 0                                                ? plan->voxel
                        : scree_scene_kind_describe(scene->params.kind)->has_distances ? 1
                                                                                       : plan->unit;
    const double product = wanted * unit;
    const double near[] = {product, nextafter(product, INFINITY), nextafter(product, -INFINITY)};
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        *told = near[i];
        if (near[i] / unit == wanted) {
            return true;
        }
    }
    return false;
}

static bool are_samples_told(const struct final_scene *scene)
{
    const scree_scene_params *params = &scene->params;
    const bool has_heights = params->colour == SCREE_SCENE_COLOUR_HEIGHT;
    const double wanted[] = {params->threshold, params->water, params->interval,
                             has_heights ? 0 : (double)params->range.minimum,
                             has_heights ? 0 : (double)params->range.maximum};
    double told = 0;
    bool are_told = true;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        are_told = final_scene_tell_sample(scene, wanted[i], &told) && are_told;
    }
    return are_told;
}

bool final_scene_is_rendered(const viewer *self, const struct final_scene *scene)
{
    const viewer_view *view = &self->state.view;
    const scree_scene_params *params = &scene->params;
    const bool is_one = !self->has_second || view->compare == VIEWER_COMPARE_OFF;
    const bool is_seen = view->field_of_view == 0 || view->field_of_view >= VIEW_ANGLE_MIN;
    const double pixel = params->samples_a_pixel;
    const bool is_placed = !viewer_scene_is_map(params->kind) ||
                           (pixel >= 0x1p-19 && fabs(params->left) < 1e9 && fabs(params->top) < 1e9);
    return !viewer_scene_has_particles(view->scene) && is_one && is_seen && is_placed &&
           is_source_rendered(self, scene) && are_samples_told(scene);
}

scree_writer_params final_scene_writer_params(const char *path, uint32_t rate)
{
    const bool is_stdout = strcmp(path, "-") == 0;
    scree_writer_params params = {.path = is_stdout ? "/dev/stdout" : path,
                                  .format = SCREE_FORMAT_PNG,
                                  .replaces = true,
                                  .frame_rate = rate,
                                  .skips_sync = true};
    if (!is_stdout) {
        scree_format_from_path(path, &params.format);
    }
    return params;
}
