/*
 * The lower envelope of a line as kernels/distance/envelope.h finds it by divide and conquer, compared with the
 * smallest sums over all vertices. Compiled once for whole squares and once for float32: SCREE_SQUARES_REAL.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef const float *scree_levels;

static inline float scree_level_at(scree_levels levels, uint32_t layer)
{
    return levels[layer];
}

#include "distance/strips.h"

#define MOST_PLACES 3000u
#define MOST_STRIPS ((MOST_PLACES + SCREE_STRIP - 1) / SCREE_STRIP)

/* A line and what is known of it, in the tables that kernels/distance/strips.h describes. */
typedef struct test_line {
    scree_square terms[MOST_PLACES + 1]; /* The last one is repeated behind the end. */
    scree_square part_minima[2 * SCREE_STRIP_PARTS * MOST_STRIPS];
    scree_square strip_minima[2 * MOST_STRIPS];
    uint32_t start_vertices[MOST_STRIPS];
    uint32_t count;
    uint32_t strips;
    uint32_t measures;
    float side;
    bool is_padded;
} test_line;

/* Kernels take lines by value. */
typedef const test_line *line_handle;
#define scree_line line_handle
#define scree_line_cursor const scree_square *
#define scree_line_count(line) ((line)->count)
#define scree_line_strips(line) ((line)->strips)
#define scree_line_side(line) ((line)->side)
#define scree_line_measures(line) ((line)->measures)
#define scree_line_is_padded(line) ((line)->is_padded)
#define scree_line_term(line, index) ((line)->terms[index])
#define scree_line_cursor_at(line, index) ((line)->terms + (index))
#define scree_line_cursor_moved(line, cursor, steps) ((cursor) + (steps))
#define scree_line_read(line, cursor, steps) ((cursor)[steps])
#define scree_line_part_minimum(line, is_inside, part) \
    ((line)->part_minima[scree_part_minimum_word((line)->strips, is_inside, part)])
#define scree_line_strip_minimum(line, is_inside, strip) \
    ((line)->strip_minima[scree_strip_minimum_word((line)->strips, is_inside, strip)])
#define scree_line_start_vertex(line, strip) ((line)->start_vertices[strip])
#define scree_line_nearest(line, index) ((void)(line), (index))

#include "distance/envelope.h"

/* How a line's terms are made. */
typedef struct line_kind {
    uint32_t count;
    uint32_t rarity;  /* One of so many samples has a term that is not far. */
    uint32_t run;     /* Neighbouring samples on one side of the solid. */
    uint32_t maximum; /* Steps that the terms are squares of, at most. */
    float side;
    uint32_t measures;
} line_kind;

static const line_kind kinds[] = {
    {1, 1, 1, 3, 1.0f, 3},       {31, 1, 5, 9, 1.0f, 3},      {32, 2, 7, 9, 0.5f, 3},
    {33, 3, 9, 20, 3.0f, 3},     {100, 1, 1, 4, 1.0f, 3},     {257, 5, 300, 90, 1.0f, 3},
    {500, 1, 40, 500, 0.3f, 1},  {500, 60, 90, 500, 0.3f, 2}, {1000, 1000, 2000, 3, 1.0f, 3},
    {999, 7, 120, 30, 1e-3f, 3}, {3000, 1, 900, 2, 1.0f, 3},  {3000, 300, 3000, 20000, 0.7f, 3},
    {2048, 1, 3000, 9, 1.0f, 3},
};

