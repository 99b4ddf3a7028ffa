/*
 * OpenSimplex2 in two to four axes, and its smooth variant OpenSimplex2S in two and three, made after K. Spencer's
 * description of them.
 *
 * The first is simplex noise whose lattice is rotated, and whose gradients lie in another frame; both are matters of
 * the host (src/field/noise/lattice_matrix.c). The smooth one has a larger radius, the distance of a lattice point from
 * its nearest neighbours: more points reach a sample, all of them of the sum over the whole lattice that is not zero.
 */
#ifndef SCREE_KERNELS_OPENSIMPLEX2_H
#define SCREE_KERNELS_OPENSIMPLEX2_H

#include "noise/kinds/simplex.h"

/* One octave of OpenSimplex2 at one sample, in 2 to 4 axes. */
SCREE_FN scree_f32 scree_opensimplex2_sample(const scree_site site, const scree_index axes,
                                             const scree_site_source source)
{
    return scree_simplex_sample(site, axes, source);
}

/*
 * OpenSimplex2S in two axes: four points reach a sample. Three are the corners of its triangle, of which `near` is the
 * one along the axis of the greater fraction. The fourth is the nearest of the three points across the triangle's
 * edges: across that of the lower and the upper corner (the only edge that is a diagonal of the cell), beyond that of
 * the near and the upper corner, or behind that of the lower and the near one. Major is the axis of the greater
 * fraction. Reaches are times 3/2, the square of the radius is 2/3.
 */
SCREE_FN scree_simplex_part scree_opensimplex2s_of_2(const scree_site site, const scree_site_source source)
{
    scree_f32 x = site.fraction[0];
    scree_f32 y = site.fraction[1];
    scree_f32 major = scree_maximum(x, y);
    scree_f32 minor = scree_minimum(x, y);
    scree_u32 key_x = site.key[0];
    scree_u32 key_y = site.key[1];
    scree_u32 stride_x = scree_u32_from_octave_word(source.axis[0].stride);
    scree_u32 stride_y = scree_u32_from_octave_word(source.axis[1].stride);
    scree_u32 major_key = scree_select_less_words(x, y, key_y, key_x);
    scree_u32 minor_key = scree_select_less_words(x, y, key_x, key_y);
    scree_u32 major_stride = scree_select_less_words(x, y, stride_y, stride_x);
    scree_u32 minor_stride = scree_select_less_words(x, y, stride_x, stride_y);
    scree_u32 major_next = major_key + major_stride;
    scree_u32 minor_next = minor_key + minor_stride;

    scree_simplex_corner lower;
    lower.displacement[0] = x;
    lower.displacement[1] = y;
    lower.keys = key_x ^ key_y;
    scree_simplex_corner upper;
    upper.displacement[0] = x - 1.0f;
    upper.displacement[1] = y - 1.0f;
    upper.keys = major_next ^ minor_next;
    scree_simplex_corner near;
    near.displacement[0] = scree_select_less(x, y, x, upper.displacement[0]);
    near.displacement[1] = scree_select_less(x, y, upper.displacement[1], y);
    near.keys = major_next ^ minor_key;

    scree_f32 lead = major - minor;
    scree_f32 across = minor - lead;
    scree_f32 behind = -across;
    scree_f32 beyond = 3.0f * major - 2.0f;
    scree_f32 not_behind = scree_maximum(across, beyond);
    scree_f32 not_beyond = scree_maximum(across, behind);
    scree_f32 far_major = scree_select_less(not_beyond, beyond, major - 2.0f, major);
    scree_f32 far_minor = scree_select_less(not_behind, behind, minor + 1.0f, minor - 1.0f);
    scree_simplex_corner far;
    far.displacement[0] = scree_select_less(x, y, far_minor, far_major);
    far.displacement[1] = scree_select_less(x, y, far_major, far_minor);
    far.keys = scree_select_less_words(not_beyond, beyond, major_next + major_stride, major_key) ^
               scree_select_less_words(not_behind, behind, minor_key - minor_stride, minor_next);

    scree_f32 square = major * lead + minor * minor;
    scree_f32 lower_reach = 1.0f - square;
    scree_f32 upper_reach = (x + y) - square;
    scree_f32 near_reach = (major + lead) - square;
    scree_f32 far_reach = scree_maximum(not_behind, behind) - square;
    scree_simplex_part inner = scree_simplex_join(scree_simplex_add(lower_reach, lower, 2u, source),
                                                  scree_simplex_add(upper_reach, upper, 2u, source));
    scree_simplex_part outer = scree_simplex_join(scree_simplex_add(near_reach, near, 2u, source),
                                                  scree_simplex_add(far_reach, far, 2u, source));
    return scree_simplex_join(inner, outer);
}

