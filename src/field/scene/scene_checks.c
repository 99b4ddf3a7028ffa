/* Checks of scenes: their parameters, buffers and pictures. */
#include "scene_checks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "camera.h"
#include "choices.h"
#include "context_internal.h"
#include "device_internal.h"
#include "scene_kind_definition.h"

static const char *const colours[] = {
    [SCREE_SCENE_COLOUR_VALUE] = "value",   [SCREE_SCENE_COLOUR_HEIGHT] = "height",
    [SCREE_SCENE_COLOUR_NORMAL] = "normal", [SCREE_SCENE_COLOUR_CELL] = "cell",
    [SCREE_SCENE_COLOUR_PLAIN] = "plain",
};

SCREE_DEFINE_NAMES(scree_scene_colour, colours)

bool scree_scene_counts_fit(const scree_scene_params *params)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe(params->kind);
    uint64_t all = 1;
    for (uint32_t axis = 0; kind != NULL && axis < kind->box_axes; axis++) {
        const uint32_t count = params->count[axis];
        if (count == 0 || count > kind->max_side) {
            return false;
        }
        all *= count;
    }
    return kind != NULL && all >> kind->samples_log == 0;
}

static scree_result check_counts(scree_context *context, const scree_scene_params *params)
{
    const scree_scene_kind_info *kind = scree_scene_kind_describe(params->kind);
    const uint32_t *count = params->count;
    char counts[40];
    if (scree_scene_counts_fit(params)) {
        return SCREE_OK;
    }
    const int length = snprintf(counts, sizeof counts, "%" PRIu32 " x %" PRIu32, count[0], count[1]);
    if (kind->box_axes == 3) {
        snprintf(counts + length, sizeof counts - (size_t)length, " x %" PRIu32, count[2]);
    }
    return scree_fail(context, SCREE_ERROR_INVALID,
                      "count is %s; %s: 1 to %" PRIu32 " samples along each axis, and fewer than 2^%" PRIu32 " in all",
                      counts, kind->name, kind->max_side, kind->samples_log);
}

static scree_result check_kind(scree_context *context, const scree_scene_params *params)
{
    if (scree_scene_kind_describe(params->kind) == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "kind is %d; it must be 0 to %d", (int)params->kind,
                          SCREE_SCENE_KIND_COUNT - 1);
    }
    return check_counts(context, params);
}

static scree_result check_colours(scree_context *context, const scree_scene_params *params)
{
    const double most = SCREE_MAX_SCENE_VALUE;
    const char *name = scree_scene_colour_name(params->colour);
    const scree_scene_kind_info *kind = scree_scene_kind_describe(params->kind);
    if (name == NULL || (kind->colours >> params->colour & 1u) == 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "colour is %d (%s), which kind %s does not have",
                          (int)params->colour, name != NULL ? name : "none", kind->name);
    }
    const double low = params->range.minimum;
    const double high = params->range.maximum;
    if (!(low >= -most && high <= most && high - low >= SCREE_MIN_SCENE_RANGE)) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "range is %g to %g; the numbers must be at least %g apart, and at most %g in magnitude", low,
                          high, SCREE_MIN_SCENE_RANGE, most);
    }
    return SCREE_OK;
}

static scree_result check_camera(scree_context *context, const scree_camera *camera)
{
    const double least = SCREE_MIN_SCENE_DISTANCE;
    const double most = SCREE_MAX_SCENE_DISTANCE;
    const bool has_perspective = camera->field_of_view > 0.0;
    scree_result result = scree_camera_check(context, camera);
    return result != SCREE_OK
               ? result
               : CHECK_ALL(context, LIMITS("camera.centre[0]", camera->centre[0], -most, most),
                           LIMITS("camera.centre[1]", camera->centre[1], -most, most),
                           LIMITS("camera.centre[2]", camera->centre[2], -most, most),
                           LIMITS("camera.distance", has_perspective ? camera->distance : most, least, most),
                           LIMITS("camera.extent", has_perspective ? most : camera->extent, least, most),
                           LIMITS_OR_ZERO("camera.field_of_view", camera->field_of_view, SCREE_MIN_SCENE_VIEW,
                                          SCREE_MAX_SCENE_VIEW));
}

