/* The noise benchmark of a GPU: fixed cases into device memory, then what passes through the host. */
#include <stdlib.h>
#include <string.h>

#include "bench_gpu.h"

#define SETTLING_SECONDS 0.02
/* Any but zero, which a device may have a shorter way to store. */
#define FILL_ITERATIONS 3
#define FILL_WORD 0x3f12b9acu

struct gpu_case {
    struct bench_case subject;
    scree_noise_method method;
    bool has_derivatives;
};

/* Most hold 2^30 samples: 4 GiB, more than the caches of any device, and long enough for its clock. */
static const struct gpu_case cases[] = {
    {{"1024^3, 1 octave, step 0.002", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.002, 1, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"1024^3, 2 octaves, step 0.002", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.002, 2, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"1024^3, 4 octaves, step 0.002", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.002, 4, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"1024^3, 8 octaves, step 0.002", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.002, 8, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"1024^3, 1 octave, step 0.3", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.3, 1, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"1024^3, 4 octaves, step 0.02", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.02, 4, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"1024^3, value, 1 octave, step 0.002", SCREE_NOISE_VALUE, 3, {1024, 1024, 1024}, 0.002, 1, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"1024^3, direct, 1 octave, step 0.002", SCREE_NOISE_PERLIN, 3, {1024, 1024, 1024}, 0.002, 1, false, false},
     SCREE_NOISE_METHOD_DIRECT,
     false},
    {{"4096^2, 8 octaves, step 0.002", SCREE_NOISE_PERLIN, 2, {4096, 4096}, 0.002, 8, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"32768^2, 8 octaves, density 8", SCREE_NOISE_PERLIN, 2, {32768, 32768}, 8.0 / 32768, 8, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"2 axes, cells of 8, 32768^2", SCREE_NOISE_PERLIN, 2, {32768, 32768}, 0.125, 1, false, true},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"5 axes, cells of 8, 64^5", SCREE_NOISE_PERLIN, 5, {64, 64, 64, 64, 64}, 0.125, 1, false, true},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"8192^2, 5 octaves, step 0.02", SCREE_NOISE_PERLIN, 2, {8192, 8192}, 0.02, 5, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"8192^2, the same with derivatives", SCREE_NOISE_PERLIN, 2, {8192, 8192}, 0.02, 5, false, false},
     SCREE_NOISE_METHOD_AUTO,
     true},
    {{"512^3, 5 octaves, step 0.02", SCREE_NOISE_PERLIN, 3, {512, 512, 512}, 0.02, 5, false, false},
     SCREE_NOISE_METHOD_AUTO,
     false},
    {{"512^3, the same with derivatives", SCREE_NOISE_PERLIN, 3, {512, 512, 512}, 0.02, 5, false, false},
     SCREE_NOISE_METHOD_AUTO,
     true},
};
#define CASE_COUNT (sizeof cases / sizeof cases[0])
_Static_assert(CASE_COUNT <= BENCH_GPU_CASES_MOST, "there is room for every case");

static void take_message(void *user, scree_log_level level, const char *message)
{
    struct bench_gpu_messages *messages = user;
    if (!messages->hold) {
        bench_print_message(NULL, level, message);
    } else if (level == SCREE_LOG_ERROR && messages->held[0] == '\0') {
        snprintf(messages->held, sizeof messages->held, "%s", message);
    }
}

/* Halves the buffer until the device has it, as long as the slowest axis has samples to divide. */
static scree_result make_buffer(struct bench_gpu *gpu, struct bench_gpu_target *target, uint64_t most_parts)
{
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    gpu->messages = (struct bench_gpu_messages){.hold = true};
    for (target->parts = 1;; target->parts *= 2) {
        result = scree_buffer_create(gpu->device, target->bytes / target->parts, &target->buffer);
        if (result != SCREE_ERROR_OUT_OF_MEMORY || 2 * (uint64_t)target->parts > most_parts) {
            break;
        }
        gpu->messages.held[0] = '\0';
    }
    gpu->messages.hold = false;
    if (result != SCREE_OK) {
        fprintf(stderr, "scree: %s\n", gpu->messages.held[0] != '\0' ? gpu->messages.held : scree_result_name(result));
    }
    return result;
}

