#include "noise_parameters.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "context_internal.h"
#include "field_limits.h"
#include "noise_fractal_definition.h"
#include "noise_kind_definition.h"
#include "number_text.h"
#include "sized_params.h"
#include "warp_parameters.h"

SCREE_DEFINE_CHOICE(kind, scree_noise_kind)
SCREE_DEFINE_CHOICE(hash, scree_noise_hash)
SCREE_DEFINE_CHOICE(gradients, scree_noise_gradients)
SCREE_DEFINE_CHOICE(fade, scree_noise_fade)
SCREE_DEFINE_CHOICE(fractal, scree_noise_fractal)
SCREE_DEFINE_CHOICE(distribution, scree_noise_distribution)
SCREE_DEFINE_CHOICE(orientation, scree_noise_orientation)

/* Whether a parameter counts (scree_noise_parameter_row). */
#define COUNTS(name, expression)                                      \
    static bool name(const scree_noise_params *params, uint32_t axes) \
    {                                                                 \
        (void)axes;                                                   \
        return expression;                                            \
    }

/* The abilities of the kind; those of Perlin noise where it is none. */
static const scree_noise_kind_info *kind_of(const scree_noise_params *params)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(params->kind);
    return info != NULL ? info : scree_noise_kind_describe((scree_noise_kind)0);
}

/* Perlin's hash brings his own gradients, for up to three axes. */
COUNTS(draws_gradients, kind_of(params)->has_gradients && (params->hash != SCREE_NOISE_HASH_PERLIN2002 || axes > 3))
COUNTS(has_fade, kind_of(params)->interpolates)
COUNTS(is_skewed, axes > 2 && scree_kind_has((scree_index)params->kind, SCREE_KIND_SKEWED))
COUNTS(is_rotated, params->has_octave_rotation)
COUNTS(has_gain, params->weight_count == 0)
COUNTS(has_weights, params->weight_count > 0)
COUNTS(has_derivatives, params->sample.has_derivatives)
COUNTS(has_curl, params->sample.is_curl)
COUNTS(has_distribution, params->values.distribution != SCREE_NOISE_DISTRIBUTION_OWN)
COUNTS(has_quantiles, params->values.quantile_count > 0)
COUNTS(is_weighted, params->weighted_strength != 0.0)

/* The rows are in the order in which recipes are read and printed: the kind comes before what depends on it, weights
 * after gain. */
