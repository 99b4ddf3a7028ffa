/* Volumes in files: samples are stored as they come or converted, byte for byte as the formats say. */
#include "volume_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample_convert.h"

/* Bytes of any samples of `count`. */
static uint8_t *random_bytes(size_t size)
{
    uint64_t random = size;
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)fixture_draw(&random);
    }
    return bytes;
}

/* A header of NPY 1.0, padded to a multiple of 64 bytes. */
static size_t npy_header(char header[256], const char *literal)
{
    size_t length = strlen(literal);
    size_t size = (10 + length + 1 + 63) / 64 * 64;
    memset(header, ' ', size);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)(size - 10);
    header[9] = 0;
    memcpy(header + 10, literal, length);
    header[size - 1] = '\n';
    return size;
}

static void every_type_is_stored_as_it_comes(void **state)
{
    static const char *const kinds[SCREE_TYPE_COUNT] = {
        [SCREE_TYPE_F32] = "<f4", [SCREE_TYPE_U16] = "<u2", [SCREE_TYPE_U8] = "|u1",
        [SCREE_TYPE_I16] = "<i2", [SCREE_TYPE_F16] = "<f2", [SCREE_TYPE_U32] = "<u4",
        [SCREE_TYPE_I32] = "<i4", [SCREE_TYPE_I8] = "|i1",  [SCREE_TYPE_F64] = "<f8",
    };
    for (int type = 0; type < SCREE_TYPE_COUNT; type++) {
        const scree_volume volume = {
            .axes = 3, .count = {5, 3, 2}, .type = (scree_type)type, .source = (scree_type)type};
        size_t size = 30 * scree_type_bytes((scree_type)type);
        uint8_t *bytes = random_bytes(size);
        char literal[128];
        char header[256];
        snprintf(literal, sizeof literal, "{'descr': '%s', 'fortran_order': False, 'shape': (2, 3, 5), }", kinds[type]);
        size_t header_size = npy_header(header, literal);
        volume_write("a.npy", SCREE_FORMAT_NPY, &volume, bytes);
        volume_assert_file("a.npy", header, header_size, bytes, size);
        volume_write("a.raw", SCREE_FORMAT_RAW, &volume, bytes);
        volume_assert_file("a.raw", "", 0, bytes, size);
        json_t *root = volume_sidecar("a.raw");
        assert_string_equal(json_string_value(json_object_get(root, "type")), scree_type_name((scree_type)type));
        json_decref(root);
        assert_string_equal(formats_files(), "a.npy a.npy.json a.raw a.raw.json ");
        formats_fixture_clear(NULL);
        free(bytes);
    }
}

/* Reference conversion of a float32 to a stored sample, one sample at a time. */
static void convert_one(const scree_volume *volume, float value, void *to)
{
    double exact = (double)value * (volume->scale == 0.0f ? 1.0 : (double)volume->scale);
    bool towards_zero = volume->rounds_towards_zero;
    if (volume->type == SCREE_TYPE_F16) {
        *(uint16_t *)to = scree_half_from_double(exact, towards_zero);
    } else if (volume->type == SCREE_TYPE_I16) {
        *(int16_t *)to = scree_int16_from_double(exact, towards_zero);
    } else {
        *(float *)to = scree_float_from_double(exact, towards_zero);
    }
}

static void distances_are_converted(void **state)
{
    static const scree_type types[] = {SCREE_TYPE_F32, SCREE_TYPE_F16, SCREE_TYPE_I16};
    static const float scales[] = {0.0f, 0.1f, 1000.0f};
    static const uint64_t cuts[] = {0, 1, 4095, 4096, 4097, 10000};
    for (int kind = 0; kind < 18; kind++) {
        const scree_volume volume = {.axes = 3,
                                     .count = {31, 29, 23},
                                     .type = types[kind / 6],
                                     .scale = scales[kind / 2 % 3],
                                     .rounds_towards_zero = kind % 2 != 0};
        float *distances = volume_distances(&volume);
        uint64_t samples = volume_samples(&volume);
        size_t sample_bytes = scree_type_bytes(volume.type);
        uint8_t *expected = malloc((size_t)samples * sample_bytes);
        assert_non_null(expected);
        distances[7] = INFINITY;
        distances[8] = -INFINITY;
        for (uint64_t i = 0; i < samples; i++) {
            convert_one(&volume, distances[i], expected + i * sample_bytes);
        }
        for (size_t cut = 0; cut < sizeof cuts / sizeof cuts[0]; cut++) {
            assert_int_equal(volume_try_write("a.raw", SCREE_FORMAT_RAW, &volume, distances, cuts[cut]), SCREE_OK);
            volume_assert_file("a.raw", "", 0, expected, (size_t)samples * sample_bytes);
            formats_fixture_clear(NULL);
        }
        free(expected);
        free(distances);
    }
}

