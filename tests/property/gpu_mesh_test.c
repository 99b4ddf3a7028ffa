/* Distances to a surface of triangles on GPUs: the bits of scalar C. */
#include "gpu_suite.h"
#include "mesh_terrains.h"

static void distances_are_those_of_scalar_c(void **state)
{
    (void)state;
    scree_device *device = gpu_open(0);
    mesh_assert_device(device);
    mesh_assert_nearest(device);
    scree_device_close(&device);
}

/* Layers are made in parts. */
static void parts_give_the_same(void **state)
{
    (void)state;
    gpu_limit_slabs((uint32_t)1 << 18);
    scree_device *device = gpu_open(0);
    mesh_assert_device(device);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(distances_are_those_of_scalar_c),
        gpu_test(parts_give_the_same),
    };
    return gpu_run(tests);
}
