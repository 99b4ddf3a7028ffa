/*
 * Points of the host and of buffers, evaluated by the device batch by batch. Coordinates in a buffer are read where
 * they are if one span can hold those of a batch. All others are copied to memory of a slot: from the buffer, from
 * pinned memory of the host, or from memory in which several threads have gathered them. Of two slots the host prepares
 * one while the device works on the other.
 */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "copiers.h"
#include "gpu_calls.h"
#include "gpu_device.h"
#include "graph_point_pass.h"
#include "graph_type.h"
#include "noise_type.h"

/* Maximum bytes of coordinates that are copied at a time: so many that transfers are long. */
#define COPIED_BYTES ((uint64_t)32 << 20)

#define SLOTS 2u

static const char purpose[] = "points";

/* A batch in flight. Slots share no results, so that one may run beside another. */
typedef struct point_slot {
    scree_gpu_commands *commands;
    scree_gpu_memory tables;
    bool has_tables;         /* The program's tables were sent. */
    scree_gpu_memory upload; /* Coordinates, as the host has gathered them. */
    scree_gpu_memory coordinates;
    scree_gpu_memory registers;
    scree_gpu_memory values;
    scree_gpu_memory factors; /* State of points between passes. */
    scree_gpu_memory displacements;
    scree_gpu_memory host_values;
    scree_gpu_memory found; /* The word of what was found, and the same on the host. */
    scree_gpu_memory host_found;
    uint64_t first;
    uint64_t count; /* Points in flight; 0 when idle. */
} point_slot;

/* The work space of points. It belongs to the device and is kept from call to call, because memory that host and device
   share is slow to allocate. */
typedef struct scree_gpu_point_space {
    scree_gpu_memory table_upload;
    point_slot slot[SLOTS];
} scree_gpu_point_space;

/* Coordinates that are copied together: those of an axis, or all of points that are records. */
typedef struct point_run {
    uint64_t start;  /* The first byte: an address of the host, or an offset in the buffer. */
    uint64_t stride; /* Bytes from one point to the next, modulo 2^64; */
    uint64_t step;   /* the same in the slot's memory. */
    uint64_t extent; /* Bytes of a point. */
} point_run;

typedef struct points_work {
    scree_gpu *gpu;
    const scree_point_program *program;
    scree_gpu_point_graph graph;
    scree_gpu_point_space *space;
    const scree_gpu_memory *buffer; /* The buffer of the coordinates; NULL for memory of the host. */
    scree_type type;                /* The type of the coordinates. */
    uint64_t count;
    uint32_t axes;
    uint32_t runs;
    uint64_t start[SCREE_MAX_AXES]; /* Starts of the coordinates of each axis, as in a run. */
    uint64_t stride[SCREE_MAX_AXES];
    point_run run[SCREE_MAX_AXES];
    bool is_staged;        /* Coordinates of the host are gathered before the device reads them. */
    scree_gpu_span values; /* The memory of the values in a buffer, */
    float *out;            /* or on the host, */
    bool is_out_pinned;    /* to which the device writes by itself. */
    uint64_t nanoseconds;
} points_work;

static scree_result get_space(scree_gpu *gpu, scree_gpu_point_space **space)
{
    if (gpu->points == NULL) {
        gpu->points = calloc(1, sizeof *gpu->points);
    }
    *space = gpu->points;
    return *space != NULL ? SCREE_OK : scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for points");
}

/* The commands of a slot run beside those of others, where the device can do that. */
static scree_result open_slot(scree_gpu *gpu, point_slot *slot, uint64_t table_bytes)
{
    scree_result result = SCREE_OK;
    slot->has_tables = false;
    if (slot->commands == NULL) {
        result = scree_gpu_commands_create(gpu, SCREE_MAX_OCTAVES, &slot->commands);
        if (result == SCREE_OK && gpu->functions->detach != NULL) {
            result = gpu->functions->detach(slot->commands);
        }
        if (result != SCREE_OK) {
            scree_gpu_commands_destroy(slot->commands);
            slot->commands = NULL;
        }
    }
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, table_bytes, &slot->tables, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, SCREE_GPU_WORD, &slot->found, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, SCREE_GPU_WORD, &slot->host_found, purpose, &result);
    return result;
}

