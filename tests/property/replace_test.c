/* Files beside others: what is replaced, what stays, who may read it, and what another process does meanwhile. */
#include "formats_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const uint64_t count[] = {7, 5, 6};

static scree_result write_file(const char *path, scree_format format, const test_field *field, bool replace)
{
    const scree_writer_params params = {.path = path, .format = format, .replaces = replace, .threads = 2};
    fixture_message[0] = '\0';
    return formats_try_write(&params, field, 1000);
}

static scree_writer *open_writer(const char *path, scree_format format, const test_field *field, bool replace)
{
    const scree_writer_params params = {
        .path = path, .format = format, .recipe = &field->recipe, .replaces = replace, .threads = 2};
    scree_writer *writer = NULL;
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_OK);
    return writer;
}

static void assert_text(const char *path, const char *text)
{
    size_t size;
    uint8_t *bytes = formats_load(path, &size);
    assert_string_equal((const char *)bytes, text);
    free(bytes);
}

static void a_replaced_file_keeps_its_mode_and_owner(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U16, 2, count);
    assert_int_equal(write_file("a.r16", SCREE_FORMAT_R16, &field, false), SCREE_OK);
    assert_int_equal(chmod("a.r16", 0640), 0);
    assert_int_equal(chmod("a.r16.json", 0604), 0);
    bool is_root = geteuid() == 0;
    assert_int_equal(is_root ? chown("a.r16", 1234, 2345) : 0, 0);
    assert_int_equal(write_file("a.r16", SCREE_FORMAT_R16, &field, true), SCREE_OK);
    struct stat status;
    assert_int_equal(stat("a.r16", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_int_equal(status.st_uid, is_root ? 1234 : geteuid());
    assert_int_equal(status.st_gid, is_root ? 2345 : getegid());
    assert_int_equal(stat("a.r16.json", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0604);
    formats_field_free(&field);
}

static void later_planes_of_a_longer_run_go(void **state)
{
    const uint64_t fewer[] = {7, 5, 2};
    test_field six = formats_field(SCREE_TYPE_U8, 3, count);
    test_field two = formats_field(SCREE_TYPE_U8, 3, fewer);
    assert_int_equal(write_file("f.png", SCREE_FORMAT_PNG, &six, false), SCREE_OK);
    assert_int_equal(write_file("f.png", SCREE_FORMAT_PNG, &two, true), SCREE_OK);
    assert_string_equal(formats_files(), "f_0000.png f_0001.png ");
    /* A file that scree did not write stays, and so do those after it. */
    assert_int_equal(write_file("f.png", SCREE_FORMAT_PNG, &six, true), SCREE_OK);
    formats_store("f_0003.png", "theirs", 6);
    assert_int_equal(write_file("f.png", SCREE_FORMAT_PNG, &two, true), SCREE_OK);
    assert_string_equal(formats_files(), "f_0000.png f_0001.png f_0003.png f_0004.png f_0005.png ");
    assert_text("f_0003.png", "theirs");
    assert_non_null(strstr(fixture_message, "f_0003.png is kept"));
    formats_field_free(&six);
    formats_field_free(&two);
}

static void a_folder_among_the_planes_is_seen_first(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U8, 3, count);
    assert_int_equal(write_file("f.png", SCREE_FORMAT_PNG, &field, false), SCREE_OK);
    assert_int_equal(unlink("f_0003.png"), 0);
    assert_int_equal(mkdir("f_0003.png", 0777), 0);
    assert_int_equal(write_file("f.png", SCREE_FORMAT_PNG, &field, true), SCREE_ERROR_IO);
    assert_string_equal(fixture_message, "cannot write f_0003.png: Is a directory");
    assert_string_equal(formats_files(), "f_0000.png f_0001.png f_0002.png f_0003.png f_0004.png f_0005.png ");
    formats_field_free(&field);
}

static void samples_of_a_header_are_not_replaced(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U16, 2, count);
    assert_int_equal(write_file("x.mhd", SCREE_FORMAT_MHD, &field, false), SCREE_OK);
    assert_int_equal(write_file("x.raw", SCREE_FORMAT_RAW, &field, true), SCREE_ERROR_IO);
    assert_string_equal(fixture_message, "cannot write x.raw: it holds the samples of x.mhd; remove that first, or "
                                         "choose another name");
    assert_int_equal(unlink("x.mhd"), 0);
    assert_int_equal(write_file("x.raw", SCREE_FORMAT_RAW, &field, true), SCREE_OK);
    formats_field_free(&field);
}

