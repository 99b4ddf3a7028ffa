/*
 * Rivers in two axes: trees of curves that meet, made locally (M. Gaillard et al., "Dendry: A Procedural Model for
 * Dendritic Patterns", 2019, has the idea). Every cell has a point, with a height: gradient noise of 8 and 16 cells,
 * and a little of its own. A river runs from it to that of the eight neighbours to which it falls most steeply,
 * counting one on the diagonal 1 / sqrt(2) as steep: then only one diagonal of four cells can be a river. Where no
 * neighbour is lower, it ends. It is a cubic curve that arrives in the direction in which the next one leaves. Cells of
 * half the size, and so on, have points from which a brook runs to the nearest start or middle of a river, or of a
 * brook of larger cells, and arrives in its direction.
 *
 * A sample is the least, over all courses, of their height at the nearest point and a slope times the distance: ground
 * whose valleys are the rivers. Courses are four or two lines between points of their curves. Those of the 25 cells
 * round a sample's, of each size, are looked at, and before a cell leaves these its course is raised out of sight, so
 * that the ground is continuous. They depend on the smallest cell of a sample alone, and are the same for all samples
 * that see them: their points are multiples of powers of two, and sums of these are exact.
 *
 * Squares of distances below 2^-60 are taken as zero, so that none is subnormal.
 */
#ifndef SCREE_KERNELS_RIVERS_COURSES_H
#define SCREE_KERNELS_RIVERS_COURSES_H

#include "base/elementary.h"
#include "noise/site.h"

/* The words of a kind's parameters. */
#define SCREE_RIVERS_MEASURE 0u
#define SCREE_RIVERS_LEVELS 1u

/* The ground, and the distance to the nearest bank. */
#define SCREE_RIVERS_HEIGHT 0u
#define SCREE_RIVERS_DISTANCE 1u

/* Sizes of cells: rivers, and brooks of three more. */
#define SCREE_RIVERS_MAX_LEVELS 4u

/* Cells of a size whose courses are looked at. */
#define SCREE_RIVERS_CELLS 25u

/* Heights in cells: that of a river is this much times the noise; and how steep the ground is. */
#define SCREE_RIVERS_RELIEF 0.4f
#define SCREE_RIVERS_SLOPE 0.375f

/* A row or a column of cells along an axis, among the nodes of a noise: their keys, and where it is between them. */
SCREE_STRUCT(scree_rivers_place)
{
    scree_u32 key[2];
    scree_f32 fraction;
    scree_f32 fade;
};

SCREE_STRUCT(scree_rivers_column)
{
    scree_u32 key;
    scree_f32 corner; /* Counted from that of the sample's cell. */
    scree_rivers_place large;
    scree_rivers_place small;
};

/* The same of cells of a smaller size. */
SCREE_STRUCT(scree_rivers_fine)
{
    scree_u32 key;
    scree_u32 number; /* Cells are counted from the start of the one before the sample's largest. */
    scree_u32 own;    /* The number of the sample's. */
    scree_f32 corner;
};

/* The point of a cell, how far the direction of its course is turned, and its height. */
SCREE_STRUCT(scree_rivers_spring)
{
    scree_f32 x;
    scree_f32 y;
    scree_f32 turn;
    scree_f32 height;
};

/* A way, in cells. */
SCREE_STRUCT(scree_rivers_way)
{
    scree_f32 x;
    scree_f32 y;
};

/* A point of a curve: a third of the way in its direction there, and its level: the height, or minus half the width of
   the water. */
SCREE_STRUCT(scree_rivers_node)
{
    scree_f32 x;
    scree_f32 y;
    scree_rivers_way way;
    scree_f32 level;
};

/* The lowest neighbour so far: how steeply it lies, and its point, direction and height. */
SCREE_STRUCT(scree_rivers_descent)
{
    scree_f32 fall;
    scree_f32 x;
    scree_f32 y;
    scree_rivers_way way;
    scree_f32 height;
};

/* The nearest node so far, by the square of its distance. */
SCREE_STRUCT(scree_rivers_mouth)
{
    scree_f32 square;
    scree_f32 x;
    scree_f32 y;
    scree_rivers_way way;
    scree_f32 level;
};

