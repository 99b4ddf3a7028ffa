/* Modules that the build has compressed by xz. */
#include "spirv_modules.h"

#include <lzma.h>
#include <stdlib.h>

/* The number of bytes that xz was given, which its index says; 0 without memory. */
static size_t unpacked_bytes(const scree_spirv_module *module)
{
    const uint8_t *footer = module->end - LZMA_STREAM_HEADER_SIZE;
    lzma_stream_flags flags;
    lzma_index *index = NULL;
    uint64_t limit = UINT64_MAX;
    size_t position = 0;
    size_t bytes = 0;
    if (lzma_stream_footer_decode(&flags, footer) == LZMA_OK &&
        lzma_index_buffer_decode(&index, &limit, NULL, footer - flags.backward_size, &position,
                                 (size_t)flags.backward_size) == LZMA_OK) {
        bytes = (size_t)lzma_index_uncompressed_size(index);
        lzma_index_end(index, NULL);
    }
    return bytes;
}

uint32_t *scree_spirv_unpack(const scree_spirv_module *module, size_t *words)
{
    const size_t bytes = unpacked_bytes(module);
    uint32_t *unpacked = malloc(bytes + 1);
    uint64_t limit = UINT64_MAX;
    size_t read = 0;
    size_t written = 0;
    if (unpacked == NULL || bytes == 0 ||
        lzma_stream_buffer_decode(&limit, 0, NULL, module->data, &read, (size_t)(module->end - module->data),
                                  (uint8_t *)unpacked, &written, bytes) != LZMA_OK) {
        free(unpacked);
        return NULL;
    }
    *words = bytes / sizeof *unpacked;
    return unpacked;
}
