/* Imports of FastNoise2's trees beside its own values. */
#include "import_fixture.h"

#include <stdlib.h>

#include <scree/import.h>

#include "fastnoise2_rows.h"

static scree_field *import_tree(const char *string, uint32_t axes)
{
    char *text = NULL;
    if (scree_import_fastnoise2(fixture_context, string, axes, &text) != SCREE_OK) {
        fail_msg("%s in %u axes: %s", string, (unsigned)axes, fixture_message);
    }
    return field_of(text);
}

/* FastNoise2's sines, roots and quotients are approximations: errors up to 5e-4 were seen in 4,000 random trees. Its
   powers are off by up to 4 %. */
static void test_trees_have_the_values_of_fastnoise2(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(measured_trees); i++) {
        const measured_tree *tree = &measured_trees[i];
        const bool is_power = strstr(tree->name, "Pow") != NULL || strstr(tree->name, "Minkowski") != NULL;
        const double error = is_power && strcmp(tree->name, "PowInt") != 0 ? 0.04 : 5e-4;
        for (uint32_t axes = 2; axes <= 4; axes++) {
            scree_field *field = import_tree(tree->string, axes);
            for (int k = 0; k < FASTNOISE2_POSITIONS; k++) {
                const double at[] = {1.6 + 2.3 * k, -2.1 + 1.7 * k, 3.3 - 0.9 * k, 0.4 + 0.6 * k};
                const double expected = tree->value[axes - 2][k];
                const double value = (double)value_at(field, axes, at);
                if (!(fabs(value - expected) <= error * (1.0 + fabs(expected)))) {
                    fail_msg("%s in %u axes, position %d: %g instead of %g", tree->name, (unsigned)axes, k, value,
                             expected);
                }
            }
            scree_field_release(&field);
        }
    }
}

static void test_every_type_of_nodes_is_imported(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(trees_of_types); i++) {
        for (uint32_t axes = 2; axes <= 4; axes++) {
            scree_field *field = import_tree(trees_of_types[i], axes);
            scree_grid grid = graph_grid(axes);
            float samples[37 * 11 * 5 * 3];
            graph_fill(field, &grid, samples);
            scree_field_release(&field);
        }
    }
}

