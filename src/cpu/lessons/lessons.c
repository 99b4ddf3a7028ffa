/*
 * The primer's programs (kernels/lessons/lesson.h) on the CPU, in plain C: the threads of the pool share the work in
 * tasks, and there are no groups. What has an order, a thread's part of a dot product, has the one of all devices.
 */
#include <stdatomic.h>

#include "cpu_device.h"
#include "lessons/hash_noise.h"
#include "hash_noise_lessons.h"
#include "lessons/lesson_noise.h"
#include "whole_numbers.h"

/* Numbers of a task, and threads of a task whose loops are arithmetic alone. */
#define TASK_NUMBERS 65536u
#define TASK_LOOPS 1024u

/* A step, and what a task does of it. */
typedef struct lesson_tasks {
    const scree_lesson_step *step;
    const uint32_t *a;
    const uint32_t *b;
    uint32_t *c;
    uint64_t count; /* Tasks. */
    uint32_t workers;
    void (*run)(const struct lesson_tasks *tasks, uint64_t number);
} lesson_tasks;

/* The numbers or threads of a task: `size` for each, `all` together. */
typedef struct task_range {
    uint64_t first;
    uint64_t end;
} task_range;

static task_range range_of(uint64_t number, uint64_t size, uint64_t all)
{
    return (task_range){number * size, scree_min((number + 1) * size, all)};
}

static const float *floats(const uint32_t *words)
{
    return (const float *)(const void *)words;
}

static void run_nothing(const lesson_tasks *tasks, uint64_t number)
{
    (void)tasks;
    (void)number;
}

static void fill_words(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_NUMBERS, tasks->step->count);
    for (uint64_t i = range.first; i < range.end; i++) {
        tasks->c[i] = tasks->step->word;
    }
}

static void copy_words(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_NUMBERS, tasks->step->count);
    for (uint64_t i = range.first; i < range.end; i++) {
        tasks->c[i] = tasks->a[i];
    }
}

static void make_triad(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_NUMBERS, tasks->step->count);
    const float factor = scree_f32_from_bits(tasks->step->word);
    const float *a = floats(tasks->a);
    const float *b = floats(tasks->b);
    float *c = (float *)(void *)tasks->c;
    for (uint64_t i = range.first; i < range.end; i++) {
        c[i] = scree_lesson_triad(a[i], b[i], factor);
    }
}

static void add_numbers(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_NUMBERS, tasks->step->count);
    const float *a = floats(tasks->a);
    const float *b = floats(tasks->b);
    float *c = (float *)(void *)tasks->c;
    for (uint64_t i = range.first; i < range.end; i++) {
        c[i] = scree_lesson_add(a[i], b[i]);
    }
}

/* Dot products of a type of numbers. A task is a thread of the lesson. */
#define DEFINE_DOT(name, real, add_product)                                                                           \
    static void name(const lesson_tasks *tasks, uint64_t number)                                                      \
    {                                                                                                                 \
        const scree_lesson_step *step = tasks->step;                                                                  \
        const uint32_t count_log = scree_lesson_log(step->count);                                                     \
        const real *a = (const real *)(const void *)tasks->a;                                                         \
        const real *b = (const real *)(const void *)tasks->b;                                                         \
        real sum = 0;                                                                                                 \
        for (uint32_t k = 0; k < step->each; k++) {                                                                   \
            const uint32_t i = scree_lesson_index((uint32_t)number + k * step->threads, step->stride_log, count_log); \
            sum = add_product(sum, a[i], b[i]);                                                                       \
        }                                                                                                             \
        ((real *)(void *)tasks->c)[number] = sum;                                                                     \
    }
DEFINE_DOT(make_dot, float, scree_lesson_dot)
DEFINE_DOT(make_wide_dot, double, scree_lesson_wide_dot)
#undef DEFINE_DOT

static uint32_t sum_words(const uint32_t *words, task_range range)
{
    uint32_t sum = 0;
    for (uint64_t i = range.first; i < range.end; i++) {
        sum += words[i];
    }
    return sum;
}

/* A task is a group of the lesson. */
static void sum_group(const lesson_tasks *tasks, uint64_t number)
{
    const uint64_t size = (uint64_t)tasks->step->group * tasks->step->each;
    tasks->c[number] = sum_words(tasks->a, range_of(number, size, tasks->step->count));
}

/* Joins a word to the first result as the step's program does, and returns the word that was there. */
static uint32_t join_atomically(const lesson_tasks *tasks, uint32_t word)
{
    _Atomic uint32_t *joined = (_Atomic uint32_t *)tasks->c;
    uint32_t before = atomic_load_explicit(joined, memory_order_relaxed);
    uint32_t after = 0;
    do {
        after = scree_lesson_join(tasks->step->program, before, word);
    } while (
        !atomic_compare_exchange_weak_explicit(joined, &before, after, memory_order_relaxed, memory_order_relaxed));
    return before;
}

