/* The CUDA device's kernels: modules are loaded when they are first needed, functions found by name and kept. */
#ifndef SCREE_CUDA_NOISE_KERNELS_H
#define SCREE_CUDA_NOISE_KERNELS_H

#include "driver.h"
#include "fat_binary.h"

/* Kernels of all parts at most. */
#define SCREE_CUDA_MOST_KERNELS 192
#define SCREE_CUDA_KERNEL_NAME 48

typedef struct scree_cuda_kernel {
    scree_cuda_part part;
    char name[SCREE_CUDA_KERNEL_NAME];
    CUfunction function;
    uint32_t shared_bytes; /* That it may be launched with. */
} scree_cuda_kernel;

typedef struct scree_cuda_kernels {
    CUmodule modules[SCREE_CUDA_PARTS];
    scree_cuda_kernel kernels[SCREE_CUDA_MOST_KERNELS];
    uint32_t count;
} scree_cuda_kernels;

struct scree_cuda_device;

/* The function of a kernel, ready for launches with so much memory of a block. */
scree_result scree_cuda_kernel_get(struct scree_cuda_device *device, scree_cuda_part part, const char *name,
                                   uint32_t shared_bytes, CUfunction *function);

void scree_cuda_kernels_destroy(struct scree_cuda_device *device);

#endif
