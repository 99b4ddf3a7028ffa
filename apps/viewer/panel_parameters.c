/* Widgets for the parameters of the field and of the view, what they change, and what the panel tells of that. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <scree/ramp.h>

#include "cell_size.h"
#include "panel.h"
#include "panel_parts.h"
#include "parameter_value.h"
#include "recipe_field.h"

/* A slider follows the logarithm where its range is so wide. */
#define WIDE_RANGE 200.0
/* A weight for each octave has room. */
#define VALUE_TEXT VIEWER_EVENT_TEXT

/* People look for fields between these sizes; others are typed. */
#define USUAL_SIZE_MIN 1.0
#define USUAL_SIZE_MAX 1024.0

/*
 * Where the parameters of a view fall into groups: from the row of that name on, up to the next such row. A new row is
 * in the group of its neighbours.
 */
static const struct {
    const char *first;
    const char *title;
    bool is_open;
} groups[] = {{"scene", "View", true},           {"azimuth", "Camera", false},  {"map-x", "Map", false},
              {"side", "Samples", true},         {"threshold", "Matter", true}, {"colour", "Colours", true},
              {"light-azimuth", "Light", false}, {"system", "Particles", true}, {"comparison", "Comparison", false}};

void panel_say(panel *shown, ui_tone tone, const char *text)
{
    snprintf(shown->said, sizeof shown->said, "%s", text);
    shown->said_tone = tone;
}

void panel_hush(panel *shown)
{
    shown->said[0] = '\0';
}

bool panel_report(panel *shown, bool is_done, const char *problem)
{
    if (is_done) {
        panel_hush(shown);
    } else {
        panel_say(shown, UI_TONE_BAD, problem[0] == '\0' ? "it failed" : problem);
    }
    return is_done;
}

void panel_note(panel *shown, const char *name, const char *value)
{
    viewer_event event = {.kind = VIEWER_EVENT_SET};
    snprintf(event.name, sizeof event.name, "%s", name);
    snprintf(event.text, sizeof event.text, "%s", value);
    viewer_event_log_add(shown->host.log, &event);
}

void panel_note_expression(panel *shown)
{
    if (shown->is_expression_slid) {
        panel_note(shown, "expression", shown->expression + PANEL_EXPRESSION);
    }
    shown->is_expression_slid = false;
}

bool panel_set(panel *shown, const char *name, const char *value)
{
    char text[PANEL_TEXT] = "";
    const bool is_set = panel_report(shown, viewer_set(shown->host.viewer, name, value, text, sizeof text), text);
    if (is_set) {
        panel_note(shown, name, value);
    }
    return is_set;
}

void panel_set_value(panel *shown, const scree_parameter *row, const viewer_state *wanted)
{
    char text[PANEL_TEXT] = "";
    if (panel_report(shown, viewer_set_value(shown->host.viewer, row, wanted, text, sizeof text), text)) {
        viewer_print(row, wanted, text, sizeof text);
        panel_note(shown, row->name, text);
    }
}

static void set_number(panel *shown, const scree_parameter *row, double number)
{
    viewer_state wanted = *viewer_get_state(shown->host.viewer);
    parameter_set_number(row, number, viewer_values(row, &wanted));
    panel_set_value(shown, row, &wanted);
}

void panel_choose(panel *shown, const scree_parameter *row, double number)
{
    set_number(shown, row, number);
    panel_finish_step(shown);
}

void panel_finish_step(panel *shown)
{
    const viewer_event event = {.kind = VIEWER_EVENT_STEP};
    panel_note_expression(shown);
    if (viewer_end_step(shown->host.viewer)) {
        viewer_event_log_add(shown->host.log, &event);
    }
}

void panel_end_step(panel *shown)
{
    if (ui_was_let_go()) {
        panel_finish_step(shown);
    }
}

/* Whether a parameter has a widget of its own elsewhere. */
static bool is_elsewhere(const char *name)
{
    return strcmp(name, "scene") == 0 || strcmp(name, "look") == 0 || strcmp(name, "panel") == 0 ||
           strcmp(name, "numbers") == 0;
}

/* "octave_rotation" becomes "Octave rotation". */
static void make_label(const char *name, char *label, size_t bytes)
{
    snprintf(label, bytes, "%s", name);
    for (char *at = label; *at != '\0'; at++) {
        *at = *at == '_' || *at == '-' ? ' ' : *at;
    }
    if (label[0] >= 'a' && label[0] <= 'z') {
        label[0] = (char)(label[0] - 'a' + 'A');
    }
}

