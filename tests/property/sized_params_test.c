/* Programs that were compiled with an older or a newer header: structs of parameters that are shorter or longer. */
#include "fixture.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Room for a struct and for what a newer version might append. */
#define APPENDED 24
#define LONGER(type)                                  \
    union {                                           \
        type params;                                  \
        unsigned char bytes[sizeof(type) + APPENDED]; \
    }

static float value_of(const scree_noise_params *params, size_t size)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise_sized(fixture_context, params, size, &field), SCREE_OK);
    const float value = scree_field_at_2d(field, 0.3, 0.8);
    scree_field_release(&field);
    return value;
}

static void what_an_older_struct_lacks_has_its_default(void **state)
{
    (void)state;
    scree_noise_params params = {.kind = SCREE_NOISE_CELLULAR, .seed = 5};
    const float expected = value_of(&params, sizeof params);
    /* The older program has other things behind its struct. */
    memset((char *)&params + offsetof(scree_noise_params, cellular), 0xff,
           sizeof params - offsetof(scree_noise_params, cellular));
    assert_true(value_of(&params, offsetof(scree_noise_params, cellular)) == expected);
    assert_true(value_of(&params, 0) == value_of(&(scree_noise_params){0}, sizeof params));
}

static void a_newer_struct_may_not_say_what_is_unknown(void **state)
{
    (void)state;
    LONGER(scree_noise_params) newer = {.bytes = {0}};
    scree_field *field = NULL;
    newer.params.seed = 5;
    assert_true(value_of(&newer.params, sizeof newer) == value_of(&newer.params, sizeof newer.params));
    newer.bytes[sizeof newer - 1] = 1;
    assert_int_equal(scree_field_from_noise_sized(fixture_context, &newer.params, sizeof newer, &field),
                     SCREE_ERROR_UNSUPPORTED);
    assert_null(field);
    assert_non_null(strstr(fixture_message, "only a newer one has"));
}

static void reserved_members_are_zero(void **state)
{
    (void)state;
    const scree_noise_params cases[] = {{.ping_pong.reserved = {1.0}},   {.musgrave.reserved = {0.0, 1.0}},
                                        {.lattice.reserved = {0, 0, 1}}, {.cellular.reserved = {0.0, 0.0, 0.0, -0.0}},
                                        {.gabor.reserved = {1.0}},       {.warp.reserved = {0.0, 1.0}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_field *field = NULL;
        assert_int_equal(scree_field_from_noise(fixture_context, &cases[i], &field), SCREE_ERROR_UNSUPPORTED);
        assert_non_null(strstr(fixture_message, "reserved"));
    }
    const scree_particle_params particles = {.reserved = {false, true}};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, &particles, &field), SCREE_ERROR_UNSUPPORTED);
    assert_non_null(strstr(fixture_message, "reserved"));
    const scree_surface_params surface = {.reserved = {true}};
    assert_int_equal(scree_surface_slopes(fixture_context, &surface, NULL, 0, SCREE_TYPE_F32, NULL),
                     SCREE_ERROR_UNSUPPORTED);
}

