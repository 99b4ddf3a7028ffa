/*
 * Surfaces: samples of three axes as distances to one, in the shortest side of a sample, negative inside; trilinear
 * between samples. A ray goes on by a distance that holds no surface (sphere tracing, Hart 1996), and halves the last
 * step. Matter that reaches the box's faces is cut there.
 *
 * A slice is a plane across an axis. What is on the camera's side of it is taken away; on it matter is painted by its
 * distances and the space round it is glass, with lines of equal distance.
 */
#ifndef SCREE_KERNELS_SCENE_SURFACE_H
#define SCREE_KERNELS_SCENE_SURFACE_H

#include "scene/scene_shade.h"
#include "scene/scene_volume.h"

#define SCREE_SCENE_SURFACE_STEPS 384u
#define SCREE_SCENE_SURFACE_SHADOW_STEPS 128u
#define SCREE_SCENE_SURFACE_HALVINGS 8u
/* No step is shorter. */
#define SCREE_SCENE_SURFACE_LEAST_STEP 0.0625f
/* Distances beyond this are as this; so are samples that are no numbers. */
#define SCREE_SCENE_SURFACE_FAR 1.0e9f
/* Distances below this are none, so that none between samples is subnormal. */
#define SCREE_SCENE_SURFACE_NEAR 1.0e-12f
/* A ray whose steps run out at a distance below this grazes the surface, and counts as hitting it. */
#define SCREE_SCENE_SURFACE_GRAZES 0.5f

/* The distance to the surface at a sample, and at a position. */
SCREE_FN float scree_scene_sample_distance(const scree_scene_memory memory, const scree_table table,
                                           const scree_index index)
{
    scree_index bits = scree_scene_sample_bits(memory, index);
    float value = scree_scene_value(bits) - scree_scene_float(table, SCREE_SCENE_THRESHOLD);
    float limited = scree_scene_clamped(value, -SCREE_SCENE_SURFACE_FAR, SCREE_SCENE_SURFACE_FAR);
    float distance_there = scree_scene_magnitude(limited) < SCREE_SCENE_SURFACE_NEAR ? 0.0f : limited;
    return scree_scene_is_number(bits) ? distance_there : SCREE_SCENE_SURFACE_FAR;
}

SCREE_SCENE_DEFINE_CORNERS(scree_scene_distances, scree_scene_sample_distance)

SCREE_FN float scree_scene_distance_at(const scree_scene_memory memory, const scree_table table,
                                       const scree_scene_vector position)
{
    scree_scene_cube cube = scree_scene_cube_at(table, position);
    return scree_scene_trilinear(scree_scene_distances(memory, table, cube), cube);
}

SCREE_FN float scree_scene_distance_along(const scree_scene_memory memory, const scree_table table,
                                          const scree_scene_ray ray, const float length)
{
    return scree_scene_distance_at(memory, table, scree_scene_ray_at(ray, length));
}

/*
 * A length that a ray may go at a distance. Distances at samples change by no more than the way between these, so
 * trilinear ones change by at most the root of 3 times the way; and they differ from the true ones by at most half the
 * diagonal of a sample, at either end.
 */
SCREE_FN float scree_scene_surface_step(const scree_table table, const float distance_there)
{
    float near_by = distance_there * 0.57735f;
    float far_away = distance_there - scree_scene_float(table, SCREE_SCENE_DIAGONAL);
    float step = near_by < far_away ? far_away : near_by;
    return step < SCREE_SCENE_SURFACE_LEAST_STEP ? SCREE_SCENE_SURFACE_LEAST_STEP : step;
}

/* Finds where a ray meets the surface between a length that is outside and one that is not, by bisection. */
SCREE_FN float scree_scene_surface_between(const scree_scene_memory memory, const scree_table table,
                                           const scree_scene_ray ray, const float outside, const float inside)
{
    float before = outside;
    float behind = inside;
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_SCENE_SURFACE_HALVINGS; i++) {
        float middle = scree_scene_middle(before, behind);
        if (scree_scene_distance_along(memory, table, ray, middle) > 0.0f) {
            before = middle;
        } else {
            behind = middle;
        }
    }
    return behind;
}

/* Finds where a ray meets the surface between two lengths, if it does. */
SCREE_FN float scree_scene_meet_surface(const scree_scene_memory memory, const scree_table table,
                                        const scree_scene_ray ray, const float from, const float to)
{
    float length = from;
    float before = from;
    float left = 1.0f;
    scree_index step = 0u;
    while (length < to && left > 0.0f && step < SCREE_SCENE_SURFACE_STEPS) {
        left = scree_scene_distance_along(memory, table, ray, length);
        if (left > 0.0f) {
            before = length;
            length = scree_scene_sum(length, scree_scene_surface_step(table, left));
        }
        step = step + 1u;
    }
    float meeting = SCREE_SCENE_NOWHERE;
    if (!(left > 0.0f)) {
        meeting = scree_scene_surface_between(memory, table, ray, before, length);
    } else if (length < to && left < SCREE_SCENE_SURFACE_GRAZES) {
        meeting = length;
    }
    return meeting;
}

SCREE_SCENE_DEFINE_SLOPES(scree_scene_distance_slopes, scree_scene_distance_slope, scree_scene_distance_at)

/* How wide the shadow of an edge becomes: one over its width at a length of 1. */
#define SCREE_SCENE_SHADOW_SHARPNESS 14.0f

