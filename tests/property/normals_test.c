/*
 * Normals and slopes: those of planes, whose normals are known; those of a field, by differences of its values; tiles
 * of the whole; and what the functions refuse.
 */
#include "fixture.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 48
#define CHANNELS 3
#define DEGREES 57.29577951308232

/* Heights of 25 with errors of some 2^-24 differ over 0.04 samples. */
#define TOLERANCE 1e-3

/* A step and a height whose product is 1, so that derivatives are slopes. */
static const scree_grid unit_grid = {.axes = 2, .step = {0.25}};
#define UNIT_HEIGHT 4.0

typedef struct plane {
    float slope[2];
    double angle; /* Degrees. */
    float normal[3];
    uint8_t bytes[3];
    uint16_t words[3];
} plane;

/* By OpenGL's convention, with y up: where the surface rises to the right, its normal leans to the left, and where it
   rises downwards, its normal leans up. */
static const plane planes[] = {
    {{0.0f, 0.0f}, 0.0, {0.0f, 0.0f, 1.0f}, {128, 128, 255}, {32768, 32768, 65535}},
    {{1.0f, 0.0f}, 45.0, {-0.70710678f, 0.0f, 0.70710678f}, {37, 128, 218}, {9597, 32768, 55938}},
    {{0.0f, 1.0f}, 45.0, {0.0f, 0.70710678f, 0.70710678f}, {128, 218, 218}, {32768, 55938, 55938}},
    {{-0.75f, 0.0f}, 36.86989764584402, {0.6f, 0.0f, 0.8f}, {204, 128, 230}, {52428, 32768, 58982}},
    {{2.0f, -1.0f}, 65.90515744788931, {-0.81649658f, -0.40824829f, 0.40824829f}, {23, 75, 180}, {6013, 19390, 46145}},
};

static void planes_have_known_normals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++) {
        const plane *of = &planes[i];
        const float sample[CHANNELS] = {123.0f, of->slope[0], of->slope[1]};
        for (int handedness = 0; handedness < 2; handedness++) {
            const scree_surface_params params = {
                .grid = &unit_grid, .height = UNIT_HEIGHT, .handedness = (scree_handedness)handedness};
            float normal[3];
            uint8_t bytes[3];
            uint16_t words[3];
            float slope = -1.0f;
            assert_int_equal(scree_surface_normals(NULL, &params, sample, 1, SCREE_TYPE_F32, normal), SCREE_OK);
            assert_int_equal(scree_surface_normals(NULL, &params, sample, 1, SCREE_TYPE_U8, bytes), SCREE_OK);
            assert_int_equal(scree_surface_normals(NULL, &params, sample, 1, SCREE_TYPE_U16, words), SCREE_OK);
            assert_int_equal(scree_surface_slopes(NULL, &params, sample, 1, SCREE_TYPE_F32, &slope), SCREE_OK);
            uint8_t byte = 0;
            assert_int_equal(scree_surface_slopes(NULL, &params, sample, 1, SCREE_TYPE_U8, &byte), SCREE_OK);
            assert_int_equal(byte, (int)floor(of->angle / 90.0 * 255.0 + 0.5));
            const float up = handedness == SCREE_HANDEDNESS_OPENGL ? 1.0f : -1.0f;
            /* Components are rounded to float32: by 2^-25 at most, and so are those that are expected. */
            assert_float_equal(normal[0], of->normal[0], 6e-8);
            assert_float_equal(normal[1], up * of->normal[1], 6e-8);
            assert_float_equal(normal[2], of->normal[2], 6e-8);
            for (int axis = 0; axis < 3; axis++) {
                /* Down instead of up: the other side of the middle, which is rounded up. */
                const double part = axis == 1 ? (double)(up * of->normal[1]) : (double)of->normal[axis];
                assert_int_equal(bytes[axis], (int)floor((part + 1.0) * 127.5 + 0.5));
                assert_int_equal(words[axis], (int)floor((part + 1.0) * 32767.5 + 0.5));
            }
            if (handedness == SCREE_HANDEDNESS_OPENGL) {
                assert_memory_equal(bytes, of->bytes, sizeof bytes);
                assert_memory_equal(words, of->words, sizeof words);
            }
            /* An angle up to 90 degrees is rounded to float32, by 2^-18 at most. */
            assert_true(fabs((double)slope - of->angle) < 1e-5);
        }
    }
}

