/*
 * Locations as GPUs make them (kernels/noise/locate.h), in C: every coordinate has the bits of the host's definition,
 * which counts in integers of 128 bits.
 */
#include "fixture.h"

#include <math.h>
#include <string.h>

#include "axis_table.h"
#include "locate_whole.h"
#include "point_rules.h"
#include "noise/site_locate.h"
#include "site_rules.h"

static scree_noise_params draw_params(uint64_t *state)
{
    static const double lacunarities[] = {2.0, 2.0, 2.0, 4.0, 1.7, 3.0, 1.0, 0.7};
    scree_noise_params params = {.hash = (scree_noise_hash)(fixture_draw(state) % 3 == 0),
                                 .fade = (scree_noise_fade)(fixture_draw(state) % 4),
                                 .seed = fixture_draw(state) % 5 == 0 ? 0 : fixture_draw(state),
                                 .octaves = 1 + (uint32_t)(fixture_draw(state) % 12),
                                 .lacunarity = lacunarities[fixture_draw(state) % 8]};
    if (fixture_draw(state) % 3 == 0) {
        static const uint64_t periods[] = {1, 2, 3, 9, 256, 1000003, (uint64_t)1 << 32, 0xffffffffff};
        params.lacunarity = 2.0;
        params.period[0] = periods[fixture_draw(state) % 8];
    }
    return params;
}

/* Coordinates of every magnitude and sign, on borders of cells and beside them, zeros, subnormal numbers and limits. */
static double draw_coordinate(uint64_t *state, double limit)
{
    double near = (fixture_draw_unit(state) - 0.5) * 2000.0;
    double sign = fixture_draw(state) % 2 == 0 ? 1.0 : -1.0;
    switch (fixture_draw(state) % 12) {
    case 0:
        return floor(near);
    case 1:
        return nextafter(floor(near), 1e300);
    case 2:
        return nextafter(floor(near), -1e300);
    case 3:
        return sign * ldexp(1.0 + fixture_draw_unit(state), -(int)(fixture_draw(state) % 1090));
    case 4:
        return sign * 0.0;
    case 5:
        return sign * limit;
    case 6:
        return sign * limit * fixture_draw_unit(state);
    case 7:
        return sign * fmin(limit, ldexp(1.0 + fixture_draw_unit(state), (int)(fixture_draw(state) % 60)));
    case 8:
        return sign * fmin(limit, nextafter(ldexp(1.0, (int)(fixture_draw(state) % 35)), sign * 1e300));
    case 9:
        return sign * ldexp(1.0, -(int)(fixture_draw(state) % 1075));
    default:
        return near;
    }
}

static scree_pair bits_of(double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return (scree_pair){.low = (uint32_t)bits, .high = (uint32_t)(bits >> 32)};
}

static uint32_t bits_of_float(float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void assert_location(const scree_axis_entry *expected, scree_location actual, const char *way, double coordinate)
{
    const scree_location location = {.fraction = expected->fraction,
                                     .fraction1 = expected->fraction1,
                                     .fade = expected->fade,
                                     .key0 = expected->key[0],
                                     .key1 = expected->key[1]};
    if (memcmp(&location, &actual, sizeof location) != 0) {
        fail_msg("%s: %a is at %a (%a, %a, %08x, %08x), expected %a (%a, %a, %08x, %08x)", way, coordinate,
                 (double)actual.fraction, (double)actual.fraction1, (double)actual.fade, actual.key0, actual.key1,
                 (double)location.fraction, (double)location.fraction1, (double)location.fade, location.key0,
                 location.key1);
    }
}

/* All ways, where all can go. */
static void check_coordinate(const scree_plan *plan, const scree_point_rules *rules, double coordinate)
{
    const uint32_t fade = (uint32_t)plan->params.fade;
    const uint32_t hash = (uint32_t)plan->params.hash;
    const scree_float_parts given = scree_parts_from_f64(bits_of(coordinate));
    const bool is_fast = (bits_of(coordinate).high & 0x7fffffffu) < rules->fast_limit;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_location_axis *axis = &rules->axis[o][0];
        const scree_axis_entry expected =
            scree_axis_entry_make(plan, o, 0, scree_plan_point_position(&plan->octave[o], 0, coordinate));
        assert_location(&expected, scree_locate_exact(given, rules->octave[o], *axis, fade, hash), "exact path",
                        coordinate);
        assert_location(&expected, locate_whole(given, rules->octave[o], *axis, fade, hash), "without float64",
                        coordinate);
        if (is_fast) {
            assert_location(&expected, scree_locate_fast(coordinate, rules->octave[o], *axis, fade, hash), "fast path",
                            coordinate);
        }
        const float single = (float)coordinate;
        if ((double)single == coordinate) {
            const scree_float_parts narrow = scree_parts_from_f32(bits_of_float(single));
            assert_location(&expected, scree_locate_exact(narrow, rules->octave[o], *axis, fade, hash), "float32",
                            coordinate);
        }
    }
}