static uint32_t next_number(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Runs of samples on either side of the solid, some of whose columns have no voxel of the opposite side. */
static void make_terms(test_line *line, const line_kind *kind, uint32_t seed)
{
    uint32_t state = seed;
    bool is_inside = (seed & 1u) != 0;
    for (uint32_t i = 0; i < kind->count; i++) {
        is_inside = next_number(&state) % kind->run == 0 ? !is_inside : is_inside;
        const bool is_far = next_number(&state) % kind->rarity != 0;
        const int32_t steps = (int32_t)(1 + next_number(&state) % kind->maximum);
        const scree_square square = is_far ? SCREE_SQUARE_FAR : scree_square_of_steps(steps, kind->side);
        line->terms[i] = square * scree_square_sign(is_inside);
    }
    line->terms[kind->count] = line->terms[kind->count - 1];
}

static void make_tables(test_line *line)
{
    for (uint32_t strip = 0; strip < line->strips; strip++) {
        scree_minima minima = scree_minima_of_none();
        for (uint32_t part = SCREE_STRIP_PARTS * strip; part < SCREE_STRIP_PARTS * (strip + 1); part++) {
            scree_minima of_part = scree_minima_of_none();
            for (uint32_t i = SCREE_STRIP_PART * part; i < SCREE_STRIP_PART * (part + 1) && i < line->count; i++) {
                of_part = scree_minima_add(of_part, line->terms[i]);
            }
            line->part_minima[scree_part_minimum_word(line->strips, false, part)] = of_part.outside;
            line->part_minima[scree_part_minimum_word(line->strips, true, part)] = of_part.inside;
            minima = scree_minima_join(minima, of_part);
        }
        line->strip_minima[scree_strip_minimum_word(line->strips, false, strip)] = minima.outside;
        line->strip_minima[scree_strip_minimum_word(line->strips, true, strip)] = minima.inside;
    }
    for (uint32_t strip = 0; strip < line->strips; strip++) {
        line->start_vertices[strip] = scree_envelope_search_index(line, SCREE_STRIP * strip).vertex;
    }
}

/* The smallest sum over all vertices, and the first vertex that has it. */
static scree_envelope min_of_all(const test_line *line, uint32_t index)
{
    const bool is_inside = scree_square_is_inside(line->terms[index]);
    if (!scree_is_measured(line->measures, is_inside)) {
        return scree_envelope_of(line->terms[index], index);
    }
    const scree_square sign = scree_square_sign(is_inside);
    scree_envelope best = scree_envelope_of(SCREE_SQUARE_FAR, index);
    for (uint32_t j = 0; j < line->count; j++) {
        const int32_t steps = (int32_t)j - (int32_t)index;
        const scree_square sum = scree_square_sum(line->terms[j], sign, scree_square_of_steps(steps, line->side));
        best = sum < best.square ? scree_envelope_of(sum, j) : best;
    }
    return scree_envelope_signed(best, is_inside);
}

static void expect_sample(const test_line *line, size_t kind, uint32_t index, scree_envelope found)
{
    const scree_envelope expected = min_of_all(line, index);
    const bool is_same_square = memcmp(&found.square, &expected.square, sizeof found.square) == 0;
    if (!is_same_square || (!scree_square_is_far(expected.square) && found.vertex != expected.vertex)) {
        fail_msg("kind %zu, index %u: %g from vertex %u, not %g from vertex %u", kind, index, (double)found.square,
                 found.vertex, (double)expected.square, expected.vertex);
    }
}

static void expect_line(const test_line *line, size_t kind)
{
    for (uint32_t strip = 0; strip < line->strips; strip++) {
        const scree_strip_starts starts = scree_strip_find_starts(line, strip);
        for (uint32_t number = 0; number < SCREE_STRIP_PARTS; number++) {
            const scree_strip_part part = scree_strip_find_part(line, starts, strip, number);
            const uint32_t index = SCREE_STRIP * strip + SCREE_STRIP_PART * number;
#define EXPECT(i, at)                             \
    if (index + i < line->count) {                \
        expect_sample(line, kind, index + i, at); \
    }
            SCREE_EACH_OF_PART(EXPECT, part)
#undef EXPECT
        }
    }
}

static void the_envelope_has_the_min_sums(void **state)
{
    test_line *line = malloc(sizeof *line);
    assert_non_null(line);
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        for (uint32_t seed = 0; seed < 6; seed++) {
            line->count = kinds[kind].count;
            line->strips = scree_strip_count(line->count);
            line->measures = kinds[kind].measures;
            line->side = kinds[kind].side;
            line->is_padded = seed % 3 == 0;
            make_terms(line, &kinds[kind], seed);
            make_tables(line);
            expect_line(line, kind);
        }
    }
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_envelope_has_the_min_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
