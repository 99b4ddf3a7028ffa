/*
 * The user interface: widgets of Dear ImGui behind functions of C. A frame is what lies between ui_begin() and
 * ui_end(); its result is a list of triangles, which a screen draws over the picture (screen.h). All lengths
 * are pixels of the picture, whatever the scale. There is one user interface in a program, and one thread uses it.
 */
#ifndef VIEWER_UI_H
#define VIEWER_UI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"
#include "ui_theme.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ui ui;

/* The fields are those of the library's own vertices. */
typedef struct ui_vertex {
    float x, y;      /* Pixels from the upper left corner. */
    float u, v;      /* Place in the texture, 0 to 1. */
    uint32_t colour; /* Red in the lowest byte, then green, blue and alpha. */
} ui_vertex;

/* Triangles with one texture. */
typedef struct ui_command {
    uint32_t texture; /* Number of the texture: ui_texture_at(). */
    uint32_t first_index;
    uint32_t index_count;
    uint32_t first_vertex;          /* Is added to each index. */
    float left, top, right, bottom; /* Nothing is drawn outside. */
} ui_command;

/* The triangles of a frame, in the order of drawing. Valid until the next ui_begin(). */
typedef struct ui_drawing {
    const ui_vertex *vertices;
    const uint16_t *indices;
    const ui_command *commands;
    uint32_t vertex_count;
    uint32_t index_count;
    uint32_t command_count;
} ui_drawing;

/* RGBA pixels, red in the lowest byte. */
typedef struct ui_texture {
    const uint32_t *pixels;
    uint32_t width, height;
    uint32_t version; /* Is another one when the pixels have changed. */
} ui_texture;

/* Maximum number of textures, that of the letters included. */
#define UI_MAX_TEXTURES 128

typedef struct ui_options {
    double scale;     /* The scale of the display: 1 = 96 pixels an inch. */
    const char *font; /* A TrueType file; NULL = built-in letters, which look the same everywhere. */
    ui_theme theme;
} ui_options;

/* A clipboard; `get` returns a text that stays until the next call, or NULL. */
typedef struct ui_clipboard {
    const char *(*get)(void *user);
    void (*set)(void *user, const char *text);
    void *user;
} ui_clipboard;

/* NULL without memory. A font that cannot be read is replaced by the built-in one. */
ui *ui_create(const ui_options *options);
void ui_destroy(ui **interface);
void ui_set_theme(ui *interface, ui_theme theme);
/* Sizes of everything; the texture of the letters changes. Not within a frame. */
void ui_set_scale(ui *interface, double scale);
void ui_set_clipboard(ui *interface, const ui_clipboard *clipboard);
/* Copies a text to the clipboard. */
void ui_copy(const char *text);

/* Gives an event to the next frames. A press and a release take two frames, so that none is overlooked. */
void ui_input(ui *interface, const viewer_event *event);
/* Whether a position is the interface's, or everything is because a list or a dialogue is open. */
bool ui_wants_mouse(const ui *interface, double x, double y);
/* Whether text is being typed, so that keys are letters. */
bool ui_wants_keyboard(const ui *interface);
/* Whether a list or a dialogue is open, which takes all keys. */
bool ui_is_popup_open(const ui *interface);
/* No widget is being used any more: the picture is. */
void ui_unfocus(ui *interface);
/* Whether events are left for another frame, or the last frame has not settled. */
bool ui_is_unsettled(const ui *interface);

/* Begins a frame. `seconds` is the time since the last one. */
void ui_begin(ui *interface, double seconds, uint32_t width, uint32_t height);
const ui_drawing *ui_end(ui *interface);
/* Texture 0 has the letters. False for a number past the last. */
bool ui_texture_at(const ui *interface, uint32_t number, ui_texture *texture);
/* Draws the last frame that has ended in the current context of OpenGL, by its textures of the same numbers. */
void ui_draw_by_opengl(void);
/* Makes a texture of pixels, which are copied, or replaces that of the number `*texture` where it is not 0. */
bool ui_texture_set(ui *interface, const uint32_t *pixels, uint32_t width, uint32_t height, uint32_t *texture);

/* Widgets. Those of a value return whether it has changed in this frame; labels are unique within a group. */

