/*
 * The numbers of the primer's lessons and their exact answers, which this file computes by itself: in the order that
 * docs/primer.md tells, on one thread of the host.
 */
#include <stdlib.h>
#include <string.h>

#include "../kernels/lesson.h"
#include "primer.h"

#define TREE_COLUMNS 256u
#define TREE_BLOCK 4096u
#define LOOPS_AT_ONCE 16u

static float inverse_of(uint64_t i)
{
    return 1.0f / (float)(i + 1);
}

/* All of 24 bits, so that what is read at a wrong index is seen. */
static float partner_of(uint64_t i)
{
    return (float)((uint32_t)i * 2654435761u >> 8);
}

static void put_float(uint32_t *word, float number)
{
    memcpy(word, &number, sizeof number);
}

void primer_make_numbers(enum primer_contents contents, bool is_b, uint32_t *words, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (contents == PRIMER_WHOLE) {
            words[i] = (uint32_t)i;
        } else {
            put_float(&words[i], is_b && contents == PRIMER_PAIRS ? partner_of(i) : inverse_of(i));
        }
    }
}

/* The word of c that a stream of numbers makes of numbers `i`. */
static uint32_t stream_answer(const scree_lesson_step *step, uint64_t i)
{
    float factor;
    uint32_t word = step->word;
    memcpy(&factor, &step->word, sizeof factor);
    switch (step->program) {
    case SCREE_LESSON_COPY:
        put_float(&word, inverse_of(i));
        return word;
    case SCREE_LESSON_TRIAD:
        put_float(&word, scree_lesson_triad(inverse_of(i), partner_of(i), factor));
        return word;
    case SCREE_LESSON_ADD:
    case SCREE_LESSON_ADD_FOURS:
        put_float(&word, scree_lesson_add(inverse_of(i), partner_of(i)));
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
            const float number = inverse_of((row << step->stride_log) + start);
            sum = scree_lesson_dot(sum, number, number);
        }
        put_float(&answer[thread], sum);
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

/* The answer of all sizes of groups is one, so it is kept. */
static void make_loops(struct primer *primer, const scree_lesson_step *step, uint32_t *answer)
{
    const size_t bytes = step->threads * sizeof *answer;
    if (primer->loops != NULL && primer->loop_iterations == step->each) {
        memcpy(answer, primer->loops, bytes);
        return;
    }
    for (uint32_t first = 0; first < step->threads; first += LOOPS_AT_ONCE) {
        make_some_loops(step, first, answer);
    }
    free(primer->loops);
    primer->loops = malloc(bytes);
    primer->loop_iterations = step->each;
    if (primer->loops != NULL) {
        memcpy(primer->loops, answer, bytes);
    }
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
        put_float(&word, number);
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

/* A level of the tree of <scree/sum.h>: the sums of blocks take the places of the first numbers. */
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

/* All products of a dot product, summed in the library's tree. Takes `memory` for the products. */
static float tree_answer(uint64_t count, float *memory)
{
    for (uint64_t i = 0; i < count; i++) {
        const float number = inverse_of(i);
        memory[i] = number * number;
    }
    return sum_in_tree(memory, count);
}

static scree_result refuse(const struct primer_result *result, uint64_t index, uint32_t actual, uint32_t expected)
{
    fprintf(stderr,
            "scree: bench primer: %s, %s: word %llu of the result is 0x%08x, and by the definition it is 0x%08x\n",
            result->row->lesson, result->row->name, (unsigned long long)index, actual, expected);
    return SCREE_ERROR_INTERNAL;
}

static scree_result compare(const struct primer_result *result, const uint32_t *actual, const uint32_t *expected,
                            uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (actual[i] != expected[i]) {
            return refuse(result, i, actual[i], expected[i]);
        }
    }
    return SCREE_OK;
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
    return primer_is_streamed(step->program) ? result->numbers : is_sum(step->program) ? 1 : step->threads;
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
        make_loops(primer, step, answer);
        break;
    case SCREE_LESSON_FLOATS:
    case SCREE_LESSON_WORDS:
        make_chains(step, answer);
        break;
    default:
        make_stream(result, answer);
    }
}

/* The parts of a dot product are added in the library's tree; one part is the product. */
static void keep_dot(struct primer_result *result, float *parts)
{
    result->dot = (double)sum_in_tree(parts, result->steps[0].threads);
}

static scree_result verify_program(struct primer *primer, struct primer_result *result)
{
    scree_buffer *buffer = NULL;
    const uint64_t words = result_words(primer, result, &buffer);
    uint32_t *answer = primer->ordinary;
    uint32_t *actual = primer->pinned;
    make_answer(primer, result, answer);
    scree_result read = scree_buffer_read(buffer, 0, words * sizeof *actual, actual);
    read = read == SCREE_OK ? compare(result, actual, answer, words) : read;
    if (read == SCREE_OK && result->row->program == SCREE_LESSON_DOT) {
        keep_dot(result, primer->pinned);
    } else if (read == SCREE_OK && is_sum(result->row->program)) {
        result->whole_sum = sum_of_whole_numbers(result->numbers);
    }
    return read;
}

/* The library's product lies in `result`. */
static scree_result verify_tree(struct primer *primer, struct primer_result *result)
{
    const float expected = tree_answer(result->numbers, primer->ordinary);
    const float actual = (float)result->dot;
    uint32_t words[2];
    put_float(&words[0], actual);
    put_float(&words[1], expected);
    return compare(result, &words[0], &words[1], 1);
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
        put_float(&expected, partner_of(i));
        if (actual[i] != expected) {
            return refuse(result, i, actual[i], expected);
        }
    }
    return SCREE_OK;
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
        verified = verify_tree(primer, result);
        break;
    default:
        verified = verify_program(primer, result);
    }
    result->proof = verified == SCREE_OK ? PRIMER_VERIFIED : PRIMER_NO_RESULT;
    return verified;
}
