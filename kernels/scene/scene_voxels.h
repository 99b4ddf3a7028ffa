/* Scenes of voxels, and of columns of them: boxes with light, shadows, and corners that are darker where boxes meet. */
#ifndef SCREE_KERNELS_SCENE_VOXELS_H
#define SCREE_KERNELS_SCENE_VOXELS_H

#include "scene/scene_box.h"
#include "scene/scene_colour.h"
#include "scene/scene_walk.h"

/* A point on a face: its position, the normal, and how far it is along the face's two axes. */
SCREE_STRUCT(scree_scene_face)
{
    scree_scene_vector position;
    scree_scene_vector normal;
    scree_index axis;
    scree_scene_cell front; /* The voxel before the face. */
    float u;
    float v;
};

/* A coordinate, limited to those of a voxel. */
SCREE_FN float scree_scene_within(const float position, const scree_index voxel)
{
    return scree_scene_clamped(position, scree_scene_whole(voxel), scree_scene_whole(voxel + 1u));
}

/* How far a position is from the lower end of its voxel, 0 to 1. */
SCREE_FN float scree_scene_above(const float position, const scree_index voxel)
{
    return position - scree_scene_whole(voxel);
}

/* The axis of a face that a ray starts at, because it starts in matter: the one along which it goes most. */
SCREE_FN scree_index scree_scene_longest_axis(const scree_table table, const scree_scene_ray ray)
{
    scree_scene_vector direction = scree_scene_in_space(table, scree_scene_ray_direction(ray));
    float xx = direction.x * direction.x;
    float yy = direction.y * direction.y;
    float zz = direction.z * direction.z;
    scree_index flat_axis = xx < yy ? 1u : 0u;
    return (flat_axis == 0u ? xx : yy) < zz ? 2u : flat_axis;
}

/* The position of a hit, within its voxel. */
SCREE_FN scree_scene_vector scree_scene_hit_position(const scree_scene_ray ray, const scree_scene_hit hit)
{
    scree_scene_vector position = scree_scene_ray_at(ray, hit.at.distance);
    return scree_scene_vector_of(scree_scene_within(position.x, hit.voxel.x),
                                 scree_scene_within(position.y, hit.voxel.y),
                                 scree_scene_within(position.z, hit.voxel.z));
}

/* The coordinate of the face by which a ray comes into a voxel, if that is across this axis, or else of the position.
 */
SCREE_FN float scree_scene_on_face(const float position, const scree_index voxel, const float direction,
                                   const bool is_across)
{
    scree_index is_back = direction < 0.0f ? 1u : 0u;
    return is_across ? scree_scene_whole(voxel + is_back) : position;
}

/* The coordinate of the voxel before that face. */
SCREE_FN scree_index scree_scene_before_face(const scree_index voxel, const float direction, const bool is_across)
{
    scree_index step = direction < 0.0f ? 1u : 0xffffffffu;
    return is_across ? voxel + step : voxel;
}

SCREE_FN scree_scene_face scree_scene_face_of(const scree_table table, const scree_scene_ray ray,
                                              const scree_scene_hit hit)
{
    scree_scene_face face;
    scree_scene_vector position = scree_scene_hit_position(ray, hit);
    scree_index axis = hit.at.axis == SCREE_SCENE_NO_AXIS ? scree_scene_longest_axis(table, ray) : hit.at.axis;
    face.axis = axis;
    face.normal = scree_scene_face_normal(table, SCREE_SCENE_FACE_X + axis, ray);
    face.position.x = scree_scene_on_face(position.x, hit.voxel.x, ray.dx, axis == 0u);
    face.position.y = scree_scene_on_face(position.y, hit.voxel.y, ray.dy, axis == 1u);
    face.position.z = scree_scene_on_face(position.z, hit.voxel.z, ray.dz, axis == 2u);
    face.front.x = scree_scene_before_face(hit.voxel.x, ray.dx, axis == 0u);
    face.front.y = scree_scene_before_face(hit.voxel.y, ray.dy, axis == 1u);
    face.front.z = scree_scene_before_face(hit.voxel.z, ray.dz, axis == 2u);
    float x = scree_scene_above(position.x, hit.voxel.x);
    float y = scree_scene_above(position.y, hit.voxel.y);
    float z = scree_scene_above(position.z, hit.voxel.z);
    face.u = axis == 0u ? y : x;
    face.v = axis == 2u ? y : z;
    return face;
}