static const scree_noise_parameter_row general[] = {
    {{.name = "kind", SCREE_PARAMETER_NAMED(kind, kind), .description = "The kind of noise, such as Perlin's."}, NULL},
    {{.name = "hash",
      SCREE_PARAMETER_NAMED(hash, hash),
      .resets = "octave_rotation",
      .description = "How a lattice point gets its random number."},
     NULL},
    {{.name = "gradients",
      SCREE_PARAMETER_NAMED(gradients, gradients),
      .scope = "kinds that draw gradients, with hash scree or more than 3 axes",
      .description = "The set that gradients are drawn from."},
     draws_gradients},
    {{.name = "fade",
      SCREE_PARAMETER_NAMED(fade, fade),
      .scope = "kinds that interpolate between lattice points",
      .description = "Curve of the interpolation between lattice points."},
     has_fade},
    {{.name = "orientation",
      SCREE_PARAMETER_NAMED(lattice.orientation, orientation),
      .scope = "kinds of a skewed lattice in 3 axes or more",
      .description = "How a skewed lattice lies in the field: all axes alike, or the last one along its main diagonal, "
                     "for heights and times."},
     is_skewed},
    {{.name = "fractal",
      SCREE_PARAMETER_NAMED(fractal, fractal),
      .resets = "weighted_strength",
      .description = "How octaves are shaped before they are summed, or depend on one another."},
     NULL},
    {{.name = "seed",
      .type = SCREE_PARAMETER_U64,
      SCREE_PARAMETER_AT(seed),
      .maximum = 0x1p64,
      .syntax = "N",
      .description = "Another number makes another field."},
     NULL},
    {{.name = "octaves",
      .type = SCREE_PARAMETER_U32,
      SCREE_PARAMETER_AT(octaves),
      .minimum = 1,
      .maximum = SCREE_MAX_OCTAVES,
      .default_value = 1,
      .syntax = "N",
      .description = "Number of layers that are summed, each finer than the one before."},
     NULL},
    {{.name = "lacunarity",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(lacunarity),
      .minimum = SCREE_MIN_LACUNARITY,
      .maximum = SCREE_MAX_LACUNARITY,
      .default_value = 2,
      .syntax = "F",
      .description = "Frequency of an octave over that of the one before."},
     NULL},
    {{.name = "gain",
      .aliases = {"falloff", "persistence"},
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(gain),
      .minimum = -SCREE_MAX_GAIN,
      .maximum = SCREE_MAX_GAIN,
      .default_value = 0.5,
      .zero = SCREE_ZERO,
      .resets = "weights",
      .syntax = "F",
      .description = "Weight of an octave over that of the one before."},
     has_gain},
    {{.name = "weights",
      .type = SCREE_PARAMETER_REALS,
      SCREE_PARAMETER_AT(weights),
      .count_offset = offsetof(scree_noise_params, weight_count),
      .minimum = -SCREE_MAX_WEIGHT,
      .maximum = SCREE_MAX_WEIGHT,
      .min_magnitude = SCREE_MIN_WEIGHT,
      .capacity = SCREE_MAX_OCTAVES,
      .syntax = "W[,W...]",
      .description = "A weight for each octave instead of the gain; sets the number of octaves."},
     has_weights},
    {{.name = "period",
      .type = SCREE_PARAMETER_AXES,
      SCREE_PARAMETER_AT(period),
      .maximum = (double)SCREE_MAX_PERIOD,
      .capacity = SCREE_MAX_AXES,
      .resets = "warp_amplitude", /* A warp must repeat with the field. */
      .syntax = "N[,N...]",
      .description =
          "Cells of the first octave after which the field repeats, for each axis or one number for all; 0 = "
          "never. Equal to the density, it makes a seamless picture."},
     NULL},
    {{.name = "skip_fine_octaves",
      .type = SCREE_PARAMETER_FLAG,
      SCREE_PARAMETER_AT(skips_fine_octaves),
      .description = "Leave out octaves whose cells are smaller than the distance of two samples, since on that grid "
                     "they would be white noise."},
     NULL},
    {{.name = "octave_rotation",
      .type = SCREE_PARAMETER_FLAG,
      SCREE_PARAMETER_AT(has_octave_rotation),
      .description = "Rotate every octave against the one before, so that no grain along the axes remains; for 2 to 4 "
                     "axes."},
     is_rotated},
};

/* These follow the parameters of single fractals. */
static const scree_noise_parameter_row of_fractals[] = {
    {{.name = "weighted_strength",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(weighted_strength),
      .maximum = 1,
      .syntax = "F",
      .description = "How far an octave is weakened where those before are low; for fractals whose octaves do not "
                     "depend on one another."},
     is_weighted},
};

/* These follow the parameters of single kinds. */
static const scree_noise_parameter_row of_samples[] = {
    {{.name = "derivatives",
      .type = SCREE_PARAMETER_FLAG,
      SCREE_PARAMETER_AT(sample.has_derivatives),
      .is_of_samples = true,
      .resets = "curl",
      .description = "Give every sample the derivative along each axis as further channels."},
     has_derivatives},
    {{.name = "curl",
      .type = SCREE_PARAMETER_FLAG,
      SCREE_PARAMETER_AT(sample.is_curl),
      .is_of_samples = true,
      .resets = "derivatives",
      .description = "Make a flow without sources from the noise, its potential: 2 or 3 channels, with frames 2."},
     has_curl},
};

/* These follow all others, because quantiles are measured with those. */
static const scree_noise_parameter_row of_values[] = {
    {{.name = "distribution",
      SCREE_PARAMETER_NAMED(values.distribution, distribution),
      .description = "How values are distributed: as the noise makes them, evenly in [-1, 1], or normally."},
     has_distribution},
    {{.name = "quantiles",
      .type = SCREE_PARAMETER_REALS,
      SCREE_PARAMETER_AT(values.quantiles),
      .count_offset = offsetof(scree_noise_params, values.quantile_count),
      .minimum = -SCREE_MAX_BOUND,
      .maximum = SCREE_MAX_BOUND,
      .min_magnitude = FLT_MIN,
      .capacity = SCREE_NOISE_QUANTILE_COUNT,
      .is_single = true,
      .syntax = "Q[,Q...]",
      .description = "The measured quantiles of the noise, from which its distribution is made; as recipes have them."},
     has_quantiles},
};

/* Parameter `*number` of a table; NULL where the table has fewer, of which the number is less then. */
static const scree_noise_parameter_row *row_in(const scree_noise_parameter_rows *rows, size_t *number)
{
    if (*number < rows->count) {
        return &rows->row[*number];
    }
    *number -= rows->count;
    return NULL;
}

