#include "emulated_device.h"

#include "mesh_kernels.cu"

EMULATED_PART(mesh)
