/* The sources that are shown: recipes, presets and files, and recipes read again where their files have changed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../../src/base/os.h"
#include "../scree/enumeration_names.h"
#include "../scree/presets.h"
#include "../scree/recipe_noise.h"
#include "../scree/recipe_text.h"
#include "opening.h"
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
    char *expression = NULL;
    if (opening_recipe_of_file(self->messages, path, &recipe, &scene, &expression, ignored, sizeof ignored)) {
        snprintf(text + length, size - length, "; --recipe-of shows the field of its recipe");
    }
    free(expression);
}

struct opened *viewer_find_room(viewer *self, const char *path, char *text, size_t size)
{
    if (self->opened_count == OPENED_MAX) {
        snprintf(text, size, "%s: %d files are open already, which is the most", path, OPENED_MAX);
        return NULL;
    }
    return &self->opened[self->opened_count];
}

static bool read_file(viewer *self, const char *path, int *number, char *text, size_t size)
{
    struct opened *opened = viewer_find_room(self, path, text, size);
    if (opened == NULL) {
        return false;
    }
    if (!opening_read_samples(self->messages, path, opened, text, size)) {
        offer_recipe(self, path, text, size);
        return false;
    }
    *number = (int)self->opened_count++;
    return true;
}

/* Makes a state show an expression, or noise where it is NULL. */
static bool take_expression(viewer *self, const char *expression, const char *name, viewer_state *state, char *text,
                            size_t size)
{
    state->graph = NULL;
    if (expression == NULL) {
        return true;
    }
    const viewer_graph *graph = viewer_graphs_find(&self->graphs, self->messages, expression, name, text, size);
    if (graph == NULL || !viewer_graph_fit(self->messages, graph->field, &state->recipe.grid, text, size)) {
        return false;
    }
    state->graph = graph;
    return true;
}

bool viewer_check_field(const viewer *self, const viewer_state *state, char *text, size_t size)
{
    return state->graph != NULL
               ? viewer_graph_suits(self->messages, state->graph->field, &state->recipe.grid, text, size)
               : opening_check_recipe(self->messages, &state->recipe, text, size);
}

/* The state that shows a file: a recipe, or samples. */
static bool state_of_file(viewer *self, const char *path, viewer_state *state, char *text, size_t size)
{
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) != 0) {
        snprintf(text, size, "%s: %s", path, strerror(errno));
        return false;
    }
    state->graph = NULL;
    if (!recipe_text_is_at(path) || opening_is_distance(path)) {
        return read_file(self, path, &state->file, text, size);
    }
    char *expression = NULL;
    state->file = -1;
    const bool is_read =
        opening_read_recipe(self->messages, path, &state->recipe, &state->scene, &expression, text, size) &&
        take_expression(self, expression, path, state, text, size);
    free(expression);
    return is_read;
}

/* Numbers and colours that a recipe may tell; those that it does not tell are the usual ones. */
static void take_style(const viewer_view *suited, viewer_view *view)
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

