/* Distance fields of samples: they are those of heights and voxels made by hand, and those of a text that names the
   file. */
#include "formats_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 5
#define ROWS 3
#define VOXELS 30 /* The same bytes as a volume of two layers. */

static const uint8_t stored[VOXELS] = {1, 9, 3, 0, 2, 4, 7, 7, 5, 6, 1, 8, 2, 6, 3,
                                       9, 0, 1, 5, 5, 4, 2, 8, 8, 3, 1, 7, 6, 0, 2};
static const uint64_t counts[3] = {COLUMNS, ROWS, 2};

/* Reads the bytes as a file of 1 to 3 axes, of which they are the first ones. */
static scree_samples read_bytes(uint32_t axes, double threshold)
{
    scree_samples_params params = {.path = "a.raw",
                                   .axes = axes,
                                   .count = {COLUMNS, axes > 1 ? ROWS : 1, axes > 2 ? 2 : 1},
                                   .has_type = true,
                                   .type = SCREE_TYPE_U8,
                                   .has_threshold = true,
                                   .threshold = threshold};
    scree_samples samples;
    formats_store("a.raw", stored, axes == 1 ? COLUMNS : axes == 2 ? COLUMNS * ROWS : VOXELS);
    assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_OK);
    return samples;
}

static scree_field *make(const scree_distance_samples_params *params, const scree_samples *samples)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_samples(fixture_context, params, samples, &field), SCREE_OK);
    return field;
}

/* Releases both. */
static void assert_same(scree_field *field, scree_field *expected)
{
    scree_grid grid;
    scree_grid same;
    assert_true(scree_field_volume(field, &grid) && scree_field_volume(expected, &same));
    assert_memory_equal(grid.count, same.count, sizeof grid.count);
    assert_memory_equal(grid.step, same.step, sizeof grid.step);
    const size_t bytes = (size_t)(grid.count[0] * grid.count[1] * grid.count[2]) * sizeof(float);
    float *values = malloc(bytes);
    float *others = malloc(bytes);
    assert_true(values != NULL && others != NULL);
    assert_int_equal(scree_field_fill(field, NULL, values), SCREE_OK);
    assert_int_equal(scree_field_fill(expected, NULL, others), SCREE_OK);
    assert_memory_equal(values, others, bytes);
    free(values);
    free(others);
    scree_field_release(&field);
    scree_field_release(&expected);
}

static scree_field *by_hand(const scree_distance_params *params, const scree_distance_source *source)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_distance(fixture_context, params, source, &field), SCREE_OK);
    return field;
}

static scree_field *by_text(const char *text)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_text(fixture_context, text, strlen(text), "t.json", NULL, &field), SCREE_OK);
    return field;
}

#define MAP "\"source\": {\"name\": \"a.raw\", \"reading\": {\"raw-size\": [5, 3], \"raw-type\": \"u8\"}}}"

static void heights_are_fitted(void **state)
{
    scree_samples samples = read_bytes(2, 0);
    const scree_distance_samples_params params = {.layers = 0};
    const scree_distance_params voxels = {.count = {COLUMNS, ROWS, 64}};
    const scree_distance_source source = {.heights = samples.values, .scale = 48.0 / 9, .offset = 8};
    assert_same(make(&params, &samples), by_hand(&voxels, &source));
    assert_same(make(&params, &samples), by_text("{\"field\": \"distance\", " MAP));
    /* Without relief they lie in the middle. */
    float level[COLUMNS * ROWS];
    for (size_t i = 0; i < COLUMNS * ROWS; i++) {
        level[i] = 7;
    }
    const scree_samples plain = {
        .axes = 2, .count = {COLUMNS, ROWS}, .values = level, .range = {.minimum = 7, .maximum = 7}};
    const scree_distance_source middle = {.heights = level, .scale = 1, .offset = 32.0 - 7};
    assert_same(make(&params, &plain), by_hand(&voxels, &middle));
    scree_samples_clear(&samples);
}

