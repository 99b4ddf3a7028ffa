// The variants beside the contraction. One thread a sample, a block of 8 x 8 x 8; kernels/lessons/variant.h says what it
// shares, here for all octaves of a launch at once. Blocks start where the frame does.
#include "noise_device.cuh"
#include "lessons/variant.h"

// The data that a block shares for one octave. A gradient's last word repeats the one before.
struct scree_variant_group {
    const float4 *gradients;
    const float *parts;
};

SCREE_FN scree_variant_gradient scree_variant_group_gradient(const scree_variant_group &group, uint32_t index)
{
    const float4 gradient = group.gradients[index];
    return scree_variant_gradient_of(gradient.x, gradient.y, gradient.z);
}

SCREE_FN float scree_variant_group_part(const scree_variant_group &group, uint32_t index)
{
    return group.parts[index];
}

#include "lessons/variant_group.h"

// Blocks on a multiprocessor: with three of them a thread has 40 registers, which hold all that it needs. Turing has
// room for the threads of two only; there ptxas ignores the bound.
#define BLOCKS 3
#define VARIANT_THREADS (GROUP_SIDE * GROUP_SIDE * GROUP_SIDE)

static_assert(GROUP_SIDE == SCREE_VARIANT_SIDE, "a block is a group");
static_assert(SAMPLE_OCTAVES * SCREE_VARIANT_GRADIENTS <= VARIANT_THREADS, "a thread makes one gradient at most");
static_assert(SCREE_VARIANT_PARTS <= VARIANT_THREADS, "a thread makes one part of an octave at most");

// The first and the last sample of a block along each axis, counted from the frame's first.
struct block_span {
    uint32_t first[3];
    uint32_t last[3];
};

// A position along an axis: fraction of the cell, fraction - 1, fade weight, number of the lower node.
struct axis_place {
    float fraction;
    float fraction1;
    float fade;
    uint32_t node;
};

struct node_keys {
    uint32_t lower;
    uint32_t upper;
};

// A sample of an octave; the keys of its cell are left out.
struct sample_place {
    scree_cell cell;
    uint32_t node[3];
};

// The parameters that a block shares for one octave.
struct shared_octave {
    float4 gradient[SCREE_VARIANT_GRADIENTS];
    uint32_t node[3]; // The lower one of the first sample.
    bool shares;      // Whether the samples lie in three nodes along every axis.
};

static __device__ __forceinline__ axis_place place_along(const samples_launch &p, const scree_gpu_octave &octave,
                                                         uint32_t axis, uint32_t index)
{
    axis_place place;
    if (axis == 0) {
        const uint32_t *entry = p.span[BINDING_TABLES] + octave.x_entries + index;
        place.fraction = scree_f32_from_bits(__ldg(entry));
        place.fraction1 = scree_fraction1(place.fraction);
        place.fade = scree_f32_from_bits(__ldg(entry + p.x_stride));
        place.node = __ldg(entry + 2 * p.x_stride);
    } else {
        const uint32_t word = axis == 1 ? octave.y_entries + 4 * index
                                        : octave.outer[0] + SCREE_GPU_OUTER_WORDS * index;
        const uint4 entry = __ldg(reinterpret_cast<const uint4 *>(p.span[BINDING_TABLES] + word));
        place.fraction = scree_f32_from_bits(entry.x);
        place.fraction1 = scree_f32_from_bits(entry.y);
        place.fade = scree_f32_from_bits(entry.z);
        place.node = entry.w;
    }
    return place;
}

// The keys of the nodes beside a position.
static __device__ __forceinline__ node_keys keys_along(const samples_launch &p, const scree_gpu_octave &octave,
                                                       uint32_t axis, uint32_t index, uint32_t node)
{
    // Outer entries hold theirs behind their first four words.
    const uint32_t *keys = p.span[BINDING_TABLES] + (axis == 0   ? octave.x_keys + node
                                                     : axis == 1 ? octave.y_keys + node
                                                                 : octave.outer[0] + SCREE_GPU_OUTER_WORDS * index + 4);
    node_keys pair;
    pair.lower = __ldg(keys);
    pair.upper = __ldg(keys + 1);
    return pair;
}

static __device__ __forceinline__ sample_place place_sample(const samples_launch &p, const scree_gpu_octave &octave,
                                                            const uint32_t at[3])
{
    sample_place place;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < 3; axis++) {
        const axis_place along = place_along(p, octave, axis, at[axis]);
        place.cell.fraction[axis] = along.fraction;
        place.cell.fraction1[axis] = along.fraction1;
        place.cell.fade[axis] = along.fade;
        place.node[axis] = along.node;
    }
    return place;
}

