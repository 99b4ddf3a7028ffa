#include "variant_tile.h"

#include <float.h>

#include "range_scan.h"
#include "whole_numbers.h"

#define LINE_SAMPLES 16

struct scree_variant_space {
    size_t line_stride; /* Samples that a row can hold, past whose end kernels may read. */
    uint32_t *keys;     /* For each octave a row of keys of the lower nodes along x, and one of the upper. */
    float *scratch;     /* A band, where samples are not kept. */
    scree_variant_octave octave[SCREE_MAX_OCTAVES];
    float minimum[SCREE_MAX_LANES];
    float maximum[SCREE_MAX_LANES];
};

scree_variant_space *scree_variant_space_carve(scree_carved_memory *carved, const scree_tile_source *source,
                                               uint64_t width)
{
    size_t line_stride = (size_t)(width + 2 * LINE_SAMPLES - 1) / LINE_SAMPLES * LINE_SAMPLES;
    scree_variant_space *space = scree_carve(carved, sizeof *space);
    uint32_t *keys = scree_carve_words(carved, 2 * source->plan->octaves * line_stride);
    float *scratch = scree_carve_words(carved, SCREE_GROUP_SIDE * SCREE_GROUP_SIDE * line_stride);
    if (space != NULL) {
        space->line_stride = line_stride;
        space->keys = keys;
        space->scratch = scratch;
    }
    return space;
}

/*
 * Prepares everything that is constant within a tile: axis data along x. Past the end the last sample is repeated, as
 * in tables.
 */
static void start_tile(scree_variant_space *space, const scree_tile_source *source, const scree_tile *tile)
{
    for (uint32_t o = 0; o < source->plan->octaves; o++) {
        const scree_axis_table *x = &source->x[o];
        uint32_t *key0 = space->keys + 2 * o * space->line_stride;
        uint32_t *key1 = key0 + space->line_stride;
        for (size_t i = 0; i < space->line_stride; i++) {
            uint32_t node = x->node[tile->first_x + scree_min(i, tile->width - 1)];
            key0[i] = x->key[node];
            key1[i] = x->key[node + 1];
        }
        space->octave[o] = (scree_variant_octave){.octave = &source->octaves[o],
                                                  .weight = source->plan->octave[o].weight,
                                                  .fraction = x->fraction + tile->first_x,
                                                  .fraction1 = x->fraction1 + tile->first_x,
                                                  .fade = x->fade + tile->first_x,
                                                  .key0 = key0,
                                                  .key1 = key1};
    }
    for (uint32_t lane = 0; lane < SCREE_MAX_LANES; lane++) {
        space->minimum[lane] = FLT_MAX;
        space->maximum[lane] = -FLT_MAX;
    }
}

/* Whether a group can share along a side, of whose entries `last` lies `cells` cells from the first. */
static void find_nodes(scree_group_side *side, uint32_t last, uint64_t cells)
{
    side->nodes = cells < SCREE_GROUP_NODES - 1 ? 2 + (uint32_t)cells : 0;
    side->node_key[0] = side->key0[0];
    side->node_key[1] = side->key1[0];
    side->node_key[2] = side->key1[last];
}

static void place_rows(scree_group_side *side, const scree_axis_table *y, uint64_t first, uint32_t rows)
{
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t node = y->node[first + i];
        side->fraction[i] = y->fraction[first + i];
        side->fraction1[i] = y->fraction1[first + i];
        side->fade[i] = y->fade[first + i];
        side->key0[i] = y->key[node];
        side->key1[i] = y->key[node + 1];
        side->node[i] = node - y->node[first];
    }
    find_nodes(side, rows - 1, side->node[rows - 1]);
}

