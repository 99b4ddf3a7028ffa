// Warped fields at points, which are placed here from their coordinates. One thread for each point.
#version 450
#extension GL_GOOGLE_include_directive : require
#define HAS_WARP
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "site_table.h"
#include "point_coordinates.glsl"

scree_site_point point;

scree_site_sums site_sums(uint table, uint octave)
{
    scree_site_sums sums;
    if (scree_site_table_is_near(table, octave, point)) {
        sums = scree_site_table_near_sums(table, octave, AXES, point);
    } else {
        sums = scree_site_table_far_sums(table, octave, AXES, point);
    }
    return sums;
}

#include "warp_sum.glsl"

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
    point = scree_site_point_start();
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        scree_pair bits = coordinate_bits(axis, i);
        point = scree_site_point_with(point, axis, magnitude_from_bits(bits), sign_of_bits(bits));
    }
    start_warped(i);
    if (push.adds != 0u) {
        field_state.sum = values[push.first_value + i];
    }
    add_warped_octaves();
    if (push.components != 0u) {
        store_displacement(i);
    } else {
        values[push.first_value + i] = field_state.sum;
    }
    check_watchdog();
}
