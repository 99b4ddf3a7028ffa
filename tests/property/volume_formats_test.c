/* Formats of volumes, byte for byte as their specifications say; and what they do not hold. */
#include "volume_fixture.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint16_t words[24] = {1, 2, 3, 4, 5, 6, 7, 8, 65535};
static const float values[6] = {0.5f, -1.0f, 2.0f, -4.0f, 8.0f, -16.0f};

static void mhd_is_as_specified(void **state)
{
    static const char header[] = "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
                                 "CompressedData = False\nOffset = 0.25 -1 0\nElementSpacing = 0.5 0.1 3\n"
                                 "DimSize = 4 3 2\nElementType = MET_USHORT\nElementDataFile = ";
    const scree_volume volume = {.axes = 3,
                                 .count = {4, 3, 2},
                                 .type = SCREE_TYPE_U16,
                                 .source = SCREE_TYPE_U16,
                                 .voxel = {0.5, 0.1, 3},
                                 .origin = {0.25, -1}};
    char expected[512];
    volume_write("a.b.mhd", SCREE_FORMAT_MHD, &volume, words);
    assert_string_equal(formats_files(), "a.b.mhd a.b.mhd.json a.b.raw ");
    volume_assert_file("a.b.mhd", header, sizeof header - 1, "a.b.raw\n", 8);
    volume_assert_file("a.b.raw", "", 0, words, sizeof words);
    volume_write("a.MHA", SCREE_FORMAT_MHD, &volume, words);
    int length = snprintf(expected, sizeof expected, "%sLOCAL\n", header);
    volume_assert_file("a.MHA", expected, (size_t)length, words, sizeof words);
    assert_string_equal(formats_files(), "a.MHA a.MHA.json a.b.mhd a.b.mhd.json a.b.raw ");
}

static void mhd_names_its_samples(void **state)
{
    static const char *const names[][2] = {
        {"a", "a.raw"}, {"b.mhd", "b.raw"}, {"c.raw", "c.raw.raw"}, {"d.RAW", "d.RAW.raw"}, {".e", ".e.raw"}};
    static const char start[] = "ObjectType = Image\nNDims = 1\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
                                "CompressedData = False\nOffset = 0\nElementSpacing = 1\nDimSize = 6\n"
                                "ElementType = MET_FLOAT\nElementDataFile = ";
    const scree_volume volume = {.axes = 1, .count = {6}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char line[64];
        int length = snprintf(line, sizeof line, "%s\n", names[i][1]);
        volume_write(names[i][0], SCREE_FORMAT_MHD, &volume, values);
        volume_assert_file(names[i][0], start, sizeof start - 1, line, (size_t)length);
        volume_assert_file(names[i][1], "", 0, values, sizeof values);
        formats_fixture_clear(NULL);
    }
    /* The samples lie where a link leads. */
    assert_int_equal(mkdir("folder", 0777), 0);
    formats_store("folder/real.mhd", "old", 3);
    assert_int_equal(symlink("folder/real.mhd", "a.mhd"), 0);
    const scree_writer_params params = {
        .path = "a.mhd", .format = SCREE_FORMAT_MHD, .volume = &volume, .replaces = true};
    scree_writer *writer = NULL;
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_OK);
    assert_int_equal(scree_writer_write(writer, values, 6), SCREE_OK);
    assert_int_equal(scree_writer_finish(writer, NULL, NULL), SCREE_OK);
    scree_writer_close(&writer);
    volume_assert_file("folder/real.mhd", start, sizeof start - 1, "real.raw\n", 9);
    volume_assert_file("folder/real.raw", "", 0, values, sizeof values);
    assert_int_equal(unlink("folder/real.mhd") | unlink("folder/real.raw") | unlink("folder/real.mhd.json"), 0);
}

