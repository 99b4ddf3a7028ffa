#include "emulated_device.h"

#define SCREE_PART_REAL 1
#include "distance_kernels.cu"

EMULATED_PART(distance_real)
