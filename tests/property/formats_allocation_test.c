/*
 * Memory that cannot be had while recipes and files are written and read: the first allocation fails, then the second,
 * and so on until a request succeeds. Every failure must be SCREE_ERROR_OUT_OF_MEMORY and leave nothing behind, neither
 * memory (the sanitizer build looks for leaks) nor files. Linked with --wrap for the functions that allocate;
 * libdeflate is given ours. Jansson is left all its memory: it does not check every allocation (where the text of a
 * number cannot grow, 2.14 goes on with the digits that it has), so that nothing could be required of what it makes of
 * a failure.
 */
#include "failing_allocation.h"
#include "volume_fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libdeflate.h>

typedef scree_result (*request)(const void *argument);

/* Repeats a request until it has had all its memory. */
static void fail_every_allocation(request run, const void *argument, scree_result expected, const char *leftovers)
{
    long number = 0;
    bool reached = true;
    for (; reached; number++) {
        fixture_message[0] = '\0';
        atomic_store(&until_failure, number);
        scree_result result = run(argument);
        reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        if (result != expected && !(reached && result == SCREE_ERROR_OUT_OF_MEMORY)) {
            fail_msg("allocation %ld: %s: %s", number, scree_result_name(result), fixture_message);
        }
        if (result == SCREE_ERROR_OUT_OF_MEMORY) {
            assert_string_equal(formats_files(), leftovers);
        }
        assert_true(number < 10000);
    }
    print_message("%ld allocations failed in turn\n", number - 1);
    assert_true(number > 1);
}

typedef struct file_case {
    test_format row;
    scree_type type;
    uint32_t axes;
    const char *first; /* The file that is read. */
} file_case;

/* Every format with its usual type, and numbered files where it makes them. */
static file_case cases[2 * TEST_FORMATS_MOST];
static size_t case_count;

static int list_cases(void **state)
{
    test_format rows[TEST_FORMATS_MOST];
    const int result = formats_fixture_create(state);
    const size_t row_count = formats_written(rows);
    for (size_t i = 0; i < row_count; i++) {
        cases[case_count] = (file_case){.row = rows[i], .type = rows[i].info->preferred, .axes = 2};
        cases[case_count].first = cases[case_count].row.path;
        case_count++;
    }
    cases[case_count++] = (file_case){formats_row(SCREE_FORMAT_PNG), SCREE_TYPE_U16, 3, "a_0001.png"};
    cases[case_count++] = (file_case){formats_row(SCREE_FORMAT_NPY), SCREE_TYPE_U8, 3, "a.npy"};
    return result;
}

static const uint64_t count[] = {401, 301, 3};

typedef struct write_request {
    const file_case *file;
    const test_field *field;
} write_request;

static scree_result write_file(const void *argument)
{
    const write_request *wanted = argument;
    const scree_writer_params params = {
        .path = wanted->file->row.path, .format = wanted->file->row.format, .threads = 2, .replaces = true};
    scree_result result = formats_try_write(&params, wanted->field, 0);
    if (result == SCREE_OK) {
        formats_fixture_clear(NULL);
    }
    return result;
}

static void writers_survive(void **state)
{
    for (size_t i = 0; i < case_count; i++) {
        test_field field = formats_field(cases[i].type, cases[i].axes, count);
        fail_every_allocation(write_file, &(write_request){&cases[i], &field}, SCREE_OK, "");
        formats_field_free(&field);
    }
}

typedef struct volume_request {
    const char *path;
    scree_format format;
    scree_volume volume;
} volume_request;

static scree_result write_volume(const void *argument)
{
    const volume_request *wanted = argument;
    static const float samples[10000];
    scree_result result = volume_try_write(wanted->path, wanted->format, &wanted->volume, samples, 0);
    if (result == SCREE_OK) {
        formats_fixture_clear(NULL);
    }
    return result;
}

