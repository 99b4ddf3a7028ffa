#include "emulated_device.h"

#include "variant_kernels.cu"

EMULATED_PART(variants)
