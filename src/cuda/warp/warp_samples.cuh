// Warped fields where samples have been displaced to, on grids and at points: octaves of the field, or of all
// components of its next displacement. One thread for each sample or point.
#ifndef SCREE_CUDA_WARP_SAMPLES_CUH
#define SCREE_CUDA_WARP_SAMPLES_CUH

#include "site_device.cuh"

#if defined(HAS_DUALS)

#include "warp/warp_table_dual.h"

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

static __device__ __forceinline__ float value_of_component(const octave_value &component)
{
    return component.value;
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
    return scree_warp_dual(octave, scree_warp_dual_slopes(displacement), AXES);
}

template <uint32_t AXES>
static __device__ __forceinline__ warp_sums add_to_component(const warp_sums &sums, uint32_t component,
                                                             const octave_value &octave)
{
    return scree_warp_dual_sums_add(sums, component, AXES, octave);
}

#else

#include "warp/warp_table.h"

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

static __device__ __forceinline__ float value_of_component(octave_value component)
{
    return component;
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

// Samples that a thread evaluates side by side, rows of a column: they share what tables say of an octave. There are as
// many in usual fields alone, whose code is compiled apart, without questions between samples.
template <uint32_t AXES, bool IS_USUAL> constexpr uint32_t ROWS = IS_USUAL ? WARP_ROWS(AXES) : 1;

// The displacements of a sample, and the sum of the field. In usual fields both sums are alike, and that of the field
// is in the place of the first component.
struct warped_sample {
    warp_sums warp;
    octave_sum field;
};

template <uint32_t AXES, class parameters>
static __device__ __forceinline__ float *component_at(const parameters &p, uint32_t axis, uint32_t number)
{
    return p.template at<float>(BINDING_DATA) +
           WARP_DISPLACEMENT(p.warp.displacement, axis) * p.warp.displacement_stride + number * COMPONENT_FLOATS<AXES>;
}

template <uint32_t AXES, bool IS_USUAL, class parameters>
static __device__ __forceinline__ warped_sample start_warped(const parameters &p, uint32_t number, const float *value,
                                                             bool adds)
{
    warped_sample start;
    start.warp = start_warp();
    start.field = start_sum(p, value, adds && !IS_USUAL, nullptr);
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < AXES; axis++) {
        const octave_value found = load_component<AXES>(component_at<AXES>(p, axis, number));
        // Both are set, so that neither is found by its address in memory.
        const bool continues = (p.warp.components & WARP_CONTINUES) != 0;
        start.warp.along.along[axis] = continues ? found : start.warp.along.along[axis];
        start.warp.before.along[axis] = continues ? start.warp.before.along[axis] : found;
    }
    if (IS_USUAL && adds) {
        start.warp.along.along[0] = load_component<AXES>(value);
    }
    return start;
}

// Whether kinds of cells have the keys that they have without a warp, and not those of a rotated lattice.
template <bool IS_USUAL, class parameters> static __device__ __forceinline__ bool keeps_keys(const parameters &p)
{
    return IS_USUAL || p.specialisation[CONSTANT_KEEPS_KEYS] != 0;
}

template <uint32_t KIND, uint32_t AXES, bool IS_USUAL>
static __device__ __forceinline__ scree_site_source source_for(const scree_site_source &source)
{
    return IS_USUAL ? scree_warp_usual_source(source, AXES, !scree_kind_has(KIND, SCREE_KIND_SITES)) : source;
}

// The cells of samples of a warp along an axis. Mostly they lie close together, and then each thread makes the key of
// one for all of them.
struct close_cells {
    bool are_close;
    uint32_t own; // The cell of this thread; its lane is the number modulo that of lanes.
};

template <uint32_t COUNT>
static __device__ __forceinline__ close_cells find_close_cells(const scree_warped_site (&moved)[COUNT], uint32_t axis)
{
    const uint32_t lanes = SCREE_CUDA_WARP_LANES;
    const uint32_t middle = __shfl_sync(0xffffffffu, moved[COUNT / 2].along[axis].cell, lanes / 2);
    const uint32_t first = middle - lanes / 2;
    uint32_t farthest = 0;
    SCREE_UNROLL
    for (uint32_t i = 0; i < COUNT; i++) {
        farthest = max(farthest, moved[i].along[axis].cell - first);
    }
    // The key of the cell behind is needed, too.
    return {__all_sync(0xffffffffu, farthest < lanes - 1) != 0, first + (threadIdx.x - first) % lanes};
}

