/* Scenes of maps: what each pixel shows, relief, and contour lines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene_fixture.h"

#define NO_NUMBER 0xff808080u

/* Numbers from 0 to 255, of which some are none. */
static float *draw_plane(uint32_t width, uint32_t height, uint64_t *state)
{
    float *samples = malloc(sizeof(float) * width * height);
    assert_non_null(samples);
    for (uint32_t i = 0; i < width * height; i++) {
        samples[i] = (float)(fixture_draw(state) % 256);
        samples[i] = fixture_draw(state) % 20 == 0 ? NAN : samples[i];
    }
    return samples;
}

/* Exact positions: all numbers are multiples of 2^-20. */
static void maps_show_the_sample_of_each_pixel(void **state)
{
    uint64_t random = 11;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    for (int i = 0; i < 30; i++) {
        test_scene scene = scene_plain(SCREE_SCENE_MAP, draw_count(&random, 40), draw_count(&random, 30), 0);
        scree_scene_params *params = &scene.params;
        params->samples_a_pixel = (1 + (double)(fixture_draw(&random) % (1 << 21))) * 0x1p-20;
        params->left = floor(draw_between(&random, -20.0, 40.0) * 0x1p20) * 0x1p-20;
        params->top = floor(draw_between(&random, -20.0, 40.0) * 0x1p20) * 0x1p-20;
        params->background[0][1] = 200;
        params->background[1][1] = 200;
        float *samples = draw_plane(params->count[0], params->count[1], &random);
        scene.samples = samples;
        uint32_t *pixels = scene_pixels(device, &scene);
        for (uint32_t k = 0; k < scene.width * scene.height; k++) {
            const double x = floor(params->left + (k % scene.width + 0.5) * params->samples_a_pixel);
            const double y = floor(params->top + (k / scene.width + 0.5) * params->samples_a_pixel);
            if (x < 0 || x >= params->count[0] || y < 0 || y >= params->count[1]) {
                assert_int_equal(pixels[k], 0xff00c800u);
                continue;
            }
            const float value = samples[(uint32_t)y * params->count[0] + (uint32_t)x];
            const uint32_t grey = isnan(value) ? 128u : (uint32_t)value;
            assert_int_equal(pixels[k], 0xff000000u | grey * 0x10101u);
        }
        free(pixels);
        free(samples);
    }
}

/* A millionth of a sample a pixel, an edge 2^30 samples away from the picture's, and one that is hardly beside it. */
static void maps_are_exact_at_any_magnification(void **state)
{
    const float samples[2] = {10.0f, 200.0f};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    test_scene scene = scene_plain(SCREE_SCENE_MAP, 2, 1, 0);
    scene.samples = samples;
    scene.params.samples_a_pixel = 0x1p-30;
    scene.params.left = 1.0 - 10.0 * 0x1p-30;
    scene.params.top = 0.5;
    uint32_t *pixels = scene_pixels(device, &scene);
    assert_int_equal(pixels[9], 0xff0a0a0au);
    assert_int_equal(pixels[10], 0xffc8c8c8u);
    free(pixels);
    scene.params.left = -(double)SCREE_MAX_SCENE_MAP_SIDE;
    scene.params.samples_a_pixel = SCREE_MAX_SCENE_SAMPLES_A_PIXEL;
    pixels = scene_pixels(device, &scene);
    assert_int_equal(pixels[0], 0xff000000u);
    free(pixels);
    scene.params.left = -1e-20;
    scene.params.top = 0.0;
    scene.params.samples_a_pixel = 1.0;
    pixels = scene_pixels(device, &scene);
    assert_int_equal(pixels[0], 0xff0a0a0au);
    assert_int_equal(pixels[1], 0xffc8c8c8u);
    assert_int_equal(pixels[2], 0xff000000u);
    free(pixels);
}

/* Catmull and Rom's spline through four numbers, between the second and the third. */
static double spline(const double p[4], double t)
{
    return p[1] +
           0.5 * t *
               (p[2] - p[0] + t * (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3] + t * (3 * (p[1] - p[2]) + p[3] - p[0])));
}

static double at_clamped(const float *samples, int width, int height, int x, int y)
{
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    return samples[y * width + x];
}

static double spline_at(const float *samples, int width, int height, double x, double y)
{
    const int column = (int)floor(x - 0.5);
    const int row = (int)floor(y - 0.5);
    double across[4];
    for (int j = 0; j < 4; j++) {
        double values[4];
        for (int i = 0; i < 4; i++) {
            values[i] = at_clamped(samples, width, height, column - 1 + i, row - 1 + j);
        }
        across[j] = spline(values, x - 0.5 - column);
    }
    return spline(across, y - 0.5 - row);
}

