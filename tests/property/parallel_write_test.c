/* Files so large that several threads write them: the same bytes as small writes leave, and the checksum beside them.
 */
#include "formats_fixture.h"

#include <libdeflate.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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
    (void)state;
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
    (void)state;
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
    (void)state;
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

/* Writes a file in a child, which is killed after some microseconds; false where it came to its end before. */
static bool is_killed_before_the_end(const test_field *field, useconds_t delay)
{
    const scree_writer_params params = {.path = "a.r32", .format = SCREE_FORMAT_R32};
    int status = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(formats_try_write(&params, field, field->count) == SCREE_OK ? 0 : 1);
    }
    usleep(delay);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

/* The file is whole or not there, and the next run replaces it and clears up. */
static void assert_whole_or_missing(const test_field *field)
{
    const scree_writer_params again = {.path = "a.r32", .format = SCREE_FORMAT_R32, .replace = true};
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

/* First the delay doubles until a run comes to its end, then moments in its middle are tried. */
static void a_kill_at_any_time_leaves_no_part_of_a_file(void **state)
{
    (void)state;
    test_field field = formats_field(SCREE_TYPE_F32, 2, large);
    useconds_t whole = 1000;
    unsigned killed = 0;
    while (is_killed_before_the_end(&field, whole)) {
        assert_whole_or_missing(&field);
        whole *= 2;
        killed++;
    }
    formats_fixture_clear(NULL);
    for (unsigned i = 1; i < 8; i++) {
        killed += is_killed_before_the_end(&field, whole / 8 * i);
        assert_whole_or_missing(&field);
    }
    assert_true(killed > 0);
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
