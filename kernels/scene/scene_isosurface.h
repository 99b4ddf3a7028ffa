/*
 * Isosurfaces: where samples of three axes, trilinear between them, pass the threshold. Matter is where they are above
 * it, and is cut at the faces of the box.
 *
 * A ray walks through cells, each between eight samples: cell k along an axis is between samples k - 1 and k, so that a
 * position's cell is the whole part of half a sample more. Along the ray the field of a cell is a cubic. Its values at
 * four positions say where it turns (as Marmitt et al. have it, "Fast and accurate ray-voxel intersection techniques
 * for iso-surface ray tracing", 2004); between two turns it passes the threshold at most once, which halvings find.
 */
#ifndef SCREE_KERNELS_SCENE_ISOSURFACE_H
#define SCREE_KERNELS_SCENE_ISOSURFACE_H

#include "scene/scene_shade.h"
#include "scene/scene_volume.h"
#include "scene/scene_walk.h"

#define SCREE_SCENE_ISO_HALVINGS 20u
/* Excesses below this are none, so that none between samples is subnormal; samples that are no numbers are far below.
 */
#define SCREE_SCENE_ISO_LEAST 1.0e-12f
#define SCREE_SCENE_ISO_HOLE (-1.0e30f)
/* Coefficients that count as none, where the greatest value is 1. */
#define SCREE_SCENE_ISO_FLAT 1.0e-6f
/* How far above the surface rays to the light begin. */
#define SCREE_SCENE_ISO_LIFT 0.75f

/* How much a sample is above the threshold; negative below. */
SCREE_FN float scree_scene_iso_sample(const scree_scene_memory memory, const scree_table table, const scree_index index)
{
    scree_index bits = scree_scene_sample_bits(memory, index);
    float excess = scree_scene_value(bits) - scree_scene_float(table, SCREE_SCENE_THRESHOLD);
    float seen = scree_scene_magnitude(excess) < SCREE_SCENE_ISO_LEAST ? 0.0f : excess;
    return scree_scene_is_number(bits) ? seen : SCREE_SCENE_ISO_HOLE;
}

SCREE_SCENE_DEFINE_CORNERS(scree_scene_iso_corners, scree_scene_iso_sample)

SCREE_FN float scree_scene_iso_at(const scree_scene_memory memory, const scree_table table,
                                  const scree_scene_vector position)
{
    scree_scene_cube cube = scree_scene_cube_at(table, position);
    return scree_scene_trilinear(scree_scene_iso_corners(memory, table, cube), cube);
}

SCREE_SCENE_DEFINE_SLOPES(scree_scene_iso_slopes, scree_scene_iso_slope, scree_scene_iso_at)

/* A position within a cell along an axis; the outermost cells have one sample twice. */
SCREE_FN scree_scene_between scree_scene_between_in_cell(const float position, const scree_index cell,
                                                         const scree_index count)
{
    scree_scene_between between;
    scree_index last = count - 1u;
    between.first = scree_index_minimum((cell == 0u ? 1u : cell) - 1u, last);
    between.next = scree_index_minimum(cell, last);
    between.part = scree_scene_clamped(scree_scene_difference(position, scree_scene_whole(cell)), 0.0f, 1.0f);
    return between;
}

SCREE_FN scree_scene_cube scree_scene_cube_in_cell(const scree_table table, const scree_scene_vector position,
                                                   const scree_scene_cell cell)
{
    scree_scene_cube cube;
    cube.x = scree_scene_between_in_cell(position.x, cell.x, scree_table_word(table, SCREE_SCENE_COUNT));
    cube.y = scree_scene_between_in_cell(position.y, cell.y, scree_table_word(table, SCREE_SCENE_COUNT + 1u));
    cube.z = scree_scene_between_in_cell(position.z, cell.z, scree_table_word(table, SCREE_SCENE_COUNT + 2u));
    return cube;
}

/* A part of a ray within one cell. */
SCREE_STRUCT(scree_scene_chord)
{
    scree_scene_ray ray; /* Half a sample farther along each axis. */
    scree_scene_cell cell;
    scree_scene_corners corners;
    float from;
    float to;
};

