/*
 * Joins deflate streams (RFC 1951) that were compressed separately into one stream.
 *
 * A compressor of whole buffers marks its last block as the last of the stream, and ends within a byte. Before another
 * piece can follow, the mark must be cleared, and an empty stored block must fill the last byte. The compressor reports
 * neither position, so the blocks are walked, reading Huffman codes only for their lengths. For a stream of one block,
 * the usual case in small pieces, the head and the last byte are enough.
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
 * Changes the complete deflate stream at `data`, whose last byte is padded with zero bits, so that another stream may
 * follow. Returns its new size, or 0 if the bytes are no deflate stream of exactly this size. The buffer must have room
 * for SCREE_DEFLATE_JOIN_GROWTH more bytes, and SCREE_DEFLATE_JOIN_SLACK readable bytes behind the stream.
 */
size_t scree_deflate_open_end(uint8_t *data, size_t size);

#endif
