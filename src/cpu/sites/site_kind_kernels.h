/*
 * Kernels of one kind of noise by its sites (kernels/noise/site.h): samples by themselves, many at a time. The build
 * compiles this file for each kind by itself, and for each of its methods (site_kind_kernels.c.in), which defines
 * SITE_KIND, SITE_NUMBER, SITE_TRAITS, SITE_SAMPLE or SITE_METHOD, SITE_MIN_AXES and SITE_MAX_AXES to what the kind's
 * row in noise_kinds.h says, SITE_NAME to the ending of functions' names, and SITE_HAS_ROWS to whether the kind has
 * kernels for rows of samples (kinds/NAME_rows.c).
 */
#include "site_load.h"
#include "site_sample.h"

/* The least and the greatest value of each lane. */
typedef struct lane_range {
    scree_f32 minimum;
    scree_f32 maximum;
} lane_range;

SCREE_FN lane_range evaluate_row(const scree_cpu_octave *octave, uint32_t axes, scree_site_source source,
                                 uint32_t choice, const scree_cpu_sites *sites, uint32_t row, lane_range range)
{
    const row_start start = start_of_row(sites, axes, row);
    float *out = sites->out + row * sites->row_stride;
    for (size_t i = 0; i < sites->count; i += SCREE_LANES) {
        scree_f32 value = sample_site(load_site(octave, sites, start.axis, axes, source, i), axes, source, choice);
        range.minimum = scree_minimum(range.minimum, value);
        range.maximum = scree_maximum(range.maximum, value);
        scree_store_some(out + i, value, sites->count - i);
    }
    return range;
}

SCREE_FN void evaluate_rows(const scree_cpu_octave *octave, uint32_t axes, uint32_t gradient_count, uint32_t choice,
                            const scree_cpu_sites *sites)
{
    const scree_site_source source = source_of_octave(octave, axes, gradient_count);
    const bool has_range = sites->minimum != NULL;
    lane_range range = {.minimum = source.amplitude, .maximum = source.amplitude};
    if (has_range) {
        range = (lane_range){.minimum = scree_load(sites->minimum), .maximum = scree_load(sites->maximum)};
    }
    for (uint32_t row = 0; row < sites->rows; row++) {
        range = evaluate_row(octave, axes, source, choice, sites, row, range);
    }
    if (has_range) {
        scree_store(sites->minimum, range.minimum);
        scree_store(sites->maximum, range.maximum);
    }
}

#include "site_each.h"

scree_cpu_evaluate_sites SITE_SYMBOL(scree_evaluate_sites);
#if SITE_HAS_ROWS
scree_cpu_evaluate_rows SCREE_CPU_SYMBOL(SCREE_CPU_JOIN(scree_evaluate_rows, SITE_KIND));
#endif

void SITE_SYMBOL(scree_evaluate_sites)(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
#if SITE_HAS_ROWS
    if (SCREE_CPU_SYMBOL(SCREE_CPU_JOIN(scree_evaluate_rows, SITE_KIND))(octave, sites, evaluate_each)) {
        return;
    }
#endif
    evaluate_each(octave, sites);
}
