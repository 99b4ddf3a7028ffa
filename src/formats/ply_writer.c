/* PLY (G. Turk, "The PLY polygon file format", 1994), binary and little endian: points as vertices. Rows along y have
   the three coordinates. */
#include <inttypes.h>

#include "text_header.h"

static void append_header(scree_text *text, const scree_content *content)
{
    const char *type = content->conversion.type == SCREE_TYPE_F64 ? "double" : "float";
    scree_text_format(text, "ply\nformat binary_little_endian 1.0\nelement vertex %" PRIu64 "\n", content->count[1]);
    for (const char *axis = "xyz"; *axis != '\0'; axis++) {
        scree_text_format(text, "property %s %c\n", type, *axis);
    }
    scree_text_append(text, "end_header\n");
}

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    return scree_text_header_plan(writer, append_header, 0, target);
}

static scree_result start(scree_writer *writer)
{
    return scree_text_header_write(writer, append_header);
}

const scree_format_row scree_format_ply = {
    .info =
        {
            .name = "ply",
            .extensions = ".ply",
            .description = "points as the vertices of a binary Stanford PLY",
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
};
