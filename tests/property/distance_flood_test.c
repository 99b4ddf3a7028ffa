/*
 * Jump flooding: the bits that its description gives, never below the exact field, and how often it is wrong; and the
 * naive method, which is never wrong.
 */
#include "distance_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static scree_device *device;

static int open_device(void **state)
{
    device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    return 0;
}

static trial draw_flood(uint64_t *draws)
{
    static const double sides[][3] = {{1.0, 1.0, 1.0},   {0.3, 0.3, 0.3}, {0.7, 1.3, 0.4},
                                      {30.0, 30.0, 1.0}, {1.0, 1.0, 1.0}, {1e6, 1e6, 1e6}};
    trial tried = {.kind = (volume_kind)(fixture_draw(draws) % VOLUME_COUNT), .seed = fixture_draw(draws)};
    trial_draw_shape(&tried, 600, draws);
    memcpy(tried.params.voxel, sides[fixture_draw(draws) % 6], sizeof sides[0]);
    tried.params.method = (scree_distance_method)(1 + fixture_draw(draws) % SCREE_DISTANCE_JFA_TWICE);
    tried.params.sign = (scree_distance_sign)(fixture_draw(draws) % 3);
    if (fixture_draw(draws) % 5 == 0) {
        tried.params.clip = (0.2 + fixture_draw_unit(draws) * 5.0) * tried.params.voxel[0];
    }
    return tried;
}

static void assert_same(const trial *tried, const brute_field *expected, const kept_field *actual)
{
    for (uint64_t i = 0; i < expected->voxels; i++) {
        if (memcmp(&expected->distance[i], &actual->distance[i], sizeof(float)) != 0 ||
            (actual->nearest != NULL && expected->nearest[i] != actual->nearest[i])) {
            fail_msg("%s: voxel %llu is %.9g away from %u, expected %.9g from %u", trial_name(tried),
                     (unsigned long long)i, (double)actual->distance[i],
                     actual->nearest != NULL ? actual->nearest[i] : 0, (double)expected->distance[i],
                     expected->nearest[i]);
        }
    }
    assert_int_equal(actual->status.done, actual->status.total);
}

static void flooding_is_as_described(void **state)
{
    scree_device *scalar = fixture_cpu(SCREE_CPU_LEVEL_SCALAR, 1);
    uint64_t draws = 11;
    for (int iteration = 0; iteration < 300; iteration++) {
        trial tried = draw_flood(&draws);
        if (iteration % 10 == 0) {
            trial_draw_shape(&tried, 40000, &draws); /* Where flooding is wrong somewhere. */
        }
        trial_make(&tried, device);
        brute_field expected = brute_flood(&tried.params, &tried.source);
        kept_field fields[3] = {distance_fill(device, &tried.params, &tried.source, true),
                                distance_fill(device, &tried.params, &tried.source, false),
                                distance_fill(scalar, &tried.params, &tried.source, true)};
        for (int i = 0; i < 3; i++) {
            assert_same(&tried, &expected, &fields[i]);
            kept_field_free(&fields[i]);
        }
        brute_free(&expected);
        trial_free(&tried);
    }
}

/*
 * Two searches that share nothing but the arithmetic have the same bits, and so has the test's own. With equal sides
 * even the nearest voxels are the same; with others rounded sums tie.
 */
static void naive_is_exact(void **state)
{
    uint64_t draws = 13;
    for (int iteration = 0; iteration < 200; iteration++) {
        trial tried = draw_flood(&draws);
        trial_draw_shape(&tried, iteration % 10 == 0 ? 5000 : 600, &draws);
        tried.params.method = SCREE_DISTANCE_NAIVE;
        tried.params.is_conservative = iteration % 4 == 0;
        trial_make(&tried, device);
        scree_distance_params params = tried.params;
        params.method = SCREE_DISTANCE_EXACT;
        kept_field naive = distance_fill(device, &tried.params, &tried.source, true);
        kept_field exact = distance_fill(device, &params, &tried.source, true);
        assert_memory_equal(naive.distance, exact.distance, naive.voxels * sizeof(float));
        if (params.voxel[0] == params.voxel[1] && params.voxel[0] == params.voxel[2]) {
            assert_memory_equal(naive.nearest, exact.nearest, naive.voxels * sizeof(uint32_t));
        }
        if (!params.is_conservative) {
            brute_field expected = brute_exact(&tried.params, &tried.source);
            assert_memory_equal(naive.distance, expected.distance, naive.voxels * sizeof(float));
            brute_free(&expected);
        }
        kept_field_free(&naive);
        kept_field_free(&exact);
        trial_free(&tried);
    }
}

