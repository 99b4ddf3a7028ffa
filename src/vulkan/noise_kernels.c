#include "noise_kernels.h"

#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "vulkan_device.h"
#include "watch_layout.h"

/* Every device has so many. */
#define PUSH_BYTES 128u

static scree_result create_layouts(scree_vulkan_device *device)
{
    VkDescriptorSetLayoutBinding bindings[BINDING_COUNT];
    for (uint32_t i = 0; i < BINDING_COUNT; i++) {
        bindings[i] = (VkDescriptorSetLayoutBinding){.binding = i,
                                                     .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                     .descriptorCount = 1,
                                                     .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    }
    VkDescriptorSetLayoutCreateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = BINDING_COUNT,
                                                .pBindings = bindings};
    scree_vulkan_kernels *kernels = &device->kernels;
    VkResult result = device->call.CreateDescriptorSetLayout(device->handle, &set_info, NULL, &kernels->set_layout);
    if (result == VK_SUCCESS) {
        VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = PUSH_BYTES};
        VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                           .setLayoutCount = 1,
                                           .pSetLayouts = &kernels->set_layout,
                                           .pushConstantRangeCount = 1,
                                           .pPushConstantRanges = &push};
        result = device->call.CreatePipelineLayout(device->handle, &info, NULL, &kernels->layout);
    }
    return scree_vulkan_check(device, result, "laying out shaders");
}

scree_result scree_vulkan_kernels_create(scree_vulkan_device *device)
{
    scree_result result = create_layouts(device);
    return result == SCREE_OK ? scree_vulkan_pipeline_cache_load(device) : result;
}

void scree_vulkan_kernels_destroy(scree_vulkan_device *device)
{
    scree_vulkan_kernels *kernels = &device->kernels;
    for (uint32_t i = 0; i < kernels->pipeline_count; i++) {
        device->call.DestroyPipeline(device->handle, kernels->pipelines[i].handle, NULL);
    }
    for (uint32_t i = 0; i < SCREE_VULKAN_SHADERS; i++) {
        device->call.DestroyShaderModule(device->handle, kernels->modules[i], NULL);
    }
    device->call.DestroyPipelineCache(device->handle, kernels->cache, NULL);
    device->call.DestroyPipelineLayout(device->handle, kernels->layout, NULL);
    device->call.DestroyDescriptorSetLayout(device->handle, kernels->set_layout, NULL);
    free(kernels->pipelines);
    *kernels = (scree_vulkan_kernels){0};
}

static scree_result find_module(scree_vulkan_device *device, scree_vulkan_shader shader)
{
    VkShaderModule *module = &device->kernels.modules[shader];
    if (*module != VK_NULL_HANDLE) {
        return SCREE_OK;
    }
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.pCode = scree_vulkan_spirv(shader, device->traits.has_float_controls, &info.codeSize);
    VkResult result = device->call.CreateShaderModule(device->handle, &info, NULL, module);
    return scree_vulkan_check(device, result, "loading a shader");
}

/* Software keeps to limits of its own; the watch costs a GPU that has none. */
static bool is_watched(const scree_vulkan_device *device)
{
    return device->base.info.kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
}

static scree_result make_pipeline(scree_vulkan_device *device, scree_vulkan_pipeline *pipeline)
{
    VkSpecializationMapEntry entries[CONSTANT_COUNT];
    for (uint32_t i = 0; i < CONSTANT_COUNT; i++) {
        entries[i] = (VkSpecializationMapEntry){
            .constantID = i, .offset = i * (uint32_t)sizeof(uint32_t), .size = sizeof(uint32_t)};
    }
    uint32_t values[CONSTANT_COUNT];
    memcpy(values, pipeline->constants, sizeof values);
    values[CONSTANT_WATCHES] = is_watched(device);
    VkSpecializationInfo constants = {
        .mapEntryCount = CONSTANT_COUNT, .pMapEntries = entries, .dataSize = sizeof values, .pData = values};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = device->kernels.modules[pipeline->shader],
                  .pName = "main",
                  .pSpecializationInfo = &constants},
        .layout = device->kernels.layout,
    };
    VkResult result =
        device->call.CreateComputePipelines(device->handle, device->kernels.cache, 1, &info, NULL, &pipeline->handle);
    return scree_vulkan_check(device, result, "making a pipeline");
}

static scree_result make_room(scree_vulkan_device *device)
{
    scree_vulkan_kernels *kernels = &device->kernels;
    if (kernels->pipeline_count < kernels->pipeline_capacity) {
        return SCREE_OK;
    }
    uint32_t capacity = kernels->pipeline_capacity + 16;
    scree_vulkan_pipeline *larger = realloc(kernels->pipelines, capacity * sizeof *larger);
    if (larger == NULL) {
        return scree_fail(device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u pipelines", capacity);
    }
    kernels->pipelines = larger;
    kernels->pipeline_capacity = capacity;
    return SCREE_OK;
}

scree_result scree_vulkan_pipeline_get(scree_vulkan_device *device, scree_vulkan_shader shader,
                                       const uint32_t constants[CONSTANT_COUNT], VkPipeline *pipeline)
{
    scree_vulkan_kernels *kernels = &device->kernels;
    for (uint32_t i = 0; i < kernels->pipeline_count; i++) {
        const scree_vulkan_pipeline *known = &kernels->pipelines[i];
        if (known->shader == shader && memcmp(known->constants, constants, sizeof known->constants) == 0) {
            *pipeline = known->handle;
            return SCREE_OK;
        }
    }
    scree_result result = make_room(device);
    if (result == SCREE_OK) {
        result = find_module(device, shader);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_vulkan_pipeline *made = &kernels->pipelines[kernels->pipeline_count];
    *made = (scree_vulkan_pipeline){.shader = shader};
    memcpy(made->constants, constants, sizeof made->constants);
    result = make_pipeline(device, made);
    if (result == SCREE_OK) {
        kernels->pipeline_count++;
        *pipeline = made->handle;
    }
    return result;
}
