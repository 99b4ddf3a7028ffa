/*
 * One point in many octaves of one kind whose sites have keys: every lane evaluates an octave. The build compiles this
 * file for each such kind by itself (site_octave_lanes.c.in), which defines SITE_KIND, SITE_SAMPLE and SITE_MAX_AXES to
 * what the kind's row in noise_kinds.h says.
 */
#define SCREE_OCTAVES_IN_LANES
#include "noise_kinds.h"

#include "octave_lanes.h"

/* The site of each octave from `first` on. */
SCREE_FN scree_site load_sites(const scree_cpu_site_lanes *sites, uint32_t axes, uint32_t first)
{
    scree_site site;
    SCREE_UNROLL
    for (uint32_t axis = 0; axis < axes; axis++) {
        site.fraction[axis] = scree_site_fraction(scree_load_u32(sites->part[axis] + first));
        site.key[axis] = scree_load_u32(sites->key[axis] + first);
    }
    return site;
}

SCREE_FN void sum_sites(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites, uint32_t axes,
                        uint32_t gradient_count, float *out)
{
    scree_fractal_state state = scree_fractal_start();
    scree_site_source source = {.gradients = lanes->gradients, .gradient_count = gradient_count};
    for (uint32_t i = 0; i < lanes->octaves; i += SCREE_LANES) {
        SCREE_UNROLL
        for (uint32_t axis = 0; axis < axes; axis++) {
            source.axis[axis].stride = scree_load_u32(sites->stride[axis] + i);
        }
        const scree_f32 value = SITE_SAMPLE(load_sites(sites, axes, i), axes, source) *
                                scree_load(lanes->amplitude + i);
        state = add_octaves(lanes, state, value, i);
    }
    scree_store_some(out, state.sum, 1);
}

/* Gradients that fill registers are compiled apart from those that are read from memory. */
SCREE_FN void sum_axes(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites, uint32_t axes,
                       float *out)
{
    if (sites->gradient_count == SCREE_EDGE_COUNT(axes)) {
        sum_sites(lanes, sites, axes, SCREE_EDGE_COUNT(axes), out);
    } else {
        sum_sites(lanes, sites, axes, sites->gradient_count, out);
    }
}

#define SITE_SYMBOL(function) SCREE_CPU_SYMBOL(SCREE_CPU_JOIN(function, SITE_KIND))

void SITE_SYMBOL(scree_sum_site_lanes)(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites,
                                       float *out);

void SITE_SYMBOL(scree_sum_site_lanes)(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites,
                                       float *out)
{
    switch (lanes->axes) {
    case 2:
        sum_axes(lanes, sites, 2, out);
        break;
    case 3:
        sum_axes(lanes, sites, 3, out);
        break;
#if SITE_MAX_AXES >= 4
    case 4:
        sum_axes(lanes, sites, 4, out);
        break;
#endif
    default:
        break;
    }
}
