#include "wave_set.h"

#include <math.h>
#include <string.h>

#include "elementary.h"

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

void scree_wave_set_make(scree_gradient_set *set, const scree_noise_params *params, uint32_t axes)
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
