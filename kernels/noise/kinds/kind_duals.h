/* The derivatives of every kind that has its own: scree_NAME_dual(). Those of kinds of nodes are in node_dual.h. */
#ifndef SCREE_KERNELS_KINDS_KIND_DUALS_H
#define SCREE_KERNELS_KINDS_KIND_DUALS_H

#include "noise/kinds/cellular_dual.h"
#include "noise/kinds/gabor_dual.h"
#include "noise/kinds/glsl_noise_dual.h"
#include "noise/kinds/rivers_dual.h"
#include "noise/kinds/simplex_dual.h"
#include "noise/kinds/stripes_dual.h"
#include "noise/kinds/value_cubic_dual.h"

#endif
