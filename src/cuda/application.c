/* Applications that use CUDA: the library works on their memory and their streams. */
#include <stdio.h>

#include <stdlib.h>

#include "context_internal.h"
#include "cuda_device.h"
#include "device_lock.h"
#include "float_environment.h"
#include "gpu_calls.h"
#include "gpu_noise.h"
#include "noise_type.h"
#include "point_pass.h"
#include "warp_pass.h"

/* Submissions that may be in flight on callers' streams. */
#define SUBMISSIONS_IN_FLIGHT 4u

/* A submission in flight on a caller's stream: its commands and tables, in use until the stream has passed it. */
struct scree_cuda_stream_submission {
    scree_gpu_commands *commands;
    scree_gpu_source_memory memory;
    scree_gpu_memory displacements;
    scree_gpu_memory factors; /* State of points between passes. */
};

static void clear_submission(scree_gpu *gpu, struct scree_cuda_stream_submission *submission)
{
    scree_gpu_commands_destroy(submission->commands);
    scree_gpu_free(gpu, &submission->displacements);
    scree_gpu_free(gpu, &submission->factors);
    scree_gpu_source_memory_free(gpu, &submission->memory);
}

void scree_cuda_stream_submissions_destroy(scree_cuda_device *device)
{
    for (uint32_t i = 0; i < SUBMISSIONS_IN_FLIGHT && device->stream_submissions != NULL; i++) {
        clear_submission(&device->gpu, &device->stream_submissions[i]);
    }
    free(device->stream_submissions);
    device->stream_submissions = NULL;
}

/* The next entry, once its previous submission has ended. */
static scree_result take_submission(scree_cuda_device *device, CUstream stream,
                                    struct scree_cuda_stream_submission **submission)
{
    scree_gpu *gpu = &device->gpu;
    scree_result result = SCREE_OK;
    if (device->stream_submissions == NULL) {
        device->stream_submissions = calloc(SUBMISSIONS_IN_FLIGHT, sizeof *device->stream_submissions);
        if (device->stream_submissions == NULL) {
            return scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a fill");
        }
    }
    *submission = &device->stream_submissions[device->next_stream_submission++ % SUBMISSIONS_IN_FLIGHT];
    if ((*submission)->commands == NULL) {
        result = scree_gpu_commands_create(gpu, SUBMISSIONS_IN_FLIGHT, &(*submission)->commands);
    } else {
        result = scree_gpu_wait((*submission)->commands);
    }
    if (result == SCREE_OK) {
        ((scree_cuda_commands *)(*submission)->commands)->compute = stream;
    }
    return result;
}

static scree_result enqueue_submission(scree_gpu_field *field, const scree_box *submission,
                                       const scree_gpu_memory *values, CUstream stream)
{
    const scree_grid *grid = &field->plan->grid;
    struct scree_cuda_stream_submission *in_flight = NULL;
    scree_result result = take_submission((scree_cuda_device *)field->gpu, stream, &in_flight);
    if (result != SCREE_OK) {
        return result;
    }
    const scree_gpu_submission_target target = {
        .commands = in_flight->commands,
        .tables = &in_flight->memory.tables,
        .component_tables = in_flight->memory.components,
        .displacements = &in_flight->displacements,
        .values = values,
        .first = scree_box_offset(grid, field->plan->channels, submission),
        .row_stride = grid->row_stride * field->plan->channels,
        .plane_stride = grid->plane_stride * field->plan->channels,
    };
    result = scree_gpu_submission_prepare(field, submission, &target);
    if (result == SCREE_OK) {
        result = scree_gpu_begin(in_flight->commands);
    }
    if (result == SCREE_OK) {
        scree_gpu_submission_record(field);
        result = scree_gpu_submit(in_flight->commands);
    }
    if (result != SCREE_OK) {
        /* Part of the submission may be on the stream. Without an event for its end, the stream is waited for. */
        scree_gpu_wait(in_flight->commands);
    }
    return result;
}

/* Work for a stream: a grid, or points, whose coordinates are device pointers. */
typedef struct stream_work {
    const scree_plan *plan;
    const scree_points *points; /* NULL for a grid. */
    scree_gpu_memory values;
    CUstream stream;
} stream_work;

