/*
 * The promises about files: all files of a run appear or none, no name is ever that of a partial file, and what stood
 * there before is kept until the end. They hold when any system call fails, when a signal comes at any time, when the
 * process dies at any time, and when the power fails.
 */
#include "formats_fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "watched_calls.h"
#include "writer_open.h"

/* Calls that a run makes; no test needs more. */
#define CALLS_MOST 400

/* A run: what is written, and what it leaves. */
typedef struct run_case {
    const char *path;
    scree_format format;
    scree_type type;
    uint32_t axes;
    const char *files;
} run_case;

static const run_case cases[] = {
    {"a.png", SCREE_FORMAT_PNG, SCREE_TYPE_U8, 2, "a.png "},
    {"a.r16", SCREE_FORMAT_R16, SCREE_TYPE_U16, 2, "a.r16 a.r16.json "},
    {"a.pfm", SCREE_FORMAT_PFM, SCREE_TYPE_F32, 2, "a.pfm a.pfm.json "},
    {"a.mhd", SCREE_FORMAT_MHD, SCREE_TYPE_U8, 2, "a.mhd a.mhd.json a.raw "},
    {"a.png", SCREE_FORMAT_PNG, SCREE_TYPE_U8, 3, "a_0000.png a_0001.png a_0002.png "},
};
#define CASE_COUNT (sizeof cases / sizeof cases[0])

static const uint64_t count[] = {7, 5, 3};

static pthread_mutex_t watch_mutex = PTHREAD_MUTEX_INITIALIZER;
static long calls;       /* So far. */
static long chosen_call; /* The one at which something happens. */
static int chosen_error;

static int end_watch(void **state)
{
    watch_before = NULL;
    watch_after = NULL;
    return formats_fixture_clear(state);
}

/* Fields that differ in their seed only. */
static test_field make_field(const run_case *run, uint64_t seed)
{
    test_field field = formats_field(run->type, run->axes, count);
    scree_recipe recipe = field.recipe;
    recipe.noise.seed = seed;
    formats_field_free(&field);
    return formats_generate(&recipe);
}

static scree_result write_field(const run_case *run, const test_field *field, bool replace)
{
    const scree_writer_params params = {.path = run->path, .format = run->format, .replaces = replace, .threads = 1};
    return formats_try_write(&params, field, 1000);
}

/* Text of all files in the folder, in the order of their names; the caller frees it. */
static char *load_folder(size_t *size)
{
    char names[4096];
    char *all = NULL;
    *size = 0;
    strcpy(names, formats_files());
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
        size_t length;
        uint8_t *bytes = formats_load(name, &length);
        all = realloc(all, *size + strlen(name) + length);
        assert_non_null(all);
        memcpy(all + *size, name, strlen(name));
        memcpy(all + *size + strlen(name), bytes, length);
        *size += strlen(name) + length;
        free(bytes);
    }
    return all;
}

static void assert_folder(const char *expected, size_t expected_size, const char *what, long call)
{
    size_t size;
    char *now = load_folder(&size);
    if (size != expected_size || (size > 0 && memcmp(now, expected, size) != 0)) {
        fail_msg("%s, call %ld: the folder has changed: %s", what, call, formats_files());
    }
    free(now);
}

/* Power. */

/* The state on the disk of one file that a run writes. */
typedef struct disk_file {
    ino_t inode;
    bool is_dirty; /* Something was written that the disk may not have. */
} disk_file;

static disk_file disk_files[64];
static size_t disk_file_count;
static long renames_at_risk; /* Names that were given, and that the disk may not have. */
static long partial_names;   /* Names that were given to files that the disk may not have. */

static disk_file *find_disk_file(ino_t inode)
{
    size_t i = 0;
    while (i < disk_file_count && disk_files[i].inode != inode) {
        i++;
    }
    assert_true(i < sizeof disk_files / sizeof disk_files[0]);
    if (i == disk_file_count) {
        disk_files[disk_file_count++] = (disk_file){.inode = inode};
    }
    return &disk_files[i];
}

static void follow_disk(const watched_call *call, int descriptor)
{
    struct stat status;
    (void)descriptor;
    pthread_mutex_lock(&watch_mutex);
    if (call->kind == CALL_WRITE || call->kind == CALL_SYNC) {
        assert_int_equal(fstat(call->descriptor, &status), 0);
        if (call->kind == CALL_SYNC && S_ISDIR(status.st_mode)) {
            renames_at_risk = 0;
        }
        find_disk_file(status.st_ino)->is_dirty = call->kind == CALL_WRITE;
    } else if (call->kind == CALL_RENAME && strchr(call->second_name, '.') != call->second_name) {
        assert_int_equal(fstatat(call->descriptor, call->second_name, &status, AT_SYMLINK_NOFOLLOW), 0);
        partial_names += find_disk_file(status.st_ino)->is_dirty ? 1 : 0;
        renames_at_risk++;
    }
    pthread_mutex_unlock(&watch_mutex);
}

