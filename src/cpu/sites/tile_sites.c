/* Octaves of kinds on sites (kernels/noise/site.h), and of displaced fields, whose samples are sites that displacements
   move: each sample is evaluated by its site. */
#include "tile_methods.h"

static void allocate_sites(scree_tile_space *space, scree_arena *arena, uint32_t octave, uint64_t width, uint64_t rows)
{
    (void)width;
    scree_tile_allocate_rows(space, arena, octave);
    scree_site_tile_allocate(&space->octave[octave].sites, arena, space->source->plan, space->line_stride, rows);
}

static void start_sites(scree_tile_space *space, uint32_t octave)
{
    scree_site_tile_start(&space->octave[octave].sites, space->source->plan, octave,
                          space->tile->box.first_x + space->tile->first_x, space->tile->width,
                          space->tile->box.first_row + space->tile->first_row, space->tile->rows);
}

static void start_plane(scree_tile_space *space, uint32_t octave)
{
    scree_site_tile_plane(&space->octave[octave].sites, space->source->plan, octave, space->outer_index);
}

/* The sites of some rows, whose values go to the octave's own rows unless that is changed. */
static void find_sites(scree_tile_space *space, uint32_t octave, scree_cpu_sites *sites)
{
    const scree_tile_octave *own = &space->octave[octave];
    scree_site_tile_rows(&own->sites, space->source->plan, octave, space->first_row - space->tile->first_row,
                         space->row_count, sites);
    sites->count = scree_whole_line(space->tile->width);
    sites->out = own->lines;
    sites->row_stride = space->line_stride;
    sites->slope_stride = scree_tile_slopes(space);
    sites->minimum = NULL;
    sites->maximum = NULL;
}

static void prepare_sites(scree_tile_space *space, uint32_t octave, scree_sum_octave *sum)
{
    const scree_site_kernels *kernels = &space->source->kernels->sites;
    scree_cpu_sites sites;
    find_sites(space, octave, &sites);
    if (space->source->plan->has_duals) {
        kernels->evaluate_duals(&space->source->octaves[octave], &sites);
    } else {
        kernels->evaluate(&space->source->octaves[octave], &sites);
    }
    scree_tile_give_rows(space, sites.out, sum);
}

/* Samples of one octave that stay in the caches are evaluated where they go. */
static bool fill_sites(scree_tile_space *space, const scree_sum_batch *batch)
{
    if (scree_plan_needs_sum(space->source->plan) || batch->is_streamed) {
        return false;
    }
    scree_cpu_sites sites;
    find_sites(space, 0, &sites);
    sites.count = batch->count;
    sites.out = batch->out;
    sites.row_stride = batch->row_stride;
    sites.minimum = batch->minimum;
    sites.maximum = batch->maximum;
    space->source->kernels->sites.evaluate(&space->source->octaves[0], &sites);
    return true;
}

const scree_tile_method scree_tile_sites = {.allocate = allocate_sites,
                                            .start = start_sites,
                                            .start_plane = start_plane,
                                            .fill = fill_sites,
                                            .prepare = prepare_sites};

/* Evaluates an octave where samples are displaced to, or adds it to what is there. */
static void evaluate_displaced(scree_tile_space *space, uint32_t octave, float *lines, bool adds)
{
    scree_cpu_sites sites;
    find_sites(space, octave, &sites);
    sites.out = lines;
    scree_warp_tile_evaluate(space->warp, octave, &sites, adds);
}

static void prepare_displaced(scree_tile_space *space, uint32_t octave, scree_sum_octave *sum)
{
    float *lines = space->octave[octave].lines;
    evaluate_displaced(space, octave, lines, false);
    scree_tile_give_rows(space, lines, sum);
}

/* Displaces the rows, and adds the octaves up as they are evaluated where that makes their sum. */
static uint32_t prepare_all_displaced(scree_tile_space *space, scree_sum_octave *sums)
{
    const scree_plan *plan = space->source->plan;
    float *lines = space->octave[0].lines;
    scree_warp_tile_displace(space->warp, space->source, space->tile, space->first_row, space->row_count,
                             &space->displacement);
    if (!scree_warp_rows_can_add(plan)) {
        return 0;
    }
    for (uint32_t o = 0; o < plan->octaves; o++) {
        evaluate_displaced(space, o, lines, o > 0);
    }
    scree_tile_give_rows(space, lines, &sums[0]);
    return 1;
}

const scree_tile_method scree_tile_displaced = {.allocate = allocate_sites,
                                                .start = start_sites,
                                                .start_plane = start_plane,
                                                .prepare_all = prepare_all_displaced,
                                                .prepare = prepare_displaced};
