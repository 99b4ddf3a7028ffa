/*
 * The case of float64 that a GPU must pass before it locates points: the location of a coordinate in one octave, with a
 * shift and keys that are as good as any, and its weights by all fades.
 */
#ifndef SCREE_KERNELS_WIDE_SELF_TEST_H
#define SCREE_KERNELS_WIDE_SELF_TEST_H

#include "noise/locate.h"

#define SCREE_WIDE_TEST_RESULTS 7u

/* The bits of a float64 coordinate below 2^30. */
SCREE_STRUCT(scree_wide_test_case)
{
    scree_pair coordinate;
};

SCREE_STRUCT(scree_wide_test_results)
{
    scree_f32 result[7];
};

SCREE_FN scree_location scree_wide_test_locate(const scree_wide_test_case test_case, const scree_index fade)
{
    scree_location_octave octave;
    scree_location_axis axis;
    octave.frequency_high = 0x3ff00000u;
    octave.frequency.low = 0u;
    octave.frequency.high = 0x00100000u;
    octave.exponent = 0u - 52u;
    axis.shift = 0x9e377900u;
    axis.stream.low = 0x7f4a7c15u;
    axis.stream.high = 0x9e3779b9u;
    axis.key_step = axis.stream;
    axis.key_step_below = axis.stream;
    axis.period.low = 0u;
    axis.period.high = 0u;
    return scree_locate_fast(scree_f64_from_bits(test_case.coordinate.high, test_case.coordinate.low), octave, axis,
                             fade, SCREE_KERNEL_HASH_SCREE);
}

SCREE_FN scree_wide_test_results scree_wide_test_evaluate(const scree_wide_test_case test_case)
{
    scree_wide_test_results outcome;
    scree_location location = scree_wide_test_locate(test_case, SCREE_KERNEL_FADE_QUINTIC);
    outcome.result[0] = location.fraction;
    outcome.result[1] = location.fraction1;
    outcome.result[2] = location.fade;
    outcome.result[3] = scree_wide_test_locate(test_case, SCREE_KERNEL_FADE_CUBIC).fade;
    outcome.result[4] = scree_wide_test_locate(test_case, SCREE_KERNEL_FADE_COSINE).fade;
    outcome.result[5] = scree_wide_test_locate(test_case, SCREE_KERNEL_FADE_LINEAR).fade;
    outcome.result[6] = scree_f32_from_u24(location.key0 >> 8u);
    return outcome;
}

#endif
