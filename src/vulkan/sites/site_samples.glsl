// Kinds of sites on a grid: one thread for each sample.
#include "noise_tables.glsl"
#include "loop_watchdog.glsl"
#include "grid_samples.glsl"
#include "site_sum.glsl"

void main()
{
    // Threads past the end take part, because all threads are needed to find the range, but write nothing.
    bool is_sample = gl_GlobalInvocationID.x < push.width;
    uint x = min(gl_GlobalInvocationID.x, push.width - 1u);
    uint y = gl_WorkGroupID.y;
    uint index = push.first_value + gl_WorkGroupID.z * push.plane_stride + y * push.row_stride + x * CHANNELS;
    scree_site_index entry = scree_site_table_index(0u, AXES, x, y, push.first_plane + gl_WorkGroupID.z);
    scree_fractal_options options = fractal_options_at(SCREE_SITE_TABLE_FRACTAL);
    octave_sum sum = start_sum(index, push.adds != 0u && is_sample);
    for (uint o = 0u; o < push.octaves; o++) {
        uint octave = push.first_octave + o;
        sum = add_site(sum, push.fractal, scree_site_table_site(0u, octave, AXES, entry), octave, options);
    }
    if (is_sample) {
        store_sum(index, sum);
    }
    if (push.finds_range != 0u) {
        widen_range(is_sample ? first_of_sum(sum) : uintBitsToFloat(RANGE_EMPTY_MIN),
                    is_sample ? first_of_sum(sum) : uintBitsToFloat(RANGE_EMPTY_MAX));
    }
    check_watchdog();
}
