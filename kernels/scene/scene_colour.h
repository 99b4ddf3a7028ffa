/* Colours of scenes in linear light: the ramp, hashes, light and fog, and how they become the bytes of a pixel. */
#ifndef SCREE_KERNELS_SCENE_COLOUR_H
#define SCREE_KERNELS_SCENE_COLOUR_H

#include "base/elementary.h"
#include "noise/hash.h"
#include "scene/scene_ray.h"
#include "scene/scene_table.h"

/* Linear light, 0 to 1. sRGB is taken as its square root. */
SCREE_STRUCT(scree_scene_light)
{
    float red;
    float green;
    float blue;
};

SCREE_FN scree_scene_light scree_scene_light_of(const float red, const float green, const float blue)
{
    scree_scene_light light;
    light.red = red;
    light.green = green;
    light.blue = blue;
    return light;
}

SCREE_FN float scree_scene_linear(const scree_index byte)
{
    float part = scree_f32_from_u24(byte & 255u) * 0.003921569f;
    return part * part;
}

/* Light from the bytes of sRGB, red in the lowest. */
SCREE_FN scree_scene_light scree_scene_light_from_bytes(const scree_index bytes)
{
    return scree_scene_light_of(scree_scene_linear(bytes), scree_scene_linear(bytes >> 8u),
                                scree_scene_linear(bytes >> 16u));
}

SCREE_FN scree_scene_light scree_scene_light_scaled(const scree_scene_light light, const float factor)
{
    scree_scene_light scaled;
    scaled.red = light.red * factor;
    scaled.green = light.green * factor;
    scaled.blue = light.blue * factor;
    return scaled;
}

/* a + b * factor */
SCREE_FN scree_scene_light scree_scene_light_sum(const scree_scene_light a, const scree_scene_light b,
                                                 const float factor)
{
    scree_scene_light sum;
    sum.red = a.red + b.red * factor;
    sum.green = a.green + b.green * factor;
    sum.blue = a.blue + b.blue * factor;
    return sum;
}

/* The mixture of two lights: `a` at 0, `b` at 1. */
SCREE_FN scree_scene_light scree_scene_light_mixed(const scree_scene_light a, const scree_scene_light b,
                                                   const float part)
{
    return scree_scene_light_sum(scree_scene_light_scaled(a, scree_scene_complement(part)), b, part);
}

/* The colour of the ramp with a number, of which any is taken as 0 to 255. */
SCREE_FN scree_scene_light scree_scene_ramp(const scree_table table, const float number)
{
    scree_index entry = scree_scene_rounded(scree_scene_clamped(number, 0.0f, 255.0f));
    return scree_scene_light_from_bytes(scree_table_word(table, SCREE_SCENE_RAMP + entry));
}

/* The number in the ramp of a value, and of a height in samples. */
SCREE_FN float scree_scene_ramp_number(const scree_table table, const float value)
{
    return (value - scree_scene_float(table, SCREE_SCENE_RANGE_LOW)) *
           scree_scene_float(table, SCREE_SCENE_RANGE_SCALE);
}

SCREE_FN float scree_scene_height_number(const scree_table table, const float height)
{
    return height * scree_scene_float(table, SCREE_SCENE_HEIGHT_SCALE) +
           scree_scene_float(table, SCREE_SCENE_HEIGHT_START);
}

/* A bright colour of a sample of its own. */
SCREE_FN scree_scene_light scree_scene_hash_light(const scree_index x, const scree_index y, const scree_index z)
{
    scree_index keys = x * 0x9e3779b1u + y * 0x85ebca6bu + z * 0xc2b2ae35u;
    scree_index hash = scree_hash_mix(keys ^ (keys >> 15u));
    hash = scree_hash_mix(hash ^ (hash >> 16u));
    scree_index bytes = 0x404040u + ((hash >> 8u) & 0x7f7f7fu) + ((hash >> 9u) & 0x3f3f3fu);
    return scree_scene_light_from_bytes(bytes);
}

/* A direction as a colour. */
SCREE_FN scree_scene_light scree_scene_normal_light(const scree_scene_vector normal)
{
    scree_scene_light light;
    light.red = scree_scene_half_more(normal.x) * scree_scene_half_more(normal.x);
    light.green = scree_scene_half_more(normal.y) * scree_scene_half_more(normal.y);
    light.blue = scree_scene_half_more(normal.z) * scree_scene_half_more(normal.z);
    return light;
}

/* A point of a surface, as far as its colour asks for it; the height is in samples. */
SCREE_STRUCT(scree_scene_point)
{
    float value;
    float height;
    scree_index x;
    scree_index y;
    scree_index z;
    scree_scene_vector normal;
};

/* The colour of a surface before it is lit. */
SCREE_FN scree_scene_light scree_scene_surface_light(const scree_table table, const scree_scene_point point)
{
    scree_index by = scree_table_word(table, SCREE_SCENE_COLOUR);
    if (by == SCREE_SCENE_BY_CELL) {
        return scree_scene_hash_light(point.x, point.y, point.z);
    }
    if (by == SCREE_SCENE_BY_NORMAL) {
        return scree_scene_normal_light(point.normal);
    }
    float number = 128.0f;
    if (by == SCREE_SCENE_BY_VALUE) {
        number = scree_scene_ramp_number(table, point.value);
    }
    if (by == SCREE_SCENE_BY_HEIGHT) {
        number = scree_scene_height_number(table, point.height);
    }
    return scree_scene_ramp(table, number);
}

