/*
 * Files that cannot be written or read: what was there stays as it was, nothing new is left behind, and the message
 * names the path and the reason.
 */
#include "formats_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Every format that is written and holds noise. */
static test_format formats[TEST_FORMATS_MOST];
static size_t format_count;

static int list_formats(void **state)
{
    const int result = formats_fixture_create(state);
    format_count = formats_written(formats);
    return result;
}

static const uint64_t small_count[] = {61, 43};
/* 1.3 MB as u8: more than any buffer holds. */
static const uint64_t large_count[] = {1201, 1103};
static const uint64_t volume_count[] = {31, 17, 3};

static const test_format *row_of(scree_format format)
{
    size_t i = 0;
    while (i < format_count && formats[i].format != format) {
        i++;
    }
    assert_true(i < format_count);
    return &formats[i];
}

static scree_writer *open_writer(const test_format *format, const test_field *field, bool replace)
{
    const scree_writer_params params = {
        .path = format->path, .format = format->format, .recipe = &field->recipe, .replaces = replace, .threads = 2};
    scree_writer *writer = NULL;
    if (scree_writer_open(fixture_context, &params, &writer) != SCREE_OK) {
        fail_msg("%s: %s", format->path, fixture_message);
    }
    return writer;
}

static scree_result try_path(const char *path, const test_format *format, const test_field *field, bool replace)
{
    const scree_writer_params params = {.path = path, .format = format->format, .replaces = replace, .threads = 2};
    fixture_message[0] = '\0';
    return formats_try_write(&params, field, 1000);
}

static void assert_refused(const char *path, const test_format *format, const test_field *field, scree_result expected,
                           const char *message)
{
    scree_result result = try_path(path, format, field, false);
    if (result != expected || strstr(fixture_message, message) == NULL) {
        fail_msg("%s: %s: %s", path, scree_result_name(result), fixture_message);
    }
}

static void existing_files_are_kept(void **state)
{
    for (size_t i = 0; i < format_count; i++) {
        const test_format *format = &formats[i];
        test_field field = formats_field(format->info->preferred, 2, small_count);
        formats_store(format->path, "kept", 4);
        char expected[64];
        snprintf(expected, sizeof expected, "cannot write %s: File exists", format->path);
        assert_refused(format->path, format, &field, SCREE_ERROR_EXISTS, expected);
        size_t size;
        uint8_t *kept = formats_load(format->path, &size);
        assert_string_equal((const char *)kept, "kept");
        free(kept);
        snprintf(expected, sizeof expected, "%s ", format->path);
        assert_string_equal(formats_files(), expected);
        assert_int_equal(try_path(format->path, format, &field, true), SCREE_OK);
        assert_string_equal(formats_files(), format->files);
        scree_file_info info;
        assert_int_equal(scree_file_describe(fixture_context, format->path, &info) == SCREE_OK, format->info->is_read);
        scree_file_info_clear(&info);
        formats_fixture_clear(NULL);
        formats_field_free(&field);
    }
}

static void existing_sidecars_and_planes_are_kept(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U16, 3, volume_count);
    formats_store("a.r16.json", "kept", 4);
    assert_refused("a.r16", row_of(SCREE_FORMAT_R16), &field, SCREE_ERROR_EXISTS,
                   "cannot write a.r16.json: File exists");
    formats_store("a_0002.png", "kept", 4);
    assert_refused("a.png", row_of(SCREE_FORMAT_PNG), &field, SCREE_ERROR_EXISTS,
                   "cannot write a_0002.png: File exists");
    assert_string_equal(formats_files(), "a.r16.json a_0002.png ");
    assert_int_equal(try_path("a.png", row_of(SCREE_FORMAT_PNG), &field, true), SCREE_OK);
    assert_string_equal(formats_files(), "a.r16.json a_0000.png a_0001.png a_0002.png ");
    formats_field_free(&field);
}

