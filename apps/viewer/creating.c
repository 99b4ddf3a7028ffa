/* Creates and destroys viewers, and opens their devices. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/base/os.h"
#include "../scree/presets.h"
#include "../scree/recipe_noise.h"
#include "../scree/recipe_text.h"
#include "opening.h"
#include "parameter_value.h"
#include "recipe_field.h"
#include "viewer.h"
#include "viewer_internal.h"

/* The share of a GPU's memory, and of the free memory of the machine, that samples may take. */
#define GPU_SHARE 0.8
#define HOST_SHARE 0.7

static uint64_t default_limit(const scree_device_info *info)
{
    const bool is_host = info->backend == SCREE_BACKEND_CPU || info->kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
    const uint64_t available = is_host ? scree_os_memory_available() : UINT64_MAX;
    return available < UINT64_MAX ? (uint64_t)(HOST_SHARE * (double)available)
                                  : (uint64_t)(GPU_SHARE * (double)info->memory_bytes);
}

static scree_result open_render_context(const viewer *self, scree_device *device, const scree_device_params *params,
                                        struct render_context *render)
{
    *render = (struct render_context){.context = viewer_messages_context(self->messages), .device = device};
    scree_result result = device == NULL ? scree_device_open(render->context, params, &render->device) : SCREE_OK;
    if (result == SCREE_OK) {
        result = scree_device_describe(render->device, &render->info);
        render->memory_limit = default_limit(&render->info);
        if (self->memory_limit > 0 && self->memory_limit < render->memory_limit) {
            render->memory_limit = self->memory_limit;
        }
    }
    return result;
}

static void close_render_context(viewer *self)
{
    worker_destroy(&self->worker);
    self->picture = (viewer_pixels){0};
    if (self->owns_device) {
        scree_device_close(&self->render.device);
    }
}

/* The thread before ends once there is another, so that a viewer never goes on without one. */
static scree_result start_worker(viewer *self, struct render_context *render, bool owns_device)
{
    struct worker *worker = worker_create(render, self->messages, self->wants_host_pixels);
    if (worker == NULL) {
        if (owns_device) {
            scree_device_close(&render->device);
        }
        return SCREE_ERROR_INTERNAL;
    }
    close_render_context(self);
    self->render = *render;
    self->owns_device = owns_device;
    self->is_changed = true;
    self->worker = worker;
    return SCREE_OK;
}

bool viewer_set_device(viewer *self, scree_device *device, const scree_device_params *params, char *text, size_t size)
{
    struct render_context render;
    const scree_result result = open_render_context(self, device, params, &render);
    if (!viewer_messages_check(self->messages, result, text, size)) {
        return false;
    }
    if (start_worker(self, &render, device == NULL) != SCREE_OK) {
        snprintf(text, size, "no memory or no thread for the viewer");
        return false;
    }
    return true;
}

scree_device *viewer_device(const viewer *self)
{
    return self->render.device;
}

const char *viewer_setting_find(const viewer_setting *settings, size_t count, const char *name)
{
    const char *value = NULL;
    for (size_t i = 0; i < count; i++) {
        value = strcmp(settings[i].name, name) == 0 ? settings[i].value : value;
    }
    return value;
}

static bool is_set(const viewer_start *start, const char *name)
{
    return viewer_setting_find(start->settings, start->setting_count, name) != NULL;
}

/* A preset with other samples shows as much as before, and gives way to what its lattice does not permit. */
static void fit_preset(const viewer_start *start, const scree_grid *before, scree_recipe *recipe)
{
    scree_grid *grid = &recipe->grid;
    const double scale = (double)before->count[0] / (double)grid->count[0];
    const bool has_step = is_set(start, "step") || is_set(start, PARAMETER_CELL_SIZE);
    for (uint32_t axis = 0; axis < grid->axes && !has_step; axis++) {
        grid->step[axis] *= scale;
    }
    recipe_fit_lattice(recipe, is_set(start, "kind"), is_set(start, "octave_rotation"));
}

/* Whether all parameters of the view that are set have an effect in a scene; that of the scene itself has in all. */
static bool suits_settings(const viewer_start *start, scree_scene_kind scene)
{
    bool suits = true;
    for (size_t i = 0; i < start->setting_count; i++) {
        const scree_parameter *row = viewer_view_find(start->settings[i].name);
        for (size_t number = 0; row != NULL && viewer_view_parameter(number) != NULL; number++) {
            suits = suits && (viewer_view_parameter(number) != row || viewer_view_applies(number, scene));
        }
    }
    return suits;
}

/* The view that suits the field, with two fields beside each other. A scene that nobody asked for gives way to a map
   where only that has all that is set. */
static void begin_view(viewer *self, const viewer_start *start)
{
    viewer_state *state = &self->state;
    opening_default_view(&state->recipe, &state->scene, viewer_opened_of(self, state->file), &state->view);
    if (!is_set(start, "scene") && !suits_settings(start, state->view.scene) &&
        suits_settings(start, recipe_scene_usual_kind(2, false))) {
        state->view.scene = recipe_scene_usual_kind(2, false);
    }
    if (start->view != NULL) {
        state->view = *start->view;
    } else if (self->has_second) {
        state->view.compare = VIEWER_COMPARE_SIDE;
    }
}

static bool read_settings(viewer *self, const viewer_start *start, const scree_parameter *row, char *text, size_t size)
{
    for (size_t i = 0; i < start->setting_count; i++) {
        const viewer_setting *setting = &start->settings[i];
        if (recipe_field_find(setting->name) == row &&
            !viewer_read_field(self, row, setting->value, &self->state, text, size)) {
            return false;
        }
    }
    return true;
}

