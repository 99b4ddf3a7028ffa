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
    return scree_writer_check_sides(writer, target->path, UINT16_MAX);
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

const scree_format_writer scree_vf_writer = {
    .plan = plan,
    .start = start,
    .write = scree_writer_append_little,
    .sidecar = true,
};
