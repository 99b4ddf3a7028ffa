/* The Vulkan device from the inside. */
#ifndef SCREE_VULKAN_DEVICE_H
#define SCREE_VULKAN_DEVICE_H

#include <scree/vulkan.h>

#include "device_internal.h"
#include "instance.h"
#include "noise_kernels.h"

/* One VkBuffer with memory of its own. */
typedef struct scree_vulkan_memory {
    VkBuffer handle;
    VkDeviceMemory memory;
    uint64_t bytes;
    void *mapped; /* Host memory only. */
} scree_vulkan_memory;

/* Where memory lies. */
typedef enum scree_vulkan_place {
    SCREE_VULKAN_ON_DEVICE,
    SCREE_VULKAN_UPLOAD,  /* The host writes. */
    SCREE_VULKAN_DOWNLOAD /* The host reads, by way of its caches. */
} scree_vulkan_place;

typedef struct scree_vulkan_device {
    scree_device base; /* First, so that a device of this backend is one of these. */
    scree_vulkan_instance instance;
    scree_vulkan_traits traits;
    VkPhysicalDeviceMemoryProperties memory;
    bool is_adopted;
    VkDevice handle;
    VkQueue compute_queue;
    VkQueue transfer_queue;           /* The same where the device has no queue for transfers alone. */
    scree_vulkan_handles application; /* Adopted devices: how the queue is locked. */
    scree_vulkan_device_functions call;
    scree_vulkan_kernels kernels;
    bool is_lost;
    scree_vulkan_memory watch; /* watch_layout.h */
    /* One job runs at a time: what it needs most is kept for the next. */
    scree_vulkan_memory nodes;       /* Of the plane stage. */
    struct scree_vulkan_slot *slots; /* SCREE_MOST_SLOTS of them (noise_slot.h), or NULL. */
} scree_vulkan_device;

/*
 * The meaning of a VkResult: logged with what was done, and what it comes to. A device that was lost stays so.
 */
scree_result scree_vulkan_check(scree_vulkan_device *device, VkResult result, const char *action);

/* SCREE_ERROR_DEVICE_LOST, logged, for a device that was lost before. */
scree_result scree_vulkan_check_lost(const scree_vulkan_device *device);

/* Memory, with every use that the device makes of it. On failure `*memory` is empty; out of memory is not logged. */
scree_result scree_vulkan_memory_create(scree_vulkan_device *device, scree_vulkan_place place, uint64_t bytes,
                                        scree_vulkan_memory *memory);
void scree_vulkan_memory_destroy(scree_vulkan_device *device, scree_vulkan_memory *memory);

/* Makes memory of at least `bytes` bytes; what it held is lost. Logs failures. */
scree_result scree_vulkan_memory_reserve(scree_vulkan_device *device, scree_vulkan_place place, uint64_t bytes,
                                         scree_vulkan_memory *memory, const char *purpose);

/* A recording with its fence: what is submitted, waited for, and timed together. */
typedef struct scree_vulkan_commands {
    VkCommandPool compute_pool;
    VkCommandPool transfer_pool;
    VkCommandBuffer compute;
    VkCommandBuffer transfer; /* For downloads; NULL handle of a pool where the transfer queue is of another family. */
    VkSemaphore computed;
    VkFence done;
    VkQueryPool times; /* Two; none where the queue cannot tell the time. */
    VkDescriptorPool descriptors;
    bool is_submitted;
} scree_vulkan_commands;

scree_result scree_vulkan_commands_create(scree_vulkan_device *device, uint32_t most_sets,
                                          scree_vulkan_commands *commands);
void scree_vulkan_commands_destroy(scree_vulkan_device *device, scree_vulkan_commands *commands);

/* Begins to record anew: what was submitted must be waited for. The clock starts when all before has ended. */
scree_result scree_vulkan_commands_begin(scree_vulkan_device *device, scree_vulkan_commands *commands);

/* Ends the recording and submits it. With `downloads`, the transfer recording too, which follows on its own queue. */
scree_result scree_vulkan_commands_submit(scree_vulkan_device *device, scree_vulkan_commands *commands, bool downloads);

