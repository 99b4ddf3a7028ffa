/* Changes of the state: by names, as a whole, and back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/base/suggestion.h"
#include "../../src/formats/json_text.h"
#include "../scree/numbers.h"
#include "cell_size.h"
#include "map_region.h"
#include "opening.h"
#include "parameter_value.h"
#include "particle_view.h"
#include "viewer.h"
#include "viewer_internal.h"

#define NAME_MAX_LENGTH 64
#define JSON_SIZE 4096
/* Where sliders of time end: cells, and cells and layers a second. */
#define DEPTH_SLIDER 8.0
#define PACE_SLIDER 2.0
#define FILE_PACE_SLIDER 60.0
/* Where those of particles end: seeds, steps, steps of a frame, usual times of a step, and shares of the radius. */
#define SEED_SLIDER 1000.0
#define STEPS_SLIDER 20000.0
#define FRAME_STEPS_SLIDER 4096.0
#define TIME_STEP_SLIDER 4.0
#define QUAD_SIZE_SLIDER 0.1

/* Names are written with hyphens on the command line and with underscores in recipes; both are taken. */
static void spell(const char *name, char from, char to, char spelt[NAME_MAX_LENGTH])
{
    snprintf(spelt, NAME_MAX_LENGTH, "%s", name);
    for (char *letter = spelt; *letter != '\0'; letter++) {
        *letter = *letter == from ? to : *letter;
    }
}

static const scree_parameter *find_view_row(const char *name)
{
    char spelt[NAME_MAX_LENGTH];
    spell(name, '_', '-', spelt);
    return viewer_view_find(spelt);
}

static void name_nearest(const char *name, char *text, size_t size)
{
    scree_suggestion search = {.word = name};
    scree_suggestion_consider(&search, "preset");
    scree_suggestion_consider(&search, "algorithm");
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        scree_suggestion_consider(&search, viewer_view_parameter(number)->name);
    }
    for (size_t number = 0; parameter_of_field(number) != NULL; number++) {
        scree_suggestion_consider(&search, parameter_of_field(number)->name);
    }
    char suggestion[SCREE_SUGGESTION_TEXT];
    snprintf(text, size, "there is no parameter '%.64s'%s", name, scree_suggestion_text(&search, "'", "'", suggestion));
}

/* What a parameter that was set turns on or off. */
static void follow_parameter(const char *name, viewer_view *view)
{
    view->time_axis = view->time_axis || (strcmp(name, "pace") == 0 && view->pace != 0);
    view->auto_threshold = view->auto_threshold && strcmp(name, "threshold") != 0;
    view->has_water = view->has_water || strcmp(name, "water") == 0;
    if (strcmp(name, "system") == 0) {
        /* Another one has its own numbers, time of a step and size. */
        memset(view->numbers, 0, sizeof view->numbers);
        view->number_count = 0;
        view->time_step = 0;
        view->quad_size = 0;
    }
    view->steps = view->moving && particle_view_is_way(name) ? 0 : view->steps;
}

/* The view shows what the recipe samples again, so that another distance of its samples is seen. */
static void follow_step(const char *name, viewer_view *view)
{
    if (strcmp(name, "step") == 0 || strcmp(name, PARAMETER_CELL_SIZE) == 0) {
        view->extent = 0;
        view->map_span = 0;
    }
}

static bool set_field(viewer *self, const scree_parameter *row, const char *value, viewer_state *state, char *text,
                      size_t size)
{
    if (!viewer_read_field(self, row, value, state, text, size)) {
        return false;
    }
    follow_step(row->name, &state->view);
    return opening_check_recipe(self->messages, &state->recipe, text, size);
}

bool viewer_set(viewer *self, const char *name, const char *value, char *text, size_t size)
{
    viewer_state state = self->state;
    const scree_parameter *view_row = find_view_row(name);
    const scree_parameter *field_row = parameter_find_field(name);
    if (strcmp(name, "preset") == 0) {
        return viewer_set_preset(self, value, text, size);
    }
    if (strcmp(name, "algorithm") == 0) {
        return viewer_set_algorithm(self, value, text, size);
    }
    if (view_row != NULL) {
        if (!parameter_read(view_row, value, &state.view, text, size)) {
            return false;
        }
        viewer_view_leave(&state.view, self->state.view.scene);
        follow_parameter(view_row->name, &state.view);
        if (particle_view_is_way(view_row->name) && !particle_view_check(self->messages, &state.view, text, size)) {
            return false;
        }
    } else if (field_row == NULL) {
        name_nearest(name, text, size);
        return false;
    } else if (!set_field(self, field_row, value, &state, text, size)) {
        return false;
    }
    viewer_change(self, view_row != NULL ? view_row->name : field_row->name, &state);
    return true;
}