static void locations_are_those_of_the_host(void **state)
{
    uint64_t draws = 21;
    unsigned fast_fields = 0;
    for (int round = 0; round < 400; round++) {
        const scree_noise_params params = draw_params(&draws);
        scree_noise_field *field = NULL;
        scree_plan *plan = NULL;
        static scree_point_rules rules;
        assert_int_equal(scree_noise_field_create(fixture_context, &params, &field), SCREE_OK);
        assert_int_equal(scree_plan_create(fixture_context, field, NULL, 1, &plan), SCREE_OK);
        scree_point_rules_make(&rules, plan);
        fast_fields += rules.fast_limit != 0;
        const double limit = scree_plan_point_limit(plan);
        for (int i = 0; i < 300; i++) {
            const double coordinate = draw_coordinate(&draws, limit);
            check_coordinate(plan, &rules, coordinate);
            check_coordinate(plan, &rules, (double)(float)(fabs(coordinate) < limit / 2 ? coordinate : 0.0));
        }
        scree_plan_destroy(&plan);
        scree_noise_field_destroy(&field);
    }
    assert_in_range(fast_fields, 50, 350);
}

/* A grid along one axis, whose steps are at most a cell in every octave. */
static scree_grid draw_grid(uint64_t *state, uint32_t octaves)
{
    scree_grid grid = {.axes = 1,
                       .count = {1 + fixture_draw(state) % 300},
                       .origin = {(fixture_draw_unit(state) - 0.5) * ldexp(1.0, (int)(fixture_draw(state) % 45))},
                       .step = {ldexp(0.5 + fixture_draw_unit(state) / 2, -(int)(fixture_draw(state) % 20))},
                       .first = {(int64_t)(fixture_draw(state) % 2000000) - 1000000}};
    grid.step[0] = ldexp(grid.step[0], -(int)octaves);
    return grid;
}

static scree_grid_rule grid_rule(const scree_plan *plan, uint32_t octave)
{
    const scree_plan_axis *axis = &plan->octave[octave].axis[0];
    const scree_fixed numbers[2] = {scree_plan_position(axis, plan->grid.first[0]), axis->step};
    scree_grid_rule rule = {.axis = scree_location_axis_rule(&axis->stream, 0.0)};
    memcpy(&rule.origin, &numbers[0], sizeof rule.origin);
    memcpy(&rule.step, &numbers[1], sizeof rule.step);
    return rule;
}

/* Every sample and every node of an octave as the host's tables have them. */
static void check_table(const scree_plan *plan, uint32_t octave)
{
    const scree_grid_rule rule = grid_rule(plan, octave);
    scree_axis_table table = {0};
    assert_int_equal(scree_axis_table_reserve(&table, plan->grid.count[0]), SCREE_OK);
    scree_axis_table_fill(&table, plan, octave, 0, 0, plan->grid.count[0]);
    assert_int_equal(scree_plan_nodes(plan, octave, 0, 0, table.count - 1), table.node_count);
    for (uint32_t i = 0; i < table.count; i++) {
        const scree_wide position = scree_grid_position(rule, i);
        const scree_location location = scree_location_at(position, (uint32_t)plan->params.fade);
        const float made[3] = {location.fraction, location.fraction1, location.fade};
        const float expected[3] = {table.fraction[i], table.fraction1[i], table.fade[i]};
        assert_memory_equal(made, expected, sizeof made);
        assert_int_equal(position.word2 - rule.origin.word2, table.node[i]);
    }
    for (uint32_t node = 0; node < table.node_count; node++) {
        assert_int_equal(scree_grid_key(rule, (uint32_t)plan->params.hash, node), table.key[node]);
    }
    scree_axis_table_clear(&table);
}

static void tables_are_those_of_the_host(void **state)
{
    uint64_t draws = 5;
    unsigned tables = 0;
    for (int round = 0; round < 400; round++) {
        const scree_noise_params params = draw_params(&draws);
        const scree_grid grid = draw_grid(&draws, params.octaves);
        scree_noise_field *field = NULL;
        scree_plan *plan = NULL;
        assert_int_equal(scree_noise_field_create(fixture_context, &params, &field), SCREE_OK);
        assert_int_equal(scree_plan_create(fixture_context, field, &grid, 0, &plan), SCREE_OK);
        for (uint32_t o = 0; o < plan->octaves; o++) {
            if (plan->octave[o].axis[0].step <= (scree_fixed)1 << 64) {
                check_table(plan, o);
                tables++;
            }
        }
        scree_plan_destroy(&plan);
        scree_noise_field_destroy(&field);
    }
    assert_in_range(tables, 1000, 4000);
}

