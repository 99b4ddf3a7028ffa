// Warped fields on a grid. A thread makes one sample or, of usual fields, some rows of a column, which share what
// tables say of an octave.
#define HAS_WARP
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "grid_samples.glsl"
#include "noise/site_table.h"

layout(constant_id = CONSTANT_IS_USUAL) const uint IS_USUAL = 0u;

const uint ROWS = IS_USUAL != 0u ? WARP_ROWS(AXES) : 1u;

scree_site_index entry;

// Rows past the end are those of the last one.
uint row_of(const uint row)
{
    return min(gl_WorkGroupID.y * ROWS + row, push.rows - 1u);
}

scree_site_sums site_sums(const uint table, const uint octave, const uint row, const bool is_straight)
{
    return scree_site_table_sums(table, octave, AXES, entry, row, is_straight);
}

#include "warp_sum.glsl"

void main()
{
    // Threads past the end take part, because all threads are needed to find the range, but write nothing.
    uint x = min(gl_GlobalInvocationID.x, push.width - 1u);
    uint plane = push.first_plane + gl_WorkGroupID.z;
    uint first_index = push.first_value + gl_WorkGroupID.z * push.plane_stride + x * CHANNELS;
    bool is_sample[ROWS];
    entry = scree_site_table_index(push.tables, AXES, x, gl_WorkGroupID.y * ROWS, plane);
    [[unroll]]
    for (uint row = 0u; row < ROWS; row++) {
        is_sample[row] = gl_GlobalInvocationID.x < push.width && gl_WorkGroupID.y * ROWS + row < push.rows;
        start_warped(row, (plane * push.rows + row_of(row)) * push.width + x,
                     first_index + row_of(row) * push.row_stride, push.adds != 0u && is_sample[row]);
    }
    add_warped_octaves();
    float least = uintBitsToFloat(RANGE_EMPTY_MIN);
    float greatest = uintBitsToFloat(RANGE_EMPTY_MAX);
    [[unroll]]
    for (uint row = 0u; row < ROWS; row++) {
        if (is_sample[row]) {
            store_warped(row, (plane * push.rows + row_of(row)) * push.width + x,
                         first_index + row_of(row) * push.row_stride);
            least = min(least, first_of_sum(field_sum[row]));
            greatest = max(greatest, first_of_sum(field_sum[row]));
        }
    }
    if (push.finds_range != 0u) {
        widen_range(least, greatest);
    }
    check_watchdog();
}
