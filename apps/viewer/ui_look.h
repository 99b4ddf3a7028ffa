/* The colours of the two looks, as 0xRRGGBB. */
#ifndef VIEWER_UI_LOOK_H
#define VIEWER_UI_LOOK_H

#include "ui.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Text stands on `back`, on fields and on buttons. */
typedef struct ui_palette {
    uint32_t back, field, field_hot, button, button_hot, accent, line, text;
    uint32_t tones[UI_TONE_COUNT];
} ui_palette;

const ui_palette *ui_palette_of(ui_look look);

#ifdef __cplusplus
}
#endif

#endif
