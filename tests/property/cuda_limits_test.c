/* Distance fields on CUDA devices of little memory: fewer lines, layers and voxels at a time. */
#include "cuda_fixture.h"
#include "gpu_distance.h"
#include "mesh_terrains.h"

/* Where blocks have little memory of their own, fewer lines are searched at a time, and long ones in memory. */
static void narrow_blocks_give_the_same(void **state)
{
    (void)state;
    static const uint32_t bytes[] = {20000, 9000, 5000};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        emulation.shared_bytes = bytes[i];
        scree_device *device = gpu_open(0);
        for (int kind = 0; kind < 3; kind++) {
            static const solid_kind kinds[] = {SOLID_HILLS, SOLID_BALLS, SOLID_SPIKES};
            scree_distance_params params = {.count = {300, 40, 6}};
            gpu_assert_distance(device, &params, kinds[kind], i);
            params = (scree_distance_params){.count = {40, 300, 6}, .voxel = {1.0, 2.0, 1.5}};
            gpu_assert_distance(device, &params, kinds[kind], i);
            params = (scree_distance_params){.count = {900, 1, 1 + i}};
            gpu_assert_distance(device, &params, kinds[kind], i);
            params = (scree_distance_params){.count = {3, 900, 5}};
            gpu_assert_distance(device, &params, kinds[kind], i);
        }
        scree_device_close(&device);
    }
}

/* Layers are made in parts, and parts in slabs. */
static void parts_give_the_same(void **state)
{
    (void)state;
    emulation.unused_bytes = (uint64_t)16 * 4 * 64 * 64 * 20;
    scree_device *device = gpu_open(0);
    scree_distance_params params = {.count = {64, 64, 150}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    gpu_assert_distance(device, &params, SOLID_BALLS, 2);
    params = (scree_distance_params){.count = {300, 200, 5}, .voxel = {1.0, 1.0, 3.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 3);
    scree_device_close(&device);
}

/* Voxels are sent by parts of a word, and by single layers. */
static void thick_planes_give_the_same(void **state)
{
    (void)state;
    static const uint64_t layers[] = {19, 5, 1};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        emulation.unused_bytes = (uint64_t)16 * 50 * 40 * layers[i];
        scree_device *device = gpu_open(0);
        scree_distance_params params = {.count = {50, 40, 71}};
        gpu_assert_distance(device, &params, SOLID_BALLS, 1);
        gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
        scree_device_close(&device);
    }
}

/* A few layers at a time, where there is memory for no more. */
static void little_memory_gives_the_same(void **state)
{
    (void)state;
    scree_device *device = gpu_open(0);
    emulation.memory_bytes = 64 * 64 * 4 * 14; /* The self-test takes more. */
    scree_distance_params params = {.count = {64, 64, 3}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    scree_device_close(&device);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const float heights[64 * 64] = {1.0f};
    static float out[64 * 64 * 8];
    scree_device *device = gpu_open(0);
    scree_job *job = NULL;
    const scree_distance_source source = {.heights = heights};
    const distance_memory field = {.distance = out};
    scree_distance_params params = {.count = {64, 64, 8}};
    emulation.memory_bytes = 64 * 64 * 4 * 2;
    assert_int_equal(distance_job_fill(device, &params, &source, &field, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_OUT_OF_MEMORY);
    gpu_assert_message("no memory for");
    scree_job_release(&job);
    emulation.memory_bytes = 0;
    scree_device_close(&device);
}

/* Layers are made in parts. */
static void parts_of_a_mesh_give_the_same(void **state)
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
        gpu_test(narrow_blocks_give_the_same),  gpu_test(parts_give_the_same),
        gpu_test(thick_planes_give_the_same),   gpu_test(little_memory_gives_the_same),
        gpu_test(what_does_not_fit_is_refused), gpu_test(parts_of_a_mesh_give_the_same),
    };
    return gpu_run(tests);
}
