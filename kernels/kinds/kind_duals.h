/* The derivatives of every kind that has its own: scree_NAME_dual(). Those of kinds of nodes are in node_dual.h. */
#ifndef SCREE_KERNELS_KINDS_KIND_DUALS_H
#define SCREE_KERNELS_KINDS_KIND_DUALS_H

#include "kinds/cellular_dual.h"
#include "kinds/gabor_dual.h"
#include "kinds/glsl_noise_dual.h"
#include "kinds/simplex_dual.h"
#include "kinds/value_cubic_dual.h"

#endif
