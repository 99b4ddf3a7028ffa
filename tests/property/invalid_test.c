/* Requests that must be refused: with the right result, a message that names the thing, and nothing written. */
#include "fixture.h"

#include <math.h>
#include <string.h>

typedef struct refusal {
    const char *what; /* Must stand in the message. */
    scree_noise_params params;
    scree_grid grid;
} refusal;

#define GRID                                        \
    {                                               \
        .axes = 2, .count = {8, 8}, .step = { 0.1 } \
    }

#define VOLUME                                         \
    {                                                  \
        .axes = 3, .count = {4, 4, 4}, .step = { 0.1 } \
    }

static const refusal refusals[] = {
    {"octaves is 33", {.octaves = 33}, GRID},
    {"kind is 99; it must be 0 to ", {.kind = (scree_noise_kind)99}, GRID},
    {"hash is 7", {.hash = (scree_noise_hash)7}, GRID},
    {"gradients is 3", {.gradients = (scree_noise_gradients)3}, GRID},
    {"fade is 4", {.fade = (scree_noise_fade)4}, GRID},
    {"fractal is 7; it must be 0 to 6", {.fractal = (scree_noise_fractal)7}, GRID},
    {"ping_pong_strength is 0.05; it must be 0.0625 to 16", {.ping_pong.strength = 0.05}, GRID},
    {"ping_pong_strength is nan", {.ping_pong.strength = NAN}, GRID},
    {"fractal_offset is -1; it must be 0.0009765625 to 16", {.musgrave.offset = -1.0}, GRID},
    {"multifractal_gain is 17; it must be 0.0625 to 16", {.musgrave.gain = 17.0}, GRID},
    {"derivatives is true and kind is white, which has no derivatives",
     {.kind = SCREE_NOISE_WHITE, .sample.has_derivatives = true},
     GRID},
    {"curl is true and kind is white, which has no derivatives",
     {.kind = SCREE_NOISE_WHITE, .sample.is_curl = true},
     GRID},
    {"derivatives is true and curl is true; a sample has the one or the other",
     {.sample = {.has_derivatives = true, .is_curl = true}},
     GRID},
    {"weighted_strength is 1.5; it must be 0 to 1", {.weighted_strength = 1.5}, GRID},
    {"weighted_strength is 0.5 and fractal is hybrid; it must be 0 with this fractal",
     {.fractal = SCREE_NOISE_FRACTAL_HYBRID, .weighted_strength = 0.5},
     GRID},
    {"the bound of fractal hetero-terrain with these octaves, weights and fractal_offset is ",
     {.fractal = SCREE_NOISE_FRACTAL_HETERO_TERRAIN, .octaves = 32, .gain = 16.0, .lacunarity = 1.0},
     GRID},
    {"the bound of fractal hybrid with these octaves, weights and fractal_offset is ",
     {.fractal = SCREE_NOISE_FRACTAL_HYBRID, .octaves = 32, .gain = -16.0, .lacunarity = 1.0, .musgrave.offset = 0.5},
     GRID},
    {"metric is 99; it must be 0 to ", {.kind = SCREE_NOISE_CELLULAR, .cellular.metric = (scree_noise_metric)99}, GRID},
    {"feature is 11; it must be 0 to 10",
     {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = (scree_noise_feature)11},
     GRID},
    {"jitter is 1.5; it must be 0 to 1", {.kind = SCREE_NOISE_CELLULAR, .cellular.jitter = 1.5}, GRID},
    {"jitter is -0.5; it must be 0 to 1", {.kind = SCREE_NOISE_CELLULAR, .cellular.jitter = -0.5}, GRID},
    {"smoothness is 0.0001; it must be 0, or 0.0009765625 to 1",
     {.kind = SCREE_NOISE_CELLULAR, .cellular.smoothness = 0.0001},
     GRID},
    {"smoothness is nan", {.kind = SCREE_NOISE_CELLULAR, .cellular.smoothness = NAN}, GRID},
    {"feature is border and metric is manhattan; it needs metric euclidean",
     {.kind = SCREE_NOISE_CELLULAR,
      .cellular.feature = SCREE_NOISE_FEATURE_BORDER,
      .cellular.metric = SCREE_NOISE_METRIC_MANHATTAN},
     GRID},
    {"feature is offset-w and axes is 3; it needs at least 4 axes",
     {.kind = SCREE_NOISE_CELLULAR, .cellular.feature = SCREE_NOISE_FEATURE_OFFSET_W},
     VOLUME},
    {"kind is cellular and axes is 5; it needs 1 to 4 axes",
     {.kind = SCREE_NOISE_CELLULAR},
     {.axes = 5, .step = {0.1}}},
    {"period of axis 0 is 1; with kind cellular it must be at least 2 cells",
     {.kind = SCREE_NOISE_CELLULAR, .period = {1}},
     GRID},
    {"gabor_frequency is 65; it must be 0.0625 to 64", {.gabor.frequency = 65.0}, GRID},
    {"gabor_azimuth is nan; it must be -360 to 360", {.gabor.azimuth = NAN}, GRID},
    {"gabor_elevation is 361; it must be -360 to 360", {.gabor.elevation = 361.0}, GRID},
    {"gabor_isotropy is -0.5; it must be 0 to 1", {.gabor.isotropy = -0.5}, GRID},
    {"kind is gabor and axes is 4; it needs 2 to 3 axes", {.kind = SCREE_NOISE_GABOR}, {.axes = 4}},
    {"profile is 2; it must be 0 to 1", {.kind = SCREE_NOISE_STRIPES, .stripes.profile = (scree_noise_profile)2}, GRID},
    {"measure is 2; it must be 0 to 1", {.kind = SCREE_NOISE_RIVERS, .rivers.measure = (scree_noise_measure)2}, GRID},
    {"levels is 5; it must be 1 to 4", {.kind = SCREE_NOISE_RIVERS, .rivers.levels = 5}, GRID},
    {"kind is rivers and axes is 3; it needs 2 axes", {.kind = SCREE_NOISE_RIVERS}, {.axes = 3}},
    {"kind is stripes and axes is 5; it needs 2 to 4 axes", {.kind = SCREE_NOISE_STRIPES}, {.axes = 5}},
    {"kind is phasor and axes is 1; it needs 2 to 3 axes", {.kind = SCREE_NOISE_PHASOR}, {.axes = 1}},
    {"period of axis 0 is 1; with kind phasor it must be at least 2 cells",
     {.kind = SCREE_NOISE_PHASOR, .period = {1}},
     GRID},
    {"period of axis 0 is 290; with kind glsl-perlin it must be at most 289 cells of every octave",
     {.kind = SCREE_NOISE_GLSL_PERLIN, .period = {290}},
     GRID},
    {"period of axis 1 is 73; with kind glsl-perlin it must be at most 289 cells of every octave",
     {.kind = SCREE_NOISE_GLSL_PERLIN, .octaves = 3, .period = {72, 73}},
     GRID},
    {"period of axis 0 is 8 and kind is glsl-simplex; its lattice is not that of the axes",
     {.kind = SCREE_NOISE_GLSL_SIMPLEX, .period = {8}},
     GRID},
    {"warp_amplitude is nan; it must be -1000000 to 1000000", {.warp = {.amplitude = NAN}}, GRID},
    {"warp_amplitude is inf; it must be -1000000 to 1000000", {.warp = {.amplitude = INFINITY}}, GRID},
    {"warp_amplitude is 1e-10; it must be 0, or 2.3283064365386963e-10 to 1000000",
     {.warp = {.amplitude = 1e-10}},
     GRID},
    {"warp_amplitude is 1000000; samples would be displaced by up to 128000000 cells of the finest octave; it must be "
     "at most 2^26",
     {.octaves = 8, .warp = {.amplitude = 1e6}},
     GRID},
    {"warp_frequency is 1e-6; it must be 0.0000152587890625 to 65536",
     {.warp = {.amplitude = 1.0, .frequency = 1e-6}},
     GRID},
    {"warp_kind is 99; it must be 0 to ", {.warp = {.amplitude = 1.0, .kind = (scree_noise_kind)99}}, GRID},
    {"warp_fractal is 2; it must be 0 to 1", {.warp = {.fractal = (scree_noise_warp_fractal)2}}, GRID},
    {"warp_octaves is 33; it must be 1 to 32", {.warp = {.octaves = 33}}, GRID},
    {"warp_times is 5; it must be 1 to 4", {.warp = {.times = 5}}, GRID},
    {"warp_amplitude is 1 and hash is perlin2002; warped fields have the hash scree alone",
     {.hash = SCREE_NOISE_HASH_PERLIN2002, .warp = {.amplitude = 1.0}},
     GRID},
    {"warp_amplitude is 1 and axes is 5; a warped field has at most 4 axes",
     {.warp = {.amplitude = 1.0}},
     {.axes = 5, .step = {0.1}}},
    {"warp_kind is gabor and axes is 1; it needs 2 to 3 axes",
     {.warp = {.amplitude = 1.0, .kind = SCREE_NOISE_GABOR}},
     {.axes = 1, .step = {0.1}}},
    {"period of axis 0 is 3, warp_frequency is 0.5 and warp_lacunarity is 2",
     {.period = {3}, .warp = {.amplitude = 1.0, .frequency = 0.5}},
     GRID},
    {"period of axis 1 is 4, 4 cells of the warp, and warp_kind is simplex; it cannot repeat",
     {.period = {0, 4}, .warp = {.amplitude = 1.0, .kind = SCREE_NOISE_SIMPLEX}},
     GRID},
    {"period of axis 0 is 1099511627776; in a warped field it must be at most 2^28 cells of every octave",
     {.period = {(uint64_t)1 << 40}, .warp = {.amplitude = 1.0}},
     GRID},
    {"lacunarity is 0.01", {.lacunarity = 0.01}, GRID},
    {"lacunarity is nan", {.lacunarity = NAN}, GRID},
    {"gain is inf", {.gain = INFINITY}, GRID},
    {"weights has 2", {.octaves = 3, .weight_count = 2}, GRID},
    {"entry 1 of weights is nan", {.octaves = 2, .weight_count = 2, .weights = {1.0, NAN}}, GRID},
    {"lacunarity is 1.5; with a period", {.octaves = 2, .lacunarity = 1.5, .period = {4}}, GRID},
    {"period of axis 1", {.period = {4, UINT64_C(1) << 41}}, GRID},
    {"entry 0 of weights is 1e-20; it must be 0 or of a magnitude from 2^-32 to 1000000",
     {.octaves = 1, .weight_count = 1, .weights = {1e-20}},
     GRID},
    {"distribution is 3; it must be 0 to 2", {.values.distribution = (scree_noise_distribution)3}, GRID},
    {"distribution is uniform and curl is true; only a value has a distribution",
     {.sample.is_curl = true, .values.distribution = SCREE_NOISE_DISTRIBUTION_UNIFORM},
     GRID},
    {"quantiles has 3 entries; it must have 257, or none", {.values = {.quantile_count = 3}}, GRID},
    {"entry 2 of quantiles is 1; it must not be below the one before, 2",
     {.values = {.quantile_count = SCREE_NOISE_QUANTILE_COUNT, .quantiles = {0.0, 2.0, 1.0}}},
     GRID},
    {"entry 1 of quantiles is nan; it must be 0 or of a magnitude from 2^-126 to 1.2676506002282294e30",
     {.values = {.quantile_count = SCREE_NOISE_QUANTILE_COUNT, .quantiles = {0.0, NAN}}},
     GRID},
    {"axes is 0", {0}, {.axes = 0, .step = {0.1}}},
    {"axes is 9", {0}, {.axes = 9, .step = {0.1}}},
    {"step of axis 0 is 0", {0}, {.axes = 1, .count = {8}}},
    {"step of axis 0 is 1e-20", {0}, {.axes = 1, .count = {8}, .step = {1e-20}}},
    {"step of axis 0 is 1048576.0000000002; it must be from 2^-48 to 1048576",
     {0},
     {.axes = 1, .count = {8}, .step = {0x1.0000000000001p20}}},
    {"lacunarity is 16.000000000000004; it must be 0.0625 to 16", {.lacunarity = 0x1.0000000000001p4}, GRID},
    {"step of axis 0 is -1", {0}, {.axes = 1, .count = {8}, .step = {-1.0}}},
    {"step of axis 1 is nan", {0}, {.axes = 2, .count = {8, 8}, .step = {1.0, NAN}}},
    {"origin of axis 0 is inf", {0}, {.axes = 1, .count = {8}, .step = {1.0}, .origin = {INFINITY}}},
    {"first of axis 0", {0}, {.axes = 1, .count = {8}, .step = {1.0}, .first = {INT64_MIN}}},
    {"octave 16 reaches", {.octaves = 32, .lacunarity = 16.0}, GRID},
    {"more than", {0}, {.axes = 2, .count = {UINT64_C(1) << 40, UINT64_C(1) << 40}, .step = {0.1}}},
    {"more than", {0}, {.axes = 1, .count = {UINT64_MAX}, .step = {0.1}}},
    {"row_stride is 7", {0}, {.axes = 2, .count = {8, 8}, .step = {0.1}, .row_stride = 7}},
    {"plane_stride is 63", {0}, {.axes = 3, .count = {8, 8, 2}, .step = {0.1}, .plane_stride = 63}},
};

