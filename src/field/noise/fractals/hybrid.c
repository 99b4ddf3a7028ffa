#include "noise_fractal_definition.h"

/* All three of Musgrave's fractals have the offset. */
static bool has_offset(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return params->fractal == SCREE_NOISE_FRACTAL_HYBRID ||
           params->fractal == SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL ||
           params->fractal == SCREE_NOISE_FRACTAL_HETERO_TERRAIN;
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "fractal_offset",
      .scope = "fractals hybrid, ridged-multifractal and hetero-terrain",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(musgrave.offset),
      .minimum = 1.0 / 1024.0,
      .maximum = 16.0,
      .default_value = 1,
      .syntax = "F",
      .description = "Musgrave's fractals: added to octaves, or the height of ridges."},
     has_offset},
};

static void make_options(const scree_noise_params *params, scree_fractal_options *options)
{
    options->number[SCREE_HYBRID_OFFSET] = (float)params->musgrave.offset;
}

static scree_fractal_bound add(const scree_fractal_bound *before, const scree_noise_params *params, double weight,
                               double bound)
{
    const scree_interval raised = {params->musgrave.offset - bound, params->musgrave.offset + bound};
    const scree_interval added = scree_interval_multiply(before->factor, scree_interval_scale(raised, weight));
    return (scree_fractal_bound){.sum = scree_interval_add(before->sum, added), .factor = scree_interval_factor(added)};
}

const scree_fractal_definition scree_fractal_hybrid = {
    .name = "hybrid",
    .description = "Musgrave's hybrid multifractal: rough heights, smooth valleys",
    .parameters = SCREE_PARAMETER_GROUP(parameters, musgrave),
    .make_options = make_options,
    .add = add,
};
