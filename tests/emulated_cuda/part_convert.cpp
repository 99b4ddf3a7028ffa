#include "emulated_device.h"

#include "convert_kernels.cu"

EMULATED_PART(convert)
