/* The table of lessons, and what each row is on a device. */
#include <stdarg.h>
#include <string.h>

#include "lessons/lesson_noise.h"
#include "primer.h"

/* Threads that fill a large GPU. */
#define MANY_THREADS 262144u
#define LOOP_TURNS 1024u
/* Numbers that a CPU reads with strides: more than its caches hold, but it waits for each of them. */
#define STRIDED_SIZE ((uint64_t)1 << 24)
#define LONG_TURNS 4096u
#define CHAIN_TURNS 512u
#define QUICK_TURNS 16u
#define WALK_STEPS 8192u
#define LAST_GROUP 1024u
/* Threads of the rows that number them. */
#define SIDES_THREADS 64u
/* Drivers may end programs that run for some seconds, and the screen may stand still meanwhile: such programs run only
   if their lesson is asked for. */
#define LONG_SECONDS 1.0
#define LONGER_SECONDS 10.0

#define STREAM(lesson_name, case_name, which, run_on)                                       \
    {                                                                                       \
        .lesson = lesson_name, .name = case_name, .machines = run_on, .size = PRIMER_LARGE, \
        .program = SCREE_LESSON_##which                                                     \
    }
#define DOT(case_name, run_on, numbers, thread_count, group_size, stride)                                     \
    {                                                                                                         \
        .lesson = "dot", .name = case_name, .machines = run_on, .size = numbers, .program = SCREE_LESSON_DOT, \
        .threads = thread_count, .group = group_size, .stride_log = stride                                    \
    }
#define WIDE_DOT(case_name, run_on, numbers, thread_count, group_size)                                             \
    {                                                                                                              \
        .lesson = "dot", .name = case_name, .machines = run_on, .size = numbers, .program = SCREE_LESSON_WIDE_DOT, \
        .threads = thread_count, .group = group_size                                                               \
    }
#define NUMBERS(case_name, x, y, z, groups_x, groups_y, groups_z)                               \
    {                                                                                           \
        .sides = {x, y, z}, .groups = {groups_x, groups_y, groups_z}, .group = (x) * (y) * (z), \
        .threads = SIDES_THREADS, .lesson = "numbers", .name = case_name, .size = PRIMER_SIDES, \
        .program = SCREE_LESSON_NUMBERS                                                         \
    }
#define WALK(case_name, numbers, which, thread_count)                                                   \
    {                                                                                                   \
        .lesson = "shared-memory", .name = case_name, .size = numbers, .program = SCREE_LESSON_##which, \
        .threads = thread_count, .group = thread_count, .each = WALK_STEPS                              \
    }
#define JOIN(case_name, numbers, which, group_size, numbers_each)                                                      \
    {                                                                                                                  \
        .lesson = "atomics", .name = case_name, .size = numbers, .program = SCREE_LESSON_##which, .group = group_size, \
        .each = numbers_each                                                                                           \
    }
#define NOISE(case_name, run_on, threads_of_a_group)                                                   \
    {                                                                                                  \
        .lesson = "noise-groups", .name = case_name, .machines = run_on, .size = PRIMER_SAMPLES,       \
        .program = SCREE_LESSON_NOISE, .group = threads_of_a_group, .each = SCREE_LESSON_NOISE_OCTAVES \
    }
#define LIBRARY_DOT(numbers)                                                                                 \
    {                                                                                                        \
        .lesson = "dot", .name = "the library's, in a tree", .measure = PRIMER_LIBRARY_DOT, .size = numbers, \
        .program = SCREE_LESSON_DOT                                                                          \
    }
#define GROUP_SIZE(threads_of_a_group)                                                               \
    {                                                                                                \
        .lesson = "group-size", .name = "groups of " #threads_of_a_group, .machines = PRIMER_ON_GPU, \
        .size = PRIMER_LOOPS, .program = SCREE_LESSON_LOOP, .group = threads_of_a_group              \
    }
#define TIMED(case_name, kind, which, iterations)                                                       \
    {                                                                                                   \
        .lesson = "launch", .name = case_name, .measure = kind, .size = PRIMER_LOOPS, .program = which, \
        .each = iterations                                                                              \
    }
