/*
 * Flows of noise: the curl of a potential, a current without sources and sinks, in which particles neither gather nor
 * thin out (R. Bridson, J. Hourihan and M. Nordenstam, "Curl-noise for procedural fluid flow", ACM Transactions on
 * Graphics 26 (2007)). In space the potential has three components, in the plane one; each is gradient noise with the
 * fade of K. Perlin ("Improving noise", ACM Transactions on Graphics 21 (2002)), whose gradients point to the corners
 * of a cube or a square. The noise repeats after 2^22 cells along each axis.
 *
 * No product becomes a subnormal number, which devices may treat as zero. Distances from a cell's corner are rounded to
 * multiples of 2^-20 (float32; 2^-40 for float64), weights and slopes below 2^-24 (2^-100) are zero: then products are
 * zero or at least 2^-92, and so are the differences of such products. That holds out to 2^44 cells (2^73).
 */
#ifndef SCREE_KERNELS_FLOW_H
#define SCREE_KERNELS_FLOW_H

#include "base/elementary_real.h"
#include "base/real3.h"
#include "base/real.h"
#include "base/real_word.h"
#include "particles/system_numbers.h"

#define SCREE_FLOW_CELLS 0x3fffffu

/* One of a cell's two sides along an axis. */
SCREE_STRUCT(scree_flow_side)
{
    scree_real weight;
    scree_real slope;  /* Derivative of the weight. */
    scree_real offset; /* The distance from the side to the position. */
    scree_real_word cell;
};

SCREE_STRUCT(scree_flow_axis)
{
    scree_flow_side low;
    scree_flow_side high;
};

/* 1.5 * 2^52 (1.5 * 2^23 for float32): the lowest bits of a sum with it are the nearest whole number. */
SCREE_FN scree_real scree_flow_rounder(void)
{
    return SCREE_REAL_CONSTANT(12582912.0f, 0x43380000u, 0u);
}

SCREE_FN scree_real scree_flow_unless_small(const scree_real value)
{
    return scree_real_unless_below(value, SCREE_REAL_CONSTANT(5.96046448e-8f, 0x39b00000u, 0u));
}

SCREE_FN scree_real scree_flow_fade(const scree_real t)
{
    scree_real cube = t * t * t;
    scree_real fade = cube * (t * (t * 6.0f - 15.0f) + 10.0f);
    return scree_flow_unless_small(fade);
}

SCREE_FN scree_real scree_flow_fade_slope(const scree_real t)
{
    scree_real bump = t * (t - 1.0f);
    scree_real slope = bump * bump * 30.0f;
    return scree_flow_unless_small(slope);
}

/* A coordinate less the nearest number of whole periods, which is exact out to 2^44 cells (2^73 for float64). */
SCREE_FN scree_real scree_flow_less_periods(const scree_real coordinate)
{
    scree_real periods = coordinate * SCREE_REAL_CONSTANT(2.38418579e-7f, 0x3e900000u, 0u);
    scree_real rounded = periods + scree_flow_rounder();
    return coordinate - (rounded - scree_flow_rounder()) * 4194304.0f;
}

/* The cell of a coordinate. A whole number belongs to either of its two cells, since the flow is continuous. */
SCREE_FN scree_flow_axis scree_flow_axis_of(const scree_real position)
{
    scree_flow_axis axis;
    scree_real coordinate = scree_flow_less_periods(position);
    scree_real grain = SCREE_REAL_CONSTANT(12.0f, 0x40b80000u, 0u);
    scree_real rounder = scree_flow_rounder();
    scree_real rounded = (coordinate - 0.5f) + rounder;
    scree_real exact = coordinate - (rounded - rounder);
    scree_real offset = (exact + grain) - grain;
    axis.low.offset = offset;
    axis.high.offset = offset - 1.0f;
    axis.high.weight = scree_flow_fade(offset);
    axis.low.weight = 1.0f - axis.high.weight;
    axis.high.slope = scree_flow_fade_slope(offset);
    axis.low.slope = -axis.high.slope;
    axis.low.cell = scree_word_from_real(rounded) & SCREE_FLOW_CELLS;
    axis.high.cell = (axis.low.cell + 1u) & SCREE_FLOW_CELLS;
    return axis;
}

SCREE_FN scree_flow_side scree_flow_side_of(const scree_flow_axis axis, const scree_index number)
{
    scree_flow_side side = axis.low;
    if (number != 0u) {
        side = axis.high;
    }
    return side;
}

/* The hash of a corner goes axis by axis: that of the axes before, and the cell. */
SCREE_FN scree_real_word scree_flow_hash(const scree_real_word before, const scree_real_word cell)
{
    scree_real_word hash = scree_word_times(before + cell, 0x9e3779b1u);
    hash = scree_word_times(hash ^ (hash >> 15u), 0x846ca68bu);
    return hash ^ (hash >> 16u);
}

SCREE_FN scree_real_word scree_flow_seed(const scree_real seed)
{
    scree_real rounded = seed + scree_flow_rounder();
    scree_real_word none = scree_word_from_real(rounded) & 0u;
    return scree_flow_hash(none, scree_word_from_real(rounded) & SCREE_FLOW_CELLS);
}

/* A component of a corner's gradient, 1 or -1: bit 31 - `bit` of the hash is its sign. */
SCREE_FN scree_real scree_flow_gradient(const scree_real_word hash, const scree_index bit)
{
    return scree_real_flip(SCREE_REAL_CONSTANT(1.0f, 0x3ff00000u, 0u), hash, bit);
}

