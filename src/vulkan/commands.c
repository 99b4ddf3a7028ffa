/*
 * Command buffers: each scree_gpu_commands has two VkCommandBuffers and a fence. The second one runs on the transfer
 * queue.
 */
#include <stdlib.h>
#include <string.h>

#include "combine_layout.h"
#include "context_internal.h"
#include "gpu_distance.h"
#include "noise_programs.h"
#include "vulkan_device.h"
#include "watchdog_layout.h"

/* Size of push constants, which every device supports, in the pipeline layout. */
#define PUSH_BYTES 128u
/* Descriptor sets that are kept for reuse: batches of the contraction alternate between four. */
#define RECENT_SETS 8u
/* Indices of timestamps. Copies have the last two. */
#define TIME_START 0u
#define TIME_END 1u
#define TIME_COPIES 2u
#define TIMES 4u

/* A descriptor set and the spans that it binds. */
typedef struct recent_set {
    VkDescriptorSet set;
    scree_gpu_span spans[SCREE_GPU_SPANS];
} recent_set;

struct scree_vulkan_commands {
    scree_gpu_commands base; /* First. */
    VkCommandPool compute_pool;
    VkCommandPool transfer_pool;
    VkCommandBuffer compute;
    VkCommandBuffer transfer;
    VkSemaphore computed;
    VkFence done;
    VkQueryPool times;       /* NULL if the queue has no timestamps. */
    VkDescriptorPool *pools; /* Pools of descriptor sets: as many as one use of the commands has needed. */
    uint32_t pool_count;
    uint32_t pool_sets; /* Sets of each. */
    bool has_copies;    /* The transfer queue has work. */
    bool reports_copies;
    recent_set recent[RECENT_SETS];
    uint32_t set_count; /* Descriptor sets written so far. */
};

static scree_vulkan_device *device_of(const scree_gpu_commands *commands)
{
    return (scree_vulkan_device *)commands->gpu;
}

static VkResult create_command_buffer(const scree_vulkan_device *device, uint32_t family, VkCommandPool *pool,
                                      VkCommandBuffer *buffer)
{
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                         .queueFamilyIndex = family};
    VkResult result = device->call.CreateCommandPool(device->handle, &pool_info, NULL, pool);
    if (result == VK_SUCCESS) {
        VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = *pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
        result = device->call.AllocateCommandBuffers(device->handle, &info, buffer);
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
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = TIMES};
    VkResult result = device->call.CreateFence(device->handle, &fence, NULL, &commands->done);
    if (result == VK_SUCCESS) {
        result = create_semaphore(device, commands);
    }
    if (result == VK_SUCCESS && device->traits.timestamp_bits != 0) {
        result = device->call.CreateQueryPool(device->handle, &times, NULL, &commands->times);
    }
    return result;
}

static void vulkan_commands_clear(scree_gpu_commands *base)
{
    scree_vulkan_commands *commands = (scree_vulkan_commands *)base;
    const scree_vulkan_device *device = device_of(base);
    for (uint32_t i = 0; i < commands->pool_count; i++) {
        device->call.DestroyDescriptorPool(device->handle, commands->pools[i], NULL);
    }
    free(commands->pools);
    device->call.DestroyQueryPool(device->handle, commands->times, NULL);
    device->call.DestroySemaphore(device->handle, commands->computed, NULL);
    device->call.DestroyFence(device->handle, commands->done, NULL);
    device->call.DestroyCommandPool(device->handle, commands->transfer_pool, NULL);
    device->call.DestroyCommandPool(device->handle, commands->compute_pool, NULL);
}

static VkResult add_pool(const scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    VkDescriptorPoolSize size = {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                 .descriptorCount = commands->pool_sets * BINDING_COUNT};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = commands->pool_sets,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkDescriptorPool *larger = realloc(commands->pools, (commands->pool_count + 1) * sizeof *larger);
    if (larger == NULL) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    commands->pools = larger;
    VkResult result = device->call.CreateDescriptorPool(device->handle, &info, NULL, &larger[commands->pool_count]);
    commands->pool_count += result == VK_SUCCESS ? 1 : 0;
    return result;
}

