/*
 * One point in many octaves of one kind of noise by its sites: every lane evaluates an octave. The build compiles this
 * file for each kind by itself, and for each of its methods (site_octave_lanes.c.in), as it does site_kind_kernels.h.
 */
#define SCREE_OCTAVES_IN_LANES
#include "octave_lanes.h"
#include "site_axes.h"
#include "site_sample.h"

/* The numbers of cells in each octave from `first` on. */
SCREE_FN scree_site_axis numbers_of(const scree_cpu_site_lanes *sites, uint32_t axis, uint32_t first)
{
    return (scree_site_axis){.stride = scree_load_u32(sites->stride[axis] + first),
                             .start = scree_load_u32(sites->start[axis] + first),
                             .last = sites->last[axis],
                             .wrap = sites->wrap[axis]};
}

/* The site in each octave from `first` on. */
SCREE_FN scree_site load_sites(const scree_cpu_site_lanes *sites, uint32_t axes, scree_site_source source,
                               uint32_t first)
{
    scree_site site;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        const scree_u32 cell = scree_load_u32(sites->cell[axis] + first);
        site.fraction[axis] = scree_site_fraction(scree_load_u32(sites->part[axis] + first));
        site.cell[axis] = cell;
        site.key[axis] = scree_kind_has(SITE_NUMBER, SCREE_KIND_KEYS) ? cell : scree_site_key(cell, source.axis[axis]);
    }
    return site;
}

/* Octaves of kinds that have gradients are multiples of the first; others have the amplitude in each lane. */
SCREE_FN void sum_sites(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites, uint32_t axes,
                        uint32_t gradient_count, uint32_t choice, float *out)
{
    scree_fractal_state state = scree_fractal_start();
    scree_site_source source = {
        .gradients = lanes->gradients, .gradient_count = gradient_count, .options = *sites->options};
    for (uint32_t i = 0; i < lanes->octaves; i += SCREE_LANES) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            source.axis[axis] = numbers_of(sites, axis, i);
        }
        source.amplitude = scree_load(lanes->amplitude + i);
        scree_f32 value = sample_site(load_sites(sites, axes, source, i), axes, source, choice);
#if SITE_TRAITS & SCREE_KIND_GRADIENTS
        value = value * source.amplitude;
#endif
        state = add_octaves(lanes, state, value, i);
    }
    scree_store_some(out, state.sum, 1);
}

/* Gradients that fill registers are compiled apart from those that are read from memory. */
SCREE_FN void sum_axes(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites, uint32_t axes,
                       uint32_t choice, float *out)
{
#if SITE_TRAITS & SCREE_KIND_GRADIENTS
    if (sites->gradient_count == SCREE_EDGE_COUNT(axes)) {
        sum_sites(lanes, sites, axes, SCREE_EDGE_COUNT(axes), choice, out);
        return;
    }
#endif
    sum_sites(lanes, sites, axes, sites->gradient_count, choice, out);
}

/* Functions of their own, as in site_each.h. */
#define SUM(name, axes, choice)                                                                        \
    static __attribute__((noinline)) void name##_##axes(const scree_cpu_octave_lanes *lanes,           \
                                                        const scree_cpu_site_lanes *sites, float *out) \
    {                                                                                                  \
        sum_axes(lanes, sites, axes, choice, out);                                                     \
    }
#if SITE_CHOICES & SCREE_CHOICE_USUAL
FOR_EACH_AXES(SUM, usual, 0)
static scree_cpu_sum_sites *const usual[] = TABLE_OF_AXES(usual);
#else
#define usual given
#endif
#if SITE_CHOICES & SCREE_CHOICE_GIVEN
FOR_EACH_AXES(SUM, given, lanes->site_choice)
static scree_cpu_sum_sites *const given[] = TABLE_OF_AXES(given);
#else
#define given usual
#endif

#define SITE_SYMBOL(function) SCREE_CPU_SYMBOL(SCREE_CPU_JOIN(function, SITE_NAME))

scree_cpu_sum_sites SITE_SYMBOL(scree_sum_site_lanes);

void SITE_SYMBOL(scree_sum_site_lanes)(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites,
                                       float *out)
{
    (lanes->site_choice == 0 ? usual : given)[lanes->axes](lanes, sites, out);
}
