/*
 * How particles are drawn: where a camera sees them, and the word that is added to their pixel. All arithmetic is
 * float32. Pixels are whole numbers, so that the order in which particles are drawn does not matter.
 */
#ifndef SCREE_KERNELS_SPLAT_H
#define SCREE_KERNELS_SPLAT_H

#include "particle_table.h"
#include "portable.h"
#include "root.h"

/*
 * The camera: rows of the matrix that takes a position to the right, up and ahead of it; how many pixels a unit of
 * length at a distance of one is (or at every distance, without perspective); the pixel straight ahead; the size of the
 * whole picture; and the distance from which on particles are seen.
 */
SCREE_STRUCT(scree_view)
{
    float right_x;
    float right_y;
    float right_z;
    float right_offset;
    float up_x;
    float up_y;
    float up_z;
    float up_offset;
    float ahead_x;
    float ahead_y;
    float ahead_z;
    float ahead_offset;
    float scale;
    float centre_x;
    float centre_y;
    float width;
    float height;
    float near;
    float has_perspective;
};

/* A position in the picture; both coordinates are 0xffffffff where it is not seen. */
SCREE_STRUCT(scree_seen)
{
    scree_u32 x;
    scree_u32 y;
};

SCREE_FN float scree_view_float(const scree_table table, const scree_index number)
{
    return scree_one_from_bits(scree_table_word(table, SCREE_PARTICLE_VIEW + number));
}

SCREE_FN scree_view scree_view_of(const scree_table table)
{
    scree_view view;
    view.right_x = scree_view_float(table, 0u);
    view.right_y = scree_view_float(table, 1u);
    view.right_z = scree_view_float(table, 2u);
    view.right_offset = scree_view_float(table, 3u);
    view.up_x = scree_view_float(table, 4u);
    view.up_y = scree_view_float(table, 5u);
    view.up_z = scree_view_float(table, 6u);
    view.up_offset = scree_view_float(table, 7u);
    view.ahead_x = scree_view_float(table, 8u);
    view.ahead_y = scree_view_float(table, 9u);
    view.ahead_z = scree_view_float(table, 10u);
    view.ahead_offset = scree_view_float(table, 11u);
    view.scale = scree_view_float(table, 12u);
    view.centre_x = scree_view_float(table, 13u);
    view.centre_y = scree_view_float(table, 14u);
    view.width = scree_view_float(table, 15u);
    view.height = scree_view_float(table, 16u);
    view.near = scree_view_float(table, 17u);
    view.has_perspective = scree_view_float(table, 18u);
    return view;
}

/* The reciprocal of a normal positive number, by three of Newton's steps; its error is about 2 ulp. */
SCREE_FN scree_f32 scree_reciprocal_near(const scree_f32 value)
{
    scree_f32 guess = scree_f32_from_bits(scree_u32_from_index(0x7ef127eau) - scree_bits_from_f32(value));
    guess = guess * (2.0f - value * guess);
    guess = guess * (2.0f - value * guess);
    return guess * (2.0f - value * guess);
}

SCREE_FN scree_f32 scree_view_row(const float x, const float y, const float z, const float offset, const scree_f32 px,
                                  const scree_f32 py, const scree_f32 pz)
{
    return (px * x + py * y) + (pz * z + offset);
}

/* All bits are set where a number is infinite or none. */
SCREE_FN scree_u32 scree_is_lost(const scree_f32 value)
{
    scree_u32 exponent = scree_bits_from_f32(value) & 0x7f800000u;
    return scree_select_equal_u32(exponent, scree_u32_from_index(0x7f800000u), scree_u32_from_index(0xffffffffu),
                                  scree_u32_from_index(0u));
}

/* All bits are set where a number is not at least `low` and below `high`. */
SCREE_FN scree_u32 scree_is_outside(const scree_f32 value, const scree_f32 low, const scree_f32 high)
{
    scree_u32 all = scree_u32_from_index(0xffffffffu);
    scree_u32 none = scree_u32_from_index(0u);
    return scree_select_less_words(value, low, all, none) | scree_select_less_words(value, high, none, all);
}

/* Where a position is seen. */
SCREE_FN scree_seen scree_view_see(const scree_view view, const bool has_perspective, const scree_f32 x,
                                   const scree_f32 y, const scree_f32 z)
{
    scree_f32 right = scree_view_row(view.right_x, view.right_y, view.right_z, view.right_offset, x, y, z);
    scree_f32 up = scree_view_row(view.up_x, view.up_y, view.up_z, view.up_offset, x, y, z);
    scree_f32 ahead = scree_view_row(view.ahead_x, view.ahead_y, view.ahead_z, view.ahead_offset, x, y, z);
    scree_u32 unseen = scree_is_lost(x) | scree_is_lost(y) | scree_is_lost(z);
    scree_f32 nearer = scree_f32_in_all(view.scale);
    if (has_perspective) {
        unseen = unseen | scree_is_outside(ahead, scree_f32_in_all(view.near), scree_f32_in_all(1.0e30f));
        nearer = view.scale * scree_reciprocal_near(ahead);
    }
    scree_f32 across = right * nearer + view.centre_x;
    scree_f32 down = view.centre_y - up * nearer;
    scree_f32 zero = scree_f32_in_all(0.0f);
    unseen = unseen | scree_is_outside(across, zero, scree_f32_in_all(view.width)) |
             scree_is_outside(down, zero, scree_f32_in_all(view.height));
    scree_seen seen;
    seen.x = scree_u32_from_f32(scree_f32_from_bits(scree_bits_from_f32(across) & ~unseen)) | unseen;
    seen.y = scree_u32_from_f32(scree_f32_from_bits(scree_bits_from_f32(down) & ~unseen)) | unseen;
    return seen;
}

/* The length of a velocity. A term that is small, but not subnormal, keeps squares away from what devices differ in. */
SCREE_FN scree_f32 scree_speed(const scree_f32 x, const scree_f32 y, const scree_f32 z)
{
    return scree_root(((x * x + y * y) + z * z) + 1.0e-30f);
}

/* A quantity as a value from 0 to 255; what is no number has the highest. */
SCREE_FN scree_u32 scree_splat_value(const scree_f32 quantity, const float lowest, const float scale)
{
    scree_f32 value = (quantity - lowest) * scale;
    scree_f32 highest = scree_f32_in_all(255.0f);
    scree_f32 zero = scree_f32_in_all(0.0f);
    value = scree_select_less(value, highest, value, highest);
    return scree_u32_from_f32(scree_select_less(zero, value, value, zero));
}

#endif
