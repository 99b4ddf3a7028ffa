#include "noise_fractal_definition.h"

static bool is_ping_pong(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return params->fractal == SCREE_NOISE_FRACTAL_PING_PONG;
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "ping_pong_strength",
      .scope = "fractal ping-pong",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(ping_pong.strength),
      .minimum = 1.0 / 16.0,
      .maximum = 16.0,
      .default_value = 2,
      .syntax = "F",
      .description = "Fractal ping-pong: the number of waves that an octave is folded into."},
     is_ping_pong},
};

static void make_options(const scree_noise_params *params, scree_fractal_options *options)
{
    options->number[SCREE_PING_PONG_STRENGTH] = (float)params->ping_pong.strength;
}

/* A wave stays within [-1, 1]. */
static double largest(double bound)
{
    (void)bound;
    return 1.0;
}

const scree_fractal_definition scree_fractal_ping_pong = {
    .name = "ping-pong",
    .description = "the sum of octaves that are folded into waves: terraces and rings",
    .parameters = SCREE_PARAMETER_GROUP(parameters, ping_pong),
    .make_options = make_options,
    .largest = largest,
    .is_signed = true,
};
