/* A build without nvcc, or without a GPU to compile for, has this instead of kernels: the device says so. */
#include <stddef.h>

#include "fat_binary.h"

const void *scree_cuda_image(scree_cuda_part part)
{
    (void)part;
    return NULL;
}

int scree_cuda_image_version(void)
{
    return 0;
}
