/* Modules that the build has compressed by gzip. */
#include "spirv_modules.h"

#include <libdeflate.h>
#include <stdlib.h>

/* The last four bytes of what gzip writes are the number of bytes that it was given, the lowest first. */
static size_t unpacked_bytes(const scree_spirv_module *module)
{
    const uint8_t *last = module->end - 4;
    return (size_t)last[0] | (size_t)last[1] << 8 | (size_t)last[2] << 16 | (size_t)last[3] << 24;
}

uint32_t *scree_spirv_unpack(const scree_spirv_module *module, size_t *words)
{
    const size_t bytes = unpacked_bytes(module);
    uint32_t *unpacked = malloc(bytes);
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (unpacked == NULL || decompressor == NULL ||
        libdeflate_gzip_decompress(decompressor, module->data, (size_t)(module->end - module->data), unpacked, bytes,
                                   NULL) != LIBDEFLATE_SUCCESS) {
        free(unpacked);
        unpacked = NULL;
    }
    libdeflate_free_decompressor(decompressor);
    *words = bytes / sizeof *unpacked;
    return unpacked;
}
