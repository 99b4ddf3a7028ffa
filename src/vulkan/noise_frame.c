#include "noise_frame.h"

#include <string.h>

#include "context_internal.h"
#include "range_pairs.h"
#include "whole_numbers.h"

/* Samples along x, and rows, of a frame: tables of more would outgrow the caches. */
#define MOST_WIDTH ((uint64_t)65536)
#define MOST_ROWS ((uint64_t)32768)
#define MOST_PLANES ((uint64_t)65536)
/* Lines with one axis are evaluated directly, and their tables are all there is. */
#define MOST_LINE ((uint64_t)1 << 20)
/* Bytes of the nodes of a batch; there are two at a time. Small ones keep waiting for one another. */
#define BATCH_BYTES ((uint64_t)256 << 20)
/* The most that a device may ask of the place of a binding. */
#define NODE_ALIGNMENT ((uint64_t)256)
/* The part of the free memory that nodes may take. */
#define NODE_SHARE 16u
/* Work groups along y and z that every device takes. */
#define MOST_GROUPS 65535u
/* Windows of a frame, with its descriptor sets in mind. */
#define MOST_WINDOWS ((uint64_t)32)
/* Work groups that keep a large GPU busy; where long strips make fewer, short ones are better. */
#define FEW_GROUPS 1024u
/* Cells per sample along y from which lattice rows change often. */
#define RESTLESS_CELLS 0.2

static uint64_t node_bytes(const scree_plan *plan)
{
    return 4u * (plan->params.kind == SCREE_NOISE_VALUE ? NODE_WORDS_VALUE : NODE_WORDS_PERLIN);
}

/* Bytes of the nodes of one plane of a frame, at most. */
static uint64_t plane_bytes(const scree_session *session, uint64_t width, uint64_t rows)
{
    const scree_plan *plan = session->plan;
    uint64_t nodes = 0;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        if (!session->is_direct[o]) {
            const scree_plan_axis *axis = plan->octave[o].axis;
            nodes += scree_plan_most_nodes(width, axis[0].cells_per_sample) *
                     scree_plan_most_nodes(rows, axis[1].cells_per_sample);
        }
    }
    return nodes * node_bytes(plan);
}

void scree_vulkan_choose_batch(scree_session *session, uint64_t free_bytes)
{
    uint64_t most = scree_least(free_bytes / NODE_SHARE, session->device->traits.limits.maxStorageBufferRange / 2);
    session->batch_bytes = scree_least(BATCH_BYTES, most);
}

/* A session that fills a buffer meets its strides: what a frame spans must fit a few bindings. */
static void limit_to_bindings(const scree_session *session, scree_frame_walk *walk)
{
    const scree_grid *grid = &session->plan->grid;
    uint64_t samples = session->device->traits.limits.maxStorageBufferRange / 8;
    uint64_t rows = samples / grid->row_stride;
    uint64_t planes = samples / grid->plane_stride;
    walk->rows = scree_least(walk->rows, rows > 0 ? rows : 1);
    walk->planes = scree_least(walk->planes, MOST_WINDOWS * (planes > 0 ? planes : 1));
}

scree_frame_walk scree_vulkan_frames_of(const scree_session *session, const scree_box *box)
{
    uint64_t most = session->batch_bytes;
    scree_frame_walk walk = {.plan = session->plan, .box = box, .most_tabled = MOST_PLANES};
    walk.width = scree_least(box->width, session->plan->axes == 1 ? MOST_LINE : MOST_WIDTH);
    walk.rows = scree_least(box->rows, MOST_ROWS);
    walk.planes = scree_least(box->planes, MOST_PLANES);
    if (session->delivery.buffer != NULL) {
        limit_to_bindings(session, &walk);
    }
    while (walk.rows > 2 * SAMPLE_ROWS && plane_bytes(session, walk.width, walk.rows) > most) {
        walk.rows = (walk.rows + 1) / 2;
    }
    while (walk.width > SAMPLE_COLUMNS * SAMPLE_GROUP && plane_bytes(session, walk.width, walk.rows) > most) {
        walk.width = (walk.width + 1) / 2;
    }
    while (walk.rows > 1 && plane_bytes(session, walk.width, walk.rows) > most) {
        walk.rows = (walk.rows + 1) / 2;
    }
    return walk;
}

