#include "emulated_device.h"

#define SCREE_PART_AXES 0
#define SCREE_PART_VALUE 0
#include "contraction_kernels.cu"

EMULATED_PART(contraction_many)