/* The memory for a case, shared with all that are as large and can be divided as often. NULL after a message. */
static const struct bench_gpu_target *find_target(struct bench_gpu *gpu, const struct bench_gpu_run *run,
                                                  scree_result *result)
{
    const uint64_t bytes = run->bytes;
    const uint64_t slowest = run->grid.count[run->grid.axes - 1];
    for (size_t i = 0; i < gpu->target_count; i++) {
        if (gpu->targets[i].bytes == bytes && slowest % gpu->targets[i].parts == 0) {
            return &gpu->targets[i];
        }
    }
    struct bench_gpu_target *target = &gpu->targets[gpu->target_count];
    target->bytes = bytes;
    *result = make_buffer(gpu, target, slowest);
    gpu->target_count += *result == SCREE_OK ? 1 : 0;
    return *result == SCREE_OK ? target : NULL;
}

static int add_run(struct bench_gpu *gpu, const struct gpu_case *added)
{
    struct bench_gpu_run *run = &gpu->runs[gpu->run_count++];
    scree_result result = SCREE_OK;
    run->subject = &added->subject;
    run->method = added->method;
    run->has_derivatives = added->has_derivatives;
    run->grid = bench_make_grid(&added->subject, gpu->quick);
    run->samples = bench_sample_count(&run->grid);
    run->bytes = sizeof(float) * run->samples * (run->has_derivatives ? 1 + run->grid.axes : 1);
    run->seconds = calloc(gpu->repeats, sizeof *run->seconds);
    run->fill_seconds = calloc(gpu->repeats, sizeof *run->fill_seconds);
    if (run->seconds == NULL || run->fill_seconds == NULL) {
        return bench_out_of_memory();
    }
    run->target = find_target(gpu, run, &result);
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

/* Makes the field of a case once; `*seconds` gets the sum of its parts. */
static scree_result make_field(struct bench_gpu *gpu, const struct bench_gpu_run *run, double *seconds)
{
    const scree_noise_params params = {
        .kind = run->subject->kind,
        .octaves = run->subject->octaves,
        .sample.has_derivatives = run->has_derivatives,
    };
    const uint32_t slowest = run->grid.axes - 1;
    scree_grid part = run->grid;
    part.count[slowest] /= run->target->parts;
    *seconds = 0;
    for (uint32_t i = 0; i < run->target->parts; i++) {
        scree_job *job = NULL;
        double taken = 0;
        part.first[slowest] = (int64_t)(i * part.count[slowest]);
        scree_field *field = NULL;
        scree_result result = scree_field_from_noise_by(NULL, &params, run->method, &field);
        result = result == SCREE_OK ? scree_job_fill_buffer(gpu->device, field, &part, run->target->buffer, 0, &job)
                                    : result;
        scree_field_release(&field);
        if (result == SCREE_OK) {
            result = bench_gpu_finish(job, &taken);
        }
        if (result != SCREE_OK) {
            return result;
        }
        *seconds += taken;
    }
    return SCREE_OK;
}

/*
 * Stores a constant to the same memory as often: nothing that writes a field there can be faster. The fastest of some
 * in a row counts, because the first after a case is slower on some devices.
 */
static scree_result fill_target(const struct bench_gpu_target *target, double *seconds)
{
    scree_result result = SCREE_OK;
    for (uint32_t iteration = 0; result == SCREE_OK && iteration < FILL_ITERATIONS; iteration++) {
        double all = 0;
        for (uint32_t i = 0; result == SCREE_OK && i < target->parts; i++) {
            double taken = 0;
            result = scree_buffer_fill(target->buffer, FILL_WORD, &taken);
            all += taken;
        }
        *seconds = iteration == 0 || all < *seconds ? all : *seconds;
    }
    return result;
}

/* Runs a case until the device's clock has settled, then once more for the result, and the constant right after. */
static scree_result run_settled(struct bench_gpu *gpu, const struct bench_gpu_run *run, double *seconds,
                                double *fill_seconds)
{
    const double start = bench_clock();
    scree_result result = SCREE_OK;
    while (result == SCREE_OK && !gpu->quick && bench_clock() - start < SETTLING_SECONDS) {
        result = make_field(gpu, run, seconds);
    }
    if (result == SCREE_OK) {
        result = make_field(gpu, run, seconds);
    }
    return result == SCREE_OK ? fill_target(run->target, fill_seconds) : result;
}

/* One round of everything. The round before the first one warms up and is not kept. */
static scree_result run_round(struct bench_gpu *gpu, uint32_t round, bool keep)
{
    scree_result result = SCREE_OK;
    for (size_t i = 0; result == SCREE_OK && i < gpu->run_count; i++) {
        double seconds = 0;
        double fill_seconds = 0;
        result = run_settled(gpu, &gpu->runs[i], &seconds, &fill_seconds);
        if (keep) {
            gpu->runs[i].seconds[round] = seconds;
            gpu->runs[i].fill_seconds[round] = fill_seconds;
        }
    }
    for (int kind = 0; result == SCREE_OK && kind < BENCH_GPU_HOST_COUNT; kind++) {
        double seconds = 0;
        result = bench_gpu_measure_host(gpu, (enum bench_gpu_host_kind)kind, &seconds);
        if (keep) {
            gpu->hosts[kind].seconds[round] = seconds;
        }
    }
    return result;
}

static int run_rounds(struct bench_gpu *gpu)
{
    scree_result result = run_round(gpu, 0, false);
    for (uint32_t round = 0; result == SCREE_OK && round < gpu->repeats; round++) {
        result = run_round(gpu, round, true);
    }
    if (result != SCREE_OK) {
        return bench_exit_code(result);
    }
    for (size_t i = 0; i < gpu->run_count; i++) {
        bench_summarise(gpu->runs[i].seconds, gpu->repeats, &gpu->runs[i].times);
        bench_summarise(gpu->runs[i].fill_seconds, gpu->repeats, &gpu->runs[i].fill_times);
    }
    for (size_t i = 0; i < BENCH_GPU_HOST_COUNT; i++) {
        bench_summarise(gpu->hosts[i].seconds, gpu->repeats, &gpu->hosts[i].times);
    }
    return 0;
}

static int measure(struct bench_gpu *gpu)
{
    const scree_device_params params = {.backend = gpu->info.backend, .index = gpu->info.index};
    const scree_result result = scree_device_open(gpu->context, &params, &gpu->device);
    int code = result == SCREE_OK ? 0 : bench_exit_code(result);
    for (size_t i = 0; code == 0 && i < CASE_COUNT; i++) {
        code = add_run(gpu, &cases[i]);
    }
    if (code == 0) {
        code = bench_gpu_prepare_hosts(gpu);
    }
    return code == 0 ? run_rounds(gpu) : code;
}

static void release(struct bench_gpu *gpu)
{
    for (size_t i = 0; i < gpu->target_count; i++) {
        scree_buffer_destroy(&gpu->targets[i].buffer);
    }
    for (size_t i = 0; i < gpu->run_count; i++) {
        free(gpu->runs[i].seconds);
        free(gpu->runs[i].fill_seconds);
    }
    for (size_t i = 0; i < BENCH_GPU_HOST_COUNT; i++) {
        free(gpu->hosts[i].seconds);
    }
    scree_host_memory_destroy(gpu->device, &gpu->transferred);
    free(gpu->positions);
    free(gpu->values);
    scree_device_close(&gpu->device);
    scree_context_destroy(&gpu->context);
}

int bench_gpu(const struct scree_bench_options *options, const scree_device_info *info, uint32_t repeats,
              double first_start)
{
    struct bench_gpu gpu = {.info = *info, .quick = options->quick, .repeats = repeats, .first_start = first_start};
    const scree_context_params params = {.log = take_message, .log_user = &gpu.messages};
    int code = bench_gpu_measure_starts(&gpu);
    if (code == 0 && scree_context_create(&params, &gpu.context) != SCREE_OK) {
        code = bench_out_of_memory();
    }
    if (code == 0) {
        code = measure(&gpu);
    }
    if (code == 0) {
        code = options->json ? bench_gpu_report_json(&gpu, options->baseline)
                             : bench_gpu_report_table(&gpu, options->baseline);
    }
    release(&gpu);
    return code;
}
