/* Helpers of all benchmarks: messages, exit codes, grids, the clock, and what comes of its times. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_internal.h"

#define QUICK_SAMPLES ((uint64_t)1 << 18)

double bench_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void bench_print_message(void *user, scree_log_level level, const char *message)
{
    (void)user;
    if (level == SCREE_LOG_ERROR) {
        fprintf(stderr, "scree: %s\n", message);
    }
}

int bench_exit_code(scree_result result)
{
    return result == SCREE_ERROR_INVALID ? 2 : 1; /* As those of the command. */
}

int bench_out_of_memory(void)
{
    fputs("scree: bench: out of memory\n", stderr);
    return 1;
}

uint64_t bench_sample_count(const scree_grid *grid)
{
    uint64_t samples = 1;
    for (uint32_t axis = 0; axis < grid->axes; axis++) {
        samples *= grid->count[axis];
    }
    return samples;
}

scree_grid bench_make_grid(const struct bench_case *subject, bool quick)
{
    scree_grid grid = {.axes = subject->axes, .step = {subject->step}};
    memcpy(grid.count, subject->count, sizeof grid.count);
    while (quick && bench_sample_count(&grid) > QUICK_SAMPLES) {
        uint32_t longest = 0;
        for (uint32_t axis = 1; axis < grid.axes; axis++) {
            longest = grid.count[axis] > grid.count[longest] ? axis : longest;
        }
        grid.count[longest] /= 2;
    }
    return grid;
}

static int compare_seconds(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

void bench_summarise(double *seconds, uint32_t count, struct bench_times *times)
{
    qsort(seconds, count, sizeof *seconds, compare_seconds);
    times->minimum = seconds[0];
    times->maximum = seconds[count - 1];
    times->median = 0.5 * (seconds[(count - 1) / 2] + seconds[count / 2]);
}
