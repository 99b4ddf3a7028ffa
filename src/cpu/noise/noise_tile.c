#include "noise_tile.h"

#include <float.h>

#include "tile_methods.h"
#include "whole_numbers.h"

static const scree_tile_method *method_of(const scree_tile_source *source, uint32_t octave)
{
    if (source->plan->is_displaced) {
        return &scree_tile_displaced;
    }
    if (scree_plan_has_sites(source->plan)) {
        return &scree_tile_sites;
    }
    return source->is_direct[octave] ? &scree_tile_direct : &scree_tile_contraction;
}

/* First components of a field's own warp have tiles like any field. */
static void allocate_warp(scree_tile_space *space, scree_arena *arena, uint64_t width, uint64_t rows)
{
    const scree_tile_source *source = space->source;
    space->warp = NULL;
    if (source->plan->is_displaced) {
        space->warp = scree_warp_tile_allocate(arena, source, width, rows);
    }
    if (source->plan->is_warped) {
        void *memory = scree_arena_allocate(arena, scree_tile_space_bytes(source->warp[0], width, rows));
        space->component = memory != NULL ? scree_tile_space_lay_out(source->warp[0], width, rows, memory) : NULL;
    }
}

/* Everything that a tile needs. While bytes are counted `space` is an unused scratch copy. */
static void allocate_tile(scree_tile_space *space, scree_arena *arena, const scree_tile_source *source, uint64_t width,
                          uint64_t rows)
{
    const scree_plan *plan = source->plan;
    space->source = source;
    space->line_stride = scree_whole_line(width + SCREE_LINE_SAMPLES);
    space->folds.stride = 0;
    for (uint32_t o = 0; o < plan->octaves; o++) {
        space->octave[o].method = method_of(source, o);
        space->octave[o].method->allocate(space, arena, o, width, rows);
    }
    allocate_warp(space, arena, width, rows);
    scree_tile_allocate_folds(space, arena);
}

size_t scree_tile_space_bytes(const scree_tile_source *source, uint64_t width, uint64_t rows)
{
    scree_arena arena = {.used = 0};
    scree_tile_space counted;
    scree_arena_allocate(&arena, sizeof counted);
    allocate_tile(&counted, &arena, source, width, rows);
    return arena.used;
}

scree_tile_space *scree_tile_space_lay_out(const scree_tile_source *source, uint64_t width, uint64_t rows, void *memory)
{
    scree_arena arena = {.memory = memory};
    scree_tile_space *space = scree_arena_allocate(&arena, sizeof *space);
    allocate_tile(space, &arena, source, width, rows);
    return space;
}

void scree_tile_start(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile)
{
    space->source = source;
    space->tile = tile;
    if (space->warp != NULL) {
        scree_warp_tile_start(space->warp, space->source, space->tile);
    }
    for (uint32_t o = 0; o < space->source->plan->octaves; o++) {
        space->octave[o].method->start(space, o);
    }
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        space->minimum[lane] = FLT_MAX;
        space->maximum[lane] = -FLT_MAX;
    }
}

/* Locates a plane along an outer axis, in lattices of cells. */
static void locate_plane(scree_tile_space *space, const scree_plan *plan, uint32_t axis)
{
    const int64_t index = plan->grid.first[axis] + (int64_t)space->outer_index[axis];
    for (uint32_t o = 0; !scree_plan_has_sites(plan) && o < plan->octaves; o++) {
        const scree_fixed position = scree_plan_position(&plan->octave[o].axis[axis], index);
        space->outer[o][axis] = scree_axis_entry_make(plan, o, axis, position);
        space->outer_cell[o][axis] = scree_fixed_cell(position);
    }
}

/* Indices of a plane along the outer axes, axis 2 fastest, and what follows from them for every octave. */
static void locate_planes(scree_tile_space *space, uint64_t plane, bool is_first)
{
    const scree_plan *plan = space->source->plan;
    uint64_t rest = plane;
    space->moved = 0;
    for (uint32_t axis = 2; axis < plan->axes; axis++) {
        const uint64_t index = rest % plan->grid.count[axis];
        rest /= plan->grid.count[axis];
        if (is_first || index != space->outer_index[axis]) {
            space->moved |= 1u << axis;
            space->outer_index[axis] = index;
            locate_plane(space, plan, axis);
        }
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_tile_method *method = space->octave[o].method;
        if (method->start_plane != NULL) {
            method->start_plane(space, o);
        }
    }
}

