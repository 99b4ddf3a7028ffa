/*
 * Points of the host: slabs of coordinates are uploaded, placed and evaluated by the device, and their values
 * downloaded. Of two slots the host prepares one while the device works on the other. Several threads gather the
 * coordinates in memory that the device reads; records and arrays in pinned memory are read where they are.
 */
#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_device.h"
#include "parallel_copy.h"
#include "placed_points.h"
#include "point_pass.h"
#include "point_space.h"

/* Bytes of coordinates of a slab: so many that transfers are long. */
#define SLAB_BYTES ((uint64_t)32 << 20)

/* How coordinates go to the device. */
typedef struct points_upload {
    uint64_t size;      /* Bytes of a coordinate. */
    bool is_records;    /* Points lie one behind the other, each with all of its coordinates, and go as they are. */
    const char *record; /* The first byte of the first point. */
    uint64_t stride;    /* Bytes of a record, and from its first coordinate to the end of its last. */
    uint64_t extent;
    uint64_t point_bytes; /* Bytes of a point on the device. */
    bool is_pinned;       /* The device reads the caller's memory. */
    bool is_out_pinned;   /* The device writes the caller's memory. */
} points_upload;

typedef struct points_run {
    scree_gpu_point_field field;
    const scree_points *points;
    float *out;
    points_upload upload;
    scree_gpu_point_space *space;
    uint64_t most; /* Maximum points of a slab. */
} points_run;

static bool is_pinned(scree_gpu *gpu, const void *memory)
{
    return gpu->functions->memory_is_pinned != NULL && gpu->functions->memory_is_pinned(gpu, memory);
}

/* Finds out whether points are records, of which at least half are coordinates. */
static void find_records(const scree_points *points, points_upload *upload)
{
    /* As numbers, because the axes may be arrays of their own. */
    uintptr_t first = (uintptr_t)points->coordinate[0];
    uintptr_t last = first;
    bool is_alike = points->stride[0] > 0;
    for (uint32_t axis = 1; axis < points->axes; axis++) {
        const uintptr_t coordinate = (uintptr_t)points->coordinate[axis];
        first = scree_min(coordinate, first);
        last = coordinate > last ? coordinate : last;
        is_alike = is_alike && points->stride[axis] == points->stride[0];
    }
    upload->record = (const char *)first;
    upload->stride = (uint64_t)points->stride[0];
    upload->extent = (uint64_t)(last - first) + upload->size;
    upload->is_records = is_alike && upload->extent <= upload->stride &&
                         upload->stride <= 2 * points->axes * upload->size;
}

static void find_upload(points_run *run)
{
    scree_gpu *gpu = run->field.gpu;
    const scree_points *points = run->points;
    points_upload *upload = &run->upload;
    upload->size = scree_type_bytes(points->type);
    find_records(points, upload);
    upload->point_bytes = upload->is_records ? upload->stride : points->axes * upload->size;
    upload->is_pinned = true;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        bool is_array = points->stride[axis] == (ptrdiff_t)upload->size;
        upload->is_pinned = upload->is_pinned && (upload->is_records || is_array) &&
                            is_pinned(gpu, points->coordinate[axis]);
    }
    upload->is_out_pinned = is_pinned(gpu, run->out);
}

/* The layout of a slab on the device: records as they are, or an array for every axis. */
static scree_gpu_point_layout find_layout(const points_run *run, const scree_gpu_point_slot *slot)
{
    const points_upload *upload = &run->upload;
    scree_gpu_point_layout layout = {.span = scree_gpu_whole(&slot->coordinates)};
    for (uint32_t axis = 0; axis < run->points->axes; axis++) {
        const char *coordinate = run->points->coordinate[axis];
        layout.offset[axis] = upload->is_records ? (uint64_t)(coordinate - upload->record)
                                                 : axis * slot->count * upload->size;
        layout.stride[axis] = (int64_t)(upload->is_records ? upload->stride : upload->size);
    }
    return layout;
}

static uint64_t record_bytes(const points_upload *upload, uint64_t count)
{
    return (count - 1) * upload->stride + upload->extent;
}

/* Gathers the coordinates of a slab in the memory that the device reads. */
static void stage(const points_run *run, const scree_gpu_point_slot *slot)
{
    const points_upload *upload = &run->upload;
    char *to = slot->upload.mapped;
    if (upload->is_records) {
        size_t bytes = (size_t)record_bytes(upload, slot->count);
        scree_parallel_copy(to, bytes, upload->record + slot->first * upload->stride, bytes, bytes, 1);
        return;
    }
    for (uint32_t axis = 0; axis < run->points->axes; axis++) {
        const char *from = (const char *)run->points->coordinate[axis] +
                           (ptrdiff_t)slot->first * run->points->stride[axis];
        scree_parallel_copy(to + axis * slot->count * upload->size, upload->size, from,
                            (size_t)run->points->stride[axis], upload->size, slot->count);
    }
}

/* Records the upload of a slab from where it was gathered, or from the caller's memory. */
static void record_upload(const points_run *run, const scree_gpu_point_slot *slot)
{
    const points_upload *upload = &run->upload;
    uint64_t array_bytes = slot->count * upload->size;
    uint64_t bytes = upload->is_records ? record_bytes(upload, slot->count) : array_bytes * run->points->axes;
    uint32_t parts = upload->is_pinned && !upload->is_records ? run->points->axes : 1;
    for (uint32_t i = 0; i < parts; i++) {
        /* An upload only reads host memory. */
        const char *from = upload->is_records ? upload->record + slot->first * upload->stride
                                              : (const char *)run->points->coordinate[i] + slot->first * upload->size;
        const scree_gpu_memory host = {.bytes = bytes / parts, .mapped = (char *)(uintptr_t)from};
        scree_gpu_copy(slot->commands, SCREE_GPU_COMPUTE,
                       (scree_gpu_span){&slot->coordinates, i * array_bytes, bytes / parts},
                       (scree_gpu_span){upload->is_pinned ? &host : &slot->upload, 0, bytes / parts});
    }
}

