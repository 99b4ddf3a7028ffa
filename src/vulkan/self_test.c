/* The self-test: the trial of rounding (src/core/rounding_trial.h) on the device. */
#include <string.h>

#include "context_internal.h"
#include "rounding_trial.h"
#include "vulkan_device.h"

static scree_result run_test(scree_vulkan_device *device, scree_vulkan_commands *commands,
                             const scree_vulkan_memory *operands, const scree_vulkan_memory *results)
{
    static const uint32_t constants[CONSTANT_COUNT] = {[CONSTANT_AXES] = 1};
    const uint32_t count = SCREE_TRIALS;
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
        scree_vulkan_dispatch(device, commands->compute, pipeline, set, &count, sizeof count,
                              SCREE_TRIALS / DIRECT_GROUP, 1, 1);
        result = scree_vulkan_commands_submit(device, commands, false);
    }
    return result == SCREE_OK ? scree_vulkan_commands_wait(device, commands, &unused) : result;
}

scree_result scree_vulkan_self_test(scree_vulkan_device *device)
{
    scree_vulkan_commands commands;
    scree_vulkan_memory operands = {0};
    scree_vulkan_memory results = {0};
    scree_result result = scree_vulkan_commands_create(device, 1, &commands);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_vulkan_memory_reserve(
        device, SCREE_VULKAN_UPLOAD, sizeof(float) * SCREE_TRIALS * SCREE_TRIAL_OPERANDS, &operands, "the self-test");
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_DOWNLOAD,
                                             sizeof(float) * SCREE_TRIALS * SCREE_TRIAL_RESULTS, &results,
                                             "the self-test");
    }
    if (result == SCREE_OK) {
        scree_trial_make_operands(operands.mapped);
        memset(results.mapped, 0, (size_t)results.bytes);
        result = run_test(device, &commands, &operands, &results);
    }
    if (result == SCREE_OK) {
        result = scree_trial_compare(device->base.context, device->base.label, results.mapped);
    }
    scree_vulkan_commands_destroy(device, &commands);
    scree_vulkan_memory_destroy(device, &operands);
    scree_vulkan_memory_destroy(device, &results);
    return result;
}
