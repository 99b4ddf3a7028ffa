/* The axes of a lattice, as those of the field make them. */
#ifndef SCREE_LATTICE_MATRIX_H
#define SCREE_LATTICE_MATRIX_H

#include <scree/noise.h>

#include "site.h"

/*
 * Cells along axis `row` of a kind's lattice for each cell of the first octave along an axis of the field: multiples of
 * 2^-32, so that products with a grid's steps are exact.
 */
void scree_lattice_matrix(const scree_noise_params *params, uint32_t axes,
                          double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES]);

#endif
