/* Samples of gradient and value noise with their derivatives, up to four axes; more are in dual_many_axes_kernels.c. */
#include "dual_evaluate.h"
#include "kernel_files.h"

typedef void evaluate_fn(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out,
                         size_t slope_stride);

/* The usual hash, and gradients that fill registers. */
SCREE_FN void evaluate_usual(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                             const scree_direct_axis *axes, size_t count, float *out, size_t slope_stride)
{
    evaluate_samples(octave, kind, SCREE_KERNEL_HASH_SCREE, octave->gradients, SCREE_EDGE_COUNT(axis_count), axis_count,
                     axes, count, out, slope_stride);
}

/* Any hash and any gradients, which share their code. */
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
#define EVALUATE_1_TO_4(name, mode, kind) \
    EVALUATE(name, mode, kind, 1)         \
    EVALUATE(name, mode, kind, 2)         \
    EVALUATE(name, mode, kind, 3)         \
    EVALUATE(name, mode, kind, 4)
#define EVALUATE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    EVALUATE_1_TO_4(name, usual, number)                                      \
    EVALUATE_1_TO_4(name, any, number)
SCREE_NODE_KINDS(EVALUATE_KIND)

#define EVALUATORS(name, mode)                                                                    \
    {                                                                                             \
        evaluate_##mode##_##name##_1, evaluate_##mode##_##name##_2, evaluate_##mode##_##name##_3, \
            evaluate_##mode##_##name##_4                                                          \
    }
#define ROW(KIND, name, number, traits, sample, min_axes, max_axes) \
    [number] = {EVALUATORS(name, any), EVALUATORS(name, usual)},
static evaluate_fn *const evaluators[][2][SCREE_DUAL_AXES] = {SCREE_NODE_KINDS(ROW)};

static bool is_usual(const scree_cpu_octave *octave)
{
    return octave->hash == SCREE_NOISE_HASH_SCREE &&
           (!scree_kind_has((scree_index)octave->kind, SCREE_KIND_GRADIENTS) ||
            octave->gradient_count == SCREE_EDGE_COUNT(octave->axes));
}

static void evaluate_duals(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out,
                           size_t slope_stride)
{
    if (octave->axes > SCREE_DUAL_AXES) {
        SCREE_CPU_SYMBOL(scree_evaluate_many_duals)(octave, axes, count, out, slope_stride);
        return;
    }
    evaluators[octave->kind][is_usual(octave)][octave->axes - 1](octave, axes, count, out, slope_stride);
}

void SCREE_CPU_SYMBOL(scree_dual_kernels)(scree_cpu_kernels *kernels)
{
    kernels->noise.evaluate_duals = evaluate_duals;
}