SCREE_FN float scree_scene_chord_value(const scree_table table, const scree_scene_chord chord, const float length)
{
    scree_scene_vector position = scree_scene_ray_at(chord.ray, length);
    return scree_scene_trilinear(chord.corners, scree_scene_cube_in_cell(table, position, chord.cell));
}

/* Parts of the way from 0 to 1 at which a cubic may turn; the first is not behind the second. */
SCREE_STRUCT(scree_scene_turns)
{
    float first;
    float second;
};

/* A quotient, limited to 0 to 1; 0 where the divisor is nearly none. */
SCREE_FN float scree_scene_root_part(const float part, const float whole)
{
    bool is_flat = scree_scene_magnitude(whole) < SCREE_SCENE_ISO_FLAT;
    float quotient = scree_divide(part, is_flat ? 1.0f : whole);
    return is_flat ? 0.0f : scree_scene_clamped(quotient, 0.0f, 1.0f);
}

/* The roots of a + 2 b x + c x^2 between 0 and 1; 0 in the place of others. */
SCREE_FN scree_scene_turns scree_scene_roots(const float a, const float b, const float c)
{
    scree_scene_turns turns;
    float square = b * b - a * c;
    float root = scree_root(square < SCREE_SCENE_ISO_FLAT ? SCREE_SCENE_ISO_FLAT : square);
    float sum = -(b + (b < 0.0f ? -root : root));
    float one = scree_scene_root_part(sum, c);
    float other = scree_scene_root_part(a, sum);
    turns.first = scree_scene_lesser(one, other);
    turns.second = scree_scene_greater(one, other);
    return turns;
}

/* The extremes of the cubic that has these values at 0, a third, two thirds, and 1. */
SCREE_FN scree_scene_turns scree_scene_cubic_turns(const float at_0, const float at_1, const float at_2,
                                                   const float at_3)
{
    float most = scree_scene_greater(scree_scene_greater(scree_scene_magnitude(at_0), scree_scene_magnitude(at_1)),
                                     scree_scene_greater(scree_scene_magnitude(at_2), scree_scene_magnitude(at_3)));
    float scale = scree_scene_reciprocal(most < SCREE_SCENE_ISO_LEAST ? 1.0f : most);
    float f = at_0 * scale;
    float g = at_1 * scale;
    float h = at_2 * scale;
    float i = at_3 * scale;
    float linear = ((g * 18.0f - f * 11.0f) + (i * 2.0f - h * 9.0f)) * 0.5f;
    float square = ((f * 18.0f - g * 45.0f) + (h * 36.0f - i * 9.0f)) * 0.5f;
    float cube = ((g - h) * 27.0f + (i - f) * 9.0f) * 0.5f;
    return scree_scene_roots(linear, square, cube * 3.0f);
}

/* Finds where matter begins between a length outside of it and one within, by bisection. */
SCREE_FN float scree_scene_chord_meeting(const scree_table table, const scree_scene_chord chord, const float outside,
                                         const float inside)
{
    float before = outside;
    float behind = inside;
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_SCENE_ISO_HALVINGS; i++) {
        float middle = scree_scene_middle(before, behind);
        if (scree_scene_chord_value(table, chord, middle) > 0.0f) {
            behind = middle;
        } else {
            before = middle;
        }
    }
    return behind;
}

/* A length of a chord, from 0 to 1. */
SCREE_FN float scree_scene_chord_length(const scree_scene_chord chord, const float part)
{
    return scree_scene_lerp(chord.from, chord.to, part);
}

SCREE_FN scree_scene_turns scree_scene_chord_turns(const scree_table table, const scree_scene_chord chord)
{
    return scree_scene_cubic_turns(scree_scene_chord_value(table, chord, chord.from),
                                   scree_scene_chord_value(table, chord, scree_scene_chord_length(chord, 0.33333334f)),
                                   scree_scene_chord_value(table, chord, scree_scene_chord_length(chord, 0.6666667f)),
                                   scree_scene_chord_value(table, chord, chord.to));
}

