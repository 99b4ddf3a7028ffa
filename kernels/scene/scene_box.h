/* The span of a ray that is within a box. */
#ifndef SCREE_KERNELS_SCENE_BOX_H
#define SCREE_KERNELS_SCENE_BOX_H

#include "scene/scene_ray.h"

/* The face through which a ray comes: across x, y or z, or none where it begins within. */
#define SCREE_SCENE_NO_FACE 0u
#define SCREE_SCENE_FACE_X 1u
#define SCREE_SCENE_FACE_Y 2u
#define SCREE_SCENE_FACE_Z 3u

/* The length at which a ray meets what it does not meet. */
#define SCREE_SCENE_NOWHERE (-1.0e30f)

/* Lengths along a ray between which it is within a box; it misses the box where `to` is not above `from`. */
SCREE_STRUCT(scree_scene_span)
{
    float from;
    float to;
    scree_index face;
};

/* A coordinate of the position that is a length away. */
SCREE_FN float scree_scene_moved(const float origin, const float direction, const float length)
{
    return origin + direction * length;
}

/* The length at which a ray meets a plane across an axis. */
SCREE_FN float scree_scene_plane_length(const float plane, const float origin, const float inverse)
{
    return (plane - origin) * inverse;
}

/* One over each component of a ray's direction. */
SCREE_FN scree_scene_vector scree_scene_ray_inverses(const scree_scene_ray ray)
{
    return scree_scene_vector_of(scree_scene_reciprocal(ray.dx), scree_scene_reciprocal(ray.dy),
                                 scree_scene_reciprocal(ray.dz));
}

/* A span less what lies outside of two planes. */
SCREE_FN scree_scene_span scree_scene_span_between(const scree_scene_span span, const scree_index face,
                                                   const float origin, const float inverse, const float low,
                                                   const float high)
{
    scree_scene_span narrowed = span;
    float at_low = scree_scene_plane_length(low, origin, inverse);
    float at_high = scree_scene_plane_length(high, origin, inverse);
    float near_end = inverse < 0.0f ? at_high : at_low;
    float far_end = inverse < 0.0f ? at_low : at_high;
    if (near_end > span.from) {
        narrowed.from = near_end;
        narrowed.face = face;
    }
    if (far_end < span.to) {
        narrowed.to = far_end;
    }
    return narrowed;
}

/* A ray's span within a box, from a position along it. */
SCREE_FN scree_scene_span scree_scene_span_in_box(const scree_scene_ray ray, const float from,
                                                  const scree_scene_vector low, const scree_scene_vector high)
{
    scree_scene_vector inverses = scree_scene_ray_inverses(ray);
    scree_scene_span span;
    span.from = from;
    span.to = 1.0e30f;
    span.face = SCREE_SCENE_NO_FACE;
    span = scree_scene_span_between(span, SCREE_SCENE_FACE_X, ray.x, inverses.x, low.x, high.x);
    span = scree_scene_span_between(span, SCREE_SCENE_FACE_Y, ray.y, inverses.y, low.y, high.y);
    return scree_scene_span_between(span, SCREE_SCENE_FACE_Z, ray.z, inverses.z, low.z, high.z);
}

/* The same ray from another position on. */
SCREE_FN scree_scene_ray scree_scene_ray_moved(const scree_scene_ray ray, const float length)
{
    scree_scene_ray moved = ray;
    moved.x = scree_scene_moved(ray.x, ray.dx, length);
    moved.y = scree_scene_moved(ray.y, ray.dy, length);
    moved.z = scree_scene_moved(ray.z, ray.dz, length);
    return moved;
}

/* A component of a direction against one. */
SCREE_FN float scree_scene_against(const float component)
{
    return component < 0.0f ? 1.0f : -1.0f;
}

/* The direction out of the face through which a ray came; towards the ray's origin where it began within. */
SCREE_FN scree_scene_vector scree_scene_face_normal(const scree_table table, const scree_index face,
                                                    const scree_scene_ray ray)
{
    scree_scene_vector normal = scree_scene_in_space(table, scree_scene_vector_of(-ray.dx, -ray.dy, -ray.dz));
    if (face == SCREE_SCENE_FACE_X) {
        normal = scree_scene_vector_of(scree_scene_against(ray.dx), 0.0f, 0.0f);
    }
    if (face == SCREE_SCENE_FACE_Y) {
        normal = scree_scene_vector_of(0.0f, scree_scene_against(ray.dy), 0.0f);
    }
    if (face == SCREE_SCENE_FACE_Z) {
        normal = scree_scene_vector_of(0.0f, 0.0f, scree_scene_against(ray.dz));
    }
    return normal;
}

/* The number of the sample that covers a coordinate, below `count`. */
SCREE_FN scree_index scree_scene_sample_near(const float coordinate, const scree_index count)
{
    return scree_u32_from_f32(scree_scene_clamped(coordinate, 0.0f, scree_scene_whole(count - 1u)));
}

/* The unit vector along one; a vector that is too short for a direction points up. */
SCREE_FN scree_scene_vector scree_scene_unit_or_up(const scree_scene_vector a)
{
    scree_scene_vector unit = scree_scene_vector_of(0.0f, 0.0f, 1.0f);
    if (scree_scene_dot(a, a) > 1.0e-20f) {
        unit = scree_scene_unit(a);
    }
    return unit;
}

#endif