static void check_made_meanwhile(const test_format *format, const test_field *field, const char *theirs)
{
    scree_writer *writer = open_writer(format, field, false);
    assert_int_equal(scree_writer_write(writer, field->samples, field->count), SCREE_OK);
    formats_store(theirs, "kept", 4);
    assert_int_equal(scree_writer_finish(writer, &field->mapped, &field->measured), SCREE_ERROR_EXISTS);
    assert_non_null(strstr(fixture_message, theirs));
    assert_int_equal(scree_writer_finish(writer, &field->mapped, &field->measured), SCREE_ERROR_EXISTS);
    scree_writer_close(&writer);
    char expected[64];
    snprintf(expected, sizeof expected, "%s ", theirs);
    assert_string_equal(formats_files(), expected);
    size_t size;
    uint8_t *kept = formats_load(theirs, &size);
    assert_string_equal((const char *)kept, "kept");
    free(kept);
    formats_fixture_clear(NULL);
}

/* Somebody makes one of the files while ours are being written: theirs stays. */
static void files_made_meanwhile_are_kept(void **state)
{
    for (size_t i = 0; i < format_count; i++) {
        test_field field = formats_field(formats[i].info->preferred, 2, small_count);
        char names[sizeof formats[i].files];
        char *rest = NULL;
        strcpy(names, formats[i].files);
        for (char *name = strtok_r(names, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
            check_made_meanwhile(&formats[i], &field, name);
        }
        formats_field_free(&field);
    }
}

static void planes_appear_all_or_none(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U8, 3, volume_count);
    scree_writer *writer = open_writer(row_of(SCREE_FORMAT_PNG), &field, false);
    assert_int_equal(scree_writer_write(writer, field.samples, field.count), SCREE_OK);
    formats_store("a_0001.png", "kept", 4);
    assert_int_equal(scree_writer_finish(writer, &field.mapped, &field.measured), SCREE_ERROR_EXISTS);
    scree_writer_close(&writer);
    assert_string_equal(formats_files(), "a_0001.png ");
    formats_field_free(&field);
}

static void nothing_is_seen_before_the_end(void **state)
{
    for (size_t i = 0; i < format_count; i++) {
        test_field field = formats_field(formats[i].info->preferred, 2, large_count);
        scree_writer *writer = open_writer(&formats[i], &field, false);
        assert_int_equal(scree_writer_write(writer, field.samples, field.count - 1), SCREE_OK);
        assert_int_equal(access(formats[i].path, F_OK), -1);
        assert_int_equal(scree_writer_finish(writer, &field.mapped, &field.measured), SCREE_ERROR_INVALID);
        assert_non_null(strstr(fixture_message, "samples are missing"));
        const uint8_t *last = (const uint8_t *)field.samples + (field.count - 1) * field.sample_bytes;
        assert_int_equal(scree_writer_write(writer, last, 2), SCREE_ERROR_INVALID);
        assert_non_null(strstr(fixture_message, "2 samples are written to a file that lacks 1"));
        assert_string_not_equal(formats_files(), "");
        scree_writer_close(&writer);
        assert_string_equal(formats_files(), "");
        formats_field_free(&field);
    }
}

static void finishing_twice_is_refused(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U8, 2, small_count);
    scree_writer *writer = open_writer(row_of(SCREE_FORMAT_PNG), &field, false);
    assert_int_equal(scree_writer_write(writer, field.samples, field.count), SCREE_OK);
    assert_int_equal(scree_writer_write(writer, NULL, 0), SCREE_OK);
    assert_int_equal(scree_writer_finish(writer, NULL, NULL), SCREE_OK);
    assert_int_equal(scree_writer_finish(writer, NULL, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_writer_write(writer, field.samples, 1), SCREE_ERROR_INVALID);
    scree_writer_close(&writer);
    assert_string_equal(formats_files(), "a.png ");
    formats_field_free(&field);
}

