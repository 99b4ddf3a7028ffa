#include "noise_kind_definition.h"

/* The kernel has reaches times 3/2 in two axes. */
static const scree_skewed_lattice lattice = {.bound = {[2] = 0.01012 * 5.0625, [3] = 0.00936, [4] = 0.00929}};

const scree_noise_kind_definition scree_kind_simplex = {
    .info = SCREE_KIND_INFO(simplex, "simplex", SCREE_MAX_SITE_PERIOD,
                            "gradients at the corners of triangles and tetrahedra: even, and cheap in many axes"),
    .lattice = &lattice,
};
