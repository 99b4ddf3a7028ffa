/* Pipelines, and the shaders that the build has compiled, checked and embedded (CMakeLists.txt). */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "vulkan_device.h"
#include "watchdog_layout.h"

/* Every shader exists twice: with float controls and without. */
#define DECLARE(program, shader)                             \
    extern const uint32_t scree_spirv_##shader[];            \
    extern const uint32_t scree_spirv_##shader##_bytes;      \
    extern const uint32_t scree_spirv_##shader##_controls[]; \
    extern const uint32_t scree_spirv_##shader##_controls_bytes;
SCREE_GPU_PROGRAMS(DECLARE)

typedef struct spirv_module {
    const uint32_t *words;
    const uint32_t *bytes;
} spirv_module;

static const spirv_module spirv_modules[SCREE_GPU_PROGRAM_COUNT][2] = {
#define MODULES(program, shader)                                                    \
    [SCREE_GPU_##program] = {{scree_spirv_##shader, &scree_spirv_##shader##_bytes}, \
                             {scree_spirv_##shader##_controls, &scree_spirv_##shader##_controls_bytes}},
    SCREE_GPU_PROGRAMS(MODULES)
#undef MODULES
};

/* Every device supports this size. */
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
    scree_vulkan_pipelines *pipelines = &device->pipelines;
    VkResult result = device->call.CreateDescriptorSetLayout(device->handle, &set_info, NULL, &pipelines->set_layout);
    if (result == VK_SUCCESS) {
        VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = PUSH_BYTES};
        VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                           .setLayoutCount = 1,
                                           .pSetLayouts = &pipelines->set_layout,
                                           .pushConstantRangeCount = 1,
                                           .pPushConstantRanges = &push};
        result = device->call.CreatePipelineLayout(device->handle, &info, NULL, &pipelines->layout);
    }
    return scree_vulkan_check(device, result, "laying out shaders");
}

scree_result scree_vulkan_pipelines_create(scree_vulkan_device *device)
{
    scree_result result = create_layouts(device);
    return result == SCREE_OK ? scree_vulkan_pipeline_cache_load(device) : result;
}

void scree_vulkan_pipelines_destroy(scree_vulkan_device *device)
{
    scree_vulkan_pipelines *pipelines = &device->pipelines;
    for (uint32_t i = 0; i < pipelines->count; i++) {
        device->call.DestroyPipeline(device->handle, pipelines->known[i].handle, NULL);
    }
    for (uint32_t i = 0; i < SCREE_GPU_PROGRAM_COUNT; i++) {
        device->call.DestroyShaderModule(device->handle, pipelines->modules[i], NULL);
    }
    device->call.DestroyPipelineCache(device->handle, pipelines->cache, NULL);
    device->call.DestroyPipelineLayout(device->handle, pipelines->layout, NULL);
    device->call.DestroyDescriptorSetLayout(device->handle, pipelines->set_layout, NULL);
    free(pipelines->known);
    *pipelines = (scree_vulkan_pipelines){0};
}

static scree_result find_module(scree_vulkan_device *device, scree_gpu_program program)
{
    VkShaderModule *module = &device->pipelines.modules[program];
    if (*module != VK_NULL_HANDLE) {
        return SCREE_OK;
    }
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    const spirv_module *code = &spirv_modules[program][device->traits.has_float_controls];
    info.pCode = code->words;
    info.codeSize = *code->bytes;
    VkResult result = device->call.CreateShaderModule(device->handle, &info, NULL, module);
    return scree_vulkan_check(device, result, "loading a shader");
}

static scree_result make_pipeline(scree_vulkan_device *device, scree_vulkan_pipeline *pipeline)
{
    VkSpecializationMapEntry entries[CONSTANT_COUNT];
    for (uint32_t i = 0; i < CONSTANT_COUNT; i++) {
        entries[i] = (VkSpecializationMapEntry){
            .constantID = i, .offset = i * (uint32_t)sizeof(uint32_t), .size = sizeof(uint32_t)};
    }
    uint32_t values[CONSTANT_COUNT];
    memcpy(values, pipeline->variant, sizeof values);
    values[CONSTANT_HAS_WATCHDOG] = device->gpu.limits.has_watchdog;
    VkSpecializationInfo constants = {
        .mapEntryCount = CONSTANT_COUNT, .pMapEntries = entries, .dataSize = sizeof values, .pData = values};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = device->pipelines.modules[pipeline->program],
                  .pName = "main",
                  .pSpecializationInfo = &constants},
        .layout = device->pipelines.layout,
    };
    VkResult result =
        device->call.CreateComputePipelines(device->handle, device->pipelines.cache, 1, &info, NULL, &pipeline->handle);
    return scree_vulkan_check(device, result, "making a pipeline");
}

static scree_result make_room(scree_vulkan_device *device)
{
    scree_vulkan_pipelines *pipelines = &device->pipelines;
    if (pipelines->count < pipelines->capacity) {
        return SCREE_OK;
    }
    uint32_t capacity = pipelines->capacity + 16;
    scree_vulkan_pipeline *larger = realloc(pipelines->known, capacity * sizeof *larger);
    if (larger == NULL) {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u pipelines", capacity);
    }
    pipelines->known = larger;
    pipelines->capacity = capacity;
    return SCREE_OK;
}

scree_result scree_vulkan_pipeline_get(scree_vulkan_device *device, scree_gpu_program program,
                                       const uint32_t variant[CONSTANT_COUNT], VkPipeline *pipeline)
{
    scree_vulkan_pipelines *pipelines = &device->pipelines;
    for (uint32_t i = 0; i < pipelines->count; i++) {
        const scree_vulkan_pipeline *known = &pipelines->known[i];
        if (known->program == program && memcmp(known->variant, variant, sizeof known->variant) == 0) {
            *pipeline = known->handle;
            return SCREE_OK;
        }
    }
    scree_result result = make_room(device);
    if (result == SCREE_OK) {
        result = find_module(device, program);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_vulkan_pipeline *new_pipeline = &pipelines->known[pipelines->count];
    *new_pipeline = (scree_vulkan_pipeline){.program = program};
    memcpy(new_pipeline->variant, variant, sizeof new_pipeline->variant);
    result = make_pipeline(device, new_pipeline);
    if (result == SCREE_OK) {
        pipelines->count++;
        *pipeline = new_pipeline->handle;
    }
    return result;
}
