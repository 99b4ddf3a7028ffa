/* Gabor and phasor noise: their waves are a table of gradients. */
#include "noise/kinds/gabor.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "noise_kind_definition.h"

#define MIN_FREQUENCY (1.0 / 16.0)
#define MAX_FREQUENCY 64.0
#define MAX_ANGLE 360.0

/* Components below this are taken as zero: their products with fractions of a cell would come near subnormal numbers.
 */
#define WAVE_TRACE 0x1p-20

/* Vectors where all are the same: the fewest that a table has, which processors keep in registers. */
#define ONE_DIRECTION 16

/* Turns between two directions on a sphere: the golden angle, (3 - sqrt(5)) / 2. */
#define GOLDEN_ANGLE 0.38196601125010515

/* Sine and cosine as kernels have them, which are the same on every machine. */
static scree_sincos sincos_of(double turns)
{
    return scree_sincos_turns((float)turns);
}

static double without_traces(double component)
{
    return fabs(component) < WAVE_TRACE ? 0.0 : component;
}

/* In a plane the directions are spread over half a turn times the isotropy; the other half has the same waves. */
static void set_plane(double *vector, const scree_noise_params *params, double share)
{
    const scree_sincos angle = sincos_of(params->gabor.azimuth / 360.0 + (share - 0.5) * params->gabor.isotropy / 2.0);
    vector[0] = (double)angle.cosine;
    vector[1] = (double)angle.sine;
}

/* In space they spiral over a cap of the sphere, round the direction, whose height is the isotropy. */
static void set_space(double *vector, const scree_noise_params *params, uint32_t number, double share)
{
    const scree_sincos azimuth = sincos_of(params->gabor.azimuth / 360.0);
    const scree_sincos elevation = sincos_of(params->gabor.elevation / 360.0);
    const double spiral = GOLDEN_ANGLE * number;
    const scree_sincos round = sincos_of(spiral - floor(spiral));
    const double height = 1.0 - params->gabor.isotropy * share;
    const double radius = sqrt(1.0 - height * height);
    const double side = radius * (double)round.cosine;
    const double up = radius * (double)round.sine;
    const double outward = height * (double)elevation.cosine - up * (double)elevation.sine;
    vector[0] = outward * (double)azimuth.cosine - side * (double)azimuth.sine;
    vector[1] = outward * (double)azimuth.sine + side * (double)azimuth.cosine;
    vector[2] = height * (double)elevation.sine + up * (double)elevation.cosine;
}

/* Makes the frequencies, in cycles a cell along each of 2 or 3 axes. */
static void make_waves(const scree_noise_params *params, uint32_t axes, scree_gradient_set *set)
{
    memset(set, 0, sizeof *set);
    set->count = params->gabor.isotropy > 0.0 ? SCREE_MAX_GRADIENTS : ONE_DIRECTION;
    for (uint32_t i = 0; i < set->count; i++) {
        const double share = (i + 0.5) / set->count;
        if (axes == 2) {
            set_plane(set->vector[i], params, share);
        } else {
            set_space(set->vector[i], params, i, share);
        }
        for (uint32_t axis = 0; axis < axes; axis++) {
            set->vector[i][axis] = without_traces(params->gabor.frequency * set->vector[i][axis]);
        }
    }
}

static bool has_waves(const scree_noise_params *params, uint32_t axes)
{
    (void)axes;
    return params->kind == SCREE_NOISE_GABOR || params->kind == SCREE_NOISE_PHASOR;
}

static bool has_waves_in_space(const scree_noise_params *params, uint32_t axes)
{
    return has_waves(params, axes) && axes > 2;
}

static const scree_noise_parameter_row parameters[] = {
    {{.name = "gabor_frequency",
      .scope = "kinds gabor and phasor",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(gabor.frequency),
      .minimum = MIN_FREQUENCY,
      .maximum = MAX_FREQUENCY,
      .default_value = 2,
      .is_frequency = true,
      .syntax = "F",
      .description = "Cycles of a wave of Gabor and phasor noise in a cell."},
     has_waves},
    {{.name = "gabor_azimuth",
      .scope = "kinds gabor and phasor",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(gabor.azimuth),
      .minimum = -MAX_ANGLE,
      .maximum = MAX_ANGLE,
      .syntax = "A",
      .description = "Direction in which these waves run: degrees from x towards y."},
     has_waves},
    {{.name = "gabor_elevation",
      .scope = "kinds gabor and phasor in 3 axes",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(gabor.elevation),
      .minimum = -MAX_ANGLE,
      .maximum = MAX_ANGLE,
      .syntax = "A",
      .description = "The same in 3 axes: degrees from the plane of x and y towards z."},
     has_waves_in_space},
    {{.name = "gabor_isotropy",
      .scope = "kinds gabor and phasor",
      .type = SCREE_PARAMETER_REAL,
      SCREE_PARAMETER_AT(gabor.isotropy),
      .maximum = 1,
      .syntax = "I",
      .description = "How far these waves stray from that direction: from 0, not at all, to 1, where all directions "
                     "are alike."},
     has_waves},
};

const scree_noise_kind_definition scree_kind_gabor = {
    .info = SCREE_KIND_INFO(gabor, "gabor", SCREE_MAX_SITE_PERIOD,
                            "waves of one length at random places, in a chosen direction or in all"),
    .parameters = SCREE_PARAMETER_GROUP(parameters, gabor),
    .make_gradients = make_waves,
};

/* Their parameters are those of Gabor noise. */
const scree_noise_kind_definition scree_kind_phasor = {
    .info = SCREE_KIND_INFO(phasor, "phasor", SCREE_MAX_SITE_PERIOD,
                            "the sine of the phase of such waves' sum: stripes of the same contrast everywhere"),
    .make_gradients = make_waves,
};