/* Noise of a tree is that of scree, in cells of its Feature Scale. */
static void test_noise_of_trees_is_that_of_scree(void **state)
{
    static const struct {
        const char *string;
        const char *expression;
    } rows[] = {
        {"AQQ=", "white()"},
        {"BgQ=", "scale(opensimplex2(), 1/100)"},
        {"BwQ=", "scale(opensimplex2s(), 1/100)"},
        {"CAQ=", "scale(perlin(), 1/100)"},
        {"CQQ=", "scale(value(fade=cubic), 1/100)"},
        {"CgQ=", "scale(cellular(feature=value, metric=squared), 1/100)"},
        {"CwQ=", "scale(cellular(metric=squared), 1/100)"},
        /* F2 - F1 from 0 to 1 by sums of distances, in cells of 10, jitter 0.5 and seed 5. */
        {"Cw@ACBBCAU@BQ@CCAC@BOAI@BL@BPwQ=",
         "remap(scale(cellular(feature=f2-f1, metric=manhattan, jitter=0.5, seed=5), 1/10), -1, 1, 0, 1)"},
        {"CygB@BMAI@B4B@CQ=",
         "scale(2 * clamp((1 + cellular(feature=f2, metric=squared)) / max(1 + cellular(feature=f3, metric=squared), "
         "0.001), 0, 1) - 1, 1/100)"},
        {"DAkIDA==", "fn offset_of(f) = 141.42136 * scale(f, 1/100); offset(seed_offset(scale(perlin(), 1/100), 1), "
                     "x=offset_of(cellular(feature=offset-x, metric=squared)), y=offset_of(cellular(feature=offset-y, "
                     "metric=squared)))"},
        {"DQkIDA==", "scale(perlin(octaves=3), 1/100)"},
        {"DwkIDA==", "fractal(1 - 2 * abs(scale(perlin(), 1/100)), octaves=3)"},
        {"DQkIBAs@B/BA==", "scale(perlin(octaves=3, weighted_strength=0.5), 1/100)"},
        /* A strength that noise does not take. */
        {"DQAC@BCQgECwAAwD8E",
         "let p = scale(perlin(), 1/100); p + 0.5 * mix(1, 0.5 + 0.5 * p, 1.5) * seed_offset(scale(p, 2), 1)"},
        {"EgkIDA==",
         "fn by(f) = 50 * scale(f, 1/100); offset(scale(perlin(), 1/100), x=by(value(fade=cubic, seed=1000)), "
         "y=by(value(fade=cubic, seed=2000)))"},
        {"EAkIDA==", "fn by(f) = 50 * scale(f, 1/100); offset(scale(perlin(), 1/100), x=by(opensimplex2(seed=1000)), "
                     "y=by(opensimplex2(seed=2000)))"},
        {"FAkSCQgU",
         "fn by(f) = 50 * scale(fbm(f, octaves=3), 1/100); offset(scale(perlin(), 1/100), x=by(value(fade=cubic, "
         "seed=1000)), y=by(value(fade=cubic, seed=2000)))"},
        /* Two octaves in cells of 20, along x alone: the second one displaces first. */
        {"EwAC@BCRI@ACgQRg@CCQgU",
         "offset(offset(scale(perlin(), 1/100), x=25 * scale(value(fade=cubic, seed=1001), 2/20)), x=50 * "
         "scale(value(fade=cubic, seed=1000), 1/20))"},
        /* A Fade Min that is the Fade Max, and a seed beyond those of operators: 123456789 less 7 times 2^24. */
        {"KBEIBAAECwAAgD8E", "mix(scale(perlin(), 1/100), 1, 0.5)"},
        {"JQAVzVsHCQkM", "seed_offset(scale(value(fade=cubic), 1/100), 6016277)"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *field = import_tree(rows[i].string, 2);
        assert_same_samples(rows[i].string, field, rows[i].expression, 2);
        scree_field_release(&field);
    }
}

static void test_strings_of_other_versions_are_refused(void **state)
{
    static const struct {
        const char *string;
        const char *words;
    } rows[] = {
        {"", "is empty"},
        {"==", "is cut off"},
        {"DQ!", "character 3 of 3"},
        {"DQk@", "character 4 of 4"},
        {"DQk", "it is cut off, because it has 3 letters"},
        {"DQ==", "ends within a node"},
        {"DQkG", "ends within a node Simplex"},
        {"Lw==", "a node of type 47; there are 0 to 46"},
        {"CPg=", "Perlin has a variable of number 31"},
        {"CAYE", "Perlin has a member of number 6"},
        {"CAP//////w==", "Perlin has an input of number 0"},
        {"CAAAAMB/BA==", "Feature Scale of Perlin is not a number"},
        {"DREIDA==", "FractalFBm has 2 sources; it must have 1"},
        {"DQQ=", "FractalFBm has 0 sources; it must have 1"},
        {"DQn/AAAM", "refers to node 0, which does not stand before"},
        {"EwkIDA==", "the source of DomainWarpFractalProgressive is Perlin"},
        {"KAAJAAAAEQgEBA==", "Interpolation of Fade is choice 9; it must be 0 to 2"},
        {"CAQA", "its last node ends at byte 2 of 3"},
        {"DAAAAAAACQgEBA==", "Feature Scale of CellularLookup is 0; it must be above 0"},
        /* A string of version 0.10. */
        {"DQAFAAAAAAAAQAgAAAAAAD8AAAAAAA==", "FractalFBm has a member of number 7"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char *text = (char *)(uintptr_t)1;
        const scree_result result = scree_import_fastnoise2(fixture_context, rows[i].string, 2, &text);
        const scree_result expected = strstr(rows[i].words, "above 0") != NULL ? SCREE_ERROR_INVALID
                                                                               : SCREE_ERROR_FORMAT;
        if (result != expected || text != NULL || strstr(fixture_message, rows[i].words) == NULL) {
            fail_msg("%s: %d, %s", rows[i].string, (int)result, fixture_message);
        }
    }
    char *text = NULL;
    assert_int_equal(scree_import_fastnoise2(fixture_context, "CAQ=", 5, &text), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "axes is 5; FastNoise2 has 2 to 4");
    assert_int_equal(scree_import_fastnoise2(fixture_context, NULL, 2, &text), SCREE_ERROR_INVALID);
}

/* Nodes within nodes are read up to a depth: Abs of Abs, and so on. */
static void test_deep_strings_are_refused(void **state)
{
    (void)state;
    char string[8 * 100 + 1] = "";
    for (size_t i = 0; i < 100; i++) {
        strcat(string, "GQkZCRkJ");
    }
    char *text = NULL;
    assert_int_equal(scree_import_fastnoise2(fixture_context, string, 2, &text), SCREE_ERROR_FORMAT);
    assert_non_null(strstr(fixture_message, "more than 250 times"));
    assert_null(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees_have_the_values_of_fastnoise2),
        cmocka_unit_test(test_every_type_of_nodes_is_imported),
        cmocka_unit_test(test_noise_of_trees_is_that_of_scree),
        cmocka_unit_test(test_strings_of_other_versions_are_refused),
        cmocka_unit_test(test_deep_strings_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
