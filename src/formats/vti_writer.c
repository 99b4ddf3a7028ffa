/*
 * VTI (VTK's XML format of image data): a header of XML, then, between an underscore and the closing tags, the number
 * of the samples' bytes in 64 bits and the samples, x fastest. Samples are point data: the origin is the first sample.
 */
#include <inttypes.h>

#include "readers.h"
#include "text_header.h"

#define AXES 3

static const char tail[] = "\n  </AppendedData>\n</VTKFile>\n";

static const char *const type_names[SCREE_TYPE_COUNT] = {
    [SCREE_TYPE_F32] = "Float32", [SCREE_TYPE_U16] = "UInt16", [SCREE_TYPE_U8] = "UInt8", [SCREE_TYPE_I16] = "Int16",
    [SCREE_TYPE_U32] = "UInt32",  [SCREE_TYPE_I32] = "Int32",  [SCREE_TYPE_I8] = "Int8",  [SCREE_TYPE_F64] = "Float64",
};

/* Appends an attribute of three numbers, with the value `missing` for axes that the content lacks. */
static void append_numbers(scree_text *text, const char *name, const double *numbers, uint32_t axes, double missing)
{
    scree_text_format(text, " %s=\"", name);
    for (uint32_t a = 0; a < AXES; a++) {
        scree_text_append(text, a > 0 ? " " : "");
        scree_text_double(text, a < axes ? numbers[a] : missing);
    }
    scree_text_append(text, "\"");
}

/* Appends the matrix whose columns are the directions, row after row. */
static void append_directions(scree_text *text, const scree_content *content)
{
    scree_text_append(text, " Direction=\"");
    for (uint32_t i = 0; i < AXES * AXES; i++) {
        scree_text_append(text, i > 0 ? " " : "");
        scree_text_double(text, content->direction[i % AXES][i / AXES]);
    }
    scree_text_append(text, "\"");
}

/* Appends the first and last index on every axis. */
static void append_extent(scree_text *text, const char *name, const scree_content *content)
{
    scree_text_format(text, " %s=\"", name);
    for (uint32_t a = 0; a < AXES; a++) {
        scree_text_format(text, "%s0 %" PRIu64, a > 0 ? " " : "", a < content->axes ? content->count[a] - 1 : 0);
    }
    scree_text_append(text, "\"");
}

static void append_bytes_of(scree_text *text, uint64_t number)
{
    char bytes[8];
    for (unsigned i = 0; i < 8; i++) {
        bytes[i] = (char)(number >> (8 * i) & 0xffu);
    }
    scree_text_append_bytes(text, bytes, sizeof bytes);
}

static void append_header(scree_text *text, const scree_content *content)
{
    scree_text_append(text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
                            "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n  <ImageData");
    append_extent(text, "WholeExtent", content);
    append_numbers(text, "Origin", content->origin, content->axes, 0.0);
    append_numbers(text, "Spacing", content->spacing, content->axes, 1.0);
    if (!content->is_along_axes) {
        append_directions(text, content);
    }
    scree_text_append(text, ">\n    <Piece");
    append_extent(text, "Extent", content);
    scree_text_format(text, ">\n      <PointData Scalars=\"%s\">\n", content->name);
    scree_text_format(text, "        <DataArray type=\"%s\" Name=\"%s\" format=\"appended\" offset=\"0\"/>\n",
                      type_names[content->conversion.type], content->name);
    scree_text_append(text,
                      "      </PointData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n   _");
    append_bytes_of(text, scree_content_bytes(content));
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    return scree_text_header_plan(writer, append_header, sizeof tail - 1, target);
}

static scree_result start(scree_writer *writer)
{
    return scree_text_header_write(writer, append_header);
}

static scree_result finish(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    (void)mapped;
    (void)measured;
    return scree_file_target_write(writer->target, tail, sizeof tail - 1);
}

const scree_format_row scree_format_vti = {
    .info =
        {
            .name = "vti",
            .extensions = ".vti",
            .description = "VTK image data, as ParaView opens it",
            .types = SCREE_ANY_TYPE_BUT_HALF,
            .preferred = SCREE_TYPE_F32,
            .max_axes = AXES,
            /* VTK's extents are of the type int. */
            .max_side = (UINT64_C(1) << 31) - 1,
            .is_read = true,
            .is_written = true,
            .is_streamed = true,
            .has_sidecar = true,
        },
    /* Other files of VTK begin like this one, so that the name decides. */
    .read = scree_vti_read,
    .plan = plan,
    .start = start,
    .write = scree_writer_append_little,
    .finish = finish,
};
