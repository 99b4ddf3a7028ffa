/*
 * Streams of 32-bit words that hashes make of indices and lattice points, for tests of random numbers. A hash that is
 * good for one order of its arguments may be poor for another.
 */
#ifndef SCREE_HASH_STREAMS_H
#define SCREE_HASH_STREAMS_H

#include <stddef.h>
#include <stdint.h>

/* A point of a line, a plane or a space; an index is a point of a line. */
typedef struct lattice_point {
    uint32_t axes;
    uint64_t at[3];
} lattice_point;

typedef struct hash_stream {
    const char *name; /* HASH/ORDER. */
    uint32_t (*hash)(lattice_point point);
    uint32_t bits; /* The stream has the upper 24 bits of each hash, or all 32. */
    lattice_point (*order)(uint64_t number);
} hash_stream;

extern const hash_stream hash_streams[];
extern const size_t hash_stream_count;

/* The stream of that name, or NULL. */
const hash_stream *hash_stream_find(const char *name);

/* The hash with a number in a stream. */
uint32_t hash_stream_hash(const hash_stream *stream, uint64_t number);

/*
 * The words of four hashes, whose bits follow each other without gaps, the lowest first. Returns how many words they
 * fill: four, or three by the upper 24 bits.
 */
size_t hash_stream_words(const hash_stream *stream, uint64_t first_number, uint32_t words[4]);

#endif
