#include "emulated_device.h"

#include "direct_kernels.cu"

EMULATED_PART(direct)