/* Slopes of all sizes against the C library's arc tangent; none is off by more than one rounding. */
static void slopes_are_arc_tangents(void **state)
{
    (void)state;
    const scree_surface_params params = {.grid = &unit_grid, .height = UNIT_HEIGHT};
    float before = -1.0f;
    for (double size = 1e-9; size < 1e9; size *= 1.001) {
        const float sample[CHANNELS] = {0.0f, (float)size, 0.0f};
        float slope = 0.0f;
        assert_int_equal(scree_surface_slopes(NULL, &params, sample, 1, SCREE_TYPE_F32, &slope), SCREE_OK);
        const float expected = (float)(atan((double)sample[1]) * (180.0 / 3.14159265358979323846));
        assert_true(fabsf(slope - expected) <= nextafterf(expected, 100.0f) - expected);
        assert_true(slope >= before);
        before = slope;
    }
    const float steepest[CHANNELS] = {0.0f, FLT_MAX, FLT_MAX};
    const scree_surface_params highest = {.grid = &unit_grid, .height = SCREE_MAX_SURFACE_HEIGHT};
    float slope = 0.0f;
    float normal[3];
    assert_int_equal(scree_surface_slopes(NULL, &highest, steepest, 1, SCREE_TYPE_F32, &slope), SCREE_OK);
    assert_true(slope == 90.0f);
    assert_int_equal(scree_surface_normals(NULL, &highest, steepest, 1, SCREE_TYPE_F32, normal), SCREE_OK);
    /* Rounding, as above. */
    assert_float_equal(normal[0], -0.70710678f, 6e-8);
    assert_float_equal(normal[1], 0.70710678f, 6e-8);
    assert_true(normal[2] >= 0.0f && normal[2] < 1e-30f);
}

static void what_is_not_finite_is_no_accident(void **state)
{
    (void)state;
    const float samples[2][CHANNELS] = {{0.0f, NAN, 1.0f}, {0.0f, INFINITY, 1.0f}};
    const scree_surface_params params = {.grid = &unit_grid, .height = UNIT_HEIGHT};
    uint16_t words[2][3];
    float slopes[2];
    assert_int_equal(scree_surface_normals(NULL, &params, samples[0], 2, SCREE_TYPE_U16, words), SCREE_OK);
    assert_int_equal(words[0][0], 0);
    assert_int_equal(words[1][0], 0);
    assert_int_equal(scree_surface_slopes(NULL, &params, samples[0], 2, SCREE_TYPE_F32, slopes), SCREE_OK);
    assert_true(isnan(slopes[0]));
    assert_true(slopes[1] == 90.0f);
}

static scree_field *make_field(bool derivatives)
{
    const scree_noise_params params = {.seed = 5, .octaves = 4, .sample = {.has_derivatives = derivatives}};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(NULL, &params, &field), SCREE_OK);
    return field;
}

/* A grid with another step along y, of which the second may be a layer of a volume. */
static scree_grid make_grid(uint32_t axes)
{
    return (scree_grid){.axes = axes, .count = {SIDE, SIDE, 1}, .step = {0.05, 0.03, 0.1}, .origin = {3.3, -1.7, 0.6}};
}

static float *fill(const scree_field *field, const scree_grid *grid)
{
    float *samples = malloc(fixture_samples(grid) * scree_field_channels(field, grid->axes) * sizeof *samples);
    assert_non_null(samples);
    assert_int_equal(scree_field_fill(field, grid, samples), SCREE_OK);
    return samples;
}

/* The height at a sample, or at some part of a sample beside it. */
static double height_at(const scree_field *field, const scree_grid *grid, double column, double row)
{
    const double position[3] = {grid->origin[0] + column * grid->step[0], grid->origin[1] + row * grid->step[1],
                                grid->origin[2]};
    const scree_points point = scree_points_packed(grid->axes, position, 1);
    float value = 0.0f;
    assert_int_equal(scree_field_at(field, &point, &value), SCREE_OK);
    return (double)value;
}

static void normals_are_those_of_the_heights(void **state)
{
    (void)state;
    const double height = 25.0;
    const double part = 0.02;
    scree_field *heights = make_field(false);
    scree_field *field = make_field(true);
    for (uint32_t axes = 2; axes <= 3; axes++) {
        const scree_grid grid = make_grid(axes);
        const scree_surface_params params = {.grid = &grid, .height = height};
        float *samples = fill(field, &grid);
        float normals[SIDE * SIDE][3];
        float slopes[SIDE * SIDE];
        assert_int_equal(scree_surface_normals(NULL, &params, samples, SIDE * SIDE, SCREE_TYPE_F32, normals), SCREE_OK);
        assert_int_equal(scree_surface_slopes(NULL, &params, samples, SIDE * SIDE, SCREE_TYPE_F32, slopes), SCREE_OK);
        for (int i = 0; i < SIDE * SIDE; i++) {
            const double column = i % SIDE;
            const double row = i / SIDE;
            const double right =
                height *
                (height_at(heights, &grid, column + part, row) - height_at(heights, &grid, column - part, row)) /
                (2.0 * part);
            const double down =
                height *
                (height_at(heights, &grid, column, row + part) - height_at(heights, &grid, column, row - part)) /
                (2.0 * part);
            const double length = sqrt(right * right + down * down + 1.0);
            assert_true(fabs((double)normals[i][0] + right / length) < TOLERANCE);
            assert_true(fabs((double)normals[i][1] - down / length) < TOLERANCE);
            assert_true(fabs((double)normals[i][2] - 1.0 / length) < TOLERANCE);
            assert_true(fabs((double)slopes[i] - atan(hypot(right, down)) * DEGREES) < TOLERANCE * DEGREES);
        }
        free(samples);
    }
    scree_field_release(&heights);
    scree_field_release(&field);
}

