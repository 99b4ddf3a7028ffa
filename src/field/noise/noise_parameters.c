#include "noise_parameters.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "context_internal.h"
#include "field_limits.h"
#include "lattice_matrix.h"
#include "number_text.h"
#include "sized_params.h"
#include "wave_set.h"

/* The public names, as functions of a plain number. */
#define DEFINE_CHOICE_NAME(function, type, name_function) \
    static const char *function(int choice)               \
    {                                                     \
        return name_function((type)choice);               \
    }

DEFINE_CHOICE_NAME(kind_name, scree_noise_kind, scree_noise_kind_name)
DEFINE_CHOICE_NAME(hash_name, scree_noise_hash, scree_noise_hash_name)
DEFINE_CHOICE_NAME(gradients_name, scree_noise_gradients, scree_noise_gradients_name)
DEFINE_CHOICE_NAME(fade_name, scree_noise_fade, scree_noise_fade_name)
DEFINE_CHOICE_NAME(fractal_name, scree_noise_fractal, scree_noise_fractal_name)
DEFINE_CHOICE_NAME(variant_name, scree_noise_variant, scree_noise_variant_name)
DEFINE_CHOICE_NAME(orientation_name, scree_noise_orientation, scree_noise_orientation_name)
DEFINE_CHOICE_NAME(metric_name, scree_noise_metric, scree_noise_metric_name)
DEFINE_CHOICE_NAME(feature_name, scree_noise_feature, scree_noise_feature_name)

#define AT(field) .offset = offsetof(scree_noise_params, field)
#define CHOICE(word, field) .type = SCREE_PARAMETER_CHOICE, .syntax = "NAME", .choice_name = word##_name, AT(field)