/* Finds where a ray meets matter in a cell, if it does. */
SCREE_FN float scree_scene_meet_in_cell(const scree_table table, const scree_scene_chord chord)
{
    if (scree_scene_chord_value(table, chord, chord.from) > 0.0f) {
        return chord.from;
    }
    scree_scene_turns turns = scree_scene_chord_turns(table, chord);
    float meeting = SCREE_SCENE_NOWHERE;
    float before = chord.from;
    for (scree_index i = 0u; i < 3u && meeting < chord.from; i++) {
        float behind = i == 2u ? chord.to : scree_scene_chord_length(chord, i == 0u ? turns.first : turns.second);
        if (scree_scene_chord_value(table, chord, behind) > 0.0f) {
            meeting = scree_scene_chord_meeting(table, chord, before, behind);
        }
        before = behind;
    }
    return meeting;
}

SCREE_FN bool scree_scene_corners_have_matter(const scree_scene_corners corners)
{
    bool has_low = corners.c000 > 0.0f || corners.c100 > 0.0f || corners.c010 > 0.0f || corners.c110 > 0.0f;
    return has_low || corners.c001 > 0.0f || corners.c101 > 0.0f || corners.c011 > 0.0f || corners.c111 > 0.0f;
}

/* Finds where a ray meets matter in a brick of 8^3 cells, before a length. */
SCREE_FN float scree_scene_meet_in_cells(const scree_scene_memory memory, const scree_table table,
                                         const scree_scene_ray ray, const scree_scene_walk bricks, const float to)
{
    scree_scene_courses courses = scree_scene_courses_of(ray);
    scree_scene_cell low = scree_scene_cell_of(bricks.cell.x * 8u, bricks.cell.y * 8u, bricks.cell.z * 8u);
    scree_scene_cell high = scree_scene_cell_of(low.x + 7u, low.y + 7u, low.z + 7u);
    scree_scene_walk walk = scree_scene_walk_at(courses, bricks.last, low, high, 1.0f, 1.0f);
    float meeting = SCREE_SCENE_NOWHERE;
    scree_scene_chord chord;
    chord.ray = ray;
    while (meeting == SCREE_SCENE_NOWHERE && walk.last.distance < to &&
           ((walk.cell.x ^ low.x) | (walk.cell.y ^ low.y) | (walk.cell.z ^ low.z)) < 8u) {
        chord.cell = walk.cell;
        chord.from = walk.last.distance;
        walk = scree_scene_walk_on(courses, walk, 1.0f);
        chord.to = scree_scene_lesser(walk.last.distance, to);
        chord.corners = scree_scene_iso_corners(
            memory, table, scree_scene_cube_in_cell(table, scree_scene_vector_of(0.0f, 0.0f, 0.0f), chord.cell));
        if (scree_scene_corners_have_matter(chord.corners)) {
            meeting = scree_scene_meet_in_cell(table, chord);
        }
    }
    return meeting;
}

/* The lower of the bricks of samples between which a brick of cells is. */
SCREE_FN scree_index scree_scene_brick_below(const scree_index brick)
{
    return (brick == 0u ? 1u : brick) - 1u;
}

/* Finds where a ray meets matter within a span, if it does. */
SCREE_FN float scree_scene_meet_matter(const scree_scene_memory memory, const scree_table table,
                                       const scree_scene_ray ray, const scree_scene_span span)
{
    scree_scene_ray moved = ray;
    moved.x = scree_scene_sum(ray.x, 0.5f);
    moved.y = scree_scene_sum(ray.y, 0.5f);
    moved.z = scree_scene_sum(ray.z, 0.5f);
    scree_scene_courses courses = scree_scene_courses_of(moved);
    scree_scene_cell count = scree_scene_table_cell(table, SCREE_SCENE_COUNT);
    scree_scene_cell last = scree_scene_cell_of(count.x >> 3u, count.y >> 3u, count.z >> 3u);
    scree_scene_cell bricks = scree_scene_cell_of(last.x + 1u, last.y + 1u, last.z + 1u);
    scree_scene_crossing start = scree_scene_crossing_of(span.from, SCREE_SCENE_NO_AXIS);
    scree_scene_walk walk = scree_scene_walk_at(courses, start, scree_scene_cell_of(0u, 0u, 0u), last, 8.0f, 0.125f);
    float meeting = SCREE_SCENE_NOWHERE;
    while (meeting == SCREE_SCENE_NOWHERE && walk.last.distance < span.to &&
           scree_scene_cell_is_inside(walk.cell, bricks)) {
        scree_scene_cell below = scree_scene_cell_of(scree_scene_brick_below(walk.cell.x),
                                                     scree_scene_brick_below(walk.cell.y),
                                                     scree_scene_brick_below(walk.cell.z));
        if (scree_scene_bricks_have_matter(memory, table, below)) {
            meeting = scree_scene_meet_in_cells(memory, table, moved, walk, span.to);
        }
        walk = scree_scene_walk_on(courses, walk, 8.0f);
    }
    return meeting;
}

