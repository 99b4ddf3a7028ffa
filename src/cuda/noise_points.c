/* Arbitrary points: the host places them, batch by batch, and the direct kernel evaluates them. */
#include <stdio.h>
#include <string.h>

#include "context_internal.h"
#include "noise_tables.h"
#include "point_places.h"
#include "whole_numbers.h"

#include "cuda_device.h"

/* Points of a batch, and bytes of their places, at most. */
#define MOST_POINTS ((uint64_t)65536)
#define PLACE_BYTES ((uint64_t)32 << 20)

/* A batch on its way: two take turns, so that the host places one while the device evaluates the other. */
typedef struct points_batch {
    CUevent done;
    scree_cuda_memory upload;
    scree_cuda_memory places;
    scree_cuda_memory values;
    scree_cuda_memory host_values;
    uint64_t points; /* Under way; 0 when idle. */
    float *out;
} points_batch;

typedef struct points_run {
    scree_cuda_device *device;
    const scree_plan *plan;
    uint64_t most; /* Points of a batch. */
    scree_cuda_memory upload;
    scree_cuda_memory tables;
    scree_cuda_places table_places;
    points_batch batch[2];
} points_run;

/* Passes over the octaves, as many at a time as a kernel takes. */
static scree_result run_passes(const points_run *run, const points_batch *batch)
{
    const scree_plan *plan = run->plan;
    char kernel[SCREE_CUDA_KERNEL_NAME];
    bool is_variant = plan->params.variant != SCREE_VARIANT_CONTRACTION;
    const scree_cuda_launch launch = {
        .part = is_variant ? SCREE_CUDA_VARIANTS : SCREE_CUDA_DIRECT,
        .kernel = kernel,
        .grid = {(uint32_t)scree_parts(batch->points, SCREE_CUDA_DIRECT_THREADS), 1, 1},
        .block = {SCREE_CUDA_DIRECT_THREADS, 1, 1},
    };
    scree_cuda_placed_points parameters = {
        .tables = (const uint32_t *)(uintptr_t)run->tables.handle,
        .values = (float *)(uintptr_t)batch->values.handle,
        .points = (uint32_t)batch->points,
        .kind = (uint32_t)plan->params.kind,
        .axes = plan->axes,
        .hash = (uint32_t)plan->params.hash,
        .fractal = (uint32_t)plan->params.fractal,
        .gradient_count = plan->gradient_count,
    };
    scree_result result = SCREE_OK;
    snprintf(kernel, sizeof kernel, "%s_%u", is_variant ? "variant_points" : "direct_points", plan->axes);
    for (uint32_t o = 0; o < plan->octaves && result == SCREE_OK; o += parameters.octaves) {
        uint64_t place = (uint64_t)o * plan->axes * SCREE_PLACE_WORDS * batch->points;
        parameters.octaves = (uint32_t)scree_least(plan->octaves - o, SCREE_CUDA_PASS_OCTAVES);
        parameters.adds = o > 0;
        parameters.places = (const uint32_t *)(uintptr_t)(batch->places.handle + place * sizeof(uint32_t));
        memcpy(parameters.octave, run->table_places.octave + o, parameters.octaves * sizeof *parameters.octave);
        result = scree_cuda_run(run->device, &launch, &parameters, run->device->compute);
    }
    return result;
}

static scree_result start_batch(points_run *run, points_batch *batch, const double *positions, uint64_t points,
                                float *out)
{
    scree_cuda_device *device = run->device;
    const scree_cuda_functions *call = &device->driver.call;
    uint64_t bytes = (uint64_t)run->plan->octaves * run->plan->axes * SCREE_PLACE_WORDS * sizeof(uint32_t) * points;
    scree_points_place(run->plan, 0, run->plan->octaves, positions, points, batch->upload.mapped);
    batch->points = points;
    batch->out = out;
    scree_result result = scree_cuda_check(
        device, call->cuMemcpyHtoDAsync_v2(batch->places.handle, batch->upload.mapped, bytes, device->compute),
        "sending points");
    if (result == SCREE_OK) {
        result = run_passes(run, batch);
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(device,
                                  call->cuMemcpyDtoHAsync_v2(batch->host_values.mapped, batch->values.handle,
                                                             points * sizeof(float), device->compute),
                                  "transferring values");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_check(device, call->cuEventRecord(batch->done, device->compute), "evaluating points");
    }
    return result;
}

