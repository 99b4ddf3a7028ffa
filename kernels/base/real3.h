/* Three reals: a position in space, or a velocity. */
#ifndef SCREE_KERNELS_REAL3_H
#define SCREE_KERNELS_REAL3_H

#include "base/elementary_real.h"
#include "base/real.h"
#include "base/real_bits.h"

SCREE_STRUCT(scree_real3)
{
    scree_real x;
    scree_real y;
    scree_real z;
};

SCREE_FN scree_real3 scree_real3_sum(const scree_real3 p, const scree_real3 q)
{
    scree_real3 sum;
    sum.x = p.x + q.x;
    sum.y = p.y + q.y;
    sum.z = p.z + q.z;
    return sum;
}

/* A number below 2^-60 as float32, or 2^-511 as float64, becomes zero. */
SCREE_FN scree_real scree_real_trim(const scree_real value)
{
    return scree_real_unless_below(value, SCREE_REAL_CONSTANT(8.67361738e-19f, 0x20000000u, 0u));
}

SCREE_FN scree_real3 scree_real3_trim(const scree_real3 p)
{
    scree_real3 trimmed;
    trimmed.x = scree_real_trim(p.x);
    trimmed.y = scree_real_trim(p.y);
    trimmed.z = scree_real_trim(p.z);
    return trimmed;
}

#endif