static void an_old_sidecar_of_the_samples_goes(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U16, 2, count);
    assert_int_equal(write_file("q.raw", SCREE_FORMAT_RAW, &field, false), SCREE_OK);
    assert_int_equal(write_file("q.mhd", SCREE_FORMAT_MHD, &field, false), SCREE_ERROR_EXISTS);
    assert_int_equal(write_file("q.mhd", SCREE_FORMAT_MHD, &field, true), SCREE_OK);
    assert_string_equal(formats_files(), "q.mhd q.mhd.json q.raw ");
    formats_field_free(&field);
}

/* A sidecar of another run is named where nothing else says what the data are, and left out elsewhere. */
static void sidecars_of_other_data_are_found(void **state)
{
    const uint64_t turned[] = {5, 7};
    test_field one = formats_field(SCREE_TYPE_U16, 2, count);
    test_field two = formats_field(SCREE_TYPE_U16, 2, turned);
    scree_file_info info;
    assert_int_equal(write_file("a.r16", SCREE_FORMAT_R16, &one, false), SCREE_OK);
    assert_int_equal(write_file("b.r16", SCREE_FORMAT_R16, &two, false), SCREE_OK);
    assert_int_equal(write_file("a.npy", SCREE_FORMAT_NPY, &one, false), SCREE_OK);
    assert_int_equal(write_file("b.npy", SCREE_FORMAT_NPY, &two, false), SCREE_OK);
    assert_int_equal(rename("b.r16.json", "a.r16.json"), 0);
    assert_int_equal(rename("b.npy.json", "a.npy.json"), 0);
    assert_int_equal(scree_file_describe(fixture_context, "a.r16", &info), SCREE_ERROR_FORMAT);
    assert_non_null(strstr(fixture_message, "a.r16: its sidecar a.r16.json describes other data (70 bytes, CRC-32 "));
    fixture_message[0] = '\0';
    assert_int_equal(scree_file_describe(fixture_context, "a.npy", &info), SCREE_OK);
    assert_null(info.metadata);
    assert_non_null(strstr(fixture_message, "a.npy: its sidecar a.npy.json describes other data and is left out"));
    scree_file_info_clear(&info);
    formats_field_free(&one);
    formats_field_free(&two);
}

/* The checksum of a file whose rows are written from its end is that of its bytes in order. */
static void checksums_are_of_the_bytes_in_order(void **state)
{
    static const struct {
        const char *path;
        scree_format format;
    } files[] = {{"a.pfm", SCREE_FORMAT_PFM}, {"a.npy", SCREE_FORMAT_NPY}, {"a.txt", SCREE_FORMAT_TEXT}};
    const uint64_t wide[] = {301, 403};
    test_field field = formats_field(SCREE_TYPE_F32, 2, wide);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        scree_file_info info;
        assert_int_equal(write_file(files[i].path, files[i].format, &field, false), SCREE_OK);
        assert_int_equal(scree_file_describe(fixture_context, files[i].path, &info), SCREE_OK);
        assert_non_null(info.metadata);
        scree_file_info_clear(&info);
        size_t size;
        uint8_t *bytes = formats_load(files[i].path, &size);
        bytes[size / 2] ^= 1;
        formats_store(files[i].path, bytes, size);
        free(bytes);
        fixture_message[0] = '\0';
        (void)scree_file_describe(fixture_context, files[i].path, &info);
        assert_non_null(strstr(fixture_message, "describes other data"));
        scree_file_info_clear(&info);
    }
    formats_field_free(&field);
}

/* Runs `action` in a child process and returns its exit status. */
static int run_child(void (*action)(void *argument), void *argument)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(WATCHDOG_SECONDS);
        action(argument);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

typedef struct inherited {
    scree_writer *writer;
    const test_field *field;
} inherited;

static void use_inherited(void *argument)
{
    inherited *from_parent = argument;
    const test_field *field = from_parent->field;
    bool refused = scree_writer_write(from_parent->writer, field->samples, field->count) == SCREE_ERROR_INVALID &&
                   strstr(fixture_message, "a child process must open a writer of its own") != NULL &&
                   scree_writer_finish(from_parent->writer, NULL, NULL) == SCREE_ERROR_INVALID;
    scree_writer_remove_all();
    scree_writer_close(&from_parent->writer);
    _exit(refused ? 0 : 1);
}

