// Kinds of sites.
#include "site_samples.cuh"
