#include "site_tile.h"

void scree_site_tile_carve(scree_site_tile *tile, scree_carved_memory *carved, const scree_plan *plan,
                           size_t line_stride, uint64_t rows)
{
    for (uint32_t row = 0; row < plan->axes; row++) {
        tile->part[row] = scree_carve_words(carved, line_stride);
        tile->cell[row] = scree_carve_words(carved, line_stride);
        tile->row_part[row] = scree_carve_words(carved, (size_t)rows);
        tile->row_cell[row] = scree_carve_words(carved, (size_t)rows);
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
    const bool has_keys = scree_site_has_keys(&plan->params);
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
    bool varies_all = scree_site_has_keys(&plan->params);
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
        tile->varies[i] = varies;
    }
}

void scree_site_tile_plane(scree_site_tile *tile, const scree_plan *plan, uint32_t octave, const uint64_t *index)
{
    const scree_site_octave *site = plan->octave[octave].site;
    for (uint32_t row = 0; row < plan->axes; row++) {
        scree_site_position sum = {0};
        for (uint32_t axis = 2; axis < plan->axes; axis++) {
            scree_site_walk walk = scree_site_walk_start(&plan->grid, site, row, axis, index[axis]);
            sum = scree_site_sum(sum, scree_site_position_of(site, row, walk.position));
        }
        tile->plane[row] = sum;
    }
}

/* The position of a row along one axis of the lattice, to which nothing is added where samples along x have one. */
static scree_site_position row_position(const scree_site_tile *tile, const scree_plan *plan,
                                        const scree_site_octave *site, uint32_t axis, uint64_t row)
{
    scree_site_position position = tile->plane[axis];
    if (plan->axes > 1) {
        const scree_site_position own = {.part = tile->row_part[axis][row], .cell = tile->row_cell[axis][row]};
        position = scree_site_sum(position, own);
    }
    if (!tile->varies[axis]) {
        const scree_site_position first = {.part = tile->part[axis][0], .cell = tile->cell[axis][0]};
        position = scree_site_sum(position, first);
    }
    if (site->axis[axis].last != UINT32_MAX) {
        position.cell = scree_site_wrapped(position.cell, site->axis[axis].last, SCREE_SITE_AXES);
    }
    return position;
}

void scree_site_tile_rows(const scree_site_tile *tile, const scree_plan *plan, uint32_t octave, uint64_t first_row,
                          uint32_t rows, scree_cpu_sites *sites)
{
    const scree_site_octave *site = plan->octave[octave].site;
    const bool has_keys = scree_site_has_keys(&plan->params);
    sites->rows = rows;
    sites->step = tile->step;
    sites->is_placed = false;
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        sites->part[axis] = tile->varies[axis] ? tile->part[axis] : NULL;
        sites->cell[axis] = tile->varies[axis] ? tile->cell[axis] : NULL;
        for (uint32_t row = 0; row < rows; row++) {
            const scree_site_position position = row_position(tile, plan, site, axis, first_row + row);
            sites->row[row].part[axis] = position.part;
            sites->row[row].cell[axis] = has_keys ? scree_site_key(position.cell, site->axis[axis]) : position.cell;
        }
    }
}
