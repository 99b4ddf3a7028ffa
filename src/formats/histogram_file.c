/* Files of histograms: pictures, and videos of which each frame is a picture. */
#include <scree/histogram.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "histogram_painter.h"
#include "float_environment.h"
#include "painted_file.h"
#include "picture_text.h"
#include "sized_params.h"
#include "writer_internal.h"

#define CHANNELS 3

static void add_given_number(scree_text *text, const char *name, double value)
{
    if (value != 0.0) {
        scree_picture_text_number(text, name, value);
    }
}

static void add_splat(scree_text *text, const scree_splat_params *splat)
{
    scree_text_format(text, ", \"shape\": \"%s\"", scree_particle_shape_name(splat->shape));
    if (splat->shape == SCREE_PARTICLE_SHAPE_QUADS) {
        scree_picture_text_number(text, "quad_size", splat->quad_size);
    }
    scree_text_format(text, ", \"colour\": \"%s\"", scree_particle_colour_name(splat->colour));
    if (splat->colour != SCREE_PARTICLE_COLOUR_DENSITY && splat->colour != SCREE_PARTICLE_COLOUR_AGE) {
        const double range[2] = {splat->colour_min, splat->colour_max};
        scree_picture_text_numbers(text, "range", range, 2);
    }
    scree_text_format(text, ", \"every\": %" PRIu64 ", \"supersample\": %" PRIu32, splat->every,
                      splat->supersample != 0 ? splat->supersample : 1);
    scree_picture_text_camera(text, &splat->camera);
}

/* The numbers that a picture was made with. */
static void add_metered(scree_text *text, const scree_light_meter *meter)
{
    scree_picture_text_number(text, "factor", meter->factor);
    scree_picture_text_number(text, "white", meter->white);
    scree_picture_text_number(text, "unit", meter->unit);
}

/* Each frame of a video has numbers of its own, unless they are given. */
static void add_given(scree_text *text, const scree_histogram_params *params)
{
    add_given_number(text, "factor", params->factor);
    add_given_number(text, "white", params->white);
    add_given_number(text, "unit", params->unit);
}

static void add_colours(scree_text *text, const scree_histogram_params *params)
{
    scree_picture_text_number(text, "gamma", params->gamma == 0.0 ? 1.0 : params->gamma);
    scree_picture_text_numbers(text, "background", params->background, CHANNELS);
    if (params->has_ramp || params->is_coloured_by_value) {
        scree_text_format(text, ", \"ramp\": \"%s\", \"reversed\": %s", scree_ramp_name(params->ramp),
                          params->is_reversed ? "true" : "false");
    } else if (params->exposure == SCREE_EXPOSURE_ADDITIVE) {
        scree_picture_text_numbers(text, "tint", params->tint, CHANNELS);
    }
    if (params->splat != NULL) {
        add_splat(text, params->splat);
    }
}

static char *end_text(scree_text *text)
{
    if (text->failed) {
        scree_text_clear(text);
    }
    return text->data;
}

/* Prints the entry of the metadata that says how the picture was made. */
static char *print_picture(const scree_histogram_painter *painter)
{
    const scree_histogram_info *info = &painter->meter.info;
    scree_text text = {0};
    scree_text_format(&text, "{\"exposure\": \"%s\"", scree_exposure_name(painter->params.exposure));
    add_metered(&text, &painter->meter);
    add_colours(&text, &painter->params);
    scree_text_format(&text, ", \"max_count\": %" PRIu64 ", \"drawn\": %" PRIu64 "}", info->max_count, info->drawn);
    return end_text(&text);
}

/* Prints the entry of the metadata that says how a video was made. */
static char *print_video(const scree_histogram_painter *painter, const scree_video_frames *frames)
{
    scree_text text = {0};
    scree_text_format(&text, "{\"exposure\": \"%s\"", scree_exposure_name(painter->params.exposure));
    add_given(&text, &painter->params);
    add_colours(&text, &painter->params);
    scree_picture_text_number(&text, "frame_turn", frames->turn);
    scree_text_format(&text, ", \"frame_steps\": %" PRIu64 "}", frames->steps);
    return end_text(&text);
}

static void paint_rows(void *user, uint64_t first, uint64_t rows, void *pixels)
{
    const scree_histogram_painter *painter = user;
    const uint64_t width = painter->histogram->width;
    scree_histogram_painter_paint(painter, first * width, rows * width, pixels);
}

/* The pixels of a picture, or of `frames` pictures. */
static scree_volume volume_of(const scree_histogram_painter *painter, uint64_t frames)
{
    return (scree_volume){.axes = frames > 0 ? 3 : 2,
                          .count = {painter->histogram->width, painter->histogram->height, frames},
                          .type = painter->type,
                          .source = painter->type,
                          .key = painter->params.key,
                          .metadata = painter->params.metadata};
}

static scree_result check_file(scree_context *context, const scree_writer_params *file)
{
    return file != NULL && file->path != NULL
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", file == NULL ? "file" : "path");
}

