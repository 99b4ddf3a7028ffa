/*
 * Squared distances as GPUs keep them: one signed number for each voxel, positive outside of the solid and negative
 * inside. They are integers where the sides of a voxel are equal, and float32 with SCREE_SQUARES_REAL, which an
 * entry file defines as 0 or 1.
 */
#ifndef SCREE_KERNELS_SQUARES_H
#define SCREE_KERNELS_SQUARES_H

#include "distance/columns.h"
#include "distance/distance.h"

#if defined(SCREE_SQUARES_REAL) && SCREE_SQUARES_REAL

#define scree_square float
/* The square for "no voxel": no sum with it is below another one. */
#define SCREE_SQUARE_FAR scree_one_from_bits(0x7f800000u)
#define SCREE_SQUARE_ZERO scree_one_from_bits(0u)

SCREE_FN scree_square scree_square_of_steps(const scree_offset steps, const float side)
{
    return scree_axis_square(scree_one_from_offset(steps), side);
}

SCREE_FN bool scree_square_is_inside(const scree_square square)
{
    return (scree_bits_from_one(square) >> 31u) != 0u;
}

SCREE_FN scree_square scree_square_minimum(const scree_square a, const scree_square b)
{
    return scree_minimum(a, b);
}

SCREE_FN scree_square scree_square_maximum(const scree_square a, const scree_square b)
{
    return scree_maximum(a, b);
}

/* 1 outside of the solid, -1 inside. */
SCREE_FN scree_square scree_square_sign(const bool is_inside)
{
    return scree_one_from_bits(is_inside ? 0xbf800000u : 0x3f800000u);
}

SCREE_FN float scree_one_from_square(const scree_square square)
{
    return square;
}

/*
 * Whether rounding leaves the sums of a strip of samples in the order that envelope.h needs, decided by the sum of one
 * of its ends. For a sample between two others, vertices that are not between theirs have sums that are more than the
 * smallest one by two squared sides at least. All roundings together are less than that where sums are less than 2^20
 * squared sides, and they are in all of a strip whose ends have sums below the bound given here. Where an end's sum is
 * far, the line has no voxel of the opposite side at all, since a sample of that side would be a term of 0: all sums
 * are far, and every order will do.
 */
SCREE_FN bool scree_square_keeps_order(const scree_square square, const float side)
{
    scree_square bound = 917504.0f * (side * side);
    return square < bound || square >= SCREE_SQUARE_FAR;
}

/* Iterates over the squares of successive numbers of steps. */
SCREE_STRUCT(scree_square_walk)
{
    float steps;
    float side;
};

SCREE_FN scree_square_walk scree_square_walk_from(const scree_offset steps, const float side)
{
    scree_square_walk walk;
    walk.steps = scree_one_from_offset(steps);
    walk.side = side;
    return walk;
}

SCREE_FN scree_square scree_square_walk_value(const scree_square_walk walk)
{
    return scree_axis_square(walk.steps, walk.side);
}

SCREE_FN scree_square_walk scree_square_walk_next(const scree_square_walk walk)
{
    scree_square_walk next;
    next.steps = walk.steps + 1.0f;
    next.side = walk.side;
    return next;
}

#else

#define scree_square scree_offset
/* The square for "no voxel": a sum with it exceeds every other one, and does not overflow. */
#define SCREE_SQUARE_FAR (1 << SCREE_FAR_SQUARE_LOG)
#define SCREE_SQUARE_ZERO 0

SCREE_FN scree_square scree_square_of_steps(const scree_offset steps, const float side)
{
    SCREE_UNUSED(side);
    return steps * steps;
}

SCREE_FN bool scree_square_is_inside(const scree_square square)
{
    return square < 0;
}

SCREE_FN scree_square scree_square_minimum(const scree_square a, const scree_square b)
{
    return scree_offset_minimum(a, b);
}

SCREE_FN scree_square scree_square_maximum(const scree_square a, const scree_square b)
{
    return scree_offset_maximum(a, b);
}

/* 1 outside of the solid, -1 inside. */
SCREE_FN scree_square scree_square_sign(const bool is_inside)
{
    return is_inside ? -1 : 1;
}

