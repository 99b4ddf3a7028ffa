#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "os.h"
#include "sized_params.h"
#include "writer_internal.h"

/* Numbers that are converted at once. */
#define CONVERTED_NUMBERS 1024

/* A whole number of hundredths of a second each, as GIF needs it. */
#define USUAL_FRAME_RATE 25

static scree_result check_params(scree_context *context, const scree_writer_params *params)
{
    if (params == NULL || params->path == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", params == NULL ? "params" : "path");
    }
    if (scree_format_describe(params->format) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "format is %d, which is none", (int)params->format);
    }
    if (params->threads > SCREE_MAX_THREADS) {
        return scree_fail(context, SCREE_ERROR_INVALID, "threads is %" PRIu32 "; it must be 1 to %d, or 0",
                          params->threads, SCREE_MAX_THREADS);
    }
    if (params->compression > SCREE_MAX_COMPRESSION) {
        return scree_fail(context, SCREE_ERROR_INVALID, "compression is %" PRIu32 "; it must be 1 to %d, or 0",
                          params->compression, SCREE_MAX_COMPRESSION);
    }
    if (params->frame_rate > SCREE_MAX_FRAME_RATE) {
        return scree_fail(context, SCREE_ERROR_INVALID, "frame_rate is %" PRIu32 "; it must be 1 to %d, or 0",
                          params->frame_rate, SCREE_MAX_FRAME_RATE);
    }
    return SCREE_OK;
}

/* Lists the types that a format holds, such as "u16 or u8". */
static void list_types(const scree_format_info *format, char text[80])
{
    text[0] = '\0';
    for (size_t i = 0; i < SCREE_TYPE_COUNT; i++) {
        if (scree_format_holds(format, (scree_type)i)) {
            strcat(text, text[0] == '\0' ? "" : " or ");
            strcat(text, scree_type_name((scree_type)i));
        }
    }
}

static scree_result check_type(const scree_writer *writer, const char *path)
{
    const scree_format_info *format = &writer->format->info;
    scree_type type = writer->content.conversion.type;
    if (scree_format_holds(format, type)) {
        return SCREE_OK;
    }
    char types[80];
    list_types(format, types);
    return scree_fail(writer->context, SCREE_ERROR_INVALID, "%s: type is %s; %s holds %s", path, scree_type_name(type),
                      format->name, types);
}

/* A picture has two axes, and further axes become numbered files or frames. */
static scree_result check_grid(const scree_writer *writer, const char *path)
{
    const scree_format_info *format = &writer->format->info;
    if (writer->content.axes > format->max_axes) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID,
                          "%s: the field has %" PRIu32 " axes; %s holds 1 to %" PRIu32, path, writer->content.axes,
                          format->name, format->max_axes);
    }
    return format->max_side == 0
               ? SCREE_OK
               : scree_writer_check_sides(writer, path, format->is_picture || format->is_video ? 2 : format->max_axes,
                                          format->max_side);
}

/* Points are rows of three coordinates. */
static bool is_of_points(const scree_content *content)
{
    return !content->is_noise && content->axes == 2 && content->count[0] == 3;
}

/* Pictures with a third axis are the frames of a video. */
static bool holds_pictures(const scree_format_info *format, uint32_t axes)
{
    return axes == 3 ? format->is_video : format->holds_colours;
}

/* Refuses what a format is not for: noise in level sets, other samples than points, pictures without colours. */
static scree_result check_kind(const scree_writer *writer, const char *path)
{
    const scree_format_info *format = &writer->format->info;
    if (writer->content.is_noise && format->is_level_set) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID,
                          "%s: %s holds a level set, which is made of distances; noise has none", path, format->name);
    }
    if (format->is_points && !is_of_points(&writer->content)) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID, "%s: %s holds points, rows of three coordinates", path,
                          format->name);
    }
    if (writer->content.picture == NULL && format->is_video) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID, "%s: %s holds frames in colours and nothing else", path,
                          format->name);
    }
    if (writer->content.picture != NULL && !holds_pictures(format, writer->content.axes)) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID, "%s: %s holds no %s", path, format->name,
                          writer->content.axes == 3 ? "video" : "picture in colours");
    }
    return SCREE_OK;
}

/* Three channels may be colours, but not those of noise. */
static bool holds_channels(const scree_format_info *format, const scree_content *content)
{
    return content->channel_names == NULL || format->holds_channels ||
           (format->holds_colours && content->channels == 3 && !content->is_noise);
}

/* Lists the formats that hold the channels of a content, such as "npy, raw". */
static void list_formats(const scree_content *content, char text[80])
{
    const scree_format_info *format = NULL;
    text[0] = '\0';
    for (int i = 0; (format = scree_format_describe((scree_format)i)) != NULL; i++) {
        if (holds_channels(format, content)) {
            strcat(text, text[0] == '\0' ? "" : ", ");
            strcat(text, format->name);
        }
    }
}

