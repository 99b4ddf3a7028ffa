/* Distances to a surface of triangles on GPUs: the bits of scalar C. */
#include "gpu_suite.h"
#include "mesh_terrains.h"

static void distances_are_those_of_scalar_c(void **state)
{
    scree_device *device = gpu_open(0);
    mesh_assert_device(device);
    mesh_assert_nearest(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(distances_are_those_of_scalar_c),
    };
    return gpu_run(tests);
}
