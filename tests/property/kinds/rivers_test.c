/* Rivers: their definition in float64, that the ground has no steps, that rows have the values of points, and slopes.
 */
#include "fixture.h"

#include <math.h>
#include <string.h>

#include "noise/hash.h"
#include "site_octave.h"

/* Fields are made smaller by this, for rounding. */
#define ROOM (1.0 - 0x1p-16)
#define MOST_LEVELS 4u
#define LINE 65536u

typedef struct lattice {
    scree_site_octave octave;
    int64_t period; /* 0 = none. */
    scree_noise_measure measure;
} lattice;

/* A point of a curve, a third of its direction there, and its level. */
typedef struct node {
    double x;
    double y;
    double way_x;
    double way_y;
    double level;
} node;

typedef struct curve {
    node from;
    node to;
    bool is_there;
} curve;

static int64_t wrapped(const lattice *l, int64_t cell)
{
    return l->period == 0 ? cell : (cell % l->period + l->period) % l->period;
}

static uint32_t key_of(const lattice *l, uint32_t axis, int64_t cell)
{
    return l->octave.axis[axis].start + (uint32_t)wrapped(l, cell) * l->octave.axis[axis].stride;
}

static double rounded(double value, double steps)
{
    return floor(value * steps + 0.5) / steps;
}

/* Gradient noise with nodes so many cells apart, counted from cell 0 of a period. */
static double noise_of(const lattice *l, int64_t size, int64_t x, int64_t y, uint32_t salt)
{
    const int64_t cell[] = {wrapped(l, x), wrapped(l, y)};
    double t[2];
    double fade[2];
    double share[2][2];
    for (int axis = 0; axis < 2; axis++) {
        t[axis] = (double)((cell[axis] % size + size) % size) / (double)size;
        fade[axis] = t[axis] * t[axis] * t[axis] * (t[axis] * (t[axis] * 6.0 - 15.0) + 10.0);
    }
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 2; i++) {
            const int at[] = {i, j};
            uint32_t keys = salt;
            for (uint32_t axis = 0; axis < 2; axis++) {
                const int64_t first = cell[axis] - (int64_t)(t[axis] * (double)size);
                const bool is_behind = l->period != 0 && first + size >= l->period;
                keys ^= key_of(l, axis, at[axis] == 0 ? first : is_behind ? 0 : first + size);
            }
            const uint32_t hash = scree_hash_mix(keys);
            share[j][i] = ((double)(hash >> 24) / 128.0 - 0.99609375) * (t[0] - i) +
                          ((double)(hash >> 16 & 255) / 128.0 - 0.99609375) * (t[1] - j);
        }
    }
    const double bottom = share[0][0] + (share[0][1] - share[0][0]) * fade[0];
    const double top = share[1][0] + (share[1][1] - share[1][0]) * fade[0];
    return bottom + (top - bottom) * fade[1];
}

static uint32_t hash_of(const lattice *l, int64_t x, int64_t y)
{
    return scree_hash_mix(key_of(l, 0, x) ^ key_of(l, 1, y));
}

static double height_of(const lattice *l, int64_t x, int64_t y)
{
    const double own = (double)(scree_hash_mix(hash_of(l, x, y)) >> 16 & 255) / 2560.0;
    return rounded(noise_of(l, 16, x, y, 0x68bc21eb) + 0.5 * noise_of(l, 8, x, y, 0x02e5be93) + own, 0x1p20);
}

static double jitter_of(uint32_t bits)
{
    return (double)(bits & 1023) * 11.0 * 0x1p-14 + 0.15625;
}

static void turn_way(node *from, double x, double y, uint32_t hash)
{
    const double turn = (double)(hash >> 24) * 0.00703125 - 0.896484375;
    from->way_x = rounded((x - turn * y) / 3.0, 0x1p14);
    from->way_y = rounded((y + turn * x) / 3.0, 0x1p14);
}

