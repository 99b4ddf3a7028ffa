// Warped fields at points, which are located here from their coordinates. One thread for each point.
#define HAS_WARP
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "site_point.glsl"

layout(constant_id = CONSTANT_IS_USUAL) const uint IS_USUAL = 0u;

const uint ROWS = 1u;

scree_site_point point;

scree_site_sums site_sums(const uint table, const uint octave, const uint row, const bool is_straight)
{
    return locate_site(table, octave, point);
}

#include "warp_sum.glsl"

void main()
{
    uint i = point_number();
    if (i >= push.points) {
        return;
    }
    point = load_site_point(i);
    uint far_axis = find_far_axis_of(point, i);
    if (far_axis < AXES) {
        refuse_point(i, far_axis);
        return;
    }
    start_warped(0u, i, value_index(i), push.adds != 0u);
    add_warped_octaves();
    store_warped(0u, i, value_index(i));
    check_watchdog();
}
