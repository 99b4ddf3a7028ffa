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

/* Runs a stream on a device and on the CPU: all of it is the same. Free with gpu_clear(). */
kept_stream gpu_compare_stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                               const scree_output *output, bool wants_values);

/* Every sample that came is the expected stream's, bit for bit. */
void gpu_assert_part(const kept_stream *actual, const kept_stream *expected);

/* As that, and all came: samples, range and order. */
void gpu_assert_whole(const kept_stream *actual, const kept_stream *expected);

/* A field's range is the CPU's, of as many samples. */
void gpu_assert_range(scree_device *device, const scree_noise_params *params, scree_noise_method method,
                      const scree_grid *grid);

/* Memory of so many bytes that the device fills with a field by a method is the CPU's, gaps between samples included,
   and so is the range of the samples. */
void gpu_assert_fill(scree_device *device, const scree_noise_params *params, scree_noise_method method,
                     const scree_grid *grid, uint64_t bytes);

/* A word that no field has. */
#define GPU_CANARY 0x7fa5c3e1u

/* So many of these words, with the field as the CPU computes it in them from the word `offset` on. Free with free(). */
uint32_t *gpu_fill_canaries(const scree_noise_params *params, const scree_grid *grid, uint64_t words, uint64_t offset);

/* The device computes what the CPU computes: points, and a field in every way out of the device. */
void gpu_assert_works(scree_device *device);

/* fixture_message says this. */
void gpu_assert_message(const char *part);

#endif