// Keys along an axis without a period.
template <uint32_t COUNT>
static __device__ __forceinline__ void make_keys(const scree_warped_site (&moved)[COUNT], uint32_t axis,
                                                 const close_cells &close, const scree_warp_axis &numbers,
                                                 scree_warped_location (&location)[COUNT])
{
    scree_warp_keys keys[COUNT];
    if (close.are_close) {
        const uint32_t key = scree_warp_key(close.own, numbers);
        const uint32_t behind = __shfl_sync(0xffffffffu, key, threadIdx.x + 1);
        SCREE_UNROLL
        for (uint32_t i = 0; i < COUNT; i++) {
            keys[i].key0 = __shfl_sync(0xffffffffu, key, moved[i].along[axis].cell);
            keys[i].key1 = __shfl_sync(0xffffffffu, behind, moved[i].along[axis].cell);
        }
    } else {
        SCREE_UNROLL
        for (uint32_t i = 0; i < COUNT; i++) {
            keys[i] = scree_warp_keys_of(moved[i].along[axis].cell, numbers, 0xffffffffu);
        }
    }
    SCREE_UNROLL
    for (uint32_t i = 0; i < COUNT; i++) {
        location[i].cell.key0[axis] = keys[i].key0;
        location[i].cell.key1[axis] = keys[i].key1;
    }
}

// Samples of an octave where displacements take them. The keys along axis 0 are still to be made, because components
// differ in them.
template <uint32_t COUNT> struct warped_locations {
    warp_displacement displacement[COUNT];
    scree_warped_site moved[COUNT];
    scree_warped_location location[COUNT];
    close_cells close;
};

// Whether threads make keys for one another.
template <uint32_t KIND, uint32_t AXES, bool IS_USUAL> static __device__ __forceinline__ bool shares_keys()
{
    return !scree_kind_has(KIND, SCREE_KIND_SITES) && ROWS<AXES, IS_USUAL> > 1;
}

template <uint32_t KIND, uint32_t AXES, bool IS_USUAL, class parameters, class sums_of>
static __device__ __forceinline__ warped_locations<ROWS<AXES, IS_USUAL>>
find_locations(const parameters &p, scree_table tables, uint32_t octave, const scree_site_source &source,
               const warped_sample (&sample)[ROWS<AXES, IS_USUAL>], sums_of sums)
{
    const bool is_cell = !scree_kind_has(KIND, SCREE_KIND_SITES);
    warped_locations<ROWS<AXES, IS_USUAL>> found;
    SCREE_UNROLL
    for (uint32_t i = 0; i < ROWS<AXES, IS_USUAL>; i++) {
        found.displacement[i] = displacement_of<AXES>(sample[i].warp, (p.warp.components & WARP_IS_PROGRESSIVE) != 0);
        found.moved[i] = scree_warp_table_moved(tables, octave, AXES, sums(tables, octave, i),
                                                values_of<AXES>(found.displacement[i]), is_cell && IS_USUAL);
        found.location[i] =
            scree_warp_table_locate(tables, octave, AXES, found.moved[i], source, is_cell, keeps_keys<IS_USUAL>(p));
    }
    if (shares_keys<KIND, AXES, IS_USUAL>()) {
        found.close = find_close_cells(found.moved, 0);
        SCREE_UNROLL
        for (uint32_t axis = 1; axis < AXES; axis++) {
            make_keys(found.moved, axis, find_close_cells(found.moved, axis),
                      scree_warp_table_axis(tables, octave, AXES, axis), found.location);
        }
    }
    return found;
}

// Adds an octave to a component of samples, or to the field.
template <uint32_t KIND, uint32_t AXES, bool IS_USUAL, class parameters>
static __device__ __forceinline__ void
add_component(const parameters &p, uint32_t component, uint32_t octave, const scree_site_source &source,
              warped_locations<ROWS<AXES, IS_USUAL>> &locations, warped_sample (&sample)[ROWS<AXES, IS_USUAL>])
{
    const bool is_cell = !scree_kind_has(KIND, SCREE_KIND_SITES);
    const scree_table table = p.span[BINDING_TABLES] + p.warp.tables + component * p.warp.table_words;
    const scree_site_source own =
        source_for<KIND, AXES, IS_USUAL>(scree_warp_table_renumbered_source(table, octave, source));
    if (shares_keys<KIND, AXES, IS_USUAL>()) {
        make_keys(locations.moved, 0, locations.close, scree_warp_table_axis(table, octave, AXES, 0),
                  locations.location);
    }
    SCREE_UNROLL
    for (uint32_t i = 0; i < ROWS<AXES, IS_USUAL>; i++) {
        if (!shares_keys<KIND, AXES, IS_USUAL>()) {
            locations.location[i] = scree_warp_table_renumbered(table, octave, AXES, locations.location[i], own,
                                                                is_cell, keeps_keys<IS_USUAL>(p));
        }
        const octave_value value =
            chain_octave<AXES>(is_cell ? evaluate_site_cell<KIND, AXES>(locations.location[i].cell, own)
                                       : evaluate_site<KIND, AXES>(locations.location[i].site, own),
                               locations.displacement[i]);
        if (IS_USUAL || WARP_COMPONENTS(p.warp.components) != 0) {
            sample[i].warp = add_to_component<AXES>(sample[i].warp, component, value);
        } else {
            sample[i].field = add_value<AXES>(p, scree_site_weight(table, octave), octave, sample[i].field, value);
        }
    }
}

