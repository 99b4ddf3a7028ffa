/* Rays through the pixels of a scene, and vectors. All arithmetic is float32. */
#ifndef SCREE_KERNELS_SCENE_RAY_H
#define SCREE_KERNELS_SCENE_RAY_H

#include "base/portable.h"
#include "base/root.h"
#include "scene/scene_number.h"
#include "scene/scene_table.h"

SCREE_STRUCT(scree_scene_vector)
{
    float x;
    float y;
    float z;
};

/* A ray: its origin, and the samples along each axis that it goes along a length of 1; and its pixel of the whole
   picture. No component of the direction is near zero. */
SCREE_STRUCT(scree_scene_ray)
{
    float x;
    float y;
    float z;
    float dx;
    float dy;
    float dz;
    scree_index column;
    scree_index row;
};

/* Directions along an axis are turned by so little that it is not seen, so that one over them is finite. */
#define SCREE_SCENE_LEAST_DIRECTION 0x35800000u /* 2^-20 */

SCREE_FN scree_scene_vector scree_scene_vector_of(const float x, const float y, const float z)
{
    scree_scene_vector vector;
    vector.x = x;
    vector.y = y;
    vector.z = z;
    return vector;
}

/* A vector with another component along an axis. */
SCREE_FN scree_scene_vector scree_scene_with(const scree_scene_vector a, const scree_index axis, const float component)
{
    return scree_scene_vector_of(axis == 0u ? component : a.x, axis == 1u ? component : a.y,
                                 axis == 2u ? component : a.z);
}

/* A vector of a length along an axis. */
SCREE_FN scree_scene_vector scree_scene_axis(const scree_index axis, const float length)
{
    return scree_scene_with(scree_scene_vector_of(0.0f, 0.0f, 0.0f), axis, length);
}

SCREE_FN scree_scene_vector scree_scene_table_vector(const scree_table table, const scree_index word)
{
    return scree_scene_vector_of(scree_scene_float(table, word), scree_scene_float(table, word + 1u),
                                 scree_scene_float(table, word + 2u));
}

SCREE_FN float scree_scene_dot(const scree_scene_vector a, const scree_scene_vector b)
{
    float xx = a.x * b.x;
    float yy = a.y * b.y;
    float zz = a.z * b.z;
    return (xx + yy) + zz;
}

/* a + b * factor */
SCREE_FN scree_scene_vector scree_scene_along(const scree_scene_vector a, const scree_scene_vector b,
                                              const float factor)
{
    scree_scene_vector sum;
    sum.x = a.x + b.x * factor;
    sum.y = a.y + b.y * factor;
    sum.z = a.z + b.z * factor;
    return sum;
}

SCREE_FN scree_scene_vector scree_scene_scaled(const scree_scene_vector a, const float factor)
{
    scree_scene_vector scaled;
    scaled.x = a.x * factor;
    scaled.y = a.y * factor;
    scaled.z = a.z * factor;
    return scaled;
}

/* A vector with each component times that of another one. */
SCREE_FN scree_scene_vector scree_scene_stretched(const scree_scene_vector a, const scree_scene_vector factors)
{
    scree_scene_vector stretched;
    stretched.x = a.x * factors.x;
    stretched.y = a.y * factors.y;
    stretched.z = a.z * factors.z;
    return stretched;
}

/* A vector of space in samples, and one in samples in space. */
SCREE_FN scree_scene_vector scree_scene_in_samples(const scree_table table, const scree_scene_vector a)
{
    return scree_scene_stretched(a, scree_scene_table_vector(table, SCREE_SCENE_SAMPLES_A_LENGTH));
}

SCREE_FN scree_scene_vector scree_scene_in_space(const scree_table table, const scree_scene_vector a)
{
    return scree_scene_stretched(a, scree_scene_table_vector(table, SCREE_SCENE_SIDES));
}

/* The direction to the light, in samples. */
SCREE_FN scree_scene_vector scree_scene_to_light(const scree_table table)
{
    return scree_scene_in_samples(table, scree_scene_table_vector(table, SCREE_SCENE_LIGHT));
}

SCREE_FN float scree_scene_length(const scree_scene_vector a)
{
    return scree_root(scree_scene_dot(a, a));
}