static scree_result prepare(scree_context *context, const scree_histogram_params *params,
                            const scree_histogram *histogram, scree_type type, const scree_writer_params *file,
                            scree_writer **writer, scree_histogram_info *info)
{
    scree_histogram_painter *painter = NULL;
    scree_result result = check_file(context, file);
    if (result == SCREE_OK) {
        result = scree_histogram_painter_create(context, params, histogram, type, &painter);
    }
    if (result != SCREE_OK) {
        return result;
    }
    const scree_painted_file painted = {
        .volume = volume_of(painter, 0), .about = print_picture(painter), .paint = paint_rows, .painter = painter};
    result = scree_painted_file_write(context, &painted, file, writer);
    *info = painter->meter.info;
    scree_histogram_painter_destroy(painter);
    return result;
}

scree_result scree_histogram_draw_file_sized(scree_context *context, const scree_histogram_params *params, size_t size,
                                             size_t splat_size, const scree_histogram *histogram, scree_type type,
                                             const scree_writer_params *file, size_t file_size, scree_writer **writer,
                                             scree_histogram_info *info, size_t info_size)
{
    scree_histogram_info drawn;
    scree_histogram_own_params own;
    scree_writer_params own_file;
    if (writer == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "writer is NULL");
    }
    *writer = NULL;
    scree_result result = SCREE_OK;
    params = scree_histogram_params_take(context, params, size, splat_size, &own, &result);
    file = scree_params_take(context, file, file_size, &own_file, sizeof own_file, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = prepare(context, params, histogram, type, file, writer, &drawn);
    scree_float_environment_leave(&saved);
    if (result == SCREE_OK && info != NULL) {
        scree_info_give(&drawn, sizeof drawn, info, info_size);
    }
    return result;
}

scree_result scree_histogram_write_sized(scree_context *context, const scree_histogram_params *params, size_t size,
                                         size_t splat_size, const scree_histogram *histogram, const char *path,
                                         bool replace)
{
    const scree_writer_params file = {.path = path, .replaces = replace};
    scree_writer *writer;
    scree_result result = scree_histogram_draw_file_sized(context, params, size, splat_size, histogram, SCREE_TYPE_U8,
                                                          &file, sizeof file, &writer, NULL, 0);
    if (result == SCREE_OK) {
        result = scree_writer_commit(&writer, 1);
    }
    scree_writer_close(&writer);
    return result;
}

static scree_result open_video(scree_context *context, const scree_histogram_painter *painter,
                               const scree_video_frames *frames, const scree_writer_params *file, scree_writer **writer)
{
    const scree_volume volume = volume_of(painter, frames->count);
    scree_writer_params video = *file;
    video.recipe = NULL;
    video.volume = &volume;
    char *about = print_video(painter, frames);
    const scree_result result =
        about != NULL ? scree_writer_open_picture(context, &video, about, writer)
                      : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to write %s", file->path);
    free(about);
    return result;
}

static scree_result check_frames(scree_context *context, const scree_video_frames *frames)
{
    if (frames == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "frames is NULL");
    }
    if (frames->count == 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "count of frames is 0; it must be at least 1");
    }
    return isfinite(frames->turn)
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID, "turn of frames is %g; it must be finite", frames->turn);
}

static scree_result check_and_open_video(scree_context *context, const scree_histogram_params *params,
                                         const scree_histogram *histogram, const scree_video_frames *frames,
                                         const scree_writer_params *file, scree_writer **writer)
{
    scree_histogram_painter *painter = NULL;
    scree_result result = check_file(context, file);
    if (result == SCREE_OK) {
        result = check_frames(context, frames);
    }
    if (result == SCREE_OK) {
        result = scree_histogram_painter_create(context, params, histogram, SCREE_TYPE_U8, &painter);
    }
    if (result == SCREE_OK) {
        result = open_video(context, painter, frames, file, writer);
    }
    scree_histogram_painter_destroy(painter);
    return result;
}

SCREE_ASSERT_NO_TAIL(scree_video_frames, turn);

scree_result scree_histogram_open_video_sized(scree_context *context, const scree_histogram_params *params, size_t size,
                                              size_t splat_size, const scree_histogram *histogram,
                                              const scree_video_frames *frames, size_t frames_size,
                                              const scree_writer_params *file, size_t file_size, scree_writer **writer)
{
    scree_histogram_own_params own;
    scree_video_frames own_frames;
    scree_writer_params own_file;
    if (writer == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "writer is NULL");
    }
    *writer = NULL;
    scree_result result = SCREE_OK;
    params = scree_histogram_params_take(context, params, size, splat_size, &own, &result);
    frames = scree_params_take(context, frames, frames_size, &own_frames, sizeof own_frames, &result);
    file = scree_params_take(context, file, file_size, &own_file, sizeof own_file, &result);
    if (result != SCREE_OK) {
        return result;
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    result = check_and_open_video(context, params, histogram, frames, file, writer);
    scree_float_environment_leave(&saved);
    return result;
}