static void slabs_out_of_order_are_refused(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U8, 2, small_count);
    scree_writer *writer = open_writer(row_of(SCREE_FORMAT_PNG), &field, false);
    const scree_sink sink = scree_writer_sink(writer);
    scree_slab slab = {.first = 1, .count = 1, .data = field.samples};
    assert_int_equal(sink.write(sink.user, &slab), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "sample 1 is written where 0 is next"));
    scree_writer_close(&writer);
    assert_string_equal(formats_files(), "");
    formats_field_free(&field);
}

typedef struct cancelling_sink {
    scree_sink sink;
    scree_job *_Atomic job;
} cancelling_sink;

/* Cancels the job after its first slab. */
static scree_result write_and_cancel(void *user, const scree_slab *slab)
{
    cancelling_sink *cancelling = user;
    while (cancelling->job == NULL) {
    }
    scree_result result = cancelling->sink.write(cancelling->sink.user, slab);
    scree_job_cancel(cancelling->job);
    return result;
}

static void a_cancelled_job_leaves_nothing(void **state)
{
    for (size_t i = 0; i < format_count; i++) {
        const scree_recipe recipe = {.grid = {.axes = 2, .count = {4096, 4096}, .step = {0.01}},
                                     .output = {.type = formats[i].info->preferred}};
        const test_field field = {.recipe = recipe};
        scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
        scree_writer *writer = open_writer(&formats[i], &field, false);
        cancelling_sink cancelling = {.sink = scree_writer_sink(writer)};
        const scree_sink sink = {.write = write_and_cancel, .user = &cancelling};
        scree_job *job = NULL;
        assert_int_equal(noise_job_stream(device, &recipe.noise, &recipe.grid, &recipe.output, &sink, &job), SCREE_OK);
        cancelling.job = job;
        assert_int_equal(scree_job_wait(job, UINT64_MAX), SCREE_ERROR_CANCELLED);
        scree_job_release(&job);
        scree_writer_close(&writer);
        assert_string_equal(formats_files(), "");
        scree_device_close(&device);
    }
}

/* As in a signal handler: every open writer fails from then on. */
static void removing_all_ends_all_writers(void **state)
{
    test_field fields[TEST_FORMATS_MOST];
    scree_writer *writers[2 * TEST_FORMATS_MOST];
    for (size_t i = 0; i < 2 * format_count; i++) {
        if (i < format_count) {
            fields[i] = formats_field(formats[i].info->preferred, 2, large_count);
        }
        const test_field *field = &fields[i % format_count];
        writers[i] = open_writer(&formats[i % format_count], field, false);
        assert_int_equal(scree_writer_write(writers[i], field->samples, field->count), SCREE_OK);
    }
    scree_writer_remove_all();
    assert_string_equal(formats_files(), "");
    for (size_t i = 0; i < 2 * format_count; i++) {
        const test_field *field = &fields[i % format_count];
        assert_int_equal(scree_writer_finish(writers[i], &field->mapped, &field->measured), SCREE_ERROR_IO);
        scree_writer_close(&writers[i]);
    }
    for (size_t i = 0; i < format_count; i++) {
        formats_field_free(&fields[i]);
    }
    scree_writer_remove_all();
    assert_string_equal(formats_files(), "");
}

static void paths_that_cannot_be_written_are_refused(void **state)
{
    char long_name[300];
    memset(long_name, 'a', sizeof long_name);
    strcpy(long_name + 250, ".r16");
    formats_store("file", "kept", 4);
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    for (size_t i = 0; i < format_count; i++) {
        const test_format *format = &formats[i];
        test_field field = formats_field(format->info->preferred, 2, small_count);
        assert_refused("missing/a", format, &field, SCREE_ERROR_IO,
                       "cannot write missing/a: No such file or directory");
        assert_refused("file/a", format, &field, SCREE_ERROR_IO, "cannot write file/a: Not a directory");
        assert_refused("folder", format, &field, SCREE_ERROR_IO, "cannot write folder: Is a directory");
        assert_refused("folder/", format, &field, SCREE_ERROR_IO, "cannot write folder/: Is a directory");
        assert_refused("missing/", format, &field, SCREE_ERROR_IO, "cannot write missing/: it does not end with");
        assert_refused("", format, &field, SCREE_ERROR_IO, "cannot write a file without a name");
        assert_refused("dangling", format, &field, SCREE_ERROR_IO, "cannot write dangling: it is a symbolic link");
        formats_field_free(&field);
    }
    test_field field = formats_field(SCREE_TYPE_U16, 2, small_count);
    assert_refused(long_name, row_of(SCREE_FORMAT_R16), &field, SCREE_ERROR_IO, "File name too long");
    formats_field_free(&field);
    assert_string_equal(formats_files(), "dangling file folder ");
}

