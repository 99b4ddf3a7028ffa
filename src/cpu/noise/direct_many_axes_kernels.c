/* Direct evaluation in five to eight dimensions: a file of its own, because it takes long to compile. */
#if defined(__GNUC__) && !defined(__clang__)
/* Each held half is stored in an earlier iteration of the loop over groups, which the compiler cannot see. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "direct_evaluate.h"
#include "kernel_files.h"

typedef void evaluate_fn(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out);

/* Any hash and any gradients, which share their code: most of them reproduce published values. */
SCREE_FN void evaluate_any(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                           const scree_direct_axis *axes, size_t count, float *out)
{
    evaluate_samples(octave, kind, octave->hash, octave->gradients, octave->gradient_count, axis_count, axes[1].varies,
                     axes, count, out);
}

/* Each is a function of its own, because what the compiler does costs more than in proportion to a function's size. */
#define EVALUATE(name, mode, kind, axis_count)                                                                         \
    static void evaluate_##mode##_##name##_##axis_count(const scree_cpu_octave *octave, const scree_direct_axis *axes, \
                                                        size_t count, float *out)                                      \
    {                                                                                                                  \
        evaluate_##mode(octave, kind, axis_count, axes, count, out);                                                   \
    }
#define EVALUATE_5_TO_8(name, mode, kind) \
    EVALUATE(name, mode, kind, 5)         \
    EVALUATE(name, mode, kind, 6)         \
    EVALUATE(name, mode, kind, 7)         \
    EVALUATE(name, mode, kind, 8)
#define EVALUATORS(name, mode)                                                                    \
    {                                                                                             \
        evaluate_##mode##_##name##_5, evaluate_##mode##_##name##_6, evaluate_##mode##_##name##_7, \
            evaluate_##mode##_##name##_8                                                          \
    }
#define EVALUATE_ANY(KIND, name, number, traits, sample, min_axes, max_axes) EVALUATE_5_TO_8(name, any, number)
SCREE_CELL_KINDS(EVALUATE_ANY)

#define ANY(KIND, name, number, traits, sample, min_axes, max_axes) [number] = EVALUATORS(name, any),
static evaluate_fn *const any_evaluators[][4] = {SCREE_CELL_KINDS(ANY)};

#if SCREE_LANES >= 8
/* Coded gradients, which are the usual ones where they are faster. Empty for kinds that draw none. */
SCREE_FN void evaluate_coded(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                             const scree_direct_axis *axes, size_t count, float *out)
{
    if (scree_kind_has(kind, SCREE_KIND_GRADIENTS)) {
        evaluate_samples(octave, kind, SCREE_NOISE_HASH_SCREE, octave->coded_gradients, SCREE_CODED_GRADIENTS,
                         axis_count, axes[1].varies, axes, count, out);
    }
}

#define EVALUATE_CODED(KIND, name, number, traits, sample, min_axes, max_axes) EVALUATE_5_TO_8(name, coded, number)
SCREE_CELL_KINDS(EVALUATE_CODED)
#define CODED(KIND, name, number, traits, sample, min_axes, max_axes) [number] = EVALUATORS(name, coded),
static evaluate_fn *const coded_evaluators[][4] = {SCREE_CELL_KINDS(CODED)};
#else
#define coded_evaluators any_evaluators
#endif

void SCREE_CPU_SYMBOL(scree_evaluate_many_axes)(const scree_cpu_octave *octave, const scree_direct_axis *axes,
                                                size_t count, float *out)
{
    const bool has_codes = SCREE_READS_CODES && octave->hash == SCREE_NOISE_HASH_SCREE &&
                           scree_kind_has((scree_index)octave->kind, SCREE_KIND_GRADIENTS) &&
                           octave->coded_gradients != NULL;
    evaluate_fn *const *of_kind = (has_codes ? coded_evaluators : any_evaluators)[octave->kind];
    of_kind[octave->axes - 5](octave, axes, count, out);
}
