/*
 * The exact distance transform along a line, on GPUs. A line is the row of samples along y, and then along x, with the
 * squared distances found so far. The transform is separable (Meijster, Roerdink and Hesselink 2000; Felzenszwalb and
 * Huttenlocher 2012): the squared distance at index p is the minimum of f(j) + (p - j)^2 over all vertices j of the
 * line, so the results of a line are the lower envelope of parabolas that stand on its vertices.
 *
 * The vertex of the minimum never moves back while p goes forward, so the row of vertices is a monotone argmin and can
 * be found by divide and conquer: once the vertices of two samples are known, those of the samples between lie between
 * theirs. The middle sample is solved first, then the middles of the halves, and so on, which costs about one sum for
 * each sample and halving. A line is divided into strips, one for each thread. The vertex of a strip's first sample is
 * found by a search over the whole line, shortened by bounds on parts of the line, as Saito and Toriwaki (1994) bound
 * theirs by the best sum so far. Among vertices with equal sums the one with the smallest index counts.
 *
 * Both sides of the solid are transformed at once: a square is negative inside, and for a sample on one side the
 * squares of the other side count as 0.
 *
 * Before it includes this file, an entry file includes strips.h and defines scree_line, scree_line_cursor (a position
 * of the line in memory), and these functions or macros:
 * - scree_line_count(line): the samples of the line;
 * - scree_line_strips(line): its strips;
 * - scree_line_side(line): the side of a voxel along the line;
 * - scree_line_measures(line): bit 0: the outside is measured; bit 1: the inside;
 * - scree_line_is_padded(line): whether its last term is repeated behind its end;
 * - scree_line_term(line, index): the signed square at a sample;
 * - scree_line_cursor_at(line, index) and scree_line_cursor_moved(line, cursor, steps);
 * - scree_line_read(line, cursor, steps): the square N samples behind a cursor;
 * - scree_line_part_minimum(line, is_inside, part) and scree_line_strip_minimum(line, is_inside, strip): the smallest
 *   squares of one side, as scree_minima_add() collects them;
 * - scree_line_start_vertex(line, strip): the vertex that scree_envelope_search_index() found for a strip's start;
 * - scree_line_nearest(line, index): the term that the square at a sample carries for the nearest voxel.
 */
#ifndef SCREE_KERNELS_ENVELOPE_H
#define SCREE_KERNELS_ENVELOPE_H

#include "distance/strips.h"

/* The lower envelope at a sample: the smallest sum, negative inside of the solid, and the vertex that it comes from. */
SCREE_STRUCT(scree_envelope)
{
    scree_square square;
    scree_index vertex;
};

SCREE_FN scree_envelope scree_envelope_of(const scree_square square, const scree_index vertex)
{
    scree_envelope envelope;
    envelope.square = square;
    envelope.vertex = vertex;
    return envelope;
}

/* A sum with the sign of its side. */
SCREE_FN scree_envelope scree_envelope_signed(const scree_envelope envelope, const bool is_inside)
{
    return scree_envelope_of(scree_square_minimum(envelope.square, SCREE_SQUARE_FAR) * scree_square_sign(is_inside),
                             envelope.vertex);
}

SCREE_FN bool scree_is_measured(const scree_index measures, const bool is_inside)
{
    return ((measures >> (is_inside ? 1u : 0u)) & 1u) != 0u;
}

SCREE_FN scree_envelope scree_envelope_offer(const scree_envelope best, const scree_square sum,
                                             const scree_index vertex)
{
    scree_envelope lesser;
    lesser.vertex = sum < best.square ? vertex : best.vertex;
    lesser.square = scree_square_minimum(sum, best.square);
    return lesser;
}

/*
 * The smallest sum for `index` over the vertices from `low` to `high`; among equal sums the first vertex's. On a padded
 * line the vertex behind `high` may be read too. It is not between the known vertices, so its sum is not smaller.
 */