/* A value of JSON as flags write it: words without quotes, lists with commas. */
static void print_value(const json_t *value, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value) && length + 1 < size; i++) {
            char word[NAME_MAX_LENGTH];
            print_value(json_array_get(value, i), word, sizeof word);
            length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? "," : "", word);
        }
    } else if (json_is_string(value)) {
        snprintf(text, size, "%s", json_string_value(value));
    } else if (json_is_boolean(value)) {
        snprintf(text, size, "%s", json_is_true(value) ? "true" : "false");
    } else if (json_is_integer(value)) {
        snprintf(text, size, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else {
        number_print_real(text, size, json_number_value(value));
    }
}

bool viewer_get(const viewer *self, const char *name, char *text, size_t size)
{
    const scree_parameter *view_row = find_view_row(name);
    const scree_parameter *field_row = parameter_find_field(name);
    if (view_row != NULL) {
        parameter_print(view_row, &self->state.view, text, size);
        return true;
    }
    if (field_row != NULL && strcmp(field_row->name, PARAMETER_CELL_SIZE) == 0) {
        cell_size_print(&self->state.recipe.grid, 1 / self->state.recipe.grid.step[0], text, size);
        return true;
    }
    char *json = field_row != NULL ? viewer_recipe_text(self) : NULL;
    if (json == NULL) {
        return false;
    }
    json_error_t error;
    json_t *root = scree_json_load(json, strlen(json), 0, &error);
    const json_t *value = json_object_get(root, viewer_field_key(field_row));
    text[0] = '\0'; /* Parameters without an effect are not in a recipe. */
    if (value != NULL) {
        print_value(value, text, size);
    }
    json_decref(root);
    free(json);
    return true;
}

char *viewer_recipe_text(const viewer *self)
{
    char *text = NULL;
    if (scree_recipe_print(&self->state.recipe, NULL, &text) != SCREE_OK) {
        return NULL;
    }
    char *copy = strdup(text);
    scree_recipe_text_free(&text);
    return copy;
}

/* The ends of sliders of particles, where they are not those of the row. */
static void find_particle_range(const viewer_view *view, const char *name, double *low, double *high)
{
    const scree_particle_system_info *system = scree_particle_system_describe(view->system);
    if (strcmp(name, "particle-seed") == 0) {
        *high = SEED_SLIDER;
    } else if (strcmp(name, "steps") == 0) {
        *high = STEPS_SLIDER;
    } else if (strcmp(name, "frame-steps") == 0) {
        *high = FRAME_STEPS_SLIDER;
    } else if (strcmp(name, "dt") == 0) {
        const bool is_euler = view->integrator == SCREE_PARTICLE_INTEGRATOR_EULER;
        *low = 0;
        *high = system->is_map ? 1 : TIME_STEP_SLIDER * (is_euler ? system->euler_step : system->rk4_step);
    } else if (strcmp(name, "quad-size") == 0) {
        *high = QUAD_SIZE_SLIDER * system->radius;
    } else if (strcmp(name, "brightness") == 0) {
        *low = 0.01;
        *high = 100;
    }
}

void viewer_slider_range(const viewer *self, const scree_parameter *parameter, double *low, double *high)
{
    struct worker_report report;
    worker_get_report(self->worker, &report);
    const scree_range range = scene_range_times(report.field_range, viewer_first_source(self).unit);
    const double length = (double)range.maximum - (double)range.minimum;
    const bool is_of_samples = parameter == viewer_view_find("threshold") || parameter == viewer_view_find("low") ||
                               parameter == viewer_view_find("high") || parameter == viewer_view_find("water");
    *low = parameter->minimum;
    *high = parameter->maximum;
    if (is_of_samples && length > 0) {
        *low = (double)range.minimum;
        *high = (double)range.maximum;
    } else if (parameter == viewer_view_find("interval") && length > 0) {
        *low = 0;
        *high = length / 2;
    } else if (parameter == viewer_view_find("azimuth")) {
        *low = -180;
        *high = 180;
    } else if (parameter == viewer_view_find("depth")) {
        *high = self->state.file >= 0 ? (double)self->opened[self->state.file].samples.count[2] / 2 : DEPTH_SLIDER;
        *low = -*high;
    } else if (parameter == viewer_view_find("pace")) {
        *high = self->state.file >= 0 ? FILE_PACE_SLIDER : PACE_SLIDER;
        *low = -*high;
    } else if (parameter == viewer_view_find("turn")) {
        *low = -180;
        *high = 180;
    } else if (parameter == viewer_view_find("distance")) {
        *low = 0.5;
        *high = 20;
    } else if (parameter == viewer_view_find("density")) {
        *high = 200;
    } else if (parameter == viewer_view_find("fog")) {
        *high = 2;
    } else if (parameter == viewer_view_find("height")) {
        *low = 0.01;
        *high = 2;
    } else {
        find_particle_range(&self->state.view, parameter->name, low, high);
    }
}
