/* SHA-256 of samples: float32, little endian, in grid order; or of the bytes of pictures. */
#ifndef DIGEST_H
#define DIGEST_H

#include <stdint.h>

#include <nettle/sha2.h>

#define DIGEST_TEXT_SIZE (2 * SHA256_DIGEST_SIZE + 1)

struct digest {
    struct sha256_ctx hash;
};

void digest_start(struct digest *digest);
void digest_add(struct digest *digest, const float *values, uint64_t count);
void digest_add_bytes(struct digest *digest, const uint8_t *bytes, uint64_t count);
/* Writes 64 hexadecimal digits. */
void digest_finish(struct digest *digest, char text[DIGEST_TEXT_SIZE]);

#endif