SCREE_FN_OF(scree_line)
scree_envelope scree_envelope_scan(const scree_line line, const scree_index low, const scree_index high,
                                   const scree_index index, const bool is_inside)
{
    scree_square side = scree_square_sign(is_inside);
    scree_square_walk walk =
        scree_square_walk_from(scree_offset_from_index(low) - scree_offset_from_index(index), scree_line_side(line));
    scree_line_cursor cursor = scree_line_cursor_at(line, low);
    scree_square sum = scree_square_sum(scree_line_read(line, cursor, 0u), side, scree_square_walk_value(walk));
    scree_envelope best = scree_envelope_of(sum, low);
    SCREE_ROLLED
    for (scree_index j = low; j < high; j += 2u) {
        walk = scree_square_walk_next(walk);
        sum = scree_square_sum(scree_line_read(line, cursor, 1u), side, scree_square_walk_value(walk));
        best = scree_envelope_offer(best, sum, j + 1u);
        if (scree_line_is_padded(line) || j + 2u <= high) {
            walk = scree_square_walk_next(walk);
            sum = scree_square_sum(scree_line_read(line, cursor, 2u), side, scree_square_walk_value(walk));
            best = scree_envelope_offer(best, sum, j + 2u);
        }
        cursor = scree_line_cursor_moved(line, cursor, 2u);
    }
    return best;
}

/* Steps from a sample to the nearest one of a run of samples. */
SCREE_FN scree_offset scree_steps_to_run(const scree_index index, const scree_index first, const scree_index last)
{
    scree_index steps = index < first ? first - index : index > last ? index - last : 0u;
    return scree_offset_from_index(steps);
}

SCREE_FN bool scree_square_may_be_nearer(const scree_square minimum, const scree_square distance,
                                         const scree_square sum)
{
    return scree_may_be_nearer(minimum, distance, SCREE_SQUARE_FAR, sum);
}

/* Visits the parts of a strip that may hold a smaller sum, or an equal one further to the left, nearest part first. */
SCREE_FN_OF(scree_line)
scree_envelope scree_envelope_visit(const scree_line line, const scree_index strip, const scree_index index,
                                    const bool is_inside, const scree_envelope before)
{
    scree_envelope best = before;
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_STRIP_PARTS; i++) {
        bool is_behind = SCREE_STRIP * strip < index;
        scree_index part = SCREE_STRIP_PARTS * strip + (is_behind ? SCREE_STRIP_PARTS - 1u - i : i);
        scree_index first = SCREE_STRIP_PART * part;
        scree_index last = scree_index_minimum(first + SCREE_STRIP_PART, scree_line_count(line)) - 1u;
        if (first < scree_line_count(line)) {
            scree_square distance =
                scree_square_of_steps(scree_steps_to_run(index, first, last), scree_line_side(line));
            if (scree_square_may_be_nearer(scree_line_part_minimum(line, is_inside, part), distance, best.square)) {
                scree_envelope found = scree_envelope_scan(line, first, last, index, is_inside);
                bool is_nearer = scree_is_nearer(found.square, found.vertex, best.square, best.vertex);
                best.square = is_nearer ? found.square : best.square;
                best.vertex = is_nearer ? found.vertex : best.vertex;
            }
        }
    }
    return best;
}

/*
 * The smallest sum over the whole line. Strips are visited away from the sample, for as long as one may hold a smaller
 * sum.
 */
SCREE_FN_OF(scree_line)
scree_envelope scree_envelope_search(const scree_line line, const scree_index index, const bool is_inside)
{
    scree_index own = index / SCREE_STRIP;
    scree_square sum = scree_square_sum(scree_line_term(line, index), scree_square_sign(is_inside), SCREE_SQUARE_ZERO);
    scree_envelope best = scree_envelope_of(sum, index);
    best = scree_envelope_visit(line, own, index, is_inside, best);
    bool goes_on = true;
    SCREE_ROLLED
    for (scree_index away = 1u; goes_on; away++) {
        goes_on = false;
        SCREE_ROLLED
        for (scree_index direction = 0u; direction < 2u; direction++) {
            /* Before the first strip the number wraps round and is beyond the last one. */
            scree_index strip = direction == 0u ? own + away : own - away;
            if (strip < scree_line_strips(line)) {
                scree_index first = SCREE_STRIP * strip;
                scree_square distance = scree_square_of_steps(
                    scree_steps_to_run(index, first, first + SCREE_STRIP - 1u), scree_line_side(line));
                goes_on = goes_on || distance <= best.square;
                if (scree_square_may_be_nearer(scree_line_strip_minimum(line, is_inside, strip), distance,
                                               best.square)) {
                    best = scree_envelope_visit(line, strip, index, is_inside, best);
                }
            }
        }
    }
    return best;
}

