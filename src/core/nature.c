#include "nature.h"

static uint64_t count_noise(const scree_field_plan *plan, uint32_t devices)
{
    (void)devices;
    return plan->samples;
}

static void destroy_noise(scree_field_plan *plan)
{
    scree_plan_destroy(&plan->noise);
}

/* The steps before the last one are passes over the whole volume, which every device takes by itself. */
static uint64_t count_distances(const scree_field_plan *plan, uint32_t devices)
{
    return plan->samples * ((scree_distance_steps(plan->distance) - 1) * devices + 1);
}

static void destroy_distance(scree_field_plan *plan)
{
    scree_distance_plan_destroy(&plan->distance);
}

static const scree_nature_row rows[SCREE_NATURES] = {
    [SCREE_NATURE_NOISE] = {.name = "noise", .measures_buffers = true, .total = count_noise, .destroy = destroy_noise},
    [SCREE_NATURE_DISTANCE] = {.name = "distance",
                               .has_whole_planes = true,
                               .has_nearest = true,
                               .needs_preparing = true,
                               .total = count_distances,
                               .destroy = destroy_distance},
};

const scree_nature_row *scree_nature_of(scree_nature nature)
{
    return &rows[nature];
}

scree_field_plan scree_field_plan_of_noise(scree_plan *plan)
{
    return (scree_field_plan){.nature = SCREE_NATURE_NOISE,
                              .noise = plan,
                              .grid = plan->grid,
                              .samples = plan->samples,
                              .planes = plan->planes,
                              .bound = plan->bound};
}

scree_field_plan scree_field_plan_of_distance(scree_distance_plan *plan)
{
    return (scree_field_plan){.nature = SCREE_NATURE_DISTANCE,
                              .distance = plan,
                              .grid = {.axes = 3,
                                       .count = {plan->columns, plan->rows, plan->layers},
                                       .row_stride = plan->columns,
                                       .plane_stride = plan->plane},
                              .samples = plan->voxels,
                              .planes = plan->layers,
                              .bound = {.minimum = -plan->clip, .maximum = plan->clip}};
}

void scree_field_plan_clear(scree_field_plan *plan)
{
    scree_nature_of(plan->nature)->destroy(plan);
}
