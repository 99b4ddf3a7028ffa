/* The kinds of noise, for tests that hold for every one of them, also for those that are added later. */
#ifndef SCREE_TEST_NOISE_KINDS_FIXTURE_H
#define SCREE_TEST_NOISE_KINDS_FIXTURE_H

#include <scree/noise.h>

static inline uint32_t fixture_kind_count(void)
{
    uint32_t count = 0;
    while (scree_noise_kind_describe((scree_noise_kind)count) != NULL) {
        count++;
    }
    return count;
}

/* Kind number `draw`, modulo their count. */
static inline scree_noise_kind fixture_kind(uint64_t draw)
{
    return (scree_noise_kind)(draw % fixture_kind_count());
}

/* Whether a kind is made in so many axes. */
static inline bool fixture_kind_has_axes(scree_noise_kind kind, uint32_t axes)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(kind);
    return axes >= info->min_axes && axes <= info->max_axes;
}

#endif
