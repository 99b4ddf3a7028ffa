/*
 * DDS (Microsoft, "Programming Guide for DDS" and "DDS_HEADER_DXT10"): the header of a texture of 1, 2 or 3 axes with
 * one level, of Direct3D 10, then the samples, x fastest.
 */
#include <string.h>

#include "context_internal.h"
#include "writer_internal.h"

/* "DDS ", DDS_HEADER of 124 bytes, DDS_HEADER_DXT10 of 20 bytes. */
#define HEADER_SIZE 148

/* Offsets of the fields in the file. */
enum {
    AT_SIZE = 4,
    AT_FLAGS = 8,
    AT_HEIGHT = 12,
    AT_WIDTH = 16,
    AT_PITCH = 20,
    AT_DEPTH = 24,
    AT_LEVELS = 28,
    AT_PIXEL_SIZE = 76,
    AT_PIXEL_FLAGS = 80,
    AT_FOUR_CC = 84,
    AT_CAPS = 108,
    AT_CAPS2 = 112,
    AT_FORMAT = 128,
    AT_DIMENSION = 132,
    AT_ARRAY_SIZE = 140
};

/* The flags DDSD_CAPS, HEIGHT, WIDTH, PITCH, PIXELFORMAT and MIPMAPCOUNT, and for volumes DDSD_DEPTH. */
#define FLAGS 0x2100fu
#define FLAG_DEPTH 0x800000u

#define PIXEL_FLAG_FOUR_CC 0x4u
#define CAPS_TEXTURE 0x1000u
#define CAPS_COMPLEX 0x8u
#define CAPS2_VOLUME 0x200000u

/* D3D10_RESOURCE_DIMENSION for one axis; the values for two and three axes follow it. */
#define DIMENSION_TEXTURE_1D 2u

/* DXGI_FORMAT: R32_FLOAT, R16_UNORM, R8_UNORM, R16_SNORM, R16_FLOAT, R32_UINT. */
static const uint32_t pixel_formats[SCREE_TYPE_COUNT] = {
    [SCREE_TYPE_F32] = 41, [SCREE_TYPE_U16] = 56, [SCREE_TYPE_U8] = 61,
    [SCREE_TYPE_I16] = 58, [SCREE_TYPE_F16] = 54, [SCREE_TYPE_U32] = 42,
};

static void store(uint8_t *header, size_t at, uint64_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        header[at + i] = (uint8_t)(value >> (8 * i) & 0xffu);
    }
}

static void make_header(const scree_content *content, uint8_t header[HEADER_SIZE])
{
    bool volume = content->axes > 2;
    memset(header, 0, HEADER_SIZE);
    memcpy(header, "DDS ", 4);
    store(header, AT_SIZE, 124);
    store(header, AT_FLAGS, FLAGS | (volume ? FLAG_DEPTH : 0));
    store(header, AT_HEIGHT, content->axes > 1 ? content->count[1] : 1);
    store(header, AT_WIDTH, content->count[0]);
    store(header, AT_PITCH, content->count[0] * scree_type_bytes(content->conversion.type));
    store(header, AT_DEPTH, volume ? content->count[2] : 0);
    store(header, AT_LEVELS, 1);
    store(header, AT_PIXEL_SIZE, 32);
    store(header, AT_PIXEL_FLAGS, PIXEL_FLAG_FOUR_CC);
    memcpy(header + AT_FOUR_CC, "DX10", 4);
    store(header, AT_CAPS, CAPS_TEXTURE | (volume ? CAPS_COMPLEX : 0));
    store(header, AT_CAPS2, volume ? CAPS2_VOLUME : 0);
    store(header, AT_FORMAT, pixel_formats[content->conversion.type]);
    store(header, AT_DIMENSION, DIMENSION_TEXTURE_1D + content->axes - 1);
    store(header, AT_ARRAY_SIZE, 1);
}

/* A row has less than 2^32 bytes, so all sides fit into their fields. */
static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    target->needed_bytes = HEADER_SIZE + scree_content_bytes(&writer->content);
    return scree_writer_check_sides(writer, target->path, writer->content.axes,
                                    UINT32_MAX / scree_type_bytes(writer->content.conversion.type));
}

static scree_result start(scree_writer *writer)
{
    uint8_t header[HEADER_SIZE];
    make_header(&writer->content, header);
    return scree_file_target_write(writer->target, header, sizeof header);
}

const scree_format_row scree_format_dds = {
    .info =
        {
            .name = "dds",
            .extensions = ".dds",
            .description = "texture of Direct3D, of one channel; a volume texture for 3 axes",
            .types = SCREE_TYPE_BIT(SCREE_TYPE_F32) | SCREE_TYPE_BIT(SCREE_TYPE_U16) | SCREE_TYPE_BIT(SCREE_TYPE_U8) |
                     SCREE_TYPE_BIT(SCREE_TYPE_I16) | SCREE_TYPE_BIT(SCREE_TYPE_F16) | SCREE_TYPE_BIT(SCREE_TYPE_U32),
            .preferred = SCREE_TYPE_F32,
            .max_axes = 3,
            .is_written = true,
            .is_streamed = true,
            .has_sidecar = true,
        },
    .plan = plan,
    .start = start,
    .write = scree_writer_append_little,
};
