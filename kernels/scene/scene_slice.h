/* A surface with a slice across an axis. */
#ifndef SCREE_KERNELS_SCENE_SLICE_H
#define SCREE_KERNELS_SCENE_SLICE_H

#include "scene/scene_surface.h"

/* How opaque the slice is where there is no matter, and its lines; and how much darker lines are on matter. */
#define SCREE_SCENE_GLASS 0.22f
#define SCREE_SCENE_GLASS_LINE 0.85f
#define SCREE_SCENE_MATTER_LINE 0.45f
/* Widths of lines in pixels. */
#define SCREE_SCENE_LINE_WIDTH 1.5f
#define SCREE_SCENE_ZERO_LINE_WIDTH 3.0f
/* One over the pixels between lines from which on they fade. */
#define SCREE_SCENE_LINE_DENSITY 0.33333334f

/* A component of a vector, by the number of its axis from 1 on. */
SCREE_FN float scree_scene_component(const scree_scene_vector vector, const scree_index axis)
{
    return axis == 1u ? vector.x : (axis == 2u ? vector.y : vector.z);
}

/* The length at which a ray meets the slice. */
SCREE_FN float scree_scene_slice_length(const scree_table table, const scree_scene_ray ray, const scree_index axis)
{
    float inverse = scree_scene_reciprocal(scree_scene_component(scree_scene_ray_direction(ray), axis));
    float origin = scree_scene_component(scree_scene_vector_of(ray.x, ray.y, ray.z), axis);
    return scree_scene_plane_length(scree_scene_float(table, SCREE_SCENE_SLICE), origin, inverse);
}

/* The width of a pixel at a length. */
SCREE_FN float scree_scene_pixel_width(const scree_table table, const float length)
{
    return scree_scene_float(table, SCREE_SCENE_PIXEL_WIDTH) +
           length * scree_scene_float(table, SCREE_SCENE_PIXEL_GROWTH);
}

/*
 * How much a distance changes from a pixel of the slice to its neighbours, at most. A step to a neighbour's ray, across
 * the ray, moves the position on the slice by the step less a part along the ray, so that it stays on the slice.
 */
SCREE_FN float scree_scene_change_a_pixel(const scree_scene_memory memory, const scree_table table,
                                          const scree_scene_ray ray, const scree_index axis, const float length)
{
    scree_scene_vector direction = scree_scene_in_space(table, scree_scene_ray_direction(ray));
    scree_scene_vector slopes = scree_scene_distance_slopes(memory, table, scree_scene_ray_at(ray, length));
    float fall = scree_scene_product(scree_scene_dot(slopes, direction),
                                     scree_scene_reciprocal(scree_scene_component(direction, axis)));
    scree_scene_vector change = scree_scene_along(slopes, scree_scene_axis(axis - 1u, fall), -1.0f);
    float square = scree_scene_sum(scree_scene_dot(change, change), 1.0e-12f);
    return scree_scene_product(scree_root(square), scree_scene_pixel_width(table, length));
}

/* The distance in pixels to the nearest line of equal distance. */
SCREE_FN float scree_scene_pixels_to_line(const scree_table table, const float distance_there, const float change)
{
    float beside = scree_scene_line_distance(table, distance_there);
    return scree_divide(scree_scene_product(beside, scree_scene_float(table, SCREE_SCENE_INTERVAL)), change);
}

/* The share of a line that is seen: lines that are near each other fade. */
SCREE_FN float scree_scene_line_strength(const scree_table table, const float change)
{
    float pixels = scree_divide(scree_scene_float(table, SCREE_SCENE_INTERVAL), change);
    return scree_scene_clamped(scree_scene_difference(scree_scene_product(pixels, SCREE_SCENE_LINE_DENSITY), 1.0f),
                               0.0f, 1.0f);
}

/* A position of the slice: its colour, and the share of what lies behind that it hides. */
SCREE_STRUCT(scree_scene_sheet)
{
    scree_scene_light light;
    float opacity;
};

