/*
 * The pixels of a line: one in each column or row of the longer direction, the nearest in the other one. Lines begin
 * and end at whole pixels, and differ by at most 32767 along both axes, so all is arithmetic of whole numbers of 32
 * bits. A walk begins where the line enters the window along its longer direction.
 */
#ifndef SCREE_KERNELS_LINE_WALK_H
#define SCREE_KERNELS_LINE_WALK_H

#include "particles/particle_table.h"
#include "base/portable.h"

#define SCREE_LINE_MAX_EXTENT 32767u

/* Coordinates are those of the window, modulo 2^32. */
SCREE_STRUCT(scree_line_walk)
{
    scree_index x;
    scree_index y;
    scree_index left_over; /* Pixels that are left. */
    scree_index is_steep;  /* Whether it is longer along y. */
    scree_index along;     /* 1 or -1: along the longer direction, */
    scree_index across;    /* and along the other one, */
    scree_index rest;      /* which is walked whenever this reaches twice the length. */
    scree_index rise;      /* Twice the extent in the other direction. */
    scree_index pixels;    /* The length in the longer direction. */
};

SCREE_FN scree_index scree_line_extent(const scree_index from, const scree_index to)
{
    return from < to ? to - from : from - to;
}

/* The window's size in the longer direction is `size`; the line begins at `from` there, in the window's coordinates. */
SCREE_FN scree_line_walk scree_line_clip(const scree_line_walk walk, const scree_index from, const scree_index size,
                                         const scree_index rise)
{
    /* Distances from the line's begin to the first and behind the last pixel of the window, in the line's direction. */
    scree_offset start = scree_offset_from_index(walk.along == 1u ? 0u - from : from - (size - 1u));
    scree_offset length = scree_offset_from_index(walk.pixels);
    scree_offset first = scree_offset_maximum(start, 0);
    scree_offset last = scree_offset_minimum(start + scree_offset_from_index(size) - 1, length);
    scree_line_walk clipped = walk;
    clipped.left_over = last < first ? 0u : scree_index_from_offset(last - first) + 1u;
    scree_index skipped = clipped.left_over == 0u ? 0u : scree_index_from_offset(first);
    scree_index double_length = 2u * walk.pixels;
    scree_index moved = double_length == 0u ? 0u : (2u * skipped * rise + walk.pixels) / double_length;
    clipped.rest = (2u * skipped * rise + walk.pixels) - moved * double_length;
    clipped.rise = 2u * rise;
    clipped.x = walk.x + (walk.is_steep != 0u ? walk.across * moved : walk.along * skipped);
    clipped.y = walk.y + (walk.is_steep != 0u ? walk.along * skipped : walk.across * moved);
    return clipped;
}

/* The walk from one pixel of the picture to another, in a window. No pixel is left where it has none, or is too long.
 */
SCREE_FN scree_line_walk scree_line_begin(const scree_table table, const scree_index x0, const scree_index y0,
                                          const scree_index x1, const scree_index y1)
{
    scree_line_walk walk;
    scree_index dx = scree_line_extent(x0, x1);
    scree_index dy = scree_line_extent(y0, y1);
    scree_index along_x = x0 < x1 ? 1u : 0xffffffffu;
    scree_index along_y = y0 < y1 ? 1u : 0xffffffffu;
    walk.is_steep = dy > dx ? 1u : 0u;
    walk.pixels = walk.is_steep != 0u ? dy : dx;
    walk.along = walk.is_steep != 0u ? along_y : along_x;
    walk.across = walk.is_steep != 0u ? along_x : along_y;
    walk.x = x0 - scree_table_word(table, SCREE_PARTICLE_LEFT);
    walk.y = y0 - scree_table_word(table, SCREE_PARTICLE_TOP);
    walk.left_over = 0u;
    walk.rest = 0u;
    walk.rise = 0u;
    if (walk.pixels <= SCREE_LINE_MAX_EXTENT) {
        walk = scree_line_clip(walk, walk.is_steep != 0u ? walk.y : walk.x,
                               walk.is_steep != 0u ? scree_table_word(table, SCREE_PARTICLE_HEIGHT)
                                                   : scree_table_word(table, SCREE_PARTICLE_WIDTH),
                               walk.is_steep != 0u ? dx : dy);
    }
    return walk;
}

/* The next pixel of a walk. */
SCREE_FN scree_line_walk scree_line_next(const scree_line_walk walk)
{
    scree_line_walk next = walk;
    next.rest = walk.rest + walk.rise;
    scree_index moves = next.rest >= 2u * walk.pixels ? 1u : 0u;
    next.rest = next.rest - moves * 2u * walk.pixels;
    next.x = walk.x + (walk.is_steep != 0u ? walk.across * moves : walk.along);
    next.y = walk.y + (walk.is_steep != 0u ? walk.along : walk.across * moves);
    next.left_over = walk.left_over - 1u;
    return next;
}

#endif
