/* Pipelines of the shaders that the build has embedded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "particles/attractor.h"
#include "context_internal.h"
#include "noise/noise_kinds.h"
#include "os.h"
#include "scene/scene_kinds.h"
#include "spirv_modules.h"
#include "vulkan_device.h"
#include "watchdog_layout.h"

/* Room for the name of a shader, and for that of a kind. */
#define MODULE_NAME 64
/* Numbers of SPIR-V. */
#define SPIRV_HEADER_WORDS 5u
#define OP_EXTENSION 10u
#define OP_EXECUTION_MODE 16u
#define OP_CAPABILITY 17u
#define MODE_SIGNED_ZERO_INF_NAN_PRESERVE 4461u
#define MODE_ROUNDING_RTE 4462u
#define CAPABILITY_SIGNED_ZERO_INF_NAN_PRESERVE 4466u
#define CAPABILITY_ROUNDING_RTE 4467u

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

/* The ending of a module's name: shaders of sites have one for each kind, and for each method that a kind has; those of
   particles have one for each system, and that of scenes one for each function of light. */
static void name_part(const scree_vulkan_pipeline *pipeline, const char *shader, char name[MODULE_NAME])
{
    static const char *const kinds[] = {
#define KIND_NAME(KIND, name, number, traits, sample, min_axes, max_axes) [number] = #name,
        SCREE_NOISE_KINDS(KIND_NAME)
#undef KIND_NAME
    };
    static const char *const systems[] = {
#define SYSTEM_NAME(SYSTEM, name, number, function, is_map, is_long) [number] = #name,
        SCREE_ATTRACTORS(SYSTEM_NAME)
#undef SYSTEM_NAME
    };
    static const char *const lights[] = {
#define LIGHT_NAME(KIND, name, number, light, arguments) [number] = #light,
        SCREE_SCENE_KINDS(LIGHT_NAME)
#undef LIGHT_NAME
    };
    name[0] = '\0';
    if (strncmp(shader, "site_", sizeof "site_" - 1) == 0) {
        snprintf(name, MODULE_NAME, "_%s_%u", kinds[pipeline->specialisation[CONSTANT_KIND]],
                 pipeline->specialisation[CONSTANT_SITE_METHOD]);
    } else if (strncmp(shader, "particles_", sizeof "particles_" - 1) == 0 && strstr(shader, "_halves") == NULL) {
        snprintf(name, MODULE_NAME, "_%s", systems[pipeline->specialisation[CONSTANT_PARTICLE_SYSTEM]]);
    } else if (pipeline->program == SCREE_GPU_SCENE) {
        snprintf(name, MODULE_NAME, "_%s", lights[pipeline->specialisation[CONSTANT_SCENE_KIND]]);
    }
}

const scree_spirv_module *scree_vulkan_pipeline_module(const scree_vulkan_pipeline *pipeline)
{
    static const char *const shaders[] = {
#define SHADER(program, shader) [SCREE_GPU_##program] = #shader,
        SCREE_GPU_PROGRAMS(SHADER)
#undef SHADER
    };
    const scree_spirv_module *module = scree_spirv_modules;
    char part[MODULE_NAME];
    char name[2 * MODULE_NAME];
    name_part(pipeline, shaders[pipeline->program], part);
    snprintf(name, sizeof name, "%s%s", shaders[pipeline->program], part);
    while (strcmp(module->name, name) != 0) {
        module++;
    }
    return module;
}

