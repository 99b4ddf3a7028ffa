/*
 * Points whose coordinates lie side by side, sorted by axes: AVX-512 reads whole registers and joins them by shuffles
 * of two. For locate_kernels.c alone.
 */
#ifndef SCREE_CPU_TAKE_LANES_H
#define SCREE_CPU_TAKE_LANES_H

#include "lane_memory.h"
#include "noise_kernels.h"

/*
 * Points lie one behind the other: with three axes the coordinate of point `i` along an axis is element 3 i + axis of
 * three registers with `lanes` elements each. Step `joined` takes the coordinates that lie in register `joined`, and
 * keeps those that earlier steps have found. Returns where point `i` finds its own: in a lane of what was found before,
 * or, from `lanes` on, in a lane of the register.
 */
SCREE_FN uint32_t joined_lane(uint32_t element, uint32_t i, uint32_t joined, uint32_t lanes)
{
    uint32_t at = element % lanes;
    uint32_t found = joined == 1 ? at : i;
    return element / lanes == joined ? lanes + at : found;
}

SCREE_FN __m512i wide_order(uint32_t axes, uint32_t axis, uint32_t joined)
{
    uint64_t lane[8];
    SCREE_UNROLL
    for (uint32_t i = 0; i < 8; i++) {
        lane[i] = joined_lane(axes * i + axis, i, joined, 8);
    }
    return _mm512_loadu_si512(lane);
}

SCREE_FN __m512i narrow_order(uint32_t axes, uint32_t axis, uint32_t joined)
{
    uint32_t lane[16];
    SCREE_UNROLL
    for (uint32_t i = 0; i < 16; i++) {
        lane[i] = joined_lane(axes * i + axis, i, joined, 16);
    }
    return _mm512_loadu_si512(lane);
}

/* Takes as many points as fill registers, and returns their number. `axes` is a constant, so that orders are, too. */
SCREE_FN size_t take_lanes_double(const double *from, uint32_t axes, size_t count, double *out, size_t stride)
{
    __m512i order[SCREE_MAX_AXES][SCREE_MAX_AXES];
    SCREE_UNROLL
    for (uint32_t pair = 0; pair < axes * axes; pair++) {
        order[pair / axes][pair % axes] = wide_order(axes, pair / axes, pair % axes);
    }
    for (size_t i = 0; i + 8 <= count; i += 8, from += 8 * axes) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            __m512d found = _mm512_loadu_pd(from);
            SCREE_UNROLL
            for (uint32_t joined = 1; joined < axes; joined++) {
                found = _mm512_permutex2var_pd(found, order[axis][joined], _mm512_loadu_pd(from + 8 * joined));
            }
            _mm512_storeu_pd(out + axis * stride + i, found);
        }
    }
    return count / 8 * 8;
}

SCREE_FN size_t take_lanes_float(const float *from, uint32_t axes, size_t count, double *out, size_t stride)
{
    __m512i order[SCREE_MAX_AXES][SCREE_MAX_AXES];
    SCREE_UNROLL
    for (uint32_t pair = 0; pair < axes * axes; pair++) {
        order[pair / axes][pair % axes] = narrow_order(axes, pair / axes, pair % axes);
    }
    for (size_t i = 0; i + 16 <= count; i += 16, from += 16 * axes) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            __m512 found = _mm512_loadu_ps(from);
            SCREE_UNROLL
            for (uint32_t joined = 1; joined < axes; joined++) {
                found = _mm512_permutex2var_ps(found, order[axis][joined], _mm512_loadu_ps(from + 16 * joined));
            }
            _mm512_storeu_pd(out + axis * stride + i, _mm512_cvtps_pd(_mm512_castps512_ps256(found)));
            _mm512_storeu_pd(out + axis * stride + i + 8, _mm512_cvtps_pd(_mm512_extractf32x8_ps(found, 1)));
        }
    }
    return count / 16 * 16;
}

#endif
