/*
 * Points on GPUs: wherever they lie, in host memory or in a buffer, of either type, they have the bits of the CPU; and
 * what is wrong with them is told.
 */
#include "gpu_suite.h"
#include "graph_fixture.h"
#include "noise_kinds_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_POINTS 700u
/* Room for the coordinates of an axis, with gaps. */
#define AXIS_BYTES ((size_t)MOST_POINTS * 32u)

static scree_noise_params draw_params(uint64_t *state, uint32_t *axes)
{
    static const double lacunarities[] = {2.0, 2.0, 2.0, 1.7, 4.0};
    scree_noise_params params = {.kind = fixture_kind(fixture_draw(state)),
                                 .hash = (scree_noise_hash)(fixture_draw(state) % 3 == 0),
                                 .fade = (scree_noise_fade)(fixture_draw(state) % 4),
                                 .fractal = fixture_fractal(fixture_draw(state)),
                                 .seed = fixture_draw(state),
                                 .octaves = 1 + (uint32_t)(fixture_draw(state) % 4),
                                 .lacunarity = lacunarities[fixture_draw(state) % 5]};
    const scree_noise_kind_info *kind = scree_noise_kind_describe(params.kind);
    *axes = kind->min_axes + (uint32_t)(fixture_draw(state) % (kind->max_axes - kind->min_axes + 1));
    if (fixture_draw(state) % 4 == 0) {
        params.lacunarity = 2.0;
        params.period[0] = 1 + fixture_draw(state) % 300;
        params.period[*axes - 1] = (uint64_t)1 << fixture_draw(state) % 41;
    }
    if (fixture_draw(state) % 8 == 0 && *axes < 5) {
        params.octaves = 11; /* More than one launch takes. */
    }
    fixture_permit(&params);
    return params;
}

/* Coordinates that float32 holds, near and far, on borders of cells and beside them, tiny, negative and zero. */
static double draw_coordinate(uint64_t *state)
{
    const double near = (fixture_draw_unit(state) - 0.5) * 2000.0;
    const float border = (float)floor(near);
    switch (fixture_draw(state) % 10) {
    case 0:
        return (double)border;
    case 1:
        return (double)nextafterf(border, 1e30f);
    case 2:
        return (double)nextafterf(border, -1e30f);
    case 3:
        return (double)(float)(near * 0x1p-60);
    case 4:
        return -0.0;
    case 5:
        return (double)(float)ldexp(near, -(int)(fixture_draw(state) % 160));
    case 6:
        return fixture_draw(state) % 8 != 0 ? near : (double)(float)ldexp(near, (int)(fixture_draw(state) % 28));
    default:
        return (double)(float)near;
    }
}

/* Points in memory of the host: their number, and for each axis where it starts and how far its coordinates are apart.
 */
typedef struct drawn_points {
    scree_points points;
    char *memory;
    size_t first[SCREE_MAX_AXES]; /* Bytes from the start of the memory. */
} drawn_points;

enum { ARRAYS, RECORDS, WIDE_RECORDS, STRIDES, LAYOUTS };

static void draw_layout(uint64_t *state, drawn_points *drawn)
{
    scree_points *points = &drawn->points;
    const size_t size = scree_type_bytes(points->type);
    const unsigned layout = (unsigned)(fixture_draw(state) % LAYOUTS);
    const size_t record = (points->axes + fixture_draw(state) % (points->axes + 1)) * size;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        size_t stride = size;
        drawn->first[axis] = 8 + axis * AXIS_BYTES;
        if (layout == RECORDS || layout == WIDE_RECORDS) {
            stride = layout == RECORDS ? record : 3 * points->axes * size;
            drawn->first[axis] = 8 + (points->axes - 1 - axis) * size;
        } else if (layout == STRIDES) {
            stride = size * (1 + fixture_draw(state) % 4);
        }
        points->stride[axis] = (ptrdiff_t)stride;
        points->coordinate[axis] = drawn->memory + drawn->first[axis];
    }
}