void viewer_suit_view(const viewer *self, viewer_state *state)
{
    viewer_view suited;
    viewer_view *view = &state->view;
    opening_default_view(&state->recipe, &state->scene, viewer_opened_of(self, state->file), &suited);
    if (state->file < 0 && state->scene.kind >= 0) {
        take_style(&suited, view);
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
        return opened->is_algorithm ? VIEWER_COVER_ALGORITHM
               : opened->has_recipe ? VIEWER_COVER_RECIPE
                                    : VIEWER_COVER_SAMPLES;
    }
    return viewer_scene_has_particles(self->state.view.scene) ? VIEWER_COVER_PARTICLES
           : self->state.graph != NULL                        ? VIEWER_COVER_EXPRESSION
                                                              : VIEWER_COVER_NONE;
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

void viewer_uncover_noise(viewer *self, viewer_state *state)
{
    const struct opened *opened = viewer_opened_of(self, state->file);
    char ignored[256];
    if (opened != NULL) {
        state->recipe = opened->has_recipe ? opened->recipe : state->recipe;
        state->scene = opened->has_recipe ? opened->scene : state->scene;
        state->file = -1;
        if (opened->has_recipe) {
            take_expression(self, opened->expression, opened->path, state, ignored, sizeof ignored);
        }
        viewer_suit_view(self, state);
    } else if (viewer_find_cover(self) == VIEWER_COVER_EXPRESSION) {
        state->graph = NULL;
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
    viewer_suit_view(self, &state);
    viewer_end_step(self);
    viewer_change(self, "open", &state);
    viewer_end_step(self);
    self->error[0] = '\0';
    viewer_watch_file(self, state.file < 0 ? path : NULL, false);
    return true;
}

bool viewer_set_recipe(viewer *self, const char *json, const char *name, char *text, size_t size)
{
    viewer_state state = self->state;
    char *expression = NULL;
    const bool is_read =
        opening_parse_recipe(self->messages, json, name, &state.recipe, &state.scene, &expression, text, size) &&
        take_expression(self, expression, name, &state, text, size);
    free(expression);
    if (!is_read) {
        return false;
    }
    state.file = -1;
    leave_particles(&state);
    viewer_change(self, "recipe", &state);
    return true;
}

bool viewer_set_expression(viewer *self, const char *expression, char *text, size_t size)
{
    viewer_state state = self->state;
    if (!take_expression(self, expression, "expression", &state, text, size)) {
        return false;
    }
    state.file = -1;
    leave_particles(&state);
    viewer_change(self, "expression", &state);
    return true;
}

bool viewer_set_preset(viewer *self, const char *name, char *text, size_t size)
{
    const struct preset *preset = preset_at(enumeration_find(&enumeration_presets, name));
    char suggestion[SCREE_SUGGESTION_TEXT];
    viewer_state state = self->state;
    if (preset == NULL) {
        snprintf(text, size, "preset: there is no '%.80s'%s", name,
                 enumeration_suggestion(&enumeration_presets, name, suggestion));
        return false;
    }
    char *expression;
    if (!opening_preset_expression(preset, &expression)) {
        snprintf(text, size, "preset '%s': no memory", preset->name);
        return false;
    }
    state.recipe = opening_preset_recipe(preset);
    state.scene = preset->scene;
    const bool is_taken = take_expression(self, expression, preset->name, &state, text, size);
    free(expression);
    if (!is_taken) {
        return false;
    }
    state.file = -1;
    viewer_suit_view(self, &state);
    viewer_change(self, "preset", &state);
    return true;
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
    self->second_graph = state.graph;
    return true;
}

bool viewer_open_first(viewer *self, const viewer_start *start, char *text, size_t size)
{
    viewer_state *state = &self->state;
    state->file = -1;
    state->recipe = start->recipe != NULL ? *start->recipe : opening_preset_recipe(preset_at(0));
    state->scene = start->scene != NULL ? *start->scene : recipe_scene_none();
    if (!take_expression(self, start->expression, start->expression_name, state, text, size)) {
        return false;
    }
    return start->path == NULL || state_of_file(self, start->path, state, text, size);
}

/* Watching. */

void viewer_watch_file(viewer *self, const char *path, bool is_expression)
{
    struct stat status;
    free(self->watched.path);
    self->watched = (struct watched){.is_expression = is_expression};
    if (self->watches && path != NULL && strcmp(path, "-") != 0) {
        self->watched.path = strdup(path);
    }
    if (self->watched.path != NULL && stat(self->watched.path, &status) == 0) {
        self->watched.changed = status.st_mtim;
        self->watched.bytes = status.st_size;
    }
}

static void read_again(viewer *self)
{
    char text[512];
    viewer_state state = self->state;
    const char *path = self->watched.path;
    char *expression = NULL;
    const bool is_read = (self->watched.is_expression
                              ? opening_read_expression(path, &expression, text, sizeof text)
                              : opening_read_recipe(self->messages, path, &state.recipe, &state.scene, &expression,
                                                    text, sizeof text)) &&
                         take_expression(self, expression, path, &state, text, sizeof text);
    free(expression);
    if (!is_read) {
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
    if (watched->path == NULL || self->state.file >= 0 || scree_os_clock_seconds() < watched->next_look) {
        return;
    }
    watched->next_look = scree_os_clock_seconds() + WATCH_SECONDS;
    if (stat(watched->path, &status) == 0 &&
        (memcmp(&watched->changed, &status.st_mtim, sizeof watched->changed) != 0 ||
         watched->bytes != status.st_size)) {
        watched->changed = status.st_mtim;
        watched->bytes = status.st_size;
        read_again(self);
    }
}
