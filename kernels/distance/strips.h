/*
 * How a line of the exact distance transform is divided on GPUs (envelope.h): into strips, one for each thread, and
 * these into parts. The smallest squares of parts and strips are known, and bound the search for a smallest sum.
 */
#ifndef SCREE_KERNELS_STRIPS_H
#define SCREE_KERNELS_STRIPS_H

#include "distance/squares.h"

/* Samples of a strip, and of its parts. */
#define SCREE_STRIP 32u
#define SCREE_STRIP_PART 8u
#define SCREE_STRIP_PARTS 4u

/*
 * Words that are kept for each of a line's strips: the smallest squares of all parts for the outside, then for the
 * inside; the same of the strip; and the vertex of the strip's first sample.
 */
#define SCREE_STRIP_WORDS_EACH 11u

SCREE_FN scree_index scree_strip_count(const scree_index samples)
{
    return (samples + SCREE_STRIP - 1u) / SCREE_STRIP;
}

SCREE_FN scree_index scree_part_minimum_word(const scree_index strips, const bool is_inside, const scree_index part)
{
    return (is_inside ? SCREE_STRIP_PARTS * strips : 0u) + part;
}

SCREE_FN scree_index scree_strip_minimum_word(const scree_index strips, const bool is_inside, const scree_index strip)
{
    return (is_inside ? strips : 0u) + strip;
}

SCREE_FN scree_index scree_strip_minima_start(const scree_index strips)
{
    return 2u * SCREE_STRIP_PARTS * strips;
}

SCREE_FN scree_index scree_start_vertices_start(const scree_index strips)
{
    return 2u * strips;
}

/* The smallest squares of some samples, for both sides. */
SCREE_STRUCT(scree_minima)
{
    scree_square outside;
    scree_square inside;
};

SCREE_FN scree_minima scree_minima_of_none(void)
{
    scree_minima minima;
    minima.outside = SCREE_SQUARE_FAR;
    minima.inside = SCREE_SQUARE_FAR;
    return minima;
}

/* Includes another sample's term. */
SCREE_FN scree_minima scree_minima_add(const scree_minima minima, const scree_square term)
{
    scree_minima lesser;
    lesser.outside = scree_square_minimum(minima.outside, scree_square_maximum(term, SCREE_SQUARE_ZERO));
    lesser.inside = scree_square_minimum(minima.inside, scree_square_maximum(-term, SCREE_SQUARE_ZERO));
    return lesser;
}

SCREE_FN scree_minima scree_minima_join(const scree_minima a, const scree_minima b)
{
    scree_minima lesser;
    lesser.outside = scree_square_minimum(a.outside, b.outside);
    lesser.inside = scree_square_minimum(a.inside, b.inside);
    return lesser;
}

#endif
