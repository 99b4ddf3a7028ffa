/* The parameters of warps, in a group of their own. */
#ifndef SCREE_WARP_PARAMETERS_H
#define SCREE_WARP_PARAMETERS_H

#include "noise_parameter_rows.h"

extern const scree_noise_parameter_rows scree_warp_parameters;

/* Whether a field is warped. */
static inline bool scree_noise_is_warped(const scree_noise_params *params)
{
    return params->warp.amplitude != 0.0;
}

#endif
