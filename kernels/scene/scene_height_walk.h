/*
 * Rays meet the heights of a terrain. A ray walks from cell to cell (Amanatides and Woo, "A fast voxel
 * traversal algorithm", 1987), and over blocks of cells of which it is above the highest sample (as Tevs, Ihrke and
 * Seidel, "Maximum mipmaps for fast, accurate, and scalable dynamic height field rendering", 2008). Blocks change no
 * bit: the lengths at which the ray leaves cells are those of planes, which are the same for cells and blocks, and each
 * rounded step keeps the order of numbers. So a block that the ray is above has only cells that it is above.
 */
#ifndef SCREE_KERNELS_SCENE_HEIGHT_WALK_H
#define SCREE_KERNELS_SCENE_HEIGHT_WALK_H

#include "scene/scene_heights.h"

/* Halvings of the part of a ray that is within a cell. */
#define SCREE_SCENE_HEIGHT_HALVINGS 12u
/* A height above the ground that is none: more than subnormal numbers, and less than is seen. */
#define SCREE_SCENE_ON_GROUND 1.0e-20f

/* A ray over cells, with its origin in coordinates of cells, and how far it goes. */
SCREE_STRUCT(scree_scene_height_ray)
{
    scree_scene_ray ray;
    float inverse_x;
    float inverse_y;
    float end;
};

/* A cell, and the length at which the ray comes to it. */
SCREE_STRUCT(scree_scene_height_cell)
{
    scree_index i;
    scree_index j;
    float distance;
};

/* The height of a ray above a cell's facet, as a polynomial of the length within the cell. */
SCREE_STRUCT(scree_scene_clearance)
{
    float start;
    float slope;
    float curvature;
};

SCREE_FN float scree_scene_clearance_slope(const scree_scene_ray ray, const scree_scene_facet facet, const float x,
                                           const float y)
{
    float along_x = facet.u + facet.twist * y;
    float along_y = facet.v + facet.twist * x;
    return ray.dz - (along_x * ray.dx + along_y * ray.dy);
}

SCREE_FN float scree_scene_clearance_curvature(const scree_scene_ray ray, const scree_scene_facet facet)
{
    return -(facet.twist * (ray.dx * ray.dy));
}

SCREE_FN scree_scene_clearance scree_scene_clearance_over(const scree_scene_ray ray, const scree_scene_facet facet,
                                                          const float x, const float y, const float z)
{
    scree_scene_clearance clearance;
    clearance.start = z - scree_scene_facet_height(facet, x, y);
    clearance.slope = scree_scene_clearance_slope(ray, facet, x, y);
    clearance.curvature = scree_scene_clearance_curvature(ray, facet);
    return clearance;
}

SCREE_FN float scree_scene_clearance_at(const scree_scene_clearance clearance, const float length)
{
    return clearance.start + length * (clearance.slope + length * clearance.curvature);
}

SCREE_FN float scree_scene_clearance_slope_at(const scree_scene_clearance clearance, const float length)
{
    return clearance.slope + 2.0f * (length * clearance.curvature);
}

SCREE_FN float scree_scene_share_of(const float length, const float before, const float after)
{
    return length * scree_divide(before, scree_scene_difference(before, after));
}

/* The length at which the clearance is lowest, if it falls at first and rises at the end; or else the end. */
SCREE_FN float scree_scene_lowest_at(const scree_scene_clearance clearance, const float end)
{
    float before = clearance.slope;
    float after = scree_scene_clearance_slope_at(clearance, end);
    float lowest = end;
    if (before < -1.0e-6f && after > 0.0f) {
        lowest = scree_scene_lesser(scree_scene_share_of(end, before, after), end);
    }
    return lowest;
}

/* The length between 0 and `end` at which the clearance becomes none. */
SCREE_FN float scree_scene_halve(const scree_scene_clearance clearance, const float end)
{
    float above = 0.0f;
    float below = end;
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_SCENE_HEIGHT_HALVINGS; i++) {
        float middle = scree_scene_middle(above, below);
        if (scree_scene_clearance_at(clearance, middle) > SCREE_SCENE_ON_GROUND) {
            above = middle;
        } else {
            below = middle;
        }
    }
    return below;
}

