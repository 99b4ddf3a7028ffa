/* What tests of Vulkan share: the devices that they run on, streams that are kept, and comparisons with the CPU. */
#ifndef SCREE_TEST_VULKAN_FIXTURE_H
#define SCREE_TEST_VULKAN_FIXTURE_H

#include "faulty_vulkan.h"
#include "fixture.h"

/* What a program returns that found no device to test. */
#define VULKAN_SKIPPED 77

/* The device under test, by its number among the Vulkan devices. */
extern uint32_t vulkan_index;

/* Looks for the next device that can be used, from number `first` on; false, with the reason printed, for none. */
bool vulkan_find(uint32_t first);

/* Setup of every test: no faults, and the CPU to compare with. */
int vulkan_setup(void **state);

/* Teardown of every test: the validation layer must have had nothing to say. */
int vulkan_teardown(void **state);

#define vulkan_test(function) cmocka_unit_test_setup_teardown(function, vulkan_setup, vulkan_teardown)

/* All of the processor: it is compared with scalar C elsewhere. Open during every test. */
extern scree_device *vulkan_reference;

/* Opens the device under test, failing the test where that fails. */
scree_device *vulkan_open(void);

/* Opens it where that should fail; returns how, and fixture_message says why. */
scree_result vulkan_refused(scree_backend backend, uint32_t index);

/* A stream that is kept. */
typedef struct kept_stream {
    scree_result result;
    scree_job_status status;
    float *values; /* NULL where no slab had any. */
    unsigned char *data;
    size_t data_bytes; /* Of one sample. */
    uint64_t samples;  /* That came. */
    uint64_t slabs;
    bool is_in_order;
    scree_range mapped;
} kept_stream;

/* Runs a stream to its end. `output` may be NULL. Free with vulkan_clear(). */
kept_stream vulkan_stream(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                          const scree_output *output, bool wants_values);
void vulkan_clear(kept_stream *kept);

/* Every sample that came is the expected stream's, bit for bit. */
void vulkan_assert_part(const kept_stream *actual, const kept_stream *expected);

/* As that, and all came: samples, range and order. */
void vulkan_assert_whole(const kept_stream *actual, const kept_stream *expected);

/* The device computes what the CPU computes: points, and a field in every way out of the device. */
void vulkan_assert_works(scree_device *device);

#endif
