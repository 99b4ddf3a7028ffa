/*
 * Compiled programs on disk: whatever lies there, a device opens and computes right samples; afterwards there is a good
 * file wherever one can be written.
 */
#include "vulkan_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_BYTES 56
#define LARGEST_FILE 1000000

/* An empty folder for each test, which is the cache's; and the home, where tests have it so. */
static char folder[64];
static char saved_cache[1000];
static char saved_home[1000];

static void remember(const char *variable, char *value, size_t size)
{
    const char *found = getenv(variable);
    snprintf(value, size, "%s", found != NULL ? found : "");
}

static void restore(const char *variable, const char *value)
{
    if (value[0] != '\0') {
        setenv(variable, value, 1);
    } else {
        unsetenv(variable);
    }
}

static int setup(void **state)
{
    snprintf(folder, sizeof folder, "/tmp/scree-vulkan-cache.XXXXXX");
    remember("XDG_CACHE_HOME", saved_cache, sizeof saved_cache);
    remember("HOME", saved_home, sizeof saved_home);
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    setenv("XDG_CACHE_HOME", folder, 1);
    return gpu_setup(state);
}

static void remove_all(const char *path)
{
    char command[300];
    snprintf(command, sizeof command, "chmod -R u+rwx '%s' && rm -r '%s'", path, path);
    assert_int_equal(system(command), 0);
}

/* A driver's own cache follows the same variables, and would tell of folders that are none. */
static void name_folder(const char *name)
{
    setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
    setenv("XDG_CACHE_HOME", name, 1);
}

static int teardown(void **state)
{
    unsetenv("MESA_SHADER_CACHE_DISABLE");
    remove_all(folder);
    restore("XDG_CACHE_HOME", saved_cache);
    restore("HOME", saved_home);
    return gpu_teardown(state);
}

#define cache_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

/* The one file of `parent`/scree; false where there is none. Anything left beside it fails the test. */
static bool find_file(const char *parent, char *path, size_t size)
{
    char name[300];
    unsigned found = 0;
    snprintf(name, sizeof name, "%s/scree", parent);
    DIR *entries = opendir(name);
    if (entries == NULL) {
        return false;
    }
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        if (entry->d_name[0] != '.') {
            assert_int_equal(strncmp(entry->d_name, "vulkan-", 7), 0);
            snprintf(path, size, "%s/%s", name, entry->d_name);
            found++;
        }
    }
    closedir(entries);
    assert_true(found <= 1);
    return found == 1;
}

static size_t read_file(const char *path, unsigned char *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(bytes, 1, LARGEST_FILE, file);
    fclose(file);
    assert_true(count < LARGEST_FILE);
    return count;
}

static void write_file(const char *path, const unsigned char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Opens and closes the device; returns the bytes that the driver was given. */
static size_t open_and_close(void)
{
    scree_device *device = gpu_open(0);
    size_t bytes = faults.initial_cache_bytes;
    gpu_close(&device);
    return bytes;
}

static size_t use(void)
{
    scree_device *device = gpu_open(0);
    size_t bytes = faults.initial_cache_bytes;
    gpu_assert_works(device);
    gpu_close(&device);
    return bytes;
}

/* Has a good file made, and reads it. */
static size_t make_file(char *path, size_t size, unsigned char *bytes)
{
    assert_int_equal(use(), 0);
    assert_true(find_file(folder, path, size));
    return read_file(path, bytes);
}

static void a_second_opening_loads_what_the_first_stored(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    size_t count = make_file(path, sizeof path, bytes);
    assert_true(count > HEADER_BYTES);
    size_t loaded = use();
    assert_true(loaded > 0);
    assert_int_equal(loaded, count - HEADER_BYTES);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
}

static void a_folder_is_made_where_it_is_missing(void **state)
{
    char cache[300];
    char path[700];
    snprintf(cache, sizeof cache, "%s/cache", folder);
    setenv("XDG_CACHE_HOME", cache, 1);
    assert_int_equal(use(), 0);
    assert_true(find_file(cache, path, sizeof path));
    assert_true(open_and_close() > 0);
}

/* Opens with a file that is no good; afterwards there is another of its size. */
static void check_damaged(const char *path, const unsigned char *bytes, size_t count)
{
    static unsigned char made[LARGEST_FILE];
    write_file(path, bytes, count);
    assert_int_equal(open_and_close(), 0);
    size_t made_count = read_file(path, made);
    assert_true(made_count != count || memcmp(made, bytes, count) != 0);
}

static void truncated_files_are_replaced(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    size_t count = make_file(path, sizeof path, bytes);
    const size_t kept[] = {0, 1, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + 1, count - 1};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        check_damaged(path, bytes, kept[i]);
    }
    check_damaged(path, bytes, count + 1);
    assert_true(use() > 0);
}