/* The longest name that leaves room for its ending is written; one byte more is refused before anything is made. */
static void long_names_are_written(void **state)
{
    char name[256];
    test_field field = formats_field(SCREE_TYPE_U16, 2, small_count);
    memset(name, 'a', sizeof name);
    name[250] = '\0';
    assert_int_equal(try_path(name, row_of(SCREE_FORMAT_R16), &field, false), SCREE_OK);
    assert_int_equal(strlen(formats_files()), 250 + 1 + 255 + 1);
    formats_fixture_clear(NULL);
    name[250] = 'a';
    name[251] = '\0';
    assert_refused(name, row_of(SCREE_FORMAT_R16), &field, SCREE_ERROR_IO, "File name too long");
    assert_string_equal(formats_files(), "");
    formats_field_free(&field);
}

/* The system says no in the midst of a file. Its signal must not end the program. */
static void a_full_disk_is_an_error(void **state)
{
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    static const rlim_t limits[] = {0, 1, 700, 4096, 100000, 300000};
    for (size_t i = 0; i < format_count; i++) {
        test_field field = formats_field(formats[i].info->preferred, 2, large_count);
        for (size_t limit = 0; limit < sizeof limits / sizeof limits[0]; limit++) {
            const struct rlimit small = {limits[limit], before.rlim_max};
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
            scree_result result = try_path(formats[i].path, &formats[i], &field, false);
            assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
            if (result != SCREE_ERROR_IO || strstr(fixture_message, strerror(EFBIG)) == NULL) {
                fail_msg("%s: %s: %s", formats[i].path, scree_result_name(result), fixture_message);
            }
            assert_string_equal(formats_files(), "");
        }
        sigset_t pending;
        sigpending(&pending);
        assert_int_equal(sigismember(&pending, SIGXFSZ), 0);
        formats_field_free(&field);
    }
}

/* Two files cannot go to one stream, and seeks to none. */
static bool goes_to_streams(const test_format *format)
{
    return format->info->is_streamed && format->info->companion == NULL;
}

static void devices_that_are_full_are_errors(void **state)
{
    for (size_t i = 0; i < format_count; i++) {
        test_field field = formats_field(formats[i].info->preferred, 2, large_count);
        if (!goes_to_streams(&formats[i])) {
            assert_refused("/dev/full", &formats[i], &field, SCREE_ERROR_UNSUPPORTED,
                           formats[i].info->is_streamed ? "/dev/full: two files are needed"
                                                        : "cannot write /dev/full: this format");
        } else {
            assert_refused("/dev/full", &formats[i], &field, SCREE_ERROR_IO, "cannot write /dev/full: No space left");
            assert_int_equal(try_path("/dev/null", &formats[i], &field, false), SCREE_OK);
        }
        formats_field_free(&field);
    }
    assert_string_equal(formats_files(), "");
    assert_int_equal(access("/dev/null.json", F_OK), -1);
    assert_int_equal(access("/dev/full", F_OK), 0);
}

