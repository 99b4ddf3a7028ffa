// Combines registers of values.
#define COMBINE_KERNEL combine
#include "combine_samples.cuh"
