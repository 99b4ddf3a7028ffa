/* Runs of the primer's programs: checks, and the device's lock. */
#include "lesson_run.h"

#include "context_internal.h"
#include "device_lock.h"
#include "float_environment.h"
#include "lessons/hash_noise.h"
#include "lessons/lesson_noise.h"
#include "whole_numbers.h"

#define MOST_TIMES 256u
/* Threads of a group that every device has along each of three axes, and groups. */
#define MOST_SIDE_THREADS 64u
#define MOST_SIDE_GROUPS 1024u

/* Words of a buffer that a program's threads read or write; the operands a and b, and the results. */
typedef struct used_words {
    uint64_t operand[2];
    uint64_t results;
} used_words;

/* Words that a program replaces and stores behind the one that it joins others to. */
static uint64_t replaced_words(const scree_lesson_step *step, uint64_t groups)
{
    const bool is_by_groups = step->program == SCREE_LESSON_PRODUCT || step->program == SCREE_LESSON_FLOAT_SUM;
    return step->program == SCREE_LESSON_EXCHANGE ? step->count : is_by_groups ? groups : 0;
}

static used_words words_of(const scree_lesson_step *step)
{
    const uint64_t count = step->count;
    const uint64_t groups = scree_div_round_up(step->threads, step->group);
    if (step->program >= SCREE_LESSON_PROGRAMS) {
        const bool has_table = step->program == SCREE_HASH_NOISE_TABLE;
        return (used_words){{0, has_table ? 3 * SCREE_HASH_NOISE_GRADIENTS : 0}, step->threads};
    }
    switch (step->program) {
    case SCREE_LESSON_FILL:
        return (used_words){.results = count};
    case SCREE_LESSON_COPY:
        return (used_words){{count}, count};
    case SCREE_LESSON_TRIAD:
    case SCREE_LESSON_ADD:
    case SCREE_LESSON_ADD_FOURS:
        return (used_words){{count, count}, count};
    case SCREE_LESSON_DOT:
        return (used_words){{count, count}, step->threads};
    case SCREE_LESSON_WIDE_DOT:
        return (used_words){{2 * count, 2 * count}, 2 * (uint64_t)step->threads};
    case SCREE_LESSON_REDUCE:
        return (used_words){{count}, groups};
    case SCREE_LESSON_NUMBERS:
        return (used_words){.results = 3 * (uint64_t)step->threads};
    case SCREE_LESSON_SHARED_WALK:
        return (used_words){{SCREE_LESSON_GROUP}, 1};
    case SCREE_LESSON_NOISE:
        return (used_words){{0, SCREE_LESSON_GRADIENT_WORDS}, step->threads};
    case SCREE_LESSON_LOOP:
    case SCREE_LESSON_FLOATS:
    case SCREE_LESSON_WORDS:
        return (used_words){.results = step->threads};
    case SCREE_LESSON_EMPTY:
        return (used_words){.results = 1};
    default: /* Words that are joined to the first one. */
        return (used_words){{count}, 1 + replaced_words(step, groups)};
    }
}

