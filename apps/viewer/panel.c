#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/presets.h"
#include "panel_parts.h"

/* Sizes on a display of the scale 1. */
#define PANEL_WIDTH 344.0
#define PRESETS_A_ROW 4

panel *panel_create(const panel_host *host)
{
    panel *shown = calloc(1, sizeof *shown);
    size_t count = 0;
    if (shown == NULL) {
        return NULL;
    }
    shown->host = *host;
    shown->scale = host->scale;
    shown->frames = 120;
    shown->rate = 30;
    panel_choose_benchmark(shown);
    for (const struct preset *preset = preset_at(0); shown->preset_count < PANEL_MAX_PRESETS && preset != NULL;
         preset = preset_at(shown->preset_count)) {
        shown->preset_count++;
    }
    if (scree_device_list(host->context, NULL, 0, &count) == SCREE_OK && count != 0) {
        shown->devices = calloc(count, sizeof *shown->devices);
    }
    if (shown->devices != NULL &&
        scree_device_list(host->context, shown->devices, count, &shown->device_count) != SCREE_OK) {
        shown->device_count = 0;
    }
    shown->device_count = shown->device_count > count ? count : shown->device_count;
    return shown;
}

void panel_destroy(panel **made)
{
    char text[PANEL_TEXT];
    if (*made != NULL) {
        panel_note_expression(*made);
        if ((*made)->is_recording) {
            viewer_record_end((*made)->host.viewer, text, sizeof text);
        }
        scree_device_close(&(*made)->preset_device);
        free((*made)->devices);
        free((*made)->recipe);
        free((*made)->expression);
        free(*made);
        *made = NULL;
    }
}

void panel_wish(panel *shown, viewer_wish wish)
{
    static const panel_dialogue dialogues[] = {
        [VIEWER_WISH_HELP] = PANEL_DIALOGUE_HELP,          [VIEWER_WISH_SAVE_PICTURE] = PANEL_DIALOGUE_PICTURE,
        [VIEWER_WISH_SAVE_RECIPE] = PANEL_DIALOGUE_RECIPE, [VIEWER_WISH_SAVE_VOLUME] = PANEL_DIALOGUE_VOLUME,
        [VIEWER_WISH_RECORD] = PANEL_DIALOGUE_TURNTABLE,   [VIEWER_WISH_BENCHMARK] = PANEL_DIALOGUE_NONE,
    };
    if (wish == VIEWER_WISH_COPY_COMMAND) {
        panel_copy_command(shown);
    } else if (wish == VIEWER_WISH_BENCHMARK) {
        shown->opens_benchmark = true;
        panel_start_benchmark(shown);
    } else if (dialogues[wish] != PANEL_DIALOGUE_NONE) {
        panel_open_dialogue(shown, dialogues[wish]);
    }
}

static void panel_strike(panel *shown, const char *key)
{
    viewer_event event = {.kind = VIEWER_EVENT_KEY};
    if (viewer_key_parse(key, strlen(key), &event.key, &event.modifiers)) {
        panel_wish(shown, viewer_input(shown->host.viewer, &event));
        viewer_event_log_add(shown->host.log, &event);
    }
}

void panel_take_keys(panel *shown, bool takes)
{
    shown->has_keys = takes;
    shown->wants_keys = takes;
}

bool panel_has_keys(const panel *shown)
{
    return shown->has_keys;
}

bool panel_is_busy(const panel *shown)
{
    return shown->is_recording || shown->preset_made < shown->preset_count;
}

void panel_set_screen(panel *shown, const char *screen, scree_device *own_device)
{
    shown->host.screen = screen;
    shown->host.own_device = own_device;
}

void panel_set_scale(panel *shown, double scale)
{
    shown->scale = scale;
}

static const char *scene_name(void *user, int number)
{
    (void)user;
    return viewer_scene_name((scree_scene_kind)number);
}

/* A button for a step of undo, like a key. */
static void draw_step(panel *shown, const char *label, const char *key, bool can)
{
    ui_disabled_begin(!can);
    if (ui_wide_button(label, 4)) {
        panel_strike(shown, key);
    }
    ui_disabled_end();
    ui_same_line();
}

static void draw_top(panel *shown)
{
    viewer *core = shown->host.viewer;
    int scene = (int)viewer_get_state(core)->view.scene;
    if (ui_combo("Scene", &scene, scene_name, NULL)) {
        panel_choose(shown, viewer_view_find("scene"), scene);
    }
    draw_step(shown, "Undo", "ctrl+z", viewer_can_undo(core));
    draw_step(shown, "Redo", "ctrl+y", viewer_can_redo(core));
    const ui_theme theme = viewer_get_state(core)->view.theme;
    if (ui_wide_button(theme == UI_THEME_DARK ? "Light" : "Dark", 4)) {
        panel_choose(shown, viewer_view_find("look"), theme == UI_THEME_DARK ? UI_THEME_LIGHT : UI_THEME_DARK);
    }
    ui_same_line();
    if (ui_wide_button("Keys ?", 4)) {
        panel_open_dialogue(shown, PANEL_DIALOGUE_HELP);
    }
}

/* Draws the buttons of everything that moves by itself. */
static void draw_motion(panel *shown)
{
    const viewer_view *view = &viewer_get_state(shown->host.viewer)->view;
    const bool has_particles = viewer_scene_has_particles(view->scene);
    const unsigned buttons = has_particles ? 3 : 2;
    const bool is_playing = has_particles ? view->moving : view->pace != 0;
    if (ui_wide_button(is_playing ? "Pause" : "Play", buttons)) {
        panel_strike(shown, "shift+space");
    }
    ui_tooltip(has_particles ? "Particles make the steps of a frame from picture to picture"
                             : "Time: the field moves along the axis behind those that are shown");
    ui_same_line();
    if (has_particles) {
        if (ui_wide_button("Restart", buttons)) {
            panel_strike(shown, "home");
        }
        ui_tooltip("Particles where they start");
        ui_same_line();
    }
    ui_disabled_begin(viewer_scene_is_map(view->scene));
    if (ui_wide_button(view->turn != 0 ? "Stop turning" : "Turn", buttons)) {
        panel_strike(shown, "space");
    }
    ui_disabled_end();
    ui_tooltip("The camera turns by itself");
}