/*
 * Waits; adds the device's time. Without a submission nothing is done. SCREE_ERROR_UNSUPPORTED, logged, where a
 * software GPU did not take all turns of the shaders' loops.
 */
scree_result scree_vulkan_commands_wait(scree_vulkan_device *device, scree_vulkan_commands *commands,
                                        uint64_t *nanoseconds);

/* Orders everything in the same queue, the application's own too. */
void scree_vulkan_barrier_of_all(const scree_vulkan_device *device, VkCommandBuffer commands);

/* Orders shaders and copies before against those that follow. */
void scree_vulkan_barrier(const scree_vulkan_device *device, VkCommandBuffer commands);

/* A buffer of a binding. */
typedef struct scree_vulkan_binding {
    uint32_t number;
    VkBuffer buffer;
    uint64_t offset;
    uint64_t bytes;
} scree_vulkan_binding;

/* A set with these bindings, and the watch where no other has its number, from the pool of a recording. */
scree_result scree_vulkan_bind(scree_vulkan_device *device, scree_vulkan_commands *commands,
                               const scree_vulkan_binding *bindings, uint32_t count, VkDescriptorSet *set);

/* Records one dispatch. */
void scree_vulkan_dispatch(const scree_vulkan_device *device, VkCommandBuffer commands, VkPipeline pipeline,
                           VkDescriptorSet set, const void *push, uint32_t push_bytes, uint32_t x, uint32_t y,
                           uint32_t z);

/* Tries sums and products whose rounding tells (self_test.c). SCREE_ERROR_UNSUPPORTED, logged, where they differ. */
scree_result scree_vulkan_self_test(scree_vulkan_device *device);

/* Buffers that users see (device.c). */
typedef struct scree_vulkan_buffer {
    scree_buffer base;
    scree_vulkan_memory memory;
    bool is_adopted;
} scree_vulkan_buffer;

/*
 * Copies between a buffer and any memory of the host, and waits. What is read must have been waited for. Uses the
 * device's slots (buffer.c).
 */
scree_result scree_vulkan_read(scree_vulkan_device *device, VkBuffer from, uint64_t offset, uint64_t bytes, void *out);
scree_result scree_vulkan_write(scree_vulkan_device *device, VkBuffer to, uint64_t offset, uint64_t bytes,
                                const void *from);

/* How the device makes distance fields (distance_session.c). */
extern const scree_field_functions scree_vulkan_distance_functions;

/* Entries of the device's function table (noise_session.c, noise_points.c, buffer.c). */
scree_result scree_vulkan_session_create(scree_device *device, const scree_field_plan *field,
                                         const scree_delivery *delivery, scree_progress *progress,
                                         scree_session **session);
scree_division scree_vulkan_session_division(const scree_session *session);
void scree_vulkan_session_memory(scree_session *session, uint32_t slot, float **values, void **data);
scree_result scree_vulkan_session_start(scree_session *session, uint32_t slot, const scree_box *box,
                                        const scree_target *target, scree_progress *progress);
scree_result scree_vulkan_session_finish(scree_session *session, uint32_t slot, scree_progress *progress,
                                         scree_range *range);
void scree_vulkan_session_destroy(scree_session **session);
scree_result scree_vulkan_points(scree_device *device, const scree_plan *plan, const double *positions, size_t count,
                                 float *out);
scree_result scree_vulkan_buffer_create(scree_device *device, uint64_t bytes, scree_buffer **buffer);
void scree_vulkan_buffer_destroy(scree_buffer *buffer);
scree_result scree_vulkan_buffer_fill(scree_buffer *buffer, uint32_t word, double *device_seconds);
scree_result scree_vulkan_buffer_read(scree_buffer *buffer, uint64_t offset, uint64_t bytes, void *out);
scree_result scree_vulkan_buffer_write(scree_buffer *buffer, uint64_t offset, uint64_t bytes, const void *from);

#endif