static void vti_is_as_specified(void **state)
{
    static const char header[] =
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "  <ImageData WholeExtent=\"0 2 0 1 0 0\" Origin=\"-0.5 1e300 0\" Spacing=\"0.125 0.1 1\">\n"
        "    <Piece Extent=\"0 2 0 1 0 0\">\n"
        "      <PointData Scalars=\"d\">\n"
        "        <DataArray type=\"Float32\" Name=\"d\" format=\"appended\" offset=\"0\"/>\n"
        "      </PointData>\n"
        "    </Piece>\n"
        "  </ImageData>\n"
        "  <AppendedData encoding=\"raw\">\n"
        "   _\x18\0\0\0\0\0\0\0";
    static const char tail[] = "\n  </AppendedData>\n</VTKFile>\n";
    const scree_volume volume = {
        .axes = 2, .count = {3, 2}, .voxel = {0.125, 0.1}, .origin = {-0.5, 1e300}, .name = "d"};
    char data[sizeof values + sizeof tail - 1];
    memcpy(data, values, sizeof values);
    memcpy(data + sizeof values, tail, sizeof tail - 1);
    volume_write("a.vti", SCREE_FORMAT_VTI, &volume, values);
    volume_assert_file("a.vti", header, sizeof header - 1, data, sizeof data);
    assert_string_equal(formats_files(), "a.vti a.vti.json ");
}

typedef struct dds_case {
    scree_type type;
    uint32_t format; /* DXGI_FORMAT. */
    uint32_t axes;
    uint32_t dimension;
    uint32_t flags;
    uint32_t caps;
    uint32_t caps2;
} dds_case;

static uint32_t word_at(const uint8_t *file, size_t at)
{
    return (uint32_t)file[at] | (uint32_t)file[at + 1] << 8 | (uint32_t)file[at + 2] << 16 |
           (uint32_t)file[at + 3] << 24;
}

/* The 37 words of the header; the others are zero. */
static void check_dds(const uint8_t *file, const dds_case *expected, const scree_volume *volume)
{
    uint32_t words_expected[37] = {
        [0] = 0x20534444,
        [1] = 124,
        [2] = expected->flags,
        [3] = expected->axes > 1 ? 3 : 1,
        [4] = 4,
        [5] = 4 * (uint32_t)scree_type_bytes(volume->type),
        [6] = expected->axes > 2 ? 2 : 0,
        [7] = 1,
        [19] = 32,
        [20] = 4,
        [21] = 0x30315844,
        [27] = expected->caps,
        [28] = expected->caps2,
        [32] = expected->format,
        [33] = expected->dimension,
        [35] = 1,
    };
    for (size_t i = 0; i < 37; i++) {
        if (word_at(file, 4 * i) != words_expected[i]) {
            fail_msg("word %zu is 0x%x, not 0x%x", i, word_at(file, 4 * i), words_expected[i]);
        }
    }
}

