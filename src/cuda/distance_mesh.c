/* The surface of triangles on a CUDA device: every voxel by itself (mesh_kernels.cu). */
#include <stdlib.h>

#include "context_internal.h"
#include "distance_mesh.h"
#include "distance_shape.h"
#include "distance_state.h"
#include "whole_numbers.h"

/* Blocks of a launch along y at most. */
#define MOST_BLOCKS ((uint64_t)65535)

struct scree_cuda_mesh {
    scree_cuda_memory first_blocks;
    scree_cuda_memory inverses;
    scree_cuda_memory spans;
    /* The nearest voxels are those of the nearest columns: another field's, whose distances are overwritten. */
    scree_distance_plan columns_plan;
};

static void send(const scree_distance_state *state, const void *from, uint64_t bytes, scree_cuda_memory *to,
                 scree_result *result)
{
    if (*result == SCREE_OK) {
        *result = scree_cuda_memory_reserve(state->device, false, bytes, to, "the tables of a mesh");
    }
    if (*result == SCREE_OK) {
        /* Read only: the transfer goes one way. */
        *result = scree_cuda_transfer(state->device, to->handle, (void *)(uintptr_t)from, bytes, false);
    }
}

static scree_result send_tables(const scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    const scree_distance_mesh *source = plan->mesh;
    scree_cuda_mesh *mesh = state->mesh;
    uint32_t first[SCREE_MESH_LEVELS] = {0};
    uint64_t inverses = plan->plane * SCREE_MESH_INVERSES;
    scree_result result = SCREE_OK;
    if (inverses > UINT32_MAX) {
        return scree_fail(state->device->base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s: a mesh of %llu cells; its kernels count %llu", state->device->base.label,
                          (unsigned long long)plan->plane, (unsigned long long)(UINT32_MAX / SCREE_MESH_INVERSES));
    }
    for (uint32_t level = 0; level < source->levels; level++) {
        first[level] = (uint32_t)source->first[level];
    }
    send(state, first, sizeof first, &mesh->first_blocks, &result);
    send(state, source->inverses, inverses * sizeof *source->inverses, &mesh->inverses, &result);
    if (source->span_count > 0) {
        send(state, source->spans, 2 * source->span_count * sizeof *source->spans, &mesh->spans, &result);
    }
    return result;
}

scree_result scree_cuda_mesh_prepare(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    state->mesh = calloc(1, sizeof *state->mesh);
    if (state->mesh == NULL) {
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    scree_result result = send_tables(state);
    if (result == SCREE_OK && state->wants_nearest) {
        state->mesh->columns_plan = *plan;
        state->mesh->columns_plan.params.surface = SCREE_SURFACE_COLUMNS;
        state->plan = &state->mesh->columns_plan;
        result = scree_cuda_exact_prepare(state);
        state->plan = plan;
    }
    return result;
}

void scree_cuda_mesh_destroy(scree_distance_state *state)
{
    if (state->mesh != NULL) {
        scree_cuda_memory_free(state->device, &state->mesh->first_blocks);
        scree_cuda_memory_free(state->device, &state->mesh->inverses);
        scree_cuda_memory_free(state->device, &state->mesh->spans);
        free(state->mesh);
        state->mesh = NULL;
    }
}

static const uint32_t *words_of(const scree_cuda_memory *memory)
{
    return (const uint32_t *)(uintptr_t)memory->handle;
}

/* As many layers as a launch holds. */
static scree_result run(const scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance)
{
    const scree_distance_plan *plan = state->plan;
    const scree_mesh_sides *sides = &plan->mesh->sides;
    uint64_t tiles = scree_parts(plan->columns, SCREE_CUDA_MESH_SIDE) * scree_parts(plan->rows, SCREE_CUDA_MESH_SIDE);
    scree_cuda_mesh_box box = {
        .heights = words_of(&state->heights),
        .inverses = words_of(&state->mesh->inverses),
        .spans = words_of(&state->mesh->spans),
        .first_blocks = words_of(&state->mesh->first_blocks),
        .levels = (const float *)(uintptr_t)state->levels.handle,
        .distance = (float *)(uintptr_t)distance,
        .plane = plan->plane,
        .columns = plan->columns,
        .rows = plan->rows,
        .block_levels = plan->mesh->levels,
        .first_layer = (uint32_t)first,
        .layers = (uint32_t)layers,
        .measures = scree_distance_measures(plan),
        .is_negated = plan->params.sign == SCREE_SIGN_BOTH,
        .unit = plan->unit,
        .margin = plan->margin,
        .clip = plan->clip,
        .sides = {sides->x, sides->y, sides->inverse_x, sides->inverse_y, sides->inverse_diagonal, sides->diagonal_x,
                  sides->diagonal_y, sides->across},
    };
    const scree_cuda_launch launch = {
        .part = SCREE_CUDA_MESH,
        .kernel = "mesh_distances",
        .grid = {(uint32_t)tiles, (uint32_t)scree_parts(layers, SCREE_CUDA_MESH_LAYERS), 1},
        .block = {SCREE_CUDA_MESH_SIDE, SCREE_CUDA_MESH_SIDE, 1},
    };
    return scree_cuda_run(state->device, &launch, &box, state->device->compute);
}

static scree_result run_columns(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                CUdeviceptr nearest)
{
    const scree_distance_plan *plan = state->plan;
    state->plan = &state->mesh->columns_plan;
    scree_result result = scree_cuda_exact_layers(state, first, layers, distance, nearest);
    state->plan = plan;
    return result;
}

scree_result scree_cuda_mesh_layers(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                    CUdeviceptr nearest)
{
    const uint64_t most = MOST_BLOCKS * SCREE_CUDA_MESH_LAYERS;
    scree_result result = nearest != 0 ? run_columns(state, first, layers, distance, nearest) : SCREE_OK;
    for (uint64_t done = 0; done < layers && result == SCREE_OK; done += most) {
        result = run(state, first + done, scree_least(layers - done, most),
                     distance + done * state->plan->plane * sizeof(float));
    }
    return result;
}
