/* Points: wherever they lie in memory, alone or in numbers, they have the bits that the definition of positions gives.
 */
#include "axis_key.h"
#include "fixture.h"
#include "noise_kinds_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANY 1100

/* Parameters of all kinds, with positions that are located by vectors and with ones that are not. */
static scree_noise_params draw_params(uint64_t *state, uint32_t axes)
{
    scree_noise_params params = {.kind = fixture_kind_of_axes(fixture_draw(state), axes),
                                 .hash = (scree_noise_hash)(fixture_draw(state) % 2),
                                 .fade = (scree_noise_fade)(fixture_draw(state) % 4),
                                 .fractal = fixture_fractal(fixture_draw(state)),
                                 .seed = fixture_draw(state),
                                 .octaves = 1 +
                                            (uint32_t)(fixture_draw(state) % (fixture_draw(state) % 8 == 0 ? 20 : 6)),
                                 .lacunarity = (const double[]){1.7, 0.5, 2.0, 2.0}[fixture_draw(state) % 4],
                                 .gain = (const double[]){0.3, 0.25, 0.5, 0.5}[fixture_draw(state) % 4]};
    if (fixture_draw(state) % 5 == 0) {
        params.lacunarity = 2.0;
        params.period[0] = 3;
    }
    if (params.hash == SCREE_NOISE_HASH_SCREE && fixture_draw(state) % 2 == 0) {
        params.gradients = (scree_noise_gradients)(fixture_draw(state) % 3);
    }
    params.lattice.orientation = (scree_noise_orientation)(fixture_draw(state) % 3);
    params.has_octave_rotation = axes >= 2 && axes <= 4 && fixture_draw(state) % 4 == 0;
    fixture_permit(&params);
    return params;
}

/* Coordinates near and far, whole, tiny, negative, and next to the borders of cells and to their middles. */
static double draw_coordinate(uint64_t *state)
{
    double near = (fixture_draw_unit(state) - 0.5) * 2000.0;
    switch (fixture_draw(state) % 15) {
    case 0:
        return floor(near);
    case 1:
        return nextafter(floor(near), 1e300);
    case 2:
        return nextafter(floor(near), -1e300);
    case 3:
        return near * 0x1p-60;
    case 4:
        return near * 0x1p10;
    case 5:
        return ldexp(near, -(int)(fixture_draw(state) % 60));
    case 6:
        return floor(near) + ldexp(fixture_draw_unit(state), -(int)(fixture_draw(state) % 54));
    case 7:
        return floor(near) - ldexp(fixture_draw_unit(state), -(int)(fixture_draw(state) % 54));
    case 8:
        return nextafter(floor(near) + 0.5, near * 1e300);
    case 9:
        return near * 0x1p-1060; /* A subnormal number, or nearly one. */
    case 10:                     /* With an octave's shift this is nearly halfway between two numbers of float32. */
        return copysign(ldexp(1.0 - 0x1p-40, -25 - (int)(fixture_draw(state) % 6)), near);
    default:
        return near;
    }
}

/* The same within a few thousand cells: kinds of sites locate a batch that has no other by the fewest steps. */
static double draw_near(uint64_t *state)
{
    double coordinate = draw_coordinate(state);
    while (fabs(coordinate) > 4000.0) {
        coordinate = draw_coordinate(state);
    }
    return coordinate;
}

static scree_field *make_field(const scree_noise_params *params)
{
    scree_field *field = fixture_field(params);
    return field;
}

static void assert_same(const float *expected, const float *actual, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&expected[i], &actual[i], sizeof(float)) != 0) {
            fail_msg("%s: point %zu of %zu is %.9g, expected %.9g", what, i, count, (double)actual[i],
                     (double)expected[i]);
        }
    }
}

/* Cells at the borders of 32 bits: beyond them the batch is left to the integers. */
static double draw_border(uint64_t *state)
{
    double border = fixture_draw(state) % 2 == 0 ? 0x1p31 : -0x1p31;
    return border + floor(fixture_draw_unit(state) * 6.0 - 3.0) + (fixture_draw(state) % 3 == 0 ? 0.25 : 0.0);
}

/* Just below the border of a cell in a later octave of lacunarity 2, which is shifted. */
static double draw_shifted_border(uint64_t *state, const scree_noise_params *params, uint32_t axis)
{
    uint32_t octave = (uint32_t)(fixture_draw(state) % params->octaves);
    double border = (double)(fixture_draw(state) % 3) - scree_octave_shift(params->seed, octave, axis);
    return ldexp(nextafter(border, -1e300), -(int)octave);
}

