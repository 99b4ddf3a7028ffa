/* Distances to a surface of triangles on every Vulkan device. */
#include "mesh_terrains.h"
#include "vulkan_fixture.h"

static void distances_are_those_of_scalar_c(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    mesh_assert_device(device);
    mesh_assert_nearest(device);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {vulkan_test(distances_are_those_of_scalar_c)};
    if (!vulkan_find(0)) {
        return VULKAN_SKIPPED;
    }
    int failed = 0;
    do {
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    } while (vulkan_find(vulkan_index + 1));
    return failed;
}
