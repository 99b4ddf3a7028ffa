/* The JSON text that goes with every file. */
#include <inttypes.h>
#include <stdlib.h>

#include <scree/version.h>

#include "text_builder.h"
#include "writer_internal.h"

scree_result scree_metadata_print(const scree_writer *writer, const scree_range *mapped, const scree_range *measured,
                                  uint64_t plane, char **text, size_t *length)
{
    const scree_content *content = &writer->content;
    const scree_format_info *format = &writer->format->info;
    scree_text out = {0};
    scree_text_format(&out, "{\n  \"format\": \"%s\",\n  \"type\": \"%s\",\n  \"size\": ", format->name,
                      scree_type_name(content->conversion.type));
    scree_text_counts(&out, content->count, content->axes);
    if (plane != SCREE_NO_PLANE) {
        scree_text_format(&out, ",\n  \"plane\": %" PRIu64, plane);
    }
    if (format->is_video) {
        scree_text_format(&out, ",\n  \"frame_rate\": %" PRIu32, writer->frame_rate);
    }
    if (format->has_sidecar && !format->is_text) {
        scree_text_format(&out, ",\n  \"byte_order\": \"%s\"", format->is_big_endian ? "big" : "little");
    }
    if (format->has_sidecar && !scree_file_target_is_stream(writer->target)) {
        scree_file_target_data data = scree_file_target_ended_data(writer->target);
        scree_text_format(&out, ",\n  \"data\": {\"bytes\": %" PRIu64 ", \"crc32\": \"%08" PRIx32 "\"}", data.bytes,
                          data.crc);
    }
    scree_content_append_grid(&out, content);
    if (content->is_noise || mapped != NULL) {
        scree_text_append(&out, ",\n  \"mapped\": ");
        scree_text_range(&out, mapped);
    }
    scree_text_append(&out, ",\n  \"measured\": ");
    scree_text_range(&out, measured);
    scree_text_format(&out, ",\n  \"scree\": \"%s\",\n  \"output_revision\": %" PRIu32, scree_version(),
                      scree_output_revision());
    scree_content_append_made(&out, content);
    scree_text_append(&out, "\n}\n");
    if (out.failed) {
        scree_text_clear(&out);
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    *text = out.data;
    *length = out.length;
    return SCREE_OK;
}
