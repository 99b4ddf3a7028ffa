/* Arbitrary points: the host places them, batch by batch, and the direct kernel evaluates them. */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "noise_tables.h"
#include "point_places.h"
#include "vulkan_device.h"

/* Points of a batch, and bytes of their places, at most. */
#define MOST_POINTS ((uint64_t)65536)
#define PLACE_BYTES ((uint64_t)32 << 20)

typedef struct points_run {
    scree_vulkan_device *device;
    const scree_plan *plan;
    uint64_t batch;
    scree_vulkan_commands commands;
    scree_vulkan_memory upload; /* Tables of the octaves, then places. */
    scree_vulkan_memory tables;
    scree_vulkan_memory places;
    scree_vulkan_memory values;
    scree_vulkan_memory host_values;
    uint64_t table_bytes;
    uint64_t place_bytes; /* Of one point. */
    VkPipeline pipeline;
} points_run;

static scree_result record_batch(points_run *run, uint64_t count)
{
    scree_vulkan_device *device = run->device;
    VkCommandBuffer commands = run->commands.compute;
    const uint32_t push[] = {run->plan->octaves, (uint32_t)count};
    const VkBufferCopy tables = {.size = run->table_bytes};
    const VkBufferCopy places = {.srcOffset = run->table_bytes, .size = count * run->place_bytes};
    const VkBufferCopy values = {.size = count * sizeof(float)};
    const scree_vulkan_binding bindings[] = {
        {BINDING_TABLES, run->tables.handle, 0, run->tables.bytes},
        {BINDING_ENTRIES, run->tables.handle, 0, run->tables.bytes},
        {BINDING_NODES, run->places.handle, 0, run->places.bytes},
        {BINDING_VALUES, run->values.handle, 0, run->values.bytes},
    };
    VkDescriptorSet set = VK_NULL_HANDLE;
    scree_result result = scree_vulkan_commands_begin(device, &run->commands);
    if (result == SCREE_OK) {
        result = scree_vulkan_bind(device, &run->commands, bindings, 4, &set);
    }
    if (result == SCREE_OK) {
        device->call.CmdCopyBuffer(commands, run->upload.handle, run->tables.handle, 1, &tables);
        device->call.CmdCopyBuffer(commands, run->upload.handle, run->places.handle, 1, &places);
        scree_vulkan_barrier(device, commands);
        scree_vulkan_dispatch(device, commands, run->pipeline, set, push, sizeof push,
                              (uint32_t)((count + DIRECT_GROUP - 1) / DIRECT_GROUP), 1, 1);
        scree_vulkan_barrier(device, commands);
        device->call.CmdCopyBuffer(commands, run->values.handle, run->host_values.handle, 1, &values);
        result = scree_vulkan_commands_submit(device, &run->commands, false);
    }
    return result;
}

static scree_result run_batch(points_run *run, const double *positions, uint64_t count, float *out)
{
    uint64_t unused = 0;
    scree_points_place(run->plan, 0, run->plan->octaves, positions, count,
                       (uint32_t *)(void *)((char *)run->upload.mapped + run->table_bytes));
    scree_result result = record_batch(run, count);
    if (result == SCREE_OK) {
        result = scree_vulkan_commands_wait(run->device, &run->commands, &unused);
    }
    if (result == SCREE_OK) {
        memcpy(out, run->host_values.mapped, (size_t)count * sizeof *out);
    }
    return result;
}

static scree_result prepare(points_run *run, uint64_t count)
{
    const scree_plan *plan = run->plan;
    scree_vulkan_device *device = run->device;
    uint32_t constants[CONSTANT_COUNT] = {[CONSTANT_AXES] = plan->axes,
                                          [CONSTANT_KIND] = (uint32_t)plan->params.kind,
                                          [CONSTANT_HASH] = (uint32_t)plan->params.hash,
                                          [CONSTANT_FRACTAL] = (uint32_t)plan->params.fractal};
    if (plan->params.variant != SCREE_VARIANT_CONTRACTION) {
        constants[CONSTANT_VARIANT] = SCREE_VARIANT_UNOPTIMISED; /* The only one for points: one pipeline for all. */
    }
    uint64_t range = device->traits.limits.maxStorageBufferRange;
    run->place_bytes = (uint64_t)plan->octaves * plan->axes * SCREE_PLACE_WORDS * sizeof(uint32_t);
    run->batch = (range < PLACE_BYTES ? range : PLACE_BYTES) / run->place_bytes;
    run->batch = run->batch < MOST_POINTS ? run->batch : MOST_POINTS;
    run->batch = run->batch < count ? run->batch : count;
    run->table_bytes = scree_vulkan_tables_octave_words(plan) * sizeof(uint32_t);
    uint64_t places = run->batch * run->place_bytes;
    uint64_t values = run->batch * sizeof(float);
    static const char purpose[] = "points";
    scree_result result = scree_vulkan_pipeline_get(device, SCREE_VULKAN_POINTS, constants, &run->pipeline);
    if (result == SCREE_OK) {
        result =
            scree_vulkan_memory_reserve(device, SCREE_VULKAN_UPLOAD, run->table_bytes + places, &run->upload, purpose);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_ON_DEVICE, run->table_bytes, &run->tables, purpose);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_ON_DEVICE, places, &run->places, purpose);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_ON_DEVICE, values, &run->values, purpose);
    }
    if (result == SCREE_OK) {
        result = scree_vulkan_memory_reserve(device, SCREE_VULKAN_DOWNLOAD, values, &run->host_values, purpose);
    }
    if (result == SCREE_OK) {
        scree_vulkan_tables_write_octaves(plan, run->upload.mapped);
    }
    return result;
}

scree_result scree_vulkan_points(scree_device *device, const scree_plan *plan, const double *positions, size_t count,
                                 float *out)
{
    points_run run = {.device = (scree_vulkan_device *)device, .plan = plan};
    scree_result result = scree_vulkan_commands_create(run.device, 1, &run.commands);
    if (result != SCREE_OK) {
        return result;
    }
    result = prepare(&run, count);
    for (size_t first = 0; result == SCREE_OK && first < count; first += run.batch) {
        uint64_t points = count - first < run.batch ? count - first : run.batch;
        result = run_batch(&run, positions + first * plan->axes, points, out + first);
    }
    scree_vulkan_commands_destroy(run.device, &run.commands);
    scree_vulkan_memory *all[] = {&run.upload, &run.tables, &run.places, &run.values, &run.host_values};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        scree_vulkan_memory_destroy(run.device, all[i]);
    }
    return result;
}
