#include "text_header.h"

scree_result scree_text_header_plan(const scree_writer *writer, scree_text_header_append append, uint64_t rest_bytes,
                                    scree_file_target_params *target)
{
    scree_text header = {0};
    append(&header, &writer->content);
    scree_result result = header.failed ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
    target->needed_bytes = header.length + scree_content_bytes(&writer->content) + rest_bytes;
    scree_text_clear(&header);
    return result;
}

scree_result scree_text_header_write(scree_writer *writer, scree_text_header_append append)
{
    scree_text header = {0};
    append(&header, &writer->content);
    scree_result result = header.failed ? SCREE_ERROR_OUT_OF_MEMORY
                                        : scree_file_target_write(writer->target, header.data, header.length);
    scree_text_clear(&header);
    return result;
}
