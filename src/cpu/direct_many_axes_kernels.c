/* Direct evaluation in five to eight dimensions: a file of its own, because it takes long to compile. */
#if defined(__GNUC__) && !defined(__clang__)
/* Each held half is stored in an earlier iteration of the loop over groups, which the compiler cannot see. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "direct_evaluate.h"
#include "kernel_files.h"

typedef void evaluate_fn(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out);

/* A kind that draws gradients is compiled for coded ones, too. */
SCREE_FN void evaluate_kind(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                            const scree_direct_axis *axes, size_t count, float *out)
{
    bool varies = axes[1].varies;
    if (SCREE_READS_CODES && scree_kind_has(kind, SCREE_KIND_GRADIENTS) && octave->coded_gradients != NULL) {
        evaluate_samples(octave, kind, SCREE_NOISE_HASH_SCREE, octave->coded_gradients, SCREE_CODED_GRADIENTS,
                         axis_count, varies, axes, count, out);
    } else {
        evaluate_samples(octave, kind, SCREE_NOISE_HASH_SCREE, octave->gradients, 256, axis_count, varies, axes, count,
                         out);
    }
}

/* Perlin's hash is there to reproduce published values: all kinds share its functions. */
SCREE_FN void evaluate_perlin2002(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count,
                                  const scree_direct_axis *axes, size_t count, float *out)
{
    evaluate_samples(octave, kind, SCREE_NOISE_HASH_PERLIN2002, octave->gradients, octave->gradient_count, axis_count,
                     axes[1].varies, axes, count, out);
}

/* Each is a function of its own, because what the compiler does costs more than in proportion to a function's size. */
#define EVALUATE(name, evaluate, kind, axis_count)                                                            \
    static void evaluate_##name##_##axis_count(const scree_cpu_octave *octave, const scree_direct_axis *axes, \
                                               size_t count, float *out)                                      \
    {                                                                                                         \
        evaluate(octave, kind, axis_count, axes, count, out);                                                 \
    }

#define EVALUATE_5_TO_8(name, evaluate, kind) \
    EVALUATE(name, evaluate, kind, 5)         \
    EVALUATE(name, evaluate, kind, 6)         \
    EVALUATE(name, evaluate, kind, 7)         \
    EVALUATE(name, evaluate, kind, 8)
#define EVALUATORS(name)                                                                   \
    {                                                                                      \
        evaluate_##name##_5, evaluate_##name##_6, evaluate_##name##_7, evaluate_##name##_8 \
    }

#define EVALUATE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    EVALUATE_5_TO_8(name, evaluate_kind, number)
SCREE_CELL_KINDS(EVALUATE_KIND)
EVALUATE_5_TO_8(perlin2002, evaluate_perlin2002, (scree_index)octave->kind)

#define ROW(KIND, name, number, traits, sample, min_axes, max_axes) [number] = EVALUATORS(name),
static evaluate_fn *const evaluators[][4] = {SCREE_CELL_KINDS(ROW)};
static evaluate_fn *const perlin2002_evaluators[4] = EVALUATORS(perlin2002);

void SCREE_CPU_SYMBOL(scree_evaluate_many_axes)(const scree_cpu_octave *octave, const scree_direct_axis *axes,
                                                size_t count, float *out)
{
    evaluate_fn *const *of_kind = octave->hash == SCREE_NOISE_HASH_PERLIN2002 ? perlin2002_evaluators
                                                                              : evaluators[octave->kind];
    of_kind[octave->axes - 5](octave, axes, count, out);
}