/* Where a frame's samples go. */
typedef struct frame_output {
    VkBuffer buffer;
    uint64_t first; /* The frame's first sample, counted from the buffer's start. */
    uint64_t row_stride;
    uint64_t plane_stride;
} frame_output;

static frame_output find_output(const scree_session *session, const scree_vulkan_slot *slot, const scree_box *frame)
{
    const scree_box *box = &slot->box;
    const scree_grid *grid = &session->plan->grid;
    frame_output output;
    if (session->delivery.buffer != NULL) {
        const scree_vulkan_buffer *buffer = (const scree_vulkan_buffer *)session->delivery.buffer;
        output = (frame_output){
            .buffer = buffer->memory.handle, .row_stride = grid->row_stride, .plane_stride = grid->plane_stride};
        output.first = session->delivery.offset / 4 + scree_box_place(grid, frame);
        return output;
    }
    output =
        (frame_output){.buffer = slot->values.handle, .row_stride = box->width, .plane_stride = box->width * box->rows};
    output.first = (frame->first_plane - box->first_plane) * output.plane_stride +
                   (frame->first_row - box->first_row) * output.row_stride + (frame->first_x - box->first_x);
    return output;
}

/* What all recording functions need. */
typedef struct recording {
    scree_session *session;
    scree_vulkan_slot *slot;
    const scree_box *frame;
    frame_output output;
    uint64_t batch_planes; /* Whose nodes half of the node memory holds. */
    uint64_t halves;       /* 1 where all planes are one batch. */
    uint64_t half_bytes;   /* Of the node memory. */
    bool is_whole;         /* No octave is missing after this pass. */
    uint32_t first_octave;
    uint32_t octaves;
} recording;

/* Some planes of a frame whose samples one binding can hold. */
typedef struct plane_window {
    uint64_t first;
    uint64_t planes;
    scree_vulkan_binding values;
    uint32_t first_value; /* Of the first plane, counted from the binding's start. */
} plane_window;

static plane_window find_window(const recording *made, uint64_t first)
{
    const frame_output *output = &made->output;
    const VkPhysicalDeviceLimits *limits = &made->session->device->traits.limits;
    const scree_box *frame = made->frame;
    uint64_t start = (output->first + first * output->plane_stride) * 4;
    uint64_t offset = start / limits->minStorageBufferOffsetAlignment * limits->minStorageBufferOffsetAlignment;
    uint64_t extent = ((frame->rows - 1) * output->row_stride + frame->width) * 4;
    uint64_t room = limits->maxStorageBufferRange - (start - offset) - extent;
    plane_window window = {.first = first, .planes = scree_least(frame->planes - first, MOST_GROUPS)};
    window.planes = scree_least(window.planes, room / (output->plane_stride * 4) + 1);
    window.first_value = (uint32_t)((start - offset) / 4);
    window.values = (scree_vulkan_binding){
        .number = BINDING_VALUES,
        .buffer = output->buffer,
        .offset = offset,
        .bytes = start - offset + (window.planes - 1) * output->plane_stride * 4 + extent,
    };
    return window;
}

/* The push constants of the sample stage, of the direct kernel and of the variants'. */
typedef struct samples_push {
    uint32_t first_octave;
    uint32_t width;
    uint32_t rows;
    uint32_t row_stride;
    uint32_t plane_stride;
    uint32_t first_value;
    uint32_t adds;
    uint32_t finds_range;
    uint32_t octaves; /* From here on not the sample stage's. */
    uint32_t first_plane;
    uint32_t planes; /* The variants' alone. */
} samples_push;