/* A cubic curve by its control points. */
SCREE_STRUCT(scree_rivers_curve)
{
    scree_f32 x[4];
    scree_f32 y[4];
};

/* Points of a curve after each quarter, and the levels of its ends. */
SCREE_STRUCT(scree_rivers_course)
{
    scree_f32 x[5];
    scree_f32 y[5];
    scree_f32 level[2];
};

/* The least so far: the value, and what its slope is made of. */
SCREE_STRUCT(scree_rivers_ground)
{
    scree_f32 value;
    scree_rivers_way away; /* From the course to the sample, */
    scree_f32 distance;
    scree_rivers_way slope; /* and the slope that is not that of the distance. */
};

/* It raises courses that are about to leave a sample's sight; with its slope. */
SCREE_STRUCT(scree_rivers_penalty)
{
    scree_f32 value;
    scree_rivers_way slope;
};

/* The cell at an offset of up to 4, within the period. */
SCREE_FN scree_u32 scree_rivers_moved(const scree_u32 cell, const scree_index last, const scree_offset offset)
{
    scree_index cells = scree_index_from_offset(offset < 0 ? -offset : offset);
    scree_index rest = cells > last ? cells % (last + 1u) : cells;
    scree_index forward = offset < 0 && rest != 0u ? last + 1u - rest : rest;
    scree_u32 moved = cell + forward;
    return scree_select_less_u32(scree_u32_from_index(last - forward), cell, moved - last - 1u, moved);
}

SCREE_FN scree_rivers_place scree_rivers_place_of(const scree_u32 cell, const scree_site_axis axis,
                                                  const scree_index bits)
{
    scree_rivers_place place;
    scree_index size = 1u << bits;
    scree_u32 node = (cell >> bits) << bits;
    scree_u32 next = scree_select_less_u32(axis.last - node, scree_u32_from_index(size), node & 0u, node + size);
    place.key[0] = scree_site_key(node, axis);
    place.key[1] = scree_site_key(next, axis);
    scree_f32 t = scree_f32_from_u24(cell & (size - 1u)) * (bits == 3u ? 0.125f : 0.0625f);
    place.fraction = t;
    place.fade = t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
    return place;
}

/* The share of a node: its gradient, which lies in a square, times the way from there. */
SCREE_FN scree_f32 scree_rivers_share(const scree_u32 keys, const scree_f32 x, const scree_f32 y)
{
    scree_u32 hash = scree_site_hash(keys);
    scree_f32 along_x = scree_f32_from_u24(hash >> 24u) * 0.0078125f - 0.99609375f;
    scree_f32 along_y = scree_f32_from_u24((hash >> 16u) & 255u) * 0.0078125f - 0.99609375f;
    return along_x * x + along_y * y;
}

SCREE_FN scree_f32 scree_rivers_noise(const scree_rivers_place x, const scree_rivers_place y, const scree_index salt)
{
    scree_u32 before = y.key[0] ^ salt;
    scree_u32 behind = y.key[1] ^ salt;
    scree_f32 low = scree_rivers_share(x.key[0] ^ before, x.fraction, y.fraction);
    scree_f32 low_x = scree_rivers_share(x.key[1] ^ before, x.fraction - 1.0f, y.fraction);
    scree_f32 high = scree_rivers_share(x.key[0] ^ behind, x.fraction, y.fraction - 1.0f);
    scree_f32 high_x = scree_rivers_share(x.key[1] ^ behind, x.fraction - 1.0f, y.fraction - 1.0f);
    scree_f32 bottom = low + (low_x - low) * x.fade;
    scree_f32 top = high + (high_x - high) * x.fade;
    return bottom + (top - bottom) * y.fade;
}

/* A number rounded to a multiple of a step, which is a power of two; `steps` is its reciprocal. */
SCREE_FN scree_f32 scree_rivers_rounded(const scree_f32 value, const float steps, const float step)
{
    return scree_floor(value * steps + 0.5f) * step;
}

/* Where a point is in its cell: a multiple of 2^-14. */
SCREE_FN scree_f32 scree_rivers_offset(const scree_u32 bits)
{
    return scree_f32_from_u24(bits & 1023u) * 0.000671386718750f + 0.15625f;
}

