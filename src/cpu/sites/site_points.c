#include "site_points.h"

#include "noise_octave.h"
#include "site_location_rule.h"

bool scree_site_points_locate(const scree_cpu_kernels *kernels, const scree_plan *plan, uint32_t octave,
                              const scree_site_points *points, scree_site_point_space *space)
{
    scree_cpu_site_location_rule how = {.axes = plan->axes,
                                        .has_keys = scree_plan_has_keys(plan),
                                        .is_single = points->is_single,
                                        .site = plan->octave[octave].site};
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        how.coordinate[axis] = points->coordinate[axis];
        how.part[axis] = space->part[axis];
        how.cell[axis] = space->cell[axis];
    }
    return kernels->sites.locate(&how, scree_located_count(points->count));
}

static scree_site_position locate_exactly(const scree_plan *plan, const scree_site_octave *site, uint32_t row,
                                          const scree_site_points *points, size_t i)
{
    scree_site_position sum = {0};
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        const double coordinate = ((const double *)points->coordinate[axis])[i];
        sum = scree_site_sum(sum, scree_site_point_position(site, row, axis, coordinate));
    }
    sum.cell = scree_site_wrapped(sum.cell, site->axis[row].last, SCREE_SITE_AXES);
    if (scree_plan_has_keys(plan)) {
        sum.cell = scree_site_key(sum.cell, site->axis[row]);
    }
    return sum;
}

void scree_site_points_locate_exactly(const scree_plan *plan, uint32_t octave, const scree_site_points *points,
                                      scree_site_point_space *space)
{
    for (uint32_t row = 0; row < plan->axes; row++) {
        for (size_t i = 0; i < scree_located_count(points->count); i++) {
            const scree_site_position sum = locate_exactly(plan, plan->octave[octave].site, row, points, i);
            space->part[row][i] = sum.part;
            space->cell[row][i] = sum.cell;
        }
    }
}

static void evaluate(const scree_cpu_kernels *kernels, const scree_plan *plan, uint32_t octave,
                     const scree_cpu_sites *sites)
{
    const scree_cpu_octave kernel_octave = scree_cpu_octave_of(plan, octave);
    if (plan->has_duals) {
        kernels->sites.evaluate_duals(&kernel_octave, sites);
    } else {
        kernels->sites.evaluate(&kernel_octave, sites);
    }
}

void scree_site_points_evaluate(const scree_cpu_kernels *kernels, const scree_plan *plan, uint32_t octave, size_t count,
                                const scree_site_point_space *space, float *out, size_t slope_stride)
{
    scree_cpu_sites sites = {.rows = 1, .count = count, .out = out, .slope_stride = slope_stride, .is_located = true};
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        sites.part[axis] = space->part[axis];
        sites.cell[axis] = space->cell[axis];
    }
    evaluate(kernels, plan, octave, &sites);
}

bool scree_site_point_locate(const scree_cpu_kernels *kernels, const scree_point_plan *plan, const double *coordinates,
                             scree_site_point_space *space)
{
    const scree_site_pairs *pairs = &plan->sites;
    if (!kernels->sites.locate_pairs(pairs, coordinates, space->part[0], space->cell[0])) {
        return false;
    }
    for (uint32_t pair = 0; pairs->repeats && pair < pairs->pairs; pair++) {
        const uint32_t octave = pair % plan->plan.octaves;
        const scree_site_octave *site = plan->plan.octave[octave].site;
        const scree_fixed cell = (scree_fixed)(int32_t)space->cell[0][pair] * ((scree_fixed)1 << 64);
        space->cell[0][pair] = scree_site_position_of(site, pair / plan->plan.octaves, cell).cell;
    }
    return true;
}

void scree_site_point_evaluate(const scree_cpu_kernels *kernels, const scree_plan *plan, uint32_t octave,
                               const scree_site_point_space *space, float *out, size_t slope_stride)
{
    scree_cpu_sites sites;
    sites.is_located = scree_plan_has_keys(plan);
    for (uint32_t axis = 0; axis < plan->axes; axis++) {
        /* Unused lanes cost nothing where all do the same. */
        const uint32_t pair = axis * plan->octaves + octave;
        sites.part[axis] = sites.is_located ? &space->part[0][pair] : NULL;
        sites.cell[axis] = sites.is_located ? &space->cell[0][pair] : NULL;
        sites.row_part[axis][0] = space->part[0][pair];
        sites.row_cell[axis][0] = space->cell[0][pair];
    }
    sites.rows = 1;
    sites.count = 1;
    sites.out = out;
    sites.row_stride = 0;
    sites.slope_stride = slope_stride;
    sites.minimum = NULL;
    sites.maximum = NULL;
    sites.step = 0.0;
    evaluate(kernels, plan, octave, &sites);
}
