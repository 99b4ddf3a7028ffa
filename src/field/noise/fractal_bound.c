#include "fractal_bound.h"

#include <stdbool.h>

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double greatest(double a, double b)
{
    return a > b ? a : b;
}

static scree_interval hull(scree_interval a, scree_interval b)
{
    return (scree_interval){least(a.low, b.low), greatest(a.high, b.high)};
}

static scree_interval add(scree_interval a, scree_interval b)
{
    return (scree_interval){a.low + b.low, a.high + b.high};
}

static scree_interval multiply(scree_interval a, scree_interval b)
{
    return (scree_interval){
        least(least(a.low * b.low, a.low * b.high), least(a.high * b.low, a.high * b.high)),
        greatest(greatest(a.low * b.low, a.low * b.high), greatest(a.high * b.low, a.high * b.high))};
}

static scree_interval scale(scree_interval a, double factor)
{
    return multiply(a, (scree_interval){factor, factor});
}

static scree_interval square(scree_interval a)
{
    const double low = a.low * a.low;
    const double high = a.high * a.high;
    const bool has_zero = a.low <= 0.0 && a.high >= 0.0;
    return (scree_interval){has_zero ? 0.0 : least(low, high), greatest(low, high)};
}

/* Factors are at most 1, and small ones become zero. */
static scree_interval make_factor(scree_interval a)
{
    const scree_interval limited = {least(a.low, 1.0), least(a.high, 1.0)};
    return hull(limited, (scree_interval){0.0, 0.0});
}

scree_fractal_bound scree_fractal_bound_start(void)
{
    return (scree_fractal_bound){.factor = {1.0, 1.0}};
}

static scree_fractal_bound add_hybrid(const scree_fractal_bound *before, scree_interval raised, double weight)
{
    const scree_interval added = multiply(before->factor, scale(raised, weight));
    return (scree_fractal_bound){.sum = add(before->sum, added), .factor = make_factor(added)};
}

static scree_fractal_bound add_ridge(const scree_fractal_bound *before, scree_interval ridge, double weight,
                                     double gain)
{
    const scree_interval signal = multiply(square(ridge), before->factor);
    return (scree_fractal_bound){.sum = add(before->sum, scale(signal, weight)),
                                 .factor = make_factor(scale(signal, gain))};
}

/* After the first octave, whose factor is 1, the factor is the sum, or zero in place of a small one. */
static scree_fractal_bound add_terrain(const scree_fractal_bound *before, scree_interval raised, double weight)
{
    const bool is_first = before->factor.low > 0.0;
    const scree_interval signal = scale(raised, weight);
    const scree_interval grown = multiply(before->sum, add(signal, (scree_interval){1.0, 1.0}));
    const scree_interval sum = is_first ? signal : hull(before->sum, grown);
    return (scree_fractal_bound){.sum = sum, .factor = hull(sum, (scree_interval){0.0, 0.0})};
}

scree_fractal_bound scree_fractal_bound_add(const scree_fractal_bound *before, const scree_noise_params *params,
                                            double weight, double bound)
{
    const double offset = params->musgrave.offset;
    const scree_interval raised = {offset - bound, offset + bound};
    switch (params->fractal) {
    case SCREE_NOISE_FRACTAL_HYBRID:
        return add_hybrid(before, raised, weight);
    case SCREE_NOISE_FRACTAL_RIDGED_MULTIFRACTAL:
        return add_ridge(before, (scree_interval){offset - bound, offset}, weight, params->musgrave.gain);
    default:
        return add_terrain(before, raised, weight);
    }
}