/* A point far away sends its batch through the integers of 128 bits, which define positions. */
static void every_way_of_locating_has_the_same_bits(void **state)
{
    uint64_t draws = 11;
    for (int round = 0; round < 400; round++) {
        uint32_t axes = 1 + (uint32_t)round % SCREE_MAX_AXES;
        scree_noise_params params = draw_params(&draws, axes);
        scree_field *field = make_field(&params);
        double positions[101 * SCREE_MAX_AXES];
        float together[101];
        float exactly[101];
        for (size_t i = 0; i < 100 * (size_t)axes; i++) {
            positions[i] = round % 2 == 0 ? draw_coordinate(&draws) : draw_near(&draws);
        }
        for (size_t i = 0; i < 100 * (size_t)axes; i += 1 + fixture_draw(&draws) % 8) {
            positions[i] = draw_shifted_border(&draws, &params, (uint32_t)(i % axes));
        }
        for (size_t i = 0; round % 7 == 0 && i < 3; i++) {
            positions[fixture_draw(&draws) % (100 * (size_t)axes)] = draw_border(&draws);
        }
        for (uint32_t axis = 0; axis < axes; axis++) {
            positions[100 * axes + axis] = 0x1p40 + axis;
        }
        assert_int_equal(field_at_packed(field, axes, positions, 100, together), SCREE_OK);
        assert_int_equal(field_at_packed(field, axes, positions, 101, exactly), SCREE_OK);
        assert_same(exactly, together, 100, "many by vectors");
        for (size_t count = 1; count <= 9; count++) {
            float few[9];
            assert_int_equal(field_at_packed(field, axes, positions + axes * count, count, few), SCREE_OK);
            assert_same(exactly + count, few, count, "few");
        }
        scree_field_release(&field);
    }
}

/* Where the coordinates of one axis lie: their memory, and the bytes from one to the next. */
static void spread_axis(const double *positions, uint32_t axes, uint32_t axis, size_t count, char *memory,
                        ptrdiff_t stride, scree_type type)
{
    for (size_t i = 0; i < count; i++) {
        double coordinate = positions[i * axes + axis];
        float single = (float)coordinate;
        char *at = memory + (ptrdiff_t)i * stride;
        memcpy(at, type == SCREE_TYPE_F32 ? (const void *)&single : (const void *)&coordinate, scree_type_bytes(type));
    }
}

/* Arrays for every axis, structures with gaps, arrays that run backwards, and packed ones, of either type. */
static void points_lie_anywhere(void **state)
{
    uint64_t draws = 12;
    static double memory[SCREE_MAX_AXES][MANY * 4];
    for (int round = 0; round < 80; round++) {
        uint32_t axes = 1 + (uint32_t)(fixture_draw(&draws) % SCREE_MAX_AXES);
        scree_noise_params params = draw_params(&draws, axes);
        size_t count = round % 3 == 0 ? 1 + (size_t)(fixture_draw(&draws) % 20) : MANY;
        scree_points points = {.axes = axes, .count = count, .type = round % 2 == 0 ? SCREE_TYPE_F32 : SCREE_TYPE_F64};
        ptrdiff_t size = (ptrdiff_t)scree_type_bytes(points.type);
        static double positions[MANY * SCREE_MAX_AXES];
        static float expected[MANY];
        static float actual[MANY];
        scree_field *field = make_field(&params);
        for (size_t i = 0; i < count * axes; i++) {
            positions[i] = (double)(float)(round % 8 < 4 ? draw_coordinate(&draws) : draw_near(&draws));
        }
        bool is_packed = round % 4 == 1;
        for (uint32_t axis = 0; axis < axes; axis++) {
            ptrdiff_t stride = is_packed ? (ptrdiff_t)axes * size : size * (1 + (ptrdiff_t)(fixture_draw(&draws) % 3));
            char *start = is_packed ? (char *)memory[0] + axis * size : (char *)memory[axis];
            bool is_backwards = !is_packed && fixture_draw(&draws) % 4 == 0;
            if (is_backwards) {
                start += (ptrdiff_t)(count - 1) * stride;
                stride = -stride;
            }
            spread_axis(positions, axes, axis, count, start, stride, points.type);
            points.coordinate[axis] = start;
            points.stride[axis] = stride == size ? 0 : stride;
        }
        assert_int_equal(field_at_packed(field, axes, positions, count, expected), SCREE_OK);
        assert_int_equal(scree_field_at(field, &points, actual), SCREE_OK);
        assert_same(expected, actual, count, "spread");
        scree_field_release(&field);
    }
}

