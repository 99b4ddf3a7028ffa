/* The surface of triangles: a search for each voxel (kernels/distance/mesh_search.h). */
#include "distance_mesh.h"

#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "distance_shape.h"
#include "gpu_constants.h"
#include "gpu_distance.h"

struct scree_gpu_mesh {
    scree_gpu_memory tables; /* table_layout.h */
    uint64_t words;          /* Words of the tables. */
    uint64_t inverses;       /* Offsets of the tables, in words. */
    uint64_t spans;
    /* The nearest voxels are computed as those of the nearest columns, by another field, whose distances are
       overwritten. */
    scree_distance_plan columns_plan;
};

/* Programs access the tables through one span and count their words in 32 bits. */
static scree_result lay_out(const scree_distance_state *state, scree_gpu_mesh *mesh)
{
    const scree_distance_plan *plan = state->plan;
    const scree_gpu *gpu = state->gpu;
    mesh->inverses = MESH_HEIGHTS + plan->plane;
    mesh->spans = mesh->inverses + SCREE_MESH_INVERSES * plan->plane;
    mesh->words = mesh->spans + 2 * plan->mesh->span_count;
    uint64_t most = scree_min(gpu->limits.span_bytes, UINT32_MAX * SCREE_GPU_WORD);
    return mesh->words * SCREE_GPU_WORD <= most
               ? SCREE_OK
               : scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                            "%s: the tables of a mesh of %llu cells have %llu bytes; its shaders reach %llu",
                            gpu->base.label, (unsigned long long)plan->plane,
                            (unsigned long long)(mesh->words * SCREE_GPU_WORD), (unsigned long long)most);
}

static void send_words(const scree_distance_state *state, uint64_t first, uint64_t words, const void *from,
                       scree_result *result)
{
    /* A map of one cell has no blocks. */
    if (*result == SCREE_OK && words > 0) {
        *result = scree_gpu_write(
            state->gpu, (scree_gpu_span){&state->mesh->tables, first * SCREE_GPU_WORD, words * SCREE_GPU_WORD}, from);
    }
}

static scree_result send_tables(const scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    const scree_distance_mesh *source = plan->mesh;
    scree_gpu_mesh *mesh = state->mesh;
    uint32_t header[MESH_HEIGHTS] = {0};
    scree_result result = SCREE_OK;
    for (uint32_t level = 0; level < source->levels; level++) {
        header[MESH_FIRST + level] = (uint32_t)source->first[level];
    }
    memcpy(header + MESH_SIDES, &source->sides, sizeof source->sides);
    scree_gpu_reserve(state->gpu, SCREE_GPU_ON_DEVICE, mesh->words * SCREE_GPU_WORD, &mesh->tables,
                      "the tables of a mesh", &result);
    send_words(state, 0, MESH_HEIGHTS, header, &result);
    send_words(state, MESH_HEIGHTS, plan->plane, plan->heights, &result);
    send_words(state, mesh->inverses, SCREE_MESH_INVERSES * plan->plane, source->inverses, &result);
    send_words(state, mesh->spans, 2 * source->span_count, source->spans, &result);
    return result;
}

