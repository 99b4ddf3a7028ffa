/*
 * For a build of the command that sees GPUs on every machine: the linker sends the calls that find and open devices
 * here. Behind every GPU that can be opened computes the CPU, so that the samples are right. CUDA is built and has no
 * driver. The driver tells the occupancy of one of the two programs that a GPU has. SCREE_TEST_REPAIRED in the
 * environment makes the broken one whole, SCREE_TEST_UNBUILT names a backend that is not built, SCREE_TEST_CPU_SECONDS
 * tells how long the CPU would take. Every listing tells so on stderr, because a command that needs no GPU shall not
 * look for one. The command is compiled with the same header, so all sizes are those of the structs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

#include "../../apps/scree/estimate.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

enum { GPU_DISCRETE, GPU_OLD, GPU_SOFTWARE, GPU_BROKEN };

static const scree_device_info gpus[] = {
    [GPU_DISCRETE] = {.backend = SCREE_BACKEND_VULKAN,
                      .index = GPU_DISCRETE,
                      .name = "Made Up 9000",
                      .uuid = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66,
                               0x77},
                      .kind = SCREE_DEVICE_KIND_DISCRETE_GPU,
                      .memory_bytes = (uint64_t)24 << 30},
    [GPU_OLD] = {.backend = SCREE_BACKEND_VULKAN,
                 .index = GPU_OLD,
                 .name = "Old",
                 .kind = SCREE_DEVICE_KIND_INTEGRATED_GPU,
                 .memory_bytes = (uint64_t)512 << 20,
                 .unsupported_reason = "its version is 1.0; 1.1 is needed"},
    [GPU_SOFTWARE] = {.backend = SCREE_BACKEND_VULKAN,
                      .index = GPU_SOFTWARE,
                      .name = "Software (16 lanes)",
                      .uuid = {0xff},
                      .kind = SCREE_DEVICE_KIND_SOFTWARE_GPU,
                      .memory_bytes = (uint64_t)1 << 30},
    [GPU_BROKEN] = {.backend = SCREE_BACKEND_VULKAN,
                    .index = GPU_BROKEN,
                    .name = "Broken",
                    .uuid = {0xfe},
                    .kind = SCREE_DEVICE_KIND_VIRTUAL_GPU,
                    .memory_bytes = (uint64_t)3 << 29},
};

static const scree_launch_info samples = {.name = "samples", .launches = 1, .occupancy = 0.25};
static const scree_launch_info convert = {.name = "convert", .launches = 1};
static const scree_launch_info *const launches[] = {&samples, &convert};

/* The command's own context and the GPU that it opened last; it has one of each at a time. NULL: the CPU. */
static scree_context_params messages;
static const scree_device_info *opened;
static scree_device_info opened_group;

double __real_estimate_cpu_seconds(const struct work *work, uint32_t threads);
double __wrap_estimate_cpu_seconds(const struct work *work, uint32_t threads);
scree_result __real_scree_context_create_sized(const scree_context_params *params, size_t size,
                                               scree_context **context);
scree_result __wrap_scree_context_create_sized(const scree_context_params *params, size_t size,
                                               scree_context **context);
bool __wrap_scree_backend_built(scree_backend backend);
scree_result __real_scree_device_list_sized(scree_context *context, scree_device_info *infos, size_t size,
                                            size_t capacity, size_t *count);
scree_result __wrap_scree_device_list_sized(scree_context *context, scree_device_info *infos, size_t size,
                                            size_t capacity, size_t *count);
scree_result __real_scree_device_open_sized(scree_context *context, const scree_device_params *params, size_t size,
                                            scree_device **device);
scree_result __wrap_scree_device_open_sized(scree_context *context, const scree_device_params *params, size_t size,
                                            scree_device **device);
scree_result __real_scree_device_open_group_sized(scree_context *context, const scree_device_params *params,
                                                  size_t size, uint32_t count, scree_device **device);
scree_result __wrap_scree_device_open_group_sized(scree_context *context, const scree_device_params *params,
                                                  size_t size, uint32_t count, scree_device **device);
scree_result __real_scree_device_describe_sized(const scree_device *device, scree_device_info *info, size_t size);
scree_result __wrap_scree_device_describe_sized(const scree_device *device, scree_device_info *info, size_t size);
void __real_scree_job_poll_sized(const scree_job *job, scree_job_status *status, size_t size);
void __wrap_scree_job_poll_sized(const scree_job *job, scree_job_status *status, size_t size);
scree_result __real_scree_job_explain_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                             const scree_output *output, const scree_sink *sink,
                                             scree_explanation **explanation);
scree_result __wrap_scree_job_explain_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                             const scree_output *output, const scree_sink *sink,
                                             scree_explanation **explanation);
size_t __real_scree_job_timeline_sized(const scree_job *job, scree_job_span *spans, size_t size, size_t capacity);
size_t __wrap_scree_job_timeline_sized(const scree_job *job, scree_job_span *spans, size_t size, size_t capacity);

static void tell(scree_log_level level, const char *message)
{
    if (messages.log != NULL && level <= messages.log_level) {
        messages.log(messages.log_user, level, message);
    }
}

double __wrap_estimate_cpu_seconds(const struct work *work, uint32_t threads)
{
    const char *told = getenv("SCREE_TEST_CPU_SECONDS");
    return told != NULL ? atof(told) : __real_estimate_cpu_seconds(work, threads);
}

scree_result __wrap_scree_context_create_sized(const scree_context_params *params, size_t size, scree_context **context)
{
    messages = *params;
    return __real_scree_context_create_sized(params, size, context);
}

bool __wrap_scree_backend_built(scree_backend backend)
{
    const char *unbuilt = getenv("SCREE_TEST_UNBUILT");
    const char *name = scree_backend_name(backend);
    return backend >= SCREE_BACKEND_CPU && (unbuilt == NULL || name == NULL || strcmp(unbuilt, name) != 0);
}

