/* Explanations by CUDA's driver: launches, memory, registers and occupancy are those of the emulated devices. */
#include "cuda_fixture.h"
#include "emulated_internal.h"

#include <string.h>

static const scree_grid one_slab = {.axes = 3, .count = {90, 40, 20}, .step = {0.02}};

static uint64_t count_launches(const scree_explanation *told)
{
    uint64_t launches = 0;
    for (uint32_t i = 0; i < told->launch_count; i++) {
        launches += told->launch[i]->launches;
    }
    return launches;
}

static scree_explanation *explain(scree_device *device, const scree_noise_params *params, const scree_output *output)
{
    scree_field *field = fixture_field(params);
    scree_explanation *told = NULL;
    assert_int_equal(scree_job_explain_stream(device, field, &one_slab, output, NULL, &told), SCREE_OK);
    scree_field_release(&field);
    return told;
}

/* A field of one slab, so that the launches of the first slab are all. */
static void launches_and_memory_are_those_of_a_job(void **state)
{
    static const scree_noise_params params[] = {
        {.octaves = 3},
        {.octaves = 12, .skips_fine_octaves = false},
        {.octaves = 2, .sample.has_derivatives = true},
        {.kind = SCREE_NOISE_CELLULAR, .octaves = 2},
        {.octaves = 2, .warp = {.amplitude = 0.5}},
    };
    static const scree_output bytes = {.type = SCREE_TYPE_U8};
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++) {
        const scree_output *output = params[i].sample.has_derivatives ? NULL : &bytes;
        scree_device *device = gpu_open(0);
        emulation.launches = 0;
        scree_explanation *told = explain(device, &params[i], output);
        assert_int_equal(emulation.launches, 0);
        gpu_close(&device);
        device = gpu_open(0);
        emulation.launches = 0;
        kept_stream kept = gpu_stream(device, &params[i], &one_slab, output, false);
        assert_int_equal(kept.result, SCREE_OK);
        assert_int_equal(count_launches(told), emulation.launches);
        assert_int_equal(told->device_bytes, emulated_contexts[0].used_bytes);
        scree_explanation_free(&told);
        gpu_clear(&kept);
        gpu_close(&device);
    }
}

static void the_driver_tells_registers_and_occupancy(void **state)
{
    static const scree_noise_params params = {.octaves = 3};
    scree_device *device = gpu_open(0);
    scree_explanation *told = explain(device, &params, NULL);
    assert_true(told->launch_count > 0);
    for (uint32_t i = 0; i < told->launch_count; i++) {
        const scree_launch_info *launch = told->launch[i];
        const uint32_t threads = launch->threads[0] * launch->threads[1] * launch->threads[2];
        const uint32_t blocks = EMULATED_MULTIPROCESSOR_THREADS / threads;
        assert_int_equal(launch->registers, EMULATED_REGISTERS);
        assert_int_equal(launch->resident_groups, blocks);
        assert_true(launch->occupancy == (double)blocks * threads / EMULATED_MULTIPROCESSOR_THREADS);
    }
    scree_explanation_free(&told);
}

/* A driver without these functions is no worse for anything else. */
static void a_driver_may_not_tell(void **state)
{
    static const char *const missing[] = {"cuFuncGetAttribute", "cuOccupancyMaxActiveBlocksPerMultiprocessor"};
    static const scree_noise_params params = {.octaves = 3};
    for (size_t i = 0; i < 2; i++) {
        emulation.missing_function = missing[i];
        scree_device *device = gpu_open(0);
        scree_explanation *told = explain(device, &params, NULL);
        assert_int_equal(told->launch[0]->registers, i == 0 ? 0 : EMULATED_REGISTERS);
        assert_true((told->launch[0]->resident_groups == 0) == (i == 1));
        scree_explanation_free(&told);
        gpu_assert_works(device);
        gpu_close(&device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test_in_one_order(launches_and_memory_are_those_of_a_job),
        gpu_test_in_one_order(the_driver_tells_registers_and_occupancy),
        gpu_test_in_one_order(a_driver_may_not_tell),
    };
    return gpu_run(tests);
}
