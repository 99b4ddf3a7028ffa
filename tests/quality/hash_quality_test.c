/*
 * Tests of random numbers on the streams of hash_streams.h. The streams are the same on every machine, and so are the
 * figures: a test fails when a hash has changed for the worse, and never by chance. Every figure is a distance from
 * what independent numbers would give, in standard deviations. docs/quality.md has the figures of a larger battery.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hash_streams.h"

#define HASHES (1u << 20)

/*
 * A normal deviate is this far off, in either direction, once in 47 million times. About 4,500 are computed, so that
 * one of a hash without fault would be once in 10,000 hashes.
 */
#define LIMIT 5.6

static uint32_t hashes[HASHES];

/* The lowest bit of hashes that is looked at. */
static uint32_t first_bit;

/* The largest distance that one test found in a stream, and where. */
typedef struct worst_distance {
    double distance;
    uint32_t where;
} worst_distance;

/* How often each byte of a word had each value. */
typedef struct byte_counts {
    uint32_t count[4][256];
    uint32_t trials;
} byte_counts;

static void count_word(byte_counts *counts, uint32_t word)
{
    for (uint32_t k = 0; k < 4; k++) {
        counts->count[k][word >> (8 * k) & 255u]++;
    }
    counts->trials++;
}

static uint32_t count_of_bit(const byte_counts *counts, uint32_t bit)
{
    uint32_t count = 0;
    for (uint32_t value = 0; value < 256; value++) {
        count += (value >> (bit % 8) & 1u) * counts->count[bit / 8][value];
    }
    return count;
}

static void note(worst_distance *worst, double distance, uint32_t where)
{
    if (!(fabs(distance) <= fabs(worst->distance))) {
        *worst = (worst_distance){distance, where};
    }
}

/* Bits of even chance were set in one half of all trials; `where` is added to their numbers. */
static void note_bits(worst_distance *worst, const byte_counts *counts, uint32_t lowest, uint32_t where)
{
    for (uint32_t bit = lowest; bit < 32; bit++) {
        const double surplus = 2.0 * count_of_bit(counts, bit) - counts->trials;
        note(worst, surplus / sqrt((double)counts->trials), where + bit);
    }
}

