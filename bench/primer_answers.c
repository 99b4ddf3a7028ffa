/*
 * The numbers of the primer's lessons and their exact answers, which this file computes by itself: in the order that
 * docs/primer.md describes, on one thread of the host.
 */
#include <stdlib.h>
#include <string.h>

#include "lessons/lesson_noise.h"
#include "primer_numbers.h"

#define TREE_COLUMNS 256u
#define TREE_BLOCK 4096u
#define LOOPS_AT_ONCE 16u

/* The word of c that a stream of numbers makes of numbers `i`. */
static uint32_t stream_answer(const scree_lesson_step *step, uint64_t i)
{
    float factor;
    uint32_t word = step->word;
    memcpy(&factor, &step->word, sizeof factor);
    switch (step->program) {
    case SCREE_LESSON_COPY:
        primer_put_float(&word, primer_inverse(i));
        return word;
    case SCREE_LESSON_TRIAD:
        primer_put_float(&word, scree_lesson_triad(primer_inverse(i), primer_partner(i), factor));
        return word;
    case SCREE_LESSON_ADD:
    case SCREE_LESSON_ADD_FOURS:
        primer_put_float(&word, scree_lesson_add(primer_inverse(i), primer_partner(i)));
        return word;
    default:
        return word;
    }
}

static void make_stream(const struct primer_result *result, uint32_t *answer)
{
    for (uint64_t i = 0; i < result->numbers; i++) {
        answer[i] = stream_answer(&result->steps[0], i);
    }
}

/* Number `k` of a thread is that of index thread + k * threads; strides go around, and begin one later each time. */
static void make_dots(const scree_lesson_step *step, uint32_t *answer)
{
    const uint32_t rows_log = scree_lesson_log(step->count >> step->stride_log);
    for (uint32_t thread = 0; thread < step->threads; thread++) {
        float sum = 0.0f;
        for (uint32_t index = thread; index < step->count; index += step->threads) {
            const uint32_t start = index >> rows_log;
            const uint32_t row = index - (start << rows_log);
            const float number = primer_inverse((row << step->stride_log) + start);
            sum = scree_lesson_dot(sum, number, number);
        }
        primer_put_float(&answer[thread], sum);
    }
}

static void make_wide_dots(const scree_lesson_step *step, uint32_t *answer)
{
    for (uint32_t thread = 0; thread < step->threads; thread++) {
        double sum = 0.0;
        for (uint32_t index = thread; index < step->count; index += step->threads) {
            sum = scree_lesson_wide_dot(sum, primer_wide_inverse(index), primer_wide_inverse(index));
        }
        memcpy(&answer[2 * thread], &sum, sizeof sum);
    }
}

/* Some threads at a time, since a turn waits for the one before. */
static void make_some_loops(const scree_lesson_step *step, uint32_t first, uint32_t *answer)
{
    scree_lesson_state states[LOOPS_AT_ONCE];
    for (uint32_t i = 0; i < LOOPS_AT_ONCE; i++) {
        states[i] = (scree_lesson_state){first + i, 0.0f};
    }
    for (uint32_t iteration = 0; iteration < step->each; iteration++) {
        for (uint32_t i = 0; i < LOOPS_AT_ONCE; i++) {
            states[i] = scree_lesson_iterate(states[i]);
        }
    }
    for (uint32_t i = 0; i < LOOPS_AT_ONCE && first + i < step->threads; i++) {
        answer[first + i] = states[i].word;
    }
}

static void make_loops(const scree_lesson_step *step, uint32_t *answer)
{
    for (uint32_t first = 0; first < step->threads; first += LOOPS_AT_ONCE) {
        make_some_loops(step, first, answer);
    }
}

static void make_noise(const scree_lesson_step *step, uint32_t *answer)
{
    uint32_t gradients[SCREE_LESSON_GRADIENT_WORDS];
    primer_make_numbers(PRIMER_GRADIENTS, true, gradients, SCREE_LESSON_GRADIENT_WORDS);
    for (uint32_t thread = 0; thread < step->threads; thread++) {
        answer[thread] = scree_lesson_noise(thread, step->each, gradients);
    }
}

