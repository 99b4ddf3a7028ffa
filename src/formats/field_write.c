/* Writes a field to a file by one call, in the format's preferred type and with all of the CPU's cores. */
#include <scree/file.h>

#include <scree/device.h>
#include <scree/job.h>

#include "context_internal.h"
#include "recipe_internal.h"
#include "recipe_type.h"

/* A sink that appends slabs to a file, and keeps the interval that their output mapped. */
typedef struct file_sink {
    scree_sink writer;
    scree_range mapped;
} file_sink;

static scree_result append_slab(void *user, const scree_slab *slab)
{
    file_sink *to = user;
    to->mapped = slab->mapped;
    return to->writer.write(to->writer.user, slab);
}

static scree_result stream_to_file(scree_device *device, const scree_field *field, const scree_grid *grid,
                                   const scree_output *output, bool is_mapped, scree_writer *writer)
{
    file_sink to = {.writer = scree_writer_sink(writer)};
    const scree_sink sink = {.write = append_slab, .user = &to};
    scree_job *job = NULL;
    scree_result result = scree_job_stream(device, field, grid, output, &sink, &job);
    if (result == SCREE_OK) {
        result = scree_job_wait(job, UINT64_MAX);
    }
    scree_job_status status = scree_job_poll(job);
    scree_job_release(&job);
    const scree_range measured = {.minimum = status.minimum, .maximum = status.maximum};
    return result == SCREE_OK ? scree_writer_finish(writer, is_mapped ? &to.mapped : NULL, &measured) : result;
}

/* Integers are mapped from the field's measured range; float32, which several channels have, keeps the values. */
static scree_output choose_output(const scree_field *field, const scree_grid *grid, scree_format format)
{
    const bool is_converted = field->type->is_converted &&
                              (grid == NULL || scree_field_channels(field, grid->axes) == 1);
    const scree_type type = is_converted ? scree_format_describe(format)->preferred : SCREE_TYPE_F32;
    return (scree_output){.type = type,
                          .range_mode = type == SCREE_TYPE_F32 ? SCREE_RANGE_FIXED : SCREE_RANGE_MEASURED};
}

/* Describes to a writer what it writes; `text` holds the description of a volume, if there is one. */
static scree_result describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                             scree_text *text, scree_writer_params *params)
{
    const scree_recipe_type *type = scree_recipe_type_of(field);
    contents->recipe.output = choose_output(field, grid, params->format);
    const scree_result result = type->describe(field, grid, contents, params);
    if (result != SCREE_OK) {
        return result;
    }
    if (params->volume != NULL) {
        type->print(field, grid, &contents->recipe.output, SCREE_METADATA_INDENT, text);
        contents->volume.metadata = text->data;
        contents->volume.key = text->data != NULL ? type->key : NULL;
    }
    return text->failed ? scree_fail(field->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a recipe") : SCREE_OK;
}

scree_result scree_field_write(const scree_field *field, const scree_grid *grid, const char *path)
{
    scree_writer_params params = {.path = path, .replaces = true};
    scree_file_contents contents = {.volume = {.axes = 0}};
    scree_text text = {0};
    scree_writer *writer = NULL;
    scree_device *device = NULL;
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (path == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "path is NULL");
    }
    scree_result result = scree_field_check_grid(field->context, field, grid);
    if (result != SCREE_OK) {
        return result;
    }
    if (!scree_format_from_path(path, &params.format)) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "%s: no format has this extension", path);
    }
    result = describe(field, grid, &contents, &text, &params);
    if (result == SCREE_OK) {
        result = scree_writer_open(field->context, &params, &writer);
    }
    if (result == SCREE_OK) {
        result = scree_device_open(field->context, NULL, &device);
    }
    if (result == SCREE_OK) {
        const scree_output *output = field->type->is_converted ? &contents.recipe.output : NULL;
        const bool is_mapped = params.recipe != NULL || (output != NULL && output->type != SCREE_TYPE_F32);
        result = stream_to_file(device, field, grid, output, is_mapped, writer);
    }
    scree_device_close(&device);
    scree_writer_close(&writer);
    scree_text_clear(&text);
    return result;
}
