/* The memory that a process may take, by made-up files of /proc and /sys; and maps that need more are refused. */
#include "formats_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os.h"

#define MIB ((uint64_t)1 << 20)

/* Linked with --wrap, so that the readers find as much as a test says. */
uint64_t __wrap_scree_os_memory_available(void);
static uint64_t told;

uint64_t __wrap_scree_os_memory_available(void)
{
    return told;
}

/* A file of the tree, with the folders above it. */
typedef struct tree_file {
    const char *path;
    const char *text;
} tree_file;

static void store(const tree_file *file)
{
    char path[512];
    snprintf(path, sizeof path, "tree%s", file->path);
    for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    formats_store(path, file->text, strlen(file->text));
}

static uint64_t available(const tree_file *files)
{
    assert_int_equal(system("rm -rf tree"), 0);
    for (; files->path != NULL; files++) {
        store(files);
    }
    const uint64_t found = scree_os_memory_available_below("tree");
    assert_int_equal(system("rm -rf tree"), 0);
    return found;
}

#define AVAILABLE(...) available((const tree_file[]){__VA_ARGS__, {NULL, NULL}})
/* 1000 MiB are free in the system. */
#define SYSTEM                                                                                             \
    {                                                                                                      \
        "/proc/meminfo", "MemTotal:  9999999 kB\nMemFree: 7 kB\nMemAvailable: 1024000 kB\nBuffers: 3 kB\n" \
    }
#define GROUPS(text)              \
    {                             \
        "/proc/self/cgroup", text \
    }
#define SECOND "/sys/fs/cgroup"
#define FIRST "/sys/fs/cgroup/memory"
#define BESIDE "/sys/fs/cgroup/unified"

static void the_system_tells_what_is_free(void **state)
{
    assert_true(AVAILABLE(SYSTEM) == 1000 * MIB);
    assert_true(AVAILABLE(SYSTEM, GROUPS("0::/\n")) == 1000 * MIB);
    assert_true(AVAILABLE({"/proc/meminfo", "MemTotal: 1 kB\n"}) == UINT64_MAX);
    assert_true(AVAILABLE({"/proc/version", ""}) == UINT64_MAX);
    assert_true(scree_os_memory_available_below("") > MIB);
}

static void groups_of_the_second_version_count(void **state)
{
    const tree_file groups = GROUPS("0::/user/own\n");
    /* Its own limit: 300 MiB, of which 100 are used. */
    assert_true(AVAILABLE(SYSTEM, groups, {SECOND "/user/own/memory.max", "314572800\n"},
                          {SECOND "/user/own/memory.current", "104857600\n"}) == 200 * MIB);
    /* The limit of the group above, where its own is none. */
    assert_true(AVAILABLE(SYSTEM, groups, {SECOND "/user/own/memory.max", "max\n"},
                          {SECOND "/user/own/memory.current", "1048576\n"}, {SECOND "/user/memory.max", "20971520\n"},
                          {SECOND "/user/memory.current", "10485760\n"}) == 10 * MIB);
    /* The lesser one of both. */
    assert_true(AVAILABLE(SYSTEM, groups, {SECOND "/user/own/memory.max", "20971520\n"},
                          {SECOND "/user/own/memory.current", "0\n"}, {SECOND "/user/memory.max", "314572800\n"},
                          {SECOND "/user/memory.current", "309329920\n"}) == 5 * MIB);
    /* The system has less. */
    assert_true(AVAILABLE(SYSTEM, groups, {SECOND "/user/own/memory.max", "9223372036854771712\n"},
                          {SECOND "/user/own/memory.current", "1\n"}) == 1000 * MIB);
    /* A container sees its own group as the folder of all. */
    assert_true(AVAILABLE(SYSTEM, GROUPS("0::/\n"), {SECOND "/memory.max", "20971520\n"},
                          {SECOND "/memory.current", "1048576\n"}) == 19 * MIB);
    assert_true(AVAILABLE(SYSTEM, GROUPS("0::/../outside\n"), {SECOND "/memory.max", "20971520\n"},
                          {SECOND "/memory.current", "1048576\n"}) == 19 * MIB);
    /* More is used than is allowed. */
    assert_true(AVAILABLE(SYSTEM, groups, {SECOND "/user/memory.max", "20971520\n"},
                          {SECOND "/user/memory.current", "20971521\n"}) == 0);
}

