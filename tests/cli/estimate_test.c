/* The command's estimate of the CPU's time: what the clock says of a trial, and nothing for what is not known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../apps/scree/estimate.h"

/* A clock on which trials take as long as the test says: it moves on between the first and the second look at it, the
   third and the fourth, and so on. */
static double now;
static double durations[3];
static unsigned looks;

double __wrap_scree_os_clock_seconds(void);

double __wrap_scree_os_clock_seconds(void)
{
    now += looks % 2 == 1 ? durations[looks / 2 % 3] : 1000.0;
    looks++;
    return now;
}

static double estimate_with_trials(const struct work *work, uint32_t threads, double first, double second, double third)
{
    durations[0] = first;
    durations[1] = second;
    durations[2] = third;
    now = 1e6;
    looks = 0;
    const double seconds = estimate_cpu_seconds(work, threads);
    assert_int_equal(looks, 6);
    return seconds;
}

/* The shortest of the trials counts for a field that is one trial itself, and for one of 2^45 samples, of which a trial
   makes 2^14. Seconds that are powers of two are exact. */
static void a_field_takes_as_long_as_its_trials(void **state)
{
    const scree_noise_params params = {.octaves = 4};
    scree_field *field = NULL;
    const scree_grid small = {.axes = 2, .count = {64, 0}, .step = {0.05}};
    const scree_grid large = {.axes = 3, .count = {32768, 32768, 32768}, .step = {0.05}, .row_stride = 40000};
    assert_int_equal(scree_field_from_noise(NULL, &params, &field), SCREE_OK);
    const struct work little = {.field = field, .grid = &small};
    const struct work much = {.field = field, .grid = &large};
    assert_true(estimate_with_trials(&little, 1, 8.0, 0.25, 0.5) == 0.25);
    assert_true(estimate_with_trials(&little, 1, 0.125, 0.25, 0.5) == 0.125);
    assert_true(estimate_with_trials(&much, 2, 8.0, 4.0, 0.25) == 0.25 * 0x1p31 / 2);
    scree_field_release(&field);
}

static void threads_share_the_voxels(void **state)
{
    const struct work work = {.voxels = 1e9};
    const double alone = estimate_cpu_seconds(&work, 1);
    assert_true(alone > 0.5 && alone < 100);
    assert_true(estimate_cpu_seconds(&work, 4) == alone / 4);
    assert_true(estimate_cpu_seconds(&work, 0) <= alone);
    assert_true(estimate_cpu_seconds(&(struct work){.voxels = 0}, 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_field_takes_as_long_as_its_trials),
                                       cmocka_unit_test(threads_share_the_voxels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