/* A conservative field in a file is one still. */
static void towards_zero_never_grows(void **state)
{
    const scree_volume volume = {
        .axes = 2, .count = {64, 64}, .type = SCREE_TYPE_F16, .scale = 3.0f, .rounds_towards_zero = true};
    float *distances = volume_distances(&volume);
    volume_write("a.raw", SCREE_FORMAT_RAW, &volume, distances);
    size_t size;
    uint8_t *stored = formats_load("a.raw", &size);
    assert_int_equal(size, 64 * 64 * 2);
    for (size_t i = 0; i < 64 * 64; i++) {
        uint16_t half;
        memcpy(&half, stored + 2 * i, sizeof half);
        assert_true(fabs((double)scree_half_to_float(half)) <= fabs((double)distances[i] * 3.0));
    }
    free(stored);
    free(distances);
}

static void assert_numbers(const json_t *root, const char *key, size_t count, const double *numbers)
{
    const json_t *array = json_object_get(root, key);
    assert_int_equal(json_array_size(array), count);
    for (size_t i = 0; i < count; i++) {
        assert_true(json_number_value(json_array_get(array, i)) == numbers[i]);
    }
}

static void the_sidecar_says_how_to_read_it(void **state)
{
    char key[] = "sdf";
    char metadata[] = "{\"layers\": 2, \"method\": \"exact\"}";
    char name[] = "signed.distance-1_a";
    const scree_volume volume = {.axes = 3,
                                 .count = {4, 0, 2},
                                 .type = SCREE_TYPE_I16,
                                 .scale = 0.1f,
                                 .voxel = {0.5, 0, 2},
                                 .origin = {-1, 0.1, 1e300},
                                 .name = name,
                                 .key = key,
                                 .metadata = metadata};
    const float samples[8] = {0};
    const scree_writer_params params = {.path = "a.npy", .format = SCREE_FORMAT_NPY, .volume = &volume};
    scree_writer *writer = NULL;
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_OK);
    /* Borrowed until now only. */
    memset(key, 'x', sizeof key - 1);
    memset(metadata, 'x', sizeof metadata - 1);
    memset(name, 'x', sizeof name - 1);
    assert_int_equal(scree_writer_write(writer, samples, 8), SCREE_OK);
    assert_int_equal(scree_writer_finish(writer, NULL, &(scree_range){-INFINITY, 2.5f}), SCREE_OK);
    scree_writer_close(&writer);
    json_t *root = volume_sidecar("a.npy");
    assert_string_equal(json_string_value(json_object_get(root, "format")), "npy");
    assert_string_equal(json_string_value(json_object_get(root, "type")), "i16");
    assert_string_equal(json_string_value(json_object_get(root, "byte_order")), "little");
    assert_string_equal(json_string_value(json_object_get(root, "name")), "signed.distance-1_a");
    assert_string_equal(json_string_value(json_object_get(root, "scree")), scree_version());
    assert_numbers(root, "size", 3, (const double[]){4, 1, 2});
    assert_numbers(root, "voxel", 3, (const double[]){0.5, 0.5, 2});
    assert_numbers(root, "origin", 3, (const double[]){-1, 0.1, 1e300});
    assert_true(json_number_value(json_object_get(root, "scale")) == (double)0.1f);
    assert_true(json_is_null(json_array_get(json_object_get(root, "measured"), 0)));
    assert_null(json_object_get(root, "mapped"));
    assert_null(json_object_get(root, "recipe"));
    const json_t *made = json_object_get(root, "sdf");
    assert_int_equal(json_object_size(made), 2);
    assert_int_equal(json_integer_value(json_object_get(made, "layers")), 2);
    assert_string_equal(json_string_value(json_object_get(made, "method")), "exact");
    json_decref(root);
}

/* Formats that were there for noise hold volumes too. */
static void volumes_go_into_formats_of_noise(void **state)
{
    const scree_volume flat = {.axes = 2, .count = {3, 2}};
    const scree_volume solid = {.axes = 3, .count = {2, 2, 2}, .type = SCREE_TYPE_U16, .source = SCREE_TYPE_U16};
    const float samples[] = {1, 2, 3, -4, 5, 6};
    const float turned[] = {-4, 5, 6, 1, 2, 3};
    const uint16_t words[] = {1, 2, 3, 4, 5, 6, 7, 65535};
    volume_write("a.r32", SCREE_FORMAT_R32, &flat, samples);
    volume_assert_file("a.r32", "", 0, samples, sizeof samples);
    volume_write("a.pfm", SCREE_FORMAT_PFM, &flat, samples);
    volume_assert_file("a.pfm", "Pf\n3 2\n-1.0\n", 12, turned, sizeof turned);
    volume_write("a.txt", SCREE_FORMAT_TEXT, &flat, samples);
    volume_assert_file("a.txt", "3 2 2\n1\n2\n3\n-4\n5\n6\n", 19, "", 0);
    volume_write("a.r16", SCREE_FORMAT_R16, &solid, words);
    volume_assert_file("a.r16", "", 0, words, sizeof words);
    volume_write("a.png", SCREE_FORMAT_PNG, &solid, words);
    scree_file_info info;
    assert_int_equal(scree_file_describe(fixture_context, "a_0001.png", &info), SCREE_OK);
    assert_true(info.range.minimum == 5.0f && info.range.maximum == 65535.0f);
    assert_non_null(strstr(info.metadata, "\"name\": \"distance\""));
    scree_file_info_clear(&info);
}

