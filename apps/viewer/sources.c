/* What is shown: recipes, presets and files, and recipes that are read again where their files have changed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../src/base/suggestion.h"
#include "../scree/presets.h"
#include "opening.h"
#include "parameter_value.h"
#include "viewer.h"
#include "viewer_internal.h"

void viewer_complain(viewer *self, const char *text)
{
    snprintf(self->error, sizeof self->error, "%s", text);
}

/* Samples that cannot be shown may have a recipe that can. */
static void offer_recipe(viewer *self, const char *path, char *text, size_t size)
{
    scree_recipe recipe;
    char ignored[256];
    const size_t length = strlen(text);
    struct recipe_scene scene;
    if (opening_recipe_of_file(self->messages, path, &recipe, &scene, ignored, sizeof ignored)) {
        snprintf(text + length, size - length, "; --recipe-of shows the noise of its recipe");
    }
}

static bool read_file(viewer *self, const char *path, int *number, char *text, size_t size)
{
    if (self->opened_count == OPENED_MAX) {
        snprintf(text, size, "%s: %d files are open already, which is the most", path, OPENED_MAX);
        return false;
    }
    if (!opening_read_samples(self->messages, path, &self->opened[self->opened_count], text, size)) {
        offer_recipe(self, path, text, size);
        return false;
    }
    *number = (int)self->opened_count++;
    return true;
}

/* The state that shows a file: a recipe, or samples. */
static bool state_of_file(viewer *self, const char *path, viewer_state *state, char *text, size_t size)
{
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) != 0) {
        snprintf(text, size, "%s: %s", path, strerror(errno));
        return false;
    }
    if (!opening_is_recipe(path) || opening_is_distance(path)) {
        return read_file(self, path, &state->file, text, size);
    }
    state->file = -1;
    return opening_read_recipe(self->messages, path, &state->recipe, &state->scene, text, size);
}

/* Numbers and colours that a recipe may tell; those that it does not tell are the usual ones. */
static void take_look(const viewer_view *suited, viewer_view *view)
{
    view->colour = suited->colour;
    view->ramp = suited->ramp;
    view->reversed = suited->reversed;
    view->density = suited->density;
    view->relief = suited->relief;
    view->height = suited->height;
    view->light_azimuth = suited->light_azimuth;
    view->light_elevation = suited->light_elevation;
    view->side = suited->side;
}

/* The scene and its levels suit what was opened, and its looks as far as the recipe tells a scene; the rest of the view
   stays. */
static void suit_view(const viewer *self, viewer_state *state)
{
    viewer_view suited;
    viewer_view *view = &state->view;
    opening_default_view(&state->recipe, &state->scene, viewer_opened_of(self, state->file), &suited);
    if (state->file < 0 && state->scene.kind >= 0) {
        take_look(&suited, view);
    }
    view->scene = suited.scene;
    view->auto_threshold = suited.auto_threshold;
    view->threshold = suited.threshold;
    view->has_water = suited.has_water;
    view->water = suited.water;
    view->edge_fade = suited.edge_fade;
    view->map_span = 0;
    view->range = suited.range;
    view->low = suited.low;
    view->high = suited.high;
}

viewer_cover viewer_find_cover(const viewer *self)
{
    const struct opened *opened = viewer_opened_of(self, self->state.file);
    if (opened != NULL) {
        return opened->has_recipe ? VIEWER_COVER_RECIPE : VIEWER_COVER_SAMPLES;
    }
    return viewer_scene_has_particles(self->state.view.scene) ? VIEWER_COVER_PARTICLES : VIEWER_COVER_NONE;
}

/* Particles give way to a scene of the recipe; all else of the view stays. */
static void leave_particles(viewer_state *state)
{
    viewer_view suited;
    if (viewer_scene_has_particles(state->view.scene)) {
        opening_default_view(&state->recipe, &state->scene, NULL, &suited);
        state->view.scene = suited.scene;
    }
}

void viewer_uncover_noise(const viewer *self, viewer_state *state)
{
    const struct opened *opened = viewer_opened_of(self, state->file);
    if (opened != NULL) {
        state->recipe = opened->has_recipe ? opened->recipe : state->recipe;
        state->scene = opened->has_recipe ? opened->scene : state->scene;
        state->file = -1;
        suit_view(self, state);
    }
    leave_particles(state);
}

bool viewer_open(viewer *self, const char *path, char *text, size_t size)
{
    viewer_state state = self->state;
    if (!state_of_file(self, path, &state, text, size)) {
        viewer_complain(self, text);
        return false;
    }
    suit_view(self, &state);
    viewer_end_step(self);
    viewer_change(self, "open", &state);
    viewer_end_step(self);
    self->error[0] = '\0';
    viewer_watch_file(self, state.file < 0 ? path : NULL);
    return true;
}

bool viewer_set_recipe(viewer *self, const char *json, const char *name, char *text, size_t size)
{
    viewer_state state = self->state;
    if (!opening_parse_recipe(self->messages, json, name, &state.recipe, &state.scene, text, size)) {
        return false;
    }
    state.file = -1;
    leave_particles(&state);
    viewer_change(self, "recipe", &state);
    return true;
}

