/* The minimum and the maximum of many floats. */
#ifndef SCREE_RANGE_SCAN_H
#define SCREE_RANGE_SCAN_H

#include <stdint.h>
#include <string.h>

#include <scree/noise.h>

/* The reverse of scree_ordered_from_one() (kernels/base/range.h). */
static inline float scree_one_from_ordered(uint32_t ordered)
{
    const uint32_t bits = ordered ^ ((ordered >> 31) != 0 ? 0x80000000u : UINT32_MAX);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Widens a range by another one; one of +infinity to -infinity widens nothing. */
static inline void scree_range_widen(scree_range *range, float minimum, float maximum)
{
    range->minimum = minimum < range->minimum ? minimum : range->minimum;
    range->maximum = maximum > range->maximum ? maximum : range->maximum;
}

/* Widens a range by `count` values, none of them NaN. */
void scree_range_scan(const float *values, uint64_t count, scree_range *range);

#endif
