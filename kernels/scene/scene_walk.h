/*
 * Walks of rays through the voxels of a volume, in the manner of Amanatides and Woo, "A fast voxel traversal algorithm
 * for ray tracing" (1987), on two levels: bricks of 8^3 voxels, and the voxels of those that have matter.
 *
 * A ray crosses the plane p along an axis at (p - origin) / direction, in float32. Crossings are in the order of these
 * numbers; equal ones in that of their axes. A voxel is reached by the crossings before it, so both levels, and a walk
 * without bricks, go through the same voxels: nothing is added up, and no error grows.
 */
#ifndef SCREE_KERNELS_SCENE_WALK_H
#define SCREE_KERNELS_SCENE_WALK_H

#include "base/portable.h"
#include "scene/scene_bricks.h"
#include "scene/scene_ray.h"

/* The number of no axis; it comes after the crossings of all axes at the same distance. */
#define SCREE_SCENE_NO_AXIS 3u

/* A ray along one axis. `is_back` is 1 where it goes towards lower numbers. */
SCREE_STRUCT(scree_scene_course)
{
    float origin;
    float direction;
    float inverse;
    scree_index is_back;
    scree_index step; /* 1, or -1 modulo 2^32. */
};

SCREE_STRUCT(scree_scene_courses)
{
    scree_scene_course x;
    scree_scene_course y;
    scree_scene_course z;
};

/* A position along a ray: behind the crossing of an axis, or the position itself. */
SCREE_STRUCT(scree_scene_crossing)
{
    float distance;
    scree_index axis;
};

/* Cells on a ray's way: the one that it is in, and the next planes along each axis and their distances. */
SCREE_STRUCT(scree_scene_walk)
{
    scree_scene_cell cell;
    scree_scene_vector plane;
    scree_scene_vector distance;
    scree_scene_crossing last;
};

/* The voxel that a ray hits, if it hits one. */
SCREE_STRUCT(scree_scene_hit)
{
    bool is_hit;
    scree_scene_cell voxel;
    scree_scene_crossing at;
};

SCREE_FN scree_scene_course scree_scene_course_of(const float origin, const float direction)
{
    scree_scene_course course;
    course.origin = origin;
    course.direction = direction;
    course.inverse = scree_scene_reciprocal(direction);
    course.is_back = scree_bits_from_one(direction) >> 31u;
    course.step = 1u - 2u * course.is_back;
    return course;
}

SCREE_FN scree_scene_courses scree_scene_courses_of(const scree_scene_ray ray)
{
    scree_scene_courses courses;
    courses.x = scree_scene_course_of(ray.x, ray.dx);
    courses.y = scree_scene_course_of(ray.y, ray.dy);
    courses.z = scree_scene_course_of(ray.z, ray.dz);
    return courses;
}

/* The distance at which a plane is crossed. */
SCREE_FN float scree_scene_distance_to(const scree_scene_course course, const float plane)
{
    return (plane - course.origin) * course.inverse;
}

SCREE_FN scree_scene_crossing scree_scene_crossing_of(const float distance, const scree_index axis)
{
    scree_scene_crossing crossing;
    crossing.distance = distance;
    crossing.axis = axis;
    return crossing;
}

/* Whether a crossing comes before another one, or is it. */
SCREE_FN bool scree_scene_is_passed(const float distance, const scree_index axis, const scree_scene_crossing at)
{
    return distance < at.distance || (distance == at.distance && axis <= at.axis);
}

SCREE_FN scree_scene_crossing scree_scene_later(const scree_scene_crossing at, const float distance,
                                                const scree_index axis)
{
    if (scree_scene_is_passed(distance, axis, at)) {
        return at;
    }
    return scree_scene_crossing_of(distance, axis);
}

/* The plane by which a ray comes into the cells between planes 0 and `planes`, or leaves them where `is_far` is 1. */
SCREE_FN float scree_scene_end_plane(const scree_scene_course course, const scree_index planes,
                                     const scree_index is_far)
{
    return scree_scene_whole(course.is_back != is_far ? planes : 0u);
}