static samples_push make_push(const recording *made, const plane_window *window, uint64_t plane)
{
    return (samples_push){
        .first_octave = made->first_octave,
        .octaves = made->octaves,
        .width = (uint32_t)made->frame->width,
        .rows = (uint32_t)made->frame->rows,
        .row_stride = (uint32_t)made->output.row_stride,
        .plane_stride = (uint32_t)made->output.plane_stride,
        .first_value = window->first_value + (uint32_t)((plane - window->first) * made->output.plane_stride),
        .adds = made->first_octave > 0,
        .finds_range = made->is_whole,
    };
}

/* Threads of a work group of the sample stage: no more than a row has work for. */
static uint32_t group_threads(const recording *made)
{
    uint32_t threads = SAMPLE_GROUP;
    while (threads > 32 && SAMPLE_COLUMNS * threads / 2 >= made->frame->width) {
        threads /= 2;
    }
    return threads;
}

/* Rows of a work group of the sample stage. Short strips are better for few samples, and for few octaves whose lattice
   rows change often. */
static uint32_t strip_rows(const recording *made)
{
    const scree_box *frame = made->frame;
    const scree_plan *plan = made->session->plan;
    double cells = plan->octave[made->first_octave + made->octaves - 1].axis[1].cells_per_sample;
    uint64_t groups = scree_parts(frame->width, SAMPLE_COLUMNS * group_threads(made)) *
                      scree_parts(frame->rows, SAMPLE_ROWS) * scree_least(frame->planes, made->batch_planes);
    bool is_restless = made->octaves <= 2 && cells > RESTLESS_CELLS;
    return groups < FEW_GROUPS || is_restless ? SAMPLE_ROWS_SMALL : SAMPLE_ROWS;
}

/* Whether every row starts at a multiple of two samples. */
static bool is_paired(const recording *made)
{
    return made->output.first % 2 == 0 && made->output.row_stride % 2 == 0 && made->output.plane_stride % 2 == 0;
}

static scree_result get_pipeline(const recording *made, scree_vulkan_shader shader, VkPipeline *pipeline)
{
    const scree_plan *plan = made->session->plan;
    uint32_t constants[CONSTANT_COUNT] = {
        [CONSTANT_AXES] = plan->axes,
        [CONSTANT_KIND] = (uint32_t)plan->params.kind,
        [CONSTANT_HASH] = (uint32_t)plan->params.hash,
        [CONSTANT_FRACTAL] = (uint32_t)plan->params.fractal,
    };
    /* Constants that a shader does not look at: one pipeline serves all of their values. */
    if (shader == SCREE_VULKAN_SAMPLES) {
        constants[CONSTANT_AXES] = plan->axes == 2 ? 2 : 3;
        constants[CONSTANT_HASH] = 0;
        constants[CONSTANT_GROUP] = group_threads(made);
        constants[CONSTANT_ROWS] = strip_rows(made);
        constants[CONSTANT_OCTAVES] = made->octaves;
        constants[CONSTANT_PAIRED] = is_paired(made);
    }
    if (shader == SCREE_VULKAN_VARIANT) {
        constants[CONSTANT_VARIANT] = (uint32_t)plan->params.variant;
    }
    if (shader == SCREE_VULKAN_PLANES) {
        constants[CONSTANT_FRACTAL] = 0;
    }
    return scree_vulkan_pipeline_get(made->session->device, shader, constants, pipeline);
}

static uint32_t table_bindings(const recording *made, scree_vulkan_binding *bindings)
{
    const scree_vulkan_memory *tables = &made->slot->tables;
    bindings[0] = (scree_vulkan_binding){BINDING_TABLES, tables->handle, 0, tables->bytes};
    bindings[1] = (scree_vulkan_binding){BINDING_ENTRIES, tables->handle, 0, tables->bytes};
    return 2;
}

static scree_vulkan_binding bind_nodes(const recording *made, uint32_t number, uint64_t half)
{
    return (scree_vulkan_binding){number, made->session->device->nodes.handle, half * made->half_bytes,
                                  made->half_bytes};
}