#define TRANSFER(case_name, kind, pinned)                                                                    \
    {                                                                                                        \
        .lesson = "transfer", .name = case_name, .measure = kind, .size = PRIMER_LARGE, .is_pinned = pinned, \
        .program = SCREE_LESSON_COPY                                                                         \
    }
#define SUM(lesson_name, case_name, run_on, numbers, which, numbers_each, two)         \
    {                                                                                  \
        .lesson = lesson_name, .name = case_name, .machines = run_on, .size = numbers, \
        .program = SCREE_LESSON_##which, .each = numbers_each, .is_two_stage = two     \
    }

/* The rows whose rates are ceilings come first. */
const struct primer_row primer_rows[] = {
    STREAM("copy-fill-triad", "copy, c = a", COPY, PRIMER_EVERYWHERE),
    STREAM("copy-fill-triad", "fill, c = number", FILL, PRIMER_EVERYWHERE),
    STREAM("copy-fill-triad", "triad, c = a + number * b", TRIAD, PRIMER_EVERYWHERE),
    {.lesson = "copy-fill-triad",
     .name = "fill, by the driver",
     .measure = PRIMER_DRIVER_FILL,
     .machines = PRIMER_ON_GPU,
     .size = PRIMER_LARGE,
     .program = SCREE_LESSON_FILL},
    {.lesson = "arithmetic",
     .name = "float32, multiply and add",
     .size = PRIMER_LOOPS,
     .program = SCREE_LESSON_FLOATS,
     .each = CHAIN_TURNS},
    {.lesson = "arithmetic",
     .name = "uint32, multiply and exclusive or",
     .size = PRIMER_LOOPS,
     .program = SCREE_LESSON_WORDS,
     .each = CHAIN_TURNS},
    STREAM("vector-add", "one number a thread", ADD, PRIMER_EVERYWHERE),
    STREAM("vector-add", "four numbers a thread", ADD_FOURS, PRIMER_ON_GPU),
    NUMBERS("one axis, 8 groups of 8", 8, 1, 1, 8, 1, 1),
    NUMBERS("three axes, 2x2x2 groups of 4x2x1", 4, 2, 1, 2, 2, 2),
    DOT("1 thread", PRIMER_EVERYWHERE, PRIMER_SMALL, 1, 1, 0),
    DOT("32 threads", PRIMER_ON_GPU, PRIMER_SMALL, 32, 32, 0),
    DOT("4096 threads", PRIMER_ON_GPU, PRIMER_SMALL, 4096, 128, 0),
    DOT("all threads", PRIMER_ON_CPU, PRIMER_SMALL, PRIMER_ALL_THREADS, 1, 0),
    LIBRARY_DOT(PRIMER_SMALL),
    DOT("1 thread", PRIMER_EVERYWHERE, PRIMER_LARGE, 1, 1, 0),
    DOT("32 threads", PRIMER_ON_GPU, PRIMER_LARGE, 32, 32, 0),
    DOT("4096 threads", PRIMER_ON_GPU, PRIMER_LARGE, 4096, 128, 0),
    DOT("4096 threads, own parts", PRIMER_ON_GPU, PRIMER_LARGE, 4096, 128, PRIMER_OWN_PART),
    DOT("262144 threads, own parts", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, PRIMER_OWN_PART),
    DOT("all threads, own parts", PRIMER_ON_CPU, PRIMER_LARGE, PRIMER_ALL_THREADS, 1, PRIMER_OWN_PART),
    DOT("262144 threads, stride 1", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 0),
    DOT("262144 threads, stride 2", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 1),
    DOT("262144 threads, stride 4", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 2),
    DOT("262144 threads, stride 8", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 3),
    DOT("262144 threads, stride 16", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 4),
    DOT("262144 threads, stride 32", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 5),
    DOT("262144 threads, stride 64", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 6),
    DOT("262144 threads, stride 128", PRIMER_ON_GPU, PRIMER_LARGE, MANY_THREADS, 0, 7),
    DOT("all threads, stride 1", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 0),
    DOT("all threads, stride 2", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 1),
    DOT("all threads, stride 4", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 2),
    DOT("all threads, stride 8", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 3),
    DOT("all threads, stride 16", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 4),
    DOT("all threads, stride 32", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 5),
    DOT("all threads, stride 64", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 6),
    DOT("all threads, stride 128", PRIMER_ON_CPU, PRIMER_STRIDED, PRIMER_ALL_THREADS, 1, 7),
    LIBRARY_DOT(PRIMER_LARGE),
    WIDE_DOT("float64, 1 thread", PRIMER_EVERYWHERE, PRIMER_SMALL, 1, 1),
    WIDE_DOT("float64, 131072 threads", PRIMER_ON_GPU, PRIMER_WIDE, MANY_THREADS / 2, 0),
    WIDE_DOT("float64, all threads", PRIMER_ON_CPU, PRIMER_WIDE, PRIMER_ALL_THREADS, 1),
    SUM("shared-memory", "0 to 255 in one group", PRIMER_EVERYWHERE, PRIMER_GROUP, REDUCE, 1, false),
    WALK("a walk through shared memory", PRIMER_SHARED, SHARED_WALK, PRIMER_PLAIN_GROUP),
    WALK("a walk through memory", PRIMER_LARGE, WALK, 1),
    SUM("two-stage", "one number a thread first", PRIMER_ON_GPU, PRIMER_LARGE, REDUCE, 1, true),
    SUM("two-stage", "16 numbers a thread first", PRIMER_EVERYWHERE, PRIMER_LARGE, REDUCE, PRIMER_STAGES_AT_ONCE, true),
    SUM("atomics", "an atomic for each number", PRIMER_EVERYWHERE, PRIMER_MIDDLE, ATOMIC, 1, false),
    SUM("atomics", "shared memory, an atomic a group", PRIMER_EVERYWHERE, PRIMER_MIDDLE, SHARED_ATOMIC, 1, false),
    SUM("atomics", "the same, 16 numbers a thread", PRIMER_EVERYWHERE, PRIMER_LARGE, SHARED_ATOMIC,
        PRIMER_STAGES_AT_ONCE, false),
    JOIN("exclusive or, for each number", PRIMER_MIDDLE, XOR, 0, 1),
    JOIN("minimum, for each number", PRIMER_MIDDLE, MINIMUM, 0, 1),
    JOIN("maximum, for each number", PRIMER_MIDDLE, MAXIMUM, 0, 1),
    JOIN("exchange, for each number", PRIMER_MIDDLE, EXCHANGE, 0, 1),
    JOIN("a product by compare and swap", PRIMER_MIDDLE, PRODUCT, 0, PRIMER_STAGES_AT_ONCE),
    JOIN("float32 by swaps, for each number", PRIMER_FEW, FLOAT_SUM, 1, 1),
    JOIN("shared memory, a swap a group", PRIMER_MIDDLE, FLOAT_SUM, 0, PRIMER_STAGES_AT_ONCE),
    {.lesson = "atomics",
     .name = "float32, the library's tree",
     .measure = PRIMER_LIBRARY_SUM,
     .size = PRIMER_MIDDLE,
     .program = SCREE_LESSON_FLOAT_SUM},
    {.lesson = "group-size",
     .name = "1 thread",
     .size = PRIMER_ONE,
     .program = SCREE_LESSON_LOOP,
     .group = 1,
     .each = LOOP_TURNS},
    {.lesson = "group-size",
     .name = "no groups",
     .machines = PRIMER_ON_CPU,
     .size = PRIMER_LOOPS,
     .program = SCREE_LESSON_LOOP,
     .each = LOOP_TURNS},
    GROUP_SIZE(1),
    GROUP_SIZE(2),
    GROUP_SIZE(4),
    GROUP_SIZE(8),
    GROUP_SIZE(16),
    GROUP_SIZE(32),
    GROUP_SIZE(64),
    GROUP_SIZE(128),
    GROUP_SIZE(256),
    GROUP_SIZE(512),
    GROUP_SIZE(1024),
    NOISE("no groups", PRIMER_ON_CPU, 1),
    NOISE("groups of 32", PRIMER_ON_GPU, 32),
    NOISE("groups of 64", PRIMER_ON_GPU, 64),
    NOISE("groups of 128", PRIMER_ON_GPU, 128),
    NOISE("groups of 256", PRIMER_ON_GPU, 256),
    NOISE("groups of 512", PRIMER_ON_GPU, 512),
    NOISE("groups of 1024", PRIMER_ON_GPU, 1024),
    TIMED("nothing to do: the call", PRIMER_CALL, SCREE_LESSON_EMPTY, 1),
    TIMED("nothing to do: done", PRIMER_COMPLETION, SCREE_LESSON_EMPTY, 1),
    TIMED("a long loop: the call", PRIMER_CALL, SCREE_LESSON_LOOP, LONG_TURNS),
    TIMED("a long loop: done", PRIMER_COMPLETION, SCREE_LESSON_LOOP, LONG_TURNS),
    TRANSFER("to the device, ordinary memory", PRIMER_UPLOAD, false),
    TRANSFER("to the device, pinned memory", PRIMER_UPLOAD, true),
    TRANSFER("to the host, ordinary memory", PRIMER_DOWNLOAD, false),
    TRANSFER("to the host, pinned memory", PRIMER_DOWNLOAD, true),
};
const size_t primer_row_count = sizeof primer_rows / sizeof primer_rows[0];

