/*
 * The self-test: results that show a fused multiply-add, another rounding or a reassociation, from the kernels' own
 * functions, compared with the processor's bit for bit.
 */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "fractal.h"
#include "hash.h"
#include "lattice.h"
#include "vulkan_device.h"

#define TESTS 4096u
#define OPERANDS 7u
#define RESULTS 3u

/* Operands of every sign and of magnitudes from 2^-6 to 2: their sums and products need rounding nearly always. */
static void make_operands(float *operand)
{
    for (uint32_t i = 0; i < TESTS * OPERANDS; i++) {
        uint32_t state = scree_hash_mix(i + 1);
        uint32_t bits = (state & 0x80000000u) | ((121u + (state >> 23) % 7u) << 23) | (state & 0x7fffffu);
        memcpy(&operand[i], &bits, sizeof bits);
    }
}

static void compute_expected(const float *operand, float *result)
{
    for (size_t i = 0; i < TESTS; i++) {
        const float *o = operand + i * OPERANDS;
        result[RESULTS * i] = scree_fold_value(o[0], o[1], o[2], o[3], o[4], o[5], o[6]);
        result[RESULTS * i + 1] = scree_fold_first(o[0], o[1], o[2], o[3], o[6]);
        result[RESULTS * i + 2] = scree_add_octave(scree_bend_ridged(o[0], o[1]), o[2]);
    }
}

static scree_result run_test(scree_vulkan_device *device, scree_vulkan_commands *commands,
                             const scree_vulkan_memory *operands, const scree_vulkan_memory *results)
{
    static const uint32_t constants[CONSTANT_COUNT] = {[CONSTANT_AXES] = 1};
    const uint32_t count = TESTS;
    const scree_vulkan_binding bindings[] = {
        {BINDING_DATA, operands->handle, 0, operands->bytes},
        {BINDING_VALUES, results->handle, 0, results->bytes},
    };
    uint64_t unused = 0;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    scree_result result = scree_vulkan_pipeline_get(device, SCREE_VULKAN_SELF_TEST, constants, &pipeline);
    if (result == SCREE_OK) {
        result = scree_vulkan_commands_begin(device, commands);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_bind(device, commands, bindings, 2, &set);
    }
    if (result == SCREE_OK) {
        scree_vulkan_dispatch(device, commands->compute, pipeline, set, &count, sizeof count, TESTS / DIRECT_GROUP, 1,
                              1);
        VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
        device->call.CmdPipelineBarrier(commands->compute, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                        VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, NULL, 0, NULL);
        result = scree_vulkan_commands_submit(device, commands, false);
    }
    return result == SCREE_OK ? scree_vulkan_commands_wait(device, commands, &unused) : result;
}

static scree_result compare(scree_vulkan_device *device, const float *expected, const float *results)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < TESTS * RESULTS; i++) {
        different += memcmp(&expected[i], &results[i], sizeof expected[i]) != 0;
    }
    if (different == 0) {
        return SCREE_OK;
    }
    return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s cannot be used: %u of %u sums and products differ from the processor's",
                      device->base.info.name, different, TESTS * RESULTS);
}

scree_result scree_vulkan_self_test(scree_vulkan_device *device)
{
    float *expected = malloc(sizeof *expected * TESTS * RESULTS);
    fenv_t saved;
    scree_vulkan_commands commands;
    scree_vulkan_memory operands = {0};
    scree_vulkan_memory results = {0};
    if (expected == NULL) {
        return scree_fail(device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the self-test");
    }
    scree_result result = scree_vulkan_commands_create(device, 1, &commands);
    if (result != SCREE_OK) {
        free(expected);
        return result;
    }
    result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_UPLOAD, sizeof(float) * TESTS * OPERANDS, &operands,
                                         "the self-test");
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_DOWNLOAD, sizeof(float) * TESTS * RESULTS, &results,
                                             "the self-test");
    }
    if (result == SCREE_OK) {
        make_operands(operands.mapped);
        memset(results.mapped, 0, (size_t)results.bytes);
        result = run_test(device, &commands, &operands, &results);
    }
    if (result == SCREE_OK) {
        scree_float_environment_enter(&saved);
        compute_expected(operands.mapped, expected);
        scree_float_environment_leave(&saved);
        result = compare(device, expected, results.mapped);
    }
    scree_vulkan_commands_destroy(device, &commands);
    scree_vulkan_memory_destroy(device, &operands);
    scree_vulkan_memory_destroy(device, &results);
    free(expected);
    return result;
}
