/*
 * Kernels of one kind of noise by its sites (kernels/site.h): samples by themselves, many at a time. The build compiles
 * this file for each kind by itself (site_kind_kernels.c.in), which defines SITE_KIND, SITE_NUMBER, SITE_TRAITS,
 * SITE_SAMPLE, SITE_MIN_AXES and SITE_MAX_AXES to what the kind's row in noise_kinds.h says, and SITE_HAS_ROWS to
 * whether the kind has kernels for rows of samples (kinds/NAME_rows.c).
 */
#include "lane_memory.h"
#include "noise_kernels.h"
#include "noise_kinds.h"

/* The value of an octave at a site. */
SCREE_FN scree_f32 sample_site(scree_site site, uint32_t axes, scree_site_source source)
{
#if SITE_TRAITS & SCREE_KIND_SITES
    return SITE_SAMPLE(site, axes, source);
#else
    return SITE_SAMPLE(scree_site_cell(site, axes, source), axes, scree_site_octave_source(source));
#endif
}

/* Stands for the array of an axis along which all samples of a row have one position. */
static const uint32_t no_words[SCREE_LANES];

/* The least and the greatest value of each lane. */
typedef struct lane_range {
    scree_f32 minimum;
    scree_f32 maximum;
} lane_range;

SCREE_FN scree_site put_position(scree_site site, scree_site_source source, uint32_t axis, scree_site_position position)
{
    site.fraction[axis] = scree_site_fraction(position.part);
    site.cell[axis] = position.cell;
    site.key[axis] = scree_kind_has(SITE_NUMBER, SCREE_KIND_KEYS) ? position.cell
                                                                  : scree_site_key(position.cell, source.axis[axis]);
    return site;
}

/* The position of sample `i` of a row. All axes of a skewed lattice vary. */
SCREE_FN scree_site_position sum_position(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                                          scree_site_position start, uint32_t axis, size_t i)
{
    const bool varies = scree_kind_has(SITE_NUMBER, SCREE_KIND_KEYS) || sites->part[axis] != NULL;
    scree_site_position own = {.part = scree_load_u32(varies ? sites->part[axis] + i : no_words),
                               .cell = scree_load_u32(varies ? sites->cell[axis] + i : no_words)};
    if (scree_kind_has(SITE_NUMBER, SCREE_KIND_KEYS)) {
        return scree_site_sum_of(start, own, octave->site_axes[axis].stride);
    }
    scree_site_position sum = scree_site_sum(start, own);
    if (octave->site_axes[axis].last != UINT32_MAX) {
        sum.cell = scree_site_wrapped(sum.cell, octave->site_axes[axis].last, 1u);
    }
    return sum;
}

/* The site of sample `i` of a row, or of one that is placed. */
SCREE_FN scree_site load_site(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                              const scree_site_position *start, uint32_t axes, scree_site_source source, size_t i)
{
    scree_site_position position[SCREE_SITE_AXES];
    scree_site site;
    if (sites->is_placed) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            position[axis].part = scree_load_u32(sites->part[axis] + i);
            position[axis].cell = scree_load_u32(sites->cell[axis] + i);
        }
    } else {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            position[axis] = sum_position(octave, sites, start[axis], axis, i);
        }
    }
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        site = put_position(site, source, axis, position[axis]);
    }
    return site;
}

SCREE_FN lane_range evaluate_row(const scree_cpu_octave *octave, uint32_t axes, scree_site_source source,
                                 const scree_cpu_sites *sites, uint32_t row, lane_range range)
{
    scree_site_position start[SCREE_SITE_AXES];
    float *out = sites->out + row * sites->row_stride;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        start[axis].part = scree_broadcast_u32(sites->row_part[axis][row]);
        start[axis].cell = scree_broadcast_u32(sites->row_cell[axis][row]);
    }
    for (size_t i = 0; i < sites->count; i += SCREE_LANES) {
        scree_f32 value = sample_site(load_site(octave, sites, start, axes, source, i), axes, source);
        range.minimum = scree_minimum(range.minimum, value);
        range.maximum = scree_maximum(range.maximum, value);
        scree_store_some(out + i, value, sites->count - i);
    }
    return range;
}

SCREE_FN void evaluate_rows(const scree_cpu_octave *octave, uint32_t axes, uint32_t gradient_count,
                            const scree_cpu_sites *sites)
{
    scree_site_source source = {.gradients = octave->gradients,
                                .gradient_count = gradient_count,
                                .amplitude = scree_broadcast(octave->amplitude),
                                .options = *octave->site_options};
    const bool has_range = sites->minimum != NULL;
    lane_range range = {.minimum = source.amplitude, .maximum = source.amplitude};
    if (has_range) {
        range = (lane_range){.minimum = scree_load(sites->minimum), .maximum = scree_load(sites->maximum)};
    }
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        source.axis[axis] = octave->site_axes[axis];
    }
    for (uint32_t row = 0; row < sites->rows; row++) {
        range = evaluate_row(octave, axes, source, sites, row, range);
    }
    if (has_range) {
        scree_store(sites->minimum, range.minimum);
        scree_store(sites->maximum, range.maximum);
    }
}

/* Gradients that fill registers are compiled apart from those that are read from memory. */
SCREE_FN void evaluate_axes(const scree_cpu_octave *octave, uint32_t axes, const scree_cpu_sites *sites)
{
#if SITE_TRAITS & SCREE_KIND_GRADIENTS
    if (octave->gradient_count == SCREE_EDGE_COUNT(axes)) {
        evaluate_rows(octave, axes, SCREE_EDGE_COUNT(axes), sites);
        return;
    }
#endif
    evaluate_rows(octave, axes, octave->gradient_count, sites);
}

/* Functions of their own: what a compiler does costs more than in proportion to a function's size. */
#define EVALUATE_AXES(axes)                                                                                          \
    static                                                                                                           \
        __attribute__((noinline)) void evaluate_##axes(const scree_cpu_octave *octave, const scree_cpu_sites *sites) \
    {                                                                                                                \
        evaluate_axes(octave, axes, sites);                                                                          \
    }
#if SITE_MIN_AXES <= 1
EVALUATE_AXES(1)
#else
#define evaluate_1 NULL
#endif
#if SITE_MIN_AXES <= 2
EVALUATE_AXES(2)
#else
#define evaluate_2 NULL
#endif
EVALUATE_AXES(3)
#if SITE_MAX_AXES >= 4
EVALUATE_AXES(4)
#else
#define evaluate_4 NULL
#endif

static void evaluate_each(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    static scree_cpu_evaluate_sites *const evaluate[] = {NULL, evaluate_1, evaluate_2, evaluate_3, evaluate_4};
    evaluate[octave->axes](octave, sites);
}

#define SITE_SYMBOL(function) SCREE_CPU_SYMBOL(SCREE_CPU_JOIN(function, SITE_KIND))
scree_cpu_evaluate_sites SITE_SYMBOL(scree_evaluate_sites);
#if SITE_HAS_ROWS
scree_cpu_evaluate_rows SITE_SYMBOL(scree_evaluate_rows);
#endif

void SITE_SYMBOL(scree_evaluate_sites)(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
#if SITE_HAS_ROWS
    if (SITE_SYMBOL(scree_evaluate_rows)(octave, sites, evaluate_each)) {
        return;
    }
#endif
    evaluate_each(octave, sites);
}
