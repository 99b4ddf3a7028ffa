// Points that are placed here, from their coordinates, and evaluated. One thread for each point.
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "noise/place.h"
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

scree_place_octave octave_rule(const uint octave)
{
    uint word = octave_rule_at(octave);
    return scree_place_octave(scree_table_words[word], pair_at(word + 1u), scree_table_words[word + 3u]);
}

scree_place_axis axis_rule(const uint octave, const uint axis)
{
    uint word = octave_rule_at(octave) + POINT_OCTAVE_WORDS + axis * POINT_AXIS_WORDS;
    return scree_place_axis(scree_table_words[word], pair_at(word + 1u), pair_at(word + 3u), pair_at(word + 5u),
                            pair_at(word + 7u));
}

void main()
{
    uint i = point_number();
    if (i >= push.points) {
        return;
    }
#if defined(SCREE_WITHOUT_FLOAT64)
    const bool is_near = false;
#else
    double near[8];
    bool is_near = true;
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        scree_pair bits = coordinate_bits(axis, i);
        scree_pair magnitude = magnitude_from_bits(bits);
        is_near = is_near && magnitude.high < push.near_limit;
        near[axis] = scree_f64_from_bits(magnitude.high | sign_of_bits(bits), magnitude.low);
    }
#endif
    uint far_axis = is_near ? AXES : find_far_axis(i);
    if (far_axis < AXES) {
        refuse_point(i, far_axis);
        return;
    }
    octave_sum sum = start_sum(value_index(i), push.adds != 0u);
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        scree_place_octave rule = octave_rule(octave);
        scree_cell cell;
        [[unroll]]
        for (uint axis = 0u; axis < AXES; axis++) {
            scree_place place;
#if !defined(SCREE_WITHOUT_FLOAT64)
            if (is_near) {
                place = scree_place_near(near[axis], rule, axis_rule(octave, axis), FADE, HASH);
            } else
#endif
            {
                place = scree_place_far(coordinate_from_bits(coordinate_bits(axis, i)), rule, axis_rule(octave, axis),
                                        FADE, HASH);
            }
            cell.fraction[axis] = place.fraction;
            cell.fraction1[axis] = place.fraction1;
            cell.fade[axis] = place.fade;
            cell.key0[axis] = place.key0;
            cell.key1[axis] = place.key1;
        }
        sum = add_cell(sum, push.fractal, cell, octave);
    }
    store_sum(value_index(i), sum);
    check_watchdog();
}
