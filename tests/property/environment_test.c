/* The floating-point environment and the locale of the caller change no byte of files, of what is read, and of
   messages, and both stay as they are. */
#include "formats_fixture.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "float_environments.h"
#include "readers.h"
#include "test_locales.h"

#define SIDE 24

/* The bytes that a task left to be compared. */
typedef struct record {
    char *bytes;
    size_t size;
    FILE *stream;
} record;

typedef void (*task)(record *out);

static void put(record *out, const void *data, size_t size)
{
    if (size > 0) {
        assert_int_equal(fwrite(data, 1, size, out->stream), size);
    }
}

static void put_result(record *out, scree_result result)
{
    put(out, &result, sizeof result);
    put(out, fixture_message, strlen(fixture_message) + 1);
    fixture_message[0] = '\0';
}

/* Numbers of all magnitudes, subnormal ones among them. */
static float draw_value(uint64_t *random)
{
    uint32_t bits = (uint32_t)fixture_draw(random);
    float value;
    bits = bits % 8 == 0 ? bits & 0x807fffffu : bits;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0.1f;
}

static record run_task(task run)
{
    record entry = {.bytes = NULL};
    fixture_message[0] = '\0';
    entry.stream = open_memstream(&entry.bytes, &entry.size);
    assert_non_null(entry.stream);
    run(&entry);
    assert_int_equal(fclose(entry.stream), 0);
    return entry;
}

static void compare(record found, const record *expected, const char *where)
{
    size_t size = found.size < expected->size ? found.size : expected->size;
    size_t same = 0;
    while (same < size && found.bytes[same] == expected->bytes[same]) {
        same++;
    }
    if (found.size != expected->size || same < size) {
        size_t from = same < 60 ? 0 : same - 60;
        fail_msg("in the environment '%s' byte %zu differs:\n%.100s\n%.100s", where, same, found.bytes + from,
                 expected->bytes + from);
    }
    free(found.bytes);
}

/* Runs a task in every environment and in every locale. `clears` says that the folder is emptied between. */
static void compare_environments(task run, bool clears)
{
    record expected = run_task(run);
    assert_true(expected.size > 0);
    for (int i = 0; i < float_environment_count; i++) {
        if (clears) {
            formats_fixture_clear(NULL);
        }
        float_environment_set(&float_environments[i]);
        record found = run_task(run);
        float_environment_end(&float_environments[i]);
        compare(found, &expected, float_environments[i].name);
    }
    for (int i = 0; i < test_locale_count; i++) {
        if (clears) {
            formats_fixture_clear(NULL);
        }
        test_locale_set(i);
        record found = run_task(run);
        test_locale_end(i);
        compare(found, &expected, test_locale_names[i]);
    }
    free(expected.bytes);
}

static int is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Unlike alphasort(), the same in every locale. */
static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Puts every file of the folder. */
static void put_files(record *out)
{
    struct dirent **entries;
    int count = scandir(".", &entries, is_name, compare_names);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        size_t size;
        uint8_t *bytes = formats_load(entries[i]->d_name, &size);
        put(out, bytes, size);
        free(bytes);
        free(entries[i]);
    }
    free(entries);
}

static void write_file(record *out, scree_format format, const char *path, const scree_recipe *recipe,
                       const scree_volume *volume, const void *samples)
{
    const scree_writer_params params = {.path = path, .format = format, .recipe = recipe, .volume = volume};
    const scree_range measured = {-0.1f, 0x1p-149f};
    scree_writer *writer = NULL;
    put_result(out, scree_writer_open(fixture_context, &params, &writer));
    if (writer != NULL) {
        put_result(out, scree_writer_write(writer, samples, SIDE * SIDE));
        put_result(out, scree_writer_finish(writer, &measured, &measured));
    }
    scree_writer_close(&writer);
}

static void write_noise(record *out)
{
    float values[SIDE * SIDE];
    uint64_t random = 1;
    scree_recipe recipe = {
        .noise = {.octaves = 3, .lacunarity = 2.1, .gain = 0.30000000000000004},
        .grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {0x1.999999999999bp-4, 0x1p-1040}, .origin = {-1e-310, 0.7}},
        .output = {.type = SCREE_TYPE_F32, .range_mode = SCREE_RANGE_GIVEN, .low = -0.1, .high = 1e-320},
    };
    for (int i = 0; i < SIDE * SIDE; i++) {
        values[i] = draw_value(&random);
    }
    write_file(out, SCREE_FORMAT_TEXT, "noise.txt", &recipe, NULL, values);
    write_file(out, SCREE_FORMAT_NPY, "noise.npy", &recipe, NULL, values);
    write_file(out, SCREE_FORMAT_VTI, "noise.vti", &recipe, NULL, values);
    recipe.output.type = SCREE_TYPE_U16;
    write_file(out, SCREE_FORMAT_PNG, "noise.png", &recipe, NULL, values);
    put_files(out);
}

