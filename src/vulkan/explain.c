/* Notes dispatches, with the threads of a group, which the module declares, and the numbers that the driver reports. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "rehearsal.h"
#include "spirv_modules.h"
#include "vulkan_device.h"

/* Numbers of SPIR-V. */
#define SPIRV_HEADER_WORDS 5u
#define OP_EXECUTION_MODE 16u
#define OP_CONSTANT 43u
#define OP_SPEC_CONSTANT_COMPOSITE 51u
#define OP_DECORATE 71u
#define MODE_LOCAL_SIZE 17u
#define DECORATION_SPEC_ID 1u
#define DECORATION_BUILT_IN 11u
#define BUILT_IN_WORKGROUP_SIZE 25u

/* The most numbers of a pipeline that are asked for; a driver leaves out further ones. */
#define MOST_STATISTICS 32u

/* A module's words, without its header. */
typedef struct spirv_words {
    const uint32_t *first;
    const uint32_t *end;
} spirv_words;

/* The next instruction with an operation and, unless that is 0, with a first operand of `id`; NULL without one. A
   constant has its type first, and its own number as its second operand. */
static const uint32_t *find_instruction(const spirv_words *words, const uint32_t *from, uint32_t operation, uint32_t id)
{
    const uint32_t word = operation == OP_DECORATE ? 1 : 2;
    for (const uint32_t *next = from; next < words->end; next += next[0] >> 16) {
        if ((next[0] & 0xffff) == operation && (id == 0 || next[word] == id)) {
            return next;
        }
    }
    return NULL;
}

static const uint32_t *after(const uint32_t *instruction)
{
    return instruction + (instruction[0] >> 16);
}

/* The decoration of one kind of an object; NULL without one. */
static const uint32_t *find_decoration(const spirv_words *words, uint32_t id, uint32_t decoration)
{
    const uint32_t *found = find_instruction(words, words->first, OP_DECORATE, id);
    while (found != NULL && found[2] != decoration) {
        found = find_instruction(words, after(found), OP_DECORATE, id);
    }
    return found;
}

/* The value of a whole number that is a constant, or one that a pipeline is specialised by. */
static uint32_t value_of(const spirv_words *words, uint32_t id, const uint32_t specialisation[CONSTANT_COUNT])
{
    const uint32_t *specialised = find_decoration(words, id, DECORATION_SPEC_ID);
    const uint32_t *constant = find_instruction(words, words->first, OP_CONSTANT, id);
    if (specialised != NULL && specialised[3] < CONSTANT_COUNT) {
        return specialisation[specialised[3]];
    }
    return constant != NULL ? constant[3] : 1;
}

/* The object that holds a size which is specialised; 0 where the size is fixed. */
static uint32_t find_size(const spirv_words *words)
{
    const uint32_t *found = find_instruction(words, words->first, OP_DECORATE, 0);
    while (found != NULL && !(found[2] == DECORATION_BUILT_IN && found[3] == BUILT_IN_WORKGROUP_SIZE)) {
        found = find_instruction(words, after(found), OP_DECORATE, 0);
    }
    return found != NULL ? found[1] : 0;
}

static void read_threads(const spirv_words *words, const uint32_t specialisation[CONSTANT_COUNT], uint32_t threads[3])
{
    const uint32_t *mode = find_instruction(words, words->first, OP_EXECUTION_MODE, 0);
    while (mode != NULL && mode[2] != MODE_LOCAL_SIZE) {
        mode = find_instruction(words, after(mode), OP_EXECUTION_MODE, 0);
    }
    const uint32_t size = find_size(words);
    const uint32_t *parts = size != 0 ? find_instruction(words, words->first, OP_SPEC_CONSTANT_COMPOSITE, size) : NULL;
    for (uint32_t axis = 0; axis < 3; axis++) {
        threads[axis] = parts != NULL  ? value_of(words, parts[3 + axis], specialisation)
                        : mode != NULL ? mode[3 + axis]
                                       : 0;
    }
}

