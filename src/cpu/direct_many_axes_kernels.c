/* Direct evaluation in five to eight dimensions: 32 to 256 corners, so loops stay loops. */
#ifndef SCREE_KEEP_LOOPS
#define SCREE_KEEP_LOOPS
#endif
#include "direct_evaluate.h"
#include "kernel_files.h"

void SCREE_CPU_SYMBOL(scree_evaluate_many_axes)(const scree_cpu_octave *octave, const scree_direct_axis *axes,
                                                size_t count, float *out)
{
    evaluate_samples(octave, octave->kind, octave->hash, octave->gradient_count, octave->axes, axes[1].varies, axes,
                     count, out);
}
