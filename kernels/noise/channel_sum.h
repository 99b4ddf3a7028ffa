/*
 * The channels of a sample that is evaluated by itself: the sum of its octaves with its derivatives, or the curl of a
 * potential, whose parts follow one another as octaves.
 */
#ifndef SCREE_KERNELS_CHANNEL_SUM_H
#define SCREE_KERNELS_CHANNEL_SUM_H

#include "noise/curl.h"
#include "noise/fractal_dual.h"

SCREE_STRUCT(scree_channel_sum)
{
    scree_fractal_dual octaves;
    scree_curl curl;
};

SCREE_FN scree_channel_sum scree_channel_sum_start(void)
{
    scree_channel_sum sum;
    sum.octaves = scree_fractal_dual_start();
    sum.curl = scree_curl_start();
    return sum;
}

/* After the last octave of a part, that part's share of the curl is known, and another part begins. */
SCREE_FN scree_channel_sum scree_channel_sum_end(const scree_channel_sum before, const scree_index axes,
                                                 const scree_index part)
{
    scree_channel_sum after = before;
    if (axes == 2u) {
        after.curl = scree_curl_of_plane(before.octaves.sum);
    } else {
        after.curl = scree_curl_add(before.curl, part, before.octaves.sum);
    }
    after.octaves = scree_fractal_dual_start();
    return after;
}

/* Adds an octave of a number; a part of a potential has `curl_octaves`, which is 0 for other fields. */
SCREE_FN scree_channel_sum scree_channel_sum_add(const scree_channel_sum before, const scree_index fractal,
                                                 const scree_dual octave, const scree_f32 weight,
                                                 const scree_fractal_options options, const scree_index number,
                                                 const scree_index axes, const scree_index curl_octaves)
{
    scree_channel_sum after = before;
    after.octaves = scree_fractal_add_dual(before.octaves, fractal, octave, weight, options);
    if (curl_octaves != 0u && (number + 1u) % curl_octaves == 0u) {
        after = scree_channel_sum_end(after, axes, number / curl_octaves);
    }
    return after;
}

/* The first channel: the value, or the flow along x. */
SCREE_FN scree_f32 scree_channel_sum_first(const scree_channel_sum sum, const scree_index curl_octaves)
{
    scree_f32 first = sum.octaves.sum.value;
    if (curl_octaves != 0u) {
        first = sum.curl.along[0];
    }
    return first;
}

#endif
