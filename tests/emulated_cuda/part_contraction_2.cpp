#include "emulated_device.h"

#define SCREE_PART_AXES 2
#define SCREE_PART_VALUE 0
#include "contraction_kernels.cu"

EMULATED_PART(contraction_2)