/* How far a direction is turned, from the second hash of a cell: the way across for one along. */
SCREE_FN scree_f32 scree_rivers_turn(const scree_u32 hash)
{
    return scree_f32_from_u24(hash >> 24u) * 0.00703125f - 0.896484375f;
}

/* A way, turned, a third of which is that to a control point. */
SCREE_FN scree_rivers_way scree_rivers_turned(const scree_f32 x, const scree_f32 y, const scree_f32 turn)
{
    scree_rivers_way way;
    way.x = scree_rivers_rounded((x - turn * y) * 0.333333333f, 16384.0f, 0.00006103515625f);
    way.y = scree_rivers_rounded((y + turn * x) * 0.333333333f, 16384.0f, 0.00006103515625f);
    return way;
}

/* The cells at an offset of up to 4 along an axis. */
SCREE_FN scree_rivers_column scree_rivers_column_of(const scree_u32 cell, const scree_site_axis axis,
                                                    const scree_offset offset)
{
    scree_rivers_column column;
    scree_u32 moved = scree_rivers_moved(cell, axis.last, offset);
    column.key = scree_site_key(moved, axis);
    column.corner = scree_f32_in_all(scree_one_from_offset(offset));
    column.large = scree_rivers_place_of(moved, axis, 4u);
    column.small = scree_rivers_place_of(moved, axis, 3u);
    return column;
}

/* The point of a cell of the largest size. */
SCREE_FN scree_rivers_spring scree_rivers_spring_of(const scree_rivers_column x, const scree_rivers_column y)
{
    scree_rivers_spring spring;
    scree_u32 hash = scree_site_hash(x.key ^ y.key);
    scree_u32 second = scree_site_hash(hash);
    spring.x = scree_rivers_offset(hash >> 22u) + x.corner;
    spring.y = scree_rivers_offset(hash >> 12u) + y.corner;
    spring.turn = scree_rivers_turn(second);
    scree_f32 large = scree_rivers_noise(x.large, y.large, 0x68bc21ebu);
    scree_f32 small = scree_rivers_noise(x.small, y.small, 0x02e5be93u);
    scree_f32 own = scree_f32_from_u24((second >> 16u) & 255u) * 0.000390625f;
    spring.height = scree_rivers_rounded(large + small * 0.5f + own, 1048576.0f, 0.00000095367431640625f);
    return spring;
}

/* Neighbours of a cell are numbered in rows of three, from the one before both axes on. */
SCREE_FN scree_rivers_descent scree_rivers_descended(const scree_rivers_descent descent, const scree_rivers_spring from,
                                                     const scree_rivers_spring to, const scree_rivers_way onward,
                                                     const scree_index neighbour)
{
    scree_rivers_descent next;
    scree_f32 fall = (from.height - to.height) * ((neighbour & 1u) == 0u ? 0.70710678f : 1.0f);
    next.fall = scree_maximum(descent.fall, fall);
    next.x = scree_select_less(descent.fall, fall, to.x, descent.x);
    next.y = scree_select_less(descent.fall, fall, to.y, descent.y);
    next.way.x = scree_select_less(descent.fall, fall, onward.x, descent.way.x);
    next.way.y = scree_select_less(descent.fall, fall, onward.y, descent.way.y);
    next.height = scree_select_less(descent.fall, fall, to.height, descent.height);
    return next;
}

/* The point of a cell itself, before its neighbours are looked at. */
SCREE_FN scree_rivers_descent scree_rivers_descent_from(const scree_rivers_spring spring, const scree_rivers_way way)
{
    scree_rivers_descent descent;
    descent.fall = scree_zero();
    descent.x = spring.x;
    descent.y = spring.y;
    descent.way = way;
    descent.height = spring.height;
    return descent;
}

/* The level of a river at a height. */
SCREE_FN scree_f32 scree_rivers_level(const scree_f32 height, const scree_index measure)
{
    scree_f32 level = height * SCREE_RIVERS_RELIEF;
    if (measure == SCREE_RIVERS_DISTANCE) {
        level = scree_maximum(scree_minimum(height * 0.05f - 0.05f, scree_f32_in_all(-0.02f)), scree_f32_in_all(-0.1f));
    }
    return level;
}