static void heights_are_scaled(void **state)
{
    scree_samples samples = read_bytes(2, 0);
    const scree_distance_samples_params params = {
        .layers = 9,
        .offset = 0.25,
        .distance = {.voxel = {2, 2, 0.5}, .surface = SCREE_DISTANCE_SURFACE_MESH, .clip = 3}};
    const scree_distance_params voxels = {
        .count = {COLUMNS, ROWS, 9}, .voxel = {2, 2, 0.5}, .surface = SCREE_DISTANCE_SURFACE_MESH, .clip = 3};
    const scree_distance_source source = {.heights = samples.values, .scale = 1, .offset = 0.25};
    assert_same(make(&params, &samples), by_hand(&voxels, &source));
    assert_same(make(&params, &samples),
                by_text("{\"field\": \"distance\", \"layers\": 9, \"offset\": 0.25, \"voxel\": [2, 2, 0.5],"
                        " \"surface\": \"mesh\", \"clip\": 3, " MAP));
    scree_samples_clear(&samples);
    /* A line is a map of one row. */
    samples = read_bytes(1, 0);
    const scree_distance_source line = {.heights = samples.values, .scale = 0.5};
    assert_same(make(&(scree_distance_samples_params){.layers = 6, .scale = 0.5}, &samples),
                by_hand(&(scree_distance_params){.count = {COLUMNS, 1, 6}}, &line));
    scree_samples_clear(&samples);
}

static void solids_belong_to_the_field(void **state)
{
    static const char *const texts[] = {
        "{\"field\": \"distance\", \"threshold\": 4, \"source\": {\"name\": \"a.raw\", \"kind\": \"mask\","
        " \"reading\": {\"raw-size\": [5, 3], \"raw-type\": \"u8\"}}}",
        "{\"field\": \"distance\", \"threshold\": 4, \"source\": {\"name\": \"a.raw\","
        " \"reading\": {\"raw-size\": [5, 3, 2], \"raw-type\": \"u8\"}}}"};
    for (uint32_t axes = 2; axes < 4; axes++) {
        /* The threshold is the parameters', or else that of the samples. */
        const bool is_given = axes == 2;
        uint8_t solid[VOXELS];
        for (size_t i = 0; i < VOXELS; i++) {
            solid[i] = stored[i] > 4;
        }
        scree_samples samples = read_bytes(axes, is_given ? 1 : 4);
        const scree_distance_samples_params params = {
            .is_mask = axes == 2, .has_threshold = is_given, .threshold = is_given ? 4 : NAN};
        const scree_distance_params voxels = {.count = {COLUMNS, ROWS, axes == 2 ? 1 : 2}};
        const scree_distance_source source = {.occupancy = solid};
        scree_field *field = make(&params, &samples);
        scree_field *again = make(&params, &samples);
        scree_samples_clear(&samples);
        assert_same(field, by_hand(&voxels, &source));
        assert_same(again, by_text(texts[axes - 2]));
    }
}

/* Voxels have the spacing of the samples, and files their place. */
static void samples_have_a_place(void **state)
{
    scree_samples samples = read_bytes(2, 0);
    samples.geometry = (scree_geometry){.is_known = true,
                                        .spacing = {30, 20},
                                        .origin = {100, -5},
                                        .direction = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                        .unit = "metre"};
    scree_distance_samples_params params = {.layers = 4, .scale = 10};
    const scree_distance_source source = {.heights = samples.values, .scale = 10};
    scree_field *field = make(&params, &samples);
    scree_file_info info;
    assert_int_equal(scree_field_write(field, NULL, "a.mhd"), SCREE_OK);
    assert_int_equal(scree_file_describe(fixture_context, "a.mhd", &info), SCREE_OK);
    assert_true(info.geometry.origin[0] == 100 && info.geometry.origin[1] == -5 && info.geometry.origin[2] == 15);
    scree_file_info_clear(&info);
    assert_same(field, by_hand(&(scree_distance_params){.count = {COLUMNS, ROWS, 4}, .voxel = {30, 20, 30}}, &source));
    params.distance.voxel[2] = 10;
    assert_same(make(&params, &samples),
                by_hand(&(scree_distance_params){.count = {COLUMNS, ROWS, 4}, .voxel = {30, 20, 10}}, &source));
    params.distance.voxel[0] = 15;
    assert_same(make(&params, &samples),
                by_hand(&(scree_distance_params){.count = {COLUMNS, ROWS, 4}, .voxel = {15, 15, 10}}, &source));
    assert_non_null(strstr(fixture_message, "the spacing of its samples, 30 x 20 metre, is left out"));
    scree_samples_clear(&samples);
}

static void the_samples_are_not_named(void **state)
{
    scree_samples samples = read_bytes(2, 0);
    scree_field *field = make(&(scree_distance_samples_params){.layers = 2}, &samples);
    char *text = NULL;
    assert_int_equal(scree_field_print(field, NULL, NULL, &text), SCREE_ERROR_UNSUPPORTED);
    scree_field_release(&field);
    scree_samples_clear(&samples);
}