const char *scree_bench_lesson_name(int number)
{
    int found = -1;
    for (size_t i = 0; i < primer_row_count; i++) {
        const bool is_first = i == 0 || strcmp(primer_rows[i].lesson, primer_rows[i - 1].lesson) != 0;
        found += is_first ? 1 : 0;
        if (is_first && found == number) {
            return primer_rows[i].lesson;
        }
    }
    return NULL;
}

/* The greatest power of two that is not above a number. */
static uint64_t power_below(uint64_t number)
{
    uint64_t power = 1;
    while (power <= number / 2) {
        power *= 2;
    }
    return power;
}

/* Numbers of the largest rows: as many as shown in docs/primer.md, or what the device has room for. */
static uint64_t large_size(const struct primer *primer)
{
    const bool is_software = primer->info.kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
    const uint64_t wanted = primer->options->quick ? (uint64_t)1 << 18
                            : is_software          ? (uint64_t)1 << 24
                                                   : (uint64_t)1 << 27;
    const uint64_t room = primer->info.memory_bytes / 8 / sizeof(uint32_t);
    const uint64_t span = primer->limits.buffer_bytes / sizeof(uint32_t);
    uint64_t size = wanted;
    size = room > 0 && size > room ? power_below(room) : size;
    return size > span ? power_below(span) : size;
}

