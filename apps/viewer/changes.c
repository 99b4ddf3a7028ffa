/* Parameters of the state change: by values, or by texts, which the library reads as it reads recipes. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../src/base/suggestion.h"
#include "../../src/formats/text_builder.h"
#include "../scree/numbers.h"
#include "../scree/option.h"
#include "cell_size.h"
#include "opening.h"
#include "parameter_value.h"
#include "particle_view.h"
#include "recipe_field.h"
#include "viewer.h"
#include "viewer_internal.h"

/* Bytes of a word that is no number, of which messages show fewer. */
#define WORD_SIZE 64
/* Sliders of the time of a step end at so many usual ones, and those of a quad's side at a share of the radius. */
#define TIME_STEP_SLIDER 4.0
#define QUAD_SIZE_SLIDER 0.1
/* Sliders of time end at so many cells, or cells and layers a second. */
#define DEPTH_SLIDER 8.0
#define PACE_SLIDER 2.0
#define FILE_PACE_SLIDER 60.0

static bool is_of_field(const scree_parameter *row)
{
    return recipe_field_find(row->name) == row;
}

static const scree_parameter *find_row(const char *name)
{
    const scree_parameter *row = viewer_view_find(name);
    return row != NULL ? row : recipe_field_find(name);
}

static void name_nearest(const char *name, char *text, size_t size)
{
    scree_suggestion search = {.word = name};
    scree_suggestion_consider(&search, "preset");
    scree_suggestion_consider(&search, "algorithm");
    scree_suggestion_consider(&search, "expression");
    for (size_t number = 0; viewer_view_parameter(number) != NULL; number++) {
        scree_suggestion_consider(&search, viewer_view_parameter(number)->name);
    }
    for (size_t number = 0; recipe_field_parameter(number) != NULL; number++) {
        scree_suggestion_consider(&search, recipe_field_parameter(number)->name);
    }
    char suggestion[SCREE_SUGGESTION_TEXT];
    snprintf(text, size, "there is no parameter '%.64s'%s", name, scree_suggestion_text(&search, "'", "'", suggestion));
}

/* Turns on or off what depends on a parameter that was set. */
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

static bool is_size(const scree_parameter *row)
{
    return strcmp(row->name, "samples") == 0;
}

static void add_word(scree_text *json, const scree_parameter *row, const char *word, size_t length)
{
    double number = 0;
    struct option_value value;
    const struct option flag = {.form = FORM_SWITCH};
    char copy[WORD_SIZE];
    snprintf(copy, sizeof copy, "%.*s", (int)length, word);
    if (row->type == SCREE_PARAMETER_FLAG && option_parse_value(&flag, copy, &value)) {
        scree_text_append(json, value.choice != 0 ? "true" : "false");
    } else if (row->type != SCREE_PARAMETER_U64 && number_read_real(word, length, &number)) {
        scree_text_double(json, number + 0.0);
    } else {
        scree_text_quoted(json, copy);
    }
}

static void add_list(scree_text *json, const scree_parameter *row, const char *value, uint32_t axes)
{
    const char *const separators = is_size(row) ? "x," : ",";
    /* One number stands for all axes. */
    const bool is_one = row->type == SCREE_PARAMETER_AXES && !is_size(row) && value[strcspn(value, ",")] == '\0';
    const uint32_t times = is_one ? axes : 1;
    const char *between = "";
    scree_text_append(json, "[");
    for (const char *word = value; *word != '\0';) {
        const size_t length = strcspn(word, separators);
        for (uint32_t i = 0; i < times; i++) {
            scree_text_append(json, between);
            add_word(json, row, word, length);
            between = ", ";
        }
        word += length + (word[length] != '\0' ? 1 : 0);
    }
    scree_text_append(json, "]");
}

/* Reads what a recipe has under the name of a parameter. */
static bool read_key(viewer *self, const scree_parameter *row, const char *value, scree_recipe *recipe, char *text,
                     size_t size)
{
    scree_text json = {0};
    scree_text_format(&json, "{\"%s\": ", is_size(row) ? "size" : row->name);
    if (row->type == SCREE_PARAMETER_REALS || row->type == SCREE_PARAMETER_AXES) {
        add_list(&json, row, value, recipe->grid.axes);
    } else {
        add_word(&json, row, value, strlen(value));
    }
    scree_text_append(&json, "}");
    const scree_result result = json.failed ? SCREE_ERROR_OUT_OF_MEMORY
                                            : scree_recipe_parse(viewer_messages_context(self->messages), json.data,
                                                                 json.length, "recipe", recipe);
    scree_text_clear(&json);
    return viewer_messages_check(self->messages, result, text, size);
}