static void refuse(const scree_distance_samples_params *params, const scree_samples *samples, const char *message)
{
    scree_field *field = (scree_field *)(uintptr_t)&params;
    fixture_message[0] = '\0';
    const scree_result result = scree_field_from_samples(fixture_context, params, samples, &field);
    if (result != SCREE_ERROR_INVALID || strstr(fixture_message, message) == NULL) {
        fail_msg("%d: %s\n%s", (int)result, fixture_message, message);
    }
    assert_null(field);
}

static void parameters_are_refused(void **state)
{
    static const struct {
        uint32_t axes;
        scree_distance_samples_params params;
        const char *message;
    } rows[] = {
        {2, {.distance = {.count = {COLUMNS}}}, "distance.count is 5 x 0 x 0; it must be 0"},
        {2, {.has_threshold = true, .threshold = 3}, "threshold is 3; samples of 2 axes are heights"},
        {2, {.layers = 16777217}, "the number of layers is 16777217; it must be 1 to 16777216"},
        {2, {.scale = INFINITY}, "scale is inf and offset 0; both must be finite"},
        {2, {.offset = NAN}, "scale is 1 and offset nan; both must be finite"},
        {2, {.distance = {.voxel = {-1}}}, "side 0 of a voxel is -1; it must be 1e-10 to 10000000000"},
        {2, {.distance = {.voxel = {1, NAN}}}, "side 1 of a voxel is nan"},
        {2, {.distance = {.clip = -1}}, "clip is -1; it must be 0, or 1e-15 or more"},
        {3, {.layers = 5}, "layers is 5, scale 0 and offset 0; they are of heights and must be 0 for a volume"},
        {2, {.is_mask = true, .scale = 2}, "scale 2 and offset 0; they are of heights and must be 0 for a mask"},
        {3, {.has_threshold = true, .threshold = NAN}, "threshold is nan"},
        {3, {.distance = {.edge = SCREE_DISTANCE_EDGE_CLAMP}}, "the edge rule clamp is one of terrains"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scree_samples samples = read_bytes(rows[i].axes, 0);
        refuse(&rows[i].params, &samples, rows[i].message);
        scree_samples_clear(&samples);
    }
}

static void samples_are_refused(void **state)
{
    const scree_distance_samples_params params = {.layers = 0};
    float values[VOXELS] = {0};
    scree_samples samples = {.axes = 3, .values = values};
    memcpy(samples.count, counts, sizeof counts);
    values[8] = NAN;
    values[21] = -INFINITY;
    refuse(&params, &samples, "2 of 30 samples have no data (no finite number), the first at column 3, row 1, layer 0");
    samples.axes = 2;
    refuse(&params, &samples, "1 of 15 samples have no data");
    values[8] = values[21] = 0;
    samples.axes = 0;
    refuse(&params, &samples, "has 0 axes; a distance field is of a map with 1 or 2, or of a volume with 3");
    samples.axes = 4;
    refuse(&params, &samples, "has 4 axes");
    samples.axes = 3;
    samples.geometry = (scree_geometry){.is_known = true, .spacing = {1, 0, 1}};
    refuse(&params, &samples, "has a spacing that is not more than 0");
    samples.geometry.spacing[1] = 1;
    refuse(&params, &samples, "the directions of its axes are not at right angles");
    samples.count[1] = 0;
    refuse(&params, &samples, "a count of 0 along axis 1; it must be at least 1");
    samples.count[1] = ROWS;
    samples.values = NULL;
    refuse(&params, &samples, "the values of the samples are NULL");
    refuse(&params, NULL, "samples is NULL");
    refuse(NULL, &samples, "params is NULL");
    assert_int_equal(scree_field_from_samples(fixture_context, &params, &samples, NULL), SCREE_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(heights_are_fitted, formats_fixture_clear),
        cmocka_unit_test_teardown(heights_are_scaled, formats_fixture_clear),
        cmocka_unit_test_teardown(solids_belong_to_the_field, formats_fixture_clear),
        cmocka_unit_test_teardown(samples_have_a_place, formats_fixture_clear),
        cmocka_unit_test_teardown(the_samples_are_not_named, formats_fixture_clear),
        cmocka_unit_test_teardown(parameters_are_refused, formats_fixture_clear),
        cmocka_unit_test(samples_are_refused),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