static void put_coordinate(const drawn_points *drawn, size_t point, uint32_t axis, double coordinate)
{
    const float single = (float)coordinate;
    const bool is_float = drawn->points.type == SCREE_TYPE_F32;
    char *at = drawn->memory + drawn->first[axis] + (ptrdiff_t)point * drawn->points.stride[axis];
    memcpy(at, is_float ? (const void *)&single : (const void *)&coordinate, scree_type_bytes(drawn->points.type));
}

static void draw_points(uint64_t *state, uint32_t axes, drawn_points *drawn)
{
    drawn->points = (scree_points){.axes = axes,
                                   .count = 1 + (size_t)(fixture_draw(state) % MOST_POINTS),
                                   .type = fixture_draw(state) % 2 == 0 ? SCREE_TYPE_F32 : SCREE_TYPE_F64};
    draw_layout(state, drawn);
    for (size_t i = 0; i < drawn->points.count; i++) {
        for (uint32_t axis = 0; axis < axes; axis++) {
            put_coordinate(drawn, i, axis, draw_coordinate(state));
        }
    }
}

/* Bytes that hold every layout. */
static size_t memory_bytes(void)
{
    return 8 + SCREE_MAX_AXES * AXIS_BYTES;
}

static void assert_same(const float *expected, const float *actual, const scree_points *points, const char *way)
{
    for (size_t i = 0; i < points->count; i++) {
        if (memcmp(&expected[i], &actual[i], sizeof(float)) != 0) {
            fail_msg("%s: point %zu of %zu in %u axes is %.9g, expected %.9g", way, i, points->count, points->axes,
                     (double)actual[i], (double)expected[i]);
        }
    }
}

/* The same points in a buffer: where their memory goes, and their values behind it. */
static scree_result evaluate_in_buffer(scree_device *device, const scree_field *field, const drawn_points *drawn,
                                       float *out, double *device_seconds)
{
    const scree_points *points = &drawn->points;
    const uint64_t bytes = memory_bytes();
    const uint64_t offset = bytes + 4;
    scree_buffer_points points_in_buffer = {.axes = points->axes, .count = points->count, .type = points->type};
    scree_buffer *buffer = fixture_buffer(device, offset + points->count * sizeof *out);
    assert_int_equal(scree_buffer_write(buffer, 0, bytes, drawn->memory), SCREE_OK);
    points_in_buffer.buffer = buffer;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        points_in_buffer.offset[axis] = drawn->first[axis];
        points_in_buffer.stride[axis] = (uint64_t)points->stride[axis];
    }
    const scree_result result =
        scree_device_at_buffer(device, field, &points_in_buffer, buffer, offset, device_seconds);
    if (result == SCREE_OK) {
        assert_int_equal(scree_buffer_read(buffer, offset, points->count * sizeof *out, out), SCREE_OK);
    }
    scree_buffer_destroy(&buffer);
    return result;
}

/* The same points in the opposite order, by strides below 0. */
static void turn(drawn_points *drawn, float *expected)
{
    scree_points *points = &drawn->points;
    for (uint32_t axis = 0; axis < points->axes; axis++) {
        points->coordinate[axis] = (const char *)points->coordinate[axis] +
                                   (ptrdiff_t)(points->count - 1) * points->stride[axis];
        points->stride[axis] = -points->stride[axis];
    }
    for (size_t i = 0; i < points->count / 2; i++) {
        const float kept = expected[i];
        expected[i] = expected[points->count - 1 - i];
        expected[points->count - 1 - i] = kept;
    }
}

/* A graph has the coordinates along an axis, rounded. Noise times 0 is a part of it, since the host would evaluate it
   otherwise (graph_point_pass.c). */