static void smooth_maps_are_splines(void **state)
{
    enum { SIDE = 6 };
    /* Pixels that a sample is large; the last ones are magnified along one axis alone. */
    static const double sides[][2] = {{5.5, 5.5}, {5.5, 5.5}, {1.0, 5.5}, {5.5, 1.0}};
    uint64_t random = 5;
    float samples[SIDE * SIDE];
    float minus[SIDE * SIDE];
    float difference[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        samples[i] = (float)draw_between(&random, 50.0, 200.0);
        minus[i] = (float)draw_between(&random, -20.0, 20.0);
        difference[i] = samples[i] - minus[i];
    }
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
        test_scene scene = scene_plain(SCREE_SCENE_MAP, SIDE, SIDE, 0);
        scene.samples = samples;
        scene.minus = k == 1 ? minus : NULL;
        scene.width = (uint32_t)(SIDE * sides[k][0]);
        scene.height = (uint32_t)(SIDE * sides[k][1]);
        scene.params.is_smooth = true;
        scene.params.samples_a_pixel = 1.0 / fmin(sides[k][0], sides[k][1]);
        memcpy(scene.params.voxel, sides[k], sizeof sides[k]);
        uint32_t *pixels = scene_pixels(device, &scene);
        for (uint32_t i = 0; i < scene.width * scene.height; i++) {
            const double value = spline_at(k == 1 ? difference : samples, SIDE, SIDE,
                                           (i % scene.width + 0.5) / sides[k][0],
                                           (i / scene.width + 0.5) / sides[k][1]);
            const double grey = fmin(fmax(value, 0.0), 255.0);
            assert_near(pixels[i], grey, grey, grey);
        }
        free(pixels);
    }
}

/* Where neighbours are no numbers, the nearest sample stands for them. */
static void smooth_maps_do_without_what_is_no_number(void **state)
{
    float samples[25];
    for (int i = 0; i < 25; i++) {
        samples[i] = i == 12 ? 100.0f : i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY;
    }
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    test_scene scene = scene_plain(SCREE_SCENE_MAP, 5, 5, 0);
    scene.samples = samples;
    scene.width = 50;
    scene.height = 50;
    scene.params.is_smooth = true;
    scene.params.samples_a_pixel = 0.1;
    scene.params.relief = 1.0;
    scene.params.light_elevation = 90.0;
    uint32_t *pixels = scene_pixels(device, &scene);
    for (int i = 0; i < 2500; i++) {
        const bool is_own = i % 50 / 10 == 2 && i / 500 == 2;
        assert_int_equal(pixels[i], is_own ? 0xff646464u : NO_NUMBER);
    }
    free(pixels);
}

/* A slope of 1 towards the light of 45 degrees is as light as can be, away from it only ambient light is left. */
static void relief_follows_the_slope(void **state)
{
    float samples[64];
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    for (int k = -1; k <= 1; k++) {
        for (int i = 0; i < 64; i++) {
            samples[i] = 100.0f + (float)(k * (i % 8)) * 0.25f;
        }
        test_scene scene = scene_plain(SCREE_SCENE_MAP, 8, 8, 0);
        scene.samples = samples;
        scene.width = 8;
        scene.height = 8;
        scene.params.relief = 1.0;
        scene.params.ambient = 0.25;
        /* A sample of the map is 0.25 in the world, so these steps rise by a sample. */
        scene.params.height_scale = 1.0;
        scene.params.light_azimuth = 180.0;
        uint32_t *pixels = scene_pixels(device, &scene);
        const double facing = k == 0 ? 1.0 : k == 1 ? sqrt(2.0) : 0.0;
        const double light = 0.25 + 0.75 * facing;
        const double grey = floor(samples[8 * 4 + 4] + 0.5) * sqrt(light);
        assert_near(pixels[8 * 4 + 4], grey, grey, grey);
        free(pixels);
    }
}

/* Lines where a plane passes multiples of the interval, and nowhere else. */
static void contour_lines_are_at_multiples_of_the_interval(void **state)
{
    enum { SIDE = 60 };
    static float samples[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        samples[i] = 200.0f + ((float)(i % SIDE) - 29.5f) * 0.1f;
    }
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    test_scene scene = scene_plain(SCREE_SCENE_MAP, SIDE, SIDE, 0);
    scene.samples = samples;
    scene.width = SIDE;
    scene.height = SIDE;
    scene.params.interval = 2.0;
    uint32_t *pixels = scene_pixels(device, &scene);
    for (int x = 1; x < SIDE - 1; x++) {
        const double apart = fabs(remainder(samples[x], 2.0)) / 0.1;
        const uint32_t grey = channel(pixels[30 * SIDE + x], 0);
        assert_true(apart < 0.6 ? grey < 180 : apart > 1.1 ? grey > 195 : true);
    }
    free(pixels);
}