/* The CPU as it is, instead of what the machine has beside it, of which nothing is told. */
scree_result __wrap_scree_device_list_sized(scree_context *context, scree_device_info *infos, size_t size,
                                            size_t capacity, size_t *count)
{
    (void)context;
    const scree_result result = __real_scree_device_list_sized(NULL, infos, size, capacity, count);
    *count = 1;
    for (size_t i = 0; i < LENGTH(gpus) && *count < capacity; i++) {
        infos[(*count)++] = gpus[i];
    }
    tell(SCREE_LOG_INFO, "vulkan: four devices");
    tell(SCREE_LOG_INFO, "cuda: there is no driver");
    fputs("(devices are looked for)\n", stderr);
    return result;
}

static scree_result open_gpu(scree_context *context, scree_device_params params, scree_device **device)
{
    if (params.backend == SCREE_BACKEND_CUDA) {
        tell(SCREE_LOG_ERROR, "cuda:0: there is no driver");
        return SCREE_ERROR_UNSUPPORTED;
    }
    if (params.index >= LENGTH(gpus)) {
        tell(SCREE_LOG_ERROR, "vulkan: no device of this number; there are vulkan:0 to vulkan:3");
        return SCREE_ERROR_UNSUPPORTED;
    }
    if (params.index == GPU_OLD) {
        tell(SCREE_LOG_ERROR, "vulkan:1 (Old): its version is 1.0; 1.1 is needed");
        return SCREE_ERROR_UNSUPPORTED;
    }
    if (params.index == GPU_BROKEN && getenv("SCREE_TEST_REPAIRED") == NULL) {
        tell(SCREE_LOG_ERROR, "vulkan:3 (Broken): its sums are not rounded to nearest");
        tell(SCREE_LOG_ERROR, "vulkan:3 could not be opened");
        return SCREE_ERROR_UNSUPPORTED;
    }
    opened = &gpus[params.index];
    params.backend = SCREE_BACKEND_CPU;
    params.index = 0;
    return __real_scree_device_open_sized(context, &params, sizeof params, device);
}

/* Automatic choice falls upon the broken GPU first. */
scree_result __wrap_scree_device_open_sized(scree_context *context, const scree_device_params *params, size_t size,
                                            scree_device **device)
{
    scree_device_params chosen = *params;
    (void)size;
    opened = NULL;
    *device = NULL;
    if (chosen.backend == SCREE_BACKEND_AUTO) {
        chosen.backend = SCREE_BACKEND_VULKAN;
        chosen.index = GPU_BROKEN;
        open_gpu(context, chosen, device);
        tell(SCREE_LOG_WARNING, "vulkan:3 (Broken) is passed over");
        chosen.index = GPU_DISCRETE;
    }
    return chosen.backend == SCREE_BACKEND_CPU ? __real_scree_device_open_sized(context, &chosen, sizeof chosen, device)
                                               : open_gpu(context, chosen, device);
}

/* The library's own group, of as many CPUs as GPUs were asked for, under their names. */
scree_result __wrap_scree_device_open_group_sized(scree_context *context, const scree_device_params *params,
                                                  size_t size, uint32_t count, scree_device **device)
{
    const scree_result result = __real_scree_device_open_group_sized(context, params, size, count, device);
    if (result != SCREE_OK || count == 1) {
        return result;
    }
    opened_group = gpus[params[0].index];
    memset(opened_group.uuid, 0, sizeof opened_group.uuid);
    snprintf(opened_group.name, sizeof opened_group.name, "%u made up", count);
    opened_group.members = count;
    for (uint32_t i = 0; i < count; i++) {
        opened_group.member_index[i] = params[i].index;
    }
    opened = &opened_group;
    return result;
}

scree_result __wrap_scree_device_describe_sized(const scree_device *device, scree_device_info *info, size_t size)
{
    const scree_result result = __real_scree_device_describe_sized(device, info, size);
    if (opened != NULL) {
        *info = *opened;
    }
    return result;
}

void __wrap_scree_job_poll_sized(const scree_job *job, scree_job_status *status, size_t size)
{
    __real_scree_job_poll_sized(job, status, size);
    status->device_seconds = opened != NULL ? 0.25 : 0;
}

scree_result __wrap_scree_job_explain_stream(scree_device *device, const scree_field *field, const scree_grid *grid,
                                             const scree_output *output, const scree_sink *sink,
                                             scree_explanation **explanation)
{
    const scree_result result = __real_scree_job_explain_stream(device, field, grid, output, sink, explanation);
    if (opened != NULL && result == SCREE_OK) {
        (*explanation)->launch = launches;
        (*explanation)->launch_count = LENGTH(launches);
    }
    return result;
}

/* A GPU, made up: three boxes of a millisecond each, and transfers behind them that take as long. */
size_t __wrap_scree_job_timeline_sized(const scree_job *job, scree_job_span *spans, size_t size, size_t capacity)
{
    const uint32_t members = opened != NULL && opened->members > 1 ? opened->members : 1;
    size_t count = 0;
    if (opened == NULL) {
        return __real_scree_job_timeline_sized(job, spans, size, capacity);
    }
    for (uint32_t box = 0; box < 3; box++) {
        for (int kind = SCREE_SPAN_COMPUTE; kind <= SCREE_SPAN_DOWNLOAD && count < capacity; kind++) {
            const double start = 1e-3 * (box + (double)kind);
            spans[count++] = (scree_job_span){.device = box % members,
                                              .box = box,
                                              .kind = (scree_span_kind)kind,
                                              .start = start,
                                              .end = start + 1e-3};
        }
    }
    return count;
}
