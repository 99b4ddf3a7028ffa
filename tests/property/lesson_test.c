/* The primer's programs on the CPU have the bits of their definitions, with any number of threads. */
#include "fixture.h"
#include "lesson_definition.h"
#include "hash_noise_definition.h"

static void programs_have_the_bits_of_their_definitions(void **state)
{
    for (uint32_t threads = 1; threads <= 3; threads++) {
        scree_device *device = fixture_device(SCREE_CPU_LEVEL_SCALAR, threads);
        lesson_check_device(device);
        hash_noise_check_device(device);
        scree_device_close(&device);
    }
}

static void what_does_not_fit_is_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_SCALAR, 2);
    lesson_check_refusals(device);
    hash_noise_check_refusals(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_have_the_bits_of_their_definitions),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
