#include "warp_tile.h"

#include "whole_numbers.h"

/* Plans of components differ in random numbers alone. */
static const scree_plan *shape_of(const scree_tile_source *source, uint32_t warp)
{
    return source->plan->warp.displaced[warp][0];
}

static void allocate_displaced(scree_warp_tile *space, scree_arena *arena, const scree_tile_source *source,
                               uint64_t rows)
{
    for (uint32_t warp = 0; warp < scree_plan_warps(source->plan); warp++) {
        const scree_plan *plan = shape_of(source, warp);
        scree_site_tile unused;
        space->sites[warp] = plan != NULL ? scree_arena_allocate(arena, plan->octaves * sizeof *space->sites[warp])
                                          : NULL;
        for (uint32_t o = 0; plan != NULL && o < plan->octaves; o++) {
            scree_site_tile *sites = arena->memory != NULL ? &space->sites[warp][o] : &unused;
            scree_site_tile_allocate(sites, arena, plan, space->rows_space.line_stride, rows);
        }
    }
}

scree_warp_tile *scree_warp_tile_allocate(scree_arena *arena, const scree_tile_source *source, uint64_t width,
                                          uint64_t rows)
{
    const size_t line_stride = scree_whole_line(width + SCREE_LINE_SAMPLES);
    const uint32_t axes = source->plan->axes;
    scree_warp_tile counted;
    scree_warp_tile *allocated = scree_arena_allocate(arena, sizeof counted);
    scree_warp_tile *space = allocated != NULL ? allocated : &counted;
    space->plane_rows = rows;
    space->parts = scree_warp_parts_of(source->plan);
    for (uint32_t axis = 0; source->plan->is_warped && axis < axes; axis++) {
        space->first[axis] = scree_arena_words(arena, SCREE_WARP_TILE_PLANES * rows * line_stride * space->parts);
        space->split[axis] = space->parts > 1 ? scree_arena_words(arena, SCREE_BATCH_ROWS * line_stride * space->parts)
                                              : NULL;
    }
    scree_warp_space_allocate(&space->rows_space, arena, source->plan, SCREE_BATCH_ROWS, line_stride);
    allocate_displaced(space, arena, source, rows);
    return allocated;
}

void scree_warp_tile_start(scree_warp_tile *space, const scree_tile_source *source, const scree_tile *tile)
{
    space->first_plane = UINT64_MAX;
    for (uint32_t warp = 0; warp < scree_plan_warps(source->plan); warp++) {
        const scree_plan *plan = shape_of(source, warp);
        for (uint32_t o = 0; plan != NULL && o < plan->octaves; o++) {
            scree_site_tile_start(&space->sites[warp][o], plan, o, tile->box.first_x + tile->first_x, tile->width,
                                  tile->box.first_row + tile->first_row, tile->rows);
        }
    }
}

uint64_t scree_warp_tile_plane(scree_warp_tile *space, const scree_tile_source *source, const scree_tile *tile,
                               uint64_t plane, const uint64_t *index)
{
    const bool is_made = space->first_plane != UINT64_MAX && plane - space->first_plane < SCREE_WARP_TILE_PLANES;
    space->plane = plane;
    space->first_plane = is_made ? space->first_plane : plane;
    for (uint32_t warp = 0; warp < scree_plan_warps(source->plan); warp++) {
        const scree_plan *plan = shape_of(source, warp);
        for (uint32_t o = 0; plan != NULL && o < plan->octaves; o++) {
            scree_site_tile_plane(&space->sites[warp][o], plan, o, index);
        }
    }
    return is_made || !source->plan->is_warped
               ? 0
               : scree_min(SCREE_WARP_TILE_PLANES, tile->first_plane + tile->planes - plane);
}

scree_target scree_warp_tile_target(const scree_warp_tile *space, uint32_t axis)
{
    const size_t stride = space->rows_space.line_stride * space->parts;
    return (scree_target){.values = space->first[axis],
                          .channels = space->parts,
                          .row_stride = stride,
                          .plane_stride = space->plane_rows * stride};
}

void scree_warp_tile_pad(const scree_warp_tile *space, const scree_tile *tile, uint32_t axis, uint64_t planes)
{
    float *values = space->first[axis];
    for (uint64_t row = 0; space->parts == 1 && row < planes * space->plane_rows;
         row++, values += space->rows_space.line_stride) {
        for (size_t i = tile->width; i < scree_whole_line(tile->width); i++) {
            values[i] = values[tile->width - 1];
        }
    }
}

/* The sites of a batch in an octave of a displacement. */
static void find_sites(void *user, uint32_t warp, uint32_t octave, scree_cpu_sites *sites)
{
    const scree_warp_tile *space = user;
    scree_site_tile_rows(&space->sites[warp][octave], space->rows.plan->warp.displaced[warp][0], octave,
                         space->batch_row, sites->rows, sites);
}

/* The first components of a batch: where they were made or, with derivatives, taken apart. */
static scree_cpu_displacement first_of_batch(const scree_warp_tile *space, const scree_tile *tile, uint32_t rows)
{
    const size_t stride = space->rows_space.line_stride;
    const size_t first_row = (space->plane - space->first_plane) * space->plane_rows + space->batch_row;
    scree_cpu_displacement first = {.row_stride = stride, .slope_stride = space->rows_space.slope_stride};
    for (uint32_t axis = 0; axis < space->rows.plan->axes; axis++) {
        const float *made = space->first[axis] + first_row * stride * space->parts;
        for (uint32_t row = 0; space->parts > 1 && row < rows; row++) {
            scree_warp_row_split(made + row * stride * space->parts, space->parts, tile->width,
                                 scree_whole_line(tile->width), space->split[axis] + row * stride, first.slope_stride);
        }
        first.along[axis] = space->parts > 1 ? space->split[axis] : made;
    }
    return first;
}

void scree_warp_tile_displace(scree_warp_tile *space, const scree_tile_source *source, const scree_tile *tile,
                              uint64_t first_row, uint32_t rows, const scree_cpu_displacement *given)
{
    space->batch_row = first_row - tile->first_row;
    space->rows = (scree_warp_rows){.kernels = source->kernels,
                                    .plan = source->plan,
                                    .space = &space->rows_space,
                                    .rows = rows,
                                    .count = scree_whole_line(tile->width),
                                    .find_sites = find_sites,
                                    .user = space};
    if (!source->plan->is_warped) {
        space->found = *given;
        return;
    }
    const scree_cpu_displacement first = first_of_batch(space, tile, rows);
    space->found = scree_warp_rows_displace(&space->rows, &first);
}

void scree_warp_tile_evaluate(const scree_warp_tile *space, uint32_t octave, const scree_cpu_sites *sites, bool adds)
{
    scree_warp_rows_evaluate(&space->rows, octave, sites, &space->found, adds);
}