static double level_of(const lattice *l, double height)
{
    const double width = fmin(fmax(0.05 - 0.05 * height, 0.02), 0.1);
    return l->measure == SCREE_NOISE_MEASURE_DISTANCE ? -width : 0.4 * height;
}

/* The neighbour to which a cell falls most steeply, or the cell itself. */
static void find_next(const lattice *l, int64_t x, int64_t y, int64_t next[2])
{
    const double height = height_of(l, x, y);
    double most = 0.0;
    next[0] = x;
    next[1] = y;
    for (int n = 0; n < 9; n++) {
        const int64_t i = x + n % 3 - 1;
        const int64_t j = y + n / 3 - 1;
        const double fall = (height - height_of(l, i, j)) * (n % 2 == 0 ? sqrt(0.5) : 1.0);
        if (fall > most) {
            most = fall;
            next[0] = i;
            next[1] = j;
        }
    }
}

static node spring_of(const lattice *l, int64_t x, int64_t y)
{
    const uint32_t hash = hash_of(l, x, y);
    return (node){.x = (double)x + jitter_of(hash >> 22),
                  .y = (double)y + jitter_of(hash >> 12),
                  .level = level_of(l, height_of(l, x, y))};
}

/* The start of a cell's river, with its direction. */
static node river_start(const lattice *l, int64_t x, int64_t y)
{
    int64_t next[2];
    node start = spring_of(l, x, y);
    find_next(l, x, y, next);
    const node end = spring_of(l, next[0], next[1]);
    turn_way(&start, end.x - start.x, end.y - start.y, scree_hash_mix(hash_of(l, x, y)));
    return start;
}

static curve river_of(const lattice *l, int64_t x, int64_t y)
{
    int64_t next[2];
    find_next(l, x, y, next);
    return (curve){.from = river_start(l, x, y), .to = river_start(l, next[0], next[1]), .is_there = true};
}

static void point_of(const curve *c, double t, double *x, double *y)
{
    const double s = 1.0 - t;
    const double weight[] = {s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t};
    *x = weight[0] * c->from.x + weight[1] * (c->from.x + c->from.way_x) + weight[2] * (c->to.x - c->to.way_x) +
         weight[3] * c->to.x;
    *y = weight[0] * c->from.y + weight[1] * (c->from.y + c->from.way_y) + weight[2] * (c->to.y - c->to.way_y) +
         weight[3] * c->to.y;
}

static node middle_of(const curve *c)
{
    node middle = {.level = (c->from.level + c->to.level) / 2.0};
    point_of(c, 0.5, &middle.x, &middle.y);
    middle.x = rounded(middle.x, 0x1p16);
    middle.y = rounded(middle.y, 0x1p16);
    middle.way_x = rounded((2.0 * (c->to.x - c->from.x) - c->to.way_x - c->from.way_x) / 4.0, 0x1p16);
    middle.way_y = rounded((2.0 * (c->to.y - c->from.y) - c->to.way_y - c->from.way_y) / 4.0, 0x1p16);
    return middle;
}

static int64_t shifted_down(int64_t cell, uint32_t bits)
{
    return (int64_t)floor((double)cell / (double)(1 << bits));
}

static curve course_of(const lattice *l, uint32_t level, int64_t x, int64_t y);

/* Takes a node as the end of a brook where it is nearer than the one so far. */
static void take_nearer(curve *brook, double *square, node at, double part)
{
    const double far = pow(at.x - brook->from.x, 2.0) + pow(at.y - brook->from.y, 2.0);
    if (far < *square) {
        *square = far;
        at.way_x *= part;
        at.way_y *= part;
        brook->to = at;
    }
}

