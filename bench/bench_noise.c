/* The noise benchmark of the CPU: fixed cases, every method, one and all threads. A GPU's is in bench_gpu.c. */
#include <stdlib.h>
#include <string.h>

#include "bench_gpu.h"
#include "bench_internal.h"

#define DEVICES_MOST 4
#define SETTLING_SECONDS 0.02
/* Large pages where the system gives them: the same for every run and for the ceiling. */
#define BUFFER_ALIGNMENT ((size_t)1 << 21)

/* All hold 2^24 samples: 64 MiB, more than the caches of most machines. */
static const struct bench_case cases[] = {
    {"256^3, 1 octave, step 0.02", SCREE_NOISE_PERLIN, 3, {256, 256, 256}, 0.02, 1, true, false},
    {"256^3, 4 octaves, step 0.02", SCREE_NOISE_PERLIN, 3, {256, 256, 256}, 0.02, 4, true, false},
    {"256^3, 8 octaves, step 0.002", SCREE_NOISE_PERLIN, 3, {256, 256, 256}, 0.002, 8, true, false},
    {"256^3, 1 octave, step 0.3", SCREE_NOISE_PERLIN, 3, {256, 256, 256}, 0.3, 1, false, false},
    {"512x512x64, 8 octaves, step 0.002", SCREE_NOISE_PERLIN, 3, {512, 512, 64}, 0.002, 8, false, false},
    {"4096^2, 1 octave, step 0.02", SCREE_NOISE_PERLIN, 2, {4096, 4096}, 0.02, 1, false, false},
    {"4096^2, 8 octaves, step 0.002", SCREE_NOISE_PERLIN, 2, {4096, 4096}, 0.002, 8, false, false},
    {"256^3, value, 1 octave, step 0.02", SCREE_NOISE_VALUE, 3, {256, 256, 256}, 0.02, 1, false, false},
    {"4096^2, value, 1 octave, step 0.02", SCREE_NOISE_VALUE, 2, {4096, 4096}, 0.02, 1, false, false},
    {"2 axes, cells of 8, 4096^2", SCREE_NOISE_PERLIN, 2, {4096, 4096}, 0.125, 1, false, true},
    {"3 axes, cells of 8, 256^3", SCREE_NOISE_PERLIN, 3, {256, 256, 256}, 0.125, 1, false, true},
    {"5 axes, cells of 8, planes of 256^2", SCREE_NOISE_PERLIN, 5, {256, 256, 16, 4, 4}, 0.125, 1, false, true},
    {"5 axes, cells of 8, planes of 64x32", SCREE_NOISE_PERLIN, 5, {64, 32, 32, 16, 16}, 0.125, 1, false, true},
};
#define CASE_COUNT (sizeof cases / sizeof cases[0])

static const scree_noise_method methods[] = {SCREE_NOISE_METHOD_AUTO, SCREE_NOISE_METHOD_CONTRACTION,
                                             SCREE_NOISE_METHOD_DIRECT};
#define METHOD_COUNT (sizeof methods / sizeof methods[0])

/* An open device and what it stands for. */
struct bench_device {
    scree_device *device;
    scree_device_info info;
    bool lower; /* A lower level: for the cases of every level only. */
};

static scree_result fill(struct bench *bench, struct bench_run *run, double *seconds)
{
    const scree_noise_params params = {
        .kind = run->subject->kind,
        .octaves = run->subject->octaves,
    };
    scree_job *job = NULL;
    const double start = bench_clock();
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise_by(NULL, &params, run->method, &field);
    result = result == SCREE_OK ? scree_job_fill(run->device, field, &run->grid, bench->buffer, &job) : result;
    scree_field_release(&field);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    *seconds = bench_clock() - start;
    scree_job_release(&job);
    return result;
}

static bool is_wanted(const struct bench_case *subject, scree_noise_method method, const struct bench_device *device)
{
    /* Beyond 4 axes the direct kernel serves points, not grids: runs of seconds that say nothing about grids. */
    const bool is_slow = method == SCREE_NOISE_METHOD_DIRECT && subject->axes > 4;
    return !is_slow && (subject->every_level || !device->lower);
}

