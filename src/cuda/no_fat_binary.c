/* Instead of the kernels in a build without nvcc or a GPU to compile for: the device says so. */
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
