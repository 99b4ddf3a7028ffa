/* Memory, recordings and dispatches: what every part of the Vulkan device does in the same way. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "vulkan_device.h"
#include "watch_layout.h"

scree_result scree_vulkan_check(scree_vulkan_device *device, VkResult result, const char *action)
{
    scree_context *context = device->base.context;
    const char *name = device->base.label;
    switch (result) {
    case VK_SUCCESS:
        return SCREE_OK;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "%s: out of memory while %s", name, action);
    case VK_ERROR_DEVICE_LOST:
        device->is_lost = true;
        return scree_fail(context, SCREE_ERROR_DEVICE_LOST,
                          "%s was lost while %s; what it had not finished is not written; open it again to go on", name,
                          action);
    default:
        return scree_fail(context, SCREE_ERROR_INTERNAL, "%s: %s failed with VkResult %d", name, action, (int)result);
    }
}

scree_result scree_vulkan_check_lost(const scree_vulkan_device *device)
{
    return device->is_lost ? scree_fail(device->base.context, SCREE_ERROR_DEVICE_LOST,
                                        "%s was lost; open it again to go on", device->base.label)
                           : SCREE_OK;
}

/* The properties that a place must have, and those that it had better have. */
static uint32_t find_memory_type(const scree_vulkan_device *device, scree_vulkan_place place, uint32_t allowed)
{
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryPropertyFlags needed = place == SCREE_VULKAN_ON_DEVICE ? 0 : host;
    VkMemoryPropertyFlags wanted = place == SCREE_VULKAN_ON_DEVICE  ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
                                   : place == SCREE_VULKAN_DOWNLOAD ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT
                                                                    : 0;
    /* The host's memory, not a window into the device's. */
    VkMemoryPropertyFlags unwanted = place == SCREE_VULKAN_ON_DEVICE ? 0 : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    uint32_t best = UINT32_MAX;
    int best_score = -1;
    for (uint32_t i = 0; i < device->memory.memoryTypeCount; i++) {
        VkMemoryPropertyFlags flags = device->memory.memoryTypes[i].propertyFlags;
        int score = 2 * ((flags & wanted) == wanted) + ((flags & unwanted) == 0);
        if ((allowed >> i & 1u) != 0 && (flags & needed) == needed && score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

static VkResult create_buffer(const scree_vulkan_device *device, uint64_t bytes, VkBuffer *buffer)
{
    const uint32_t families[] = {device->traits.compute_family, device->traits.transfer_family};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    if (families[0] != families[1]) {
        info.sharingMode = VK_SHARING_MODE_CONCURRENT;
        info.queueFamilyIndexCount = 2;
        info.pQueueFamilyIndices = families;
    }
    return device->call.CreateBuffer(device->handle, &info, NULL, buffer);
}

scree_result scree_vulkan_memory_create(scree_vulkan_device *device, scree_vulkan_place place, uint64_t bytes,
                                        scree_vulkan_memory *memory)
{
    VkMemoryRequirements needs = {0};
    *memory = (scree_vulkan_memory){.bytes = bytes};
    VkResult result = create_buffer(device, bytes, &memory->handle);
    if (result == VK_SUCCESS) {
        device->call.GetBufferMemoryRequirements(device->handle, memory->handle, &needs);
        VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .allocationSize = needs.size,
                                     .memoryTypeIndex = find_memory_type(device, place, needs.memoryTypeBits)};
        bool is_possible = info.memoryTypeIndex != UINT32_MAX && needs.size <= device->traits.largest_allocation;
        result = is_possible ? device->call.AllocateMemory(device->handle, &info, NULL, &memory->memory)
                             : VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    if (result == VK_SUCCESS) {
        result = device->call.BindBufferMemory(device->handle, memory->handle, memory->memory, 0);
    }
    if (result == VK_SUCCESS && place != SCREE_VULKAN_ON_DEVICE) {
        result = device->call.MapMemory(device->handle, memory->memory, 0, VK_WHOLE_SIZE, 0, &memory->mapped);
    }
    if (result == VK_SUCCESS) {
        return SCREE_OK;
    }
    scree_vulkan_memory_destroy(device, memory);
    if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY ||
        result == VK_ERROR_MEMORY_MAP_FAILED) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    return scree_vulkan_check(device, result, "allocating memory");
}

void scree_vulkan_memory_destroy(scree_vulkan_device *device, scree_vulkan_memory *memory)
{
    device->call.DestroyBuffer(device->handle, memory->handle, NULL);
    device->call.FreeMemory(device->handle, memory->memory, NULL);
    *memory = (scree_vulkan_memory){0};
}

scree_result scree_vulkan_memory_reserve(scree_vulkan_device *device, scree_vulkan_place place, uint64_t bytes,
                                         scree_vulkan_memory *memory, const char *purpose)
{
    if (bytes <= memory->bytes) {
        return SCREE_OK;
    }
    scree_vulkan_memory_destroy(device, memory);
    scree_result result = scree_vulkan_memory_create(device, place, bytes, memory);
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        return scree_fail(device->base.context, result, "%s: no memory for %s of %llu bytes", device->base.label,
                          purpose, (unsigned long long)bytes);
    }
    return result;
}

static VkResult create_recording(const scree_vulkan_device *device, uint32_t family, VkCommandPool *pool,
                                 VkCommandBuffer *commands)
{
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .queueFamilyIndex = family};
    VkResult result = device->call.CreateCommandPool(device->handle, &pool_info, NULL, pool);
    if (result == VK_SUCCESS) {
        VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = *pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
        result = device->call.AllocateCommandBuffers(device->handle, &info, commands);
    }
    return result;
}