/* In the order in which recipes are read and printed: the kind comes before what depends on it, weights after gain. */
static const scree_parameter parameters[] = {
    {.name = "kind", CHOICE(kind, kind), .resets = "variant", .description = "The kind of noise, such as Perlin's."},
    {.name = "hash",
     CHOICE(hash, hash),
     .resets = "octave_rotation",
     .description = "How a lattice point gets its random number."},
    {.name = "gradients",
     CHOICE(gradients, gradients),
     .scope = "kinds that draw gradients, with hash scree or more than 3 axes",
     .description = "The set that gradients are drawn from."},
    {.name = "fade",
     CHOICE(fade, fade),
     .scope = "kinds perlin and value",
     .description = "Curve of the interpolation between lattice points."},
    {.name = "orientation",
     CHOICE(orientation, simplex.orientation),
     .scope = "kinds simplex, opensimplex2, opensimplex2s and glsl-simplex in 3 axes or more",
     .description =
         "How the lattice of simplex noise and of OpenSimplex2 lies in the field: all axes alike, or the last "
         "one along its main diagonal, for heights and times."},
    {.name = "fractal",
     CHOICE(fractal, fractal),
     .resets = "weighted_strength",
     .description = "How octaves are bent before they are summed, or depend on one another."},
    {.name = "variant",
     CHOICE(variant, variant),
     .description = "Kernel of Perlin noise: those beside the contraction are for three axes, are slower, and change "
                    "the last bits of the field."},
    {.name = "seed",
     .type = SCREE_PARAMETER_U64,
     AT(seed),
     .maximum = 0x1p64,
     .syntax = "N",
     .description = "Another number makes another field."},
    {.name = "octaves",
     .type = SCREE_PARAMETER_U32,
     AT(octaves),
     .minimum = 1,
     .maximum = SCREE_MAX_OCTAVES,
     .default_value = 1,
     .syntax = "N",
     .description = "Number of layers that are summed, each finer than the one before."},
    {.name = "lacunarity",
     .type = SCREE_PARAMETER_REAL,
     AT(lacunarity),
     .minimum = SCREE_MIN_LACUNARITY,
     .maximum = SCREE_MAX_LACUNARITY,
     .default_value = 2,
     .syntax = "F",
     .description = "Frequency of an octave over that of the one before."},
    {.name = "gain",
     .aliases = {"falloff", "persistence"},
     .type = SCREE_PARAMETER_REAL,
     AT(gain),
     .minimum = -SCREE_MAX_GAIN,
     .maximum = SCREE_MAX_GAIN,
     .default_value = 0.5,
     .zero = SCREE_ZERO,
     .resets = "weights",
     .syntax = "F",
     .description = "Weight of an octave over that of the one before."},
    {.name = "weights",
     .type = SCREE_PARAMETER_REALS,
     AT(weights),
     .count_offset = offsetof(scree_noise_params, weight_count),
     .minimum = -SCREE_MAX_WEIGHT,
     .maximum = SCREE_MAX_WEIGHT,
     .min_magnitude = SCREE_MIN_WEIGHT,
     .capacity = SCREE_MAX_OCTAVES,
     .syntax = "W[,W...]",
     .description = "A weight for each octave instead of the gain; sets the number of octaves."},
    {.name = "period",
     .type = SCREE_PARAMETER_AXES,
     AT(period),
     .maximum = (double)SCREE_MAX_PERIOD,
     .capacity = SCREE_MAX_AXES,
     .syntax = "N[,N...]",
     .description = "Cells of the first octave after which the field repeats, for each axis or one number for all; 0 = "
                    "never. Equal to the density, it makes a seamless picture."},
    {.name = "skip_fine_octaves",
     .type = SCREE_PARAMETER_FLAG,
     AT(skip_fine_octaves),
     .description = "Leave out octaves whose cells are smaller than the distance of two samples, since on that grid "
                    "they would be white noise."},
    {.name = "octave_rotation",
     .type = SCREE_PARAMETER_FLAG,
     AT(octave_rotation),
     .description = "Rotate every octave against the one before, so that no grain along the axes remains; for 2 to 4 "
                    "axes."},
    {.name = "ping_pong_strength",
     .scope = "fractal ping-pong",
     .type = SCREE_PARAMETER_REAL,
     AT(ping_pong.strength),
     .minimum = SCREE_MIN_PING_PONG_STRENGTH,
     .maximum = SCREE_MAX_PING_PONG_STRENGTH,
     .default_value = 2,
     .syntax = "F",
     .description = "Fractal ping-pong: the number of waves that an octave is folded into."},
    {.name = "fractal_offset",
     .scope = "fractals hybrid, ridged-multifractal and hetero-terrain",
     .type = SCREE_PARAMETER_REAL,
     AT(musgrave.offset),
     .minimum = SCREE_MIN_FRACTAL_OFFSET,
     .maximum = SCREE_MAX_FRACTAL_OFFSET,
     .default_value = 1,
     .syntax = "F",
     .description = "Musgrave's fractals: added to octaves, or the height of ridges."},
    {.name = "multifractal_gain",
     .scope = "fractal ridged-multifractal",
     .type = SCREE_PARAMETER_REAL,
     AT(musgrave.gain),
     .minimum = SCREE_MIN_MULTIFRACTAL_GAIN,
     .maximum = SCREE_MAX_MULTIFRACTAL_GAIN,
     .default_value = 2,
     .syntax = "F",
     .description = "Fractal ridged-multifractal: how soon ridges let the octave after them through."},
    {.name = "weighted_strength",
     .type = SCREE_PARAMETER_REAL,
     AT(weighted_strength),
     .maximum = 1,
     .syntax = "F",
     .description = "How far an octave is weakened where those before are low; for fbm, billow, ridged and "
                    "ping-pong."},
    {.name = "metric",
     CHOICE(metric, cellular.metric),
     .scope = "kind cellular",
     .description = "Cellular noise: how distances are measured."},
    {.name = "feature",
     CHOICE(feature, cellular.feature),
     .scope = "kind cellular",
     .description = "Cellular noise: what it shows of its points."},
    {.name = "jitter",
     .scope = "kind cellular",
     .type = SCREE_PARAMETER_REAL,
     AT(cellular.jitter),
     .maximum = 1,
     .default_value = 1,
     .zero = SCREE_ZERO,
     .syntax = "F",
     .description = "Cellular noise: how far points may lie from the centres of their cells."},
    {.name = "smoothness",
     .scope = "kind cellular with feature f1",
     .type = SCREE_PARAMETER_REAL,
     AT(cellular.smoothness),
     .maximum = 1,
     .min_magnitude = SCREE_MIN_SMOOTHNESS,
     .syntax = "F",
     .description = "Cellular noise, feature f1: rounds the creases where cells meet."},
    {.name = "gabor_frequency",
     .scope = "kinds gabor and phasor",
     .type = SCREE_PARAMETER_REAL,
     AT(gabor.frequency),
     .minimum = SCREE_MIN_GABOR_FREQUENCY,
     .maximum = SCREE_MAX_GABOR_FREQUENCY,
     .default_value = 2,
     .syntax = "F",
     .description = "Cycles of a wave of Gabor and phasor noise in a cell."},
    {.name = "gabor_azimuth",
     .scope = "kinds gabor and phasor",
     .type = SCREE_PARAMETER_REAL,
     AT(gabor.azimuth),
     .minimum = -SCREE_MAX_ANGLE,
     .maximum = SCREE_MAX_ANGLE,
     .syntax = "A",
     .description = "Direction in which these waves run: degrees from x towards y."},
    {.name = "gabor_elevation",
     .scope = "kinds gabor and phasor in 3 axes",
     .type = SCREE_PARAMETER_REAL,
     AT(gabor.elevation),
     .minimum = -SCREE_MAX_ANGLE,
     .maximum = SCREE_MAX_ANGLE,
     .syntax = "A",
     .description = "The same in 3 axes: degrees from the plane of x and y towards z."},
    {.name = "gabor_isotropy",
     .scope = "kinds gabor and phasor",
     .type = SCREE_PARAMETER_REAL,
     AT(gabor.isotropy),
     .maximum = 1,
     .syntax = "I",
     .description = "How far these waves stray from that direction: from 0, not at all, to 1, where all directions are "
                    "alike."},
};

