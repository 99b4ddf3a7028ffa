/*
 * Files: what was written is read back, by our readers and by others, sample by sample; it says how it was made, and
 * can be made again from that; and neither threads nor the places where the samples were cut show in it.
 */
#include "formats_fixture.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <png.h>

typedef struct test_grid {
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
} test_grid;

/* One sample, single rows and columns, odd sides, several bands of compression, volumes. */
static const test_grid grids[] = {
    {1, {1}},          {1, {7}},
    {2, {1, 1}},       {2, {1, 7}},
    {2, {7, 1}},       {2, {3, 5}},
    {2, {257, 63}},    {2, {701, 599}},
    {1, {200001}},     {3, {1, 1, 1}},
    {3, {5, 4, 3}},    {3, {257, 63, 12}},
    {4, {3, 1, 2, 2}}, {8, {2, 1, 2, 1, 2, 1, 2, 1}},
};
#define GRID_COUNT (sizeof grids / sizeof grids[0])

static const char *const paths[] = {
    [SCREE_FORMAT_PNG] = "a.png", [SCREE_FORMAT_R16] = "a.r16", [SCREE_FORMAT_R32] = "a.r32",
    [SCREE_FORMAT_NPY] = "a.npy", [SCREE_FORMAT_PFM] = "a.pfm", [SCREE_FORMAT_TEXT] = "a.txt",
    [SCREE_FORMAT_RAW] = "a.raw", [SCREE_FORMAT_MHD] = "a.mhd", [SCREE_FORMAT_VTI] = "a.vti",
    [SCREE_FORMAT_DDS] = "a.dds", [SCREE_FORMAT_VF] = "a.vf",
};

/* The value of a sample as a number. */
static float sample_value(const test_field *field, uint64_t index)
{
    if (field->sample_bytes == 1) {
        return ((const uint8_t *)field->samples)[index];
    }
    if (field->sample_bytes == 2) {
        return ((const uint16_t *)field->samples)[index];
    }
    return ((const float *)field->samples)[index];
}

static scree_range range_of(const test_field *field, uint64_t first, uint64_t count)
{
    scree_range range = {INFINITY, -INFINITY};
    for (uint64_t i = first; i < first + count; i++) {
        range.minimum = fminf(range.minimum, sample_value(field, i));
        range.maximum = fmaxf(range.maximum, sample_value(field, i));
    }
    return range;
}

/* The tests' own byte order is that of the files: little endian. */
static void assert_host_is_little_endian(void)
{
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    assert_int_equal(first, 1);
}

static void check_raw(const char *path, const test_field *field)
{
    size_t size;
    uint8_t *data = formats_load(path, &size);
    assert_int_equal(size, field->count * field->sample_bytes);
    assert_memory_equal(data, field->samples, size);
    free(data);
}

static void check_npy(const char *path, const test_field *field)
{
    size_t size;
    uint8_t *data = formats_load(path, &size);
    static const char *const types[] = {"<f4", "<u2", "|u1"};
    const scree_grid *grid = &field->recipe.grid;
    char header[512];
    int length = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                          types[field->recipe.output.type]);
    for (uint32_t a = grid->axes; a-- > 0;) {
        length += snprintf(header + length, sizeof header - (size_t)length, "%" PRIu64 "%s", grid->count[a],
                           grid->axes == 1 ? ","
                           : a > 0         ? ", "
                                           : "");
    }
    length += snprintf(header + length, sizeof header - (size_t)length, "), }");
    assert_true(size > 10);
    size_t start = 10 + (size_t)data[8] + ((size_t)data[9] << 8);
    assert_memory_equal(data, "\x93NUMPY\x01\x00", 8);
    assert_int_equal(start % 64, 0);
    assert_true(start >= 11 + (size_t)length && start < 11 + (size_t)length + 64);
    assert_memory_equal(data + 10, header, (size_t)length);
    for (size_t at = 10 + (size_t)length; at < start - 1; at++) {
        assert_int_equal(data[at], ' ');
    }
    assert_int_equal(data[start - 1], '\n');
    assert_int_equal(size - start, field->count * field->sample_bytes);
    assert_memory_equal(data + start, field->samples, size - start);
    free(data);
}

