/* The two themes of the window, and their colours. */
#ifndef VIEWER_UI_THEME_H
#define VIEWER_UI_THEME_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ui_theme { UI_THEME_DARK, UI_THEME_LIGHT } ui_theme;

/* Colours of the theme with a meaning. All are readable on the theme's background: a contrast of at least 4.5. */
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

const ui_palette *ui_palette_of(ui_theme theme);

/* The colours of the background and of a tone, as vertices have them. */
uint32_t ui_background(ui_theme theme);
uint32_t ui_tone_colour(ui_theme theme, ui_tone tone);

#ifdef __cplusplus
}
#endif

#endif