/* 1 where a voxel beside the one before a face is matter; `u` and `v` are 1, 0, or -1 modulo 2^32. */
SCREE_FN scree_index scree_scene_beside(const scree_scene_memory memory, const scree_table table,
                                        const scree_scene_face face, const scree_index u, const scree_index v)
{
    scree_scene_cell voxel = face.front;
    if (face.axis == 0u) {
        voxel.y += u;
    } else {
        voxel.x += u;
    }
    if (face.axis == 2u) {
        voxel.y += v;
    } else {
        voxel.z += v;
    }
    return scree_scene_voxel_is_matter(memory, table, voxel) ? 1u : 0u;
}

/* How dark a corner is, 0 to 3, by the voxels beside it: two sides hide what is behind them. */
SCREE_FN float scree_scene_corner(const scree_index side, const scree_index other_side, const scree_index corner)
{
    scree_index dark = (side & other_side) != 0u ? 3u : side + other_side + corner;
    return scree_f32_from_u24(dark);
}

/* The share of light that corners leave: 1 on open ground. */
SCREE_FN float scree_scene_openness(const scree_scene_memory memory, const scree_table table,
                                    const scree_scene_face face)
{
    scree_index back = 0xffffffffu;
    scree_index left = scree_scene_beside(memory, table, face, back, 0u);
    scree_index right = scree_scene_beside(memory, table, face, 1u, 0u);
    scree_index below = scree_scene_beside(memory, table, face, 0u, back);
    scree_index above = scree_scene_beside(memory, table, face, 0u, 1u);
    float left_below = scree_scene_corner(left, below, scree_scene_beside(memory, table, face, back, back));
    float right_below = scree_scene_corner(right, below, scree_scene_beside(memory, table, face, 1u, back));
    float left_above = scree_scene_corner(left, above, scree_scene_beside(memory, table, face, back, 1u));
    float right_above = scree_scene_corner(right, above, scree_scene_beside(memory, table, face, 1u, 1u));
    float low = scree_scene_lerp(left_below, right_below, face.u);
    float high = scree_scene_lerp(left_above, right_above, face.u);
    float dark = scree_scene_lerp(low, high, face.v);
    float taken = dark * 0.33333334f;
    return 1.0f - taken * scree_scene_float(table, SCREE_SCENE_OCCLUSION);
}

/* 1 where light comes to a face directly, else 0. */
SCREE_FN float scree_scene_direct(const scree_scene_memory memory, const scree_table table, const scree_scene_face face)
{
    if (scree_table_word(table, SCREE_SCENE_HAS_SHADOWS) == 0u || !scree_scene_faces_light(table, face.normal)) {
        return 1.0f;
    }
    scree_scene_ray to_light = scree_scene_ray_to_light(table, face.position);
    scree_scene_hit hit = scree_scene_walk_volume(memory, table, to_light, 0.0f);
    return hit.is_hit ? 0.0f : 1.0f;
}

SCREE_FN float scree_scene_voxel_middle(const scree_index voxel)
{
    return scree_scene_whole(voxel) + 0.5f;
}

SCREE_FN scree_scene_light scree_scene_voxel_light(const scree_scene_memory memory, const scree_table table,
                                                   const scree_scene_cell voxel, const scree_scene_vector normal)
{
    scree_scene_point point;
    point.value = scree_scene_sample(memory, scree_scene_sample_number(table, voxel));
    point.height = scree_scene_voxel_middle(voxel.z);
    point.x = voxel.x;
    point.y = voxel.y;
    point.z = voxel.z;
    point.normal = normal;
    return scree_scene_surface_light(table, point);
}

/* The light that comes along a ray from voxels or the sky. */
SCREE_FN scree_scene_light scree_scene_voxels(const scree_scene_memory memory, const scree_table table,
                                              const scree_scene_ray ray)
{
    scree_scene_hit hit = scree_scene_walk_volume(memory, table, ray, scree_scene_float(table, SCREE_SCENE_NEAR));
    if (!hit.is_hit) {
        return scree_scene_sky(table, ray.row);
    }
    scree_scene_face face = scree_scene_face_of(table, ray, hit);
    float lit = scree_scene_lit(table, face.normal, scree_scene_direct(memory, table, face));
    float open = scree_scene_float(table, SCREE_SCENE_OCCLUSION) > 0.0f ? scree_scene_openness(memory, table, face)
                                                                        : 1.0f;
    scree_scene_light light = scree_scene_voxel_light(memory, table, hit.voxel, face.normal);
    return scree_scene_in_fog(table, scree_scene_light_scaled(light, scree_scene_product(lit, open)), ray,
                              hit.at.distance);
}

#endif