static uint32_t add_atomically(uint32_t *sum, uint32_t word)
{
    return atomic_fetch_add_explicit((_Atomic uint32_t *)sum, word, memory_order_relaxed);
}

static void add_every_word(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_NUMBERS, tasks->step->count);
    for (uint64_t i = range.first; i < range.end; i++) {
        add_atomically(tasks->c, tasks->a[i]);
    }
}

static void add_sums(const lesson_tasks *tasks, uint64_t number)
{
    add_atomically(tasks->c, sum_words(tasks->a, range_of(number, TASK_NUMBERS, tasks->step->count)));
}

static void join_every_word(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_NUMBERS, tasks->step->count);
    for (uint64_t i = range.first; i < range.end; i++) {
        join_atomically(tasks, tasks->a[i]);
    }
}

static void exchange_every_word(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_NUMBERS, tasks->step->count);
    for (uint64_t i = range.first; i < range.end; i++) {
        tasks->c[1 + i] = atomic_exchange_explicit((_Atomic uint32_t *)tasks->c, tasks->a[i], memory_order_relaxed);
    }
}

/* A task is a group of the lesson, whose words are joined in the order of its threads. */
static void join_group(const lesson_tasks *tasks, uint64_t number)
{
    const scree_lesson_step *step = tasks->step;
    const uint64_t size = (uint64_t)step->group * step->each;
    const task_range range = range_of(number, size, step->count);
    uint32_t joined[SCREE_LESSON_GROUP];
    for (uint32_t thread = 0; thread < step->group; thread++) {
        joined[thread] = scree_lesson_start(step->program);
    }
    for (uint64_t row = range.first; row < range.end; row += step->group) {
        for (uint32_t thread = 0; thread < step->group && row + thread < range.end; thread++) {
            joined[thread] = scree_lesson_join(step->program, joined[thread], tasks->a[row + thread]);
        }
    }
    for (uint32_t half = step->group / 2; half > 0; half /= 2) {
        for (uint32_t thread = 0; thread < half; thread++) {
            joined[thread] = scree_lesson_join(step->program, joined[thread], joined[thread + half]);
        }
    }
    tasks->c[1 + number] = join_atomically(tasks, joined[0]);
}

/* A task is a group of the lesson. */
static void store_numbers(const lesson_tasks *tasks, uint64_t number)
{
    const uint32_t *sides = tasks->step->sides;
    const uint32_t *groups = tasks->step->groups;
    const uint32_t group = (uint32_t)number;
    for (uint32_t own = 0; own < tasks->step->group; own++) {
        const uint32_t x = group % groups[0] * sides[0] + own % sides[0];
        const uint32_t y = group / groups[0] % groups[1] * sides[1] + own / sides[0] % sides[1];
        const uint32_t z = group / groups[0] / groups[1] * sides[2] + own / sides[0] / sides[1];
        const uint32_t thread = scree_lesson_number(x, y, z, groups[0] * sides[0], groups[1] * sides[1]);
        memcpy(tasks->c + 3 * thread, (const uint32_t[]){thread, group, own}, 3 * sizeof *tasks->c);
    }
}

/* One task: each step waits for the one before. A copy of few words stays in the nearest cache. */
static void walk(const lesson_tasks *tasks, uint64_t number)
{
    (void)number;
    uint32_t nearest[SCREE_LESSON_GROUP];
    const uint32_t *words = tasks->a;
    if (tasks->step->program == SCREE_LESSON_SHARED_WALK) {
        for (uint32_t i = 0; i < SCREE_LESSON_GROUP; i++) {
            nearest[i] = words[i] % SCREE_LESSON_GROUP;
        }
        words = nearest;
    }
    uint32_t at = tasks->c[0];
    for (uint32_t step = 0; step < tasks->step->each; step++) {
        at = words[at];
    }
    tasks->c[0] = at;
}

/* The result that the thread `thread` of a lesson computes from its number. */
static uint32_t arithmetic_result(const lesson_tasks *tasks, uint32_t thread)
{
    const scree_lesson_step *step = tasks->step;
    switch (step->program) {
    case SCREE_LESSON_NOISE:
        return scree_lesson_noise(thread, step->each, tasks->b);
    case SCREE_LESSON_FLOATS:
        return scree_lesson_floats(thread, step->each, scree_f32_from_bits(step->word));
    case SCREE_LESSON_WORDS:
        return scree_lesson_words(thread, step->each, step->word);
    default:
        return scree_lesson_loop(thread, step->each);
    }
}