SCREE_FN float scree_one_from_square(const scree_square square)
{
    return square >= SCREE_SQUARE_FAR ? scree_one_from_bits(0x7f800000u) : scree_one_from_offset(square);
}

/* Integer sums are exact, so they are always in the order that envelope.h needs. */
SCREE_FN bool scree_square_keeps_order(const scree_square square, const float side)
{
    SCREE_UNUSED(square);
    SCREE_UNUSED(side);
    return true;
}

/* Iterates over the squares of successive numbers of steps, with one addition each. */
SCREE_STRUCT(scree_square_walk)
{
    scree_square square;
    scree_square growth;
};

SCREE_FN scree_square_walk scree_square_walk_from(const scree_offset steps, const float side)
{
    SCREE_UNUSED(side);
    scree_square_walk walk;
    walk.square = steps * steps;
    walk.growth = 2 * steps + 1;
    return walk;
}

SCREE_FN scree_square scree_square_walk_value(const scree_square_walk walk)
{
    return walk.square;
}

SCREE_FN scree_square_walk scree_square_walk_next(const scree_square_walk walk)
{
    scree_square_walk next;
    next.square = walk.square + walk.growth;
    next.growth = walk.growth + 2;
    return next;
}

#endif

/*
 * The sum of a vertex's square and of the squared distance to it, for a voxel on the side that `sign` names. Squares of
 * the opposite side count as 0.
 */
SCREE_FN scree_square scree_square_sum(const scree_square square, const scree_square sign, const scree_square distance)
{
    return scree_square_maximum(sign * square + distance, distance);
}

SCREE_FN bool scree_square_is_far(const scree_square square)
{
    return scree_square_maximum(square, -square) >= SCREE_SQUARE_FAR;
}

/* The term of a column for one of its voxels: the signed square, and the layer of the nearest voxel. */
SCREE_STRUCT(scree_column_term)
{
    scree_square square;
    scree_index layer;
};

SCREE_FN scree_column_term scree_column_term_of(const scree_square square, const bool is_inside,
                                                const scree_index layer)
{
    scree_column_term term;
    term.square = is_inside ? -square : square;
    term.layer = layer;
    return term;
}

/* The term of a column of a terrain, whose first empty voxel is `top`. */
SCREE_FN scree_column_term scree_term_of_top(const scree_index top, const scree_index layer, const scree_index layers,
                                             const bool is_open, const float side)
{
    bool is_inside = layer < top;
    bool is_closed = scree_terrain_is_closed(top, layers, is_inside);
    scree_square square = is_open && is_closed
                              ? SCREE_SQUARE_FAR
                              : scree_square_of_steps(scree_terrain_steps(layer, top, is_inside), side);
    return scree_column_term_of(square, is_inside, scree_terrain_nearest(top, layers, is_inside));
}

/* The term of a column of voxels, in a layer of this word. */
SCREE_FN scree_column_term scree_term_of_word(const scree_column_word word, const scree_index layer, const float side)
{
    scree_column_nearest nearest = scree_nearest_in_word(word, layer);
    scree_square square = nearest.steps != SCREE_NO_LAYER
                              ? scree_square_of_steps(scree_offset_from_index(nearest.steps), side)
                              : SCREE_SQUARE_FAR;
    return scree_column_term_of(square, nearest.is_inside, nearest.layer);
}

#if defined(SCREE_SQUARES_REAL) && SCREE_SQUARES_REAL
/* The term of a column with a real height; `top` counts the voxels whose centres are below it. */
SCREE_FN scree_column_term scree_term_of_height(const float height, const float level, const scree_index top,
                                                const scree_index layers, const bool is_open, const float top_level)
{
    bool is_inside = level < height;
    float distance = scree_height_distance(height, level, is_inside);
    bool is_closed = scree_height_is_closed(height, top_level, is_inside);
    scree_square square = distance * distance;
    return scree_column_term_of(is_open && is_closed ? SCREE_SQUARE_FAR : square, is_inside,
                                scree_terrain_nearest(top, layers, is_inside));
}
#endif

#endif