static void check_pfm(const char *path, const test_field *field)
{
    size_t size;
    uint8_t *data = formats_load(path, &size);
    uint64_t width = field->recipe.grid.count[0];
    uint64_t height = field->count / width;
    char header[64];
    size_t length = (size_t)snprintf(header, sizeof header, "Pf\n%" PRIu64 " %" PRIu64 "\n-1.0\n", width, height);
    assert_int_equal(size, length + field->count * 4);
    assert_memory_equal(data, header, length);
    for (uint64_t y = 0; y < height; y++) {
        const float *row = (const float *)field->samples + y * width;
        assert_memory_equal(data + length + (height - 1 - y) * width * 4, row, width * 4);
    }
    free(data);
}

static void check_text(const char *path, const test_field *field)
{
    size_t size;
    uint8_t *data = formats_load(path, &size);
    const scree_grid *grid = &field->recipe.grid;
    char header[256];
    size_t length = 0;
    bool equal = true;
    for (uint32_t a = 1; a < grid->axes; a++) {
        equal = equal && grid->count[a] == grid->count[0];
    }
    for (uint32_t a = 0; a < (equal ? 1 : grid->axes); a++) {
        length += (size_t)snprintf(header + length, sizeof header - length, "%" PRIu64 " ", grid->count[a]);
    }
    length += (size_t)snprintf(header + length, sizeof header - length, "%u\n", (unsigned)grid->axes);
    assert_true(size > length);
    assert_memory_equal(data, header, length);
    char *at = (char *)data + length;
    for (uint64_t i = 0; i < field->count; i++) {
        char *end;
        float value = strtof(at, &end);
        assert_ptr_not_equal(end, at);
        assert_int_equal(*end, '\n');
        assert_memory_equal(&value, (const float *)field->samples + i, sizeof value);
        at = end + 1;
    }
    assert_ptr_equal(at, data + size);
    free(data);
}

/* Reads a PNG by libpng alone. Its rows must be the samples from `first` on, and its text the metadata. */
static void check_png(const char *path, const test_field *field, uint64_t first, const char *metadata)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    assert_non_null(info);
    if (setjmp(png_jmpbuf(png)) != 0) {
        fail_msg("%s: libpng does not read it", path);
    }
    png_init_io(png, stream);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_read_png(png, info, PNG_TRANSFORM_SWAP_ENDIAN, NULL);
    uint32_t width = (uint32_t)field->recipe.grid.count[0];
    uint32_t height = field->recipe.grid.axes > 1 ? (uint32_t)field->recipe.grid.count[1] : 1;
    assert_int_equal(png_get_image_width(png, info), width);
    assert_int_equal(png_get_image_height(png, info), height);
    assert_int_equal(png_get_color_type(png, info), PNG_COLOR_TYPE_GRAY);
    assert_int_equal(png_get_bit_depth(png, info), field->sample_bytes * 8);
    png_bytepp rows = png_get_rows(png, info);
    for (uint64_t y = 0; y < height; y++) {
        const uint8_t *expected = (const uint8_t *)field->samples + (first + y * width) * field->sample_bytes;
        assert_memory_equal(rows[y], expected, width * field->sample_bytes);
    }
    png_textp text;
    int texts = 0;
    png_get_text(png, info, &text, &texts);
    assert_int_equal(texts, 2);
    assert_string_equal(text[0].key, "Software");
    assert_memory_equal(text[0].text, "scree ", 6);
    assert_string_equal(text[0].text + 6, scree_version());
    assert_string_equal(text[1].key, "scree");
    assert_string_equal(text[1].text, metadata);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(stream);
}

static void assert_json_range(const json_t *root, const char *key, const scree_range *range)
{
    const json_t *pair = json_object_get(root, key);
    assert_int_equal(json_array_size(pair), 2);
    float low = (float)json_number_value(json_array_get(pair, 0));
    float high = (float)json_number_value(json_array_get(pair, 1));
    assert_memory_equal(&low, &range->minimum, sizeof low);
    assert_memory_equal(&high, &range->maximum, sizeof high);
}

