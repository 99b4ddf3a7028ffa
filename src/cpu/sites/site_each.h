/* evaluate_each(octave, sites) of one kind of sites, from evaluate_rows(octave, axes, gradient_count, choice,
   sites). */
#ifndef SCREE_CPU_SITE_EACH_H
#define SCREE_CPU_SITE_EACH_H

#include "site_axes.h"
#include "site_load.h"

/* Gradients that fill registers are compiled apart from those that are read from memory. */
SCREE_FN void evaluate_axes(const scree_cpu_octave *octave, uint32_t axes, uint32_t choice,
                            const scree_cpu_sites *sites)
{
#if SITE_TRAITS & SCREE_KIND_GRADIENTS
    if (octave->gradient_count == SCREE_EDGE_COUNT(axes)) {
        evaluate_rows(octave, axes, SCREE_EDGE_COUNT(axes), choice, sites);
        return;
    }
#endif
    evaluate_rows(octave, axes, octave->gradient_count, choice, sites);
}

/*
 * Functions of their own: what a compiler does costs more than in proportion to a function's size.
 */
#define EVALUATE(name, axes, choice)                                                                                  \
    static __attribute__((noinline)) void name##_##axes(const scree_cpu_octave *octave, const scree_cpu_sites *sites) \
    {                                                                                                                 \
        evaluate_axes(octave, axes, choice, sites);                                                                   \
    }

#if SITE_CHOICES & SCREE_CHOICE_USUAL
FOR_EACH_AXES(EVALUATE, usual, 0)
static scree_cpu_evaluate_sites *const usual[] = TABLE_OF_AXES(usual);
#else
#define usual given
#endif
#if SITE_CHOICES & SCREE_CHOICE_GIVEN
FOR_EACH_AXES(EVALUATE, given, octave->site_choice)
static scree_cpu_evaluate_sites *const given[] = TABLE_OF_AXES(given);
#else
#define given usual
#endif

static void evaluate_each(const scree_cpu_octave *octave, const scree_cpu_sites *sites)
{
    (octave->site_choice == 0 ? usual : given)[octave->axes](octave, sites);
}

#define SITE_SYMBOL(function) SCREE_CPU_SYMBOL(SCREE_CPU_JOIN(function, SITE_NAME))

#endif
