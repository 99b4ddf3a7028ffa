/* The surface of triangles on a Vulkan device: every voxel by itself (kernels/mesh_search.h). */
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "distance_mesh.h"
#include "distance_shape.h"
#include "distance_state.h"
#include "mesh_layout.h"
#include "whole_numbers.h"

/* Work groups along an axis at most: every device has so many. */
#define MOST_GROUPS ((uint64_t)65535)

struct scree_vulkan_mesh {
    scree_vulkan_memory tables; /* mesh_layout.h */
    uint64_t words;             /* Of them. */
    uint32_t inverses;          /* Words at which tables begin. */
    uint32_t spans;
    VkPipeline pipeline;
    /* The nearest voxels are those of the nearest columns: another field's, whose distances are overwritten. */
    scree_distance_plan columns_plan;
};

/* What shaders are pushed. */
typedef struct mesh_push {
    uint32_t columns;
    uint32_t rows;
    uint32_t levels;
    uint32_t inverses;
    uint32_t spans;
    uint32_t first_layer;
    uint32_t layers;
    uint32_t skipped;
    uint32_t measures;
    float unit;
    float margin;
    float clip;
} mesh_push;

/* Shaders reach the tables by one binding. */
static scree_result lay_out(const scree_distance_state *state, scree_vulkan_mesh *mesh)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t inverses = MESH_HEIGHTS + plan->plane;
    uint64_t spans = inverses + SCREE_MESH_INVERSES * plan->plane;
    mesh->words = spans + 2 * plan->mesh->span_count;
    mesh->inverses = (uint32_t)inverses;
    mesh->spans = (uint32_t)spans;
    uint64_t most = state->device->traits.limits.maxStorageBufferRange;
    return mesh->words * sizeof(uint32_t) <= most
               ? SCREE_OK
               : scree_fail(state->device->base.context, SCREE_ERROR_UNSUPPORTED,
                            "%s: the tables of a mesh of %llu cells have %llu bytes; its shaders reach %llu",
                            state->device->base.label, (unsigned long long)plan->plane,
                            (unsigned long long)(mesh->words * sizeof(uint32_t)), (unsigned long long)most);
}

static scree_result send_words(const scree_distance_state *state, uint64_t place, uint64_t words, const void *from)
{
    /* A map of one cell has no blocks. */
    return words == 0 ? SCREE_OK
                      : scree_vulkan_write(state->device, state->mesh->tables.handle, place * sizeof(uint32_t),
                                           words * sizeof(uint32_t), from);
}

static scree_result send_tables(const scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    const scree_distance_mesh *source = plan->mesh;
    scree_vulkan_mesh *mesh = state->mesh;
    uint32_t header[MESH_HEIGHTS] = {0};
    for (uint32_t level = 0; level < source->levels; level++) {
        header[MESH_FIRST + level] = (uint32_t)source->first[level];
    }
    memcpy(header + MESH_SIDES, &source->sides, sizeof source->sides);
    scree_result result = scree_vulkan_memory_reserve(
        state->device, SCREE_VULKAN_ON_DEVICE, mesh->words * sizeof(uint32_t), &mesh->tables, "the tables of a mesh");
    if (result == SCREE_OK) {
        result = send_words(state, 0, MESH_HEIGHTS, header);
    }
    if (result == SCREE_OK) {
        result = send_words(state, MESH_HEIGHTS, plan->plane, plan->heights);
    }
    if (result == SCREE_OK) {
        result = send_words(state, mesh->inverses, SCREE_MESH_INVERSES * plan->plane, source->inverses);
    }
    return result == SCREE_OK ? send_words(state, mesh->spans, 2 * source->span_count, source->spans) : result;
}

