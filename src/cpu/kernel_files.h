/* The kernel files' entries: each fills its part of a table. One of each for every instruction set that is built. */
#ifndef SCREE_CPU_KERNEL_FILES_H
#define SCREE_CPU_KERNEL_FILES_H

#include "cpu_kernels.h"

#define SCREE_CPU_DECLARE_LEVEL(isa)                                                                                  \
    void scree_contraction_kernels_##isa(scree_cpu_kernels *kernels);                                                 \
    void scree_direct_kernels_##isa(scree_cpu_kernels *kernels);                                                      \
    void scree_evaluate_many_axes_##isa(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count,  \
                                        float *out);                                                                  \
    void scree_dual_kernels_##isa(scree_cpu_kernels *kernels);                                                        \
    void scree_evaluate_many_duals_##isa(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, \
                                         float *out, size_t slope_stride);                                            \
    void scree_dual_sum_kernels_##isa(scree_cpu_kernels *kernels);                                                    \
    void scree_sum_many_duals_##isa(const scree_sum_batch *batch);                                                    \
    void scree_mesh_kernels_##isa(scree_cpu_kernels *kernels);                                                        \
    void scree_octave_kernels_##isa(scree_cpu_kernels *kernels);                                                      \
    void scree_site_kernels_##isa(scree_cpu_kernels *kernels);                                                        \
    void scree_site_locate_kernels_##isa(scree_cpu_kernels *kernels);                                                 \
    void scree_locate_kernels_##isa(scree_cpu_kernels *kernels);                                                      \
    void scree_convert_kernels_##isa(scree_cpu_kernels *kernels);                                                     \
    void scree_distance_kernels_##isa(scree_cpu_kernels *kernels);                                                    \
    void scree_flood_kernels_##isa(scree_cpu_kernels *kernels);                                                       \
    void scree_wide_particle_kernels_##isa(scree_cpu_kernels *kernels);                                               \
    void scree_narrow_particle_kernels_##isa(scree_cpu_kernels *kernels);                                             \
    void scree_sum_kernels_##isa(scree_cpu_kernels *kernels);                                                         \
    void scree_combine_kernels_##isa(scree_cpu_kernels *kernels);                                                     \
    void scree_warp_kernels_##isa(scree_cpu_kernels *kernels);                                                        \
    void scree_warp_dual_kernels_##isa(scree_cpu_kernels *kernels);

SCREE_CPU_DECLARE_LEVEL(scalar)
SCREE_CPU_DECLARE_LEVEL(sse41)
SCREE_CPU_DECLARE_LEVEL(avx2)
SCREE_CPU_DECLARE_LEVEL(avx512)
SCREE_CPU_DECLARE_LEVEL(neon)

#endif