// Adds the octaves of a pass to samples, whose positions SUMS gives.
template <uint32_t KIND, uint32_t AXES, bool IS_USUAL, class parameters, class sums_of>
static __device__ __forceinline__ void add_octaves(const parameters &p, warped_sample (&sample)[ROWS<AXES, IS_USUAL>],
                                                   sums_of sums)
{
    const scree_table tables = p.span[BINDING_TABLES] + p.warp.tables;
    SCREE_ROLLED
    for (uint32_t o = p.first_octave; o < p.first_octave + p.octaves; o++) {
        const scree_site_source source = source_for<KIND, AXES, IS_USUAL>(scree_site_table_source(tables, o, AXES));
        warped_locations<ROWS<AXES, IS_USUAL>> locations =
            find_locations<KIND, AXES, IS_USUAL>(p, tables, o, source, sample, sums);
        // The first component, or the field, stands by itself where its tables shall be known to the compiler.
        if (IS_USUAL) {
            add_component<KIND, AXES, IS_USUAL>(p, 0, o, source, locations, sample);
        }
        if (!IS_USUAL || WARP_COMPONENTS(p.warp.components) != 0) {
            const uint32_t components = IS_USUAL ? AXES : max(WARP_COMPONENTS(p.warp.components), 1u);
            SCREE_ROLLED
            for (uint32_t component = IS_USUAL ? 1 : 0; component < components; component++) {
                add_component<KIND, AXES, IS_USUAL>(p, component, o, source, locations, sample);
            }
        }
    }
}

// Stores the components of a displacement, or the field at VALUE.
template <uint32_t AXES, bool IS_USUAL, class parameters>
static __device__ __forceinline__ void store_warped(const parameters &p, const warped_sample &sample, uint32_t number,
                                                    float *value)
{
    if (WARP_COMPONENTS(p.warp.components) != 0) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < AXES; axis++) {
            store_component<AXES>(component_at<AXES>(p, axis, number), sample.warp.along.along[axis]);
        }
    } else if (IS_USUAL) {
        store_component<AXES>(value, sample.warp.along.along[0]);
    } else {
        store_sum<AXES>(p, value, nullptr, sample.field);
    }
}

// The first channel of the field at a sample.
template <bool IS_USUAL>
static __device__ __forceinline__ float first_of_warped(const samples_launch &p, const warped_sample &sample)
{
    return IS_USUAL ? value_of_component(sample.warp.along.along[0]) : first_of_sum(p, sample.field);
}

template <uint32_t KIND, uint32_t AXES, bool IS_USUAL>
static __device__ __forceinline__ void warp_samples(const samples_launch &p)
{
    // Threads past the end take part, because all threads of a warp are needed to find the range and to keep gradients,
    // but write nothing.
    const uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    const uint32_t first_row = blockIdx.y * ROWS<AXES, IS_USUAL>;
    const uint32_t x = min(column, p.width - 1);
    const uint32_t plane = p.first_plane + blockIdx.z;
    const scree_site_index index =
        scree_site_table_index(p.span[BINDING_TABLES] + p.warp.tables, AXES, x, first_row, plane);
    warped_sample sample[ROWS<AXES, IS_USUAL>];
    bool is_sample[ROWS<AXES, IS_USUAL>];
    uint32_t number[ROWS<AXES, IS_USUAL>];
    float *value[ROWS<AXES, IS_USUAL>];
    SCREE_UNROLL
    for (uint32_t i = 0; i < ROWS<AXES, IS_USUAL>; i++) {
        const uint32_t row = min(first_row + i, p.rows - 1);
        is_sample[i] = column < p.width && first_row + i < p.rows;
        number[i] = (plane * p.rows + row) * p.width + x;
        value[i] = p.at<float>(BINDING_VALUES) + blockIdx.z * p.wide_plane_stride + row * p.wide_row_stride +
                   x * channels<AXES>(p);
        sample[i] = start_warped<AXES, IS_USUAL>(p, number[i], value[i], p.adds && is_sample[i]);
    }
    add_octaves<KIND, AXES, IS_USUAL>(p, sample, [&](scree_table table, uint32_t o, uint32_t i) {
        return scree_site_table_sums(table, o, AXES, index, i, IS_USUAL && !scree_kind_has(KIND, SCREE_KIND_SITES));
    });
    float least = scree_f32_from_bits(RANGE_EMPTY_MIN);
    float greatest = scree_f32_from_bits(RANGE_EMPTY_MAX);
    SCREE_UNROLL
    for (uint32_t i = 0; i < ROWS<AXES, IS_USUAL>; i++) {
        if (is_sample[i]) {
            const float first = first_of_warped<IS_USUAL>(p, sample[i]);
            store_warped<AXES, IS_USUAL>(p, sample[i], number[i], value[i]);
            least = scree_minimum(least, first);
            greatest = scree_maximum(greatest, first);
        }
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], least, greatest, threadIdx.x);
    }
}