/* The metadata says what the field was, and the recipe in it makes the same samples again. */
static void check_metadata(const char *metadata, scree_format format, const test_field *field, int64_t plane)
{
    json_error_t error;
    json_t *root = json_loads(metadata, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(root);
    const scree_grid *grid = &field->recipe.grid;
    assert_string_equal(json_string_value(json_object_get(root, "format")), scree_format_describe(format)->name);
    assert_string_equal(json_string_value(json_object_get(root, "type")), scree_type_name(field->recipe.output.type));
    assert_string_equal(json_string_value(json_object_get(root, "scree")), scree_version());
    assert_int_equal(json_integer_value(json_object_get(root, "output_revision")), scree_output_revision());
    assert_int_equal(json_array_size(json_object_get(root, "size")), grid->axes);
    for (uint32_t a = 0; a < grid->axes; a++) {
        assert_int_equal(json_integer_value(json_array_get(json_object_get(root, "size"), a)), grid->count[a]);
    }
    assert_json_range(root, "mapped", &field->mapped);
    assert_json_range(root, "measured", &field->measured);
    assert_int_equal(json_object_get(root, "plane") != NULL, plane >= 0);
    assert_true(plane < 0 || json_integer_value(json_object_get(root, "plane")) == plane);
    char *recipe_text = json_dumps(json_object_get(root, "recipe"), JSON_REAL_PRECISION(17));
    assert_non_null(recipe_text);
    scree_recipe recipe = {0};
    assert_int_equal(scree_recipe_parse(fixture_context, recipe_text, strlen(recipe_text), "recipe", &recipe),
                     SCREE_OK);
    assert_true(recipe.noise.seed == field->recipe.noise.seed);
    test_field again = formats_generate(&recipe);
    assert_int_equal(again.count, field->count);
    assert_memory_equal(again.samples, field->samples, (size_t)field->count * field->sample_bytes);
    assert_memory_equal(&again.measured, &field->measured, sizeof again.measured);
    formats_field_free(&again);
    free(recipe_text);
    json_decref(root);
}

/* The library's own description of a file that holds the samples from `first` on. */
static void check_description(const char *path, scree_format format, const test_field *field, uint64_t first,
                              int64_t plane)
{
    scree_file_info info;
    if (scree_file_describe(fixture_context, path, &info) != SCREE_OK) {
        fail_msg("%s: %s", path, fixture_message);
    }
    const scree_grid *grid = &field->recipe.grid;
    assert_int_equal(info.format, format);
    assert_int_equal(info.type, field->recipe.output.type);
    bool picture = format == SCREE_FORMAT_PNG || format == SCREE_FORMAT_PFM;
    assert_int_equal(info.axes, picture ? 2 : grid->axes);
    uint64_t count = 1;
    for (uint32_t a = 0; a < info.axes; a++) {
        assert_int_equal(info.count[a], a < grid->axes ? grid->count[a] : 1);
        count *= info.count[a];
    }
    scree_range range = range_of(field, first, count);
    assert_memory_equal(&info.range, &range, sizeof range);
    size_t size;
    free(formats_load(path, &size));
    assert_int_equal(info.file_bytes, size);
    assert_non_null(info.metadata);
    check_metadata(info.metadata, format, field, plane);
    if (format == SCREE_FORMAT_PNG) {
        check_png(path, field, first, info.metadata);
    } else {
        char sidecar[64];
        snprintf(sidecar, sizeof sidecar, "%s.json", path);
        uint8_t *text = formats_load(sidecar, &size);
        assert_string_equal(info.metadata, (const char *)text);
        free(text);
    }
    scree_file_info_clear(&info);
    assert_null(info.metadata);
}

static void check_planes(const test_field *field)
{
    const scree_grid *grid = &field->recipe.grid;
    uint64_t samples = grid->count[0] * grid->count[1];
    char expected[1024] = "";
    for (uint64_t plane = 0; plane < field->count / samples; plane++) {
        char path[32];
        snprintf(path, sizeof path, "a_%04" PRIu64 ".png", plane);
        check_description(path, SCREE_FORMAT_PNG, field, plane * samples, (int64_t)plane);
        strcat(strcat(expected, path), " ");
    }
    assert_string_equal(formats_files(), expected);
}

static void check_file(scree_format format, const test_field *field)
{
    const char *path = paths[format];
    if (format == SCREE_FORMAT_PNG && field->recipe.grid.axes > 2) {
        check_planes(field);
        return;
    }
    check_description(path, format, field, 0, -1);
    char expected[64];
    snprintf(expected, sizeof expected, format == SCREE_FORMAT_PNG ? "%s " : "%s %s.json ", path, path);
    assert_string_equal(formats_files(), expected);
    if (format == SCREE_FORMAT_R16 || format == SCREE_FORMAT_R32) {
        check_raw(path, field);
    } else if (format == SCREE_FORMAT_NPY) {
        check_npy(path, field);
    } else if (format == SCREE_FORMAT_PFM) {
        check_pfm(path, field);
    } else if (format == SCREE_FORMAT_TEXT) {
        check_text(path, field);
    }
}

static void check_format(scree_format format)
{
    assert_host_is_little_endian();
    const scree_format_info *info = scree_format_describe(format);
    int written = 0;
    for (int type = 0; type < 3; type++) {
        for (size_t g = 0; g < GRID_COUNT && info->types[type]; g++) {
            if (grids[g].axes <= info->max_axes) {
                test_field field = formats_field((scree_type)type, grids[g].axes, grids[g].count);
                formats_write(paths[format], format, &field, NULL);
                check_file(format, &field);
                formats_field_free(&field);
                formats_fixture_clear(NULL);
                written++;
            }
        }
    }
    assert_true(written > 0);
}

static void png_is_read_back(void **state)
{
    (void)state;
    check_format(SCREE_FORMAT_PNG);
}

static void r16_is_read_back(void **state)
{
    (void)state;
    check_format(SCREE_FORMAT_R16);
}

static void r32_is_read_back(void **state)
{
    (void)state;
    check_format(SCREE_FORMAT_R32);
}

static void npy_is_read_back(void **state)
{
    (void)state;
    check_format(SCREE_FORMAT_NPY);
}

static void pfm_is_read_back(void **state)
{
    (void)state;
    check_format(SCREE_FORMAT_PFM);
}

static void text_is_read_back(void **state)
{
    (void)state;
    check_format(SCREE_FORMAT_TEXT);
}

/* PFM's rows that are too wide to be collected, and PNG's that are too wide to keep the one above. */
static void very_wide_rows_are_read_back(void **state)
{
    (void)state;
    static const struct {
        scree_format format;
        scree_type type;
        uint64_t count[2];
        uint64_t cut;
    } cases[] = {
        {SCREE_FORMAT_PFM, SCREE_TYPE_F32, {70001, 3}, 9999},
        {SCREE_FORMAT_PFM, SCREE_TYPE_F32, {65536, 3}, 65537},
        {SCREE_FORMAT_PNG, SCREE_TYPE_U8, {1100001, 3}, 9999},
        {SCREE_FORMAT_PNG, SCREE_TYPE_U16, {600001, 2}, 100001},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_field field = formats_field(cases[i].type, 2, cases[i].count);
        formats_write(paths[cases[i].format], cases[i].format, &field, &(test_cut){.samples = cases[i].cut});
        check_file(cases[i].format, &field);
        formats_field_free(&field);
        formats_fixture_clear(NULL);
    }
}

/* Bytes that no field of noise has: constant, random, alternating, at every level of compression. */
static void png_holds_any_bytes_at_any_level(void **state)
{
    (void)state;
    const uint64_t count[] = {511, 801};
    uint64_t random = 1;
    for (uint32_t level = 1; level <= 12; level++) {
        for (int pattern = 0; pattern < 4; pattern++) {
            scree_recipe recipe = {.noise = {.octaves = 1},
                                   .grid = {.axes = 2, .count = {count[0], count[1]}, .step = {1.0}},
                                   .output = {.type = level % 2 == 0 ? SCREE_TYPE_U16 : SCREE_TYPE_U8}};
            test_field field = formats_generate(&recipe);
            uint8_t *bytes = field.samples;
            for (uint64_t i = 0; i < field.count * field.sample_bytes; i++) {
                const uint8_t patterns[] = {0, (uint8_t)fixture_draw(&random), (uint8_t)(i * 85), bytes[i]};
                bytes[i] = i % 100000 < 50000 || pattern != 3 ? patterns[pattern] : (uint8_t)fixture_draw(&random);
            }
            formats_write("a.png", SCREE_FORMAT_PNG, &field, &(test_cut){.threads = 2, .compression = level});
            scree_file_info info;
            assert_int_equal(scree_file_describe(fixture_context, "a.png", &info), SCREE_OK);
            check_png("a.png", &field, 0, info.metadata);
            scree_file_info_clear(&info);
            formats_field_free(&field);
            formats_fixture_clear(NULL);
        }
    }
}

/* All files of the folder, one after the other. */
static uint8_t *load_all(size_t *size)
{
    char names[4096];
    uint8_t *all = NULL;
    char *rest = NULL;
    *size = 0;
    strcpy(names, formats_files());
    for (char *name = strtok_r(names, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
        size_t part;
        uint8_t *data = formats_load(name, &part);
        all = realloc(all, *size + part + 1);
        assert_non_null(all);
        memcpy(all + *size, data, part);
        *size += part;
        free(data);
    }
    return all;
}

static void check_cuts(scree_format format, scree_type type, const test_grid *grid)
{
    static const test_cut cuts[] = {{1, 1, 0},    {3, 2, 0},       {64, 7, 0}, {257, 3, 0},
                                    {4097, 2, 0}, {100000, 40, 0}, {0, 5, 0}};
    test_field field = formats_field(type, grid->axes, grid->count);
    formats_write(paths[format], format, &field, NULL);
    size_t size;
    uint8_t *expected = load_all(&size);
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        formats_fixture_clear(NULL);
        formats_write(paths[format], format, &field, &cuts[i]);
        size_t size_again;
        uint8_t *again = load_all(&size_again);
        assert_int_equal(size_again, size);
        assert_memory_equal(again, expected, size);
        free(again);
    }
    free(expected);
    formats_field_free(&field);
    formats_fixture_clear(NULL);
}

static void cuts_and_threads_do_not_show(void **state)
{
    (void)state;
    static const test_grid cut_grids[] = {{2, {257, 63}}, {2, {701, 599}}, {3, {61, 43, 5}}};
    for (int format = 0; scree_format_describe((scree_format)format) != NULL; format++) {
        const scree_format_info *info = scree_format_describe((scree_format)format);
        if (format == SCREE_FORMAT_VDB || !info->is_written) {
            continue; /* It holds no noise. */
        }
        for (int type = 0; type < 3; type++) {
            for (size_t g = 0; g < sizeof cut_grids / sizeof cut_grids[0] && info->types[type]; g++) {
                if (cut_grids[g].axes <= info->max_axes) {
                    check_cuts((scree_format)format, (scree_type)type, &cut_grids[g]);
                }
            }
        }
    }
}

/* The sink writes what a stream hands it, and bytes are counted as they lie on the disk. */
static void the_sink_writes_a_stream(void **state)
{
    (void)state;
    const uint64_t count[] = {701, 599};
    test_field field = formats_field(SCREE_TYPE_U8, 2, count);
    const scree_writer_params params = {.path = "a.npy", .format = SCREE_FORMAT_NPY, .recipe = &field.recipe};
    scree_writer *writer = NULL;
    scree_job *job = NULL;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_OK);
    const scree_sink sink = scree_writer_sink(writer);
    assert_int_equal(
        noise_job_stream(device, &field.recipe.noise, &field.recipe.grid, &field.recipe.output, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_OK);
    scree_job_release(&job);
    assert_int_equal(scree_writer_finish(writer, &field.mapped, &field.measured), SCREE_OK);
    size_t size;
    free(load_all(&size));
    assert_int_equal(scree_writer_bytes(writer), size);
    scree_writer_close(&writer);
    check_file(SCREE_FORMAT_NPY, &field);
    scree_device_close(&device);
    formats_field_free(&field);
}

static void formats_are_found_by_their_extension(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int format; /* -1 = none. */
    } cases[] = {
        {"a.png", SCREE_FORMAT_PNG},
        {"a.PNG", SCREE_FORMAT_PNG},
        {"b.c/a.r16", SCREE_FORMAT_R16},
        {"a.b.r32", SCREE_FORMAT_R32},
        {"/a.npy", SCREE_FORMAT_NPY},
        {"a.Pfm", SCREE_FORMAT_PFM},
        {"a.txt", SCREE_FORMAT_TEXT},
        {"a.text", SCREE_FORMAT_TEXT},
        {"a", -1},
        {"", -1},
        {"a.", -1},
        {".png", -1},
        {"x/.png", -1},
        {"a.png/b", -1},
        {"a.pn", -1},
        {"a.pngg", -1},
        {"a.b .text", SCREE_FORMAT_TEXT},
        {"a.exr", SCREE_FORMAT_EXR},
        {"a.tif", SCREE_FORMAT_TIFF},
        {"a.tiff", SCREE_FORMAT_TIFF},
        {"a.raw", SCREE_FORMAT_RAW},
        {"a.mhd", SCREE_FORMAT_MHD},
        {"a.MHA", SCREE_FORMAT_MHD},
        {"a.vti", SCREE_FORMAT_VTI},
        {"a.dds", SCREE_FORMAT_DDS},
        {"a.vf", SCREE_FORMAT_VF},
        {"a.vdb", SCREE_FORMAT_VDB},
        {"png", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_format format = SCREE_FORMAT_PNG;
        assert_int_equal(scree_format_from_path(cases[i].path, &format), cases[i].format >= 0);
        assert_true(cases[i].format < 0 || (int)format == cases[i].format);
    }
    assert_null(scree_format_describe((scree_format)(SCREE_FORMAT_VDB + 1)));
    assert_null(scree_format_describe((scree_format)-1));
}

/* Samples that are not finite are passed over; where there is no other, there is no range. */
static void not_finite_samples_have_no_range(void **state)
{
    (void)state;
    static const struct {
        const char *values;
        float minimum;
        float maximum;
    } cases[] = {
        {"4 1\nnan -1 inf 2\n", -1.0f, 2.0f},
        {"3 1\ninf\n-inf\nnan\n", NAN, NAN},
        {"3 1\n3.5 -0.0 1e-45", -0.0f, 3.5f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_file_info info;
        formats_store("a.txt", cases[i].values, strlen(cases[i].values));
        assert_int_equal(scree_file_describe(fixture_context, "a.txt", &info), SCREE_OK);
        assert_true(isnan(cases[i].minimum) ? isnan(info.range.minimum) : info.range.minimum == cases[i].minimum);
        assert_true(isnan(cases[i].maximum) ? isnan(info.range.maximum) : info.range.maximum == cases[i].maximum);
        assert_null(info.metadata);
        scree_file_info_clear(&info);
    }
}

/* Files of other programs: byte orders, column order, interlacing aside (the corpus of the fuzz target has those). */
static void other_byte_orders_are_read(void **state)
{
    (void)state;
    static const char npy[] = "\x93NUMPY\x01\x00\x39\x00{'descr': '>u2', 'fortran_order': True, 'shape': (3, 1)}\n"
                              "\x00\x01\x01\x00\x00\x02";
    static const char pfm[] = "Pf 2 1 1.0\n\x3f\x80\x00\x00\xc0\x00\x00\x00";
    static const char sidecar[] = "{\"format\": \"r16\", \"type\": \"u16\", \"size\": [2], \"byte_order\": \"big\"}";
    scree_file_info info;
    formats_store("a.npy", npy, sizeof npy - 1);
    if (scree_file_describe(fixture_context, "a.npy", &info) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    assert_true(info.range.minimum == 1.0f && info.range.maximum == 256.0f);
    assert_true(info.axes == 2 && info.count[0] == 1 && info.count[1] == 3);
    scree_file_info_clear(&info);
    formats_store("a.pfm", pfm, sizeof pfm - 1);
    assert_int_equal(scree_file_describe(fixture_context, "a.pfm", &info), SCREE_OK);
    assert_true(info.range.minimum == -2.0f && info.range.maximum == 1.0f);
    scree_file_info_clear(&info);
    formats_store("a.r16", "\x01\x00\x00\x02", 4);
    formats_store("a.r16.json", sidecar, sizeof sidecar - 1);
    assert_int_equal(scree_file_describe(fixture_context, "a.r16", &info), SCREE_OK);
    assert_true(info.range.minimum == 2.0f && info.range.maximum == 256.0f);
    scree_file_info_clear(&info);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(png_is_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(r16_is_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(r32_is_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(npy_is_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(pfm_is_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(text_is_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(very_wide_rows_are_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(png_holds_any_bytes_at_any_level, formats_fixture_clear),
        cmocka_unit_test_teardown(cuts_and_threads_do_not_show, formats_fixture_clear),
        cmocka_unit_test_teardown(the_sink_writes_a_stream, formats_fixture_clear),
        cmocka_unit_test_teardown(formats_are_found_by_their_extension, formats_fixture_clear),
        cmocka_unit_test_teardown(not_finite_samples_have_no_range, formats_fixture_clear),
        cmocka_unit_test_teardown(other_byte_orders_are_read, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
