// Warped fields where samples have been displaced to, on grids and at points: octaves of the field, or of all
// components of its next displacement. One thread for each sample or point.
#ifndef SCREE_CUDA_WARP_SAMPLES_CUH
#define SCREE_CUDA_WARP_SAMPLES_CUH

#include "site_device.cuh"

#if defined(HAS_DUALS)

#include "warp_table_dual.h"

using warp_sums = scree_warp_dual_sums;
using warp_displacement = scree_dual_displacement;

// Floats of a component of a sample's displacement.
template <uint32_t AXES> constexpr uint32_t COMPONENT_FLOATS = 1 + AXES;

static __device__ __forceinline__ warp_sums start_warp()
{
    return scree_warp_dual_sums_start();
}

template <uint32_t AXES> static __device__ __forceinline__ octave_value load_component(const float *at)
{
    octave_value component = scree_dual_constant(at[0], 0.0f);
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        component.slope[axis] = at[1 + axis];
    }
    return component;
}

template <uint32_t AXES>
static __device__ __forceinline__ void store_component(float *at, const octave_value &component)
{
    at[0] = component.value;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        at[1 + axis] = component.slope[axis];
    }
}

template <uint32_t AXES>
static __device__ __forceinline__ warp_displacement displacement_of(const warp_sums &sums, bool is_progressive)
{
    return scree_warp_dual_displaced(sums, AXES, is_progressive);
}

template <uint32_t AXES>
static __device__ __forceinline__ scree_displacement values_of(const warp_displacement &displacement)
{
    return scree_warp_dual_values(displacement, AXES);
}

// An octave with the derivatives of a field that is displaced.
template <uint32_t AXES>
static __device__ __forceinline__ octave_value chain_octave(const octave_value &octave,
                                                            const warp_displacement &displacement)
{
    return scree_warp_dual(octave, scree_warp_dual_slopes(displacement, AXES), AXES);
}

template <uint32_t AXES>
static __device__ __forceinline__ warp_sums add_to_component(const warp_sums &sums, uint32_t component,
                                                             const octave_value &octave)
{
    return scree_warp_dual_sums_add(sums, component, AXES, octave);
}

#else

#include "warp_table.h"

using warp_sums = scree_warp_sums;
using warp_displacement = scree_displacement;

template <uint32_t AXES> constexpr uint32_t COMPONENT_FLOATS = 1;

static __device__ __forceinline__ warp_sums start_warp()
{
    return scree_warp_sums_start();
}

template <uint32_t AXES> static __device__ __forceinline__ octave_value load_component(const float *at)
{
    return *at;
}

template <uint32_t AXES> static __device__ __forceinline__ void store_component(float *at, octave_value component)
{
    *at = component;
}

template <uint32_t AXES>
static __device__ __forceinline__ warp_displacement displacement_of(const warp_sums &sums, bool is_progressive)
{
    return scree_warp_displaced(sums, AXES, is_progressive);
}

template <uint32_t AXES>
static __device__ __forceinline__ scree_displacement values_of(const warp_displacement &displacement)
{
    return displacement;
}

template <uint32_t AXES>
static __device__ __forceinline__ octave_value chain_octave(octave_value octave, const warp_displacement &)
{
    return octave;
}

template <uint32_t AXES>
static __device__ __forceinline__ warp_sums add_to_component(const warp_sums &sums, uint32_t component,
                                                             octave_value octave)
{
    return scree_warp_sums_add(sums, component, AXES, octave);
}

#endif

// The displacements of a sample, and the sum of the field.
struct warped_sample {
    warp_sums warp;
    octave_sum field;
};

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ float *component_at(const parameters &p, uint32_t axis, uint32_t number)
{
    return p.template at<float>(BINDING_DATA) + axis * p.warp.displacement_stride + number * COMPONENT_FLOATS<AXES>;
}

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ warped_sample start_warped(const parameters &p, uint32_t number, const float *value,
                                                             bool adds)
{
    warped_sample start;
    start.warp = start_warp();
    start.field = start_sum(p, value, adds, nullptr);
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        const octave_value found = load_component<AXES>(component_at<AXES>(p, axis, number));
        (p.warp.continues ? start.warp.along : start.warp.before).along[axis] = found;
    }
    return start;
}

// An octave where a displacement takes a sample. Kinds of cells have the keys that they have without a warp, or those
// of a rotated lattice.
template <uint32_t KIND, uint32_t AXES, class parameters>
static __device__ __forceinline__ octave_value value_of_warped(const parameters &p, scree_table table, uint32_t octave,
                                                               const scree_warped_site &moved)
{
    const scree_site_source source = scree_site_table_source(table, octave, AXES);
    if (!scree_kind_has(KIND, SCREE_KIND_SITES) && p.variant[CONSTANT_KEEPS_KEYS] != 0) {
        const uint32_t fade = source.options.word[SCREE_SITE_OPTION_FADE];
        return evaluate_kept_cell<KIND, AXES>(scree_warp_table_cell(table, octave, AXES, moved, fade), source);
    }
    return evaluate_site<KIND, AXES>(scree_warp_table_site(table, octave, AXES, moved), source);
}