template <uint32_t KIND, uint32_t AXES> static __device__ __forceinline__ void warp_point(const points_launch &p)
{
    const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.points) {
        return;
    }
    const scree_site_point point = load_point<AXES>(p, i);
    float *value = value_of_point<AXES>(p, i);
    if (!is_within_limits(p, point, i)) {
        refuse_point<AXES>(p, i);
        return;
    }
    warped_sample sample[1] = {start_warped<AXES, false>(p, i, value, p.adds != 0)};
    add_octaves<KIND, AXES, false>(
        p, sample, [&](scree_table table, uint32_t o, uint32_t) { return locate_site<AXES>(p, table, o, point, i); });
    store_warped<AXES, false>(p, sample[0], i, value);
}

template <uint32_t KIND, uint32_t AXES>
static __device__ __forceinline__ void warp_samples_if_any(const samples_launch &p)
{
    if constexpr (kind_has_axes(KIND, AXES)) {
        warp_samples<KIND, AXES, false>(p);
    }
}

template <uint32_t KIND, uint32_t AXES> static __device__ __forceinline__ void warp_point_if_any(const points_launch &p)
{
    if constexpr (kind_has_axes(KIND, AXES)) {
        warp_point<KIND, AXES>(p);
    }
}

// Kernels that a kind lacks the axes for are empty, and never launched.
#define WARPS(name, kind, axes)                                                       \
    SCREE_KERNEL(warps_##name##_##axes, scree_gpu_samples, DIRECT_GROUP, 1)           \
    {                                                                                 \
        warp_samples_if_any<kind, axes>(p);                                           \
    }                                                                                 \
    SCREE_KERNEL(warp_points_##name##_##axes, scree_gpu_points_pass, DIRECT_GROUP, 1) \
    {                                                                                 \
        warp_point_if_any<kind, axes>(p);                                             \
    }

#define WARPS_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    WARPS(name, number, 1)                                                 \
    WARPS(name, number, 2)                                                 \
    WARPS(name, number, 3)                                                 \
    WARPS(name, number, 4)

SCREE_SUM_KINDS(WARPS_KIND)

#if !defined(HAS_DUALS)

// Usual fields are of kinds of cells, and of those kinds of sites whose code is straight, so that all threads of a warp
// come where gradients are read.
template <uint32_t KIND, uint32_t AXES, uint32_t TRAITS>
static __device__ __forceinline__ void warp_usual_samples(const samples_launch &p)
{
    if constexpr (kind_has_axes(KIND, AXES) &&
                  ((TRAITS & SCREE_KIND_SITES) == 0 || (TRAITS & SCREE_KIND_GRADIENTS) != 0)) {
        warp_samples<KIND, AXES, true>(p);
    }
}

// Four blocks on a multiprocessor leave a thread 128 registers.
#define USUAL_WARPS(name, kind, traits, axes)                                       \
    SCREE_KERNEL(warps_##name##_##axes##_usual, scree_gpu_samples, DIRECT_GROUP, 4) \
    {                                                                               \
        warp_usual_samples<kind, axes, traits>(p);                                  \
    }

#define USUAL_WARPS_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    USUAL_WARPS(name, number, traits, 1)                                         \
    USUAL_WARPS(name, number, traits, 2)                                         \
    USUAL_WARPS(name, number, traits, 3)                                         \
    USUAL_WARPS(name, number, traits, 4)

SCREE_SUM_KINDS(USUAL_WARPS_KIND)

#endif

#endif