static void write_volumes(record *out)
{
    float values[SIDE * SIDE];
    uint64_t random = 2;
    for (int i = 0; i < SIDE * SIDE; i++) {
        values[i] = (float)(fixture_draw_unit(&random) * 200.0 - 100.0);
    }
    scree_volume volume = {.axes = 2,
                           .count = {SIDE, SIDE},
                           .source = SCREE_TYPE_F32,
                           .type = SCREE_TYPE_I16,
                           .scale = 0x1.999998p-4f,
                           .voxel = {0x1.3333333333335p+0, 0.1},
                           .origin = {1e-310, -0.3},
                           .key = "made",
                           .metadata = "{\"by\": 0.1}"};
    write_file(out, SCREE_FORMAT_MHD, "volume.mhd", NULL, &volume, values);
    volume.type = SCREE_TYPE_F16;
    write_file(out, SCREE_FORMAT_DDS, "volume.dds", NULL, &volume, values);
    put_files(out);
}

/* Refusals name numbers. */
static void write_wrongly(record *out)
{
    const scree_recipe recipe = {.grid = {.axes = 2, .count = {SIDE, SIDE}, .step = {0.1}}};
    scree_volume volume = {.axes = 1, .count = {4}, .source = SCREE_TYPE_F32, .type = SCREE_TYPE_F32, .voxel = {-0.7}};
    write_file(out, SCREE_FORMAT_PFM, "wrong.pfm", NULL, &volume, "");
    volume.voxel[0] = -5e-324;
    write_file(out, SCREE_FORMAT_PFM, "wrong.pfm", NULL, &volume, "");
    write_file(out, SCREE_FORMAT_PNG, "wrong.png", &recipe, NULL, "");
    write_file(out, SCREE_FORMAT_NPY, "no/folder.npy", &recipe, NULL, "");
    scree_writer *writer = NULL;
    put_result(out, scree_writer_open(fixture_context, NULL, &writer));
    put_result(out, scree_writer_write(NULL, "", 1));
    put_result(out, scree_writer_finish(NULL, NULL, NULL));
}

/* A file, described and read. */
static void read_file(record *out, const char *path)
{
    const scree_samples_params params = {.path = path, .channel = "0", .nodata_rule = SCREE_NODATA_FILL, .fill = 0.1f};
    scree_samples samples = {0};
    scree_file_info info = {0};
    put_result(out, scree_file_describe(fixture_context, path, &info));
    put(out, &info.range, sizeof info.range);
    put_result(out, scree_samples_read(fixture_context, &params, &samples));
    put(out, &samples.range, sizeof samples.range);
    const double statistics[] = {samples.minimum, samples.maximum, samples.mean, samples.deviation};
    put(out, statistics, sizeof statistics);
    uint64_t count = samples.nodata_count + samples.valid;
    put(out, samples.values, (size_t)count * sizeof(float));
    scree_samples_clear(&samples);
    scree_file_info_clear(&info);
}

static void read_folder(record *out, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_name, compare_names);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        read_file(out, path);
        free(entries[i]);
    }
    free(entries);
}

static void find_formats(record *out)
{
    static const char *const paths[] = {"a.TIFF", "a.Tif", "a.VTI", "a.PNG", "a.ini"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        scree_format format = SCREE_FORMAT_PNG;
        const bool found = scree_format_from_path(paths[i], &format);
        put(out, &found, sizeof found);
        put(out, &format, sizeof format);
    }
}

/* A channel may be named by its letter in any case. */
static void find_channels(record *out)
{
    const char *const names[] = {"i", "X"};
    uint32_t chosen = 9;
    const bool found = scree_channel_find(names, 2, "I", &chosen);
    put(out, &found, sizeof found);
    put(out, &chosen, sizeof chosen);
}

static void read_files(record *out)
{
    read_folder(out, ".");
    read_folder(out, CORPUS_FOLDER "/exr");
    read_folder(out, CORPUS_FOLDER "/npy");
    read_folder(out, CORPUS_FOLDER "/pfm");
    read_folder(out, CORPUS_FOLDER "/png");
    read_folder(out, CORPUS_FOLDER "/text");
    read_folder(out, CORPUS_FOLDER "/tiff");
    read_file(out, "is/not/there.npy");
}