static void use_preset(panel *shown, const char *name)
{
    if (panel_set(shown, "preset", name)) {
        snprintf(shown->preset, sizeof shown->preset, "%s", name);
        panel_finish_step(shown);
    }
}

static void draw_presets(panel *shown)
{
    char text[PANEL_TEXT];
    const double width = ui_width_left() / PRESETS_A_ROW - 12.0 * shown->scale;
    const double height = width * PANEL_PRESET_HEIGHT / PANEL_PRESET_WIDTH;
    for (int i = 0, drawn = 0; i < shown->preset_made; i++) {
        const struct preset *preset = preset_at(i);
        if (shown->presets[i] == 0) {
            continue;
        }
        if (drawn++ % PRESETS_A_ROW != 0) {
            ui_same_line();
        }
        if (ui_image_button(preset->name, shown->presets[i], width, height, strcmp(preset->name, shown->preset) == 0)) {
            use_preset(shown, preset->name);
        }
        snprintf(text, sizeof text, "%s: %s", preset->name, preset->description);
        ui_tooltip(text);
    }
}

/* One picture a frame, so that the window does not wait for all of them. A preset without one is left out. */
static void make_presets(panel *shown)
{
    if (shown->preset_made < shown->preset_count) {
        panel_make_preset(shown, shown->preset_made++);
        if (shown->preset_made == shown->preset_count) {
            scree_device_close(&shown->preset_device);
        }
    }
}

static void draw_error(panel *shown)
{
    char text[PANEL_TEXT];
    if (shown->status.error[0] != '\0') {
        snprintf(text, sizeof text, "Line %u: %s", shown->status.error_line, shown->status.error);
        ui_text(UI_TONE_BAD, shown->status.error_line != 0 ? text : shown->status.error);
    }
}

static void draw_notes(const panel *shown)
{
    for (size_t i = 0; i < VIEWER_NOTES; i++) {
        if (shown->status.notes[i][0] != '\0') {
            ui_text(UI_TONE_WARNING, shown->status.notes[i]);
        }
    }
}

static void draw_sections(panel *shown)
{
    draw_top(shown);
    draw_motion(shown);
    draw_error(shown);
    draw_notes(shown);
    panel_record(shown);
    if (ui_section("Presets", true)) {
        draw_presets(shown);
    }
    ui_names_begin("field");
    if (ui_section("Field", true)) {
        panel_draw_field(shown);
        panel_draw_expression(shown);
    }
    if (shown->struck != NULL) {
        panel_strike(shown, shown->struck);
        shown->struck = NULL;
    }
    ui_names_end();
    ui_names_begin("view");
    panel_draw_view(shown);
    ui_names_end();
    panel_draw_system(shown);
    panel_draw_comparison(shown);
    if (ui_section("Device and times", true)) {
        panel_draw_device(shown);
    }
    if (ui_section("Benchmark##section", shown->opens_benchmark)) {
        panel_draw_benchmark(shown);
    }
    if (ui_section("Save", true)) {
        panel_draw_saving(shown);
    }
}

uint32_t panel_find_width(const panel *shown, uint32_t width)
{
    const double wanted = PANEL_WIDTH * shown->scale;
    if (!viewer_get_state(shown->host.viewer)->view.panel) {
        return 0;
    }
    return wanted < (double)width ? (uint32_t)wanted : width;
}

static void draw_panel(panel *shown)
{
    ui_window_begin("panel", 0.0, 0.0, panel_find_width(shown, shown->width), shown->height, NULL);
    if (shown->wants_keys) {
        ui_focus();
        shown->wants_keys = false;
    }
    draw_sections(shown);
    ui_window_end();
}

/* Lines that a text takes: its own where it shows a place in an expression, otherwise those that it is broken into. */
static double count_lines(const char *text, double room)
{
    double lines = 1.0;
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
        lines++;
    }
    return lines > 1.0 || room <= 0.0 ? lines : ceil(1.1 * ui_text_width(text) / room);
}

/* At the lower edge: what was told, or an error that the hidden panel does not show. */
static void draw_said(panel *shown, bool has_panel)
{
    const bool has_error = !has_panel && shown->status.error[0] != '\0';
    const char *text = shown->said[0] != '\0' ? shown->said : shown->status.error;
    const ui_tone tone = shown->said[0] != '\0' ? shown->said_tone : UI_TONE_BAD;
    const double left = panel_find_width(shown, shown->width);
    const double room = shown->width - left - 3.0 * ui_line_height();
    const double height = (count_lines(text, room) + 1.6) * ui_line_height();
    if ((shown->said[0] == '\0' && !has_error) || shown->width <= left) {
        return;
    }
    ui_window_begin("said", left, shown->height - height, shown->width - left, height, NULL);
    (strchr(text, '\n') != NULL ? ui_code : ui_text)(tone, text);
    ui_window_end();
}

void panel_draw(panel *shown, uint32_t width, uint32_t height)
{
    const viewer_view *view = &viewer_get_state(shown->host.viewer)->view;
    shown->width = width;
    shown->height = height;
    viewer_get_status(shown->host.viewer, &shown->status);
    make_presets(shown);
    if (view->panel) {
        draw_panel(shown);
    }
    draw_said(shown, view->panel);
    panel_draw_dialogues(shown);
}
