/* The order of bytes, of the host and of files. */
#include <string.h>

#include "writer_internal.h"

bool scree_host_is_little_endian(void)
{
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first == 1;
}

void scree_swap_bytes(uint8_t *to, const uint8_t *from, size_t samples, size_t sample_bytes)
{
    if (sample_bytes == 2) {
        for (size_t i = 0; i < samples * 2; i += 2) {
            to[i] = from[i + 1];
            to[i + 1] = from[i];
        }
        return;
    }
    for (size_t i = 0; i < samples * sample_bytes; i += sample_bytes) {
        for (size_t byte = 0; byte < sample_bytes; byte++) {
            to[i + byte] = from[i + sample_bytes - 1 - byte];
        }
    }
}
