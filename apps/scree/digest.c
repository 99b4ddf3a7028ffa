#include "digest.h"

#include <stdio.h>
#include <string.h>

#define CHUNK 1024

void digest_start(struct digest *digest)
{
    sha256_init(&digest->hash);
}

static void add_reversed(struct digest *digest, const float *values, uint64_t count)
{
    uint32_t chunk[CHUNK];
    for (uint64_t done = 0; done < count;) {
        const size_t size = count - done < CHUNK ? (size_t)(count - done) : CHUNK;
        memcpy(chunk, values + done, size * sizeof(float));
        for (size_t i = 0; i < size; i++) {
            chunk[i] = __builtin_bswap32(chunk[i]);
        }
        sha256_update(&digest->hash, size * sizeof(float), (const uint8_t *)chunk);
        done += size;
    }
}

void digest_add(struct digest *digest, const float *values, uint64_t count)
{
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
        sha256_update(&digest->hash, (size_t)count * sizeof(float), (const uint8_t *)values);
    } else {
        add_reversed(digest, values, count);
    }
}

void digest_add_bytes(struct digest *digest, const uint8_t *bytes, uint64_t count)
{
    sha256_update(&digest->hash, (size_t)count, bytes);
}

void digest_finish(struct digest *digest, char text[DIGEST_TEXT_SIZE])
{
    uint8_t bytes[SHA256_DIGEST_SIZE];
    sha256_digest(&digest->hash, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    }
}