/* The product of a gradient, whose signs begin at a bit, with the displacement from its corner. */
SCREE_FN scree_real scree_flow_rise(const scree_real_word hash, const scree_index bit, const scree_real3 displacement)
{
    return scree_real_flip(displacement.x, hash, bit) + scree_real_flip(displacement.y, hash, bit + 1u) +
           scree_real_flip(displacement.z, hash, bit + 2u);
}

/* The part that a corner contributes to the curl of three potentials. */
SCREE_FN scree_real3 scree_flow_at_corner(const scree_flow_side x, const scree_flow_side y, const scree_flow_side z,
                                          const scree_real_word before)
{
    scree_real_word hash = scree_flow_hash(before, x.cell);
    scree_real weight = x.weight * y.weight * z.weight;
    scree_real along_x = x.slope * y.weight * z.weight;
    scree_real along_y = x.weight * y.slope * z.weight;
    scree_real along_z = x.weight * y.weight * z.slope;
    scree_real3 displacement;
    scree_real3 curl;
    displacement.x = x.offset;
    displacement.y = y.offset;
    displacement.z = z.offset;
    scree_real first = scree_flow_rise(hash, 0u, displacement);
    scree_real second = scree_flow_rise(hash, 3u, displacement);
    scree_real third = scree_flow_rise(hash, 6u, displacement);
    curl.x = weight * (scree_flow_gradient(hash, 7u) - scree_flow_gradient(hash, 5u)) +
             (along_y * third - along_z * second);
    curl.y = weight * (scree_flow_gradient(hash, 2u) - scree_flow_gradient(hash, 6u)) +
             (along_z * first - along_x * third);
    curl.z = weight * (scree_flow_gradient(hash, 3u) - scree_flow_gradient(hash, 1u)) +
             (along_x * second - along_y * first);
    return curl;
}

SCREE_FN scree_real3 scree_flow_at_edge(const scree_flow_axis x, const scree_flow_side y, const scree_flow_side z,
                                        const scree_real_word before)
{
    scree_real_word hash = scree_flow_hash(before, y.cell);
    return scree_real3_sum(scree_flow_at_corner(x.low, y, z, hash), scree_flow_at_corner(x.high, y, z, hash));
}

SCREE_FN scree_real3 scree_flow_at_face(const scree_flow_axis x, const scree_flow_axis y, const scree_flow_side z,
                                        const scree_real_word before)
{
    scree_real_word hash = scree_flow_hash(before, z.cell);
    return scree_real3_sum(scree_flow_at_edge(x, y.low, z, hash), scree_flow_at_edge(x, y.high, z, hash));
}

/* A velocity of the numbers' speed. */
SCREE_FN scree_real3 scree_flow_scaled(const scree_real3 curl, const scree_real speed)
{
    scree_real3 v;
    v.x = curl.x * speed;
    v.y = curl.y * speed;
    v.z = curl.z * speed;
    return scree_real3_trim(v);
}

/* A position in cells. */
SCREE_FN scree_real3 scree_flow_position(const scree_real3 p, const scree_real cells)
{
    scree_real3 position;
    position.x = p.x * cells;
    position.y = p.y * cells;
    position.z = p.z * cells;
    return position;
}

SCREE_FN_APART scree_real3 scree_flow_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 position = scree_flow_position(p, n.a);
    scree_flow_axis x = scree_flow_axis_of(position.x);
    scree_flow_axis y = scree_flow_axis_of(position.y);
    scree_flow_axis z = scree_flow_axis_of(position.z);
    scree_real_word seed = scree_flow_seed(n.c);
    scree_real3 curl = position;
    SCREE_UNROLL_AHEAD
    for (scree_index side = 0u; side < 2u; side++) {
        scree_real3 face = scree_flow_at_face(x, y, scree_flow_side_of(z, side), seed);
        if (side == 0u) {
            curl = face;
        } else {
            curl = scree_real3_sum(curl, face);
        }
    }
    return scree_flow_scaled(curl, n.b);
}

/* The contribution of a corner to the curl of a potential in the plane: the gradient, rotated by a right angle. */
SCREE_FN scree_real3 scree_flow_at_plane_corner(const scree_flow_side x, const scree_flow_side y,
                                                const scree_real_word before)
{
    scree_real_word hash = scree_flow_hash(before, x.cell);
    scree_real weight = x.weight * y.weight;
    scree_real rise = scree_real_flip(x.offset, hash, 0u) + scree_real_flip(y.offset, hash, 1u);
    scree_real3 curl;
    curl.x = weight * scree_flow_gradient(hash, 1u) + x.weight * y.slope * rise;
    curl.y = -(weight * scree_flow_gradient(hash, 0u) + x.slope * y.weight * rise);
    curl.z = scree_real_from_words(0u, 0u);
    return curl;
}

SCREE_FN scree_real3 scree_flow_at_plane_edge(const scree_flow_axis x, const scree_flow_side y,
                                              const scree_real_word before)
{
    scree_real_word hash = scree_flow_hash(before, y.cell);
    return scree_real3_sum(scree_flow_at_plane_corner(x.low, y, hash), scree_flow_at_plane_corner(x.high, y, hash));
}

SCREE_FN_APART scree_real3 scree_flow_plane_velocity(const scree_real3 p, const scree_system_numbers n)
{
    scree_real3 position = scree_flow_position(p, n.a);
    scree_flow_axis x = scree_flow_axis_of(position.x);
    scree_flow_axis y = scree_flow_axis_of(position.y);
    scree_real_word seed = scree_flow_seed(n.c);
    scree_real3 low = scree_flow_at_plane_edge(x, y.low, seed);
    scree_real3 high = scree_flow_at_plane_edge(x, y.high, seed);
    return scree_flow_scaled(scree_real3_sum(low, high), n.b);
}

#endif