/* The start of a river, and its end. */
SCREE_FN scree_rivers_node scree_rivers_river_start(const scree_rivers_spring spring, const scree_rivers_way way,
                                                    const scree_index measure)
{
    scree_rivers_node start;
    start.x = spring.x;
    start.y = spring.y;
    start.way = way;
    start.level = scree_rivers_level(spring.height, measure);
    return start;
}

SCREE_FN scree_rivers_node scree_rivers_river_end(const scree_rivers_descent descent, const scree_index measure)
{
    scree_rivers_node end;
    end.x = descent.x;
    end.y = descent.y;
    end.way = descent.way;
    end.level = scree_rivers_level(descent.height, measure);
    return end;
}

SCREE_FN scree_rivers_curve scree_rivers_curve_of(const scree_rivers_node from, const scree_rivers_node to)
{
    scree_rivers_curve curve;
    curve.x[0] = from.x;
    curve.y[0] = from.y;
    curve.x[1] = from.x + from.way.x;
    curve.y[1] = from.y + from.way.y;
    curve.x[2] = to.x - to.way.x;
    curve.y[2] = to.y - to.way.y;
    curve.x[3] = to.x;
    curve.y[3] = to.y;
    return curve;
}

/* A coordinate of a curve after so many quarters. */
SCREE_FN scree_f32 scree_rivers_point(const scree_f32 p[4], const scree_index quarters)
{
    scree_offset q = scree_offset_from_index(quarters);
    scree_offset r = 4 - q;
    float start = scree_one_from_offset(r * r * r) * 0.015625f;
    float first = scree_one_from_offset(3 * r * r * q) * 0.015625f;
    float second = scree_one_from_offset(3 * r * q * q) * 0.015625f;
    float end = scree_one_from_offset(q * q * q) * 0.015625f;
    return (p[0] * start + p[1] * first) + (p[2] * second + p[3] * end);
}

SCREE_FN scree_rivers_course scree_rivers_course_of(const scree_rivers_curve curve, const scree_rivers_node from,
                                                    const scree_rivers_node to)
{
    scree_rivers_course course;
    SCREE_UNROLL
    for (scree_index i = 0u; i <= 4u; i++) {
        course.x[i] = scree_rivers_point(curve.x, i);
        course.y[i] = scree_rivers_point(curve.y, i);
    }
    course.level[0] = from.level;
    course.level[1] = to.level;
    return course;
}

/* The middle of a curve, as others lead to it. */
SCREE_FN scree_rivers_node scree_rivers_middle(const scree_rivers_curve curve, const scree_rivers_course course)
{
    scree_rivers_node middle;
    scree_f32 along_x = ((curve.x[3] - curve.x[0]) + (curve.x[2] - curve.x[1])) * 0.25f;
    scree_f32 along_y = ((curve.y[3] - curve.y[0]) + (curve.y[2] - curve.y[1])) * 0.25f;
    middle.x = scree_rivers_rounded(course.x[2], 65536.0f, 0.0000152587890625f);
    middle.y = scree_rivers_rounded(course.y[2], 65536.0f, 0.0000152587890625f);
    middle.way.x = scree_rivers_rounded(along_x, 65536.0f, 0.0000152587890625f);
    middle.way.y = scree_rivers_rounded(along_y, 65536.0f, 0.0000152587890625f);
    middle.level = (course.level[0] + course.level[1]) * 0.5f;
    return middle;
}

SCREE_FN scree_rivers_ground scree_rivers_ground_start(void)
{
    scree_rivers_ground ground;
    ground.value = scree_f32_in_all(64.0f);
    ground.away.x = scree_zero();
    ground.away.y = scree_zero();
    ground.distance = scree_f32_in_all(1.0f);
    ground.slope = ground.away;
    return ground;
}

/* How far the centre of a cell lies beyond two cells from a sample, along an axis. */
SCREE_FN scree_f32 scree_rivers_beyond(const scree_f32 centre)
{
    return centre - scree_maximum(scree_minimum(centre, scree_f32_in_all(2.0f)), scree_f32_in_all(-2.0f));
}

