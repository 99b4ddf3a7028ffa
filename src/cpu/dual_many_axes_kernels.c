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

/* The usual hash, with coded gradients where they are faster. */
SCREE_FN void evaluate_usual(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                             const scree_direct_axis *axes, size_t count, float *out, size_t slope_stride)
{
    if (SCREE_READS_CODES) {
        evaluate_samples(octave, kind, SCREE_KERNEL_HASH_SCREE, octave->coded_gradients, SCREE_CODED_GRADIENTS,
                         axis_count, axes, count, out, slope_stride);
    } else {
        evaluate_samples(octave, kind, SCREE_KERNEL_HASH_SCREE, octave->gradients, 256, axis_count, axes, count, out,
                         slope_stride);
    }
}

/* Any hash and any gradients share their code: of few fields, most of which reproduce published values. */
SCREE_FN void evaluate_any(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                           const scree_direct_axis *axes, size_t count, float *out, size_t slope_stride)
{
    evaluate_samples(octave, kind, (scree_index)octave->hash, octave->gradients, octave->gradient_count, axis_count,
                     axes, count, out, slope_stride);
}

/* Each is a function of its own, because what the compiler does costs more than in proportion to a function's size. */
#define EVALUATE(name, mode, kind, axis_count)                                                                         \
    static void evaluate_##mode##_##name##_##axis_count(const scree_cpu_octave *octave, const scree_direct_axis *axes, \
                                                        size_t count, float *out, size_t slope_stride)                 \
    {                                                                                                                  \
        evaluate_##mode(octave, kind, axis_count, axes, count, out, slope_stride);                                     \
    }
#define EVALUATE_5_TO_8(name, mode, kind) \
    EVALUATE(name, mode, kind, 5)         \
    EVALUATE(name, mode, kind, 6)         \
    EVALUATE(name, mode, kind, 7)         \
    EVALUATE(name, mode, kind, 8)
#define EVALUATE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    EVALUATE_5_TO_8(name, usual, number)                                      \
    EVALUATE_5_TO_8(name, any, number)
SCREE_NODE_KINDS(EVALUATE_KIND)

#define EVALUATORS(name, mode)                                                                    \
    {                                                                                             \
        evaluate_##mode##_##name##_5, evaluate_##mode##_##name##_6, evaluate_##mode##_##name##_7, \
            evaluate_##mode##_##name##_8                                                          \
    }
#define ROW(KIND, name, number, traits, sample, min_axes, max_axes) \
    [number] = {EVALUATORS(name, any), EVALUATORS(name, usual)},
static evaluate_fn *const evaluators[][2][4] = {SCREE_NODE_KINDS(ROW)};

static bool is_usual(const scree_cpu_octave *octave)
{
    const bool has_gradients = scree_kind_has((scree_index)octave->kind, SCREE_KIND_GRADIENTS);
    return octave->hash == SCREE_NOISE_HASH_SCREE &&
           (!SCREE_READS_CODES || !has_gradients || octave->coded_gradients != NULL);
}

void SCREE_CPU_SYMBOL(scree_evaluate_many_duals)(const scree_cpu_octave *octave, const scree_direct_axis *axes,
                                                 size_t count, float *out, size_t slope_stride)
{
    evaluators[octave->kind][is_usual(octave)][octave->axes - 5](octave, axes, count, out, slope_stride);
}
