/* Distance fields on CUDA devices: the bits of the CPU, however lines are cut and whatever memory there is. */
#include "cuda_fixture.h"
#include "gpu_distance.h"

static void drawn_fields_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t most[3] = {70, 75, 40};
    scree_device *device = cuda_open();
    for (uint64_t seed = 0; seed < 60; seed++) {
        gpu_assert_drawn_distance(device, most, seed);
    }
    scree_device_close(&device);
}

/* Lines of many strips, of whole ones, and of one place. */
static void lines_of_all_lengths_are_the_cpus(void **state)
{
    (void)state;
    static const uint64_t shapes[][3] = {{513, 9, 5},  {7, 610, 3},  {64, 32, 33}, {1, 1, 50},  {1, 40, 1},
                                         {200, 1, 17}, {96, 128, 1}, {3, 2, 700},  {31, 33, 2}, {1, 1, 1}};
    scree_device *device = cuda_open();
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (int sides = 0; sides < 2; sides++) {
            scree_distance_params params = {.count = {shapes[i][0], shapes[i][1], shapes[i][2]}};
            params.voxel[1] = sides == 0 ? 1.0 : 0.75;
            gpu_assert_distance(device, &params, SOLID_HILLS, i);
            gpu_assert_distance(device, &params, SOLID_SCATTERED, i);
        }
    }
    scree_device_close(&device);
}

/* Where blocks have little memory of their own, fewer lines are searched at a time, and long ones in memory. */
static void narrow_blocks_give_the_same(void **state)
{
    (void)state;
    static const uint32_t bytes[] = {20000, 9000, 5000};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        emulation.shared_bytes = bytes[i];
        scree_device *device = cuda_open();
        for (int kind = 0; kind < 3; kind++) {
            static const solid_kind kinds[] = {SOLID_HILLS, SOLID_BALLS, SOLID_SPIKES};
            scree_distance_params params = {.count = {300, 40, 6}};
            gpu_assert_distance(device, &params, kinds[kind], i);
            params = (scree_distance_params){.count = {40, 300, 6}, .voxel = {1.0, 2.0, 1.5}};
            gpu_assert_distance(device, &params, kinds[kind], i);
        }
        scree_device_close(&device);
    }
}

/* Sums so large that rounding puts them out of order: every place is sought by itself. */
static void sums_out_of_order_are_the_cpus(void **state)
{
    (void)state;
    scree_device *device = cuda_open();
    scree_distance_params params = {.count = {60, 70, 12}, .voxel = {0.01, 0.02, 900.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 1);
    gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
    params.surface = SCREE_SURFACE_COLUMNS;
    gpu_assert_distance(device, &params, SOLID_HILLS, 3);
    scree_device_close(&device);
}

/* Layers are made in parts, and parts in slabs. */
static void parts_give_the_same(void **state)
{
    (void)state;
    emulation.unused_bytes = (uint64_t)16 * 4 * 64 * 64 * 20;
    scree_device *device = cuda_open();
    scree_distance_params params = {.count = {64, 64, 150}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    gpu_assert_distance(device, &params, SOLID_BALLS, 2);
    params = (scree_distance_params){.count = {300, 200, 5}, .voxel = {1.0, 1.0, 3.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 3);
    scree_device_close(&device);
}

/* A few layers at a time, where there is memory for no more. */
static void little_memory_gives_the_same(void **state)
{
    (void)state;
    emulation.memory_bytes = 64 * 64 * 4 * 14;
    scree_device *device = cuda_open();
    scree_distance_params params = {.count = {64, 64, 3}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(drawn_fields_are_the_cpus),
        cuda_test(lines_of_all_lengths_are_the_cpus),
        cuda_test(narrow_blocks_give_the_same),
        cuda_test(sums_out_of_order_are_the_cpus),
        cuda_test(parts_give_the_same),
        cuda_test(little_memory_gives_the_same),
    };
    int failed = 0;
    for (int order = 0; order < CUDA_ORDERS; order++) {
        cuda_choose_order(order);
        failed += cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
    }
    return failed;
}
