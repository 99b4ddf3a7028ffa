#include "samples_fixture.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t sample_count(const test_samples *expected)
{
    uint64_t count = 1;
    for (uint32_t a = 0; a < expected->axes; a++) {
        count *= expected->count[a];
    }
    return count;
}

typedef struct statistics {
    double minimum;
    double maximum;
    double mean;
    double deviation;
    uint64_t valid;
} statistics;

/* In two passes, with more digits. */
static statistics find_statistics(const test_samples *expected)
{
    statistics found = {.minimum = (double)INFINITY, .maximum = -(double)INFINITY};
    long double sum = 0;
    long double squares = 0;
    uint64_t count = sample_count(expected);
    for (uint64_t i = 0; i < count; i++) {
        double value = expected->stored[i];
        if (!isnan(value)) {
            found.minimum = fmin(found.minimum, value);
            found.maximum = fmax(found.maximum, value);
            sum += (long double)value;
            found.valid++;
        }
    }
    long double mean = sum / (long double)found.valid;
    for (uint64_t i = 0; i < count; i++) {
        long double distance = (long double)expected->stored[i] - mean;
        squares += isnan(expected->stored[i]) ? 0 : distance * distance;
    }
    found.mean = (double)mean;
    found.deviation = (double)sqrtl(squares / (long double)found.valid);
    return found;
}

static void assert_close(double found, double expected, double scale, const char *what)
{
    if (!(fabs(found - expected) <= 1e-12 * scale)) {
        fail_msg("%s is %.17g, not %.17g", what, found, expected);
    }
}

static void check_statistics(const scree_samples *samples, const test_samples *expected)
{
    statistics wanted = find_statistics(expected);
    assert_int_equal(samples->valid, wanted.valid);
    assert_int_equal(samples->nodata_count, sample_count(expected) - wanted.valid);
    if (wanted.valid == 0) {
        assert_true(isnan(samples->minimum) && isnan(samples->maximum) && isnan(samples->mean) &&
                    isnan(samples->deviation) && isnan(samples->range.minimum) && isnan(samples->range.maximum));
        return;
    }
    assert_true(samples->minimum == wanted.minimum && samples->maximum == wanted.maximum);
    assert_true(samples->range.minimum == (float)wanted.minimum && samples->range.maximum == (float)wanted.maximum);
    double scale = fmax(fabs(wanted.minimum), fabs(wanted.maximum));
    assert_close(samples->mean, wanted.mean, scale, "the mean");
    assert_close(samples->deviation, wanted.deviation, scale, "the deviation");
}

void samples_expect(const scree_samples_params *params, const test_samples *expected)
{
    scree_samples samples;
    fixture_message[0] = '\0';
    if (scree_samples_read(fixture_context, params, &samples) != SCREE_OK) {
        fail_msg("%s: %s", params->path, fixture_message);
    }
    assert_int_equal(samples.format, expected->format);
    assert_int_equal(samples.type, expected->type);
    assert_string_equal(samples.channel, expected->channel);
    assert_int_equal(samples.axes, expected->axes);
    for (uint32_t a = 0; a < expected->axes; a++) {
        assert_int_equal(samples.count[a], expected->count[a]);
    }
    for (uint64_t i = 0; i < sample_count(expected); i++) {
        double stored = expected->stored[i];
        float value = isnan(stored) ? params->fill : (float)stored;
        if (samples.values[i] != value && !(isnan(samples.values[i]) && isnan(value))) {
            fail_msg("%s: sample %llu is %.9g, not %.9g", params->path, (unsigned long long)i,
                     (double)samples.values[i], (double)value);
        }
    }
    check_statistics(&samples, expected);
    scree_samples_clear(&samples);
    assert_null(samples.values);
}

void samples_refuse(const scree_samples_params *params, scree_result result, const char *message)
{
    scree_samples samples;
    memset(&samples, 0x55, sizeof samples);
    fixture_message[0] = '\0';
    assert_int_equal(scree_samples_read(fixture_context, params, &samples), result);
    if (strncmp(fixture_message, message, strlen(message)) != 0) {
        fail_msg("the message is\n%s\nand not\n%s", fixture_message, message);
    }
    assert_null(samples.values);
    assert_int_equal(samples.axes, 0);
}

static bool is_range(scree_range range, const statistics *wanted)
{
    return range.minimum == (float)wanted->minimum && range.maximum == (float)wanted->maximum;
}