const scree_parameter *scree_noise_parameter(size_t number)
{
    return number < sizeof parameters / sizeof parameters[0] ? &parameters[number] : NULL;
}

static scree_result check_choice(scree_context *context, const scree_parameter *parameter, const int *choice)
{
    int count = 0;
    while (parameter->choice_name(count) != NULL) {
        count++;
    }
    if (*choice < 0 || *choice >= count) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %d; it must be 0 to %d", parameter->name, *choice,
                          count - 1);
    }
    return SCREE_OK;
}

static scree_result check_u32(scree_context *context, const scree_parameter *parameter, uint32_t *number)
{
    *number = *number == 0 ? (uint32_t)parameter->default_value : *number;
    if (*number < parameter->minimum || *number > parameter->maximum) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %" PRIu32 "; it must be %.0f to %.0f", parameter->name,
                          *number, parameter->minimum, parameter->maximum);
    }
    return SCREE_OK;
}

static scree_result check_real(scree_context *context, const scree_parameter *parameter, double *number)
{
    if (*number == 0.0 || (*number == SCREE_ZERO && parameter->default_value == 0.0)) {
        *number = parameter->default_value;
    }
    if (*number == 0.0 || *number == parameter->zero) {
        return SCREE_OK;
    }
    if (fabs(*number) < parameter->min_magnitude) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %s; it must be 0, or %s to %s", parameter->name,
                          scree_show_double(*number).text, scree_show_double(parameter->min_magnitude).text,
                          scree_show_double(parameter->maximum).text);
    }
    if (!(*number >= parameter->minimum && *number <= parameter->maximum)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is %s; it must be %s to %s", parameter->name,
                          scree_show_double(*number).text, scree_show_double(parameter->minimum).text,
                          scree_show_double(parameter->maximum).text);
    }
    return SCREE_OK;
}

static scree_result check_reals(scree_context *context, const scree_parameter *parameter, double *numbers,
                                uint32_t count)
{
    for (uint32_t i = 0; i < count && i < parameter->capacity; i++) {
        numbers[i] = numbers[i] == SCREE_ZERO ? 0.0 : numbers[i];
        double magnitude = fabs(numbers[i]);
        if (!(magnitude <= parameter->maximum && (magnitude == 0.0 || magnitude >= parameter->min_magnitude))) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "entry %u of %s is %s; it must be 0 or of a magnitude from "
                              "2^%d to %s",
                              i, parameter->name, scree_show_double(numbers[i]).text, ilogb(parameter->min_magnitude),
                              scree_show_double(parameter->maximum).text);
        }
    }
    return SCREE_OK;
}

