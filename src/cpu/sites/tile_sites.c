/* Octaves of kinds on sites (kernels/noise/site.h), and of warped fields, whose samples are sites that displacements
   move: each sample is evaluated by its site. */
#include "tile_methods.h"

static void allocate_sites(scree_tile_space *space, scree_arena *arena, const scree_tile_source *source,
                           uint32_t octave, uint64_t width, uint64_t rows)
{
    (void)width;
    scree_tile_allocate_rows(space, arena, source->plan, octave);
    scree_site_tile_allocate(&space->octave[octave].sites, arena, source->plan, space->line_stride, rows);
}

static void start_sites(scree_tile_space *space, const scree_tile_source *source, const scree_tile *tile,
                        uint32_t octave)
{
    scree_site_tile_start(&space->octave[octave].sites, source->plan, octave, tile->box.first_x + tile->first_x,
                          tile->width, tile->box.first_row + tile->first_row, tile->rows);
}

static void start_plane(scree_tile_space *space, const scree_tile_source *source, uint32_t octave)
{
    scree_site_tile_plane(&space->octave[octave].sites, source->plan, octave, space->outer_index);
}

/* The sites of some rows, whose values go to the octave's own rows unless that is changed. */
static void find_sites(const scree_tile_rows *rows, uint32_t octave, scree_cpu_sites *sites)
{
    const scree_tile_octave *own = &rows->space->octave[octave];
    scree_site_tile_rows(&own->sites, rows->source->plan, octave, rows->first - rows->tile->first_row, rows->count,
                         sites);
    sites->count = scree_whole_line(rows->tile->width);
    sites->out = own->lines;
    sites->row_stride = rows->space->line_stride;
    sites->slope_stride = scree_tile_slopes(rows->space);
    sites->minimum = NULL;
    sites->maximum = NULL;
}

static void prepare_sites(const scree_tile_rows *rows, uint32_t octave, scree_sum_octave *sum)
{
    const scree_site_kernels *kernels = &rows->source->kernels->sites;
    scree_cpu_sites sites;
    find_sites(rows, octave, &sites);
    if (rows->source->plan->has_duals) {
        kernels->evaluate_duals(&rows->source->octaves[octave], &sites);
    } else {
        kernels->evaluate(&rows->source->octaves[octave], &sites);
    }
    scree_tile_give_rows(rows, sites.out, sum);
}

/* Samples of one octave that stay in the caches are evaluated where they go. */
static bool fill_sites(const scree_tile_rows *rows, const scree_sum_block *block)
{
    if (scree_plan_needs_sum(rows->source->plan) || rows->tile->is_streamed) {
        return false;
    }
    scree_cpu_sites sites;
    find_sites(rows, 0, &sites);
    sites.count = block->count;
    sites.out = block->out;
    sites.row_stride = block->row_stride;
    sites.minimum = block->minimum;
    sites.maximum = block->maximum;
    rows->source->kernels->sites.evaluate(&rows->source->octaves[0], &sites);
    return true;
}

const scree_tile_method scree_tile_sites = {.allocate = allocate_sites,
                                            .start = start_sites,
                                            .start_plane = start_plane,
                                            .fill = fill_sites,
                                            .prepare = prepare_sites};

/* Evaluates an octave where samples are displaced to, or adds it to what is there. */
static void evaluate_warped(const scree_tile_rows *rows, uint32_t octave, float *lines, bool adds)
{
    scree_cpu_sites sites;
    find_sites(rows, octave, &sites);
    sites.out = lines;
    scree_warp_tile_evaluate(rows->space->warp, octave, &sites, adds);
}

static void prepare_warped(const scree_tile_rows *rows, uint32_t octave, scree_sum_octave *sum)
{
    float *lines = rows->space->octave[octave].lines;
    evaluate_warped(rows, octave, lines, false);
    scree_tile_give_rows(rows, lines, sum);
}

/* Displaces the rows, and adds the octaves up as they are evaluated where that makes their sum. */
static uint32_t prepare_all_warped(const scree_tile_rows *rows, scree_sum_octave *sums)
{
    const scree_plan *plan = rows->source->plan;
    float *lines = rows->space->octave[0].lines;
    scree_warp_tile_displace(rows->space->warp, rows->source, rows->tile, rows->first, rows->count);
    if (!scree_warp_rows_can_add(plan)) {
        return 0;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        evaluate_warped(rows, o, lines, o > 0);
    }
    scree_tile_give_rows(rows, lines, &sums[0]);
    return 1;
}

const scree_tile_method scree_tile_warped = {.allocate = allocate_sites,
                                             .start = start_sites,
                                             .start_plane = start_plane,
                                             .prepare_all = prepare_all_warped,
                                             .prepare = prepare_warped};
