/*
 * The distance to a terrain's surface of triangles, in float32. Each cell between four columns is split by its diagonal
 * from (x, y) to (x + 1, y + 1). A cell owns its two triangles, that diagonal, the edges from its corner (x, y) along x
 * and along y, and that corner. So every part of the surface has exactly one owner, also in a single row or column.
 *
 * A cell is seen from a voxel: its corner lies `x`, `y` steps and `rise` (in units of length) away. The vertical
 * distance s to a plane or line through the corner, which is exact except for roundings, gives the squared distance s *
 * s * inverse, where inverse = 1 / (1 + steepness squared) comes from a table. The nearest point of the plane or line
 * lies s * inverse * steepness away along each axis. It counts if it lies within the triangle or edge.
 *
 * The value that is compared with other cells is at least the distance to the box round the cell's corners
 * (scree_mesh_bound()). This holds for true distances, and taking the maximum keeps it true after rounding. All steps
 * of the bound are monotone, so the bound of a box is at most that of any box within it. A search may therefore skip a
 * cell, or a block of cells, whose bound is not below the smallest value so far. The result is the smallest value over
 * all cells, whatever the order of the search.
 */
#ifndef SCREE_KERNELS_MESH_H
#define SCREE_KERNELS_MESH_H

#include "distance/distance.h"

/* Sides of a voxel, and numbers derived from them. The diagonal is that of a cell, seen from above. */
SCREE_STRUCT(scree_mesh_sides)
{
    float x;
    float y;
    float inverse_x;        /* 1 / x^2. */
    float inverse_y;        /* 1 / y^2. */
    float inverse_diagonal; /* 1 / diagonal^2. */
    float diagonal_x;       /* Part of the diagonal that a step along x advances. */
    float diagonal_y;       /* Part of the diagonal that a step along y advances. */
    float across;           /* Distance from the diagonal that a step along x gains. */
};

/* A line over the ground: its rise a step, and how far from a point's foot the nearest point is, for s * inverse. */
SCREE_STRUCT(scree_mesh_line)
{
    float slope;
    float inverse;
    float foot;
};

SCREE_STRUCT(scree_mesh_face)
{
    float slope_x;
    float slope_y;
    float inverse;
    float foot_x;
    float foot_y;
};

/* `inverse_square`: 1 / (length of a step)^2. */
SCREE_FN scree_mesh_line scree_mesh_line_of(const float low, const float high, const float inverse,
                                            const float inverse_square)
{
    scree_mesh_line line;
    line.slope = high - low;
    line.inverse = inverse;
    line.foot = -(line.slope * inverse_square);
    return line;
}

/* A triangle's plane by its edge along x, and its edge along y. */
SCREE_FN scree_mesh_face scree_mesh_face_of(const float slope_x, const float slope_y, const float inverse,
                                            const scree_mesh_sides sides)
{
    scree_mesh_face face;
    face.slope_x = slope_x;
    face.slope_y = slope_y;
    face.inverse = inverse;
    face.foot_x = -(slope_x * sides.inverse_x);
    face.foot_y = -(slope_y * sides.inverse_y);
    return face;
}

/* `square` where `inside` is not negative and where it is less than `best`. */
SCREE_FN scree_f32 scree_mesh_nearer(const scree_f32 inside, const scree_f32 square, const scree_f32 best)
{
    scree_f32 zero = inside - inside;
    return scree_select_less(inside, zero, best, scree_minimum(square, best));
}

/* An edge: `along` steps to its start, and the squared distance to the vertical plane that it lies in. */
SCREE_FN scree_f32 scree_mesh_line_square(const scree_mesh_line line, const scree_f32 rise, const scree_f32 along,
                                          const scree_f32 aside, const scree_f32 best)
{
    scree_f32 above = rise - line.slope * along;
    scree_f32 part = above * line.inverse;
    scree_f32 foot = part * line.foot - along;
    return scree_mesh_nearer(scree_minimum(foot, 1.0f - foot), above * part + aside, best);
}

/* A triangle: the lower one holds the cell's edge along x from its corner, the other one that along y. */
SCREE_FN scree_f32 scree_mesh_lower_square(const scree_mesh_face face, const scree_f32 rise, const scree_f32 x,
                                           const scree_f32 y, const scree_f32 best)
{
    scree_f32 above = (rise - face.slope_x * x) - face.slope_y * y;
    scree_f32 part = above * face.inverse;
    scree_f32 foot_x = part * face.foot_x - x;
    scree_f32 foot_y = part * face.foot_y - y;
    scree_f32 inside = scree_minimum(scree_minimum(foot_y, foot_x - foot_y), 1.0f - foot_x);
    return scree_mesh_nearer(inside, above * part, best);
}