static void dds_is_as_specified(void **state)
{
    static const dds_case cases[] = {
        {SCREE_TYPE_F32, 41, 3, 4, 0x82100f, 0x1008, 0x200000}, {SCREE_TYPE_F16, 54, 3, 4, 0x82100f, 0x1008, 0x200000},
        {SCREE_TYPE_U32, 42, 3, 4, 0x82100f, 0x1008, 0x200000}, {SCREE_TYPE_I16, 58, 2, 3, 0x02100f, 0x1000, 0},
        {SCREE_TYPE_U16, 56, 2, 3, 0x02100f, 0x1000, 0},        {SCREE_TYPE_U8, 61, 1, 2, 0x02100f, 0x1000, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const scree_volume volume = {
            .axes = cases[i].axes, .count = {4, 3, 2}, .type = cases[i].type, .source = cases[i].type};
        size_t samples = (size_t)volume_samples(&volume);
        size_t bytes = samples * scree_type_bytes(volume.type);
        uint8_t data[24 * 4];
        for (size_t at = 0; at < sizeof data; at++) {
            data[at] = (uint8_t)(at * 7 + i);
        }
        volume_write("a.dds", SCREE_FORMAT_DDS, &volume, data);
        size_t size;
        uint8_t *file = formats_load("a.dds", &size);
        assert_int_equal(size, 148 + bytes);
        check_dds(file, &cases[i], &volume);
        assert_memory_equal(file + 148, data, bytes);
        free(file);
        formats_fixture_clear(NULL);
    }
}

static void vf_is_as_specified(void **state)
{
    const scree_volume solid = {.axes = 3, .count = {1, 3, 2}};
    const scree_volume flat = {.axes = 2, .count = {3, 2}};
    volume_write("a.vf", SCREE_FORMAT_VF, &solid, values);
    volume_assert_file("a.vf", "VF_F\x01\0\x03\0\x02\0", 10, values, sizeof values);
    volume_write("b.vf", SCREE_FORMAT_VF, &flat, values);
    volume_assert_file("b.vf", "VF_F\x03\0\x02\0\x01\0", 10, values, sizeof values);
    const scree_volume longest = {.axes = 2, .count = {2, 65535}};
    float *distances = volume_distances(&longest);
    volume_write("c.vf", SCREE_FORMAT_VF, &longest, distances);
    volume_assert_file("c.vf", "VF_F\x02\0\xff\xff\x01\0", 10, distances, 2 * 65535 * sizeof(float));
    free(distances);
}

typedef struct refused {
    const char *path;
    scree_format format;
    scree_volume volume;
    const char *message;
} refused;

static void what_a_format_does_not_hold_is_refused(void **state)
{
    static const refused cases[] = {
        {"a.mhd", SCREE_FORMAT_MHD, {.axes = 1, .count = {6}, .type = SCREE_TYPE_F16}, "a.mhd: type is f16; mhd holds"},
        {"a.vti", SCREE_FORMAT_VTI, {.axes = 1, .count = {6}, .type = SCREE_TYPE_F16}, "a.vti: type is f16; vti holds"},
        {"a.vf", SCREE_FORMAT_VF, {.axes = 1, .count = {6}, .type = SCREE_TYPE_I16}, "type is i16; vf holds f32"},
        {"a.vti", SCREE_FORMAT_VTI, {.axes = 4}, "a.vti: the field has 4 axes; vti holds 1 to 3"},
        {"a.dds", SCREE_FORMAT_DDS, {.axes = 4}, "a.dds: the field has 4 axes; dds holds 1 to 3"},
        {"a.vf", SCREE_FORMAT_VF, {.axes = 4}, "a.vf: the field has 4 axes; vf holds 1 to 3"},
        {"a.vf",
         SCREE_FORMAT_VF,
         {.axes = 2, .count = {1, 65536}},
         "a.vf: the field has 65536 samples along axis 1; vf holds at most 65535"},
        {"a.vti",
         SCREE_FORMAT_VTI,
         {.axes = 1, .count = {UINT64_C(1) << 31}},
         "2147483648 samples along axis 0; vti holds at most 2147483647"},
        {"a.dds",
         SCREE_FORMAT_DDS,
         {.axes = 1, .count = {UINT64_C(1) << 30}},
         "1073741824 samples along axis 0; dds holds at most 1073741823"},
        {"a.ply", SCREE_FORMAT_PLY, {.axes = 1, .count = {6}}, "a.ply: ply holds points, rows of three coordinates"},
        {"a.vtp", SCREE_FORMAT_VTP, {.axes = 2, .count = {2, 3}}, "vtp holds points, rows of three coordinates"},
        {"a.vtp",
         SCREE_FORMAT_VTP,
         {.axes = 2, .count = {3, 2}, .type = SCREE_TYPE_F16},
         "a.vtp: type is f16; vtp holds f32"},
        {"a%d.mhd", SCREE_FORMAT_MHD, {.axes = 1, .count = {6}}, "cannot write a%d.mhd: mhd cannot name a file of"},
        {"a\n.mhd", SCREE_FORMAT_MHD, {.axes = 1, .count = {6}}, ".mhd: mhd cannot name a file of samples"},
        {"/dev/null", SCREE_FORMAT_MHD, {.axes = 1, .count = {6}}, "/dev/null: two files are needed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        scree_result result = volume_try_write(cases[i].path, cases[i].format, &cases[i].volume, values, 0);
        /* A stream is no fault of the parameters. */
        scree_result expected = cases[i].path[0] == '/' ? SCREE_ERROR_UNSUPPORTED : SCREE_ERROR_INVALID;
        if (result != expected || strstr(fixture_message, cases[i].message) == NULL) {
            fail_msg("case %zu: %s: %s", i, scree_result_name(result), fixture_message);
        }
    }
    assert_string_equal(formats_files(), "");
}

/* A format that holds float32, with one of its files, which may be in the way. */
typedef struct written_file {
    test_format row;
    char theirs[16];
} written_file;

static written_file written[3 * TEST_FORMATS_MOST];
static size_t written_count;

static int list_written(void **state)
{
    test_format rows[TEST_FORMATS_MOST];
    const int result = formats_fixture_create(state);
    const size_t count = formats_written(rows);
    for (size_t i = 0; i < count; i++) {
        const char *name = rows[i].files;
        for (; scree_format_holds(rows[i].info, SCREE_TYPE_F32) && *name != '\0'; name += strcspn(name, " ") + 1) {
            written_file *file = &written[written_count++];
            file->row = rows[i];
            snprintf(file->theirs, sizeof file->theirs, "%.*s", (int)strcspn(name, " "), name);
        }
    }
    return result;
}

/* A volume of three axes, or of two where a format holds no more. */
static scree_volume volume_of(const test_format *row, uint64_t x, uint64_t y, uint64_t z)
{
    const bool is_flat = row->info->max_axes < 3;
    return (scree_volume){.axes = is_flat ? 2 : 3, .count = {x, is_flat ? y * z : y, is_flat ? 0 : z}};
}

static void assert_kept(const char *path)
{
    size_t size;
    uint8_t *kept = formats_load(path, &size);
    assert_string_equal((const char *)kept, "kept");
    free(kept);
}

static void existing_files_are_kept(void **state)
{
    const scree_volume volume = {.axes = 2, .count = {3, 2}};
    for (size_t i = 0; i < written_count; i++) {
        char expected[64];
        formats_store(written[i].theirs, "kept", 4);
        assert_int_equal(volume_try_write(written[i].row.path, written[i].row.format, &volume, values, 0),
                         SCREE_ERROR_EXISTS);
        snprintf(expected, sizeof expected, "cannot write %s: File exists", written[i].theirs);
        assert_string_equal(fixture_message, expected);
        assert_kept(written[i].theirs);
        snprintf(expected, sizeof expected, "%s ", written[i].theirs);
        assert_string_equal(formats_files(), expected);
        formats_fixture_clear(NULL);
    }
}

static scree_writer *open_writer(size_t number, const scree_volume *volume, bool replace)
{
    const scree_writer_params params = {
        .path = written[number].row.path, .format = written[number].row.format, .volume = volume, .replaces = replace};
    scree_writer *writer = NULL;
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_OK);
    return writer;
}

/* Somebody makes one of the files while ours are being written: all or none. */
static void files_made_meanwhile_are_kept(void **state)
{
    const scree_volume volume = {.axes = 2, .count = {3, 2}};
    for (size_t i = 0; i < written_count; i++) {
        scree_writer *writer = open_writer(i, &volume, false);
        assert_int_equal(scree_writer_write(writer, values, 6), SCREE_OK);
        formats_store(written[i].theirs, "kept", 4);
        assert_int_equal(scree_writer_finish(writer, NULL, NULL), SCREE_ERROR_EXISTS);
        assert_non_null(strstr(fixture_message, written[i].theirs));
        scree_writer_close(&writer);
        char expected[64];
        snprintf(expected, sizeof expected, "%s ", written[i].theirs);
        assert_string_equal(formats_files(), expected);
        assert_kept(written[i].theirs);
        formats_fixture_clear(NULL);
    }
}

static void existing_files_are_replaced_when_asked(void **state)
{
    const scree_volume volume = {.axes = 2, .count = {3, 2}};
    for (size_t i = 0; i < written_count; i++) {
        formats_store(written[i].theirs, "old", 3);
        scree_writer *writer = open_writer(i, &volume, true);
        assert_int_equal(scree_writer_write(writer, values, 6), SCREE_OK);
        assert_int_equal(scree_writer_finish(writer, NULL, NULL), SCREE_OK);
        scree_writer_close(&writer);
        assert_string_equal(formats_files(), written[i].row.files);
        formats_fixture_clear(NULL);
    }
}

static void unfinished_files_leave_nothing(void **state)
{
    const scree_volume volume = {.axes = 2, .count = {3, 2}};
    scree_writer *writers[3 * TEST_FORMATS_MOST];
    for (size_t i = 0; i < written_count; i++) {
        writers[i] = open_writer(i, &volume, false);
        assert_int_equal(scree_writer_write(writers[i], values, 5), SCREE_OK);
        assert_int_equal(access(written[i].row.path, F_OK), -1);
        assert_string_not_equal(formats_files(), "");
        scree_writer_close(&writers[i]);
        assert_string_equal(formats_files(), "");
    }
    for (size_t i = 0; i < written_count; i++) {
        writers[i] = open_writer(i, &volume, false);
        assert_int_equal(scree_writer_write(writers[i], values, 6), SCREE_OK);
    }
    scree_writer_remove_all();
    assert_string_equal(formats_files(), "");
    for (size_t i = 0; i < written_count; i++) {
        assert_int_equal(scree_writer_finish(writers[i], NULL, NULL), SCREE_ERROR_IO);
        scree_writer_close(&writers[i]);
    }
    assert_string_equal(formats_files(), "");
}

/* The system says no in the midst of a file, in the header already or in the samples. */
static void a_full_disk_is_an_error(void **state)
{
    static const rlim_t limits[] = {0, 1, 200, 4096, 300000};
    float *distances = volume_distances(&(scree_volume){.axes = 3, .count = {101, 99, 40}});
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    for (size_t i = 0; i < written_count; i++) {
        for (size_t limit = 0; limit < sizeof limits / sizeof limits[0]; limit++) {
            const struct rlimit small = {limits[limit], before.rlim_max};
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
            const scree_volume volume = volume_of(&written[i].row, 101, 99, 40);
            scree_result result =
                volume_try_write(written[i].row.path, written[i].row.format, &volume, distances, 1000);
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
            assert_int_equal(result, SCREE_ERROR_IO);
            assert_non_null(strstr(fixture_message, strerror(EFBIG)));
            assert_string_equal(formats_files(), "");
        }
    }
    free(distances);
    for (size_t i = 0; i < written_count; i++) {
        const scree_volume huge = volume_of(&written[i].row, 60000, 60000, 60000);
        assert_int_equal(volume_try_write(written[i].row.path, written[i].row.format, &huge, NULL, 0), SCREE_ERROR_IO);
        assert_non_null(strstr(fixture_message, "and the disk has "));
    }
    assert_string_equal(formats_files(), "");
}

/* Where samples are cut does not show, in none of the files. */
static void cuts_do_not_show(void **state)
{
    float *distances = volume_distances(&(scree_volume){.axes = 3, .count = {101, 19, 11}});
    for (size_t i = 0; i < written_count; i++) {
        static const uint64_t cuts[] = {1, 101, 5000};
        const test_format *row = &written[i].row;
        const scree_volume volume = volume_of(row, 101, 19, 11);
        size_t size;
        volume_write(row->path, row->format, &volume, distances);
        uint8_t *whole = formats_load(written[i].theirs, &size);
        assert_true(size > 0);
        formats_fixture_clear(NULL);
        for (size_t cut = 0; cut < sizeof cuts / sizeof cuts[0]; cut++) {
            assert_int_equal(volume_try_write(row->path, row->format, &volume, distances, cuts[cut]), SCREE_OK);
            volume_assert_file(written[i].theirs, "", 0, whole, size);
            formats_fixture_clear(NULL);
        }
        free(whole);
    }
    free(distances);
}

/* Formats that are only written say so. */
static void written_formats_are_not_described(void **state)
{
    const scree_volume volume = {.axes = 2, .count = {3, 2}};
    scree_file_info info;
    for (size_t i = 0; i < written_count; i++) {
        const test_format *row = &written[i].row;
        char expected[96];
        snprintf(expected, sizeof expected, "%s: scree writes files of the format %s, but does not read them",
                 row->path, row->info->name);
        if (!row->info->is_read) {
            volume_write(row->path, row->format, &volume, values);
            assert_int_equal(scree_file_describe(fixture_context, row->path, &info), SCREE_ERROR_FORMAT);
            assert_string_equal(fixture_message, expected);
            formats_fixture_clear(NULL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(mhd_is_as_specified, formats_fixture_clear),
        cmocka_unit_test_teardown(mhd_names_its_samples, formats_fixture_clear),
        cmocka_unit_test_teardown(vti_is_as_specified, formats_fixture_clear),
        cmocka_unit_test_teardown(dds_is_as_specified, formats_fixture_clear),
        cmocka_unit_test_teardown(vf_is_as_specified, formats_fixture_clear),
        cmocka_unit_test_teardown(what_a_format_does_not_hold_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(existing_files_are_kept, formats_fixture_clear),
        cmocka_unit_test_teardown(files_made_meanwhile_are_kept, formats_fixture_clear),
        cmocka_unit_test_teardown(existing_files_are_replaced_when_asked, formats_fixture_clear),
        cmocka_unit_test_teardown(unfinished_files_leave_nothing, formats_fixture_clear),
        cmocka_unit_test_teardown(a_full_disk_is_an_error, formats_fixture_clear),
        cmocka_unit_test_teardown(cuts_do_not_show, formats_fixture_clear),
        cmocka_unit_test_teardown(written_formats_are_not_described, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, list_written, formats_fixture_destroy);
}
