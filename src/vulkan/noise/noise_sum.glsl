// The sum of the octaves of a sample or point, which is stored in `values`: a float, or its channels side by side where
// an entry file defines HAS_DUALS.
#if defined(HAS_DUALS)

#include "noise/channel_sum.h"
#include "noise/noise_duals.h"

#define octave_sum scree_channel_sum
#define octave_value scree_dual

// A pass has all octaves.
SCREE_FN octave_sum start_sum(const uint index, const bool adds)
{
    return scree_channel_sum_start();
}

SCREE_FN float first_of_sum(const octave_sum sum)
{
    return scree_channel_sum_first(sum, CURL_OCTAVES);
}

void store_sum(const uint index, const octave_sum sum)
{
    values[index] = first_of_sum(sum);
    if (CURL_OCTAVES != 0u) {
        values[index + 1u] = sum.curl.along[1];
        if (AXES > 2u) {
            values[index + 2u] = sum.curl.along[2];
        }
    } else {
        [[unroll]]
        for (uint axis = 0u; axis < AXES; axis++) {
            values[index + 1u + axis] = sum.octaves.sum.slope[axis];
        }
    }
}

SCREE_FN octave_sum add_value(const octave_sum sum, const uint fractal, const scree_dual value, const float weight,
                              const scree_fractal_options options, const uint octave)
{
    return scree_channel_sum_add(sum, fractal_or_fbm(fractal), value, weight, options, octave, AXES, CURL_OCTAVES);
}

#else

#define octave_sum scree_fractal_state
#define octave_value float

SCREE_FN octave_sum start_sum(const uint index, const bool adds)
{
    octave_sum sum = scree_fractal_start();
    if (adds) {
        sum.sum = values[index];
    }
    return sum;
}

SCREE_FN float first_of_sum(const octave_sum sum)
{
    return sum.sum;
}

void store_sum(const uint index, const octave_sum sum)
{
    values[index] = sum.sum;
}

SCREE_FN octave_sum add_value(const octave_sum sum, const uint fractal, const float value, const float weight,
                              const scree_fractal_options options, const uint octave)
{
    return scree_fractal_add(sum, fractal_or_fbm(fractal), value, weight, options);
}

#endif
