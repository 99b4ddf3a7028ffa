/* Jump flooding on GPUs: the bits of the CPU, in every way out of the device. */
#include "gpu_distance.h"
#include "gpu_suite.h"

static void floods_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    flood_for_every_field(flood_assert_reference, device);
}

/* Long along an axis, and with more layers than jumps. */
static const flood_volume long_volumes[] = {
    {{1, 1, 3000}, {1, 1, 1}, 0.002f, 0}, {{1, 3000, 2}, {1, 1, 1}, 0.002f, 0}, {{3000, 1, 2}, {1, 1, 1}, 0.002f, 0},
    {{9, 5, 300}, {1, 1, 1}, 0.001f, 0},  {{37, 41, 90}, {2, 2, 3}, -1.0f, 0},
};

static void check_long_volumes(scree_device *device)
{
    for (size_t i = 0; i < sizeof long_volumes / sizeof long_volumes[0]; i++) {
        flooded field = flood_make_field(&long_volumes[i], i);
        field.params.method = SCREE_DISTANCE_1_JFA;
        flood_assert_reference(&field, device);
        flood_free_field(&field);
    }
}

static void long_volumes_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    check_long_volumes(device);
}

/* More work groups than a row of a dispatch has. */
static void many_groups_are_the_cpus(void **state)
{
    scree_device *device = gpu_open(0);
    flood_volume line = {{1, 1, 66000}, {1, 1, 1}, 0.0001f, 0};
    flooded field = flood_make_field(&line, 2);
    field.params.method = SCREE_DISTANCE_JFA;
    field.params.sign = SCREE_DISTANCE_SIGN_OUTSIDE;
    flood_assert_reference(&field, device);
    flood_free_field(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(floods_are_the_cpus),
        gpu_test(long_volumes_are_the_cpus),
        gpu_test(many_groups_are_the_cpus),
    };
    return gpu_run(tests);
}
