#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/ramp.h>

#include "panel_parts.h"
#include "parameter_value.h"

/* A slider follows the logarithm where its range is so wide. */
#define WIDE_RANGE 200.0
/* A weight for each octave has room. */
#define VALUE_TEXT VIEWER_EVENT_TEXT

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

/* Those that have widgets of their own elsewhere. */
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

static void set_number(panel *shown, const scree_parameter *parameter, double number)
{
    char text[40];
    parameter_print_real(number, text, sizeof text);
    panel_set(shown, parameter->name, text);
}

/* The part of the limits of some parameters of noise in which people look for fields. */
static const struct {
    const char *name;
    double low, high;
} usual_ranges[] = {{"octaves", 1.0, 12.0}, {"gain", 0.0, 1.0}};

/* The ends of a slider, between which its value is. */
static void find_range(const panel *shown, const scree_parameter *parameter, double value, double *low, double *high)
{
    viewer_slider_range(shown->host.viewer, parameter, low, high);
    for (size_t i = 0; i < sizeof usual_ranges / sizeof usual_ranges[0]; i++) {
        if (strcmp(usual_ranges[i].name, parameter->name) == 0) {
            *low = usual_ranges[i].low;
            *high = usual_ranges[i].high;
        }
    }
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

static void draw_real(panel *shown, const scree_parameter *parameter, const char *label, const char *value)
{
    double low, high;
    double number = strtod(value, NULL);
    find_range(shown, parameter, number, &low, &high);
    if (ui_slider(label, &number, low, high, low > 0.0 && high / low >= WIDE_RANGE, "%.4g")) {
        set_number(shown, parameter, number);
    }
    panel_end_step(shown);
}

static void draw_whole(panel *shown, const scree_parameter *parameter, const char *label, const char *value)
{
    double low, high;
    uint32_t number = (uint32_t)strtoul(value, NULL, 10);
    find_range(shown, parameter, number, &low, &high);
    if (ui_whole_slider(label, &number, (uint32_t)low, (uint32_t)fmin(high, 4294967295.0),
                        low > 0.0 && high / low >= WIDE_RANGE)) {
        set_number(shown, parameter, number);
    }
    panel_end_step(shown);
}

/* A number of the program's own for the next throw of the dice. */
static uint64_t throw_dice(uint64_t from)
{
    /* The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    uint64_t mixed = from + 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (mixed ^ mixed >> 31) >> 40; /* Short enough to be told to others. */
}

static void draw_long(panel *shown, const scree_parameter *parameter, const char *label, const char *value)
{
    char text[32];
    uint64_t number = strtoull(value, NULL, 10);
    bool has_changed = ui_whole(label, &number, ui_text_width("Dice") + 3.0 * 8.0 * shown->scale);
    ui_same_line();
    if (ui_button("Dice")) {
        number = throw_dice(number);
        has_changed = true;
    }
    ui_tooltip("Another field of the same kind");
    if (has_changed) {
        snprintf(text, sizeof text, "%llu", (unsigned long long)number);
        panel_set(shown, parameter->name, text);
        viewer_end_step(shown->host.viewer);
    }
}

static const char *choice_name(void *parameter, int number)
{
    return ((const scree_parameter *)parameter)->choice_name(number);
}

static int find_choice(const scree_parameter *parameter, const char *name)
{
    for (int i = 0; parameter->choice_name(i) != NULL; i++) {
        if (strcmp(parameter->choice_name(i), name) == 0) {
            return i;
        }
    }
    return 0;
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

static void draw_choice(panel *shown, const scree_parameter *parameter, const char *label, const char *value)
{
    int choice = find_choice(parameter, value);
    bool has_changed;
    if (strcmp(parameter->name, "ramp") == 0) {
        has_changed =
            ui_picture_combo(label, &choice, ramp_name, ramp_picture, shown, 64.0 * shown->scale, ui_line_height());
    } else {
        has_changed = ui_combo(label, &choice, choice_name, (void *)(uintptr_t)parameter);
    }
    if (has_changed) {
        panel_set(shown, parameter->name, parameter->choice_name(choice));
        viewer_end_step(shown->host.viewer);
    }
}

static void draw_flag(panel *shown, const scree_parameter *parameter, const char *label, const char *value)
{
    bool is_on = strcmp(value, "true") == 0 || strcmp(value, "on") == 0 || strcmp(value, "yes") == 0;
    if (ui_checkbox(label, &is_on)) {
        panel_set(shown, parameter->name, is_on ? "true" : "false");
        viewer_end_step(shown->host.viewer);
    }
}

static void draw_text(panel *shown, const scree_parameter *parameter, const char *label, const char *value)
{
    char text[VALUE_TEXT];
    snprintf(text, sizeof text, "%s", value);
    if (ui_input_text(label, text, sizeof text) && strcmp(text, value) != 0) {
        panel_set(shown, parameter->name, text);
        viewer_end_step(shown->host.viewer);
    }
}

static void draw_widget(panel *shown, const scree_parameter *parameter, const char *label, const char *value)
{
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        draw_choice(shown, parameter, label, value);
        break;
    case SCREE_PARAMETER_U32:
        draw_whole(shown, parameter, label, value);
        break;
    case SCREE_PARAMETER_U64:
        draw_long(shown, parameter, label, value);
        break;
    case SCREE_PARAMETER_REAL:
        draw_real(shown, parameter, label, value);
        break;
    case SCREE_PARAMETER_FLAG:
        draw_flag(shown, parameter, label, value);
        break;
    default:
        draw_text(shown, parameter, label, value);
        break;
    }
}

/* The text of a parameter's default, as it is set. */
static void print_default(const scree_parameter *parameter, char *text, size_t bytes)
{
    if (parameter->type == SCREE_PARAMETER_CHOICE) {
        snprintf(text, bytes, "%s", parameter->choice_name((int)parameter->default_value));
    } else if (parameter->type == SCREE_PARAMETER_FLAG) {
        snprintf(text, bytes, "%s", parameter->default_value != 0.0 ? "true" : "false");
    } else {
        parameter_print_real(parameter->default_value, text, bytes);
    }
}

static void offer_default(panel *shown, const scree_parameter *parameter)
{
    char text[VALUE_TEXT];
    const bool has_default = parameter->type <= SCREE_PARAMETER_FLAG;
    if (has_default && ui_context_begin("default")) {
        print_default(parameter, text, sizeof text);
        if (ui_menu_item("Default", text)) {
            panel_set(shown, parameter->name, text);
            viewer_end_step(shown->host.viewer);
        }
        ui_popup_end();
    }
}

static void draw_parameter(panel *shown, const scree_parameter *parameter)
{
    char label[64];
    char value[VALUE_TEXT];
    if (!viewer_get(shown->host.viewer, parameter->name, value, sizeof value)) {
        return;
    }
    if (value[0] == '\0' && parameter->type <= SCREE_PARAMETER_FLAG) {
        print_default(parameter, value, sizeof value);
    }
    make_label(parameter->name, label, sizeof label);
    ui_names_begin(parameter->name);
    draw_widget(shown, parameter, label, value);
    ui_tooltip(parameter->description);
    offer_default(shown, parameter);
    ui_names_end();
}

/* Whether a parameter of the noise has an effect as the others are. */
static bool has_effect(const panel *shown, const scree_parameter *parameter)
{
    const scree_recipe *recipe = &viewer_get_state(shown->host.viewer)->recipe;
    return scree_noise_parameter_applies(parameter, &recipe->noise, recipe->grid.axes);
}

/* Whether a parameter's name contains what is searched for. */
static bool is_found(const panel *shown, const char *name)
{
    char label[64];
    make_label(name, label, sizeof label);
    return shown->search[0] == '\0' || strstr(name, shown->search) != NULL || strstr(label, shown->search) != NULL;
}

/* The parameters of the noise that have an effect, or those without. Lists of numbers have sections of their own. */
static void draw_noise(panel *shown, bool effect)
{
    for (size_t i = 0; parameter_of_noise(i) != NULL; i++) {
        const scree_parameter *parameter = parameter_of_noise(i);
        if (parameter->type != SCREE_PARAMETER_REALS && is_found(shown, parameter->name) &&
            has_effect(shown, parameter) == effect) {
            draw_parameter(shown, parameter);
        }
    }
}

/* Instead of parameters without an effect: what is shown, and the way to the noise. */
static void draw_cover(panel *shown, viewer_cover cover)
{
    static const char *const texts[] = {
        [VIEWER_COVER_PARTICLES] = "Particles are shown, and not the noise.",
        [VIEWER_COVER_SAMPLES] = "The samples of a file are shown, which holds no recipe of noise.",
        [VIEWER_COVER_RECIPE] = "The samples of a file are shown, which holds the recipe of its noise.",
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
    draw_noise(shown, true);
    if (is_found(shown, PARAMETER_CELL_SIZE)) {
        panel_draw_cell_size(shown);
    }
    if (is_found(shown, "weights") && ui_section("Weights##section", false)) {
        draw_parameter(shown, parameter_find_field("weights"));
        panel_draw_weights(shown);
    }
    if (ui_section("Without effect here", false)) {
        draw_noise(shown, false);
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