static void run_arithmetic(const lesson_tasks *tasks, uint64_t number)
{
    const task_range range = range_of(number, TASK_LOOPS, tasks->step->threads);
    for (uint64_t thread = range.first; thread < range.end; thread++) {
        tasks->c[thread] = arithmetic_result(tasks, (uint32_t)thread);
    }
}

/* A task is a group of the lesson. */
static void make_hash_noise(const lesson_tasks *tasks, uint64_t number)
{
    scree_cpu_hash_noise(tasks->step, tasks->b, (float *)(void *)tasks->c, (uint32_t)number);
}

/* The function of a program, and how many of its numbers are a task's. */
static void choose(lesson_tasks *tasks)
{
    const scree_lesson_step *step = tasks->step;
    const uint64_t parts = scree_div_round_up(step->count, TASK_NUMBERS);
    const uint64_t loops = scree_div_round_up(step->threads, TASK_LOOPS);
    const uint64_t groups = scree_div_round_up(step->threads, step->group);
    const struct {
        void (*run)(const lesson_tasks *tasks, uint64_t number);
        uint64_t count;
    } rows[SCREE_LESSON_PROGRAMS] = {
        [SCREE_LESSON_EMPTY] = {run_nothing, tasks->workers},
        [SCREE_LESSON_FILL] = {fill_words, parts},
        [SCREE_LESSON_COPY] = {copy_words, parts},
        [SCREE_LESSON_TRIAD] = {make_triad, parts},
        [SCREE_LESSON_ADD] = {add_numbers, parts},
        [SCREE_LESSON_ADD_FOURS] = {add_numbers, parts},
        [SCREE_LESSON_DOT] = {make_dot, step->threads},
        [SCREE_LESSON_REDUCE] = {sum_group, groups},
        [SCREE_LESSON_ATOMIC] = {add_every_word, parts},
        [SCREE_LESSON_SHARED_ATOMIC] = {add_sums, parts},
        [SCREE_LESSON_LOOP] = {run_arithmetic, loops},
        [SCREE_LESSON_FLOATS] = {run_arithmetic, loops},
        [SCREE_LESSON_WORDS] = {run_arithmetic, loops},
        [SCREE_LESSON_XOR] = {join_every_word, parts},
        [SCREE_LESSON_MINIMUM] = {join_every_word, parts},
        [SCREE_LESSON_MAXIMUM] = {join_every_word, parts},
        [SCREE_LESSON_EXCHANGE] = {exchange_every_word, parts},
        [SCREE_LESSON_PRODUCT] = {join_group, groups},
        [SCREE_LESSON_FLOAT_SUM] = {join_group, groups},
        [SCREE_LESSON_NUMBERS] = {store_numbers, groups},
        [SCREE_LESSON_WIDE_DOT] = {make_wide_dot, step->threads},
        [SCREE_LESSON_NOISE] = {run_arithmetic, loops},
        [SCREE_LESSON_WALK] = {walk, 1},
        [SCREE_LESSON_SHARED_WALK] = {walk, 1},
    };
    const bool is_hash_noise = step->program >= SCREE_LESSON_PROGRAMS;
    tasks->run = is_hash_noise ? make_hash_noise : rows[step->program].run;
    tasks->count = is_hash_noise ? groups : rows[step->program].count;
}

static void run_task(void *user, uint32_t worker, uint64_t number)
{
    const lesson_tasks *tasks = user;
    (void)worker;
    tasks->run(tasks, number);
}

static uint32_t *words_at(scree_buffer *buffer)
{
    return buffer != NULL ? (uint32_t *)(void *)scree_cpu_buffer_values(buffer, 0) : NULL;
}

static void run_step(const scree_cpu_device *cpu, const scree_lesson_step *step)
{
    lesson_tasks tasks = {.step = step,
                          .a = words_at(step->a),
                          .b = words_at(step->b),
                          .c = words_at(step->c),
                          .workers = cpu->base.info.threads};
    choose(&tasks);
    scree_worker_pool_run(cpu->pool, (uint32_t)scree_min(tasks.count, tasks.workers), tasks.count, run_task, &tasks);
}

scree_lesson_limits scree_cpu_lesson_limits(const scree_device *device)
{
    (void)device;
    return (scree_lesson_limits){.buffer_bytes = UINT64_MAX, .dot_numbers = UINT32_MAX, .has_float64 = true};
}

scree_result scree_cpu_lesson(scree_device *device, const scree_lesson_step *steps, uint32_t count, uint32_t times,
                              scree_lesson_times *taken)
{
    const double start = scree_os_clock_seconds();
    for (uint32_t i = 0; i < count * times; i++) {
        run_step((scree_cpu_device *)device, &steps[i % count]);
    }
    taken->done = scree_os_clock_seconds() - start;
    taken->called = taken->done;
    return SCREE_OK;
}
