#include "noise_fractal_definition.h"

static void make_options(const scree_noise_params *params, scree_fractal_options *options)
{
    options->number[SCREE_HETERO_TERRAIN_OFFSET] = (float)params->musgrave.offset;
}

/* The factor of the first octave is 1; that of the others is the sum, or zero in place of a small one. */
static scree_fractal_bound add(const scree_fractal_bound *before, const scree_noise_params *params, double weight,
                               double bound)
{
    const scree_interval raised = {params->musgrave.offset - bound, params->musgrave.offset + bound};
    const bool is_first = before->factor.low > 0.0;
    const scree_interval signal = scree_interval_scale(raised, weight);
    const scree_interval more = scree_interval_add(signal, (scree_interval){1.0, 1.0});
    const scree_interval grown = scree_interval_multiply(before->sum, more);
    const scree_interval sum = is_first ? signal : scree_interval_hull(before->sum, grown);
    return (scree_fractal_bound){.sum = sum, .factor = scree_interval_hull(sum, (scree_interval){0.0, 0.0})};
}

const scree_fractal_definition scree_fractal_hetero_terrain = {
    .name = "hetero-terrain",
    .description = "Musgrave's: octaves scaled by the altitude so far, smooth near 0",
    .make_options = make_options,
    .add = add,
};
