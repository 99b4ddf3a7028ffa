/* The axes of a lattice, as those of the field make them, and its gradients. */
#ifndef SCREE_LATTICE_MATRIX_H
#define SCREE_LATTICE_MATRIX_H

#include <scree/noise.h>

#include "gradients.h"
#include "noise/site.h"

/* A lattice of simplices. */
typedef struct scree_skewed_lattice {
    /* The maximum of the sum that lattice_matrix.c explains, for 2, 3 and 4 axes, in the kernel's units of reach: the
       fourth power of such a unit is a factor of it. 0 where a kind lacks the axes. */
    double bound[SCREE_SITE_AXES + 1];
    bool is_cubic_frame; /* Whether the frame of three axes is cubic. */
} scree_skewed_lattice;

/*
 * Cells along axis `row` of a kind's lattice for each cell of the first octave along an axis of the field: multiples of
 * 2^-32, so that products with a grid's steps are exact.
 */
void scree_lattice_matrix(const scree_noise_params *params, uint32_t axes,
                          double matrix[SCREE_SITE_AXES][SCREE_SITE_AXES]);

/*
 * Turns the gradients of a set into what kernels/noise/kinds/simplex.h reads, their products with the vectors of the
 * lattice, and sets the scale that keeps an octave within [-1, 1].
 */
void scree_lattice_gradients(const scree_skewed_lattice *lattice, uint32_t axes, scree_gradient_set *set);

#endif