static scree_result bind_samples(const recording *made, const plane_window *window, uint64_t half, VkDescriptorSet *set)
{
    scree_vulkan_device *device = made->session->device;
    const scree_vulkan_memory *range = &made->slot->range_pairs;
    scree_vulkan_binding bindings[BINDING_COUNT];
    uint32_t count = table_bindings(made, bindings);
    bindings[count++] = window->values;
    if (!made->session->is_direct[made->first_octave]) {
        bindings[count++] = window->values;
        bindings[count - 1].number = BINDING_PAIRS;
    }
    bindings[count++] = (scree_vulkan_binding){BINDING_RANGE, range->handle, 0, range->bytes};
    if (made->half_bytes > 0) {
        bindings[count++] = bind_nodes(made, BINDING_NODES, half);
        bindings[count++] = bind_nodes(made, BINDING_DATA, half);
    }
    return scree_vulkan_bind(device, &made->slot->commands, bindings, count, set);
}

static scree_result bind_planes(const recording *made, uint64_t half, VkDescriptorSet *set)
{
    scree_vulkan_device *device = made->session->device;
    scree_vulkan_binding bindings[BINDING_COUNT];
    uint32_t count = table_bindings(made, bindings);
    bindings[count++] = bind_nodes(made, BINDING_NODES, half);
    bindings[count++] = bind_nodes(made, BINDING_VALUES, half);
    return scree_vulkan_bind(device, &made->slot->commands, bindings, count, set);
}

/* A group of the direct kernel is a run of a row, one of the variants' is a cube. */
static void dispatch_direct(const recording *made, VkPipeline pipeline, VkDescriptorSet set, const samples_push *push)
{
    bool is_cube = made->session->plan->params.variant != SCREE_VARIANT_CONTRACTION;
    uint32_t side = is_cube ? GROUP_SIDE : 1;
    scree_vulkan_dispatch(made->session->device, made->slot->commands.compute, pipeline, set, push, sizeof *push,
                          (uint32_t)scree_parts(push->width, is_cube ? GROUP_SIDE : DIRECT_GROUP),
                          (uint32_t)scree_parts(push->rows, side), (uint32_t)scree_parts(push->planes, side));
}

/* The octaves whose samples are evaluated by themselves: by the direct kernel, or all by a variant's. */
static scree_result record_direct(const recording *made)
{
    VkPipeline pipeline = VK_NULL_HANDLE;
    bool is_variant = made->session->plan->params.variant != SCREE_VARIANT_CONTRACTION;
    scree_result result = get_pipeline(made, is_variant ? SCREE_VULKAN_VARIANT : SCREE_VULKAN_DIRECT, &pipeline);
    for (uint64_t plane = 0; result == SCREE_OK && plane < made->frame->planes;) {
        VkDescriptorSet set = VK_NULL_HANDLE;
        plane_window window = find_window(made, plane);
        samples_push push = make_push(made, &window, plane);
        push.first_plane = (uint32_t)plane;
        push.planes = (uint32_t)window.planes;
        result = bind_samples(made, &window, 0, &set);
        if (result == SCREE_OK) {
            dispatch_direct(made, pipeline, set, &push);
        }
        plane += window.planes;
    }
    return result;
}

/* The two stages of the contraction, ready to be dispatched. */
typedef struct contraction {
    VkPipeline planes;
    VkPipeline samples;
    VkDescriptorSet planes_set[2]; /* For each half of the node memory. */
    VkDescriptorSet samples_set[2];
} contraction;

/* Nodes of the batch that starts at `plane`, into the half of the node memory that is its turn. */
static void dispatch_planes(const recording *made, const contraction *stages, uint64_t plane, uint64_t planes,
                            uint64_t half)
{
    for (uint32_t o = made->first_octave; o < made->first_octave + made->octaves; o++) {
        const scree_vulkan_octave_nodes *nodes = &made->session->tables.nodes[o];
        const uint32_t push[] = {o, (uint32_t)plane};
        scree_vulkan_dispatch(made->session->device, made->slot->commands.compute, stages->planes,
                              stages->planes_set[half], push, sizeof push,
                              (uint32_t)scree_parts(nodes->stride, PLANE_GROUP_X),
                              (uint32_t)scree_parts(nodes->rows, PLANE_GROUP_Y * PLANE_NODES), (uint32_t)planes);
    }
}