/* The penalty of a cell of a size, which is one of those round a sample's. */
SCREE_FN scree_rivers_penalty scree_rivers_penalty_of(const scree_site site, const scree_index level,
                                                      const scree_index cell)
{
    scree_rivers_penalty penalty;
    float count = scree_one_from_bits((127u + level) << 23u);
    scree_f32 x = site.fraction[0] * count;
    scree_f32 y = site.fraction[1] * count;
    scree_f32 column = scree_f32_in_all(scree_one_from_offset(scree_offset_from_index(cell % 5u)) - 1.5f);
    scree_f32 row = scree_f32_in_all(scree_one_from_offset(scree_offset_from_index(cell / 5u)) - 1.5f);
    scree_f32 beyond_x = scree_rivers_beyond(column - (x - scree_floor(x)));
    scree_f32 beyond_y = scree_rivers_beyond(row - (y - scree_floor(y)));
    penalty.value = beyond_x * beyond_x * 16.0f + beyond_y * beyond_y * 16.0f;
    penalty.slope.x = beyond_x * (count * -32.0f);
    penalty.slope.y = beyond_y * (count * -32.0f);
    return penalty;
}

/* The square of what the ground rises over a distance whose square is given, rounded down; and of how much a base lies
   below the ground, rounded up. */
SCREE_FN scree_f32 scree_rivers_climb(const scree_f32 apart, const float steepness)
{
    return apart * (steepness * steepness * 0.99f);
}

SCREE_FN scree_f32 scree_rivers_room(const scree_f32 ground, const scree_f32 base)
{
    scree_f32 room = scree_maximum(ground - base, scree_zero());
    return room * room + 0.000000000000000001f;
}

/* The ground with the line from one point of a curve to another one. Where no lane's ground is lowered, all is left. */
SCREE_FN scree_rivers_ground scree_rivers_line(const scree_rivers_ground ground, const scree_site site,
                                               const scree_rivers_node from, const scree_rivers_node to,
                                               const scree_rivers_penalty penalty, const float steepness)
{
    scree_rivers_ground lower = ground;
    scree_f32 along_x = to.x - from.x;
    scree_f32 along_y = to.y - from.y;
    scree_f32 x = site.fraction[0] - from.x;
    scree_f32 y = site.fraction[1] - from.y;
    scree_f32 square = scree_maximum(along_x * along_x + along_y * along_y,
                                     scree_f32_in_all(0.0000000000009094947017729282379150390625f));
    scree_f32 part = scree_divide(x * along_x + y * along_y, square);
    scree_f32 within = scree_maximum(scree_minimum(part, scree_f32_in_all(1.0f)), scree_zero());
    scree_f32 away_x = x - within * along_x;
    scree_f32 away_y = y - within * along_y;
    scree_f32 apart = away_x * away_x + away_y * away_y;
    apart = scree_select_less(apart, scree_f32_in_all(0.000000000000000000867361737988403547205962240695953369140625f),
                              scree_zero(), apart);
    scree_f32 fall = to.level - from.level;
    scree_f32 base = (from.level + fall * within) + penalty.value;
    if (scree_some_less(scree_rivers_climb(apart, steepness), scree_rivers_room(ground.value, base))) {
        scree_f32 distance = scree_root(apart);
        scree_f32 value = base + distance * steepness;
        scree_f32 turn = scree_divide(fall, square);
        scree_f32 none = scree_zero();
        turn = scree_select_less(part, none, none, scree_select_less(scree_f32_in_all(1.0f), part, none, turn));
        lower.value = scree_minimum(value, ground.value);
        lower.away.x = scree_select_less(value, ground.value, away_x, ground.away.x);
        lower.away.y = scree_select_less(value, ground.value, away_y, ground.away.y);
        lower.distance = scree_select_less(value, ground.value, distance, ground.distance);
        lower.slope.x = scree_select_less(value, ground.value, turn * along_x + penalty.slope.x, ground.slope.x);
        lower.slope.y = scree_select_less(value, ground.value, turn * along_y + penalty.slope.y, ground.slope.y);
    }
    return lower;
}

