#include "render_command.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/enumeration_names.h"
#include "parameter_value.h"
#include "recipe_field.h"
#include "viewer_internal.h"

#define CHANNEL_MAX 255.0

/* Lists of numbers, as many as there are or one for each axis. */
static void add_list(scree_text *text, const scree_parameter *row, const void *values, uint32_t axes)
{
    const void *at = (const char *)values + row->offset;
    const uint64_t *wholes = at;
    double numbers[SCREE_MAX_AXES];
    bool is_set = false;
    if (row->type == SCREE_PARAMETER_REALS) {
        shell_text_add_reals(text, row->name, parameter_count(row, values), at);
        return;
    }
    for (uint32_t axis = 0; axis < axes; axis++) {
        numbers[axis] = (double)wholes[axis];
        is_set = is_set || wholes[axis] > 0;
    }
    if (is_set) {
        shell_text_add_reals(text, row->name, axes, numbers);
    }
}

static void add_parameter(scree_text *text, const scree_parameter *row, const void *values, uint32_t axes)
{
    char name[64];
    char value[PARAMETER_TEXT];
    parameter_spell(row->name, name, sizeof name);
    switch (row->type) {
    case SCREE_PARAMETER_REALS:
    case SCREE_PARAMETER_AXES:
        add_list(text, row, values, axes);
        return;
    case SCREE_PARAMETER_REAL:
        shell_text_add_real(text, name, parameter_number(row, values));
        return;
    case SCREE_PARAMETER_FLAG:
        scree_text_format(text, " --%s", name);
        return;
    default:
        parameter_print(row, values, value, sizeof value);
        scree_text_format(text, " --%s %s", name, value);
        return;
    }
}

/* Octaves that are too fine have an option of the opposite meaning. A gain is not given together with weights, and the
   number of octaves is that of the weights. */
static bool is_option(const scree_parameter *row, const scree_recipe *recipe)
{
    const void *values = recipe_field_values(recipe);
    const bool has_weights = parameter_is_set(recipe_field_find("weights"), values);
    return !recipe_field_is_of_grid(row) && parameter_is_set(row, values) &&
           strcmp(row->name, "skip_fine_octaves") != 0 &&
           !(has_weights && (strcmp(row->name, "gain") == 0 || strcmp(row->name, "octaves") == 0)) &&
           recipe_field_applies(row, recipe);
}

/* The preset plain has the library's defaults. */
static void add_noise(scree_text *text, const scree_recipe *recipe)
{
    const void *values = recipe_field_values(recipe);
    const scree_parameter *row = NULL;
    scree_text_format(text, " --preset plain");
    for (size_t number = 0; (row = recipe_field_parameter(number)) != NULL; number++) {
        if (is_option(row, recipe)) {
            add_parameter(text, row, values, recipe->grid.axes);
        }
    }
    if (!parameter_is_set(recipe_field_find("skip_fine_octaves"), values)) {
        scree_text_format(text, " --keep-fine-octaves");
    }
}

static void add_grid(scree_text *text, const scree_grid *grid)
{
    scree_text_format(text, " --samples ");
    double first[SCREE_MAX_AXES];
    bool is_tile = false;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        scree_text_format(text, "%s%" PRIu64, axis > 0 ? "x" : "", grid->count[axis]);
        first[axis] = (double)grid->first[axis];
        is_tile = is_tile || grid->first[axis] != 0;
    }
    shell_text_add_reals(text, "step", grid->axes, grid->step);
    shell_text_add_reals(text, "origin", grid->axes, grid->origin);
    if (is_tile) {
        shell_text_add_reals(text, "first", grid->axes, first);
    }
}

static void add_file(scree_text *text, const struct opened *opened)
{
    scree_text_format(text, " ");
    shell_text_quote(text, opened->path);
    if (opened->samples.nodata_count > 0) {
        scree_text_format(text, " --holes lowest");
    }
    if (opened->is_grey) {
        scree_text_format(text, " --channel y");
    }
}