static void check_positions(scree_device *device, const scree_field *noise, uint32_t axis, const drawn_points *drawn)
{
    float expected[MOST_POINTS];
    float actual[MOST_POINTS];
    scree_field *nothing = GRAPH_OP(MUL, {noise}, {.number = 0.0});
    scree_field *field =
        graph_op_taking(SCREE_OP_ADD, nothing, graph_op((scree_op)(SCREE_OP_POSITION_X + axis), NULL, 0));
    for (size_t i = 0; i < drawn->points.count; i++) {
        const char *at = (const char *)drawn->points.coordinate[axis] + (ptrdiff_t)i * drawn->points.stride[axis];
        double wide = 0.0;
        float single;
        memcpy(&wide, at, scree_type_bytes(drawn->points.type));
        memcpy(&single, at, sizeof single);
        expected[i] = graph_trimmed(drawn->points.type == SCREE_TYPE_F32 ? single : (float)wide);
    }
    assert_int_equal(scree_device_at(device, field, &drawn->points, actual), SCREE_OK);
    assert_same(expected, actual, &drawn->points, "positions in host memory");
    memset(actual, 0, sizeof actual);
    assert_int_equal(evaluate_in_buffer(device, field, drawn, actual, NULL), SCREE_OK);
    assert_same(expected, actual, &drawn->points, "positions in a buffer");
    scree_field_release(&field);
}

static void check_points(scree_device *device, uint64_t *draws, drawn_points *drawn)
{
    float expected[MOST_POINTS];
    float actual[MOST_POINTS];
    uint32_t axes = 0;
    const scree_noise_params params = draw_params(draws, &axes);
    scree_field *field = fixture_field(&params);
    draw_points(draws, axes, drawn);
    assert_int_equal(scree_field_at(field, &drawn->points, expected), SCREE_OK);
    assert_int_equal(scree_device_at(device, field, &drawn->points, actual), SCREE_OK);
    assert_same(expected, actual, &drawn->points, "host memory");
    memset(actual, 0, sizeof actual);
    assert_int_equal(evaluate_in_buffer(device, field, drawn, actual, NULL), SCREE_OK);
    assert_same(expected, actual, &drawn->points, "buffer");
    check_positions(device, field, (uint32_t)(fixture_draw(draws) % (axes < 4 ? axes : 4)), drawn);
    turn(drawn, expected);
    assert_int_equal(scree_device_at(device, field, &drawn->points, actual), SCREE_OK);
    assert_same(expected, actual, &drawn->points, "backwards");
    scree_field_release(&field);
}

static void points_lie_anywhere(void **state)
{
    uint64_t draws = 31;
    scree_device *device = gpu_open(0);
    drawn_points drawn = {.memory = malloc(memory_bytes())};
    assert_non_null(drawn.memory);
    memset(drawn.memory, 0, memory_bytes());
    for (int round = 0; round < 40; round++) {
        check_points(device, &draws, &drawn);
    }
    free(drawn.memory);
}

/* Memory that the device may read and write by itself, also for the values. */
static void pinned_points_are_read_where_they_are(void **state)
{
    uint64_t draws = 32;
    scree_device *device = gpu_open(0);
    drawn_points drawn = {.memory = NULL};
    void *memory = NULL;
    void *out = NULL;
    assert_int_equal(scree_host_memory_create(device, memory_bytes(), &memory), SCREE_OK);
    assert_int_equal(scree_host_memory_create(device, MOST_POINTS * sizeof(float), &out), SCREE_OK);
    drawn.memory = memory;
    memset(memory, 0, memory_bytes());
    const scree_noise_params params = {.octaves = 2, .seed = 3};
    scree_field *field = fixture_field(&params);
    for (int round = 0; round < 24; round++) {
        float expected[MOST_POINTS];
        draw_points(&draws, 3, &drawn);
        assert_int_equal(scree_field_at(field, &drawn.points, expected), SCREE_OK);
        assert_int_equal(scree_device_at(device, field, &drawn.points, out), SCREE_OK);
        assert_same(expected, out, &drawn.points, "pinned");
    }
    scree_field_release(&field);
    scree_host_memory_destroy(device, &memory);
    scree_host_memory_destroy(device, &out);
}