/* The device's space, with the tables of a program, which are to be sent. */
static scree_result open_space(points_work *work)
{
    scree_gpu *gpu = work->gpu;
    scree_result result = get_space(gpu, &work->space);
    if (result != SCREE_OK) {
        return result;
    }
    scree_gpu_point_space *space = work->space;
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, work->graph.table_bytes, &space->table_upload, purpose, &result);
    for (uint32_t i = 0; i < SLOTS && result == SCREE_OK; i++) {
        result = open_slot(gpu, &space->slot[i], work->graph.table_bytes);
    }
    if (result == SCREE_OK) {
        scree_gpu_point_graph_write(&work->graph, space->table_upload.mapped);
    }
    return result;
}

void scree_gpu_point_space_destroy(scree_gpu *gpu)
{
    scree_gpu_point_space *space = gpu->points;
    for (uint32_t i = 0; i < SLOTS && space != NULL; i++) {
        point_slot *slot = &space->slot[i];
        scree_gpu_memory *all[] = {&slot->tables,
                                   &slot->upload,
                                   &slot->coordinates,
                                   &slot->registers,
                                   &slot->values,
                                   &slot->factors,
                                   &slot->displacements,
                                   &slot->host_values,
                                   &slot->found,
                                   &slot->host_found,
                                   NULL};
        scree_gpu_commands_destroy(slot->commands);
        scree_gpu_free_all(gpu, all);
    }
    if (space != NULL) {
        scree_gpu_free(gpu, &space->table_upload);
    }
    free(space);
    gpu->points = NULL;
}

/* Finds the runs: one if points are records, of which at least half are coordinates, and otherwise one for each axis.
   Only within a buffer are runs copied with what lies between the coordinates. */
static void find_runs(points_work *work)
{
    const uint64_t size = scree_type_bytes(work->type);
    uint64_t first = work->start[0];
    uint64_t last = first;
    bool is_alike = (int64_t)work->stride[0] > 0;
    for (uint32_t axis = 0; axis < work->axes; axis++) {
        first = scree_min(first, work->start[axis]);
        last = work->start[axis] > last ? work->start[axis] : last;
        is_alike = is_alike && work->stride[axis] == work->stride[0];
        work->run[axis] = (point_run){.start = work->start[axis],
                                      .stride = work->stride[axis],
                                      .step = work->buffer != NULL ? work->stride[axis] : size,
                                      .extent = size};
    }
    const point_run record = {first, work->stride[0], work->stride[0], last - first + size};
    work->runs = work->axes;
    if (is_alike && record.extent <= record.stride && record.stride <= 2 * work->axes * size) {
        work->run[0] = record;
        work->runs = 1;
    }
}

/* Whether coordinates of the host must be gathered: the device copies whole runs of pinned memory only. */
static bool needs_staging(const points_work *work)
{
    bool is_copied = true;
    for (uint32_t i = 0; i < work->runs; i++) {
        const point_run *run = &work->run[i];
        is_copied = is_copied && run->stride == run->step &&
                    scree_gpu_is_pinned(work->gpu, (const void *)(uintptr_t)run->start);
    }
    return work->buffer == NULL && !is_copied;
}

/* Bytes from the start of a slot's memory to run `i` of N copied points; behind the last run, the bytes of all. */
static uint64_t run_offset(const points_work *work, uint32_t i, uint64_t count)
{
    uint64_t offset = 0;
    for (uint32_t before = 0; before < i; before++) {
        offset += (count - 1) * work->run[before].step + work->run[before].extent;
    }
    return offset;
}

/* A run from a point on. */
static uint64_t start_of(const points_work *work, uint32_t i, uint64_t first)
{
    return work->run[i].start + first * work->run[i].stride;
}

