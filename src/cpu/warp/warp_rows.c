#include "warp_rows.h"

#include "noise_octave.h"

/* The sets of a work space, besides the two that displacements take turns with. */
enum { SET_OCTAVE = 2, SET_MOVED = 3 };

void scree_warp_space_allocate(scree_warp_space *space, scree_arena *arena, const scree_plan *plan, uint32_t rows,
                               size_t line_stride)
{
    space->line_stride = line_stride;
    space->slope_stride = rows * line_stride;
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        for (uint32_t set = 0; plan->is_warped && set < SCREE_WARP_SETS; set++) {
            space->set[set][axis] = scree_arena_words(arena, scree_warp_parts_of(plan) * space->slope_stride);
        }
        space->part[axis] = scree_arena_words(arena, line_stride);
        space->cell[axis] = scree_arena_words(arena, line_stride);
    }
}

void scree_warp_row_split(const float *samples, uint32_t parts, size_t count, size_t whole, float *out,
                          size_t slope_stride)
{
    for (uint32_t part = 0; part < parts; part++, out += slope_stride) {
        for (size_t i = 0; i < whole; i++) {
            out[i] = samples[(i < count ? i : count - 1) * parts + part];
        }
    }
}

/* Whether cells keep the keys that they have without a warp. */
static bool keeps_keys(const scree_plan *plan)
{
    return !scree_noise_has_sites(&plan->params);
}

bool scree_warp_rows_can_add(const scree_plan *plan)
{
    return keeps_keys(plan) && plan->fractal == SCREE_KERNEL_FRACTAL_FBM && !plan->has_duals;
}

/* Evaluates an octave of some plans, which differ in random numbers along axis 0 alone, where rows are displaced to. */
static void evaluate_cells(const scree_warp_rows *rows, const scree_plan *const *plans, uint32_t octave,
                           const scree_cpu_sites *sites, const scree_cpu_displacement *displacement,
                           scree_cpu_components *components)
{
    const scree_cpu_octave shared = scree_cpu_octave_of(plans[0], octave);
    for (uint32_t i = 0; i < components->count; i++) {
        components->numbers[i] = &plans[i]->octave[octave].site->warp_axis[0];
    }
    rows->kernels->warp.evaluate(&shared, sites, displacement, components);
}

/* Evaluates an octave of one plan that has sites, row by row. */
static void evaluate_sites(const scree_warp_rows *rows, const scree_plan *plan, const scree_cpu_octave *octave,
                           const scree_cpu_sites *sites, const scree_cpu_displacement *displacement)
{
    const scree_warp_space *space = rows->space;
    scree_cpu_sites displaced = {
        .rows = 1, .count = sites->count, .slope_stride = sites->slope_stride, .is_located = true};
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        displaced.part[axis] = space->part[axis];
        displaced.cell[axis] = space->cell[axis];
    }
    for (uint32_t row = 0; row < sites->rows; row++) {
        displaced.out = sites->out + row * sites->row_stride;
        rows->kernels->warp.displace(octave, sites, displacement, row, space->part, space->cell);
        if (plan->has_duals) {
            rows->kernels->sites.evaluate_duals(octave, &displaced);
        } else {
            rows->kernels->sites.evaluate(octave, &displaced);
        }
    }
}

/* Evaluates an octave of one plan. */
static void evaluate_plan(const scree_warp_rows *rows, const scree_plan *plan, uint32_t octave,
                          const scree_cpu_sites *sites, const scree_cpu_displacement *displacement)
{
    const scree_cpu_octave kernel_octave = scree_cpu_octave_of(plan, octave);
    if (keeps_keys(plan)) {
        rows->kernels->warp.evaluate_duals(&kernel_octave, sites, displacement);
    } else {
        evaluate_sites(rows, plan, &kernel_octave, sites, displacement);
    }
    if (plan->has_duals) {
        rows->kernels->warp.chain(plan->axes, displacement, sites);
    }
}

static void evaluate_plans(const scree_warp_rows *rows, const scree_plan *const *plans, uint32_t octave,
                           const scree_cpu_sites *sites, const scree_cpu_displacement *displacement,
                           scree_cpu_components *components)
{
    if (keeps_keys(plans[0]) && !plans[0]->has_duals) {
        evaluate_cells(rows, plans, octave, sites, displacement, components);
        return;
    }
    for (uint32_t i = 0; i < components->count; i++) {
        scree_cpu_sites own = *sites;
        own.out = components->out[i];
        evaluate_plan(rows, plans[i], octave, &own, displacement);
    }
}

void scree_warp_rows_evaluate(const scree_warp_rows *rows, uint32_t octave, const scree_cpu_sites *sites,
                              const scree_cpu_displacement *displacement, bool adds)
{
    scree_cpu_components itself = {.count = 1, .out = {sites->out}, .adds = adds};
    evaluate_plans(rows, &rows->plan, octave, sites, displacement, &itself);
}

