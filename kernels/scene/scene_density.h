/* Canvases of particles (particle_table.h): how often each pixel was drawn, and the mean of what was added. */
#ifndef SCREE_KERNELS_SCENE_DENSITY_H
#define SCREE_KERNELS_SCENE_DENSITY_H

#include "base/elementary.h"
#include "base/portable.h"
#include "scene/scene_colour.h"
#include "scene/scene_sample.h"

/* A whole number of 32 bits as a float. */
SCREE_FN float scree_scene_float_from_word(const scree_index word)
{
    return scree_f32_from_u24(word >> 16u) * 65536.0f + scree_f32_from_u24(word & 0xffffu);
}

/* The sum of values, of 36 bits. */
SCREE_FN float scree_scene_pixel_sum(const scree_index high, const scree_index low)
{
    return scree_f32_from_u24(high & 15u) * 4294967296.0f + scree_scene_float_from_word(low);
}

/* The brightness of a count that is not 0: 0 to 1, as sRGB has it. */
SCREE_FN float scree_scene_brightness(const scree_table table, const float count)
{
    float exposure = scree_scene_float(table, SCREE_SCENE_EXPOSURE);
    float brightness = 0.0f;
    if (scree_table_word(table, SCREE_SCENE_IS_LINEAR) != 0u) {
        brightness = count * exposure;
    } else {
        brightness = scree_log2(scree_scene_sum(count, 1.0f)) * exposure;
    }
    return brightness < 1.0f ? brightness : 1.0f;
}

/* The colour of a pixel of the whole picture: light that is added to the sky's. */
SCREE_FN scree_scene_light scree_scene_density(const scree_scene_memory memory, const scree_table table,
                                               const scree_index column, const scree_index row)
{
    scree_scene_light sky = scree_scene_sky(table, row);
    scree_index columns = scree_table_word(table, SCREE_SCENE_COUNT);
    if (column >= columns || row >= scree_table_word(table, SCREE_SCENE_COUNT + 1u)) {
        return sky;
    }
    scree_index word = 2u * (row * columns + column);
    scree_index low = scree_scene_sample_bits(memory, word);
    scree_index high = scree_scene_sample_bits(memory, word + 1u);
    if ((high >> 4u) == 0u) {
        return sky;
    }
    float count = scree_scene_float_from_word(high >> 4u);
    float brightness = scree_scene_brightness(table, count);
    if (scree_table_word(table, SCREE_SCENE_COLOUR) != SCREE_SCENE_BY_VALUE) {
        return scree_scene_light_sum(sky, scree_scene_ramp(table, scree_scene_product(brightness, 255.0f)), 1.0f);
    }
    float mean = scree_divide(scree_scene_pixel_sum(high, low), count);
    scree_scene_light light = scree_scene_ramp(table, scree_scene_ramp_number(table, mean));
    return scree_scene_light_sum(sky, light, scree_scene_product(brightness, brightness));
}

#endif
