/*
 * The stack that reading and writing take, libraries included: threads and fibres of applications may have no more than
 * 64 KiB. Each request runs on a larger stack that was filled with a pattern, which tells how far it went.
 */
#include "samples_fixture.h"
#include "volume_fixture.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define STACK_BYTES ((size_t)1 << 20)
#define MAX_STACK_BYTES ((size_t)48 << 10)
#define PATTERN 0xa5
#define SAMPLES 60501 /* 301 x 201 */

typedef struct request {
    const char *path;
    scree_format format;
    const test_field *field;    /* Noise to write, or NULL. */
    const scree_volume *volume; /* A volume of zeros to write, or NULL. */
    bool is_picture;            /* Write a picture of zeros. Without any of the three the file is read. */
    bool done;                  /* Whether it could be written, or described and read. */
} request;

static bool read_file(const char *path)
{
    static const char *const channels[] = {NULL, "0", "1", "2", "3", "4"};
    scree_file_info info;
    bool described = scree_file_describe(fixture_context, path, &info) == SCREE_OK;
    bool read = false;
    scree_file_info_clear(&info);
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++) {
        const scree_samples_params params = {.path = path, .channel = channels[i], .nodata_rule = SCREE_NODATA_FILL};
        scree_samples samples;
        read = scree_samples_read(fixture_context, &params, &samples) == SCREE_OK || read;
        scree_samples_clear(&samples);
    }
    return described && read;
}

static void *run_request(void *argument)
{
    static const float zeros[SAMPLES];
    request *wanted = argument;
    if (wanted->is_picture) {
        const scree_picture_params params = {.count = {301, 201}, .scale = {2}};
        wanted->done = scree_picture_write(fixture_context, &params, zeros, wanted->path, false) == SCREE_OK;
    } else if (wanted->volume != NULL) {
        wanted->done = volume_try_write(wanted->path, wanted->format, wanted->volume, zeros, 0) == SCREE_OK;
    } else if (wanted->field != NULL) {
        const scree_writer_params params = {.path = wanted->path, .format = wanted->format, .threads = 1};
        wanted->done = formats_try_write(&params, wanted->field, 0) == SCREE_OK;
    } else {
        wanted->done = read_file(wanted->path);
    }
    return NULL;
}

/* The bytes of the stack that a request takes, those of the thread itself included. */
static size_t measure(request *wanted)
{
    pthread_t thread;
    pthread_attr_t attributes;
    uint8_t *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(stack != MAP_FAILED);
    memset(stack, PATTERN, STACK_BYTES);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK_BYTES), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run_request, wanted), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (stack[untouched] == PATTERN) {
        untouched++;
    }
    munmap(stack, STACK_BYTES);
    return STACK_BYTES - untouched;
}

static size_t check_request(request *wanted)
{
    size_t bytes = measure(wanted);
    if (bytes > MAX_STACK_BYTES) {
        fail_msg("%s takes %zu bytes of the stack", wanted->path, bytes);
    }
    return bytes;
}

static void check_written_file(const test_format *row, scree_type type)
{
    const uint64_t count[] = {301, 201};
    test_field field = formats_field(type, 2, count);
    request wanted = {.path = row->path, .format = row->format, .field = &field};
    size_t written = check_request(&wanted);
    assert_true(wanted.done);
    wanted.field = NULL;
    size_t read = check_request(&wanted);
    assert_int_equal(wanted.done, row->info->is_read);
    print_message("%s: %zu, %zu bytes\n", row->path, written, read);
    formats_field_free(&field);
    formats_fixture_clear(NULL);
}

static void written_files_take_little_stack(void **state)
{
    test_format rows[TEST_FORMATS_MOST];
    const size_t row_count = formats_written(rows);
    for (size_t i = 0; i < row_count; i++) {
        for (size_t type = 0; type <= SCREE_TYPE_U8; type++) {
            if (scree_format_holds(rows[i].info, type)) {
                check_written_file(&rows[i], (scree_type)type);
            }
        }
    }
}

/* Distances are converted to these types. */
static void written_volumes_take_little_stack(void **state)
{
    static const scree_type types[] = {SCREE_TYPE_F32, SCREE_TYPE_F16, SCREE_TYPE_I16};
    test_format rows[TEST_FORMATS_MOST];
    const size_t row_count = formats_written(rows);
    for (size_t i = 0; i < row_count; i++) {
        for (size_t type = 0; type < 3; type++) {
            const scree_volume volume = {.axes = 2, .count = {301, 201}, .type = types[type]};
            request wanted = {.path = rows[i].path, .format = rows[i].format, .volume = &volume};
            if (scree_format_holds(rows[i].info, types[type])) {
                print_message("%s: %zu bytes\n", rows[i].path, check_request(&wanted));
                assert_true(wanted.done);
                formats_fixture_clear(NULL);
            }
        }
    }
    request picture = {.path = "a.png", .is_picture = true};
    print_message("%s: %zu bytes\n", picture.path, check_request(&picture));
    assert_true(picture.done);
}

/* Small files of every kind that a reader knows; some are damaged. */
static unsigned check_folder(const char *folder)
{
    DIR *open = opendir(folder);
    struct dirent *entry;
    unsigned done = 0;
    size_t most = 0;
    assert_non_null(open);
    while ((entry = readdir(open)) != NULL) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        request wanted = {.path = path};
        size_t bytes = entry->d_name[0] == '.' ? 0 : check_request(&wanted);
        most = bytes > most ? bytes : most;
        done += wanted.done ? 1 : 0;
    }
    closedir(open);
    print_message("%s: %u files, up to %zu bytes\n", folder, done, most);
    return done;
}

static void files_of_libraries_take_little_stack(void **state)
{
    static const struct {
        const char *folder;
        unsigned minimum; /* Files that can be read. */
    } cases[] = {{CORPUS_FOLDER "/exr", 15}, {CORPUS_FOLDER "/tiff", 16}, {CORPUS_FOLDER "/png", 6},
                 {CORPUS_FOLDER "/npy", 6},  {CORPUS_FOLDER "/mhd", 6},   {CORPUS_FOLDER "/vti", 12}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(check_folder(cases[i].folder) >= cases[i].minimum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(written_files_take_little_stack, formats_fixture_clear),
        cmocka_unit_test_teardown(written_volumes_take_little_stack, formats_fixture_clear),
        cmocka_unit_test_teardown(files_of_libraries_take_little_stack, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