static void too_large_fields_are_refused_at_once(void **state)
{
    test_field field = {
        .recipe = {.grid = {.axes = 2, .count = {UINT64_C(1) << 29, UINT64_C(1) << 29}, .step = {1.0}}}};
    for (size_t i = 0; i < format_count; i++) {
        bool counts_so_far = formats[i].info->max_side == 0 || formats[i].info->max_side >= UINT64_C(1) << 29;
        field.recipe.output.type = formats[i].info->preferred;
        assert_refused(formats[i].path, &formats[i], &field, counts_so_far ? SCREE_ERROR_IO : SCREE_ERROR_INVALID,
                       counts_so_far ? "and the disk has " : "holds at most ");
    }
    for (size_t a = 0; a < 2; a++) {
        field.recipe.grid.count[a] = UINT64_C(1) << 40;
    }
    assert_refused("a.r16", row_of(SCREE_FORMAT_R16),
                   &(test_field){.recipe = {.grid = field.recipe.grid, .output = {SCREE_TYPE_U16}}},
                   SCREE_ERROR_INVALID, "the most that a file can have");
    field.recipe.grid.count[1] = 1;
    field.recipe.output.type = SCREE_TYPE_U8;
    assert_refused("a.png", row_of(SCREE_FORMAT_PNG), &field, SCREE_ERROR_INVALID, "png holds at most 2147483647");
    field.recipe.grid = (scree_grid){.axes = 3, .count = {1, 1, 1000001}, .step = {1.0}};
    assert_refused("a.png", row_of(SCREE_FORMAT_PNG), &field, SCREE_ERROR_UNSUPPORTED,
                   "1000001 numbered files are needed; at most 1000000 can be made");
    assert_string_equal(formats_files(), "");
}

static void what_a_format_does_not_hold_is_refused(void **state)
{
    test_field field = {.recipe = {.grid = {.axes = 2, .count = {4, 4}, .step = {1.0}}}};
    assert_refused("a.png", row_of(SCREE_FORMAT_PNG), &field, SCREE_ERROR_INVALID,
                   "a.png: type is f32; png holds u16 or u8");
    assert_refused("a.r16", row_of(SCREE_FORMAT_R16), &field, SCREE_ERROR_INVALID, "a.r16: type is f32; r16 holds u16");
    field.recipe.grid.axes = 3;
    assert_refused("a.pfm", row_of(SCREE_FORMAT_PFM), &field, SCREE_ERROR_INVALID,
                   "a.pfm: the field has 3 axes; pfm holds 1 to 2");
    field.recipe.output.type = SCREE_TYPE_U8;
    assert_refused("a.r32", row_of(SCREE_FORMAT_R32), &field, SCREE_ERROR_INVALID, "a.r32: type is u8; r32 holds f32");
    assert_refused("a.pfm", row_of(SCREE_FORMAT_PFM), &field, SCREE_ERROR_INVALID, "a.pfm: type is u8; pfm holds f32");
    assert_refused("a.txt", row_of(SCREE_FORMAT_TEXT), &field, SCREE_ERROR_INVALID,
                   "a.txt: type is u8; text holds f32");
    assert_string_equal(formats_files(), "");
}

static void assert_row_refused(const test_format *row, const scree_grid *grid, scree_type type, const char *message)
{
    const test_field field = {.recipe = {.grid = *grid, .output = {.type = type}}};
    assert_refused(row->path, row, &field, SCREE_ERROR_INVALID, message);
}

static void assert_other_types_refused(const test_format *row)
{
    const scree_grid grid = {.axes = 2, .count = {4, 4}, .step = {1.0}};
    char expected[96];
    for (size_t type = 0; type <= SCREE_TYPE_U8; type++) {
        snprintf(expected, sizeof expected, "type is %s; %s holds ", scree_type_name((scree_type)type),
                 row->info->name);
        if (!scree_format_holds(row->info, type)) {
            assert_row_refused(row, &grid, (scree_type)type, expected);
        }
    }
}

