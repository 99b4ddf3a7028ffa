#include "emulated_device.h"

#include "flood_kernels.cu"

EMULATED_PART(flood)