/* The length at which the clearance becomes zero within a cell, or a number below 0. */
SCREE_FN float scree_scene_clearance_end(const scree_scene_clearance clearance, const float length)
{
    float meeting = SCREE_SCENE_NOWHERE;
    if (!(clearance.start > SCREE_SCENE_ON_GROUND)) {
        meeting = 0.0f;
    } else {
        float lowest = scree_scene_lowest_at(clearance, length);
        if (!(scree_scene_clearance_at(clearance, lowest) > SCREE_SCENE_ON_GROUND)) {
            meeting = scree_scene_halve(clearance, lowest);
        } else if (!(scree_scene_clearance_at(clearance, length) > SCREE_SCENE_ON_GROUND)) {
            meeting = scree_scene_halve(clearance, length);
        }
    }
    return meeting;
}

/* The lowest height of a ray between two lengths. */
SCREE_FN float scree_scene_ray_bottom(const scree_scene_ray ray, const float from, const float to)
{
    return scree_scene_lesser(scree_scene_moved(ray.z, ray.dz, from), scree_scene_moved(ray.z, ray.dz, to));
}

/* The length at which a ray meets the ground within a cell. */
SCREE_FN float scree_scene_meet_cell(const scree_scene_memory memory, const scree_scene_heights heights,
                                     const scree_scene_height_ray walk, const scree_scene_height_cell at,
                                     const float to)
{
    scree_scene_facet facet = scree_scene_facet_at(memory, heights, at.i, at.j);
    float meeting = SCREE_SCENE_NOWHERE;
    if (!(scree_scene_ray_bottom(walk.ray, at.distance, to) > facet.top)) {
        float x = scree_scene_within_cell(scree_scene_moved(walk.ray.x, walk.ray.dx, at.distance), at.i);
        float y = scree_scene_within_cell(scree_scene_moved(walk.ray.y, walk.ray.dy, at.distance), at.j);
        float z = scree_scene_moved(walk.ray.z, walk.ray.dz, at.distance);
        scree_scene_clearance clearance = scree_scene_clearance_over(walk.ray, facet, x, y, z);
        float within = scree_scene_clearance_end(clearance, scree_scene_difference(to, at.distance));
        if (!(within < 0.0f)) {
            meeting = scree_scene_sum(at.distance, within);
        }
    }
    return meeting;
}

/* The length at which a ray leaves a block of cells along an axis. */
SCREE_FN float scree_scene_block_exit(const float origin, const float inverse, const scree_index cell,
                                      const scree_index level)
{
    scree_index first = (cell >> (3u * level)) << (3u * level);
    scree_index plane = inverse < 0.0f ? first : first + (1u << (3u * level));
    return scree_scene_plane_length(scree_scene_whole(plane), origin, inverse);
}

/* Whether a ray has come to a plane before a length, or at it where that counts. */
SCREE_FN bool scree_scene_has_passed(const float origin, const float inverse, const scree_index plane,
                                     const float length, const bool counts_equal)
{
    float at_plane = scree_scene_plane_length(scree_scene_whole(plane), origin, inverse);
    return at_plane < length || (counts_equal && at_plane == length);
}

/*
 * The cell of a block in which a ray is along an axis at a length: the one that it has come to by its planes, as if it
 * had walked from cell to cell. The position at the length gives a first guess.
 */
SCREE_FN scree_index scree_scene_cell_reached(const float origin, const float direction, const float inverse,
                                              const scree_index first, const scree_index last, const float length,
                                              const bool counts_equal)
{
    float position = scree_scene_clamped(scree_scene_moved(origin, direction, length), scree_scene_whole(first),
                                         scree_scene_whole(last));
    scree_index cell = scree_u32_from_f32(position);
    scree_index rises = inverse < 0.0f ? 0u : 1u;
    while (cell < last && scree_scene_has_passed(origin, inverse, cell + 1u, length, counts_equal) == (rises == 1u)) {
        cell = cell + 1u;
    }
    while (cell > first && scree_scene_has_passed(origin, inverse, cell, length, counts_equal) != (rises == 1u)) {
        cell = cell - 1u;
    }
    return cell;
}

