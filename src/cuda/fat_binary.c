#include "fat_binary.h"

#include <stddef.h>

/* The assembler includes every image between two symbols: a compiler would take long to parse megabytes of text. */
#define IMAGE(part, image, source, axes, is_value, is_real)         \
    __asm__(".section .rodata\n"                                    \
            ".balign 16\n"                                          \
            ".global scree_cuda_image_" #image "\n"                 \
            ".hidden scree_cuda_image_" #image "\n"                 \
            "scree_cuda_image_" #image ":\n"                        \
            ".incbin \"" SCREE_CUDA_FOLDER "/" #image ".fatbin\"\n" \
            ".byte 0\n"                                             \
            ".previous\n");                                         \
    extern const unsigned char scree_cuda_image_##image[] __attribute__((visibility("hidden")));

SCREE_GPU_PARTS(IMAGE)

const void *scree_cuda_image(scree_cuda_part part)
{
    static const unsigned char *const images[SCREE_CUDA_PARTS] = {
#define ENTRY(part, image, source, axes, is_value, is_real) [SCREE_CUDA_##part] = scree_cuda_image_##image,
        SCREE_GPU_PARTS(ENTRY)
#undef ENTRY
    };
    return images[part];
}

int scree_cuda_image_version(void)
{
    return SCREE_CUDA_TOOLKIT;
}
