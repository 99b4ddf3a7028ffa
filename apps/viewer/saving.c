#include "saving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../scree/field_metadata.h"
#include "final_scene.h"
#include "motion.h"
#include "particle_view.h"
#include "recipe_field.h"
#include "viewer_internal.h"

#define METADATA_KEY "viewer"

uint8_t *saving_colours(const uint32_t *pixels, size_t count)
{
    uint8_t *colours = malloc(count * 3);
    for (size_t i = 0; colours != NULL && i < count; i++) {
        colours[3 * i] = (uint8_t)pixels[i];
        colours[3 * i + 1] = (uint8_t)(pixels[i] >> 8);
        colours[3 * i + 2] = (uint8_t)(pixels[i] >> 16);
    }
    return colours;
}

/* The colours of a picture, allocated; NULL without memory, or where the device fails. */
static uint8_t *colours_of(const viewer_pixels *pixels)
{
    const size_t count = (size_t)pixels->width * pixels->height;
    uint32_t *words = malloc(count * sizeof *words);
    const bool is_read = words != NULL && scree_buffer_read(pixels->buffer, 0, 4 * (uint64_t)count, words) == SCREE_OK;
    uint8_t *colours = is_read ? saving_colours(words, count) : NULL;
    free(words);
    return colours;
}

/* The command that draws what `scree render` does not, as a JSON object. The caller frees it. */
static char *describe_command(const viewer *self, uint32_t width, uint32_t height)
{
    char *command = viewer_command(self, width, height, NULL);
    json_t *root = command != NULL ? json_object() : NULL;
    json_object_set_new(root, "command", json_string(command));
    free(command);
    return field_metadata_print(root, JSON_COMPACT);
}

/* A picture, or with frames a video. Its metadata are those of `scree render` where that draws it, too. */
static scree_result open_writer(viewer *self, const char *path, const scree_scene_file *wanted, uint32_t rate,
                                scree_writer **writer)
{
    struct final_scene scene;
    char text[256];
    if (wanted->frames > 0 && viewer_scene_has_particles(self->state.view.scene)) {
        return particle_file_open_video(self, path, wanted, rate, writer);
    }
    if (!final_scene_find(self, wanted->width, wanted->height, &scene, text, sizeof text)) {
        viewer_messages_add_error(self->messages, text);
        return SCREE_ERROR_INVALID;
    }
    if (!final_scene_is_rendered(self, &scene)) {
        free(scene.metadata);
        scene.metadata = describe_command(self, wanted->width, wanted->height);
        scene.key = METADATA_KEY;
    }
    scree_scene_file file = *wanted;
    file.scene = &scene.told;
    file.ramp = scene_has_ramp(file.scene) ? scree_ramp_name(self->state.view.ramp) : NULL;
    file.metadata = scene.metadata;
    file.key = scene.metadata != NULL ? scene.key : NULL;
    const scree_writer_params params = final_scene_writer_params(path, rate);
    const scree_result result = scree_scene_open_file(viewer_messages_context(self->messages), &file, &params, writer);
    final_scene_clear(&scene);
    return result;
}

static scree_result write_picture(viewer *self, const char *path, const viewer_pixels *pixels, uint32_t width,
                                  uint32_t height)
{
    const scree_scene_file file = {.width = width, .height = height};
    if (viewer_scene_has_particles(self->state.view.scene) && strcmp(path, "-") != 0) {
        return particle_file_write(self, path, pixels);
    }
    uint8_t *colours = colours_of(pixels);
    scree_writer *writer = NULL;
    scree_result result = colours != NULL ? open_writer(self, path, &file, 0, &writer) : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = scree_writer_write(writer, colours, (uint64_t)width * height);
    }
    if (result == SCREE_OK) {
        result = scree_writer_finish(writer, NULL, NULL);
    }
    scree_writer_close(&writer);
    free(colours);
    return result;
}

/* Waits for the final picture. */
static scree_result settle(viewer *self, uint32_t width, uint32_t height)
{
    const scree_result result = viewer_settle(self, width, height, NULL);
    viewer_status status;
    if (result == SCREE_OK && self->picture.buffer != NULL) {
        return SCREE_OK;
    }
    viewer_get_status(self, &status);
    if (status.error[0] != '\0') {
        viewer_messages_add_error(self->messages, status.error);
    }
    return result != SCREE_OK ? result : SCREE_ERROR_INTERNAL;
}

/* Formats of pictures and of videos are known by the ending of a name. */
static bool is_picture_name(const char *path, bool of_video)
{
    scree_format format = SCREE_FORMAT_PNG;
    if (strcmp(path, "-") == 0) {
        return !of_video;
    }
    if (!scree_format_from_path(path, &format)) {
        return false;
    }
    const scree_format_info *info = scree_format_describe(format);
    return info->is_written && info->is_video == of_video &&
           (of_video || (info->holds_colours && scree_format_holds(info, SCREE_TYPE_U8)));
}

scree_result saving_picture(viewer *self, const char *path, uint32_t width, uint32_t height, char *text, size_t size)
{
    if (!is_picture_name(path, false)) {
        snprintf(text, size, "%s: not the name of a picture; names that end with .png are", path);
        return SCREE_ERROR_INVALID;
    }
    scree_result result = settle(self, width, height);
    if (result == SCREE_OK) {
        result = write_picture(self, path, &self->picture, width, height);
    }
    viewer_messages_check(self->messages, result, text, size);
    return result;
}