static void assert_larger_grids_refused(const test_format *row)
{
    const scree_format_info *info = row->info;
    const scree_grid more_axes = {.axes = info->max_axes + 1, .step = {1.0}};
    const scree_grid longer = {.axes = 1, .count = {info->max_side + 1}, .step = {1.0}};
    char expected[96];
    snprintf(expected, sizeof expected, "%s holds 1 to %u", info->name, (unsigned)info->max_axes);
    if (info->max_axes < SCREE_MAX_AXES) {
        assert_row_refused(row, &more_axes, info->preferred, expected);
    }
    snprintf(expected, sizeof expected, "along axis 0; %s holds at most %llu", info->name,
             (unsigned long long)info->max_side);
    if (info->max_side > 0) {
        assert_row_refused(row, &longer, info->preferred, expected);
    }
}

/* Each type, number of axes and length of a side that a row does not name. */
static void the_limits_of_every_row_are_kept(void **state)
{
    for (size_t i = 0; i < format_count; i++) {
        assert_other_types_refused(&formats[i]);
        assert_larger_grids_refused(&formats[i]);
    }
    assert_string_equal(formats_files(), "");
}

static void formats_that_are_only_read_are_refused(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {4, 4}, .step = {1.0}};
    const scree_format_info *info;
    for (int format = 0; (info = scree_format_describe((scree_format)format)) != NULL; format++) {
        const test_format row = formats_row((scree_format)format);
        char expected[96];
        snprintf(expected, sizeof expected, "%s: files of the format %s are only read", row.path, info->name);
        if (!info->is_written) {
            assert_row_refused(&row, &grid, SCREE_TYPE_U8, expected);
        }
    }
    assert_string_equal(formats_files(), "");
}

