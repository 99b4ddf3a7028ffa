#include "lesson_definition.h"

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "hash_noise.h"
#include "lesson_run.h"

#define COUNT_LOG 12u
#define COUNT (1u << COUNT_LOG)
#define CANARY 0xdeadbeefu
#define FACTOR_BITS 0x3f12b9adu

/* Numbers on a device, and the same on the host. */
typedef struct operands {
    scree_device *device;
    scree_buffer *buffer[3];
    float a[COUNT], b[COUNT];
    uint32_t whole[COUNT];
    uint32_t actual[COUNT];
    uint32_t expected[COUNT];
} operands;

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static operands *make_operands(scree_device *device)
{
    operands *made = calloc(1, sizeof *made);
    uint64_t state = 7;
    assert_non_null(made);
    made->device = device;
    for (uint32_t i = 0; i < COUNT; i++) {
        made->a[i] = (float)(fixture_draw_unit(&state) * 2.0 - 1.0);
        made->b[i] = (float)(fixture_draw_unit(&state) * 2.0 - 1.0);
        made->whole[i] = i;
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(scree_buffer_create(device, sizeof made->a, &made->buffer[i]), SCREE_OK);
    }
    assert_int_equal(scree_buffer_write(made->buffer[0], 0, sizeof made->a, made->a), SCREE_OK);
    assert_int_equal(scree_buffer_write(made->buffer[1], 0, sizeof made->b, made->b), SCREE_OK);
    return made;
}

static void free_operands(operands *freed)
{
    for (int i = 0; i < 3; i++) {
        scree_buffer_destroy(&freed->buffer[i]);
    }
    free(freed);
}

/* Expected are canaries, which no program has any business with. */
static void clear(operands *on)
{
    for (uint32_t i = 0; i < COUNT; i++) {
        on->expected[i] = CANARY;
    }
    assert_int_equal(scree_buffer_fill(on->buffer[2], CANARY, NULL), SCREE_OK);
}

static scree_lesson_step step_of(const operands *on, uint32_t program, uint32_t threads, uint32_t group, uint32_t each,
                                 uint32_t count)
{
    return (scree_lesson_step){.program = program,
                               .threads = threads,
                               .group = group,
                               .each = each,
                               .count = count,
                               .word = FACTOR_BITS,
                               .a = on->buffer[0],
                               .b = on->buffer[1],
                               .c = on->buffer[2]};
}

static void run_and_compare(operands *on, const scree_lesson_step *step, uint32_t times)
{
    scree_lesson_times taken = {-1.0, -1.0, -1.0};
    assert_int_equal(scree_lesson_run(on->device, step, 1, times, &taken), SCREE_OK);
    assert_true(taken.called > 0.0 && taken.done >= taken.called && taken.device >= 0.0);
    assert_int_equal(scree_buffer_read(on->buffer[2], 0, sizeof on->actual, on->actual), SCREE_OK);
    assert_memory_equal(on->actual, on->expected, sizeof on->actual);
}

static uint32_t stream_word(const operands *on, uint32_t program, uint32_t i)
{
    const float product = float_of(FACTOR_BITS) * on->b[i];
    switch (program) {
    case SCREE_LESSON_FILL:
        return FACTOR_BITS;
    case SCREE_LESSON_COPY:
        return bits_of(on->a[i]);
    case SCREE_LESSON_TRIAD:
        return bits_of(on->a[i] + product);
    default:
        return bits_of(on->a[i] + on->b[i]);
    }
}

static void check_streams(operands *on, uint32_t group)
{
    static const uint32_t programs[] = {SCREE_LESSON_FILL, SCREE_LESSON_COPY, SCREE_LESSON_TRIAD, SCREE_LESSON_ADD,
                                        SCREE_LESSON_ADD_FOURS};
    const uint32_t count = COUNT - 36; /* No multiple of a group. */
    for (size_t p = 0; p < sizeof programs / sizeof programs[0]; p++) {
        const uint32_t threads = programs[p] == SCREE_LESSON_ADD ? count : count / 4;
        clear(on);
        for (uint32_t i = 0; i < count; i++) {
            on->expected[i] = stream_word(on, programs[p], i);
        }
        const scree_lesson_step step = step_of(on, programs[p], threads, group, 1, count);
        run_and_compare(on, &step, 2);
    }
}

