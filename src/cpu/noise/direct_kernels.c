/* Direct evaluation in one to four dimensions, unrolled; more dimensions are in direct_many_axes_kernels.c. */
#include "direct_evaluate.h"
#include "kernel_files.h"

/* A kind that draws gradients is compiled for both numbers of them, the edges' and 256. */
SCREE_FN void evaluate_kind(const scree_cpu_octave *octave, scree_index kind, uint32_t axis_count, uint32_t edge_count,
                            bool varies, const scree_direct_axis *axes, size_t count, float *out)
{
    if (!scree_kind_has(kind, SCREE_KIND_GRADIENTS) || octave->gradient_count == edge_count) {
        evaluate_samples(octave, kind, SCREE_NOISE_HASH_SCREE, octave->gradients, edge_count, axis_count, varies, axes,
                         count, out);
    } else {
        evaluate_samples(octave, kind, SCREE_NOISE_HASH_SCREE, octave->gradients, 256, axis_count, varies, axes, count,
                         out);
    }
}

/* Perlin's hash is there to reproduce published values; it shares one body for points and rows. */
SCREE_FN void evaluate_perlin2002(const scree_cpu_octave *octave, uint32_t axis_count, bool varies,
                                  const scree_direct_axis *axes, size_t count, float *out)
{
    evaluate_samples(octave, (scree_index)octave->kind, SCREE_NOISE_HASH_PERLIN2002, octave->gradients,
                     octave->gradient_count, axis_count, varies, axes, count, out);
}

SCREE_FN void evaluate_axes(const scree_cpu_octave *octave, uint32_t axis_count, uint32_t edge_count, bool varies,
                            const scree_direct_axis *axes, size_t count, float *out)
{
    if (octave->hash == SCREE_NOISE_HASH_PERLIN2002) {
        evaluate_perlin2002(octave, axis_count, varies, axes, count, out);
        return;
    }
    switch (octave->kind) {
#define EVALUATE(KIND, name, number, traits, sample, min_axes, max_axes)                 \
    case SCREE_NOISE_##KIND:                                                             \
        evaluate_kind(octave, number, axis_count, edge_count, varies, axes, count, out); \
        break;
        SCREE_CELL_KINDS(EVALUATE)
#undef EVALUATE
    default:
        break;
    }
}

static void evaluate_1(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out)
{
    evaluate_axes(octave, 1, 16, true, axes, count, out);
}

static void evaluate_2(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out)
{
    evaluate_axes(octave, 2, 16, axes[1].varies, axes, count, out);
}

static void evaluate_3(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out)
{
    if (axes[1].varies) {
        evaluate_axes(octave, 3, 16, true, axes, count, out);
    } else {
        evaluate_axes(octave, 3, 16, false, axes, count, out);
    }
}

static void evaluate_4(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out)
{
    evaluate_axes(octave, 4, 32, axes[1].varies, axes, count, out);
}

static void evaluate(const scree_cpu_octave *octave, const scree_direct_axis *axes, size_t count, float *out)
{
    switch (octave->axes) {
    case 1:
        evaluate_1(octave, axes, count, out);
        break;
    case 2:
        evaluate_2(octave, axes, count, out);
        break;
    case 3:
        evaluate_3(octave, axes, count, out);
        break;
    case 4:
        evaluate_4(octave, axes, count, out);
        break;
    default:
        SCREE_CPU_SYMBOL(scree_evaluate_many_axes)(octave, axes, count, out);
    }
}

void SCREE_CPU_SYMBOL(scree_direct_kernels)(scree_cpu_kernels *kernels)
{
    kernels->noise.evaluate = evaluate;
}
