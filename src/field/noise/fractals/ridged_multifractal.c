#include "noise_fractal_definition.h"

static bool is_ridged_multifractal(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return params->fractal == SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL;
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "multifractal_gain",
      .scope = "fractal ridged-multifractal",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(musgrave.gain),
      .minimum = 1.0 / 16.0,
      .maximum = 16.0,
      .default_value = 2,
      .syntax = "F",
      .description = "Fractal ridged-multifractal: how soon ridges let the octave after them through."},
     is_ridged_multifractal},
};

static void make_options(const scree_noise_params *params, scree_fractal_options *options)
{
    options->number[SCREE_RIDGED_MULTIFRACTAL_OFFSET] = (float)params->musgrave.offset;
    options->number[SCREE_RIDGED_MULTIFRACTAL_GAIN] = (float)params->musgrave.gain;
}

static scree_fractal_bound add(const scree_fractal_bound *before, const scree_noise_params *params, double weight,
                               double bound)
{
    const scree_interval ridge = {params->musgrave.offset - bound, params->musgrave.offset};
    const scree_interval signal = scree_interval_multiply(scree_interval_square(ridge), before->factor);
    return (scree_fractal_bound){.sum = scree_interval_add(before->sum, scree_interval_scale(signal, weight)),
                                 .factor = scree_interval_factor(scree_interval_scale(signal, params->musgrave.gain))};
}

const scree_fractal_definition scree_fractal_ridged_multifractal = {
    .name = "ridged-multifractal",
    .description = "Musgrave's: crests that are rough where they are high",
    .parameters = SCREE_PARAMETER_GROUP(parameters, musgrave),
    .make_options = make_options,
    .add = add,
};
