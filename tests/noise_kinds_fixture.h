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

/* Fractal number `draw`, modulo their count. */
static inline scree_fractal fixture_fractal(uint64_t draw)
{
    uint32_t count = 0;
    while (scree_fractal_name((scree_fractal)count) != NULL) {
        count++;
    }
    return (scree_fractal)(draw % count);
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

/* Kind number `draw`, modulo their count, among those that are made in so many axes. */
static inline scree_noise_kind fixture_kind_of_axes(uint64_t draw, uint32_t axes)
{
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < fixture_kind_count(); kind++) {
        count += fixture_kind_has_axes((scree_noise_kind)kind, axes);
    }
    uint32_t left = (uint32_t)(draw % count);
    uint32_t kind = 0;
    while (!fixture_kind_has_axes((scree_noise_kind)kind, axes) || left-- > 0) {
        kind++;
    }
    return (scree_noise_kind)kind;
}

/* A period whose multiples stay below 2^32 cells in all octaves that tests ask for. */
#define FIXTURE_MOST_SITE_PERIOD ((uint64_t)1 << 20)

/* Takes back what parameters ask of their kind that it does not permit. */
static inline void fixture_permit(scree_noise_params *params)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(params->kind);
    bool has_sites = info->has_sites || params->octave_rotation;
    params->hash = has_sites ? SCREE_HASH_SCREE : params->hash;
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        bool is_short = params->period[axis] != 0 && params->period[axis] < info->min_period;
        bool is_long = has_sites && params->period[axis] > FIXTURE_MOST_SITE_PERIOD;
        params->period[axis] = info->min_period == 0 || params->octave_rotation ? 0
                               : is_short                                       ? info->min_period
                               : is_long                                        ? FIXTURE_MOST_SITE_PERIOD
                                                                                : params->period[axis];
    }
}

/* Whether a kind permits what parameters ask of it. */
static inline bool fixture_permits(scree_noise_params params)
{
    scree_noise_params permitted = params;
    fixture_permit(&permitted);
    bool permits = permitted.hash == params.hash;
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        permits = permits && permitted.period[axis] == params.period[axis];
    }
    return permits;
}

#endif