/* Every function refuses a newer struct before anything else is done. */
static void all_structs_are_checked(void **state)
{
    (void)state;
    LONGER(scree_context_params) context_params = {.bytes = {0}};
    LONGER(scree_device_params) device_params = {.bytes = {0}};
    LONGER(scree_distance_params) distance = {.bytes = {0}};
    LONGER(scree_distance_samples_params) of_samples = {.bytes = {0}};
    LONGER(scree_particle_params) particles = {.bytes = {0}};
    LONGER(scree_scene_params) scene = {.bytes = {0}};
    LONGER(scree_samples_params) reading = {.bytes = {0}};
    LONGER(scree_writer_params) writing = {.bytes = {0}};
    LONGER(scree_picture_params) picture = {.bytes = {0}};
    LONGER(scree_histogram_params) density = {.bytes = {0}};
    LONGER(scree_op_params) op = {.bytes = {0}};
    LONGER(scree_outputs_params) outputs = {.bytes = {0}};
    LONGER(scree_file_field_params) of_file = {.bytes = {0}};
    LONGER(scree_values_params) of_values = {.bytes = {0}};
    unsigned char *const ends[] = {context_params.bytes + sizeof context_params,
                                   device_params.bytes + sizeof device_params,
                                   distance.bytes + sizeof distance,
                                   of_samples.bytes + sizeof of_samples,
                                   particles.bytes + sizeof particles,
                                   scene.bytes + sizeof scene,
                                   reading.bytes + sizeof reading,
                                   writing.bytes + sizeof writing,
                                   picture.bytes + sizeof picture,
                                   density.bytes + sizeof density,
                                   op.bytes + sizeof op,
                                   outputs.bytes + sizeof outputs,
                                   of_file.bytes + sizeof of_file,
                                   of_values.bytes + sizeof of_values};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        ends[i][-1] = 1;
    }
    const float height = 0.0f;
    const scree_distance_source source = {.heights = &height};
    const scree_histogram sums = {0};
    const scree_scene_file file = {.scene = &scene.params};
    scree_context *context = NULL;
    scree_device *device = NULL;
    scree_field *field = NULL;
    scree_writer *writer = NULL;
    scree_samples samples = {0};
    scree_picture_info info;
    uint8_t pixels[3];
    const scree_result results[] = {
        scree_context_create_sized(&context_params.params, sizeof context_params, &context),
        scree_device_open_sized(fixture_context, &device_params.params, sizeof device_params, &device),
        scree_device_open_group_sized(fixture_context, &device_params.params, sizeof device_params, 1, &device),
        scree_field_from_distance_sized(fixture_context, &distance.params, sizeof distance, &source, sizeof source,
                                        &field),
        scree_field_from_samples_sized(fixture_context, &of_samples.params, sizeof of_samples, &samples, sizeof samples,
                                       &field),
        scree_field_from_particles_sized(fixture_context, &particles.params, sizeof particles, &field),
        scree_field_from_op_sized(fixture_context, &op.params, sizeof op, &field),
        scree_field_from_outputs_sized(fixture_context, &outputs.params, sizeof outputs, &field),
        scree_field_from_file_sized(fixture_context, &of_file.params, sizeof of_file, &field),
        scree_field_from_values_sized(fixture_context, &of_values.params, sizeof of_values, &field),
        scree_scene_open_file_sized(fixture_context, &file, sizeof file, sizeof scene, NULL, 0, &writer),
        scree_samples_read_sized(fixture_context, &reading.params, sizeof reading, &samples, sizeof samples),
        scree_writer_open_sized(fixture_context, &writing.params, sizeof writing, 0, 0, &writer),
        scree_picture_plan_sized(fixture_context, &picture.params, sizeof picture, &height, &info, sizeof info),
        scree_picture_draw_sized(fixture_context, &picture.params, sizeof picture, &height, pixels),
        scree_picture_draw_file_sized(fixture_context, NULL, 0, &height, &writing.params, sizeof writing, &writer),
        scree_histogram_draw_sized(fixture_context, &density.params, sizeof density, 0, &sums, SCREE_TYPE_U8, pixels,
                                   NULL, 0),
        scree_histogram_draw_file_sized(fixture_context, NULL, 0, 0, &sums, SCREE_TYPE_U8, &writing.params,
                                        sizeof writing, &writer, NULL, 0),
        scree_histogram_open_video_sized(fixture_context, &density.params, sizeof density, 0, &sums, NULL, 0, NULL, 0,
                                         &writer),
    };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        assert_int_equal(results[i], SCREE_ERROR_UNSUPPORTED);
    }
    assert_int_equal(scree_scene_work_bytes_sized(&scene.params, sizeof scene), 0);
}

