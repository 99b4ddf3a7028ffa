#include "kinds/cellular_options.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <scree/noise.h>

_Static_assert(sizeof(scree_cellular_options) <= sizeof(scree_site_options), "there are words for all options");
_Static_assert(SCREE_KERNEL_METRIC_SQUARED == SCREE_NOISE_METRIC_SQUARED &&
                   SCREE_KERNEL_METRIC_MANHATTAN == SCREE_NOISE_METRIC_MANHATTAN &&
                   SCREE_KERNEL_METRIC_CHEBYSHEV == SCREE_NOISE_METRIC_CHEBYSHEV &&
                   SCREE_KERNEL_METRIC_HYBRID == SCREE_NOISE_METRIC_HYBRID &&
                   SCREE_KERNEL_FEATURE_F3 == SCREE_NOISE_FEATURE_F3 &&
                   SCREE_KERNEL_FEATURE_F2_MINUS_F1 == SCREE_NOISE_FEATURE_F2_MINUS_F1 &&
                   SCREE_KERNEL_FEATURE_F1_TIMES_F2 == SCREE_NOISE_FEATURE_F1_TIMES_F2 &&
                   SCREE_KERNEL_FEATURE_VALUE == SCREE_NOISE_FEATURE_VALUE &&
                   SCREE_KERNEL_FEATURE_BORDER == SCREE_NOISE_FEATURE_BORDER &&
                   SCREE_KERNEL_FEATURE_OFFSET + 3 == SCREE_NOISE_FEATURE_OFFSET_W,
               "kernels and users number metrics and features alike");

/*
 * The bound of a rank for a fraction f, as the sum of shares that kernels/noise/kinds/cellular.h derives: those numbers
 * of axes have the side a (`even`), a - f (`nearer`) and a + f (`farther`).
 */
static double bound_at(uint32_t metric, double even, double nearer, double farther, const double sides[3])
{
    switch (metric) {
    case SCREE_KERNEL_METRIC_MANHATTAN:
        return even * sides[0] + nearer * sides[1] + farther * sides[2];
    case SCREE_KERNEL_METRIC_CHEBYSHEV:
        return fmax(farther > 0.0 ? sides[2] : 0.0, even > 0.0 ? sides[0] : sides[1]);
    case SCREE_KERNEL_METRIC_HYBRID:
        return bound_at(SCREE_KERNEL_METRIC_MANHATTAN, even, nearer, farther, sides) +
               bound_at(SCREE_KERNEL_METRIC_SQUARED, even, nearer, farther, sides);
    default:
        return even * sides[0] * sides[0] + nearer * sides[1] * sides[1] + farther * sides[2] * sides[2];
    }
}

/* The same with squares of Euclidean distances. */
static double largest_sum(uint32_t metric, uint32_t axes, uint32_t rank, double jitter)
{
    double a = (1.0 + jitter) / 2.0;
    if (axes == 1 && rank == 3) {
        const double whole[3] = {a, a, a + 1.0};
        return bound_at(metric, 0.0, 0.0, 1.0, whole);
    }
    double even = rank == 1 ? axes : rank == 2 ? 0.0 : 1.0;
    double farther = rank == 1 ? 0.0 : 1.0;
    double largest = 0.0;
    for (double fraction = 0.0; fraction <= 0.5; fraction += 0.5) {
        const double sides[3] = {a, a - fraction, a + fraction};
        largest = fmax(largest, bound_at(metric, even, axes - even - farther, farther, sides));
    }
    return largest;
}

double scree_cellular_largest(uint32_t metric, uint32_t axes, uint32_t rank, double jitter)
{
    double largest = largest_sum(metric, axes, rank, jitter);
    return metric == SCREE_KERNEL_METRIC_EUCLIDEAN ? sqrt(largest) : largest;
}

/* Weights of smooth minima end at this distance. */
static double seen_distance(uint32_t metric, uint32_t axes)
{
    return (double)scree_cellular_seen(axes, metric);
}

