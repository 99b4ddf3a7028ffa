/* The expression of the field: its text, which is taken whenever it is one, and a slider for each of its numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expression_numbers.h"
#include "panel.h"
#include "panel_parts.h"

#define LINES 12.0
#define MAX_SLIDERS 64

/* The text that is edited is that of the viewer, unless that refused it. */
static bool follow_viewer(panel *shown, const char *expression)
{
    if (shown->expression == NULL) {
        shown->expression = calloc(2, PANEL_EXPRESSION);
        if (shown->expression == NULL) {
            return false;
        }
    }
    char *taken = shown->expression + PANEL_EXPRESSION;
    if (strcmp(taken, expression) != 0) {
        snprintf(taken, PANEL_EXPRESSION, "%s", expression);
        snprintf(shown->expression, PANEL_EXPRESSION, "%s", expression);
        shown->expression_error[0] = '\0';
        shown->expression_changes++;
    }
    return true;
}

/* Shows the field of the text, or why there is none; the picture stays then. */
static void take_text(panel *shown)
{
    char *taken = shown->expression + PANEL_EXPRESSION;
    if (strcmp(taken, shown->expression) == 0) {
        shown->expression_error[0] = '\0';
        return;
    }
    if (viewer_set_expression(shown->host.viewer, shown->expression, shown->expression_error,
                              sizeof shown->expression_error)) {
        snprintf(taken, PANEL_EXPRESSION, "%s", shown->expression);
        shown->expression_error[0] = '\0';
        shown->is_expression_slid = true;
    }
}

/* The ends of a slider follow its number, but not while the mouse holds it: it would run away from the mouse. */
static void draw_slider(panel *shown, unsigned slider, const expression_number *number)
{
    double low = shown->held_low;
    double high = shown->held_high;
    double value = number->value;
    if (shown->held_slider != slider) {
        expression_number_range(number, &low, &high);
    }
    if (ui_slider(number->label, &value, low, high, false, number->is_whole ? "%.0f" : "%.4g") &&
        expression_number_replace(shown->expression, PANEL_EXPRESSION, number, value)) {
        take_text(shown);
    }
    if (ui_is_held()) {
        shown->held_slider = slider;
        shown->held_low = low;
        shown->held_high = high;
    } else if (shown->held_slider == slider) {
        shown->held_slider = 0;
    }
    panel_end_step(shown);
}

static void draw_sliders(panel *shown)
{
    expression_number number;
    size_t from = 0;
    for (unsigned slider = 1; slider <= MAX_SLIDERS && expression_number_find(shown->expression, from, &number);
         slider++) {
        char name[16];
        snprintf(name, sizeof name, "number %u", slider);
        ui_names_begin(name);
        draw_slider(shown, slider, &number);
        ui_names_end();
        /* It may have more or fewer digits now. */
        from = number.offset;
        if (expression_number_find(shown->expression, from, &number)) {
            from = number.offset + number.length;
        }
    }
}

static void offer_expression(panel *shown)
{
    if (ui_wide_button("Edit as an expression", 1)) {
        char text[PANEL_TEXT] = "";
        char *expression = viewer_noise_expression(shown->host.viewer, text, sizeof text);
        if (panel_report(shown, expression != NULL, text)) {
            panel_set(shown, "expression", expression);
            panel_finish_step(shown);
        }
        scree_recipe_text_free(&expression);
    }
    ui_tooltip("The same field as text, to which others can be added");
}

static void edit_expression(panel *shown)
{
    const char *expression = viewer_get_expression(shown->host.viewer);
    char name[24];
    bool is_left = false;
    if (expression == NULL || strlen(expression) >= PANEL_EXPRESSION) {
        ui_text(UI_TONE_QUIET, "The expression is too long to be edited here.");
        return;
    }
    if (!follow_viewer(shown, expression)) {
        return;
    }
    /* A widget that has the keyboard would put its own text back over one that came from elsewhere. */
    snprintf(name, sizeof name, "text %u", shown->expression_changes);
    ui_names_begin(name);
    if (ui_edit_code("Expression", shown->expression, PANEL_EXPRESSION, LINES, &is_left)) {
        take_text(shown);
        panel_note_expression(shown);
    }
    ui_names_end();
    ui_tooltip("docs/graphs.md has the language, docs/operators.md every operator");
    if (is_left) {
        panel_finish_step(shown);
    }
    if (shown->expression_error[0] != '\0') {
        ui_code(UI_TONE_BAD, shown->expression_error);
    }
    if (ui_section("Numbers##expression", true)) {
        draw_sliders(shown);
    }
}

void panel_draw_expression(panel *shown)
{
    const viewer_cover cover = viewer_find_cover(shown->host.viewer);
    if (cover == VIEWER_COVER_NONE) {
        offer_expression(shown);
    } else if (cover == VIEWER_COVER_EXPRESSION) {
        edit_expression(shown);
    }
}