/* Settings are read in an order of their own, whatever that in which they are given: lists have a number for each axis
   of the samples, and a row of the table may reset rows that follow it. */
static bool read_all_settings(viewer *self, const viewer_start *start, char *text, size_t size)
{
    const scree_parameter *samples = recipe_field_find("samples");
    const scree_parameter *row = NULL;
    bool is_read = read_settings(self, start, samples, text, size);
    for (size_t number = 0; is_read && (row = recipe_field_parameter(number)) != NULL; number++) {
        is_read = row == samples || read_settings(self, start, row, text, size);
    }
    return is_read;
}

/* Whether settings make other noise of a preset than its range and its levels are for. */
static bool makes_other_noise(const viewer_start *start)
{
    bool is_other = false;
    for (size_t i = 0; i < start->setting_count; i++) {
        const scree_parameter *row = recipe_field_find(start->settings[i].name);
        is_other = is_other || (row != NULL && !recipe_field_is_of_grid(row) && !preset_levels_hold(row->name));
    }
    return is_other;
}

static bool set_first(viewer *self, const viewer_start *start, char *text, size_t size)
{
    viewer_state *state = &self->state;
    const scree_grid before = state->recipe.grid;
    if (!read_all_settings(self, start, text, size)) {
        return false;
    }
    if (start->is_preset || (start->recipe == NULL && start->path == NULL)) {
        fit_preset(start, &before, &state->recipe);
    }
    if (start->is_preset && makes_other_noise(start)) {
        state->recipe.output = (scree_output){.type = SCREE_TYPE_F32};
        recipe_scene_drop_levels(&state->scene);
    }
    begin_view(self, start);
    return viewer_check_field(self, state, text, size);
}

/* The order in which settings of the view are applied, whatever that in which they are given: another system has other
   numbers, and particles that move start again where those change. */
enum { FIRST_SETTINGS, MOST_SETTINGS, LAST_SETTINGS };

static int order_of(const char *name)
{
    return strcmp(name, "system") == 0 ? FIRST_SETTINGS : strcmp(name, "moving") == 0 ? LAST_SETTINGS : MOST_SETTINGS;
}

/* Parameters of the view; those of the field are set already. */
static bool apply_settings(viewer *self, const viewer_start *start, char *text, size_t size)
{
    for (int order = FIRST_SETTINGS; order <= LAST_SETTINGS; order++) {
        for (size_t i = 0; i < start->setting_count; i++) {
            const viewer_setting *setting = &start->settings[i];
            if (recipe_field_find(setting->name) == NULL && order_of(setting->name) == order &&
                !viewer_set(self, setting->name, setting->value, text, size)) {
                return false;
            }
        }
    }
    viewer_find_threshold(self);
    viewer_forget_steps(self);
    return true;
}

static bool is_readable(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0 || access(path, R_OK) == 0;
}

/* A file that is no recipe and was refused. */
static bool is_damaged(const char *path)
{
    return path != NULL && !recipe_text_is_at(path);
}

/* A file that cannot be read is no mistake in it. */
static bool is_missing(const viewer_start *start)
{
    return !is_readable(start->path) || !is_readable(start->second_path);
}

static scree_result begin(viewer *self, const viewer_start *start, char *text, size_t size)
{
    struct render_context render;
    if (!viewer_open_first(self, start, text, size) || !viewer_open_second(self, start, text, size)) {
        return is_missing(start) || is_damaged(start->path) || is_damaged(start->second_path) ? SCREE_ERROR_IO
                                                                                              : SCREE_ERROR_INVALID;
    }
    if (!set_first(self, start, text, size)) {
        return SCREE_ERROR_INVALID;
    }
    if (!viewer_begin_steps(self)) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    if (!apply_settings(self, start, text, size)) {
        return SCREE_ERROR_INVALID;
    }
    scree_result result = open_render_context(self, start->device, &start->device_params, &render);
    if (result == SCREE_OK) {
        result = start_worker(self, &render, start->device == NULL);
    }
    return result;
}

scree_result viewer_create(const viewer_start *start, viewer **made, char *text, size_t size)
{
    viewer *self = calloc(1, sizeof *self);
    *made = NULL;
    text[0] = '\0';
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (self != NULL) {
        self->messages = start->messages;
        self->memory_limit = start->memory_limit;
        self->wants_host_pixels = start->wants_host_pixels;
        self->watches = start->watches;
        result = begin(self, start, text, size);
    }
    if (result != SCREE_OK) {
        if (text[0] == '\0') {
            viewer_messages_explain(start->messages, result, text, size);
        }
        viewer_destroy(&self);
        return result;
    }
    if (start->path == NULL) {
        viewer_watch_file(self, start->expression_path, true);
    } else {
        viewer_watch_file(self, self->state.file < 0 ? start->path : NULL, false);
    }
    *made = self;
    return SCREE_OK;
}

void viewer_destroy(viewer **pointer)
{
    viewer *self = *pointer;
    if (self == NULL) {
        return;
    }
    char text[8];
    viewer_record_end(self, text, sizeof text);
    close_render_context(self);
    free(self->steps.states);
    for (size_t i = 0; i < self->opened_count; i++) {
        opening_clear(&self->opened[i]);
    }
    viewer_graphs_clear(&self->graphs);
    free(self->second_path);
    free(self->watched.path);
    free(self);
    *pointer = NULL;
}