static void record_download(const points_run *run, const scree_gpu_point_slot *slot)
{
    uint64_t bytes = slot->count * sizeof(float);
    const scree_gpu_memory host = {.bytes = bytes, .mapped = run->out + slot->first};
    scree_gpu_copy(slot->commands, SCREE_GPU_TRANSFER,
                   (scree_gpu_span){run->upload.is_out_pinned ? &host : &slot->host_values, 0, bytes},
                   (scree_gpu_span){&slot->values, 0, bytes});
    scree_gpu_copy(slot->commands, SCREE_GPU_TRANSFER, scree_gpu_whole(&slot->host_found),
                   scree_gpu_whole(&slot->found));
}

static scree_result start_slab(points_run *run, scree_gpu_point_slot *slot, uint64_t first, uint64_t count)
{
    slot->first = first;
    slot->count = count;
    if (!run->upload.is_pinned) {
        stage(run, slot);
    }
    const scree_gpu_point_layout layout = find_layout(run, slot);
    scree_gpu_begin(slot->commands);
    scree_gpu_point_space_send_tables(run->space, slot);
    record_upload(run, slot);
    scree_gpu_points_record(&run->field, slot->commands, &slot->tables, &layout, scree_gpu_whole(&slot->values), 0,
                            &slot->factors, &slot->found, count);
    scree_gpu_barrier(slot->commands, true);
    record_download(run, slot);
    return scree_gpu_submit(slot->commands);
}

/* Refuses the point that a slab has found to be beyond the limits, if there is one. */
static scree_result check_found(const points_run *run, const scree_gpu_point_slot *slot)
{
    uint64_t point;
    uint32_t axis;
    if (!scree_gpu_point_slot_has_found(slot, &point, &axis)) {
        return SCREE_OK;
    }
    return scree_plan_refuse_point(run->field.gpu->base.context, point, axis,
                                   scree_points_coordinate(run->points, (size_t)point, axis));
}

static scree_result finish_slab(const points_run *run, scree_gpu_point_slot *slot)
{
    size_t bytes = (size_t)slot->count * sizeof(float);
    scree_result result = scree_gpu_wait(slot->commands);
    if (result == SCREE_OK && slot->count > 0) {
        result = check_found(run, slot);
    }
    if (result == SCREE_OK && slot->count > 0 && !run->upload.is_out_pinned) {
        scree_parallel_copy(run->out + slot->first, bytes, slot->host_values.mapped, bytes, bytes, 1);
    }
    slot->count = 0;
    return result;
}

static scree_result run_slabs(points_run *run)
{
    scree_gpu_point_slot *slots = run->space->slot;
    const uint64_t count = run->points->count;
    scree_result result = SCREE_OK;
    unsigned turn = 0;
    for (uint64_t first = 0; result == SCREE_OK && first < count; first += run->most, turn ^= 1) {
        result = finish_slab(run, &slots[turn]);
        if (result == SCREE_OK) {
            result = start_slab(run, &slots[turn], first, scree_min(count - first, run->most));
        }
    }
    for (unsigned i = 0; i < SCREE_GPU_POINT_SLOTS; i++) {
        scree_gpu_point_slot *slot = &slots[turn ^ i];
        if (result == SCREE_OK) {
            result = finish_slab(run, slot);
        } else {
            scree_gpu_await(slot->commands, &result);
            slot->count = 0;
        }
    }
    return result;
}

/* The largest slabs that the device has room for. */
static void choose_slab(points_run *run)
{
    uint64_t bytes = scree_min(SLAB_BYTES, scree_gpu_window_bytes(run->field.gpu));
    run->most = scree_min(scree_min(bytes / run->upload.point_bytes, SCREE_GPU_MOST_POINTS), run->points->count);
}

static scree_result run_points(points_run *run)
{
    scree_result result = scree_gpu_point_space_open(&run->field, &run->space);
    find_upload(run);
    choose_slab(run);
    if (result == SCREE_OK) {
        const scree_gpu_point_bytes bytes = {
            .upload = run->upload.is_pinned ? 0 : run->most * run->upload.point_bytes,
            .coordinates = run->most * run->upload.point_bytes,
            .values = run->most * sizeof(float),
            .factors = run->most * scree_gpu_point_state_bytes(&run->field),
            .host_values = run->upload.is_out_pinned ? 0 : run->most * sizeof(float),
        };
        result = scree_gpu_point_space_reserve(run->field.gpu, run->space, &bytes);
    }
    return result == SCREE_OK ? run_slabs(run) : result;
}

scree_result scree_gpu_points(scree_device *device, const scree_point_plan *plan, const scree_points *points,
                              float *out)
{
    points_run run = {.points = points, .out = out};
    scree_gpu *gpu = (scree_gpu *)device;
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        if (scree_gpu_places(gpu, &plan->plan)) {
            scree_gpu_point_field_init(&run.field, gpu, &plan->plan, points->type);
            result = run_points(&run);
        } else {
            result = scree_gpu_placed_points(gpu, &plan->plan, points, 0, out);
        }
        scree_gpu_leave(gpu);
    }
    return result;
}