static curve brook_of(const lattice *l, uint32_t level, int64_t x, int64_t y)
{
    const int64_t count = 1 << level;
    const int64_t cell[] = {x, y};
    uint32_t key[2];
    for (uint32_t axis = 0; axis < 2; axis++) {
        const int64_t large = shifted_down(cell[axis], level);
        key[axis] = key_of(l, axis, large) + (uint32_t)(cell[axis] - large * count + count) * 0x85ebca6b;
    }
    const uint32_t hash = scree_hash_mix(key[0] ^ key[1] * 0xc2b2ae35);
    curve brook = {.from = {.x = ((double)x + jitter_of(hash >> 22)) / (double)count,
                            .y = ((double)y + jitter_of(hash >> 12)) / (double)count}};
    double square = 64.0;
    for (uint32_t larger = 0; larger < level; larger++) {
        for (int n = 0; n < 9; n++) {
            const curve at = course_of(l, larger, shifted_down(x, level - larger) + n % 3 - 1,
                                       shifted_down(y, level - larger) + n / 3 - 1);
            if (at.is_there) {
                take_nearer(&brook, &square, at.from, 1.0 / (double)(1 << (level - larger)));
                take_nearer(&brook, &square, middle_of(&at), 1.0 / (double)(1 << (level - larger)));
            }
        }
    }
    brook.is_there = square <= 1.5625 / (double)(count * count);
    turn_way(&brook.from, brook.to.x - brook.from.x, brook.to.y - brook.from.y, scree_hash_mix(hash));
    brook.from.level = brook.to.level + sqrt(square) * 0.375 * 0.15 * (level + 1.0);
    if (l->measure == SCREE_NOISE_MEASURE_DISTANCE) {
        brook.from.level = -0.02 / (double)count;
        brook.to.level = fmax(brook.to.level, -0.04 / (double)count);
    }
    return brook;
}

static curve course_of(const lattice *l, uint32_t level, int64_t x, int64_t y)
{
    return level == 0 ? river_of(l, x, y) : brook_of(l, level, x, y);
}

/* The ground with a course: lines between some of its points. */
static double lowered(double ground, const curve *c, int lines, double penalty, double steepness, double x, double y)
{
    double from_x = c->from.x;
    double from_y = c->from.y;
    for (int i = 1; i <= lines; i++) {
        double to_x;
        double to_y;
        point_of(c, (double)i / lines, &to_x, &to_y);
        const double square = fmax(pow(to_x - from_x, 2.0) + pow(to_y - from_y, 2.0), 0x1p-40);
        double t = ((x - from_x) * (to_x - from_x) + (y - from_y) * (to_y - from_y)) / square;
        t = fmin(fmax(t, 0.0), 1.0);
        const double distance = hypot(x - from_x - t * (to_x - from_x), y - from_y - t * (to_y - from_y));
        const double level = c->from.level + (c->to.level - c->from.level) * (i - 1 + t) / lines;
        ground = fmin(ground, level + distance * steepness + penalty);
        from_x = to_x;
        from_y = to_y;
    }
    return ground;
}

static double penalty_along(double from_centre)
{
    const double beyond = fmax(fabs(from_centre) - 2.0, 0.0);
    return 16.0 * beyond * beyond;
}

static double defined(const lattice *l, uint32_t levels, const double *position)
{
    const bool is_distance = l->measure == SCREE_NOISE_MEASURE_DISTANCE;
    double ground = 64.0;
    for (uint32_t level = 0; level < levels; level++) {
        const double x = position[0] * (double)(1 << level);
        const double y = position[1] * (double)(1 << level);
        for (int n = 0; n < 25; n++) {
            const double i = floor(x) + n % 5 - 2;
            const double j = floor(y) + n / 5 - 2;
            const curve c = course_of(l, level, (int64_t)i, (int64_t)j);
            if (c.is_there) {
                ground = lowered(ground, &c, level == 0 ? 4 : 2,
                                 penalty_along(i + 0.5 - x) + penalty_along(j + 0.5 - y), is_distance ? 1.0 : 0.375,
                                 position[0], position[1]);
            }
        }
    }
    return fmin(fmax(is_distance ? 4.0 * ground : 2.0 * ground - 0.2, -1.0), 1.0);
}

