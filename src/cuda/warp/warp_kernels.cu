// Warped fields.
#include "warp_samples.cuh"
