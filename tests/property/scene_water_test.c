/* Water on terrains and maps, and clouds that fade out towards the sides of their box. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene_fixture.h"

#define SIDE 64u

static float *draw_land(uint64_t *random)
{
    float *samples = malloc(SIDE * SIDE * sizeof *samples);
    assert_non_null(samples);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        samples[i] = (float)(sin(i % SIDE * 0.2) * cos(i / SIDE * 0.13) + 0.3 * fixture_draw_unit(random));
    }
    return samples;
}

/* Land that is seen from near, so that no wall of its block is in the picture. */
static test_scene land_scene(scree_scene_kind kind, const float *samples)
{
    test_scene scene = scene_plain(kind, SIDE, SIDE, 1);
    scene.samples = samples;
    scene.params.height_scale = 0.125; /* A power of two: heights are exact, whether samples or heights are raised. */
    scene.params.range = (scree_range){-1.5f, 1.5f};
    scene.params.camera = (scree_camera){.azimuth = 20.0, .elevation = 55.0, .extent = 0.8};
    scene.params.has_shadows = true;
    scene.params.ambient = 0.3;
    scene.params.occlusion = 0.5;
    scene.params.light_azimuth = 100.0;
    scene.params.light_elevation = 25.0;
    return scene;
}

/* Draws the same scene with water, and leaves it so. */
static uint32_t *wet_pixels(scree_device *device, test_scene *scene, double level)
{
    scene->params.has_water = true;
    scene->params.water = level;
    return scene_pixels(device, scene);
}

static bool are_equal(const test_scene *scene, const uint32_t *a, const uint32_t *b)
{
    return memcmp(a, b, sizeof *a * scene->width * scene->height) == 0;
}

/* Land with water has the shape, the light and the shadows of land whose low samples are raised to the water. */
static void water_is_as_level_as_raised_samples(void **state)
{
    const double levels[] = {-3.0, -0.25, 0.5, 3.0};
    uint64_t random = 5;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    float *samples = draw_land(&random);
    float *raised = malloc(SIDE * SIDE * sizeof *raised);
    assert_non_null(raised);
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        test_scene scene = land_scene(SCREE_SCENE_TERRAIN, samples);
        scene.params.colour = SCREE_SCENE_COLOUR_NORMAL;
        for (uint32_t k = 0; k < SIDE * SIDE; k++) {
            raised[k] = fmaxf(samples[k], (float)levels[i]);
        }
        uint32_t *dry = scene_pixels(device, &scene);
        uint32_t *wet = wet_pixels(device, &scene, levels[i]);
        scene.params.has_water = false;
        scene.samples = raised;
        uint32_t *expected = scene_pixels(device, &scene);
        assert_true(are_equal(&scene, wet, expected));
        assert_true(are_equal(&scene, wet, dry) == (levels[i] < -2.0));
        free(dry);
        free(wet);
        free(expected);
    }
    free(raised);
    free(samples);
}

/* The share of red in red and green, which no light changes. */
static double hue(uint32_t pixel)
{
    return (double)channel(pixel, 0) / (double)(channel(pixel, 0) + channel(pixel, 1));
}

/* Heights below 0 turn land upside down, and leave no ground for water. */
static void land_upside_down_has_no_water(void **state)
{
    const scree_scene_kind kinds[] = {SCREE_SCENE_TERRAIN, SCREE_SCENE_MAP};
    uint64_t random = 8;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    float *samples = draw_land(&random);
    for (int i = 0; i < 2; i++) {
        test_scene scene = land_scene(kinds[i], samples);
        scene.params.height_scale = -0.125;
        scene.params.relief = 0.5;
        scene.params.samples_a_pixel = 1.0;
        uint32_t *dry = scene_pixels(device, &scene);
        uint32_t *wet = wet_pixels(device, &scene, 0.25);
        assert_true(are_equal(&scene, wet, dry));
        free(dry);
        free(wet);
    }
    free(samples);
}

/* From above, land has the same colours below water as without it. */
static void water_has_the_colour_of_its_ground(void **state)
{
    uint64_t random = 6;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    float *samples = draw_land(&random);
    test_scene scene = land_scene(SCREE_SCENE_TERRAIN, samples);
    scene.params.camera = (scree_camera){.elevation = 90.0, .extent = 1.0};
    uint8_t ramp[3 * SCREE_SCENE_RAMP_COUNT] = {0};
    for (uint32_t i = 0; i < SCREE_SCENE_RAMP_COUNT; i++) {
        ramp[3 * i] = (uint8_t)i;
        ramp[3 * i + 1] = (uint8_t)(255 - i);
    }
    scene.params.ramp = ramp;
    uint32_t *dry = scene_pixels(device, &scene);
    uint32_t *wet = wet_pixels(device, &scene, 0.25);
    uint32_t different = 0;
    for (uint32_t i = 0; i < scene.width * scene.height; i++) {
        /* Half a step of rounding in each of two channels, whose sum is 100 and more in the shade. */
        assert_true(fabs(hue(wet[i]) - hue(dry[i])) < 0.02);
        different += wet[i] != dry[i];
    }
    assert_true(different > 100); /* The light is another one. */
    free(dry);
    free(wet);
    free(samples);
}