static void a_child_leaves_its_parents_files_alone(void **state)
{
    static const scree_format formats[] = {SCREE_FORMAT_R16, SCREE_FORMAT_PNG};
    static const char *const paths[] = {"a.r16", "a.png"};
    test_field field = formats_field(SCREE_TYPE_U16, 2, count);
    for (int i = 0; i < 2; i++) {
        inherited to_child = {.writer = open_writer(paths[i], formats[i], &field, false), .field = &field};
        assert_int_equal(run_child(use_inherited, &to_child), 0);
        assert_int_equal(scree_writer_write(to_child.writer, field.samples, field.count), SCREE_OK);
        assert_int_equal(scree_writer_finish(to_child.writer, &field.mapped, &field.measured), SCREE_OK);
        scree_writer_close(&to_child.writer);
        assert_int_equal(access(paths[i], F_OK), 0);
    }
    formats_field_free(&field);
}

static void write_and_stay(void *argument)
{
    const test_field *field = argument;
    scree_writer *writer = open_writer("a.r16", SCREE_FORMAT_R16, field, true);
    _exit(scree_writer_write(writer, field->samples, field->count) == SCREE_OK ? 0 : 1);
}

/* Only dead runs are cleared away. */
static void files_of_living_runs_stay(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U16, 2, count);
    assert_int_equal(run_child(write_and_stay, &field), 0);
    assert_non_null(strstr(formats_files(), ".a.r16.scree-"));
    scree_writer *living = open_writer("a.r16", SCREE_FORMAT_R16, &field, true);
    /* The dead run's file is gone, and this one's is there. */
    char files[256];
    strcpy(files, formats_files());
    assert_ptr_equal(strstr(files, ".a.r16.scree-"), strrchr(files, '.') - strlen(".a.r16"));
    assert_int_equal(write_file("a.r16", SCREE_FORMAT_R16, &field, true), SCREE_OK);
    assert_non_null(strstr(formats_files(), ".a.r16.scree-"));
    assert_int_equal(scree_writer_write(living, field.samples, field.count), SCREE_OK);
    assert_int_equal(scree_writer_finish(living, &field.mapped, &field.measured), SCREE_OK);
    scree_writer_close(&living);
    assert_string_equal(formats_files(), "a.r16 a.r16.json ");
    /* Names that only look alike are other people's. */
    formats_store(".a.r16.original", "theirs", 6);
    formats_store(".a.r16.scree-original", "theirs", 6);
    formats_store(".a.r16.scree-0123456", "theirs", 6);
    assert_int_equal(write_file("a.r16", SCREE_FORMAT_R16, &field, true), SCREE_OK);
    assert_string_equal(formats_files(), ".a.r16.original .a.r16.scree-0123456 a.r16 a.r16.json ");
    formats_field_free(&field);
}

/* An old file that a dead run had set aside gets its name back. */
static void files_set_aside_come_back(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U16, 2, count);
    formats_store(".a.r16.scree-01234567.old", "old data", 8);
    formats_store(".a.r16.scree-01234567.json.old", "old sidecar", 11);
    assert_int_equal(write_file("a.r16", SCREE_FORMAT_R16, &field, false), SCREE_ERROR_EXISTS);
    assert_string_equal(formats_files(), "a.r16 a.r16.json ");
    assert_text("a.r16", "old data");
    assert_text("a.r16.json", "old sidecar");
    formats_field_free(&field);
}

#define RACERS 6
#define ROUNDS 25

/* On a slow disk others may give files their names for so long that the library gives up waiting. */
static bool is_refused_for_others(scree_result result)
{
    return result == SCREE_ERROR_IO &&
           strstr(fixture_message, "another run has been giving files of this name") != NULL;
}

static void race(void *argument)
{
    const test_field *field = argument;
    for (int written = 0; written < ROUNDS;) {
        scree_result result = write_file("a.r16", SCREE_FORMAT_R16, field, true);
        if (result != SCREE_OK && !is_refused_for_others(result)) {
            _exit(1);
        }
        written += result == SCREE_OK;
    }
}

/* Six processes write one name: in the end data and sidecar are of one run. */
static void runs_take_turns(void **state)
{
    test_field fields[RACERS];
    pid_t racers[RACERS];
    for (uint64_t i = 0; i < RACERS; i++) {
        const uint64_t sides[] = {7 + i, 5};
        fields[i] = formats_field(SCREE_TYPE_U16, 2, sides);
        racers[i] = fork();
        assert_true(racers[i] >= 0);
        if (racers[i] == 0) {
            alarm(WATCHDOG_SECONDS);
            race(&fields[i]);
            _exit(0);
        }
    }
    for (int i = 0; i < RACERS; i++) {
        int status;
        assert_int_equal(waitpid(racers[i], &status, 0), racers[i]);
        assert_int_equal(status, 0);
        formats_field_free(&fields[i]);
    }
    scree_file_info info;
    assert_int_equal(scree_file_describe(fixture_context, "a.r16", &info), SCREE_OK);
    scree_file_info_clear(&info);
    assert_string_equal(formats_files(), "a.r16 a.r16.json ");
}