/* Whatever part of what was not yet asked for reaches the disk: no name is that of a file that lacks something, and
   when the run ends all is there. */
static void power_may_fail_at_any_time(void **state)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        for (int replace = 0; replace < 2; replace++) {
            test_field field = make_field(&cases[i], 1);
            disk_file_count = 0;
            renames_at_risk = 0;
            partial_names = 0;
            watch_after = follow_disk;
            assert_int_equal(write_field(&cases[i], &field, replace == 1), SCREE_OK);
            watch_after = NULL;
            assert_true(disk_file_count > 1);
            assert_int_equal(partial_names, 0);
            assert_int_equal(renames_at_risk, 0);
            formats_field_free(&field);
        }
        formats_fixture_clear(NULL);
    }
}

/* The option takes effect, and the test above would see it if syncing were left out. */
static void without_sync_nothing_is_waited_for(void **state)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        test_field field = make_field(&cases[i], 1);
        const scree_writer_params params = {
            .path = cases[i].path, .format = cases[i].format, .threads = 1, .skips_sync = true};
        partial_names = 0;
        renames_at_risk = 0;
        watch_after = follow_disk;
        assert_int_equal(formats_try_write(&params, &field, 1000), SCREE_OK);
        watch_after = NULL;
        assert_true(partial_names > 0);
        assert_true(renames_at_risk > 0);
        formats_field_free(&field);
        formats_fixture_clear(NULL);
    }
}

/* Failing calls. */

static int fail_chosen_call(const watched_call *call)
{
    pthread_mutex_lock(&watch_mutex);
    /* Clearing away is tried once: when that fails, too, something must remain. */
    bool chosen = call->kind != CALL_UNLINK && calls++ == chosen_call;
    pthread_mutex_unlock(&watch_mutex);
    return chosen ? chosen_error : 0;
}

/* Some calls may fail without harm: a file system need not know locks, owners or second names. */
static void every_call_may_fail(void **state)
{
    static const int errors[] = {EIO, ENOSPC, EPERM};
    for (size_t i = 0; i < 2 * CASE_COUNT * 3; i++) {
        const run_case *run = &cases[i / 2 % CASE_COUNT];
        bool replace = i % 2 == 1;
        test_field old = make_field(run, 1);
        test_field new = make_field(run, 2);
        size_t size;
        size_t new_size;
        long failures = 0;
        chosen_error = errors[i / (2 * CASE_COUNT)];
        assert_int_equal(write_field(run, &new, false), SCREE_OK);
        char *after = load_folder(&new_size);
        formats_fixture_clear(NULL);
        for (chosen_call = 0;; chosen_call++) {
            assert_true(chosen_call < CALLS_MOST);
            if (replace) {
                assert_int_equal(write_field(run, &old, true), SCREE_OK);
            }
            char *before = load_folder(&size);
            calls = 0;
            watch_before = fail_chosen_call;
            scree_result result = write_field(run, &new, replace);
            watch_before = NULL;
            bool ended = calls <= chosen_call;
            if (result == SCREE_OK) {
                assert_folder(after, new_size, run->path, chosen_call);
            } else if (strstr(fixture_message, "keep the names") != NULL) {
                assert_folder(after, new_size, run->path, chosen_call);
                failures++;
            } else {
                assert_folder(before, size, run->path, chosen_call);
                failures++;
            }
            free(before);
            formats_fixture_clear(NULL);
            if (ended) {
                assert_int_equal(result, SCREE_OK);
                break;
            }
        }
        assert_true(failures >= 3);
        free(after);
        formats_field_free(&old);
        formats_field_free(&new);
    }
}

