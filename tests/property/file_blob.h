/* Files that tests make by hand, and a volume of 4 x 3 x 2 samples of a rule. */
#ifndef SCREE_TEST_FILE_BLOB_H
#define SCREE_TEST_FILE_BLOB_H

#include "samples_fixture.h"

/* A file in the making. */
typedef struct blob {
    uint8_t bytes[16384];
    size_t size;
} blob;

void blob_bytes(blob *to, const void *bytes, size_t size);
__attribute__((format(printf, 2, 3))) void blob_text(blob *to, const char *format, ...);
void blob_base64(blob *to, const blob *from);
void blob_packed(blob *to, const void *bytes, size_t size, bool is_gzip);
void blob_lzma(blob *to, const void *bytes, size_t size);
void blob_store(const char *path, const blob *file);

#define BLOB_SAMPLES 24

/* The types of volumes: all but f16. */
#define BLOB_TYPES 8
extern const scree_type blob_types[BLOB_TYPES];

/* The sample of a channel; every type holds it. */
double blob_sample(scree_type type, uint64_t index, uint32_t channel);
void blob_list_samples(double stored[BLOB_SAMPLES], scree_type type, uint32_t channel);

/* Adds all samples, those of all channels together. */
void blob_samples(blob *to, scree_type type, bool big_endian, uint32_t channels);

#endif
