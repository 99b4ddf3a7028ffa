/* Structs that grow, of programs that may have been compiled with another version's header (scree/context.h). */
#ifndef SCREE_SIZED_PARAMS_H
#define SCREE_SIZED_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <scree/context.h>

/*
 * The parameters of a program as this library knows them: `own`, a struct of `own_size` bytes, with zeros in place of
 * what a shorter struct lacks. NULL for NULL, where `*result` is an error already, and after an error, logged:
 * SCREE_ERROR_UNSUPPORTED for a longer struct with anything other than zeros beyond what the library knows.
 */
const void *scree_params_take(scree_context *context, const void *params, size_t size, void *own, size_t own_size,
                              scree_result *result);

/*
 * The way back: copies `own` into a struct of a program. Errors, logged: SCREE_ERROR_UNSUPPORTED for a shorter struct
 * that has no room for all that is not zero; it is unchanged then.
 */
scree_result scree_params_give(scree_context *context, const void *own, size_t own_size, void *params, size_t size);

/* Checks reserved members, which must be false. Errors, logged: SCREE_ERROR_UNSUPPORTED. */
scree_result scree_reserved_check(scree_context *context, const void *reserved, size_t size);

/* Whether all bytes are zero, as those of reserved members must be. */
static inline bool scree_bytes_are_zero(const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    bool is_zero = true;
    for (size_t i = 0; is_zero && i < size; i++) {
        is_zero = byte[i] == 0;
    }
    return is_zero;
}

/* Copies a struct as scree_params_take() does, and logs nothing. Returns false for a struct that is unsupported. */
static inline bool scree_params_copy(const void *params, size_t size, void *own, size_t own_size)
{
    memset(own, 0, own_size);
    memcpy(own, params, size < own_size ? size : own_size);
    return size <= own_size || scree_bytes_are_zero((const char *)params + own_size, size - own_size);
}

/* Writes a struct that the library fills into a program's, with zeros beyond what this library knows. */
static inline void scree_info_give(const void *own, size_t own_size, void *info, size_t size)
{
    const size_t known = size < own_size ? size : own_size;
    memcpy(info, own, known);
    memset((char *)info + known, 0, size - known);
}

/* Does the same with what the program is to free, which becomes zero in `own`: the rest, for which there is no room, is
   left there. */
static inline void scree_info_hand_over(void *own, size_t own_size, void *info, size_t size)
{
    scree_info_give(own, own_size, info, size);
    memset(own, 0, size < own_size ? size : own_size);
}

/* A struct that may grow ends with its last member: padding would be what a longer one has there. */
#define SCREE_ASSERT_NO_TAIL(type, member)                                             \
    _Static_assert(offsetof(type, member) + sizeof((type *)0)->member == sizeof(type), \
                   "a struct that may grow ends with its last member")

#endif