static void one_value_is_a_point(void **state)
{
    scree_noise_params params = {.octaves = 4, .seed = 9};
    scree_field *field = make_field(&params);
    const double position[4] = {1.25, -7.7, 1000.001, 0.3};
    float expected[3];
    for (uint32_t axes = 2; axes <= 4; axes++) {
        assert_int_equal(field_at_packed(field, axes, position, 1, &expected[axes - 2]), SCREE_OK);
    }
    const float values[3] = {scree_field_at_2d(field, position[0], position[1]),
                             scree_field_at_3d(field, position[0], position[1], position[2]),
                             scree_field_at_4d(field, position[0], position[1], position[2], position[3])};
    assert_memory_equal(values, expected, sizeof values);
    assert_true(isnan(scree_field_at_2d(field, INFINITY, 0.0)));
    scree_field_release(&field);
}

/* Every refusal names the coordinate, its point and its value, or the member that is wrong. */
static void bad_points_are_named(void **state)
{
    scree_noise_params params = {.octaves = 3};
    scree_field *field = make_field(&params);
    double far[6] = {0.0, 1.0, 2.0, 3.0, NAN, 5.0};
    float out[600] = {0.0f};
    const scree_points good = {.axes = 2, .count = 3, .type = SCREE_TYPE_F64, .coordinate = {far, far}};
    scree_points points = good;
    points.coordinate[0] = far + 2;
    assert_int_equal(scree_field_at(field, &points, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "coordinate 0 of point 2 is nan"));
    far[4] = 0x1p61;
    assert_int_equal(field_at_packed(field, 2, far, 3, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "coordinate 0 of point 2 is "));
    far[4] = -0x1p60; /* Within 2^60, but not in cells of the third octave. */
    assert_int_equal(field_at_packed(field, 2, far, 3, out), SCREE_ERROR_INVALID);
    points = good;
    points.type = SCREE_TYPE_U16;
    assert_int_equal(scree_field_at(field, &points, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "type of the points is 1"));
    points = good;
    points.coordinate[1] = NULL;
    assert_int_equal(scree_field_at(field, &points, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "coordinate 1 of the points is NULL"));
    points = good;
    points.stride[1] = 12;
    assert_int_equal(scree_field_at(field, &points, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "stride of 12 bytes"));
    points = good;
    points.axes = 9;
    assert_int_equal(scree_field_at(field, &points, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "axes is 9"));
    assert_int_equal(scree_field_at(field, NULL, out), SCREE_ERROR_INVALID);
    assert_int_equal(scree_field_at(field, &good, NULL), SCREE_ERROR_INVALID);
    points.axes = 2;
    points.count = 0;
    assert_int_equal(scree_field_at(field, &points, NULL), SCREE_OK);
    /* A bad one far behind good ones. */
    static double line[600];
    line[599] = NAN;
    points = (scree_points){.axes = 1, .count = 600, .type = SCREE_TYPE_F64, .coordinate = {line}};
    assert_int_equal(scree_field_at(field, &points, out), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "coordinate 0 of point 599 is nan"));
    scree_field_release(&field);
}

