/* Distance fields on Vulkan devices: the bits of the CPU, however lines are cut and whatever memory there is. */
#include "gpu_distance.h"
#include "vulkan_fixture.h"

static void drawn_fields_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t most[3] = {70, 75, 40};
    scree_device *device = vulkan_open();
    for (uint64_t seed = 100; seed < 130; seed++) {
        gpu_assert_drawn_distance(device, most, seed);
    }
    scree_device_close(&device);
}

/* Lines of many strips, of whole ones, and of one place. */
static void lines_of_all_lengths_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t shapes[][3] = {{513, 9, 5}, {7, 610, 3}, {64, 32, 33}, {1, 1, 50}, {1, 40, 1}, {200, 1, 17}};
    scree_device *device = vulkan_open();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        scree_distance_params params = {.count = {shapes[i][0], shapes[i][1], shapes[i][2]}};
        gpu_assert_distance(device, &params, SOLID_HILLS, i);
        params.voxel[1] = 0.75;
        gpu_assert_distance(device, &params, SOLID_SCATTERED, i);
    }
    scree_device_close(&device);
}

/* Longer lines than a work group has memory for. */
static void long_lines_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    scree_distance_params params = {.count = {6000, 3, 2}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    params = (scree_distance_params){.count = {3, 6000, 2}, .voxel = {1.0, 2.0, 1.5}};
    gpu_assert_distance(device, &params, SOLID_SPIKES, 2);
    scree_device_close(&device);
}

/* Sums so large that rounding puts them out of order: every place is sought by itself. */
static void sums_out_of_order_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    scree_distance_params params = {.count = {60, 70, 12}, .voxel = {0.01, 0.02, 900.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 1);
    gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
    params.surface = SCREE_SURFACE_COLUMNS;
    gpu_assert_distance(device, &params, SOLID_HILLS, 3);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        vulkan_test(drawn_fields_are_the_cpus),
        vulkan_test(lines_of_all_lengths_are_the_cpus),
        vulkan_test(long_lines_are_the_cpus),
        vulkan_test(sums_out_of_order_are_the_cpus),
    };
    if (!vulkan_find(0)) {
        return VULKAN_SKIPPED;
    }
    int failed = 0;
    do {
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    } while (vulkan_find(vulkan_index + 1));
    return failed;
}