/* The layout of points that are copied. */
static scree_gpu_point_layout copied_layout(const points_work *work, uint64_t count)
{
    scree_gpu_point_layout layout = {0};
    for (uint32_t axis = 0; axis < work->axes; axis++) {
        const uint32_t i = work->runs > 1 ? axis : 0;
        layout.offset[axis] = run_offset(work, i, count) + work->start[axis] - work->run[i].start;
        layout.stride[axis] = (int64_t)work->run[i].step;
    }
    return layout;
}

/* Points that are copied at a time. */
static uint64_t most_copied(const points_work *work)
{
    const uint64_t room = scree_min(COPIED_BYTES, scree_gpu_window_bytes(work->gpu));
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < work->runs; i++) {
        bytes += work->run[i].step;
    }
    return bytes < room ? room / bytes : 1;
}

/* The span of a buffer that holds the coordinates of a batch, from the lowest to the highest. */
static scree_gpu_point_layout layout_in_buffer(const points_work *work, uint64_t first, uint64_t count)
{
    scree_gpu_point_layout layout = {0};
    uint64_t start = UINT64_MAX;
    uint64_t end = 0;
    uint32_t skipped;
    for (uint32_t axis = 0; axis < work->axes; axis++) {
        const uint64_t at = work->start[axis] + first * work->stride[axis];
        const uint64_t last = at + (count - 1) * work->stride[axis];
        start = scree_min(start, at);
        end = last > end ? last : end;
    }
    end += scree_type_bytes(work->type);
    layout.span = scree_gpu_window(work->gpu, (scree_gpu_span){.memory = work->buffer}, start / SCREE_GPU_WORD,
                                   (end - start) / SCREE_GPU_WORD, &skipped);
    for (uint32_t axis = 0; axis < work->axes; axis++) {
        layout.offset[axis] = work->start[axis] + first * work->stride[axis] - layout.span.offset;
        layout.stride[axis] = (int64_t)work->stride[axis];
    }
    return layout;
}

/* Points from `first` on, at most `most`, whose coordinates one span of a buffer holds. */
static uint64_t most_in_buffer(const points_work *work, uint64_t first, uint64_t most)
{
    const uint64_t room = scree_gpu_window_bytes(work->gpu);
    const uint64_t one = layout_in_buffer(work, first, 1).span.bytes;
    uint64_t stride = 1;
    for (uint32_t axis = 0; axis < work->axes; axis++) {
        stride = work->stride[axis] > stride ? work->stride[axis] : stride;
    }
    return one > room ? 0 : scree_min((room - one) / stride + 1, most);
}

/* Gathers the coordinates of a batch in the memory that the device reads. */
static void stage(const points_work *work, const point_slot *slot)
{
    scree_gpu_copiers *copiers = work->gpu->copiers;
    for (uint32_t i = 0; i < work->runs; i++) {
        const point_run *run = &work->run[i];
        char *to = (char *)slot->upload.mapped + run_offset(work, i, slot->count);
        const void *from = (const void *)(uintptr_t)start_of(work, i, slot->first);
        if (run->stride == run->step) {
            const size_t bytes = (size_t)((slot->count - 1) * run->step + run->extent);
            scree_gpu_copy_on_host(copiers, to, bytes, from, bytes, bytes, 1);
        } else {
            scree_gpu_copy_on_host(copiers, to, (size_t)run->step, from, (size_t)run->stride, (size_t)run->extent,
                                   slot->count);
        }
    }
}

/* Records the copy of a batch's coordinates to the slot's memory. */
static void record_copies(const points_work *work, const point_slot *slot)
{
    const uint64_t all = run_offset(work, work->runs, slot->count);
    if (work->is_staged) {
        scree_gpu_copy(slot->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&slot->coordinates, 0, all},
                       (scree_gpu_span){&slot->upload, 0, all});
        return;
    }
    for (uint32_t i = 0; i < work->runs; i++) {
        const uint64_t offset = run_offset(work, i, slot->count);
        const uint64_t bytes = run_offset(work, i + 1, slot->count) - offset;
        const uint64_t start = start_of(work, i, slot->first);
        /* A copy only reads host memory. */
        const scree_gpu_memory host = {.bytes = bytes, .mapped = (void *)(uintptr_t)start};
        scree_gpu_copy(slot->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&slot->coordinates, offset, bytes},
                       work->buffer != NULL ? (scree_gpu_span){work->buffer, start, bytes}
                                            : (scree_gpu_span){&host, 0, bytes});
    }
}

