#include "scene_threshold.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/range.h"

#define SHARE (1.0 / 3.0)
/* A number with few digits may have this much more or less above it: what nobody sees. */
#define SHARE_ERROR 0.002
#define DIGITS 3.0
/* About as many samples are looked at, in a hundredth of a second; their share is then known to about a thousandth. */
#define COUNTED_MOST (UINT64_C(1) << 19)
/* And at least as many layers of a large volume, because neighbours are alike. */
#define LAYERS_LEAST 32u
#define BINS 65536u

/* The sample of a rank, from the least, 0, on. Samples are sorted into bins by the upper half of ordered integers, then
   those of one bin by the lower half. */
static float sample_of_rank(const float *samples, uint64_t count, uint64_t rank)
{
    uint32_t bins[BINS];
    uint32_t upper = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        memset(bins, 0, sizeof bins);
        for (uint64_t i = 0; i < count; i++) {
            const uint32_t ordered = scree_ordered_from_one(samples[i]);
            if (pass == 0 || ordered >> 16 == upper) {
                bins[pass == 0 ? ordered >> 16 : ordered & 0xffffu]++;
            }
        }
        uint32_t bin = 0;
        while (rank >= bins[bin]) {
            rank -= bins[bin++];
        }
        upper = pass == 0 ? bin : upper << 16 | bin;
    }
    const uint32_t bits = upper ^ (upper >> 31 != 0 ? 0x80000000u : 0xffffffffu);
    float found;
    memcpy(&found, &bits, sizeof found);
    return found;
}

static double share_above(const float *samples, uint64_t count, float threshold)
{
    uint64_t above = 0;
    for (uint64_t i = 0; i < count; i++) {
        above += samples[i] > threshold;
    }
    return (double)above / (double)count;
}

/* The greatest sample below a number; itself where there is none. */
static float sample_below(const float *samples, uint64_t count, float number)
{
    float below = -INFINITY;
    for (uint64_t i = 0; i < count; i++) {
        below = samples[i] < number && samples[i] > below ? samples[i] : below;
    }
    return isinf(below) ? number : below;
}

/* A number near another one, with about three digits of the samples' range. */
static double with_few_digits(const float *samples, uint64_t count, double unit, float number)
{
    float low = samples[0];
    float high = samples[0];
    for (uint64_t i = 1; i < count; i++) {
        low = fminf(low, samples[i]);
        high = fmaxf(high, samples[i]);
    }
    const double places = DIGITS - floor(log10(((double)high - (double)low) * unit));
    const double power = pow(10.0, fabs(places));
    const double told = (double)number * unit;
    return !isfinite(power) ? (double)number
           : places > 0.0   ? nearbyint(told * power) / power / unit
                            : nearbyint(told / power) * power / unit;
}

static uint64_t take_out_none(float *samples, uint64_t count)
{
    uint64_t left = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!isnan(samples[i])) {
            samples[left++] = samples[i];
        }
    }
    return left;
}

struct scene_threshold scene_threshold_of(float *samples, uint64_t count, double unit)
{
    const uint64_t counted = take_out_none(samples, count);
    struct scene_threshold found = {.counted = counted};
    if (counted == 0) {
        return found;
    }
    float value = sample_of_rank(samples, counted, (uint64_t)((1.0 - SHARE) * (double)counted));
    const float below = sample_below(samples, counted, value);
    const double more = share_above(samples, counted, below);
    found.share = share_above(samples, counted, value);
    if (found.share == 0.0 || fabs(more - SHARE) < fabs(found.share - SHARE)) {
        value = below;
        found.share = more;
    }
    const double rounded = with_few_digits(samples, counted, unit, value);
    const double share = share_above(samples, counted, (float)rounded);
    const bool is_close = share > 0.0 && fabs(share - found.share) <= SHARE_ERROR;
    found.value = is_close ? rounded : (double)value;
    found.share = is_close ? share : found.share;
    return found;
}

/* Every step-th sample of a layer, along both axes. */
static uint64_t take_layer(const float *layer, const uint64_t count[3], uint64_t step, float *taken)
{
    uint64_t number = 0;
    for (uint64_t y = step / 2; y < count[1]; y += step) {
        for (uint64_t x = step / 2; x < count[0]; x += step) {
            taken[number++] = layer[y * count[0] + x];
        }
    }
    return number;
}

/* Some layers of a volume, and of each all samples, or every second, third, ... along both axes. */
struct spread {
    uint64_t layers;
    uint64_t step;
    uint64_t most; /* Samples at most. */
};

static struct spread spread_over(const uint64_t count[3])
{
    const uint64_t all = COUNTED_MOST / (count[0] * count[1]);
    const uint64_t most = all > LAYERS_LEAST ? all : LAYERS_LEAST;
    struct spread spread = {.layers = count[2] < most ? count[2] : most};
    do {
        spread.step++;
        spread.most = (count[0] / spread.step + 1) * (count[1] / spread.step + 1) * spread.layers;
    } while (spread.most > 2 * COUNTED_MOST);
    return spread;
}

scree_result scene_threshold_measure(const float *samples, scree_buffer *buffer, const uint64_t count[3], double unit,
                                     struct scene_threshold *threshold)
{
    const struct spread spread = spread_over(count);
    const uint64_t area = count[0] * count[1];
    float *read = samples == NULL ? malloc((size_t)area * sizeof *read) : NULL;
    float *taken = malloc((size_t)spread.most * sizeof *taken);
    scree_result result = taken != NULL && (samples != NULL || read != NULL) ? SCREE_OK : SCREE_ERROR_OUT_OF_MEMORY;
    uint64_t number = 0;
    for (uint64_t i = 0; i < spread.layers && result == SCREE_OK; i++) {
        const uint64_t first = (2 * i + 1) * count[2] / (2 * spread.layers) * area;
        if (samples == NULL) {
            result = scree_buffer_read(buffer, first * sizeof *read, area * sizeof *read, read);
        }
        number += result != SCREE_OK
                      ? 0
                      : take_layer(samples != NULL ? samples + first : read, count, spread.step, taken + number);
    }
    if (result == SCREE_OK) {
        *threshold = scene_threshold_of(taken, number, unit);
    }
    free(read);
    free(taken);
    return result;
}