static void fields_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        float untouched[128] = {0};
        scree_job *job = (scree_job *)untouched;
        fixture_message[0] = '\0';
        scree_result result = noise_job_fill(device, &refusals[i].params, &refusals[i].grid, untouched, &job);
        if (result != SCREE_ERROR_INVALID || strstr(fixture_message, refusals[i].what) == NULL || job != NULL) {
            fail_msg("case %zu (%s): %s, \"%s\"", i, refusals[i].what, scree_result_name(result), fixture_message);
        }
        for (size_t k = 0; k < 128; k++) {
            assert_true(untouched[k] == 0.0f);
        }
    }
}

static void null_is_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_noise_params params = {0};
    scree_grid grid = GRID;
    float out[64];
    double position[2] = {0};
    scree_job *job = NULL;
    scree_range bound;
    assert_int_equal(noise_job_fill(NULL, &params, &grid, out, &job), SCREE_ERROR_INVALID);
    assert_int_equal(noise_job_fill(device, NULL, &grid, out, &job), SCREE_ERROR_INVALID);
    assert_int_equal(noise_job_fill(device, &params, NULL, out, &job), SCREE_ERROR_INVALID);
    assert_int_equal(noise_job_fill(device, &params, &grid, NULL, &job), SCREE_ERROR_INVALID);
    assert_int_equal(noise_job_fill(device, &params, &grid, out, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, NULL, &job), SCREE_ERROR_INVALID);
    assert_int_equal(noise_points(device, &params, 2, NULL, 1, out), SCREE_ERROR_INVALID);
    assert_int_equal(noise_points(device, &params, 2, position, 1, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(noise_points(device, &params, 2, NULL, 0, NULL), SCREE_OK);
    assert_int_equal(noise_bound(&params, &grid, NULL, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(noise_bound(&params, &grid, &bound, NULL), SCREE_OK);
    assert_int_equal(scree_context_create(NULL, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_job_wait(NULL, 0), SCREE_ERROR_INVALID);
    assert_true(scree_job_poll(NULL).is_finished);
}

static void what_cannot_be_folded_is_refused(void **state)
{
    static const scree_noise_params params[] = {
        {.kind = SCREE_NOISE_WHITE}, {.has_octave_rotation = true}, {.warp = {.amplitude = 1.0}}};
    (void)state;
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++) {
        scree_field *field = NULL;
        assert_int_equal(scree_field_from_noise_by(fixture_context, &params[i], SCREE_NOISE_METHOD_CONTRACTION, &field),
                         SCREE_ERROR_INVALID);
        assert_non_null(strstr(fixture_message, "method is contraction and kind is "));
        assert_null(field);
        assert_int_equal(scree_field_from_noise_by(fixture_context, &params[i], SCREE_NOISE_METHOD_DIRECT, &field),
                         SCREE_OK);
        scree_field_release(&field);
    }
}

static void positions_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_noise_params params = {0};
    double positions[3][2] = {{0.0, 0.0}, {1.0, NAN}, {0.0, 0.0}};
    float out[3];
    assert_int_equal(noise_points(device, &params, 2, &positions[0][0], 3, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "coordinate 1 of point 1 is nan"));
    positions[1][1] = 0x1p61;
    assert_int_equal(noise_points(device, &params, 2, &positions[0][0], 3, out), SCREE_ERROR_INVALID);
}

static void outputs_are_refused(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_noise_params params = {0};
    scree_grid grid = GRID;
    scree_sink sink = {0};
    scree_job *job = NULL;
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &job), SCREE_ERROR_INVALID);
    scree_sink never = {.write = (scree_result(*)(void *, const scree_slab *))(uintptr_t)1};
    static const scree_output outputs[] = {
        {.type = (scree_type)3},
        {.range_mode = (scree_range_mode)3},
        {.range_mode = SCREE_RANGE_GIVEN, .low = 1.0, .high = 1.0},
        {.range_mode = SCREE_RANGE_GIVEN, .low = 2.0, .high = 1.0},
        {.range_mode = SCREE_RANGE_GIVEN, .low = NAN, .high = 1.0},
        {.range_mode = SCREE_RANGE_GIVEN, .low = 0.0, .high = 1e60},
        {.range_mode = SCREE_RANGE_GIVEN, .low = 0.0, .high = 1e-36},
    };
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        assert_int_equal(noise_job_stream(device, &params, &grid, &outputs[i], &never, &job), SCREE_ERROR_INVALID);
        assert_null(job);
    }
    grid.row_stride = 9;
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &never, &job), SCREE_ERROR_INVALID);
}

static void devices_are_refused(void **state)
{
    scree_device *device = NULL;
    scree_device_params params = {.threads = 1025};
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "1025"));
    params = (scree_device_params){.index = 1};
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_ERROR_UNSUPPORTED);
    params = (scree_device_params){.backend = SCREE_BACKEND_CUDA};
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_ERROR_UNSUPPORTED);
    params = (scree_device_params){.cpu_level = (scree_cpu_level)77};
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_ERROR_INVALID);
#if defined(__x86_64__)
    params = (scree_device_params){.cpu_level = SCREE_CPU_LEVEL_NEON};
#else
    params = (scree_device_params){.cpu_level = SCREE_CPU_LEVEL_AVX2};
#endif
    assert_int_equal(scree_device_open(fixture_context, &params, &device), SCREE_ERROR_UNSUPPORTED);
    assert_null(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_refused),
        cmocka_unit_test(null_is_refused),
        cmocka_unit_test(what_cannot_be_folded_is_refused),
        cmocka_unit_test(positions_are_refused),
        cmocka_unit_test(outputs_are_refused),
        cmocka_unit_test(devices_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