/* Structs beside those whose names a function has, or within them. */
static void all_other_structs_are_checked(void **state)
{
    (void)state;
    LONGER(scree_distance_source) source = {.bytes = {0}};
    LONGER(scree_samples) samples = {.bytes = {0}};
    LONGER(scree_volume) volume = {.bytes = {0}};
    LONGER(scree_scene_file) scene = {.bytes = {0}};
    LONGER(scree_surface_params) surface = {.bytes = {0}};
    LONGER(scree_vulkan_handles) handles = {.bytes = {0}};
    LONGER(scree_video_frames) frames = {.bytes = {0}};
    LONGER(scree_splat_params) splat = {.bytes = {0}};
    source.bytes[sizeof source - 1] = volume.bytes[sizeof volume - 1] = scene.bytes[sizeof scene - 1] = 1;
    surface.bytes[sizeof surface - 1] = handles.bytes[sizeof handles - 1] = frames.bytes[sizeof frames - 1] = 1;
    splat.bytes[sizeof splat - 1] = samples.bytes[sizeof samples - 1] = 1;
    const scree_distance_samples_params of_samples = {.layers = 0};
    const scree_distance_params distance = {.count = {1, 1, 1}};
    const scree_writer_params file = {.path = "a", .volume = &volume.params};
    const scree_histogram_params look = {.splat = &splat.params};
    const size_t size = sizeof look;
    const scree_histogram sums = {0};
    scree_device *device = NULL;
    scree_field *field = NULL;
    scree_writer *writer = NULL;
    uint8_t pixels[3];
    const scree_result results[] = {
        scree_field_from_distance_sized(fixture_context, &distance, sizeof distance, &source.params, sizeof source,
                                        &field),
        scree_field_from_samples_sized(fixture_context, &of_samples, sizeof of_samples, &samples.params, sizeof samples,
                                       &field),
        scree_writer_open_sized(fixture_context, &file, sizeof file, 0, sizeof volume, &writer),
        scree_scene_open_file_sized(fixture_context, &scene.params, sizeof scene, 0, NULL, 0, &writer),
        scree_surface_normals_sized(fixture_context, &surface.params, sizeof surface, NULL, 0, SCREE_TYPE_U8, NULL),
        scree_surface_slopes_sized(fixture_context, &surface.params, sizeof surface, NULL, 0, SCREE_TYPE_U8, NULL),
        scree_vulkan_device_adopt_sized(fixture_context, &handles.params, sizeof handles, &device),
        scree_histogram_draw_sized(fixture_context, &look, size, sizeof splat, &sums, SCREE_TYPE_U8, pixels, NULL, 0),
        scree_histogram_draw_file_sized(fixture_context, &look, size, sizeof splat, &sums, SCREE_TYPE_U8, NULL, 0,
                                        &writer, NULL, 0),
        scree_histogram_write_sized(fixture_context, &look, size, sizeof splat, &sums, "a", false),
        scree_histogram_open_video_sized(fixture_context, &look, size, sizeof splat, &sums, NULL, 0, NULL, 0, &writer),
        scree_histogram_open_video_sized(fixture_context, NULL, 0, 0, &sums, &frames.params, sizeof frames, NULL, 0,
                                         &writer),
    };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        assert_int_equal(results[i], SCREE_ERROR_UNSUPPORTED);
    }
    assert_true(scree_surface_height_sized(&surface.params, sizeof surface) == 0.0);
}

/* The older program has other things behind its structs. */
static void other_structs_that_are_older_have_defaults(void **state)
{
    (void)state;
    const float height = 0.5f;
    const scree_grid grid = {.axes = 2, .step = {0.5}};
    const scree_distance_params distance = {.count = {1, 1, 1}};
    const scree_distance_source source = {.heights = &height, .scale = NAN, .occupancy = (const uint8_t *)"a"};
    const scree_surface_params surface = {.grid = &grid, .handedness = (scree_handedness)99, .reserved = {true}};
    const scree_video_frames frames = {.count = 1, .turn = NAN};
    const scree_scene_params scene = {.kind = SCREE_SCENE_MAP};
    const scree_scene_file picture = {.width = 2, .height = 2, .scene = &scene, .metadata = "{", .key = "?"};
    const scree_volume volume = {.axes = 1, .count = {4}, .name = "a", .band = -1.0, .channels = "?"};
    const scree_writer_params drawn = {.path = "sized_params.png"};
    const scree_writer_params stored = {.path = "sized_params.npy", .format = SCREE_FORMAT_NPY, .volume = &volume};
    scree_field *field = NULL;
    scree_writer *writer = NULL;
    assert_int_equal(scree_field_from_distance_sized(fixture_context, &distance, sizeof distance, &source,
                                                     offsetof(scree_distance_source, scale), &field),
                     SCREE_OK);
    scree_field_release(&field);
    assert_true(scree_surface_height_sized(&surface, offsetof(scree_surface_params, handedness)) == 0.25);
    assert_int_equal(scree_surface_slopes_sized(fixture_context, &surface, offsetof(scree_surface_params, handedness),
                                                NULL, 0, SCREE_TYPE_U8, NULL),
                     SCREE_OK);
    assert_int_equal(scree_histogram_open_video_sized(fixture_context, NULL, 0, 0, NULL, &frames,
                                                      offsetof(scree_video_frames, turn), &drawn, sizeof drawn,
                                                      &writer),
                     SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "params is NULL"));
    assert_int_equal(scree_scene_open_file_sized(fixture_context, &picture, offsetof(scree_scene_file, ramp),
                                                 sizeof scene, &drawn, sizeof drawn, &writer),
                     SCREE_OK);
    scree_writer_close(&writer);
    assert_int_equal(
        scree_writer_open_sized(fixture_context, &stored, sizeof stored, 0, offsetof(scree_volume, band), &writer),
        SCREE_OK);
    scree_writer_close(&writer);
}