static void write_without_standard_streams(void *argument)
{
    const test_field *field = argument;
    scree_file_info info;
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        close(descriptor);
    }
    scree_writer *writer = open_writer("a.r16", SCREE_FORMAT_R16, field, false);
    bool good = true;
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        good = good && fcntl(descriptor, F_GETFD) == -1;
    }
    good = good && scree_writer_write(writer, field->samples, field->count) == SCREE_OK &&
           scree_writer_finish(writer, &field->mapped, &field->measured) == SCREE_OK;
    scree_writer_close(&writer);
    good = good && scree_file_describe(fixture_context, "a.r16", &info) == SCREE_OK;
    _exit(good ? 0 : 1);
}

/* Output to closed standard streams must not go into files of the library. */
static void files_do_not_take_the_place_of_standard_streams(void **state)
{
    test_field field = formats_field(SCREE_TYPE_U16, 2, count);
    assert_int_equal(run_child(write_without_standard_streams, &field), 0);
    formats_field_free(&field);
}

static atomic_int questions;

static bool stop_waiting(void *user)
{
    return atomic_fetch_add(&questions, 1) >= *(const int *)user;
}

/* A pipe without a reader, and one whose reader does not read. */
static void waiting_for_a_pipe_can_be_ended(void **state)
{
    const uint64_t large[] = {1000, 1000};
    test_field field = formats_field(SCREE_TYPE_U16, 2, large);
    int patience = 2;
    const scree_writer_params params = {.path = "pipe.raw",
                                        .format = SCREE_FORMAT_RAW,
                                        .recipe = &field.recipe,
                                        .interrupted = stop_waiting,
                                        .interrupted_user = &patience};
    scree_writer *writer = NULL;
    assert_int_equal(mkfifo("pipe.raw", 0600), 0);
    atomic_store(&questions, 0);
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_ERROR_CANCELLED);
    assert_null(writer);
    int reader = open("pipe.raw", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_true(reader >= 0);
    atomic_store(&questions, 0);
    assert_int_equal(scree_writer_open(fixture_context, &params, &writer), SCREE_OK);
    assert_int_equal(scree_writer_write(writer, field.samples, field.count), SCREE_ERROR_CANCELLED);
    scree_writer_close(&writer);
    close(reader);
    formats_field_free(&field);
}

static void a_sink_of_no_writer_is_refused(void **state)
{
    const scree_sink sink = scree_writer_sink(NULL);
    const scree_grid grid = {.axes = 1, .count = {4}, .step = {0.5}};
    const scree_noise_params noise = {.seed = 1};
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 1);
    scree_job *job = NULL;
    assert_int_equal(noise_job_stream(device, &noise, &grid, NULL, &sink, &job), SCREE_ERROR_INVALID);
    assert_null(job);
    scree_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_replaced_file_keeps_its_mode_and_owner, formats_fixture_clear),
        cmocka_unit_test_teardown(later_planes_of_a_longer_run_go, formats_fixture_clear),
        cmocka_unit_test_teardown(a_folder_among_the_planes_is_seen_first, formats_fixture_clear),
        cmocka_unit_test_teardown(samples_of_a_header_are_not_replaced, formats_fixture_clear),
        cmocka_unit_test_teardown(an_old_sidecar_of_the_samples_goes, formats_fixture_clear),
        cmocka_unit_test_teardown(sidecars_of_other_data_are_found, formats_fixture_clear),
        cmocka_unit_test_teardown(checksums_are_of_the_bytes_in_order, formats_fixture_clear),
        cmocka_unit_test_teardown(a_child_leaves_its_parents_files_alone, formats_fixture_clear),
        cmocka_unit_test_teardown(files_of_living_runs_stay, formats_fixture_clear),
        cmocka_unit_test_teardown(files_set_aside_come_back, formats_fixture_clear),
        cmocka_unit_test_teardown(runs_take_turns, formats_fixture_clear),
        cmocka_unit_test_teardown(files_do_not_take_the_place_of_standard_streams, formats_fixture_clear),
        cmocka_unit_test_teardown(waiting_for_a_pipe_can_be_ended, formats_fixture_clear),
        cmocka_unit_test_teardown(a_sink_of_no_writer_is_refused, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
