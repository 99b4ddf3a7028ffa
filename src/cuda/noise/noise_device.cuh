// Device functions that the noise kernels share: positions along the outer axes, nodes and samples of a cell.
#ifndef SCREE_CUDA_NOISE_DEVICE_CUH
#define SCREE_CUDA_NOISE_DEVICE_CUH

#include "noise/fractal.h"
#include "launch.h"
#include "noise/noise_kinds.h"
#include "noise_range.cuh"

using samples_launch = scree_launch<scree_gpu_samples>;

// A kernel of a kind of noise for each number of axes.
#define SCREE_FOR_ALL_AXES(KERNEL, name, kind) \
    KERNEL(name, kind, 1)                      \
    KERNEL(name, kind, 2)                      \
    KERNEL(name, kind, 3)                      \
    KERNEL(name, kind, 4)                      \
    KERNEL(name, kind, 5)                      \
    KERNEL(name, kind, 6)                      \
    KERNEL(name, kind, 7)                      \
    KERNEL(name, kind, 8)

// A position along an axis beyond x and y.
struct outer_location {
    float4 entry; // Fraction, fraction - 1, fade weight; bits of the number of the lower node.
    uint4 keys;   // Keys of its nodes; unused.
};

// The location of a plane, counted from the submission's first, along axis 2 + `outer` of an octave. Planes run through
// the axes like digits.
static __device__ inline outer_location location_of_plane(const samples_launch &p, const scree_gpu_octave &octave,
                                                          uint32_t plane, uint32_t outer)
{
    uint32_t rest = plane;
    for (uint32_t i = 0; i < outer; i++) {
        rest = (rest + p.outer_start[i]) / p.outer_count[i];
    }
    // The slowest axis never starts anew.
    uint32_t position = outer + 3 < p.axes ? rest % p.outer_count[outer] : rest;
    const float4 *entry = reinterpret_cast<const float4 *>(p.span[BINDING_TABLES] + octave.outer[outer] +
                                                           SCREE_GPU_OUTER_WORDS * position);
    outer_location location;
    location.entry = entry[0];
    location.keys = reinterpret_cast<const uint4 *>(entry)[1];
    return location;
}

static __device__ inline scree_cell put_outer(scree_cell cell, uint32_t outer, const outer_location &location)
{
    cell.fraction[2 + outer] = location.entry.x;
    cell.fraction1[2 + outer] = location.entry.y;
    cell.fade[2 + outer] = location.entry.z;
    cell.key0[2 + outer] = location.keys.x;
    cell.key1[2 + outer] = location.keys.y;
    return cell;
}

// The cell of a sample of a grid.
template <uint32_t AXES>
static __device__ __forceinline__ scree_cell cell_of_sample(const samples_launch &p, const scree_gpu_octave &octave,
                                                            uint32_t x, uint32_t y)
{
    scree_cell cell;
    const uint32_t *entry = p.span[BINDING_TABLES] + octave.x_entries + x;
    cell.fraction[0] = scree_f32_from_bits(__ldg(entry));
    cell.fraction1[0] = scree_fraction1(cell.fraction[0]);
    cell.fade[0] = scree_f32_from_bits(__ldg(entry + p.x_stride));
    const uint32_t *keys = p.span[BINDING_TABLES] + octave.x_keys + __ldg(entry + 2 * p.x_stride);
    cell.key0[0] = __ldg(keys);
    cell.key1[0] = __ldg(keys + 1);
    if (AXES > 1) {
        const uint4 row = __ldg(reinterpret_cast<const uint4 *>(p.span[BINDING_TABLES] + octave.y_entries) + y);
        cell.fraction[1] = scree_f32_from_bits(row.x);
        cell.fraction1[1] = scree_f32_from_bits(row.y);
        cell.fade[1] = scree_f32_from_bits(row.z);
        keys = p.span[BINDING_TABLES] + octave.y_keys + row.w;
        cell.key0[1] = __ldg(keys);
        cell.key1[1] = __ldg(keys + 1);
    }
    SCREE_UNROLL
    for (uint32_t outer = 0; outer + 2 < AXES; outer++) {
        cell = put_outer(cell, outer, location_of_plane(p, octave, blockIdx.z, outer));
    }
    return cell;
}

// The parts of an octave that a kind of cells needs.
template <class parameters>
static __device__ __forceinline__ scree_octave_source source_of_octave(const parameters &p,
                                                                       const scree_gpu_octave &octave)
{
    scree_octave_source source;
    source.hash = p.hash;
    source.permutation = p.span[BINDING_TABLES] + p.permutation;
    source.gradients = p.span[BINDING_TABLES] + octave.gradients;
    source.gradient_count = p.gradient_count;
    source.amplitude = octave.amplitude;
    return source;
}

#endif