/* Floats of a point, and their bytes. */
static uint32_t channels_of(const points_work *work)
{
    return work->program->channels;
}

static uint64_t sample_bytes(const points_work *work)
{
    return channels_of(work) * sizeof(float);
}

/* Records the download of what was found, and of values that go to the host. */
static void record_downloads(const points_work *work, const point_slot *slot)
{
    const uint64_t bytes = slot->count * sample_bytes(work);
    const scree_gpu_memory host = {.bytes = bytes, .mapped = work->out + slot->first * channels_of(work)};
    scree_gpu_barrier(slot->commands, true);
    if (work->out != NULL) {
        scree_gpu_copy(slot->commands, SCREE_GPU_TRANSFER,
                       (scree_gpu_span){work->is_out_pinned ? &host : &slot->host_values, 0, bytes},
                       (scree_gpu_span){&slot->values, 0, bytes});
    }
    scree_gpu_copy(slot->commands, work->out != NULL ? SCREE_GPU_TRANSFER : SCREE_GPU_COMPUTE,
                   scree_gpu_whole(&slot->host_found), scree_gpu_whole(&slot->found));
}

/* Chooses the points of a batch, from slot->first on; false if they must be copied. */
static bool choose_batch(const points_work *work, point_slot *slot)
{
    const uint64_t room = scree_gpu_window_bytes(work->gpu) / sample_bytes(work);
    const uint64_t left = scree_min(work->count - slot->first, work->graph.most_points);
    const uint64_t most = scree_min(left, room);
    const uint64_t copied = scree_min(most_copied(work), most);
    const uint64_t in_buffer = work->buffer != NULL ? most_in_buffer(work, slot->first, most) : 0;
    slot->count = in_buffer >= copied ? in_buffer : copied;
    return in_buffer >= copied;
}

static scree_result reserve(const points_work *work, point_slot *slot, bool is_copied)
{
    scree_gpu *gpu = work->gpu;
    const uint64_t copied = is_copied ? run_offset(work, work->runs, slot->count) : 0;
    const uint64_t values = work->out != NULL ? slot->count * sample_bytes(work) : 0;
    const uint64_t factors = slot->count * work->graph.state_bytes;
    const uint64_t displacements = slot->count * work->graph.displacement_bytes;
    const uint64_t registers = scree_gpu_register_bytes(&work->program->code, slot->count);
    scree_result result = SCREE_OK;
    scree_gpu_reserve(gpu, SCREE_GPU_UPLOAD, work->is_staged ? copied : 0, &slot->upload, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, copied, &slot->coordinates, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, values, &slot->values, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, factors, &slot->factors, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, displacements, &slot->displacements, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, registers, &slot->registers, purpose, &result);
    scree_gpu_reserve(gpu, SCREE_GPU_DOWNLOAD, work->is_out_pinned ? 0 : values, &slot->host_values, purpose, &result);
    return result;
}

/* Records the copies that a batch needs before it, and lays out its coordinates. */
static scree_gpu_point_layout record_inputs(const points_work *work, point_slot *slot, bool is_copied)
{
    const uint64_t bytes = work->graph.table_bytes;
    if (!slot->has_tables) {
        scree_gpu_copy(slot->commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&slot->tables, 0, bytes},
                       (scree_gpu_span){&work->space->table_upload, 0, bytes});
        slot->has_tables = true;
    }
    if (!is_copied) {
        return layout_in_buffer(work, slot->first, slot->count);
    }
    record_copies(work, slot);
    scree_gpu_point_layout layout = copied_layout(work, slot->count);
    layout.span = scree_gpu_whole(&slot->coordinates);
    return layout;
}