static void add_program(const viewer *self, const struct final_scene *scene, scree_text *text)
{
    const struct opened *opened = self->state.file >= 0 ? &self->opened[self->state.file] : NULL;
    if (scree_scene_kind_describe(scene->params.kind)->has_distances && scene->recipe != NULL) {
        scree_text_format(text, "printf %%s ");
        shell_text_quote(text, scene->recipe);
        scree_text_format(text, " | scree render -");
        return;
    }
    scree_text_format(text, "scree render");
    if (opened != NULL) {
        add_file(text, opened);
    } else {
        const char *expression = viewer_get_expression(self);
        if (expression != NULL) {
            scree_text_format(text, " --expr ");
            shell_text_quote(text, expression);
        } else {
            add_noise(text, &scene->plan.recipe);
        }
        add_grid(text, &scene->plan.recipe.grid);
    }
}

/* Samples, or heights in the world. */
static void add_range(const struct final_scene *scene, scree_text *text)
{
    const scree_scene_params *params = &scene->params;
    double ends[2] = {(double)params->range.minimum, (double)params->range.maximum};
    scree_text range = {0};
    for (int end = 0; end < 2 && params->colour != SCREE_SCENE_COLOUR_HEIGHT; end++) {
        final_scene_tell_sample(scene, ends[end], &ends[end]);
    }
    shell_text_add_reals(&range, "range", 2, ends);
    char *comma = range.data != NULL ? strchr(range.data, ',') : NULL;
    if (comma != NULL) {
        *comma = ':';
    }
    char *words = shell_text_end(&range);
    scree_text_format(text, "%s", words != NULL ? words : "");
    text->failed = text->failed || words == NULL;
    free(words);
}

static void add_colours(const viewer *self, const struct final_scene *scene, scree_text *text)
{
    const viewer_view *view = &self->state.view;
    const scree_scene_params *params = &scene->params;
    double sky[6];
    scree_text_format(text, " --colour %s", scree_scene_colour_name(params->colour));
    if (scene_has_ramp(params)) {
        scree_text_format(text, " --ramp %s%s", scree_ramp_name(view->ramp), view->reversed ? " --reversed" : "");
    }
    if (!scene->is_auto && scene_has_range(params->colour)) {
        add_range(scene, text);
    }
    for (int i = 0; i < 6; i++) {
        sky[i] = (double)params->background[i / 3][i % 3] / CHANNEL_MAX;
    }
    shell_text_add_reals(text, "sky", 6, sky);
}

static bool takes(const scree_scene_params *params, uint32_t parameters)
{
    return scree_scene_kind_takes(params->kind, parameters);
}

static void add_light(const scree_scene_params *params, scree_text *text)
{
    const double light[2] = {params->light_azimuth, params->light_elevation};
    if (viewer_scene_is_map(params->kind) && params->relief == 0) {
        return;
    }
    shell_text_add_reals(text, "light", 2, light);
    shell_text_add_real(text, "ambient", params->ambient);
    if (viewer_scene_is_map(params->kind)) {
        return;
    }
    if (takes(params, SCREE_SCENE_TAKES_OCCLUSION)) {
        shell_text_add_real(text, "occlusion", params->occlusion);
    }
    if (params->fog > 0) {
        shell_text_add_real(text, "fog", params->fog);
    }
    scree_text_format(text, "%s", params->has_shadows ? "" : " --no-shadows");
}

void render_command_add_camera(const scree_camera *camera, scree_text *text)
{
    shell_text_add_reals(text, "centre", 3, camera->centre);
    shell_text_add_real(text, "azimuth", camera->azimuth);
    shell_text_add_real(text, "elevation", camera->elevation);
    shell_text_add_real(text, "roll", camera->roll);
    if (camera->field_of_view > 0) {
        shell_text_add_real(text, "distance", camera->distance);
        shell_text_add_real(text, "fov", camera->field_of_view);
    } else {
        shell_text_add_real(text, "extent", camera->extent);
    }
}

