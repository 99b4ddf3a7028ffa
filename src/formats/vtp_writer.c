/*
 * VTP (VTK's XML format of polygonal data): a header of XML, then three blocks, each behind the number of its bytes in
 * 64 bits. The first has the points; the other two describe one cell, a poly-vertex of all points, because programs
 * such as ParaView show cells. The points of the cell are written in batches after the coordinates, so that nothing is
 * kept.
 */
#include <inttypes.h>

#include "text_header.h"

static const char tail[] = "\n  </AppendedData>\n</VTKFile>\n";

/* Bytes of the number before a block, and of an index. */
#define WORD 8u
/* Indices that are written at once. */
#define BATCH_INDICES 1024u

static void store_word(uint8_t *bytes, uint64_t number)
{
    for (unsigned i = 0; i < WORD; i++) {
        bytes[i] = (uint8_t)(number >> (8 * i));
    }
}

static void append_word(scree_text *text, uint64_t number)
{
    uint8_t bytes[WORD];
    store_word(bytes, number);
    scree_text_append_bytes(text, (const char *)bytes, sizeof bytes);
}

static void append_header(scree_text *text, const scree_content *content)
{
    const uint64_t point_bytes = scree_content_bytes(content);
    const uint64_t cell = WORD + point_bytes;
    const uint64_t ends = cell + WORD + content->count[1] * WORD;
    scree_text_format(text,
                      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
                      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <PolyData>\n    <Piece "
                      "NumberOfPoints=\"%" PRIu64 "\" NumberOfVerts=\"1\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
                      "NumberOfPolys=\"0\">\n",
                      content->count[1]);
    scree_text_format(text,
                      "      <Points>\n        <DataArray type=\"%s\" Name=\"Points\" NumberOfComponents=\"3\" "
                      "format=\"appended\" offset=\"0\"/>\n      </Points>\n",
                      content->conversion.type == SCREE_TYPE_F64 ? "Float64" : "Float32");
    scree_text_format(text,
                      "      <Verts>\n        <DataArray type=\"Int64\" Name=\"connectivity\" format=\"appended\" "
                      "offset=\"%" PRIu64 "\"/>\n        <DataArray type=\"Int64\" Name=\"offsets\" "
                      "format=\"appended\" offset=\"%" PRIu64 "\"/>\n      </Verts>\n",
                      cell, ends);
    scree_text_append(text, "    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n   _");
    append_word(text, point_bytes);
}

/* Bytes after the coordinates. */
static uint64_t rest_bytes(const scree_content *content)
{
    return WORD + content->count[1] * WORD + 2 * WORD + sizeof tail - 1;
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    return scree_text_header_plan(writer, append_header, rest_bytes(&writer->content), target);
}

static scree_result start(scree_writer *writer)
{
    return scree_text_header_write(writer, append_header);
}

static scree_result write_word(scree_writer *writer, uint64_t number)
{
    uint8_t bytes[WORD];
    store_word(bytes, number);
    return scree_file_target_write(writer->target, bytes, sizeof bytes);
}

/* The indices of all points. */
static scree_result write_cell(scree_writer *writer)
{
    uint8_t batch[BATCH_INDICES * WORD];
    const uint64_t count = writer->content.count[1];
    scree_result result = write_word(writer, count * WORD);
    for (uint64_t first = 0; first < count && result == SCREE_OK; first += BATCH_INDICES) {
        const uint64_t part = count - first < BATCH_INDICES ? count - first : BATCH_INDICES;
        for (uint64_t i = 0; i < part; i++) {
            store_word(batch + i * WORD, first + i);
        }
        result = scree_file_target_write(writer->target, batch, (size_t)(part * WORD));
    }
    return result;
}

static scree_result finish(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    (void)mapped;
    (void)measured;
    scree_result result = write_cell(writer);
    if (result == SCREE_OK) {
        result = write_word(writer, WORD);
    }
    if (result == SCREE_OK) {
        result = write_word(writer, writer->content.count[1]);
    }
    return result == SCREE_OK ? scree_file_target_write(writer->target, tail, sizeof tail - 1) : result;
}

const scree_format_row scree_format_vtp = {
    .info =
        {
            .name = "vtp",
            .extensions = ".vtp",
            .description = "points as VTK polygonal data, as ParaView opens it",
            .types = SCREE_TYPE_BIT(SCREE_TYPE_F32) | SCREE_TYPE_BIT(SCREE_TYPE_F64),
            .preferred = SCREE_TYPE_F64,
            .max_axes = 2,
            .is_written = true,
            .is_streamed = true,
            .is_points = true,
            .has_sidecar = true,
        },
    .plan = plan,
    .start = start,
    .write = scree_writer_append_little,
    .finish = finish,
};