/* 1 where light comes to the surface directly, else 0. */
SCREE_FN float scree_scene_iso_direct(const scree_scene_memory memory, const scree_table table,
                                      const scree_scene_vector position, const scree_scene_vector normal)
{
    float direct = 1.0f;
    if (scree_table_word(table, SCREE_SCENE_HAS_SHADOWS) != 0u && scree_scene_faces_light(table, normal)) {
        scree_scene_vector outwards = scree_scene_in_samples(table, normal);
        scree_scene_ray ray =
            scree_scene_ray_to_light(table, scree_scene_along(position, outwards, SCREE_SCENE_ISO_LIFT));
        scree_scene_span span = scree_scene_span_in_volume(table, ray, 0.0f);
        if (span.from < span.to && scree_scene_meet_matter(memory, table, ray, span) != SCREE_SCENE_NOWHERE) {
            direct = 0.0f;
        }
    }
    return direct;
}

/* A component of a normal; what is too little to be seen is none, so that no product of it is subnormal. */
SCREE_FN float scree_scene_seen_component(const float component, const float scale)
{
    float scaled = component * scale;
    return scree_scene_magnitude(scaled) < 1.0e-12f ? 0.0f : -scaled;
}

/* The direction out of the matter: down the steepest slope. */
SCREE_FN scree_scene_vector scree_scene_iso_normal(const scree_scene_memory memory, const scree_table table,
                                                   const scree_scene_vector position)
{
    scree_scene_vector slopes = scree_scene_iso_slopes(memory, table, position);
    float most =
        scree_scene_greater(scree_scene_greater(scree_scene_magnitude(slopes.x), scree_scene_magnitude(slopes.y)),
                            scree_scene_magnitude(slopes.z));
    float scale = scree_scene_reciprocal(most < 1.0e-30f ? 1.0f : most);
    return scree_scene_unit_or_up(scree_scene_vector_of(scree_scene_seen_component(slopes.x, scale),
                                                        scree_scene_seen_component(slopes.y, scale),
                                                        scree_scene_seen_component(slopes.z, scale)));
}

/* The light that a ray sees: the surface, or where the ray begins in matter its cut. */
SCREE_FN scree_scene_light scree_scene_isosurface(const scree_scene_memory memory, const scree_table table,
                                                  const scree_scene_ray ray)
{
    scree_scene_light light = scree_scene_sky(table, ray.row);
    scree_scene_span span = scree_scene_span_in_volume(table, ray, scree_scene_float(table, SCREE_SCENE_NEAR));
    float meeting = SCREE_SCENE_NOWHERE;
    if (span.from < span.to) {
        meeting = scree_scene_meet_matter(memory, table, ray, span);
    }
    if (meeting != SCREE_SCENE_NOWHERE) {
        scree_scene_vector position = scree_scene_ray_at(ray, meeting);
        scree_scene_vector normal = scree_scene_face_normal(table, span.face, ray);
        if (meeting > span.from) {
            normal = scree_scene_iso_normal(memory, table, position);
        }
        float value = scree_scene_float(table, SCREE_SCENE_THRESHOLD);
        float direct = scree_scene_iso_direct(memory, table, position, normal);
        scree_scene_point point = scree_scene_volume_point(table, position, normal, value);
        light = scree_scene_shaded(table, scree_scene_surface_light(table, point), normal, direct, 1.0f);
        light = scree_scene_in_fog(table, light, ray, meeting);
    }
    return light;
}

#endif
