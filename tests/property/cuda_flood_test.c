/* Jump flooding on CUDA devices: the bits of the CPU, in every way out of the device. */
#include "cuda_fixture.h"
#include "flood_fixture.h"

#include <stdlib.h>
#include <string.h>

static void check_reference(flooded *field, void *user)
{
    float *distance = malloc(field->voxels * sizeof(float));
    uint32_t *nearest = malloc(field->voxels * sizeof(uint32_t));
    assert_non_null(distance);
    assert_non_null(nearest);
    flood_fill(gpu_reference, field);
    memcpy(distance, field->distance, field->voxels * sizeof(float));
    memcpy(nearest, field->nearest, field->voxels * sizeof(uint32_t));
    flood_fill(user, field);
    flood_assert_equal(field, distance, nearest, "the device");
    if (field->params.method == SCREE_DISTANCE_1_JFA) {
        flood_assert_routes(user, field);
    }
    free(distance);
    free(nearest);
}

static void floods_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = cuda_open();
    flood_for_every_field(check_reference, device);
    scree_device_close(&device);
}

/* More layers, rows and columns than a thread, a block or a warp takes. */
static const flood_volume long_volumes[] = {
    {{1, 1, 3000}, {1, 1, 1}, 0.002f, 0}, {{1, 3000, 2}, {1, 1, 1}, 0.002f, 0}, {{3000, 1, 2}, {1, 1, 1}, 0.002f, 0},
    {{9, 5, 300}, {1, 1, 1}, 0.001f, 0},  {{37, 41, 90}, {2, 2, 3}, -1.0f, 0},
};

static void long_volumes_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = cuda_open();
    for (size_t i = 0; i < sizeof long_volumes / sizeof long_volumes[0]; i++) {
        flooded field = flood_make_field(&long_volumes[i], i);
        field.params.method = SCREE_DISTANCE_1_JFA;
        check_reference(&field, device);
        flood_free_field(&field);
    }
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(floods_are_the_cpus),
        cuda_test(long_volumes_are_the_cpus),
    };
    int failed = 0;
    for (int order = 0; order < CUDA_ORDERS; order++) {
        cuda_choose_order(order);
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    }
    return failed;
}