static scree_result vulkan_commands_make(scree_gpu_commands *base, uint32_t dispatches)
{
    scree_vulkan_commands *commands = (scree_vulkan_commands *)base;
    scree_vulkan_device *device = device_of(base);
    const scree_vulkan_traits *traits = &device->traits;
    commands->pool_sets = dispatches;
    VkResult result =
        create_command_buffer(device, traits->compute_family, &commands->compute_pool, &commands->compute);
    if (result == VK_SUCCESS) {
        result = create_command_buffer(device, traits->transfer_family, &commands->transfer_pool, &commands->transfer);
    }
    if (result == VK_SUCCESS) {
        result = create_synchronisation(device, commands);
    }
    if (result == VK_SUCCESS) {
        result = add_pool(device, commands);
    }
    return scree_vulkan_check(device, result, "making command buffers");
}

static void barrier_of_all(const scree_vulkan_device *device, VkCommandBuffer buffer)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    device->call.CmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                                    1, &barrier, 0, NULL, 0, NULL);
}

static void vulkan_barrier(scree_gpu_commands *base, bool all)
{
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    const scree_vulkan_device *device = device_of(base);
    VkCommandBuffer buffer = ((scree_vulkan_commands *)base)->compute;
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                                                VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
    if (all) {
        barrier_of_all(device, buffer);
    } else {
        device->call.CmdPipelineBarrier(buffer, stages, stages, 0, 1, &barrier, 0, NULL, 0, NULL);
    }
}

static void write_time(const scree_vulkan_device *device, const scree_vulkan_commands *commands, VkCommandBuffer buffer,
                       uint32_t number)
{
    if (commands->times != VK_NULL_HANDLE) {
        device->call.CmdWriteTimestamp(buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, commands->times, number);
    }
}

static VkResult reset(scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    VkResult result = commands->computed == VK_NULL_HANDLE ? create_semaphore(device, commands) : VK_SUCCESS;
    for (uint32_t i = 0; i < commands->pool_count && result == VK_SUCCESS; i++) {
        result = device->call.ResetDescriptorPool(device->handle, commands->pools[i], 0);
    }
    if (result == VK_SUCCESS) {
        result = device->call.ResetCommandPool(device->handle, commands->compute_pool, 0);
    }
    if (result == VK_SUCCESS) {
        result = device->call.ResetCommandPool(device->handle, commands->transfer_pool, 0);
    }
    return result;
}

static scree_result vulkan_begin(scree_gpu_commands *base)
{
    scree_vulkan_device *device = device_of(base);
    scree_vulkan_commands *commands = (scree_vulkan_commands *)base;
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    commands->has_copies = false;
    commands->reports_copies = false;
    commands->set_count = 0;
    VkResult result = reset(device, commands);
    if (result == VK_SUCCESS) {
        result = device->call.BeginCommandBuffer(commands->compute, &info);
    }
    if (result == VK_SUCCESS) {
        result = device->call.BeginCommandBuffer(commands->transfer, &info);
    }
    if (result == VK_SUCCESS) {
        /* Waits for earlier work, including the application's own. */
        barrier_of_all(device, commands->compute);
        if (commands->times != VK_NULL_HANDLE) {
            device->call.CmdResetQueryPool(commands->compute, commands->times, 0, TIMES);
        }
        write_time(device, commands, commands->compute, TIME_START);
    }
    return scree_vulkan_check(device, result, "recording commands");
}

/* Adopted queues are locked around every use. */
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

/* Waits for work that no fence covers. */
static void await_queues(const scree_vulkan_device *device)
{
    lock_queue(device);
    device->call.QueueWaitIdle(device->compute_queue);
    if (device->transfer_queue != device->compute_queue) {
        device->call.QueueWaitIdle(device->transfer_queue);
    }
    unlock_queue(device);
}

/* Ends both command buffers, with a barrier because the host reads their output. */
static VkResult end_recording(const scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    write_time(device, commands, commands->compute, TIME_END);
    if (commands->reports_copies) {
        write_time(device, commands, commands->transfer, TIME_COPIES + TIME_END);
    }
    device->call.CmdPipelineBarrier(commands->transfer, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0,
                                    1, &to_host, 0, NULL, 0, NULL);
    to_host.srcAccessMask |= VK_ACCESS_SHADER_WRITE_BIT;
    device->call.CmdPipelineBarrier(commands->compute,
                                    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                                    VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &to_host, 0, NULL, 0, NULL);
    VkResult result = device->call.EndCommandBuffer(commands->compute);
    return result == VK_SUCCESS ? device->call.EndCommandBuffer(commands->transfer) : result;
}

