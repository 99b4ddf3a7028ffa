/* Jump flooding on Vulkan devices: the bits of the CPU, in every way out of the device, whatever a binding reaches. */
#include "flood_fixture.h"
#include "vulkan_fixture.h"

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
    scree_device *device = vulkan_open();
    flood_for_every_field(check_reference, device);
    scree_device_close(&device);
}

/* Long along an axis, and with more layers than jumps. */
static const flood_volume long_volumes[] = {
    {{1, 1, 1000}, {1, 1, 1}, 0.002f, 0}, {{1, 3000, 2}, {1, 1, 1}, 0.002f, 0}, {{3000, 1, 2}, {1, 1, 1}, 0.002f, 0},
    {{9, 5, 300}, {1, 1, 1}, 0.001f, 0},  {{37, 41, 90}, {2, 2, 3}, -1.0f, 0},
};

static void check_long_volumes(scree_device *device)
{
    for (size_t i = 0; i < sizeof long_volumes / sizeof long_volumes[0]; i++) {
        flooded field = flood_make_field(&long_volumes[i], i);
        field.params.method = SCREE_DISTANCE_1_JFA;
        check_reference(&field, device);
        flood_free_field(&field);
    }
}

static void long_volumes_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    check_long_volumes(device);
    scree_device_close(&device);
}

/* More work groups than a row of a dispatch has. */
static void many_groups_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = vulkan_open();
    flood_volume line = {{1, 1, 66000}, {1, 1, 1}, 0.0001f, 0};
    flooded field = flood_make_field(&line, 2);
    field.params.method = SCREE_DISTANCE_JFA;
    field.params.sign = SCREE_SIGN_OUTSIDE;
    check_reference(&field, device);
    flood_free_field(&field);
    scree_device_close(&device);
}

/* Windows of some layers: bindings reach 16 KiB and a little more, or the device's least alignment. */
static void small_bindings_are_enough(void **state)
{
    (void)state;
    faults.storage_range = 16640;
    scree_device *device = vulkan_open();
    check_long_volumes(device);
    flood_volume cube = {{50, 60, 33}, {1, 1, 1}, 0.01f, 0};
    flooded field = flood_make_field(&cube, 9);
    field.params.method = SCREE_DISTANCE_JFA_TWICE;
    check_reference(&field, device);
    field.params.sign = SCREE_SIGN_INSIDE;
    check_reference(&field, device);
    flood_free_field(&field);
    scree_device_close(&device);
}

static void a_layer_beyond_a_binding_is_refused(void **state)
{
    (void)state;
    faults.storage_range = 16640;
    scree_device *device = vulkan_open();
    flood_volume wide = {{100, 50, 2}, {1, 1, 1}, 0.01f, 0};
    flooded field = flood_make_field(&wide, 9);
    field.params.method = SCREE_DISTANCE_JFA;
    distance_memory to = {.distance = field.distance};
    scree_job *job = NULL;
    assert_int_equal(distance_job_fill(device, &field.params, &field.source, &to, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_UNSUPPORTED);
    scree_job_release(&job);
    assert_non_null(strstr(fixture_message, "a layer of the distance field has 20000 bytes"));
    flood_free_field(&field);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        vulkan_test(floods_are_the_cpus),
        vulkan_test(long_volumes_are_the_cpus),
        vulkan_test(many_groups_are_the_cpus),
        vulkan_test(small_bindings_are_enough),
        vulkan_test(a_layer_beyond_a_binding_is_refused),
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