/* A window at a fixed position. `*is_open`, optional, becomes false when it is closed. End it in any case. */
void ui_window_begin(const char *title, double x, double y, double width, double height, bool *is_open);
/* A window in the middle, as large as its contents, over everything else. End it by ui_popup_end(), but not where this
 * is false: it is not open then. */
bool ui_dialogue_begin(const char *title, double width, bool *is_open);
void ui_window_end(void);
/* A group that opens and closes by a click on its title. True where it is open. */
bool ui_section(const char *title, bool is_open_at_first);
/* Labels within are apart from equal ones outside. */
void ui_names_begin(const char *name);
void ui_names_end(void);
/* Widgets within cannot be used. */
void ui_disabled_begin(bool is_disabled);
void ui_disabled_end(void);

void ui_text(ui_tone tone, const char *text);
void ui_space(void);
void ui_same_line(void);
void ui_same_line_at(double offset); /* So far from the left. */
/* A lamp: a disc of a tone's colour. */
void ui_lamp(ui_tone tone);
bool ui_button(const char *label);
/* A button as wide as one of `count` in a row. */
bool ui_wide_button(const char *label, unsigned count);
/* A button with a picture, and its name below it; true when it is pressed. */
bool ui_image_button(const char *label, uint32_t texture, double width, double height, bool is_chosen);
void ui_image(uint32_t texture, double width, double height);
/* Sets the text that is shown while the pointer rests on the last widget. */
void ui_tooltip(const char *text);
/* Whether the mouse holds the last widget, or letters are typed into it. */
bool ui_is_held(void);
/* Whether the last widget was just let go of. */
bool ui_was_let_go(void);
/* Keys go to the window that was begun last, so that its widgets are reached without a mouse; Escape ends that. */
void ui_focus(void);
/* A popup that opens at the last widget when that is pressed with the right button. */
bool ui_context_begin(const char *name);
void ui_popup_end(void);
bool ui_menu_item(const char *label, const char *shortcut);

bool ui_checkbox(const char *label, bool *value);
bool ui_check(const char *label, bool *value); /* With the label behind the box. */
/*
 * Slides from the minimum to the maximum; a logarithmic one needs a positive minimum. A click with Ctrl opens it for
 * typing any number.
 */
bool ui_slider(const char *label, double *value, double minimum, double maximum, bool is_logarithmic,
               const char *format);
bool ui_whole_slider(const char *label, uint32_t *value, uint32_t minimum, uint32_t maximum, bool is_logarithmic);
/* A field for a number of any size, which is taken by the enter key; `spare` pixels on its right stay free. */
bool ui_whole(const char *label, uint64_t *value, double spare);
/* `name(user, i)` is NULL past the last choice. */
bool ui_combo(const char *label, int *choice, const char *(*name)(void *user, int number), void *user);
/* Text is taken by the enter key, or when the field is left. */
bool ui_input_text(const char *label, char *text, size_t bytes);
bool ui_input_lines(const char *label, char *text, size_t bytes, double height);
/* The same for code of so many lines, in letters of one width: true whenever the text has changed. `*is_left` tells
   whether the field was just left. */
bool ui_edit_code(const char *label, char *text, size_t bytes, double lines, bool *is_left);
/* Lines in letters of one width. */
void ui_code(ui_tone tone, const char *text);
/* A list with pictures of one size: `picture(user, i)` is the texture of a choice. */
bool ui_picture_combo(const char *label, int *choice, const char *(*name)(void *user, int number),
                      uint32_t (*picture)(void *user, int number), void *user, double width, double height);
/* A curve of values from `minimum` to `maximum`. */
void ui_plot(const char *label, const float *values, unsigned count, float minimum, float maximum, double height);
/* Lines over two axes, with their names below. The pointer on a point shows its numbers. */
struct chart;
void ui_chart(const struct chart *drawn, double height);
void ui_progress(double share, const char *text);

/* A table with a row of titles. False where it is out of sight; then no end. */
bool ui_table_begin(const char *name, unsigned columns, const char *const *titles);
void ui_table_cell(void);
/* A cell with a text that stays in one line. */
void ui_table_number(const char *text);
void ui_table_end(void);

/* The size of a letter's line, from which widths follow. */
double ui_line_height(void);
double ui_text_width(const char *text);
/* The width that is left in a line. */
double ui_width_left(void);

#ifdef __cplusplus
}
#endif

#endif
