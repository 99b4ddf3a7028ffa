// Kinds of sites with derivatives.
#define HAS_DUALS
#include "site_samples.cuh"
