#include "site_tile.h"

#define LINE_SAMPLES 16

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

/* Whole vectors repeat the last sample. */
static void pad(uint64_t count, uint32_t *array)
{
    for (uint64_t i = count; i % LINE_SAMPLES != 0; i++) {
        array[i] = array[count - 1];
    }
}

void scree_site_tile_start(scree_site_tile *tile, const scree_plan *plan, uint32_t octave, uint64_t x, uint64_t width,
                           uint64_t row, uint64_t rows)
{
    const scree_site_octave *site = plan->octave[octave].site;
    bool varies_all = false;
    for (uint32_t i = 1; i < plan->axes; i++) {
        varies_all = varies_all || site->factor[i][0] != 0.0;
    }
    for (uint32_t i = 0; i < plan->axes; i++) {
        const bool varies = i == 0 || varies_all;
        fill(site, i, scree_site_walk_start(&plan->grid, site, i, 0, x), varies ? width : 1, tile->part[i],
             tile->cell[i]);
        if (varies) {
            pad(width, tile->part[i]);
            pad(width, tile->cell[i]);
        }
        if (plan->axes > 1) {
            fill(site, i, scree_site_walk_start(&plan->grid, site, i, 1, row), rows, tile->row_part[i],
                 tile->row_cell[i]);
        }
        tile->x.part[i] = varies ? tile->part[i] : NULL;
        tile->x.cell[i] = varies ? tile->cell[i] : NULL;
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

scree_cpu_sites scree_site_tile_row(const scree_site_tile *tile, const scree_plan *plan, uint32_t octave, uint64_t row)
{
    const scree_site_octave *site = plan->octave[octave].site;
    scree_cpu_sites sites = tile->x;
    for (uint32_t i = 0; i < plan->axes; i++) {
        scree_site_position start = tile->plane[i];
        if (plan->axes > 1) {
            const scree_site_position own = {.part = tile->row_part[i][row], .cell = tile->row_cell[i][row]};
            start = scree_site_sum(start, own);
        }
        if (sites.part[i] == NULL) {
            /* All samples of the row have the same position. */
            const scree_site_position first = {.part = tile->part[i][0], .cell = tile->cell[i][0]};
            start = scree_site_sum(start, first);
        }
        sites.start_part[i] = start.part;
        sites.start_cell[i] = scree_site_wrapped(start.cell, site->axis[i].last, SCREE_SITE_AXES);
    }
    return sites;
}
