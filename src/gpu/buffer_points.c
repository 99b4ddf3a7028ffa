/* Points in buffers: the device reads their coordinates where they are, and writes their values where they go. */
#include <stdlib.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_device.h"
#include "placed_points.h"
#include "point_space.h"

/* Maximum bytes of coordinates that are copied at a time: where one span cannot hold all axes, and where points pass
   through the host. */
#define GATHERED_BYTES ((uint64_t)32 << 20)

typedef struct buffer_run {
    scree_gpu_point_field field;
    const scree_buffer_points *points;
    const scree_gpu_memory *coordinates;
    scree_gpu_span values; /* Where all values go. */
    scree_gpu_point_space *space;
    double *device_seconds;
} buffer_run;

/* The least and the greatest offset of the coordinates of a point, and the greatest stride. */
typedef struct point_reach {
    uint64_t start;
    uint64_t last;
    uint64_t stride;
} point_reach;

static uint64_t offset_of(const scree_buffer_points *points, uint64_t point, uint32_t axis)
{
    return points->offset[axis] + point * points->stride[axis];
}

static point_reach find_reach(const scree_buffer_points *points, uint64_t first)
{
    point_reach reach = {.start = UINT64_MAX};
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        uint64_t offset = offset_of(points, first, axis);
        reach.start = scree_min(reach.start, offset);
        reach.last = offset > reach.last ? offset : reach.last;
        reach.stride = points->stride[axis] > reach.stride ? points->stride[axis] : reach.stride;
    }
    return reach;
}

/* Points from `first` on whose coordinates one span can hold. */
static uint64_t points_of_window(const buffer_run *run, const point_reach *reach, uint64_t left)
{
    uint64_t room = scree_gpu_window_bytes(run->field.gpu);
    uint64_t one = reach->last - reach->start + scree_type_bytes(run->points->type);
    return one > room ? 0 : scree_min((room - one) / reach->stride + 1, left);
}

/* Points whose coordinates are gathered together, gaps between them included. */
static uint64_t points_of_gathering(const buffer_run *run, const point_reach *reach, uint64_t left)
{
    uint64_t room = scree_min(GATHERED_BYTES, run->field.gpu->limits.span_bytes) / run->points->axes;
    return scree_min(room > reach->stride ? room / reach->stride : 1, left);
}

static scree_gpu_point_layout window_layout(const buffer_run *run, uint64_t first, uint64_t count,
                                            const point_reach *reach)
{
    const scree_buffer_points *points = run->points;
    uint32_t skipped = 0;
    uint64_t end = 0;
    scree_gpu_point_layout layout = {0};
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        uint64_t last = offset_of(points, first + count - 1, axis) + scree_type_bytes(points->type);
        end = last > end ? last : end;
    }
    layout.span = scree_gpu_window(run->field.gpu, (scree_gpu_span){.memory = run->coordinates},
                                   reach->start / SCREE_GPU_WORD, (end - reach->start) / SCREE_GPU_WORD, &skipped);
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        layout.offset[axis] = offset_of(points, first, axis) - layout.span.offset;
        layout.stride[axis] = (int64_t)points->stride[axis];
    }
    return layout;
}

/* Records copies of the coordinates of every axis to where one span holds them. */
static scree_gpu_point_layout gather(const buffer_run *run, const scree_gpu_point_slot *slot)
{
    const scree_buffer_points *points = run->points;
    uint64_t size = scree_type_bytes(points->type);
    uint64_t next = 0;
    scree_gpu_point_layout layout = {.span = scree_gpu_whole(&slot->coordinates)};
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        /* A single point has no stride. */
        uint64_t bytes = (slot->count - 1) * points->stride[axis] + size;
        scree_gpu_copy(slot->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&slot->coordinates, next, bytes},
                       (scree_gpu_span){run->coordinates, offset_of(points, slot->first, axis), bytes});
        layout.offset[axis] = next;
        layout.stride[axis] = slot->count > 1 ? (int64_t)points->stride[axis] : 0;
        next += bytes;
    }
    return layout;
}

/* Refuses the point that a batch has found to be beyond the limits, if there is one. */
static scree_result check_found(const buffer_run *run, const scree_gpu_point_slot *slot)
{
    const scree_buffer_points *points = run->points;
    uint64_t point;
    uint32_t axis;
    union {
        float one;
        double wide;
    } coordinate = {.wide = 0.0};
    if (!scree_gpu_point_slot_has_found(slot, &point, &axis)) {
        return SCREE_OK;
    }
    const scree_points one = {.axes = 1, .count = 1, .type = points->type, .coordinate = {&coordinate}};
    scree_result result = scree_gpu_read(
        run->field.gpu,
        (scree_gpu_span){run->coordinates, offset_of(points, point, axis), scree_type_bytes(points->type)},
        &coordinate);
    return result == SCREE_OK
               ? scree_plan_refuse_point(run->field.gpu->base.context, point, axis, scree_points_coordinate(&one, 0, 0))
               : result;
}

