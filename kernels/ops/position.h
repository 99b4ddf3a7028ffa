/* Positions of points, from coordinates in memory of a device to numbers as instructions take them. */
#ifndef SCREE_KERNELS_POSITION_H
#define SCREE_KERNELS_POSITION_H

#include "base/float64.h"
#include "ops/op_result.h"

/* A float64 coordinate, given by its bits, rounded to float32; 0 where its magnitude is below 2^-63. */
SCREE_FN float scree_position_from_f64(const scree_pair bits)
{
    scree_float_parts coordinate = scree_parts_from_f64(bits);
    float rounded = scree_one_from_parts(coordinate);
    return coordinate.exponent < -126 ? scree_one_from_bits(0u) : rounded;
}

#endif
