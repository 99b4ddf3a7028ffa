/*
 * Scenes on GPUs: some of the conformance table's, buffers that are more than a program sees, and where calls of the
 * driver fail.
 */
#include "gpu_suite.h"

#include <stdlib.h>
#include <string.h>

#include "scene_cases.h"

static uint32_t expected[SCENE_PIXELS];
static uint32_t actual[SCENE_PIXELS];

static void expect_case(const scene_case *c)
{
    assert_int_equal(scene_case_run(fixture_cpu(SCREE_CPU_LEVEL_AUTO, 0), c, false, expected), SCREE_OK);
}

/* Twice, so that what is kept from the scene before is met. */
static void scenes_have_the_bits_of_the_cpu(void **state)
{
    scree_device *device = gpu_open(0);
    for (unsigned number = 0; number < 2 * SCENE_CASES; number += 17) {
        scene_case c;
        scene_case_make(number % SCENE_CASES, &c);
        expect_case(&c);
        assert_int_equal(scene_case_run(device, &c, number % 2 == 0, actual), SCREE_OK);
        assert_memory_equal(actual, expected, sizeof actual);
    }
    gpu_assert_works(device);
}

static void large_buffers_are_refused(void **state)
{
    enum { SLAB = 1 << 16 };
    gpu_limit_slabs(SLAB);
    scree_device *device = gpu_open(0);
    unsigned refused = 0;
    for (unsigned number = 0; number < SCENE_CASES; number += 5) {
        scene_case c;
        scene_case_make(number, &c);
        const scree_result result = scene_case_run(device, &c, false, actual);
        if (result != SCREE_OK) {
            assert_int_equal(result, SCREE_ERROR_UNSUPPORTED);
            assert_true(scene_case_most_bytes(&c) > SLAB / 2);
            gpu_assert_message("of a scene take");
            refused++;
        } else {
            expect_case(&c);
            assert_memory_equal(actual, expected, sizeof actual);
        }
    }
    /* Vulkan's programs see a window of a buffer; CUDA's see all memory, so that nothing is too large for them. */
    scree_device_info info;
    assert_int_equal(scree_device_describe(device, &info), SCREE_OK);
    assert_true((refused > 0) == (info.backend == SCREE_BACKEND_VULKAN));
    assert_true(refused < SCENE_CASES / 5);
}

static void every_call_may_fail(void **state)
{
    scene_case c;
    scree_device *device = gpu_open(0);
    scene_case_make(1, &c);
    expect_case(&c);
    unsigned number = 1;
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        const scree_result result = scene_case_run(device, &c, false, actual);
        is_over = gpu_count_calls() < number;
        assert_true(result == SCREE_OK || (!is_over && result == SCREE_ERROR_OUT_OF_MEMORY));
        if (result == SCREE_OK) {
            assert_memory_equal(actual, expected, sizeof actual);
        }
    }
    assert_true(number > 8);
    gpu_fail_call(0);
    gpu_assert_works(device);
}

static void a_lost_device_is_told_of(void **state)
{
    scene_case c;
    scree_device *device = gpu_open(0);
    scene_case_make(1, &c);
    gpu_lose(2, 0);
    assert_int_equal(scene_case_run(device, &c, false, actual), SCREE_ERROR_DEVICE_LOST);
    assert_int_equal(scene_case_run(device, &c, false, actual), SCREE_ERROR_DEVICE_LOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(scenes_have_the_bits_of_the_cpu),
        gpu_test(large_buffers_are_refused),
        gpu_test(every_call_may_fail),
        gpu_test(a_lost_device_is_told_of),
    };
    return gpu_run(tests);
}
