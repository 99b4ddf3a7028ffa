#include "range_scan.h"

/* Values in a group. Each position has its own minimum and maximum, so that the compiler vectorises over the group. */
#define GROUP 64

static void widen(float value, float *minimum, float *maximum)
{
    *minimum = value < *minimum ? value : *minimum;
    *maximum = value > *maximum ? value : *maximum;
}

void scree_range_scan(const float *values, uint64_t count, scree_range *range)
{
    float minimum[GROUP];
    float maximum[GROUP];
    if (count == 0) {
        return;
    }
    for (int i = 0; i < GROUP; i++) {
        minimum[i] = values[0];
        maximum[i] = values[0];
    }
    uint64_t first = 0;
    for (; first + GROUP <= count; first += GROUP) {
        for (int i = 0; i < GROUP; i++) {
            widen(values[first + (uint64_t)i], &minimum[i], &maximum[i]);
        }
    }
    for (; first < count; first++) {
        widen(values[first], &minimum[0], &maximum[0]);
    }
    for (int i = 0; i < GROUP; i++) {
        scree_range_widen(range, minimum[i], maximum[i]);
    }
}
