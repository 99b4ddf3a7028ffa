/* The surface of triangles on the CPU: boxes of voxels with a search for each voxel (mesh_kernels.c). */
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "distance_state.h"
#include "range_scan.h"
#include "whole_numbers.h"

/* Columns and layers of a box: some milliseconds of work, so that cancellation is quick. */
#define BOX_COLUMNS 256u
#define BOX_LAYERS 16u

struct scree_cpu_mesh {
    scree_range *ranges; /* One range for each worker. */
    /* The nearest voxels are computed as those of the nearest columns, by another field, whose distances are
       overwritten. */
    scree_distance_plan columns_plan;
    scree_distance_state columns;
};

static scree_result prepare_columns(scree_distance_state *state)
{
    scree_cpu_mesh *mesh = state->mesh;
    mesh->columns_plan = *state->plan;
    mesh->columns_plan.params.surface = SCREE_DISTANCE_SURFACE_COLUMNS;
    mesh->columns.device = state->device;
    mesh->columns.plan = &mesh->columns_plan;
    mesh->columns.wants_nearest = true;
    mesh->columns.progress = state->progress;
    return scree_cpu_exact_prepare(&mesh->columns);
}

scree_result scree_cpu_mesh_prepare(scree_distance_state *state)
{
    scree_cpu_mesh *mesh = calloc(1, sizeof *mesh);
    state->mesh = mesh;
    if (mesh != NULL) {
        mesh->ranges = calloc(state->device->base.info.threads, sizeof *mesh->ranges);
    }
    if (mesh == NULL || mesh->ranges == NULL) {
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a distance field");
    }
    return state->wants_nearest ? prepare_columns(state) : SCREE_OK;
}

uint64_t scree_cpu_mesh_bytes(const scree_distance_state *state)
{
    return state->mesh != NULL ? scree_cpu_exact_bytes(&state->mesh->columns) : 0;
}

void scree_cpu_mesh_destroy(scree_distance_state *state)
{
    if (state->mesh != NULL) {
        scree_cpu_exact_destroy(&state->mesh->columns);
        free(state->mesh->ranges);
        free(state->mesh);
        state->mesh = NULL;
    }
}

/* Layers to fill, divided into boxes: along x, then y, then z. */
typedef struct mesh_run {
    scree_distance_state *state;
    uint32_t first_layer, layers;
    uint64_t boxes_of_row, boxes_of_layer;
    float *out;
    bool is_counted; /* Whether its voxels count as progress. */
} mesh_run;

static void fill_box(void *user, uint32_t worker, uint64_t number)
{
    const mesh_run *run = user;
    const scree_distance_plan *plan = run->state->plan;
    scree_range *range = &run->state->mesh->ranges[worker];
    const uint32_t column = (uint32_t)(number % run->boxes_of_row) * BOX_COLUMNS;
    const uint32_t row = (uint32_t)(number % run->boxes_of_layer / run->boxes_of_row) * SCREE_MESH_ROWS;
    const uint32_t layer = (uint32_t)(number / run->boxes_of_layer) * BOX_LAYERS;
    scree_mesh_box box = {.plan = plan,
                          .first_column = column,
                          .columns = (uint32_t)scree_min(BOX_COLUMNS, plan->columns - column),
                          .first_row = row,
                          .rows = (uint32_t)scree_min(SCREE_MESH_ROWS, plan->rows - row),
                          .first_layer = run->first_layer + layer,
                          .layers = (uint32_t)scree_min(BOX_LAYERS, run->layers - layer),
                          .out = run->out + layer * plan->plane,
                          .minimum = range->minimum,
                          .maximum = range->maximum};
    if (scree_cpu_distance_is_cancelled(run->state)) {
        return;
    }
    run->state->device->kernels.mesh.fill(&box);
    range->minimum = box.minimum;
    range->maximum = box.maximum;
    if (run->is_counted) {
        scree_cpu_distance_count(run->state, (uint64_t)box.columns * box.rows * box.layers);
    }
}

scree_result scree_cpu_mesh_layers(scree_distance_state *state, uint64_t first, uint64_t layers, float *distance,
                                   uint32_t *nearest, scree_range *range)
{
    const scree_distance_plan *plan = state->plan;
    const uint32_t workers = state->device->base.info.threads;
    scree_range *ranges = state->mesh->ranges;
    mesh_run run = {.state = state,
                    .first_layer = (uint32_t)first,
                    .layers = (uint32_t)layers,
                    .boxes_of_row = scree_div_round_up(plan->columns, BOX_COLUMNS),
                    .out = distance,
                    .is_counted = nearest == NULL};
    run.boxes_of_layer = run.boxes_of_row * scree_div_round_up(plan->rows, SCREE_MESH_ROWS);
    if (nearest != NULL) {
        scree_range unused = {.minimum = INFINITY, .maximum = -INFINITY};
        scree_result result = scree_cpu_exact_layers(&state->mesh->columns, first, layers, distance, nearest, &unused);
        if (result != SCREE_OK) {
            return result;
        }
    }
    for (uint32_t i = 0; i < workers; i++) {
        ranges[i] = (scree_range){.minimum = INFINITY, .maximum = -INFINITY};
    }
    scree_worker_pool_run(state->device->pool, SCREE_ALL_WORKERS,
                          run.boxes_of_layer * scree_div_round_up(layers, BOX_LAYERS), fill_box, &run);
    for (uint32_t i = 0; i < workers; i++) {
        scree_range_widen(range, ranges[i].minimum, ranges[i].maximum);
    }
    return scree_cpu_distance_is_cancelled(state) ? SCREE_ERROR_CANCELLED : SCREE_OK;
}
