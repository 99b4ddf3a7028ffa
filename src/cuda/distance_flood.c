/* Jump flooding on a CUDA device: volumes of seeds, of which the field is one, and launches of flood_kernels.cu. */
#include "distance_state.h"

#include <stdlib.h>

#include "context_internal.h"
#include "whole_numbers.h"

/* Voxels of a stretch's passes together: short enough to be cancelled, long enough that waiting does not tell. */
#define STRETCH_VOXELS ((uint64_t)1 << 28)

/* Voxels of a column that a thread makes: few enough that every multiprocessor has work. */
#define LEAST_STEPS 4u
#define MOST_STEPS 32u
#define MOST_LAYERS_ALONE 8u
#define THREADS_PER_MULTIPROCESSOR 4096u

/*
 * Seeds of the voxels outside end up in the field's memory. With both sides the inside is flooded after that, between
 * two volumes of our own.
 */
struct scree_cuda_flood {
    scree_cuda_memory volume[2];
    CUdeviceptr seeds;  /* What the flood of the first side came to. */
    CUdeviceptr inside; /* That of the second one, or 0. */
    uint64_t waiting;   /* Voxels of passes that the stretch has not counted yet. */
};

static scree_cuda_flood_volume volume_of(const scree_distance_plan *plan)
{
    return (scree_cuda_flood_volume){.columns = plan->columns,
                                     .rows = plan->rows,
                                     .layers = plan->layers,
                                     .x_shift = plan->x_shift,
                                     .y_shift = plan->y_shift,
                                     .side = {plan->side[0], plan->side[1], plan->side[2]}};
}

/* Blocks over all columns, so many times. Volumes that can be flooded never take more than 2^31 of them. */
static scree_result run(scree_distance_state *state, const char *kernel, uint64_t times, void *parameters)
{
    const scree_distance_plan *plan = state->plan;
    uint64_t blocks = scree_parts(plan->columns, SCREE_CUDA_FLOOD_COLUMNS) *
                      scree_parts(plan->rows, SCREE_CUDA_FLOOD_ROWS) * times;
    scree_cuda_launch launch = {.part = SCREE_CUDA_FLOOD,
                                .kernel = kernel,
                                .grid = {(uint32_t)blocks, 1, 1},
                                .block = {SCREE_CUDA_FLOOD_COLUMNS, SCREE_CUDA_FLOOD_ROWS, 1}};
    return scree_cuda_run(state->device, &launch, parameters, state->device->compute);
}

static scree_result end_stretch(scree_distance_state *state)
{
    uint64_t voxels = state->flood->waiting;
    state->flood->waiting = 0;
    return scree_cuda_distance_end(state, voxels);
}

/* Counts a pass; a stretch that is long enough ends, and the next begins. */
static scree_result count_pass(scree_distance_state *state)
{
    state->flood->waiting += state->plan->voxels;
    if (state->flood->waiting < STRETCH_VOXELS) {
        return SCREE_OK;
    }
    scree_result result = end_stretch(state);
    return result == SCREE_OK ? scree_cuda_distance_begin(state) : result;
}

/* How often columns should be cut, so that there are threads for all of the device. */
static uint64_t wanted_parts(const scree_distance_state *state)
{
    uint64_t threads = (uint64_t)state->device->multiprocessors * THREADS_PER_MULTIPROCESSOR;
    return scree_parts(threads, state->plan->plane);
}

static scree_result run_pass(scree_distance_state *state, CUdeviceptr from, CUdeviceptr to, uint32_t jump)
{
    const scree_distance_plan *plan = state->plan;
    scree_cuda_flood_pass pass = {.volume = volume_of(plan),
                                  .from = (const uint32_t *)(uintptr_t)from,
                                  .to = (uint32_t *)(uintptr_t)to,
                                  .jump = jump};
    if (jump >= plan->layers) {
        pass.steps = (uint32_t)scree_least(MOST_LAYERS_ALONE, scree_parts(plan->layers, wanted_parts(state)));
        return run(state, plan->is_whole ? "flood_layers_whole" : "flood_layers_real",
                   scree_parts(plan->layers, pass.steps), &pass);
    }
    uint64_t length = scree_parts(plan->layers, jump);
    uint64_t parts = scree_least(scree_parts(wanted_parts(state), jump), scree_parts(length, LEAST_STEPS));
    pass.steps = (uint32_t)scree_least(MOST_STEPS, scree_parts(length, parts));
    return run(state, plan->is_whole ? "flood_columns_whole" : "flood_columns_real",
               jump * scree_parts(length, pass.steps), &pass);
}

