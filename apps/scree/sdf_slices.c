#include "sdf_slices.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "output_file.h"
#include "output_names.h"

/* For "_z" and an index, and the end of the text. */
#define NAME_ROOM 32

static const char *const layers_of[3] = {"columns", "rows", "layers"};

char *sdf_slice_name(const struct sdf_request *request, uint32_t number)
{
    const struct option_value *slices = &request->values[OPTION_SLICE];
    const char *path = request->file.path;
    const char *dot = strrchr(path, '.');
    const size_t stem = dot != NULL && strchr(dot, '/') == NULL ? (size_t)(dot - path) : strlen(path);
    const size_t size = strlen(path) + NAME_ROOM;
    char *text = malloc(size);
    if (text != NULL && slices->count == 1) {
        strcpy(text, path);
    } else if (text != NULL) {
        snprintf(text, size, "%.*s_%c%" PRId64 "%s", (int)stem, path, slices->letters[number], slices->wholes[number],
                 path + stem);
    }
    return text;
}

uint32_t sdf_slices_zoom(const struct sdf_request *request)
{
    return request->values[OPTION_ZOOM].given ? (uint32_t)request->values[OPTION_ZOOM].whole : 1;
}

/* Before the field is made: a picture that is too large. */
static int check_size(const struct sdf_request *request, const struct sdf_slice *slice)
{
    const uint32_t zoom = sdf_slices_zoom(request);
    const scree_format_info *info = scree_format_describe(request->file.format);
    const char letter = "xyz"[slice->axis];
    for (int axis = 0; axis < 2; axis++) {
        if (info->max_side > 0 && slice->count[axis] > info->max_side / zoom) {
            message_error("--slice %c=%" PRIu64 ": a picture of %" PRIu64 "x%" PRIu64 " voxels, each of %" PRIu32
                          "x%" PRIu32 " pixels; %s holds at most %" PRIu64 " pixels along either side",
                          letter, slice->index, slice->count[0], slice->count[1], zoom, zoom, info->name,
                          info->max_side);
            return EXIT_CODE_USAGE;
        }
    }
    return EXIT_CODE_OK;
}

static int open_slice(const struct sdf_request *request, const uint64_t *count, uint32_t number,
                      struct sdf_slice *slice)
{
    const char letter = request->values[OPTION_SLICE].letters[number];
    const uint64_t index = (uint64_t)request->values[OPTION_SLICE].wholes[number];
    const uint32_t axis = (uint32_t)(letter - 'x');
    *slice = (struct sdf_slice){.axis = axis, .index = index};
    if (index >= count[axis]) {
        message_error("--slice %c=%" PRIu64 ": the volume has %" PRIu64 " %s, so %c is 0 to %" PRIu64, letter, index,
                      count[axis], layers_of[axis], letter, count[axis] - 1);
        return EXIT_CODE_USAGE;
    }
    slice->count[0] = count[axis == 0 ? 1 : 0];
    slice->count[1] = count[axis == 2 ? 1 : 2];
    const int code = check_size(request, slice);
    if (code != EXIT_CODE_OK) {
        return code;
    }
    slice->values = calloc((size_t)(slice->count[0] * slice->count[1]), sizeof *slice->values);
    slice->path = sdf_slice_name(request, number);
    if (slice->values == NULL || slice->path == NULL) {
        message_error("--slice %c=%" PRIu64 ": no memory for it", letter, index);
        return EXIT_CODE_FAILED;
    }
    return output_names_check_path(slice->path, request->values[OPTION_FORCE].given);
}

int sdf_slices_open(const struct sdf_request *request, const struct sdf_source *source, struct sdf_slices *slices)
{
    const struct option_value *value = &request->values[OPTION_SLICE];
    memset(slices, 0, sizeof *slices);
    memcpy(slices->count, source->map.count, sizeof slices->count);
    memcpy(slices->side, source->map.geometry.spacing, sizeof slices->side);
    int code = EXIT_CODE_OK;
    for (uint32_t i = 0; code == EXIT_CODE_OK && i < value->count; i++) {
        code = open_slice(request, slices->count, i, &slices->slice[i]);
        slices->slices++;
    }
    return code;
}

/* A row of a slice across x or y out of one layer. */
static void take_row(const struct sdf_slices *slices, const struct sdf_slice *slice, const float *layer, float *row)
{
    const uint64_t columns = slices->count[0];
    if (slice->axis == 1) {
        memcpy(row, layer + slice->index * columns, (size_t)columns * sizeof *row);
        return;
    }
    for (uint64_t y = 0; y < slices->count[1]; y++) {
        row[y] = layer[y * columns + slice->index];
    }
}

void sdf_slices_take(struct sdf_slices *slices, const scree_slab *slab)
{
    const uint64_t plane = slices->count[0] * slices->count[1];
    for (uint32_t i = 0; i < slices->slices; i++) {
        struct sdf_slice *slice = &slices->slice[i];
        for (uint64_t k = 0; k < slab->count / plane; k++) {
            const float *layer = slab->values + k * plane;
            const uint64_t z = slab->first / plane + k;
            if (slice->axis == 2 && z == slice->index) {
                memcpy(slice->values, layer, (size_t)plane * sizeof *layer);
            } else if (slice->axis != 2) {
                take_row(slices, slice, layer, slice->values + z * slice->count[0]);
            }
        }
    }
}

void sdf_slices_close(struct sdf_slices *slices)
{
    for (uint32_t i = 0; i < slices->slices; i++) {
        scree_writer_close(&slices->slice[i].writer);
        free(slices->slice[i].values);
        free(slices->slice[i].path);
    }
    memset(slices, 0, sizeof *slices);
}

static scree_result prepare_slice(struct engine *engine, const struct sdf_request *request, const double side[3],
                                  struct sdf_slice *slice, const char *metadata)
{
    const uint32_t axis = slice->axis;
    const uint32_t zoom = sdf_slices_zoom(request);
    const scree_picture_params params = {
        .count = {slice->count[0], slice->count[1]},
        .scale = {zoom, zoom},
        .voxel = {side[axis == 0 ? 1 : 0], side[axis == 2 ? 1 : 2]},
        .limit = request->recipe.params.clip,
        .is_bottom_up = axis != 2,
        .metadata = metadata,
        .key = "distance",
    };
    const scree_writer_params file = output_file_writer_params(request->values, slice->path, request->file.format);
    return scree_picture_draw_file(engine->context, &params, slice->values, &file, &slice->writer);
}

scree_result sdf_slices_prepare(struct engine *engine, const struct sdf_request *request, struct sdf_slices *slices,
                                const char *metadata)
{
    scree_result result = SCREE_OK;
    for (uint32_t i = 0; result == SCREE_OK && i < slices->slices; i++) {
        result = prepare_slice(engine, request, slices->side, &slices->slice[i], metadata);
    }
    return result;
}
