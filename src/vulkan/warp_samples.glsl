// Warped fields on a grid: one thread for each sample.
#define HAS_WARP
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "grid_samples.glsl"
#include "site_table.h"

scree_site_index entry;

scree_site_sums site_sums(uint table, uint octave)
{
    return scree_site_table_sums(table, octave, AXES, entry);
}

#include "warp_sum.glsl"

void main()
{
    // Threads past the end take part, because all threads are needed to find the range, but write nothing.
    bool is_sample = gl_GlobalInvocationID.x < push.width;
    uint x = min(gl_GlobalInvocationID.x, push.width - 1u);
    uint y = gl_WorkGroupID.y;
    uint plane = push.first_plane + gl_WorkGroupID.z;
    uint index = push.first_value + gl_WorkGroupID.z * push.plane_stride + y * push.row_stride + x * CHANNELS;
    uint number = (plane * push.rows + y) * push.width + x;
    entry = scree_site_table_index(push.tables, AXES, x, y, plane);
    start_warped(number, index, push.adds != 0u && is_sample);
    add_warped_octaves();
    if (is_sample) {
        store_warped(number, index);
    }
    if (push.finds_range != 0u) {
        widen_range(is_sample ? first_of_sum(field_sum) : uintBitsToFloat(RANGE_EMPTY_MIN),
                    is_sample ? first_of_sum(field_sum) : uintBitsToFloat(RANGE_EMPTY_MAX));
    }
    check_watchdog();
}