static VkResult create_semaphore(const scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    return device->call.CreateSemaphore(device->handle, &info, NULL, &commands->computed);
}

static VkResult create_synchronisation(const scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkQueryPoolCreateInfo times = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2};
    VkResult result = device->call.CreateFence(device->handle, &fence, NULL, &commands->done);
    if (result == VK_SUCCESS) {
        result = create_semaphore(device, commands);
    }
    if (result == VK_SUCCESS && device->traits.timestamp_bits != 0) {
        result = device->call.CreateQueryPool(device->handle, &times, NULL, &commands->times);
    }
    return result;
}

scree_result scree_vulkan_commands_create(scree_vulkan_device *device, uint32_t most_sets,
                                          scree_vulkan_commands *commands)
{
    *commands = (scree_vulkan_commands){0};
    VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                 .descriptorCount = most_sets * BINDING_COUNT};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = most_sets,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkResult result =
        create_recording(device, device->traits.compute_family, &commands->compute_pool, &commands->compute);
    if (result == VK_SUCCESS) {
        result =
            create_recording(device, device->traits.transfer_family, &commands->transfer_pool, &commands->transfer);
    }
    if (result == VK_SUCCESS) {
        result = create_synchronisation(device, commands);
    }
    if (result == VK_SUCCESS) {
        result = device->call.CreateDescriptorPool(device->handle, &info, NULL, &commands->descriptors);
    }
    if (result != VK_SUCCESS) {
        scree_vulkan_commands_destroy(device, commands);
    }
    return scree_vulkan_check(device, result, "making command buffers");
}

void scree_vulkan_commands_destroy(scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    uint64_t unused = 0;
    scree_vulkan_commands_wait(device, commands, &unused);
    device->call.DestroyDescriptorPool(device->handle, commands->descriptors, NULL);
    device->call.DestroyQueryPool(device->handle, commands->times, NULL);
    device->call.DestroySemaphore(device->handle, commands->computed, NULL);
    device->call.DestroyFence(device->handle, commands->done, NULL);
    device->call.DestroyCommandPool(device->handle, commands->transfer_pool, NULL);
    device->call.DestroyCommandPool(device->handle, commands->compute_pool, NULL);
    *commands = (scree_vulkan_commands){0};
}

