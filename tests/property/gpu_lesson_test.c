/* The primer's programs on GPUs have the bits of their definitions; and where calls of the driver fail. */
#include "gpu_suite.h"

#include "lessons/lesson.h"
#include "lesson_definition.h"
#include "lesson_run.h"
#include "hash_noise_definition.h"

static void programs_have_the_bits_of_their_definitions(void **state)
{
    scree_device *device = gpu_open(0);
    lesson_check_device(device);
    hash_noise_check_device(device);
    gpu_assert_works(device);
}

static void what_does_not_fit_is_refused(void **state)
{
    scree_device *device = gpu_open(0);
    lesson_check_refusals(device);
    hash_noise_check_refusals(device);
    gpu_assert_works(device);
}

static void every_call_may_fail(void **state)
{
    scree_device *device = gpu_open(0);
    scree_lesson_times taken;
    unsigned number = 1;
    scree_buffer *buffer = fixture_buffer(device, 4096);
    const scree_lesson_step step = {.program = SCREE_LESSON_LOOP, .threads = 1024, .group = 64, .each = 2, .c = buffer};
    for (bool is_over = false; !is_over; number++) {
        gpu_fail_call(number);
        const scree_result result = scree_lesson_run(device, &step, 1, 2, &taken);
        is_over = gpu_count_calls() < number;
        assert_true(result == SCREE_OK || (!is_over && result == SCREE_ERROR_OUT_OF_MEMORY));
    }
    assert_true(number > 5);
    gpu_fail_call(0);
    scree_buffer_destroy(&buffer);
    gpu_assert_works(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(programs_have_the_bits_of_their_definitions),
        gpu_test(what_does_not_fit_is_refused),
        gpu_test(every_call_may_fail),
    };
    return gpu_run(tests);
}
