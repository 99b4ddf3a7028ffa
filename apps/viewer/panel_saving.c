#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "panel.h"
#include "panel_parts.h"

#define MAX_RECIPE 65536u
#define MAX_SIDE 16384u
#define MAX_FRAMES 36000u
#define MAX_RATE 240u

/* The things that can be saved: each with its title, its first path and a hint. */
static const struct {
    panel_dialogue dialogue;
    const char *title;
    const char *path;
    const char *hint;
} saved[] = {
    {PANEL_DIALOGUE_PICTURE, "Save the picture", "view.png", "The final picture, without the panel, as PNG."},
    {PANEL_DIALOGUE_RECIPE, "Save the recipe", "field.recipe", "From a recipe the field is made again, bit for bit."},
    {PANEL_DIALOGUE_VOLUME, "Save the samples", "field.raw",
     "The samples of the scene; the end of the name says which format."},
    {PANEL_DIALOGUE_TURNTABLE, "Record a turntable", "turn.mp4", "A turn of 360 degrees: mp4, gif or webp."},
    {PANEL_DIALOGUE_BENCHMARK, "Save the benchmark", "benchmark.csv",
     "csv: numbers with commas between them; svg: the graph; any other name: the table as text."},
};

static int find_saved(panel_dialogue dialogue)
{
    int found = 0;
    for (int i = 0; i < (int)(sizeof saved / sizeof saved[0]); i++) {
        found = saved[i].dialogue == dialogue ? i : found;
    }
    return found;
}

void panel_open_dialogue(panel *shown, panel_dialogue dialogue)
{
    shown->dialogue = dialogue;
    shown->is_dialogue_open = true;
    shown->save_width = shown->width;
    shown->save_height = shown->height;
    snprintf(shown->path, sizeof shown->path, "%s", saved[find_saved(dialogue)].path);
    if (dialogue == PANEL_DIALOGUE_EDIT) {
        char *text = viewer_recipe_text(shown->host.viewer);
        shown->recipe = shown->recipe == NULL ? malloc(MAX_RECIPE) : shown->recipe;
        shown->is_dialogue_open = text != NULL && shown->recipe != NULL;
        if (shown->is_dialogue_open) {
            snprintf(shown->recipe, MAX_RECIPE, "%s", text);
        }
        free(text);
    }
}

void panel_copy_command(panel *shown)
{
    char *command = viewer_command(shown->host.viewer, shown->width, shown->height, "view.png");
    if (command != NULL) {
        ui_copy(command);
        panel_say(shown, UI_TONE_GOOD, command);
    } else {
        panel_report(shown, false, "the command cannot be copied");
    }
    free(command);
}

void panel_draw_saving(panel *shown)
{
    static const struct {
        const char *label;
        panel_dialogue dialogue;
    } buttons[] = {{"Copy command", PANEL_DIALOGUE_NONE},    {"Edit recipe", PANEL_DIALOGUE_EDIT},
                   {"Save picture", PANEL_DIALOGUE_PICTURE}, {"Save recipe", PANEL_DIALOGUE_RECIPE},
                   {"Save samples", PANEL_DIALOGUE_VOLUME},  {"Turntable", PANEL_DIALOGUE_TURNTABLE}};
    for (size_t i = 0; i < sizeof buttons / sizeof buttons[0]; i++) {
        const bool is_pressed = ui_wide_button(buttons[i].label, 2);
        if (buttons[i].dialogue == PANEL_DIALOGUE_NONE) {
            ui_tooltip("The exact command whose output is this picture");
        }
        if (is_pressed && buttons[i].dialogue == PANEL_DIALOGUE_NONE) {
            panel_copy_command(shown);
        } else if (is_pressed) {
            panel_open_dialogue(shown, buttons[i].dialogue);
        }
        if (i % 2 == 0) {
            ui_same_line();
        }
    }
}

static bool start_recording(panel *shown, char *text, size_t bytes)
{
    shown->is_recording = viewer_record_start(shown->host.viewer, shown->path, (uint32_t)shown->save_width,
                                              (uint32_t)shown->save_height, shown->frames, shown->rate, text, bytes);
    shown->frames_left = shown->frames;
    return shown->is_recording;
}

static bool save_benchmark(panel *shown, char *text, size_t bytes)
{
    const int error = bench_variants_save(&shown->bench.results, shown->path);
    if (error != 0) {
        snprintf(text, bytes, "%s: %s", shown->path, strerror(error));
    }
    return error == 0;
}

static bool save(panel *shown, char *text, size_t bytes)
{
    viewer *core = shown->host.viewer;
    switch (shown->dialogue) {
    case PANEL_DIALOGUE_PICTURE:
        return viewer_save_picture(core, shown->path, (uint32_t)shown->save_width, (uint32_t)shown->save_height, text,
                                   bytes);
    case PANEL_DIALOGUE_RECIPE:
        return viewer_save_recipe(core, shown->path, text, bytes);
    case PANEL_DIALOGUE_VOLUME:
        return viewer_save_volume(core, shown->path, text, bytes);
    case PANEL_DIALOGUE_BENCHMARK:
        return save_benchmark(shown, text, bytes);
    default:
        return start_recording(shown, text, bytes);
    }
}

static void save_and_tell(panel *shown)
{
    char text[PANEL_TEXT] = "";
    if (panel_report(shown, save(shown, text, sizeof text), text)) {
        snprintf(text, sizeof text, shown->is_recording ? "Recording %s" : "Saved %s", shown->path);
        panel_say(shown, UI_TONE_GOOD, text);
        shown->is_dialogue_open = false;
    }
}

