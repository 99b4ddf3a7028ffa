/* Distances to a surface of triangles on CUDA devices. */
#include "cuda_fixture.h"
#include "mesh_terrains.h"

static void distances_are_those_of_scalar_c(void **state)
{
    (void)state;
    scree_device *device = cuda_open();
    mesh_assert_device(device);
    mesh_assert_nearest(device);
    scree_device_close(&device);
}

/* Layers are made in parts. */
static void parts_give_the_same(void **state)
{
    (void)state;
    emulation.unused_bytes = (uint64_t)1 << 22;
    scree_device *device = cuda_open();
    mesh_assert_device(device);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(distances_are_those_of_scalar_c),
        cuda_test(parts_give_the_same),
    };
    int failed = 0;
    for (int order = 0; order < CUDA_ORDERS; order++) {
        cuda_choose_order(order);
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    }
    return failed;
}