/* Points with derivatives, and rows so long that a device makes their tables, by every fade. */
static void check_derivatives_and_rows(scree_device *device, uint64_t *draws)
{
    enum { AXES = 3, CHANNELS = AXES + 1, POINTS = 64, COLUMNS = 1500 };
    static const scree_grid grid = {.axes = AXES, .count = {COLUMNS, 2, 2}, .step = {0.37, 0.9, 0.11}};
    static float expected[CHANNELS * COLUMNS * 4];
    static float actual[CHANNELS * COLUMNS * 4];
    for (int fade = 0; scree_noise_fade_name((scree_noise_fade)fade) != NULL; fade++) {
        double positions[AXES * POINTS];
        for (size_t i = 0; i < AXES * POINTS; i++) {
            positions[i] = draw_coordinate(draws);
        }
        const scree_points points = scree_points_packed(AXES, positions, POINTS);
        scree_field *field = fixture_field(&(scree_noise_params){
            .octaves = 3, .seed = 11, .fade = (scree_noise_fade)fade, .sample.has_derivatives = true});
        assert_int_equal(scree_field_at(field, &points, expected), SCREE_OK);
        assert_int_equal(scree_device_at(device, field, &points, actual), SCREE_OK);
        assert_memory_equal(expected, actual, CHANNELS * POINTS * sizeof *actual);
        assert_int_equal(scree_field_fill(field, &grid, expected), SCREE_OK);
        scree_job *job = NULL;
        assert_int_equal(scree_job_fill(device, field, &grid, actual, &job), SCREE_OK);
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
        scree_job_release(&job);
        assert_memory_equal(expected, actual, sizeof actual);
        scree_field_release(&field);
    }
}

/* Then devices evaluate points by whole numbers, or the processor does, also those of buffers, and points that are
   nowhere are named. Only the device reports a time. */
static void points_need_no_float64(void **state)
{
    uint64_t draws = 37;
    drawn_points drawn = {.memory = malloc(memory_bytes())};
    const scree_noise_params params = {.octaves = 2, .seed = 3};
    float out[MOST_POINTS];
    assert_non_null(drawn.memory);
    memset(drawn.memory, 0, memory_bytes());
    scree_field *field = fixture_field(&params);
    for (int is_inexact = 0; is_inexact < 2; is_inexact++) {
        if (!gpu_take_float64(is_inexact != 0)) {
            continue;
        }
        scree_device *device = gpu_open(0);
        for (int round = 0; round < 20; round++) {
            check_points(device, &draws, &drawn);
        }
        check_derivatives_and_rows(device, &draws);
        draw_points(&draws, 2, &drawn);
        double seconds = -1.0;
        assert_int_equal(evaluate_in_buffer(device, field, &drawn, out, &seconds), SCREE_OK);
        assert_int_equal(seconds > 0.0, gpu_has_whole_programs);
        put_coordinate(&drawn, drawn.points.count - 1, 1, -INFINITY);
        assert_int_equal(evaluate_in_buffer(device, field, &drawn, out, NULL), SCREE_ERROR_INVALID);
        gpu_assert_message(" is -inf");
        gpu_close(&device);
    }
    scree_field_release(&field);
    free(drawn.memory);
}

/* Several slabs of the host, which both slots serve again and again. */
static void many_points_go_in_slabs(void **state)
{
    enum { MANY = 4000000 };
    const scree_noise_params params = {.octaves = 1, .seed = 5};
    scree_device *device = gpu_open(0);
    float *coordinates = malloc(MANY * 3 * sizeof *coordinates);
    float *expected = malloc(MANY * sizeof *expected);
    float *actual = malloc(MANY * sizeof *actual);
    uint64_t draws = 33;
    assert_true(coordinates != NULL && expected != NULL && actual != NULL);
    for (size_t i = 0; i < (size_t)MANY * 3; i++) {
        coordinates[i] = (float)(fixture_draw_unit(&draws) * 100.0);
    }
    const ptrdiff_t stride = 3 * sizeof *coordinates;
    const scree_points points = {.axes = 3,
                                 .count = MANY,
                                 .coordinate = {coordinates, coordinates + 1, coordinates + 2},
                                 .stride = {stride, stride, stride}};
    scree_field *field = fixture_field(&params);
    assert_int_equal(scree_device_at(gpu_reference, field, &points, expected), SCREE_OK);
    assert_int_equal(scree_device_at(device, field, &points, actual), SCREE_OK);
    assert_same(expected, actual, &points, "slabs");
    coordinates[3 * (MANY - 7) + 1] = INFINITY;
    assert_int_equal(scree_device_at(device, field, &points, actual), SCREE_ERROR_INVALID);
    gpu_assert_message("coordinate 1 of point 3999993 is inf");
    scree_field_release(&field);
    free(coordinates);
    free(expected);
    free(actual);
    gpu_assert_works(device);
}