/* The envelope at a strip's first sample, by a search without any known neighbour. */
SCREE_FN_OF(scree_line)
scree_envelope scree_envelope_search_index(const scree_line line, const scree_index index)
{
    scree_square own = scree_line_term(line, index);
    bool is_inside = scree_square_is_inside(own);
    scree_envelope at = scree_envelope_of(own, index);
    if (scree_is_measured(scree_line_measures(line), is_inside)) {
        at = scree_envelope_signed(scree_envelope_search(line, index, is_inside), is_inside);
    }
    return at;
}

/* The envelope at a strip's first sample, from its vertex. Behind the line's end the last sample is a bound. */
SCREE_FN_OF(scree_line)
scree_envelope scree_envelope_recall(const scree_line line, const scree_index strip)
{
    scree_envelope at = scree_envelope_of(SCREE_SQUARE_ZERO, scree_line_count(line) - 1u);
    if (strip < scree_line_strips(line)) {
        scree_index index = SCREE_STRIP * strip;
        bool is_inside = scree_square_is_inside(scree_line_term(line, index));
        scree_index vertex = scree_line_start_vertex(line, strip);
        scree_offset steps = scree_offset_from_index(vertex) - scree_offset_from_index(index);
        scree_square sum = scree_square_sum(scree_line_term(line, vertex), scree_square_sign(is_inside),
                                            scree_square_of_steps(steps, scree_line_side(line)));
        at = scree_envelope_signed(scree_envelope_of(sum, vertex), is_inside);
    }
    return at;
}

/*
 * The envelope at a sample between two known ones. If one of these is on the opposite side, its own square counts as 0
 * for this side, so it is the vertex of its own sample.
 */
SCREE_FN_OF(scree_line)
scree_envelope scree_envelope_between(const scree_line line, const scree_envelope low, const scree_index low_index,
                                      const scree_envelope high, const scree_index high_index, const scree_index index)
{
    scree_index end = scree_line_count(line) - 1u;
    scree_envelope at = scree_envelope_of(SCREE_SQUARE_ZERO, end);
    if (index < scree_line_count(line)) {
        scree_square own = scree_line_term(line, index);
        bool is_inside = scree_square_is_inside(own);
        at = scree_envelope_of(own, index);
        if (scree_is_measured(scree_line_measures(line), is_inside)) {
            scree_index last_index = scree_index_minimum(high_index, end);
            scree_index first = is_inside == scree_square_is_inside(low.square) ? low.vertex : low_index;
            scree_index last = is_inside == scree_square_is_inside(high.square) ? high.vertex : last_index;
            at = scree_envelope_signed(scree_envelope_scan(line, first, last, index, is_inside), is_inside);
        }
    }
    return at;
}

/* Whether this end of a strip guarantees that the sums of the strip are in order. */
SCREE_FN_OF(scree_line)
bool scree_envelope_is_ordered(const scree_line line, const scree_envelope end)
{
    bool is_inside = scree_square_is_inside(end.square);
    return !scree_is_measured(scree_line_measures(line), is_inside) ||
           scree_square_keeps_order(is_inside ? -end.square : end.square, scree_line_side(line));
}

/* The envelope at a quarter, the half and three quarters of the way between two samples. */
SCREE_STRUCT(scree_envelope_quarters)
{
    scree_envelope at1;
    scree_envelope at2;
    scree_envelope at3;
};