SCREE_FN scree_f32 scree_mesh_upper_square(const scree_mesh_face face, const scree_f32 rise, const scree_f32 x,
                                           const scree_f32 y, const scree_f32 best)
{
    scree_f32 above = (rise - face.slope_x * x) - face.slope_y * y;
    scree_f32 part = above * face.inverse;
    scree_f32 foot_x = part * face.foot_x - x;
    scree_f32 foot_y = part * face.foot_y - y;
    scree_f32 inside = scree_minimum(scree_minimum(foot_x, foot_y - foot_x), 1.0f - foot_y);
    return scree_mesh_nearer(inside, above * part, best);
}

/* The squared length of `steps` of `side` each. */
SCREE_FN scree_f32 scree_mesh_square(const scree_f32 steps, const float side)
{
    scree_f32 length = steps * side;
    return length * length;
}

/*
 * The values of a cell that a search reads. A cell at the map's end repeats the last height, and lacks the parts
 * beyond.
 */
SCREE_STRUCT(scree_mesh_cell)
{
    float height;       /* At the corner (x, y). */
    float height_x;     /* At (x + 1, y). */
    float height_y;     /* At (x, y + 1). */
    float height_xy;    /* At (x + 1, y + 1). */
    float inverse_x;    /* Inverse of the edge along x. */
    float inverse_y;    /* Inverse of the edge along y. */
    float inverse_xy;   /* Inverse of the diagonal. */
    float inverse_low;  /* Inverse of the lower triangle. */
    float inverse_high; /* Inverse of the upper triangle. */
    bool has_x;         /* Whether the cell has an edge along x. */
    bool has_y;         /* Whether the cell has an edge along y. */
};

/*
 * The smallest squared distance to the parts that a cell owns. Its corner is `x` and `y` steps from a voxel at height
 * `level`.
 */
SCREE_FN scree_f32 scree_mesh_cell_square(const scree_mesh_cell cell, const scree_mesh_sides sides, const scree_f32 x,
                                          const scree_f32 y, const scree_f32 level)
{
    scree_f32 rise = cell.height - level;
    scree_f32 square_x = scree_mesh_square(x, sides.x);
    scree_f32 square_y = scree_mesh_square(y, sides.y);
    scree_f32 best = (rise * rise + square_y) + square_x;
    if (cell.has_x) {
        scree_mesh_line edge = scree_mesh_line_of(cell.height, cell.height_x, cell.inverse_x, sides.inverse_x);
        best = scree_mesh_line_square(edge, rise, x, square_y, best);
    }
    if (cell.has_y) {
        scree_mesh_line edge = scree_mesh_line_of(cell.height, cell.height_y, cell.inverse_y, sides.inverse_y);
        best = scree_mesh_line_square(edge, rise, y, square_x, best);
    }
    if (cell.has_x && cell.has_y) {
        scree_mesh_line edge = scree_mesh_line_of(cell.height, cell.height_xy, cell.inverse_xy, sides.inverse_diagonal);
        scree_mesh_face low =
            scree_mesh_face_of(cell.height_x - cell.height, cell.height_xy - cell.height_x, cell.inverse_low, sides);
        scree_mesh_face high =
            scree_mesh_face_of(cell.height_xy - cell.height_y, cell.height_y - cell.height, cell.inverse_high, sides);
        scree_f32 along = x * sides.diagonal_x + y * sides.diagonal_y;
        best = scree_mesh_line_square(edge, rise, along, scree_mesh_square(x - y, sides.across), best);
        best = scree_mesh_lower_square(low, rise, x, y, best);
        best = scree_mesh_upper_square(high, rise, x, y, best);
    }
    return best;
}

/* A number's distance to an interval. */
SCREE_FN scree_f32 scree_mesh_gap(const scree_f32 value, const float low, const float high)
{
    scree_f32 zero = value - value;
    return scree_maximum(scree_maximum(low - value, value - high), zero);
}

/* The squared distance to a box that is `gap_x` and `gap_y` steps and a height of `gap_z` away. */
SCREE_FN scree_f32 scree_mesh_bound(const scree_f32 gap_z, const scree_f32 gap_y, const scree_f32 gap_x,
                                    const scree_mesh_sides sides)
{
    return (gap_z * gap_z + scree_mesh_square(gap_y, sides.y)) + scree_mesh_square(gap_x, sides.x);
}

SCREE_FN float scree_mesh_lesser(const float a, const float b)
{
    return a < b ? a : b;
}

SCREE_FN float scree_mesh_greater(const float a, const float b)
{
    return a > b ? a : b;
}

SCREE_FN float scree_mesh_cell_lowest(const scree_mesh_cell cell)
{
    return scree_mesh_lesser(scree_mesh_lesser(cell.height, cell.height_x),
                             scree_mesh_lesser(cell.height_y, cell.height_xy));
}

SCREE_FN float scree_mesh_cell_highest(const scree_mesh_cell cell)
{
    return scree_mesh_greater(scree_mesh_greater(cell.height, cell.height_x),
                              scree_mesh_greater(cell.height_y, cell.height_xy));
}

#endif
