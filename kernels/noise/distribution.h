/*
 * The map that gives values another distribution: linear between some of their quantiles. A table has the quantiles in
 * ascending order, the outputs there, the slopes between them, and a guide for looking up.
 */
#ifndef SCREE_KERNELS_DISTRIBUTION_H
#define SCREE_KERNELS_DISTRIBUTION_H

#include "base/portable.h"

/* The intervals between quantiles, and the buckets of values in which they are looked up. */
#define SCREE_DISTRIBUTION_STEPS 256u
#define SCREE_DISTRIBUTION_BUCKETS 512u
/* The first words of the parts of a table, behind the quantiles; a float and a whole number end it. */
#define SCREE_DISTRIBUTION_OUTPUTS (SCREE_DISTRIBUTION_STEPS + 1u)
#define SCREE_DISTRIBUTION_SLOPES (SCREE_DISTRIBUTION_OUTPUTS + SCREE_DISTRIBUTION_STEPS + 1u)
#define SCREE_DISTRIBUTION_GUIDE (SCREE_DISTRIBUTION_SLOPES + SCREE_DISTRIBUTION_STEPS)
#define SCREE_DISTRIBUTION_SCALE (SCREE_DISTRIBUTION_GUIDE + SCREE_DISTRIBUTION_BUCKETS)
#define SCREE_DISTRIBUTION_REACH (SCREE_DISTRIBUTION_SCALE + 1u)
/* Words of a table, a multiple of four. */
#define SCREE_DISTRIBUTION_WORDS (SCREE_DISTRIBUTION_REACH + 1u)

SCREE_STRUCT(scree_distributed)
{
    scree_f32 value;
    scree_f32 slope; /* The derivative of the map: 0 beyond the first quantile and the last. */
};

/* Buckets are equally wide, and a higher value is never in a lower one, however it was rounded. */
SCREE_FN scree_u32 scree_distribution_bucket(const scree_table table, const scree_f32 value)
{
    const scree_f32 first = scree_table_f32(table, scree_u32_from_index(0u));
    const scree_f32 scale = scree_table_f32(table, scree_u32_from_index(SCREE_DISTRIBUTION_SCALE));
    const scree_f32 last = scree_f32_from_u24(scree_u32_from_index(SCREE_DISTRIBUTION_BUCKETS - 1u));
    const scree_f32 none = scree_f32_from_bits(scree_bits_from_f32(scale) & 0u);
    scree_f32 bucket = (value - first) * scale;
    bucket = scree_select_less(bucket, none, none, bucket);
    bucket = scree_select_less(last, bucket, last, bucket);
    return scree_u32_from_f32(bucket);
}

/*
 * The interval of a value: that of the last quantile that is not above it. The guide has the last quantile of lower
 * buckets; how far the last one of a bucket is from there at most decides how often the rest is halved.
 */
SCREE_FN scree_u32 scree_distribution_step(const scree_table table, const scree_f32 value)
{
    const scree_u32 last = scree_u32_from_index(SCREE_DISTRIBUTION_STEPS - 1u);
    scree_u32 step = scree_table_u32(table, scree_distribution_bucket(table, value) + SCREE_DISTRIBUTION_GUIDE);
    for (scree_index reach = scree_table_word(table, SCREE_DISTRIBUTION_REACH); reach > 0u; reach /= 2u) {
        scree_u32 next = scree_minimum_u32(step + reach, last);
        step = scree_select_less_words(value, scree_table_f32(table, next), step, next);
    }
    return step;
}

/* Slopes are such that no interval rises above the output where the next begins. */
SCREE_FN scree_distributed scree_distribution_map(const scree_table table, const scree_f32 value)
{
    const scree_u32 step = scree_distribution_step(table, value);
    const scree_f32 quantile = scree_table_f32(table, step);
    const scree_f32 low = scree_table_f32(table, step + SCREE_DISTRIBUTION_OUTPUTS);
    const scree_f32 slope = scree_table_f32(table, step + SCREE_DISTRIBUTION_SLOPES);
    const scree_f32 last = scree_table_f32(table, scree_u32_from_index(SCREE_DISTRIBUTION_STEPS));
    const scree_f32 least = scree_table_f32(table, scree_u32_from_index(SCREE_DISTRIBUTION_OUTPUTS));
    const scree_f32 most = scree_table_f32(table, scree_u32_from_index(SCREE_DISTRIBUTION_SLOPES - 1u));
    const scree_f32 none = scree_f32_from_bits(scree_bits_from_f32(slope) & 0u);
    scree_distributed distributed;
    distributed.slope = scree_select_less(value, quantile, none, scree_select_less(last, value, none, slope));
    scree_f32 mapped = low + (value - quantile) * slope;
    mapped = scree_select_less(mapped, least, least, mapped);
    distributed.value = scree_select_less(most, mapped, most, mapped);
    return distributed;
}

#endif
