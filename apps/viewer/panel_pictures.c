#include <scree/ramp.h>

#include "../scree/presets.h"
#include "panel_parts.h"
#include "thumbnail.h"

static uint32_t pixel_of(const uint8_t *colour)
{
    return colour[0] | (uint32_t)colour[1] << 8 | (uint32_t)colour[2] << 16 | 0xff000000u;
}

void panel_make_preset(panel *shown, int number)
{
    static uint32_t pixels[PANEL_PRESET_WIDTH * PANEL_PRESET_HEIGHT];
    const scree_device_params cpu = {.backend = SCREE_BACKEND_CPU};
    scree_result result =
        shown->preset_device == NULL ? scree_device_open(shown->host.context, &cpu, &shown->preset_device) : SCREE_OK;
    if (result == SCREE_OK) {
        result = thumbnail_draw(shown->host.context, shown->preset_device, preset_at(number), PANEL_PRESET_WIDTH,
                                PANEL_PRESET_HEIGHT, pixels);
    }
    if (result == SCREE_OK) {
        ui_texture_set(shown->host.interface, pixels, PANEL_PRESET_WIDTH, PANEL_PRESET_HEIGHT, &shown->presets[number]);
    }
}

uint32_t panel_ramp(panel *shown, int ramp, bool is_reversed)
{
    uint8_t colours[PANEL_RAMP_WIDTH * 3];
    uint32_t pixels[PANEL_RAMP_WIDTH];
    if (ramp < 0 || ramp >= PANEL_MAX_RAMPS) {
        return 0;
    }
    uint32_t *texture = &shown->ramps[is_reversed][ramp];
    if (*texture == 0 && scree_ramp_colours((scree_ramp)ramp, is_reversed, PANEL_RAMP_WIDTH, colours) == SCREE_OK) {
        for (size_t i = 0; i < PANEL_RAMP_WIDTH; i++) {
            pixels[i] = pixel_of(colours + 3 * i);
        }
        ui_texture_set(shown->host.interface, pixels, PANEL_RAMP_WIDTH, 1, texture);
    }
    return *texture;
}
