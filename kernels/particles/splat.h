/*
 * How particles are drawn: where a camera sees them, which pixels a square around them has, and the word that is added
 * to a pixel. All arithmetic is float32. Pixels are whole numbers, so that the order in which particles are drawn does
 * not matter.
 */
#ifndef SCREE_KERNELS_SPLAT_H
#define SCREE_KERNELS_SPLAT_H

#include "particles/particle_table.h"
#include "base/portable.h"
#include "base/root.h"

/* Pixels of a quad along each side, at most. */
#define SCREE_QUAD_MAX_SIDE 128.0f

/*
 * The camera: rows of the matrix that takes a position to the right, up and ahead of it; how many pixels a unit of
 * length at a distance of one is (or at every distance, without perspective); the pixel straight ahead; the size of the
 * whole picture; and the distance from which on particles are seen. Behind it stands the side of a quad, as a length.
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
    float quad;
};

/* A position in the picture; both coordinates are 0xffffffff where it is not seen. */
SCREE_STRUCT(scree_seen)
{
    scree_u32 x;
    scree_u32 y;
};

/* A position in pixels from the picture's upper left corner, and how many pixels a unit of length is there. All bits
   are set where it is nowhere, or not ahead of the camera. */
SCREE_STRUCT(scree_projected)
{
    scree_f32 across;
    scree_f32 down;
    scree_f32 scale;
    scree_u32 unseen;
};

/* A quad in the picture: its upper left pixel, modulo 2^32, and the pixels along each side: 0 where it is not seen. */
SCREE_STRUCT(scree_quad)
{
    scree_u32 x;
    scree_u32 y;
    scree_u32 side;
};

/* The pixels of a quad in the window: from the first column and row to those behind the last. Where it has none, the
   latter are not the greater ones. */
SCREE_STRUCT(scree_quad_pixels)
{
    scree_index left;
    scree_index top;
    scree_index right;
    scree_index bottom;
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
    view.quad = scree_view_float(table, 19u);
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

SCREE_FN scree_projected scree_view_project(const scree_view view, const bool has_perspective, const scree_f32 x,
                                            const scree_f32 y, const scree_f32 z)
{
    scree_projected at;
    scree_f32 right = scree_view_row(view.right_x, view.right_y, view.right_z, view.right_offset, x, y, z);
    scree_f32 up = scree_view_row(view.up_x, view.up_y, view.up_z, view.up_offset, x, y, z);
    scree_f32 ahead = scree_view_row(view.ahead_x, view.ahead_y, view.ahead_z, view.ahead_offset, x, y, z);
    at.unseen = scree_is_lost(x) | scree_is_lost(y) | scree_is_lost(z);
    at.scale = scree_f32_in_all(view.scale);
    if (has_perspective) {
        at.unseen = at.unseen | scree_is_outside(ahead, scree_f32_in_all(view.near), scree_f32_in_all(1.0e30f));
        at.scale = view.scale * scree_reciprocal_near(ahead);
    }
    at.across = right * at.scale + view.centre_x;
    at.down = view.centre_y - up * at.scale;
    return at;
}

/* The position in the picture at which a position in space is seen. */
SCREE_FN scree_seen scree_view_see(const scree_view view, const bool has_perspective, const scree_f32 x,
                                   const scree_f32 y, const scree_f32 z)
{
    scree_projected at = scree_view_project(view, has_perspective, x, y, z);
    scree_f32 zero = scree_f32_in_all(0.0f);
    scree_u32 unseen = at.unseen | scree_is_outside(at.across, zero, scree_f32_in_all(view.width)) |
                       scree_is_outside(at.down, zero, scree_f32_in_all(view.height));
    scree_seen seen;
    seen.x = scree_u32_from_f32(scree_f32_from_bits(scree_bits_from_f32(at.across) & ~unseen)) | unseen;
    seen.y = scree_u32_from_f32(scree_f32_from_bits(scree_bits_from_f32(at.down) & ~unseen)) | unseen;
    return seen;
}

/* The pixels along the side of a quad: the nearest whole number, and at least one, so that far ones are points. */
SCREE_FN scree_f32 scree_quad_side(const scree_f32 length)
{
    scree_f32 one = scree_f32_in_all(1.0f);
    scree_f32 most = scree_f32_in_all(SCREE_QUAD_MAX_SIDE);
    scree_f32 side = length + 0.5f;
    side = scree_select_less(one, side, side, one);
    return scree_floor(scree_select_less(side, most, side, most));
}

/* The quad around a position, which may be seen in part: of all squares of whole pixels, the one whose middle is
   nearest to the position. */
SCREE_FN scree_quad scree_view_quad(const scree_view view, const bool has_perspective, const scree_f32 x,
                                    const scree_f32 y, const scree_f32 z)
{
    scree_projected at = scree_view_project(view, has_perspective, x, y, z);
    scree_f32 side = scree_quad_side(at.scale * view.quad);
    scree_f32 offset = (side - 1.0f) * 0.5f;
    scree_f32 left = at.across - offset;
    scree_f32 top = at.down - offset;
    scree_f32 lowest = 1.0f - side;
    scree_u32 unseen = at.unseen | scree_is_outside(left, lowest, scree_f32_in_all(view.width)) |
                       scree_is_outside(top, lowest, scree_f32_in_all(view.height));
    scree_quad quad;
    quad.x = scree_u32_from_signed(scree_floor(scree_f32_from_bits(scree_bits_from_f32(left) & ~unseen)));
    quad.y = scree_u32_from_signed(scree_floor(scree_f32_from_bits(scree_bits_from_f32(top) & ~unseen)));
    quad.side = scree_u32_from_f32(side) & ~unseen;
    return quad;
}

/* The first of a quad's pixels in a window along an axis, and the one behind the last; both count from the window's
   begin, before which the quad may begin. */
SCREE_FN scree_index scree_quad_first(const scree_index from)
{
    return scree_index_from_offset(scree_offset_maximum(scree_offset_from_index(from), 0));
}

SCREE_FN scree_index scree_quad_end(const scree_index from, const scree_index side, const scree_index size)
{
    scree_offset end = scree_offset_minimum(scree_offset_from_index(from + side), scree_offset_from_index(size));
    return scree_index_from_offset(scree_offset_maximum(end, 0));
}

SCREE_FN scree_quad_pixels scree_quad_clip(const scree_table table, const scree_index x, const scree_index y,
                                           const scree_index side)
{
    scree_quad_pixels pixels;
    scree_index column = x - scree_table_word(table, SCREE_PARTICLE_LEFT);
    scree_index row = y - scree_table_word(table, SCREE_PARTICLE_TOP);
    pixels.left = scree_quad_first(column);
    pixels.top = scree_quad_first(row);
    pixels.right = scree_quad_end(column, side, scree_table_word(table, SCREE_PARTICLE_WIDTH));
    pixels.bottom = scree_quad_end(row, side, scree_table_word(table, SCREE_PARTICLE_HEIGHT));
    return pixels;
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
