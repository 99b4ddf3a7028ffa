/* Memory and commands: the work on the device's streams, and the events that mark its progress. */
#include "cuda_device.h"
#include "gpu_distance.h"

static scree_cuda_device *device_of(const scree_gpu_commands *commands)
{
    return (scree_cuda_device *)commands->gpu;
}

static scree_result cuda_enter(scree_gpu *gpu)
{
    scree_cuda_device *device = (scree_cuda_device *)gpu;
    return scree_cuda_check(device, device->driver.call.cuCtxPushCurrent_v2(device->context), "taking its context");
}

static void cuda_leave(scree_gpu *gpu)
{
    CUcontext unused = NULL;
    ((scree_cuda_device *)gpu)->driver.call.cuCtxPopCurrent_v2(&unused);
}

static void cuda_memory_destroy(scree_gpu *gpu, scree_gpu_memory *memory)
{
    const scree_cuda_functions *call = &((scree_cuda_device *)gpu)->driver.call;
    if (memory->handle != 0) {
        call->cuMemFree_v2(memory->handle);
    }
    if (memory->mapped != NULL) {
        call->cuMemFreeHost(memory->mapped);
    }
    *memory = (scree_gpu_memory){0};
}

static scree_result cuda_memory_create(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory)
{
    scree_cuda_device *device = (scree_cuda_device *)gpu;
    const scree_cuda_functions *call = &device->driver.call;
    *memory = (scree_gpu_memory){.bytes = bytes};
    CUresult taken = heap == SCREE_GPU_ON_DEVICE
                         ? call->cuMemAlloc_v2(&memory->handle, bytes)
                         : call->cuMemHostAlloc(&memory->mapped, bytes, CU_MEMHOSTALLOC_PORTABLE);
    if (taken == CUDA_SUCCESS) {
        return SCREE_OK;
    }
    *memory = (scree_gpu_memory){0};
    return taken == CUDA_ERROR_OUT_OF_MEMORY ? SCREE_ERROR_OUT_OF_MEMORY
                                             : scree_cuda_check(device, taken, "taking memory");
}

static uint64_t cuda_memory_available(scree_gpu *gpu)
{
    size_t available = 0;
    size_t total = 0;
    CUresult status = ((scree_cuda_device *)gpu)->driver.call.cuMemGetInfo_v2(&available, &total);
    return status == CUDA_SUCCESS ? available : 0;
}

unsigned scree_cuda_memory_type(const scree_cuda_device *device, uint64_t pointer, int *ordinal)
{
    unsigned type = 0;
    int attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *values[] = {&type, ordinal};
    return device->driver.call.cuPointerGetAttributes(2, attributes, values, pointer) == CUDA_SUCCESS ? type : 0;
}

static bool cuda_memory_is_pinned(scree_gpu *gpu, const void *memory)
{
    int unused = 0;
    return scree_cuda_memory_type((scree_cuda_device *)gpu, (uintptr_t)memory, &unused) == CU_MEMORYTYPE_HOST;
}

static void cuda_commands_clear(scree_gpu_commands *base)
{
    const scree_cuda_commands *commands = (const scree_cuda_commands *)base;
    CUevent events[] = {commands->started, commands->computed, commands->copying, commands->done};
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (events[i] != NULL) {
            device_of(base)->driver.call.cuEventDestroy_v2(events[i]);
        }
    }
    if (commands->own != NULL) {
        device_of(base)->driver.call.cuStreamDestroy_v2(commands->own);
    }
}

static scree_result cuda_commands_make(scree_gpu_commands *base, uint32_t dispatches)
{
    (void)dispatches; /* Streams take any number of dispatches. */
    scree_cuda_commands *commands = (scree_cuda_commands *)base;
    CUevent *events[] = {&commands->started, &commands->computed, &commands->copying, &commands->done};
    CUresult created = CUDA_SUCCESS;
    commands->compute = device_of(base)->compute;
    for (size_t i = 0; i < sizeof events / sizeof events[0] && created == CUDA_SUCCESS; i++) {
        created = device_of(base)->driver.call.cuEventCreate(events[i], CU_EVENT_DEFAULT);
    }
    return scree_cuda_check(device_of(base), created, "events");
}