static scree_result check_channels(const scree_writer *writer, const char *path)
{
    const scree_format_info *format = &writer->format->info;
    const scree_content *content = &writer->content;
    if (holds_channels(format, content)) {
        return SCREE_OK;
    }
    char formats[80];
    list_formats(content, formats);
    return scree_fail(writer->context, SCREE_ERROR_INVALID,
                      "%s: a sample has %" PRIu32 " channels (%s), which %s does not hold; formats that do: %s", path,
                      content->channels, content->channel_names, format->name, formats);
}

static scree_result check_format(const scree_writer *writer, const char *path)
{
    if (!writer->format->info.is_written) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID, "%s: files of the format %s are only read", path,
                          writer->format->info.name);
    }
    scree_result result = check_type(writer, path);
    if (result == SCREE_OK) {
        result = check_kind(writer, path);
    }
    if (result == SCREE_OK) {
        result = check_channels(writer, path);
    }
    return result == SCREE_OK ? check_grid(writer, path) : result;
}

/* Plans the file; opens it, too, unless a plan is all that is wanted. */
static scree_result open_target(scree_writer *writer, const scree_writer_params *params, scree_file_plan *plan)
{
    scree_file_target_params target = {
        .path = params->path,
        .replaces = params->replaces,
        .skips_sync = params->skips_sync,
        .interrupted = params->interrupted,
        .interrupted_user = params->interrupted_user,
        .sidecar = !writer->format->info.has_sidecar ? SCREE_SIDECAR_UNUSED
                   : params->skips_sidecar           ? SCREE_SIDECAR_REMOVED
                                                     : SCREE_SIDECAR_WRITTEN,
        .files = 1,
        .recognises = writer->format->recognises,
        .only_checks = plan != NULL,
    };
    scree_result result = writer->format->plan(writer, &target);
    if (result == SCREE_OK) {
        result = scree_file_target_open(writer->context, &target, &writer->target);
    }
    if (result == SCREE_OK && plan != NULL) {
        *plan = (scree_file_plan){.files = target.files,
                                  .bytes = target.needed_bytes,
                                  .is_least = target.needs_more,
                                  .most_bytes = target.most_bytes,
                                  .has_sidecar = scree_file_target_has_sidecar(writer->target),
                                  .free_bytes = scree_file_target_room(writer->target)};
        return SCREE_OK;
    }
    return result == SCREE_OK && writer->format->start != NULL ? writer->format->start(writer) : result;
}

/* The picture is NULL for samples. A frame has the axes before time; its recipe has them all. */
static scree_result fill_writer(scree_writer *writer, const scree_writer_params *params, scree_file_use use,
                                scree_file_plan *plan)
{
    writer->format = scree_format_row_of(params->format);
    writer->threads = params->threads == 0 ? scree_os_processor_count() : params->threads;
    writer->compression = params->compression == 0 ? 1 : params->compression;
    writer->frame_rate = params->frame_rate == 0 ? USUAL_FRAME_RATE : params->frame_rate;
    scree_result result = scree_content_make(writer->context, params, &writer->content);
    if (result == SCREE_OK && use.is_frame) {
        writer->content.axes--;
    }
    if (result == SCREE_OK && use.picture != NULL) {
        writer->content.picture = scree_copy_text(use.picture, strlen(use.picture));
        writer->content.channels = 3;
        result = writer->content.picture == NULL ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK;
    }
    if (result == SCREE_OK) {
        result = check_format(writer, params->path);
    }
    return result == SCREE_OK ? open_target(writer, params, plan) : result;
}

/* A plan opens no file, and the writer is only to be closed. */
static scree_result open_writer(scree_context *context, const scree_writer_params *params, scree_file_use use,
                                scree_file_plan *plan, scree_writer **writer)
{
    *writer = NULL;
    scree_result result = check_params(context, params);
    if (result != SCREE_OK) {
        return result;
    }
    scree_writer *new_writer = calloc(1, sizeof *new_writer);
    if (new_writer == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to write %s", params->path);
    }
    new_writer->context = context;
    new_writer->owner = scree_os_process_id();
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = fill_writer(new_writer, params, use, plan);
    scree_float_environment_leave(&saved);
    if (result == SCREE_ERROR_OUT_OF_MEMORY) {
        scree_fail(context, result, "no memory to write %s", params->path);
    }
    if (result != SCREE_OK) {
        scree_writer_close(&new_writer);
        return result;
    }
    *writer = new_writer;
    return SCREE_OK;
}

SCREE_ASSERT_NO_TAIL(scree_writer_params, interrupted_user);
SCREE_ASSERT_NO_TAIL(scree_volume, channels);

