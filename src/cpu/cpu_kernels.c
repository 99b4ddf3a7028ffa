#include "cpu_kernels.h"

#include "kernel_files.h"

#define FILL_LEVEL(isa, kernels)                      \
    do {                                              \
        scree_contraction_kernels_##isa(kernels);     \
        scree_direct_kernels_##isa(kernels);          \
        scree_dual_kernels_##isa(kernels);            \
        scree_dual_sum_kernels_##isa(kernels);        \
        scree_mesh_kernels_##isa(kernels);            \
        scree_locate_kernels_##isa(kernels);          \
        scree_octave_kernels_##isa(kernels);          \
        scree_site_kernels_##isa(kernels);            \
        scree_site_locate_kernels_##isa(kernels);     \
        scree_convert_kernels_##isa(kernels);         \
        scree_flood_kernels_##isa(kernels);           \
        scree_wide_particle_kernels_##isa(kernels);   \
        scree_narrow_particle_kernels_##isa(kernels); \
        scree_sum_kernels_##isa(kernels);             \
        scree_combine_kernels_##isa(kernels);         \
        scree_warp_kernels_##isa(kernels);            \
        scree_warp_dual_kernels_##isa(kernels);       \
        scree_distance_kernels_##isa(kernels);        \
    } while (0)

void scree_cpu_kernels_fill(scree_cpu_kernels *kernels, scree_cpu_level level)
{
    FILL_LEVEL(scalar, kernels);
    if (level == SCREE_CPU_LEVEL_SCALAR) {
        return;
    }
#if defined(SCREE_HAVE_NEON)
    FILL_LEVEL(neon, kernels);
#endif
#if defined(SCREE_HAVE_SSE41)
    FILL_LEVEL(sse41, kernels);
    if (level == SCREE_CPU_LEVEL_SSE41) {
        return;
    }
#endif
#if defined(SCREE_HAVE_AVX2)
    FILL_LEVEL(avx2, kernels);
    if (level == SCREE_CPU_LEVEL_AVX2) {
        return;
    }
#endif
#if defined(SCREE_HAVE_AVX512)
    FILL_LEVEL(avx512, kernels);
#endif
}
