/*
 * VF (T. Iché's volume file, revision 1, which Unity's Visual Effect Graph imports): "VF_F" for one float32 a voxel,
 * three sides of 16 bits, then the samples, x fastest.
 */
#include <string.h>

#include "writer_internal.h"

#define HEADER_SIZE 10
#define AXES 3

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    target->needed_bytes = HEADER_SIZE + scree_content_bytes(&writer->content);
    return SCREE_OK;
}

static scree_result start(scree_writer *writer)
{
    const scree_content *content = &writer->content;
    uint8_t header[HEADER_SIZE] = {'V', 'F', '_', 'F'};
    for (uint32_t a = 0; a < AXES; a++) {
        uint64_t side = a < content->axes ? content->count[a] : 1;
        header[4 + 2 * a] = (uint8_t)(side & 0xffu);
        header[5 + 2 * a] = (uint8_t)(side >> 8);
    }
    return scree_file_target_write(writer->target, header, sizeof header);
}

const scree_format_row scree_format_vf = {
    .info =
        {
            .name = "vf",
            .extensions = ".vf",
            .description = "volume file of Unity's Visual Effect Graph, 32-bit floating point",
            .types = SCREE_TYPE_BIT(SCREE_TYPE_F32),
            .preferred = SCREE_TYPE_F32,
            .max_axes = AXES,
            .is_written = true,
            .is_streamed = true,
            .has_sidecar = true,
            .max_side = UINT16_MAX,
        },
    .plan = plan,
    .start = start,
    .write = scree_writer_append_little,
};
