/* The GPU benchmark's host cases: the time of a start, and transfers to and from the host. */
#include <stdlib.h>
#include <string.h>

#include "bench_gpu.h"

#define FIRST_SIDE 64
#define TRANSFER_BYTES ((uint64_t)1 << 30)
#define STREAM_SIDE 1024
#define POINT_AXES 3
#define POINT_COUNT 1000000
#define POINT_COUNT_QUICK 10000
/* The number of cells along each axis in which points lie. */
#define POINT_CELLS 1024.0

/* The field to stream, equal to the first case of the fields that stay on the device. */
static const struct bench_case streamed = {
    .kind = SCREE_NOISE_PERLIN,
    .axes = 3,
    .count = {STREAM_SIDE, STREAM_SIDE, STREAM_SIDE},
    .step = 0.002,
    .octaves = 1,
};

scree_result bench_gpu_finish(scree_job *job, double *device_seconds)
{
    const scree_result result = scree_job_wait(job, UINT64_MAX);
    if (device_seconds != NULL) {
        *device_seconds = scree_job_poll(job).device_seconds;
    }
    scree_job_release(&job);
    return result;
}

scree_result bench_gpu_fill_first(scree_device *device)
{
    float samples[FIRST_SIDE * FIRST_SIDE];
    const scree_noise_params params = {0};
    const scree_grid grid = {.axes = 2, .count = {FIRST_SIDE, FIRST_SIDE}, .step = {0.02}};
    scree_job *job = NULL;
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &params, &field);
    result = result == SCREE_OK ? scree_job_fill(device, field, &grid, samples, &job) : result;
    scree_field_release(&field);
    return result == SCREE_OK ? bench_gpu_finish(job, NULL) : result;
}

/* One start, with nothing left of the one before but what the system, the driver and the cache on disk keep. */
static int start_once(const struct bench_gpu *gpu, double *seconds)
{
    const scree_context_params context_params = {.log = bench_print_message};
    const scree_device_params params = {.backend = gpu->info.backend, .index = gpu->info.index};
    scree_context *context = NULL;
    scree_device *device = NULL;
    if (scree_context_create(&context_params, &context) != SCREE_OK) {
        return bench_out_of_memory();
    }
    const double start = bench_clock();
    scree_result result = scree_device_open(context, &params, &device);
    if (result == SCREE_OK) {
        result = bench_gpu_fill_first(device);
    }
    *seconds = bench_clock() - start;
    scree_device_close(&device);
    scree_context_destroy(&context);
    return result == SCREE_OK ? 0 : bench_exit_code(result);
}

int bench_gpu_measure_starts(struct bench_gpu *gpu)
{
    int code = 0;
    for (size_t i = 0; code == 0 && i < BENCH_GPU_STARTS; i++) {
        code = start_once(gpu, &gpu->start_seconds[i]);
    }
    bench_summarise(gpu->start_seconds, BENCH_GPU_STARTS, &gpu->start_times);
    return code;
}

/* splitmix64, so that every run has the same numbers. */
static double random_coordinate(uint64_t *state)
{
    uint64_t bits = *state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    bits ^= bits >> 31;
    return POINT_CELLS * 0x1p-53 * (double)(bits >> 11);
}

static bool make_points(struct bench_gpu *gpu, size_t count)
{
    uint64_t state = 1;
    gpu->positions = calloc(count * POINT_AXES, sizeof *gpu->positions);
    gpu->values = calloc(count, sizeof *gpu->values);
    for (size_t i = 0; gpu->positions != NULL && i < count * POINT_AXES; i++) {
        gpu->positions[i] = random_coordinate(&state);
    }
    return gpu->positions != NULL && gpu->values != NULL;
}

/* The target that most can be read from at once. */
static const struct bench_gpu_target *largest_target(const struct bench_gpu *gpu)
{
    const struct bench_gpu_target *largest = &gpu->targets[0];
    for (size_t i = 1; i < gpu->target_count; i++) {
        if (scree_buffer_bytes(gpu->targets[i].buffer) > scree_buffer_bytes(largest->buffer)) {
            largest = &gpu->targets[i];
        }
    }
    return largest;
}

