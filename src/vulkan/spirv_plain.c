/* Modules as they are, for a library that needs nothing but the C library. */
#include "spirv_modules.h"

#include <stdlib.h>
#include <string.h>

uint32_t *scree_spirv_unpack(const scree_spirv_module *module, size_t *words)
{
    const size_t bytes = (size_t)(module->end - module->data);
    uint32_t *copy = malloc(bytes);
    if (copy != NULL) {
        memcpy(copy, module->data, bytes);
    }
    *words = bytes / sizeof *copy;
    return copy;
}
