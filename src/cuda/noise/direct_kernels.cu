// The direct kernel.
#include "direct_samples.cuh"