/* The ground with a course, by its number. */
SCREE_FN scree_rivers_ground scree_rivers_lowered(const scree_rivers_ground ground, const scree_site site,
                                                  const scree_rivers_course course, const scree_index number,
                                                  const float steepness)
{
    scree_rivers_ground lower = ground;
    scree_rivers_node from;
    scree_rivers_node to;
    scree_rivers_penalty penalty =
        scree_rivers_penalty_of(site, number / SCREE_RIVERS_CELLS, number % SCREE_RIVERS_CELLS);
    scree_f32 fall = course.level[1] - course.level[0];
    scree_index quarters = number < SCREE_RIVERS_CELLS ? 1u : 2u;
    from.x = course.x[0];
    from.y = course.y[0];
    from.level = course.level[0];
    SCREE_ROLLED
    for (scree_index end = quarters; end <= 4u; end += quarters) {
        to.x = course.x[end];
        to.y = course.y[end];
        to.level = course.level[0] + fall * (scree_one_from_offset(scree_offset_from_index(end)) * 0.25f);
        lower = scree_rivers_line(lower, site, from, to, penalty, steepness);
        from = to;
    }
    return lower;
}

/* Cells of a smaller size along an axis: a cell of the largest size has 2^level of them. */
SCREE_FN scree_rivers_fine scree_rivers_fine_of(const scree_u32 cell, const scree_f32 fraction,
                                                const scree_site_axis axis, const scree_index level,
                                                const scree_offset offset)
{
    scree_rivers_fine fine;
    scree_index count = 1u << level;
    fine.own = scree_u32_from_f32(fraction * scree_one_from_bits((127u + level) << 23u)) + count;
    fine.number = fine.own + scree_index_from_offset(offset);
    scree_u32 none = fine.number & 0u;
    scree_u32 large = fine.number >> level;
    scree_u32 behind =
        scree_select_equal_u32(large, none + 1u, scree_site_key(cell, axis), scree_site_key_next(cell, axis, 1u));
    scree_u32 key = scree_select_equal_u32(large, none, scree_site_key_previous(cell, axis, 1u), behind);
    fine.key = key + ((fine.number & (count - 1u)) + count) * 0x85ebca6bu;
    fine.corner = scree_f32_from_u24(fine.number) * scree_one_from_bits((127u - level) << 23u) - 1.0f;
    return fine;
}

/* The point of such a cell. */
SCREE_FN scree_rivers_spring scree_rivers_fine_spring(const scree_rivers_fine x, const scree_rivers_fine y,
                                                      const scree_index level)
{
    scree_rivers_spring spring;
    float size = scree_one_from_bits((127u - level) << 23u);
    scree_u32 hash = scree_site_hash(x.key ^ (y.key * 0xc2b2ae35u));
    spring.x = x.corner + scree_rivers_offset(hash >> 22u) * size;
    spring.y = y.corner + scree_rivers_offset(hash >> 12u) * size;
    spring.turn = scree_rivers_turn(scree_site_hash(hash));
    spring.height = scree_zero();
    return spring;
}

/* Keeps a brook from nodes of a cell of a larger size, one of those round the sample's, that is not its own nor
   next to that: 0 for those. */
SCREE_FN scree_f32 scree_rivers_apart(const scree_rivers_fine fine, const scree_index shift, const scree_index place)
{
    scree_f32 from = scree_f32_from_u24(fine.number >> shift) - scree_f32_from_u24(fine.own >> shift);
    scree_f32 cells = from + (2.0f - scree_one_from_offset(scree_offset_from_index(place)));
    return scree_select_less(cells * cells, scree_f32_in_all(2.0f), scree_zero(), scree_f32_in_all(64.0f));
}

SCREE_FN scree_rivers_mouth scree_rivers_mouth_start(const scree_rivers_node node)
{
    scree_rivers_mouth mouth;
    mouth.square = scree_f32_in_all(64.0f);
    mouth.x = node.x;
    mouth.y = node.y;
    mouth.way = node.way;
    mouth.level = node.level;
    return mouth;
}