static void writers_of_volumes_survive(void **state)
{
    static const volume_request requests[] = {
        {"a.npy", SCREE_FORMAT_NPY, {.axes = 2, .count = {100, 100}, .type = SCREE_TYPE_F16}},
        {"a.raw", SCREE_FORMAT_RAW, {.axes = 2, .count = {100, 100}, .key = "sdf", .metadata = "{\"a\": 1}"}},
        {"a.mhd", SCREE_FORMAT_MHD, {.axes = 3, .count = {100, 10, 10}, .type = SCREE_TYPE_I16}},
    };
    for (size_t i = 0; i < case_count; i++) {
        const test_format *row = &cases[i].row;
        const volume_request wanted = {row->path, row->format, {.axes = 2, .count = {100, 100}}};
        if (scree_format_holds(row->info, SCREE_TYPE_F32)) {
            fail_every_allocation(write_volume, &wanted, SCREE_OK, "");
        }
    }
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        fail_every_allocation(write_volume, &requests[i], SCREE_OK, "");
    }
}

static scree_result write_picture(const void *argument)
{
    const scree_picture_params *params = argument;
    static const float distances[10000];
    scree_result result = scree_picture_write(fixture_context, params, distances, "a.png", false);
    if (result == SCREE_OK) {
        formats_fixture_clear(NULL);
    }
    return result;
}

static void pictures_survive(void **state)
{
    const scree_picture_params params = {.count = {100, 100}, .scale = {3}, .key = "a", .metadata = "{}"};
    fail_every_allocation(write_picture, &params, SCREE_OK, "");
}

static scree_result describe_file(const void *argument)
{
    scree_file_info info;
    scree_result result = scree_file_describe(fixture_context, argument, &info);
    assert_true(result == SCREE_OK || info.metadata == NULL);
    scree_file_info_clear(&info);
    return result;
}

static scree_result read_samples(const void *argument)
{
    const scree_samples_params params = {
        .path = argument, .channel = "0", .has_page = strcmp(argument, "parts.exr") == 0};
    scree_samples samples;
    scree_result result = scree_samples_read(fixture_context, &params, &samples);
    assert_true((result == SCREE_OK) == (samples.values != NULL));
    scree_samples_clear(&samples);
    return result;
}

/* Every format that is written, read by a function. */
static void check_readers(scree_result (*read)(const void *argument))
{
    for (size_t i = 0; i < case_count; i++) {
        test_field field = formats_field(cases[i].type, cases[i].axes, count);
        formats_write(cases[i].row.path, cases[i].row.format, &field, NULL);
        char files[256];
        strcpy(files, formats_files());
        if (cases[i].row.info->is_read) {
            fail_every_allocation(read, cases[i].first, SCREE_OK, files);
        }
        formats_field_free(&field);
        formats_fixture_clear(NULL);
    }
}

static void readers_survive(void **state)
{
    check_readers(describe_file);
}

static void samples_survive(void **state)
{
    check_readers(read_samples);
}

/* Files that scree does not write. Libtiff's own memory is not ours to withhold; OpenEXR's comes from us. */
static void readers_of_others_survive(void **state)
{
    static const char *const files[] = {"exr/piz_rows.exr",       "exr/zip_tiles.exr",   "exr/parts.exr",
                                        "exr/pxr24_rows.exr",     "tiff/nodata.tif",     "tiff/deflate_rgb.tif",
                                        "tiff/lzw_f32_tiles.tif", "tiff/palette.tif",    "png/palette.png",
                                        "mhd/zlib.mha",           "mhd/gzip_rgb.mha",    "vti/base64_zlib.vti",
                                        "vti/raw_zlib_big.vti",   "vti/vectors.vti",     "vti/raw_two.vti",
                                        "vti/base64_lzma.vti",    "vti/cells_beside.vti"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[1024];
        size_t size;
        snprintf(path, sizeof path, "%s/%s", CORPUS_FOLDER, files[i]);
        uint8_t *data = formats_load(path, &size);
        const char *name = strrchr(files[i], '/') + 1;
        char expected[64];
        formats_store(name, data, size);
        free(data);
        snprintf(expected, sizeof expected, "%s ", name);
        fail_every_allocation(read_samples, name, SCREE_OK, expected);
        fail_every_allocation(describe_file, name, SCREE_OK, expected);
        formats_fixture_clear(NULL);
    }
}

