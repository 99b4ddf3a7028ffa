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
static inline scree_noise_fractal fixture_fractal(uint64_t draw)
{
    uint32_t count = 0;
    while (scree_noise_fractal_name((scree_noise_fractal)count) != NULL) {
        count++;
    }
    return (scree_noise_fractal)(draw % count);
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

/* The longest period of the first octave that a kind permits in all octaves; 0 where it permits none. */
static inline uint64_t fixture_longest_period(const scree_noise_params *params)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(params->kind);
    const double lacunarity = params->lacunarity == 0.0 ? 2.0 : params->lacunarity;
    double longest = (double)info->max_period;
    for (uint32_t o = 1; o < params->octaves && lacunarity > 1.0; o++) {
        longest /= lacunarity;
    }
    return longest < (double)info->min_period ? 0 : (uint64_t)longest;
}

/* Takes back what parameters ask of their kind that it does not permit. */
static inline void fixture_permit(scree_noise_params *params)
{
    const scree_noise_kind_info *info = scree_noise_kind_describe(params->kind);
    const bool has_sites = info->has_sites || params->has_octave_rotation;
    const uint64_t longest = params->has_octave_rotation ? 0 : has_sites ? fixture_longest_period(params) : UINT64_MAX;
    params->hash = has_sites ? SCREE_NOISE_HASH_SCREE : params->hash;
    for (uint32_t axis = 0; axis < SCREE_MAX_AXES; axis++) {
        uint64_t *period = &params->period[axis];
        if (longest == 0) {
            *period = 0;
        } else if (*period != 0) {
            *period = *period < info->min_period ? info->min_period : *period > longest ? longest : *period;
        }
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
