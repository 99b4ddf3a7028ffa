// Points in the lattices of kinds of sites.
#ifndef SCREE_CUDA_SITE_DEVICE_CUH
#define SCREE_CUDA_SITE_DEVICE_CUH

#include "point_device.cuh"
#include "noise/site_table.h"

template <uint32_t AXES>
static __device__ __forceinline__ scree_site_point load_point(const points_launch &p, uint32_t i)
{
    const point_coordinates<AXES> at = load_coordinates<AXES>(p, i);
    scree_site_point point = scree_site_point_start();
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        const scree_pair magnitude = magnitude_of(at.along[axis]);
        point =
            scree_site_point_with(point, axis, magnitude, scree_f64_high(at.along[axis]) ^ magnitude.high, !is_wide(p));
    }
    return point;
}

// Whether a point is within the limits of positions; if not, that is reported.
static __device__ __forceinline__ bool is_within_limits(const points_launch &p, const scree_site_point &point,
                                                        uint32_t i)
{
    return point.highest < p.limit.high || check_point(p, i);
}

// The positions of a point that takes the exact path. Such points are rare: the code stands once, and takes no
// registers from the others.
template <uint32_t AXES>
static __device__ __noinline__ scree_site_sums locate_exact_site(const points_launch &p, scree_table table,
                                                                 uint32_t octave, uint32_t i)
{
    return scree_site_table_exact_sums(table, octave, AXES, load_point<AXES>(p, i));
}

// The positions of a point in an octave, by tables of its field or of a component of a warp.
template <uint32_t AXES>
static __device__ __forceinline__ scree_site_sums locate_site(const points_launch &p, scree_table table,
                                                              uint32_t octave, const scree_site_point &point,
                                                              uint32_t i)
{
    return scree_site_table_is_fast(table, octave, point)
               ? scree_site_table_fast_sums(table, octave, AXES, point, !is_wide(p))
               : locate_exact_site<AXES>(p, table, octave, i);
}

#endif
