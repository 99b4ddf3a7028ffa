/* Sums of numbers in device memory, or copied to it: a dispatch for each level of blocks (kernels/sum/sum.h). */
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_constants.h"
#include "gpu_device.h"
#include "gpu_slot.h"
#include "sum/sum.h"

/* Maximum numbers of the host that are copied to the device at a time, and of a dispatch: whole blocks. */
#define COPIED_NUMBERS ((uint64_t)1 << 24)
#define DISPATCH_NUMBERS ((uint64_t)1 << 30)

/* A sum that is being made. The sums of a level lie behind those of the level before. */
typedef struct gpu_sum {
    scree_gpu *gpu;
    scree_gpu_slot *slot;
    const scree_sum_operands *operands;
    uint64_t nanoseconds;
} gpu_sum;

static uint64_t blocks_of(uint64_t count)
{
    return scree_div_round_up(count, SCREE_SUM_BLOCK);
}

/* Words of the sums of all levels. */
static uint64_t all_sums(uint64_t count)
{
    uint64_t words = 0;
    do {
        count = blocks_of(count);
        words += count;
    } while (count > 1);
    return words;
}

static void dispatch_blocks(const gpu_sum *run, uint32_t kind, const scree_gpu_span *numbers,
                            const scree_gpu_summation *summation)
{
    scree_gpu_dispatch dispatch = {.program = SCREE_GPU_SUM,
                                   .specialisation = {[CONSTANT_SUM_KIND] = kind},
                                   .constants = summation,
                                   .constants_bytes = sizeof *summation,
                                   /* Without factors the numbers stand in their place, so that there is something. */
                                   .spans = {[BINDING_DATA] = numbers[0],
                                             [BINDING_NODES] = numbers[numbers[1].memory != NULL],
                                             [BINDING_VALUES] = scree_gpu_whole(&run->gpu->sums)}};
    scree_gpu_number_groups(run->gpu, blocks_of(summation->count), 1, &dispatch);
    scree_gpu_run(run->slot->commands, &dispatch);
}

/*
 * Sums the blocks of numbers in device memory, whose first one is `first` of all; as many at a time as a program sees.
 */
static void record_blocks(const gpu_sum *run, const scree_gpu_span *whole, uint64_t first, uint64_t count)
{
    const uint64_t window = scree_gpu_window_bytes(run->gpu) / SCREE_GPU_WORD / SCREE_SUM_BLOCK * SCREE_SUM_BLOCK;
    const uint64_t most = scree_min(window, DISPATCH_NUMBERS);
    for (uint64_t done = 0; done < count; done += most) {
        const uint64_t part = scree_min(count - done, most);
        scree_gpu_summation summation = {.first_sum = (uint32_t)((first + done) / SCREE_SUM_BLOCK),
                                         .count = (uint32_t)part};
        scree_gpu_span numbers[2] = {scree_gpu_window(run->gpu, whole[0], done, part, &summation.first)};
        if (whole[1].memory != NULL) {
            numbers[1] = scree_gpu_window(run->gpu, whole[1], done, part, &summation.first_factor);
        }
        dispatch_blocks(run, whole[1].memory != NULL ? SUM_PRODUCTS : SUM_TERMS, numbers, &summation);
    }
}

/* Sums the sums of blocks until one is left, and downloads it. */
static void record_levels(const gpu_sum *run)
{
    scree_gpu_commands *commands = run->slot->commands;
    uint64_t count = blocks_of(run->operands->count);
    uint64_t first = 0;
    scree_gpu_barrier(commands, false);
    while (count > 1) {
        scree_gpu_summation summation = {.first_sum = (uint32_t)(first + count), .count = (uint32_t)count};
        const scree_gpu_span sums[2] = {
            scree_gpu_window(run->gpu, scree_gpu_whole(&run->gpu->sums), first, count, &summation.first)};
        dispatch_blocks(run, SUM_SUMS, sums, &summation);
        scree_gpu_barrier(commands, false);
        first += count;
        count = blocks_of(count);
    }
    scree_gpu_copy(commands, SCREE_GPU_COMPUTE, (scree_gpu_span){&run->slot->host_values, 0, sizeof(float)},
                   (scree_gpu_span){&run->gpu->sums, first * SCREE_GPU_WORD, sizeof(float)});
}