/* The k-th index that a thread reads, counted by going there: a stride, and one more after each time around. */
static uint32_t walk(uint32_t number, uint32_t stride)
{
    const uint32_t rows = COUNT / stride;
    return number % rows * stride + number / rows;
}

static void check_dots(operands *on, uint32_t group)
{
    for (uint32_t threads = 1; threads <= 512; threads *= 8) {
        for (uint32_t stride_log = 0; stride_log < COUNT_LOG; stride_log += 3) {
            scree_lesson_step step = step_of(on, SCREE_LESSON_DOT, threads, group, COUNT / threads, COUNT);
            step.stride_log = stride_log;
            clear(on);
            for (uint32_t thread = 0; thread < threads; thread++) {
                float sum = 0.0f;
                for (uint32_t number = thread; number < COUNT; number += threads) {
                    const uint32_t i = walk(number, 1u << stride_log);
                    const float product = on->a[i] * on->b[i];
                    sum = sum + product;
                }
                on->expected[thread] = bits_of(sum);
            }
            run_and_compare(on, &step, 1);
        }
    }
}

/* The whole numbers below 4000 are summed by groups, by atomics, and by groups with atomics. */
static void check_sums(operands *on, uint32_t group)
{
    const uint32_t count = 4000;
    const uint32_t each = 5;
    const uint32_t threads = (count + each - 1) / each;
    assert_int_equal(scree_buffer_write(on->buffer[0], 0, sizeof on->whole, on->whole), SCREE_OK);
    clear(on);
    for (uint32_t first = 0; first < count; first += group * each) {
        uint32_t sum = 0;
        for (uint32_t i = first; i < first + group * each && i < count; i++) {
            sum += i;
        }
        on->expected[first / (group * each)] = sum;
    }
    scree_lesson_step step = step_of(on, SCREE_LESSON_REDUCE, threads, group, each, count);
    run_and_compare(on, &step, 3);
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        const uint32_t program = is_shared ? SCREE_LESSON_SHARED_ATOMIC : SCREE_LESSON_ATOMIC;
        clear(on);
        on->expected[0] += 3 * (count / 2 * (count - 1));
        step = step_of(on, program, is_shared ? threads : count, group, is_shared ? each : 1, count);
        run_and_compare(on, &step, 3);
    }
    assert_int_equal(scree_buffer_write(on->buffer[0], 0, sizeof on->a, on->a), SCREE_OK);
}

static uint32_t loop_word(uint32_t thread, uint32_t turns)
{
    uint32_t word = thread;
    float fraction = 0.0f;
    for (uint32_t iteration = 0; iteration < turns; iteration++) {
        const float half = fraction * 0.5f;
        const float share = (float)(word >> 8) / 16777216.0f;
        fraction = share + half;
        word = (word * 1664525u + 1013904223u) ^ bits_of(fraction);
    }
    return word;
}

static uint32_t chains_word(uint32_t program, uint32_t thread, uint32_t turns)
{
    uint32_t sum = 0;
    for (uint32_t chain = 0; chain < 8; chain++) {
        uint32_t word = 8 * (thread % 256) + chain + 1;
        float number = (float)word;
        for (uint32_t iteration = 0; iteration < turns; iteration++) {
            const float product = float_of(FACTOR_BITS) * number;
            number = 0.75f + product;
            word = (word * FACTOR_BITS) ^ 0x9e3779b9u;
        }
        sum += program == SCREE_LESSON_FLOATS ? bits_of(number) : word;
    }
    return sum;
}

static void check_loops(operands *on, uint32_t group)
{
    static const uint32_t programs[] = {SCREE_LESSON_LOOP, SCREE_LESSON_FLOATS, SCREE_LESSON_WORDS};
    const uint32_t threads = 1300;
    const uint32_t turns = 13;
    for (size_t p = 0; p < sizeof programs / sizeof programs[0]; p++) {
        clear(on);
        for (uint32_t thread = 0; thread < threads; thread++) {
            on->expected[thread] = programs[p] == SCREE_LESSON_LOOP ? loop_word(thread, turns)
                                                                    : chains_word(programs[p], thread, turns);
        }
        const scree_lesson_step step = step_of(on, programs[p], threads, group, turns, 0);
        run_and_compare(on, &step, 1);
    }
}