/* "Register Count 40": a number with its name. */
static int print_statistic(const VkPipelineExecutableStatisticKHR *statistic, char *text, size_t size)
{
    const VkPipelineExecutableStatisticValueKHR *value = &statistic->value;
    switch (statistic->format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
        return snprintf(text, size, "%s %s", statistic->name, value->b32 == VK_TRUE ? "yes" : "no");
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
        return snprintf(text, size, "%s %" PRId64, statistic->name, value->i64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
        return snprintf(text, size, "%s %" PRIu64, statistic->name, value->u64);
    default:
        return snprintf(text, size, "%s %g", statistic->name, value->f64);
    }
}

/* Lists the numbers of a pipeline's first executable, as far as there is room. */
static void print_statistics(const VkPipelineExecutableStatisticKHR *statistics, uint32_t count,
                             scree_launch_info *launch_info)
{
    char one[VK_MAX_DESCRIPTION_SIZE + 32];
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int added = print_statistic(&statistics[i], one, sizeof one);
        if (added > 0 && length + (size_t)added + sizeof ", " <= sizeof launch_info->statistics) {
            length += (size_t)snprintf(launch_info->statistics + length, sizeof launch_info->statistics - length,
                                       "%s%s", length > 0 ? ", " : "", one);
        }
    }
}

/* Asks the driver. A failure leaves the numbers out, and is no error: an explanation is of use without them. */
static void ask_driver(const scree_vulkan_device *device, VkPipeline pipeline, scree_launch_info *launch_info)
{
    VkPipelineExecutableStatisticKHR statistics[MOST_STATISTICS];
    const VkPipelineExecutableInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                              .pipeline = pipeline};
    const VkPipelineInfoKHR asked = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline};
    uint32_t executables = 0;
    uint32_t count = MOST_STATISTICS;
    for (uint32_t i = 0; i < MOST_STATISTICS; i++) {
        statistics[i] =
            (VkPipelineExecutableStatisticKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    }
    VkResult result = device->call.GetPipelineExecutablePropertiesKHR(device->handle, &asked, &executables, NULL);
    if (result == VK_SUCCESS && executables > 0) {
        result = device->call.GetPipelineExecutableStatisticsKHR(device->handle, &info, &count, statistics);
        if (result == VK_SUCCESS || result == VK_INCOMPLETE) {
            print_statistics(statistics, count, launch_info);
        }
    }
}

/* Fills in what does not change from launch to launch. */
static scree_result report_pipeline(scree_vulkan_device *device, const scree_vulkan_pipeline *pipeline,
                                    scree_launch_info *launch_info)
{
    const scree_spirv_module *module = scree_vulkan_pipeline_module(pipeline);
    size_t count = 0;
    uint32_t *code = scree_spirv_unpack(module, &count);
    if (code == NULL) {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a shader");
    }
    const spirv_words words = {code + SPIRV_HEADER_WORDS, code + count};
    snprintf(launch_info->name, sizeof launch_info->name, "%s", module->name);
    read_threads(&words, pipeline->specialisation, launch_info->threads);
    free(code);
    if (device->traits.has_executables) {
        scree_vulkan_pipeline captured = *pipeline;
        captured.handle = VK_NULL_HANDLE;
        if (scree_vulkan_pipeline_load(device, VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR, &captured) ==
            VK_SUCCESS) {
            ask_driver(device, captured.handle, launch_info);
            device->call.DestroyPipeline(device->handle, captured.handle, NULL);
        }
    }
    return SCREE_OK;
}

scree_result scree_vulkan_note(scree_vulkan_device *device, const scree_gpu_dispatch *dispatch)
{
    scree_vulkan_pipeline *pipeline =
        scree_vulkan_pipeline_find(&device->pipelines, dispatch->program, dispatch->specialisation);
    if (pipeline == NULL) {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for %u pipelines",
                          device->pipelines.count + 1);
    }
    if (pipeline->launch_info == NULL) {
        scree_launch_info *launch_info = calloc(1, sizeof *launch_info);
        scree_result result = launch_info != NULL ? report_pipeline(device, pipeline, launch_info)
                                                  : scree_fail(device->gpu.base.context, SCREE_ERROR_OUT_OF_MEMORY,
                                                               "no memory for an explanation");
        if (result != SCREE_OK) {
            free(launch_info);
            return result;
        }
        pipeline->launch_info = launch_info;
    }
    scree_launch_info launch = *pipeline->launch_info;
    memcpy(launch.groups, dispatch->groups, sizeof launch.groups);
    scree_rehearsal_note(device->gpu.base.rehearsal, &launch);
    return SCREE_OK;
}