// The value of a sample that hashes all of its gradients.
static __device__ __forceinline__ float value_alone(const samples_launch &p, const scree_gpu_octave &octave,
                                                    const sample_place &place, const uint32_t at[3])
{
    scree_cell cell = place.cell;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < 3; axis++) {
        const node_keys keys = keys_along(p, octave, axis, at[axis], place.node[axis]);
        cell.key0[axis] = keys.lower;
        cell.key1[axis] = keys.upper;
    }
    return scree_variant_value(cell, p.hash, p.span[BINDING_TABLES] + octave.gradients, p.gradient_count,
                               p.span[BINDING_TABLES] + p.permutation);
}

// Makes one gradient of an octave; the thread of the octave's first also finds out whether the block can share.
static __device__ __forceinline__ void share_gradient(const samples_launch &p, const block_span &span, uint32_t thread,
                                                      shared_octave *shared)
{
    const uint32_t o = thread / SCREE_VARIANT_GRADIENTS;
    const uint32_t index = thread % SCREE_VARIANT_GRADIENTS;
    if (o >= p.octaves) {
        return;
    }
    const scree_gpu_octave &octave = p.octave[o];
    uint32_t key[3];
    bool shares = true;
    uint32_t digits = index;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t number = digits % SCREE_VARIANT_NODES;
        digits /= SCREE_VARIANT_NODES;
        const uint32_t first = place_along(p, octave, axis, span.first[axis]).node;
        const uint32_t last = place_along(p, octave, axis, span.last[axis]).node;
        // The third node is the upper one of the last sample: tables end there.
        const bool is_third = number == SCREE_VARIANT_NODES - 1;
        const node_keys keys =
            keys_along(p, octave, axis, is_third ? span.last[axis] : span.first[axis], is_third ? last : first);
        key[axis] = number == 0 ? keys.lower : keys.upper;
        shares = shares && scree_variant_shares(first, last);
        if (index == 0) {
            shared[o].node[axis] = first;
        }
    }
    if (index == 0) {
        shared[o].shares = shares;
    }
    const scree_variant_gradient gradient =
        scree_variant_hash(p.hash, key[0], key[1], key[2], p.span[BINDING_TABLES] + octave.gradients, p.gradient_count,
                           p.span[BINDING_TABLES] + p.permutation);
    shared[o].gradient[index] = make_float4(gradient.x, gradient.y, gradient.z, gradient.z);
}

// Makes the part of this name in every octave that is shared.
template <uint32_t AXIS>
static __device__ __forceinline__ void share_part(const samples_launch &p, const block_span &span,
                                                  const scree_variant_part_name &name, const shared_octave *shared,
                                                  float *part)
{
    const uint32_t index = min(span.first[AXIS] + name.index, span.last[AXIS]);
    SCREE_ROLLED
    for (uint32_t o = 0; o < p.octaves; o++) {
        if (shared[o].shares) {
            const axis_place place = place_along(p, p.octave[o], AXIS, index);
            const uint32_t node = place.node - shared[o].node[AXIS] + name.upper;
            const float4 &gradient =
                shared[o].gradient[scree_variant_part_gradient(AXIS, name.across0, name.across1, node)];
            part[o * SCREE_VARIANT_PARTS] =
                scree_variant_part(name.upper != 0 ? place.fraction1 : place.fraction, AXIS == 0   ? gradient.x
                                                                                       : AXIS == 1 ? gradient.y
                                                                                                   : gradient.z);
        }
    }
}

static __device__ __forceinline__ void share_parts(const samples_launch &p, const block_span &span, uint32_t thread,
                                                   const shared_octave *shared, float *parts)
{
    if (thread >= SCREE_VARIANT_PARTS) {
        return;
    }
    const scree_variant_part_name name = scree_variant_part_at(thread);
    if (name.axis == 0) {
        share_part<0>(p, span, name, shared, parts + thread);
    } else if (name.axis == 1) {
        share_part<1>(p, span, name, shared, parts + thread);
    } else {
        share_part<2>(p, span, name, shared, parts + thread);
    }
}

// The value of a sample whose block shares the octave.
template <uint32_t VARIANT>
static __device__ __forceinline__ float value_shared(const sample_place &place, const shared_octave &shared,
                                                     const float *parts)
{
    const scree_variant_group group = {shared.gradient, parts};
    const scree_variant_steps node = {place.node[0] - shared.node[0], place.node[1] - shared.node[1],
                                      place.node[2] - shared.node[2]};
    scree_variant_dots dots;
    if (VARIANT == SCREE_KERNEL_VARIANT_OPTIMISED) {
        const scree_variant_steps at = {threadIdx.x, threadIdx.y, threadIdx.z};
        dots = scree_variant_dots_of_parts(group, node, at);
    } else {
        dots = scree_variant_dots_of_gradients(group, place.cell, node);
    }
    return scree_variant_interpolate(dots, place.cell.fade[0], place.cell.fade[1], place.cell.fade[2]);
}