static scree_result cuda_detach(scree_gpu_commands *base)
{
    scree_cuda_commands *commands = (scree_cuda_commands *)base;
    CUresult created = device_of(base)->driver.call.cuStreamCreate(&commands->own, CU_STREAM_NON_BLOCKING);
    if (created == CUDA_SUCCESS) {
        commands->compute = commands->own;
    } else {
        commands->own = NULL;
    }
    return scree_cuda_check(device_of(base), created, "a stream");
}

static scree_result cuda_wait(scree_gpu_commands *base);

static scree_result cuda_begin(scree_gpu_commands *base)
{
    scree_cuda_commands *commands = (scree_cuda_commands *)base;
    cuda_wait(base);
    commands->is_begun = true;
    commands->has_work = false;
    commands->has_started = false;
    commands->has_copies = false;
    return SCREE_OK;
}

/* Makes copies wait for the results so far, while the compute stream goes on with the next commands. */
static void start_copies(scree_cuda_commands *commands)
{
    scree_cuda_device *device = device_of(&commands->base);
    commands->has_copies = true;
    if (commands->has_work) {
        scree_cuda_record(&commands->base, commands->computed, commands->compute);
        if (commands->base.result == SCREE_OK) {
            scree_cuda_keep(&commands->base,
                            device->driver.call.cuStreamWaitEvent(device->transfer, commands->computed, 0),
                            "computing");
        }
    }
    scree_cuda_record(&commands->base, commands->copying, device->transfer);
}

static scree_result cuda_submit(scree_gpu_commands *base)
{
    scree_cuda_commands *commands = (scree_cuda_commands *)base;
    if (commands->has_copies) {
        scree_cuda_record(base, commands->done, device_of(base)->transfer);
    } else {
        scree_cuda_record(base, commands->computed, commands->compute);
    }
    return base->result;
}

/* Milliseconds between two events; negative if unknown. */
static float time_between(const scree_gpu_commands *base, CUevent start, CUevent end)
{
    float milliseconds = 0.0f;
    CUresult status = device_of(base)->driver.call.cuEventElapsedTime(&milliseconds, start, end);
    return status == CUDA_SUCCESS ? milliseconds : -1.0f;
}

/* Converts the times of events to the host's clock. */
static scree_gpu_while report_times(const scree_gpu_commands *base, CUevent start, CUevent end)
{
    const scree_cuda_device *device = device_of(base);
    float started = time_between(base, device->epoch, start);
    float ended = time_between(base, device->epoch, end);
    if (started < 0.0f || ended < 0.0f) {
        return (scree_gpu_while){0};
    }
    return (scree_gpu_while){device->gpu.marked_seconds + 1e-3 * (double)started,
                             device->gpu.marked_seconds + 1e-3 * (double)ended};
}

static scree_result read_times(scree_gpu_commands *base)
{
    const scree_cuda_commands *commands = (const scree_cuda_commands *)base;
    scree_cuda_device *device = device_of(base);
    float milliseconds = 0.0f;
    scree_result result = SCREE_OK;
    if (commands->has_started) {
        CUresult status = device->driver.call.cuEventElapsedTime(&milliseconds, commands->started, commands->computed);
        result = scree_cuda_check(device, status, "telling the time");
        base->nanoseconds = (uint64_t)(1e6 * (double)milliseconds);
    }
    if (base->reports_times && device->epoch != NULL && commands->has_started) {
        base->computing = report_times(base, commands->started, commands->computed);
    }
    if (base->reports_times && device->epoch != NULL && commands->has_copies) {
        base->copying = report_times(base, commands->copying, commands->done);
    }
    return result;
}

static scree_result cuda_wait(scree_gpu_commands *base)
{
    scree_cuda_commands *commands = (scree_cuda_commands *)base;
    scree_cuda_device *device = device_of(base);
    const scree_cuda_functions *call = &device->driver.call;
    if (!commands->is_begun) {
        return SCREE_OK;
    }
    commands->is_begun = false;
    if (!base->is_submitted) {
        /* Part of the failed work may be on the streams, and no event marks its end. */
        call->cuStreamSynchronize(commands->compute);
        call->cuStreamSynchronize(device->transfer);
        return SCREE_OK;
    }
    base->is_submitted = false;
    CUevent last = commands->has_copies ? commands->done : commands->computed;
    scree_result result = scree_cuda_check(device, call->cuEventSynchronize(last), "computing");
    return result == SCREE_OK ? read_times(base) : result;
}

