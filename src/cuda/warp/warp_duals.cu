// Warped fields with derivatives.
#define HAS_DUALS
#include "warp_samples.cuh"
