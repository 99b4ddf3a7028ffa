/*
 * The map that gives values another distribution: linear between some of their quantiles. A table has the quantiles in
 * ascending order, the outputs there, and the slopes between them.
 */
#ifndef SCREE_KERNELS_DISTRIBUTION_H
#define SCREE_KERNELS_DISTRIBUTION_H

#include "portable.h"

/* The intervals between quantiles, a power of two. */
#define SCREE_DISTRIBUTION_STEPS 256u
#define SCREE_DISTRIBUTION_OUTPUTS (SCREE_DISTRIBUTION_STEPS + 1u)
#define SCREE_DISTRIBUTION_SLOPES (2u * SCREE_DISTRIBUTION_STEPS + 2u)
/* Words of a table, a multiple of four. */
#define SCREE_DISTRIBUTION_WORDS (3u * SCREE_DISTRIBUTION_STEPS + 4u)

SCREE_STRUCT(scree_distributed)
{
    scree_f32 value;
    scree_f32 slope; /* The derivative of the map: 0 beyond the first quantile and the last. */
};

/* The interval of a value: that of the last quantile that is not above it. */
SCREE_FN scree_u32 scree_distribution_step(const scree_table table, const scree_f32 value)
{
    scree_u32 step = scree_u32_from_index(0u);
    SCREE_UNROLL_AHEAD
    for (scree_index half_steps = SCREE_DISTRIBUTION_STEPS / 2u; half_steps > 0u; half_steps /= 2u) {
        scree_u32 next = step + half_steps;
        step = scree_select_less_words(value, scree_table_f32(table, next), step, next);
    }
    return step;
}

SCREE_FN scree_distributed scree_distribution_map(const scree_table table, const scree_f32 value)
{
    const scree_u32 step = scree_distribution_step(table, value);
    const scree_f32 quantile = scree_table_f32(table, step);
    const scree_f32 low = scree_table_f32(table, step + SCREE_DISTRIBUTION_OUTPUTS);
    const scree_f32 high = scree_table_f32(table, step + (SCREE_DISTRIBUTION_OUTPUTS + 1u));
    const scree_f32 slope = scree_table_f32(table, step + SCREE_DISTRIBUTION_SLOPES);
    const scree_f32 last = scree_table_f32(table, scree_u32_from_index(SCREE_DISTRIBUTION_STEPS));
    const scree_f32 none = scree_f32_from_bits(scree_bits_from_f32(slope) & 0u);
    scree_distributed distributed;
    distributed.slope = scree_select_less(value, quantile, none, scree_select_less(last, value, none, slope));
    scree_f32 mapped = low + (value - quantile) * slope;
    mapped = scree_select_less(mapped, low, low, mapped);
    distributed.value = scree_select_less(high, mapped, high, mapped);
    return distributed;
}

#endif
