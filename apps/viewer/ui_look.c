#include "ui_look.h"

static const ui_palette palettes[] = {
    [UI_LOOK_DARK] = {.back = 0x16191d,
                      .field = 0x262b32,
                      .field_hot = 0x323943,
                      .button = 0x2c3b4d,
                      .button_hot = 0x3a516b,
                      .accent = 0x5aa9e6,
                      .line = 0x3a414b,
                      .text = 0xe8ebee,
                      .tones = {0xe8ebee, 0xa3adb8, 0x7bd88f, 0xf0c15a, 0xff8f86}},
    [UI_LOOK_LIGHT] = {.back = 0xf6f7f8,
                       .field = 0xe3e7eb,
                       .field_hot = 0xd5dbe2,
                       .button = 0xd3e0ee,
                       .button_hot = 0xbdd2e8,
                       .accent = 0x1b6bb0,
                       .line = 0xc3cad2,
                       .text = 0x1b2026,
                       .tones = {0x1b2026, 0x4f5963, 0x1a6b30, 0x7a4f00, 0xb3221a}},
};

const ui_palette *ui_palette_of(ui_look look)
{
    return &palettes[look];
}

/* Vertices have red in the lowest byte. */
static uint32_t vertex_colour(uint32_t rgb)
{
    return (rgb >> 16 & 255u) | (rgb & 0xff00u) | (rgb & 255u) << 16 | 0xff000000u;
}

uint32_t ui_background(ui_look look)
{
    return vertex_colour(palettes[look].back);
}

uint32_t ui_tone_colour(ui_look look, ui_tone tone)
{
    return vertex_colour(palettes[look].tones[tone]);
}

bool ui_surface_at(ui_look look, unsigned number, uint32_t *colour)
{
    const ui_palette *palette = &palettes[look];
    const uint32_t surfaces[] = {palette->back, palette->field, palette->field_hot, palette->button,
                                 palette->button_hot};
    if (number >= sizeof surfaces / sizeof surfaces[0]) {
        return false;
    }
    *colour = vertex_colour(surfaces[number]);
    return true;
}
