/* Direct evaluation in five to eight dimensions: a file of its own, because it takes long to compile. */
#if defined(__GNUC__) && !defined(__clang__)
/* Each held half is stored in an earlier turn of the loop over groups, which the compiler cannot see. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "direct_evaluate.h"
#include "kernel_files.h"

SCREE_FN void evaluate_axes(const scree_cpu_octave *octave, uint32_t axis_count, const scree_direct_axis *axes,
                            size_t count, float *out)
{
    if (octave->hash == SCREE_HASH_PERLIN2002) {
        evaluate_samples(octave, octave->kind, SCREE_HASH_PERLIN2002, octave->gradient_count, axis_count,
                         axes[1].varies, axes, count, out);
    } else if (octave->kind == SCREE_NOISE_VALUE) {
        evaluate_samples(octave, SCREE_NOISE_VALUE, SCREE_HASH_SCREE, 0, axis_count, axes[1].varies, axes, count, out);
    } else {
        evaluate_samples(octave, SCREE_NOISE_PERLIN, SCREE_HASH_SCREE, octave->gradient_count, axis_count,
                         axes[1].varies, axes, count, out);
    }
}

void SCREE_CPU_SYMBOL(scree_evaluate_many_axes)(const scree_cpu_octave *octave, const scree_direct_axis *axes,
                                                size_t count, float *out)
{
    switch (octave->axes) {
    case 5:
        evaluate_axes(octave, 5, axes, count, out);
        break;
    case 6:
        evaluate_axes(octave, 6, axes, count, out);
        break;
    case 7:
        evaluate_axes(octave, 7, axes, count, out);
        break;
    default:
        evaluate_axes(octave, 8, axes, count, out);
    }
}