/* The magnitude of a float32 number, and those that compare as if they were its magnitude. */
static void magnitudes_of_floats_are_exact(void **state)
{
    uint64_t draws = 22;
    for (int i = 0; i < 100000; i++) {
        const uint32_t bits = (uint32_t)fixture_draw(&draws);
        const scree_pair actual = scree_magnitude_from_f32(bits);
        float value = 0.0f;
        memcpy(&value, &bits, sizeof value);
        const scree_pair expected = bits_of(fabs((double)value));
        if ((bits >> 23 & 0xffu) == 0 || isnan(value)) {
            assert_int_equal(actual.high >= 0x7ff00000u, isnan(value) != 0);
            assert_true(isnan(value) || actual.high < 0x00100000u);
        } else {
            assert_memory_equal(&actual, &expected, sizeof actual);
        }
    }
}

/* Factors of lattices have up to 53 bits; those of powers of two, or near them, give products beside whole numbers. */
static double draw_factor(uint64_t *state)
{
    const double sign = fixture_draw(state) % 2 == 0 ? 1.0 : -1.0;
    const double power = ldexp(1.0, (int)(fixture_draw(state) % 9) - 3);
    switch (fixture_draw(state) % 5) {
    case 0:
        return sign * power;
    case 1:
        return sign * nextafter(power, 1e300);
    case 2:
        return sign * nextafter(power, 0.0);
    case 3:
        return sign * floor(fixture_draw_unit(state) * 0x1p32) * 0x1p-32 * power;
    default:
        return sign * fixture_draw_unit(state) * power;
    }
}

/* The contributions of coordinates near the origin to sites, by the steps in float64 and by those in integers. */
static void fast_shares_are_those_of_the_host(void **state)
{
    uint64_t draws = 23;
    unsigned fast_shares = 0;
    for (int round = 0; round < 400000; round++) {
        const double factor = draw_factor(&draws);
        const double drawn_coordinate = draw_coordinate(&draws, 0x1p40);
        const double coordinate = round % 3 == 0 ? (double)(float)drawn_coordinate : drawn_coordinate;
        const scree_site_share share = {.factor = scree_location_factor(factor),
                                        .shift = (uint32_t)fixture_draw(&draws)};
        const uint32_t drawn = (uint32_t)fixture_draw(&draws) >> fixture_draw(&draws) % 32;
        const uint32_t last = round % 2 == 0 ? UINT32_MAX : drawn;
        if (coordinate != 0.0 && (fabs(coordinate) < 0x1p-700 || fabs(coordinate * factor) > 0x1p19 - 0x1p8)) {
            continue;
        }
        const scree_fixed exact = scree_fixed_product(coordinate, factor) + ((scree_fixed)share.shift << 32);
        const int64_t cell = (int64_t)(exact >> 64);
        const int64_t period = (int64_t)last + 1;
        const scree_site_position expected = {
            .part = (uint32_t)((uint64_t)exact >> 32),
            .cell = (uint32_t)(last == UINT32_MAX ? cell : (cell % period + period) % period)};
        const scree_site_position exact_site =
            scree_site_share_of(scree_parts_from_f64(bits_of(coordinate)), share, last);
        const scree_f64 start = scree_f64_from_bits(SCREE_SITE_FAST_MIDDLE, share.shift);
        const scree_f64 sum =
            scree_site_fast_sum(start, scree_site_fast_from(coordinate), factor * 0x1p32, round % 3 == 0);
        const scree_site_position fast_site = scree_site_fast_position(sum, last);
        if (memcmp(&fast_site, &expected, sizeof fast_site) != 0 ||
            memcmp(&exact_site, &expected, sizeof exact_site) != 0) {
            fail_msg("%a * %a: %x + %08x fast, %x + %08x exact, expected %x + %08x", coordinate, factor, fast_site.cell,
                     fast_site.part, exact_site.cell, exact_site.part, expected.cell, expected.part);
        }
        fast_shares++;
    }
    assert_in_range(fast_shares, 200000, 400000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_shares_are_those_of_the_host), cmocka_unit_test(locations_are_those_of_the_host),
        cmocka_unit_test(tables_are_those_of_the_host), cmocka_unit_test(magnitudes_of_floats_are_exact)};
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
