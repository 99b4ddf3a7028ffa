/* CUDA devices of little memory: fewer octaves of noise, fewer lines, layers and voxels of distances at a time. */
#include "cuda_fixture.h"
#include "gpu_distance.h"
#include "mesh_terrains.h"

#include <stdlib.h>
#include <string.h>

/* Where blocks have little memory of their own, fewer lines are searched at a time, and long ones in memory. */
static void narrow_blocks_give_the_same(void **state)
{
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
        gpu_close(&device);
    }
}

/* Layers are made in parts, and parts in slabs. */
static void parts_give_the_same(void **state)
{
    emulation.unused_bytes = (uint64_t)16 * 4 * 64 * 64 * 20;
    scree_device *device = gpu_open(0);
    scree_distance_params params = {.count = {64, 64, 150}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
    gpu_assert_distance(device, &params, SOLID_BALLS, 2);
    params = (scree_distance_params){.count = {300, 200, 5}, .voxel = {1.0, 1.0, 3.0}};
    gpu_assert_distance(device, &params, SOLID_NOISE, 3);
}

/* Voxels are sent by parts of a word, and by single layers. */
static void thick_planes_give_the_same(void **state)
{
    static const uint64_t layers[] = {19, 5, 1};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        emulation.unused_bytes = (uint64_t)16 * 50 * 40 * layers[i];
        scree_device *device = gpu_open(0);
        scree_distance_params params = {.count = {50, 40, 71}};
        gpu_assert_distance(device, &params, SOLID_BALLS, 1);
        gpu_assert_distance(device, &params, SOLID_SCATTERED, 2);
        gpu_close(&device);
    }
}

/* A few layers at a time, where there is memory for no more. */
static void little_memory_gives_the_same(void **state)
{
    scree_device *device = gpu_open(0);
    emulation.memory_bytes = 64 * 64 * 4 * 14; /* The self-test takes more. */
    scree_distance_params params = {.count = {64, 64, 3}};
    gpu_assert_distance(device, &params, SOLID_HILLS, 1);
}

static void what_does_not_fit_is_refused(void **state)
{
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
}

/* Returns whether a block's memory suffices; with what every GPU has it must. */
static bool check_blocks(scree_device *device, const scree_noise_params *params, const scree_grid *grid)
{
    const uint64_t bytes = fixture_samples(grid) * sizeof(float);
    float *expected = fixture_fill(gpu_reference, params, grid, NULL);
    float *actual = malloc(bytes);
    scree_job *job = NULL;
    assert_int_equal(noise_job_fill_by(device, params, SCREE_NOISE_METHOD_CONTRACTION, grid, actual, &job), SCREE_OK);
    const scree_result result = scree_job_wait(job, UINT64_MAX);
    if (result == SCREE_OK) {
        assert_true(memcmp(actual, expected, bytes) == 0);
    } else {
        assert_int_equal(result, SCREE_ERROR_UNSUPPORTED);
        gpu_assert_message("the lattice nodes of an octave need more");
    }
    scree_job_release(&job);
    free(actual);
    free(expected);
    return result == SCREE_OK;
}

/* Strips become short, and passes have fewer octaves. */
static void blocks_manage_with_little_memory(void **state)
{
    static const unsigned sizes[] = {65536, 16384, 8192};
    static const double steps[] = {0.01, 0.3, 0.9, 2.7};
    unsigned right[sizeof sizes / sizeof sizes[0]] = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        emulation.shared_bytes = sizes[i];
        scree_device *device = gpu_open(0);
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            for (uint32_t axes = 2; axes <= 5; axes++) {
                scree_noise_params params = {.octaves = 10, .seed = k, .kind = (scree_noise_kind)(axes % 2)};
                scree_grid grid = {.axes = axes, .count = {301, 19, 2, 2, 2}, .step = {steps[k]}};
                right[i] += check_blocks(device, &params, &grid);
            }
        }
        gpu_close(&device);
    }
    print_message("%u, %u and %u of 16 fields are right, the others refused\n", right[0], right[1], right[2]);
    assert_int_equal(right[0], 16);
    assert_true(right[2] > 0);
}

/* Octaves that depend on one another are never divided: where a block cannot hold them all they are made directly. */
static void one_pass_needs_no_memory(void **state)
{
    static const double steps[] = {0.01, 0.3, 0.9};
    emulation.shared_bytes = 8192;
    scree_device *device = gpu_open(0);
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        for (int fractal = SCREE_NOISE_FRACTAL_PING_PONG; fractal <= SCREE_NOISE_FRACTAL_HETERO_TERRAIN; fractal++) {
            scree_noise_params params = {.octaves = 7, .fractal = (scree_noise_fractal)fractal};
            const scree_grid grid = {.axes = 3, .count = {301, 19, 2}, .step = {steps[k]}};
            assert_true(check_blocks(device, &params, &grid));
            params.sample.has_derivatives = true;
            gpu_assert_fill(device, &params, SCREE_NOISE_METHOD_CONTRACTION, &grid,
                            fixture_samples(&grid) * 4 * sizeof(float));
        }
    }
}

/* Layers are made in parts. */
static void parts_of_a_mesh_give_the_same(void **state)
{
    gpu_limit_slabs((uint32_t)1 << 18);
    scree_device *device = gpu_open(0);
    mesh_assert_device(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test_in_one_order(narrow_blocks_give_the_same),
        gpu_test(parts_give_the_same),
        gpu_test(thick_planes_give_the_same),
        gpu_test(little_memory_gives_the_same),
        gpu_test(what_does_not_fit_is_refused),
        gpu_test_in_one_order(blocks_manage_with_little_memory),
        gpu_test_in_one_order(one_pass_needs_no_memory),
        gpu_test_in_one_order(parts_of_a_mesh_give_the_same),
    };
    return gpu_run(tests);
}
