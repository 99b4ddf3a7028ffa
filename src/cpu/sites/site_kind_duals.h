/*
 * Samples of one kind of noise by its sites with their derivatives: values, and derivatives along each axis behind
 * them. The build compiles this file for each kind by itself (site_kind_duals.c.in), as it does site_kind_kernels.h,
 * and defines SITE_DUAL to the kind's function, or SITE_METHOD to that of one of its methods.
 */
#include "noise/noise_duals.h"
#include "site_load.h"

/* An octave at a site. No other kind is named: a compiler would work on all that it leaves out afterwards. */
SCREE_FN scree_dual site_dual(scree_site site, uint32_t axes, scree_site_source source, uint32_t choice)
{
#if defined(SITE_METHOD)
    const scree_dual dual = scree_dual_amplified(SITE_METHOD(site, axes, source, choice), source.amplitude);
#elif SITE_TRAITS & SCREE_KIND_SITES
    (void)choice;
    const scree_dual dual = SITE_DUAL(site, axes, source);
#else
    (void)choice;
    const scree_dual dual = SITE_DUAL(scree_site_cell(site, axes, source), axes, scree_site_octave_source(source),
                                      source.options.word[SCREE_SITE_OPTION_FADE]);
#endif
    return scree_dual_of_site(dual, source, axes);
}

SCREE_FN void evaluate_row(const scree_cpu_octave *octave, uint32_t axes, scree_site_source source, uint32_t choice,
                           const scree_cpu_sites *sites, uint32_t row)
{
    const row_start start = start_of_row(sites, axes, row);
    float *out = sites->out + row * sites->row_stride;
    for (size_t i = 0; i < sites->count; i += SCREE_LANES) {
        const scree_site site = load_site(octave, sites, start.axis, axes, source, i);
        const scree_dual dual = site_dual(site, axes, source, choice);
        scree_store_some(out + i, dual.value, sites->count - i);
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            scree_store_some(out + (axis + 1) * sites->slope_stride + i, dual.slope[axis], sites->count - i);
        }
    }
}

SCREE_FN void evaluate_rows(const scree_cpu_octave *octave, uint32_t axes, uint32_t gradient_count, uint32_t choice,
                            const scree_cpu_sites *sites)
{
    const scree_site_source source = source_of_octave(octave, axes, gradient_count);
    for (uint32_t row = 0; row < sites->rows; row++) {
        evaluate_row(octave, axes, source, choice, sites, row);
    }
}

#include "site_each.h"

scree_cpu_evaluate_sites SITE_SYMBOL(scree_evaluate_site_duals);

void SITE_SYMBOL(scree_evaluate_site_duals)(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    evaluate_each(octave, sites);
}
