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

#include "format_row.h"

typedef struct test_grid {
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
} test_grid;

/* One sample, single rows and columns, odd sides, several batches of compression, volumes. */
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

/* The higher byte of a sample comes first. */
static void check_pgm(const char *path, const test_field *field)
{
    size_t size;
    uint8_t *data = formats_load(path, &size);
    uint64_t width = field->recipe.grid.count[0];
    char header[64];
    size_t length = (size_t)snprintf(header, sizeof header, "P5\n%" PRIu64 " %" PRIu64 "\n%d\n", width,
                                     field->count / width, field->sample_bytes == 1 ? 255 : 65535);
    assert_int_equal(size, length + field->count * field->sample_bytes);
    assert_memory_equal(data, header, length);
    for (uint64_t i = 0; i < field->count; i++) {
        const uint8_t *at = data + length + i * field->sample_bytes;
        assert_true((float)(field->sample_bytes == 1 ? at[0] : at[0] << 8 | at[1]) == sample_value(field, i));
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

/* Reads a PNG by libpng alone. Its rows must be the samples from `first` on, and its text the metadata that our own
   reader finds. */
static void check_png(const char *path, const test_field *field, uint64_t first)
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
    scree_file_info described;
    assert_int_equal(scree_file_describe(fixture_context, path, &described), SCREE_OK);
    assert_string_equal(text[1].text, described.metadata);
    scree_file_info_clear(&described);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(stream);
}

static void check_png_file(const char *path, const test_field *field)
{
    check_png(path, field, 0);
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
    const scree_format_info *info = scree_format_describe(format);
    const json_t *order = json_object_get(root, "byte_order");
    assert_int_equal(order != NULL, info->has_sidecar && !info->is_text);
    assert_true(order == NULL || strcmp(json_string_value(order), info->is_big_endian ? "big" : "little") == 0);
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
    assert_int_equal(info.axes, scree_format_describe(format)->is_picture ? 2 : grid->axes);
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
    scree_file_info_clear(&info);
    assert_null(info.metadata);
}

static void check_sidecar(const char *path, scree_format format, const test_field *field)
{
    char sidecar[64];
    size_t size;
    snprintf(sidecar, sizeof sidecar, "%s.json", path);
    uint8_t *text = formats_load(sidecar, &size);
    check_metadata((const char *)text, format, field, -1);
    scree_file_info info;
    if (scree_format_describe(format)->is_read) {
        assert_int_equal(scree_file_describe(fixture_context, path, &info), SCREE_OK);
        assert_string_equal(info.metadata, (const char *)text);
        scree_file_info_clear(&info);
    }
    free(text);
}

/* Formats whose bytes are known here too; those of volumes have a test of their own. */
static void check_bytes(const char *path, scree_format format, const test_field *field)
{
    static void (*const checks[])(const char *path, const test_field *field) = {
        [SCREE_FORMAT_PNG] = check_png_file, [SCREE_FORMAT_R16] = check_raw, [SCREE_FORMAT_R32] = check_raw,
        [SCREE_FORMAT_NPY] = check_npy,      [SCREE_FORMAT_PFM] = check_pfm, [SCREE_FORMAT_TEXT] = check_text,
        [SCREE_FORMAT_RAW] = check_raw,      [SCREE_FORMAT_PGM] = check_pgm,
    };
    if ((size_t)format < sizeof checks / sizeof checks[0] && checks[format] != NULL) {
        checks[format](path, field);
    }
}

/* Numbered files, "a_0000" and so on with the format's extension. */
static void check_planes(const test_format *row, const test_field *field)
{
    const scree_grid *grid = &field->recipe.grid;
    uint64_t samples = grid->count[0] * grid->count[1];
    char expected[1024] = "";
    for (uint64_t plane = 0; plane < field->count / samples; plane++) {
        char path[32];
        snprintf(path, sizeof path, "a_%04" PRIu64 "%s", plane, row->path + 1);
        check_description(path, row->format, field, plane * samples, (int64_t)plane);
        if (row->format == SCREE_FORMAT_PNG) {
            check_png(path, field, plane * samples);
        }
        strcat(strcat(expected, path), " ");
    }
    assert_string_equal(formats_files(), expected);
}

static void check_file(const test_format *row, const test_field *field)
{
    if (row->info->is_picture && field->recipe.grid.axes > 2) {
        check_planes(row, field);
        return;
    }
    assert_string_equal(formats_files(), row->files);
    if (row->info->is_read) {
        check_description(row->path, row->format, field, 0, -1);
    }
    if (row->info->has_sidecar) {
        check_sidecar(row->path, row->format, field);
    }
    check_bytes(row->path, row->format, field);
}

static bool is_of_noise(int type)
{
    return type == SCREE_TYPE_F32 || type == SCREE_TYPE_U16 || type == SCREE_TYPE_U8;
}

static bool is_held(const scree_format_info *info, int type, const test_grid *grid)
{
    bool fits = grid->axes <= info->max_axes;
    for (uint32_t a = 0; a < grid->axes; a++) {
        fits = fits && (info->max_side == 0 || grid->count[a] <= info->max_side);
    }
    return fits && is_of_noise(type) && scree_format_holds(info, type);
}

/* Every format that is written, with every type and grid that it holds. */
static void written_fields_are_read_back(void **state)
{
    test_format rows[TEST_FORMATS_MOST];
    size_t count = formats_written(rows);
    assert_host_is_little_endian();
    for (size_t i = 0; i < count; i++) {
        int written = 0;
        for (int type = 0; type < SCREE_TYPE_COUNT; type++) {
            for (size_t g = 0; g < GRID_COUNT; g++) {
                if (is_held(rows[i].info, type, &grids[g])) {
                    test_field field = formats_field((scree_type)type, grids[g].axes, grids[g].count);
                    formats_write(rows[i].path, rows[i].format, &field, NULL);
                    check_file(&rows[i], &field);
                    formats_field_free(&field);
                    formats_fixture_clear(NULL);
                    written++;
                }
            }
        }
        assert_true(written > 0);
    }
}

/* PFM's rows that are too wide to be collected, and PNG's that are too wide to keep the one above. */
static void very_wide_rows_are_read_back(void **state)
{
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
        const test_format row = formats_row(cases[i].format);
        formats_write(row.path, row.format, &field, &(test_cut){.samples = cases[i].cut});
        check_file(&row, &field);
        formats_field_free(&field);
        formats_fixture_clear(NULL);
    }
}