static bool is_power_of_two(uint32_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

/* Whether groups of noise fill a cube, or rows of a plane. */
static bool is_noise_whole(const scree_lesson_step *step)
{
    const uint32_t space = scree_hash_noise_space(step->program);
    const uint32_t side_log = step->stride_log;
    const uint64_t rows = (uint64_t)step->threads >> side_log;
    const bool is_filled = space == 2 ? rows >= SCREE_HASH_NOISE_SIDE
                                      : side_log <= 10 && rows == (uint64_t)1 << 2 * side_log;
    return is_power_of_two(step->threads) && side_log >= SCREE_HASH_NOISE_SIDE_LOG && is_filled &&
           step->group == (uint32_t)1 << SCREE_HASH_NOISE_SIDE_LOG * space && step->each > 0 &&
           step->each <= SCREE_HASH_NOISE_OCTAVES && step->word % SCREE_HASH_NOISE_SIDE == 0;
}

/* Whether the sides of groups, and groups along them, make up a step's threads. */
static bool has_sides(const scree_lesson_step *step)
{
    uint64_t group = 1;
    uint64_t groups = 1;
    for (int axis = 0; axis < 3 && group <= MOST_SIDE_THREADS && groups <= MOST_SIDE_GROUPS; axis++) {
        group *= step->sides[axis];
        groups *= step->groups[axis];
    }
    return group <= MOST_SIDE_THREADS && groups <= MOST_SIDE_GROUPS && group == step->group &&
           group * groups == step->threads;
}

/* Whether a program's numbers are as it needs them. */
static bool is_whole(const scree_lesson_step *step, const scree_lesson_limits *limits)
{
    const uint64_t taken = (uint64_t)step->threads * step->each;
    if (step->program >= SCREE_LESSON_PROGRAMS) {
        return is_noise_whole(step);
    }
    switch (step->program) {
    case SCREE_LESSON_FILL:
    case SCREE_LESSON_COPY:
    case SCREE_LESSON_TRIAD:
    case SCREE_LESSON_ADD_FOURS:
        return step->count % 4 == 0 && 4 * (uint64_t)step->threads >= step->count;
    case SCREE_LESSON_DOT:
    case SCREE_LESSON_WIDE_DOT:
        return is_power_of_two(step->count) && taken == step->count && step->count >> step->stride_log != 0 &&
               step->each <= limits->dot_numbers && (step->program == SCREE_LESSON_DOT || limits->has_float64);
    case SCREE_LESSON_NUMBERS:
        return has_sides(step);
    case SCREE_LESSON_NOISE:
        return step->each <= SCREE_LESSON_NOISE_OCTAVES;
    case SCREE_LESSON_EMPTY:
    case SCREE_LESSON_LOOP:
    case SCREE_LESSON_FLOATS:
    case SCREE_LESSON_WORDS:
    case SCREE_LESSON_WALK:
    case SCREE_LESSON_SHARED_WALK:
        return true;
    default:
        return taken >= step->count && taken + (uint64_t)step->group * step->each <= UINT32_MAX;
    }
}

static bool fits(const scree_buffer *buffer, uint64_t words, const scree_device *device,
                 const scree_lesson_limits *limits)
{
    return words == 0 || (buffer != NULL && buffer->device == device && buffer->bytes / 4 >= words &&
                          buffer->bytes <= limits->buffer_bytes);
}

static scree_result check(scree_device *device, const scree_lesson_step *step)
{
    const scree_lesson_limits limits = scree_lesson_limits_of(device);
    const uint32_t most_threads = limits.group > 0 ? limits.group : SCREE_LESSON_GROUP;
    bool is_good = step->program < SCREE_LESSON_ALL_PROGRAMS && step->threads > 0 && is_power_of_two(step->group) &&
                   step->group <= most_threads && step->stride_log < 32 && step->count <= (uint32_t)1 << 31;
    if (is_good) {
        const used_words words = words_of(step);
        is_good = is_whole(step, &limits) && fits(step->a, words.operand[0], device, &limits) &&
                  fits(step->b, words.operand[1], device, &limits) && fits(step->c, words.results, device, &limits);
    }
    return is_good ? SCREE_OK
                   : scree_fail(device->context, SCREE_ERROR_INVALID,
                                "%s: program %u of a lesson does not fit: %u threads in groups of %u, %u numbers",
                                device->label, step->program, step->threads, step->group, step->count);
}

scree_lesson_limits scree_lesson_limits_of(const scree_device *device)
{
    return device->functions->lesson_limits(device);
}

static scree_result run(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                        scree_lesson_times *taken)
{
    scree_device_lock lock;
    scree_float_environment saved;
    scree_result result = scree_device_lock_take(device, &lock);
    if (result == SCREE_OK) {
        scree_float_environment_enter(&saved);
        result = device->functions->lesson(device, steps, count, times, taken);
        scree_float_environment_leave(&saved);
        scree_device_lock_release(&lock);
    }
    return result;
}

scree_result scree_lesson_run(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                              scree_lesson_times *taken)
{
    scree_result result = SCREE_OK;
    *taken = (scree_lesson_times){0};
    if (count > SCREE_LESSON_STEPS || times == 0 || times > MOST_TIMES) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s: %u steps of a lesson, %u times", device->label,
                          count, times);
    }
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        result = check(device, &steps[i]);
    }
    return result == SCREE_OK ? run(device, steps, count, times, taken) : result;
}