/* The unit vector along one whose length is 2^-40 to 2^60. */
SCREE_FN scree_scene_vector scree_scene_unit(const scree_scene_vector a)
{
    return scree_scene_scaled(a, scree_scene_reciprocal(scree_scene_length(a)));
}

/* A component of a direction, kept away from zero; zero counts as positive. */
SCREE_FN float scree_scene_direction(const float component)
{
    scree_index bits = scree_bits_from_one(component);
    scree_index magnitude = bits & 0x7fffffffu;
    scree_index sign = magnitude != 0u ? bits & 0x80000000u : 0u;
    return scree_one_from_bits(sign |
                               (magnitude < SCREE_SCENE_LEAST_DIRECTION ? SCREE_SCENE_LEAST_DIRECTION : magnitude));
}

SCREE_FN scree_scene_ray scree_scene_ray_from(const scree_scene_vector origin, const scree_scene_vector direction)
{
    scree_scene_ray ray;
    ray.x = origin.x;
    ray.y = origin.y;
    ray.z = origin.z;
    ray.dx = scree_scene_direction(direction.x);
    ray.dy = scree_scene_direction(direction.y);
    ray.dz = scree_scene_direction(direction.z);
    ray.column = 0u;
    ray.row = 0u;
    return ray;
}

/* A ray whose direction is a unit vector of space. */
SCREE_FN scree_scene_ray scree_scene_ray_in_space(const scree_table table, const scree_scene_vector origin,
                                                  const scree_scene_vector direction)
{
    scree_scene_ray ray = scree_scene_ray_from(origin, direction);
    scree_scene_vector stretched = scree_scene_in_samples(table, scree_scene_vector_of(ray.dx, ray.dy, ray.dz));
    ray.dx = stretched.x;
    ray.dy = stretched.y;
    ray.dz = stretched.z;
    return ray;
}

/* A ray to the light. */
SCREE_FN scree_scene_ray scree_scene_ray_to_light(const scree_table table, const scree_scene_vector origin)
{
    return scree_scene_ray_in_space(table, origin, scree_scene_table_vector(table, SCREE_SCENE_LIGHT));
}

/* Pixels from the middle of the picture to the middle of one, to the right and up. */
SCREE_FN float scree_scene_pixels_right(const scree_table table, const scree_index column)
{
    return (scree_f32_from_u24(column) + 0.5f) - scree_scene_float(table, SCREE_SCENE_HALF_WIDTH);
}

SCREE_FN float scree_scene_pixels_up(const scree_table table, const scree_index row)
{
    return (scree_scene_float(table, SCREE_SCENE_HALF_HEIGHT) - 0.5f) - scree_f32_from_u24(row);
}

/* A vector of the table plus what the pixel's position adds to it. */
SCREE_FN scree_scene_vector scree_scene_at_pixel(const scree_table table, const scree_index word, const float right,
                                                 const float up)
{
    scree_scene_vector start = scree_scene_table_vector(table, word);
    scree_scene_vector moved = scree_scene_along(start, scree_scene_table_vector(table, word + 3u), right);
    return scree_scene_along(moved, scree_scene_table_vector(table, word + 6u), up);
}

/* The ray through the middle of a pixel of the whole picture. */
SCREE_FN scree_scene_ray scree_scene_ray_of(const scree_table table, const scree_index column, const scree_index row)
{
    float right = scree_scene_pixels_right(table, column);
    float up = scree_scene_pixels_up(table, row);
    scree_scene_vector origin = scree_scene_at_pixel(table, SCREE_SCENE_ORIGIN, right, up);
    scree_scene_vector direction = scree_scene_unit(scree_scene_at_pixel(table, SCREE_SCENE_AHEAD, right, up));
    scree_scene_ray ray = scree_scene_ray_in_space(table, origin, direction);
    ray.column = column;
    ray.row = row;
    return ray;
}

SCREE_FN scree_scene_vector scree_scene_ray_direction(const scree_scene_ray ray)
{
    return scree_scene_vector_of(ray.dx, ray.dy, ray.dz);
}

/* The position at a distance along a ray. */
SCREE_FN scree_scene_vector scree_scene_ray_at(const scree_scene_ray ray, const float distance)
{
    scree_scene_vector position;
    position.x = ray.x + ray.dx * distance;
    position.y = ray.y + ray.dy * distance;
    position.z = ray.z + ray.dz * distance;
    return position;
}

#endif
