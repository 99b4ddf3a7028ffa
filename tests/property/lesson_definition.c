#include "lesson_definition.h"

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "lessons/hash_noise.h"
#include "lessons/lesson_noise.h"
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

static void run(operands *on, const scree_lesson_step *step, uint32_t times)
{
    scree_lesson_times taken = {-1.0, -1.0, -1.0};
    assert_int_equal(scree_lesson_run(on->device, step, 1, times, &taken), SCREE_OK);
    assert_true(taken.called > 0.0 && taken.done >= taken.called && taken.device >= 0.0);
    assert_int_equal(scree_buffer_read(on->buffer[2], 0, sizeof on->actual, on->actual), SCREE_OK);
}

static void run_and_compare(operands *on, const scree_lesson_step *step, uint32_t times)
{
    run(on, step, times);
    assert_memory_equal(on->actual, on->expected, sizeof on->actual);
}

/* Gives the first result of the next run, to which words are joined. */
static void start_from(operands *on, uint32_t word)
{
    on->expected[0] = word;
    assert_int_equal(scree_buffer_write(on->buffer[2], 0, sizeof word, &word), SCREE_OK);
}

static void write_operand(operands *on, int number, const void *words)
{
    assert_int_equal(scree_buffer_write(on->buffer[number], 0, sizeof on->a, words), SCREE_OK);
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
static uint32_t walk(uint32_t number, uint32_t stride, uint32_t count)
{
    const uint32_t rows = count / stride;
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
                    const uint32_t i = walk(number, 1u << stride_log, COUNT);
                    const float product = on->a[i] * on->b[i];
                    sum = sum + product;
                }
                on->expected[thread] = bits_of(sum);
            }
            run_and_compare(on, &step, 1);
        }
    }
}

/* A part of the float64 product with stride 8, whose factors have more digits than a float32. */
static double wide_part(const double *factors, uint32_t thread, uint32_t threads)
{
    double sum = 0.0;
    for (uint32_t number = thread; number < COUNT / 2; number += threads) {
        const uint32_t i = walk(number, 8, COUNT / 2);
        const double product = factors[i] * factors[i];
        sum = sum + product;
    }
    return sum;
}

