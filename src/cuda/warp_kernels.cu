// Warped fields where samples have been displaced to, on grids and at points: octaves of the field, or of all components
// of its next displacement. One thread for each sample or point.
#include "site_device.cuh"
#include "warp_table.h"

// The displacements of a sample, and the sum of the field.
struct warped_sample {
    scree_warp_sums warp;
    scree_fractal_state field;
};

template <class parameters>
static __device__ __forceinline__ float *displacement_at(const parameters &p, uint32_t axis, uint32_t number)
{
    return p.template at<float>(BINDING_DATA) + axis * p.warp.displacement_stride + number;
}

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ warped_sample start_warped(const parameters &p, uint32_t number)
{
    warped_sample start;
    start.warp = scree_warp_sums_start();
    start.field = scree_fractal_start();
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        const float found = *displacement_at(p, axis, number);
        (p.warp.continues ? start.warp.along : start.warp.before).along[axis] = found;
    }
    return start;
}

// An octave where a displacement takes a sample. Kinds of cells have the keys that they have without a warp, or those
// of a rotated lattice.
template <uint32_t KIND, uint32_t AXES, class parameters>
static __device__ __forceinline__ float value_of_warped(const parameters &p, scree_table table, uint32_t octave,
                                                        const scree_warped_site &moved)
{
    const scree_site_source source = scree_site_table_source(table, octave, AXES);
    if (!scree_kind_has(KIND, SCREE_KIND_SITES) && p.variant[CONSTANT_KEEPS_KEYS] != 0) {
        const uint32_t fade = source.options.word[SCREE_SITE_OPTION_FADE];
        return scree_kind_sample(KIND, scree_warp_table_cell(table, octave, AXES, moved, fade), AXES,
                                 scree_site_octave_source(source));
    }
    return scree_site_sample(KIND, scree_warp_table_site(table, octave, AXES, moved), AXES, source);
}

// Adds the octaves of a pass to a sample, whose positions SUMS gives.
template <uint32_t KIND, uint32_t AXES, class parameters, class sums_of>
static __device__ __forceinline__ warped_sample add_octaves(const parameters &p, warped_sample sample, sums_of sums)
{
    const scree_table tables = p.span[BINDING_TABLES] + p.warp.tables;
    SCREE_ROLLED
    for (uint32_t o = p.first_octave; o < p.first_octave + p.octaves; o++) {
        const scree_warped_site moved = scree_warp_table_moved(
            tables, o, AXES, sums(tables, o), scree_warp_displaced(sample.warp, AXES, p.warp.is_progressive != 0));
        SCREE_ROLLED
        for (uint32_t component = 0; component < max(p.warp.components, 1u); component++) {
            const scree_table table = tables + component * p.warp.table_words;
            const float value = value_of_warped<KIND, AXES>(p, table, o, moved);
            if (p.warp.components != 0) {
                sample.warp = scree_warp_sums_add(sample.warp, component, AXES, value);
            } else {
                sample.field =
                    scree_fractal_add(sample.field, p.fractal, value, scree_site_weight(table, o), p.options);
            }
        }
    }
    return sample;
}

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ void store_displacement(const parameters &p, const warped_sample &sample,
                                                          uint32_t number)
{
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        *displacement_at(p, axis, number) = sample.warp.along.along[axis];
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
    float *value = p.at<float>(BINDING_VALUES) + blockIdx.z * p.wide_plane_stride + blockIdx.y * p.wide_row_stride + x;
    const scree_site_index index =
        scree_site_table_index(p.span[BINDING_TABLES] + p.warp.tables, AXES, x, blockIdx.y, plane);
    warped_sample sample = start_warped<AXES>(p, number);
    sample.field.sum = p.adds && is_sample ? *value : sample.field.sum;
    sample = add_octaves<KIND, AXES>(p, sample, [&](scree_table table, uint32_t o) {
        return scree_site_table_sums(table, o, AXES, index);
    });
    if (is_sample && p.warp.components != 0) {
        store_displacement<AXES>(p, sample, number);
    }
    if (is_sample && p.warp.components == 0) {
        *value = sample.field.sum;
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], is_sample ? sample.field.sum : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? sample.field.sum : scree_f32_from_bits(RANGE_EMPTY_MAX), threadIdx.x);
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
    float *value = p.at<float>(BINDING_VALUES) + i;
    if (!is_within_limits && !check_point(p, i)) {
        *value = scree_f32_from_bits(NO_VALUE);
        return;
    }
    warped_sample sample = start_warped<AXES>(p, i);
    sample.field.sum = p.adds ? *value : sample.field.sum;
    sample = add_octaves<KIND, AXES>(p, sample, [&](scree_table table, uint32_t o) {
        return place_site<AXES>(p, table, o, point, i);
    });
    if (p.warp.components != 0) {
        store_displacement<AXES>(p, sample, i);
    } else {
        *value = sample.field.sum;
    }
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

SCREE_NOISE_KINDS(WARPS_KIND)
