/* Derivatives of warped fields: kinds of cells where displacements take the samples, and the chain rule. */
#include "warp/warp_dual.h"

#include "kernel_files.h"
#include "noise/noise_duals.h"
#include "warp_locate.h"

/* The cell of sample `i` of a row, with the keys that it has without a warp. */
SCREE_FN scree_cell displaced_cell(const scree_cpu_octave *octave, uint32_t axes, const scree_cpu_sites *sites,
                                   const scree_cpu_displacement *displacement, uint32_t row, size_t i)
{
    const scree_index fade = octave->site_options->word[SCREE_SITE_OPTION_FADE];
    scree_cell cell;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        const scree_warped_position moved = moved_along(octave, sites, displacement, row, axis, i);
        cell =
            scree_warp_cell_with(cell, axis, moved.fraction, fade,
                                 scree_warp_keys_of(moved.cell, octave->warp_axes[axis], octave->site_axes[axis].last));
    }
    return cell;
}

SCREE_FN void evaluate_row(const scree_cpu_octave *octave, scree_index kind, uint32_t axes, uint32_t gradient_count,
                           const scree_cpu_sites *sites, const scree_cpu_displacement *displacement, uint32_t row)
{
    scree_site_source source = {.gradients = octave->gradients,
                                .gradient_count = gradient_count,
                                .amplitude = scree_broadcast(octave->amplitude),
                                .slopes = octave->site_slopes,
                                .options = *octave->site_options};
    float *out = sites->out + row * sites->row_stride;
    for (size_t i = 0; i < sites->count; i += SCREE_LANES) {
        const scree_cell cell = displaced_cell(octave, axes, sites, displacement, row, i);
        const scree_dual dual = scree_dual_of_site(scree_kind_dual(kind, cell, axes, scree_site_octave_source(source),
                                                                   source.options.word[SCREE_SITE_OPTION_FADE]),
                                                   source, axes);
        scree_store(out + i, dual.value);
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            scree_store(out + (axis + 1) * sites->slope_stride + i, dual.slope[axis]);
        }
    }
}

/* Functions of their own, for gradients that fill registers and others: what a compiler does costs more than in
   proportion to a function's size. */
#define EVALUATE_AXES(name, kind, axes)                                                                           \
    static __attribute__((noinline)) void evaluate_##name##_##axes(                                               \
        const scree_cpu_octave *octave, const scree_cpu_sites *sites, const scree_cpu_displacement *displacement, \
        uint32_t row)                                                                                             \
    {                                                                                                             \
        if (!scree_kind_has(kind, SCREE_KIND_GRADIENTS) || octave->gradient_count == SCREE_EDGE_COUNT(axes)) {    \
            evaluate_row(octave, kind, axes, SCREE_EDGE_COUNT(axes), sites, displacement, row);                   \
        } else {                                                                                                  \
            evaluate_row(octave, kind, axes, 256, sites, displacement, row);                                      \
        }                                                                                                         \
    }

/* One kind over all its numbers of axes. */
#define EVALUATE_KIND(KIND, name, number, traits, sample, min_axes, max_axes)                          \
    EVALUATE_AXES(name, number, 1)                                                                     \
    EVALUATE_AXES(name, number, 2)                                                                     \
    EVALUATE_AXES(name, number, 3)                                                                     \
    EVALUATE_AXES(name, number, 4)                                                                     \
    static void evaluate_##name(const scree_cpu_octave *octave, const scree_cpu_sites *sites,          \
                                const scree_cpu_displacement *displacement, uint32_t row)              \
    {                                                                                                  \
        static void (*const evaluate[])(const scree_cpu_octave *, const scree_cpu_sites *,             \
                                        const scree_cpu_displacement *, uint32_t) = {                  \
            NULL, evaluate_##name##_1, evaluate_##name##_2, evaluate_##name##_3, evaluate_##name##_4}; \
        evaluate[octave->axes](octave, sites, displacement, row);                                      \
    }
SCREE_NODE_KINDS(EVALUATE_KIND)

static void evaluate_displaced_duals(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                                     const scree_cpu_displacement *displacement)
{
    for (uint32_t row = 0; row < sites->rows; row++) {
        switch (octave->kind) {
#define EVALUATE_CASE(KIND, name, number, traits, sample, min_axes, max_axes) \
    case SCREE_NOISE_##KIND:                                                  \
        evaluate_##name(octave, sites, displacement, row);                    \
        break;
            SCREE_NODE_KINDS(EVALUATE_CASE)
#undef EVALUATE_CASE
        default:
            break;
        }
    }
}

SCREE_FN scree_warp_slopes load_slopes(const scree_cpu_displacement *displacement, uint32_t axes, size_t at)
{
    scree_warp_slopes slopes;
    SCREE_UNROLL
    for (uint32_t component = 0; component < axes; component++) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            slopes.slope[4 * component + axis] =
                scree_load(displacement->along[component] + (axis + 1) * displacement->slope_stride + at);
        }
    }
    return slopes;
}

SCREE_FN void chain_rows(uint32_t axes, const scree_cpu_displacement *displacement, const scree_cpu_sites *sites)
{
    for (uint32_t row = 0; row < sites->rows; row++) {
        float *out = sites->out + row * sites->row_stride;
        for (size_t i = 0; i < sites->count; i += SCREE_LANES) {
            scree_dual dual;
            SCREE_UNROLL
            for (uint32_t axis = 0; axis < axes; axis++) {
                dual.slope[axis] = scree_load(out + (axis + 1) * sites->slope_stride + i);
            }
            dual = scree_warp_dual(dual, load_slopes(displacement, axes, row * displacement->row_stride + i), axes);
            SCREE_UNROLL
            for (uint32_t axis = 0; axis < axes; axis++) {
                scree_store(out + (axis + 1) * sites->slope_stride + i, dual.slope[axis]);
            }
        }
    }
}

static void chain_displacement(uint32_t axes, const scree_cpu_displacement *displacement, const scree_cpu_sites *sites)
{
    switch (axes) {
    case 1:
        chain_rows(1, displacement, sites);
        break;
    case 2:
        chain_rows(2, displacement, sites);
        break;
    case 3:
        chain_rows(3, displacement, sites);
        break;
    default:
        chain_rows(4, displacement, sites);
    }
}

void SCREE_CPU_SYMBOL(scree_warp_dual_kernels)(scree_cpu_kernels *kernels)
{
    kernels->warp.evaluate_duals = evaluate_displaced_duals;
    kernels->warp.chain = chain_displacement;
}