static scree_cpu_displacement set_of(const scree_warp_rows *rows, uint32_t set)
{
    scree_cpu_displacement found = {.row_stride = rows->space->line_stride, .slope_stride = rows->space->slope_stride};
    for (uint32_t axis = 0; axis < rows->plan->axes; axis++) {
        found.along[axis] = rows->space->set[set][axis];
    }
    return found;
}

/* Evaluates an octave of all components of a displacement into a set. */
static void evaluate_components(const scree_warp_rows *rows, uint32_t warp, uint32_t octave,
                                const scree_cpu_displacement *at, uint32_t set, bool adds)
{
    scree_cpu_sites sites = {.rows = rows->rows,
                             .count = rows->count,
                             .row_stride = rows->space->line_stride,
                             .slope_stride = rows->space->slope_stride};
    scree_cpu_components components = {.count = rows->plan->axes, .adds = adds};
    rows->find_sites(rows->user, warp, octave, &sites);
    for (uint32_t axis = 0; axis < rows->plan->axes; axis++) {
        components.out[axis] = rows->space->set[set][axis];
    }
    evaluate_plans(rows, rows->plan->warp.displaced[warp], octave, &sites, at, &components);
}

/* Adds the rows of a part of a component: its values, or its derivatives along an axis. */
static void add_rows(const scree_warp_rows *rows, const float *a, size_t a_stride, const float *b, size_t b_stride,
                     float *sum)
{
    for (uint32_t row = 0; row < rows->rows; row++) {
        rows->kernels->warp.add(a + row * a_stride, b + row * b_stride, rows->count,
                                sum + row * rows->space->line_stride);
    }
}

static scree_cpu_displacement add_sets(const scree_warp_rows *rows, const scree_cpu_displacement *a,
                                       const scree_cpu_displacement *b, uint32_t set)
{
    for (uint32_t axis = 0; axis < rows->plan->axes; axis++) {
        for (uint32_t part = 0; part < scree_warp_parts_of(rows->plan); part++) {
            add_rows(rows, a->along[axis] + part * a->slope_stride, a->row_stride,
                     b->along[axis] + part * b->slope_stride, b->row_stride,
                     rows->space->set[set][axis] + part * rows->space->slope_stride);
        }
    }
    return set_of(rows, set);
}

/* Adds an octave to a displacement. */
static scree_cpu_displacement add_octave(const scree_warp_rows *rows, uint32_t warp, uint32_t octave,
                                         const scree_cpu_displacement *at, const scree_cpu_displacement *sum)
{
    const scree_cpu_displacement value = set_of(rows, SET_OCTAVE);
    evaluate_components(rows, warp, octave, at, SET_OCTAVE, false);
    return add_sets(rows, sum, &value, warp % 2);
}

/* One more displacement, where the one before takes the samples; progressive ones take them on with every octave. */
static scree_cpu_displacement displace_again(const scree_warp_rows *rows, uint32_t warp,
                                             const scree_cpu_displacement *before)
{
    const scree_plan *plan = rows->plan->warp.displaced[warp][0];
    const bool is_progressive = rows->plan->params.warp.fractal == SCREE_NOISE_WARP_PROGRESSIVE;
    const bool adds = !is_progressive && scree_warp_rows_can_add(plan);
    scree_cpu_displacement sum = set_of(rows, warp % 2);
    evaluate_components(rows, warp, 0, before, warp % 2, false);
    for (uint32_t o = 1; o < plan->octaves; o++) {
        if (adds) {
            evaluate_components(rows, warp, o, before, warp % 2, true);
        } else {
            const scree_cpu_displacement at = is_progressive ? add_sets(rows, before, &sum, SET_MOVED) : *before;
            sum = add_octave(rows, warp, o, &at, &sum);
        }
    }
    return sum;
}

/* The rest of a progressive displacement, whose first octave is there. */
static scree_cpu_displacement displace_on(const scree_warp_rows *rows, const scree_cpu_displacement *first)
{
    scree_cpu_displacement sum = *first;
    for (uint32_t o = 1; o < rows->plan->warp.displaced[0][0]->octaves; o++) {
        const scree_cpu_displacement at = sum;
        sum = add_octave(rows, 0, o, &at, &sum);
    }
    return sum;
}

scree_cpu_displacement scree_warp_rows_displace(const scree_warp_rows *rows, const scree_cpu_displacement *first)
{
    const scree_noise_warp *warp = &rows->plan->params.warp;
    scree_cpu_displacement found = *first;
    if (warp->fractal == SCREE_NOISE_WARP_PROGRESSIVE) {
        found = displace_on(rows, first);
    }
    for (uint32_t i = 1; i < warp->times; i++) {
        const scree_cpu_displacement before = found;
        found = displace_again(rows, i, &before);
    }
    return found;
}
