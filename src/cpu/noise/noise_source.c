#include "noise_source.h"

#include <stdlib.h>

#include "context_internal.h"
#include "warp_tile.h"
#include "whole_numbers.h"

/* Bytes of a tile's lines (two lattice rows with value and slope, and as many for each derivative but that along y, of
   every octave) that should stay near the core. */
#define LINE_BYTES (96u << 10)
#define MIN_WIDTH 256u
#define MOST_WIDTH 4096u
#define WIDTH_UNIT 64u
/* Rows of a tile: enough that the lattice rows at its border, which it makes itself, weigh little. */
#define MOST_ROWS 256u
/* Bytes of a tile's node planes, which many fine octaves of three axes and more would let grow. */
#define PLANE_BYTES (8u << 20)
/* Cells to a sample along x beyond which an octave is evaluated directly. */
#define DIRECT_CELLS_PER_SAMPLE 0.9

/* Wide tiles write long runs; tiles of many octaves are narrower, so that their lines stay in the cache. */
static void choose_tile(scree_cpu_noise *noise)
{
    const scree_plan *plan = noise->source.plan;
    const uint32_t parts = plan->has_duals ? plan->axes : 1;
    uint64_t width = LINE_BYTES / (16u * parts * plan->octaves) / MIN_WIDTH * MIN_WIDTH;
    width = width < MIN_WIDTH ? MIN_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
    uint64_t rows = plan->axes > 1 ? plan->grid.count[1] : 1;
    /* Tiles of nearly one width: a row of 4097 samples has no tile of one. */
    uint64_t tiles = scree_div_round_up(plan->grid.count[0], width);
    uint64_t even = scree_div_round_up(scree_div_round_up(plan->grid.count[0], tiles), WIDTH_UNIT) * WIDTH_UNIT;
    noise->tile_width = scree_min(plan->grid.count[0], even);
    noise->tile_rows = rows < MOST_ROWS ? rows : MOST_ROWS;
    if (plan->is_warped) {
        noise->tile_width = scree_min(noise->tile_width, SCREE_WARP_TILE_WIDTH);
        noise->tile_rows = scree_min(noise->tile_rows, plan->planes > 1 ? SCREE_WARP_TILE_ROWS : SCREE_WARP_PLANE_ROWS);
    }
    while (noise->tile_rows > SCREE_BATCH_ROWS &&
           scree_tile_plane_bytes(&noise->source, noise->tile_width, noise->tile_rows) > PLANE_BYTES) {
        noise->tile_rows /= 2;
    }
}

/* Prepares the first components of a warped field. */
static scree_result init_warp(scree_cpu_noise *noise, const scree_plan *plan, const scree_cpu_kernels *kernels)
{
    scree_result result = SCREE_OK;
    if (noise->warp == NULL) {
        noise->warp = calloc(SCREE_SITE_AXES, sizeof *noise->warp);
    }
    if (noise->warp == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    for (uint32_t axis = 0; axis < plan->axes && result == SCREE_OK; axis++) {
        result = scree_cpu_noise_init(&noise->warp[axis], plan->warp.first[axis], kernels);
        noise->source.warp[axis] = &noise->warp[axis].source;
    }
    return result;
}

scree_result scree_cpu_noise_init(scree_cpu_noise *noise, const scree_plan *plan, const scree_cpu_kernels *kernels)
{
    for (uint32_t o = 0; o < plan->octaves; o++) {
        noise->octaves[o] = scree_cpu_octave_of(plan, o);
        noise->is_direct[o] = scree_plan_prefers_direct(plan, o, DIRECT_CELLS_PER_SAMPLE);
    }
    noise->axis[0].is_filled = false;
    noise->axis[1].is_filled = false;
    noise->source = (scree_tile_source){.plan = plan,
                                        .kernels = kernels,
                                        .octaves = noise->octaves,
                                        .is_direct = noise->is_direct,
                                        .x = noise->axis[0].octave,
                                        .y = noise->axis[1].octave};
    choose_tile(noise);
    return plan->is_warped ? init_warp(noise, plan, kernels) : SCREE_OK;
}

void scree_cpu_noise_clear(scree_cpu_noise *noise)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        scree_axis_tables_clear(&noise->axis[axis]);
    }
    for (uint32_t axis = 0; noise->warp != NULL && axis < SCREE_SITE_AXES; axis++) {
        scree_cpu_noise_clear(&noise->warp[axis]);
    }
    free(noise->warp);
    noise->warp = NULL;
}

/* Tables along one axis; slabs of one grid mostly share those of x. */
static scree_result fill_axis(scree_cpu_noise *noise, scree_context *context, uint32_t axis, uint64_t first,
                              uint64_t count)
{
    if (scree_axis_tables_fill(&noise->axis[axis], noise->source.plan, axis, first, count) == SCREE_OK) {
        return SCREE_OK;
    }
    return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a table of %llu samples",
                      (unsigned long long)count);
}

scree_result scree_cpu_noise_fill_tables(scree_cpu_noise *noise, scree_context *context, const scree_box *box)
{
    const scree_plan *plan = noise->source.plan;
    scree_result result = SCREE_OK;
    for (uint32_t axis = 0; plan->is_warped && axis < plan->axes && result == SCREE_OK; axis++) {
        result = scree_cpu_noise_fill_tables(&noise->warp[axis], context, box);
    }
    if (result != SCREE_OK || scree_plan_has_sites(plan)) {
        return result; /* Tiles locate the samples of sites themselves. */
    }
    result = fill_axis(noise, context, 0, box->first_x, box->width);
    return result == SCREE_OK && plan->axes > 1 ? fill_axis(noise, context, 1, box->first_row, box->rows) : result;
}

uint64_t scree_cpu_noise_table_bytes(const scree_cpu_noise *noise)
{
    const scree_plan *plan = noise->source.plan;
    uint64_t bytes = scree_axis_tables_bytes(&noise->axis[0]) + scree_axis_tables_bytes(&noise->axis[1]);
    for (uint32_t axis = 0; plan->is_warped && axis < plan->axes; axis++) {
        bytes += scree_cpu_noise_table_bytes(&noise->warp[axis]);
    }
    return bytes;
}

/* A sample of an octave: folded from the lattice, or for each corner of its cell. */
#define FOLDED_NANOSECONDS 0.4
#define CORNER_NANOSECONDS 0.3

double scree_cpu_noise_nanoseconds(const scree_cpu_noise *noise)
{
    const scree_plan *plan = noise->source.plan;
    double of_sample = 0.0;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        of_sample += noise->is_direct[o] ? CORNER_NANOSECONDS * (double)(1u << plan->axes) : FOLDED_NANOSECONDS;
    }
    for (uint32_t axis = 0; plan->is_warped && axis < plan->axes; axis++) {
        of_sample += plan->params.warp.times * scree_cpu_noise_nanoseconds(&noise->warp[axis]);
    }
    return of_sample;
}
