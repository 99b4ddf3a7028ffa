/*
 * Samples of one kind by its sites. The file that includes this defines SITE_TRAITS and SITE_SAMPLE to the kind's, or
 * SITE_METHOD to one of its methods, which has a choice (noise_kinds.h).
 */
#ifndef SCREE_CPU_SITE_SAMPLE_H
#define SCREE_CPU_SITE_SAMPLE_H

#include "noise/noise_kinds.h"

/* The value of an octave at a site. */
SCREE_FN scree_f32 sample_site(scree_site site, uint32_t axes, scree_site_source source, uint32_t choice)
{
#if defined(SITE_METHOD)
    return SITE_METHOD(site, axes, source, choice) * source.amplitude;
#elif SITE_TRAITS & SCREE_KIND_SITES
    (void)choice;
    return SITE_SAMPLE(site, axes, source);
#else
    (void)choice;
    return SITE_SAMPLE(scree_site_cell(site, axes, source), axes, scree_site_octave_source(source));
#endif
}

#endif