/* The nearest lattice point of three axes. */
SCREE_STRUCT(scree_opensimplex2s_nearest)
{
    scree_f32 displacement[3]; /* The way from the point to the sample. */
    scree_u32 key[3];
    scree_f32 reach;   /* Half of it. */
    scree_f32 quarter; /* A quarter of the sum of the displacement. */
};

/*
 * The nearest point is one of the corners of the sample's simplex. How much more they reach than the lower corner, plus
 * 3/4, is compared. A corner is nearest only where it leads by more than an eighth of a cell in all fractions that
 * decide which one it is, so a fraction belongs to a step where it is above a limit that need not be exact.
 */
SCREE_FN scree_opensimplex2s_nearest scree_opensimplex2s_find(const scree_site site, const scree_site_source source)
{
    scree_f32 x = site.fraction[0];
    scree_f32 y = site.fraction[1];
    scree_f32 z = site.fraction[2];
    scree_f32 largest = scree_maximum(scree_maximum(x, y), z);
    scree_f32 smallest = scree_minimum(scree_minimum(x, y), z);
    scree_f32 sum = x + y + z;
    scree_f32 upper = sum * 0.5f;
    scree_f32 first = (largest + largest) - upper;
    scree_f32 second = (sum - 0.25f) - (smallest + smallest);
    scree_f32 lower = scree_f32_in_all(0.75f);
    scree_f32 outer = scree_maximum(lower, upper);
    scree_f32 outer_limit = scree_select_less(lower, upper, scree_f32_in_all(-1.0f), scree_f32_in_all(1.0f));
    scree_f32 inner = scree_maximum(first, second);
    scree_f32 inner_limit = scree_select_less(first, second, smallest + 0.125f, largest - 0.125f);
    scree_f32 limit = scree_select_less(outer, inner, inner_limit, outer_limit);
    scree_f32 quarter = sum * 0.25f;
    scree_f32 outer_quarter = scree_select_less(lower, upper, quarter - 0.75f, quarter);
    scree_f32 inner_quarter = scree_select_less(first, second, quarter - 0.5f, quarter - 0.25f);
    scree_opensimplex2s_nearest nearest;
    nearest.quarter = scree_select_less(outer, inner, inner_quarter, outer_quarter);
    /* Axes stand one by one, here and below, because compilers of GPUs may keep a loop, and the structure in memory. */
    nearest.displacement[0] = scree_select_less(limit, x, x - 1.0f, x);
    nearest.displacement[1] = scree_select_less(limit, y, y - 1.0f, y);
    nearest.displacement[2] = scree_select_less(limit, z, z - 1.0f, z);
    nearest.key[0] = scree_select_less_words(limit, x, site.key[0] + source.axis[0].stride, site.key[0]);
    nearest.key[1] = scree_select_less_words(limit, y, site.key[1] + source.axis[1].stride, site.key[1]);
    nearest.key[2] = scree_select_less_words(limit, z, site.key[2] + source.axis[2].stride, site.key[2]);
    scree_f32 squares = x * x + y * y + z * z;
    nearest.reach = (scree_maximum(outer, inner) + (upper * upper - squares)) * 0.5f;
    return nearest;
}

/* The displacement from a neighbour to the sample along an axis, from that to the nearest point, if it is a step away.
 */
SCREE_FN scree_f32 scree_opensimplex2s_displacement(const scree_f32 displacement, const scree_f32 step,
                                                    const bool is_away)
{
    scree_f32 result = displacement;
    if (is_away) {
        result = displacement - step;
    }
    return result;
}

/* The key of a neighbour along an axis; `bits` are those of a number with the sign of the step. */
SCREE_FN scree_u32 scree_opensimplex2s_key(const scree_u32 key, const scree_u32 bits, const scree_octave_word stride,
                                           const bool is_away)
{
    scree_u32 result = key;
    if (is_away) {
        result = scree_select_less_u32(bits, scree_u32_from_index(0x80000000u), key + stride, key - stride);
    }
    return result;
}

/*
 * The addition of one of two opposite neighbours of the nearest point: that towards the sample. `steps` has a bit for
 * each axis along which it is a step away; `along` is the inner product of the displacement from the nearest point and
 * of that to the neighbour in positive direction; `reach` is half the nearest point's, less half the square of the
 * distance of the two.
 */