typedef struct refused {
    scree_volume volume;
    const char *message;
} refused;

#define SMALL .axes = 2, .count = {2, 2}

static void wrong_volumes_are_refused(void **state)
{
    static const refused cases[] = {
        {{.axes = 0}, "axes is 0; it must be 1 to 8"},
        {{.axes = 9}, "axes is 9; it must be 1 to 8"},
        {{SMALL, .type = (scree_type)9}, "type is 9, which is none"},
        {{SMALL, .source = (scree_type)-1}, "source is -1, which is none"},
        {{SMALL, .type = SCREE_TYPE_U32}, "source is f32 and type is u32; they must be equal, or f32 and one of"},
        {{SMALL, .source = SCREE_TYPE_U32}, "source is u32 and type is f32; they must be equal"},
        {{SMALL, .scale = -1}, "scale is -1; it must be finite and more than 0, or 0"},
        {{SMALL, .scale = INFINITY}, "scale is inf; it must be finite"},
        {{SMALL, .scale = NAN}, "scale is nan; it must be finite"},
        {{SMALL, .type = SCREE_TYPE_I16, .source = SCREE_TYPE_I16, .scale = 2}, "scale is 2 and source is i16; only"},
        {{SMALL, .voxel = {1, -2}}, "voxel is -2 on axis 1; it must be finite and more than 0, or 0"},
        {{SMALL, .voxel = {INFINITY}}, "voxel is inf on axis 0"},
        {{SMALL, .origin = {0, NAN}}, "origin is nan on axis 1; it must be finite"},
        {{SMALL, .band = -1}, "band is -1; it must be finite and more than 0 in float32, or 0"},
        {{SMALL, .band = 1e-50}, "band is 1e-50"},
        {{SMALL, .band = 1e39}, "band is 1e39"},
        {{SMALL, .name = ""}, "the volume's name is \"\"; it must be 1 to 64 of letters, digits, '_', '-' and '.'"},
        {{SMALL, .name = "a\"b"}, "the volume's name is \"a\"b\"; it must be"},
        {{SMALL, .name = "12345678901234567890123456789012345678901234567890123456789012345"}, "it must be 1 to 64"},
        {{SMALL, .key = "a"}, "the volume's metadata is NULL and its key is not"},
        {{SMALL, .metadata = "{}"}, "the volume's key is NULL and its metadata is not"},
        {{SMALL, .key = "a b", .metadata = "{}"}, "the volume's key is \"a b\"; it must be"},
        {{SMALL, .key = "size", .metadata = "{}"}, "the volume's key is \"size\", which all metadata has"},
        {{SMALL, .key = "a", .metadata = "[]"}, "the volume's metadata is no object of JSON"},
        {{SMALL, .key = "a", .metadata = "{"}, "the volume's metadata is no object of JSON"},
        {{SMALL, .key = "a", .metadata = "{} {}"}, "the volume's metadata is no object of JSON"},
        {{.axes = 2, .count = {UINT64_MAX, 2}}, "the most that a file can have"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_result result = volume_try_write("a.raw", SCREE_FORMAT_RAW, &cases[i].volume, "", 0);
        if (result != SCREE_ERROR_INVALID || strstr(fixture_message, cases[i].message) == NULL) {
            fail_msg("case %zu: %s: %s", i, scree_result_name(result), fixture_message);
        }
    }
    const scree_volume halves = {SMALL, .type = SCREE_TYPE_F16};
    assert_int_equal(volume_try_write("a.r32", SCREE_FORMAT_R32, &halves, "", 0), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "a.r32: type is f16; r32 holds f32");
    assert_string_equal(formats_files(), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_type_is_stored_as_it_comes, formats_fixture_clear),
        cmocka_unit_test_teardown(distances_are_converted, formats_fixture_clear),
        cmocka_unit_test_teardown(towards_zero_never_grows, formats_fixture_clear),
        cmocka_unit_test_teardown(the_sidecar_says_how_to_read_it, formats_fixture_clear),
        cmocka_unit_test_teardown(volumes_go_into_formats_of_noise, formats_fixture_clear),
        cmocka_unit_test_teardown(wrong_volumes_are_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
