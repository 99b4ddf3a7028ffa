#include "fractal_bound.h"

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double greatest(double a, double b)
{
    return a > b ? a : b;
}

scree_interval scree_interval_hull(scree_interval a, scree_interval b)
{
    return (scree_interval){least(a.low, b.low), greatest(a.high, b.high)};
}

scree_interval scree_interval_add(scree_interval a, scree_interval b)
{
    return (scree_interval){a.low + b.low, a.high + b.high};
}

scree_interval scree_interval_multiply(scree_interval a, scree_interval b)
{
    return (scree_interval){
        least(least(a.low * b.low, a.low * b.high), least(a.high * b.low, a.high * b.high)),
        greatest(greatest(a.low * b.low, a.low * b.high), greatest(a.high * b.low, a.high * b.high))};
}

scree_interval scree_interval_scale(scree_interval a, double factor)
{
    return scree_interval_multiply(a, (scree_interval){factor, factor});
}

scree_interval scree_interval_square(scree_interval a)
{
    const double low = a.low * a.low;
    const double high = a.high * a.high;
    const bool has_zero = a.low <= 0.0 && a.high >= 0.0;
    return (scree_interval){has_zero ? 0.0 : least(low, high), greatest(low, high)};
}

scree_interval scree_interval_factor(scree_interval a)
{
    const scree_interval limited = {least(a.low, 1.0), least(a.high, 1.0)};
    return scree_interval_hull(limited, (scree_interval){0.0, 0.0});
}
