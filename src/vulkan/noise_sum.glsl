// The sum of the octaves of a sample or point, which is stored in `values`: a float, or its channels side by side where
// an entry file defines HAS_DUALS.
#if defined(HAS_DUALS)

#include "channel_sum.h"
#include "noise_duals.h"

#define octave_sum scree_channel_sum
#define octave_value scree_dual

// A pass has all octaves.
SCREE_FN octave_sum start_sum(uint index, bool adds)
{
    return scree_channel_sum_start();
}

SCREE_FN float first_of_sum(octave_sum sum)
{
    return scree_channel_sum_first(sum, CURL_OCTAVES);
}

void store_sum(uint index, octave_sum sum)
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

SCREE_FN octave_sum add_value(octave_sum sum, uint fractal, scree_dual value, float weight, scree_fractal_options options,
                     uint octave)
{
    return scree_channel_sum_add(sum, fractal_or_fbm(fractal), value, weight, options, octave, AXES, CURL_OCTAVES);
}

#else

#define octave_sum scree_fractal_state
#define octave_value float

SCREE_FN octave_sum start_sum(uint index, bool adds)
{
    octave_sum sum = scree_fractal_start();
    if (adds) {
        sum.sum = values[index];
    }
    return sum;
}

SCREE_FN float first_of_sum(octave_sum sum)
{
    return sum.sum;
}

void store_sum(uint index, octave_sum sum)
{
    values[index] = sum.sum;
}

SCREE_FN octave_sum add_value(octave_sum sum, uint fractal, float value, float weight, scree_fractal_options options,
                     uint octave)
{
    return scree_fractal_add(sum, fractal_or_fbm(fractal), value, weight, options);
}

#endif