static scree_result parse_recipe(const void *argument)
{
    const char *text = argument;
    scree_recipe recipe;
    scree_recipe before;
    memset(&recipe, 0x55, sizeof recipe);
    memcpy(&before, &recipe, sizeof before);
    scree_result result = scree_recipe_parse(fixture_context, text, strlen(text), "r.json", &recipe);
    if (result != SCREE_OK) {
        assert_memory_equal(&recipe, &before, sizeof before);
        return result;
    }
    assert_int_equal(recipe.grid.axes, 3);
    assert_true(recipe.noise.seed == UINT64_MAX);
    return result;
}

static scree_result print_recipe(const void *argument)
{
    char *text;
    scree_result result = scree_recipe_print(argument, NULL, &text);
    assert_true((result == SCREE_OK) == (text != NULL));
    scree_recipe_text_free(&text);
    return result;
}

/* Makes a field with a volume of its own, whose description is kept with it, and prints that. */
static scree_result make_from_text(const void *argument)
{
    scree_field *field;
    scree_result result = scree_field_from_text(fixture_context, argument, strlen(argument), "d.json", NULL, &field);
    assert_true((result == SCREE_OK) == (field != NULL));
    if (result == SCREE_OK) {
        char *text;
        result = scree_field_print(field, NULL, NULL, &text);
        assert_true((result == SCREE_OK) == (text != NULL));
        scree_recipe_text_free(&text);
    }
    scree_field_release(&field);
    return result;
}

static scree_result make_of_samples(const void *argument)
{
    float values[12] = {0, 1};
    const scree_samples samples = {.axes = 3, .count = {3, 2, 2}, .values = values};
    scree_field *field;
    scree_result result = scree_field_from_samples(fixture_context, argument, &samples, &field);
    assert_true((result == SCREE_OK) == (field != NULL));
    scree_field_release(&field);
    return result;
}

static void recipes_survive(void **state)
{
    const scree_recipe recipe = {.grid = {.axes = 8, .origin = {0.1, 0.2, 0.3}, .step = {0.7}},
                                 .noise = {.weight_count = 32, .octaves = 32}};
    static const char good[] =
        "{\"seed\": 18446744073709551615, \"size\": [1, 2, 3], \"kind\": \"value\", \"weights\": [1, 0.5, 0.25],"
        " \"range\": [-1, 1.5], \"step\": 0.125, \"version\": \"a string that is longer than others\"}";
    fail_every_allocation(parse_recipe, good, SCREE_OK, "");
    fail_every_allocation(print_recipe, &recipe, SCREE_OK, "");
    fail_every_allocation(make_from_text,
                          "{\"field\": \"distance\", \"source\": {\"kind\": \"mask\","
                          " \"recipe\": {\"size\": [5, 3], \"step\": 0.3}}}",
                          SCREE_OK, "");
    fail_every_allocation(make_of_samples, &(scree_distance_samples_params){.is_mask = false}, SCREE_OK, "");
    fail_every_allocation(make_from_text, "{\"field\": \"particles\", \"particles\": 3}", SCREE_OK, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(writers_survive, formats_fixture_clear),
        cmocka_unit_test_teardown(writers_of_volumes_survive, formats_fixture_clear),
        cmocka_unit_test_teardown(pictures_survive, formats_fixture_clear),
        cmocka_unit_test_teardown(readers_survive, formats_fixture_clear),
        cmocka_unit_test_teardown(samples_survive, formats_fixture_clear),
        cmocka_unit_test_teardown(readers_of_others_survive, formats_fixture_clear),
        cmocka_unit_test_teardown(recipes_survive, formats_fixture_clear),
    };
    libdeflate_set_memory_allocator(__wrap_malloc, free);
    return cmocka_run_group_tests(tests, list_cases, formats_fixture_destroy);
}