static scree_result enqueue_grid(scree_cuda_device *device, const stream_work *work)
{
    const scree_plan *plan = work->plan;
    const scree_box whole = {
        .planes = plan->planes, .rows = plan->axes > 1 ? plan->grid.count[1] : 1, .width = plan->grid.count[0]};
    scree_gpu_field field;
    scree_result result = scree_gpu_field_init(&field, &device->gpu, plan);
    if (plan->is_warped) {
        scree_gpu_field_choose_batch(&field, device->gpu.functions->memory_available(&device->gpu));
    }
    scree_submission_walk walk = scree_gpu_submissions_of(&plan->grid, &whole);
    scree_gpu_limit_to_windows(&device->gpu, plan->channels, &walk);
    scree_gpu_limit_to_field(&field, &walk);
    while (result == SCREE_OK && scree_submission_next(&walk)) {
        result = enqueue_submission(&field, &walk.submission, &work->values, work->stream);
    }
    scree_gpu_field_clear(&field);
    return result;
}

/* Writes the tables of points to a submission's memory. A later submission of a grid must upload all of its tables
 * again. */
static scree_result send_point_tables(scree_gpu_point_field *field,
                                      const struct scree_cuda_stream_submission *submission)
{
    uint64_t bytes = scree_gpu_point_table_bytes(field);
    const scree_gpu_table_memory *tables = &submission->memory.tables;
    scree_gpu_point_tables_write(field, tables->upload.mapped);
    scree_gpu_begin(submission->commands);
    scree_gpu_copy(submission->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&tables->device, 0, bytes},
                   (scree_gpu_span){&tables->upload, 0, bytes});
    return submission->commands->result;
}

static scree_result prepare_point_submission(scree_gpu_point_field *field,
                                             struct scree_cuda_stream_submission *submission, uint64_t count)
{
    static const char purpose[] = "tables";
    uint64_t bytes = scree_gpu_point_table_bytes(field);
    scree_result result = SCREE_OK;
    submission->memory.tables.field = 0;
    scree_gpu_reserve(field->gpu, SCREE_GPU_UPLOAD, bytes, &submission->memory.tables.upload, purpose, &result);
    scree_gpu_reserve(field->gpu, SCREE_GPU_ON_DEVICE, bytes, &submission->memory.tables.device, purpose, &result);
    scree_gpu_reserve(field->gpu, SCREE_GPU_ON_DEVICE, count * scree_gpu_point_state_bytes(field), &submission->factors,
                      purpose, &result);
    scree_gpu_reserve(field->gpu, SCREE_GPU_ON_DEVICE, count * scree_gpu_displacement_bytes(field->plan),
                      &submission->displacements, "displacements", &result);
    return result == SCREE_OK ? send_point_tables(field, submission) : result;
}

/* A batch of points. Coordinates are given as offsets in a block that starts at address 0 and spans all memory. */
static scree_result enqueue_batch(scree_gpu_point_field *field, const stream_work *work, uint64_t first, uint64_t count)
{
    static const scree_gpu_memory all_memory = {.handle = 0, .bytes = UINT64_MAX};
    static const scree_gpu_memory nothing = {.bytes = 0};
    struct scree_cuda_stream_submission *submission = NULL;
    scree_gpu_point_layout layout = {.span = scree_gpu_whole(&all_memory)};
    for (uint32_t axis = 0; axis < work->points->axes; axis++) {
        layout.stride[axis] = work->points->stride[axis];
        layout.offset[axis] = (uintptr_t)work->points->coordinate[axis] + first * (uint64_t)layout.stride[axis];
    }
    scree_result result = take_submission((scree_cuda_device *)field->gpu, work->stream, &submission);
    if (result != SCREE_OK) {
        return result;
    }
    result = prepare_point_submission(field, submission, count);
    if (result == SCREE_OK) {
        const uint64_t bytes = work->plan->channels * sizeof(float);
        const scree_gpu_span values = {&work->values, first * bytes, count * bytes};
        scree_gpu_points_record(field,
                                &(scree_gpu_point_batch){.commands = submission->commands,
                                                         .tables = scree_gpu_whole(&submission->memory.tables.device),
                                                         .layout = &layout,
                                                         .values = values,
                                                         .factors = &submission->factors,
                                                         .displacements = &submission->displacements,
                                                         .found = &nothing,
                                                         .count = count});
        result = scree_gpu_submit(submission->commands);
    }
    if (result != SCREE_OK) {
        /* A submission that failed is waited for, as one of a grid is. */
        scree_gpu_wait(submission->commands);
    }
    return result;
}