/* The neighbouring cell of a block across the plane that a ray leaves it by. */
SCREE_FN scree_index scree_scene_cell_behind(const float inverse, const scree_index cell, const scree_index level)
{
    scree_index first = (cell >> (3u * level)) << (3u * level);
    return inverse < 0.0f ? first - 1u : first + (1u << (3u * level));
}

SCREE_FN scree_index scree_scene_cell_kept(const float origin, const float direction, const float inverse,
                                           const scree_index cell, const scree_index level, const float length,
                                           const bool counts_equal)
{
    scree_index kept = cell;
    if (level > 0u) {
        scree_index first = (cell >> (3u * level)) << (3u * level);
        scree_index last = first + (1u << (3u * level)) - 1u;
        kept = scree_scene_cell_reached(origin, direction, inverse, first, last, length, counts_equal);
    }
    return kept;
}

/* The cell behind a block. Of planes that are reached at once that across x comes first. */
SCREE_FN scree_scene_height_cell scree_scene_leave_block(const scree_scene_height_ray walk,
                                                         const scree_scene_height_cell at, const scree_index level,
                                                         const float exit_x, const float exit_y)
{
    scree_scene_height_cell next;
    scree_scene_ray ray = walk.ray;
    if (!(exit_y < exit_x)) {
        next.distance = exit_x;
        next.i = scree_scene_cell_behind(walk.inverse_x, at.i, level);
        next.j = scree_scene_cell_kept(ray.y, ray.dy, walk.inverse_y, at.j, level, exit_x, false);
    } else {
        next.distance = exit_y;
        next.i = scree_scene_cell_kept(ray.x, ray.dx, walk.inverse_x, at.i, level, exit_y, true);
        next.j = scree_scene_cell_behind(walk.inverse_y, at.j, level);
    }
    return next;
}

/* Whether a ray is above all of a block until it leaves it. */
SCREE_FN bool scree_scene_is_above(const scree_scene_memory memory, const scree_table table,
                                   const scree_scene_heights heights, const scree_scene_height_ray walk,
                                   const scree_scene_height_cell at, const scree_index level, const float to)
{
    scree_index columns = scree_scene_blocks(heights.width, level);
    scree_index block = (at.j >> (3u * level)) * columns + (at.i >> (3u * level));
    float top = scree_scene_block_top(memory, table, heights, level, block);
    return scree_scene_ray_bottom(walk.ray, at.distance, to) > top;
}

/* The level at which to go on behind a block: one up where the ray has left the block of the next level, too. */
SCREE_FN scree_index scree_scene_next_level(const scree_scene_height_cell before, const scree_scene_height_cell behind,
                                            const scree_index level, const scree_index levels)
{
    scree_index bits = 3u * level + 3u;
    bool has_left = (before.i >> bits) != (behind.i >> bits) || (before.j >> bits) != (behind.j >> bits);
    return has_left && level < levels ? level + 1u : level;
}

/* The length at which a ray meets the ground, from its origin on; negative where it does not. */
SCREE_FN float scree_scene_meet_heights(const scree_scene_memory memory, const scree_table table,
                                        const scree_scene_heights heights, const scree_scene_height_ray walk)
{
    scree_scene_height_cell at;
    at.i = scree_scene_cell_under(walk.ray.x, heights.width);
    at.j = scree_scene_cell_under(walk.ray.y, heights.depth);
    at.distance = 0.0f;
    scree_index level = heights.levels;
    float meeting = SCREE_SCENE_NOWHERE;
    while (at.distance < walk.end && meeting < 0.0f && at.i <= heights.width && at.j <= heights.depth) {
        float exit_x = scree_scene_block_exit(walk.ray.x, walk.inverse_x, at.i, level);
        float exit_y = scree_scene_block_exit(walk.ray.y, walk.inverse_y, at.j, level);
        float to = scree_scene_lesser(scree_scene_lesser(exit_x, exit_y), walk.end);
        if (level > 0u && !scree_scene_is_above(memory, table, heights, walk, at, level, to)) {
            level = level - 1u;
        } else {
            if (level == 0u) {
                meeting = scree_scene_meet_cell(memory, heights, walk, at, to);
            }
            scree_scene_height_cell behind = scree_scene_leave_block(walk, at, level, exit_x, exit_y);
            level = scree_scene_next_level(at, behind, level, heights.levels);
            at = behind;
        }
    }
    return meeting;
}

#endif
