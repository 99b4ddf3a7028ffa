/* Errors in words: those of a thread, of a job for the thread that waits for it, and lines on stderr. */
#include "fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static scree_result make_invalid_field(scree_context *context)
{
    const scree_noise_params params = {.octaves = SCREE_MAX_OCTAVES + 1};
    scree_field *field = NULL;
    return scree_field_from_noise(context, &params, &field);
}

static void a_thread_is_told_what_the_log_is_told(void **unused)
{
    (void)unused;
    assert_int_equal(make_invalid_field(fixture_context), SCREE_ERROR_INVALID);
    assert_non_null(strstr(scree_last_error(), "octaves"));
    assert_string_equal(scree_last_error(), fixture_message);
}

static void no_log_is_needed_and_success_changes_nothing(void **unused)
{
    (void)unused;
    char before[512];
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_text(NULL, "{\"octaves\": }", 13, "a text", NULL, &field), SCREE_ERROR_FORMAT);
    snprintf(before, sizeof before, "%s", scree_last_error());
    assert_ptr_equal(strstr(before, "a text"), before);
    assert_int_equal(scree_field_from_noise(NULL, &(scree_noise_params){.octaves = 1}, &field), SCREE_OK);
    assert_string_equal(scree_last_error(), before);
    scree_field_release(&field);
}

static void *read_in_thread(void *text)
{
    snprintf(text, 512, "%s", scree_last_error());
    return NULL;
}

static void threads_have_their_own(void **unused)
{
    (void)unused;
    pthread_t thread;
    char text[512] = "not read";
    make_invalid_field(NULL);
    assert_int_equal(pthread_create(&thread, NULL, read_in_thread, text), 0);
    pthread_join(thread, NULL);
    assert_string_equal(text, "");
    assert_true(strlen(scree_last_error()) > 0);
}

/* The name of a file, whose letters have two bytes each, is longer than a message may be. */
static void long_messages_end_with_a_whole_character(void **unused)
{
    (void)unused;
    for (size_t shift = 0; shift < 2; shift++) {
        char path[900] = "a";
        scree_samples samples;
        for (size_t i = 0; i < 400; i++) {
            memcpy(path + shift + 2 * i, "\xc3\xb6", 3);
        }
        assert_true(scree_samples_read(NULL, &(scree_samples_params){.path = path}, &samples) != SCREE_OK);
        const size_t length = strlen(scree_last_error());
        assert_true(length == 510 || length == 511);
        assert_memory_equal(scree_last_error() + length - 2, "\xc3\xb6", 2);
    }
}

static scree_result fail_in_sink(void *user, const scree_slab *slab)
{
    (void)user;
    (void)slab;
    return make_invalid_field(NULL);
}

static void a_job_tells_the_thread_that_waits_for_it(void **unused)
{
    (void)unused;
    scree_device *device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2);
    const scree_noise_params params = {.octaves = 1};
    const scree_grid grid = {.axes = 2, .count = {64, 64}, .step = {0.1}};
    const scree_sink sink = {.write = fail_in_sink};
    scree_job *job = NULL;
    char expected[512];
    make_invalid_field(NULL);
    snprintf(expected, sizeof expected, "%s", scree_last_error());
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_text(NULL, "[", 1, "another text", NULL, &field), SCREE_ERROR_FORMAT);
    assert_string_not_equal(scree_last_error(), expected);
    assert_int_equal(noise_job_stream(device, &params, &grid, NULL, &sink, &job), SCREE_OK);
    assert_int_equal(scree_job_wait(job, WATCHDOG_NANOSECONDS), SCREE_ERROR_INVALID);
    assert_string_equal(scree_last_error(), expected);
    scree_job_release(&job);
    scree_device_close(&device);
}

static void lines_go_to_stderr(void **unused)
{
    (void)unused;
    char read[256] = "";
    char path[] = "/tmp/scree-last-error-XXXXXX";
    const int file = mkstemp(path);
    const int saved = dup(STDERR_FILENO);
    assert_true(file >= 0 && saved >= 0);
    fflush(stderr);
    dup2(file, STDERR_FILENO);
    scree_log_to(scree_log_to_stderr, NULL, SCREE_LOG_ERROR);
    make_invalid_field(NULL);
    scree_log_to(NULL, NULL, SCREE_LOG_ERROR);
    scree_log_to_stderr(NULL, SCREE_LOG_WARNING, "slow");
    scree_log_to_stderr(NULL, SCREE_LOG_INFO, "a choice");
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    const ssize_t length = pread(file, read, sizeof read - 1, 0);
    close(file);
    unlink(path);
    assert_true(length > 0);
    char expected[700];
    snprintf(expected, sizeof expected, "scree: error: %s\nscree: warning: slow\nscree: a choice\n",
             scree_last_error());
    assert_string_equal(read, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_is_told_what_the_log_is_told),
        cmocka_unit_test(no_log_is_needed_and_success_changes_nothing),
        cmocka_unit_test(threads_have_their_own),
        cmocka_unit_test(long_messages_end_with_a_whole_character),
        cmocka_unit_test(a_job_tells_the_thread_that_waits_for_it),
        cmocka_unit_test(lines_go_to_stderr),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
