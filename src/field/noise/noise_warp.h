/*
 * Warps: the fields whose values displace the samples of another field. The displacement along each axis is a
 * component, noise with the seed and the lattice of the others but random numbers of its own.
 */
#ifndef SCREE_NOISE_WARP_H
#define SCREE_NOISE_WARP_H

#include "noise_field.h"

/*
 * Checks parameters, and makes their field with its warp, if it has one, to be evaluated by a method. Errors, logged:
 * as scree_noise_field_create().
 */
scree_result scree_noise_warp_create(scree_context *context, const scree_noise_params *params,
                                     scree_noise_method method, scree_noise_field **field);

/* Checks that warps can be made in `axes` axes. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_noise_warp_check_axes(scree_context *context, const scree_noise_params *params, uint32_t axes);

#endif
