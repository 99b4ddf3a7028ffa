/*
 * Terrains: samples of two axes as heights, on a block of ground with walls at its sides. Light comes from one
 * direction, and from the sky.
 */
#ifndef SCREE_KERNELS_SCENE_TERRAIN_H
#define SCREE_KERNELS_SCENE_TERRAIN_H

#include "scene/scene_height_walk.h"
#include "scene/scene_shade.h"

/* How far the block of ground reaches below the lowest height, as a part of its longer side. */
#define SCREE_SCENE_GROUND_PART 0.03f
/* How far above a hit its ray to the light begins: a part of a sample, and of the length of the ray that hit. */
#define SCREE_SCENE_LIFT 0.01f
#define SCREE_SCENE_LIFT_PART 2.0e-6f
/* Walls are darker than the land. */
#define SCREE_SCENE_WALL_LIGHT 0.7f

/* The kinds of things that a ray meets. */
#define SCREE_SCENE_MEETS_NOTHING 0u
#define SCREE_SCENE_MEETS_LAND 1u
#define SCREE_SCENE_MEETS_WALL 2u

SCREE_STRUCT(scree_scene_meeting)
{
    scree_index what;
    float distance; /* The distance from the ray's origin. */
    scree_index face;
};

SCREE_FN float scree_scene_half_sample_on(const float coordinate)
{
    return coordinate + 0.5f;
}

/* The longer edge of the land. */
SCREE_FN float scree_scene_longest_edge(const scree_table table)
{
    scree_scene_vector size = scree_scene_in_space(table, scree_scene_table_vector(table, SCREE_SCENE_SIZE));
    return scree_scene_greater(size.x, size.y);
}

SCREE_FN float scree_scene_ground(const scree_table table, const scree_scene_heights heights)
{
    float side = scree_scene_longest_edge(table);
    return heights.low - side * SCREE_SCENE_GROUND_PART;
}

/* The span of a ray in the block of ground and what is above it, up to the highest sample. */
SCREE_FN scree_scene_span scree_scene_span_over_land(const scree_table table, const scree_scene_heights heights,
                                                     const scree_scene_ray ray, const float from)
{
    scree_scene_vector low = scree_scene_vector_of(0.0f, 0.0f, scree_scene_ground(table, heights));
    scree_scene_vector high = scree_scene_vector_of(scree_scene_float(table, SCREE_SCENE_SIZE),
                                                    scree_scene_float(table, SCREE_SCENE_SIZE + 1u), heights.high);
    return scree_scene_span_in_box(ray, from, low, high);
}

/* The length at which a ray meets the land, from the start of its way over it on; negative if it does not. */
SCREE_FN float scree_scene_meet_land(const scree_scene_memory memory, const scree_table table,
                                     const scree_scene_heights heights, const scree_scene_ray ray,
                                     const scree_scene_span span)
{
    scree_scene_height_ray walk;
    walk.ray = scree_scene_ray_moved(ray, span.from);
    walk.ray.x = scree_scene_half_sample_on(walk.ray.x);
    walk.ray.y = scree_scene_half_sample_on(walk.ray.y);
    walk.inverse_x = scree_scene_reciprocal(ray.dx);
    walk.inverse_y = scree_scene_reciprocal(ray.dy);
    walk.end = scree_scene_difference(span.to, span.from);
    return scree_scene_meet_heights(memory, table, heights, walk);
}

/* Whether a ray comes into the block of ground through a wall, or begins in it. */
SCREE_FN bool scree_scene_is_in_ground(const scree_scene_memory memory, const scree_scene_heights heights,
                                       const scree_scene_ray ray, const scree_scene_span span)
{
    scree_scene_ray entry = scree_scene_ray_moved(ray, span.from);
    float height =
        scree_scene_height(memory, heights, scree_scene_half_sample_on(entry.x), scree_scene_half_sample_on(entry.y));
    bool is_from_above = span.face == SCREE_SCENE_FACE_Z && ray.dz < 0.0f;
    return !is_from_above && !(entry.z > height);
}