scree_result scree_vulkan_commands_begin(scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    scree_result lost = scree_vulkan_check_lost(device);
    if (lost != SCREE_OK) {
        return lost;
    }
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkResult result = commands->computed == VK_NULL_HANDLE ? create_semaphore(device, commands) : VK_SUCCESS;
    if (result == VK_SUCCESS) {
        result = device->call.ResetDescriptorPool(device->handle, commands->descriptors, 0);
    }
    if (result == VK_SUCCESS) {
        result = device->call.ResetCommandPool(device->handle, commands->compute_pool, 0);
    }
    if (result == VK_SUCCESS) {
        result = device->call.ResetCommandPool(device->handle, commands->transfer_pool, 0);
    }
    if (result == VK_SUCCESS) {
        result = device->call.BeginCommandBuffer(commands->compute, &info);
    }
    if (result == VK_SUCCESS) {
        result = device->call.BeginCommandBuffer(commands->transfer, &info);
    }
    if (result == VK_SUCCESS) {
        scree_vulkan_barrier_of_all(device, commands->compute);
        if (commands->times != VK_NULL_HANDLE) {
            device->call.CmdResetQueryPool(commands->compute, commands->times, 0, 2);
            device->call.CmdWriteTimestamp(commands->compute, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, commands->times, 0);
        }
    }
    return scree_vulkan_check(device, result, "recording commands");
}

/* Adopted queues are locked round every use. */
static void lock_queue(const scree_vulkan_device *device)
{
    if (device->application.lock_queue != NULL) {
        device->application.lock_queue(device->application.lock_user);
    }
}

static void unlock_queue(const scree_vulkan_device *device)
{
    if (device->application.unlock_queue != NULL) {
        device->application.unlock_queue(device->application.lock_user);
    }
}

static VkResult submit_one(const scree_vulkan_device *device, VkQueue queue, const VkSubmitInfo *info, VkFence fence)
{
    lock_queue(device);
    VkResult result = device->call.QueueSubmit(queue, 1, info, fence);
    unlock_queue(device);
    return result;
}

/* For what no fence tells of. */
static void await_queues(scree_vulkan_device *device)
{
    lock_queue(device);
    device->call.QueueWaitIdle(device->compute_queue);
    if (device->transfer_queue != device->compute_queue) {
        device->call.QueueWaitIdle(device->transfer_queue);
    }
    unlock_queue(device);
}

scree_result scree_vulkan_commands_submit(scree_vulkan_device *device, scree_vulkan_commands *commands, bool downloads)
{
    static const VkPipelineStageFlags transfer_stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    VkSubmitInfo compute = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                            .commandBufferCount = 1,
                            .pCommandBuffers = &commands->compute,
                            .signalSemaphoreCount = downloads ? 1 : 0,
                            .pSignalSemaphores = &commands->computed};
    VkSubmitInfo transfer = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                             .waitSemaphoreCount = 1,
                             .pWaitSemaphores = &commands->computed,
                             .pWaitDstStageMask = &transfer_stage,
                             .commandBufferCount = 1,
                             .pCommandBuffers = &commands->transfer};
    if (commands->times != VK_NULL_HANDLE) {
        device->call.CmdWriteTimestamp(commands->compute, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, commands->times, 1);
    }
    device->call.CmdPipelineBarrier(commands->transfer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0,
                                    1, &to_host, 0, NULL, 0, NULL);
    to_host.srcAccessMask |= VK_ACCESS_SHADER_WRITE_BIT;
    device->call.CmdPipelineBarrier(commands->compute,
                                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                                    VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, NULL, 0, NULL);
    VkResult result = device->call.EndCommandBuffer(commands->compute);
    if (result == VK_SUCCESS) {
        result = device->call.EndCommandBuffer(commands->transfer);
    }
    if (result == VK_SUCCESS) {
        result = device->call.ResetFences(device->handle, 1, &commands->done);
    }
    if (result == VK_SUCCESS) {
        result = submit_one(device, device->compute_queue, &compute, downloads ? VK_NULL_HANDLE : commands->done);
    }
    if (result == VK_SUCCESS && downloads) {
        result = submit_one(device, device->transfer_queue, &transfer, commands->done);
        if (result != VK_SUCCESS) {
            /* The half that was submitted has no fence, and its semaphore will not be waited for. */
            await_queues(device);
            device->call.DestroySemaphore(device->handle, commands->computed, NULL);
            commands->computed = VK_NULL_HANDLE;
        }
    }
    commands->is_submitted = result == VK_SUCCESS;
    return scree_vulkan_check(device, result, "submitting work");
}