/* The chi square of 256 counts as a normal deviate, after Wilson and Hilferty (1931). */
static double distance_of_counts(const uint32_t counts[256], uint32_t trials)
{
    const double expected = trials / 256.0;
    const double variance = 2.0 / (9.0 * 255.0);
    double chi_square = 0.0;
    for (uint32_t i = 0; i < 256; i++) {
        chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return (cbrt(chi_square / 255.0) - (1.0 - variance)) / sqrt(variance);
}

static worst_distance measure_bytes(void)
{
    worst_distance worst = {0.0, 0};
    byte_counts counts = {0};
    for (uint32_t i = 0; i < HASHES; i++) {
        count_word(&counts, hashes[i]);
    }
    note_bits(&worst, &counts, first_bit, 0);
    for (uint32_t k = first_bit / 8; k < 4; k++) {
        note(&worst, distance_of_counts(counts.count[k], HASHES), 100 + k);
    }
    return worst;
}

/* Any two bits of a hash differ in one half of all hashes. */
static worst_distance measure_pairs_of_bits(void)
{
    worst_distance worst = {0.0, 0};
    for (uint32_t shift = 1; shift < 32 - first_bit; shift++) {
        byte_counts counts = {0};
        for (uint32_t i = 0; i < HASHES; i++) {
            count_word(&counts, hashes[i] ^ (hashes[i] << shift));
        }
        note_bits(&worst, &counts, first_bit + shift, 100 * shift);
    }
    return worst;
}

/* Hashes that follow each other, and those of neighbouring rows and planes, are independent. */
static const uint32_t lags[] = {1, 2, 3, 255, 256, 257, 1023, 1024, 1025, 65536};

/* A bit changes from hash to hash in one half of all cases. */
static worst_distance measure_changes(void)
{
    worst_distance worst = {0.0, 0};
    for (size_t k = 0; k < sizeof lags / sizeof lags[0]; k++) {
        byte_counts counts = {0};
        for (uint32_t i = 0; i < HASHES - lags[k]; i++) {
            count_word(&counts, hashes[i] ^ hashes[i + lags[k]]);
        }
        note_bits(&worst, &counts, first_bit, 100 * lags[k]);
    }
    return worst;
}

/* All pairs of the upper four bits of two hashes are equally frequent, and so are those of the lowest four. */
static worst_distance measure_pairs_of_hashes(void)
{
    worst_distance worst = {0.0, 0};
    for (size_t k = 0; k < sizeof lags / sizeof lags[0]; k++) {
        const uint32_t pairs = HASHES - lags[k];
        uint32_t upper[256] = {0};
        uint32_t lower[256] = {0};
        for (uint32_t i = 0; i < pairs; i++) {
            const uint32_t a = hashes[i];
            const uint32_t b = hashes[i + lags[k]];
            upper[a >> 28 << 4 | b >> 28]++;
            lower[(a >> first_bit & 15u) << 4 | (b >> first_bit & 15u)]++;
        }
        note(&worst, distance_of_counts(upper, pairs), lags[k]);
        note(&worst, distance_of_counts(lower, pairs), lags[k]);
    }
    return worst;
}

static int compare_words(const void *a, const void *b)
{
    const uint32_t first = *(const uint32_t *)a;
    const uint32_t second = *(const uint32_t *)b;
    return (first > second) - (first < second);
}

enum { BIRTHDAYS = 512 };

/* Sorts birthdays, makes of them the spacings between them, and returns how many of those occur again. */
static uint32_t count_repeated_spacings(uint32_t days[BIRTHDAYS])
{
    uint32_t repeated = 0;
    qsort(days, BIRTHDAYS, sizeof *days, compare_words);
    const uint32_t first = days[0];
    for (uint32_t i = 0; i < BIRTHDAYS; i++) {
        days[i] = ((i + 1 < BIRTHDAYS ? days[i + 1] : first) - days[i]) & 0xffffffu;
    }
    qsort(days, BIRTHDAYS, sizeof *days, compare_words);
    for (uint32_t i = 1; i < BIRTHDAYS; i++) {
        repeated += days[i] == days[i - 1];
    }
    return repeated;
}

/*
 * Birthday spacings (G. Marsaglia, 1985): of 512 birthdays in a year of 2^24 days, spacings that occur more than once
 * have about a Poisson distribution with a mean of 512^3 / 2^26 = 2. Their sum over all blocks has one of 4096.
 */
static worst_distance measure_birthdays(void)
{
    uint32_t days[BIRTHDAYS];
    uint32_t repeated = 0;
    for (uint32_t first = 0; first < HASHES; first += BIRTHDAYS) {
        for (uint32_t i = 0; i < BIRTHDAYS; i++) {
            days[i] = hashes[first + i] >> 8;
        }
        repeated += count_repeated_spacings(days);
    }
    const double mean = 2.0 * HASHES / BIRTHDAYS;
    return (worst_distance){(repeated - mean) / sqrt(mean), repeated};
}

typedef struct measure_row {
    const char *name;
    worst_distance (*measure)(void);
} measure_row;

static const measure_row measures[] = {
    {"bytes", measure_bytes},
    {"pairs of bits", measure_pairs_of_bits},
    {"changes", measure_changes},
    {"pairs of hashes", measure_pairs_of_hashes},
    {"birthday spacings", measure_birthdays},
};

static bool is_random(const hash_stream *stream)
{
    bool is_random = true;
    first_bit = 32 - stream->bits;
    for (uint32_t i = 0; i < HASHES; i++) {
        hashes[i] = hash_stream_hash(stream, i);
    }
    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++) {
        const worst_distance worst = measures[i].measure();
        printf("%-22s %-18s %7.2f at %u\n", stream->name, measures[i].name, worst.distance, worst.where);
        is_random = is_random && fabs(worst.distance) <= LIMIT;
    }
    return is_random;
}

static const hash_stream *find_stream(const char *name)
{
    const hash_stream *found = hash_stream_find(name);
    assert_non_null(found);
    return found;
}

static void hashes_are_random(void **state)
{
    (void)state;
    static const char *const names[] = {"scree/consecutive",     "scree/stride-3",    "scree/stride-16",
                                        "scree/stride-65536",    "scree/plane",       "scree/space",
                                        "particles/consecutive", "particles/stride-3"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!is_random(find_stream(names[i]))) {
            fail_msg("the stream %s is not random", names[i]);
        }
    }
}

/* Wang's hash knows 32 bits of an index: every 65536th index comes back after as many hashes. */
static void a_stream_that_repeats_is_found(void **state)
{
    (void)state;
    assert_false(is_random(find_stream("wang/stride-65536")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_random),
        cmocka_unit_test(a_stream_that_repeats_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