/* On a map the land keeps its relief, and water has none. */
static void water_on_maps_is_flat(void **state)
{
    uint64_t random = 7;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    float *samples = draw_land(&random);
    test_scene scene = land_scene(SCREE_SCENE_MAP, samples);
    uint32_t wet_count = 0;
    scene.width = scene.height = SIDE;
    scene.params.samples_a_pixel = 1.0;
    scene.params.is_smooth = true;
    scene.params.relief = 0.8;
    uint32_t *dry = scene_pixels(device, &scene);
    uint32_t *wet = wet_pixels(device, &scene, 0.1);
    scene.params.relief = 0.0;
    uint32_t *flat = scene_pixels(device, &scene);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const bool is_water = samples[i] < 0.1f;
        assert_int_equal(wet[i], is_water ? flat[i] : dry[i]);
        wet_count += is_water && flat[i] != dry[i];
    }
    assert_true(wet_count > SIDE);
    free(dry);
    free(wet);
    free(flat);
    free(samples);
}

/* The share that is left at a position of an axis: none up to the middle of an outermost sample. */
static double share_left(double position, uint32_t count, double fade)
{
    const double last = count - 1.0;
    const double at = fmin(fmax(position - 0.5, 0.0), last);
    const double share = fmin(fmin(at, last - at) / (fade * last / 2.0), 1.0);
    return share * share * (3.0 - 2.0 * share);
}

/* How much light even matter leaves along z at a column: each of the box's sides takes its share. */
static double light_left(const scree_scene_params *params, double x, double y)
{
    double sum = 0.0;
    for (int i = 0; i < 1000; i++) {
        const double z = (i + 0.5) * params->count[2] / 1000.0;
        sum += share_left(z, params->count[2], params->edge_fade) / 1000.0;
    }
    const double across = share_left(x, params->count[0], params->edge_fade) *
                          share_left(y, params->count[1], params->edge_fade);
    /* The box is 2 long, and a sample is 1 above the threshold. */
    return exp(-params->density * 2.0 * sum * across);
}

static void clouds_fade_towards_the_sides(void **state)
{
    const double fades[] = {0.1, 0.5, 1.0};
    float *samples = malloc(SIDE * SIDE * SIDE * sizeof *samples);
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    assert_non_null(samples);
    for (uint32_t i = 0; i < SIDE * SIDE * SIDE; i++) {
        samples[i] = 1.0f;
    }
    for (size_t i = 0; i < sizeof fades / sizeof fades[0]; i++) {
        test_scene scene = scene_plain(SCREE_SCENE_CLOUD, SIDE, SIDE, SIDE);
        scene.samples = samples;
        scene.width = scene.height = SIDE;
        scene.params.camera = (scree_camera){.elevation = 90.0, .extent = 2.0};
        scene.params.density = 1.0;
        scene.params.edge_fade = fades[i];
        scene.params.colour = SCREE_SCENE_COLOUR_PLAIN;
        memset(scene.params.background, 255, sizeof scene.params.background);
        uint8_t black[3 * SCREE_SCENE_RAMP_COUNT] = {0};
        scene.params.ramp = black;
        uint32_t *pixels = scene_pixels(device, &scene);
        for (uint32_t y = 0; y < SIDE; y++) {
            for (uint32_t x = 0; x < SIDE; x++) {
                const double left = light_left(&scene.params, x + 0.5, y + 0.5);
                /* Channels are roots of light. Steps are half a sample long and begin anywhere within one, which
                   changes the depth by less than a hundredth of what is dark at most. */
                assert_true(fabs(channel(pixels[y * SIDE + x], 0) - 255.0 * sqrt(left)) < 3.0);
                const bool is_outermost = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
                assert_true(!is_outermost || channel(pixels[y * SIDE + x], 0) == 255);
            }
        }
        free(pixels);
    }
    free(samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_is_as_level_as_raised_samples), cmocka_unit_test(land_upside_down_has_no_water),
        cmocka_unit_test(water_has_the_colour_of_its_ground),  cmocka_unit_test(water_on_maps_is_flat),
        cmocka_unit_test(clouds_fade_towards_the_sides),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
