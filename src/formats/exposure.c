#include "exposure.h"

#include <stdlib.h>

#include "base/elementary.h"

/* Counts below 2^16 have a bin each; above, counts that agree in their 16 leading bits share one. */
#define LEADING_BITS 16
#define SMALL_COUNTS (UINT64_C(1) << LEADING_BITS)
#define BINS_PER_OCTAVE (SMALL_COUNTS / 2)
#define BINS (SMALL_COUNTS + (64 - LEADING_BITS) * BINS_PER_OCTAVE)

/* The smallest float32 that is not subnormal. */
#define NORMAL_MIN 1.17549435e-38f

static uint64_t bin_of(uint64_t count)
{
    if (count < SMALL_COUNTS) {
        return count;
    }
    const uint64_t shift = (uint64_t)(64 - __builtin_clzll(count)) - LEADING_BITS;
    return SMALL_COUNTS + (shift - 1) * BINS_PER_OCTAVE + ((count >> shift) - BINS_PER_OCTAVE);
}

static void measure(const scree_histogram *histogram, scree_histogram_info *info)
{
    const uint64_t pixels = (uint64_t)histogram->width * histogram->height;
    *info = (scree_histogram_info){.max_count = 0};
    for (uint64_t i = 0; i < pixels; i++) {
        const uint64_t count = histogram->counts[i];
        info->max_count = count > info->max_count ? count : info->max_count;
        info->drawn += count > 0;
    }
}

static scree_result rank(const scree_histogram *histogram, scree_light_meter *meter)
{
    const uint64_t pixels = (uint64_t)histogram->width * histogram->height;
    meter->pixels_up_to = calloc(BINS, sizeof *meter->pixels_up_to);
    if (meter->pixels_up_to == NULL) {
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    for (uint64_t i = 0; i < pixels; i++) {
        if (histogram->counts[i] > 0) {
            meter->pixels_up_to[bin_of(histogram->counts[i])]++;
        }
    }
    for (uint64_t bin = 1; bin < BINS; bin++) {
        meter->pixels_up_to[bin] += meter->pixels_up_to[bin - 1];
    }
    return SCREE_OK;
}

/* A number of 0 or more as float32 that logarithms take; they are in range up to its greatest number. */
static float normal_float(double value)
{
    return value < 3.0e38 ? (float)value : 3.0e38f;
}

static float log_of(double factor, double splats)
{
    return scree_log2(normal_float(1.0 + factor * splats));
}

scree_result scree_light_meter_make(scree_light_meter *meter, const scree_histogram_params *params,
                                    const scree_histogram *histogram)
{
    *meter = (scree_light_meter){.exposure = params->exposure,
                                 .factor = params->factor == 0.0 ? 1.0 : params->factor,
                                 .unit = params->unit == 0.0 ? 1.0 : params->unit,
                                 .gamma_power = params->gamma == 0.0 ? 1.0f : (float)(1.0 / params->gamma)};
    measure(histogram, &meter->info);
    const uint64_t greatest = meter->info.max_count > 0 ? meter->info.max_count : 1;
    meter->white = params->white == 0.0 ? scree_light_meter_splats(meter, greatest) : params->white;
    meter->log_of_white = log_of(meter->factor, meter->white);
    return meter->exposure == SCREE_EXPOSURE_EQUALISED ? rank(histogram, meter) : SCREE_OK;
}

void scree_light_meter_clear(scree_light_meter *meter)
{
    free(meter->pixels_up_to);
    meter->pixels_up_to = NULL;
}

double scree_light_meter_splats(const scree_light_meter *meter, uint64_t count)
{
    return (double)count / meter->unit;
}

double scree_light_meter_gamma(const scree_light_meter *meter, double value)
{
    const float base = normal_float(value);
    if (meter->gamma_power == 1.0f) {
        return value;
    }
    return base < NORMAL_MIN ? 0.0 : (double)scree_exp2(scree_log2(base) * meter->gamma_power);
}

static double expose(const scree_light_meter *meter, uint64_t count)
{
    const double splats = scree_light_meter_splats(meter, count);
    switch (meter->exposure) {
    case SCREE_EXPOSURE_EQUALISED:
        return (double)meter->pixels_up_to[bin_of(count)] / (double)meter->info.drawn;
    case SCREE_EXPOSURE_LOG:
        if (meter->log_of_white > 0.0f) {
            return (double)(log_of(meter->factor, splats) / meter->log_of_white);
        }
        return splats / meter->white;
    default:
        return meter->factor * splats / meter->white;
    }
}

double scree_light_meter_brightness(const scree_light_meter *meter, uint64_t count)
{
    return scree_light_meter_gamma(meter, expose(meter, count));
}