static void files_with_a_flipped_bit_are_replaced(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    size_t count = make_file(path, sizeof path, bytes);
    /* Every byte of the header, and some of what follows. */
    size_t step = (count - HEADER_BYTES) / 10 + 1;
    for (size_t i = 0; i < count; i += i < HEADER_BYTES ? 1 : step) {
        bytes[i] ^= (unsigned char)(1u << i % 8);
        check_damaged(path, bytes, count);
        bytes[i] ^= (unsigned char)(1u << i % 8);
    }
    assert_true(use() > 0);
}

/* The same program with an older driver: its header and sums are right, but it is not this driver's. */
static void files_of_another_driver_are_replaced(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    size_t count = make_file(path, sizeof path, bytes);
    /* Vendor, device, version and the identity that the driver gives its caches. */
    static const size_t offsets[] = {24, 28, 32, 40, 55};
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        bytes[offsets[i]]++;
        check_damaged(path, bytes, count);
        bytes[offsets[i]]--;
    }
}

/* The driver itself may refuse what is right by our header. */
static void a_driver_may_refuse_a_good_file(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    make_file(path, sizeof path, bytes);
    /* The first calls that may fail: the device, two layouts, and the cache. */
    faults = (faulty_vulkan){.failing_call = 4};
    scree_device *device = gpu_open(0);
    assert_int_equal(faults.initial_cache_bytes, 0);
    gpu_assert_works(device);
    gpu_close(&device);
    faults = (faulty_vulkan){0};
    assert_true(open_and_close() > 0);
}

static void a_folder_in_the_files_place_is_left_alone(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    struct stat status;
    make_file(path, sizeof path, bytes);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(use(), 0);
    assert_int_equal(use(), 0);
    assert_true(find_file(folder, path, sizeof path));
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISDIR(status.st_mode));
}

/* One that even the administrator cannot write to, and one that others cannot. */
static void a_folder_may_be_unwritable(void **state)
{
    char path[700];
    name_folder("/dev/null");
    assert_int_equal(use(), 0);
    name_folder("/proc/self");
    assert_int_equal(use(), 0);
    if (geteuid() != 0) {
        name_folder(folder);
        assert_int_equal(chmod(folder, 0500), 0);
        assert_int_equal(use(), 0);
        assert_false(find_file(folder, path, sizeof path));
    }
}

/* Without a folder of its own the cache is the home's; a folder that is named from nowhere is none. */
static void the_environment_says_where_the_folder_is(void **state)
{
    char cache[300];
    char path[700];
    snprintf(cache, sizeof cache, "%s/.cache", folder);
    setenv("HOME", folder, 1);
    unsetenv("XDG_CACHE_HOME");
    assert_int_equal(use(), 0);
    assert_true(find_file(cache, path, sizeof path));
    assert_true(open_and_close() > 0);
    name_folder("some/where");
    assert_true(open_and_close() > 0);
    name_folder("");
    assert_true(open_and_close() > 0);
    unsetenv("HOME");
    assert_int_equal(use(), 0);
    setenv("HOME", "home", 1);
    assert_int_equal(use(), 0);
}

