#include "site_tile.h"

void scree_site_tile_allocate(scree_site_tile *tile, scree_arena *arena, const scree_plan *plan, size_t line_stride,
                              uint64_t rows)
{
    for (uint32_t row = 0; row < plan->axes; row++) {
        tile->part[row] = scree_arena_words(arena, line_stride);
        tile->cell[row] = scree_arena_words(arena, line_stride);
        tile->row_part[row] = scree_arena_words(arena, (size_t)rows);
        tile->row_cell[row] = scree_arena_words(arena, (size_t)rows);
    }
}

static void fill(const scree_site_octave *site, uint32_t row, scree_site_walk walk, uint64_t count, uint32_t *part,
                 uint32_t *cell)
{
    for (uint64_t i = 0; i < count; i++, walk.position += walk.step) {
        scree_site_position position = scree_site_position_of(site, row, walk.position);
        part[i] = position.part;
        cell[i] = position.cell;
    }
}

/* Makes keys of cells where sites have these. */
static void number(const scree_plan *plan, const scree_site_octave *site, uint32_t axis, uint64_t count, uint32_t *cell)
{
    const bool has_keys = scree_plan_has_keys(plan);
    for (uint64_t i = 0; i < count && has_keys; i++) {
        cell[i] *= site->axis[axis].stride;
    }
}

/* Whole vectors repeat the last sample. */
static void pad(uint64_t count, uint32_t *array)
{
    for (uint64_t i = count; i % SCREE_MAX_LANES != 0; i++) {
        array[i] = array[count - 1];
    }
}

void scree_site_tile_start(scree_site_tile *tile, const scree_plan *plan, uint32_t octave, uint64_t x, uint64_t width,
                           uint64_t row, uint64_t rows)
{
    const scree_site_octave *site = plan->octave[octave].site;
    bool varies_all = scree_plan_has_keys(plan);
    for (uint32_t i = 1; i < plan->axes; i++) {
        varies_all = varies_all || site->factor[i][0] != 0.0;
    }
    tile->step = varies_all ? 0.0 : plan->octave[octave].axis[0].cells_per_sample;
    for (uint32_t i = 0; i < plan->axes; i++) {
        const bool varies = i == 0 || varies_all;
        fill(site, i, scree_site_walk_start(&plan->grid, site, i, 0, x), varies ? width : 1, tile->part[i],
             tile->cell[i]);
        if (varies) {
            number(plan, site, i, width, tile->cell[i]);
            pad(width, tile->part[i]);
            pad(width, tile->cell[i]);
        }
        if (plan->axes > 1) {
            fill(site, i, scree_site_walk_start(&plan->grid, site, i, 1, row), rows, tile->row_part[i],
                 tile->row_cell[i]);
        }
        for (uint32_t axis = 2; axis < plan->axes; axis++) {
            tile->outer[i][axis] = scree_site_walk_start(&plan->grid, site, i, axis, 0);
        }
        tile->varies[i] = varies;
    }
}

void scree_site_tile_plane(scree_site_tile *tile, const scree_plan *plan, uint32_t octave, const uint64_t *index)
{
    const scree_site_octave *site = plan->octave[octave].site;
    for (uint32_t row = 0; row < plan->axes; row++) {
        scree_site_position sum = {0};
        for (uint32_t axis = 2; axis < plan->axes; axis++) {
            const scree_site_walk *walk = &tile->outer[row][axis];
            const scree_fixed position = walk->position + (scree_fixed)(int64_t)index[axis] * walk->step;
            sum = scree_site_sum(sum, scree_site_position_of(site, row, position));
        }
        tile->plane[row] = sum;
    }
}

/* The share that all rows of the plane at hand have in common along an axis of the lattice. */
static scree_site_position common_position(const scree_site_tile *tile, uint32_t axis)
{
    const scree_site_position first = {.part = tile->part[axis][0], .cell = tile->cell[axis][0]};
    return tile->varies[axis] ? tile->plane[axis] : scree_site_sum(tile->plane[axis], first);
}

/* Adds what a batch of rows contributes; behind the last one the arrays have padding. */
static void add_rows(scree_site_position common, const uint32_t *restrict part, const uint32_t *restrict cell,
                     uint32_t *restrict sum_part, uint32_t *restrict sum_cell)
{
    for (uint32_t row = 0; row < SCREE_BATCH_ROWS; row++) {
        sum_part[row] = common.part + part[row];
        sum_cell[row] = common.cell + cell[row] + (sum_part[row] < part[row] ? 1u : 0u);
    }
}

/* Makes keys of the cells of a batch of rows, or brings them back into a period. */
static void number_rows(scree_site_axis axis, bool has_keys, uint32_t *restrict cell)
{
    for (uint32_t row = 0; has_keys && row < SCREE_BATCH_ROWS; row++) {
        cell[row] = scree_site_key(cell[row], axis);
    }
    for (uint32_t row = 0; !has_keys && axis.last != UINT32_MAX && row < SCREE_BATCH_ROWS; row++) {
        cell[row] = scree_site_wrapped(cell[row], axis.last, SCREE_SITE_AXES);
    }
}

void scree_site_tile_rows(const scree_site_tile *tile, const scree_plan *plan, uint32_t octave, uint64_t first_row,
                          uint32_t rows, scree_cpu_sites *sites)
{
    static const uint32_t nothing[SCREE_BATCH_ROWS];
    const scree_site_octave *site = plan->octave[octave].site;
    const bool has_keys = scree_plan_has_keys(plan);
    const bool has_rows = plan->axes > 1;
    sites->rows = rows;
    sites->step = tile->step;
    sites->is_located = false;
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        sites->part[axis] = tile->varies[axis] ? tile->part[axis] : NULL;
        sites->cell[axis] = tile->varies[axis] ? tile->cell[axis] : NULL;
        add_rows(common_position(tile, axis), has_rows ? tile->row_part[axis] + first_row : nothing,
                 has_rows ? tile->row_cell[axis] + first_row : nothing, sites->row_part[axis], sites->row_cell[axis]);
        number_rows(site->axis[axis], has_keys, sites->row_cell[axis]);
    }
}
