/* Kernels, and the commands that launch them. */
#include "vulkan_base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct access by_kernels = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
const struct access by_copies = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
const struct access by_host = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT};

enum { MOST_WORDS = 16384 }; /* Of a kernel in SPIR-V; those of the primer have less than a thousand. */

static bool create_module(const struct vulkan *vulkan, const char *file, VkShaderModule *module)
{
    static uint32_t words[MOST_WORDS];
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) {
        fprintf(stderr, "fopen(\"%s\"): %s\n", file, strerror(errno));
        return false;
    }
    const size_t count = fread(words, sizeof words[0], MOST_WORDS, stream);
    const bool is_whole = feof(stream) && count > 0;
    fclose(stream);
    if (!is_whole) {
        fprintf(stderr, "fread(\"%s\"): this is no kernel, or a long one\n", file);
        return false;
    }
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof words[0] * count,
        .pCode = words,
    };
    return CHECK(vkCreateShaderModule(vulkan->device, &info, NULL, module));
}

/* What the kernel takes: buffers, at bindings 0, 1, ..., and parameters. */
static bool create_layouts(const struct vulkan *vulkan, uint32_t buffers, uint32_t parameter_bytes,
                           struct kernel *kernel)
{
    VkDescriptorSetLayoutBinding bindings[KERNEL_MOST_BUFFERS];
    for (uint32_t i = 0; i < buffers; i++) {
        bindings[i] = (VkDescriptorSetLayoutBinding){
            .binding = i,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .descriptorCount = 1,
            .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        };
    }
    const VkDescriptorSetLayoutCreateInfo set = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = buffers,
        .pBindings = bindings,
    };
    if (!CHECK(vkCreateDescriptorSetLayout(vulkan->device, &set, NULL, &kernel->set_layout))) {
        return false;
    }
    const VkPushConstantRange parameters = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = parameter_bytes};
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &kernel->set_layout,
        .pushConstantRangeCount = parameter_bytes > 0 ? 1 : 0,
        .pPushConstantRanges = &parameters,
    };
    return CHECK(vkCreatePipelineLayout(vulkan->device, &info, NULL, &kernel->layout));
}

/* Has the driver compile the module for the device. */
static bool create_pipeline(const struct vulkan *vulkan, struct kernel *kernel)
{
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = kernel->module,
                  .pName = "main"},
        .layout = kernel->layout,
    };
    return CHECK(vkCreateComputePipelines(vulkan->device, VK_NULL_HANDLE, 1, &info, NULL, &kernel->pipeline));
}

bool kernel_create(const struct vulkan *vulkan, const char *file, uint32_t buffers, uint32_t parameter_bytes,
                   struct kernel *kernel)
{
    return create_module(vulkan, file, &kernel->module) && create_layouts(vulkan, buffers, parameter_bytes, kernel) &&
           create_pipeline(vulkan, kernel);
}

void kernel_destroy(const struct vulkan *vulkan, struct kernel *kernel)
{
    if (vulkan->device != VK_NULL_HANDLE) {
        vkDestroyDescriptorPool(vulkan->device, kernel->pool, NULL); /* And its set. */
        vkDestroyPipeline(vulkan->device, kernel->pipeline, NULL);
        vkDestroyPipelineLayout(vulkan->device, kernel->layout, NULL);
        vkDestroyDescriptorSetLayout(vulkan->device, kernel->set_layout, NULL);
        vkDestroyShaderModule(vulkan->device, kernel->module, NULL);
    }
}

static bool create_set(const struct vulkan *vulkan, uint32_t buffers, struct kernel *kernel)
{
    const VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = buffers};
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 1,
        .pPoolSizes = &size,
    };
    if (!CHECK(vkCreateDescriptorPool(vulkan->device, &pool, NULL, &kernel->pool))) {
        return false;
    }
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = kernel->pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &kernel->set_layout,
    };
    return CHECK(vkAllocateDescriptorSets(vulkan->device, &info, &kernel->set));
}

bool kernel_bind(const struct vulkan *vulkan, struct kernel *kernel, const struct buffer *const *buffers,
                 uint32_t count)
{
    if (!create_set(vulkan, count, kernel)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const VkDescriptorBufferInfo whole = {.buffer = buffers[i]->handle, .range = VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write = {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = kernel->set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &whole,
        };
        vkUpdateDescriptorSets(vulkan->device, 1, &write, 0, NULL);
    }
    return true;
}

bool commands_begin(const struct vulkan *vulkan)
{
    const VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    return CHECK(vkBeginCommandBuffer(vulkan->commands, &info));
}

void commands_dispatch(const struct vulkan *vulkan, const struct kernel *kernel, const void *parameters,
                       uint32_t parameter_bytes, uint32_t groups)
{
    vkCmdBindPipeline(vulkan->commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    vkCmdBindDescriptorSets(vulkan->commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0, 1, &kernel->set, 0,
                            NULL);
    if (parameter_bytes > 0) {
        vkCmdPushConstants(vulkan->commands, kernel->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, parameter_bytes,
                           parameters);
    }
    vkCmdDispatch(vulkan->commands, groups, 1, 1);
}

void commands_barrier(const struct vulkan *vulkan, struct access before, struct access after)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = before.kinds,
        .dstAccessMask = after.kinds,
    };
    vkCmdPipelineBarrier(vulkan->commands, before.stage, after.stage, 0, 1, &barrier, 0, NULL, 0, NULL);
}

bool commands_run(const struct vulkan *vulkan)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &vulkan->commands,
    };
    return CHECK(vkEndCommandBuffer(vulkan->commands)) &&
           CHECK(vkQueueSubmit(vulkan->queue, 1, &info, VK_NULL_HANDLE)) && CHECK(vkQueueWaitIdle(vulkan->queue));
}
