/* Kinds of sites (kernels/site.h), each of which has an object of its own (site_kind_kernels.h). */
#include "kernel_files.h"
#include "lane_memory.h"
#include "noise_kinds.h"

#define DECLARE(KIND, name, number, traits, sample, min_axes, max_axes) \
    void SCREE_CPU_SYMBOL(scree_evaluate_sites_##name)(const scree_cpu_octave *octave, const scree_cpu_sites *sites);
SCREE_NOISE_KINDS(DECLARE)
#undef DECLARE
#define DECLARE(KIND, name, number, traits, sample, min_axes, max_axes)                     \
    void SCREE_CPU_SYMBOL(scree_evaluate_site_duals_##name)(const scree_cpu_octave *octave, \
                                                            const scree_cpu_sites *sites);
SCREE_DUAL_KINDS(DECLARE)
#undef DECLARE

#define DECLARE(KIND, name, number, traits, sample, min_axes, max_axes)                     \
    void SCREE_CPU_SYMBOL(scree_sum_site_lanes_##name)(const scree_cpu_octave_lanes *lanes, \
                                                       const scree_cpu_site_lanes *sites, float *out);
SCREE_NOISE_KINDS(DECLARE)
#undef DECLARE

static void evaluate_sites(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    switch (octave->kind) {
#define CASE(KIND, name, number, traits, sample, min_axes, max_axes)  \
    case SCREE_NOISE_##KIND:                                          \
        SCREE_CPU_SYMBOL(scree_evaluate_sites_##name)(octave, sites); \
        break;
        SCREE_NOISE_KINDS(CASE)
#undef CASE
    }
}

static void evaluate_site_duals(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    switch (octave->kind) {
#define CASE(KIND, name, number, traits, sample, min_axes, max_axes)       \
    case SCREE_NOISE_##KIND:                                               \
        SCREE_CPU_SYMBOL(scree_evaluate_site_duals_##name)(octave, sites); \
        break;
        SCREE_DUAL_KINDS(CASE)
#undef CASE
    default:
        break;
    }
}

static void sum_site_lanes(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites, float *out)
{
    switch (lanes->kind) {
#define CASE(KIND, name, number, traits, sample, min_axes, max_axes)      \
    case SCREE_NOISE_##KIND:                                              \
        SCREE_CPU_SYMBOL(scree_sum_site_lanes_##name)(lanes, sites, out); \
        break;
        SCREE_NOISE_KINDS(CASE)
#undef CASE
    }
}

void SCREE_CPU_SYMBOL(scree_site_kernels)(scree_cpu_kernels *kernels)
{
    kernels->evaluate_sites = evaluate_sites;
    kernels->evaluate_site_duals = evaluate_site_duals;
    kernels->sum_site_lanes = sum_site_lanes;
}