/* The ends of a slider, between which its value is. */
static void find_range(const panel *shown, const scree_parameter *parameter, double value, double *low, double *high)
{
    viewer_slider_range(shown->host.viewer, parameter, low, high);
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

static void draw_number(panel *shown, const scree_parameter *parameter, const char *label, double number)
{
    double low, high;
    const bool is_real = parameter->type == SCREE_PARAMETER_REAL;
    uint32_t whole = is_real ? 0 : (uint32_t)number;
    find_range(shown, parameter, number, &low, &high);
    const bool is_wide = low > 0.0 && high / low >= WIDE_RANGE;
    const bool has_changed =
        is_real ? ui_slider(label, &number, low, high, is_wide, "%.4g")
                : ui_whole_slider(label, &whole, (uint32_t)low, (uint32_t)fmin(high, 4294967295.0), is_wide);
    if (has_changed) {
        set_number(shown, parameter, is_real ? number : whole);
    }
    panel_end_step(shown);
}

/* Another number, which only the one before decides, so that recordings play again. */
static uint64_t randomised(uint64_t from)
{
    /* The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    uint64_t mixed = from + 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (mixed ^ mixed >> 31) >> 40; /* Short enough to be told to others. */
}

static void draw_long(panel *shown, const scree_parameter *parameter, const char *label)
{
    viewer_state wanted = *viewer_get_state(shown->host.viewer);
    void *values = viewer_values(parameter, &wanted);
    uint64_t number = parameter_whole(parameter, values);
    bool has_changed = ui_whole(label, &number, ui_text_width("Dice") + 3.0 * 8.0 * shown->scale);
    ui_same_line();
    if (ui_button("Dice")) {
        number = randomised(number);
        has_changed = true;
    }
    ui_tooltip("Another field of the same kind");
    if (has_changed) {
        parameter_set_whole(parameter, number, values);
        panel_set_value(shown, parameter, &wanted);
        panel_finish_step(shown);
    }
}

static const char *choice_name(void *parameter, int number)
{
    return ((const scree_parameter *)parameter)->choice_name(number);
}

/* Colour ramps as pictures, in the order of ramp.h. */
static uint32_t ramp_picture(void *user, int number)
{
    panel *shown = user;
    return panel_ramp(shown, number, viewer_get_state(shown->host.viewer)->view.reversed);
}

static const char *ramp_name(void *user, int number)
{
    (void)user;
    return scree_ramp_name((scree_ramp)number);
}

static void draw_choice(panel *shown, const scree_parameter *parameter, const char *label, double number)
{
    int choice = (int)number;
    bool has_changed;
    if (strcmp(parameter->name, "ramp") == 0) {
        has_changed =
            ui_picture_combo(label, &choice, ramp_name, ramp_picture, shown, 64.0 * shown->scale, ui_line_height());
    } else {
        has_changed = ui_combo(label, &choice, choice_name, (void *)(uintptr_t)parameter);
    }
    if (has_changed) {
        panel_choose(shown, parameter, choice);
    }
}

static void draw_flag(panel *shown, const scree_parameter *parameter, const char *label, double number)
{
    bool is_on = number != 0.0;
    if (ui_checkbox(label, &is_on)) {
        panel_choose(shown, parameter, is_on);
    }
}

static void draw_text(panel *shown, const scree_parameter *parameter, const char *label)
{
    char value[VALUE_TEXT];
    char text[VALUE_TEXT];
    viewer_print(parameter, viewer_get_state(shown->host.viewer), value, sizeof value);
    snprintf(text, sizeof text, "%s", value);
    if (ui_input_text(label, text, sizeof text) && strcmp(text, value) != 0) {
        panel_set(shown, parameter->name, text);
        panel_finish_step(shown);
    }
}

static void draw_widget(panel *shown, const scree_parameter *parameter, const char *label)
{
    const viewer_state *state = viewer_get_state(shown->host.viewer);
    const double number = parameter_number(parameter, viewer_values(parameter, state));
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        draw_choice(shown, parameter, label, number);
        break;
    case SCREE_PARAMETER_U32:
    case SCREE_PARAMETER_REAL:
        draw_number(shown, parameter, label, number);
        break;
    case SCREE_PARAMETER_U64:
        draw_long(shown, parameter, label);
        break;
    case SCREE_PARAMETER_FLAG:
        draw_flag(shown, parameter, label, number);
        break;
    default:
        draw_text(shown, parameter, label);
        break;
    }
}

static void offer_default(panel *shown, const scree_parameter *parameter)
{
    char text[VALUE_TEXT];
    const bool has_default = parameter->type <= SCREE_PARAMETER_FLAG;
    if (has_default && ui_context_begin("default")) {
        viewer_state wanted = *viewer_get_state(shown->host.viewer);
        parameter_reset(parameter, viewer_values(parameter, &wanted));
        viewer_print(parameter, &wanted, text, sizeof text);
        if (ui_menu_item("Default", text)) {
            panel_set_value(shown, parameter, &wanted);
            panel_finish_step(shown);
        }
        ui_popup_end();
    }
}

static void draw_parameter(panel *shown, const scree_parameter *parameter)
{
    char label[64];
    make_label(parameter->name, label, sizeof label);
    ui_names_begin(parameter->name);
    draw_widget(shown, parameter, label);
    ui_tooltip(parameter->description);
    offer_default(shown, parameter);
    ui_names_end();
}

/* Whether a parameter's name contains what is searched for. */
static bool is_found(const panel *shown, const char *name)
{
    char label[64];
    make_label(name, label, sizeof label);
    return shown->search[0] == '\0' || strstr(name, shown->search) != NULL || strstr(label, shown->search) != NULL;
}

