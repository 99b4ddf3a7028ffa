#include "ui_theme.h"

static const ui_palette palettes[] = {
    [UI_THEME_DARK] = {.back = 0x16191d,
                       .field = 0x262b32,
                       .field_hot = 0x323943,
                       .button = 0x2c3b4d,
                       .button_hot = 0x3a516b,
                       .accent = 0x5aa9e6,
                       .line = 0x3a414b,
                       .text = 0xe8ebee,
                       .tones = {0xe8ebee, 0xa3adb8, 0x7bd88f, 0xf0c15a, 0xff8f86}},
    [UI_THEME_LIGHT] = {.back = 0xf6f7f8,
                        .field = 0xe3e7eb,
                        .field_hot = 0xd5dbe2,
                        .button = 0xd3e0ee,
                        .button_hot = 0xbdd2e8,
                        .accent = 0x1b6bb0,
                        .line = 0xc3cad2,
                        .text = 0x1b2026,
                        .tones = {0x1b2026, 0x4f5963, 0x1a6b30, 0x7a4f00, 0xb3221a}},
};

const ui_palette *ui_palette_of(ui_theme theme)
{
    return &palettes[theme];
}

/* Vertices have red in the lowest byte. */
static uint32_t vertex_colour(uint32_t rgb)
{
    return (rgb >> 16 & 255u) | (rgb & 0xff00u) | (rgb & 255u) << 16 | 0xff000000u;
}

uint32_t ui_background(ui_theme theme)
{
    return vertex_colour(palettes[theme].back);
}

uint32_t ui_tone_colour(ui_theme theme, ui_tone tone)
{
    return vertex_colour(palettes[theme].tones[tone]);
}
