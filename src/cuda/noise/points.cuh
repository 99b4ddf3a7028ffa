// The direct kernel at points, for every kind and number of axes. One thread for each point.
#ifndef SCREE_CUDA_POINTS_CUH
#define SCREE_CUDA_POINTS_CUH

#include "point_device.cuh"
#include "lessons/variant.h"

// Kernels that a kind lacks the axes for are empty, and never launched.
#define POINTS(name, kind, axes)                                                 \
    SCREE_KERNEL(points_##name##_##axes, scree_gpu_points_pass, DIRECT_GROUP, 1) \
    {                                                                            \
        sum_point<axes, evaluate_cell<kind, axes, points_launch>>(p);            \
    }

#define POINTS_KIND(KIND, name, number, traits, sample, min_axes, max_axes) SCREE_FOR_ALL_AXES(POINTS, name, number)

SCREE_SUM_CELL_KINDS(POINTS_KIND)

#if !defined(HAS_DUALS)

static __device__ __forceinline__ float evaluate_variant(const points_launch &p, const scree_gpu_octave &octave,
                                                         const scree_cell &cell)
{
    const uint32_t *tables = p.span[BINDING_TABLES];
    return scree_variant_value(cell, p.hash, tables + octave.gradients, p.gradient_count, tables + p.permutation);
}

// Points have no neighbours to share with: one kernel for all variants.
SCREE_KERNEL(variant_points_perlin_3, scree_gpu_points_pass, DIRECT_GROUP, 1)
{
    sum_point<3, evaluate_variant>(p);
}

#endif

#endif