static scree_result enqueue_points(scree_cuda_device *device, const stream_work *work)
{
    scree_gpu_point_field field;
    const uint64_t count = work->points->count;
    if (!scree_gpu_holds_duals(&device->gpu, work->plan)) {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s: points of a stream have derivatives with up to %u octaves, curl noise with as many for "
                          "all axes together, warped fields with as many of the warp; here they are %u",
                          device->gpu.base.label, scree_gpu_noise_programs_of(&device->gpu)->direct_octaves,
                          scree_gpu_plan_at_points(work->plan)->octaves);
    }
    if (!scree_gpu_locates(&device->gpu, work->plan)) {
        return scree_fail(device->gpu.base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s has no exact float64, by which points of a stream are located", device->gpu.base.label);
    }
    scree_result result = scree_gpu_point_field_init(&field, &device->gpu, work->plan, work->points->type);
    const uint64_t most = scree_gpu_most_points(&field);
    for (uint64_t first = 0; result == SCREE_OK && first < count; first += most) {
        result = enqueue_batch(&field, work, first, scree_min(count - first, most));
    }
    scree_gpu_point_field_clear(&field);
    return result;
}

/* Enqueues while no job and no other call uses the device. */
static scree_result enqueue_alone(scree_cuda_device *device, const stream_work *work)
{
    scree_float_environment saved;
    scree_device_lock lock;
    scree_result result = scree_device_lock_take(&device->gpu.base, &lock);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment_enter(&saved);
    result = scree_gpu_enter(&device->gpu);
    if (result == SCREE_OK) {
        result = work->points != NULL ? enqueue_points(device, work) : enqueue_grid(device, work);
        scree_gpu_leave(&device->gpu);
    }
    scree_float_environment_leave(&saved);
    scree_device_lock_release(&lock);
    return result;
}

static scree_result check_extent(const scree_device *device, const scree_plan *plan, uint64_t bytes)
{
    const scree_grid *grid = &plan->grid;
    uint64_t rows = plan->axes > 1 ? grid->count[1] : 1;
    uint64_t extent = (plan->planes - 1) * grid->plane_stride + (rows - 1) * grid->row_stride + grid->count[0];
    extent *= plan->channels;
    if (extent > bytes / sizeof(float)) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "bytes is %llu; the grid needs %llu",
                          (unsigned long long)bytes, (unsigned long long)(extent * sizeof(float)));
    }
    return SCREE_OK;
}

/* The device, if it is one of CUDA; NULL otherwise, logged. */
static scree_gpu *check_device(scree_device *device)
{
    scree_gpu *gpu = scree_gpu_of(device, SCREE_BACKEND_CUDA);
    if (gpu == NULL) {
        scree_fail(device->context, SCREE_ERROR_INVALID, "%s is not one CUDA device; open one as cuda:N",
                   device->label);
    }
    return gpu;
}

/* Checks that a caller's address is memory of this device only: otherwise SCREE_ERROR_INVALID, logged with `name`. */
static scree_result check_memory(scree_device *device, const char *name, uint64_t pointer)
{
    scree_gpu *gpu = check_device(device);
    if (gpu == NULL) {
        return SCREE_ERROR_INVALID;
    }
    int ordinal = -1;
    scree_result result = scree_device_check_process(device);
    if (result == SCREE_OK) {
        result = scree_gpu_enter(gpu);
    }
    if (result != SCREE_OK) {
        return result;
    }
    const scree_cuda_device *cuda = (const scree_cuda_device *)gpu;
    unsigned type = scree_cuda_memory_type(cuda, pointer, &ordinal);
    scree_gpu_leave(gpu);
    if (type != CU_MEMORYTYPE_DEVICE || ordinal != cuda->ordinal) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is %#llx; it must be memory of %s", name,
                          (unsigned long long)pointer, device->label);
    }
    return SCREE_OK;
}

/* Checks a block of the caller's memory, of `bytes` bytes. */
static scree_result check_pointer(scree_device *device, uint64_t pointer, uint64_t bytes)
{
    if (check_device(device) == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (pointer == 0 || pointer % 4 != 0 || bytes == 0 || bytes % 4 != 0) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "pointer is %#llx and bytes is %llu; both must be multiples of 4, and not 0",
                          (unsigned long long)pointer, (unsigned long long)bytes);
    }
    return check_memory(device, "pointer", pointer);
}