/* The share of lines of equal distance at a position of the slice. */
SCREE_FN float scree_scene_slice_line(const scree_table table, const float distance_there, const float change)
{
    float share = 0.0f;
    /* Nearer lines are not seen, and their quotients would be subnormal; level ground has none, whatever its value. */
    float interval = scree_scene_float(table, SCREE_SCENE_INTERVAL);
    if (interval > change && change > scree_scene_product(interval, 1.0e-6f)) {
        share = scree_scene_product(
            scree_scene_line(scree_scene_pixels_to_line(table, distance_there, change), SCREE_SCENE_LINE_WIDTH),
            scree_scene_line_strength(table, change));
    }
    return share;
}

SCREE_FN scree_scene_sheet scree_scene_paint_slice(const scree_table table, const float distance_there,
                                                   const float change)
{
    scree_scene_sheet sheet;
    float value = scree_scene_sum(distance_there, scree_scene_float(table, SCREE_SCENE_THRESHOLD));
    float line = scree_scene_slice_line(table, distance_there, change);
    sheet.light = scree_scene_ramp(table, scree_scene_ramp_number(table, value));
    if (distance_there > 0.0f) {
        sheet.opacity = scree_scene_lerp(SCREE_SCENE_GLASS, SCREE_SCENE_GLASS_LINE, line);
    } else {
        float left = scree_scene_complement(scree_scene_product(line, SCREE_SCENE_MATTER_LINE));
        sheet.light = scree_scene_light_scaled(sheet.light, left);
        sheet.opacity = 1.0f;
    }
    float pixels = scree_divide(scree_scene_magnitude(distance_there), change);
    float zero_line = scree_scene_line(pixels, SCREE_SCENE_ZERO_LINE_WIDTH);
    sheet.light = scree_scene_light_mixed(sheet.light, scree_scene_light_of(1.0f, 1.0f, 1.0f), zero_line);
    sheet.opacity = scree_scene_greater(sheet.opacity, zero_line);
    return sheet;
}

/* The slice over what is seen behind it. */
SCREE_FN scree_scene_light scree_scene_seen_slice(const scree_scene_memory memory, const scree_table table,
                                                  const scree_scene_ray ray, const scree_scene_light behind,
                                                  const float length)
{
    scree_index axis = scree_table_word(table, SCREE_SCENE_SLICE_AXIS);
    float there = scree_scene_distance_along(memory, table, ray, length);
    float nearly = scree_scene_magnitude(there) < 1.0e-6f ? 0.0f : there;
    float change = scree_scene_change_a_pixel(memory, table, ray, axis, length);
    scree_scene_sheet sheet = scree_scene_paint_slice(table, nearly, scree_scene_clamped(change, 1.0e-9f, 1.0e12f));
    return scree_scene_light_mixed(behind, scree_scene_in_fog(table, sheet.light, ray, length), sheet.opacity);
}

/* The part of a ray that a slice leaves at a length: what is behind it. */
SCREE_FN scree_scene_span scree_scene_span_behind_slice(const scree_table table, const scree_scene_span span,
                                                        const float length)
{
    scree_scene_span behind = span;
    if (length < scree_scene_float(table, SCREE_SCENE_NEAR)) {
        behind.to = span.from;
    } else if (length > span.from) {
        behind.from = length;
        behind.face = SCREE_SCENE_NO_FACE;
    }
    return behind;
}

/* The light that a ray sees. A slice takes away all matter in front of it. */
SCREE_FN scree_scene_light scree_scene_surface(const scree_scene_memory memory, const scree_table table,
                                               const scree_scene_ray ray)
{
    scree_scene_span span = scree_scene_span_in_volume(table, ray, scree_scene_float(table, SCREE_SCENE_NEAR));
    scree_scene_span behind = span;
    scree_index axis = scree_table_word(table, SCREE_SCENE_SLICE_AXIS);
    float slice = SCREE_SCENE_NOWHERE;
    if (axis != 0u) {
        slice = scree_scene_slice_length(table, ray, axis);
        behind = scree_scene_span_behind_slice(table, span, slice);
    }
    scree_scene_light light = scree_scene_seen_surface(memory, table, ray, behind);
    if (axis != 0u && !(slice < span.from) && slice < span.to) {
        light = scree_scene_seen_slice(memory, table, ray, light, slice);
    }
    return light;
}

#endif
