/* K. Spencer's OpenSimplex2, and its smooth variant. */
#include "noise_kind_definition.h"

/* The kernels have reaches times 3/2 in two axes, and half in three axes of the smooth one. */
static const scree_skewed_lattice lattice = {.bound = {[2] = 0.01012 * 5.0625, [3] = 0.00936}, .is_cubic_frame = true};
static const scree_skewed_lattice smooth_lattice = {.bound = {[2] = 0.0556 * 5.0625, [3] = 0.0874 / 16.0},
                                                    .is_cubic_frame = true};

const scree_noise_kind_definition scree_kind_opensimplex2 = {
    .info =
        SCREE_KIND_INFO(opensimplex2, "opensimplex2", SCREE_MAX_SITE_PERIOD,
                        "K. Spencer's simplex noise: in 3 axes turned, with gradients along the cubes of its lattice"),
    .lattice = &lattice,
};

const scree_noise_kind_definition scree_kind_opensimplex2s = {
    .info = SCREE_KIND_INFO(opensimplex2s, "opensimplex2s", SCREE_MAX_SITE_PERIOD,
                            "the same with a larger radius: smoother, and slower"),
    .lattice = &smooth_lattice,
};
