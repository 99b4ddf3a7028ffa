#include "noise_tile.h"

#include <float.h>

#include "tile_methods.h"
#include "whole_numbers.h"

static const scree_tile_method *method_of(const scree_tile_source *source, uint32_t octave)
{
    if (source->plan->is_warped) {
        return &scree_tile_warped;
    }
    if (scree_plan_has_sites(source->plan)) {
        return &scree_tile_sites;
    }
    return source->is_direct[octave] ? &scree_tile_direct : &scree_tile_contraction;
}

/* First components of a warp have tiles like any field. */
static void allocate_warp(scree_tile_space *space, scree_arena *arena, uint64_t width, uint64_t rows)
{
    const scree_tile_source *source = space->source;
    space->warp = NULL;
    if (source->plan->is_warped) {
        void *memory = scree_arena_allocate(arena, scree_tile_space_bytes(source->warp[0], width, rows));
        space->component = memory != NULL ? scree_tile_space_lay_out(source->warp[0], width, rows, memory) : NULL;
        space->warp = scree_warp_tile_allocate(arena, source, width, rows);
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
    space->scratch = scree_arena_words(arena, SCREE_BATCH_ROWS * space->line_stride * plan->channels);
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

static void start_tile(scree_tile_space *space)
{
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
static void start_plane(scree_tile_space *space, uint64_t plane, bool is_first)
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

/* Chooses the memory of a batch of rows; samples that are not kept go where the next batch's will go. */
static void aim_batch(const scree_tile_space *space, const scree_target *target, uint64_t plane, scree_sum_batch *batch)
{
    const scree_tile *tile = space->tile;
    uint64_t row = space->first_row;
    if (target->values == NULL) {
        batch->out = space->scratch;
        batch->row_stride = space->line_stride * batch->channels;
        return;
    }
    if (tile->starts_target) {
        plane -= tile->first_plane;
        row -= tile->first_row;
    }
    batch->out = target->values + plane * target->plane_stride + row * target->row_stride +
                 (tile->starts_target ? 0 : tile->first_x * batch->channels);
    batch->row_stride = target->row_stride;
    batch->is_streamed = tile->is_streamed;
}

static void convert_batch(const scree_tile_space *space, const scree_target *target, uint64_t plane,
                          const scree_sum_batch *batch)
{
    const scree_tile *tile = space->tile;
    for (uint32_t r = 0; r < batch->rows; r++) {
        const uint64_t index = (plane * tile->box.rows + space->first_row + r) * tile->box.width + tile->first_x;
        space->source->kernels->noise.convert(&target->mapping, batch->out + r * batch->row_stride, tile->width,
                                              (char *)target->data + index * scree_type_bytes(target->mapping.type));
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

static void generate_batch(scree_tile_space *space, const scree_target *target, uint64_t plane)
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
                             .minimum = space->minimum,
                             .maximum = space->maximum};
    aim_batch(space, target, plane, &batch);
    sum_rows(space, &batch);
    for (uint32_t r = 0; plan->value_map != NULL && r < space->row_count; r++) {
        space->source->kernels->noise.distribute(plan->value_map, batch.out + r * batch.row_stride, batch.count,
                                                 batch.channels);
    }
    if (target->data != NULL) {
        convert_batch(space, target, plane, &batch);
    }
}

/* Sums a plane of a tile by batches of rows. */
static void generate_plane(scree_tile_space *space, const scree_target *target, uint64_t plane)
{
    const uint64_t end = space->tile->first_row + space->tile->rows;
    for (uint64_t row = space->tile->first_row; row < end; row += SCREE_BATCH_ROWS) {
        space->first_row = row;
        space->row_count = (uint32_t)scree_min(end - row, SCREE_BATCH_ROWS);
        generate_batch(space, target, plane);
    }
}

/* Stores past the caches are not ordered by the locks that publish them. */
static void order_stores(void)
{
#ifdef __x86_64__
    __builtin_ia32_sfence();
#endif
}

/* Makes the first components of a warp for some planes from one on. */
static void make_components(const scree_tile_space *space, uint64_t plane, uint64_t planes)
{
    scree_tile part = *space->tile;
    scree_progress unfollowed = {.boxes = 0};
    scree_range unused = {0};
    part.first_plane = plane;
    part.planes = planes;
    part.is_streamed = false;
    part.starts_target = true;
    for (uint32_t axis = 0; axis < space->source->plan->axes && planes > 0; axis++) {
        const scree_target target = scree_warp_tile_target(space->warp, axis);
        scree_tile_generate(space->component, space->source->warp[axis], &part, &target, &unfollowed, &unused);
        scree_warp_tile_pad(space->warp, space->tile, axis, planes);
    }
}

/* Widens a range by the minimum and the maximum of each lane, which were found before values were mapped. */
static void widen_range(const scree_tile_space *space, scree_range *range)
{
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        const scree_range found = {.minimum = space->minimum[lane], .maximum = space->maximum[lane]};
        scree_range_widen_mapped(range, &found, space->source->plan->value_map);
    }
}

void scree_tile_generate(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                         const scree_target *target, scree_progress *progress, scree_range *range)
{
    space->source = source;
    space->tile = tile;
    start_tile(space);
    for (uint64_t plane = tile->first_plane; plane < tile->first_plane + tile->planes; plane++) {
        if (atomic_load_explicit(&progress->is_cancelled, memory_order_relaxed)) {
            return;
        }
        start_plane(space, tile->box.first_plane + plane, plane == tile->first_plane);
        if (space->warp != NULL) {
            const uint64_t planes = scree_warp_tile_plane(space->warp, source, tile, plane, space->outer_index);
            make_components(space, plane, planes);
        }
        generate_plane(space, target, plane);
        atomic_fetch_add_explicit(&progress->done, tile->rows * tile->width, memory_order_relaxed);
    }
    if (tile->is_streamed) {
        order_stores();
    }
    widen_range(space, range);
}