/* Lines across the middle row of a map whose samples fall from left to right, drawn so many times as wide; a pixel has
   so many rows. */
static int count_lines(scree_device *device, float (*sample_at)(int column), double interval, int magnification,
                       double rows, bool is_smooth)
{
    enum { COLUMNS = 160, ROWS = 8 };
    static float samples[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        samples[i] = sample_at(i % COLUMNS);
    }
    test_scene scene = scene_plain(SCREE_SCENE_MAP, COLUMNS, ROWS, 0);
    scene.samples = samples;
    scene.width = (uint32_t)(COLUMNS * magnification);
    scene.height = (uint32_t)lround(ROWS / rows);
    scene.params.is_smooth = is_smooth;
    scene.params.samples_a_pixel = rows;
    scene.params.voxel[0] = magnification * rows;
    scene.params.voxel[1] = 1.0;
    /* All is white, but for lines. */
    scene.params.range = (scree_range){.minimum = samples[0] - 1e4f, .maximum = samples[0] - 9e3f};
    scene.params.interval = interval;
    uint32_t *pixels = scene_pixels(device, &scene);
    int lines = 0;
    bool was_dark = false;
    for (int x = 0; x < COLUMNS * magnification; x++) {
        const bool is_dark = channel(pixels[scene.height / 2 * scene.width + (uint32_t)x], 0) < 215;
        lines += is_dark && !was_dark ? 1 : 0;
        was_dark = is_dark;
    }
    free(pixels);
    return lines;
}

/* From 40 to 1 in steps of four columns; in steps of one, by as much; the first of these far from 0; and one that is
   level at 20. */
static float stairs_at(int column)
{
    return (float)(40 - column / 4);
}

static float slope_at(int column)
{
    return 40.4f - (float)column / 4.0f;
}

static float far_stairs_at(int column)
{
    return 5e6f + stairs_at(column);
}

static float clipped_at(int column)
{
    return fmaxf(slope_at(column), 20.0f);
}

static void a_line_is_drawn_once(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    (void)state;
    /* Magnified, float32 is too coarse there to interpolate. */
    assert_int_equal(count_lines(device, far_stairs_at, 2.0, 1, 1.0, true), 20);
    for (int magnification = 1; magnification <= 10; magnification += 3) {
        const double rows = 1.0 / magnification;
        assert_int_equal(count_lines(device, slope_at, 10.0, magnification, rows, true), 4);
        assert_int_equal(count_lines(device, stairs_at, 10.0, magnification, rows, true), 4);
        /* 40 and 30; none is below 20. */
        assert_int_equal(count_lines(device, clipped_at, 10.0, magnification, rows, true), 2);
    }
}

/* Samples that are longer than they are high, with pixels that have one row, or two. */
static void a_line_is_drawn_once_where_sides_differ(void **state)
{
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    (void)state;
    for (int magnification = 4; magnification <= 10; magnification += 3) {
        for (int rows = 1; rows <= 2; rows++) {
            for (int smooth = 0; smooth < 2; smooth++) {
                assert_int_equal(count_lines(device, slope_at, 10.0, magnification, rows, smooth == 1), 4);
                assert_int_equal(count_lines(device, stairs_at, 10.0, magnification, rows, smooth == 1), 4);
                assert_int_equal(count_lines(device, clipped_at, 10.0, magnification, rows, smooth == 1), 2);
            }
        }
    }
}

/* How much of a sample lies within a length around a position along an axis. */
static double share_of(int sample, double middle, double length)
{
    return fmax(fmin(middle + length / 2.0, sample + 1) - fmax(middle - length / 2.0, sample), 0.0);
}

/* The mean of what a pixel covers of a map, by areas; along an axis it covers a sample's length at least. */
static double mean_of(const float *samples, int side, const double pixel[2], int column, int row)
{
    double sum = 0.0;
    double area = 0.0;
    for (int y = 0; y < side; y++) {
        const double down = share_of(y, (row + 0.5) * pixel[1], fmax(pixel[1], 1.0));
        for (int x = 0; x < side && down > 0.0; x++) {
            const double across = share_of(x, (column + 0.5) * pixel[0], fmax(pixel[0], 1.0));
            if (across > 0.0 && isfinite(samples[y * side + x])) {
                sum += across * down * (double)samples[y * side + x];
                area += across * down;
            }
        }
    }
    return sum / area;
}

