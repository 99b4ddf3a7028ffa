/* Writes a stream of hashes to standard output without an end: words of 32 bits in the byte order of the machine. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash_streams.h"

enum { HASHES_OF_BLOCK = 16384, STATUS_FAILED = 1, STATUS_USAGE = 2 };

static int list_streams(void)
{
    for (size_t i = 0; i < hash_stream_count; i++) {
        puts(hash_streams[i].name);
    }
    return EXIT_SUCCESS;
}

static size_t fill_block(const hash_stream *stream, uint64_t first_number, uint32_t *words)
{
    size_t count = 0;
    for (uint64_t i = 0; i < HASHES_OF_BLOCK; i += 4) {
        count += hash_stream_words(stream, first_number + i, words + count);
    }
    return count;
}

static int write_stream(const hash_stream *stream)
{
    static uint32_t words[HASHES_OF_BLOCK];
    for (uint64_t number = 0;; number += HASHES_OF_BLOCK) {
        const size_t count = fill_block(stream, number, words);
        if (fwrite(words, sizeof *words, count, stdout) != count) {
            fprintf(stderr, "hash_stream: words cannot be written: %s\n", strerror(errno));
            return STATUS_FAILED;
        }
    }
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fputs("usage: hash_stream STREAM, or hash_stream --list\n", stderr);
        return STATUS_USAGE;
    }
    if (strcmp(arguments[1], "--list") == 0) {
        return list_streams();
    }
    const hash_stream *stream = hash_stream_find(arguments[1]);
    if (stream == NULL) {
        fprintf(stderr, "hash_stream: %s is no stream; hash_stream --list names them\n", arguments[1]);
        return STATUS_USAGE;
    }
    return write_stream(stream);
}