static bool refuses_field(const viewer *self, const scree_parameter *row, const viewer_state *state, char *text,
                          size_t size)
{
    if (state->file >= 0) {
        const struct opened *opened = &self->opened[state->file];
        snprintf(text, size, "%s: not together with %s, which is %s; it is a parameter of recipes", row->name,
                 opened->path, opened->is_algorithm ? "the field of an algorithm" : "a file of samples");
        return true;
    }
    const bool is_refused = state->graph != NULL && !recipe_field_is_of_grid(row);
    if (is_refused) {
        snprintf(text, size, "%s: not together with an expression, whose noise has parameters of its own", row->name);
    }
    return is_refused;
}

bool viewer_read_field(viewer *self, const scree_parameter *row, const char *value, viewer_state *state, char *text,
                       size_t size)
{
    char steps[CELL_SIZE_TEXT];
    bool is_read = true;
    if (refuses_field(self, row, state, text, size)) {
        return false;
    }
    if (row->type == SCREE_PARAMETER_REALS && value[0] == '\0') {
        parameter_reset(row, viewer_values(row, state));
    } else if (strcmp(row->name, PARAMETER_CELL_SIZE) == 0) {
        is_read = cell_size_read(value, steps, text, size) &&
                  read_key(self, recipe_field_find("step"), steps, &state->recipe, text, size);
    } else {
        is_read = read_key(self, row, value, &state->recipe, text, size);
    }
    if (is_read) {
        recipe_field_follow(row, &state->recipe);
    }
    return is_read;
}

/* Takes a state over in which a parameter has got a value. */
static bool take(viewer *self, const scree_parameter *row, viewer_state *state, char *text, size_t size)
{
    bool can_be = true;
    if (is_of_field(row)) {
        follow_step(row->name, &state->view);
        can_be = viewer_check_field(self, state, text, size);
    } else {
        viewer_view_leave(&state->view, self->state.view.scene);
        follow_parameter(row->name, &state->view);
        can_be = !particle_view_is_way(row->name) || particle_view_check(self->messages, &state->view, text, size);
    }
    if (can_be) {
        viewer_change(self, row->name, state);
    }
    return can_be;
}

bool viewer_set_value(viewer *self, const scree_parameter *row, const viewer_state *wanted, char *text, size_t size)
{
    viewer_state state = *wanted;
    const bool is_refused = is_of_field(row) ? refuses_field(self, row, &state, text, size)
                                             : !parameter_check(row, &state.view, text, size);
    if (is_refused) {
        return false;
    }
    if (is_of_field(row)) {
        recipe_field_follow(row, &state.recipe);
    }
    return take(self, row, &state, text, size);
}

bool viewer_set(viewer *self, const char *name, const char *value, char *text, size_t size)
{
    viewer_state state = self->state;
    const scree_parameter *row = find_row(name);
    if (strcmp(name, "preset") == 0) {
        return viewer_set_preset(self, value, text, size);
    }
    if (strcmp(name, "expression") == 0) {
        return viewer_set_expression(self, value, text, size);
    }
    if (strcmp(name, "algorithm") == 0) {
        return viewer_set_algorithm(self, value, text, size);
    }
    if (row == NULL) {
        name_nearest(name, text, size);
        return false;
    }
    const bool is_read = is_of_field(row) ? viewer_read_field(self, row, value, &state, text, size)
                                          : parameter_read(row, value, &state.view, text, size);
    return is_read && take(self, row, &state, text, size);
}

void *viewer_values(const scree_parameter *row, const viewer_state *state)
{
    return is_of_field(row) ? recipe_field_values(&state->recipe) : (void *)&state->view;
}

static void print_axes(const scree_parameter *row, const scree_recipe *recipe, char *text, size_t size)
{
    const uint64_t *numbers = (const void *)((const char *)recipe_field_values(recipe) + row->offset);
    const uint32_t axes = recipe->grid.axes;
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t axis = 0; axis < axes && length < size; axis++) {
        length += (size_t)snprintf(text + length, size - length, "%s%" PRIu64, axis > 0 ? "," : "", numbers[axis]);
    }
}

void viewer_print(const scree_parameter *row, const viewer_state *state, char *text, size_t size)
{
    const scree_grid *grid = &state->recipe.grid;
    if (strcmp(row->name, PARAMETER_CELL_SIZE) == 0) {
        cell_size_print(grid, 1 / grid->step[0], text, size);
    } else if (row->type == SCREE_PARAMETER_AXES) {
        print_axes(row, &state->recipe, text, size);
    } else if (is_of_field(row) && row->type == SCREE_PARAMETER_REALS &&
               !parameter_is_set(row, viewer_values(row, state))) {
        text[0] = '\0'; /* As it is given to forget them. */
    } else {
        parameter_print(row, viewer_values(row, state), text, size);
    }
}