static scree_result check_axes(scree_context *context, const scree_parameter *parameter, const uint64_t *numbers)
{
    for (uint32_t axis = 0; axis < parameter->capacity; axis++) {
        if (numbers[axis] > (uint64_t)parameter->maximum) {
            return scree_fail(context, SCREE_ERROR_INVALID, "%s of axis %u is %" PRIu64 "; it must be at most %" PRIu64,
                              parameter->name, axis, numbers[axis], (uint64_t)parameter->maximum);
        }
    }
    return SCREE_OK;
}

scree_result scree_noise_parameters_check(scree_context *context, scree_noise_params *params)
{
    scree_result result = SCREE_OK;
    for (size_t i = 0; result == SCREE_OK && i < sizeof parameters / sizeof parameters[0]; i++) {
        const scree_parameter *parameter = &parameters[i];
        void *at = (char *)params + parameter->offset;
        uint32_t count = 0;
        switch (parameter->type) {
        case SCREE_PARAMETER_CHOICE:
            result = check_choice(context, parameter, at);
            break;
        case SCREE_PARAMETER_U32:
            result = check_u32(context, parameter, at);
            break;
        case SCREE_PARAMETER_REAL:
            result = check_real(context, parameter, at);
            break;
        case SCREE_PARAMETER_REALS:
            memcpy(&count, (const char *)params + parameter->count_offset, sizeof count);
            result = check_reals(context, parameter, at, count);
            break;
        case SCREE_PARAMETER_AXES:
            result = check_axes(context, parameter, at);
            break;
        case SCREE_PARAMETER_U64:
        case SCREE_PARAMETER_FLAG:
            break; /* Any value is a good one. */
        }
    }
    return result;
}

bool scree_noise_parameter_counts(const scree_parameter *parameter, const scree_noise_params *params, uint32_t axes)
{
    const scree_noise_kind_info *kind = scree_noise_kind_describe(params->kind);
    switch (parameter->offset) {
    case offsetof(scree_noise_params, gradients):
        /* Perlin's hash brings his own gradients, for up to three axes. */
        return (kind == NULL || kind->has_gradients) && (params->hash != SCREE_NOISE_HASH_PERLIN2002 || axes > 3);
    case offsetof(scree_noise_params, fade):
        return kind == NULL || kind->interpolates;
    case offsetof(scree_noise_params, simplex.orientation):
        return axes > 2 && scree_lattice_is_skewed(params->kind);
    case offsetof(scree_noise_params, variant):
        return params->variant != SCREE_NOISE_VARIANT_CONTRACTION;
    case offsetof(scree_noise_params, octave_rotation):
        return params->octave_rotation;
    case offsetof(scree_noise_params, gabor.frequency):
    case offsetof(scree_noise_params, gabor.azimuth):
    case offsetof(scree_noise_params, gabor.isotropy):
        return scree_noise_has_waves(params);
    case offsetof(scree_noise_params, gabor.elevation):
        return scree_noise_has_waves(params) && axes > 2;
    case offsetof(scree_noise_params, gain):
        return params->weight_count == 0;
    case offsetof(scree_noise_params, weights):
        return params->weight_count > 0;
    case offsetof(scree_noise_params, ping_pong.strength):
        return params->fractal == SCREE_NOISE_FRACTAL_PING_PONG;
    case offsetof(scree_noise_params, musgrave.offset):
        return params->fractal >= SCREE_NOISE_FRACTAL_HYBRID;
    case offsetof(scree_noise_params, musgrave.gain):
        return params->fractal == SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL;
    case offsetof(scree_noise_params, weighted_strength):
        return params->weighted_strength != 0.0;
    case offsetof(scree_noise_params, cellular.metric):
    case offsetof(scree_noise_params, cellular.feature):
    case offsetof(scree_noise_params, cellular.jitter):
        return params->kind == SCREE_NOISE_CELLULAR;
    case offsetof(scree_noise_params, cellular.smoothness):
        return params->kind == SCREE_NOISE_CELLULAR && params->cellular.feature == SCREE_NOISE_FEATURE_F1;
    default:
        return true;
    }
}

bool scree_noise_parameter_applies_sized(const scree_parameter *parameter, const scree_noise_params *params,
                                         size_t size, uint32_t axes)
{
    scree_noise_params own;
    scree_result result = SCREE_OK;
    params = scree_params_take(NULL, params, size, &own, sizeof own, &result);
    return parameter->scope == NULL || (params != NULL && scree_noise_parameter_counts(parameter, params, axes));
}
