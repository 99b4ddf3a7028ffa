/* The axes of a lattice, as those of the field make them, and its gradients. */
#ifndef SCREE_LATTICE_MATRIX_H
#define SCREE_LATTICE_MATRIX_H

#include <scree/noise.h>

#include "gradients.h"
#include "site.h"

/* Whether a kind has such a lattice of its own; others have that of the field's axes. */
bool scree_lattice_is_skewed(scree_noise_kind kind);

/*
 * Cells along axis `row` of a kind's lattice for each cell of the first octave along an axis of the field: multiples of
 * 2^-32, so that products with a grid's steps are exact.
 */
void scree_lattice_matrix(const scree_noise_params *params, uint32_t axes,
                          double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES]);

/*
 * Turns the gradients of a set into what kernels/simplex.h reads, their products with the vectors of the lattice, and
 * sets the scale that keeps a kind's noise within [-1, 1]. Leaves the set as it is where the kind's lattice is cubic.
 */
void scree_lattice_gradients(const scree_noise_params *params, uint32_t axes, scree_gradient_set *set);

#endif
