/* Parts of the noise benchmark. */
#ifndef SCREE_BENCH_INTERNAL_H
#define SCREE_BENCH_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/scree.h>

#include "../src/field/noise/noise_method.h"
#include "bench.h"
#include "bench_times.h"

#define BENCH_REPEATS_MOST 1000

/* A benchmark case. */
struct bench_case {
    const char *name;
    scree_noise_kind kind;
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES];
    double step;
    uint32_t octaves;
    bool every_level;   /* It is measured at lower CPU levels, too, and reported with ratios of levels and threads. */
    bool compares_axes; /* Reported with the ratio of its cost to that of two axes. */
};

/* One case by one method on one device. */
struct bench_run {
    const struct bench_case *subject;
    scree_grid grid;
    uint64_t samples;
    scree_noise_method method;
    scree_device *device; /* Borrowed. */
    scree_cpu_level level;
    uint32_t threads;
    double *seconds; /* One a round; owned. */
    struct bench_times times;
};

/* How a constant is stored. */
enum bench_store_kind {
    BENCH_STORE_PLAIN = 0,     /* A loop, as the compiler makes it for the build's target. */
    BENCH_STORE_WIDE = 1,      /* x86: with the widest registers of the processor. */
    BENCH_STORE_STREAMING = 2, /* x86: past the caches. */
    BENCH_STORE_COUNT = 3
};

/* One way to store with one number of threads: the ceiling for whatever fills the same buffer. */
struct bench_store {
    enum bench_store_kind kind;
    uint32_t threads;
    double *seconds; /* One a round; owned. */
    struct bench_times times;
};

struct bench {
    scree_context *context;
    scree_device_info machine; /* The device as it is opened by default. */
    bool quick;
    uint32_t repeats;
    float *buffer; /* Every run fills this one. */
    size_t buffer_count;
    struct bench_run *runs;
    size_t run_count;
    struct bench_store stores[2 * BENCH_STORE_COUNT];
    size_t store_count;
};

/* bench_common.c */
/* Seconds of a clock that only goes forward. */
double bench_clock(void);
/* Takes a context's messages; prints its errors. */
void bench_print_message(void *user, scree_log_level level, const char *message);
/* Returns the exit code for a call that failed and logged a message, or was cancelled. */
int bench_exit_code(scree_result result);
/* Says that the host's memory is used up, and returns the exit code. */
int bench_out_of_memory(void);
/* The grid of a case; `quick` makes it small. */
scree_grid bench_make_grid(const struct bench_case *subject, bool quick);
uint64_t bench_sample_count(const scree_grid *grid);
#define BENCH_DEVICE_SIZE (16 + 11 * SCREE_MAX_MEMBERS)
/* "vulkan:0" or "vulkan:0,2", as --device takes it. */
void bench_describe_device(char *text, size_t size, const scree_device_info *info);
/* Prints the same, the device's name, and the level and threads of a CPU. */
void bench_print_device(const scree_device_info *info, FILE *stream);
/* Shows a line where stderr is a terminal. The next one replaces it, and bench_progress_clear() erases it. */
__attribute__((format(printf, 1, 2))) void bench_progress_show(const char *format, ...);
void bench_progress_clear(void);

/* A reason says why a benchmark leaves something out. It is empty where that is measured. */
#define BENCH_REASON_SIZE 120
/* Returns whether the host has `bytes` bytes of memory. If not, `reason` says so. */
bool bench_has_memory(double bytes, char reason[BENCH_REASON_SIZE]);
/* Returns whether runs that take `seconds` seconds are made: those of a minute are, and all that --repeats asks for. If
   not, `reason` says so. */
bool bench_has_time(const struct scree_bench_options *options, uint32_t runs, double seconds,
                    char reason[BENCH_REASON_SIZE]);

/* Bytes that a sink has read. */
struct bench_touching {
    size_t sample_bytes;
    unsigned sum;
};

/* bench_stream.c: starts to stream a field as it is, or mapped by its bound. `touching` must live as long as the job.
 */
scree_result bench_stream_start(scree_device *device, const struct bench_case *subject, const scree_grid *grid,
                                scree_type type, struct bench_touching *touching, scree_job **job);

/* bench_group.c: measures and reports a group beside its first member. Returns an exit code, after a message. */
int bench_group(const struct scree_bench_options *options, uint32_t repeats);

/* bench_plot.c: whether a picture's name ends in ".svg", with a message where it does not; and the exit code for one
   that cannot be written, after a message. */
bool bench_plot_name_is_good(const char *path);
int bench_plot_failed(const char *path, const char *reason);

/* bench_timeline.c: measures and reports one stream, box by box. Returns an exit code, after a message on stderr. */
int bench_timeline(const struct scree_bench_options *options);

/* bench_store.c */
bool bench_store_available(enum bench_store_kind kind);
const char *bench_store_name(enum bench_store_kind kind);
/* Stores to the whole buffer once. Returns seconds, negative when a thread could not be had. */
double bench_store_measure(enum bench_store_kind kind, uint32_t threads, float *buffer, size_t count);

/* bench_peak.c: sums and products of float32 that one thread of a level, or a GPU, begins in a second; 0 of a GPU that
   is not known. */
double bench_peak_measure(scree_cpu_level level);
double bench_peak_of_gpu(const char *name);

/* bench_report.c */
/* An error of a line on stderr, which may hold a file's name, or what stands in a file. */
__attribute__((format(printf, 1, 2))) void bench_print_error(const char *format, ...);
/* Prints a number in a column, and "-" for 0. */
void bench_print_number(int width, int decimals, double number);
/* Whether the JSON of an earlier run of a benchmark, such as "noise", can be read. Returns an exit code, after a
 * message on stderr. */
int bench_baseline_check(const char *path, const char *subject);
/* Both return an exit code, after a message on stderr where it is not 0. `baseline` is NULL without one. */
int bench_report_table(const struct bench *bench, const char *baseline);
int bench_report_json(const struct bench *bench, const char *baseline);

#endif