/* A step towards the light, short enough that near misses are seen. */
SCREE_FN float scree_scene_surface_shadow_step(const float distance_there)
{
    float step = distance_there * 0.57735f;
    return step < 0.25f ? 0.25f : step;
}

SCREE_FN float scree_scene_shadow_share(const float distance_there, const float length)
{
    return scree_divide(scree_scene_product(distance_there, SCREE_SCENE_SHADOW_SHARPNESS), length);
}

/* The share of light that arrives from a direction: less where a ray passes near the surface (after Quilez, 2010). */
SCREE_FN float scree_scene_surface_sun(const scree_scene_memory memory, const scree_table table,
                                       const scree_scene_vector position)
{
    scree_scene_ray ray = scree_scene_ray_to_light(table, position);
    scree_scene_span span = scree_scene_span_in_volume(table, ray, 0.0f);
    float share = 1.0f;
    float length = 0.5f;
    for (scree_index step = 0u; step < SCREE_SCENE_SURFACE_SHADOW_STEPS && length < span.to && share > 0.0f; step++) {
        float there = scree_scene_distance_along(memory, table, ray, length);
        if (there > 1.0e-3f) {
            share = scree_scene_lesser(share, scree_scene_shadow_share(there, length));
            length = scree_scene_sum(length, scree_scene_surface_shadow_step(there));
        } else {
            share = 0.0f;
        }
    }
    return share;
}

/* The parts of the longest side at which the space over a surface is looked at, and how much each counts. */
#define SCREE_SCENE_OPEN_STEPS 5u
#define SCREE_SCENE_OPEN_PART 0.008f
#define SCREE_SCENE_OPEN_GROWTH 1.7f
#define SCREE_SCENE_OPEN_WEIGHT 0.32f
#define SCREE_SCENE_OPEN_FADING 0.72f

/* How much of a length over a surface is not free. */
SCREE_FN float scree_scene_closed_part(const float length, const float distance_there)
{
    float missing = length - distance_there;
    return scree_scene_clamped(scree_divide(missing < 1.0e-6f ? 0.0f : missing, length), 0.0f, 1.0f);
}

/* The share of light from everywhere that arrives at a position (after Evans, "Fast approximations", 2006). */
SCREE_FN float scree_scene_surface_openness(const scree_scene_memory memory, const scree_table table,
                                            const scree_scene_vector position, const scree_scene_vector normal)
{
    float length = scree_scene_product(scree_scene_longest_side(table), SCREE_SCENE_OPEN_PART);
    float weight = SCREE_SCENE_OPEN_WEIGHT;
    float closed = 0.0f;
    scree_scene_vector outwards = scree_scene_in_samples(table, normal);
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_SCENE_OPEN_STEPS; i++) {
        float there = scree_scene_distance_at(memory, table, scree_scene_along(position, outwards, length));
        closed = scree_scene_plus_product(closed, weight, scree_scene_closed_part(length, there));
        length = scree_scene_product(length, SCREE_SCENE_OPEN_GROWTH);
        weight = scree_scene_product(weight, SCREE_SCENE_OPEN_FADING);
    }
    return scree_scene_open_share(table, scree_scene_clamped(closed, 0.0f, 1.0f));
}

/* How far above the surface rays to the light begin. */
#define SCREE_SCENE_SURFACE_LIFT 0.75f

SCREE_FN scree_scene_light scree_scene_lit_surface(const scree_scene_memory memory, const scree_table table,
                                                   const scree_scene_vector position, const scree_scene_vector normal)
{
    float direct = 1.0f;
    if (scree_table_word(table, SCREE_SCENE_HAS_SHADOWS) != 0u && scree_scene_faces_light(table, normal)) {
        scree_scene_vector outwards = scree_scene_in_samples(table, normal);
        direct =
            scree_scene_surface_sun(memory, table, scree_scene_along(position, outwards, SCREE_SCENE_SURFACE_LIFT));
    }
    float open = 1.0f;
    if (scree_scene_float(table, SCREE_SCENE_OCCLUSION) > 0.0f) {
        open = scree_scene_surface_openness(memory, table, position, normal);
    }
    float value = scree_scene_float(table, SCREE_SCENE_THRESHOLD);
    scree_scene_point point = scree_scene_volume_point(table, position, normal, value);
    return scree_scene_shaded(table, scree_scene_surface_light(table, point), normal, direct, open);
}

/* The light that a ray sees from one length to another: the surface's or, where the ray begins in matter, its cut's. */
SCREE_FN scree_scene_light scree_scene_seen_surface(const scree_scene_memory memory, const scree_table table,
                                                    const scree_scene_ray ray, const scree_scene_span span)
{
    scree_scene_light light = scree_scene_sky(table, ray.row);
    float meeting = SCREE_SCENE_NOWHERE;
    if (span.from < span.to) {
        meeting = scree_scene_meet_surface(memory, table, ray, span.from, span.to);
    }
    if (!(meeting < span.from)) {
        scree_scene_vector position = scree_scene_ray_at(ray, meeting);
        scree_scene_vector normal = scree_scene_face_normal(table, span.face, ray);
        if (meeting > span.from) {
            normal = scree_scene_unit_or_up(scree_scene_distance_slopes(memory, table, position));
        }
        light = scree_scene_in_fog(table, scree_scene_lit_surface(memory, table, position, normal), ray, meeting);
    }
    return light;
}

#endif