static void describe_pictures(record *out)
{
    const float distances[] = {-0.1f, 0.7f, 33.3f, 0x1p-149f};
    for (int i = 0; i < 6; i++) {
        scree_picture_params params = {
            .count = {2, 2}, .voxel = {i == 4 ? -0.1 : 0.1 * i}, .limit = i == 5 ? 1e-320 : 0};
        scree_picture_info info;
        put_result(out, scree_picture_plan(fixture_context, &params, distances, &info));
        put(out, &info.limit, sizeof info.limit);
        put(out, &info.interval, sizeof info.interval);
        char path[16];
        snprintf(path, sizeof path, "%d.png", i);
        put_result(out, scree_picture_write(fixture_context, &params, distances, path, true));
    }
    put_files(out);
}

static scree_result drop_slab(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return SCREE_OK;
}

/* Numbers whose judgement is a matter of rounding, or of whether a subnormal number is zero. */
static void request_fields(record *out)
{
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    const scree_noise_params noise = {.octaves = 2};
    const scree_grid grid = {.axes = 1, .count = {8}, .step = {0.1}};
    const scree_sink sink = {.write = drop_slab};
    const scree_output output = {
        .range_mode = SCREE_RANGE_GIVEN, .low = 0.0, .high = 0x1.fffffe8p127, .type = SCREE_TYPE_U8};
    const double positions[] = {0.1, -0x1p60};
    const float heights[] = {0.3f, 0.7f};
    const scree_distance_params volume = {.count = {2, 1, 2}, .voxel = {1.0, 1e-310, 1.0}};
    const scree_distance_source source = {.heights = heights, .scale = 0.1};
    scree_distance_comparison comparison = {0};
    scree_job *job = NULL;
    float values[4] = {0};
    const distance_memory field = {.distance = values};
    put_result(out, noise_job_stream(device, &noise, &grid, &output, &sink, &job));
    scree_job_release(&job);
    put_result(out, noise_points(device, &noise, 1, positions, 2, values));
    put(out, values, sizeof values);
    put_result(out, distance_job_fill(device, &volume, &source, &field, &job));
    scree_job_release(&job);
    scree_distance_compare(values, heights, 2, &comparison);
    put(out, &comparison.mean, sizeof comparison.mean);
    scree_device_close(&device);
}

/* float64 numbers that float32 has no place for, and decimal ones. */
static void store_numbers(void)
{
    static const char *const words[] = {
        "0.1", "0.30000001192092896", "1e-40", "-7.0064923216240854e-46", "3.4028235e38", "16777217"};
    char text[400] = "48 1\n";
    char array[128 + 48 * sizeof(double)] = "\x93NUMPY\x01\0\x76";
    uint64_t random = 3;
    snprintf(array + 10, 119, "%-117s\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (48,), }");
    for (int i = 0; i < 48; i++) {
        double value = i % 4 == 0 ? 1e-39 * i : fixture_draw_unit(&random) - 0.5;
        memcpy(array + 128 + sizeof value * (size_t)i, &value, sizeof value);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", i < 6 ? words[i] : "1.1");
    }
    formats_store("numbers.npy", array, sizeof array);
    formats_store("numbers.txt", text, strlen(text));
}

static void noise_is_written_alike(void **state)
{
    compare_environments(write_noise, true);
}

static void volumes_are_written_alike(void **state)
{
    compare_environments(write_volumes, true);
}

static void refusals_are_alike(void **state)
{
    compare_environments(write_wrongly, true);
}

static void files_are_read_alike(void **state)
{
    store_numbers();
    compare_environments(read_files, false);
}

static void pictures_are_alike(void **state)
{
    compare_environments(describe_pictures, true);
}

static void names_are_alike(void **state)
{
    compare_environments(find_formats, false);
    compare_environments(find_channels, false);
}

static void requests_are_judged_alike(void **state)
{
    compare_environments(request_fields, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(noise_is_written_alike, formats_fixture_clear),
        cmocka_unit_test_teardown(volumes_are_written_alike, formats_fixture_clear),
        cmocka_unit_test_teardown(refusals_are_alike, formats_fixture_clear),
        cmocka_unit_test_teardown(files_are_read_alike, formats_fixture_clear),
        cmocka_unit_test_teardown(pictures_are_alike, formats_fixture_clear),
        cmocka_unit_test(names_are_alike),
        cmocka_unit_test(requests_are_judged_alike),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