static scree_field *two_particles(void)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_particles(fixture_context, &(scree_particle_params){.count = 2}, &field),
                     SCREE_OK);
    return field;
}

/* A run has a struct within it, and fills another one. */
static void runs_of_particles_have_any_size(void **state)
{
    (void)state;
    LONGER(scree_particle_run) run = {.params = {.count = 2}};
    LONGER(scree_splat_params) splat = {.bytes = {0}};
    LONGER(scree_particle_report) report;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *field = two_particles();
    memset(report.bytes, 0xff, sizeof report);
    assert_int_equal(
        scree_particles_run_sized(device, field, &run.params, sizeof run, 0, &report.params, sizeof report), SCREE_OK);
    for (size_t i = 0; i < sizeof report; i++) {
        assert_int_equal(report.bytes[i], 0);
    }
    memset(report.bytes, 0xff, sizeof report);
    run.params.splat = &(scree_splat_params){.shape = (scree_particle_shape)99};
    assert_int_equal(scree_particles_run_sized(device, field, &run.params, offsetof(scree_particle_run, splat), 0,
                                               &report.params, sizeof report.params.lost),
                     SCREE_OK);
    assert_int_equal(report.params.lost, 0);
    assert_true(report.params.drawings == UINT64_MAX);
    run.params.splat = &splat.params;
    splat.bytes[sizeof splat - 1] = 1;
    assert_int_equal(scree_particles_run_sized(device, field, &run.params, sizeof run.params, sizeof splat, NULL, 0),
                     SCREE_ERROR_UNSUPPORTED);
    run.params.splat = NULL;
    run.bytes[sizeof run - 1] = 1;
    assert_int_equal(scree_particles_run_sized(device, field, &run.params, sizeof run, 0, NULL, 0),
                     SCREE_ERROR_UNSUPPORTED);
    scree_field_release(&field);
}

