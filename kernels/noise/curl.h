/*
 * Curl noise (R. Bridson, J. Hourihan and M. Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH 2007): the
 * curl of a potential, which flows without sources or sinks. In two axes the potential is one field, in three axes one
 * field for each axis, whose octaves follow one another.
 */
#ifndef SCREE_KERNELS_CURL_H
#define SCREE_KERNELS_CURL_H

#include "base/dual.h"

SCREE_STRUCT(scree_curl)
{
    scree_f32 along[3];
};

/* Sums start from minus zero, which leaves what is added to it as it is. */
SCREE_FN scree_curl scree_curl_start(void)
{
    scree_curl curl;
    curl.along[0] = scree_f32_from_bits(scree_u32_from_index(0x80000000u));
    curl.along[1] = curl.along[0];
    curl.along[2] = curl.along[0];
    return curl;
}

/* The curl in two axes: the potential's gradient, rotated by a right angle. */
SCREE_FN scree_curl scree_curl_of_plane(const scree_dual potential)
{
    scree_curl curl = scree_curl_start();
    curl.along[0] = potential.slope[1];
    curl.along[1] = -potential.slope[0];
    return curl;
}

/* Adds what the potential along an axis contributes to the curl in three axes. */
SCREE_FN scree_curl scree_curl_add(const scree_curl before, const scree_index axis, const scree_dual potential)
{
    scree_curl after = before;
    if (axis == 0u) {
        after.along[1] = before.along[1] + potential.slope[2];
        after.along[2] = before.along[2] - potential.slope[1];
    } else if (axis == 1u) {
        after.along[0] = before.along[0] - potential.slope[2];
        after.along[2] = before.along[2] + potential.slope[0];
    } else {
        after.along[0] = before.along[0] + potential.slope[1];
        after.along[1] = before.along[1] - potential.slope[0];
    }
    return after;
}

#endif