static scree_result run_batch(buffer_run *run, scree_gpu_point_slot *slot, const point_reach *reach, bool is_gathered)
{
    scree_gpu *gpu = run->field.gpu;
    uint32_t first_value = 0;
    scree_gpu_begin(slot->commands);
    scree_gpu_point_space_send_tables(run->space, slot);
    const scree_gpu_point_layout layout = is_gathered ? gather(run, slot)
                                                      : window_layout(run, slot->first, slot->count, reach);
    const scree_gpu_span values = scree_gpu_window(gpu, run->values, slot->first, slot->count, &first_value);
    scree_gpu_points_record(&run->field, slot->commands, &slot->tables, &layout, values, first_value, &slot->factors,
                            &slot->found, slot->count);
    scree_gpu_copy(slot->commands, SCREE_GPU_COMPUTE, scree_gpu_whole(&slot->host_found),
                   scree_gpu_whole(&slot->found));
    scree_gpu_barrier(slot->commands, true);
    scree_result result = scree_gpu_submit(slot->commands);
    scree_gpu_await(slot->commands, &result);
    if (result == SCREE_OK) {
        *run->device_seconds += 1e-9 * (double)slot->commands->nanoseconds;
        result = check_found(run, slot);
    }
    return result;
}

static scree_result next_batch(buffer_run *run, scree_gpu_point_slot *slot)
{
    const point_reach reach = find_reach(run->points, slot->first);
    uint64_t room = scree_gpu_window_bytes(run->field.gpu) / sizeof(float);
    uint64_t left = scree_min(scree_min(run->points->count - slot->first, scree_gpu_most_points(&run->field)), room);
    uint64_t gathered = points_of_gathering(run, &reach, left);
    slot->count = points_of_window(run, &reach, left);
    bool is_gathered = slot->count < gathered;
    scree_gpu_point_bytes bytes = {0};
    if (is_gathered) {
        slot->count = gathered;
        bytes.coordinates = run->points->axes * ((gathered - 1) * reach.stride + sizeof(double));
    }
    bytes.factors = slot->count * scree_gpu_point_state_bytes(&run->field);
    scree_result result = scree_gpu_point_space_reserve(run->field.gpu, run->space, &bytes);
    return result == SCREE_OK ? run_batch(run, slot, &reach, is_gathered) : result;
}

static scree_result run_batches(buffer_run *run)
{
    scree_result result = scree_gpu_point_space_open(&run->field, &run->space);
    if (result != SCREE_OK) {
        return result;
    }
    scree_gpu_point_slot *slot = &run->space->slot[0];
    for (slot->first = 0; result == SCREE_OK && slot->first < run->points->count; slot->first += slot->count) {
        result = next_batch(run, slot);
    }
    slot->count = 0;
    return result;
}

/* Points that pass through the host at a time. */
static uint64_t points_of_host(const scree_buffer_points *points)
{
    const point_reach reach = find_reach(points, 0);
    uint64_t most = GATHERED_BYTES / points->axes / reach.stride;
    return scree_min(most > 0 ? most : 1, points->count);
}

/* Downloads coordinates of some points, every axis for itself. */
static scree_result download(scree_gpu *gpu, const scree_buffer_points *points, uint64_t first, uint64_t count,
                             char *memory, scree_points *downloaded)
{
    const scree_gpu_memory *from = &((const scree_gpu_buffer *)points->buffer)->memory;
    scree_result result = SCREE_OK;
    *downloaded = (scree_points){.axes = points->axes, .count = (size_t)count, .type = points->type};
    for (uint32_t axis = 0; axis < points->axes && result == SCREE_OK; axis++) {
        uint64_t bytes = (count - 1) * points->stride[axis] + scree_type_bytes(points->type);
        result = scree_gpu_read(gpu, (scree_gpu_span){from, offset_of(points, first, axis), bytes}, memory);
        downloaded->coordinate[axis] = memory;
        downloaded->stride[axis] = (ptrdiff_t)points->stride[axis];
        memory += scree_div_round_up(bytes, sizeof(double)) * sizeof(double);
    }
    return result;
}

/* Where programs have no float64 the host places the points, part by part. */
static scree_result run_on_host(scree_gpu *gpu, const scree_plan *plan, const scree_buffer_points *points,
                                scree_gpu_span values)
{
    const point_reach reach = find_reach(points, 0);
    uint64_t most = points_of_host(points);
    char *memory = malloc((size_t)(points->axes * ((most - 1) * reach.stride + 2 * sizeof(double))));
    float *out = malloc((size_t)most * sizeof *out);
    scree_result result = SCREE_OK;
    if (memory == NULL || out == NULL) {
        result = scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for points");
    }
    for (uint64_t first = 0; result == SCREE_OK && first < points->count; first += most) {
        uint64_t count = scree_min(points->count - first, most);
        scree_points part;
        result = download(gpu, points, first, count, memory, &part);
        if (result == SCREE_OK) {
            result = scree_gpu_placed_points(gpu, plan, &part, first, out);
        }
        if (result == SCREE_OK) {
            values.bytes = count * sizeof(float);
            result = scree_gpu_write(gpu, values, out);
            values.offset += values.bytes;
        }
    }
    free(memory);
    free(out);
    return result;
}

scree_result scree_gpu_buffer_points(scree_device *device, const scree_point_plan *plan,
                                     const scree_buffer_points *points, scree_buffer *out, uint64_t offset,
                                     double *device_seconds)
{
    scree_gpu *gpu = (scree_gpu *)device;
    buffer_run run = {.points = points,
                      .coordinates = &((const scree_gpu_buffer *)points->buffer)->memory,
                      .values = {&((scree_gpu_buffer *)out)->memory, offset, points->count * sizeof(float)},
                      .device_seconds = device_seconds};
    scree_result result = scree_gpu_enter(gpu);
    if (result == SCREE_OK) {
        if (scree_gpu_places(gpu, &plan->plan)) {
            scree_gpu_point_field_init(&run.field, gpu, &plan->plan, points->type);
            result = run_batches(&run);
        } else {
            result = run_on_host(gpu, &plan->plan, points, run.values);
        }
        scree_gpu_leave(gpu);
    }
    return result;
}