/* Returns the number of octaves that are left to be summed. */
static uint32_t prepare_octaves(scree_tile_space *space, scree_sum_octave *sums)
{
    const scree_plan *plan = space->source->plan;
    const scree_tile_octave *octaves = space->octave;
    const uint32_t prepared = octaves[0].method->prepare_all != NULL ? octaves[0].method->prepare_all(space, sums) : 0;
    if (prepared > 0) {
        return prepared;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        sums[o].weight = plan->octave[o].weight;
        sums[o].frequency = space->source->octaves[o].frequency;
        octaves[o].method->prepare(space, o, &sums[o]);
    }
    return plan->octaves;
}

/* Sums the octaves of the rows at hand, unless they are evaluated where they go. */
static void sum_rows(scree_tile_space *space, scree_sum_batch *batch)
{
    const scree_noise_kernels *kernels = &space->source->kernels->noise;
    const scree_tile_method *method = space->octave[0].method;
    scree_sum_octave sums[SCREE_MAX_OCTAVES];
    if (method->fill != NULL && method->fill(space, batch)) {
        return;
    }
    batch->octaves = sums;
    batch->octave_count = prepare_octaves(space, sums);
    if (space->source->plan->has_duals) {
        kernels->sum_duals(batch);
    } else {
        kernels->sum_octaves(batch);
    }
}

static void make_batch(scree_tile_space *space, float *out, size_t row_stride, bool is_streamed)
{
    const scree_plan *plan = space->source->plan;
    scree_sum_batch batch = {.kind = plan->params.kind,
                             .fractal = plan->fractal,
                             .options = plan->options,
                             .axes = plan->axes,
                             .fade = plan->params.fade,
                             .channels = plan->channels,
                             .curl_octaves = scree_plan_curl_octaves(plan),
                             .rows = space->row_count,
                             .count = space->tile->width,
                             .out = out,
                             .row_stride = row_stride,
                             .is_streamed = is_streamed,
                             .minimum = space->minimum,
                             .maximum = space->maximum};
    sum_rows(space, &batch);
    for (uint32_t r = 0; plan->value_map != NULL && r < batch.rows; r++) {
        space->source->kernels->noise.distribute(plan->value_map, out + r * row_stride, batch.count, batch.channels);
    }
}

void scree_tile_make_rows(scree_tile_space *space, uint64_t first_row, uint64_t rows, float *out, size_t row_stride,
                          bool is_streamed)
{
    for (uint64_t row = 0; row < rows; row += SCREE_BATCH_ROWS) {
        space->first_row = first_row + row;
        space->row_count = (uint32_t)scree_min(rows - row, SCREE_BATCH_ROWS);
        make_batch(space, out + row * row_stride, row_stride, is_streamed);
    }
}

void scree_tile_displace(scree_tile_space *space, const scree_cpu_displacement *displacement)
{
    space->displacement = *displacement;
}

/* Makes the first component of a warp for all rows of some planes, into memory that begins with the tile's first. */
static void make_component(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                           const scree_target *target)
{
    scree_tile_start(space, source, tile);
    for (uint64_t plane = 0; plane < tile->planes; plane++) {
        scree_tile_start_plane(space, tile->first_plane + plane);
        scree_tile_make_rows(space, tile->first_row, tile->rows, target->values + plane * target->plane_stride,
                             target->row_stride, false);
    }
}

/* Makes the first components of a warp for some planes from one on. */
static void make_components(const scree_tile_space *space, uint64_t plane, uint64_t planes)
{
    scree_tile part = *space->tile;
    part.first_plane = plane;
    part.planes = planes;
    for (uint32_t axis = 0; axis < space->source->plan->axes && planes > 0; axis++) {
        const scree_target target = scree_warp_tile_target(space->warp, axis);
        make_component(space->component, space->source->warp[axis], &part, &target);
        scree_warp_tile_pad(space->warp, space->tile, axis, planes);
    }
}

void scree_tile_start_plane(scree_tile_space *space, uint64_t plane)
{
    const scree_tile *tile = space->tile;
    locate_planes(space, tile->box.first_plane + plane, plane == tile->first_plane);
    if (space->warp != NULL) {
        const uint64_t planes = scree_warp_tile_plane(space->warp, space->source, tile, plane, space->outer_index);
        make_components(space, plane, planes);
    }
}

/* The minimum and the maximum of each lane were found before values were mapped. */
void scree_tile_widen_range(const scree_tile_space *space, scree_range *range)
{
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        const scree_range found = {.minimum = space->minimum[lane], .maximum = space->maximum[lane]};
        scree_range_widen_mapped(range, &found, space->source->plan->value_map);
    }
}
