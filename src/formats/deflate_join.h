/*
 * Joining deflate streams (RFC 1951) that were compressed apart, as the pieces of one stream.
 *
 * A compressor of whole buffers marks its last block as the last of the stream, and ends somewhere within a byte. To
 * let another piece follow, that mark must be taken off, and the end brought to a whole byte by an empty stored block.
 * Neither place is told by the compressor, so the blocks are walked: Huffman codes are read for their lengths only. A
 * stream of one block, the usual case in small pieces, needs its head and its last byte only.
 */
#ifndef SCREE_DEFLATE_JOIN_H
#define SCREE_DEFLATE_JOIN_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that scree_deflate_open_end() may add. */
#define SCREE_DEFLATE_JOIN_GROWTH 5

/* Bytes after the stream that must be readable (their values do not matter). */
#define SCREE_DEFLATE_JOIN_SLACK 16

/*
 * Turns the whole deflate stream at `data`, whose last byte is filled up with zero bits, into one that another stream
 * may follow, and returns its new size; 0 where the bytes are no deflate stream of exactly this size. The buffer has
 * room for SCREE_DEFLATE_JOIN_GROWTH bytes more, and SCREE_DEFLATE_JOIN_SLACK readable bytes in all behind the stream.
 */
size_t scree_deflate_open_end(uint8_t *data, size_t size);

#endif