SCREE_FN scree_scene_meeting scree_scene_meet_terrain(const scree_scene_memory memory, const scree_table table,
                                                      const scree_scene_heights heights, const scree_scene_ray ray)
{
    scree_scene_meeting meeting;
    scree_scene_span span = scree_scene_span_over_land(table, heights, ray, scree_scene_float(table, SCREE_SCENE_NEAR));
    meeting.what = SCREE_SCENE_MEETS_NOTHING;
    meeting.distance = span.from;
    meeting.face = span.face;
    if (!(span.to < span.from)) {
        if (scree_scene_is_in_ground(memory, heights, ray, span)) {
            meeting.what = SCREE_SCENE_MEETS_WALL;
        } else {
            float length = scree_scene_meet_land(memory, table, heights, ray, span);
            meeting.what = length < 0.0f ? SCREE_SCENE_MEETS_NOTHING : SCREE_SCENE_MEETS_LAND;
            meeting.distance = scree_scene_sum(span.from, length);
        }
    }
    return meeting;
}

SCREE_FN float scree_scene_lift(const float length)
{
    return SCREE_SCENE_LIFT + scree_scene_magnitude(length) * SCREE_SCENE_LIFT_PART;
}

/* Whether land stands between a position on it and the light. */
SCREE_FN bool scree_scene_is_in_shadow(const scree_scene_memory memory, const scree_table table,
                                       const scree_scene_heights heights, const scree_scene_vector position,
                                       const scree_scene_vector normal, const float length)
{
    scree_scene_vector outwards = scree_scene_in_samples(table, normal);
    scree_scene_vector lifted = scree_scene_along(position, outwards, scree_scene_lift(length));
    scree_scene_ray ray = scree_scene_ray_to_light(table, lifted);
    scree_scene_span span = scree_scene_span_over_land(table, heights, ray, 0.0f);
    bool is_dark = false;
    if (span.from < span.to) {
        is_dark = !(scree_scene_meet_land(memory, table, heights, ray, span) < 0.0f);
    }
    return is_dark;
}

/* The sample that has a height. */
SCREE_FN float scree_scene_land_value(const scree_scene_heights heights, const float height)
{
    float least = heights.scale * 1.0e-30f;
    bool is_none = scree_scene_magnitude(height) < scree_scene_magnitude(least);
    return is_none ? 0.0f : scree_divide(height, heights.scale);
}

/* The height of the ground below a position on the land or the water: water has the colour of its ground. */
SCREE_FN float scree_scene_ground_below(const scree_scene_memory memory, const scree_scene_heights heights,
                                        const scree_scene_vector position)
{
    float height = position.z;
    if (heights.water > -SCREE_SCENE_HEIGHT_LIMIT) {
        height = scree_scene_height(memory, scree_scene_heights_of_ground(heights),
                                    scree_scene_half_sample_on(position.x), scree_scene_half_sample_on(position.y));
    }
    return height;
}

/* The colour of a position before it is lit. Rows of samples follow one another against the world's y. */
SCREE_FN scree_scene_light scree_scene_land_light(const scree_table table, const scree_scene_heights heights,
                                                  const scree_scene_vector position, const scree_scene_vector normal)
{
    scree_scene_point point;
    point.value = scree_scene_land_value(heights, position.z);
    point.height = position.z;
    point.x = scree_scene_sample_near(position.x, heights.width);
    point.y = scree_scene_sample_near(position.y, heights.depth);
    point.z = 0u;
    point.normal = scree_scene_vector_of(normal.x, -normal.y, normal.z);
    return scree_scene_surface_light(table, point);
}

/* The height above or below the mean of four positions round it, at a distance. */
SCREE_FN float scree_scene_hollow(const scree_scene_memory memory, const scree_table table,
                                  const scree_scene_heights heights, const scree_scene_vector position,
                                  const float distance)
{
    scree_scene_vector step = scree_scene_in_samples(table, scree_scene_vector_of(distance, distance, 0.0f));
    scree_scene_around around = scree_scene_heights_around(memory, heights, scree_scene_half_sample_on(position.x),
                                                           scree_scene_half_sample_on(position.y), step);
    return ((around.left + around.right) + (around.front + around.back)) * 0.25f - position.z;
}

SCREE_FN float scree_scene_hollow_share(const float hollow, const float steepness)
{
    return hollow * steepness;
}

