// The direct kernel at points, for every kind and number of axes. One thread for each point.
#ifndef SCREE_CUDA_POINTS_CUH
#define SCREE_CUDA_POINTS_CUH

#include "point_device.cuh"

// Kernels that a kind lacks the axes for are empty, and never launched.
#define POINTS(name, kind, axes)                                                 \
    SCREE_KERNEL(points_##name##_##axes, scree_gpu_points_pass, DIRECT_GROUP, 1) \
    {                                                                            \
        sum_point<axes, evaluate_cell<kind, axes, points_launch>>(p);            \
    }

#define POINTS_KIND(KIND, name, number, traits, sample, min_axes, max_axes) SCREE_FOR_ALL_AXES(POINTS, name, number)

SCREE_SUM_CELL_KINDS(POINTS_KIND)

#endif