static VkResult make_pipeline(scree_vulkan_device *device, VkShaderModule module, VkPipelineCreateFlags flags,
                              scree_vulkan_pipeline *pipeline)
{
    VkSpecializationMapEntry entries[CONSTANT_COUNT];
    for (uint32_t i = 0; i < CONSTANT_COUNT; i++) {
        entries[i] = (VkSpecializationMapEntry){
            .constantID = i, .offset = i * (uint32_t)sizeof(uint32_t), .size = sizeof(uint32_t)};
    }
    uint32_t values[CONSTANT_COUNT];
    memcpy(values, pipeline->specialisation, sizeof values);
    values[CONSTANT_HAS_WATCHDOG] = device->gpu.limits.has_watchdog;
    VkSpecializationInfo constants = {
        .mapEntryCount = CONSTANT_COUNT, .pMapEntries = entries, .dataSize = sizeof values, .pData = values};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = flags,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main",
                  .pSpecializationInfo = &constants},
        .layout = device->pipelines.layout,
    };
    VkPipelineCache cache = flags == 0 ? device->pipelines.cache : VK_NULL_HANDLE;
    return device->call.CreateComputePipelines(device->handle, cache, 1, &info, NULL, &pipeline->handle);
}

/* Whether an instruction of SPIR-V belongs to what float_controls.glsl requests. */
static bool is_float_control(const uint32_t *instruction)
{
    static const char extension[] = "SPV_KHR_float_controls";
    switch (instruction[0] & 0xffff) {
    case OP_EXTENSION:
        return memcmp(instruction + 1, extension, sizeof extension) == 0;
    case OP_CAPABILITY:
        return instruction[1] == CAPABILITY_ROUNDING_RTE || instruction[1] == CAPABILITY_SIGNED_ZERO_INF_NAN_PRESERVE;
    case OP_EXECUTION_MODE:
        return instruction[2] == MODE_ROUNDING_RTE || instruction[2] == MODE_SIGNED_ZERO_INF_NAN_PRESERVE;
    default:
        return false;
    }
}

/* Takes these instructions out of a module, and returns the words that are left. */
static size_t leave_out_controls(uint32_t *code, size_t count)
{
    const uint32_t *next = code + SPIRV_HEADER_WORDS;
    const uint32_t *code_end = code + count;
    uint32_t *end = code + SPIRV_HEADER_WORDS;
    while (next < code_end) {
        const uint32_t words = next[0] >> 16;
        if (!is_float_control(next)) {
            memmove(end, next, words * sizeof *end);
            end += words;
        }
        next += words;
    }
    return (size_t)(end - code);
}

static VkResult load_module(scree_vulkan_device *device, const scree_spirv_module *packed, VkShaderModule *module)
{
    size_t words = 0;
    uint32_t *code = scree_spirv_unpack(packed, &words);
    if (code == NULL) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (!device->traits.has_float_controls) {
        words = leave_out_controls(code, words);
    }
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words * sizeof *code, .pCode = code};
    const VkResult result = device->call.CreateShaderModule(device->handle, &info, NULL, module);
    free(code);
    return result;
}

/* A pipeline does not need its module any more once it is made. */
VkResult scree_vulkan_pipeline_load(scree_vulkan_device *device, VkPipelineCreateFlags flags,
                                    scree_vulkan_pipeline *pipeline)
{
    VkShaderModule module = VK_NULL_HANDLE;
    VkResult result = load_module(device, scree_vulkan_pipeline_module(pipeline), &module);
    if (result == VK_SUCCESS) {
        result = make_pipeline(device, module, flags, pipeline);
        device->call.DestroyShaderModule(device->handle, module, NULL);
    }
    return result;
}

/* A pipeline that a thread of its own makes. */
struct scree_vulkan_making {
    scree_vulkan_device *device;
    scree_vulkan_pipeline pipeline;
    scree_os_thread thread;
};

static void *run_making(void *argument)
{
    struct scree_vulkan_making *making = argument;
    /* A pipeline that fails has no handle, and scree_vulkan_pipeline_get() tries once more and reports the error. */
    if (scree_vulkan_pipeline_load(making->device, 0, &making->pipeline) != VK_SUCCESS) {
        making->pipeline.handle = VK_NULL_HANDLE;
    }
    return NULL;
}

static void start_making(scree_vulkan_device *device, scree_vulkan_pipeline *pipeline)
{
    struct scree_vulkan_making *making = malloc(sizeof *making);
    if (making == NULL) {
        return;
    }
    *making = (struct scree_vulkan_making){.device = device, .pipeline = *pipeline};
    if (!scree_os_thread_start(&making->thread, run_making, making)) {
        free(making);
        return;
    }
    pipeline->making = making;
}

