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

/* All octaves of a field. */
#define SCREE_ALL_OCTAVES UINT32_MAX

/*
 * The noise of a field, or an octave of it by itself, where other fields displace its samples: by up to 2^26 cells of
 * the finest octave. Its own warp is left out. It has derivatives, and needs those of the displacements, where an
 * operator asks for them, which messages name; otherwise that is NULL. The field keeps it. Errors, logged:
 * SCREE_ERROR_INVALID and SCREE_ERROR_UNSUPPORTED for noise that cannot be displaced or has no derivatives,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_noise_displaced(scree_context *context, const scree_noise_field *field, uint32_t octave,
                                   const char *differentiated_by, const scree_noise_field **displaced);

/* The noise of a field with derivatives, as an operator of a graph asks for them, which messages name. The field keeps
 * it. Errors, logged: as above. */
scree_result scree_noise_differentiated(scree_context *context, const scree_noise_field *field, const char *by,
                                        const scree_noise_field **differentiated);

/* The same noise with a number added to its seed, modulo 2^64, freed likewise. Errors, logged: as
   scree_noise_field_create(). */
scree_result scree_noise_reseeded(scree_context *context, const scree_noise_field *field, uint64_t seed,
                                  scree_noise_field **reseeded);

/* The same noise and its warp in another domain, freed with scree_noise_field_destroy(); it refers to the field.
   Errors, logged: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_noise_placed(scree_context *context, const scree_noise_field *field,
                                const scree_noise_domain *domain, scree_noise_field **placed);

/* Checks that warps can be made in `axes` axes. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_noise_warp_check_axes(scree_context *context, const scree_noise_params *params, uint32_t axes);

#endif
