/* Every public struct, with the class that scree/context.h gives it, and its size (scripts/lint-structs). */
#include <scree/scree.h>

#include "fixture.h"

typedef struct row {
    const char *name;
    size_t known;
    size_t found;
} row;

#define END_OF(type, member) (offsetof(type, member) + sizeof((type *)0)->member)

/* clang-format off */
/* A value has its size for good. What grows keeps the members up to one that was once the last, which ends at a byte. */
#define VALUE(type, bytes) {#type, bytes, sizeof(type)}
#define GROWS(type, member, bytes) {#type, bytes, END_OF(type, member)}
#define LIBRARY(type, member, bytes) GROWS(type, member, bytes)

static const row rows[] = {
    VALUE(scree_camera, 72),
    GROWS(scree_context_params, reserved, 24),
    GROWS(scree_device_info, reserved, 408),
    GROWS(scree_device_params, threads, 16),
    GROWS(scree_distance_params, clip, 80),
    GROWS(scree_distance_samples_params, distance, 120),
    GROWS(scree_distance_source, occupancy, 32),
    VALUE(scree_distance_comparison, 40),
    LIBRARY(scree_launch_info, statistics, 376),
    LIBRARY(scree_explanation, launch, 104),
    LIBRARY(scree_node_info, seconds, 232),
    LIBRARY(scree_graph_explanation, seconds, 48),
    VALUE(scree_points, 152),
    LIBRARY(scree_format_info, joined, 80),
    GROWS(scree_writer_params, interrupted_user, 72),
    VALUE(scree_file_channel, 264),
    GROWS(scree_file_info, offset, 392),
    GROWS(scree_file_field_params, file, 160),
    GROWS(scree_values_params, values, 88),
    VALUE(scree_geometry, 240),
    LIBRARY(scree_op_info, elsewhere, 56),
    LIBRARY(scree_op_input_info, default_number, 24),
    VALUE(scree_op_operand, 16),
    GROWS(scree_op_params, input, 536),
    VALUE(scree_field_output, 40),
    GROWS(scree_outputs_params, output, 360),
    VALUE(scree_grid, 280),
    GROWS(scree_histogram_params, key, 136),
    GROWS(scree_histogram_info, drawn, 16),
    GROWS(scree_video_frames, turn, 24),
    GROWS(scree_samples_params, threshold, 152),
    GROWS(scree_samples, offset, 664),
    VALUE(scree_buffer_points, 160),
    GROWS(scree_job_status, device_seconds, 40),
    GROWS(scree_job_span, end, 40),
    VALUE(scree_noise_lattice, 16),
    VALUE(scree_noise_cellular, 56),
    VALUE(scree_noise_stripes, 32),
    VALUE(scree_noise_rivers, 32),
    VALUE(scree_noise_gabor, 64),
    VALUE(scree_noise_ping_pong, 16),
    VALUE(scree_noise_musgrave, 32),
    VALUE(scree_noise_sample, 8),
    VALUE(scree_noise_values, 2096),
    VALUE(scree_noise_warp, 88),
    GROWS(scree_noise_params, rivers, 2832),
    LIBRARY(scree_noise_kind_info, has_derivatives, 44),
    VALUE(scree_range, 8),
    VALUE(scree_output, 24),
    LIBRARY(scree_slab, mapped, 56),
    VALUE(scree_sink, 24),
    LIBRARY(scree_parameter, is_single, 145),
    LIBRARY(scree_particle_system_info, steps, 264),
    GROWS(scree_particle_params, reserved, 184),
    GROWS(scree_particle_run, accumulation, 112),
    GROWS(scree_particle_report, device_seconds, 24),
    GROWS(scree_picture_params, key, 80),
    GROWS(scree_picture_info, interval, 32),
    GROWS(scree_recipe, noise, 3136),
    GROWS(scree_scene_params, edge_fade, 312),
    VALUE(scree_scene_data, 40),
    VALUE(scree_scene_target, 48),
    GROWS(scree_scene_file, key, 48),
    LIBRARY(scree_scene_kind_info, parameters, 48),
    GROWS(scree_splat_params, reserved, 120),
    VALUE(scree_accumulation, 40),
    VALUE(scree_histogram, 32),
    VALUE(scree_buffer_numbers, 16),
    GROWS(scree_surface_params, reserved, 24),
    GROWS(scree_volume, channels, 336),
    GROWS(scree_vulkan_handles, reserved, 80),
};
/* clang-format on */

static void structs_have_their_sizes(void **state)
{
    if (sizeof(void *) != 8) {
        skip();
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].found != rows[i].known) {
            fail_msg("%s: %zu bytes, not %zu", rows[i].name, rows[i].found, rows[i].known);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_have_their_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
