// Points in the lattices of kinds of sites: their coordinates, and their positions in an octave.
#include "noise/site_table.h"
#include "point_coordinates.glsl"

scree_site_point load_site_point(const uint i)
{
    scree_site_point point = scree_site_point_start();
    [[unroll]]
    for (uint axis = 0u; axis < AXES; axis++) {
        scree_pair bits = coordinate_bits(axis, i);
        point = scree_site_point_with(point, axis, magnitude_from_bits(bits), sign_of_bits(bits), IS_WIDE == 0u);
    }
    return point;
}

// The first axis along which such a point is beyond the limits of positions; AXES if there is none.
uint find_far_axis_of(const scree_site_point point, const uint i)
{
    uint far_axis = AXES;
    if (point.highest >= push.limit_high) {
        far_axis = find_far_axis(i);
    }
    return far_axis;
}

// Locates a point by the tables of the field, or of a component of a warp.
scree_site_sums locate_site(const uint table, const uint octave, const scree_site_point point)
{
    scree_site_sums sums;
    if (scree_site_table_is_fast(table, octave, point)) {
        sums = scree_site_table_fast_sums(table, octave, AXES, point, IS_WIDE == 0u);
    } else {
        sums = scree_site_table_exact_sums(table, octave, AXES, point);
    }
    return sums;
}