static VkResult submit_both(const scree_vulkan_device *device, scree_vulkan_commands *commands)
{
    static const VkPipelineStageFlags transfer_stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
    VkSubmitInfo compute = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                            .commandBufferCount = 1,
                            .pCommandBuffers = &commands->compute,
                            .signalSemaphoreCount = commands->has_copies ? 1 : 0,
                            .pSignalSemaphores = &commands->computed};
    VkSubmitInfo transfer = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                             .waitSemaphoreCount = 1,
                             .pWaitSemaphores = &commands->computed,
                             .pWaitDstStageMask = &transfer_stage,
                             .commandBufferCount = 1,
                             .pCommandBuffers = &commands->transfer};
    VkResult result =
        submit_one(device, device->compute_queue, &compute, commands->has_copies ? VK_NULL_HANDLE : commands->done);
    if (result == VK_SUCCESS && commands->has_copies) {
        result = submit_one(device, device->transfer_queue, &transfer, commands->done);
        if (result != VK_SUCCESS) {
            /* The part that was submitted has no fence, and its semaphore will not be waited for. */
            await_queues(device);
            device->call.DestroySemaphore(device->handle, commands->computed, NULL);
            commands->computed = VK_NULL_HANDLE;
        }
    }
    return result;
}

static scree_result vulkan_submit(scree_gpu_commands *base)
{
    scree_vulkan_device *device = device_of(base);
    scree_vulkan_commands *commands = (scree_vulkan_commands *)base;
    VkResult result = end_recording(device, commands);
    if (result == VK_SUCCESS) {
        result = device->call.ResetFences(device->handle, 1, &commands->done);
    }
    if (result == VK_SUCCESS) {
        result = submit_both(device, commands);
    }
    return scree_vulkan_check(device, result, "submitting work");
}

/* Checks the loop watchdog: llvmpipe ends long loops early. */
static scree_result check_loops(const scree_vulkan_device *device)
{
    uint32_t *watchdog = device->watchdog.mapped;
    if (watchdog == NULL || watchdog[WATCHDOG_CUT] == 0) {
        return SCREE_OK;
    }
    watchdog[WATCHDOG_CUT] = 0;
    return scree_fail(device->gpu.base.context, SCREE_ERROR_UNSUPPORTED,
                      "%s cuts loops short that are as long as this job's; open a CPU device", device->gpu.base.label);
}

static double seconds_between(const scree_vulkan_device *device, uint64_t start, uint64_t end)
{
    uint32_t bits = device->traits.timestamp_bits;
    uint64_t mask = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
    return 1e-9 * (double)((end - start) & mask) * (double)device->traits.limits.timestampPeriod;
}

/* Converts timestamps to the host's clock. */
static scree_gpu_while report_times(const scree_vulkan_device *device, const uint64_t ticks[2])
{
    double start = device->gpu.marked_seconds + seconds_between(device, device->marked_ticks, ticks[TIME_START]);
    return (scree_gpu_while){start, start + seconds_between(device, ticks[TIME_START], ticks[TIME_END])};
}

static VkResult read_times(scree_vulkan_device *device, scree_vulkan_commands *commands, uint64_t ticks[TIMES])
{
    scree_gpu_commands *base = &commands->base;
    uint32_t count = commands->reports_copies ? TIMES : TIME_COPIES;
    if (commands->times == VK_NULL_HANDLE) {
        return VK_SUCCESS;
    }
    VkResult result = device->call.GetQueryPoolResults(device->handle, commands->times, 0, count, count * sizeof *ticks,
                                                       ticks, sizeof *ticks, VK_QUERY_RESULT_64_BIT);
    if (result == VK_SUCCESS) {
        base->nanoseconds = (uint64_t)(1e9 * seconds_between(device, ticks[TIME_START], ticks[TIME_END]));
    }
    if (result == VK_SUCCESS && base->reports_times && device->gpu.marked_seconds > 0.0) {
        base->computing = report_times(device, ticks);
        base->copying = commands->reports_copies ? report_times(device, ticks + TIME_COPIES) : (scree_gpu_while){0};
    }
    return result;
}

static scree_result wait_for(scree_gpu_commands *base, uint64_t ticks[TIMES])
{
    scree_vulkan_device *device = device_of(base);
    scree_vulkan_commands *commands = (scree_vulkan_commands *)base;
    if (!base->is_submitted) {
        return SCREE_OK;
    }
    base->is_submitted = false;
    VkResult result = device->call.WaitForFences(device->handle, 1, &commands->done, VK_TRUE, UINT64_MAX);
    if (result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST) {
        await_queues(device);
    }
    if (result == VK_SUCCESS) {
        result = read_times(device, commands, ticks);
    }
    scree_result checked = scree_vulkan_check(device, result, "waiting for its work");
    return checked == SCREE_OK ? check_loops(device) : checked;
}