static void groups_of_the_first_version_count(void **state)
{
    const tree_file groups = GROUPS("9:name=systemd:/x\n4:cpu,memory:/job/7\n3:memory_other:/y\n0::/\n");
    const tree_file top = {FIRST "/memory.limit_in_bytes", "9223372036854771712\n"};
    assert_true(AVAILABLE(SYSTEM, groups, top, {FIRST "/job/7/memory.limit_in_bytes", "20971520\n"},
                          {FIRST "/job/7/memory.usage_in_bytes", "1048576\n"}) == 19 * MIB);
    assert_true(AVAILABLE(SYSTEM, groups, top, {FIRST "/job/memory.limit_in_bytes", "20971520\n"},
                          {FIRST "/job/memory.usage_in_bytes", "2097152\n"}) == 18 * MIB);
    assert_true(AVAILABLE(SYSTEM, groups, top, {FIRST "/y/memory.limit_in_bytes", "1\n"},
                          {FIRST "/x/memory.limit_in_bytes", "1\n"}) == 1000 * MIB);
    /* In a container the group's path is that outside, and the folder of all groups is the container's. */
    assert_true(AVAILABLE(SYSTEM, groups, {FIRST "/memory.limit_in_bytes", "20971520\n"},
                          {FIRST "/memory.usage_in_bytes", "3145728\n"}) == 17 * MIB);
    /* Both versions at once: controllers are in one of them. */
    assert_true(AVAILABLE(SYSTEM, GROUPS("1:cpu:/a\n0::/b/c\n"), {BESIDE "/b/memory.max", "20971520\n"},
                          {BESIDE "/b/memory.current", "4194304\n"}) == 16 * MIB);
}

/* Cached files are given back before a process is ended. */
static void caches_are_not_used_memory(void **state)
{
    assert_true(AVAILABLE(SYSTEM, GROUPS("0::/own\n"), {SECOND "/own/memory.max", "20971520\n"},
                          {SECOND "/own/memory.current", "19922944\n"},
                          {SECOND "/own/memory.stat", "anon 1048576\nactive_file 5\ninactive_file 10485760\n"}) ==
                11 * MIB);
    assert_true(AVAILABLE(SYSTEM, GROUPS("4:memory:/own\n"), {FIRST "/own/memory.limit_in_bytes", "20971520\n"},
                          {FIRST "/own/memory.usage_in_bytes", "19922944\n"},
                          {FIRST "/own/memory.stat", "inactive_file 1\ntotal_inactive_file 99999999\n"}) == 20 * MIB);
}

static void strange_lines_are_passed_over(void **state)
{
    char lines[9000] = "\n:\n::\n0:\n0:memory\nmemory\n7:memory:relative\n0::/a:b\n4:memory:/";
    memset(lines + strlen(lines), 'x', 8000);
    assert_true(AVAILABLE(SYSTEM, GROUPS(lines)) == 1000 * MIB);
    assert_true(AVAILABLE(SYSTEM, GROUPS("0::/a:b"), {SECOND "/a:b/memory.max", "1048576"}) == MIB);
    assert_true(AVAILABLE(SYSTEM, GROUPS("0::/a\n"), {SECOND "/a/memory.max", ""}, {SECOND "/a/memory.current", "x"}) ==
                1000 * MIB);
}

/* A map of 64 MiB whose file takes no room. */
static void maps_are_held_to_what_is_free(void **state)
{
    const scree_samples_params params = {.path = "a.r32", .axes = 2, .count = {4096, 4096}};
    scree_samples samples;
    formats_store("a.r32", "", 0);
    assert_int_equal(truncate("a.r32", 4096 * 4096 * 4), 0);
    told = 64 * MIB - 1;
    assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_ERROR_OUT_OF_MEMORY);
    assert_string_equal(fixture_message, "a.r32: its 16777216 samples need 67108864 bytes of memory, and there are "
                                         "67108863");
    told = 64 * MIB;
    assert_int_equal(scree_samples_read(fixture_context, &params, &samples), SCREE_OK);
    scree_samples_clear(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_system_tells_what_is_free),
        cmocka_unit_test(groups_of_the_second_version_count),
        cmocka_unit_test(groups_of_the_first_version_count),
        cmocka_unit_test(caches_are_not_used_memory),
        cmocka_unit_test(strange_lines_are_passed_over),
        cmocka_unit_test_teardown(maps_are_held_to_what_is_free, formats_fixture_clear),
    };
    return cmocka_run_group_tests(tests, formats_fixture_create, formats_fixture_destroy);
}