static scree_result check_loops(const scree_vulkan_device *device)
{
    uint32_t *watch = device->watch.mapped;
    if (watch[WATCH_CUT] == 0) {
        return SCREE_OK;
    }
    watch[WATCH_CUT] = 0;
    return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s cuts loops short that are as long as this job's; open a CPU device", device->base.label);
}

scree_result scree_vulkan_commands_wait(scree_vulkan_device *device, scree_vulkan_commands *commands,
                                        uint64_t *nanoseconds)
{
    if (!commands->is_submitted) {
        return SCREE_OK;
    }
    commands->is_submitted = false;
    uint64_t ticks[2] = {0};
    VkResult result = device->call.WaitForFences(device->handle, 1, &commands->done, VK_TRUE, UINT64_MAX);
    if (result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST) {
        await_queues(device);
    }
    if (result == VK_SUCCESS && commands->times != VK_NULL_HANDLE) {
        result = device->call.GetQueryPoolResults(device->handle, commands->times, 0, 2, sizeof ticks, ticks,
                                                  sizeof ticks[0], VK_QUERY_RESULT_64_BIT);
        uint64_t mask = device->traits.timestamp_bits < 64 ? ((uint64_t)1 << device->traits.timestamp_bits) - 1
                                                           : UINT64_MAX;
        *nanoseconds +=
            (uint64_t)((double)((ticks[1] - ticks[0]) & mask) * (double)device->traits.limits.timestampPeriod);
    }
    scree_result checked = scree_vulkan_check(device, result, "waiting for its work");
    return checked == SCREE_OK ? check_loops(device) : checked;
}

void scree_vulkan_barrier(const scree_vulkan_device *device, VkCommandBuffer commands)
{
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                                                VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
    device->call.CmdPipelineBarrier(commands, stages, stages, 0, 1, &barrier, 0, NULL, 0, NULL);
}

void scree_vulkan_barrier_of_all(const scree_vulkan_device *device, VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    device->call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                                    1, &barrier, 0, NULL, 0, NULL);
}

scree_result scree_vulkan_bind(scree_vulkan_device *device, scree_vulkan_commands *commands,
                               const scree_vulkan_binding *bindings, uint32_t count, VkDescriptorSet *set)
{
    VkDescriptorBufferInfo buffers[BINDING_COUNT];
    VkWriteDescriptorSet writes[BINDING_COUNT];
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = commands->descriptors,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &device->kernels.set_layout};
    VkResult result = device->call.AllocateDescriptorSets(device->handle, &info, set);
    if (result != VK_SUCCESS) {
        return scree_vulkan_check(device, result, "binding buffers");
    }
    const scree_vulkan_binding watch = {BINDING_WATCH, device->watch.handle, 0, device->watch.bytes};
    bool is_taken = false;
    for (uint32_t i = 0; i < count; i++) {
        is_taken = is_taken || bindings[i].number == BINDING_WATCH;
    }
    uint32_t all = is_taken ? count : count + 1;
    for (uint32_t i = 0; i < all; i++) {
        const scree_vulkan_binding *binding = i < count ? &bindings[i] : &watch;
        buffers[i] =
            (VkDescriptorBufferInfo){.buffer = binding->buffer, .offset = binding->offset, .range = binding->bytes};
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = *set,
                                           .dstBinding = binding->number,
                                           .descriptorCount = 1,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .pBufferInfo = &buffers[i]};
    }
    device->call.UpdateDescriptorSets(device->handle, all, writes, 0, NULL);
    return SCREE_OK;
}

void scree_vulkan_dispatch(const scree_vulkan_device *device, VkCommandBuffer commands, VkPipeline pipeline,
                           VkDescriptorSet set, const void *push, uint32_t push_bytes, uint32_t x, uint32_t y,
                           uint32_t z)
{
    device->call.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device->call.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, device->kernels.layout, 0, 1, &set, 0,
                                       NULL);
    device->call.CmdPushConstants(commands, device->kernels.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes, push);
    device->call.CmdDispatch(commands, x, y, z);
}