static scree_noise_params river_params(uint64_t seed, scree_noise_measure measure, uint32_t levels, uint64_t period)
{
    return (scree_noise_params){.kind = SCREE_NOISE_RIVERS,
                                .seed = seed,
                                .rivers = {.measure = measure, .levels = levels},
                                .period = {period, period}};
}

static unsigned count_errors(const scree_noise_params *params, unsigned points)
{
    const lattice l = {.octave = first_site_octave(params, 2),
                       .period = (int64_t)params->period[0],
                       .measure = params->rivers.measure};
    scree_field *field = fixture_field(params);
    uint64_t draw = params->seed;
    unsigned errors = 0;
    for (unsigned i = 0; i < points; i++) {
        double position[2];
        float value;
        for (int axis = 0; axis < 2; axis++) {
            position[axis] = floor((fixture_draw_unit(&draw) - 0.5) * 0x1p24) / 0x1p14;
        }
        const scree_points point = scree_points_packed(2, position, 1);
        assert_int_equal(scree_field_at(field, &point, &value), SCREE_OK);
        assert_true(fabsf(value) <= 1.0f);
        const double expected = ROOM * defined(&l, params->rivers.levels, position);
        /* A direction that is rounded the other way, by 2^-14 of a cell, moves a curve by less than half of that, and
           distances count 4 times. */
        errors += fabs((double)value - expected) < 0x1p-13 ? 0 : 1;
    }
    scree_field_release(&field);
    return errors;
}

static void samples_follow_the_definition(void **state)
{
    static const unsigned points[MOST_LEVELS] = {400, 100, 30, 4};
    static const uint64_t periods[] = {0, 2, 7, 24};
    unsigned errors = 0;
    (void)state;
    for (uint32_t levels = 1; levels <= MOST_LEVELS; levels++) {
        for (uint32_t i = 0; i < 8; i++) {
            const scree_noise_params params =
                river_params(8 * levels + i, (scree_noise_measure)(i % 2), levels, periods[i / 2]);
            errors += count_errors(&params, points[levels - 1]);
        }
    }
    assert_int_equal(errors, 0);
}

/* The greatest slope between neighbours of a line along an axis, and the sample before it. */
static double steepest(const scree_field *field, uint32_t along, double step, const double *origin, uint64_t *at)
{
    static float line[LINE];
    scree_grid grid = {.axes = 2, .count = {1, 1}, .origin = {origin[0], origin[1]}, .step = {step, step}};
    float most = 0.0f;
    grid.count[along] = LINE;
    assert_int_equal(scree_field_fill(field, &grid, line), SCREE_OK);
    for (uint64_t i = 1; i < LINE; i++) {
        const float jump = fabsf(line[i] - line[i - 1]);
        *at = jump > most ? i - 1 : *at;
        most = fmaxf(most, jump);
    }
    return (double)most / step;
}

/*
 * Cells leave the sight of a sample at every edge of one, and there nothing may change: a step would be as high between
 * samples that are 16 times as near. Measured: slopes of up to 20, where brooks of the smallest cells are raised out of
 * sight.
 */
static void the_ground_has_no_steps(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t levels = 1 + i / 2 % MOST_LEVELS;
        const uint32_t along = i / 8;
        const scree_noise_params params = river_params(i, (scree_noise_measure)(i % 2), levels, 0);
        scree_field *field = fixture_field(&params);
        double origin[] = {0.3, 0.3};
        double step = 0x1p-10;
        for (uint32_t nearer = 0; nearer < 3; nearer++) {
            uint64_t at = 0;
            const double slope = steepest(field, along, step, origin, &at);
            assert_true(slope < 24.0);
            origin[along] += (double)at * step;
            step /= 16.0;
            origin[along] -= (double)LINE / 2.0 * step;
        }
        scree_field_release(&field);
    }
}

