/*
 * The exact answers of programs that join many words to one. Exclusive ors, minima and maxima do not depend on the
 * order. A program that depends on it, or replaces a word, shows which word each one was joined to: all of them make up
 * a chain from the first word to the last, which the host goes through once more.
 */
#include <stdlib.h>

#include "lessons/lesson.h"
#include "primer_numbers.h"

static uint32_t number_of(const struct primer *primer, const struct primer_result *result, uint64_t i)
{
    return primer_word(primer_contents_of(result->row), false, i, primer->sizes[PRIMER_LARGE]);
}

scree_result primer_verify_join(struct primer *primer, struct primer_result *result)
{
    const uint32_t program = result->row->program;
    uint32_t expected = scree_lesson_start(program);
    for (uint64_t i = 0; i < result->numbers; i++) {
        expected = scree_lesson_join(program, expected, number_of(primer, result, i));
    }
    const scree_result read = scree_buffer_read(primer->c, 0, sizeof result->joined, &result->joined);
    return read == SCREE_OK ? primer_compare_words(result, &result->joined, &expected, 1) : read;
}

/* The word that a group joins: each thread joins its own numbers, then halves of the group are joined. */
static uint32_t word_of_group(const struct primer *primer, const struct primer_result *result, uint64_t group)
{
    const scree_lesson_step *step = &result->steps[0];
    const uint64_t first = group * step->group * step->each;
    uint32_t word[SCREE_LESSON_GROUP];
    for (uint32_t thread = 0; thread < step->group; thread++) {
        word[thread] = scree_lesson_start(step->program);
        for (uint64_t i = first + thread; i < first + step->group * step->each && i < step->count; i += step->group) {
            word[thread] = scree_lesson_join(step->program, word[thread], number_of(primer, result, i));
        }
    }
    for (uint32_t half = step->group / 2; half > 0; half /= 2) {
        for (uint32_t thread = 0; thread < half; thread++) {
            word[thread] = scree_lesson_join(step->program, word[thread], word[thread + half]);
        }
    }
    return word[0];
}

static int compare_words(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Every word that was there was either the first, or made by one that was joined; so is the one that is left. */
static scree_result compare_chain(const struct primer *primer, const struct primer_result *result, uint64_t count)
{
    const uint32_t program = result->row->program;
    uint32_t *replaced = primer->pinned;
    uint32_t *made = primer->ordinary;
    made[0] = scree_lesson_start(program);
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t word = program == SCREE_LESSON_EXCHANGE ? number_of(primer, result, i)
                                                               : word_of_group(primer, result, i);
        made[1 + i] = scree_lesson_join(program, replaced[1 + i], word);
    }
    qsort(replaced, (size_t)count + 1, sizeof *replaced, compare_words);
    qsort(made, (size_t)count + 1, sizeof *made, compare_words);
    return primer_compare_words(result, replaced, made, count + 1);
}

/* Two orders in which the numbers may be added, to show what an order is worth. */
static void add_in_order(const struct primer *primer, struct primer_result *result)
{
    uint32_t forwards = 0;
    uint32_t backwards = 0;
    for (uint64_t i = 0; i < result->numbers; i++) {
        const uint64_t from_end = result->numbers - 1 - i;
        forwards = scree_lesson_join(SCREE_LESSON_FLOAT_SUM, forwards, number_of(primer, result, i));
        backwards = scree_lesson_join(SCREE_LESSON_FLOAT_SUM, backwards, number_of(primer, result, from_end));
    }
    memcpy(&result->sums.forwards, &forwards, sizeof forwards);
    memcpy(&result->sums.backwards, &backwards, sizeof backwards);
}

scree_result primer_verify_chain(struct primer *primer, struct primer_result *result)
{
    const scree_lesson_step *step = &result->steps[0];
    const uint64_t groups = (step->threads + step->group - 1) / step->group;
    const uint64_t count = step->program == SCREE_LESSON_EXCHANGE ? result->numbers : groups;
    scree_result read = scree_buffer_read(primer->c, 0, (count + 1) * sizeof(uint32_t), primer->pinned);
    if (read == SCREE_OK) {
        memcpy(&result->joined, primer->pinned, sizeof result->joined);
        read = compare_chain(primer, result, count);
    }
    if (read == SCREE_OK && step->program == SCREE_LESSON_FLOAT_SUM) {
        add_in_order(primer, result);
    }
    return read;
}
