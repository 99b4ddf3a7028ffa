/* evaluate_each(octave, sites) of one kind of sites, from evaluate_rows(octave, axes, gradient_count, sites). */
#ifndef SCREE_CPU_SITE_EACH_H
#define SCREE_CPU_SITE_EACH_H

#include "site_load.h"

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

#endif
