#include "sized_params.h"

#include <string.h>

#include "context_internal.h"

const void *scree_params_take(scree_context *context, const void *params, size_t size, void *own, size_t own_size,
                              scree_result *result)
{
    if (params == NULL || *result != SCREE_OK) {
        return NULL;
    }
    if (!scree_params_copy(params, size, own, own_size)) {
        *result =
            scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                       "parameters have %zu bytes, of which this version of the library knows %zu; the others set "
                       "what only a newer one has",
                       size, own_size);
        return NULL;
    }
    return own;
}

scree_result scree_params_give(scree_context *context, const void *own, size_t own_size, void *params, size_t size)
{
    if (size < own_size && !scree_bytes_are_zero((const char *)own + size, own_size - size)) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                          "the recipe has parameters for which the program's struct of %zu bytes, of an older version, "
                          "has no room; this version's has %zu",
                          size, own_size);
    }
    scree_info_give(own, own_size, params, size);
    return SCREE_OK;
}

scree_result scree_reserved_check(scree_context *context, const void *reserved, size_t size)
{
    return scree_bytes_are_zero(reserved, size)
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                            "reserved is not false; it must be, unless a newer version of the library is linked");
}