/* Rows of a tile are parts of rows of the whole, and integers are rounded from the same numbers. */
static void tiles_are_parts_of_the_whole(void **state)
{
    (void)state;
    scree_field *field = make_field(true);
    const scree_grid grid = make_grid(2);
    scree_grid tile = grid;
    tile.first[0] = 10;
    tile.first[1] = 20;
    tile.count[0] = 7;
    tile.count[1] = 5;
    float *samples = fill(field, &grid);
    float *part = fill(field, &tile);
    const scree_surface_params params = {.grid = &grid};
    const scree_surface_params of_tile = {.grid = &tile};
    float whole[SIDE * SIDE][3];
    uint8_t bytes[SIDE * SIDE][3];
    float piece[35][3];
    assert_true(scree_surface_height(&params) == 0.125 / 0.05);
    assert_int_equal(scree_surface_normals(NULL, &params, samples, SIDE * SIDE, SCREE_TYPE_F32, whole), SCREE_OK);
    assert_int_equal(scree_surface_normals(NULL, &params, samples, SIDE * SIDE, SCREE_TYPE_U8, bytes), SCREE_OK);
    assert_int_equal(scree_surface_normals(NULL, &of_tile, part, 35, SCREE_TYPE_F32, piece), SCREE_OK);
    for (size_t row = 0; row < 5; row++) {
        assert_memory_equal(piece[row * 7], whole[(20 + row) * SIDE + 10], 7 * sizeof piece[0]);
    }
    for (int i = 0; i < SIDE * SIDE * 3; i++) {
        assert_int_equal(bytes[i / 3][i % 3], (int)floor(((double)whole[i / 3][i % 3] + 1.0) * 127.5 + 0.5));
    }
    free(samples);
    free(part);
    scree_field_release(&field);
}

typedef struct refusal {
    scree_surface_params params;
    scree_type type;
    const char *message;
} refusal;

static void wrong_parameters_are_refused(void **state)
{
    (void)state;
    static const scree_grid line = {.axes = 1, .step = {1}};
    static const scree_grid nine = {.axes = 9, .step = {1}};
    static const scree_grid still = {.axes = 2};
    static const scree_grid wide = {.axes = 2, .step = {1, 0x1p21}};
    const refusal refusals[] = {
        {{.grid = NULL}, SCREE_TYPE_F32, "grid is NULL"},
        {{.grid = &line}, SCREE_TYPE_F32, "axes is 1; a surface needs 2 to 8"},
        {{.grid = &nine}, SCREE_TYPE_F32, "axes is 9; a surface needs 2 to 8"},
        {{.grid = &still}, SCREE_TYPE_F32, "step is 0 on axis 0; it must be more than 0, up to 2^20"},
        {{.grid = &wide}, SCREE_TYPE_F32, "step is 2097152 on axis 1; it must be more than 0, up to 2^20"},
        {{.grid = &unit_grid, .height = -1}, SCREE_TYPE_F32, "height is -1; it must be 1e-30 to 1e30, or 0"},
        {{.grid = &unit_grid, .height = NAN}, SCREE_TYPE_F32, "height is nan; it must be 1e-30 to 1e30, or 0"},
        {{.grid = &unit_grid, .handedness = (scree_handedness)2}, SCREE_TYPE_F32, "handedness is 2, which is none"},
        {{.grid = &unit_grid}, SCREE_TYPE_F16, "type is 4; normals and slopes are f32 (0), u16 (1) or u8 (2)"},
    };
    const float sample[CHANNELS] = {0};
    float out[3] = {0};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const refusal *of = &refusals[i];
        assert_int_equal(scree_surface_normals(fixture_context, &of->params, sample, 1, of->type, out),
                         SCREE_ERROR_INVALID);
        assert_string_equal(fixture_message, of->message);
        assert_int_equal(scree_surface_slopes(fixture_context, &of->params, sample, 1, of->type, out),
                         SCREE_ERROR_INVALID);
        assert_string_equal(fixture_message, of->message);
        if (of->type == SCREE_TYPE_F32) {
            assert_true(scree_surface_height(&of->params) == 0.0);
        }
    }
    const scree_surface_params params = {.grid = &unit_grid};
    assert_int_equal(scree_surface_normals(fixture_context, NULL, sample, 1, SCREE_TYPE_F32, out), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "params is NULL");
    assert_int_equal(scree_surface_normals(fixture_context, &params, NULL, 1, SCREE_TYPE_F32, out),
                     SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "samples is NULL");
    assert_int_equal(scree_surface_slopes(fixture_context, &params, sample, 1, SCREE_TYPE_F32, NULL),
                     SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "the result is NULL");
    assert_int_equal(scree_surface_slopes(fixture_context, &params, NULL, 0, SCREE_TYPE_F32, NULL), SCREE_OK);
    assert_true(scree_surface_height(NULL) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_have_known_normals),         cmocka_unit_test(slopes_are_arc_tangents),
        cmocka_unit_test(what_is_not_finite_is_no_accident), cmocka_unit_test(normals_are_those_of_the_heights),
        cmocka_unit_test(tiles_are_parts_of_the_whole),      cmocka_unit_test(wrong_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