scree_result scree_writer_open_sized(scree_context *context, const scree_writer_params *params, size_t size,
                                     size_t recipe_size, size_t volume_size, scree_writer **writer)
{
    scree_writer_params own;
    scree_recipe recipe;
    scree_volume volume;
    scree_result result = SCREE_OK;
    if (writer == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "writer is NULL");
    }
    *writer = NULL;
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    if (params != NULL) {
        own.recipe = scree_params_take(context, own.recipe, recipe_size, &recipe, sizeof recipe, &result);
        own.volume = scree_params_take(context, own.volume, volume_size, &volume, sizeof volume, &result);
    }
    return result == SCREE_OK ? open_writer(context, params, (scree_file_use){0}, NULL, writer) : result;
}

scree_result scree_writer_open_picture(scree_context *context, const scree_writer_params *params, const char *picture,
                                       scree_writer **writer)
{
    return open_writer(context, params, (scree_file_use){.picture = picture}, NULL, writer);
}

scree_result scree_writer_open_frame(scree_context *context, const scree_writer_params *params, scree_writer **writer)
{
    return open_writer(context, params, (scree_file_use){.is_frame = true}, NULL, writer);
}

scree_result scree_writer_plan(scree_context *context, const scree_writer_params *params, scree_file_use use,
                               scree_file_plan *plan)
{
    scree_writer *writer = NULL;
    const scree_result result = open_writer(context, params, use, plan, &writer);
    scree_writer_close(&writer);
    return result;
}

/* Converts and writes samples in batches that fit on the stack. */
static scree_result convert_and_write(scree_writer *writer, const float *values, uint64_t count)
{
    float
        batch[CONVERTED_NUMBERS]; /* Holds any type that samples are converted to, as none has more bytes than float. */
    const size_t channels = writer->content.channels;
    const size_t most = CONVERTED_NUMBERS / channels;
    scree_result result = SCREE_OK;
    while (count > 0 && result == SCREE_OK) {
        size_t part = count < most ? (size_t)count : most;
        writer->saturated += scree_convert_samples(&writer->content.conversion, values, batch, part * channels);
        result = writer->format->write(writer, batch, part);
        values += part * channels;
        count -= part;
    }
    return result;
}

/* Refuses a child made by fork(), which has none of the writer's threads. */
static scree_result check_owner(const scree_writer *writer)
{
    if (writer->owner == scree_os_process_id()) {
        return SCREE_OK;
    }
    return scree_fail(writer->context, SCREE_ERROR_INVALID,
                      "%s was opened by process %ld; a child process must open a writer of its own",
                      scree_file_target_path(writer->target), (long)writer->owner);
}

scree_result scree_writer_write(scree_writer *writer, const void *data, uint64_t count)
{
    if (writer == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (check_owner(writer) != SCREE_OK) {
        return SCREE_ERROR_INVALID;
    }
    if (writer->result != SCREE_OK || count == 0) {
        return writer->result;
    }
    if (data == NULL || writer->state != SCREE_WRITER_OPEN ||
        count > writer->content.samples - writer->samples_written) {
        return scree_fail(
            writer->context, SCREE_ERROR_INVALID, "%s: %" PRIu64 " samples are written to a file that lacks %" PRIu64,
            scree_file_target_path(writer->target), count, writer->content.samples - writer->samples_written);
    }
    if (writer->content.has_limits && writer->content.picture == NULL) {
        writer->saturated += scree_count_ends(writer->content.conversion.type, data, (size_t)count);
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    writer->result = scree_conversion_is_none(&writer->content.conversion) ? writer->format->write(writer, data, count)
                                                                           : convert_and_write(writer, data, count);
    scree_float_environment_leave(&saved);
    writer->samples_written += count;
    return writer->result;
}

static scree_result write_slab(void *user, const scree_slab *slab)
{
    scree_writer *writer = user;
    if (slab->first != writer->samples_written && writer->result == SCREE_OK) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID,
                          "%s: sample %" PRIu64 " is written where %" PRIu64 " is next",
                          scree_file_target_path(writer->target), slab->first, writer->samples_written);
    }
    return scree_writer_write(writer, slab->data, slab->count);
}

scree_sink scree_writer_sink(scree_writer *writer)
{
    return (scree_sink){.write = writer != NULL ? write_slab : NULL, .user = writer};
}

static scree_result write_sidecar(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    char *text;
    size_t length;
    scree_result result = scree_metadata_print(writer, mapped, measured, SCREE_NO_PLANE, &text, &length);
    if (result != SCREE_OK) {
        return scree_fail(writer->context, result, "no memory to write %s", scree_file_target_path(writer->target));
    }
    result = scree_file_target_begin(writer->target, SCREE_SIDECAR_FILE);
    if (result == SCREE_OK) {
        result = scree_file_target_write(writer->target, text, length);
    }
    if (result == SCREE_OK) {
        result = scree_file_target_end(writer->target);
    }
    free(text);
    return result;
}