bool viewer_get(const viewer *self, const char *name, char *text, size_t size)
{
    const scree_parameter *row = find_row(name);
    const bool has_value = row != NULL &&
                           (!recipe_field_is_of_grid(row) || strcmp(row->name, PARAMETER_CELL_SIZE) == 0);
    if (has_value) {
        viewer_print(row, &self->state, text, size);
    }
    return has_value;
}

const char *viewer_get_expression(const viewer *self)
{
    return self->state.graph != NULL ? self->state.graph->text : NULL;
}

char *viewer_noise_expression(const viewer *self, char *text, size_t size)
{
    scree_field *field = NULL;
    char *printed = NULL;
    scree_result result = scree_field_from_recipe(viewer_messages_context(self->messages), &self->state.recipe, &field);
    if (result == SCREE_OK) {
        result = scree_field_print_expression(field, &printed);
    }
    viewer_messages_check(self->messages, result, text, size);
    scree_field_release(&field);
    return printed;
}

char *viewer_recipe_text(const viewer *self)
{
    if (self->state.graph != NULL) {
        return recipe_field_print_expression(&self->state.recipe, self->state.graph->field, self->state.graph->text);
    }
    return recipe_field_print(&self->state.recipe, NULL);
}

/* The ends of sliders that do not go through all values. */
static const struct {
    const char *name;
    double low, high;
} usual_ranges[] = {
    {"octaves", 1, 12},  {"gain", 0, 1},           {"azimuth", -180, 180},
    {"turn", -180, 180}, {"distance", 0.5, 20},    {"density", 0, 200},
    {"fog", 0, 2},       {"height", 0.01, 2},      {"particle-seed", 0, 1000},
    {"steps", 0, 20000}, {"frame-steps", 1, 4096}, {"brightness", 0.01, 100},
};

/* Sliders of levels go through the samples. */
static void find_sample_range(const viewer *self, const char *name, double *low, double *high)
{
    viewer_status status;
    worker_get_report(self->worker, &status);
    const scree_range range = scene_range_times(status.field_range, viewer_first_source(self).unit);
    const double length = (double)range.maximum - (double)range.minimum;
    const bool is_level = strcmp(name, "threshold") == 0 || strcmp(name, "low") == 0 || strcmp(name, "high") == 0 ||
                          strcmp(name, "water") == 0;
    if (is_level && length > 0) {
        *low = (double)range.minimum;
        *high = (double)range.maximum;
    } else if (strcmp(name, "interval") == 0 && length > 0) {
        *low = 0;
        *high = length / 2;
    }
}

/* Sliders whose ends depend on what is shown. */
static void find_shown_range(const viewer *self, const char *name, double *low, double *high)
{
    const viewer_view *view = &self->state.view;
    const struct opened *opened = viewer_opened_of(self, self->state.file);
    const scree_particle_system_info *system = scree_particle_system_describe(view->system);
    if (strcmp(name, "depth") == 0) {
        *high = opened != NULL ? (double)opened->samples.count[2] / 2 : DEPTH_SLIDER;
        *low = -*high;
    } else if (strcmp(name, "pace") == 0) {
        *high = opened != NULL ? FILE_PACE_SLIDER : PACE_SLIDER;
        *low = -*high;
    } else if (strcmp(name, "dt") == 0) {
        const bool is_euler = view->integrator == SCREE_PARTICLE_INTEGRATOR_EULER;
        *low = 0;
        *high = system->is_map ? 1 : TIME_STEP_SLIDER * (is_euler ? system->euler_step : system->rk4_step);
    } else if (strcmp(name, "quad-size") == 0) {
        *high = QUAD_SIZE_SLIDER * system->radius;
    }
}

void viewer_slider_range(const viewer *self, const scree_parameter *parameter, double *low, double *high)
{
    *low = parameter->minimum;
    *high = parameter->maximum;
    for (size_t i = 0; i < sizeof usual_ranges / sizeof usual_ranges[0]; i++) {
        if (strcmp(usual_ranges[i].name, parameter->name) == 0) {
            *low = usual_ranges[i].low;
            *high = usual_ranges[i].high;
        }
    }
    if (!is_of_field(parameter)) {
        find_sample_range(self, parameter->name, low, high);
        find_shown_range(self, parameter->name, low, high);
    }
}
