#include "fat_binary.h"

#include <stddef.h>

/* Every image is put between two symbols by the assembler: a compiler would take long to read megabytes as text. */
#define IMAGE(part)                                                \
    __asm__(".section .rodata\n"                                   \
            ".balign 16\n"                                         \
            ".global scree_cuda_image_" #part "\n"                 \
            ".hidden scree_cuda_image_" #part "\n"                 \
            "scree_cuda_image_" #part ":\n"                        \
            ".incbin \"" SCREE_CUDA_FOLDER "/" #part ".fatbin\"\n" \
            ".byte 0\n"                                            \
            ".previous\n");                                        \
    extern const unsigned char scree_cuda_image_##part[] __attribute__((visibility("hidden")));

IMAGE(contraction_2)
IMAGE(contraction_3)
IMAGE(contraction_many)
IMAGE(contraction_value)
IMAGE(direct)
IMAGE(variants)
IMAGE(convert)
IMAGE(flood)
IMAGE(mesh)
IMAGE(distance_whole)
IMAGE(distance_real)

const void *scree_cuda_image(scree_cuda_part part)
{
    static const unsigned char *const images[SCREE_CUDA_PARTS] = {
        [SCREE_CUDA_CONTRACTION_2] = scree_cuda_image_contraction_2,
        [SCREE_CUDA_CONTRACTION_3] = scree_cuda_image_contraction_3,
        [SCREE_CUDA_CONTRACTION_MANY] = scree_cuda_image_contraction_many,
        [SCREE_CUDA_CONTRACTION_VALUE] = scree_cuda_image_contraction_value,
        [SCREE_CUDA_DIRECT] = scree_cuda_image_direct,
        [SCREE_CUDA_VARIANTS] = scree_cuda_image_variants,
        [SCREE_CUDA_CONVERT] = scree_cuda_image_convert,
        [SCREE_CUDA_FLOOD] = scree_cuda_image_flood,
        [SCREE_CUDA_MESH] = scree_cuda_image_mesh,
        [SCREE_CUDA_DISTANCE_WHOLE] = scree_cuda_image_distance_whole,
        [SCREE_CUDA_DISTANCE_REAL] = scree_cuda_image_distance_real,
    };
    return images[part];
}

int scree_cuda_image_version(void)
{
    return SCREE_CUDA_TOOLKIT;
}