static scree_result start_batch(points_work *work, point_slot *slot)
{
    uint32_t first_value = 0;
    const bool is_copied = !choose_batch(work, slot);
    scree_result result = reserve(work, slot, is_copied);
    if (result != SCREE_OK) {
        return result;
    }
    if (work->is_staged) {
        stage(work, slot);
    }
    scree_gpu_begin(slot->commands);
    const scree_gpu_point_layout layout = record_inputs(work, slot, is_copied);
    const scree_gpu_span values = work->out != NULL
                                      ? scree_gpu_whole(&slot->values)
                                      : scree_gpu_window(work->gpu, work->values, slot->first * channels_of(work),
                                                         slot->count * channels_of(work), &first_value);
    scree_gpu_point_graph_record(&work->graph, &(scree_gpu_graph_batch){.points.commands = slot->commands,
                                                                        .points.tables = scree_gpu_whole(&slot->tables),
                                                                        .points.layout = &layout,
                                                                        .points.values = values,
                                                                        .points.first_value = first_value,
                                                                        .points.factors = &slot->factors,
                                                                        .points.displacements = &slot->displacements,
                                                                        .points.found = &slot->found,
                                                                        .points.count = slot->count,
                                                                        .registers = &slot->registers});
    record_downloads(work, slot);
    return scree_gpu_submit(slot->commands);
}

/* Refuses a point along one of its axes. */
static scree_result refuse_point(const points_work *work, uint64_t point, uint32_t axis)
{
    const uint64_t start = work->start[axis] + point * work->stride[axis];
    const uint64_t size = scree_type_bytes(work->type);
    uint64_t words = 0;
    const scree_points one = {.axes = 1, .count = 1, .type = work->type, .coordinate = {&words}};
    scree_result result = SCREE_OK;
    if (work->buffer != NULL) {
        result = scree_gpu_read(work->gpu, (scree_gpu_span){work->buffer, start, size}, &words);
    } else {
        memcpy(&words, (const void *)(uintptr_t)start, (size_t)size);
    }
    return result == SCREE_OK
               ? scree_plan_refuse_point(work->gpu->base.context, point, axis, scree_points_coordinate(&one, 0, 0))
               : result;
}

/* Waits for a slot's batch, if there is one. A point of it that is beyond the limits is refused. */
static scree_result finish_batch(points_work *work, point_slot *slot)
{
    const size_t bytes = (size_t)(slot->count * sample_bytes(work));
    scree_result result = scree_gpu_wait(slot->commands);
    if (result != SCREE_OK || slot->count == 0) {
        return result;
    }
    work->nanoseconds += slot->commands->nanoseconds;
    slot->count = 0;
    const uint32_t found = *(const uint32_t *)slot->host_found.mapped;
    if (found != SCREE_GPU_NOTHING_FOUND) {
        return refuse_point(work, slot->first + found / SCREE_GPU_POINT_AXES, found % SCREE_GPU_POINT_AXES);
    }
    if (work->out != NULL && !work->is_out_pinned) {
        scree_gpu_copy_on_host(work->gpu->copiers, work->out + slot->first * channels_of(work), bytes,
                               slot->host_values.mapped, bytes, bytes, 1);
    }
    return SCREE_OK;
}

/* Batches of a buffer follow one another, so that the sum of their times is that of all. */
static scree_result run_batches(points_work *work)
{
    point_slot *slots = work->space->slot;
    const unsigned change = work->out != NULL ? 1 : 0;
    unsigned number = 0;
    scree_result result = SCREE_OK;
    for (uint64_t first = 0; result == SCREE_OK && first < work->count; number ^= change) {
        result = finish_batch(work, &slots[number]);
        if (result == SCREE_OK) {
            slots[number].first = first;
            result = start_batch(work, &slots[number]);
            first += slots[number].count;
        }
    }
    for (unsigned i = 0; i < SLOTS; i++) {
        point_slot *slot = &slots[number ^ i];
        if (result == SCREE_OK) {
            result = finish_batch(work, slot);
        } else {
            scree_gpu_await(slot->commands, &result);
            slot->count = 0;
        }
    }
    return result;
}

