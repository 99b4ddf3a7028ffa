/* The waves of Gabor and phasor noise (kernels/gabor.h), as a table of gradients. */
#ifndef SCREE_WAVE_SET_H
#define SCREE_WAVE_SET_H

#include "gradients.h"

/* Whether a kind's gradients are the frequencies of waves. */
static inline bool scree_noise_has_waves(const scree_noise_params *params)
{
    return params->kind == SCREE_NOISE_GABOR || params->kind == SCREE_NOISE_PHASOR;
}

/* Makes the frequencies, in cycles a cell along each of 2 or 3 axes. They are for the table as they are, not scaled. */
void scree_wave_set_make(scree_gradient_set *set, const scree_noise_params *params, uint32_t axes);

#endif
