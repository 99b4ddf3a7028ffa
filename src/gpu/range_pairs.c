#include "range_pairs.h"

#include <string.h>

#include "range_scan.h"

void scree_range_pairs_clear(uint32_t *words, uint32_t count, uint32_t stride)
{
    memset(words, 0, (size_t)count * stride * sizeof *words);
    for (uint32_t i = 0; i < count; i++) {
        words[i * stride] = UINT32_MAX;
    }
}

static float from_ordered(uint32_t ordered)
{
    uint32_t bits = ordered ^ ((ordered >> 31) != 0 ? 0x80000000u : 0xffffffffu);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void scree_range_pairs_gather(const uint32_t *words, uint32_t count, uint32_t stride, scree_range *range)
{
    for (uint32_t i = 0; i < count; i++, words += stride) {
        if (words[0] > words[1]) {
            continue; /* No work group has used this pair. */
        }
        float minimum = from_ordered(words[0]);
        float maximum = from_ordered(words[1]);
        scree_range_widen(range, minimum, maximum);
    }
}
