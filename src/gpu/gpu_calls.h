/* Wrappers of the GPU interface with the checks that all calls share, and helpers for memory and spans. */
#ifndef SCREE_GPU_CALLS_H
#define SCREE_GPU_CALLS_H

#include "gpu_interface.h"
#include "whole_numbers.h"

/*
 * Resets a command buffer and begins to record. Earlier submissions must have been waited for. The result is stored in
 * `commands->result`, too.
 */
scree_result scree_gpu_begin(scree_gpu_commands *commands);

/* Submits, unless recording failed, and returns that error otherwise. */
scree_result scree_gpu_submit(scree_gpu_commands *commands);

/* Waits for the submitted work, if there is any. */
static inline scree_result scree_gpu_wait(scree_gpu_commands *commands)
{
    return commands->gpu->functions->wait(commands);
}

/* True while commands are recorded: neither after an error nor in a rehearsal. */
static inline bool scree_gpu_is_recording(const scree_gpu_commands *commands)
{
    return commands->result == SCREE_OK && commands->gpu->base.rehearsal == NULL;
}

static inline void scree_gpu_copy(scree_gpu_commands *commands, scree_gpu_queue queue, scree_gpu_span to,
                                  scree_gpu_span from)
{
    if (scree_gpu_is_recording(commands)) {
        commands->gpu->functions->copy(commands, queue, to, from);
    }
}

static inline void scree_gpu_fill(scree_gpu_commands *commands, scree_gpu_span span, uint32_t word)
{
    if (scree_gpu_is_recording(commands)) {
        commands->gpu->functions->fill(commands, span, word);
    }
}

static inline void scree_gpu_run(scree_gpu_commands *commands, const scree_gpu_dispatch *dispatch)
{
    if (commands->result == SCREE_OK) {
        commands->gpu->functions->dispatch(commands, dispatch);
    }
}

/* Says that a program will be dispatched soon, which a device may have to make first: it need not wait for others. */
static inline void scree_gpu_prepare(scree_gpu *gpu, const scree_gpu_dispatch *dispatch)
{
    if (gpu->functions->prepare != NULL && gpu->base.rehearsal == NULL) {
        gpu->functions->prepare(gpu, dispatch->program, dispatch->specialisation);
    }
}

/* A barrier: later commands see the writes of earlier ones; with `all`, so does every other user of the memory. */
static inline void scree_gpu_barrier(scree_gpu_commands *commands, bool all)
{
    if (scree_gpu_is_recording(commands)) {
        commands->gpu->functions->barrier(commands, all);
    }
}

/* Waits, and keeps the first error in `*result`. */
static inline void scree_gpu_await(scree_gpu_commands *commands, scree_result *result)
{
    scree_result waited = scree_gpu_wait(commands);
    *result = *result == SCREE_OK ? waited : *result;
}

/* Creates a command buffer with room for `dispatches` dispatches with different spans; more of them take longer. */
scree_result scree_gpu_commands_create(scree_gpu *gpu, uint32_t dispatches, scree_gpu_commands **commands);

/* Waits for submitted work, and destroys the command buffer, if there is one. */
void scree_gpu_commands_destroy(scree_gpu_commands *commands);

#define SCREE_GPU_WORD ((uint64_t)sizeof(uint32_t))

/*
 * Allocates at least `bytes` bytes, or nothing for 0. Earlier contents are lost. Does nothing if `*result` is already
 * an error. Out of memory is not logged.
 */
void scree_gpu_take(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory,
                    scree_result *result);

/* Reserves memory, and logs an out of memory with the purpose. */
void scree_gpu_reserve(scree_gpu *gpu, scree_gpu_heap heap, uint64_t bytes, scree_gpu_memory *memory,
                       const char *purpose, scree_result *result);

/* Frees memory that was taken or reserved; nothing where it is empty. */
void scree_gpu_free(scree_gpu *gpu, scree_gpu_memory *memory);

/* Frees several blocks of memory; NULL ends the list. */
void scree_gpu_free_all(scree_gpu *gpu, scree_gpu_memory *const *memory);

/* All of a block of memory; an empty span if it is empty. */
static inline scree_gpu_span scree_gpu_whole(const scree_gpu_memory *memory)
{
    return memory->bytes > 0 ? (scree_gpu_span){memory, 0, memory->bytes} : (scree_gpu_span){0};
}

/*
 * A window of `words` words of a span from word `first` on, aligned as dispatches require: `*skipped` words precede the
 * first one. The caller ensures that the span is small enough for the device.
 */
static inline scree_gpu_span scree_gpu_window(const scree_gpu *gpu, scree_gpu_span whole, uint64_t first,
                                              uint64_t words, uint32_t *skipped)
{
    uint64_t start = whole.offset + SCREE_GPU_WORD * first;
    uint64_t over = start % gpu->limits.span_alignment;
    *skipped = (uint32_t)(over / SCREE_GPU_WORD);
    return (scree_gpu_span){whole.memory, start - over, over + SCREE_GPU_WORD * words};
}

/* Bytes that a window can hold wherever it starts. */
static inline uint64_t scree_gpu_window_bytes(const scree_gpu *gpu)
{
    return gpu->limits.span_bytes - gpu->limits.span_alignment;
}

/* Groups along y and z that every device supports. */
#define SCREE_GPU_MOST_GROUPS ((uint64_t)65535)

/* Numbers groups along x, and along y where they are too many; `layers` are along z. */
static inline void scree_gpu_number_groups(const scree_gpu *gpu, uint64_t groups, uint64_t layers,
                                           scree_gpu_dispatch *dispatch)
{
    uint64_t x = scree_min(groups, gpu->limits.row_groups);
    dispatch->groups[0] = (uint32_t)x;
    dispatch->groups[1] = (uint32_t)scree_div_round_up(groups, x);
    dispatch->groups[2] = (uint32_t)layers;
}

/* Whether copies access host memory directly that the device did not allocate. */
static inline bool scree_gpu_is_pinned(scree_gpu *gpu, const void *memory)
{
    return gpu->functions->memory_is_pinned != NULL && gpu->functions->memory_is_pinned(gpu, memory);
}

/*
 * Copies between device memory and any host memory, and waits. The data must have been computed. Uses the device's
 * slots.
 */
scree_result scree_gpu_read(scree_gpu *gpu, scree_gpu_span from, void *out);
scree_result scree_gpu_write(scree_gpu *gpu, scree_gpu_span to, const void *from);

#endif
