/* VDB without OpenVDB: how the plug-in is found, what it is handed, and what becomes of its errors. */
#include "volume_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sample_convert.h"

#define PLUGINS SCREE_TEST_PLUGINS

static void use_folder(const char *folders)
{
    assert_int_equal(setenv("SCREE_PLUGIN_PATH", folders, 1), 0);
}

static const scree_volume small = {
    .axes = 3, .count = {5, 4, 3}, .voxel = {0.5, 1, 2}, .origin = {-1, 0, 4}, .name = "d"};

static void assert_refused(const scree_volume *volume, scree_result expected, const char *message)
{
    float *distances = volume_distances(volume);
    scree_result result = volume_try_write("a.vdb", SCREE_FORMAT_VDB, volume, distances, 0);
    if (result != expected || strstr(fixture_message, message) == NULL) {
        fail_msg("%s: %s", scree_result_name(result), fixture_message);
    }
    assert_string_equal(formats_files(), "");
    free(distances);
}

static void a_missing_plugin_is_named(void **state)
{
    use_folder("/nowhere:/nowhere/else");
    assert_refused(&small, SCREE_ERROR_UNSUPPORTED,
                   "writing VDB needs the plug-in scree_openvdb.so, which is not in /nowhere:/nowhere/else; it is a "
                   "part of builds that find OpenVDB (Debian: libopenvdb-dev), and the environment variable "
                   "SCREE_PLUGIN_PATH names its folder");
    use_folder(":::");
    assert_refused(&small, SCREE_ERROR_UNSUPPORTED, "which is not in :::; it is");
}

static void a_plugin_that_does_not_fit_is_refused(void **state)
{
    use_folder(PLUGINS "/symbol");
    assert_refused(&small, SCREE_ERROR_UNSUPPORTED, "/symbol/scree_openvdb.so is of another version of scree");
    use_folder(PLUGINS "/version");
    assert_refused(&small, SCREE_ERROR_UNSUPPORTED, "needs the plug-in scree_openvdb.so of version 1; it is 99");
    formats_store("scree_openvdb.so", "no library", 10);
    use_folder(".");
    const float distances[60] = {0};
    assert_int_equal(volume_try_write("a.vdb", SCREE_FORMAT_VDB, &small, distances, 0), SCREE_ERROR_UNSUPPORTED);
    assert_non_null(strstr(fixture_message, "which cannot be loaded: ./scree_openvdb.so: file too short"));
}

static void the_first_folder_that_has_it_counts(void **state)
{
    float *distances = volume_distances(&small);
    use_folder("/nowhere::" PLUGINS "/good:" PLUGINS "/version");
    volume_write("a.vdb", SCREE_FORMAT_VDB, &small, distances);
    free(distances);
}

/* Checks the data behind the distances in the test double's file. */
static void check_file(const scree_volume *volume, const float *distances, const char *parameters)
{
    size_t size;
    uint8_t *file = formats_load("a.vdb", &size);
    uint64_t count = volume_samples(volume);
    uint32_t header[2];
    memcpy(header, file, sizeof header);
    assert_int_equal(header[0], count);
    assert_int_equal(header[1], 7);
    assert_memory_equal(file + 8, distances, count * sizeof(float));
    const char *text = (const char *)file + 8 + count * sizeof(float);
    size_t length = strlen(parameters);
    if (strncmp(text, parameters, length) != 0) {
        fail_msg("%s", text);
    }
    json_error_t error;
    json_t *root = json_loads(text + length, JSON_REJECT_DUPLICATES, &error);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "format")), "vdb");
    assert_string_equal(json_string_value(json_object_get(root, "type")), scree_type_name(volume->type));
    json_decref(root);
    free(file);
    assert_string_equal(formats_files(), "a.vdb ");
    formats_fixture_clear(NULL);
}