SCREE_FN scree_rivers_mouth scree_rivers_nearer(const scree_rivers_mouth mouth, const scree_rivers_spring spring,
                                                const scree_rivers_node node, const scree_f32 penalty, const float part)
{
    scree_rivers_mouth nearer;
    scree_f32 x = node.x - spring.x;
    scree_f32 y = node.y - spring.y;
    scree_f32 square = (x * x + y * y) + penalty;
    nearer.square = scree_minimum(square, mouth.square);
    nearer.x = scree_select_less(square, mouth.square, node.x, mouth.x);
    nearer.y = scree_select_less(square, mouth.square, node.y, mouth.y);
    nearer.way.x = scree_select_less(square, mouth.square, node.way.x * part, mouth.way.x);
    nearer.way.y = scree_select_less(square, mouth.square, node.way.y * part, mouth.way.y);
    nearer.level = scree_select_less(square, mouth.square, node.level, mouth.level);
    return nearer;
}

/* A brook reaches 5/4 of its cells: one that would be longer is put out of sight, by this much. */
SCREE_FN scree_f32 scree_rivers_reach(const scree_index level)
{
    float size = scree_one_from_bits((127u - level) << 23u);
    return scree_f32_in_all(1.5625f * size * size);
}

SCREE_FN scree_f32 scree_rivers_far(const scree_rivers_mouth mouth, const scree_index level)
{
    return scree_select_less(scree_rivers_reach(level), mouth.square, scree_f32_in_all(64.0f), scree_zero());
}

/* The start of a brook, and its end. */
SCREE_FN scree_rivers_node scree_rivers_brook_start(const scree_rivers_mouth mouth, const scree_rivers_spring spring,
                                                    const scree_index level, const scree_index measure)
{
    scree_rivers_node start;
    start.x = spring.x + scree_rivers_far(mouth, level);
    start.y = spring.y;
    start.way = scree_rivers_turned(mouth.x - spring.x, mouth.y - spring.y, spring.turn);
    if (measure == SCREE_RIVERS_DISTANCE) {
        start.level = scree_f32_in_all(scree_one_from_bits((127u - level) << 23u) * -0.02f);
    } else {
        float part = scree_one_from_offset(scree_offset_from_index(level)) * 0.15f + 0.15f;
        scree_f32 length = scree_root(scree_minimum(mouth.square, scree_rivers_reach(level)));
        start.level = mouth.level + length * (SCREE_RIVERS_SLOPE * part);
    }
    return start;
}

SCREE_FN scree_rivers_node scree_rivers_brook_end(const scree_rivers_mouth mouth, const scree_index level,
                                                  const scree_index measure)
{
    scree_rivers_node end;
    end.x = mouth.x + scree_rivers_far(mouth, level);
    end.y = mouth.y;
    end.way = mouth.way;
    end.level = mouth.level;
    if (measure == SCREE_RIVERS_DISTANCE) {
        scree_f32 widest = scree_f32_in_all(scree_one_from_bits((127u - level) << 23u) * -0.04f);
        end.level = scree_maximum(mouth.level, widest);
    }
    return end;
}

/* How the least becomes a value: the ground as it is; or from -0.4 in the widest water, by 0 at a bank, to 1 a quarter
   of a cell away. */
SCREE_STRUCT(scree_rivers_scale)
{
    float steepness;
    float factor;
    float shift;
};

SCREE_FN scree_rivers_scale scree_rivers_scale_of(const scree_site_source source)
{
    scree_rivers_scale scale;
    bool is_distance = source.options.word[SCREE_RIVERS_MEASURE] == SCREE_RIVERS_DISTANCE;
    scale.steepness = is_distance ? 1.0f : SCREE_RIVERS_SLOPE;
    scale.factor = is_distance ? 4.0f : 2.0f;
    scale.shift = is_distance ? 0.0f : -0.2f;
    return scale;
}

SCREE_FN scree_f32 scree_rivers_scaled(const scree_f32 value, const scree_rivers_scale scale)
{
    scree_f32 scaled = value * scale.factor + scale.shift;
    return scree_maximum(scree_minimum(scaled, scree_f32_in_all(1.0f)), scree_f32_in_all(-1.0f));
}

#endif
