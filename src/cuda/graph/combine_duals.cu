// Combines registers by instructions of which some are partial derivatives.
#define HAS_DUALS
#define COMBINE_KERNEL combine_duals
#include "combine_samples.cuh"