// Fills the data that the block shares for all octaves. All of its threads must call this.
template <uint32_t VARIANT>
static __device__ __forceinline__ void share_octaves(const samples_launch &p, const block_span &span,
                                                     shared_octave *shared, float *parts)
{
    const uint32_t thread = (threadIdx.z * GROUP_SIDE + threadIdx.y) * GROUP_SIDE + threadIdx.x;
    share_gradient(p, span, thread, shared);
    __syncthreads();
    if (VARIANT == SCREE_KERNEL_VARIANT_OPTIMISED) {
        share_parts(p, span, thread, shared, parts);
        __syncthreads();
    }
}

// Adds the octaves to `state`. Octave `o` of a block shares shared[o] and the parts from o * SCREE_VARIANT_PARTS on.
template <uint32_t VARIANT>
static __device__ __forceinline__ scree_fractal_state add_octaves(const samples_launch &p, const uint32_t at[3],
                                                                  scree_fractal_state state,
                                                                  const shared_octave *shared, const float *parts)
{
    SCREE_ROLLED
    for (uint32_t o = 0; o < p.octaves; o++) {
        const scree_gpu_octave &octave = p.octave[o];
        const sample_place place = place_sample(p, octave, at);
        float value;
        if (VARIANT != SCREE_KERNEL_VARIANT_UNOPTIMISED && shared[o].shares) {
            value = value_shared<VARIANT>(place, shared[o], parts + o * SCREE_VARIANT_PARTS);
        } else {
            value = value_alone(p, octave, place, at);
        }
        // The others are for simple fractals, which leave them the registers that they need.
        if constexpr (VARIANT == SCREE_KERNEL_VARIANT_UNOPTIMISED) {
            state = scree_fractal_add(state, p.fractal, value, octave.weight, p.options);
        } else {
            state.sum = scree_add_octave(state.sum, scree_fractal_bend(p.fractal, value, octave.weight));
        }
    }
    return state;
}

template <uint32_t VARIANT>
static __device__ __forceinline__ void sum_samples(const samples_launch &p, shared_octave *shared, float *parts)
{
    const uint32_t count[3] = {p.width, p.rows, p.planes};
    const uint32_t block[3] = {blockIdx.x, blockIdx.y, blockIdx.z};
    const uint32_t thread[3] = {threadIdx.x, threadIdx.y, threadIdx.z};
    block_span span;
    uint32_t at[3];
    bool is_sample = true;
    // Threads past an end go along at the last sample, for all of a block share, but leave no trace.
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < 3; axis++) {
        span.first[axis] = block[axis] * GROUP_SIDE;
        span.last[axis] = min(span.first[axis] + GROUP_SIDE - 1, count[axis] - 1);
        at[axis] = min(span.first[axis] + thread[axis], span.last[axis]);
        is_sample = is_sample && at[axis] == span.first[axis] + thread[axis];
    }
    if (VARIANT != SCREE_KERNEL_VARIANT_UNOPTIMISED) {
        share_octaves<VARIANT>(p, span, shared, parts);
    }
    float *value = p.at<float>(BINDING_VALUES) + at[2] * p.wide_plane_stride + at[1] * p.wide_row_stride + at[0];
    scree_fractal_state state = scree_fractal_start();
    state.sum = p.adds && is_sample ? *value : state.sum;
    state = add_octaves<VARIANT>(p, at, state, shared, parts);
    if (is_sample) {
        *value = state.sum;
    }
    if (p.finds_range) {
        widen_range(p.span[BINDING_RANGE], is_sample ? state.sum : scree_f32_from_bits(RANGE_EMPTY_MIN),
                    is_sample ? state.sum : scree_f32_from_bits(RANGE_EMPTY_MAX), thread[1] * GROUP_SIDE + thread[0]);
    }
}

SCREE_KERNEL(unoptimised, scree_gpu_samples, VARIANT_THREADS, BLOCKS)
{
    sum_samples<SCREE_KERNEL_VARIANT_UNOPTIMISED>(p, nullptr, nullptr);
}

SCREE_KERNEL(half_optimised, scree_gpu_samples, VARIANT_THREADS, BLOCKS)
{
    SCREE_SHARED shared_octave shared[SAMPLE_OCTAVES];
    sum_samples<SCREE_KERNEL_VARIANT_HALF_OPTIMISED>(p, shared, nullptr);
}

SCREE_KERNEL(optimised, scree_gpu_samples, VARIANT_THREADS, BLOCKS)
{
    SCREE_SHARED shared_octave shared[SAMPLE_OCTAVES];
    SCREE_SHARED float parts[SAMPLE_OCTAVES * SCREE_VARIANT_PARTS];
    sum_samples<SCREE_KERNEL_VARIANT_OPTIMISED>(p, shared, parts);
}
