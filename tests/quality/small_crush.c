/*
 * Gives streams of hashes to SmallCrush of TestU01 (P. L'Ecuyer and R. Simard, 2007), whose report is printed. The
 * status is 1 where a p-value is beyond what independent numbers have.
 *
 *     small_crush STREAM...
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <TestU01.h>

#include "hash_streams.h"

enum { STATUS_FAILED = 1, STATUS_USAGE = 2 };

/* As dieharder's default: independent numbers come beyond it, at either end, once in 500,000 p-values. */
#define LEAST_P_VALUE 1e-6

/* TestU01 calls a function without arguments for each word, so what it reads from is kept here. */
static const hash_stream *stream;
static uint64_t next_number;
static uint32_t words[4];
static size_t word_count, words_used;

static unsigned int next_word(void)
{
    if (words_used == word_count) {
        word_count = hash_stream_words(stream, next_number, words);
        words_used = 0;
        next_number += 4;
    }
    return words[words_used++];
}

static bool passes_small_crush(char *name)
{
    next_number = 0;
    word_count = words_used = 0;
    unif01_Gen *generator = unif01_CreateExternGenBits(name, next_word);
    bbattery_SmallCrush(generator);
    unif01_DeleteExternGenBits(generator);
    bool passes = bbattery_NTests > 0;
    for (int i = 0; i < bbattery_NTests; i++) {
        passes = passes && bbattery_pVal[i] >= LEAST_P_VALUE && bbattery_pVal[i] <= 1.0 - LEAST_P_VALUE;
    }
    return passes;
}

int main(int count, char **arguments)
{
    bool all_pass = true;
    if (count < 2) {
        fputs("usage: small_crush STREAM...; hash_stream --list names them\n", stderr);
        return STATUS_USAGE;
    }
    swrite_Basic = FALSE;
    for (int i = 1; i < count; i++) {
        stream = hash_stream_find(arguments[i]);
        if (stream == NULL) {
            fprintf(stderr, "small_crush: %s is no stream; hash_stream --list names them\n", arguments[i]);
            return STATUS_USAGE;
        }
        all_pass = passes_small_crush(arguments[i]) && all_pass;
    }
    return all_pass ? EXIT_SUCCESS : STATUS_FAILED;
}
