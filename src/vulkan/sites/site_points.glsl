// Kinds of sites at points, which are located here from their coordinates. One thread for each point.
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "site_point.glsl"
#include "site_sum.glsl"

void main()
{
    uint i = point_number();
    if (i >= push.points) {
        return;
    }
    scree_site_point point = load_site_point(i);
    uint far_axis = find_far_axis_of(point, i);
    if (far_axis < AXES) {
        refuse_point(i, far_axis);
        return;
    }
    octave_sum sum = start_sum(value_index(i), push.adds != 0u);
    scree_fractal_options options = fractal_options_at(SCREE_SITE_TABLE_FRACTAL);
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        scree_site site = scree_site_table_site_at(0u, octave, AXES, locate_site(0u, octave, point));
        sum = add_site(sum, push.fractal, site, octave, options);
    }
    store_sum(value_index(i), sum);
    check_watchdog();
}