/* The answer of all sizes of groups is one, so it is kept. */
static void make_kept(struct primer *primer, const scree_lesson_step *step, uint32_t *answer)
{
    const scree_lesson_step *kept = &primer->kept_step;
    const size_t bytes = step->threads * sizeof *answer;
    if (primer->kept != NULL && kept->program == step->program && kept->each == step->each &&
        kept->threads == step->threads) {
        memcpy(answer, primer->kept, bytes);
        return;
    }
    if (step->program == SCREE_LESSON_NOISE) {
        make_noise(step, answer);
    } else {
        make_loops(step, answer);
    }
    free(primer->kept);
    primer->kept = malloc(bytes);
    primer->kept_step = *step;
    if (primer->kept != NULL) {
        memcpy(primer->kept, answer, bytes);
    }
}

/* Finds the numbers of a thread by its position: each group is a box of threads. */
static void make_numbers(const scree_lesson_step *step, uint32_t *answer)
{
    const uint32_t *sides = step->sides;
    const uint32_t *groups = step->groups;
    const uint32_t width = sides[0] * groups[0];
    const uint32_t height = sides[1] * groups[1];
    for (uint32_t thread = 0; thread < step->threads; thread++) {
        const uint32_t x = thread % width;
        const uint32_t y = thread / width % height;
        const uint32_t z = thread / width / height;
        answer[3 * thread] = thread;
        answer[3 * thread + 1] = (z / sides[2] * groups[1] + y / sides[1]) * groups[0] + x / sides[0];
        answer[3 * thread + 2] = (z % sides[2] * sides[1] + y % sides[1]) * sides[0] + x % sides[0];
    }
}

/* Walks as far as all runs together have, from index 0 on. */
static uint32_t walk_answer(const struct primer *primer, const struct primer_result *result)
{
    const uint64_t count = primer->sizes[PRIMER_LARGE];
    const bool is_shared = result->row->program == SCREE_LESSON_SHARED_WALK;
    uint32_t at = 0;
    for (uint64_t step = 0; step < result->walks * result->steps[0].each; step++) {
        const uint32_t next = primer_word(PRIMER_CYCLE, false, at, count);
        at = is_shared ? next % SCREE_LESSON_GROUP : next;
    }
    return at;
}

static uint32_t chain_answer(const scree_lesson_step *step, uint32_t thread, uint32_t chain)
{
    uint32_t word = scree_lesson_chain_start(thread, chain);
    float number = (float)word;
    float factor;
    memcpy(&factor, &step->word, sizeof factor);
    for (uint32_t iteration = 0; iteration < step->each; iteration++) {
        word = scree_lesson_word_link(word, step->word);
        number = scree_lesson_float_link(number, factor);
    }
    if (step->program == SCREE_LESSON_FLOATS) {
        primer_put_float(&word, number);
    }
    return word;
}

/* Chains begin alike in every 256th thread. */
static void make_chains(const scree_lesson_step *step, uint32_t *answer)
{
    for (uint32_t thread = 0; thread < step->threads; thread++) {
        answer[thread] = thread >= 256 ? answer[thread - 256] : 0;
        for (uint32_t chain = 0; chain < SCREE_LESSON_CHAINS && thread < 256; chain++) {
            answer[thread] += chain_answer(step, thread, chain);
        }
    }
}

/* The sum of 0, 1 and so on, modulo 2^32. */
static uint32_t sum_of_whole_numbers(uint64_t count)
{
    return (uint32_t)(count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count);
}

