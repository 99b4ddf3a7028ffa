#include "collector.h"

#include <math.h>
#include <string.h>

#include "sample_convert.h"

/* Samples that are converted at once, few enough to stay in the processor's first-level cache. */
#define BATCH 1024

scree_number scree_number_of(scree_type type, bool big_endian)
{
    static const scree_number_kind kinds[SCREE_TYPE_COUNT] = {
        [SCREE_TYPE_F32] = SCREE_NUMBER_FLOATING, [SCREE_TYPE_U16] = SCREE_NUMBER_UNSIGNED,
        [SCREE_TYPE_U8] = SCREE_NUMBER_UNSIGNED,  [SCREE_TYPE_I16] = SCREE_NUMBER_SIGNED,
        [SCREE_TYPE_F16] = SCREE_NUMBER_FLOATING, [SCREE_TYPE_U32] = SCREE_NUMBER_UNSIGNED,
        [SCREE_TYPE_I32] = SCREE_NUMBER_SIGNED,   [SCREE_TYPE_I8] = SCREE_NUMBER_SIGNED,
        [SCREE_TYPE_F64] = SCREE_NUMBER_FLOATING,
    };
    return (scree_number){.kind = kinds[type], .bytes = (uint8_t)scree_type_bytes(type), .is_big_endian = big_endian};
}

scree_type scree_number_type(const scree_number *number)
{
    for (int type = 0; type < SCREE_TYPE_COUNT; type++) {
        scree_number other = scree_number_of((scree_type)type, false);
        if (other.kind == number->kind && other.bytes == number->bytes) {
            return (scree_type)type;
        }
    }
    return SCREE_TYPE_F64;
}

static uint64_t load_little(const uint8_t *bytes, unsigned count)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < count; i++) {
        word |= (uint64_t)bytes[i] << (8 * i);
    }
    return word;
}

static uint64_t load_big(const uint8_t *bytes, unsigned count)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < count; i++) {
        word = word << 8 | bytes[i];
    }
    return word;
}