/* Points in a buffer of the CPU, with gaps, and all that can be wrong with where they lie. */
static void points_in_buffers_are_checked(void **state)
{
    const scree_noise_params params = {.octaves = 2, .seed = 8};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 2);
    scree_device *other = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 1);
    scree_field *field = make_field(&params);
    double memory[64];
    float expected[10];
    float actual[10];
    double seconds = -1.0;
    for (size_t i = 0; i < 64; i++) {
        memory[i] = 0.37 * (double)i - 9.1;
    }
    scree_buffer *buffer = fixture_buffer(device, sizeof memory);
    scree_buffer *others = fixture_buffer(other, sizeof memory);
    assert_int_equal(scree_buffer_write(buffer, 0, sizeof memory, memory), SCREE_OK);
    const scree_points like = {
        .axes = 2, .count = 10, .type = SCREE_TYPE_F64, .coordinate = {memory + 1, memory + 2}, .stride = {32, 24}};
    const scree_buffer_points good = {
        .axes = 2, .count = 10, .type = SCREE_TYPE_F64, .buffer = buffer, .offset = {8, 16}, .stride = {32, 24}};
    assert_int_equal(scree_field_at(field, &like, expected), SCREE_OK);
    assert_int_equal(scree_device_at_buffer(device, field, &good, buffer, 404, &seconds), SCREE_OK);
    assert_true(seconds == 0.0);
    assert_int_equal(scree_buffer_read(buffer, 404, sizeof actual, actual), SCREE_OK);
    assert_same(expected, actual, 10, "buffer");
    const struct {
        scree_buffer_points points;
        uint64_t offset;
        const char *message;
    } wrong[] = {
        {{.axes = 9, .buffer = buffer}, 0, "axes is 9"},
        {{.axes = 1, .type = SCREE_TYPE_U8, .buffer = buffer}, 0, "type of the points is 2"},
        {{.axes = 1, .count = 1}, 0, "the buffer of the points is NULL"},
        {{.axes = 1, .count = 1, .buffer = others}, 0, "the buffer of the points is another device's"},
        {{.axes = 1, .count = 1, .buffer = buffer, .offset = {2}},
         256,
         "coordinate 0 of the points has an offset of 2"},
        {{.axes = 1, .count = 1, .buffer = buffer, .stride = {6}}, 256, "a stride of 6"},
        {{.axes = 1, .count = 1, .type = SCREE_TYPE_F64, .buffer = buffer, .offset = {12}}, 256, "the 8 bytes"},
        {{.axes = 1, .count = 129, .buffer = buffer}, 0, "coordinate 0 of 129 points, from byte 0 on"},
        {{.axes = 1, .count = 2, .buffer = buffer, .stride = {UINT64_MAX - 3}}, 0, "within the buffer's 512 bytes"},
        {{.axes = 1, .count = UINT64_MAX, .buffer = buffer}, 0, "within the buffer's 512 bytes"},
        {{.axes = 1, .count = 1, .buffer = buffer, .offset = {UINT64_MAX - 3}}, 0, "within the buffer's 512 bytes"},
        {{.axes = 1, .count = 4, .buffer = buffer}, 18, "4 values from byte 18 on"},
        {{.axes = 1, .count = 4, .buffer = buffer}, 500, "4 values from byte 500 on"},
        {{.axes = 1, .count = 4, .buffer = buffer}, 12, "lie among the coordinates of axis 0, bytes 0 to 15"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        fixture_message[0] = '\0';
        assert_int_equal(scree_device_at_buffer(device, field, &wrong[i].points, buffer, wrong[i].offset, NULL),
                         SCREE_ERROR_INVALID);
        if (strstr(fixture_message, wrong[i].message) == NULL) {
            fail_msg("\"%s\" does not say \"%s\"", fixture_message, wrong[i].message);
        }
    }
    assert_int_equal(scree_device_at_buffer(device, field, &good, others, 404, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_at_buffer(device, field, &good, NULL, 404, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_at_buffer(device, field, NULL, buffer, 404, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_at_buffer(device, NULL, &good, buffer, 404, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_at_buffer(NULL, field, &good, buffer, 404, NULL), SCREE_ERROR_INVALID);
    const double bad = NAN;
    assert_int_equal(scree_buffer_write(buffer, 16 + 7 * 24, sizeof bad, &bad), SCREE_OK);
    assert_int_equal(scree_device_at_buffer(device, field, &good, buffer, 404, NULL), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "coordinate 1 of point 7 is nan"));
    scree_buffer_destroy(&buffer);
    scree_buffer_destroy(&others);
    scree_field_release(&field);
}

/* On a device of several threads, as many points as they share, wherever they lie. */
static void devices_take_points_from_anywhere(void **state)
{
    enum { LINE = 40000 };
    const scree_noise_params params = {.octaves = 3, .seed = 8};
    scree_device *device = fixture_cpu(SCREE_CPU_LEVEL_AUTO, 3);
    scree_field *field = make_field(&params);
    static float memory[2 * LINE];
    static float expected[LINE];
    static float actual[LINE];
    for (size_t i = 0; i < 2 * LINE; i++) {
        memory[i] = 0.01f * (float)i;
    }
    scree_points points = {.axes = 2, .count = LINE, .coordinate = {memory, memory + 2 * LINE - 1}, .stride = {8, -4}};
    assert_int_equal(scree_field_at(field, &points, expected), SCREE_OK);
    assert_int_equal(scree_device_at(device, field, &points, actual), SCREE_OK);
    assert_same(expected, actual, LINE, "device");
    memory[2 * 31007] = INFINITY;
    assert_int_equal(scree_device_at(device, field, &points, actual), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "coordinate 1 of point 17985 is inf"));
    assert_int_equal(scree_device_at(device, field, NULL, actual), SCREE_ERROR_INVALID);
    assert_int_equal(scree_device_at(device, field, &points, NULL), SCREE_ERROR_INVALID);
    scree_field_release(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_way_of_locating_has_the_same_bits),
                                       cmocka_unit_test(points_lie_anywhere),
                                       cmocka_unit_test(one_value_is_a_point),
                                       cmocka_unit_test(bad_points_are_named),
                                       cmocka_unit_test(points_in_buffers_are_checked),
                                       cmocka_unit_test(devices_take_points_from_anywhere)};
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