static scree_result finish_batch(const points_run *run, points_batch *batch)
{
    if (batch->points == 0) {
        return SCREE_OK;
    }
    uint64_t points = batch->points;
    batch->points = 0;
    scree_result result =
        scree_cuda_check(run->device, run->device->driver.call.cuEventSynchronize(batch->done), "evaluating points");
    if (result == SCREE_OK) {
        memcpy(batch->out, batch->host_values.mapped, points * sizeof(float));
    }
    return result;
}

static scree_result prepare_batch(points_run *run, points_batch *batch, uint64_t place_bytes)
{
    static const char purpose[] = "points";
    scree_cuda_device *device = run->device;
    uint64_t values = run->most * sizeof(float);
    scree_result result =
        scree_cuda_check(device, device->driver.call.cuEventCreate(&batch->done, CU_EVENT_DISABLE_TIMING), purpose);
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(device, true, run->most * place_bytes, &batch->upload, purpose);
    }
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(device, false, run->most * place_bytes, &batch->places, purpose);
    }
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(device, false, values, &batch->values, purpose);
    }
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(device, true, values, &batch->host_values, purpose);
    }
    return result;
}

static scree_result prepare(points_run *run, size_t count)
{
    scree_cuda_device *device = run->device;
    const scree_plan *plan = run->plan;
    uint64_t place_bytes = (uint64_t)plan->octaves * plan->axes * SCREE_PLACE_WORDS * sizeof(uint32_t);
    uint64_t table_bytes = scree_cuda_tables_octave_words(plan) * sizeof(uint32_t);
    run->most = scree_least(scree_least(PLACE_BYTES / place_bytes, MOST_POINTS), count);
    scree_result result = scree_cuda_check_lost(device);
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(device, true, table_bytes, &run->upload, "tables");
    }
    if (result == SCREE_OK) {
        result = scree_cuda_memory_reserve(device, false, table_bytes, &run->tables, "tables");
    }
    if (result == SCREE_OK) {
        scree_cuda_tables_write_octaves(plan, run->upload.mapped, &run->table_places);
        result = scree_cuda_check(device,
                                  device->driver.call.cuMemcpyHtoDAsync_v2(run->tables.handle, run->upload.mapped,
                                                                           table_bytes, device->compute),
                                  "sending tables");
    }
    for (int i = 0; i < 2 && result == SCREE_OK; i++) {
        result = prepare_batch(run, &run->batch[i], place_bytes);
    }
    return result;
}

static void clear_run(points_run *run)
{
    scree_cuda_device *device = run->device;
    device->driver.call.cuStreamSynchronize(device->compute);
    for (int i = 0; i < 2; i++) {
        points_batch *batch = &run->batch[i];
        scree_cuda_memory *all[] = {&batch->upload, &batch->places, &batch->values, &batch->host_values};
        for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
            scree_cuda_memory_free(device, all[k]);
        }
        if (batch->done != NULL) {
            device->driver.call.cuEventDestroy_v2(batch->done);
        }
    }
    scree_cuda_memory_free(device, &run->upload);
    scree_cuda_memory_free(device, &run->tables);
}

static scree_result run_batches(points_run *run, const double *positions, size_t count, float *out)
{
    scree_result result = prepare(run, count);
    unsigned turn = 0;
    for (size_t first = 0; result == SCREE_OK && first < count; first += run->most, turn ^= 1) {
        uint64_t points = scree_least(count - first, run->most);
        result = finish_batch(run, &run->batch[turn]);
        if (result == SCREE_OK) {
            result = start_batch(run, &run->batch[turn], positions + first * run->plan->axes, points, out + first);
        }
    }
    for (unsigned i = 0; i < 2 && result == SCREE_OK; i++) {
        result = finish_batch(run, &run->batch[turn ^ i]);
    }
    return result;
}

scree_result scree_cuda_points(scree_device *device, const scree_plan *plan, const double *positions, size_t count,
                               float *out)
{
    points_run run = {.device = (scree_cuda_device *)device, .plan = plan};
    scree_result result = scree_cuda_enter(run.device);
    if (result == SCREE_OK) {
        result = run_batches(&run, positions, count, out);
        clear_run(&run);
        scree_cuda_leave(run.device);
    }
    return result;
}
