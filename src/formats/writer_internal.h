/* The writer's state and functions that writer.c shares with the formats' writers. */
#ifndef SCREE_WRITER_INTERNAL_H
#define SCREE_WRITER_INTERNAL_H

#include <scree/file.h>

#include "content.h"
#include "format_row.h"
#include "target.h"
#include "writer_open.h"

typedef enum scree_writer_state {
    SCREE_WRITER_OPEN = 0, /* Samples are missing, or scree_writer_complete() has not been called. */
    SCREE_WRITER_COMPLETE,
    SCREE_WRITER_COMMITTED
} scree_writer_state;

struct scree_writer {
    scree_context *context;
    int64_t owner; /* The process that opened it. */
    const scree_format_row *format;
    scree_content content;
    uint64_t samples_written;
    uint64_t saturated;   /* Samples beyond what the type holds, or at the ends of a given range. */
    uint32_t threads;     /* The number of threads, at least 1. */
    uint32_t compression; /* The level of compression, at least 1. */
    uint32_t frame_rate;  /* Frames a second, at least 1. */
    scree_file_target *target;
    scree_writer_state state;
    scree_result result; /* The first error; all calls after it return it. */
    void *format_state;  /* Owned by the format. */
};

/* Stands for the plane of a file that does not hold a single plane of a volume. */
#define SCREE_NO_PLANE UINT64_MAX

/* The JSON text that goes with a file: format, type, size, byte order, intervals, versions, and the recipe or a
   volume's metadata instead of it. `*text` is freed with free(). Errors: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_metadata_print(const scree_writer *writer, const scree_range *mapped, const scree_range *measured,
                                  uint64_t plane, char **text, size_t *length);

/* Refuses a content that has more than `most` samples along one of its first `axes` axes. Error: SCREE_ERROR_INVALID.
 */
scree_result scree_writer_check_sides(const scree_writer *writer, const char *path, uint32_t axes, uint64_t most);

/* Write samples in little endian, whatever the host, at the current position or at an offset. */
scree_result scree_writer_append_little(scree_writer *writer, const void *data, uint64_t count);
scree_result scree_writer_write_little_at(scree_writer *writer, const void *data, uint64_t count, uint64_t offset);

/* byte_order.c: whether samples in memory are little endian. */
bool scree_host_is_little_endian(void);

/* Copies samples of 2, 4 or 8 bytes with their bytes in the other order. */
void scree_swap_bytes(uint8_t *to, const uint8_t *from, size_t samples, size_t sample_bytes);

#endif
