/* Kinds of sites (kernels/site.h): samples by themselves, many at a time. */
#include "cellular_row.h"
#include "kernel_files.h"
#include "lane_memory.h"
#include "noise_kinds.h"

/* Stands for the array of an axis along which all samples of a row have one position. */
static const uint32_t no_words[SCREE_LANES];

/* The least and the greatest value of each lane. */
typedef struct lane_range {
    scree_f32 minimum;
    scree_f32 maximum;
} lane_range;

SCREE_FN scree_site put_position(scree_site site, scree_index kind, scree_site_source source, uint32_t axis,
                                 scree_site_position position)
{
    site.fraction[axis] = scree_site_fraction(position.part);
    site.cell[axis] = position.cell;
    site.key[axis] = scree_kind_has_keys(kind) ? position.cell : scree_site_key(position.cell, source.axis[axis]);
    return site;
}

/* The position of sample `i`. All axes of a skewed lattice vary. */
SCREE_FN scree_site_position load_position(const scree_cpu_octave *octave, scree_index kind,
                                           const scree_cpu_sites *sites, scree_site_position start, uint32_t axis,
                                           size_t i)
{
    const bool varies = scree_kind_has_keys(kind) || sites->part[axis] != NULL;
    scree_site_position own = {.part = scree_load_u32(varies ? sites->part[axis] + i : no_words),
                               .cell = scree_load_u32(varies ? sites->cell[axis] + i : no_words)};
    if (scree_kind_has_keys(kind)) {
        return scree_site_sum_of(start, own, octave->site_axes[axis].stride);
    }
    scree_site_position sum = scree_site_sum(start, own);
    if (octave->site_axes[axis].last != UINT32_MAX) {
        sum.cell = scree_site_wrapped(sum.cell, octave->site_axes[axis].last, 1u);
    }
    return sum;
}

SCREE_FN lane_range evaluate_row(const scree_cpu_octave *octave, scree_index kind, uint32_t axes,
                                 scree_site_source source, const scree_cpu_sites *sites, uint32_t row, lane_range range)
{
    scree_site_position start[SCREE_SITE_AXES];
    scree_site site;
    float *out = sites->out + row * sites->row_stride;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        start[axis].part = scree_broadcast_u32(sites->row[row].part[axis]);
        start[axis].cell = scree_broadcast_u32(sites->row[row].cell[axis]);
    }
    for (size_t i = 0; i < sites->count; i += SCREE_LANES) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            site = put_position(site, kind, source, axis, load_position(octave, kind, sites, start[axis], axis, i));
        }
        scree_f32 value = scree_site_sample(kind, site, axes, source);
        range.minimum = scree_minimum(range.minimum, value);
        range.maximum = scree_maximum(range.maximum, value);
        scree_store_some(out + i, value, sites->count - i);
    }
    return range;
}

SCREE_FN void evaluate_rows(const scree_cpu_octave *octave, scree_index kind, uint32_t axes, uint32_t gradient_count,
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
        range = evaluate_row(octave, kind, axes, source, sites, row, range);
    }
    if (has_range) {
        scree_store(sites->minimum, range.minimum);
        scree_store(sites->maximum, range.maximum);
    }
}

SCREE_FN void evaluate_axes(const scree_cpu_octave *octave, scree_index kind, uint32_t axes,
                            const scree_cpu_sites *sites)
{
    /* Gradients that fill registers are compiled apart from those that are read from memory. */
    if (scree_kind_nodes(kind) != SCREE_SITES_WAVES && scree_kind_has_gradients(kind) &&
        octave->gradient_count == SCREE_EDGE_COUNT(axes)) {
        evaluate_rows(octave, kind, axes, SCREE_EDGE_COUNT(axes), sites);
    } else {
        evaluate_rows(octave, kind, axes, octave->gradient_count, sites);
    }
}

/* A kind that lacks the axes for it is an empty function, and never called. */
#define EVALUATE(KIND, name, number, nodes, sample, min_axes, max_axes, description)          \
    static void evaluate_##name(const scree_cpu_octave *octave, const scree_cpu_sites *sites) \
    {                                                                                         \
        switch (octave->axes) {                                                               \
        case 1:                                                                               \
            if (min_axes <= 1u) {                                                             \
                evaluate_axes(octave, number, 1, sites);                                      \
            }                                                                                 \
            break;                                                                            \
        case 2:                                                                               \
            if (min_axes <= 2u) {                                                             \
                evaluate_axes(octave, number, 2, sites);                                      \
            }                                                                                 \
            break;                                                                            \
        case 3:                                                                               \
            evaluate_axes(octave, number, 3, sites);                                          \
            break;                                                                            \
        default:                                                                              \
            if (max_axes >= 4u) {                                                             \
                evaluate_axes(octave, number, 4, sites);                                      \
            }                                                                                 \
        }                                                                                     \
    }
SCREE_NOISE_KINDS(EVALUATE)
#undef EVALUATE

static void evaluate_sites(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    if (octave->kind == SCREE_NOISE_CELLULAR && scree_cellular_is_row(octave, sites)) {
        SCREE_CPU_SYMBOL(scree_evaluate_cellular_rows)(octave, sites);
        return;
    }
    switch (octave->kind) {
#define CASE(KIND, name, number, nodes, sample, min_axes, max_axes, description) \
    case SCREE_NOISE_##KIND:                                                     \
        evaluate_##name(octave, sites);                                          \
        break;
        SCREE_NOISE_KINDS(CASE)
#undef CASE
    }
}

void SCREE_CPU_SYMBOL(scree_site_kernels)(scree_cpu_kernels *kernels)
{
    kernels->evaluate_sites = evaluate_sites;
}
