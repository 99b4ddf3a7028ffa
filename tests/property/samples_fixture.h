/* Fixture of the tests of reading samples. */
#ifndef SCREE_TEST_SAMPLES_FIXTURE_H
#define SCREE_TEST_SAMPLES_FIXTURE_H

#include "formats_fixture.h"

/* Expected contents of a file. */
typedef struct test_samples {
    scree_format format;
    scree_type type;
    const char *channel;
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
    const double *stored; /* In the result's order; NaN for a hole. */
} test_samples;

/* Reads and compares everything that is told of the samples; holes must have become `params->fill`. */
void samples_expect(const scree_samples_params *params, const test_samples *expected);

/* Reading must fail, with a message that begins so. */
void samples_refuse(const scree_samples_params *params, scree_result result, const char *message);

/* The file must be described as it is read. */
void samples_expect_description(const char *path, const test_samples *expected, const char *channels);

/* Stores a number in `bytes` bytes and returns what follows; an integer or one that the width can hold. */
uint8_t *samples_put(uint8_t *at, double value, scree_type type, bool big_endian);

/* Damages a file in many ways and reads it each time: it must be read or refused, and nothing be said on stderr. */
void samples_damage(const char *path, const char *channel);

#endif