static void dispatch_samples(const recording *made, const contraction *stages, const plane_window *window,
                             uint64_t plane, uint64_t planes, uint64_t half)
{
    samples_push push = make_push(made, window, plane);
    scree_vulkan_dispatch(made->session->device, made->slot->commands.compute, stages->samples,
                          stages->samples_set[half], &push, sizeof push,
                          (uint32_t)scree_parts(made->frame->width, SAMPLE_COLUMNS * group_threads(made)),
                          (uint32_t)scree_parts(made->frame->rows, strip_rows(made)), (uint32_t)planes);
}

/* Batches of a window: the nodes of each are made while the one before is summed. */
static void record_batches(const recording *made, const contraction *stages, const plane_window *window)
{
    const scree_vulkan_device *device = made->session->device;
    VkCommandBuffer commands = made->slot->commands.compute;
    uint64_t end = window->first + window->planes;
    uint64_t planes = scree_least(made->batch_planes, window->planes);
    uint64_t half = 0;
    dispatch_planes(made, stages, window->first, planes, half);
    for (uint64_t plane = window->first; plane < end; half ^= 1) {
        uint64_t next = plane + planes;
        uint64_t next_planes = scree_least(made->batch_planes, end - next);
        scree_vulkan_barrier(device, commands);
        if (next_planes > 0) {
            dispatch_planes(made, stages, next, next_planes, half ^ 1);
        }
        dispatch_samples(made, stages, window, plane, planes, half);
        plane = next;
        planes = next_planes;
    }
}

/* Sets for both halves: of the sample stage for a window, of the plane stage without one. */
static scree_result bind_halves(const recording *made, const plane_window *window, VkDescriptorSet *sets)
{
    scree_result result = SCREE_OK;
    for (uint64_t half = 0; half < made->halves && result == SCREE_OK; half++) {
        result = window != NULL ? bind_samples(made, window, half, &sets[half]) : bind_planes(made, half, &sets[half]);
    }
    return result;
}

static scree_result record_contraction(const recording *made)
{
    contraction stages;
    scree_result result = get_pipeline(made, SCREE_VULKAN_PLANES, &stages.planes);
    if (result == SCREE_OK) {
        result = get_pipeline(made, SCREE_VULKAN_SAMPLES, &stages.samples);
    }
    if (result == SCREE_OK) {
        result = bind_halves(made, NULL, stages.planes_set);
    }
    for (uint64_t plane = 0; result == SCREE_OK && plane < made->frame->planes;) {
        plane_window window = find_window(made, plane);
        if (plane > 0) {
            scree_vulkan_barrier(made->session->device, made->slot->commands.compute);
        }
        result = bind_halves(made, &window, stages.samples_set);
        if (result == SCREE_OK) {
            record_batches(made, &stages, &window);
        }
        plane += window.planes;
    }
    return result;
}

/* Software GPUs cut long loops short (loop_watch.glsl): corners of many axes are many turns. */
static uint32_t most_octaves(const scree_session *session, bool is_direct)
{
    bool is_software = session->device->base.info.kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
    return !is_direct ? SAMPLE_OCTAVES : is_software && session->plan->axes > 5 ? 1 : SCREE_MAX_OCTAVES;
}

/* Passes: runs of octaves of one method, in the order of the octaves. */
static scree_result record_passes(recording *made)
{
    const scree_session *session = made->session;
    const bool *is_direct = session->is_direct;
    scree_result result = SCREE_OK;
    for (uint32_t o = 0; o < session->plan->octaves && result == SCREE_OK; o += made->octaves) {
        made->first_octave = o;
        made->octaves = 1;
        while (o + made->octaves < session->plan->octaves && is_direct[o + made->octaves] == is_direct[o] &&
               made->octaves < most_octaves(session, is_direct[o])) {
            made->octaves++;
        }
        made->is_whole = o + made->octaves == session->plan->octaves;
        if (o > 0) {
            scree_vulkan_barrier(session->device, made->slot->commands.compute);
        }
        result = is_direct[o] ? record_direct(made) : record_contraction(made);
    }
    return result;
}