bool viewer_save_picture(viewer *self, const char *path, uint32_t width, uint32_t height, char *text, size_t size)
{
    const bool is_saved = saving_picture(self, path, width, height, text, size) == SCREE_OK;
    self->is_changed = true; /* The window has another size. */
    return is_saved;
}

bool viewer_save_recipe(viewer *self, const char *path, char *text, size_t size)
{
    char *json = viewer_recipe_text(self);
    FILE *stream = json != NULL ? fopen(path, "w") : NULL;
    bool is_saved = stream != NULL && fputs(json, stream) >= 0 && fputs("\n", stream) >= 0;
    if (stream != NULL) {
        is_saved = fclose(stream) == 0 && is_saved;
    }
    free(json);
    if (!is_saved) {
        snprintf(text, size, "%s: could not be written", path);
    }
    return is_saved;
}

bool viewer_save_volume(viewer *self, const char *path, char *text, size_t size)
{
    const viewer_source source = viewer_first_source(self);
    const viewer_view *view = &self->state.view;
    struct plan plan;
    scree_field *field = NULL;
    if (source.samples != NULL || viewer_scene_has_particles(view->scene)) {
        snprintf(text, size, "%s: only samples of a recipe are saved", path);
        return false;
    }
    const uint32_t width = self->width > 0 ? self->width : 1;
    const uint32_t height = self->height > 0 ? self->height : 1;
    const uint32_t finest = plan_levels(&source, view, width, height) - 1;
    if (!plan_make(&source, view, width, height, finest, &plan, text, size)) {
        return false;
    }
    scree_result result = recipe_field_make(viewer_messages_context(self->messages), &plan.recipe, plan.graph, &field);
    if (result == SCREE_OK) {
        result = scree_field_write(field, &plan.recipe.grid, path);
    }
    scree_field_release(&field);
    return viewer_messages_check(self->messages, result, text, size);
}

/* A video that is written frame by frame. */
struct recording {
    scree_writer *writer;
    uint32_t width;
    uint32_t height;
    uint32_t frames;
    uint32_t done;
    uint32_t rate;
    double azimuth; /* Before the first frame. */
    double depth;
    uint32_t steps;
};

bool viewer_record_start(viewer *self, const char *path, uint32_t width, uint32_t height, uint32_t frames,
                         uint32_t rate, char *text, size_t size)
{
    if (!is_picture_name(path, true)) {
        snprintf(text, size, "%s: not the name of a video; names that end with .mp4, .gif or .webp are", path);
        return false;
    }
    struct recording *recording = calloc(1, sizeof *recording);
    scree_result result = SCREE_ERROR_OUT_OF_MEMORY;
    if (recording != NULL) {
        recording->width = width;
        recording->height = height;
        recording->frames = frames;
        recording->rate = rate;
        recording->azimuth = self->state.view.azimuth;
        recording->depth = self->state.view.depth;
        recording->steps = self->state.view.steps;
        const scree_scene_file file = {.width = width, .height = height, .frames = frames};
        result = open_writer(self, path, &file, rate, &recording->writer);
    }
    if (result != SCREE_OK) {
        free(recording);
        viewer_messages_explain(self->messages, result, text, size);
        return false;
    }
    self->recording = recording;
    return true;
}

/* A whole turn, or as time passes: then the camera turns as it does in the window. */
static void move_to_frame(viewer *self, const struct recording *recording)
{
    viewer_view *view = &self->state.view;
    const double done = (double)recording->done;
    const double seconds = done / (double)recording->rate;
    view->depth = recording->depth;
    const bool is_turn = !motion_has_running_time(self);
    view->azimuth = recording->azimuth + (is_turn ? 360.0 * done / (double)recording->frames : view->turn * seconds);
    if (particle_view_moves(view)) {
        view->steps = particle_view_steps(view, recording->steps, recording->done);
    } else if (!is_turn) {
        view->depth = motion_depth(self, view->pace * seconds);
    }
    self->is_changed = true;
}

static scree_result write_frame(viewer *self, struct recording *recording)
{
    move_to_frame(self, recording);
    scree_result result = settle(self, recording->width, recording->height);
    uint8_t *colours = result == SCREE_OK ? colours_of(&self->picture) : NULL;
    if (result == SCREE_OK) {
        result = colours != NULL
                     ? scree_writer_write(recording->writer, colours, (uint64_t)recording->width * recording->height)
                     : SCREE_ERROR_OUT_OF_MEMORY;
    }
    free(colours);
    recording->done += result == SCREE_OK ? 1 : 0;
    return result;
}

int64_t viewer_record_next(viewer *self, char *text, size_t size)
{
    struct recording *recording = self->recording;
    if (recording == NULL || recording->done == recording->frames) {
        return 0;
    }
    const bool is_written = viewer_messages_check(self->messages, write_frame(self, recording), text, size);
    return is_written ? (int64_t)recording->frames - recording->done : -1;
}

bool viewer_record_end(viewer *self, char *text, size_t size)
{
    struct recording *recording = self->recording;
    if (recording == NULL) {
        return true;
    }
    const bool is_whole = recording->done == recording->frames;
    const scree_result result = is_whole ? scree_writer_finish(recording->writer, NULL, NULL) : SCREE_OK;
    viewer_messages_check(self->messages, result, text, size);
    scree_writer_close(&recording->writer);
    self->state.view.azimuth = recording->azimuth;
    self->state.view.depth = recording->depth;
    self->is_changed = true;
    free(recording);
    self->recording = NULL;
    return result == SCREE_OK;
}