/* Divide and conquer, between the envelopes at a sample and four steps behind it. */
SCREE_FN_OF(scree_line)
scree_envelope_quarters scree_envelope_divide(const scree_line line, const scree_envelope low,
                                              const scree_envelope high, const scree_index index,
                                              const scree_index step)
{
    scree_envelope_quarters quarters;
    scree_index middle = index + 2u * step;
    scree_index end = index + 4u * step;
    quarters.at2 = scree_envelope_between(line, low, index, high, end, middle);
    quarters.at1 = scree_envelope_between(line, low, index, quarters.at2, middle, index + step);
    quarters.at3 = scree_envelope_between(line, quarters.at2, middle, high, end, middle + step);
    return quarters;
}

/*
 * The envelope at the starts of a strip's parts and of the next strip. Where sums are not in order only the two ends
 * are known.
 */
SCREE_STRUCT(scree_strip_starts)
{
    bool is_ordered;
    scree_envelope start0;
    scree_envelope start1;
    scree_envelope start2;
    scree_envelope start3;
    scree_envelope start4;
};

SCREE_FN_OF(scree_line)
scree_strip_starts scree_strip_find_starts(const scree_line line, const scree_index strip)
{
    scree_index index = SCREE_STRIP * strip;
    scree_strip_starts starts;
    starts.start0 = scree_envelope_recall(line, strip);
    starts.start4 = scree_envelope_recall(line, strip + 1u);
    starts.start1 = starts.start0;
    starts.start2 = starts.start0;
    starts.start3 = starts.start0;
    starts.is_ordered = scree_envelope_is_ordered(line, starts.start0) &&
                        scree_envelope_is_ordered(line, starts.start4);
    if (starts.is_ordered) {
        scree_envelope_quarters quarters = scree_envelope_divide(line, starts.start0, starts.start4, index, 8u);
        starts.start1 = quarters.at1;
        starts.start2 = quarters.at2;
        starts.start3 = quarters.at3;
    }
    return starts;
}

/*
 * The envelope at the samples of a part. Separate members instead of an array, because some drivers keep arrays in
 * memory.
 */
SCREE_STRUCT(scree_strip_part)
{
    scree_envelope at0;
    scree_envelope at1;
    scree_envelope at2;
    scree_envelope at3;
    scree_envelope at4;
    scree_envelope at5;
    scree_envelope at6;
    scree_envelope at7;
};

/* DO(number, envelope) for each sample of a part. */
#define SCREE_EACH_OF_PART(DO, part) \
    DO(0u, (part).at0)               \
    DO(1u, (part).at1)               \
    DO(2u, (part).at2)               \
    DO(3u, (part).at3)               \
    DO(4u, (part).at4)               \
    DO(5u, (part).at5)               \
    DO(6u, (part).at6)               \
    DO(7u, (part).at7)

/* A part's samples by divide and conquer, between its first sample and the first of the next part. */
SCREE_FN_OF(scree_line)
scree_strip_part scree_strip_divide_part(const scree_line line, const scree_envelope low, const scree_envelope high,
                                         const scree_index index)
{
    scree_strip_part part;
    part.at0 = low;
    part.at4 = scree_envelope_between(line, low, index, high, index + 8u, index + 4u);
    part.at1 = low;
    part.at2 = low;
    part.at3 = low;
    SCREE_UNROLL_AHEAD
    for (scree_index i = 0u; i < 2u; i++) {
        scree_envelope begin = low;
        scree_envelope end = part.at4;
        if (i == 1u) {
            begin = part.at4;
            end = high;
        }
        scree_envelope_quarters quarters = scree_envelope_divide(line, begin, end, index + 4u * i, 1u);
        part.at5 = quarters.at1;
        part.at6 = quarters.at2;
        part.at7 = quarters.at3;
        if (i == 0u) {
            part.at1 = part.at5;
            part.at2 = part.at6;
            part.at3 = part.at7;
        }
    }
    return part;
}