int bench_gpu_prepare_hosts(struct bench_gpu *gpu)
{
    const scree_grid grid = bench_make_grid(&streamed, gpu->quick);
    const uint64_t samples = bench_sample_count(&grid);
    const uint64_t held = scree_buffer_bytes(largest_target(gpu)->buffer);
    const uint64_t moved = held < TRANSFER_BYTES ? held : TRANSFER_BYTES;
    const size_t points = gpu->quick ? POINT_COUNT_QUICK : POINT_COUNT;
    gpu->hosts[BENCH_GPU_UPLOAD] = (struct bench_gpu_host){.name = "upload to a buffer", .bytes = moved};
    gpu->hosts[BENCH_GPU_DOWNLOAD] = (struct bench_gpu_host){.name = "download of a buffer", .bytes = moved};
    gpu->hosts[BENCH_GPU_STREAM_F32] =
        (struct bench_gpu_host){.name = "stream, 1024^3, f32", .samples = samples, .bytes = 4 * samples};
    gpu->hosts[BENCH_GPU_STREAM_U8] =
        (struct bench_gpu_host){.name = "stream, 1024^3, u8", .samples = samples, .bytes = samples};
    gpu->hosts[BENCH_GPU_POINTS] =
        (struct bench_gpu_host){.name = "points, 10^6, 3 axes, 1 octave", .samples = points, .bytes = 4 * points};
    const scree_result result = scree_host_memory_create(gpu->device, moved, &gpu->transferred);
    if (result != SCREE_OK) {
        return bench_exit_code(result);
    }
    memset(gpu->transferred, 1, (size_t)moved); /* Gives every page its memory now, not within the first round. */
    bool has_memory = make_points(gpu, points);
    for (size_t i = 0; i < BENCH_GPU_HOST_COUNT; i++) {
        gpu->hosts[i].seconds = calloc(gpu->repeats, sizeof *gpu->hosts[i].seconds);
        has_memory = has_memory && gpu->hosts[i].seconds != NULL;
    }
    return has_memory ? 0 : bench_out_of_memory();
}

static scree_result stream(struct bench_gpu *gpu, scree_type type)
{
    const scree_grid grid = bench_make_grid(&streamed, gpu->quick);
    struct bench_touching touching;
    scree_job *job = NULL;
    const scree_result result = bench_stream_start(gpu->device, &streamed, &grid, type, &touching, &job);
    return result == SCREE_OK ? bench_gpu_finish(job, NULL) : result;
}

static scree_result evaluate_points(const struct bench_gpu *gpu, size_t count)
{
    scree_field *field = NULL;
    scree_result result = scree_field_from_noise(NULL, &(scree_noise_params){0}, &field);
    if (result == SCREE_OK) {
        const scree_points points = scree_points_packed(POINT_AXES, gpu->positions, count);
        result = scree_device_at(gpu->device, field, &points, gpu->values);
    }
    scree_field_release(&field);
    return result;
}

static scree_result run_host(struct bench_gpu *gpu, enum bench_gpu_host_kind kind)
{
    const struct bench_gpu_host *host = &gpu->hosts[kind];
    switch (kind) {
    case BENCH_GPU_UPLOAD:
        return scree_buffer_write(largest_target(gpu)->buffer, 0, host->bytes, gpu->transferred);
    case BENCH_GPU_DOWNLOAD:
        return scree_buffer_read(largest_target(gpu)->buffer, 0, host->bytes, gpu->transferred);
    case BENCH_GPU_STREAM_F32:
        return stream(gpu, SCREE_TYPE_F32);
    case BENCH_GPU_STREAM_U8:
        return stream(gpu, SCREE_TYPE_U8);
    default:
        return evaluate_points(gpu, (size_t)host->samples);
    }
}

scree_result bench_gpu_measure_host(struct bench_gpu *gpu, enum bench_gpu_host_kind kind, double *seconds)
{
    const double start = bench_clock();
    const scree_result result = run_host(gpu, kind);
    *seconds = bench_clock() - start;
    return result;
}
