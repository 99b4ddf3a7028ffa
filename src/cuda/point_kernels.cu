// The direct kernel at points, for every kind and number of axes. One thread for each point.
#include "point_device.cuh"

// Kernels that a kind lacks the axes for are empty, and never launched.
#define POINTS(name, kind, axes)                                                          \
    SCREE_KERNEL(points_##name##_##axes, scree_cuda_points, SCREE_CUDA_DIRECT_THREADS, 1) \
    {                                                                                     \
        sum_point<axes, evaluate_cell<kind, axes, scree_cuda_points>>(p);                 \
    }

#define POINTS_KIND(KIND, name, number, nodes, sample, min_axes, max_axes, description) \
    SCREE_FOR_ALL_AXES(POINTS, name, number)

SCREE_CELL_KINDS(POINTS_KIND)