scree_result scree_vulkan_mesh_prepare(scree_distance_state *state)
{
    static const uint32_t constants[CONSTANT_COUNT] = {0};
    const scree_distance_plan *plan = state->plan;
    scree_vulkan_mesh *mesh = calloc(1, sizeof *mesh);
    state->mesh = mesh;
    if (mesh == NULL) {
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    scree_result result = lay_out(state, mesh);
    if (result == SCREE_OK) {
        result = scree_vulkan_pipeline_get(state->device, SCREE_VULKAN_MESH, constants, &mesh->pipeline);
    }
    if (result == SCREE_OK) {
        result = send_tables(state);
    }
    if (result == SCREE_OK && state->wants_nearest) {
        mesh->columns_plan = *plan;
        mesh->columns_plan.params.surface = SCREE_SURFACE_COLUMNS;
        state->plan = &mesh->columns_plan;
        result = scree_vulkan_exact_prepare(state);
        state->plan = plan;
    }
    return result;
}

void scree_vulkan_mesh_destroy(scree_distance_state *state)
{
    if (state->mesh != NULL) {
        scree_vulkan_memory_destroy(state->device, &state->mesh->tables);
        free(state->mesh);
        state->mesh = NULL;
    }
}

/* Which sides are measured; bit 2: the inside is negative. */
static uint32_t measures_of(const scree_distance_plan *plan)
{
    return scree_distance_measures(plan) | (plan->params.sign == SCREE_SIGN_BOTH ? 4u : 0u);
}

/* As many layers as a binding and a dispatch hold. */
static scree_result record(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                           uint64_t layers, scree_vulkan_span distance, uint64_t place)
{
    const scree_distance_plan *plan = state->plan;
    const scree_vulkan_mesh *mesh = state->mesh;
    uint64_t groups = scree_parts(plan->columns, MESH_GROUP_SIDE) * scree_parts(plan->rows, MESH_GROUP_SIDE);
    uint64_t across = scree_least(groups, MOST_GROUPS);
    VkDescriptorSet set = VK_NULL_HANDLE;
    mesh_push push = {.columns = plan->columns,
                      .rows = plan->rows,
                      .levels = plan->mesh->levels,
                      .inverses = mesh->inverses,
                      .spans = mesh->spans,
                      .first_layer = (uint32_t)first,
                      .layers = (uint32_t)layers,
                      .measures = measures_of(plan),
                      .unit = plan->unit,
                      .margin = plan->margin,
                      .clip = plan->clip};
    const scree_vulkan_binding bindings[] = {
        {BINDING_TABLES, mesh->tables.handle, 0, mesh->words * sizeof(uint32_t)},
        {BINDING_DATA, state->levels.handle, 0, plan->layers * sizeof(float)},
        scree_vulkan_bind_words(state->device, BINDING_VALUES, distance, place, layers * plan->plane, &push.skipped),
    };
    scree_result result = scree_vulkan_bind(state->device, commands, bindings, 3, &set);
    if (result == SCREE_OK) {
        scree_vulkan_dispatch(state->device, commands->compute, mesh->pipeline, set, &push, sizeof push,
                              (uint32_t)across, (uint32_t)scree_parts(groups, across),
                              (uint32_t)scree_parts(layers, MESH_GROUP_LAYERS));
    }
    return result;
}

static scree_result record_columns(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                   uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest)
{
    const scree_distance_plan *plan = state->plan;
    state->plan = &state->mesh->columns_plan;
    scree_result result = scree_vulkan_exact_layers(state, commands, first, layers, distance, nearest);
    state->plan = plan;
    scree_vulkan_barrier(state->device, commands->compute);
    return result;
}

scree_result scree_vulkan_mesh_layers(scree_distance_state *state, scree_vulkan_commands *commands, uint64_t first,
                                      uint64_t layers, scree_vulkan_span distance, scree_vulkan_span nearest)
{
    const scree_distance_plan *plan = state->plan;
    const VkPhysicalDeviceLimits *limits = &state->device->traits.limits;
    uint64_t bytes = limits->maxStorageBufferRange - limits->minStorageBufferOffsetAlignment;
    uint64_t most = scree_least(bytes / (plan->plane * sizeof(float)), MOST_GROUPS * MESH_GROUP_LAYERS);
    scree_result result = SCREE_OK;
    if (nearest.buffer != VK_NULL_HANDLE) {
        result = record_columns(state, commands, first, layers, distance, nearest);
    }
    for (uint64_t done = 0; done < layers && result == SCREE_OK; done += most) {
        result = record(state, commands, first + done, scree_least(layers - done, most), distance, done * plan->plane);
    }
    return result;
}
