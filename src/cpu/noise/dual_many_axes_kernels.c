/* Samples with their derivatives in five to eight dimensions: a file of its own, because it takes long to compile. */
#if defined(__GNUC__) && !defined(__clang__)
/* Each held half is stored in an earlier iteration of the loop over groups, which the compiler cannot see. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define SCREE_DUAL_AXES 8

#include "dual_evaluate.h"
#include "kernel_files.h"

typedef void evaluate_fn(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out,
                         size_t slope_stride);

/*
 * Any hash and any gradients share their code: derivatives along so many axes are rare, and take long to compile. Coded
 * gradients are read where they are faster.
 */
SCREE_FN void evaluate_kind(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                            const scree_direct_axis *axes, size_t count, float *out, size_t slope_stride)
{
    const bool has_codes = SCREE_READS_CODES && octave->hash == SCREE_NOISE_HASH_SCREE &&
                           octave->coded_gradients != NULL;
    evaluate_samples(octave, kind, (scree_index)octave->hash, has_codes ? octave->coded_gradients : octave->gradients,
                     has_codes ? SCREE_CODED_GRADIENTS : octave->gradient_count, axis_count, axes, count, out,
                     slope_stride);
}

/* Each is a function of its own, because what the compiler does costs more than in proportion to a function's size. */
#define EVALUATE(name, kind, axis_count)                                                                      \
    static void evaluate_##name##_##axis_count(const scree_cpu_octave *octave, const scree_direct_axis *axes, \
                                               size_t count, float *out, size_t slope_stride)                 \
    {                                                                                                         \
        evaluate_kind(octave, kind, axis_count, axes, count, out, slope_stride);                              \
    }
#define EVALUATE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    EVALUATE(name, number, 5)                                                 \
    EVALUATE(name, number, 6)                                                 \
    EVALUATE(name, number, 7)                                                 \
    EVALUATE(name, number, 8)
SCREE_NODE_KINDS(EVALUATE_KIND)

#define ROW(KIND, name, number, traits, sample, min_axes, max_axes) \
    [number] = {evaluate_##name##_5, evaluate_##name##_6, evaluate_##name##_7, evaluate_##name##_8},
static evaluate_fn *const evaluators[][4] = {SCREE_NODE_KINDS(ROW)};

void SCREE_CPU_SYMBOL(scree_evaluate_many_duals)(const scree_cpu_octave *octave, const scree_direct_axis *axes,
                                                 size_t count, float *out, size_t slope_stride)
{
    evaluators[octave->kind][octave->axes - 5](octave, axes, count, out, slope_stride);
}
