/* The lattice of a kind of sites, as definitions in float64 read it. */
#ifndef SCREE_TEST_SITE_OCTAVE_H
#define SCREE_TEST_SITE_OCTAVE_H

#include "axis_key.h"
#include "noise_field.h"
#include "site_rules.h"

/* The first octave of a field, in the cells of which coordinates are, without a shift. */
static inline scree_site_octave first_site_octave(const scree_noise_params *params, uint32_t axes)
{
    scree_site_octave octave = {0};
    scree_axis_stream streams[SCREE_SITE_AXES];
    const double shifts[SCREE_SITE_AXES] = {0};
    for (uint32_t axis = 0; axis < SCREE_SITE_AXES; axis++) {
        streams[axis] = scree_axis_stream_make(SCREE_NOISE_HASH_SCREE, params->seed, 0, axis, params->period[axis]);
    }
    scree_site_octave_make(params, axes, 0, 1.0, &SCREE_SAME_DOMAIN, streams, shifts, &octave);
    return octave;
}

#endif