static scree_result record_conversion(const recording *made)
{
    const scree_vulkan_slot *slot = made->slot;
    const scree_mapping *mapping = &slot->target.mapping;
    struct {
        uint32_t count;
        uint32_t bits;
        float low;
        float scale;
        float top;
    } push = {(uint32_t)slot->samples, 8u * (uint32_t)scree_type_bytes(mapping->type), mapping->low, mapping->scale,
              mapping->top};
    static const uint32_t constants[CONSTANT_COUNT] = {[CONSTANT_AXES] = 1};
    const scree_vulkan_binding bindings[] = {
        {BINDING_VALUES, slot->values.handle, 0, slot->values.bytes},
        {BINDING_DATA, slot->data.handle, 0, slot->data.bytes},
    };
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    scree_vulkan_device *device = made->session->device;
    uint64_t groups = scree_parts(scree_parts(slot->samples, 32u / push.bits), CONVERT_GROUP);
    uint64_t lines = scree_parts(groups, MOST_GROUPS);
    scree_result result = scree_vulkan_pipeline_get(device, SCREE_VULKAN_CONVERT, constants, &pipeline);
    if (result == SCREE_OK) {
        result = scree_vulkan_bind(device, &made->slot->commands, bindings, 2, &set);
    }
    if (result == SCREE_OK) {
        scree_vulkan_barrier(device, slot->commands.compute);
        scree_vulkan_dispatch(device, slot->commands.compute, pipeline, set, &push, sizeof push,
                              (uint32_t)scree_parts(groups, lines), (uint32_t)lines, 1);
    }
    return result;
}

/* Tables go up, and on the first frame of a box its range becomes empty. */
static void record_start(const recording *made, uint64_t table_bytes, bool is_first)
{
    const scree_vulkan_device *device = made->session->device;
    const scree_vulkan_slot *slot = made->slot;
    VkCommandBuffer commands = slot->commands.compute;
    VkBufferCopy tables = {.size = table_bytes};
    device->call.CmdCopyBuffer(commands, slot->upload.handle, slot->tables.handle, 1, &tables);
    if (is_first) {
        VkBufferCopy pairs = {.srcOffset = table_bytes, .size = slot->range_pairs.bytes};
        device->call.CmdCopyBuffer(commands, slot->upload.handle, slot->range_pairs.handle, 1, &pairs);
    }
    scree_vulkan_barrier(device, commands);
}

/* As many planes at a time as have their nodes in `most` bytes; one at least. */
static void divide_planes(recording *made, uint64_t one, uint64_t most)
{
    scree_session *session = made->session;
    uint64_t planes = most / one > 0 ? most / one : 1;
    made->batch_planes = scree_least(scree_least(made->frame->planes, MOST_GROUPS), planes);
    made->halves = made->frame->planes > made->batch_planes ? 2 : 1;
    uint64_t nodes = scree_vulkan_tables_place_nodes(&session->tables, session->is_direct, made->batch_planes);
    made->half_bytes = scree_parts(nodes * node_bytes(session->plan), NODE_ALIGNMENT) * NODE_ALIGNMENT;
}

/* Waits for all slots of a session: what they use may go. */
static scree_result await_slots(scree_session *session)
{
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < session->slot_count && result == SCREE_OK; i++) {
        scree_vulkan_slot *slot = &session->slots[i];
        result = scree_vulkan_commands_wait(session->device, &slot->commands, &slot->nanoseconds);
    }
    return result;
}