/* Finds where a ray enters the box from the origin to `size`, but not before `near`. */
SCREE_FN scree_scene_crossing scree_scene_entry(const scree_scene_courses courses, const scree_scene_cell size,
                                                const float near)
{
    float x = scree_scene_distance_to(courses.x, scree_scene_end_plane(courses.x, size.x, 0u));
    float y = scree_scene_distance_to(courses.y, scree_scene_end_plane(courses.y, size.y, 0u));
    float z = scree_scene_distance_to(courses.z, scree_scene_end_plane(courses.z, size.z, 0u));
    scree_scene_crossing at = scree_scene_crossing_of(near, SCREE_SCENE_NO_AXIS);
    at = scree_scene_later(at, x, 0u);
    at = scree_scene_later(at, y, 1u);
    return scree_scene_later(at, z, 2u);
}

/* Whether a ray is still in the box from the origin to `size` there. */
SCREE_FN bool scree_scene_is_in_box(const scree_scene_courses courses, const scree_scene_cell size,
                                    const scree_scene_crossing at)
{
    float x = scree_scene_distance_to(courses.x, scree_scene_end_plane(courses.x, size.x, 1u));
    float y = scree_scene_distance_to(courses.y, scree_scene_end_plane(courses.y, size.y, 1u));
    float z = scree_scene_distance_to(courses.z, scree_scene_end_plane(courses.z, size.z, 1u));
    return !scree_scene_is_passed(x, 0u, at) && !scree_scene_is_passed(y, 1u, at) && !scree_scene_is_passed(z, 2u, at);
}

/* The plane between a cell and the next one on the way, or the one before. */
SCREE_FN float scree_scene_plane_of(const scree_scene_course course, const scree_index cell, const scree_index is_next,
                                    const float side)
{
    return scree_scene_whole(cell + (course.is_back ^ is_next)) * side;
}

/* A position along an axis, in cells. */
SCREE_FN float scree_scene_position_in_cells(const scree_scene_course course, const float distance, const float cells)
{
    float along = course.direction * distance;
    return (course.origin + along) * cells;
}

/* A cell near a position, within limits. */
SCREE_FN scree_index scree_scene_cell_near(const float position, const scree_index low, const scree_index high)
{
    float least = scree_scene_whole(low);
    float most = scree_scene_whole(high);
    float above = position < least ? least : position;
    return scree_u32_from_f32(above < most ? above : most);
}

/*
 * The cell of an axis that a ray is in, among those from `low` to `high`: all planes before it have been passed, and no
 * other. A guess by the position is put right by the crossings; it is seldom off, and by one.
 */
SCREE_FN scree_index scree_scene_cell_at(const scree_scene_course course, const scree_index axis,
                                         const scree_scene_crossing at, const scree_index low, const scree_index high,
                                         const float side, const float cells)
{
    scree_index first = course.is_back != 0u ? high : low;
    scree_index last = course.is_back != 0u ? low : high;
    scree_index cell = scree_scene_cell_near(scree_scene_position_in_cells(course, at.distance, cells), low, high);
    while (cell != last &&
           scree_scene_is_passed(scree_scene_distance_to(course, scree_scene_plane_of(course, cell, 1u, side)), axis,
                                 at)) {
        cell += course.step;
    }
    while (cell != first &&
           !scree_scene_is_passed(scree_scene_distance_to(course, scree_scene_plane_of(course, cell, 0u, side)), axis,
                                  at)) {
        cell -= course.step;
    }
    return cell;
}

/* A walk through cells of a side, at a position; the limits are those of the cells around it. */
SCREE_FN scree_scene_walk scree_scene_walk_at(const scree_scene_courses courses, const scree_scene_crossing at,
                                              const scree_scene_cell low, const scree_scene_cell high, const float side,
                                              const float cells)
{
    scree_scene_walk walk;
    walk.cell.x = scree_scene_cell_at(courses.x, 0u, at, low.x, high.x, side, cells);
    walk.cell.y = scree_scene_cell_at(courses.y, 1u, at, low.y, high.y, side, cells);
    walk.cell.z = scree_scene_cell_at(courses.z, 2u, at, low.z, high.z, side, cells);
    walk.plane.x = scree_scene_plane_of(courses.x, walk.cell.x, 1u, side);
    walk.plane.y = scree_scene_plane_of(courses.y, walk.cell.y, 1u, side);
    walk.plane.z = scree_scene_plane_of(courses.z, walk.cell.z, 1u, side);
    walk.distance.x = scree_scene_distance_to(courses.x, walk.plane.x);
    walk.distance.y = scree_scene_distance_to(courses.y, walk.plane.y);
    walk.distance.z = scree_scene_distance_to(courses.z, walk.plane.z);
    walk.last = at;
    return walk;
}

