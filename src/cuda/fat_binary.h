/* The kernels' machine code as fat binaries: one image for each part. */
#ifndef SCREE_CUDA_FAT_BINARY_H
#define SCREE_CUDA_FAT_BINARY_H

#include "gpu_programs.h"

typedef enum scree_cuda_part {
#define SCREE_CUDA_PART(part, image, source, axes, is_value, is_real) SCREE_CUDA_##part,
    SCREE_GPU_PARTS(SCREE_CUDA_PART)
#undef SCREE_CUDA_PART
        SCREE_CUDA_PARTS
} scree_cuda_part;

/* A part's image, which is static; NULL in a build without kernels. */
const void *scree_cuda_image(scree_cuda_part part);

/* Version of the toolkit that compiled them: 1000 * major + 10 * minor; 0 in a build without kernels. */
int scree_cuda_image_version(void);

#endif
