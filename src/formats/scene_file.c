/* Files of scenes: pictures and videos, and what their metadata say of a scene. */
#include "scene_file.h"

#include <inttypes.h>
#include <stdlib.h>

#include "context_internal.h"
#include "picture_text.h"
#include "sized_params.h"
#include "writer_internal.h"

#define LETTER_OF_AXIS(axis) ("xyz"[(axis)-1])

#define TAKES(parameters) SCREE_SCENE_TAKES_##parameters

static void add_colours(scree_text *text, const scree_scene_params *scene, const char *ramp)
{
    const double range[2] = {(double)scene->range.minimum, (double)scene->range.maximum};
    scree_text_format(text, ", \"colour\": \"%s\"", scree_scene_colour_name(scene->colour));
    if (ramp != NULL) {
        scree_text_format(text, ", \"ramp\": \"%s\"", ramp);
    }
    scree_picture_text_numbers(text, "range", range, 2);
    for (int i = 0; i < 2; i++) {
        const uint8_t *sky = scene->background[i];
        const double channels[3] = {sky[0], sky[1], sky[2]};
        scree_picture_text_numbers(text, i == 0 ? "sky_top" : "sky_bottom", channels, 3);
    }
}

static void add_light(scree_text *text, const scree_scene_params *scene)
{
    scree_picture_text_number(text, "light_azimuth", scene->light_azimuth);
    scree_picture_text_number(text, "light_elevation", scene->light_elevation);
    scree_picture_text_number(text, "ambient", scene->ambient);
    scree_picture_text_number(text, "occlusion", scene->occlusion);
    scree_text_format(text, ", \"shadows\": %s", scene->has_shadows ? "true" : "false");
    scree_picture_text_number(text, "fog", scene->fog);
}

static void add_map(scree_text *text, const scree_scene_params *scene)
{
    scree_picture_text_number(text, "left", scene->left);
    scree_picture_text_number(text, "top", scene->top);
    scree_picture_text_number(text, "samples_a_pixel", scene->samples_a_pixel);
    scree_picture_text_number(text, "relief", scene->relief);
    if (scene->relief > 0.0) {
        scree_picture_text_number(text, "light_azimuth", scene->light_azimuth);
        scree_picture_text_number(text, "light_elevation", scene->light_elevation);
        scree_picture_text_number(text, "ambient", scene->ambient);
    }
    scree_text_format(text, ", \"smooth\": %s", scene->is_smooth ? "true" : "false");
}

static void add_slice(scree_text *text, const scree_scene_params *scene)
{
    if (scene->slice_axis > 0) {
        scree_text_format(text, ", \"slice_axis\": \"%c\"", LETTER_OF_AXIS(scene->slice_axis));
        scree_picture_text_number(text, "slice", scene->slice);
    }
}

/* Numbers that have an effect on some kinds only. Without relief a map has no heights. */
static void add_own(scree_text *text, const scree_scene_params *scene)
{
    const bool has_heights = scree_scene_kind_takes(scene->kind, TAKES(CAMERA)) || scene->relief > 0.0;
    const struct {
        uint32_t parameters;
        const char *name;
        double value;
    } numbers[] = {
        {TAKES(THRESHOLD), "threshold", scene->threshold},
        {has_heights ? TAKES(HEIGHT_SCALE) : 0, "height_scale", scene->height_scale},
        {TAKES(DENSITY), "density", scene->density},
        {TAKES(INTERVAL), "interval", scene->interval},
        {TAKES(EXPOSURE), "white", scene->white},
        {scene->has_water ? TAKES(WATER) : 0, "water", scene->water},
        {scene->edge_fade > 0.0 ? TAKES(EDGE_FADE) : 0, "edge_fade", scene->edge_fade},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (scree_scene_kind_takes(scene->kind, numbers[i].parameters)) {
            scree_picture_text_number(text, numbers[i].name, numbers[i].value);
        }
    }
}

/* Adds the sides of samples that are no squares or cubes. */
static void add_sides(scree_text *text, const scree_scene_params *scene)
{
    const uint32_t axes = scree_scene_kind_describe(scene->kind)->box_axes;
    for (uint32_t axis = 1; axis < axes; axis++) {
        if (scene->voxel[axis] != 0.0 && scene->voxel[axis] != scene->voxel[0]) {
            scree_picture_text_numbers(text, "voxel", scene->voxel, axes);
            return;
        }
    }
}

