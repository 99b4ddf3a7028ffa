/* Direct evaluation in five to eight dimensions: a file of its own, because it takes long to compile. */
#if defined(__GNUC__) && !defined(__clang__)
/* Each held half is stored in an earlier turn of the loop over groups, which the compiler cannot see. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "direct_evaluate.h"
#include "kernel_files.h"

typedef void evaluate_fn(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out);

/*
 * The functions of one number of axes, for either hash. Each is a function of its own, because what the compiler does
 * costs more than in proportion to the size of a function.
 */
#define EVALUATE(axis_count)                                                                                      \
    static void evaluate_perlin_##axis_count(const scree_cpu_octave *octave, const scree_direct_axis *axes,       \
                                             size_t count, float *out)                                            \
    {                                                                                                             \
        evaluate_samples(octave, SCREE_NOISE_PERLIN, SCREE_HASH_SCREE, octave->gradient_count, axis_count,        \
                         axes[1].varies, axes, count, out);                                                       \
    }                                                                                                             \
    static void evaluate_value_##axis_count(const scree_cpu_octave *octave, const scree_direct_axis *axes,        \
                                            size_t count, float *out)                                             \
    {                                                                                                             \
        evaluate_samples(octave, SCREE_NOISE_VALUE, SCREE_HASH_SCREE, 0, axis_count, axes[1].varies, axes, count, \
                         out);                                                                                    \
    }                                                                                                             \
    static void evaluate_perlin2002_##axis_count(const scree_cpu_octave *octave, const scree_direct_axis *axes,   \
                                                 size_t count, float *out)                                        \
    {                                                                                                             \
        evaluate_samples(octave, octave->kind, SCREE_HASH_PERLIN2002, octave->gradient_count, axis_count,         \
                         axes[1].varies, axes, count, out);                                                       \
    }

EVALUATE(5)
EVALUATE(6)
EVALUATE(7)
EVALUATE(8)

/* Either kind with Perlin's hash, then each kind with the library's own, for five axes to eight. */
static evaluate_fn *const perlin2002_evaluators[] = {evaluate_perlin2002_5, evaluate_perlin2002_6,
                                                     evaluate_perlin2002_7, evaluate_perlin2002_8};
static evaluate_fn *const value_evaluators[] = {evaluate_value_5, evaluate_value_6, evaluate_value_7, evaluate_value_8};
static evaluate_fn *const perlin_evaluators[] = {evaluate_perlin_5, evaluate_perlin_6, evaluate_perlin_7,
                                                 evaluate_perlin_8};

void SCREE_CPU_SYMBOL(scree_evaluate_many_axes)(const scree_cpu_octave *octave, const scree_direct_axis *axes,
                                                size_t count, float *out)
{
    evaluate_fn *const *evaluators = perlin_evaluators;
    if (octave->hash == SCREE_HASH_PERLIN2002) {
        evaluators = perlin2002_evaluators;
    } else if (octave->kind == SCREE_NOISE_VALUE) {
        evaluators = value_evaluators;
    }
    evaluators[octave->axes - 5](octave, axes, count, out);
}
