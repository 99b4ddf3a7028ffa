/* Internals of the Vulkan device. */
#ifndef SCREE_VULKAN_DEVICE_H
#define SCREE_VULKAN_DEVICE_H

#include <scree/vulkan.h>

#include "gpu_interface.h"
#include "instance.h"

/* One pipeline: a program and the values of its specialisation constants. */
typedef struct scree_vulkan_pipeline {
    scree_gpu_program program;
    uint32_t specialisation[CONSTANT_COUNT];
    VkPipeline handle;
    struct scree_vulkan_making *making; /* The thread that makes it, if one does (pipelines.c). */
    scree_launch_info *launch_info;     /* Its demands (explain.c), owned; NULL until a rehearsal asks. */
} scree_vulkan_pipeline;

/* Pipelines, created on first use and cached on disk between runs. */
typedef struct scree_vulkan_pipelines {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipelineCache cache;
    size_t stored_bytes;   /* Size of the cache file; the cache is stored again when its size has changed. */
    bool is_cache_refused; /* The cache file is not to be trusted, and is left alone. */
    scree_vulkan_pipeline *known;
    uint32_t count;
    uint32_t capacity;
} scree_vulkan_pipelines;

typedef struct scree_vulkan_commands scree_vulkan_commands;

typedef struct scree_vulkan_device {
    scree_gpu gpu; /* First, so that a device of this backend is one of these. */
    scree_vulkan_instance instance;
    scree_vulkan_traits traits;
    VkPhysicalDeviceMemoryProperties memory;
    bool is_adopted;
    VkDevice handle;
    VkQueue compute_queue;
    VkQueue transfer_queue;           /* The compute queue, where the device has no queue for transfers alone. */
    scree_vulkan_handles application; /* Adopted devices: how the queue is locked. */
    scree_vulkan_device_functions call;
    scree_vulkan_pipelines pipelines;
    scree_gpu_memory watchdog; /* Memory of the watchdog (watchdog_layout.h). */
    scree_gpu_commands *clock; /* Commands whose end relates both clocks. */
    uint64_t marked_ticks;     /* The device's clock at their end. */
} scree_vulkan_device;

/* The backend's table of functions (commands.c), and those functions that are defined elsewhere. */
extern const scree_gpu_functions scree_vulkan_gpu_functions;
scree_result scree_vulkan_memory_create(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory);
void scree_vulkan_memory_destroy(scree_gpu *gpu, scree_gpu_memory *memory);

/* Converts a VkResult, and logs a failure of `action` (results.c). */
scree_result scree_vulkan_check(scree_vulkan_device *device, VkResult result, const char *action);

scree_result scree_vulkan_pipelines_create(scree_vulkan_device *device);
void scree_vulkan_pipelines_destroy(scree_vulkan_device *device);

/* The entry of a pipeline, a new one if it is not known yet; NULL if there is no memory for one. */
scree_vulkan_pipeline *scree_vulkan_pipeline_find(scree_vulkan_pipelines *pipelines, scree_gpu_program program,
                                                  const uint32_t specialisation[CONSTANT_COUNT]);

/* The module that a pipeline is made of. */
const struct scree_spirv_module *scree_vulkan_pipeline_module(const scree_vulkan_pipeline *pipeline);

/* Makes a pipeline; with flags one that the cache does not keep. */
VkResult scree_vulkan_pipeline_load(scree_vulkan_device *device, VkPipelineCreateFlags flags,
                                    scree_vulkan_pipeline *pipeline);

/* Notes a dispatch in the device's rehearsal, with the numbers that the driver reports on its pipeline (explain.c). */
scree_result scree_vulkan_note(scree_vulkan_device *device, const scree_gpu_dispatch *dispatch);

/* Begins to make the pipeline of a program, on a thread of its own, if it is not known yet. Never fails. */
void scree_vulkan_pipeline_prepare(scree_gpu *gpu, scree_gpu_program program,
                                   const uint32_t specialisation[CONSTANT_COUNT]);

/* Waits for all pipelines that threads make. */
void scree_vulkan_pipelines_await(scree_vulkan_device *device);

/* The pipeline of a program, created on first use. */
scree_result scree_vulkan_pipeline_get(scree_vulkan_device *device, scree_gpu_program program,
                                       const uint32_t specialisation[CONSTANT_COUNT], VkPipeline *pipeline);

/* Loads the cache from disk. A file that is damaged or from another driver is ignored. */
scree_result scree_vulkan_pipeline_cache_load(scree_vulkan_device *device);

/* Stores the cache if pipelines were created since. A failure is not an error. */
void scree_vulkan_pipeline_cache_store(scree_vulkan_device *device);

#endif
