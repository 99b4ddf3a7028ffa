// Kinds of sites at points, which are placed here from their coordinates. One thread for each point.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "site_value.glsl"
#include "point_coordinates.glsl"

void main()
{
    uint i = point_number();
    if (i >= push.points) {
        return;
    }
    uint far_axis = find_far_axis(i);
    if (far_axis < AXES) {
        refuse_point(i, far_axis);
        return;
    }
    scree_site_point point = scree_site_point_start();
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        scree_pair bits = coordinate_bits(axis, i);
        point = scree_site_point_with(point, axis, magnitude_from_bits(bits), sign_of_bits(bits));
    }
    scree_fractal_state state = scree_fractal_start();
    scree_fractal_options options = fractal_options_at(SCREE_SITE_TABLE_FRACTAL);
    if (push.adds != 0u) {
        state.sum = values[push.first_value + i];
    }
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        scree_site_sums sums;
        if (scree_site_table_is_near(0u, octave, point)) {
            sums = scree_site_table_near_sums(0u, octave, AXES, point);
        } else {
            sums = scree_site_table_far_sums(0u, octave, AXES, point);
        }
        float value = site_value(0u, scree_site_table_site_at(0u, octave, AXES, sums), octave);
        state = scree_fractal_add(state, fractal_or_fbm(push.fractal), value, scree_site_weight(0u, octave), options);
    }
    values[push.first_value + i] = state.sum;
    check_watchdog();
}