static scree_result check_light(scree_context *context, const scree_scene_params *params)
{
    if (!isfinite(params->light_azimuth)) {
        return scree_fail(context, SCREE_ERROR_INVALID, "light_azimuth is %g; it must be finite",
                          params->light_azimuth);
    }
    return CHECK_ALL(context, LIMITS("light_elevation", params->light_elevation, -90.0, 90.0),
                     LIMITS("ambient", params->ambient, 0.0, 1.0), LIMITS("occlusion", params->occlusion, 0.0, 1.0),
                     LIMITS("fog", params->fog, 0.0, 1e6));
}

/* The ratios of the sides of a sample, of which those of 0 are that of x. */
static scree_result check_sides(scree_context *context, const scree_scene_params *params)
{
    const uint32_t axes = scree_scene_kind_describe(params->kind)->box_axes;
    double shortest = INFINITY;
    double longest = 0.0;
    for (uint32_t axis = 0; axis < axes; axis++) {
        const double first = params->voxel[0] != 0.0 ? params->voxel[0] : 1.0;
        const double side = params->voxel[axis] != 0.0 ? params->voxel[axis] : first;
        if (!(side > 0.0 && isfinite(side))) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "voxel[%" PRIu32 "] is %g; it must be finite and more than 0, or 0", axis, side);
        }
        shortest = fmin(shortest, side);
        longest = fmax(longest, side);
    }
    return longest / shortest <= SCREE_MAX_SCENE_SIDES_RATIO
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID,
                            "voxel has sides of %g to %g; the longest is at most %d times the shortest", shortest,
                            longest, SCREE_MAX_SCENE_SIDES_RATIO);
}

scree_result scree_scene_check_params(scree_context *context, const scree_scene_params *params, bool draws)
{
    scree_result result = check_kind(context, params);
    if (result == SCREE_OK) {
        result = scree_scene_kind_definition_of(params->kind)->check(context, params);
    }
    if (result == SCREE_OK) {
        result = check_sides(context, params);
    }
    if (result == SCREE_OK && draws) {
        result = check_colours(context, params);
        result = result == SCREE_OK ? check_light(context, params) : result;
        if (result == SCREE_OK && scree_scene_kind_takes(params->kind, SCREE_SCENE_TAKES_CAMERA)) {
            result = check_camera(context, &params->camera);
        }
    }
    return result;
}

scree_result scree_scene_check_part(scree_device *device, const char *name, const scree_scene_part *part,
                                    uint64_t alignment)
{
    if (part->buffer == NULL || part->buffer->device != device) {
        return scree_fail(device->context, SCREE_ERROR_INVALID, "%s is %s", name,
                          part->buffer == NULL ? "NULL" : "another device's buffer");
    }
    const uint64_t bytes = part->buffer->bytes;
    if (part->offset % alignment == 0 && part->offset <= bytes && part->bytes <= bytes - part->offset) {
        return SCREE_OK;
    }
    return scree_fail(device->context, SCREE_ERROR_INVALID,
                      "%s: %" PRIu64 " bytes from byte %" PRIu64 " on; they must lie in the buffer's %" PRIu64
                      ", and start at a multiple of %" PRIu64,
                      name, part->bytes, part->offset, bytes, alignment);
}

scree_result scree_scene_check_target(scree_context *context, const scree_scene_target *target)
{
    const uint32_t most = SCREE_MAX_SCENE_SIDE;
    if (target->width == 0 || target->width > most || target->height == 0 || target->height > most) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "width and height are %" PRIu32 " and %" PRIu32 "; they must be 1 to %" PRIu32, target->width,
                          target->height, most);
    }
    if (target->stride < target->width) {
        return scree_fail(context, SCREE_ERROR_INVALID, "stride is %" PRIu32 ", less than width, %" PRIu32,
                          target->stride, target->width);
    }
    const bool is_inside = target->left <= target->whole_width && target->top <= target->whole_height &&
                           target->width <= target->whole_width - target->left &&
                           target->height <= target->whole_height - target->top;
    if (!is_inside || target->whole_width > SCREE_MAX_PICTURE_SIDE || target->whole_height > SCREE_MAX_PICTURE_SIDE) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "a window of %" PRIu32 " x %" PRIu32 " pixels at %" PRIu32 ", %" PRIu32
                          " of a picture of %" PRIu32 " x %" PRIu32
                          "; it must lie within the picture, whose sides have at most %d",
                          target->width, target->height, target->left, target->top, target->whole_width,
                          target->whole_height, SCREE_MAX_PICTURE_SIDE);
    }
    return SCREE_OK;
}