/*
 * The tables in their order: the general parameters, those of each fractal, those of all fractals, those of each kind,
 * those of warps, those of samples, and those of values. NULL past the last.
 */
static const scree_noise_parameter_rows *table_at(size_t number)
{
    static const scree_noise_parameter_rows first = SCREE_PARAMETER_GROUP(general, lattice);
    static const scree_noise_parameter_rows second = SCREE_PARAMETER_ROWS(of_fractals);
    if (number == 0) {
        return &first;
    }
    if (number <= SCREE_FRACTAL_COUNT) {
        return &scree_fractal_definition_of((scree_noise_fractal)(number - 1))->parameters;
    }
    if (number == SCREE_FRACTAL_COUNT + 1) {
        return &second;
    }
    number -= SCREE_FRACTAL_COUNT + 2;
    if (number < SCREE_KIND_COUNT) {
        return &scree_noise_kind_definition_of((scree_noise_kind)number)->parameters;
    }
    static const scree_noise_parameter_rows samples = SCREE_PARAMETER_GROUP(of_samples, sample);
    static const scree_noise_parameter_rows values = SCREE_PARAMETER_GROUP(of_values, values);
    static const scree_noise_parameter_rows *const last[] = {&scree_warp_parameters, &samples, &values};
    number -= SCREE_KIND_COUNT;
    return number < sizeof last / sizeof last[0] ? last[number] : NULL;
}

static const scree_noise_parameter_row *row_at(size_t number)
{
    const scree_noise_parameter_row *row = NULL;
    const scree_noise_parameter_rows *table = NULL;
    for (size_t i = 0; row == NULL && (table = table_at(i)) != NULL; i++) {
        row = row_in(table, &number);
    }
    return row;
}

scree_result scree_noise_reserved_check(scree_context *context, const scree_noise_params *params)
{
    const scree_noise_parameter_rows *table = NULL;
    for (size_t i = 0; (table = table_at(i)) != NULL; i++) {
        if (!scree_bytes_are_zero((const char *)params + table->reserved_offset, table->reserved_bytes)) {
            return scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                              "reserved of %s is not 0; it must be, unless a newer version of the library is linked",
                              table->group);
        }
    }
    return SCREE_OK;
}

const scree_parameter *scree_noise_parameter(size_t number)
{
    const scree_noise_parameter_row *row = row_at(number);
    return row != NULL ? &row->parameter : NULL;
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
    const scree_parameter *parameter = NULL;
    for (size_t i = 0; result == SCREE_OK && (parameter = scree_noise_parameter(i)) != NULL; i++) {
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
    const scree_noise_parameter_row *row = NULL;
    for (size_t i = 0; (row = row_at(i)) != NULL && row->parameter.offset != parameter->offset; i++) {
    }
    return row == NULL || row->counts == NULL || row->counts(params, axes);
}

bool scree_noise_parameter_applies_sized(const scree_parameter *parameter, const scree_noise_params *params,
                                         size_t size, uint32_t axes)
{
    scree_noise_params own;
    scree_result result = SCREE_OK;
    params = scree_params_take(NULL, params, size, &own, sizeof own, &result);
    return parameter->scope == NULL || (params != NULL && scree_noise_parameter_counts(parameter, params, axes));
}

/* Bytes of a parameter's value in a struct. */
static size_t bytes_of(const scree_parameter *parameter, const scree_noise_params *params)
{
    switch (parameter->type) {
    case SCREE_PARAMETER_U64:
    case SCREE_PARAMETER_REAL:
        return sizeof(uint64_t);
    case SCREE_PARAMETER_FLAG:
        return sizeof(bool);
    case SCREE_PARAMETER_REALS:
        return *(const uint32_t *)(const void *)((const char *)params + parameter->count_offset) * sizeof(double);
    case SCREE_PARAMETER_AXES:
        return SCREE_MAX_AXES * sizeof(uint64_t);
    default:
        return sizeof(uint32_t);
    }
}

bool scree_noise_parameters_equal(const scree_noise_params *a, const scree_noise_params *b)
{
    const scree_noise_parameter_row *row = NULL;
    bool is_equal = a->seed == b->seed; /* Most that differ differ here. */
    for (size_t i = 0; is_equal && (row = row_at(i)) != NULL; i++) {
        const size_t bytes = bytes_of(&row->parameter, a);
        is_equal = bytes == bytes_of(&row->parameter, b) &&
                   memcmp((const char *)a + row->parameter.offset, (const char *)b + row->parameter.offset, bytes) == 0;
    }
    return is_equal;
}