static void check_wide_dots(operands *on, uint32_t group)
{
    double factors[COUNT / 2];
    for (uint32_t i = 0; i < COUNT / 2; i++) {
        factors[i] = (double)on->a[i] + 1.0 / (i + 3.0);
    }
    write_operand(on, 0, factors);
    write_operand(on, 1, factors);
    for (uint32_t threads = 1; threads <= 512; threads *= 8) {
        scree_lesson_step step = step_of(on, SCREE_LESSON_WIDE_DOT, threads, group, COUNT / 2 / threads, COUNT / 2);
        step.stride_log = 3;
        clear(on);
        for (uint32_t thread = 0; thread < threads; thread++) {
            const double part = wide_part(factors, thread, threads);
            memcpy(&on->expected[2 * thread], &part, sizeof part);
        }
        run_and_compare(on, &step, 1);
    }
    write_operand(on, 0, on->a);
    write_operand(on, 1, on->b);
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

/* Joins a word to the one before as each program does. */
static uint32_t joined(uint32_t program, uint32_t before, uint32_t word)
{
    switch (program) {
    case SCREE_LESSON_XOR:
        return before ^ word;
    case SCREE_LESSON_MINIMUM:
        return word < before ? word : before;
    case SCREE_LESSON_MAXIMUM:
        return word > before ? word : before;
    case SCREE_LESSON_EXCHANGE:
        return word;
    case SCREE_LESSON_PRODUCT:
        return before * (word / 2 * 2 + 1);
    default:
        return bits_of(float_of(before) + float_of(word));
    }
}

/* Joins in an order that does not matter to the result. */
static void check_joins(operands *on, uint32_t group)
{
    static const struct {
        uint32_t program;
        uint32_t start;
    } joins[] = {{SCREE_LESSON_XOR, 0x12345678}, {SCREE_LESSON_MINIMUM, UINT32_MAX}, {SCREE_LESSON_MAXIMUM, 0}};
    const uint32_t count = COUNT - 36;
    const uint32_t *words = (const uint32_t *)(const void *)on->a;
    for (size_t j = 0; j < sizeof joins / sizeof joins[0]; j++) {
        const scree_lesson_step step = step_of(on, joins[j].program, count, group, 1, count);
        clear(on);
        start_from(on, joins[j].start);
        for (uint32_t i = 0; i < 3 * count; i++) {
            on->expected[0] = joined(joins[j].program, on->expected[0], words[i % count]);
        }
        run_and_compare(on, &step, 3);
    }
}

static int compare_words(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/*
 * Words that were joined one after the other, in any order: what one made is what the next one replaced. Of `words`
 * `count` are joined; what they replaced lies behind the first result, and canaries behind that.
 */
static void assert_chain(operands *on, uint32_t program, uint32_t start, const uint32_t *words, uint32_t count)
{
    on->expected[0] = start;
    for (uint32_t i = 0; i < count; i++) {
        on->expected[1 + i] = joined(program, on->actual[1 + i], words[i]);
    }
    qsort(on->actual, 1 + count, sizeof on->actual[0], compare_words);
    qsort(on->expected, 1 + count, sizeof on->expected[0], compare_words);
    assert_memory_equal(on->actual, on->expected, sizeof on->actual);
}

/* The word of a group: each thread joins its own from `start` on, then halves of the group are joined. */
static uint32_t group_word(const scree_lesson_step *step, uint32_t number, uint32_t start, const uint32_t *words)
{
    uint32_t word[SCREE_LESSON_GROUP];
    const uint32_t first = number * step->group * step->each;
    for (uint32_t thread = 0; thread < step->group; thread++) {
        word[thread] = start;
        for (uint32_t k = 0; k < step->each; k++) {
            const uint32_t i = first + k * step->group + thread;
            word[thread] = i < step->count ? joined(step->program, word[thread], words[i]) : word[thread];
        }
    }
    for (uint32_t half = step->group / 2; half > 0; half /= 2) {
        for (uint32_t thread = 0; thread < half; thread++) {
            word[thread] = joined(step->program, word[thread], word[thread + half]);
        }
    }
    return word[0];
}

static void check_swaps(operands *on, uint32_t group)
{
    const uint32_t *words = (const uint32_t *)(const void *)on->a;
    uint32_t parts[COUNT];
    scree_lesson_step step = step_of(on, SCREE_LESSON_EXCHANGE, 4000, group, 1, 4000);
    clear(on);
    start_from(on, 77);
    run(on, &step, 1);
    assert_chain(on, SCREE_LESSON_EXCHANGE, 77, words, 4000);
    for (uint32_t program = SCREE_LESSON_PRODUCT; program <= SCREE_LESSON_FLOAT_SUM; program++) {
        const uint32_t start = program == SCREE_LESSON_PRODUCT ? 1 : 0;
        step = step_of(on, program, 800, group, 5, 3990);
        const uint32_t groups = (800 + group - 1) / group;
        for (uint32_t number = 0; number < groups; number++) {
            parts[number] = group_word(&step, number, start, words);
        }
        clear(on);
        start_from(on, start);
        run(on, &step, 1);
        assert_chain(on, program, start, parts, groups);
    }
}

/* Counts groups, and the threads of each, as one would write them down. */
static void check_numbers(operands *on)
{
    const uint32_t sides[3] = {4, 2, 2};
    const uint32_t groups[3] = {3, 5, 2};
    scree_lesson_step step = step_of(on, SCREE_LESSON_NUMBERS, 16 * 30, 16, 1, 0);
    memcpy(step.sides, sides, sizeof sides);
    memcpy(step.groups, groups, sizeof groups);
    clear(on);
    uint32_t thread = 0;
    for (uint32_t z = 0; z < 4; z++) {
        for (uint32_t y = 0; y < 10; y++) {
            for (uint32_t x = 0; x < 12; x++, thread++) {
                on->expected[3 * thread] = thread;
                on->expected[3 * thread + 1] = x / 4 + 3 * (y / 2) + 15 * (z / 2);
                on->expected[3 * thread + 2] = x % 4 + 4 * (y % 2) + 8 * (z % 2);
            }
        }
    }
    run_and_compare(on, &step, 1);
}

/* From word to word of a permutation in one cycle; in shared memory by the lower ten bits. */
static void check_walks(operands *on, uint32_t group)
{
    uint32_t next[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        next[i] = (i * 1664525u + 1013904223u) % COUNT;
    }
    write_operand(on, 0, next);
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        const uint32_t program = is_shared ? SCREE_LESSON_SHARED_WALK : SCREE_LESSON_WALK;
        const scree_lesson_step step = step_of(on, program, group, group, 50, COUNT);
        clear(on);
        start_from(on, 5);
        for (int steps = 0; steps < 150; steps++) {
            on->expected[0] = is_shared ? next[on->expected[0]] % 1024 : next[on->expected[0]];
        }
        run_and_compare(on, &step, 3);
    }
    write_operand(on, 0, on->a);
}

/* A node whose outer axes are folded: its value and its slopes along x and y. */
typedef struct noise_node {
    float value, x, y;
} noise_node;

/* Between two numbers, every step rounded by itself. */
static float between(float low, float high, float weight)
{
    const float difference = high - low;
    const float product = weight * difference;
    return low + product;
}

/* A number, and the rise of a slope to a distance. */
static float risen(float value, float slope, float distance)
{
    const float rise = slope * distance;
    return value + rise;
}

static float fade_weight(float f)
{
    const float inner = f * 6.0f;
    const float outer = f * (inner - 15.0f);
    const float square = f * f;
    const float cube = square * f;
    return cube * (outer + 10.0f);
}

/* One of 16 gradients: all of them along x, then along y, then along z. */
static uint32_t gradient_number(const uint32_t node[3], uint32_t octave)
{
    uint32_t keys = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        uint32_t key = (node[axis] + (3 * octave + axis) * 65536) * 0x9e3779b1u;
        key ^= key >> 15;
        keys ^= key * 0x846ca68bu;
    }
    keys *= 0x9e3779b1u;
    keys ^= keys >> 15;
    return keys * 0x846ca68bu >> 28;
}