SCREE_FN float scree_scene_next_plane(const scree_scene_course course, const float plane, const float side)
{
    return course.is_back != 0u ? plane - side : plane + side;
}

/* The walk after the next crossing. */
SCREE_FN scree_scene_walk scree_scene_walk_on(const scree_scene_courses courses, const scree_scene_walk walk,
                                              const float side)
{
    scree_scene_walk next = walk;
    if (walk.distance.x <= walk.distance.y && walk.distance.x <= walk.distance.z) {
        next.last = scree_scene_crossing_of(walk.distance.x, 0u);
        next.cell.x += courses.x.step;
        next.plane.x = scree_scene_next_plane(courses.x, walk.plane.x, side);
        next.distance.x = scree_scene_distance_to(courses.x, next.plane.x);
    } else if (walk.distance.y <= walk.distance.z) {
        next.last = scree_scene_crossing_of(walk.distance.y, 1u);
        next.cell.y += courses.y.step;
        next.plane.y = scree_scene_next_plane(courses.y, walk.plane.y, side);
        next.distance.y = scree_scene_distance_to(courses.y, next.plane.y);
    } else {
        next.last = scree_scene_crossing_of(walk.distance.z, 2u);
        next.cell.z += courses.z.step;
        next.plane.z = scree_scene_next_plane(courses.z, walk.plane.z, side);
        next.distance.z = scree_scene_distance_to(courses.z, next.plane.z);
    }
    return next;
}

/* The first matter that a ray meets in a brick. */
SCREE_FN scree_scene_hit scree_scene_walk_brick(const scree_scene_memory memory, const scree_scene_courses courses,
                                                const scree_index brick, const scree_scene_cell at,
                                                const scree_scene_crossing start)
{
    scree_scene_cell low = scree_scene_cell_of(at.x * 8u, at.y * 8u, at.z * 8u);
    scree_scene_cell high = scree_scene_cell_of(low.x + 7u, low.y + 7u, low.z + 7u);
    scree_scene_walk walk = scree_scene_walk_at(courses, start, low, high, 1.0f, 1.0f);
    scree_scene_hit hit;
    hit.is_hit = false;
    while (!hit.is_hit && ((walk.cell.x ^ low.x) | (walk.cell.y ^ low.y) | (walk.cell.z ^ low.z)) < 8u) {
        hit.is_hit = scree_scene_brick_bit(memory, brick, walk.cell);
        hit.voxel = walk.cell;
        hit.at = walk.last;
        walk = scree_scene_walk_on(courses, walk, 1.0f);
    }
    return hit;
}

/* The first matter that a ray meets from a distance on. */
SCREE_FN scree_scene_hit scree_scene_walk_volume(const scree_scene_memory memory, const scree_table table,
                                                 const scree_scene_ray ray, const float near)
{
    scree_scene_courses courses = scree_scene_courses_of(ray);
    scree_scene_cell bricks = scree_scene_table_cell(table, SCREE_SCENE_BRICKS);
    scree_scene_cell size = scree_scene_cell_of(bricks.x * 8u, bricks.y * 8u, bricks.z * 8u);
    scree_scene_crossing start = scree_scene_entry(courses, size, near);
    scree_scene_cell first = scree_scene_cell_of(0u, 0u, 0u);
    scree_scene_cell last = scree_scene_cell_of(bricks.x - 1u, bricks.y - 1u, bricks.z - 1u);
    scree_scene_hit hit;
    hit.is_hit = false;
    hit.voxel = first;
    hit.at = start;
    if (!scree_scene_is_in_box(courses, size, start)) {
        return hit;
    }
    scree_scene_walk walk = scree_scene_walk_at(courses, start, first, last, 8.0f, 0.125f);
    while (!hit.is_hit && scree_scene_cell_is_inside(walk.cell, bricks)) {
        scree_index brick = scree_scene_cell_number(walk.cell, bricks);
        if (scree_scene_brick_has_matter(memory, table, brick)) {
            hit = scree_scene_walk_brick(memory, courses, brick, walk.cell, walk.last);
        }
        walk = scree_scene_walk_on(courses, walk, 8.0f);
    }
    return hit;
}

#endif