static scree_result vulkan_wait(scree_gpu_commands *base)
{
    uint64_t ticks[TIMES] = {0};
    return wait_for(base, ticks);
}

static scree_result vulkan_mark_time(scree_gpu *gpu)
{
    scree_vulkan_device *device = (scree_vulkan_device *)gpu;
    uint64_t ticks[TIMES] = {0};
    scree_result result = SCREE_OK;
    if (device->traits.timestamp_bits == 0) {
        return SCREE_OK;
    }
    if (device->clock == NULL) {
        result = scree_gpu_commands_create(gpu, 1, &device->clock);
    }
    if (result == SCREE_OK) {
        scree_gpu_begin(device->clock);
        result = scree_gpu_submit(device->clock);
    }
    if (result == SCREE_OK) {
        result = wait_for(device->clock, ticks);
    }
    if (result == SCREE_OK) {
        gpu->marked_seconds = scree_os_clock_seconds();
        device->marked_ticks = ticks[TIME_END];
    }
    return result;
}

static void vulkan_copy(scree_gpu_commands *base, scree_gpu_queue queue, scree_gpu_span to, scree_gpu_span from)
{
    const scree_vulkan_device *device = device_of(base);
    scree_vulkan_commands *commands = (scree_vulkan_commands *)base;
    const VkBufferCopy region = {.srcOffset = from.offset, .dstOffset = to.offset, .size = from.bytes};
    VkCommandBuffer buffer = queue == SCREE_GPU_TRANSFER ? commands->transfer : commands->compute;
    if (queue == SCREE_GPU_TRANSFER && !commands->has_copies) {
        commands->has_copies = true;
        commands->reports_copies = commands->times != VK_NULL_HANDLE && base->reports_times &&
                                   device->traits.transfer_timestamp_bits == device->traits.timestamp_bits;
        if (commands->reports_copies) {
            write_time(device, commands, buffer, TIME_COPIES + TIME_START);
        }
    }
    device->call.CmdCopyBuffer(buffer, (VkBuffer)(uintptr_t)from.memory->handle, (VkBuffer)(uintptr_t)to.memory->handle,
                               1, &region);
}

static void vulkan_fill(scree_gpu_commands *base, scree_gpu_span span, uint32_t word)
{
    VkCommandBuffer buffer = ((scree_vulkan_commands *)base)->compute;
    device_of(base)->call.CmdFillBuffer(buffer, (VkBuffer)(uintptr_t)span.memory->handle, span.offset, span.bytes,
                                        word);
}

/*
 * Writes all bindings of a set. Bindings that a program does not use must be valid too, so they get the first span. The
 * watchdog has its own binding, unless pairs of samples are bound there.
 */
static void write_set(const scree_vulkan_device *device, const scree_gpu_span *spans, VkDescriptorSet set)
{
    VkDescriptorBufferInfo buffers[BINDING_COUNT];
    VkWriteDescriptorSet writes[BINDING_COUNT];
    scree_gpu_span first = {0};
    for (uint32_t i = BINDING_COUNT; i-- > 0;) {
        first = spans[i].memory != NULL ? spans[i] : first;
    }
    for (uint32_t i = 0; i < BINDING_COUNT; i++) {
        scree_gpu_span span = spans[i].memory != NULL ? spans[i] : first;
        if (i == BINDING_WATCHDOG && spans[i].memory == NULL) {
            span = (scree_gpu_span){&device->watchdog, 0, device->watchdog.bytes};
        }
        buffers[i] = (VkDescriptorBufferInfo){
            .buffer = (VkBuffer)(uintptr_t)span.memory->handle, .offset = span.offset, .range = span.bytes};
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = set,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .pBufferInfo = &buffers[i]};
    }
    device->call.UpdateDescriptorSets(device->handle, BINDING_COUNT, writes, 0, NULL);
}

static bool are_same(const scree_gpu_span *a, const scree_gpu_span *b)
{
    bool same = true;
    for (uint32_t i = 0; i < SCREE_GPU_SPANS; i++) {
        same = same && a[i].memory == b[i].memory && a[i].offset == b[i].offset && a[i].bytes == b[i].bytes;
    }
    return same;
}

