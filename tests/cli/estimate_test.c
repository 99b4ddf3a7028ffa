/* The command's estimate of the CPU's time: of the right order, and nothing for what is not known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../apps/scree/estimate.h"

/* Two limits that any machine is far from: a picture takes no second, and 2^45 samples take more than a minute. */
static void large_fields_take_longer_than_small_ones(void **state)
{
    (void)state;
    const scree_noise_params params = {.octaves = 4};
    scree_field *field = NULL;
    const scree_grid small = {.axes = 2, .count = {100, 0}, .step = {0.05}};
    const scree_grid large = {.axes = 3, .count = {32768, 32768, 32768}, .step = {0.05}, .row_stride = 40000};
    assert_int_equal(scree_field_from_noise(NULL, &params, &field), SCREE_OK);
    const double little = estimate_cpu_seconds(&(struct work){.field = field, .grid = &small}, 1);
    assert_true(little > 0 && little < 1);
    const double much = estimate_cpu_seconds(&(struct work){.field = field, .grid = &large}, 2);
    assert_true(much > 60 && much < 1e7);
    scree_field_release(&field);
}

static void threads_share_the_voxels(void **state)
{
    (void)state;
    const struct work work = {.voxels = 1e9};
    const double alone = estimate_cpu_seconds(&work, 1);
    assert_true(alone > 0.5 && alone < 100);
    assert_true(estimate_cpu_seconds(&work, 4) == alone / 4);
    assert_true(estimate_cpu_seconds(&work, 0) <= alone);
    assert_true(estimate_cpu_seconds(&(struct work){.voxels = 0}, 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(large_fields_take_longer_than_small_ones),
                                       cmocka_unit_test(threads_share_the_voxels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