/* A part's samples where sums are not in order: a search for each sample. */
#define SCREE_PART_CLEAR(number, index_of_part) index_of_part = at;
#define SCREE_PART_PUT(number, index_of_part) \
    if (i == number) {                        \
        index_of_part = at;                   \
    }
SCREE_FN_OF(scree_line)
scree_strip_part scree_strip_search_part(const scree_line line, const scree_index index)
{
    scree_strip_part part;
    scree_envelope at = scree_envelope_of(SCREE_SQUARE_ZERO, 0u);
    SCREE_EACH_OF_PART(SCREE_PART_CLEAR, part)
    SCREE_ROLLED
    for (scree_index i = 0u; i < SCREE_STRIP_PART; i++) {
        at = scree_envelope_of(SCREE_SQUARE_ZERO, 0u);
        if (index + i < scree_line_count(line)) {
            at = scree_envelope_search_index(line, index + i);
        }
        SCREE_EACH_OF_PART(SCREE_PART_PUT, part)
    }
    return part;
}

/* Part `number` of a strip. */
SCREE_FN_OF(scree_line)
scree_strip_part scree_strip_find_part(const scree_line line, const scree_strip_starts starts, const scree_index strip,
                                       const scree_index number)
{
    scree_index index = SCREE_STRIP * strip + SCREE_STRIP_PART * number;
    scree_envelope low = starts.start0;
    scree_envelope high = starts.start1;
    if (number == 1u) {
        low = starts.start1;
        high = starts.start2;
    } else if (number == 2u) {
        low = starts.start2;
        high = starts.start3;
    } else if (number == 3u) {
        low = starts.start3;
        high = starts.start4;
    }
    scree_strip_part part;
    if (starts.is_ordered) {
        part = scree_strip_divide_part(line, low, high, index);
    } else {
        part = scree_strip_search_part(line, index);
    }
    return part;
}

/*
 * The term that a vertex carries for the nearest voxel. A vertex on the opposite side is the nearest voxel itself,
 * whose number is `itself`.
 */
SCREE_FN_OF(scree_line)
scree_index scree_envelope_nearest(const scree_line line, const scree_envelope at, const scree_index itself)
{
    bool is_same = scree_square_is_inside(at.square) == scree_square_is_inside(scree_line_term(line, at.vertex));
    scree_index found = itself;
    if (is_same) {
        found = scree_line_nearest(line, at.vertex);
    }
    return found;
}

/*
 * The index of the nearest voxel along x; SCREE_NO_LAYER where there is none. `itself` counts the rows before the
 * voxel's own, and a voxel whose side is not measured is given itself.
 */
SCREE_FN_OF(scree_line)
scree_index scree_envelope_voxel(const scree_line line, const scree_envelope at, const scree_index index,
                                 const scree_index itself, const scree_index columns)
{
    scree_index voxel = itself * columns + index;
    if (scree_is_measured(scree_line_measures(line), scree_square_is_inside(at.square))) {
        voxel = scree_square_is_far(at.square) ? SCREE_NO_LAYER
                                               : scree_envelope_nearest(line, at, itself) * columns + at.vertex;
    }
    return voxel;
}

/*
 * How a smallest sum becomes a distance: the numbers that scree_distance_from_square() takes, and the rule for the
 * sign.
 */
SCREE_STRUCT(scree_distance_rule)
{
    scree_index measures; /* Bit 0: the outside is measured; bit 1: the inside. */
    bool is_negated;      /* Whether distances inside are negative. */
    float unit;
    float margin;
    float clip;
};

SCREE_FN float scree_envelope_distance(const scree_envelope at, const scree_distance_rule rule)
{
    bool is_inside = scree_square_is_inside(at.square);
    float distance = scree_one_from_bits(0u);
    if (scree_is_measured(rule.measures, is_inside)) {
        float square = scree_one_from_square(is_inside ? -at.square : at.square);
        distance = scree_distance_from_square(square, rule.unit, rule.margin, rule.clip);
        distance = scree_distance_signed(distance, is_inside && rule.is_negated ? 0x80000000u : 0u);
    }
    return distance;
}

#endif