static double single_value(uint64_t word)
{
    uint32_t bits = (uint32_t)word;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

/* IEEE 754 binary16. Its bits moved to the fields of a binary32 give a number that is 2^112 times too small, because
   the biases of the exponents differ. */
static double half_value(uint64_t word)
{
    double magnitude = single_value((word & 0x7fff) << 13) * 0x1p112;
    if ((word & 0x7c00) == 0x7c00) {
        magnitude = (word & 0x3ff) == 0 ? (double)INFINITY : (double)NAN;
    }
    return (word & 0x8000) != 0 ? -magnitude : magnitude;
}

static double double_value(uint64_t word)
{
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* The width is a constant, so that the compiler turns each expression into a single load. */
#define LOAD(bits, value)                                             \
    do {                                                              \
        if (number->is_big_endian) {                                  \
            for (size_t i = 0; i < count; i++) {                      \
                uint64_t word = load_big(bytes + i * pitch, bits);    \
                values[i] = (value);                                  \
            }                                                         \
        } else {                                                      \
            for (size_t i = 0; i < count; i++) {                      \
                uint64_t word = load_little(bytes + i * pitch, bits); \
                values[i] = (value);                                  \
            }                                                         \
        }                                                             \
    } while (0)

static void load_unsigned(const scree_number *number, const uint8_t *bytes, size_t pitch, size_t count, double *values)
{
    switch (number->bytes) {
    case 1:
        LOAD(1, (double)word);
        break;
    case 2:
        LOAD(2, (double)word);
        break;
    case 4:
        LOAD(4, (double)word);
        break;
    default:
        LOAD(8, (double)word);
        break;
    }
}

static void load_signed(const scree_number *number, const uint8_t *bytes, size_t pitch, size_t count, double *values)
{
    switch (number->bytes) {
    case 1:
        LOAD(1, (double)(int8_t)word);
        break;
    case 2:
        LOAD(2, (double)(int16_t)word);
        break;
    case 4:
        LOAD(4, (double)(int32_t)word);
        break;
    default:
        LOAD(8, (double)(int64_t)word);
        break;
    }
}

static void load_floating(const scree_number *number, const uint8_t *bytes, size_t pitch, size_t count, double *values)
{
    switch (number->bytes) {
    case 2:
        LOAD(2, half_value(word));
        break;
    case 4:
        LOAD(4, single_value(word));
        break;
    default:
        LOAD(8, double_value(word));
        break;
    }
}

void scree_numbers_load(const scree_number *number, const uint8_t *bytes, size_t pitch, size_t count, double *values)
{
    if (number->kind == SCREE_NUMBER_UNSIGNED) {
        load_unsigned(number, bytes, pitch, count, values);
    } else if (number->kind == SCREE_NUMBER_SIGNED) {
        load_signed(number, bytes, pitch, count, values);
    } else {
        load_floating(number, bytes, pitch, count, values);
    }
}

void scree_collector_add_nodata(scree_collector *collector, double value, bool is_half)
{
    /* A NaN always is a no-data cell, so it needs no entry. */
    if (!isnan(value) && collector->nodata_count < SCREE_MAX_NODATA) {
        collector->nodata_is_half[collector->nodata_count] = is_half;
        collector->nodata[collector->nodata_count++] = value;
    }
}

double scree_collector_threshold(const scree_collector *collector, scree_type type)
{
    if (collector->is_scaled) {
        return collector->threshold;
    }
    return type == SCREE_TYPE_F16   ? (double)scree_half_to_float(scree_half_from_double(collector->threshold, false))
           : type == SCREE_TYPE_F32 ? (double)(float)collector->threshold
                                    : collector->threshold;
}

/* A value in float32. It stays on its own side of the threshold, which is of the samples' type. */
static float round_value(const scree_collector *collector, double value, double threshold)
{
    const float nearest = (float)value;
    if (!collector->has_threshold || (value > threshold) == ((double)nearest > threshold)) {
        return nearest;
    }
    return nextafterf(nearest, value > threshold ? INFINITY : -INFINITY);
}

/* Files give the value in decimal, and mean the nearest number of the samples' type. */
static void round_nodata(const scree_collector *collector, const scree_number *number, double rounded[SCREE_MAX_NODATA])
{
    bool floating = number->kind == SCREE_NUMBER_FLOATING;
    for (uint32_t i = 0; i < SCREE_MAX_NODATA; i++) {
        double value = i < collector->nodata_count ? collector->nodata[i] : (double)NAN;
        if (floating && number->bytes == 2 && collector->nodata_is_half[i]) {
            value = (double)scree_half_to_float(scree_half_from_double(value, false));
        } else if (floating && number->bytes <= 4) {
            value = (double)(float)value;
        }
        rounded[i] = value;
    }
}

/* Statistics of a batch of valid samples. */
typedef struct sample_statistics {
    double minimum;
    double maximum;
    double mean;
    double squares; /* The sum of the squares of the distances from the mean. */
    uint64_t count;
} sample_statistics;

/*
 * Merges the statistics of further valid samples into those so far by the formulas of T. F. Chan, G. H. Golub and R. J.
 * LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances" (1979).
 */
static void merge_statistics(scree_collector *collector, const sample_statistics *added)
{
    if (collector->valid == 0) {
        collector->minimum = added->minimum;
        collector->maximum = added->maximum;
    }
    collector->minimum = added->minimum < collector->minimum ? added->minimum : collector->minimum;
    collector->maximum = added->maximum > collector->maximum ? added->maximum : collector->maximum;
    double before = (double)collector->valid;
    double all = before + (double)added->count;
    double distance = added->mean - collector->mean;
    collector->mean += distance * ((double)added->count / all);
    collector->squares += added->squares + distance * distance * (before * (double)added->count / all);
    collector->valid += added->count;
}

/* Adds values to the ranges of channels. */
static void extend_ranges(scree_collector *collector, uint32_t first, uint32_t count, double minimum, double maximum)
{
    for (uint32_t i = 0; i < count && collector->channels != NULL; i++) {
        scree_range *range = &collector->channels[first + i].range;
        range->minimum = fminf(range->minimum, (float)minimum);
        range->maximum = fmaxf(range->maximum, (float)maximum);
    }
}

static void add_statistics(scree_collector *collector, const double *valid, size_t count, uint32_t channel)
{
    sample_statistics batch = {.minimum = valid[0], .maximum = valid[0], .count = count};
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        batch.minimum = valid[i] < batch.minimum ? valid[i] : batch.minimum;
        batch.maximum = valid[i] > batch.maximum ? valid[i] : batch.maximum;
        sum += valid[i];
    }
    batch.mean = sum / (double)count;
    for (size_t i = 0; i < count; i++) {
        batch.squares += (valid[i] - batch.mean) * (valid[i] - batch.mean);
    }
    merge_statistics(collector, &batch);
    extend_ranges(collector, channel, 1, batch.minimum, batch.maximum);
}

static void note_nodata_cells(scree_collector *collector, uint64_t lowest_index, uint64_t count)
{
    if (collector->nodata_cells == 0 || lowest_index < collector->first_nodata_cell) {
        collector->first_nodata_cell = lowest_index;
    }
    collector->nodata_cells += count;
}

/* The value of a stored number, which is NaN where that stands for no data or the value is no finite float32. */
static double value_of(const scree_scaling *scaling, double stored, const double nodata[SCREE_MAX_NODATA])
{
    const bool is_nodata = stored == nodata[0] || stored == nodata[1];
    const double value = scaling == NULL ? stored : stored * scaling->scale + scaling->offset;
    return is_nodata || !isfinite((float)value) ? (double)NAN : value;
}

static const scree_scaling *scaling_of(const scree_collector *collector, uint32_t channel)
{
    return collector->is_scaled ? &collector->scaling[channel] : NULL;
}

static void add_batch(scree_collector *collector, const double *values, const double *nodata, double threshold,
                      size_t count, const scree_run *run)
{
    double valid[BATCH];
    size_t valid_count = 0;
    uint64_t index = run->first;
    const scree_scaling *scaling = scaling_of(collector, run->channel);
    for (size_t i = 0; i < count; i++, index += run->step) {
        const double value = value_of(scaling, values[i], nodata);
        if (isnan(value)) {
            note_nodata_cells(collector, index, 1);
        } else {
            valid[valid_count++] = value;
        }
        if (collector->values != NULL) {
            collector->values[index] = isnan(value) ? NAN : round_value(collector, value, threshold);
        }
    }
    if (valid_count > 0) {
        add_statistics(collector, valid, valid_count, run->channel);
    }
}

void scree_collector_take(scree_collector *collector, const scree_number *number, const scree_run *run)
{
    double values[BATCH];
    double nodata[SCREE_MAX_NODATA];
    scree_run rest = *run;
    const double threshold = scree_collector_threshold(collector, scree_number_type(number));
    round_nodata(collector, number, nodata);
    while (rest.count > 0) {
        size_t count = rest.count < BATCH ? (size_t)rest.count : BATCH;
        scree_numbers_load(number, rest.bytes, rest.pitch, count, values);
        add_batch(collector, values, nodata, threshold, count, &rest);
        rest.bytes += count * rest.pitch;
        rest.first += count * rest.step;
        rest.count -= count;
    }
}

/* The lowest index is at a corner, because indices change by a constant step along a side. */
static uint64_t find_lowest_index(const scree_area *area)
{
    uint64_t along_row = (area->count[0] - 1) * area->step[0];
    uint64_t down = (area->count[1] - 1) * area->step[1];
    const uint64_t corners[] = {area->first, area->first + along_row, area->first + down,
                                area->first + along_row + down};
    uint64_t lowest = corners[0];
    for (size_t i = 1; i < sizeof corners / sizeof corners[0]; i++) {
        lowest = corners[i] < lowest ? corners[i] : lowest;
    }
    return lowest;
}

static void fill_area(float *values, float value, const scree_area *area)
{
    for (uint64_t row = 0; row < area->count[1]; row++) {
        uint64_t index = area->first + row * area->step[1];
        for (uint64_t column = 0; column < area->count[0]; column++, index += area->step[0]) {
            values[index] = value;
        }
    }
}

void scree_collector_take_same(scree_collector *collector, double stored, const scree_area *area)
{
    const scree_number number = scree_number_of(SCREE_TYPE_F64, false);
    /* Channels that have one value are counted in a single step. */
    const uint32_t together = collector->is_scaled ? 1 : area->times;
    const uint64_t count = area->count[0] * area->count[1] * together;
    double nodata[SCREE_MAX_NODATA];
    double value = 0;
    round_nodata(collector, &number, nodata);
    for (uint32_t i = 0; i < area->times; i += together) {
        value = value_of(scaling_of(collector, area->channel + i), stored, nodata);
        if (isnan(value)) {
            note_nodata_cells(collector, find_lowest_index(area), count);
        } else {
            const sample_statistics same = {.minimum = value, .maximum = value, .mean = value, .count = count};
            merge_statistics(collector, &same);
            extend_ranges(collector, area->channel + i, together, value, value);
        }
    }
    if (collector->values != NULL) {
        fill_area(collector->values, isnan(value) ? NAN : round_value(collector, value, collector->threshold), area);
    }
}

scree_range scree_collector_range(const scree_collector *collector)
{
    if (collector->valid == 0) {
        return (scree_range){NAN, NAN};
    }
    return (scree_range){(float)collector->minimum, (float)collector->maximum};
}