/* The channel has the range of its own samples. */
static void check_channel_range(const scree_file_info *info, const char *name, const statistics *wanted)
{
    uint32_t found = 0;
    while (found < info->channel_count && strcmp(info->channel[found].name, name) != 0) {
        found++;
    }
    assert_true(found < info->channel_count);
    assert_true(is_range(info->channel[found].range, wanted));
}

void samples_expect_description(const char *path, const test_samples *expected, const char *channels)
{
    scree_file_info info;
    struct stat status;
    statistics wanted = find_statistics(expected);
    if (scree_file_describe(fixture_context, path, &info) != SCREE_OK) {
        fail_msg("%s: %s", path, fixture_message);
    }
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(info.file_bytes, status.st_size);
    assert_int_equal(info.format, expected->format);
    assert_int_equal(info.type, expected->type);
    assert_int_equal(info.axes, expected->axes);
    for (uint32_t a = 0; a < expected->axes; a++) {
        assert_int_equal(info.count[a], expected->count[a]);
    }
    if (channels == NULL) {
        assert_null(info.channels);
        assert_null(info.channel);
        assert_true(is_range(info.range, &wanted));
    } else {
        assert_string_equal(info.channels, channels);
        assert_true(info.range.minimum <= (float)wanted.minimum && info.range.maximum >= (float)wanted.maximum);
        check_channel_range(&info, expected->channel, &wanted);
    }
    scree_file_info_clear(&info);
    assert_null(info.channels);
}

/* Bits of a number that binary16 can represent exactly. */
static uint64_t half_bits(double value)
{
    int exponent;
    double fraction = frexp(fabs(value), &exponent);
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    if (fraction == 0) {
        return sign;
    }
    return sign | (uint64_t)(exponent + 14) << 10 | ((uint64_t)ldexp(fraction, 11) & 1023);
}

uint8_t *samples_put(uint8_t *at, double value, scree_type type, bool big_endian)
{
    uint64_t bits;
    size_t bytes = scree_type_bytes(type);
    float single = (float)value;
    uint32_t word;
    if (type == SCREE_TYPE_F64) {
        memcpy(&bits, &value, sizeof bits);
    } else if (type == SCREE_TYPE_F32) {
        memcpy(&word, &single, sizeof word);
        bits = word;
    } else if (type == SCREE_TYPE_F16) {
        bits = half_bits(value);
    } else {
        bits = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    }
    for (size_t i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(bits >> (8 * (big_endian ? bytes - 1 - i : i)));
    }
    return at + bytes;
}

static void read_damaged(const char *path, const char *channel)
{
    const scree_samples_params params = {.path = path, .channel = channel, .nodata_rule = SCREE_NODATA_FILL};
    scree_samples samples;
    scree_file_info info;
    fixture_message[0] = '\0';
    scree_result result = scree_samples_read(fixture_context, &params, &samples);
    if (result != SCREE_OK && result != SCREE_ERROR_FORMAT && result != SCREE_ERROR_INVALID &&
        result != SCREE_ERROR_UNSUPPORTED) {
        fail_msg("%s: %s", scree_result_name(result), fixture_message);
    }
    assert_true(result == SCREE_OK || fixture_message[0] != '\0');
    scree_samples_clear(&samples);
    if (scree_file_describe(fixture_context, path, &info) == SCREE_OK) {
        scree_file_info_clear(&info);
    }
}

void samples_damage(const char *path, const char *channel)
{
    size_t size;
    uint64_t random = 7;
    uint8_t *data = formats_load(path, &size);
    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    const char *dot = strrchr(path, '.');
    char damaged[64];
    snprintf(damaged, sizeof damaged, "damaged%s", dot);
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    int caught = open("stderr", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_true(kept >= 0 && caught >= 0 && dup2(caught, STDERR_FILENO) >= 0);
    for (size_t length = 0; length < size; length += 1 + size / 64) {
        formats_store(damaged, data, length);
        read_damaged(damaged, channel);
    }
    for (int i = 0; i < 300; i++) {
        memcpy(copy, data, size);
        for (int j = 0; j < 1 + i % 3; j++) {
            /* Headers matter most. */
            size_t limit = i % 2 == 0 && size > 512 ? 512 : size;
            copy[fixture_draw(&random) % limit] = (uint8_t)fixture_draw(&random);
        }
        formats_store(damaged, copy, size);
        read_damaged(damaged, channel);
    }
    fflush(stderr);
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    struct stat status;
    assert_int_equal(fstat(caught, &status), 0);
    assert_int_equal(status.st_size, 0);
    close(kept);
    close(caught);
    free(copy);
    free(data);
}