static scree_result prepare(scree_distance_state *state)
{
    const scree_distance_plan *plan = state->plan;
    scree_gpu_mesh *mesh = calloc(1, sizeof *mesh);
    state->mesh = mesh;
    if (mesh == NULL) {
        return scree_fail(state->gpu->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    scree_result result = lay_out(state, mesh);
    if (result == SCREE_OK) {
        result = send_tables(state);
    }
    if (result == SCREE_OK && state->wants_nearest) {
        mesh->columns_plan = *plan;
        mesh->columns_plan.params.surface = SCREE_DISTANCE_SURFACE_COLUMNS;
        state->plan = &mesh->columns_plan;
        result = scree_gpu_exact_method.prepare(state);
        state->plan = plan;
    }
    return result;
}

static void destroy(scree_distance_state *state)
{
    scree_gpu_exact_method.destroy(state);
    if (state->mesh != NULL) {
        scree_gpu_free(state->gpu, &state->mesh->tables);
        free(state->mesh);
        state->mesh = NULL;
    }
}

/* Records as many layers as a span and a dispatch hold; they are written to `distance` from word `offset` on. */
static void record(const scree_distance_state *state, const scree_gpu_layers *output, uint64_t first, uint64_t layers,
                   uint64_t offset)
{
    const scree_distance_plan *plan = state->plan;
    const scree_gpu_mesh *mesh = state->mesh;
    bool is_negated = plan->params.sign == SCREE_DISTANCE_SIGN_BOTH;
    scree_gpu_mesh_box box = {.columns = plan->columns,
                              .rows = plan->rows,
                              .levels = plan->mesh->levels,
                              .inverses = (uint32_t)mesh->inverses,
                              .spans = (uint32_t)mesh->spans,
                              .first_layer = (uint32_t)first,
                              .layers = (uint32_t)layers,
                              .measures = scree_distance_measures(plan) | (is_negated ? 4u : 0u),
                              .unit = plan->unit,
                              .margin = plan->margin,
                              .clip = plan->clip};
    scree_gpu_dispatch dispatch = {
        .program = SCREE_GPU_MESH,
        .constants = &box,
        .constants_bytes = sizeof box,
        .spans = {[BINDING_TABLES] = {&mesh->tables, 0, mesh->words * SCREE_GPU_WORD},
                  [BINDING_DATA] = {&state->levels, 0, plan->layers * sizeof(float)},
                  [BINDING_VALUES] =
                      scree_gpu_window(state->gpu, output->distance, offset, layers * plan->plane, &box.skipped)},
    };
    /* The same tables, for programs whose windows have no words to skip. */
    uint32_t skipped = 0;
    const scree_gpu_span *tables = &dispatch.spans[BINDING_TABLES];
    dispatch.spans[BINDING_ENTRIES] =
        scree_gpu_window(state->gpu, *tables, mesh->inverses, mesh->spans - mesh->inverses, &skipped);
    if (mesh->words > mesh->spans) {
        dispatch.spans[BINDING_NODES] =
            scree_gpu_window(state->gpu, *tables, mesh->spans, mesh->words - mesh->spans, &skipped);
    }
    uint64_t groups = scree_div_round_up(plan->columns, MESH_GROUP_SIDE) *
                      scree_div_round_up(plan->rows, MESH_GROUP_SIDE);
    memcpy(box.sides, &plan->mesh->sides, sizeof box.sides);
    scree_gpu_number_groups(state->gpu, groups, scree_div_round_up(layers, MESH_GROUP_LAYERS), &dispatch);
    scree_gpu_run(output->commands, &dispatch);
}

/* Records the computation of the nearest voxels, and of distances that those to the surface overwrite. */
static void record_columns(scree_distance_state *state, const scree_gpu_layers *output)
{
    const scree_distance_plan *plan = state->plan;
    state->plan = &state->mesh->columns_plan;
    scree_gpu_exact_method.layers(state, output);
    state->plan = plan;
    scree_gpu_barrier(output->commands, false);
}

static void make_all(scree_distance_state *state, const scree_gpu_layers *output)
{
    uint64_t layer_bytes = state->plan->plane * SCREE_GPU_WORD;
    uint64_t most =
        scree_min(scree_gpu_window_bytes(state->gpu) / layer_bytes, SCREE_GPU_MOST_GROUPS * MESH_GROUP_LAYERS);
    if (output->nearest.memory != NULL) {
        record_columns(state, output);
    }
    for (uint64_t done = 0; done < output->layers; done += most) {
        record(state, output, output->first + done, scree_min(output->layers - done, most), done * state->plan->plane);
    }
}

const struct scree_gpu_distance_method scree_gpu_mesh_method = {
    .prepare = prepare, .layers = make_all, .destroy = destroy};