/* The parameters of the field that have an effect, or those without. Lists of numbers have sections of their own. */
static void draw_own_parameters(panel *shown, bool effect)
{
    const scree_recipe *recipe = &viewer_get_state(shown->host.viewer)->recipe;
    for (size_t i = 0; recipe_field_parameter(i) != NULL; i++) {
        const scree_parameter *parameter = recipe_field_parameter(i);
        if (!recipe_field_is_of_grid(parameter) && parameter->type != SCREE_PARAMETER_REALS &&
            is_found(shown, parameter->name) && recipe_field_applies(parameter, recipe) == effect) {
            draw_parameter(shown, parameter);
        }
    }
}

static void draw_cell_size(panel *shown)
{
    const scree_grid *grid = &viewer_get_state(shown->host.viewer)->recipe.grid;
    char text[CELL_SIZE_TEXT];
    double size = 1.0 / grid->step[0];
    ui_names_begin(PARAMETER_CELL_SIZE);
    if (ui_slider("Cell size", &size, fmin(size, USUAL_SIZE_MIN), fmax(size, USUAL_SIZE_MAX), true, "%.4g")) {
        cell_size_print(grid, size, text, sizeof text);
        panel_set(shown, PARAMETER_CELL_SIZE, text);
    }
    panel_end_step(shown);
    ui_tooltip(recipe_field_find(PARAMETER_CELL_SIZE)->description);
    ui_names_end();
}

static void draw_reset(panel *shown, bool has_weights)
{
    ui_disabled_begin(!has_weights);
    if (ui_wide_button("Reset", 1)) {
        panel_set(shown, "weights", "");
        panel_finish_step(shown);
    }
    ui_tooltip("Forget the weights, so that they follow the gain again");
    ui_disabled_end();
}

static void draw_weights(panel *shown)
{
    viewer_state wanted = *viewer_get_state(shown->host.viewer);
    const scree_parameter *row = recipe_field_find("weights");
    const bool has_weights = !parameter_is_default(row, viewer_values(row, &wanted));
    uint32_t count = 0;
    double *weights = recipe_field_weights(&wanted.recipe, &count);
    ui_names_begin("octaves");
    for (uint32_t i = 0; i < count; i++) {
        char label[32];
        double *weight = &weights[i];
        snprintf(label, sizeof label, "Octave %u", i + 1);
        if (ui_slider(label, weight, fmin(*weight, 0.0), fmax(*weight, 1.0), false, "%.4g")) {
            panel_set_value(shown, row, &wanted);
        }
        panel_end_step(shown);
    }
    draw_reset(shown, has_weights);
    ui_names_end();
}

/* Instead of parameters without an effect: what is shown, and the way to the noise. */
static void draw_cover(panel *shown, viewer_cover cover)
{
    static const char *const texts[] = {
        [VIEWER_COVER_PARTICLES] = "Particles are shown, and not the noise.",
        [VIEWER_COVER_ALGORITHM] = "The field of an algorithm is shown, which the benchmark measures.",
        [VIEWER_COVER_SAMPLES] = "The samples of a file are shown, which holds no recipe of noise.",
        [VIEWER_COVER_RECIPE] = "The samples of a file are shown, which holds the recipe of its field.",
        [VIEWER_COVER_EXPRESSION] = "The field of an expression is shown.",
    };
    ui_text(UI_TONE_QUIET, texts[cover]);
    if (ui_wide_button(cover == VIEWER_COVER_RECIPE ? "Edit its recipe" : "Show the noise", 1)) {
        shown->struck = "y";
    }
}

void panel_draw_field(panel *shown)
{
    const viewer_cover cover = viewer_find_cover(shown->host.viewer);
    if (cover != VIEWER_COVER_NONE) {
        draw_cover(shown, cover);
        return;
    }
    ui_input_text("Search", shown->search, sizeof shown->search);
    draw_own_parameters(shown, true);
    if (is_found(shown, PARAMETER_CELL_SIZE)) {
        draw_cell_size(shown);
    }
    if (is_found(shown, "weights") && ui_section("Weights##section", false)) {
        draw_parameter(shown, recipe_field_find("weights"));
        draw_weights(shown);
    }
    if (ui_section("Without effect here", false)) {
        draw_own_parameters(shown, false);
    }
}

/* The group that begins at a row, or -1. */
static int group_at(const char *name)
{
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (strcmp(groups[i].first, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

void panel_draw_view(panel *shown)
{
    const scree_scene_kind scene = viewer_get_state(shown->host.viewer)->view.scene;
    int group = 0;
    int drawn = -1; /* The group whose title was drawn last. */
    bool is_open = false;
    for (size_t i = 0; viewer_view_parameter(i) != NULL; i++) {
        const scree_parameter *parameter = viewer_view_parameter(i);
        group = group_at(parameter->name) >= 0 ? group_at(parameter->name) : group;
        if (is_elsewhere(parameter->name) || !viewer_view_applies(i, scene) || !is_found(shown, parameter->name)) {
            continue;
        }
        if (drawn != group) {
            is_open = ui_section(groups[group].title, groups[group].is_open);
            drawn = group;
        }
        if (is_open) {
            draw_parameter(shown, parameter);
        }
    }
}