/* The next set of the pools, one more of which is made where they have no more. */
static VkResult take_set(const scree_vulkan_device *device, scree_vulkan_commands *commands, VkDescriptorSet *set)
{
    const uint32_t pool = commands->set_count / commands->pool_sets;
    VkResult result = pool < commands->pool_count ? VK_SUCCESS : add_pool(device, commands);
    if (result == VK_SUCCESS) {
        const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                  .descriptorPool = commands->pools[pool],
                                                  .descriptorSetCount = 1,
                                                  .pSetLayouts = &device->pipelines.set_layout};
        result = device->call.AllocateDescriptorSets(device->handle, &info, set);
    }
    return result;
}

/* A descriptor set for some spans: a recent one, or a new one that replaces the oldest. */
static VkDescriptorSet get_set(scree_vulkan_commands *commands, const scree_gpu_span *spans)
{
    scree_vulkan_device *device = device_of(&commands->base);
    uint32_t count = commands->set_count < RECENT_SETS ? commands->set_count : RECENT_SETS;
    for (uint32_t i = 0; i < count; i++) {
        if (are_same(commands->recent[i].spans, spans)) {
            return commands->recent[i].set;
        }
    }
    recent_set *recent = &commands->recent[commands->set_count % RECENT_SETS];
    VkResult result = take_set(device, commands, &recent->set);
    if (result != VK_SUCCESS) {
        commands->base.result = scree_vulkan_check(device, result, "binding buffers");
        return VK_NULL_HANDLE;
    }
    commands->set_count++;
    memcpy(recent->spans, spans, sizeof recent->spans);
    write_set(device, spans, recent->set);
    return recent->set;
}

static void vulkan_dispatch(scree_gpu_commands *base, const scree_gpu_dispatch *dispatch)
{
    scree_vulkan_device *device = device_of(base);
    scree_vulkan_commands *commands = (scree_vulkan_commands *)base;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    uint32_t bytes = dispatch->constants_bytes < PUSH_BYTES ? dispatch->constants_bytes : PUSH_BYTES;
    if (device->gpu.base.rehearsal != NULL) {
        base->result = scree_vulkan_note(device, dispatch);
        return;
    }
    base->result = scree_vulkan_pipeline_get(device, dispatch->program, dispatch->specialisation, &pipeline);
    if (base->result == SCREE_OK) {
        set = get_set(commands, dispatch->spans);
    }
    if (base->result != SCREE_OK) {
        return;
    }
    VkPipelineLayout layout = device->pipelines.layout;
    device->call.CmdBindPipeline(commands->compute, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device->call.CmdBindDescriptorSets(commands->compute, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    device->call.CmdPushConstants(commands->compute, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, bytes,
                                  dispatch->constants);
    device->call.CmdDispatch(commands->compute, dispatch->groups[0], dispatch->groups[1], dispatch->groups[2]);
}

static uint64_t vulkan_memory_available(scree_gpu *gpu)
{
    const scree_vulkan_device *device = (const scree_vulkan_device *)gpu;
    return scree_vulkan_free_bytes(&device->instance, &device->traits);
}

static const scree_gpu_noise_programs noise_programs = {.direct_octaves = SCREE_MAX_OCTAVES,
                                                        .combined_samples = COMBINE_SAMPLES_VULKAN,
                                                        .has_whole_programs = true,
                                                        .range_slab_bytes = (uint64_t)64 << 20};

static const scree_gpu_distance_programs distance_programs = {.batch_voxels = (uint64_t)1 << 26};

const scree_gpu_functions scree_vulkan_gpu_functions = {
    .memory_create = scree_vulkan_memory_create,
    .memory_destroy = scree_vulkan_memory_destroy,
    .memory_available = vulkan_memory_available,
    .prepare = scree_vulkan_pipeline_prepare,
    .commands_bytes = sizeof(scree_vulkan_commands),
    .commands_make = vulkan_commands_make,
    .commands_clear = vulkan_commands_clear,
    .begin = vulkan_begin,
    .submit = vulkan_submit,
    .wait = vulkan_wait,
    .copy = vulkan_copy,
    .fill = vulkan_fill,
    .dispatch = vulkan_dispatch,
    .barrier = vulkan_barrier,
    .mark_time = vulkan_mark_time,
    .programs = {[SCREE_FIELD_TYPE_noise] = &noise_programs, [SCREE_FIELD_TYPE_distance] = &distance_programs},
};
