// The sum of the octaves of a sample or point: a float, or channels that lie side by side where a source defines
// HAS_DUALS.
#ifndef SCREE_CUDA_OCTAVE_SUM_CUH
#define SCREE_CUDA_OCTAVE_SUM_CUH

#include "noise_device.cuh"
#include "noise/site_table.h"

#if defined(HAS_DUALS)

#include "noise/channel_sum.h"
#include "noise/noise_duals.h"

// Kinds that have derivatives, those of cells among them.
#define SCREE_SUM_KINDS SCREE_DUAL_KINDS
#define SCREE_SUM_CELL_KINDS SCREE_NODE_KINDS

using octave_sum = scree_channel_sum;
using octave_value = scree_dual;

template <class parameters> static __device__ __forceinline__ uint32_t curl_octaves(const parameters &p)
{
    return p.specialisation[CONSTANT_CURL_OCTAVES];
}

template <uint32_t AXES, class parameters> static __device__ __forceinline__ uint32_t channels(const parameters &p)
{
    return curl_octaves(p) != 0 ? AXES : 1 + AXES;
}

// A launch has all octaves.
template <class parameters>
static __device__ __forceinline__ octave_sum start_sum(const parameters &, const float *, bool, const float *)
{
    return scree_channel_sum_start();
}

template <class parameters>
static __device__ __forceinline__ float first_of_sum(const parameters &p, const octave_sum &sum)
{
    return scree_channel_sum_first(sum, curl_octaves(p));
}

template <uint32_t AXES>
static __device__ __forceinline__ void store_channels(float *value, const octave_sum &sum, uint32_t curl_octaves)
{
    value[0] = scree_channel_sum_first(sum, curl_octaves);
    if (curl_octaves != 0) {
        SCREE_UNROLL
        for (uint32_t axis = 1; axis < AXES && axis < 3; axis++) {
            value[axis] = sum.curl.along[axis];
        }
    } else {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < AXES; axis++) {
            value[1 + axis] = sum.octaves.sum.slope[axis];
        }
    }
}

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ void store_sum(const parameters &p, float *value, float *, const octave_sum &sum)
{
    store_channels<AXES>(value, sum, curl_octaves(p));
}

// Adds an octave's value to earlier ones.
template <uint32_t AXES, class parameters>
static __device__ __forceinline__ octave_sum add_value(const parameters &p, float weight, uint32_t octave,
                                                       const octave_sum &sum, const octave_value &value)
{
    return scree_channel_sum_add(sum, p.fractal, value, weight, p.options, octave, AXES, curl_octaves(p));
}

template <uint32_t KIND, uint32_t AXES, class parameters>
static __device__ __forceinline__ octave_value evaluate_cell(const parameters &p, const scree_gpu_octave &octave,
                                                             const scree_cell &cell)
{
    const uint32_t fade = p.specialisation[CONSTANT_FADE];
    return scree_dual_of_cell(scree_kind_dual(KIND, cell, AXES, source_of_octave(p, octave), fade), octave.frequency);
}

template <uint32_t KIND, uint32_t AXES>
static __device__ __forceinline__ octave_value evaluate_site(const scree_site &site, const scree_site_source &source)
{
    return scree_site_dual(KIND, site, AXES, source);
}

// The value at a cell in the lattice of sites.
template <uint32_t KIND, uint32_t AXES>
static __device__ __forceinline__ octave_value evaluate_site_cell(const scree_cell &cell,
                                                                  const scree_site_source &source)
{
    return scree_dual_of_site(scree_kind_dual(KIND, cell, AXES, scree_site_octave_source(source),
                                              source.options.word[SCREE_SITE_OPTION_FADE]),
                              source, AXES);
}

#else

#define SCREE_SUM_KINDS SCREE_NOISE_KINDS
#define SCREE_SUM_CELL_KINDS SCREE_CELL_KINDS

using octave_sum = scree_fractal_state;
using octave_value = float;

template <uint32_t AXES, class parameters> static __device__ __forceinline__ uint32_t channels(const parameters &)
{
    return 1;
}

// Octaves that earlier launches have added, and the factor of the next one, where it is kept.
template <class parameters>
static __device__ __forceinline__ octave_sum start_sum(const parameters &, const float *value, bool adds,
                                                       const float *factor)
{
    octave_sum sum = scree_fractal_start();
    if (adds) {
        sum.sum = *value;
        sum.factor = factor != nullptr ? *factor : sum.factor;
    }
    return sum;
}

template <class parameters>
static __device__ __forceinline__ float first_of_sum(const parameters &, const octave_sum &sum)
{
    return sum.sum;
}

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ void store_sum(const parameters &, float *value, float *factor, const octave_sum &sum)
{
    *value = sum.sum;
    if (factor != nullptr) {
        *factor = sum.factor;
    }
}

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ octave_sum add_value(const parameters &p, float weight, uint32_t,
                                                       const octave_sum &sum, octave_value value)
{
    return scree_fractal_add(sum, p.fractal, value, weight, p.options);
}

template <uint32_t KIND, uint32_t AXES, class parameters>
static __device__ __forceinline__ octave_value evaluate_cell(const parameters &p, const scree_gpu_octave &octave,
                                                             const scree_cell &cell)
{
    return scree_kind_sample(KIND, cell, AXES, source_of_octave(p, octave));
}

template <uint32_t KIND, uint32_t AXES>
static __device__ __forceinline__ octave_value evaluate_site(const scree_site &site, const scree_site_source &source)
{
    return scree_site_sample(KIND, site, AXES, source);
}

template <uint32_t KIND, uint32_t AXES>
static __device__ __forceinline__ octave_value evaluate_site_cell(const scree_cell &cell,
                                                                  const scree_site_source &source)
{
    return scree_kind_sample(KIND, cell, AXES, scree_site_octave_source(source));
}

#endif

// Whether a kind has a number of axes: kernels that it lacks are empty, and never launched.
static __host__ __device__ constexpr bool kind_has_axes(uint32_t kind, uint32_t axes)
{
    bool has_axes = false;
#define KIND_HAS_AXES(KIND, name, number, traits, sample, min_axes, max_axes) \
    has_axes = has_axes || (kind == number && axes >= min_axes && axes <= max_axes);
    SCREE_NOISE_KINDS(KIND_HAS_AXES)
#undef KIND_HAS_AXES
    return has_axes;
}

#endif
