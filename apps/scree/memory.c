#include "memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Free memory, and what caches would give back. */
static uint64_t available_to_system(void)
{
    FILE *stream = fopen("/proc/meminfo", "r");
    char line[120];
    uint64_t kibibytes = 0;
    uint64_t found = UINT64_MAX;
    while (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
        if (sscanf(line, "MemAvailable: %" SCNu64 " kB", &kibibytes) == 1) {
            found = kibibytes << 10;
        }
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return found;
}

/* Pages of the process's address space. */
static uint64_t used_pages(void)
{
    FILE *stream = fopen("/proc/self/statm", "r");
    uint64_t pages = 0;
    if (stream != NULL) {
        pages = fscanf(stream, "%" SCNu64, &pages) == 1 ? pages : 0;
        fclose(stream);
    }
    return pages;
}

static uint64_t left_to_process(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return UINT64_MAX;
    }
    const uint64_t used = used_pages() * (uint64_t)sysconf(_SC_PAGESIZE);
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

/* A container may have less than its machine. */
static uint64_t left_to_group(void)
{
    const char *const paths[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"};
    uint64_t bytes[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        FILE *stream = fopen(paths[i], "r");
        const int found = stream != NULL ? fscanf(stream, "%" SCNu64, &bytes[i]) : 0;
        if (stream != NULL) {
            fclose(stream);
        }
        if (found != 1) {
            return UINT64_MAX; /* Also where it says "max". */
        }
    }
    return bytes[0] > bytes[1] ? bytes[0] - bytes[1] : 0;
}

uint64_t memory_available(void)
{
    return least(available_to_system(), least(left_to_process(), left_to_group()));
}