/* Finds room for the nodes of as many planes at a time as may be. */
static scree_result prepare_nodes(recording *made)
{
    scree_session *session = made->session;
    scree_vulkan_device *device = session->device;
    uint64_t one = scree_vulkan_tables_place_nodes(&session->tables, session->is_direct, 1) * node_bytes(session->plan);
    scree_result result = SCREE_OK;
    for (uint64_t most = session->batch_bytes; one > 0; most /= 2) {
        divide_planes(made, one, most);
        uint64_t bytes = made->halves * made->half_bytes;
        if (made->half_bytes > device->traits.limits.maxStorageBufferRange) {
            return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED,
                              "%s: the lattice nodes of a plane take %llu bytes; a shader of it sees %u at most",
                              device->base.label, (unsigned long long)made->half_bytes,
                              device->traits.limits.maxStorageBufferRange);
        }
        if (bytes <= device->nodes.bytes) {
            return SCREE_OK;
        }
        result = await_slots(session);
        if (result == SCREE_OK) {
            scree_vulkan_memory_destroy(device, &device->nodes);
            result = scree_vulkan_memory_create(device, SCREE_VULKAN_ON_DEVICE, bytes, &device->nodes);
        }
        if (result == SCREE_ERROR_OUT_OF_MEMORY && made->batch_planes == 1) {
            return scree_fail(device->base.context, result, "%s: no memory for lattice nodes of %llu bytes",
                              device->base.label, (unsigned long long)bytes);
        }
        if (result != SCREE_ERROR_OUT_OF_MEMORY) {
            return result;
        }
    }
    return result;
}

/* Makes the tables of a frame ready in the memory from which they go up. */
static scree_result prepare_tables(recording *made, uint64_t *table_bytes)
{
    scree_session *session = made->session;
    scree_vulkan_device *device = session->device;
    scree_vulkan_slot *slot = made->slot;
    uint64_t bytes = scree_vulkan_tables_words(&session->tables) * sizeof(uint32_t);
    if (bytes > device->traits.limits.maxStorageBufferRange) {
        return scree_fail(device->base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s: the tables of a frame take %llu bytes; a shader of it sees %u at most",
                          device->base.label, (unsigned long long)bytes, device->traits.limits.maxStorageBufferRange);
    }
    scree_result result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_UPLOAD, bytes + slot->range_pairs.bytes,
                                                      &slot->upload, "tables");
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_ON_DEVICE, bytes, &slot->tables, "tables");
    }
    if (result == SCREE_OK) {
        uint32_t *words = slot->upload.mapped;
        scree_vulkan_tables_write(&session->tables, words);
        scree_range_pairs_clear(words + bytes / sizeof *words, RANGE_PAIRS, RANGE_PAIR_WORDS);
        *table_bytes = bytes;
    }
    return result;
}

static scree_result prepare(recording *made, uint64_t *table_bytes)
{
    scree_session *session = made->session;
    scree_result result = scree_vulkan_tables_fill(&session->tables, made->frame);
    if (result != SCREE_OK) {
        return scree_fail(session->device->base.context, result, "no memory for the tables of a frame");
    }
    result = prepare_nodes(made);
    return result == SCREE_OK ? prepare_tables(made, table_bytes) : result;
}

scree_result scree_vulkan_frame_record(scree_session *session, scree_vulkan_slot *slot, const scree_frame_walk *walk)
{
    uint64_t table_bytes = 0;
    recording made = {
        .session = session, .slot = slot, .frame = &walk->frame, .output = find_output(session, slot, &walk->frame)};
    scree_result result = prepare(&made, &table_bytes);
    if (result == SCREE_OK) {
        result = scree_vulkan_commands_begin(session->device, &slot->commands);
    }
    if (result == SCREE_OK) {
        record_start(&made, table_bytes, walk->is_first);
        result = record_passes(&made);
    }
    if (result == SCREE_OK && walk->is_last && slot->has_data) {
        result = record_conversion(&made);
    }
    if (result == SCREE_OK) {
        /* For downloads, and for whoever uses the buffer afterwards. */
        scree_vulkan_barrier_of_all(session->device, slot->commands.compute);
    }
    if (result == SCREE_OK && walk->is_last) {
        VkBufferCopy pairs = {.size = slot->range_pairs.bytes};
        session->device->call.CmdCopyBuffer(slot->commands.compute, slot->range_pairs.handle, slot->host_range.handle,
                                            1, &pairs);
    }
    return result;
}