/* Waits for the thread that makes a pipeline, if one does. */
static void await_pipeline(scree_vulkan_pipeline *pipeline)
{
    if (pipeline->making != NULL) {
        scree_os_thread_join(&pipeline->making->thread);
        pipeline->handle = pipeline->making->pipeline.handle;
        free(pipeline->making);
        pipeline->making = NULL;
    }
}

void scree_vulkan_pipelines_await(scree_vulkan_device *device)
{
    for (uint32_t i = 0; i < device->pipelines.count; i++) {
        await_pipeline(&device->pipelines.known[i]);
    }
}

void scree_vulkan_pipelines_destroy(scree_vulkan_device *device)
{
    scree_vulkan_pipelines *pipelines = &device->pipelines;
    scree_vulkan_pipelines_await(device);
    for (uint32_t i = 0; i < pipelines->count; i++) {
        device->call.DestroyPipeline(device->handle, pipelines->known[i].handle, NULL);
        free(pipelines->known[i].launch_info);
    }
    device->call.DestroyPipelineCache(device->handle, pipelines->cache, NULL);
    device->call.DestroyPipelineLayout(device->handle, pipelines->layout, NULL);
    device->call.DestroyDescriptorSetLayout(device->handle, pipelines->set_layout, NULL);
    free(pipelines->known);
    *pipelines = (scree_vulkan_pipelines){0};
}

static bool make_room(scree_vulkan_pipelines *pipelines)
{
    if (pipelines->count < pipelines->capacity) {
        return true;
    }
    uint32_t capacity = pipelines->capacity + 16;
    scree_vulkan_pipeline *larger = realloc(pipelines->known, capacity * sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    pipelines->known = larger;
    pipelines->capacity = capacity;
    return true;
}

scree_vulkan_pipeline *scree_vulkan_pipeline_find(scree_vulkan_pipelines *pipelines, scree_gpu_program program,
                                                  const uint32_t specialisation[CONSTANT_COUNT])
{
    for (uint32_t i = 0; i < pipelines->count; i++) {
        scree_vulkan_pipeline *known = &pipelines->known[i];
        if (known->program == program &&
            memcmp(known->specialisation, specialisation, sizeof known->specialisation) == 0) {
            return known;
        }
    }
    if (!make_room(pipelines)) {
        return NULL;
    }
    scree_vulkan_pipeline *new_pipeline = &pipelines->known[pipelines->count++];
    *new_pipeline = (scree_vulkan_pipeline){.program = program};
    memcpy(new_pipeline->specialisation, specialisation, sizeof new_pipeline->specialisation);
    return new_pipeline;
}

void scree_vulkan_pipeline_prepare(scree_gpu *gpu, scree_gpu_program program,
                                   const uint32_t specialisation[CONSTANT_COUNT])
{
    scree_vulkan_device *device = (scree_vulkan_device *)gpu;
    scree_vulkan_pipeline *pipeline = scree_vulkan_pipeline_find(&device->pipelines, program, specialisation);
    if (pipeline != NULL && pipeline->handle == VK_NULL_HANDLE && pipeline->making == NULL) {
        start_making(device, pipeline);
    }
}

scree_result scree_vulkan_pipeline_get(scree_vulkan_device *device, scree_gpu_program program,
                                       const uint32_t specialisation[CONSTANT_COUNT], VkPipeline *pipeline)
{
    scree_vulkan_pipeline *found = scree_vulkan_pipeline_find(&device->pipelines, program, specialisation);
    if (found == NULL) {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u pipelines",
                          device->pipelines.count + 1);
    }
    VkResult result = VK_SUCCESS;
    await_pipeline(found);
    if (found->handle == VK_NULL_HANDLE) {
        result = scree_vulkan_pipeline_load(device, 0, found);
    }
    *pipeline = found->handle;
    return scree_vulkan_check(device, result, "making a pipeline");
}