static void the_plugin_gets_all_it_needs(void **state)
{
    char parameters[128];
    use_folder(PLUGINS "/good");
    float *distances = volume_distances(&small);
    distances[3] = INFINITY;
    for (uint64_t cut = 0; cut < 60; cut += 7) {
        assert_int_equal(volume_try_write("a.vdb", SCREE_FORMAT_VDB, &small, distances, cut), SCREE_OK);
        snprintf(parameters, sizeof parameters, "d|scree %s|0.5 1 2|-1 0 4|6|0|", scree_version());
        check_file(&small, distances, parameters);
    }
    free(distances);
    const scree_volume flat = {.axes = 2, .count = {70, 90}, .band = 0.25, .type = SCREE_TYPE_F16};
    distances = volume_distances(&flat);
    volume_write("a.vdb", SCREE_FORMAT_VDB, &flat, distances);
    for (uint64_t i = 0; i < volume_samples(&flat); i++) {
        distances[i] = scree_half_to_float(scree_half_from_double((double)distances[i], false));
    }
    snprintf(parameters, sizeof parameters, "distance|scree %s|1 1 1|0 0 0|0.25|1|", scree_version());
    check_file(&flat, distances, parameters);
    free(distances);
}

static void errors_of_the_plugin_are_ours(void **state)
{
    static const char *const names[] = {"create", "append", "write"};
    use_folder(PLUGINS "/good");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char expected[128];
        char name[32];
        scree_volume volume = small;
        volume.name = name;
        snprintf(name, sizeof name, "%s.broken", names[i]);
        snprintf(expected, sizeof expected, "cannot write a.vdb: OpenVDB: %s.broken", names[i]);
        assert_refused(&volume, SCREE_ERROR_INTERNAL, expected);
        snprintf(name, sizeof name, "%s.memory", names[i]);
        assert_refused(&volume, SCREE_ERROR_OUT_OF_MEMORY, "no memory to write a.vdb");
    }
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit minimum = {100, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &minimum), 0);
    assert_refused(&small, SCREE_ERROR_IO, "cannot write a.vdb: File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
}

static void what_is_no_level_set_is_refused(void **state)
{
    use_folder(PLUGINS "/good");
    scree_volume volume = small;
    volume.scale = 2;
    assert_refused(&volume, SCREE_ERROR_INVALID, "a.vdb: scale is 2; the distances of a level set are in the units");
    volume = small;
    volume.type = SCREE_TYPE_I16;
    assert_refused(&volume, SCREE_ERROR_INVALID, "a.vdb: type is i16; vdb holds f32 or f16");
    const scree_volume huge = {.axes = 2, .count = {1, UINT64_C(1) << 31}};
    assert_int_equal(volume_try_write("a.vdb", SCREE_FORMAT_VDB, &huge, NULL, 0), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "2147483648 samples along axis 1; vdb holds at most 2147483647"));
    assert_int_equal(volume_try_write("/dev/null", SCREE_FORMAT_VDB, &small, NULL, 0), SCREE_ERROR_UNSUPPORTED);
    assert_non_null(strstr(fixture_message, "/dev/null: this format is not written from its beginning"));
    const scree_recipe recipe = {.grid = {.axes = 3, .count = {4, 4, 4}, .step = {1}}};
    const scree_writer_params params = {.path = "a.vdb", .format = SCREE_FORMAT_VDB, .recipe = &recipe};
    scree_writer *writer = NULL;
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "a.vdb: vdb holds a level set, which is made of distances; noise has none");
    assert_string_equal(formats_files(), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_missing_plugin_is_named, formats_fixture_clear),
        cmocka_unit_test_teardown(a_plugin_that_does_not_fit_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(the_first_folder_that_has_it_counts, formats_fixture_clear),
        cmocka_unit_test_teardown(the_plugin_gets_all_it_needs, formats_fixture_clear),
        cmocka_unit_test_teardown(errors_of_the_plugin_are_ours, formats_fixture_clear),
        cmocka_unit_test_teardown(what_is_no_level_set_is_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
