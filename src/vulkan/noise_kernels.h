/* The Vulkan device's kernels: pipelines, made when they are first needed and kept on disk between runs. */
#ifndef SCREE_VULKAN_NOISE_KERNELS_H
#define SCREE_VULKAN_NOISE_KERNELS_H

#include <stdbool.h>

#include <scree/noise.h>

#include "table_layout.h"
#include "vulkan_functions.h"

typedef enum scree_vulkan_shader {
    SCREE_VULKAN_PLANES,
    SCREE_VULKAN_SAMPLES,
    SCREE_VULKAN_DIRECT,
    SCREE_VULKAN_POINTS,
    SCREE_VULKAN_VARIANT,
    SCREE_VULKAN_CONVERT,
    SCREE_VULKAN_FLOOD_SEEDS,
    SCREE_VULKAN_FLOOD_PASS,
    SCREE_VULKAN_FLOOD_DISTANCES,
    SCREE_VULKAN_MESH,
    SCREE_VULKAN_SELF_TEST,
    SCREE_VULKAN_VOXELS, /* Exact distance fields. */
    SCREE_VULKAN_SQUARES_WHOLE,
    SCREE_VULKAN_SQUARES_REAL,
    SCREE_VULKAN_LINES_WHOLE,
    SCREE_VULKAN_LINES_REAL,
    SCREE_VULKAN_SHADERS
} scree_vulkan_shader;

/* One pipeline: a shader and the values of its specialisation constants. */
typedef struct scree_vulkan_pipeline {
    scree_vulkan_shader shader;
    uint32_t constants[CONSTANT_COUNT];
    VkPipeline handle;
} scree_vulkan_pipeline;

typedef struct scree_vulkan_kernels {
    VkShaderModule modules[SCREE_VULKAN_SHADERS];
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipelineCache cache;
    size_t stored_bytes;   /* Of the cache on disk; another size now makes it worth storing again. */
    bool is_cache_refused; /* What lies in its place on disk is not to be trusted, and is left alone. */
    scree_vulkan_pipeline *pipelines;
    uint32_t pipeline_count;
    uint32_t pipeline_capacity;
} scree_vulkan_kernels;

struct scree_vulkan_device;

scree_result scree_vulkan_kernels_create(struct scree_vulkan_device *device);
void scree_vulkan_kernels_destroy(struct scree_vulkan_device *device);

/* The pipeline of a shader for a plan; made unless it is there. */
scree_result scree_vulkan_pipeline_get(struct scree_vulkan_device *device, scree_vulkan_shader shader,
                                       const uint32_t constants[CONSTANT_COUNT], VkPipeline *pipeline);

/* Loads the cache from disk; a file that is damaged or another driver's counts as none. So does, with a warning, what
   is no regular file, or belongs to another user, or may be written to by others. */
scree_result scree_vulkan_pipeline_cache_load(struct scree_vulkan_device *device);

/* Stores it where pipelines were made since. Failing to is no error. */
void scree_vulkan_pipeline_cache_store(struct scree_vulkan_device *device);

/* Words of a module; with float controls or without. */
const uint32_t *scree_vulkan_spirv(scree_vulkan_shader shader, bool has_float_controls, size_t *bytes);

#endif