/* Its distances are those of voxels that are there, so none is below the exact one; next to the surface it is right. */
static void flooding_is_never_below_exact(void **state)
{
    uint64_t draws = 12;
    for (int iteration = 0; iteration < 60; iteration++) {
        trial tried = draw_flood(&draws);
        tried.params.clip = 0.0;
        trial_draw_shape(&tried, 20000, &draws);
        trial_make(&tried, device);
        scree_distance_params exact = tried.params;
        exact.method = SCREE_DISTANCE_EXACT;
        kept_field flooded = distance_fill(device, &tried.params, &tried.source, false);
        kept_field expected = distance_fill(device, &exact, &tried.source, false);
        bool is_equal = exact.voxel[0] == exact.voxel[1];
        for (uint64_t i = 0; i < flooded.voxels; i++) {
            float minimum = fabsf(expected.distance[i]);
            float got = fabsf(flooded.distance[i]);
            bool is_next = is_equal && minimum <= (float)exact.voxel[0];
            if (!(got >= minimum) || (is_next && got != minimum) ||
                signbit(flooded.distance[i]) != signbit(expected.distance[i])) {
                fail_msg("%s: voxel %llu is %.9g away, exactly %.9g", trial_name(&tried), (unsigned long long)i,
                         (double)flooded.distance[i], (double)expected.distance[i]);
            }
        }
        scree_distance_comparison found = {0};
        scree_distance_compare(flooded.distance, expected.distance, flooded.voxels, &found);
        assert_int_equal(found.below, 0);
        kept_field_free(&flooded);
        kept_field_free(&expected);
        trial_free(&tried);
    }
}

/* Share of wrong voxels in per cent, by method, and how far the worst is off. */
typedef struct accuracy {
    double wrong[SCREE_DISTANCE_JFA_TWICE + 1];
    double maximum[SCREE_DISTANCE_JFA_TWICE + 1];
} accuracy;

static accuracy measure(const trial *tried)
{
    accuracy found = {0};
    scree_distance_params params = tried->params;
    params.method = SCREE_DISTANCE_EXACT;
    kept_field exact = distance_fill(device, &params, &tried->source, false);
    for (int method = SCREE_DISTANCE_JFA; method <= SCREE_DISTANCE_JFA_TWICE; method++) {
        params.method = (scree_distance_method)method;
        kept_field flooded = distance_fill(device, &params, &tried->source, false);
        scree_distance_comparison one = {0};
        scree_distance_compare(flooded.distance, exact.distance, exact.voxels, &one);
        assert_int_equal(one.below, 0);
        found.wrong[method] = 100.0 * (double)one.wrong / (double)one.voxels;
        found.maximum[method] = one.maximum;
        print_message("%-8s %.5f %% wrong, by %.2f voxels at most\n",
                      scree_distance_method_name((scree_distance_method)method), found.wrong[method],
                      found.maximum[method]);
        kept_field_free(&flooded);
    }
    kept_field_free(&exact);
    return found;
}

/*
 * Errors of jump flooding of terrains, as others found them too: some of ten thousand voxels at most, by less than two
 * voxels; passes before and behind it make it better.
 */
static void errors_are_few_and_ordered(void **state)
{
    static const uint64_t counts[][3] = {{512, 512, 15}, {256, 256, 64}};
    static const double most[] = {0.02, 0.2};
    for (int map = 0; map < 2; map++) {
        trial tried = {.kind = VOLUME_FRACTAL, .seed = 3, .params = {.sign = SCREE_DISTANCE_SIGN_OUTSIDE}};
        memcpy(tried.params.count, counts[map], sizeof counts[0]);
        trial_make(&tried, device);
        accuracy found = measure(&tried);
        const double *wrong = found.wrong;
        assert_true(wrong[SCREE_DISTANCE_JFA] <= most[map]);
        assert_true(found.maximum[SCREE_DISTANCE_JFA] < 2.0);
        assert_true(wrong[SCREE_DISTANCE_JFA] >= wrong[SCREE_DISTANCE_1_JFA]);
        assert_true(wrong[SCREE_DISTANCE_1_JFA] >= wrong[SCREE_DISTANCE_1_JFA_2]);
        assert_true(wrong[SCREE_DISTANCE_1_JFA_2] >= wrong[SCREE_DISTANCE_JFA_TWICE]);
        assert_true(wrong[SCREE_DISTANCE_JFA] >= wrong[SCREE_DISTANCE_JFA_1]);
        assert_true(wrong[SCREE_DISTANCE_JFA_1] >= wrong[SCREE_DISTANCE_JFA_2]);
        trial_free(&tried);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(flooding_is_as_described, open_device),
        cmocka_unit_test_setup(naive_is_exact, open_device),
        cmocka_unit_test_setup(flooding_is_never_below_exact, open_device),
        cmocka_unit_test_setup(errors_are_few_and_ordered, open_device),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
