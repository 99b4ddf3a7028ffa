#include <math.h>
#include <stdlib.h>

#include <scree/field.h>
#include <scree/noise.h>
#include <scree/ramp.h>

#include "../scree/presets.h"
#include "panel_parts.h"

#define COLOURS 256u

const char *panel_preset_name(int number)
{
    const struct preset *preset = preset_at(number);
    return preset == NULL ? NULL : preset->name;
}

const char *panel_preset_description(int number)
{
    const struct preset *preset = preset_at(number);
    return preset == NULL ? NULL : preset->description;
}

static uint32_t pixel_of(const uint8_t *colour)
{
    return colour[0] | (uint32_t)colour[1] << 8 | (uint32_t)colour[2] << 16 | 0xff000000u;
}

static scree_range range_of(const float *samples, size_t count)
{
    scree_range range = {INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        range.minimum = fminf(range.minimum, samples[i]);
        range.maximum = fmaxf(range.maximum, samples[i]);
    }
    return range;
}

static void paint(const float *samples, size_t count, scree_range range, uint32_t *pixels)
{
    uint8_t colours[COLOURS * 3];
    const float low = range.minimum;
    const float high = range.maximum;
    scree_ramp_colours(SCREE_RAMP_VIRIDIS, false, COLOURS, colours);
    for (size_t i = 0; i < count; i++) {
        const float share = high > low ? fminf((samples[i] - low) / (high - low), 1.0f) : 0.0f;
        const uint32_t colour = share > 0.0f ? (uint32_t)(share * (float)(COLOURS - 1)) : 0;
        pixels[i] = pixel_of(colours + (size_t)3 * colour);
    }
}

bool panel_make_preset(panel *shown, int number)
{
    static float samples[PANEL_PRESET_WIDTH * PANEL_PRESET_HEIGHT];
    static uint32_t pixels[PANEL_PRESET_WIDTH * PANEL_PRESET_HEIGHT];
    const struct preset *preset = preset_at(number);
    const scree_output *output = &preset->recipe.output;
    const double step = preset->density / PANEL_PRESET_WIDTH;
    scree_grid grid = preset->recipe.grid; /* Of a volume, one plane. */
    const uint64_t count[3] = {PANEL_PRESET_WIDTH, PANEL_PRESET_HEIGHT, 1};
    for (uint32_t axis = 0; axis < grid.axes; axis++) {
        grid.count[axis] = count[axis];
        grid.step[axis] = preset_step(preset, axis, step);
    }
    scree_field *field = NULL;
    bool is_made = scree_field_from_noise(shown->host.context, &preset->recipe.noise, &field) == SCREE_OK &&
                   scree_field_fill(field, &grid, samples) == SCREE_OK;
    scree_field_release(&field);
    if (is_made) {
        const size_t all = sizeof samples / sizeof samples[0];
        const scree_range range = preset->has_range ? (scree_range){(float)output->low, (float)output->high}
                                                    : range_of(samples, all);
        paint(samples, all, range, pixels);
        is_made = ui_texture_set(shown->host.interface, pixels, PANEL_PRESET_WIDTH, PANEL_PRESET_HEIGHT,
                                 &shown->presets[number]);
    }
    return is_made;
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