static scree_result check_type(scree_device *device, const scree_field *field)
{
    return scree_noise_of(field) != NULL
               ? SCREE_OK
               : scree_fail(device->context, SCREE_ERROR_UNSUPPORTED, "only fields of noise are put on a stream");
}

scree_result scree_cuda_fill(scree_device *device, const scree_field *field, const scree_grid *grid, uint64_t pointer,
                             uint64_t bytes, void *stream)
{
    scree_plan *plan = NULL;
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (field == NULL || grid == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", field == NULL ? "field" : "grid");
    }
    scree_result result = check_type(device, field);
    result = result == SCREE_OK ? check_pointer(device, pointer, bytes) : result;
    if (result == SCREE_OK) {
        result = scree_plan_create(device->context, scree_noise_of(field), grid, 0, &plan);
    }
    if (result == SCREE_OK) {
        result = check_extent(device, plan, bytes);
    }
    if (result == SCREE_OK) {
        const stream_work work = {.plan = plan, .values = {.handle = pointer, .bytes = bytes}, .stream = stream};
        result = enqueue_alone((scree_cuda_device *)device, &work);
    }
    scree_plan_destroy(&plan);
    return result;
}

/* Checks the first and the last of the values, which take N bytes, and of the coordinates along every axis. */
static scree_result check_point_pointers(scree_device *device, const scree_points *points, uint64_t pointer,
                                         uint64_t bytes)
{
    const uint64_t last = points->count - 1;
    char name[sizeof "the last coordinate 4294967295 of the points"];
    if (pointer == 0 || pointer % 4 != 0) {
        return scree_fail(device->context, SCREE_ERROR_INVALID,
                          "pointer is %#llx; it must be a multiple of 4, and not 0", (unsigned long long)pointer);
    }
    scree_result result = check_memory(device, "pointer", pointer);
    if (result == SCREE_OK) {
        result = check_memory(device, "the end of the values", pointer + bytes - sizeof(float));
    }
    for (uint32_t axis = 0; axis < points->axes && result == SCREE_OK; axis++) {
        const uint64_t first = (uintptr_t)points->coordinate[axis];
        snprintf(name, sizeof name, "coordinate %u of the points", axis);
        result = check_memory(device, name, first);
        if (result == SCREE_OK) {
            snprintf(name, sizeof name, "the last coordinate %u of the points", axis);
            result = check_memory(device, name, first + last * (uint64_t)points->stride[axis]);
        }
    }
    return result;
}

scree_result scree_cuda_at(scree_device *device, const scree_field *field, const scree_points *points, uint64_t pointer,
                           void *stream)
{
    const scree_point_plan *plan = NULL;
    if (device == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (field == NULL || points == NULL) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is NULL", field == NULL ? "field" : "points");
    }
    if (check_device(device) == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_points copy = *points;
    /* The values' address is checked with those of coordinates, as one of the device. */
    const float unused = 0.0f;
    scree_result result = check_type(device, field);
    result = result == SCREE_OK ? scree_field_check_points(device->context, field, &copy, &unused) : result;
    if (result == SCREE_OK) {
        result = scree_plan_of_points(device->context, scree_noise_of(field), copy.axes, &plan);
    }
    if (result != SCREE_OK || copy.count == 0) {
        return result;
    }
    const uint64_t bytes = copy.count * plan->plan.channels * sizeof(float);
    result = check_point_pointers(device, &copy, pointer, bytes);
    if (result == SCREE_OK) {
        const stream_work work = {
            .plan = &plan->plan, .points = &copy, .values = {.handle = pointer, .bytes = bytes}, .stream = stream};
        result = enqueue_alone((scree_cuda_device *)device, &work);
    }
    return result;
}

scree_result scree_cuda_buffer_adopt(scree_device *device, uint64_t pointer, uint64_t bytes, scree_buffer **buffer)
{
    return scree_gpu_buffer_adopt(device, pointer, bytes, buffer, check_pointer);
}

uint64_t scree_cuda_buffer_pointer(const scree_buffer *buffer)
{
    return scree_gpu_buffer_handle(buffer, SCREE_BACKEND_CUDA);
}