char *scree_scene_describe(const scree_scene_params *scene, const char *ramp)
{
    scree_text text = {0};
    scree_text_format(&text, "{\"kind\": \"%s\", \"counts\": [%" PRIu32 ", %" PRIu32,
                      scree_scene_kind_name(scene->kind), scene->count[0], scene->count[1]);
    if (scree_scene_kind_describe(scene->kind)->box_axes == 3) {
        scree_text_format(&text, ", %" PRIu32, scene->count[2]);
    }
    scree_text_append(&text, "]");
    add_sides(&text, scene);
    add_colours(&text, scene, ramp);
    add_own(&text, scene);
    if (scree_scene_kind_takes(scene->kind, TAKES(CAMERA))) {
        scree_picture_text_camera(&text, &scene->camera);
        add_light(&text, scene);
        add_slice(&text, scene);
    } else if (scree_scene_kind_takes(scene->kind, TAKES(POSITION))) {
        add_map(&text, scene);
    }
    scree_text_append(&text, "}");
    if (text.failed) {
        scree_text_clear(&text);
    }
    return text.data;
}

static scree_result check(scree_context *context, const scree_scene_file *picture, const scree_writer_params *file)
{
    if (picture == NULL || picture->scene == NULL || file == NULL || file->path == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL",
                          picture == NULL          ? "picture"
                          : picture->scene == NULL ? "scene"
                          : file == NULL           ? "file"
                                                   : "path");
    }
    if (scree_scene_kind_name(picture->scene->kind) == NULL ||
        scree_scene_colour_name(picture->scene->colour) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "kind and colour of the scene are %d and %d; neither may be "
                          "a number without a name",
                          (int)picture->scene->kind, (int)picture->scene->colour);
    }
    const scree_format_info *format = scree_format_describe(file->format);
    const bool is_fit = format != NULL && (picture->frames > 0 ? format->is_video : format->holds_colours);
    return is_fit ? SCREE_OK
                  : scree_fail(context, SCREE_ERROR_INVALID, "format is %d; it must be one that holds %s",
                               (int)file->format, picture->frames > 0 ? "videos" : "pictures in colours");
}

/* Does what the public function does, with structs that this library knows. */
static scree_result open_file(scree_context *context, const scree_scene_file *picture, const scree_writer_params *file,
                              scree_writer **writer)
{
    scree_result result = check(context, picture, file);
    if (result != SCREE_OK) {
        return result;
    }
    const scree_volume volume = {.axes = picture->frames > 0 ? 3 : 2,
                                 .count = {picture->width, picture->height, picture->frames},
                                 .type = SCREE_TYPE_U8,
                                 .source = SCREE_TYPE_U8,
                                 .key = picture->key,
                                 .metadata = picture->metadata};
    scree_writer_params params = *file;
    params.recipe = NULL;
    params.volume = &volume;
    char *about = scree_scene_describe(picture->scene, picture->ramp);
    result = about != NULL ? scree_writer_open_picture(context, &params, about, writer)
                           : scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory to write %s", file->path);
    free(about);
    return result;
}

SCREE_ASSERT_NO_TAIL(scree_scene_file, key);

scree_result scree_scene_open_file_sized(scree_context *context, const scree_scene_file *picture, size_t size,
                                         size_t scene_size, const scree_writer_params *file, size_t file_size,
                                         scree_writer **writer)
{
    scree_scene_file own;
    scree_scene_params own_scene;
    scree_writer_params own_file;
    scree_result result = SCREE_OK;
    if (writer == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "writer is NULL");
    }
    *writer = NULL;
    picture = scree_params_take(context, picture, size, &own, sizeof own, &result);
    if (picture != NULL) {
        own.scene = scree_params_take(context, own.scene, scene_size, &own_scene, sizeof own_scene, &result);
    }
    file = scree_params_take(context, file, file_size, &own_file, sizeof own_file, &result);
    return result == SCREE_OK ? open_file(context, picture, file, writer) : result;
}