/* A level of the tree of <scree/sum.h>: the sums of blocks replace the first numbers. */
static uint64_t sum_level(float *numbers, uint64_t count)
{
    uint64_t blocks = 0;
    for (uint64_t first = 0; first < count; first += TREE_BLOCK, blocks++) {
        float column[TREE_COLUMNS] = {0.0f};
        for (uint64_t i = first; i < first + TREE_BLOCK && i < count; i++) {
            column[i % TREE_COLUMNS] += numbers[i];
        }
        for (uint32_t half = TREE_COLUMNS / 2; half > 0; half /= 2) {
            for (uint32_t c = 0; c < half; c++) {
                column[c] += column[c + half];
            }
        }
        numbers[blocks] = column[0];
    }
    return blocks;
}

static float sum_in_tree(float *numbers, uint64_t count)
{
    while (count > 1) {
        count = sum_level(numbers, count);
    }
    return numbers[0];
}

/* All numbers, or products of a dot product, summed in the library's tree. Takes `memory` for them. */
static float tree_answer(bool is_dot, uint64_t count, float *memory)
{
    for (uint64_t i = 0; i < count; i++) {
        const float number = primer_inverse(i);
        memory[i] = is_dot ? number * number : number;
    }
    return sum_in_tree(memory, count);
}

static bool is_sum(uint32_t program)
{
    return program == SCREE_LESSON_REDUCE || program == SCREE_LESSON_ATOMIC || program == SCREE_LESSON_SHARED_ATOMIC;
}

/* Words of the result, and the buffer that they are in. */
static uint64_t result_words(const struct primer *primer, const struct primer_result *result, scree_buffer **buffer)
{
    const scree_lesson_step *step = &result->steps[0];
    *buffer = result->row->is_two_stage ? primer->end : primer->c;
    if (step->program == SCREE_LESSON_NUMBERS) {
        return 3 * (uint64_t)step->threads;
    }
    if (primer_is_joined(step->program) || is_sum(step->program)) {
        return 1;
    }
    const uint64_t words = step->program == SCREE_LESSON_WIDE_DOT ? 2 : 1;
    return primer_is_streamed(step->program) ? result->numbers : words * step->threads;
}

static void make_answer(struct primer *primer, const struct primer_result *result, uint32_t *answer)
{
    const scree_lesson_step *step = &result->steps[0];
    switch (step->program) {
    case SCREE_LESSON_DOT:
        make_dots(step, answer);
        break;
    case SCREE_LESSON_REDUCE:
        answer[0] = sum_of_whole_numbers(result->numbers);
        break;
    case SCREE_LESSON_ATOMIC:
    case SCREE_LESSON_SHARED_ATOMIC:
        /* The runs of a round all add to one sum. */
        answer[0] = result->times * sum_of_whole_numbers(result->numbers);
        break;
    case SCREE_LESSON_LOOP:
    case SCREE_LESSON_NOISE:
        make_kept(primer, step, answer);
        break;
    case SCREE_LESSON_WIDE_DOT:
        make_wide_dots(step, answer);
        break;
    case SCREE_LESSON_NUMBERS:
        make_numbers(step, answer);
        break;
    case SCREE_LESSON_WALK:
    case SCREE_LESSON_SHARED_WALK:
        answer[0] = walk_answer(primer, result);
        break;
    case SCREE_LESSON_FLOATS:
    case SCREE_LESSON_WORDS:
        make_chains(step, answer);
        break;
    default:
        make_stream(result, answer);
    }
}

/* The parts of a dot product are added in the library's tree, which is for float32; those of float64 one by one. */
static void keep_dot(struct primer_result *result, uint32_t *parts)
{
    const uint32_t threads = result->steps[0].threads;
    if (result->row->program == SCREE_LESSON_DOT) {
        result->dot = (double)sum_in_tree((float *)(void *)parts, threads);
        return;
    }
    for (uint32_t thread = 0; thread < threads; thread++) {
        double part;
        memcpy(&part, &parts[2 * thread], sizeof part);
        result->dot += part;
    }
}