/* The node above a column of the lattice, folded along z. */
static noise_node fold_column(const float *gradients, const uint32_t node[3], uint32_t octave, float f)
{
    const float weight = fade_weight(f);
    const float *low = gradients + gradient_number(node, octave);
    const float *high = gradients + gradient_number((const uint32_t[]){node[0], node[1], node[2] + 1}, octave);
    const float below = low[32] * f;
    const float above = high[32] * (f - 1.0f);
    return (noise_node){between(below, above, weight), between(low[0], high[0], weight),
                        between(low[16], high[16], weight)};
}

/* An octave of Perlin noise: folded along z, then x, then y. */
static float noise_octave(const float *gradients, const uint32_t at[3], uint32_t octave)
{
    const uint32_t node[3] = {at[0] / 16, at[1] / 16, at[2] / 16};
    const float f[3] = {(float)(at[0] % 16) / 16.0f, (float)(at[1] % 16) / 16.0f, (float)(at[2] % 16) / 16.0f};
    float value[2];
    float slope[2];
    for (uint32_t row = 0; row < 2; row++) {
        noise_node side[2];
        for (uint32_t column = 0; column < 2; column++) {
            const uint32_t corner[3] = {node[0] + column, node[1] + row, node[2]};
            side[column] = fold_column(gradients, corner, octave, f[2]);
        }
        const float weight = fade_weight(f[0]);
        value[row] =
            between(risen(side[0].value, side[0].x, f[0]), risen(side[1].value, side[1].x, f[0] - 1.0f), weight);
        slope[row] = between(side[0].y, side[1].y, weight);
    }
    return between(risen(value[0], slope[0], f[1]), risen(value[1], slope[1], f[1] - 1.0f), fade_weight(f[1]));
}

static void check_noise(operands *on, uint32_t group)
{
    const uint32_t threads = 1300;
    const scree_lesson_step step = step_of(on, SCREE_LESSON_NOISE, threads, group, 5, 0);
    clear(on);
    for (uint32_t thread = 0; thread < threads; thread++) {
        float sum = 0.0f;
        float weight = 1.0f;
        for (uint32_t octave = 0; octave < 5; octave++, weight /= 2.0f) {
            const uint32_t at[3] = {thread % 256 << octave, thread / 256 % 256 << octave, thread / 65536 << octave};
            const float term = noise_octave(on->b, at, octave) * weight;
            sum = sum + term;
        }
        on->expected[thread] = bits_of(sum);
    }
    run_and_compare(on, &step, 1);
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
    const scree_lesson_limits limits = scree_lesson_limits_of(device);
    clear(on);
    const scree_lesson_step empty = step_of(on, SCREE_LESSON_EMPTY, 100, 32, 1, 0);
    run_and_compare(on, &empty, 1);
    const uint32_t groups[] = {1, 128, limits.group > 0 ? limits.group : SCREE_LESSON_GROUP};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        check_streams(on, groups[i]);
        check_dots(on, groups[i]);
        check_sums(on, groups[i]);
        check_joins(on, groups[i]);
        check_swaps(on, groups[i]);
        check_walks(on, groups[i]);
        check_noise(on, groups[i]);
        check_loops(on, groups[i]);
        if (limits.has_float64) {
            check_wide_dots(on, groups[i]);
        }
    }
    check_numbers(on);
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
        step_of(on, SCREE_LESSON_EXCHANGE, COUNT, 1, 1, COUNT),
        step_of(on, SCREE_LESSON_PRODUCT, COUNT, 1, 1, COUNT),
        step_of(on, SCREE_LESSON_WIDE_DOT, 4, 4, COUNT / 4, COUNT),
        step_of(on, SCREE_LESSON_NUMBERS, 64, 64, 1, 0),
        step_of(on, SCREE_LESSON_NOISE, 8, 8, 9, 0),
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
    step = step_of(on, SCREE_LESSON_NUMBERS, 64, 64, 1, 0);
    memcpy(step.sides, (const uint32_t[]){8, 8, 1}, sizeof step.sides);
    memcpy(step.groups, (const uint32_t[]){2, 1, 1}, sizeof step.groups);
    refuse(on, step, 1);
    refuse(on, good, 0);
    refuse(on, good, 257);
    assert_int_equal(scree_buffer_read(on->buffer[2], 0, sizeof on->actual, on->actual), SCREE_OK);
    assert_memory_equal(on->actual, on->expected, sizeof on->actual);
    free_operands(on);
}