/* Floods one side between two volumes, from the first on, and tells which of them has the last pass's result. */
static scree_result flood_side(scree_distance_state *state, bool seeds_are_solid, const CUdeviceptr volume[2],
                               CUdeviceptr *last)
{
    const scree_distance_plan *plan = state->plan;
    scree_cuda_flood_seeds seeds = {
        .volume = volume_of(plan),
        .tops = (const uint32_t *)(uintptr_t)state->tops.handle,
        .occupancy = (const uint8_t *)(uintptr_t)state->occupancy.handle,
        .to = {(uint32_t *)(uintptr_t)volume[0], (uint32_t *)(uintptr_t)volume[1]},
        .seeds_are_solid = seeds_are_solid,
    };
    scree_result result = run(state, "flood_seeds", plan->layers, &seeds);
    for (uint32_t i = 0; i < plan->jump_count && result == SCREE_OK; i++) {
        result = run_pass(state, volume[i % 2], volume[(i + 1) % 2], plan->jumps[i]);
        if (result == SCREE_OK) {
            result = count_pass(state);
        }
    }
    *last = volume[plan->jump_count % 2];
    return result;
}

static scree_result flood_sides(scree_distance_state *state)
{
    scree_cuda_flood *flood = state->flood;
    bool ends_where_it_began = state->plan->jump_count % 2 == 0;
    scree_distance_sign sign = state->plan->params.sign;
    CUdeviceptr own[2] = {flood->volume[0].handle, flood->volume[1].handle};
    CUdeviceptr field[2] = {ends_where_it_began ? state->distance : own[0],
                            ends_where_it_began ? own[0] : state->distance};
    scree_result result = scree_cuda_distance_begin(state);
    if (result == SCREE_OK) {
        result = flood_side(state, sign != SCREE_SIGN_INSIDE, field, &flood->seeds);
    }
    if (result == SCREE_OK && sign == SCREE_SIGN_BOTH) {
        result = flood_side(state, false, own, &flood->inside);
    }
    return result == SCREE_OK ? end_stretch(state) : result;
}

scree_result scree_cuda_flood_prepare(scree_distance_state *state)
{
    static const char purpose[] = "jump flooding";
    uint64_t bytes = state->plan->voxels * sizeof(uint32_t);
    uint32_t volumes = state->plan->params.sign == SCREE_SIGN_BOTH ? 2 : 1;
    state->flood = calloc(1, sizeof *state->flood);
    if (state->flood == NULL) {
        return scree_fail(state->device->base.context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for jump flooding");
    }
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < volumes && result == SCREE_OK; i++) {
        result = scree_cuda_memory_reserve(state->device, false, bytes, &state->flood->volume[i], purpose);
    }
    return result == SCREE_OK ? flood_sides(state) : result;
}

scree_result scree_cuda_flood_layers(scree_distance_state *state, uint64_t first, uint64_t layers, CUdeviceptr distance,
                                     CUdeviceptr nearest)
{
    const scree_distance_plan *plan = state->plan;
    scree_cuda_flood_distances distances = {
        .volume = volume_of(plan),
        .seeds = (const uint32_t *)(uintptr_t)state->flood->seeds,
        .inside = (const uint32_t *)(uintptr_t)state->flood->inside,
        .distance = (float *)(uintptr_t)distance,
        .nearest = (uint32_t *)(uintptr_t)nearest,
        .first = (uint32_t)first,
        .unit = plan->unit,
        .margin = plan->margin,
        .clip = plan->clip,
    };
    return run(state, plan->is_whole ? "flood_distances_whole" : "flood_distances_real", layers, &distances);
}

void scree_cuda_flood_destroy(scree_distance_state *state)
{
    if (state->flood != NULL) {
        for (uint32_t i = 0; i < 2; i++) {
            scree_cuda_memory_free(state->device, &state->flood->volume[i]);
        }
        free(state->flood);
        state->flood = NULL;
    }
}
