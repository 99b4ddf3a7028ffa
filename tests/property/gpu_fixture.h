/* Fixture of GPU tests: streams that are kept, and comparisons with the CPU. */
#ifndef SCREE_TEST_GPU_FIXTURE_H
#define SCREE_TEST_GPU_FIXTURE_H

#include "fixture.h"

/* All of the processor: it is compared with scalar C elsewhere. Open during every test. */
extern scree_device *gpu_reference;

/* A stream that is kept. */
typedef struct kept_stream {
    scree_result result;
    scree_job_status status;
    float *values; /* NULL where no slab had any. */
    unsigned char *data;
    size_t data_bytes; /* Bytes of one sample. */
    uint64_t samples;  /* Samples that have arrived. */
    uint64_t slabs;
    bool is_in_order;
    scree_range mapped;
} kept_stream;

/* Runs a stream to its end. `output` may be NULL. Free with gpu_clear(). */
kept_stream gpu_stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                       const scree_output *output, bool wants_values);
void gpu_clear(kept_stream *kept);

/* Every sample that came is the expected stream's, bit for bit. */
void gpu_assert_part(const kept_stream *actual, const kept_stream *expected);

/* As that, and all came: samples, range and order. */
void gpu_assert_whole(const kept_stream *actual, const kept_stream *expected);

/* The device computes what the CPU computes: points, and a field in every way out of the device. */
void gpu_assert_works(scree_device *device);

/* fixture_message says this. */
void gpu_assert_message(const char *part);

#endif