/* Bytes that no field of noise has: constant, random, alternating, at every level of compression. */
static void png_holds_any_bytes_at_any_level(void **state)
{
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
            check_png("a.png", &field, 0);
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

static void check_cuts(const test_format *row, scree_type type, const test_grid *grid)
{
    static const test_cut cuts[] = {{1, 1, 0},    {3, 2, 0},       {64, 7, 0}, {257, 3, 0},
                                    {4097, 2, 0}, {100000, 40, 0}, {0, 5, 0}};
    test_field field = formats_field(type, grid->axes, grid->count);
    formats_write(row->path, row->format, &field, NULL);
    size_t size;
    uint8_t *expected = load_all(&size);
    /* One type's are every second, and another's those between. */
    for (size_t i = type % 2; i < sizeof cuts / sizeof cuts[0]; i += 2) {
        formats_fixture_clear(NULL);
        formats_write(row->path, row->format, &field, &cuts[i]);
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
    static const test_grid cut_grids[] = {{2, {257, 63}}, {2, {701, 599}}, {3, {61, 43, 5}}};
    test_format rows[TEST_FORMATS_MOST];
    size_t count = formats_written(rows);
    for (size_t i = 0; i < count; i++) {
        for (int type = 0; type < SCREE_TYPE_COUNT; type++) {
            for (size_t g = 0; g < sizeof cut_grids / sizeof cut_grids[0]; g++) {
                if (is_held(rows[i].info, type, &cut_grids[g])) {
                    check_cuts(&rows[i], (scree_type)type, &cut_grids[g]);
                }
            }
        }
    }
}

/* The sink writes what a stream hands it, and bytes are counted as they lie on the disk. */
static void the_sink_writes_a_stream(void **state)
{
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
    fixture_finish(&job);
    assert_int_equal(scree_writer_finish(writer, &field.mapped, &field.measured), SCREE_OK);
    size_t size;
    free(load_all(&size));
    assert_int_equal(scree_writer_bytes(writer), size);
    scree_writer_close(&writer);
    const test_format row = formats_row(SCREE_FORMAT_NPY);
    check_file(&row, &field);
    scree_device_close(&device);
    formats_field_free(&field);
}

static void formats_are_found_by_their_extension(void **state)
{
    static const struct {
        const char *path;
        int format; /* -1 = none. */
    } cases[] = {
        {"a.PNG", SCREE_FORMAT_PNG},
        {"b.c/a.r16", SCREE_FORMAT_R16},
        {"a.b.r32", SCREE_FORMAT_R32},
        {"/a.npy", SCREE_FORMAT_NPY},
        {"a.Pfm", SCREE_FORMAT_PFM},
        {"a", -1},
        {"", -1},
        {"a.", -1},
        {".png", -1},
        {"x/.png", -1},
        {"a.png/b", -1},
        {"a.pn", -1},
        {"a.pngg", -1},
        {"a.b .text", SCREE_FORMAT_TEXT},
        {"a.MHA", SCREE_FORMAT_MHD},
        {"png", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_format format = SCREE_FORMAT_PNG;
        assert_int_equal(scree_format_from_path(cases[i].path, &format), cases[i].format >= 0);
        assert_true(cases[i].format < 0 || (int)format == cases[i].format);
    }
    assert_null(scree_format_describe((scree_format)-1));
}

static void extensions_are_of_one_format(const scree_format_info *info, int number)
{
    for (const char *at = info->extensions; *at != '\0'; at += strspn(at, " ")) {
        char path[16];
        size_t length = strcspn(at, " ");
        scree_format format = SCREE_FORMAT_PNG;
        snprintf(path, sizeof path, "a%.*s", (int)length, at);
        assert_true(scree_format_from_path(path, &format));
        assert_int_equal(format, number);
        at += length;
    }
}

static void beginnings_are_of_one_format(const scree_format_row *row, int number)
{
    for (size_t i = 0; i < SCREE_MAX_BEGINNINGS && row->beginnings[i].size > 0; i++) {
        const scree_beginning *beginning = &row->beginnings[i];
        scree_format format = SCREE_FORMAT_PNG;
        assert_true(beginning->size <= SCREE_BEGINNING_SIZE);
        assert_true(scree_format_from_beginning(beginning->bytes, beginning->size, &format));
        assert_int_equal(format, number);
        assert_false(scree_format_from_beginning(beginning->bytes, beginning->size - 1, &format));
    }
}

/* The properties of a row must be consistent. */
static void rows_are_whole(void **state)
{
    const scree_format_row *row;
    for (int number = 0; (row = scree_format_row_of((scree_format)number)) != NULL; number++) {
        const scree_format_info *info = &row->info;
        bool holds_any = false;
        for (int type = 0; type < SCREE_TYPE_COUNT; type++) {
            holds_any = holds_any || scree_format_holds(info, type);
        }
        assert_non_null(info->name);
        assert_non_null(info->description);
        assert_int_equal(info->is_read, row->read != NULL);
        assert_int_equal(info->is_written, row->plan != NULL && row->write != NULL);
        assert_int_equal(info->is_written, holds_any && scree_format_holds(info, info->preferred));
        assert_in_range(info->max_axes, 1, SCREE_MAX_AXES);
        assert_true(!info->is_headerless || (info->has_sidecar && row->beginnings[0].size == 0));
        assert_true(info->companion != NULL || info->joined == NULL);
        extensions_are_of_one_format(info, number);
        beginnings_are_of_one_format(row, number);
    }
    assert_true(scree_format_describe(SCREE_FORMAT_VDB) == &scree_format_vdb.info);
}

/* Samples that are not finite are passed over; where there is no other, there is no range. */
static void not_finite_samples_have_no_range(void **state)
{
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
    static const char npy[] = "\x93NUMPY\x01\x00\x39\x00{'descr': '>u2', 'fortran_order': True, 'shape': (3, 1)}\n"
                              "\x00\x01\x01\x00\x00\x02";
    static const char pfm[] = "Pf 2 1 1.0\n\x3f\x80\x00\x00\xc0\x00\x00\x00";
    static const char pgm[] = "P5 # by hand\n2 # a row\n#\n1 1000\n\x03\xe8\x00\x07";
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
    formats_store("a.dat", pgm, sizeof pgm - 1);
    assert_int_equal(scree_file_describe(fixture_context, "a.dat", &info), SCREE_OK);
    assert_true(info.format == SCREE_FORMAT_PGM && info.type == SCREE_TYPE_U16);
    assert_true(info.count[0] == 2 && info.count[1] == 1);
    assert_true(info.range.minimum == 7.0f && info.range.maximum == 1000.0f);
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
        cmocka_unit_test_teardown(written_fields_are_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(very_wide_rows_are_read_back, formats_fixture_clear),
        cmocka_unit_test_teardown(png_holds_any_bytes_at_any_level, formats_fixture_clear),
        cmocka_unit_test_teardown(cuts_and_threads_do_not_show, formats_fixture_clear),
        cmocka_unit_test_teardown(the_sink_writes_a_stream, formats_fixture_clear),
        cmocka_unit_test_teardown(formats_are_found_by_their_extension, formats_fixture_clear),
        cmocka_unit_test_teardown(rows_are_whole, formats_fixture_clear),
        cmocka_unit_test_teardown(not_finite_samples_have_no_range, formats_fixture_clear),
        cmocka_unit_test_teardown(other_byte_orders_are_read, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
