/* Parts of the noise benchmark of a GPU. */
#ifndef SCREE_BENCH_GPU_H
#define SCREE_BENCH_GPU_H

#include "bench_internal.h"

#define BENCH_GPU_CASES_MOST 16
/* How often a device is opened again, to time that. */
#define BENCH_GPU_STARTS 5

/*
 * Memory of the device that fields of one size are made in. A device limits what one buffer holds: a field that needs
 * more is made in parts, one after another into the same buffer.
 */
struct bench_gpu_target {
    uint64_t bytes; /* Size of the whole field. */
    uint32_t parts; /* How many times it is as large as the buffer. */
    scree_buffer *buffer;
};

/* One case, with a constant stored to the same memory beside it. Seconds are the device's own. */
struct bench_gpu_run {
    const struct bench_case *subject;
    scree_noise_method method;
    bool has_derivatives;
    scree_grid grid;
    uint64_t samples;
    uint64_t bytes; /* The size of the samples and, if they have some, their derivatives. */
    const struct bench_gpu_target *target;
    double *seconds;      /* One for each round; owned. */
    double *fill_seconds; /* One for each round; owned. */
    struct bench_times times;
    struct bench_times fill_times;
};

/* Cases that transfer data to or from the host, measured in wall-clock time. */
enum bench_gpu_host_kind {
    BENCH_GPU_UPLOAD = 0,
    BENCH_GPU_DOWNLOAD = 1,
    BENCH_GPU_STREAM_F32 = 2,
    BENCH_GPU_STREAM_U8 = 3,
    BENCH_GPU_POINTS = 4,
    BENCH_GPU_HOST_COUNT = 5
};

struct bench_gpu_host {
    const char *name;
    uint64_t samples; /* 0 for transfers alone, which compute nothing. */
    uint64_t bytes;   /* Bytes that pass between host and device. */
    double *seconds;  /* One a round; owned. */
    struct bench_times times;
};

/* Messages of the library. Those of an attempt that may fail are held back. */
struct bench_gpu_messages {
    bool hold;
    char held[512]; /* The first error held back; empty without. */
};

struct bench_gpu {
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    struct bench_gpu_messages messages;
    bool quick;
    uint32_t repeats;
    struct bench_gpu_target targets[BENCH_GPU_CASES_MOST];
    size_t target_count;
    struct bench_gpu_run runs[BENCH_GPU_CASES_MOST];
    size_t run_count;
    struct bench_gpu_host hosts[BENCH_GPU_HOST_COUNT];
    void *transferred;  /* Host memory that is transferred to and from: the device's own kind. */
    double *positions;  /* Coordinates of the points. */
    float *values;      /* Values at the points. */
    double first_start; /* Seconds from opening the device to a first field, the first time in this process. */
    double start_seconds[BENCH_GPU_STARTS];
    struct bench_times start_times; /* The time of the same start repeated, with warm caches. */
};

/* bench_gpu.c */
/* Measures and reports. `first_start`: see above. Nothing may be open. Returns an exit code, after a message. */
int bench_gpu(const struct scree_bench_options *options, const scree_device_info *info, uint32_t repeats,
              double first_start);

/* bench_gpu_host.c: these return an exit code or a result, after a message. */
/* Waits for a job and frees it. `device_seconds`, optional, gets what the device took. */
scree_result bench_gpu_finish(scree_job *job, double *device_seconds);
/* Makes a small field, as a program does that has just opened a device. */
scree_result bench_gpu_fill_first(scree_device *device);
/* Opens the device several times. Nothing may be open. */
int bench_gpu_measure_starts(struct bench_gpu *gpu);
/* Memory, sizes and names of what passes through the host. The targets must have been made. */
int bench_gpu_prepare_hosts(struct bench_gpu *gpu);
scree_result bench_gpu_measure_host(struct bench_gpu *gpu, enum bench_gpu_host_kind kind, double *seconds);

/* bench_report_gpu.c: as bench_report_table() and bench_report_json(). */
int bench_gpu_report_table(const struct bench_gpu *gpu, const char *baseline);
int bench_gpu_report_json(const struct bench_gpu *gpu, const char *baseline);

#endif
