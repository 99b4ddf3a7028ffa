/* The parameters of warps. */
#include "warp_parameters.h"

#include "field_limits.h"
#include "sized_params.h"

static const scree_choice fractals[] = {
    [SCREE_NOISE_WARP_INDEPENDENT] = {"independent", "all octaves of the warp are evaluated where the sample is"},
    [SCREE_NOISE_WARP_PROGRESSIVE] = {"progressive", "each of them where those before have displaced the sample to"},
};

SCREE_DEFINE_CHOICES(scree_noise_warp_fractal, fractals)
SCREE_DEFINE_CHOICE(fractal, scree_noise_warp_fractal)
SCREE_DEFINE_CHOICE(kind, scree_noise_kind)

static bool is_warped(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return scree_noise_is_warped(params);
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "warp_amplitude",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(warp.amplitude),
      .minimum = -SCREE_MAX_WEIGHT,
      .maximum = SCREE_MAX_WEIGHT,
      .min_magnitude = SCREE_MIN_WEIGHT,
      .syntax = "F",
      .description = "Displace every sample by noise before the field is evaluated: the weight of that noise, in cells "
                     "of the field; 0 for no warp."},
     is_warped},
    {{.name = "warp_frequency",
      .scope = "fields with a warp_amplitude",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(warp.frequency),
      .minimum = SCREE_MIN_WARP_FREQUENCY,
      .maximum = SCREE_MAX_WARP_FREQUENCY,
      .default_value = 1,
      .is_frequency = true,
      .syntax = "F",
      .description = "Cells of the warp for each cell of the field."},
     is_warped},
    {{.name = "warp_kind",
      SCREE_PARAMETER_NAMED(warp.kind, kind),
      .scope = "fields with a warp_amplitude",
      .description = "The kind of noise that warps."},
     is_warped},
    {{.name = "warp_fractal",
      SCREE_PARAMETER_NAMED(warp.fractal, fractal),
      .scope = "fields with a warp_amplitude",
      .description = "Whether octaves of the warp are evaluated where those before have displaced the sample to."},
     is_warped},
    {{.name = "warp_seed",
      .scope = "fields with a warp_amplitude",
      .type = SCREE_PARAMETER_U64,
      SCREE_PARAMETER_AT(warp.seed),
      .maximum = 0x1p64,
      .syntax = "N",
      .description = "Another number makes another warp of the same field."},
     is_warped},
    {{.name = "warp_octaves",
      .scope = "fields with a warp_amplitude",
      .type = SCREE_PARAMETER_U32,
      SCREE_PARAMETER_AT(warp.octaves),
      .minimum = 1,
      .maximum = SCREE_MAX_OCTAVES,
      .default_value = 1,
      .syntax = "N",
      .description = "Number of layers of the warp."},
     is_warped},
    {{.name = "warp_lacunarity",
      .scope = "fields with a warp_amplitude",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(warp.lacunarity),
      .minimum = SCREE_MIN_LACUNARITY,
      .maximum = SCREE_MAX_LACUNARITY,
      .default_value = 2,
      .syntax = "F",
      .description = "Frequency of an octave of the warp over that of the one before."},
     is_warped},
    {{.name = "warp_gain",
      .scope = "fields with a warp_amplitude",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(warp.gain),
      .minimum = -SCREE_MAX_GAIN,
      .maximum = SCREE_MAX_GAIN,
      .default_value = 0.5,
      .zero = SCREE_ZERO,
      .syntax = "F",
      .description = "Weight of an octave of the warp over that of the one before."},
     is_warped},
    {{.name = "warp_times",
      .scope = "fields with a warp_amplitude",
      .type = SCREE_PARAMETER_U32,
      SCREE_PARAMETER_AT(warp.times),
      .minimum = 1,
      .maximum = SCREE_MAX_WARPS,
      .default_value = 1,
      .syntax = "N",
      .description = "How often the field is warped: each warp is warped by the one before."},
     is_warped},
};

const scree_noise_parameter_rows scree_warp_parameters = SCREE_PARAMETER_GROUP(parameters, warp);
