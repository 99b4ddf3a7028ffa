/* Helpers of all benchmarks: messages, exit codes, grids, the clock and what comes of its times, names of devices,
 * progress, and what is left out. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../src/base/os.h"
#include "bench_internal.h"

#define QUICK_SAMPLES ((uint64_t)1 << 18)
/* Runs that take longer in all are made on request only. */
#define LONG_SECONDS 60.0

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
        bench_progress_clear();
        fprintf(stderr, "scree: %s\n", message);
    }
}

/* The command has the same exit codes. */
int bench_exit_code(scree_result result)
{
    return result == SCREE_ERROR_INVALID ? 2 : result == SCREE_ERROR_CANCELLED ? 130 : 1;
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

void bench_describe_device(char *text, size_t size, const scree_device_info *info)
{
    size_t length = (size_t)snprintf(text, size, "%s:%u", scree_backend_name(info->backend), info->index);
    for (uint32_t i = 1; i < info->members && length < size; i++) {
        length += (size_t)snprintf(text + length, size - length, ",%u", info->member_index[i]);
    }
}

void bench_print_device(const scree_device_info *info, FILE *stream)
{
    char device[BENCH_DEVICE_SIZE];
    bench_describe_device(device, sizeof device, info);
    fprintf(stream, "%s, %s", device, info->name);
    if (info->backend == SCREE_BACKEND_CPU) {
        fprintf(stream, ", %s, %u thread%s", scree_cpu_level_name(info->cpu_level), info->threads,
                info->threads == 1 ? "" : "s");
    }
}

void bench_progress_show(const char *format, ...)
{
    if (isatty(STDERR_FILENO) != 1) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    fputs("\rscree: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\033[K", stderr);
    va_end(arguments);
}

void bench_progress_clear(void)
{
    if (isatty(STDERR_FILENO) == 1) {
        fputs("\r\033[K", stderr);
    }
}

bool bench_has_memory(double bytes, char reason[BENCH_REASON_SIZE])
{
    const uint64_t available = scree_os_memory_available();
    if (bytes <= (double)available) {
        return true;
    }
    snprintf(reason, BENCH_REASON_SIZE, "needs %.0f bytes of memory, and there are %" PRIu64, bytes, available);
    return false;
}

bool bench_has_time(const struct scree_bench_options *options, uint32_t runs, double seconds,
                    char reason[BENCH_REASON_SIZE])
{
    if (options->repeats > 0 || seconds <= LONG_SECONDS) {
        return true;
    }
    snprintf(reason, BENCH_REASON_SIZE,
             "its %" PRIu32 " runs would take about %.0f s; with --repeats all sizes are run", runs, seconds);
    return false;
}