static bool is_slow(const struct primer *primer)
{
    return primer->is_cpu || primer->info.kind == SCREE_DEVICE_KIND_SOFTWARE_GPU;
}

void primer_sizes(struct primer *primer)
{
    const bool quick = primer->options->quick;
    const uint64_t large = large_size(primer);
    /* The replaced numbers lie behind the result, so half of the room is enough. */
    const uint64_t middle = (uint64_t)1 << (quick ? 14 : 22);
    const uint64_t loops = (uint64_t)1 << (quick ? 10 : is_slow(primer) ? 16 : 18);
    const uint64_t sizes[PRIMER_SIZES] = {
        [PRIMER_ONE] = 1,
        [PRIMER_SIDES] = SIDES_THREADS,
        [PRIMER_GROUP] = PRIMER_PLAIN_GROUP,
        [PRIMER_FEW] = (uint64_t)1 << (quick ? 8 : 12),
        [PRIMER_SHARED] = SCREE_LESSON_GROUP,
        [PRIMER_SMALL] = (uint64_t)1 << (quick ? 14 : 18),
        [PRIMER_MIDDLE] = middle < large / 2 ? middle : large / 2,
        [PRIMER_STRIDED] = STRIDED_SIZE,
        [PRIMER_WIDE] = large / 2,
        [PRIMER_LARGE] = large,
        [PRIMER_LOOPS] = loops,
        [PRIMER_SAMPLES] = quick || is_slow(primer) ? loops : (uint64_t)1 << 22,
    };
    for (int i = 0; i < PRIMER_SIZES; i++) {
        primer->sizes[i] = sizes[i] < large ? sizes[i] : large;
    }
}