/* Spans that are too small for all points, and for all axes of one: batches, and coordinates that are gathered. */
static void spans_are_small(void **state)
{
    uint64_t draws = 34;
    gpu_limit_slabs((uint32_t)1 << 14);
    scree_device *device = gpu_open(0);
    drawn_points drawn = {.memory = malloc(memory_bytes())};
    assert_non_null(drawn.memory);
    memset(drawn.memory, 0, memory_bytes());
    for (int round = 0; round < 16; round++) {
        check_points(device, &draws, &drawn);
    }
    free(drawn.memory);
}

/* The first bad coordinate is named, wherever it is and whatever is wrong with it. */
static void bad_points_are_named(void **state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 0x1p61, -0x1p60, 0x1.fffffep60};
    uint64_t draws = 35;
    scree_device *device = gpu_open(0);
    drawn_points drawn = {.memory = malloc(memory_bytes())};
    const scree_noise_params params = {.octaves = 4, .seed = 5};
    float out[MOST_POINTS];
    assert_non_null(drawn.memory);
    memset(drawn.memory, 0, memory_bytes());
    scree_field *field = fixture_field(&params);
    for (unsigned i = 0; i < 18; i++) {
        char expected[64];
        draw_points(&draws, 2, &drawn);
        const size_t point = (size_t)(fixture_draw(&draws) % drawn.points.count);
        put_coordinate(&drawn, drawn.points.count - 1, 1, NAN);
        put_coordinate(&drawn, point, i % 2, bad[i / 3]);
        snprintf(expected, sizeof expected, "coordinate %u of point %zu is ", i % 2, point);
        assert_int_equal(scree_device_at(device, field, &drawn.points, out), SCREE_ERROR_INVALID);
        gpu_assert_message(expected);
        fixture_message[0] = '\0';
        assert_int_equal(evaluate_in_buffer(device, field, &drawn, out, NULL), SCREE_ERROR_INVALID);
        gpu_assert_message(expected);
    }
    scree_field_release(&field);
    free(drawn.memory);
    gpu_assert_works(device);
}

static void the_device_tells_its_time(void **state)
{
    uint64_t draws = 36;
    scree_device *device = gpu_open(0);
    drawn_points drawn = {.memory = malloc(memory_bytes())};
    const scree_noise_params params = {.octaves = 1};
    float out[MOST_POINTS];
    double seconds = -1.0;
    assert_non_null(drawn.memory);
    memset(drawn.memory, 0, memory_bytes());
    scree_field *field = fixture_field(&params);
    draw_points(&draws, 3, &drawn);
    assert_int_equal(evaluate_in_buffer(device, field, &drawn, out, &seconds), SCREE_OK);
    assert_true(seconds > 0.0 && seconds < 60.0);
    scree_field_release(&field);
    free(drawn.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        gpu_test(points_lie_anywhere),
        gpu_test(pinned_points_are_read_where_they_are),
        gpu_test_in_one_order(many_points_go_in_slabs),
        gpu_test(spans_are_small),
        gpu_test(bad_points_are_named),
        gpu_test(the_device_tells_its_time),
        gpu_test(points_need_no_float64),
    };
    return gpu_run(tests);
}
