/* Samples of three axes, trilinear between their centres, and the same as the outermost ones beyond these. */
#ifndef SCREE_KERNELS_SCENE_VOLUME_H
#define SCREE_KERNELS_SCENE_VOLUME_H

#include "scene/scene_box.h"
#include "scene/scene_colour.h"
#include "scene/scene_sample.h"

/* A coordinate between the centres of two samples: the number of the first, and the part of the way to the next. */
SCREE_STRUCT(scree_scene_between)
{
    scree_index first;
    scree_index next;
    float part;
};

SCREE_FN scree_scene_between scree_scene_between_samples(const float coordinate, const scree_index count)
{
    scree_scene_between between;
    float last = scree_scene_whole(count - 1u);
    float position = scree_scene_clamped(scree_scene_difference(coordinate, 0.5f), 0.0f, last);
    between.first = scree_u32_from_f32(position);
    between.next = scree_index_minimum(between.first + 1u, count - 1u);
    between.part = position - scree_scene_whole(between.first);
    return between;
}

/* A position between eight samples. */
SCREE_STRUCT(scree_scene_cube)
{
    scree_scene_between x;
    scree_scene_between y;
    scree_scene_between z;
};

SCREE_FN scree_scene_cube scree_scene_cube_at(const scree_table table, const scree_scene_vector position)
{
    scree_scene_cube cube;
    cube.x = scree_scene_between_samples(position.x, scree_table_word(table, SCREE_SCENE_COUNT));
    cube.y = scree_scene_between_samples(position.y, scree_table_word(table, SCREE_SCENE_COUNT + 1u));
    cube.z = scree_scene_between_samples(position.z, scree_table_word(table, SCREE_SCENE_COUNT + 2u));
    return cube;
}

/* The number of the first sample of a row along x. */
SCREE_FN scree_index scree_scene_volume_row(const scree_table table, const scree_index y, const scree_index z)
{
    scree_index rows = z * scree_table_word(table, SCREE_SCENE_COUNT + 1u) + y;
    return rows * scree_table_word(table, SCREE_SCENE_COUNT);
}

/* Eight numbers, those next to each other along x first, then along y. */
SCREE_STRUCT(scree_scene_corners)
{
    float c000;
    float c100;
    float c010;
    float c110;
    float c001;
    float c101;
    float c011;
    float c111;
};

/* Defines the function NAME, which gives what the function SAMPLE makes of the eight samples around a cube. */
#define SCREE_SCENE_DEFINE_CORNERS(NAME, SAMPLE)                                                \
    SCREE_FN scree_scene_corners NAME(const scree_scene_memory memory, const scree_table table, \
                                      const scree_scene_cube cube)                              \
    {                                                                                           \
        scree_index low_front = scree_scene_volume_row(table, cube.y.first, cube.z.first);      \
        scree_index low_back = scree_scene_volume_row(table, cube.y.next, cube.z.first);        \
        scree_index high_front = scree_scene_volume_row(table, cube.y.first, cube.z.next);      \
        scree_index high_back = scree_scene_volume_row(table, cube.y.next, cube.z.next);        \
        scree_scene_corners corners;                                                            \
        corners.c000 = SAMPLE(memory, table, low_front + cube.x.first);                         \
        corners.c100 = SAMPLE(memory, table, low_front + cube.x.next);                          \
        corners.c010 = SAMPLE(memory, table, low_back + cube.x.first);                          \
        corners.c110 = SAMPLE(memory, table, low_back + cube.x.next);                           \
        corners.c001 = SAMPLE(memory, table, high_front + cube.x.first);                        \
        corners.c101 = SAMPLE(memory, table, high_front + cube.x.next);                         \
        corners.c011 = SAMPLE(memory, table, high_back + cube.x.first);                         \
        corners.c111 = SAMPLE(memory, table, high_back + cube.x.next);                          \
        return corners;                                                                         \
    }