static void place_planes(scree_group_side *side, const scree_plan *plan, uint32_t o, uint64_t first, uint32_t planes)
{
    uint64_t first_cell = 0;
    uint64_t cell = 0;
    for (uint32_t i = 0; i < planes; i++) {
        scree_fixed position =
            scree_plan_position(&plan->octave[o].axis[2], plan->grid.first[2] + (int64_t)(first + i));
        scree_axis_entry entry = scree_axis_entry_make(plan, o, 2, position);
        cell = (uint64_t)scree_fixed_cell(position);
        first_cell = i == 0 ? cell : first_cell;
        side->fraction[i] = entry.fraction;
        side->fraction1[i] = entry.fraction1;
        side->fade[i] = entry.fade;
        side->key0[i] = entry.key[0];
        side->key1[i] = entry.key[1];
        side->node[i] = (uint32_t)(cell - first_cell);
    }
    find_nodes(side, planes - 1, cell - first_cell);
}

/* The groups of `planes` planes and `rows` rows, counted from the box's first. */
static void generate_band(scree_variant_space *space, const scree_tile_source *source, const scree_tile *tile,
                          const scree_target *target, uint64_t plane, uint32_t planes, uint64_t row, uint32_t rows)
{
    const scree_plan *plan = source->plan;
    scree_variant_band band = {.octaves = space->octave,
                               .octave_count = plan->octaves,
                               .variant = plan->params.variant,
                               .fractal = plan->fractal,
                               .options = plan->options,
                               .planes = planes,
                               .rows = rows,
                               .count = tile->width,
                               .out = space->scratch,
                               .row_stride = space->line_stride,
                               .plane_stride = SCREE_GROUP_SIDE * space->line_stride,
                               .minimum = space->minimum,
                               .maximum = space->maximum};
    if (target->values != NULL) {
        band.out = target->values + plane * target->plane_stride + row * target->row_stride + tile->first_x;
        band.row_stride = target->row_stride;
        band.plane_stride = target->plane_stride;
    }
    source->kernels->noise.sum_variant(&band);
    for (uint32_t i = 0; i < planes * rows; i++) {
        float *values = band.out + i / rows * band.plane_stride + i % rows * band.row_stride;
        uint64_t line = (plane + i / rows) * tile->box.rows + row + i % rows;
        uint64_t index = line * tile->box.width + tile->first_x;
        if (plan->value_map != NULL) {
            source->kernels->noise.distribute(plan->value_map, values, tile->width, 1);
        }
        if (target->data != NULL) {
            source->kernels->noise.convert(&target->mapping, values, tile->width,
                                           (char *)target->data + index * scree_type_bytes(target->mapping.type));
        }
    }
}

void scree_variant_generate(scree_variant_space *space, const scree_tile_source *source, const scree_tile *tile,
                            const scree_target *target, scree_progress *progress, scree_range *range)
{
    start_tile(space, source, tile);
    for (uint64_t z = 0; z < tile->planes; z += SCREE_GROUP_SIDE) {
        uint64_t plane = tile->first_plane + z;
        uint32_t planes = (uint32_t)scree_min(tile->planes - z, SCREE_GROUP_SIDE);
        if (atomic_load_explicit(&progress->is_cancelled, memory_order_relaxed)) {
            return;
        }
        for (uint32_t o = 0; o < source->plan->octaves; o++) {
            place_planes(&space->octave[o].z, source->plan, o, tile->box.first_plane + plane, planes);
        }
        for (uint64_t y = 0; y < tile->rows; y += SCREE_GROUP_SIDE) {
            uint32_t rows = (uint32_t)scree_min(tile->rows - y, SCREE_GROUP_SIDE);
            for (uint32_t o = 0; o < source->plan->octaves; o++) {
                place_rows(&space->octave[o].y, &source->y[o], tile->first_row + y, rows);
            }
            generate_band(space, source, tile, target, plane, planes, tile->first_row + y, rows);
        }
        atomic_fetch_add_explicit(&progress->done, planes * tile->rows * tile->width, memory_order_relaxed);
    }
    scree_tile_widen_range(source, space->minimum, space->maximum, range);
}