/* Distances that are wrong in the file should not be so in silence. */
static void tell_saturated(const scree_writer *writer)
{
    const scree_conversion *conversion = &writer->content.conversion;
    const char *limit = conversion->type == SCREE_TYPE_F16   ? "65504"
                        : conversion->type == SCREE_TYPE_I16 ? "32767"
                                                             : "3.4028235e38";
    if (writer->saturated > 0 && !writer->content.is_noise) {
        scree_log(writer->context, SCREE_LOG_WARNING,
                  "%s: %" PRIu64 " of %" PRIu64
                  " samples are beyond what %s holds, -%s to %s, and are stored as its ends",
                  scree_file_target_path(writer->target), writer->saturated, writer->content.samples,
                  scree_type_name(conversion->type), limit, limit);
    }
}

static scree_result complete(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    scree_result result = SCREE_OK;
    if (writer->format->finish != NULL) {
        result = writer->format->finish(writer, mapped, measured);
    }
    if (result == SCREE_OK) {
        result = scree_file_target_end(writer->target);
    }
    if (result == SCREE_OK && scree_file_target_has_sidecar(writer->target)) {
        result = write_sidecar(writer, mapped, measured);
    }
    return result == SCREE_OK ? scree_file_target_sync(writer->target) : result;
}

scree_result scree_writer_complete(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    if (writer == NULL || check_owner(writer) != SCREE_OK) {
        return SCREE_ERROR_INVALID;
    }
    if (writer->result != SCREE_OK) {
        return writer->result;
    }
    bool missing = writer->samples_written != writer->content.samples;
    if (writer->state != SCREE_WRITER_OPEN || missing) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID, "%s: %s", scree_file_target_path(writer->target),
                          missing ? "samples are missing" : "the file is complete already");
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    writer->result = complete(writer, mapped, measured);
    scree_float_environment_leave(&saved);
    writer->state = SCREE_WRITER_COMPLETE;
    if (writer->result == SCREE_OK) {
        tell_saturated(writer);
    }
    return writer->result;
}

/* Only complete files get their names. */
static scree_result check_complete(const scree_writer *writer)
{
    if (writer == NULL || check_owner(writer) != SCREE_OK) {
        return SCREE_ERROR_INVALID;
    }
    if (writer->result == SCREE_OK && writer->state != SCREE_WRITER_COMPLETE) {
        return scree_fail(writer->context, SCREE_ERROR_INVALID, "%s: the file %s",
                          scree_file_target_path(writer->target),
                          writer->state == SCREE_WRITER_OPEN ? "is not complete" : "has its name already");
    }
    return writer->result;
}

scree_result scree_writer_commit(scree_writer *const *writers, size_t count)
{
    if (writers == NULL || count == 0) {
        return writers == NULL ? SCREE_ERROR_INVALID : SCREE_OK;
    }
    for (size_t i = 0; i < count; i++) {
        scree_result result = check_complete(writers[i]);
        if (result != SCREE_OK) {
            return result;
        }
    }
    scree_file_target **targets = calloc(count, sizeof *targets);
    if (targets == NULL) {
        return scree_fail(writers[0]->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to write %s",
                          scree_file_target_path(writers[0]->target));
    }
    for (size_t i = 0; i < count; i++) {
        targets[i] = writers[i]->target;
    }
    scree_result result = scree_file_targets_commit(targets, count);
    free(targets);
    for (size_t i = 0; i < count; i++) {
        writers[i]->result = result;
        writers[i]->state = SCREE_WRITER_COMMITTED;
    }
    return result;
}

scree_result scree_writer_finish(scree_writer *writer, const scree_range *mapped, const scree_range *measured)
{
    scree_result result = scree_writer_complete(writer, mapped, measured);
    return result == SCREE_OK ? scree_writer_commit(&writer, 1) : result;
}

uint64_t scree_writer_saturated(const scree_writer *writer)
{
    return writer == NULL ? 0 : writer->saturated;
}

uint64_t scree_writer_bytes(const scree_writer *writer)
{
    return writer == NULL ? 0 : scree_file_target_bytes(writer->target);
}

void scree_writer_close(scree_writer **writer)
{
    if (writer == NULL || *writer == NULL) {
        return;
    }
    scree_writer *closing = *writer;
    /* A child process does not have the threads of a format's state, so it cannot end them. */
    if (closing->format != NULL && closing->format->close != NULL && closing->owner == scree_os_process_id()) {
        closing->format->close(closing);
    }
    scree_file_target_close(&closing->target);
    scree_content_clear(&closing->content);
    free(closing);
    *writer = NULL;
}
