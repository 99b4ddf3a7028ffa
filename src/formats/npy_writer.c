/* NPY, version 1.0 (numpy.lib.format): a header that is a Python literal, then the array. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "readers.h"
#include "writer_internal.h"

/* Bytes before the literal: magic, version and length. */
#define PREFIX_SIZE 10

/* The array begins at a multiple of this. */
#define ALIGNMENT 64

/* Enough bytes for 9 counts of 20 digits and the rest of the header. */
#define HEADER_CAPACITY 384

/* Writes the whole header and returns its size. */
static size_t make_header(const scree_writer *writer, char header[HEADER_CAPACITY])
{
    static const char *const descriptions[SCREE_TYPE_COUNT] = {
        [SCREE_TYPE_F32] = "<f4", [SCREE_TYPE_U16] = "<u2", [SCREE_TYPE_U8] = "|u1",
        [SCREE_TYPE_I16] = "<i2", [SCREE_TYPE_F16] = "<f2", [SCREE_TYPE_U32] = "<u4",
        [SCREE_TYPE_I32] = "<i4", [SCREE_TYPE_I8] = "|i1",  [SCREE_TYPE_F64] = "<f8",
    };
    const scree_content *content = &writer->content;
    size_t length = PREFIX_SIZE;
    length += (size_t)snprintf(header + length, HEADER_CAPACITY - length,
                               "{'descr': '%s', 'fortran_order': False, 'shape': (",
                               descriptions[content->conversion.type]);
    /* A Python tuple of one element needs a comma after it. */
    for (uint32_t a = content->axes; a-- > 0;) {
        length += (size_t)snprintf(header + length, HEADER_CAPACITY - length, "%" PRIu64 "%s", content->count[a],
                                   a > 0 ? ", " : "");
    }
    if (content->channels > 1) {
        length += (size_t)snprintf(header + length, HEADER_CAPACITY - length, ", %" PRIu32, content->channels);
    }
    bool is_one = content->axes == 1 && content->channels == 1;
    length += (size_t)snprintf(header + length, HEADER_CAPACITY - length, "%s), }", is_one ? "," : "");
    size_t size = (length + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    memset(header + length, ' ', size - length);
    header[size - 1] = '\n';
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)((size - PREFIX_SIZE) & 0xffu);
    header[9] = (char)((size - PREFIX_SIZE) >> 8);
    return size;
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    char header[HEADER_CAPACITY];
    target->needed_bytes = make_header(writer, header) + scree_content_bytes(&writer->content);
    return SCREE_OK;
}

static scree_result start(scree_writer *writer)
{
    char header[HEADER_CAPACITY];
    size_t size = make_header(writer, header);
    return scree_file_target_write(writer->target, header, size);
}

const scree_format_row scree_format_npy = {
    .info =
        {
            .name = "npy",
            .extensions = ".npy",
            .description = "NumPy array in C order, the slowest axis first, channels last",
            .types = SCREE_ANY_TYPE,
            .preferred = SCREE_TYPE_F32,
            .max_axes = SCREE_MAX_AXES,
            .is_read = true,
            .is_written = true,
            .is_streamed = true,
            .holds_channels = true,
            .has_sidecar = true,
        },
    .beginnings = {{"\x93NUMPY", 6}},
    .read = scree_npy_read,
    .plan = plan,
    .start = start,
    .write = scree_writer_append_little,
};
