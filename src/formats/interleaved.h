/* Samples of one or several channels that are stored together for each cell, and that arrive in batches of any size. */
#ifndef SCREE_INTERLEAVED_H
#define SCREE_INTERLEAVED_H

#include "readers.h"

/* The maximum number of channels of a file. It bounds the memory for their names. */
#define SCREE_MAX_CHANNELS 4096u

typedef struct scree_interleaved {
    scree_number number;
    uint32_t channels; /* Numbers of a cell, 1 to SCREE_MAX_CHANNELS. */
    uint32_t first;    /* The first channel that is read. */
    uint32_t end;      /* The channel after the last one that is read. */
    uint32_t channel;  /* The number of the first channel among those of the file. */
    uint64_t cells;
    uint64_t taken;   /* Whole cells so far. */
    uint8_t *partial; /* The bytes of a cell of which the rest has not arrived yet. */
    size_t partial_bytes;
} scree_interleaved;

/* Bytes of all cells, or UINT64_MAX if they are more than that. */
uint64_t scree_interleaved_bytes(const scree_interleaved *samples);

/* Call this before the first batch. Error: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_interleaved_start(const scree_reader *reader, scree_interleaved *samples);

/* Takes the next bytes, never more than are missing. */
void scree_interleaved_take(const scree_reader *reader, scree_interleaved *samples, const uint8_t *bytes, size_t size);

/* Frees what the start has allocated. */
void scree_interleaved_finish(scree_interleaved *samples);

#endif