bool primer_is_streamed(uint32_t program)
{
    return program == SCREE_LESSON_FILL || program == SCREE_LESSON_COPY || program == SCREE_LESSON_TRIAD ||
           program == SCREE_LESSON_ADD || program == SCREE_LESSON_ADD_FOURS;
}

bool primer_is_chained(uint32_t program)
{
    return program == SCREE_LESSON_EXCHANGE || program == SCREE_LESSON_PRODUCT || program == SCREE_LESSON_FLOAT_SUM;
}

static bool is_dot(uint32_t program)
{
    return program == SCREE_LESSON_DOT || program == SCREE_LESSON_WIDE_DOT;
}

static bool is_walk(uint32_t program)
{
    return program == SCREE_LESSON_WALK || program == SCREE_LESSON_SHARED_WALK;
}

bool primer_is_joined(uint32_t program)
{
    return primer_is_chained(program) || is_walk(program) || program == SCREE_LESSON_ATOMIC ||
           program == SCREE_LESSON_SHARED_ATOMIC || program == SCREE_LESSON_XOR || program == SCREE_LESSON_MINIMUM ||
           program == SCREE_LESSON_MAXIMUM;
}

bool primer_has_loops(const struct primer_result *result)
{
    const struct primer_row *row = result->row;
    const bool is_loop = row->program == SCREE_LESSON_LOOP && row->machines != PRIMER_ON_CPU;
    return row->measure == PRIMER_PROGRAM &&
           (is_loop || is_walk(row->program) || (is_dot(row->program) && result->steps[0].threads == 1));
}

static bool is_loop(uint32_t program)
{
    return program == SCREE_LESSON_LOOP || program == SCREE_LESSON_FLOATS || program == SCREE_LESSON_WORDS;
}

enum primer_contents primer_contents_of(const struct primer_row *row)
{
    switch (row->program) {
    case SCREE_LESSON_DOT:
    case SCREE_LESSON_FLOAT_SUM:
        return PRIMER_INVERSES;
    case SCREE_LESSON_WIDE_DOT:
        return PRIMER_WIDE_INVERSES;
    case SCREE_LESSON_XOR:
    case SCREE_LESSON_MINIMUM:
    case SCREE_LESSON_MAXIMUM:
    case SCREE_LESSON_EXCHANGE:
    case SCREE_LESSON_PRODUCT:
        return PRIMER_SCATTERED;
    case SCREE_LESSON_WALK:
    case SCREE_LESSON_SHARED_WALK:
        return PRIMER_CYCLE;
    case SCREE_LESSON_NOISE:
        return PRIMER_GRADIENTS;
    case SCREE_LESSON_REDUCE:
    case SCREE_LESSON_ATOMIC:
    case SCREE_LESSON_SHARED_ATOMIC:
        return PRIMER_WHOLE;
    default:
        return primer_is_streamed(row->program) && row->measure == PRIMER_PROGRAM ? PRIMER_PAIRS : PRIMER_NO_CONTENTS;
    }
}

/* The least power of two that is as large as the pool. */
static uint32_t pool_threads(const struct primer *primer)
{
    const uint32_t below = (uint32_t)power_below(primer->info.threads);
    return below < primer->info.threads ? 2 * below : below;
}

static uint32_t threads_of(const struct primer *primer, const struct primer_row *row, uint64_t numbers)
{
    if (row->threads == PRIMER_ALL_THREADS) {
        return pool_threads(primer);
    }
    if (row->threads != PRIMER_THREAD_EACH) {
        return row->threads;
    }
    const bool is_by_fours = primer_is_streamed(row->program) && row->program != SCREE_LESSON_ADD;
    if (row->program == SCREE_LESSON_EMPTY || row->program == SCREE_LESSON_NOISE || is_loop(row->program)) {
        return (uint32_t)numbers;
    }
    const uint64_t each = is_by_fours ? 4 : row->each > 0 ? row->each : 1;
    return (uint32_t)((numbers + each - 1) / each);
}

static uint32_t each_of(const struct primer *primer, const struct primer_row *row, uint64_t numbers, uint32_t threads)
{
    if ((is_loop(row->program) || is_walk(row->program)) && primer->options->quick) {
        return QUICK_TURNS;
    }
    if (row->each > 0) {
        return row->each == LONG_TURNS && is_slow(primer) ? LONG_TURNS / 8 : row->each;
    }
    return is_dot(row->program) ? (uint32_t)(numbers / threads) : row->program == SCREE_LESSON_LOOP ? LOOP_TURNS : 1;
}