/*
 * How far a smooth minimum of a softness above zero can be below zero at most. By any metric a point is at least as far
 * as its cell is along some axis. Of the cells along an axis at most 2 + floor(2 t) are no farther than t from any
 * point, so that at most (2 + j)^axes cells are no farther than j / 2.
 */
static double smooth_rise(uint32_t metric, uint32_t axes, double softness)
{
    double sum = 0.0;
    double nearer = 0.0;
    for (uint32_t j = 0; j < 2.0 * seen_distance(metric, axes); j++) {
        double cells = pow(2.0 + j, axes);
        sum += (cells - nearer) * exp2(-0.5 * j / softness);
        nearer = cells;
    }
    return softness * log2(sum);
}

/* The largest smooth minimum, raised: no sum is less than the weight of the nearest point alone. */
static double largest_smooth(uint32_t metric, uint32_t axes, double jitter, double softness)
{
    bool is_squared = metric == SCREE_KERNEL_METRIC_SQUARED;
    double first = scree_cellular_largest(is_squared ? SCREE_KERNEL_METRIC_EUCLIDEAN : metric, axes, 1, jitter);
    double weight = pow(1.0 - pow(first / seen_distance(metric, axes), 8.0), 2.0);
    double largest = first - softness * log2(weight) + smooth_rise(metric, axes, softness);
    return is_squared ? largest * largest : largest;
}

/* The largest offset along an axis where a distance is largest: a share has no more of it than all. */
static double largest_offset(uint32_t metric, double first)
{
    switch (metric) {
    case SCREE_KERNEL_METRIC_SQUARED:
        return sqrt(first);
    case SCREE_KERNEL_METRIC_HYBRID:
        return sqrt(first + 0.25) - 0.5;
    default:
        return first;
    }
}

/* The largest value of an output before it is scaled. */
static double largest_output(uint32_t metric, uint32_t feature, double jitter, double softness, uint32_t axes)
{
    double first = scree_cellular_largest(metric, axes, 1, jitter);
    double second = scree_cellular_largest(metric, axes, 2, jitter);
    switch (feature) {
    case SCREE_KERNEL_FEATURE_F1:
        return softness > 0.0 ? largest_smooth(metric, axes, jitter, softness) : first;
    case SCREE_KERNEL_FEATURE_F2:
    case SCREE_KERNEL_FEATURE_F2_MINUS_F1:
        return second;
    case SCREE_KERNEL_FEATURE_F3:
        return scree_cellular_largest(metric, axes, 3, jitter);
    case SCREE_KERNEL_FEATURE_F1_TIMES_F2:
        return first * second;
    case SCREE_KERNEL_FEATURE_BORDER:
        return (first + second) / 3.0;
    default:
        return largest_offset(metric, first);
    }
}

scree_site_options scree_cellular_options_make(uint32_t metric, uint32_t feature, double jitter, double smoothness,
                                               uint32_t axes)
{
    double scale = feature >= SCREE_KERNEL_FEATURE_OFFSET ? 1.0 : 2.0;
    double softness = smoothness / 4.0;
    double seen = seen_distance(metric, axes);
    const scree_cellular_options options = {
        .metric = metric,
        .feature = feature,
        .jitter_step = (float)(jitter * 0x1p-16),
        .jitter_start = (float)(0.5 - jitter * (0.5 - 0x1p-17)),
        .scale = (float)(scale / largest_output(metric, feature, jitter, softness, axes)),
        .rise = softness > 0.0 ? (float)smooth_rise(metric, axes, softness) : 0.0f,
        .softness = (float)softness,
        .sharpness = softness > 0.0 ? (float)(1.0 / softness) : 0.0f,
        .window = (float)(1.0 / (seen * seen))};
    scree_site_options words = {.word = {0}};
    memcpy(words.word, &options, sizeof options);
    return words;
}