SCREE_FN float scree_scene_trilinear(const scree_scene_corners corners, const scree_scene_cube cube)
{
    float low_front = scree_scene_lerp(corners.c000, corners.c100, cube.x.part);
    float low_back = scree_scene_lerp(corners.c010, corners.c110, cube.x.part);
    float high_front = scree_scene_lerp(corners.c001, corners.c101, cube.x.part);
    float high_back = scree_scene_lerp(corners.c011, corners.c111, cube.x.part);
    float low = scree_scene_lerp(low_front, low_back, cube.y.part);
    float high = scree_scene_lerp(high_front, high_back, cube.y.part);
    return scree_scene_lerp(low, high, cube.z.part);
}

/*
 * Defines NAME_ALONG and NAME: how what the function FIELD gives at a position changes along a length of 1 of an axis,
 * and of each, by central differences over two samples.
 */
#define SCREE_SCENE_DEFINE_SLOPES(NAME, NAME_ALONG, FIELD)                                      \
    SCREE_FN float NAME_ALONG(const scree_scene_memory memory, const scree_table table,         \
                              const scree_scene_vector position, const scree_scene_vector axis) \
    {                                                                                           \
        float slope = 0.0f;                                                                     \
        SCREE_UNROLL_AHEAD                                                                      \
        for (scree_index i = 0u; i < 2u; i++) {                                                 \
            scree_scene_vector at = scree_scene_along(position, axis, i == 0u ? 1.0f : -1.0f);  \
            float there = FIELD(memory, table, at);                                             \
            slope = i == 0u ? there : scree_scene_difference(slope, there);                     \
        }                                                                                       \
        return slope;                                                                           \
    }                                                                                           \
    SCREE_FN scree_scene_vector NAME(const scree_scene_memory memory, const scree_table table,  \
                                     const scree_scene_vector position)                         \
    {                                                                                           \
        scree_scene_vector slopes = scree_scene_vector_of(0.0f, 0.0f, 0.0f);                    \
        SCREE_UNROLL_AHEAD                                                                      \
        for (scree_index axis = 0u; axis < 3u; axis++) {                                        \
            float slope = NAME_ALONG(memory, table, position, scree_scene_axis(axis, 1.0f));    \
            slopes = scree_scene_with(slopes, axis, slope);                                     \
        }                                                                                       \
        return scree_scene_in_samples(table, scree_scene_scaled(slopes, 0.5f));                 \
    }

/* The box of all samples, whose lowest corner is 0. */
SCREE_FN scree_scene_span scree_scene_span_in_volume(const scree_table table, const scree_scene_ray ray,
                                                     const float from)
{
    return scree_scene_span_in_box(ray, from, scree_scene_vector_of(0.0f, 0.0f, 0.0f),
                                   scree_scene_table_vector(table, SCREE_SCENE_SIZE));
}

/* The longest side of the box of all samples. */
SCREE_FN float scree_scene_longest_side(const scree_table table)
{
    scree_scene_vector size = scree_scene_in_space(table, scree_scene_table_vector(table, SCREE_SCENE_SIZE));
    return scree_scene_greater(scree_scene_greater(size.x, size.y), size.z);
}

/* A position as far as its colour asks for it. */
SCREE_FN scree_scene_point scree_scene_volume_point(const scree_table table, const scree_scene_vector position,
                                                    const scree_scene_vector normal, const float value)
{
    scree_scene_point point;
    point.value = value;
    point.height = position.z;
    point.x = scree_scene_sample_near(position.x, scree_table_word(table, SCREE_SCENE_COUNT));
    point.y = scree_scene_sample_near(position.y, scree_table_word(table, SCREE_SCENE_COUNT + 1u));
    point.z = scree_scene_sample_near(position.z, scree_table_word(table, SCREE_SCENE_COUNT + 2u));
    point.normal = normal;
    return point;
}

#endif
