/* Files in graphs that are compiled: the numbers by which instructions name them. */
#include <inttypes.h>
#include <string.h>

#include "context_internal.h"
#include "graph_builder.h"

/* Whether fields of two files are the same. */
static bool is_same(const scree_graph_file *a, const scree_graph_file *b)
{
    return a == b || (a->table.words == b->table.words &&
                      memcmp(a->table.word, b->table.word, (size_t)a->table.words * sizeof *a->table.word) == 0);
}

/* The number of a file among those of the code. */
static uint32_t number_of(scree_code_builder *builder, const scree_graph_file *file)
{
    uint32_t number = 0;
    while (number < builder->file_count && !is_same(builder->file[number], file)) {
        number++;
    }
    if (number == builder->file_count) {
        builder->file = scree_code_grow(builder, builder->file, builder->file_count, &builder->file_capacity,
                                        sizeof *builder->file);
        if (!scree_code_has_failed(builder)) {
            builder->file[builder->file_count++] = file;
        }
    }
    return number;
}

static scree_result fail_axes(scree_code_builder *builder, const scree_graph_file *file)
{
    const uint32_t axes = scree_code_axes(builder);
    const char *hint = file->axes + 1 == axes   ? "; remove_axis() takes one away"
                       : file->axes == axes + 1 ? "; add_axis() gives one more"
                                                : "";
    const char *path = file->params.file.path;
    return SCREE_CODE_FAIL(builder, SCREE_ERROR_INVALID,
                           "file: %s has %" PRIu32 " axes, and is evaluated in %" PRIu32 "%s",
                           path != NULL ? path : "values", file->axes, axes, hint);
}

scree_operand scree_code_emit_file(scree_code_builder *builder, const scree_graph_file *file)
{
    scree_operand input[SCREE_INSTRUCTION_INPUTS] = {{.is_number = true}, {.is_number = true}, {.is_number = true}};
    if (scree_code_axes(builder) != file->axes) {
        fail_axes(builder, file);
        return input[0];
    }
    for (uint32_t axis = 0; axis < file->axes; axis++) {
        input[axis] = scree_code_position(builder, axis);
    }
    input[SCREE_FILE_AXES] = scree_number_operand((float)number_of(builder, file));
    return scree_code_has_failed(builder) ? scree_number_operand(0.0f)
                                          : scree_code_emit(builder, SCREE_FILE_INSTRUCTION, input);
}