// Adds the octaves of a pass to a sample, whose positions SUMS gives.
template <uint32_t KIND, uint32_t AXES, class parameters, class sums_of>
static __device__ __forceinline__ warped_sample add_octaves(const parameters &p, warped_sample sample, sums_of sums)
{
    const scree_table tables = p.span[BINDING_TABLES] + p.warp.tables;
    SCREE_ROLLED
    for (uint32_t o = p.first_octave; o < p.first_octave + p.octaves; o++) {
        const warp_displacement displacement = displacement_of<AXES>(sample.warp, p.warp.is_progressive != 0);
        const scree_warped_site moved =
            scree_warp_table_moved(tables, o, AXES, sums(tables, o), values_of<AXES>(displacement));
        SCREE_ROLLED
        for (uint32_t component = 0; component < max(p.warp.components, 1u); component++) {
            const scree_table table = tables + component * p.warp.table_words;
            const octave_value value =
                chain_octave<AXES>(value_of_warped<KIND, AXES>(p, table, o, moved), displacement);
            if (p.warp.components != 0) {
                sample.warp = add_to_component<AXES>(sample.warp, component, value);
            } else {
                sample.field = add_value<AXES>(p, scree_site_weight(table, o), o, sample.field, value);
            }
        }
    }
    return sample;
}

// Stores the components of a displacement, or the field at VALUE.
template <uint32_t AXES, class parameters>
static __device__ __forceinline__ void store_warped(const parameters &p, const warped_sample &sample, uint32_t number,
                                                    float *value)
{
    if (p.warp.components == 0) {
        store_sum<AXES>(p, value, nullptr, sample.field);
        return;
    }
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        store_component<AXES>(component_at<AXES>(p, axis, number), sample.warp.along.along[axis]);
    }
}

template <uint32_t KIND, uint32_t AXES> static __device__ __forceinline__ void warp_sample(const samples_launch &p)
{
    // Threads past the end take part, because all threads of a warp are needed to find the range, but write nothing.
    const uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    const bool is_sample = column < p.width;
    const uint32_t x = min(column, p.width - 1);
    const uint32_t plane = p.first_plane + blockIdx.z;
    const uint32_t number = (plane * p.rows + blockIdx.y) * p.width + x;
    float *value = p.at<float>(BINDING_VALUES) + blockIdx.z * p.wide_plane_stride + blockIdx.y * p.wide_row_stride +
                   x * channels<AXES>(p);
    const scree_site_index index =
        scree_site_table_index(p.span[BINDING_TABLES] + p.warp.tables, AXES, x, blockIdx.y, plane);
    const warped_sample sample = add_octaves<KIND, AXES>(
        p, start_warped<AXES>(p, number, value, p.adds && is_sample),
        [&](scree_table table, uint32_t o) { return scree_site_table_sums(table, o, AXES, index); });
    if (is_sample) {
        store_warped<AXES>(p, sample, number, value);
    }
    if (p.finds_range) {
        const float first = first_of_sum(p, sample.field);
        widen_range(p.span[BINDING_RANGE], is_sample ? first : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? first : scree_f32_from_bits(RANGE_EMPTY_MAX), threadIdx.x);
    }
}

template <uint32_t KIND, uint32_t AXES> static __device__ __forceinline__ void warp_point(const points_launch &p)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.points) {
        return;
    }
    bool is_within_limits;
    const scree_site_point point = load_point<AXES>(p, i, is_within_limits);
    float *value = value_of_point<AXES>(p, i);
    if (!is_within_limits && !check_point(p, i)) {
        refuse_point<AXES>(p, i);
        return;
    }
    const warped_sample sample =
        add_octaves<KIND, AXES>(p, start_warped<AXES>(p, i, value, p.adds != 0),
                                [&](scree_table table, uint32_t o) { return place_site<AXES>(p, table, o, point, i); });
    store_warped<AXES>(p, sample, i, value);
}

// Kernels that a kind lacks the axes for are empty, and never launched.
#define WARPS(name, kind, axes)                                                       \
    SCREE_KERNEL(warps_##name##_##axes, scree_gpu_samples, DIRECT_GROUP, 1)           \
    {                                                                                 \
        warp_sample<kind, axes>(p);                                                   \
    }                                                                                 \
    SCREE_KERNEL(warp_points_##name##_##axes, scree_gpu_points_pass, DIRECT_GROUP, 1) \
    {                                                                                 \
        warp_point<kind, axes>(p);                                                    \
    }

#define WARPS_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    WARPS(name, number, 1)                                                 \
    WARPS(name, number, 2)                                                 \
    WARPS(name, number, 3)                                                 \
    WARPS(name, number, 4)

SCREE_SUM_KINDS(WARPS_KIND)

#endif
