// The direct kernel with derivatives.
#define HAS_DUALS
#define SCREE_DUAL_AXES 8
#include "direct_samples.cuh"
