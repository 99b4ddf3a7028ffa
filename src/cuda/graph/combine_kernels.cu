// Combines registers.
#define COMBINE_KERNEL combine
#include "combine_samples.cuh"