/* The share of light from the sky that hollows of the land leave. */
SCREE_FN float scree_scene_land_openness(const scree_scene_memory memory, const scree_table table,
                                         const scree_scene_heights heights, const scree_scene_vector position)
{
    float side = scree_scene_longest_edge(table);
    float hollow = 0.0f;
    SCREE_UNROLL_AHEAD
    for (scree_index i = 0u; i < 2u; i++) {
        float distance = scree_scene_product(side, i == 0u ? 0.01f : 0.04f);
        float share = scree_scene_hollow_share(scree_scene_hollow(memory, table, heights, position, distance),
                                               scree_scene_reciprocal(distance));
        hollow = scree_scene_sum(hollow, share);
    }
    return scree_scene_open_share(table, scree_scene_clamped(hollow, 0.0f, 1.0f));
}

/* How a point of the ground faces the light: its normal, and the shares of the sun's and the sky's light that arrive.
 */
SCREE_STRUCT(scree_scene_facing)
{
    scree_scene_vector normal;
    float direct;
    float open;
};

SCREE_FN scree_scene_facing scree_scene_land_facing(const scree_scene_memory memory, const scree_table table,
                                                    const scree_scene_heights heights,
                                                    const scree_scene_vector position, const float length)
{
    scree_scene_facing land;
    land.normal = scree_scene_height_normal(memory, table, heights, scree_scene_half_sample_on(position.x),
                                            scree_scene_half_sample_on(position.y));
    land.direct = 1.0f;
    if (scree_table_word(table, SCREE_SCENE_HAS_SHADOWS) != 0u && scree_scene_faces_light(table, land.normal) &&
        scree_scene_is_in_shadow(memory, table, heights, position, land.normal, length)) {
        land.direct = 0.0f;
    }
    land.open = 1.0f;
    if (scree_scene_float(table, SCREE_SCENE_OCCLUSION) > 0.0f) {
        land.open = scree_scene_land_openness(memory, table, heights, position);
    }
    return land;
}

SCREE_FN scree_scene_facing scree_scene_wall_facing(const scree_table table, const scree_scene_ray ray,
                                                    const scree_index face)
{
    scree_scene_facing wall;
    wall.normal = scree_scene_face_normal(table, face, ray);
    wall.direct = 1.0f;
    wall.open = 1.0f;
    return wall;
}

/* The light of the land, or of a wall, where a ray meets it. */
SCREE_FN scree_scene_light scree_scene_lit_ground(const scree_scene_memory memory, const scree_table table,
                                                  const scree_scene_heights heights, const scree_scene_ray ray,
                                                  const scree_scene_meeting meeting)
{
    scree_scene_vector position = scree_scene_ray_at(ray, meeting.distance);
    scree_scene_facing facing = scree_scene_wall_facing(table, ray, meeting.face);
    scree_scene_vector coloured = position;
    if (meeting.what == SCREE_SCENE_MEETS_LAND) {
        facing = scree_scene_land_facing(memory, table, heights, position, meeting.distance);
        coloured.z = scree_scene_ground_below(memory, heights, position);
    }
    scree_scene_light colour = scree_scene_land_light(table, heights, coloured, facing.normal);
    if (meeting.what == SCREE_SCENE_MEETS_WALL) {
        colour = scree_scene_light_scaled(colour, SCREE_SCENE_WALL_LIGHT);
    }
    return scree_scene_shaded(table, colour, facing.normal, facing.direct, facing.open);
}

/* The light that comes along a ray from a terrain or the sky. */
SCREE_FN scree_scene_light scree_scene_terrain(const scree_scene_memory memory, const scree_table table,
                                               const scree_scene_ray ray)
{
    scree_scene_heights heights = scree_scene_heights_of(memory, table);
    scree_scene_meeting meeting = scree_scene_meet_terrain(memory, table, heights, ray);
    scree_scene_light light = scree_scene_sky(table, ray.row);
    if (meeting.what != SCREE_SCENE_MEETS_NOTHING) {
        light = scree_scene_in_fog(table, scree_scene_lit_ground(memory, table, heights, ray, meeting), ray,
                                   meeting.distance);
    }
    return light;
}

#endif