/* The samples are squares, or larger than pixels along one axis. */
static void large_pixels_are_means(void **state)
{
    enum { SIDE = 48, PIXELS = 20 };
    static const double sides[][2] = {{1.0, 1.0}, {1.0, 4.0}, {5.0, 1.0}};
    static float samples[SIDE * SIDE];
    uint64_t random = 7;
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    (void)state;
    for (int i = 0; i < SIDE * SIDE; i++) {
        samples[i] = i % 37 == 5 ? NAN : (float)draw_between(&random, 0.0, 255.0);
    }
    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
        const double pixel[2] = {(double)SIDE / PIXELS / sides[k][0], (double)SIDE / PIXELS / sides[k][1]};
        test_scene scene = scene_plain(SCREE_SCENE_MAP, SIDE, SIDE, 0);
        scene.samples = samples;
        scene.width = scene.height = PIXELS;
        scene.params.is_smooth = true;
        scene.params.samples_a_pixel = (double)SIDE / PIXELS;
        memcpy(scene.params.voxel, sides[k], sizeof sides[k]);
        uint32_t *pixels = scene_pixels(device, &scene);
        for (int i = 0; i < PIXELS * PIXELS; i++) {
            const double grey = mean_of(samples, SIDE, pixel, i % PIXELS, i / PIXELS);
            assert_near(pixels[i], grey, grey, grey);
        }
        free(pixels);
    }
}

/* Stripes of one row each have the mean of both, however many a pixel covers; without smoothing one of them is shown.
 */
static void stripes_become_their_mean(void **state)
{
    enum { COLUMNS = 4, ROWS = 1600 };
    static float samples[COLUMNS * ROWS];
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    (void)state;
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        samples[i] = i / COLUMNS % 2 == 0 ? 0.0f : 200.0f;
    }
    for (int pixels_high = 2; pixels_high <= 800; pixels_high *= 20) {
        for (int smooth = 0; smooth < 2; smooth++) {
            test_scene scene = scene_plain(SCREE_SCENE_MAP, COLUMNS, ROWS, 0);
            scene.samples = samples;
            scene.width = 1;
            scene.height = (uint32_t)pixels_high;
            scene.params.is_smooth = smooth == 1;
            scene.params.samples_a_pixel = (double)ROWS / pixels_high;
            scene.params.left = (COLUMNS - scene.params.samples_a_pixel) / 2.0;
            uint32_t *pixels = scene_pixels(device, &scene);
            for (int i = 0; i < pixels_high; i++) {
                const int grey = (int)channel(pixels[i], 0);
                assert_true(smooth == 1 ? abs(grey - 100) <= 2 : grey == 0 || grey == 200);
            }
            free(pixels);
        }
    }
}

/* With more than 64 samples along an axis the mean is of every third, fifth and so on: at most 64 are read. */
static void means_are_of_64_samples_at_most(void **state)
{
    static const int counts[] = {1, 63, 64, 65, 127, 128, 192, 193, 1000};
    float samples[1000];
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    (void)state;
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        int step = 1;
        while ((counts[k] + step - 1) / step > 64) {
            step += 2;
        }
        for (int i = 0; i < counts[k]; i++) {
            samples[i] = i % step == 0 ? 100.0f : 200.0f;
        }
        test_scene scene = scene_plain(SCREE_SCENE_MAP, (uint32_t)counts[k], 1, 0);
        scene.samples = samples;
        scene.width = scene.height = 1;
        scene.params.is_smooth = true;
        scene.params.samples_a_pixel = counts[k];
        scene.params.top = (1.0 - counts[k]) / 2.0;
        uint32_t *pixels = scene_pixels(device, &scene);
        assert_int_equal(channel(pixels[0], 0), 100);
        free(pixels);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_show_the_sample_of_each_pixel),
        cmocka_unit_test(maps_are_exact_at_any_magnification),
        cmocka_unit_test(smooth_maps_are_splines),
        cmocka_unit_test(smooth_maps_do_without_what_is_no_number),
        cmocka_unit_test(relief_follows_the_slope),
        cmocka_unit_test(contour_lines_are_at_multiples_of_the_interval),
        cmocka_unit_test(a_line_is_drawn_once),
        cmocka_unit_test(a_line_is_drawn_once_where_sides_differ),
        cmocka_unit_test(large_pixels_are_means),
        cmocka_unit_test(stripes_become_their_mean),
        cmocka_unit_test(means_are_of_64_samples_at_most),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