/* Rows are made by what their samples share, where these are near enough to one another. */
static void check_rows(const scree_noise_params *params, double step)
{
    enum { WIDTH = 700, HEIGHT = 5 };
    static float rows[WIDTH * HEIGHT];
    static float points[WIDTH * HEIGHT];
    static double position[WIDTH * HEIGHT][2];
    const scree_grid grid = {.axes = 2, .count = {WIDTH, HEIGHT}, .origin = {-1.25, 0.4375}, .step = {step, step}};
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        position[i][0] = grid.origin[0] + (double)(i % WIDTH) * step;
        position[i][1] = grid.origin[1] + (double)(i / WIDTH) * step;
    }
    const scree_points all = scree_points_packed(2, position[0], WIDTH * HEIGHT);
    scree_field *field = fixture_field(params);
    assert_int_equal(scree_field_fill(field, &grid, rows), SCREE_OK);
    assert_int_equal(scree_field_at(field, &all, points), SCREE_OK);
    assert_memory_equal(rows, points, sizeof rows);
    scree_field_release(&field);
}

static void rows_have_the_values_of_points(void **state)
{
    static const uint64_t periods[] = {0, 2, 7};
    (void)state;
    for (uint32_t i = 0; i < 24; i++) {
        const uint32_t levels = 1 + i % MOST_LEVELS;
        const scree_noise_params params =
            river_params(i, (scree_noise_measure)(i / MOST_LEVELS % 2), levels, periods[i / 8]);
        check_rows(&params, 0x1p-6);
        check_rows(&params, 0.4375 / (double)(1u << (levels - 1)));
        check_rows(&params, 0.5625 / (double)(1u << (levels - 1)));
    }
}

/* The derivative along an axis, against differences to both sides where these agree. Returns whether they do. */
static bool is_checked(const scree_field *values, const double *position, uint32_t axis, float derivative)
{
    const double step = 0x1p-13;
    double at[3][2];
    float value[3];
    for (int i = 0; i < 3; i++) {
        at[i][0] = position[0] + (axis == 0 ? (i - 1) * step : 0.0);
        at[i][1] = position[1] + (axis == 1 ? (i - 1) * step : 0.0);
    }
    const scree_points points = scree_points_packed(2, at[0], 3);
    assert_int_equal(scree_field_at(values, &points, value), SCREE_OK);
    const double before = ((double)value[1] - (double)value[0]) / step;
    const double behind = ((double)value[2] - (double)value[1]) / step;
    /* Values are rounded to 2^-24, so that differences are off by 2^-10. */
    const bool agrees = fabs(before - behind) < 0x1p-7;
    assert_true(!agrees || fabs((double)derivative - (before + behind) / 2.0) < 0x1p-7);
    return agrees;
}

static void derivatives_are_those_of_differences(void **state)
{
    enum { SAMPLES = 500 };
    (void)state;
    for (uint32_t i = 0; i < 8; i++) {
        scree_noise_params params = river_params(i, (scree_noise_measure)(i % 2), 1 + i / 2, 0);
        scree_field *values = fixture_field(&params);
        params.sample.has_derivatives = true;
        scree_field *slopes = fixture_field(&params);
        uint64_t draw = i;
        uint32_t checked = 0;
        for (uint32_t n = 0; n < SAMPLES; n++) {
            const double position[] = {fixture_draw_unit(&draw) * 64.0, fixture_draw_unit(&draw) * 64.0};
            float sample[3];
            const scree_points point = scree_points_packed(2, position, 1);
            assert_int_equal(scree_field_at(slopes, &point, sample), SCREE_OK);
            checked += is_checked(values, position, 0, sample[1]) ? 1 : 0;
            checked += is_checked(values, position, 1, sample[2]) ? 1 : 0;
        }
        assert_true(checked > SAMPLES);
        scree_field_release(&slopes);
        scree_field_release(&values);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_follow_the_definition),
        cmocka_unit_test(the_ground_has_no_steps),
        cmocka_unit_test(rows_have_the_values_of_points),
        cmocka_unit_test(derivatives_are_those_of_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