static scree_result finish(gpu_sum *run)
{
    scree_result result = scree_gpu_submit(run->slot->commands);
    scree_gpu_await(run->slot->commands, &result);
    run->nanoseconds += run->slot->commands->nanoseconds;
    return result;
}

static scree_result sum_buffers(gpu_sum *run)
{
    scree_gpu_span whole[2] = {0};
    for (uint32_t i = 0; i < 2 && run->operands->buffer[i] != NULL; i++) {
        whole[i] = (scree_gpu_span){&((scree_gpu_buffer *)run->operands->buffer[i])->memory, run->operands->offset[i],
                                    run->operands->count * SCREE_GPU_WORD};
    }
    scree_gpu_begin(run->slot->commands);
    record_blocks(run, whole, 0, run->operands->count);
    record_levels(run);
    return finish(run);
}

/* Copies a part of the numbers to the device, and sums its blocks. */
static scree_result sum_part(gpu_sum *run, uint64_t first, uint64_t count, bool is_last)
{
    scree_gpu *gpu = run->gpu;
    scree_gpu_span whole[2] = {0};
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < 2 && run->operands->host[i] != NULL && result == SCREE_OK; i++) {
        whole[i] = (scree_gpu_span){&gpu->operands[i], 0, count * SCREE_GPU_WORD};
        result = scree_gpu_write(gpu, whole[i], run->operands->host[i] + first);
    }
    if (result != SCREE_OK) {
        return result;
    }
    scree_gpu_begin(run->slot->commands);
    record_blocks(run, whole, first, count);
    if (is_last) {
        record_levels(run);
    }
    return finish(run);
}

static scree_result sum_host(gpu_sum *run)
{
    const uint64_t all = run->operands->count;
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; i < 2 && run->operands->host[i] != NULL; i++) {
        scree_gpu_reserve(run->gpu, SCREE_GPU_ON_DEVICE, scree_min(all, COPIED_NUMBERS) * SCREE_GPU_WORD,
                          &run->gpu->operands[i], "numbers", &result);
    }
    for (uint64_t first = 0; first < all && result == SCREE_OK; first += COPIED_NUMBERS) {
        const uint64_t count = scree_min(all - first, COPIED_NUMBERS);
        result = sum_part(run, first, count, first + count == all);
    }
    return result;
}

static scree_result take_memory(gpu_sum *run)
{
    static const char purpose[] = "a sum";
    scree_gpu *gpu = run->gpu;
    const uint64_t bytes = all_sums(run->operands->count) * SCREE_GPU_WORD;
    if (bytes > gpu->limits.span_bytes) {
        return scree_fail(gpu->base.context, SCREE_ERROR_UNSUPPORTED,
                          "%s: %llu numbers are more than a program of it sums", gpu->base.label,
                          (unsigned long long)run->operands->count);
    }
    /* Transfers take two slots. */
    scree_result result = scree_gpu_slots_take(gpu, 2, SCREE_GPU_WORD, purpose, &run->slot);
    scree_gpu_reserve(gpu, SCREE_GPU_ON_DEVICE, bytes, &gpu->sums, purpose, &result);
    return result;
}

scree_result scree_gpu_sum(scree_device *device, const scree_sum_operands *operands, float *sum, double *device_seconds)
{
    gpu_sum run = {.gpu = (scree_gpu *)device, .operands = operands};
    scree_result result = scree_gpu_enter(run.gpu);
    if (result != SCREE_OK) {
        return result;
    }
    result = take_memory(&run);
    if (result == SCREE_OK) {
        result = operands->buffer[0] != NULL ? sum_buffers(&run) : sum_host(&run);
    }
    if (result == SCREE_OK) {
        memcpy(sum, run.slot->host_values.mapped, sizeof *sum);
        *device_seconds = 1e-9 * (double)run.nanoseconds;
    }
    scree_gpu_leave(run.gpu);
    return result;
}