/* Adds the runs of one device. */
static int add_runs(struct bench *bench, const struct bench_device *device)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        for (size_t method = 0; method < METHOD_COUNT; method++) {
            if (!is_wanted(&cases[i], methods[method], device)) {
                continue;
            }
            struct bench_run *run = &bench->runs[bench->run_count];
            run->seconds = calloc(bench->repeats, sizeof *run->seconds);
            if (run->seconds == NULL) {
                return bench_out_of_memory();
            }
            run->subject = &cases[i];
            run->grid = bench_make_grid(&cases[i], bench->quick);
            run->samples = bench_sample_count(&run->grid);
            run->method = methods[method];
            run->device = device->device;
            run->level = device->info.cpu_level;
            run->threads = device->info.threads;
            bench->run_count++;
        }
    }
    return 0;
}

static int open_device(struct bench *bench, struct bench_device *device, const scree_device_params *params)
{
    scree_result result = scree_device_open(bench->context, params, &device->device);
    if (result == SCREE_OK) {
        result = scree_device_describe(device->device, &device->info);
    }
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

/* Opens the devices: all threads, one thread, and one thread at the level below AVX-512. */
static int open_devices(struct bench *bench, const scree_device_params *requested_params, struct bench_device *devices,
                        size_t *count)
{
    scree_device_params params = *requested_params;
    int code = open_device(bench, &devices[0], &params);
    *count = 1;
    if (code != 0) {
        return code;
    }
    bench->machine = devices[0].info;
    if (devices[0].info.threads > 1) {
        params.threads = 1;
        code = open_device(bench, &devices[(*count)++], &params);
    }
    const bool has_lower = requested_params->cpu_level == SCREE_CPU_LEVEL_AUTO &&
                           devices[0].info.cpu_level == SCREE_CPU_LEVEL_AVX512 &&
                           scree_cpu_level_available(SCREE_CPU_LEVEL_AVX2);
    if (code == 0 && has_lower) {
        params.threads = 1;
        params.cpu_level = SCREE_CPU_LEVEL_AVX2;
        devices[*count].lower = true;
        code = open_device(bench, &devices[(*count)++], &params);
    }
    return code;
}

static int add_stores(struct bench *bench)
{
    for (int kind = 0; kind < BENCH_STORE_COUNT; kind++) {
        for (int all = 0; all < (bench->machine.threads > 1 ? 2 : 1); all++) {
            if (!bench_store_available((enum bench_store_kind)kind)) {
                continue;
            }
            struct bench_store *store = &bench->stores[bench->store_count];
            store->kind = (enum bench_store_kind)kind;
            store->threads = all ? bench->machine.threads : 1;
            store->seconds = calloc(bench->repeats, sizeof *store->seconds);
            if (store->seconds == NULL) {
                return bench_out_of_memory();
            }
            bench->store_count++;
        }
    }
    return 0;
}

static int make_buffer(struct bench *bench)
{
    for (size_t i = 0; i < bench->run_count; i++) {
        const size_t samples = (size_t)bench->runs[i].samples;
        bench->buffer_count = samples > bench->buffer_count ? samples : bench->buffer_count;
    }
    const size_t bytes = bench->buffer_count * sizeof *bench->buffer;
    const size_t rounded = (bytes + BUFFER_ALIGNMENT - 1) / BUFFER_ALIGNMENT * BUFFER_ALIGNMENT;
    bench->buffer = aligned_alloc(BUFFER_ALIGNMENT, rounded);
    if (bench->buffer == NULL) {
        return bench_out_of_memory();
    }
    for (size_t i = 0; i < bench->buffer_count; i++) {
        bench->buffer[i] = 1.0f; /* Gives every page its memory now, not within the first run. */
    }
    return 0;
}

/*
 * Runs a case until the processor has settled, then once more for the clock: what ran before, with other instructions,
 * leaves another clock rate behind for some milliseconds.
 */
static scree_result fill_settled(struct bench *bench, struct bench_run *run, double *seconds)
{
    const double start = bench_clock();
    scree_result result = SCREE_OK;
    do {
        result = fill(bench, run, seconds);
    } while (result == SCREE_OK && bench_clock() - start < SETTLING_SECONDS);
    return result == SCREE_OK ? fill(bench, run, seconds) : result;
}

/* One round of everything. The round before the first one warms up and is not kept. */
static int run_round(struct bench *bench, uint32_t round, bool keep)
{
    for (size_t i = 0; i < bench->run_count; i++) {
        double seconds = 0;
        const scree_result result = fill_settled(bench, &bench->runs[i], &seconds);
        if (result != SCREE_OK) {
            return bench_exit_code(result);
        }
        if (keep) {
            bench->runs[i].seconds[round] = seconds;
        }
    }
    for (size_t i = 0; i < bench->store_count; i++) {
        struct bench_store *store = &bench->stores[i];
        const double seconds = bench_store_measure(store->kind, store->threads, bench->buffer, bench->buffer_count);
        if (seconds < 0) {
            fputs("scree: bench: a thread could not be started\n", stderr);
            return 1;
        }
        if (keep) {
            store->seconds[round] = seconds;
        }
    }
    return 0;
}

static int run_rounds(struct bench *bench)
{
    int code = run_round(bench, 0, false);
    for (uint32_t round = 0; code == 0 && round < bench->repeats; round++) {
        code = run_round(bench, round, true);
    }
    for (size_t i = 0; code == 0 && i < bench->run_count; i++) {
        bench_summarise(bench->runs[i].seconds, bench->repeats, &bench->runs[i].times);
    }
    for (size_t i = 0; code == 0 && i < bench->store_count; i++) {
        bench_summarise(bench->stores[i].seconds, bench->repeats, &bench->stores[i].times);
    }
    return code;
}

static int measure(struct bench *bench, const struct bench_device *devices, size_t device_count)
{
    bench->runs = calloc(device_count * CASE_COUNT * METHOD_COUNT, sizeof *bench->runs);
    if (bench->runs == NULL) {
        return bench_out_of_memory();
    }
    int code = 0;
    for (size_t i = 0; code == 0 && i < device_count; i++) {
        code = add_runs(bench, &devices[i]);
    }
    if (code == 0) {
        code = add_stores(bench);
    }
    if (code == 0) {
        code = make_buffer(bench);
    }
    return code == 0 ? run_rounds(bench) : code;
}

static void release(struct bench *bench)
{
    for (size_t i = 0; i < bench->run_count; i++) {
        free(bench->runs[i].seconds);
    }
    for (size_t i = 0; i < bench->store_count; i++) {
        free(bench->stores[i].seconds);
    }
    free(bench->runs);
    free(bench->buffer);
}

static int run_on_cpu(struct bench *bench, const struct bench_device *devices, size_t device_count,
                      const struct scree_bench_options *options)
{
    int code = measure(bench, devices, device_count);
    if (code == 0) {
        code = options->json ? bench_report_json(bench, options->baseline)
                             : bench_report_table(bench, options->baseline);
    }
    release(bench);
    return code;
}

/*
 * Opens what was asked for. The CPU is measured at once. Of a GPU, this is the process's first use of it: `*first` gets
 * the seconds until it has made a field, and the rest is left to bench_gpu(), which starts with nothing open.
 */
static int open_and_run(struct bench *bench, const struct scree_bench_options *options, double *first)
{
    struct bench_device devices[DEVICES_MOST];
    size_t device_count = 0;
    memset(devices, 0, sizeof devices);
    const double start = bench_clock();
    int code = open_devices(bench, &options->devices[0], devices, &device_count);
    if (code == 0 && bench->machine.backend == SCREE_BACKEND_CPU) {
        code = run_on_cpu(bench, devices, device_count, options);
    } else if (code == 0) {
        const scree_result result = bench_gpu_fill_first(devices[0].device);
        *first = bench_clock() - start;
        code = result == SCREE_OK ? 0 : bench_exit_code(result);
    }
    for (size_t i = 0; i < device_count; i++) {
        scree_device_close(&devices[i].device);
    }
    return code;
}

int scree_bench_noise(const struct scree_bench_options *options)
{
    if (options->timeline) {
        return bench_timeline(options);
    }
    struct bench bench = {.quick = options->quick};
    const scree_context_params params = {.log = bench_print_message};
    double first = 0;
    bench.repeats = options->repeats > 0 ? options->repeats : options->quick ? 3 : 7;
    bench.repeats = bench.repeats < BENCH_REPEATS_MOST ? bench.repeats : BENCH_REPEATS_MOST;
    if (options->device_count > 1) {
        return bench_group(options, bench.repeats);
    }
    const int baseline_code = options->baseline != NULL ? bench_baseline_check(options->baseline, "noise") : 0;
    if (baseline_code != 0) {
        return baseline_code; /* A bad baseline is reported before a minute of measuring. */
    }
    const scree_result result = scree_context_create(&params, &bench.context);
    const int code = result == SCREE_OK ? open_and_run(&bench, options, &first) : bench_out_of_memory();
    scree_context_destroy(&bench.context);
    return code == 0 && bench.machine.backend != SCREE_BACKEND_CPU
               ? bench_gpu(options, &bench.machine, bench.repeats, first)
               : code;
}
