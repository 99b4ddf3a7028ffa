/* Files so large that several threads write them: the same bytes as small writes leave, and the checksum beside them.
 */
#include "formats_fixture.h"

#include <libdeflate.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Twelve and a half million samples: 50 MB, of no round size. */
static const uint64_t large[] = {2503, 5003};

/* A sidecar tells the size and the checksum of its file. */
static void assert_sidecar(const char *path, const uint8_t *bytes, size_t size)
{
    char expected[96];
    size_t length;
    char *text = (char *)formats_load(path, &length);
    snprintf(expected, sizeof expected, "\"data\": {\"bytes\": %zu, \"crc32\": \"%08x\"}", size,
             (unsigned)libdeflate_crc32(0, bytes, size));
    if (strstr(text, expected) == NULL) {
        fail_msg("%s lacks %s:\n%s", path, expected, text);
    }
    free(text);
}

/* Cuts in which all, some and no writes are shared among threads, and small ones follow large ones. */
static void large_writes_leave_the_bytes_of_small_ones(void **state)
{
    static const uint64_t cuts[] = {0, 3000001, 7000000, 100000};
    test_field field = formats_field(SCREE_TYPE_F32, 2, large);
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        const test_cut cut = {.samples = cuts[i]};
        formats_write("a.r32", SCREE_FORMAT_R32, &field, &cut);
        size_t size;
        uint8_t *bytes = formats_load("a.r32", &size);
        assert_int_equal(size, field.count * sizeof(float));
        assert_memory_equal(bytes, field.samples, size);
        assert_sidecar("a.r32.json", bytes, size);
        free(bytes);
        formats_fixture_clear(NULL);
    }
    formats_field_free(&field);
}

/* A header stands before samples, so that parts begin inside of pages. */
static void headers_stay_in_front(void **state)
{
    test_field field = formats_field(SCREE_TYPE_F32, 2, large);
    const test_cut cut = {.samples = 0};
    formats_write("a.npy", SCREE_FORMAT_NPY, &field, &cut);
    size_t size;
    uint8_t *bytes = formats_load("a.npy", &size);
    size_t samples = field.count * sizeof(float);
    assert_memory_equal(bytes, "\x93NUMPY", 6);
    assert_memory_equal(bytes + size - samples, field.samples, samples);
    free(bytes);
    formats_field_free(&field);
}

/* A limit on the size of files stops threads in the middle; nothing is left. */
static void a_failure_of_one_thread_is_that_of_the_file(void **state)
{
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit limit = {.rlim_cur = 30000000, .rlim_max = before.rlim_max};
    test_field field = formats_field(SCREE_TYPE_F32, 2, large);
    const scree_writer_params params = {.path = "a.r32", .format = SCREE_FORMAT_R32};
    setrlimit(RLIMIT_FSIZE, &limit);
    const scree_result result = formats_try_write(&params, &field, field.count);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(result, SCREE_ERROR_IO);
    assert_non_null(strstr(fixture_message, "cannot write a.r32: "));
    assert_string_equal(formats_files(), "");
    formats_field_free(&field);
}

/* Bytes of the temporary file so far; 0 where there is none. */
static off_t written_so_far(void)
{
    struct stat status;
    char *names = strdup(formats_files());
    char *rest = NULL;
    off_t bytes = 0;
    for (char *name = strtok_r(names, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
        if (strstr(name, ".a.r32.scree-") == name && stat(name, &status) == 0) {
            bytes = status.st_size;
        }
    }
    free(names);
    return bytes;
}

/* Kills a child when its file is seen to have so many bytes; false where it came to its end before. */
static bool is_killed(pid_t child, off_t bytes)
{
    int status = 0;
    pid_t ended = 0;
    while (ended == 0 && written_so_far() < bytes) {
        usleep(100);
        ended = waitpid(child, &status, WNOHANG);
    }
    if (ended == 0) {
        kill(child, SIGKILL);
        ended = waitpid(child, &status, 0);
    }
    assert_int_equal(ended, child);
    assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

/* Writes a file in a child, which is killed when it has so many bytes, unless it comes to its end before. */
static void write_until(const test_field *field, off_t bytes)
{
    const scree_writer_params params = {.path = "a.r32", .format = SCREE_FORMAT_R32};
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(WATCHDOG_SECONDS);
        _exit(formats_try_write(&params, field, field->count) == SCREE_OK ? 0 : 1);
    }
    (void)is_killed(child, bytes);
}

/* The same with a child that stops when it has written a half. */
static void write_half(const test_field *field)
{
    const scree_writer_params params = {.path = "a.r32", .format = SCREE_FORMAT_R32, .recipe = &field->recipe};
    const uint64_t half = field->count / 2;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        scree_writer *writer = NULL;
        alarm(WATCHDOG_SECONDS);
        if (scree_writer_open(fixture_context, &params, &writer) != SCREE_OK ||
            scree_writer_write(writer, field->samples, half) != SCREE_OK) {
            _exit(1);
        }
        pause();
        _exit(1);
    }
    assert_true(is_killed(child, (off_t)(half * sizeof(float))));
    assert_int_not_equal(access("a.r32", F_OK), 0);
}

/* The file is whole or not there, and the next run replaces it and clears up. */
static void assert_whole_or_missing(const test_field *field)
{
    const scree_writer_params again = {.path = "a.r32", .format = SCREE_FORMAT_R32, .replaces = true};
    if (access("a.r32", F_OK) == 0) {
        size_t size;
        uint8_t *bytes = formats_load("a.r32", &size);
        assert_int_equal(size, field->count * sizeof(float));
        assert_memory_equal(bytes, field->samples, size);
        free(bytes);
    }
    assert_int_equal(formats_try_write(&again, field, field->count), SCREE_OK);
    assert_string_equal(formats_files(), "a.r32 a.r32.json ");
    formats_fixture_clear(NULL);
}

/* First in the middle, then in moments of which it is left open how far threads have come by then. */
static void a_kill_at_any_time_leaves_no_part_of_a_file(void **state)
{
    enum { MOMENTS = 12 };
    test_field field = formats_field(SCREE_TYPE_F32, 2, large);
    write_half(&field);
    assert_whole_or_missing(&field);
    for (uint64_t i = 0; i < MOMENTS; i++) {
        write_until(&field, (off_t)(field.count * sizeof(float) * i / (MOMENTS - 1)));
        assert_whole_or_missing(&field);
    }
    formats_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(large_writes_leave_the_bytes_of_small_ones, formats_fixture_clear),
        cmocka_unit_test_teardown(headers_stay_in_front, formats_fixture_clear),
        cmocka_unit_test_teardown(a_kill_at_any_time_leaves_no_part_of_a_file, formats_fixture_clear),
        cmocka_unit_test_teardown(a_failure_of_one_thread_is_that_of_the_file, formats_fixture_clear)};
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