/* A map of noise has its pixels where its samples are; of another one the region is given as the scene computes it. */
static void add_place(const viewer *self, const struct final_scene *scene, uint32_t width, uint32_t height,
                      scree_text *text)
{
    const scree_scene_params *params = &scene->params;
    shell_text_add_real(text, "relief", params->relief);
    if (!self->state.view.smooth) {
        scree_text_format(text, " --no-smoothing");
    }
    if (scene->plan.samples == NULL && params->samples_a_pixel == 1) {
        return;
    }
    const viewer_source source = viewer_first_source(self);
    const struct map_region region = plan_region(&source, &self->state.view, width, height);
    double centre[2] = {(double)params->count[0] / 2, (double)params->count[1] / 2};
    double extent = (double)height * params->samples_a_pixel;
    for (int axis = 0; axis < 2 && scene->plan.samples != NULL; axis++) {
        centre[axis] = (region.middle[axis].cell + region.middle[axis].fraction) / scene->plan.box.side[axis];
        extent = region.span;
    }
    shell_text_add_reals(text, "centre", 2, centre);
    shell_text_add_real(text, "extent", extent);
}

/* A sample, or a distance. */
static void add_sample(const struct final_scene *scene, const char *name, double wanted, scree_text *text)
{
    double told = 0;
    final_scene_tell_sample(scene, wanted, &told);
    shell_text_add_real(text, name, told);
}

/* The height of the box of columns as a share of the longer side of their plane. */
static double column_height(const scree_scene_params *params)
{
    const double longer = fmax(params->count[0] * params->voxel[0], params->count[1] * params->voxel[1]);
    return params->count[2] * params->voxel[2] / longer;
}

static void add_own(const viewer *self, const struct final_scene *scene, scree_text *text)
{
    const scree_scene_params *params = &scene->params;
    const bool has_heights = !viewer_scene_is_map(params->kind) || params->relief > 0;
    if (takes(params, SCREE_SCENE_TAKES_DENSITY)) {
        shell_text_add_real(text, "opacity", self->state.view.density / scene->plan.unit);
    }
    if (recipe_scene_has_columns((int)params->kind)) {
        shell_text_add_real(text, "height", column_height(params));
    }
    if (has_heights && takes(params, SCREE_SCENE_TAKES_HEIGHT_SCALE)) {
        shell_text_add_real(text, "height-scale", scene->told.height_scale);
    }
    if (takes(params, SCREE_SCENE_TAKES_THRESHOLD)) {
        add_sample(scene, "threshold", params->threshold, text);
    }
    if (takes(params, SCREE_SCENE_TAKES_EDGE_FADE)) {
        shell_text_add_real(text, "edge-fade", params->edge_fade);
    }
    if (params->has_water && takes(params, SCREE_SCENE_TAKES_WATER)) {
        add_sample(scene, "water", params->water, text);
    }
    if (params->interval > 0 && takes(params, SCREE_SCENE_TAKES_INTERVAL)) {
        add_sample(scene, "contours", params->interval, text);
    }
    if (scree_scene_kind_describe(params->kind)->has_distances && params->slice_axis > 0) {
        scree_text_format(text, " --slice %c=%" PRIu32, (char)('x' + (int)params->slice_axis - 1),
                          scene_slice_layer(params));
    }
}

void render_command_add_picture(uint32_t width, uint32_t height, const char *output, scree_text *text)
{
    scree_text_format(text, " --size %" PRIu32 "x%" PRIu32, width, height);
    if (output != NULL) {
        scree_text_format(text, " -o ");
        shell_text_quote(text, output);
    }
}

char *render_command(const viewer *self, const struct final_scene *scene, uint32_t width, uint32_t height,
                     const char *output)
{
    scree_text text = {0};
    add_program(self, scene, &text);
    scree_text_format(&text, " --scene %s", scree_scene_kind_name(scene->params.kind));
    add_own(self, scene, &text);
    add_colours(self, scene, &text);
    add_light(&scene->params, &text);
    if (viewer_scene_is_map(scene->params.kind)) {
        add_place(self, scene, width, height, &text);
    } else {
        render_command_add_camera(&scene->params.camera, &text);
    }
    render_command_add_picture(width, height, output, &text);
    return shell_text_end(&text);
}
