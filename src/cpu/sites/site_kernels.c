/* Kinds of sites (kernels/noise/site.h), each of which, and each method of which, has an object of its own
   (site_kind_kernels.h). */
#include "kernel_files.h"
#include "lane_memory.h"
#include "noise/noise_kinds.h"

#define METHODS_MAX 4

/* A kind's first or only method has the kind's name, further ones are numbered: FURTHER(X) are those of all kinds. */
#define FURTHER_0(X, name, kind)
#define FURTHER_1(X, name, kind) X(name##_1, kind, 1)
#define FURTHER_2(X, name, kind) X(name##_2, kind, 2)
#define FURTHER_3(X, name, kind) X(name##_3, kind, 3)

#define DECLARE(name)                                                            \
    scree_cpu_evaluate_sites SCREE_CPU_SYMBOL(scree_evaluate_sites_##name);      \
    scree_cpu_evaluate_sites SCREE_CPU_SYMBOL(scree_evaluate_site_duals_##name); \
    scree_cpu_sum_sites SCREE_CPU_SYMBOL(scree_sum_site_lanes_##name);
#define DECLARE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) DECLARE(name)
#define DECLARE_FURTHER(name, kind, number) DECLARE(name)
#define DECLARE_METHOD(method, name, kind, number, ...) FURTHER_##number(DECLARE_FURTHER, name, kind)
SCREE_NOISE_KINDS(DECLARE_KIND)
SCREE_SITE_METHODS(DECLARE_METHOD)

/* Tables of the functions of every kind and method. */
#define EVALUATE_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    [number][0] = SCREE_CPU_SYMBOL(scree_evaluate_sites_##name),
#define EVALUATE_FURTHER(name, kind, number) [kind][number] = SCREE_CPU_SYMBOL(scree_evaluate_sites_##name),
#define EVALUATE_METHOD(method, name, kind, number, ...) FURTHER_##number(EVALUATE_FURTHER, name, kind)
static scree_cpu_evaluate_sites *const evaluators[][METHODS_MAX] = {SCREE_NOISE_KINDS(EVALUATE_KIND)
                                                                        SCREE_SITE_METHODS(EVALUATE_METHOD)};

#define DUAL_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    [number][0] = SCREE_CPU_SYMBOL(scree_evaluate_site_duals_##name),
#define DUAL_FURTHER(name, kind, number) [kind][number] = SCREE_CPU_SYMBOL(scree_evaluate_site_duals_##name),
#define DUAL_METHOD(method, name, kind, number, ...) FURTHER_##number(DUAL_FURTHER, name, kind)
static scree_cpu_evaluate_sites *const dual_evaluators[][METHODS_MAX] = {SCREE_DUAL_KINDS(DUAL_KIND)
                                                                             SCREE_SITE_METHODS(DUAL_METHOD)};

#define SUM_KIND(KIND, name, number, traits, sample, min_axes, max_axes) \
    [number][0] = SCREE_CPU_SYMBOL(scree_sum_site_lanes_##name),
#define SUM_FURTHER(name, kind, number) [kind][number] = SCREE_CPU_SYMBOL(scree_sum_site_lanes_##name),
#define SUM_METHOD(method, name, kind, number, ...) FURTHER_##number(SUM_FURTHER, name, kind)
static scree_cpu_sum_sites *const lane_sums[][METHODS_MAX] = {SCREE_NOISE_KINDS(SUM_KIND)
                                                                  SCREE_SITE_METHODS(SUM_METHOD)};

static void evaluate_sites(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    evaluators[octave->kind][octave->site_method](octave, sites);
}

static void evaluate_site_duals(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    dual_evaluators[octave->kind][octave->site_method](octave, sites);
}

static void sum_site_lanes(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites, float *out)
{
    lane_sums[lanes->kind][lanes->site_method](lanes, sites, out);
}

void SCREE_CPU_SYMBOL(scree_site_kernels)(scree_cpu_kernels *kernels)
{
    kernels->sites.evaluate = evaluate_sites;
    kernels->sites.evaluate_duals = evaluate_site_duals;
    kernels->sites.sum_lanes = sum_site_lanes;
}