/* 0 to 255 in one group; and two stages, of which the second reads what the first has written. */
static void check_stages(operands *on)
{
    scree_lesson_times taken;
    scree_lesson_step steps[2] = {step_of(on, SCREE_LESSON_REDUCE, 256, 256, 1, 256),
                                  step_of(on, SCREE_LESSON_REDUCE, 64, 64, 1, 16)};
    assert_int_equal(scree_buffer_write(on->buffer[0], 0, sizeof on->whole, on->whole), SCREE_OK);
    clear(on);
    on->expected[0] = 32640;
    run_and_compare(on, &steps[0], 1);
    steps[0] = step_of(on, SCREE_LESSON_REDUCE, COUNT, 256, 1, COUNT);
    steps[1].a = on->buffer[2];
    steps[1].c = on->buffer[1];
    assert_int_equal(scree_lesson_run(on->device, steps, 2, 4, &taken), SCREE_OK);
    assert_int_equal(scree_buffer_read(on->buffer[1], 0, sizeof on->actual, on->actual), SCREE_OK);
    assert_int_equal(on->actual[0], COUNT / 2 * (COUNT - 1));
}

void lesson_check_device(scree_device *device)
{
    operands *on = make_operands(device);
    const uint32_t limit = scree_lesson_limits_of(device).group;
    clear(on);
    const scree_lesson_step empty = step_of(on, SCREE_LESSON_EMPTY, 100, 32, 1, 0);
    run_and_compare(on, &empty, 1);
    const uint32_t groups[] = {1, 128, limit > 0 ? limit : SCREE_LESSON_GROUP};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        check_streams(on, groups[i]);
        check_dots(on, groups[i]);
        check_sums(on, groups[i]);
        check_loops(on, groups[i]);
    }
    check_stages(on);
    free_operands(on);
}

static void refuse(operands *on, scree_lesson_step step, uint32_t times)
{
    scree_lesson_times taken;
    assert_int_equal(scree_lesson_run(on->device, &step, 1, times, &taken), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "of a lesson"));
}

void lesson_check_refusals(scree_device *device)
{
    operands *on = make_operands(device);
    clear(on);
    const scree_lesson_step good = step_of(on, SCREE_LESSON_DOT, 4, 4, COUNT / 4, COUNT);
    const scree_lesson_step bad[] = {
        step_of(on, SCREE_LESSON_ALL_PROGRAMS, 1, 1, 1, 1),
        step_of(on, SCREE_LESSON_LOOP, 0, 1, 1, 1),
        step_of(on, SCREE_LESSON_LOOP, 8, 3, 1, 1),
        step_of(on, SCREE_LESSON_LOOP, 8, 2048, 1, 1),
        step_of(on, SCREE_LESSON_LOOP, COUNT + 1, 1, 1, 1),
        step_of(on, SCREE_LESSON_COPY, COUNT, 1, 1, COUNT + 4),
        step_of(on, SCREE_LESSON_COPY, COUNT, 1, 1, COUNT - 1),
        step_of(on, SCREE_LESSON_COPY, COUNT / 4 - 1, 1, 1, COUNT),
        step_of(on, SCREE_LESSON_DOT, 3, 1, COUNT / 4, COUNT),
        step_of(on, SCREE_LESSON_ATOMIC, COUNT - 1, 1, 1, COUNT),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refuse(on, bad[i], 1);
    }
    scree_lesson_step step = good;
    step.b = NULL;
    refuse(on, step, 1);
    step = good;
    step.stride_log = COUNT_LOG + 1;
    refuse(on, step, 1);
    refuse(on, good, 0);
    refuse(on, good, 257);
    assert_int_equal(scree_buffer_read(on->buffer[2], 0, sizeof on->actual, on->actual), SCREE_OK);
    assert_memory_equal(on->actual, on->expected, sizeof on->actual);
    free_operands(on);
}