static void pictures_of_particles_have_any_size(void **state)
{
    (void)state;
    static uint64_t counts[4];
    LONGER(scree_splat_params) splat = {.params = {.camera = {.distance = 1.0, .extent = 1.0}, .supersample = 99}};
    scree_histogram histogram = {.width = 2, .height = 2, .counts = counts};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *field = two_particles();
    scree_job *job = NULL;
    scree_explanation *explanation = NULL;
    assert_int_equal(scree_job_draw_sized(device, field, &splat.params, offsetof(scree_splat_params, supersample),
                                          &histogram, NULL, &job),
                     SCREE_OK);
    fixture_finish(&job);
    splat.params.supersample = 2;
    assert_int_equal(scree_job_draw_sized(device, field, &splat.params, sizeof splat, &histogram, NULL, &job),
                     SCREE_OK);
    fixture_finish(&job);
    splat.bytes[sizeof splat - 1] = 1;
    assert_int_equal(scree_job_draw_sized(device, field, &splat.params, sizeof splat, &histogram, NULL, &job),
                     SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(
        scree_job_explain_draw_sized(device, field, &splat.params, sizeof splat, &histogram, NULL, &explanation),
        SCREE_ERROR_UNSUPPORTED);
    assert_null(explanation);
    splat.params.reserved[0] = true;
    assert_int_equal(scree_job_draw(device, field, &splat.params, &histogram, NULL, &job), SCREE_ERROR_UNSUPPORTED);
    assert_non_null(strstr(fixture_message, "reserved"));
    scree_field_release(&field);
}

static void a_recipe_grows_at_its_end(void **state)
{
    (void)state;
    static const char text[] = "{\"size\": [4], \"kind\": \"gabor\", \"gabor_azimuth\": 30}";
    const size_t older = offsetof(scree_recipe, noise) + offsetof(scree_noise_params, gabor);
    scree_recipe recipe = {.grid.axes = 7};
    LONGER(scree_recipe) newer = {.bytes = {0}};
    char *printed = NULL;
    assert_int_equal(scree_recipe_parse_sized(fixture_context, text, sizeof text - 1, "r", &recipe, older),
                     SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(recipe.grid.axes, 7);
    assert_int_equal(scree_recipe_parse_sized(fixture_context, text, 13, "r", &recipe, older), SCREE_ERROR_FORMAT);
    assert_int_equal(scree_recipe_parse_sized(fixture_context, "{\"size\": [4]}", 13, "r", &recipe, older), SCREE_OK);
    assert_int_equal(recipe.grid.axes, 1);
    assert_int_equal(scree_recipe_parse_sized(fixture_context, text, sizeof text - 1, "r", &newer.params, sizeof newer),
                     SCREE_OK);
    assert_true(newer.params.noise.gabor.azimuth == 30.0);
    newer.bytes[sizeof newer - 1] = 1;
    assert_int_equal(scree_recipe_print_sized(&newer.params, sizeof newer, NULL, &printed), SCREE_ERROR_UNSUPPORTED);
    assert_null(printed);
}

static void zero_can_be_said(void **state)
{
    (void)state;
    static const char text[] = "{\"octaves\": 3, \"gain\": 0, \"kind\": \"cellular\", \"jitter\": 0, \"size\": [8, 8]}";
    const scree_noise_params expected = {.kind = SCREE_NOISE_CELLULAR,
                                         .octaves = 3,
                                         .weights = {1.0},
                                         .weight_count = 3,
                                         .weighted_strength = SCREE_ZERO,
                                         .cellular = {.jitter = SCREE_ZERO, .smoothness = SCREE_ZERO}};
    scree_recipe recipe = {0};
    char *printed = NULL;
    assert_int_equal(scree_recipe_parse(fixture_context, text, sizeof text - 1, "zero", &recipe), SCREE_OK);
    assert_true(recipe.noise.gain == SCREE_ZERO && recipe.noise.cellular.jitter == SCREE_ZERO);
    assert_true(value_of(&recipe.noise, sizeof recipe.noise) == value_of(&expected, sizeof expected));
    recipe.noise.cellular.smoothness = SCREE_ZERO;
    assert_int_equal(scree_recipe_print(&recipe, NULL, &printed), SCREE_OK);
    assert_non_null(strstr(printed, "\"gain\": 0,"));
    assert_non_null(strstr(printed, "\"jitter\": 0,"));
    assert_non_null(strstr(printed, "\"smoothness\": 0,"));
    scree_recipe_text_free(&printed);
    scree_noise_params wrong = {.lacunarity = SCREE_ZERO};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(fixture_context, &wrong, &field), SCREE_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_older_struct_lacks_has_its_default),
        cmocka_unit_test(a_newer_struct_may_not_say_what_is_unknown),
        cmocka_unit_test(reserved_members_are_zero),
        cmocka_unit_test(all_structs_are_checked),
        cmocka_unit_test(all_other_structs_are_checked),
        cmocka_unit_test(other_structs_that_are_older_have_defaults),
        cmocka_unit_test(runs_of_particles_have_any_size),
        cmocka_unit_test(pictures_of_particles_have_any_size),
        cmocka_unit_test(a_recipe_grows_at_its_end),
        cmocka_unit_test(zero_can_be_said),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