/* The processor evaluates points for which there is no program of the device. */
static scree_result evaluate_on_host(const points_work *work, const scree_points *points, float *out)
{
    scree_context *context = work->gpu->base.context;
    return scree_program_is_plain(&work->program->code)
               ? scree_at_once_points(context, work->program->source[0], points, out)
               : scree_at_once_program_points(context, work->program, points, out);
}

/* The same for points of a buffer. */
static scree_result evaluate_buffer_on_host(const points_work *work)
{
    scree_gpu *gpu = work->gpu;
    const scree_gpu_point_layout layout = layout_in_buffer(work, 0, work->count);
    char *memory = malloc((size_t)layout.span.bytes);
    float *out = malloc((size_t)work->values.bytes);
    scree_points points = {.axes = work->axes, .count = (size_t)work->count, .type = work->type};
    scree_result result = SCREE_OK;
    if (memory == NULL || out == NULL) {
        result = scree_fail(gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for points");
    }
    for (uint32_t axis = 0; result == SCREE_OK && axis < work->axes; axis++) {
        points.coordinate[axis] = memory + layout.offset[axis];
        points.stride[axis] = (ptrdiff_t)layout.stride[axis];
    }
    result = result == SCREE_OK ? scree_gpu_read(gpu, layout.span, memory) : result;
    result = result == SCREE_OK ? evaluate_on_host(work, &points, out) : result;
    result = result == SCREE_OK ? scree_gpu_write(gpu, work->values, out) : result;
    free(memory);
    free(out);
    return result;
}

/* Evaluates points on the device, which is entered. */
static scree_result run_points(points_work *work)
{
    find_runs(work);
    work->is_staged = needs_staging(work);
    work->is_out_pinned = work->out != NULL && scree_gpu_is_pinned(work->gpu, work->out);
    scree_result result = scree_gpu_point_graph_init(&work->graph, work->gpu, work->program, work->type);
    result = result == SCREE_OK ? open_space(work) : result;
    result = result == SCREE_OK ? run_batches(work) : result;
    scree_gpu_point_graph_clear(&work->graph);
    return result;
}

scree_result scree_gpu_points(scree_device *device, const scree_field_plan *field, const scree_points *points,
                              float *out)
{
    scree_plain_points room;
    points_work work = {.gpu = (scree_gpu *)device,
                        .program = scree_point_program_of(field, &room),
                        .type = points->type,
                        .count = points->count,
                        .axes = points->axes,
                        .out = out};
    if (!scree_gpu_graph_locates(work.gpu, work.program)) {
        return evaluate_on_host(&work, points, out);
    }
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        work.start[axis] = (uintptr_t)points->coordinate[axis];
        work.stride[axis] = (uint64_t)points->stride[axis];
    }
    scree_result result = scree_gpu_enter(work.gpu);
    if (result == SCREE_OK) {
        result = run_points(&work);
        scree_gpu_leave(work.gpu);
    }
    return result;
}

scree_result scree_gpu_buffer_points(scree_device *device, const scree_field_plan *field,
                                     const scree_buffer_points *points, scree_buffer *out, uint64_t offset,
                                     double *device_seconds)
{
    scree_plain_points room;
    points_work work = {
        .gpu = (scree_gpu *)device,
        .program = scree_point_program_of(field, &room),
        .type = points->type,
        .buffer = &((const scree_gpu_buffer *)points->buffer)->memory,
        .count = points->count,
        .axes = points->axes,
        .values = {&((scree_gpu_buffer *)out)->memory, offset, points->count * field->channels * sizeof(float)}};
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        work.start[axis] = points->offset[axis];
        work.stride[axis] = points->stride[axis];
    }
    scree_result result = scree_gpu_enter(work.gpu);
    if (result == SCREE_OK) {
        result = scree_gpu_graph_locates(work.gpu, work.program) ? run_points(&work) : evaluate_buffer_on_host(&work);
        *device_seconds = 1e-9 * (double)work.nanoseconds;
        scree_gpu_leave(work.gpu);
    }
    return result;
}