static void draw_size(panel *shown)
{
    ui_whole("Width", &shown->save_width, 0.0);
    ui_whole("Height", &shown->save_height, 0.0);
    shown->save_width = shown->save_width < 1 ? 1 : shown->save_width > MAX_SIDE ? MAX_SIDE : shown->save_width;
    shown->save_height = shown->save_height < 1 ? 1 : shown->save_height > MAX_SIDE ? MAX_SIDE : shown->save_height;
}

static void draw_problem(const panel *shown)
{
    if (shown->said[0] != '\0' && shown->said_tone == UI_TONE_BAD) {
        ui_text(UI_TONE_BAD, shown->said);
    }
}

/* The last button of a dialogue, of `count` in its row, closes it. */
static void end_dialogue(panel *shown, const char *label, unsigned count)
{
    if (ui_wide_button(label, count)) {
        shown->is_dialogue_open = false;
    }
    ui_popup_end();
}

static void draw_save(panel *shown, int number)
{
    if (!ui_dialogue_begin(saved[number].title, 420.0 * shown->scale, &shown->is_dialogue_open)) {
        return;
    }
    ui_text(UI_TONE_QUIET, saved[number].hint);
    ui_input_text("File", shown->path, sizeof shown->path);
    if (shown->dialogue == PANEL_DIALOGUE_PICTURE || shown->dialogue == PANEL_DIALOGUE_TURNTABLE) {
        draw_size(shown);
    }
    if (shown->dialogue == PANEL_DIALOGUE_TURNTABLE) {
        ui_whole_slider("Pictures", &shown->frames, 2, MAX_FRAMES, true);
        ui_whole_slider("A second", &shown->rate, 1, MAX_RATE, true);
    }
    draw_problem(shown);
    ui_space();
    if (ui_wide_button("Save", 2)) {
        save_and_tell(shown);
    }
    ui_same_line();
    end_dialogue(shown, "Cancel", 2);
}

static void draw_binding(const panel *shown, const viewer_binding *binding)
{
    ui_text(UI_TONE_PLAIN, binding->keys);
    ui_same_line_at(170.0 * shown->scale);
    ui_text(UI_TONE_QUIET, binding->what);
}

static void draw_help(panel *shown)
{
    viewer_binding binding;
    if (!ui_dialogue_begin("Keys", 460.0 * shown->scale, &shown->is_dialogue_open)) {
        return;
    }
    for (size_t i = 0; viewer_binding_get(i, &binding); i++) {
        draw_binding(shown, &binding);
    }
    draw_binding(shown, &(viewer_binding){"F6", "Keys go to the panel; Escape ends that."});
    ui_space();
    end_dialogue(shown, "Close", 1);
}

static void use_recipe(panel *shown)
{
    char text[PANEL_TEXT] = "";
    if (panel_report(shown, viewer_set_recipe(shown->host.viewer, shown->recipe, "the text", text, sizeof text),
                     text)) {
        panel_finish_step(shown);
        shown->is_dialogue_open = false;
    }
}

static void draw_editor(panel *shown)
{
    if (!ui_dialogue_begin("Edit the recipe", 520.0 * shown->scale, &shown->is_dialogue_open)) {
        return;
    }
    ui_input_lines("JSON; Ctrl+Enter takes it", shown->recipe, MAX_RECIPE, 320.0 * shown->scale);
    draw_problem(shown);
    if (ui_wide_button("Use it", 2)) {
        use_recipe(shown);
    }
    ui_same_line();
    end_dialogue(shown, "Cancel", 2);
}

void panel_draw_dialogues(panel *shown)
{
    switch (shown->dialogue) {
    case PANEL_DIALOGUE_NONE:
        return;
    case PANEL_DIALOGUE_HELP:
        draw_help(shown);
        break;
    case PANEL_DIALOGUE_EDIT:
        draw_editor(shown);
        break;
    default:
        draw_save(shown, find_saved(shown->dialogue));
        break;
    }
    if (!shown->is_dialogue_open) {
        shown->dialogue = PANEL_DIALOGUE_NONE;
    }
}

static void end_recording(panel *shown)
{
    char text[PANEL_TEXT] = "";
    const bool was_whole = shown->frames_left == 0;
    shown->is_recording = false;
    if (panel_report(shown, viewer_record_end(shown->host.viewer, text, sizeof text) || !was_whole, text) &&
        was_whole) {
        snprintf(text, sizeof text, "Saved %s", shown->path);
        panel_say(shown, UI_TONE_GOOD, text);
    }
}

void panel_record(panel *shown)
{
    char text[PANEL_TEXT] = "";
    if (!shown->is_recording) {
        return;
    }
    const int64_t left = viewer_record_next(shown->host.viewer, text, sizeof text);
    if (left < 0) {
        end_recording(shown);
        panel_report(shown, false, text);
        return;
    }
    shown->frames_left = left;
    if (left == 0) {
        end_recording(shown);
        return;
    }
    snprintf(text, sizeof text, "%u of %u", (unsigned)(shown->frames - left), shown->frames);
    ui_text(UI_TONE_QUIET, "Recording");
    ui_progress(1.0 - (double)left / shown->frames, text);
    if (ui_wide_button("Stop##recording", 1)) {
        end_recording(shown);
        panel_say(shown, UI_TONE_WARNING, "The recording was stopped; there is no file.");
    }
}
