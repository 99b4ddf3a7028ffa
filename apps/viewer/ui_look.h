/* The two looks, and their colours. */
#ifndef VIEWER_UI_LOOK_H
#define VIEWER_UI_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ui_look { UI_LOOK_DARK, UI_LOOK_LIGHT } ui_look;

/* Colours of the look with a meaning. All are readable on the look's background: a contrast of at least 4.5. */
typedef enum ui_tone {
    UI_TONE_PLAIN,
    UI_TONE_QUIET,
    UI_TONE_GOOD,
    UI_TONE_WARNING,
    UI_TONE_BAD,
    UI_TONE_COUNT
} ui_tone;

/* Colours as 0xRRGGBB. Text stands on `back`, on fields and on buttons. */
typedef struct ui_palette {
    uint32_t back, field, field_hot, button, button_hot, accent, line, text;
    uint32_t tones[UI_TONE_COUNT];
} ui_palette;

const ui_palette *ui_palette_of(ui_look look);

/* The colours of the background and of a tone, as vertices have them. */
uint32_t ui_background(ui_look look);
uint32_t ui_tone_colour(ui_look look, ui_tone tone);
/* The colours on which plain text stands, by number: the background, fields, buttons; false past the last. */
bool ui_surface_at(ui_look look, unsigned number, uint32_t *colour);

#ifdef __cplusplus
}
#endif

#endif