/* So long that the file's path would not fit: no other folder is taken in its place. */
static void the_folders_name_may_be_too_long(void **state)
{
    static char name[4000];
    size_t length = (size_t)snprintf(name, sizeof name, "%s", folder);
    while (length < 3400) {
        length += (size_t)snprintf(name + length, sizeof name - length, "/%0100d", 0);
        assert_int_equal(mkdir(name, 0700), 0);
    }
    snprintf(name + length, sizeof name - length, "/%0200d", 0);
    name_folder(name);
    assert_int_equal(open_and_close(), 0);
    /* It is empty: nothing was made in it. */
    name[length] = '\0';
    assert_int_equal(rmdir(name), 0);
}

/* The device is opened without the cache, which a warning names with the reason; what is there is left alone. */
static void check_refused(const char *path, const char *reason)
{
    struct stat before;
    struct stat after;
    char message[900];
    snprintf(message, sizeof message, "the pipeline cache %s is not used: %s", path, reason);
    fixture_message[0] = '\0';
    assert_int_equal(lstat(path, &before), 0);
    alarm(WATCHDOG_SECONDS);
    assert_int_equal(open_and_close(), 0);
    alarm(0);
    assert_string_equal(fixture_message, message);
    assert_int_equal(lstat(path, &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
    assert_int_equal(after.st_mode, before.st_mode);
    assert_int_equal(after.st_size, before.st_size);
}

static void only_regular_files_are_read(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    char moved[710];
    make_file(path, sizeof path, bytes);
    snprintf(moved, sizeof moved, "%s/moved", folder);
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    check_refused(path, "it is no regular file");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink(moved, path), 0);
    check_refused(path, "it is a symbolic link");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    check_refused(path, "it is no regular file");
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rename(moved, path), 0);
    assert_true(use() > 0);
}

static void only_a_folder_is_looked_into(void **state)
{
    char name[300];
    char target[300];
    snprintf(name, sizeof name, "%s/scree", folder);
    snprintf(target, sizeof target, "%s/target", folder);
    assert_int_equal(mkfifo(name, 0600), 0);
    check_refused(name, "it is no folder");
    assert_int_equal(unlink(name), 0);
    assert_int_equal(mkdir(target, 0700), 0);
    assert_int_equal(symlink(target, name), 0);
    check_refused(name, "it is a symbolic link");
    /* It is empty: nothing was written through the link. */
    assert_int_equal(rmdir(target), 0);
}

static void what_others_may_write_is_not_read(void **state)
{
    static unsigned char bytes[LARGEST_FILE];
    char path[700];
    char name[300];
    make_file(path, sizeof path, bytes);
    snprintf(name, sizeof name, "%s/scree", folder);
    assert_int_equal(chmod(path, 0602), 0);
    check_refused(path, "other users may write to it");
    assert_int_equal(chmod(path, 0620), 0);
    check_refused(path, "other users may write to it");
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(chmod(name, 0777), 0);
    check_refused(name, "other users may write to it");
    assert_int_equal(chmod(name, 0700), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 65534, (gid_t)-1), 0);
        check_refused(path, "it belongs to another user");
        assert_int_equal(chown(path, 0, (gid_t)-1), 0);
        assert_int_equal(chown(name, 65534, (gid_t)-1), 0);
        check_refused(name, "it belongs to another user");
        assert_int_equal(chown(name, 0, (gid_t)-1), 0);
    }
    assert_true(use() > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cache_test(a_second_opening_loads_what_the_first_stored),
        cache_test(a_folder_is_made_where_it_is_missing),
        cache_test(truncated_files_are_replaced),
        cache_test(files_with_a_flipped_bit_are_replaced),
        cache_test(files_of_another_driver_are_replaced),
        cache_test(a_driver_may_refuse_a_good_file),
        cache_test(a_folder_in_the_files_place_is_left_alone),
        cache_test(a_folder_may_be_unwritable),
        cache_test(the_environment_says_where_the_folder_is),
        cache_test(the_folders_name_may_be_too_long),
        cache_test(only_regular_files_are_read),
        cache_test(only_a_folder_is_looked_into),
        cache_test(what_others_may_write_is_not_read),
    };
    return gpu_run(tests);
}