/* A factor that no product with it rounds alike, and the word that is stored; chains have factors that suit them. */
static uint32_t word_of(uint32_t program)
{
    switch (program) {
    case SCREE_LESSON_FLOATS:
        return 0x3e800000u; /* 0.25. */
    case SCREE_LESSON_WORDS:
        return 1664525u;
    default:
        return 0x3f12b9acu; /* 0.573. */
    }
}

/* The sums of groups, made one by a last group. */
static void add_second_stage(const struct primer *primer, struct primer_result *result)
{
    const scree_lesson_step *first = &result->steps[0];
    const uint32_t groups = (first->threads + first->group - 1) / first->group;
    const uint32_t group = primer->is_cpu || primer->limits.group >= LAST_GROUP ? LAST_GROUP : primer->limits.group;
    result->steps[result->step_count++] = (scree_lesson_step){.program = SCREE_LESSON_REDUCE,
                                                              .threads = group,
                                                              .group = group,
                                                              .each = (groups + group - 1) / group,
                                                              .count = groups,
                                                              .a = primer->c,
                                                              .c = primer->end};
    result->bytes += 2 * sizeof(uint32_t) * (uint64_t)groups;
}

static void add_steps(const struct primer *primer, struct primer_result *result)
{
    const struct primer_row *row = result->row;
    const uint64_t numbers = primer->sizes[row->size];
    scree_lesson_step step = {.program = row->program,
                              .count = (uint32_t)numbers,
                              .group = row->group > 0 ? row->group : PRIMER_PLAIN_GROUP,
                              .word = word_of(row->program),
                              .a = primer->a,
                              .b = primer->b,
                              .c = primer->c};
    step.threads = threads_of(primer, row, numbers);
    step.each = each_of(primer, row, numbers, step.threads);
    memcpy(step.sides, row->sides, sizeof step.sides);
    memcpy(step.groups, row->groups, sizeof step.groups);
    step.stride_log = row->stride_log == PRIMER_OWN_PART ? scree_lesson_log(step.each) : row->stride_log;
    result->steps[0] = step;
    result->step_count = 1;
    result->numbers = numbers;
}

/* Words that a program reads and writes for each of its numbers. */
static uint64_t words_of(uint32_t program)
{
    switch (program) {
    case SCREE_LESSON_TRIAD:
    case SCREE_LESSON_ADD:
    case SCREE_LESSON_ADD_FOURS:
        return 3;
    case SCREE_LESSON_NUMBERS:
        return 3;
    case SCREE_LESSON_COPY:
    case SCREE_LESSON_DOT:
    case SCREE_LESSON_EXCHANGE:
        return 2;
    case SCREE_LESSON_WIDE_DOT:
        return 4;
    case SCREE_LESSON_EMPTY:
    case SCREE_LESSON_LOOP:
    case SCREE_LESSON_FLOATS:
    case SCREE_LESSON_WORDS:
    case SCREE_LESSON_NOISE:
    case SCREE_LESSON_WALK:
    case SCREE_LESSON_SHARED_WALK:
        return 0;
    default:
        return 1;
    }
}

static uint64_t operations_of(const scree_lesson_step *step)
{
    const uint64_t iterations = (uint64_t)step->threads * step->each;
    return step->program == SCREE_LESSON_LOOP ? SCREE_LESSON_LOOP_OPERATIONS * iterations
           : is_loop(step->program) ? (uint64_t)SCREE_LESSON_CHAINS * SCREE_LESSON_CHAIN_OPERATIONS * iterations
                                    : 0;
}

bool primer_is_transfer(const struct primer_row *row)
{
    return row->measure == PRIMER_UPLOAD || row->measure == PRIMER_DOWNLOAD;
}

static enum primer_bound bound_of(const struct primer_result *result)
{
    if (result->row->size <= PRIMER_GROUP || (result->bytes == 0 && result->operations == 0)) {
        return PRIMER_UNBOUNDED;
    }
    return primer_is_transfer(result->row) ? PRIMER_TRANSFERS : result->bytes > 0 ? PRIMER_MEMORY : PRIMER_ARITHMETIC;
}

