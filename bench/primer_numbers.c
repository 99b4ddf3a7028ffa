#include "primer_numbers.h"

#include "lessons/lesson_noise.h"

static uint32_t word_of_double(double number, uint64_t half)
{
    uint32_t words[2];
    memcpy(words, &number, sizeof number);
    return words[half];
}

/* A component of a gradient: to the middle of an edge of the cube, of which there are twelve. */
static float component_of(uint64_t edge, uint64_t axis)
{
    const uint64_t turned = (axis + 3 - edge / 4) % 3; /* An edge has its middle along the first axis of three. */
    return turned == 0 ? 0.0f : (edge >> (turned - 1)) % 2 == 0 ? 1.0f : -1.0f;
}

static uint32_t gradient_word(uint64_t i)
{
    const uint64_t number = i % SCREE_LESSON_GRADIENT_WORDS;
    return primer_float_word(component_of(number % SCREE_LESSON_GRADIENTS % 12, number / SCREE_LESSON_GRADIENTS));
}

/* `count` is a power of two where words are indices: a linear congruential generator meets all of them. */
uint32_t primer_word(enum primer_contents contents, bool is_b, uint64_t i, uint64_t count)
{
    switch (contents) {
    case PRIMER_WHOLE:
        return (uint32_t)i;
    case PRIMER_SCATTERED:
        return (uint32_t)(i + 1) * 2654435761u;
    case PRIMER_CYCLE:
        return (uint32_t)((i * 1664525u + 1013904223u) & (count - 1));
    case PRIMER_GRADIENTS:
        return gradient_word(i);
    case PRIMER_WIDE_INVERSES:
        return word_of_double(primer_wide_inverse(i / 2), i % 2);
    default:
        return primer_float_word(is_b && contents == PRIMER_PAIRS ? primer_partner(i) : primer_inverse(i));
    }
}

void primer_make_numbers(enum primer_contents contents, bool is_b, uint32_t *words, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        words[i] = primer_word(contents, is_b, i, count);
    }
}

scree_result primer_wrong_word(const struct primer_result *result, uint64_t index, uint32_t actual, uint32_t expected)
{
    fprintf(stderr,
            "scree: bench primer: %s, %s: word %llu of the result is 0x%08x, and by the definition it is 0x%08x\n",
            result->row->lesson, result->row->name, (unsigned long long)index, actual, expected);
    return SCREE_ERROR_INTERNAL;
}

scree_result primer_compare_words(const struct primer_result *result, const uint32_t *actual, const uint32_t *expected,
                                  uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (actual[i] != expected[i]) {
            return primer_wrong_word(result, i, actual[i], expected[i]);
        }
    }
    return SCREE_OK;
}
