/* The primer's programs (kernels/lessons/lesson.h): a dispatch for each step, in one submission. */
#include <string.h>

#include "context_internal.h"
#include "gpu_calls.h"
#include "gpu_constants.h"
#include "gpu_device.h"
#include "gpu_slot.h"
#include "lessons/lesson.h"
#include "os.h"

/* A watchdog ends loops after 65535 iterations, of which each takes 16 numbers. */
#define WATCHED_NUMBERS ((uint32_t)1 << 19)

scree_lesson_limits scree_gpu_lesson_limits(const scree_device *device)
{
    const scree_gpu_limits *limits = &((const scree_gpu *)device)->limits;
    const uint64_t threads = scree_min(limits->threads, SCREE_LESSON_GROUP);
    return (scree_lesson_limits){.buffer_bytes = limits->span_bytes,
                                 .group = (uint32_t)1 << scree_lesson_log(threads),
                                 .dot_numbers = limits->has_watchdog ? WATCHED_NUMBERS : UINT32_MAX,
                                 .shared_bytes = limits->shared_bytes,
                                 .has_float64 = limits->has_float64,
                                 .clock_megahertz = limits->clock_megahertz,
                                 .bus = limits->bus};
}

static scree_gpu_span span_of(const scree_buffer *buffer)
{
    return buffer != NULL ? scree_gpu_whole(&((const scree_gpu_buffer *)buffer)->memory) : (scree_gpu_span){0};
}

/* The groups of a step: a row of rows of them, unless it has sides of its own. */
static void shape_groups(const scree_gpu *gpu, const scree_lesson_step *step, scree_gpu_dispatch *dispatch)
{
    const bool has_sides = step->program == SCREE_LESSON_NUMBERS;
    dispatch->specialisation[CONSTANT_GROUP] = has_sides ? step->sides[0] : step->group;
    dispatch->specialisation[CONSTANT_GROUP_ROWS] = has_sides ? step->sides[1] : 1;
    dispatch->specialisation[CONSTANT_GROUP_LAYERS] = has_sides ? step->sides[2] : 1;
    if (has_sides) {
        memcpy(dispatch->groups, step->groups, sizeof dispatch->groups);
    } else {
        scree_gpu_number_groups(gpu, scree_div_round_up(step->threads, step->group), 1, dispatch);
    }
}

static void record(scree_gpu *gpu, scree_gpu_commands *commands, const scree_lesson_step *step)
{
    const scree_gpu_lesson_pass pass = {.threads = step->threads,
                                        .each = step->each,
                                        .count = step->count,
                                        .count_log = scree_lesson_log(step->count),
                                        .stride_log = step->stride_log,
                                        .word = step->word};
    const bool is_wide = step->program == SCREE_LESSON_WIDE_DOT;
    scree_gpu_dispatch dispatch = {.program = is_wide ? SCREE_GPU_LESSON_WIDE : SCREE_GPU_LESSON,
                                   .specialisation = {[CONSTANT_LESSON] = step->program},
                                   .constants = &pass,
                                   .constants_bytes = sizeof pass,
                                   .spans = {[BINDING_DATA] = span_of(step->a),
                                             [BINDING_NODES] = span_of(step->b),
                                             [BINDING_VALUES] = span_of(step->c)}};
    shape_groups(gpu, step, &dispatch);
    scree_gpu_run(commands, &dispatch);
    scree_gpu_barrier(commands, false);
}

static scree_result run_steps(scree_gpu *gpu, scree_gpu_commands *commands, const scree_lesson_step *steps,
                              uint32_t count, uint32_t times, scree_lesson_times *taken)
{
    const double start = scree_os_clock_seconds();
    scree_gpu_begin(commands);
    for (uint32_t i = 0; i < count * times; i++) {
        record(gpu, commands, &steps[i % count]);
    }
    scree_result result = scree_gpu_submit(commands);
    taken->called = scree_os_clock_seconds() - start;
    scree_gpu_await(commands, &result);
    taken->done = scree_os_clock_seconds() - start;
    taken->device = 1e-9 * (double)commands->nanoseconds;
    return result;
}

scree_result scree_gpu_lesson(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                              scree_lesson_times *taken)
{
    scree_gpu *gpu = (scree_gpu *)device;
    scree_gpu_slot *slot = NULL;
    scree_result result = scree_gpu_enter(gpu);
    if (result != SCREE_OK) {
        return result;
    }
    result = scree_gpu_slots_take(gpu, 1, 0, "a lesson", &slot);
    if (result == SCREE_OK) {
        result = run_steps(gpu, slot->commands, steps, count, times, taken);
    }
    scree_gpu_leave(gpu);
    return result;
}