bool viewer_set_preset(viewer *self, const char *name, char *text, size_t size)
{
    scree_suggestion search = {.word = name};
    for (int number = 0; preset_at(number) != NULL; number++) {
        scree_suggestion_consider(&search, preset_at(number)->name);
        if (strcmp(preset_at(number)->name, name) == 0) {
            viewer_state state = self->state;
            state.recipe = opening_preset_recipe(preset_at(number));
            state.scene = preset_at(number)->scene;
            state.file = -1;
            suit_view(self, &state);
            viewer_change(self, "preset", &state);
            return true;
        }
    }
    char suggestion[SCREE_SUGGESTION_TEXT];
    snprintf(text, size, "preset: there is no '%.80s'%s", name, scree_suggestion_text(&search, "'", "'", suggestion));
    return false;
}

bool viewer_open_second(viewer *self, const viewer_start *start, char *text, size_t size)
{
    if (start->second == NULL && start->second_path == NULL) {
        return true;
    }
    self->has_second = true;
    if (start->second != NULL) {
        self->second.recipe = *start->second;
        return true;
    }
    viewer_state state = {.file = -1};
    self->second_path = strdup(start->second_path);
    if (self->second_path == NULL || !state_of_file(self, start->second_path, &state, text, size)) {
        return false;
    }
    self->second = viewer_source_of(self, &state);
    return true;
}

bool viewer_open_first(viewer *self, const viewer_start *start, char *text, size_t size)
{
    viewer_state *state = &self->state;
    state->file = -1;
    state->recipe = start->recipe != NULL ? *start->recipe : opening_preset_recipe(preset_at(0));
    state->scene = start->scene != NULL ? *start->scene : recipe_scene_none();
    if (start->path != NULL && !state_of_file(self, start->path, state, text, size)) {
        return false;
    }
    return true;
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
    preset_fit(recipe, is_set(start, "kind"), is_set(start, "octave_rotation"));
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
    const scree_scene_kind map = recipe_scene_usual_kind(2, false);
    if (!is_set(start, "scene") && !suits_settings(start, state->view.scene) && suits_settings(start, map)) {
        state->view.scene = map;
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
        if (parameter_find_field(setting->name) == row &&
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
    const scree_parameter *samples = parameter_find_field("samples");
    const scree_parameter *row = NULL;
    bool is_read = read_settings(self, start, samples, text, size);
    for (size_t number = 0; is_read && (row = parameter_of_field(number)) != NULL; number++) {
        is_read = row == samples || read_settings(self, start, row, text, size);
    }
    return is_read;
}

/* Whether settings make other noise of a preset than its range and its levels are for. */
static bool makes_other_noise(const viewer_start *start)
{
    bool is_other = false;
    for (size_t i = 0; i < start->setting_count; i++) {
        const scree_parameter *row = parameter_find_field(start->settings[i].name);
        for (size_t k = 0; row != NULL && parameter_of_noise(k) != NULL; k++) {
            is_other = is_other || (row == parameter_of_noise(k) && !preset_levels_hold(row->name));
        }
    }
    return is_other;
}

/* The view is set later, but its scene decides which changes of the field are seen and told. */
static void fit_variant(viewer *self, const viewer_start *start)
{
    char ignored[512];
    viewer_state fitted = self->state;
    const char *scene = viewer_setting_find(start->settings, start->setting_count, "scene");
    if (scene != NULL) {
        parameter_read(viewer_view_find("scene"), scene, &fitted.view, ignored, sizeof ignored);
    }
    viewer_fit_variant(self, &fitted);
    self->state.recipe = fitted.recipe;
}

bool viewer_set_first(viewer *self, const viewer_start *start, char *text, size_t size)
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
    fit_variant(self, start);
    return opening_check_recipe(self->messages, &state->recipe, text, size);
}

/* Watching. */

static bool look(const struct watched *watched, struct stat *status)
{
    return stat(watched->path, status) == 0;
}

void viewer_watch_file(viewer *self, const char *path)
{
    struct stat status;
    free(self->watched.path);
    self->watched = (struct watched){.path = NULL};
    if (self->watches && path != NULL && strcmp(path, "-") != 0) {
        self->watched.path = strdup(path);
    }
    if (self->watched.path != NULL && look(&self->watched, &status)) {
        self->watched.changed = status.st_mtim;
        self->watched.bytes = status.st_size;
    }
}

static void read_again(viewer *self)
{
    char text[512];
    viewer_state state = self->state;
    if (!opening_read_recipe(self->messages, self->watched.path, &state.recipe, &state.scene, text, sizeof text)) {
        viewer_complain(self, text);
        return;
    }
    self->error[0] = '\0';
    viewer_end_step(self);
    viewer_change(self, "watch", &state);
    viewer_end_step(self);
}

void viewer_watch(viewer *self)
{
    struct watched *watched = &self->watched;
    struct stat status;
    if (watched->path == NULL || self->state.file >= 0 || clock_seconds() < watched->next_look) {
        return;
    }
    watched->next_look = clock_seconds() + WATCH_SECONDS;
    if (look(watched, &status) && (memcmp(&watched->changed, &status.st_mtim, sizeof watched->changed) != 0 ||
                                   watched->bytes != status.st_size)) {
        watched->changed = status.st_mtim;
        watched->bytes = status.st_size;
        read_again(self);
    }
}