static void wrong_parameters_are_refused(void **state)
{
    const scree_recipe recipe = {.grid = {.axes = 1, .count = {4}, .step = {1.0}}};
    scree_recipe no_axes = recipe;
    scree_recipe no_type = recipe;
    no_axes.grid.axes = 9;
    no_type.output.type = (scree_type)SCREE_TYPE_COUNT;
    scree_recipe other_type = recipe;
    other_type.output.type = SCREE_TYPE_I16;
    const scree_volume volume = {.axes = 1};
    const scree_writer_params good = {.path = "a.r32", .format = SCREE_FORMAT_R32, .recipe = &recipe};
    scree_writer_params bad[9] = {good, good, good, good, good, good, good, good, good};
    bad[0].path = NULL;
    bad[1].recipe = NULL;
    bad[2].format = (scree_format)99;
    bad[3].threads = 1025;
    bad[4].compression = 13;
    bad[5].recipe = &no_axes;
    bad[6].recipe = &no_type;
    bad[7].recipe = &other_type;
    bad[8].volume = &volume;
    static const char *const messages[] = {"path is NULL",
                                           "recipe and volume are both NULL; one of them must be",
                                           "format is 99, which is none",
                                           "threads is 1025; it must be 1 to 1024, or 0",
                                           "compression is 13; it must be 1 to 12, or 0",
                                           "axes is 9; it must be 1 to 8",
                                           "type is 9, which is none",
                                           "type is i16; noise is f32, u16 or u8",
                                           "recipe and volume are neither NULL; one of them must be"};
    scree_writer *writer = NULL;
    for (size_t i = 0; i < 9; i++) {
        assert_int_equal(scree_writer_open(fixture_context, &bad[i], &writer), SCREE_ERROR_INVALID);
        assert_null(writer);
        assert_string_equal(fixture_message, messages[i]);
    }
    assert_int_equal(scree_writer_open(fixture_context, NULL, &writer), SCREE_ERROR_INVALID);
    assert_int_equal(scree_writer_open(fixture_context, &good, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_writer_write(NULL, "", 1), SCREE_ERROR_INVALID);
    assert_int_equal(scree_writer_finish(NULL, NULL, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_writer_bytes(NULL), 0);
    scree_writer_close(NULL);
    scree_writer_close(&writer);
    scree_file_info info;
    assert_int_equal(scree_file_describe(fixture_context, NULL, &info), SCREE_ERROR_INVALID);
    assert_int_equal(scree_file_describe(fixture_context, "a", NULL), SCREE_ERROR_INVALID);
    scree_file_info_clear(NULL);
    assert_string_equal(formats_files(), "");
}

/* A link stays a link, and what it leads to is replaced where it lies. */
static void links_are_followed(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U8, 2, small_count);
    formats_store("real.png", "old", 3);
    assert_int_equal(symlink("real.png", "a.png"), 0);
    assert_int_equal(try_path("a.png", row_of(SCREE_FORMAT_PNG), &field, false), SCREE_ERROR_EXISTS);
    assert_int_equal(try_path("a.png", row_of(SCREE_FORMAT_PNG), &field, true), SCREE_OK);
    struct stat status;
    assert_int_equal(lstat("a.png", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(lstat("real.png", &status), 0);
    assert_true(S_ISREG(status.st_mode) && status.st_size > 3);
    assert_string_equal(formats_files(), "a.png real.png ");
    formats_field_free(&field);
}

/* A descriptor of this process is written where it stands, and without a sidecar. */
static void descriptors_are_written_where_they_stand(void **state)
{
    for (size_t i = 0; i < format_count; i++) {
        test_field field = formats_field(formats[i].info->preferred, 2, small_count);
        char path[32];
        int descriptor = open("stream", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        assert_int_equal(write(descriptor, "before", 6), 6);
        snprintf(path, sizeof path, i % 2 == 0 ? "/dev/fd/%d" : "/proc/self/fd/%d", descriptor);
        if (!goes_to_streams(&formats[i])) {
            assert_refused(path, &formats[i], &field, SCREE_ERROR_UNSUPPORTED,
                           formats[i].info->is_streamed ? "two files are needed" : "this is no regular file");
        } else {
            assert_int_equal(try_path(path, &formats[i], &field, false), SCREE_OK);
            assert_int_equal(write(descriptor, "behind", 6), 6);
            formats_write(formats[i].path, formats[i].format, &field, NULL);
            size_t size;
            size_t stream_size;
            uint8_t *file = formats_load(formats[i].path, &size);
            uint8_t *stream = formats_load("stream", &stream_size);
            assert_int_equal(stream_size, size + 12);
            assert_memory_equal(stream, "before", 6);
            assert_memory_equal(stream + 6, file, size);
            assert_memory_equal(stream + 6 + size, "behind", 6);
            free(file);
            free(stream);
        }
        close(descriptor);
        formats_fixture_clear(NULL);
        formats_field_free(&field);
    }
}

/* Nobody reads the pipe any more. The signal must not end the program. */
static void broken_pipes_are_errors(void **state)
{
    signal(SIGPIPE, SIG_DFL);
    test_field field = formats_field(SCREE_TYPE_U8, 2, large_count);
    int ends[2];
    char path[32];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    assert_refused(path, row_of(SCREE_FORMAT_PNG), &field, SCREE_ERROR_IO, "Broken pipe");
    close(ends[1]);
    formats_field_free(&field);
}

/* Whether a file ends with a line of text, of which the end may be missing. */
static bool ends_with_line(const test_format *format)
{
    return format->format == SCREE_FORMAT_VTI || scree_format_companion(format->format, format->path) != NULL;
}

static void cut_files_are_refused(void **state)
{
    const uint64_t count[] = {9, 5};
    for (size_t i = 0; i < format_count; i++) {
        /* Text that ends within its last value may still be a number. */
        if (formats[i].info->is_text || !formats[i].info->is_read) {
            continue;
        }
        test_field field = formats_field(formats[i].info->preferred, 2, count);
        formats_write(formats[i].path, formats[i].format, &field, NULL);
        size_t size;
        uint8_t *data = formats_load(formats[i].path, &size);
        const size_t end = ends_with_line(&formats[i]) ? size - 1 : size;
        for (size_t length = 0; length < end; length++) {
            scree_file_info info;
            formats_store(formats[i].path, data, length);
            fixture_message[0] = '\0';
            assert_int_equal(scree_file_describe(fixture_context, formats[i].path, &info), SCREE_ERROR_FORMAT);
            assert_null(info.metadata);
            assert_int_equal(strncmp(fixture_message, formats[i].path, strlen(formats[i].path)), 0);
        }
        free(data);
        formats_field_free(&field);
        formats_fixture_clear(NULL);
    }
}

static void assert_unreadable(const char *path, scree_result expected, const char *message)
{
    scree_file_info info;
    scree_result result = scree_file_describe(fixture_context, path, &info);
    if (result != expected || strstr(fixture_message, message) == NULL) {
        fail_msg("%s: %s: %s", path, scree_result_name(result), fixture_message);
    }
    assert_null(info.metadata);
}

static void unreadable_files_are_errors(void **state)
{
    assert_int_equal(mkdir("folder.png", 0777), 0);
    assert_int_equal(mkfifo("pipe.png", 0666), 0);
    formats_store("a.r16", "ab", 2);
    formats_store("a", "ab", 2);
    formats_store("a.png", "ab", 2);
    formats_store("b.r32", "abcd", 4);
    formats_store("b.r32.json", "{\"format\": \"r32\"", 16);
    assert_unreadable("missing.png", SCREE_ERROR_IO, "cannot read missing.png: No such file or directory");
    assert_unreadable("folder.png", SCREE_ERROR_IO, "cannot read folder.png: it is not a regular file");
    assert_unreadable("pipe.png", SCREE_ERROR_IO, "cannot read pipe.png: it is not a regular file");
    assert_unreadable("a.r16", SCREE_ERROR_FORMAT, "its sidecar a.r16.json is not there");
    assert_unreadable("a", SCREE_ERROR_FORMAT, "a: unknown format; scree reads ");
    assert_unreadable("a.png", SCREE_ERROR_FORMAT, "a.png: damaged PNG");
    assert_unreadable("b.r32", SCREE_ERROR_FORMAT, "b.r32.json:1:16: ");
    char *blanks = calloc(1, ((size_t)32 << 20) + 1);
    assert_non_null(blanks);
    formats_store("b.r32.json", blanks, ((size_t)32 << 20) + 1);
    free(blanks);
    assert_unreadable("b.r32", SCREE_ERROR_FORMAT, "b.r32.json: a sidecar has at most 33554432 bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(existing_files_are_kept, formats_fixture_clear),
        cmocka_unit_test_teardown(existing_sidecars_and_planes_are_kept, formats_fixture_clear),
        cmocka_unit_test_teardown(files_made_meanwhile_are_kept, formats_fixture_clear),
        cmocka_unit_test_teardown(planes_appear_all_or_none, formats_fixture_clear),
        cmocka_unit_test_teardown(nothing_is_seen_before_the_end, formats_fixture_clear),
        cmocka_unit_test_teardown(finishing_twice_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(slabs_out_of_order_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(a_cancelled_job_leaves_nothing, formats_fixture_clear),
        cmocka_unit_test_teardown(removing_all_ends_all_writers, formats_fixture_clear),
        cmocka_unit_test_teardown(paths_that_cannot_be_written_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(long_names_are_written, formats_fixture_clear),
        cmocka_unit_test_teardown(a_full_disk_is_an_error, formats_fixture_clear),
        cmocka_unit_test_teardown(devices_that_are_full_are_errors, formats_fixture_clear),
        cmocka_unit_test_teardown(too_large_fields_are_refused_at_once, formats_fixture_clear),
        cmocka_unit_test_teardown(what_a_format_does_not_hold_is_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(the_limits_of_every_row_are_kept, formats_fixture_clear),
        cmocka_unit_test_teardown(formats_that_are_only_read_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(wrong_parameters_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(links_are_followed, formats_fixture_clear),
        cmocka_unit_test_teardown(descriptors_are_written_where_they_stand, formats_fixture_clear),
        cmocka_unit_test_teardown(broken_pipes_are_errors, formats_fixture_clear),
        cmocka_unit_test_teardown(cut_files_are_refused, formats_fixture_clear),
        cmocka_unit_test_teardown(unreadable_files_are_errors, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, list_formats, formats_fixture_destroy);
}
