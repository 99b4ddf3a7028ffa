#include "point_rules.h"

/* Cells of points on the fast path: with those beside them they fit a signed word. */
#define FAST_LOG 30

static scree_pair pair_of(uint64_t value)
{
    return (scree_pair){.low = (scree_index)value, .high = (scree_index)(value >> 32)};
}

static uint64_t bits_of(double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

scree_location_octave scree_location_factor(double frequency)
{
    uint64_t bits = bits_of(frequency);
    uint32_t field = (uint32_t)(bits >> 52) & 0x7ffu;
    uint64_t mantissa = (bits & 0xfffffffffffff) | (field != 0 ? (uint64_t)1 << 52 : 0);
    return (scree_location_octave){.frequency_high = (uint32_t)(bits >> 32),
                                   .frequency = pair_of(mantissa),
                                   .exponent = (field != 0 ? field : 1) - 1075u};
}

scree_location_axis scree_location_axis_rule(const scree_axis_stream *stream, double shift)
{
    return (scree_location_axis){
        .shift = (uint32_t)(shift * 0x1p32),
        .stream = pair_of(stream->stream),
        .key_step = pair_of(scree_axis_key_upper(stream, 0)),
        .key_step_below = pair_of(scree_axis_key_upper(stream, UINT32_MAX)),
        .period = pair_of(stream->period),
    };
}

void scree_point_rules_make(scree_point_rules *rules, const scree_plan *plan)
{
    uint32_t highest = 0; /* The upper word of a power of two is its exponent. */
    bool has_fast_path = scree_plan_is_simple(plan);
    for (uint32_t o = 0; o < plan->octaves; o++) {
        const scree_plan_octave *octave = &plan->octave[o];
        rules->octave[o] = scree_location_factor(octave->along[0]);
        has_fast_path = has_fast_path && octave->along[0] >= 1.0;
        highest = rules->octave[o].frequency_high > highest ? rules->octave[o].frequency_high : highest;
        for (uint32_t axis = 0; axis < plan->axes; axis++) {
            rules->axis[o][axis] = scree_location_axis_rule(&octave->axis[axis].stream, octave->shift[axis]);
        }
    }
    rules->fast_limit = has_fast_path ? ((2u * 1023u + FAST_LOG) << 20) - highest : 0;
    rules->limit = pair_of(bits_of(scree_plan_point_limit(plan)));
}

void scree_point_rules_write(const scree_point_rules *rules, const scree_plan *plan, uint32_t *words)
{
    for (uint32_t o = 0; o < plan->octaves; o++, words += SCREE_POINT_RULE_WORDS(plan->axes)) {
        memcpy(words, &rules->octave[o], sizeof rules->octave[o]);
        memcpy(words + sizeof rules->octave[o] / sizeof *words, rules->axis[o], plan->axes * sizeof rules->axis[o][0]);
    }
}