/* Keeps what the report shows of a result that was verified. */
static void keep_value(struct primer_result *result, uint32_t *words, uint64_t count)
{
    const uint32_t program = result->row->program;
    if (program == SCREE_LESSON_DOT || program == SCREE_LESSON_WIDE_DOT) {
        keep_dot(result, words);
    } else if (is_sum(program)) {
        result->whole_sum = sum_of_whole_numbers(result->numbers);
    } else if (program == SCREE_LESSON_NUMBERS) {
        result->numbered = malloc(count * sizeof *words);
        if (result->numbered != NULL) {
            memcpy(result->numbered, words, count * sizeof *words);
        }
    }
}

static scree_result verify_program(struct primer *primer, struct primer_result *result)
{
    scree_buffer *buffer = NULL;
    const uint64_t words = result_words(primer, result, &buffer);
    uint32_t *answer = primer->ordinary;
    uint32_t *actual = primer->pinned;
    make_answer(primer, result, answer);
    scree_result read = scree_buffer_read(buffer, 0, words * sizeof *actual, actual);
    read = read == SCREE_OK ? primer_compare_words(result, actual, answer, words) : read;
    if (read == SCREE_OK) {
        keep_value(result, actual, words);
    }
    return read;
}

/* The sum of the last run, which is that of all other runs, too. */
static scree_result verify_tree(struct primer *primer, struct primer_result *result)
{
    const bool is_dot = result->row->measure == PRIMER_LIBRARY_DOT;
    const uint32_t expected = primer_float_word(tree_answer(is_dot, result->numbers, primer->ordinary));
    const uint32_t last = primer_float_word(result->sums.last);
    if (result->sums.changes > 0) {
        fprintf(stderr, "scree: bench primer: %s, %s: %u runs changed the sum's bits\n", result->row->lesson,
                result->row->name, result->sums.changes);
        return SCREE_ERROR_INTERNAL;
    }
    return primer_compare_words(result, &last, &expected, 1);
}

/*
 * An upload is read back; a download has already put its numbers where they are checked. Both move the numbers of b.
 */
static scree_result verify_transfer(struct primer *primer, struct primer_result *result)
{
    const uint64_t count = result->numbers;
    uint32_t *actual = result->row->is_pinned ? primer->pinned : primer->ordinary;
    if (result->row->measure == PRIMER_UPLOAD) {
        memset(actual, 0, count * sizeof *actual);
        scree_result read = scree_buffer_read(primer->c, 0, count * sizeof *actual, actual);
        if (read != SCREE_OK) {
            return read;
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        uint32_t expected;
        primer_put_float(&expected, primer_partner(i));
        if (actual[i] != expected) {
            return primer_wrong_word(result, i, actual[i], expected);
        }
    }
    return SCREE_OK;
}

static scree_result verify_result(struct primer *primer, struct primer_result *result)
{
    switch (result->row->program) {
    case SCREE_LESSON_XOR:
    case SCREE_LESSON_MINIMUM:
    case SCREE_LESSON_MAXIMUM:
        return primer_verify_join(primer, result);
    case SCREE_LESSON_EXCHANGE:
    case SCREE_LESSON_PRODUCT:
    case SCREE_LESSON_FLOAT_SUM:
        return primer_verify_chain(primer, result);
    default:
        return verify_program(primer, result);
    }
}

scree_result primer_verify(struct primer *primer, struct primer_result *result)
{
    scree_result verified = SCREE_OK;
    if (result->row->program == SCREE_LESSON_EMPTY) {
        return SCREE_OK;
    }
    switch (result->row->measure) {
    case PRIMER_UPLOAD:
    case PRIMER_DOWNLOAD:
        verified = verify_transfer(primer, result);
        break;
    case PRIMER_LIBRARY_DOT:
    case PRIMER_LIBRARY_SUM:
        verified = verify_tree(primer, result);
        break;
    default:
        verified = verify_result(primer, result);
    }
    result->proof = verified == SCREE_OK ? PRIMER_VERIFIED : PRIMER_NO_RESULT;
    return verified;
}
