// Combines registers of values with slopes.
#define HAS_DUALS
#define COMBINE_KERNEL combine_duals
#include "combine_samples.cuh"