/* The files of two writers are one run. */
static void two_writers_commit_together(void **state)
{
    test_field field = make_field(&cases[1], 1);
    mkdir("other", 0777);
    for (chosen_call = 0; chosen_call < CALLS_MOST; chosen_call++) {
        static const char *const paths[] = {"a.r16", "other/b.r16"};
        scree_writer *writers[2];
        for (int i = 0; i < 2; i++) {
            const scree_writer_params params = {
                .path = paths[i], .format = SCREE_FORMAT_R16, .recipe = &field.recipe, .replaces = true};
            assert_int_equal(scree_writer_open(fixture_context, &params, &writers[i]), SCREE_OK);
            assert_int_equal(scree_writer_write(writers[i], field.samples, field.count), SCREE_OK);
            assert_int_equal(scree_writer_commit(writers, (size_t)i + 1), SCREE_ERROR_INVALID);
            assert_int_equal(scree_writer_complete(writers[i], &field.mapped, &field.measured), SCREE_OK);
        }
        calls = 0;
        chosen_error = EIO;
        watch_before = fail_chosen_call;
        scree_result result = scree_writer_commit(writers, 2);
        watch_before = NULL;
        assert_int_equal(access("a.r16", F_OK), access("other/b.r16", F_OK));
        assert_int_equal(access("a.r16.json", F_OK), access("other/b.r16.json", F_OK));
        assert_true(result != SCREE_OK || access("a.r16", F_OK) == 0);
        scree_writer_close(&writers[0]);
        scree_writer_close(&writers[1]);
        if (calls <= chosen_call) {
            break;
        }
        unlink("a.r16");
        unlink("a.r16.json");
        unlink("other/b.r16");
        unlink("other/b.r16.json");
        assert_string_equal(formats_files(), "other ");
        assert_int_equal(rmdir("other"), 0);
        mkdir("other", 0777);
    }
    assert_true(chosen_call > 4 && chosen_call < CALLS_MOST);
    unlink("other/b.r16");
    unlink("other/b.r16.json");
    formats_field_free(&field);
}

static int lack_second_names(const watched_call *call)
{
    return call->kind == CALL_LINK ? EPERM : call->kind == CALL_RENAME && call->flags != 0 ? EINVAL : 0;
}

/* FAT has neither second names nor a rename that spares what is there. */
static void simple_file_systems_are_enough(void **state)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        test_field old = make_field(&cases[i], 1);
        test_field new = make_field(&cases[i], 2);
        watch_before = lack_second_names;
        assert_int_equal(write_field(&cases[i], &old, false), SCREE_OK);
        assert_int_equal(write_field(&cases[i], &new, false), SCREE_ERROR_EXISTS);
        assert_int_equal(write_field(&cases[i], &new, true), SCREE_OK);
        watch_before = NULL;
        assert_string_equal(formats_files(), cases[i].files);
        formats_fixture_clear(NULL);
        formats_field_free(&old);
        formats_field_free(&new);
    }
}

/* Signals and death. */

static bool dies_outright;
static bool dies_after;

/* The process ends at the chosen call: by a signal that a handler takes, or outright. A signal waits while it is
   blocked. */
static void die_at_chosen_call(void)
{
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    if (calls < chosen_call || (!dies_outright && sigismember(&blocked, SIGINT) == 1)) {
        return;
    }
    if (!dies_outright) {
        watch_before = NULL;
        watch_after = NULL;
        scree_writer_remove_all();
    }
    _exit(3);
}

static int die_before(const watched_call *call)
{
    (void)call;
    calls++;
    if (!dies_after) {
        die_at_chosen_call();
    }
    return 0;
}

static void die_behind(const watched_call *call, int descriptor)
{
    (void)call;
    (void)descriptor;
    if (dies_after) {
        die_at_chosen_call();
    }
}

