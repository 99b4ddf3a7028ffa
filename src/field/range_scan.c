#include "range_scan.h"

/* Values at a time: each place of a group has a least and a greatest of its own, so that vectors of them are one. */
#define GROUP 64

static void widen(float value, float *least, float *greatest)
{
    *least = value < *least ? value : *least;
    *greatest = value > *greatest ? value : *greatest;
}

void scree_range_scan(const float *values, uint64_t count, scree_range *range)
{
    float least[GROUP];
    float greatest[GROUP];
    if (count == 0) {
        return;
    }
    for (int i = 0; i < GROUP; i++) {
        least[i] = values[0];
        greatest[i] = values[0];
    }
    uint64_t first = 0;
    for (; first + GROUP <= count; first += GROUP) {
        for (int i = 0; i < GROUP; i++) {
            widen(values[first + (uint64_t)i], &least[i], &greatest[i]);
        }
    }
    for (; first < count; first++) {
        widen(values[first], &least[0], &greatest[0]);
    }
    for (int i = 0; i < GROUP; i++) {
        scree_range_widen(range, least[i], greatest[i]);
    }
}
