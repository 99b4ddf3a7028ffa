// Points that are located here, from their coordinates, and evaluated. One thread for each point.
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "noise/locate.h"
#include "point_coordinates.glsl"
#include "cell_sum.glsl"

scree_pair pair_at(const uint word)
{
    return scree_pair(scree_table_words[word], scree_table_words[word + 1u]);
}

uint octave_rule_at(const uint octave)
{
    return push.rules + octave * (POINT_OCTAVE_WORDS + AXES * POINT_AXIS_WORDS);
}

scree_location_octave octave_rule(const uint octave)
{
    uint word = octave_rule_at(octave);
    return scree_location_octave(scree_table_words[word], pair_at(word + 1u), scree_table_words[word + 3u]);
}

scree_location_axis axis_rule(const uint octave, const uint axis)
{
    uint word = octave_rule_at(octave) + POINT_OCTAVE_WORDS + axis * POINT_AXIS_WORDS;
    return scree_location_axis(scree_table_words[word], pair_at(word + 1u), pair_at(word + 3u), pair_at(word + 5u),
                               pair_at(word + 7u));
}

void main()
{
    uint i = point_number();
    if (i >= push.points) {
        return;
    }
#if defined(SCREE_WITHOUT_FLOAT64)
    const bool is_fast = false;
#else
    double coordinate[8];
    bool is_fast = true;
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        scree_pair bits = coordinate_bits(axis, i);
        scree_pair magnitude = magnitude_from_bits(bits);
        is_fast = is_fast && magnitude.high < push.fast_limit;
        coordinate[axis] = scree_f64_from_bits(magnitude.high | sign_of_bits(bits), magnitude.low);
    }
#endif
    uint far_axis = is_fast ? AXES : find_far_axis(i);
    if (far_axis < AXES) {
        refuse_point(i, far_axis);
        return;
    }
    octave_sum sum = start_sum(value_index(i), push.adds != 0u);
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        scree_location_octave rule = octave_rule(octave);
        scree_cell cell;
        [[unroll]]
        for (uint axis = 0u; axis < AXES; axis++) {
            scree_location location;
#if !defined(SCREE_WITHOUT_FLOAT64)
            if (is_fast) {
                location = scree_locate_fast(coordinate[axis], rule, axis_rule(octave, axis), FADE, HASH);
            } else
#endif
            {
                location = scree_locate_exact(coordinate_from_bits(coordinate_bits(axis, i)), rule,
                                              axis_rule(octave, axis), FADE, HASH);
            }
            cell.fraction[axis] = location.fraction;
            cell.fraction1[axis] = location.fraction1;
            cell.fade[axis] = location.fade;
            cell.key0[axis] = location.key0;
            cell.key1[axis] = location.key1;
        }
        sum = add_cell(sum, push.fractal, cell, octave);
    }
    store_sum(value_index(i), sum);
    check_watchdog();
}
