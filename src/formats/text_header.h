/* Files that begin with a header of text, behind which samples follow. */
#ifndef SCREE_TEXT_HEADER_H
#define SCREE_TEXT_HEADER_H

#include "text_builder.h"
#include "writer_internal.h"

typedef void (*scree_text_header_append)(scree_text *text, const scree_content *content);

/* Plans a file of the header, the samples, and `rest_bytes` bytes after them. Errors: SCREE_ERROR_OUT_OF_MEMORY. */
scree_result scree_text_header_plan(const scree_writer *writer, scree_text_header_append append, uint64_t rest_bytes,
                                    scree_file_target_params *target);

/* Writes the header. Errors: SCREE_ERROR_OUT_OF_MEMORY, and as scree_file_target_write(). */
scree_result scree_text_header_write(scree_writer *writer, scree_text_header_append append);

#endif
