/* Samples of gradient and value noise with their derivatives, up to four axes; more are in dual_many_axes_kernels.c. */
#include "dual_evaluate.h"
#include "kernel_files.h"

/* Gradients that fill registers are compiled apart from those that are read from memory. */
SCREE_FN void evaluate_axes(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                            const scree_direct_axis *axes, size_t count, float *out, size_t slope_stride)
{
    if (octave->hash == SCREE_NOISE_HASH_PERLIN2002) {
        evaluate_samples(octave, kind, SCREE_KERNEL_HASH_PERLIN2002, octave->gradients, octave->gradient_count,
                         axis_count, axes, count, out, slope_stride);
    } else if (octave->gradient_count == SCREE_EDGE_COUNT(axis_count)) {
        evaluate_samples(octave, kind, SCREE_KERNEL_HASH_SCREE, octave->gradients, SCREE_EDGE_COUNT(axis_count),
                         axis_count, axes, count, out, slope_stride);
    } else {
        evaluate_samples(octave, kind, SCREE_KERNEL_HASH_SCREE, octave->gradients, octave->gradient_count, axis_count,
                         axes, count, out, slope_stride);
    }
}

SCREE_FN void evaluate_kind(const scree_cpu_octave *octave, scree_index kind, const scree_direct_axis *axes,
                            size_t count, float *out, size_t slope_stride)
{
    switch (octave->axes) {
    case 1:
        evaluate_axes(octave, kind, 1, axes, count, out, slope_stride);
        break;
    case 2:
        evaluate_axes(octave, kind, 2, axes, count, out, slope_stride);
        break;
    case 3:
        evaluate_axes(octave, kind, 3, axes, count, out, slope_stride);
        break;
    default:
        evaluate_axes(octave, kind, 4, axes, count, out, slope_stride);
    }
}

static void evaluate_duals(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out,
                           size_t slope_stride)
{
    if (octave->axes > SCREE_DUAL_AXES) {
        SCREE_CPU_SYMBOL(scree_evaluate_many_duals)(octave, axes, count, out, slope_stride);
        return;
    }
#define EVALUATE(KIND, name, number, traits, sample, min_axes, max_axes) \
    if (octave->kind == SCREE_NOISE_##KIND) {                            \
        evaluate_kind(octave, number, axes, count, out, slope_stride);   \
    }
    SCREE_NODE_KINDS(EVALUATE)
#undef EVALUATE
}

void SCREE_CPU_SYMBOL(scree_dual_kernels)(scree_cpu_kernels *kernels)
{
    kernels->evaluate_duals = evaluate_duals;
}
