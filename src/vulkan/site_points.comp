// Kinds of sites at points, which are placed here from their coordinates. One thread for each point.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "site_value.glsl"
#include "site_point.glsl"

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
    scree_site_point point = load_site_point(i);
    scree_fractal_state state = scree_fractal_start();
    scree_fractal_options options = fractal_options_at(SCREE_SITE_TABLE_FRACTAL);
    if (push.adds != 0u) {
        state.sum = values[push.first_value + i];
    }
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        scree_site site = scree_site_table_site_at(0u, octave, AXES, place_site(0u, octave, point));
        float value = site_value(0u, site, octave);
        state = scree_fractal_add(state, fractal_or_fbm(push.fractal), value, scree_site_weight(0u, octave), options);
    }
    values[push.first_value + i] = state.sum;
    check_watchdog();
}
