/*
 * MetaImage (MetaIO, Kitware): a header of lines "Key = value", then the samples, x fastest. A file .mha holds both;
 * any other is the header, and names the file of the samples beside it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "readers.h"
#include "writer_internal.h"

static const char *const element_types[SCREE_TYPE_COUNT] = {
    [SCREE_TYPE_F32] = "MET_FLOAT", [SCREE_TYPE_U16] = "MET_USHORT", [SCREE_TYPE_U8] = "MET_UCHAR",
    [SCREE_TYPE_I16] = "MET_SHORT", [SCREE_TYPE_U32] = "MET_UINT",   [SCREE_TYPE_I32] = "MET_INT",
    [SCREE_TYPE_I8] = "MET_CHAR",   [SCREE_TYPE_F64] = "MET_DOUBLE",
};

static scree_result plan(scree_writer *writer, scree_file_target_params *target)
{
    target->companion = scree_companion_ending(&writer->format->info, target->path);
    target->needed_bytes = scree_content_bytes(&writer->content);
    target->needs_more = true; /* The header names the other file. */
    return SCREE_OK;
}

static void append_numbers(scree_text *text, const char *key, const double *numbers, uint32_t count)
{
    scree_text_append(text, key);
    for (uint32_t i = 0; i < count; i++) {
        scree_text_append(text, " ");
        scree_text_double(text, numbers[i]);
    }
}

/* The directions of the first axis, then those of the second, and so on; each with a number for each axis. */
static void append_directions(scree_text *text, const scree_content *content)
{
    scree_text_append(text, "\nTransformMatrix =");
    for (uint32_t axis = 0; axis < content->axes; axis++) {
        append_numbers(text, "", content->direction[axis], content->axes);
    }
}

/* Whether the directions lie in the space of the axes that the samples have. */
static bool are_directions_held(const scree_content *content)
{
    bool are_held = true;
    for (uint32_t axis = 0; axis < content->axes && axis < SCREE_MAX_DIRECTIONS; axis++) {
        for (uint32_t part = content->axes; part < SCREE_MAX_DIRECTIONS; part++) {
            are_held = are_held && content->direction[axis][part] == 0;
        }
    }
    return are_held;
}

static void append_header(scree_text *text, const scree_content *content, const char *data_file)
{
    scree_text_format(text, "ObjectType = Image\nNDims = %" PRIu32 "\n", content->axes);
    scree_text_append(text, "BinaryData = True\nBinaryDataByteOrderMSB = False\nCompressedData = False\n");
    append_numbers(text, "Offset =", content->origin, content->axes);
    if (!content->is_along_axes && are_directions_held(content)) {
        append_directions(text, content);
    }
    append_numbers(text, "\nElementSpacing =", content->spacing, content->axes);
    if (content->unit[0] != '\0') {
        scree_text_format(text, "\nDistanceUnits = %s", content->unit);
    }
    scree_text_append(text, "\nDimSize =");
    for (uint32_t a = 0; a < content->axes; a++) {
        scree_text_format(text, " %" PRIu64, content->count[a]);
    }
    scree_text_format(text, "\nElementType = %s\nElementDataFile = ", element_types[content->conversion.type]);
    scree_text_append(text, data_file);
    scree_text_append(text, "\n");
}

/* A percent sign would make readers expect several files, and a line break would end the name. */
static scree_result check_name(const scree_writer *writer, const char *name)
{
    if (strpbrk(name, "%\r\n") == NULL) {
        return SCREE_OK;
    }
    return scree_fail(
        writer->context, SCREE_ERROR_INVALID,
        "cannot write %s: mhd cannot name a file of samples that has a '%%' or an end of line in its name",
        scree_file_target_path(writer->target));
}

static scree_result start(scree_writer *writer)
{
    const char *companion = scree_file_target_companion(writer->target);
    bool one_file = companion[0] == '\0';
    scree_result result = check_name(writer, companion);
    if (result != SCREE_OK) {
        return result;
    }
    if (!are_directions_held(&writer->content)) {
        scree_log(writer->context, SCREE_LOG_WARNING,
                  "%s: a MetaImage of %" PRIu32 " axes holds no directions in space; they are left along its axes",
                  scree_file_target_path(writer->target), writer->content.axes);
    }
    scree_text text = {0};
    append_header(&text, &writer->content, one_file ? "LOCAL" : companion);
    result = text.failed ? SCREE_ERROR_OUT_OF_MEMORY : scree_file_target_write(writer->target, text.data, text.length);
    scree_text_clear(&text);
    if (result == SCREE_OK && !one_file) {
        result = scree_file_target_end(writer->target);
        result = result == SCREE_OK ? scree_file_target_begin(writer->target, SCREE_COMPANION_FILE) : result;
    }
    return result;
}

const scree_format_row scree_format_mhd = {
    .info =
        {
            .name = "mhd",
            .extensions = ".mhd .mha",
            .description = "MetaImage: a header, and the samples beside it in NAME.raw; .mha is one file",
            .types = SCREE_ANY_TYPE_BUT_HALF,
            .preferred = SCREE_TYPE_F32,
            .max_axes = SCREE_MAX_AXES,
            .is_read = true,
            .is_written = true,
            .is_streamed = true,
            .has_sidecar = true,
            .companion = ".raw",
            .joined = ".mha",
        },
    .beginnings = {{"ObjectTy", 8}},
    .read = scree_mhd_read,
    .plan = plan,
    .start = start,
    .write = scree_writer_append_little,
};
