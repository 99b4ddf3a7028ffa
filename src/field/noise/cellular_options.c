#include "cellular_options.h"

#include <math.h>

#include "cellular.h"

/*
 * The bound of a rank at a fraction f from 0 to 1/2. Of the k cells that it is made of, `own` axes have the nearer side
 * and `far` the farther one; the others, on which the fraction is 0, have both alike.
 */
static double bound_at(uint32_t metric, double even, double nearer, double farther, const double sides[3])
{
    switch (metric) {
    case SCREE_KERNEL_METRIC_MANHATTAN:
        return even * sides[0] + nearer * sides[1] + farther * sides[2];
    case SCREE_KERNEL_METRIC_CHEBYSHEV:
        return fmax(farther > 0.0 ? sides[2] : 0.0, even > 0.0 ? sides[0] : sides[1]);
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

/* The largest value of an output before it is scaled. */
static double largest_output(uint32_t metric, uint32_t wanted, double jitter, uint32_t axes)
{
    double first = scree_cellular_largest(metric, axes, 1, jitter);
    double second = scree_cellular_largest(metric, axes, 2, jitter);
    switch (wanted) {
    case SCREE_KERNEL_CELLULAR_F1:
        return first;
    case SCREE_KERNEL_CELLULAR_F2:
    case SCREE_KERNEL_CELLULAR_F2_MINUS_F1:
        return second;
    case SCREE_KERNEL_CELLULAR_F3:
        return scree_cellular_largest(metric, axes, 3, jitter);
    case SCREE_KERNEL_CELLULAR_F1_TIMES_F2:
        return first * second;
    case SCREE_KERNEL_CELLULAR_BORDER:
        return (first + second) / 3.0;
    default: /* Offsets, which have no squares. */
        return metric == SCREE_KERNEL_METRIC_SQUARED ? sqrt(first) : first;
    }
}

scree_cellular_options scree_cellular_options_make(uint32_t metric, uint32_t wanted, double jitter, double smoothness,
                                                   uint32_t axes)
{
    double scale = wanted >= SCREE_KERNEL_CELLULAR_OFFSET ? 1.0 : 2.0;
    double first = scree_cellular_largest(metric, axes, 1, jitter);
    double seen = (double)scree_cellular_last_ring(axes, metric, SCREE_CELLULAR_WEIGHTS);
    return (scree_cellular_options){.metric = metric,
                                    .wanted = wanted,
                                    .jitter_step = (float)(jitter * 0x1p-16),
                                    .jitter_start = (float)(0.5 - jitter * (0.5 - 0x1p-17)),
                                    .scale = (float)(scale / largest_output(metric, wanted, jitter, axes)),
                                    .largest = (float)(metric == SCREE_KERNEL_METRIC_SQUARED ? sqrt(first) : first),
                                    .softness = (float)(smoothness / 4.0),
                                    .sharpness = smoothness > 0.0 ? (float)(4.0 / smoothness) : 0.0f,
                                    .window = (float)(1.0 / (seen * seen))};
}