/*
 * How much light falls on a surface. What comes from everywhere comes a little more from above, and from the light's
 * side, so that faces in the shadow differ. `direct` is 0 in a shadow.
 */
SCREE_FN float scree_scene_lit(const scree_table table, const scree_scene_vector normal, const float direct)
{
    scree_scene_vector to_light = scree_scene_table_vector(table, SCREE_SCENE_LIGHT);
    float facing = scree_scene_dot(normal, to_light);
    float above = 0.7f + normal.z * 0.18f;
    float around = above + facing * 0.12f;
    float ambient = scree_scene_float(table, SCREE_SCENE_AMBIENT);
    float sun = (facing < 0.0f ? 0.0f : facing) * direct;
    return ambient * around + (1.0f - ambient) * sun;
}

/* Whether a surface faces the light, so that it matters what stands between them. */
SCREE_FN bool scree_scene_faces_light(const scree_table table, const scree_scene_vector normal)
{
    return scree_scene_dot(normal, scree_scene_table_vector(table, SCREE_SCENE_LIGHT)) > 0.0f;
}

SCREE_FN float scree_scene_sky_part(const scree_table table, const scree_index row)
{
    return (scree_f32_from_u24(row) + 0.5f) * scree_scene_float(table, SCREE_SCENE_SKY_STEP);
}

/* The sky behind a row of the whole picture. */
SCREE_FN scree_scene_light scree_scene_sky(const scree_table table, const scree_index row)
{
    float part = scree_scene_sky_part(table, row);
    scree_scene_vector top = scree_scene_table_vector(table, SCREE_SCENE_SKY_TOP);
    scree_scene_vector bottom = scree_scene_table_vector(table, SCREE_SCENE_SKY_BOTTOM);
    return scree_scene_light_mixed(scree_scene_light_of(top.x, top.y, top.z),
                                   scree_scene_light_of(bottom.x, bottom.y, bottom.z), part);
}

/* The share of light that fog leaves over a length. */
SCREE_FN float scree_scene_clear(const scree_table table, const float length)
{
    return scree_exp2(scree_scene_product(scree_scene_float(table, SCREE_SCENE_FOG), length));
}

/* The light that is seen of `light` through fog of the sky's colour. */
SCREE_FN scree_scene_light scree_scene_in_fog(const scree_table table, const scree_scene_light light,
                                              const scree_scene_ray ray, const float length)
{
    if (!(scree_scene_float(table, SCREE_SCENE_FOG) < 0.0f)) {
        return light;
    }
    return scree_scene_light_mixed(scree_scene_sky(table, ray.row), light, scree_scene_clear(table, length));
}

/* Lines that float32 distinguishes, on either side of the one from which they are counted. */
#define SCREE_SCENE_LINES_MOST 1.0e6f

/* A number in intervals of lines. */
SCREE_FN float scree_scene_in_lines(const scree_table table, const float value)
{
    float above = scree_scene_difference(value, scree_scene_float(table, SCREE_SCENE_LINE_BASE));
    return scree_scene_product(above, scree_scene_float(table, SCREE_SCENE_LINES_A_UNIT));
}

/* The number of the line at a value or next below it. */
SCREE_FN float scree_scene_line_below(const scree_table table, const float value)
{
    float lines = scree_scene_in_lines(table, value);
    float magnitude = scree_scene_lesser(scree_scene_magnitude(lines), SCREE_SCENE_LINES_MOST);
    float whole = scree_scene_whole(scree_u32_from_f32(magnitude));
    float below = lines < 0.0f ? -whole : whole;
    return lines < 0.0f && whole < magnitude ? scree_scene_difference(below, 1.0f) : below;
}

/*
 * The distance from a number to the nearest multiple of the interval, in intervals: at most a half, or 1 where there
 * are too many for float32 to distinguish.
 */
SCREE_FN float scree_scene_line_distance(const scree_table table, const float value)
{
    float lines = scree_scene_magnitude(scree_scene_in_lines(table, value));
    float beside = 1.0f;
    if (lines < SCREE_SCENE_LINES_MOST) {
        float nearest = scree_scene_whole(scree_scene_rounded(lines));
        beside = scree_scene_magnitude(scree_scene_difference(lines, nearest));
    }
    return beside < 1.0e-9f ? 0.0f : beside; /* Otherwise quotients could be subnormal. */
}

/* The share of darkness in a contour line, by the distance to it in pixels; lines have a width in pixels. */
SCREE_FN float scree_scene_line(const float pixels, const float width)
{
    return scree_scene_clamped(scree_scene_difference(scree_scene_half_more(width), pixels), 0.0f, 1.0f);
}

/* A channel as a byte. Light that is too little to be seen is none, so that none is subnormal. */
SCREE_FN scree_index scree_scene_byte(const float light)
{
    float seen = light < 1.0e-6f ? 0.0f : light;
    return scree_scene_rounded(scree_scene_product(scree_root(scree_scene_lesser(seen, 1.0f)), 255.0f));
}

/* A pixel: red in the lowest byte, then green, blue and 255. */
SCREE_FN scree_index scree_scene_pixel(const scree_scene_light light)
{
    return scree_scene_byte(light.red) | (scree_scene_byte(light.green) << 8u) | (scree_scene_byte(light.blue) << 16u) |
           0xff000000u;
}

#endif