SCREE_FN scree_simplex_part scree_opensimplex2s_neighbour(const scree_opensimplex2s_nearest nearest,
                                                          const scree_index steps, const scree_f32 along,
                                                          const scree_f32 reach, const scree_site_source source)
{
    scree_u32 bits = scree_bits_from_f32(along);
    scree_u32 sign = bits & 0x80000000u;
    scree_f32 step = scree_f32_from_bits(sign | 0x3f800000u);
    scree_simplex_corner corner;
    corner.displacement[0] = scree_opensimplex2s_displacement(nearest.displacement[0], step, (steps & 1u) != 0u);
    corner.displacement[1] = scree_opensimplex2s_displacement(nearest.displacement[1], step, (steps & 2u) != 0u);
    corner.displacement[2] = scree_opensimplex2s_displacement(nearest.displacement[2], step, (steps & 4u) != 0u);
    corner.keys = scree_opensimplex2s_key(nearest.key[0], bits, source.axis[0].stride, (steps & 1u) != 0u) ^
                  scree_opensimplex2s_key(nearest.key[1], bits, source.axis[1].stride, (steps & 2u) != 0u) ^
                  scree_opensimplex2s_key(nearest.key[2], bits, source.axis[2].stride, (steps & 4u) != 0u);
    return scree_simplex_add(reach + scree_f32_from_bits(bits ^ sign), corner, 3u, source);
}

/*
 * OpenSimplex2S in three axes, where the square of the radius is 3/4. The lattice is body-centred cubic: a point has
 * eight neighbours, and six at the distance of one. The points that reach a sample are the nearest one and, of each two
 * opposite neighbours of that, the one towards the sample.
 */
SCREE_FN scree_simplex_part scree_opensimplex2s_of_3(const scree_site site, const scree_site_source source)
{
    scree_opensimplex2s_nearest nearest = scree_opensimplex2s_find(site, source);
    scree_simplex_corner corner;
    corner.displacement[0] = nearest.displacement[0];
    corner.displacement[1] = nearest.displacement[1];
    corner.displacement[2] = nearest.displacement[2];
    corner.keys = nearest.key[0] ^ nearest.key[1] ^ nearest.key[2];
    scree_f32 x = nearest.displacement[0];
    scree_f32 y = nearest.displacement[1];
    scree_f32 z = nearest.displacement[2];
    scree_f32 quarter = nearest.quarter;
    scree_f32 half_sum = quarter + quarter;
    scree_f32 near = nearest.reach - 0.375f;
    scree_f32 far = nearest.reach - 0.5f;
    scree_simplex_part part_0 = scree_simplex_add(nearest.reach, corner, 3u, source);
    scree_simplex_part part_x = scree_opensimplex2s_neighbour(nearest, 1u, x - quarter, near, source);
    scree_simplex_part part_y = scree_opensimplex2s_neighbour(nearest, 2u, y - quarter, near, source);
    scree_simplex_part part_z = scree_opensimplex2s_neighbour(nearest, 4u, z - quarter, near, source);
    scree_simplex_part part_xyz = scree_opensimplex2s_neighbour(nearest, 7u, quarter, near, source);
    scree_simplex_part part_yz = scree_opensimplex2s_neighbour(nearest, 6u, half_sum - x, far, source);
    scree_simplex_part part_xz = scree_opensimplex2s_neighbour(nearest, 5u, half_sum - y, far, source);
    scree_simplex_part part_xy = scree_opensimplex2s_neighbour(nearest, 3u, half_sum - z, far, source);
    scree_simplex_part near_parts =
        scree_simplex_join(scree_simplex_join(part_0, part_x), scree_simplex_join(part_y, part_z));
    scree_simplex_part far_parts =
        scree_simplex_join(scree_simplex_join(part_xyz, part_yz), scree_simplex_join(part_xz, part_xy));
    return scree_simplex_join(near_parts, far_parts);
}

/* All points that reach a sample of OpenSimplex2S, in 2 or 3 axes. */
SCREE_FN scree_simplex_part scree_opensimplex2s_of(const scree_site site, const scree_index axes,
                                                   const scree_site_source source)
{
    scree_simplex_part part;
    if (axes == 2u) {
        part = scree_opensimplex2s_of_2(site, source);
    } else {
        part = scree_opensimplex2s_of_3(site, source);
    }
    return part;
}

/* One octave of OpenSimplex2S at one sample, in 2 or 3 axes. */
SCREE_FN scree_f32 scree_opensimplex2s_sample(const scree_site site, const scree_index axes,
                                              const scree_site_source source)
{
    return scree_opensimplex2s_of(site, axes, source).value;
}

#endif