/* Writes a field in a child that dies at a call; true where it ended by itself. */
static bool write_and_die(const run_case *run, const test_field *field, bool finishes)
{
    const scree_writer_params params = {
        .path = run->path, .format = run->format, .recipe = &field->recipe, .replaces = true, .threads = 1};
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        scree_writer *writer = NULL;
        calls = 0;
        watch_before = die_before;
        watch_after = die_behind;
        scree_result result = scree_writer_open(fixture_context, &params, &writer);
        if (result == SCREE_OK) {
            result = scree_writer_write(writer, field->samples, field->count);
        }
        if (result == SCREE_OK && finishes) {
            result = scree_writer_finish(writer, &field->mapped, &field->measured);
        }
        scree_writer_close(&writer);
        _exit(result == SCREE_OK ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_not_equal(WEXITSTATUS(status), 1);
    return WEXITSTATUS(status) == 0;
}

/* At no time is there a temporary file that a handler would leave, when the run goes well and when it is given up. */
static void a_signal_at_any_time_leaves_nothing(void **state)
{
    dies_outright = false;
    for (size_t i = 0; i < 4 * CASE_COUNT; i++) {
        const run_case *run = &cases[i / 4];
        bool finishes = i % 2 == 0;
        dies_after = i / 2 % 2 == 1;
        test_field field = make_field(run, 1);
        bool ended = false;
        for (chosen_call = 1; !ended; chosen_call++) {
            ended = write_and_die(run, &field, finishes);
            const char *files = formats_files();
            if (strcmp(files, "") != 0 && strcmp(files, run->files) != 0) {
                fail_msg("%s, call %ld: %s is left", run->path, chosen_call, files);
            }
            formats_fixture_clear(NULL);
        }
        assert_true(chosen_call > 4);
        formats_field_free(&field);
    }
}

/* Every file is the old one or the new one, and where both kinds lie beside each other the reader says so. */
static void assert_whole(const run_case *run, const test_field *old, const test_field *new)
{
    scree_file_info info;
    bool planes = run->axes > 2;
    for (int plane = 0; plane < (planes ? 3 : 1); plane++) {
        char name[32];
        snprintf(name, sizeof name, "a_%04d.png", plane);
        if (!planes) {
            strcpy(name, run->path);
        }
        scree_result result = scree_file_describe(fixture_context, name, &info);
        bool described = result == SCREE_OK;
        if (!described) {
            assert_non_null(strstr(fixture_message, "describes other data"));
            continue;
        }
        if (run->format != SCREE_FORMAT_MHD && !planes) {
            bool is_old = info.range.minimum == old->measured.minimum;
            assert_true(is_old || info.range.minimum == new->measured.minimum || run->type != SCREE_TYPE_F32);
        }
        scree_file_info_clear(&info);
    }
}

static void death_at_any_time_leaves_whole_files(void **state)
{
    dies_outright = true;
    dies_after = true;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const run_case *run = &cases[i];
        test_field old = make_field(run, 1);
        test_field new = make_field(run, 2);
        bool ended = false;
        for (chosen_call = 1; !ended; chosen_call++) {
            assert_int_equal(write_field(run, &old, true), SCREE_OK);
            ended = write_and_die(run, &new, true);
            if (run->format != SCREE_FORMAT_MHD) {
                assert_whole(run, &old, &new);
            }
            /* The next run clears away what is left. */
            assert_int_equal(write_field(run, &new, true), SCREE_OK);
            if (strcmp(formats_files(), run->files) != 0) {
                fail_msg("%s, call %ld: %s is left", run->path, chosen_call, formats_files());
            }
            formats_fixture_clear(NULL);
        }
        formats_field_free(&old);
        formats_field_free(&new);
    }
}

static long held_back;

/* Counts how often a file is opened, and how often while signals are held back. */
static int count_openings(const watched_call *call)
{
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    if (call->kind == CALL_OPEN && strcmp(call->name, "a.r16") == 0) {
        calls++;
        held_back += sigismember(&blocked, SIGINT);
    }
    return 0;
}

static bool ask_to_end(void *user)
{
    return *(bool *)user;
}

/* A file that a longer run left is read to its end before it is removed. Meanwhile signals arrive, and where they ask
   the run to end it stays. */
static void left_over_files_are_read_while_signals_arrive(void **state)
{
    bool ends = true;
    bool removed = true;
    test_field field = make_field(&cases[1], 1);
    const scree_writer_params old = {
        .path = "a.r16", .format = SCREE_FORMAT_R16, .interrupted = ask_to_end, .interrupted_user = &ends};
    assert_int_equal(write_field(&cases[1], &field, false), SCREE_OK);
    calls = held_back = 0;
    watch_before = count_openings;
    assert_int_equal(scree_writer_remove_old(fixture_context, &old, &removed), SCREE_ERROR_CANCELLED);
    assert_false(removed);
    assert_string_equal(formats_files(), cases[1].files);
    ends = false;
    assert_int_equal(scree_writer_remove_old(fixture_context, &old, &removed), SCREE_OK);
    watch_before = NULL;
    assert_true(removed);
    assert_string_equal(formats_files(), "");
    assert_int_equal(calls, 2);
    assert_int_equal(held_back, 0);
    formats_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(power_may_fail_at_any_time, end_watch),
        cmocka_unit_test_teardown(without_sync_nothing_is_waited_for, end_watch),
        cmocka_unit_test_teardown(every_call_may_fail, end_watch),
        cmocka_unit_test_teardown(two_writers_commit_together, end_watch),
        cmocka_unit_test_teardown(simple_file_systems_are_enough, end_watch),
        cmocka_unit_test_teardown(a_signal_at_any_time_leaves_nothing, end_watch),
        cmocka_unit_test_teardown(death_at_any_time_leaves_whole_files, end_watch),
        cmocka_unit_test_teardown(left_over_files_are_read_while_signals_arrive, end_watch),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