static scree_result cuda_mark_time(scree_gpu *gpu)
{
    scree_cuda_device *device = (scree_cuda_device *)gpu;
    const scree_cuda_functions *call = &device->driver.call;
    CUresult result = device->epoch == NULL ? call->cuEventCreate(&device->epoch, CU_EVENT_DEFAULT) : CUDA_SUCCESS;
    if (result == CUDA_SUCCESS) {
        result = call->cuEventRecord(device->epoch, device->compute);
    }
    if (result == CUDA_SUCCESS) {
        result = call->cuEventSynchronize(device->epoch);
        gpu->marked_seconds = scree_os_clock_seconds();
    }
    return scree_cuda_check(device, result, "comparing clocks");
}

static void cuda_copy(scree_gpu_commands *base, scree_gpu_queue queue, scree_gpu_span to, scree_gpu_span from)
{
    scree_cuda_commands *commands = (scree_cuda_commands *)base;
    const scree_cuda_functions *call = &device_of(base)->driver.call;
    bool is_download = to.memory->mapped != NULL;
    CUstream stream = queue == SCREE_GPU_TRANSFER ? device_of(base)->transfer : commands->compute;
    if (queue == SCREE_GPU_COMPUTE) {
        commands->has_work = true;
    } else if (!commands->has_copies) {
        start_copies(commands);
    }
    if (base->result != SCREE_OK) {
        return;
    }
    CUresult copied = is_download ? call->cuMemcpyDtoHAsync_v2((char *)to.memory->mapped + to.offset,
                                                               from.memory->handle + from.offset, from.bytes, stream)
                                  : call->cuMemcpyHtoDAsync_v2(to.memory->handle + to.offset,
                                                               (const char *)from.memory->mapped + from.offset,
                                                               from.bytes, stream);
    scree_cuda_keep(base, copied, is_download ? "transferring to the host" : "transferring to the device");
}

static void cuda_fill(scree_gpu_commands *base, scree_gpu_span span, uint32_t word)
{
    scree_cuda_commands *commands = (scree_cuda_commands *)base;
    scree_cuda_start_program(commands);
    if (base->result == SCREE_OK) {
        scree_cuda_keep(base,
                        device_of(base)->driver.call.cuMemsetD32Async(span.memory->handle + span.offset, word,
                                                                      span.bytes / sizeof word, commands->compute),
                        "filling a buffer");
    }
}

/* Work on a stream is in order already. */
static void cuda_barrier(scree_gpu_commands *commands, bool all)
{
    (void)commands;
    (void)all;
}

static const scree_gpu_distance_programs distance_programs = {.batch_voxels = (uint64_t)1 << 28,
                                                              .column_run_log = SCREE_CUDA_COLUMN_RUN_LOG,
                                                              .has_line_tiles = true,
                                                              .joins_at_once = true,
                                                              .walks_columns = true};

const scree_gpu_functions scree_cuda_gpu_functions = {
    .enter = cuda_enter,
    .leave = cuda_leave,
    .memory_create = cuda_memory_create,
    .memory_destroy = cuda_memory_destroy,
    .memory_available = cuda_memory_available,
    .memory_is_pinned = cuda_memory_is_pinned,
    .commands_bytes = sizeof(scree_cuda_commands),
    .commands_make = cuda_commands_make,
    .commands_clear = cuda_commands_clear,
    .detach = cuda_detach,
    .begin = cuda_begin,
    .submit = cuda_submit,
    .wait = cuda_wait,
    .copy = cuda_copy,
    .fill = cuda_fill,
    .dispatch = scree_cuda_dispatch,
    .barrier = cuda_barrier,
    .mark_time = cuda_mark_time,
    .programs =
        {[SCREE_FIELD_TYPE_noise] = &scree_cuda_noise_programs, [SCREE_FIELD_TYPE_distance] = &distance_programs},
};
