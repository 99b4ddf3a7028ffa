#include "available_memory.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The files of a control group's folder, and where the folders are. A group may take what its limit leaves; what its
   cache of files holds and has not used lately is given back first. */
typedef struct group_files {
    const char *folder;
    const char *limit;
    const char *used;
    const char *reclaimable; /* In memory.stat. */
} group_files;

static const group_files second_version = {"/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file"};
/* Beside groups of the first version. */
static const group_files second_version_beside = {"/sys/fs/cgroup/unified", "/memory.max", "/memory.current",
                                                  "inactive_file"};
static const group_files first_version = {"/sys/fs/cgroup/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
                                          "total_inactive_file"};

static uint64_t minimum(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Opens the file ROOT FOLDER PATH NAME; NULL where there is none. */
static FILE *open_file(const char *root, const char *folder, const char *path, const char *name)
{
    char *whole = NULL;
    if (asprintf(&whole, "%s%s%s%s", root, folder, path, name) < 0) {
        return NULL;
    }
    FILE *stream = fopen(whole, "re");
    free(whole);
    return stream;
}

/* The number after a key at the beginning of a line; false where there is no such line. */
static bool find_number(FILE *stream, const char *key, uint64_t *number)
{
    char *line = NULL;
    size_t size = 0;
    bool found = false;
    const size_t length = strlen(key);
    while (!found && getline(&line, &size, stream) > 0) {
        found = strncmp(line, key, length) == 0 && sscanf(line + length, " %" SCNu64, number) == 1;
    }
    free(line);
    return found;
}

/* The same in a file; an empty key for the file's only number. */
static bool read_number(const char *root, const char *folder, const char *path, const char *name, const char *key,
                        uint64_t *number)
{
    FILE *stream = open_file(root, folder, path, name);
    if (stream == NULL) {
        return false;
    }
    const bool found = find_number(stream, key, number);
    fclose(stream);
    return found;
}

/* The bytes that the limit of one group leaves; the word "max" is no number, and no limit. */
static uint64_t left_to_group(const char *root, const group_files *files, const char *path)
{
    uint64_t limit = 0;
    uint64_t used = 0;
    uint64_t reclaimable = 0;
    if (!read_number(root, files->folder, path, files->limit, "", &limit)) {
        return UINT64_MAX;
    }
    if (read_number(root, files->folder, path, files->used, "", &used) &&
        read_number(root, files->folder, path, "/memory.stat", files->reclaimable, &reclaimable)) {
        used -= minimum(used, reclaimable);
    }
    return limit - minimum(limit, used);
}

/*
 * The least of a group and all above it. In a container the path may be that outside of it: then its end is not there,
 * and the folder of all groups is the container's own.
 */
static uint64_t left_to_groups(const char *root, const group_files *files, char *path)
{
    uint64_t left = UINT64_MAX;
    if (path[0] != '/' || strncmp(path, "/..", 3) == 0) {
        *path = '\0'; /* The group is outside of what this process sees. */
    }
    for (char *end = path + strlen(path);; *end = '\0') {
        left = minimum(left, left_to_group(root, files, path));
        end = strrchr(path, '/');
        if (end == NULL) {
            return left;
        }
    }
}

static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        const size_t width = strcspn(at, ",");
        if (width == length && strncmp(at, word, length) == 0) {
            return true;
        }
        at += width;
    }
    return false;
}

/* A line of /proc/self/cgroup: a number, the controllers, of which the second version has none, and the path. */
static uint64_t left_to_line(const char *root, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *path = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
    if (path == NULL) {
        return UINT64_MAX;
    }
    controllers++;
    *path++ = '\0';
    if (has_word(controllers, "memory")) {
        return left_to_groups(root, &first_version, path);
    }
    if (*controllers != '\0') {
        return UINT64_MAX;
    }
    char *copy = strdup(path);
    const uint64_t left = copy != NULL ? left_to_groups(root, &second_version_beside, copy) : UINT64_MAX;
    free(copy);
    return minimum(left, left_to_groups(root, &second_version, path));
}

static uint64_t left_to_all_groups(const char *root)
{
    FILE *stream = open_file(root, "/proc/self", "", "/cgroup");
    char *line = NULL;
    size_t size = 0;
    uint64_t left = UINT64_MAX;
    while (stream != NULL && getline(&line, &size, stream) > 0) {
        left = minimum(left, left_to_line(root, line));
    }
    free(line);
    if (stream != NULL) {
        fclose(stream);
    }
    return left;
}

/* Free memory, and what caches would give back. */
static uint64_t available_to_system(const char *root)
{
    uint64_t kibibytes = 0;
    return read_number(root, "/proc", "", "/meminfo", "MemAvailable:", &kibibytes) ? kibibytes << 10 : UINT64_MAX;
}

/* By the limit of its address space. */
static uint64_t left_to_process(void)
{
    struct rlimit limit;
    uint64_t pages = 0;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return UINT64_MAX;
    }
    read_number("", "/proc/self", "", "/statm", "", &pages);
    const uint64_t used = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return limit.rlim_cur - minimum(limit.rlim_cur, used);
}

uint64_t scree_memory_available_below(const char *root)
{
    return minimum(available_to_system(root), left_to_all_groups(root));
}

uint64_t scree_memory_available(void)
{
    return minimum(left_to_process(), scree_memory_available_below(""));
}
