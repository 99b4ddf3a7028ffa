/* Fixture of the tests of volume files. */
#ifndef SCREE_TEST_VOLUME_FIXTURE_H
#define SCREE_TEST_VOLUME_FIXTURE_H

#include <jansson.h>

#include "formats_fixture.h"

/* Distances to a sphere in the middle of a volume, in its units: float32, negative inside. The caller frees them. */
float *volume_distances(const scree_volume *volume);

uint64_t volume_samples(const scree_volume *volume);

/* Writes samples in pieces of `cut`, 0 = all at once; returns the first error. The writer is closed. */
scree_result volume_try_write(const char *path, scree_format format, const scree_volume *volume, const void *samples,
                              uint64_t cut);

/* The same, and fails the test where that fails. */
void volume_write(const char *path, scree_format format, const scree_volume *volume, const void *samples);

/* The JSON of a sidecar; the caller gives it back. */
json_t *volume_sidecar(const char *path);

/* The file is exactly a header and data behind it. */
void volume_assert_file(const char *path, const void *header, size_t header_size, const void *data, size_t size);

#endif