static void count_work(struct primer_result *result)
{
    const struct primer_row *row = result->row;
    const bool is_launch = row->measure == PRIMER_CALL || row->measure == PRIMER_COMPLETION;
    const uint64_t words = primer_is_transfer(row) ? 1 : words_of(row->program);
    result->bytes = is_launch ? 0 : sizeof(uint32_t) * result->numbers * words;
    result->operations = is_launch ? 0 : operations_of(&result->steps[0]);
    result->bound = bound_of(result);
}

static uint64_t work_of(const struct primer_result *result)
{
    return result->bound == PRIMER_ARITHMETIC ? result->operations : result->bytes;
}

double primer_rate(const struct primer_result *result)
{
    return result->bound == PRIMER_UNBOUNDED ? 0.0 : (double)work_of(result) / result->taken.median;
}

double primer_share(const struct primer *primer, const struct primer_result *result)
{
    const double ceiling = primer->ceilings[result->bound].rate;
    return result->bound != PRIMER_UNBOUNDED && ceiling > 0.0 ? primer_rate(result) / ceiling : 0.0;
}

bool primer_gives_ceiling(const struct primer_row *row)
{
    return row->program == SCREE_LESSON_COPY || row->program == SCREE_LESSON_FILL ||
           row->program == SCREE_LESSON_TRIAD || row->program == SCREE_LESSON_FLOATS ||
           row->program == SCREE_LESSON_WORDS;
}

__attribute__((format(printf, 2, 3))) static void leave_out(struct primer_result *result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->unsupported_reason, sizeof result->unsupported_reason, format, arguments);
    va_end(arguments);
}

void primer_prepare(const struct primer *primer, struct primer_result *result)
{
    const struct primer_row *row = result->row;
    const scree_lesson_step *step = &result->steps[0];
    if (row->machines == (primer->is_cpu ? PRIMER_ON_GPU : PRIMER_ON_CPU)) {
        result->is_elsewhere = true;
        leave_out(result, "not on a %s", primer->is_cpu ? "CPU" : "GPU");
        return;
    }
    add_steps(primer, result);
    count_work(result);
    if (row->is_two_stage) {
        add_second_stage(primer, result);
    }
    if (!primer->is_cpu && step->group > primer->limits.group) {
        leave_out(result, "groups have %u threads at most", primer->limits.group);
    } else if (row->measure == PRIMER_PROGRAM && is_dot(row->program) && step->each > primer->limits.dot_numbers) {
        leave_out(result, "loops of this device end after %u numbers", primer->limits.dot_numbers);
    } else if (row->program == SCREE_LESSON_WIDE_DOT && !primer->limits.has_float64) {
        leave_out(result, "this device has no float64");
    }
}

/* Whether an earlier row is the same program with as many threads, for fewer numbers. */
static bool is_shorter(const struct primer_result *earlier, const struct primer_result *result)
{
    const struct primer_row *a = earlier->row;
    const struct primer_row *b = result->row;
    return a->measure == PRIMER_PROGRAM && b->measure == PRIMER_PROGRAM && a->program == b->program &&
           a->threads == b->threads && a->threads != PRIMER_THREAD_EACH && a->stride_log == b->stride_log &&
           a->size < b->size && earlier->taken.median > 0.0;
}

void primer_leave_out_if_long(const struct primer *primer, struct primer_result *result)
{
    const double most = primer->options->lesson != NULL ? LONGER_SECONDS : LONG_SECONDS;
    for (size_t i = 0; &primer->results[i] != result && !primer->options->quick; i++) {
        const struct primer_result *earlier = &primer->results[i];
        if (is_shorter(earlier, result)) {
            const double growth = (double)result->numbers / (double)earlier->numbers;
            const double seconds = growth * earlier->taken.median;
            if (seconds > most && result->unsupported_reason[0] == '\0') {
                leave_out(result, "it would take about %.1f s%s", seconds,
                          seconds <= LONGER_SECONDS ? "; name its lesson" : "");
            }
        }
    }
}
