/* K. Spencer's OpenSimplex2, and its smooth variant. */
#include "noise_kind_definition.h"

/*
 * K. Spencer's noise of four axes takes the nearest point of each of five copies of the lattice A4, with vectors
 * e_a + F (1, 1, ...). Together they are the lattice of simplex noise in the same frame: e_a + F (1, 1, ...) is v_a -
 * v_0 there, where v_0, the opposite of the sum of all v_a, leads from copy to copy. The five points are the corners of
 * a simplex. His radius is the root of 0.6, with which the noise has steps; here it is that of simplex noise, and so is
 * the bound.
 *
 * The kernels have reaches times 3/2 in two axes, and half in three axes of the smooth one.
 */
static const scree_skewed_lattice lattice = {.bound = {[2] = 0.01012 * 5.0625, [3] = 0.00936, [4] = 0.00929},
                                             .is_cubic_frame = true};
static const scree_skewed_lattice smooth_lattice = {.bound = {[2] = 0.0556 * 5.0625, [3] = 0.0874 / 16.0},
                                                    .is_cubic_frame = true};

const scree_noise_kind_definition scree_kind_opensimplex2 = {
    .info = SCREE_KIND_INFO(opensimplex2, "opensimplex2", SCREE_MAX_SITE_PERIOD,
                            "K. Spencer's simplex noise: rotated in 3 axes, with gradients along its cubes"),
    .lattice = &lattice,
};

const scree_noise_kind_definition scree_kind_opensimplex2s = {
    .info = SCREE_KIND_INFO(opensimplex2s, "opensimplex2s", SCREE_MAX_SITE_PERIOD,
                            "the same with a larger radius: smoother, and slower"),
    .lattice = &smooth_lattice,
};
