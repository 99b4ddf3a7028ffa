/* Checks of scenes: their parameters, buffers and pictures. */
#include "scene_checks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "camera.h"
#include "context_internal.h"
#include "device_internal.h"
#include "from_name.h"

#define KIND_COUNT 7
#define COLOUR_COUNT 5

/* A number of the parameters that must be within limits. */
typedef struct limited {
    const char *name;
    double value;
    double minimum;
    double maximum;
    bool is_free_at_zero;
} limited;

static const struct {
    const char *name;
    uint32_t max_side;
    int samples_log; /* There are fewer than two to the power of this. */
    bool has_camera;
    unsigned colours; /* A bit for each of scree_scene_colour. */
} kinds[KIND_COUNT] = {
    [SCREE_SCENE_MAP] = {"map", SCREE_MAX_SCENE_MAP_SIDE, 32, false,
                         1u << SCREE_SCENE_COLOUR_VALUE | 1u << SCREE_SCENE_COLOUR_CELL},
    [SCREE_SCENE_TERRAIN] = {"terrain", SCREE_MAX_SCENE_TERRAIN_SIDE, 32, true, 0x1f},
    [SCREE_SCENE_VOXELS] = {"voxels", SCREE_MAX_SCENE_VOLUME_SIDE, 32, true, 0x1f},
    [SCREE_SCENE_CLOUD] = {"cloud", SCREE_MAX_SCENE_VOLUME_SIDE, 32, true, 0x1f},
    [SCREE_SCENE_SURFACE] = {"surface", SCREE_MAX_SCENE_VOLUME_SIDE, 32, true, 0x1f},
    [SCREE_SCENE_DENSITY] = {"density", SCREE_MAX_CANVAS_SIDE, 31, false,
                             1u << SCREE_SCENE_COLOUR_VALUE | 1u << SCREE_SCENE_COLOUR_PLAIN},
    [SCREE_SCENE_COLUMNS] = {"columns", SCREE_MAX_SCENE_VOLUME_SIDE, 32, true, 0x1f},
};

static const char *const colours[COLOUR_COUNT] = {
    [SCREE_SCENE_COLOUR_VALUE] = "value",   [SCREE_SCENE_COLOUR_HEIGHT] = "height",
    [SCREE_SCENE_COLOUR_NORMAL] = "normal", [SCREE_SCENE_COLOUR_CELL] = "cell",
    [SCREE_SCENE_COLOUR_PLAIN] = "plain",
};

const char *scree_scene_kind_name(scree_scene_kind kind)
{
    return (unsigned)kind < KIND_COUNT ? kinds[kind].name : NULL;
}

SCREE_DEFINE_FROM_NAME(scree_scene_kind)

const char *scree_scene_colour_name(scree_scene_colour colour)
{
    return (unsigned)colour < COLOUR_COUNT ? colours[colour] : NULL;
}

SCREE_DEFINE_FROM_NAME(scree_scene_colour)

bool scree_scene_counts_fit(const scree_scene_params *params)
{
    uint64_t all = 1;
    if ((unsigned)params->kind >= KIND_COUNT) {
        return false;
    }
    for (uint32_t axis = 0; axis < scree_scene_box_axes(params->kind); axis++) {
        const uint32_t count = params->count[axis];
        if (count == 0 || count > kinds[params->kind].max_side) {
            return false;
        }
        all *= count;
    }
    return all >> kinds[params->kind].samples_log == 0;
}

static scree_result check_counts(scree_context *context, const scree_scene_params *params)
{
    const uint32_t *count = params->count;
    char counts[40];
    if (scree_scene_counts_fit(params)) {
        return SCREE_OK;
    }
    const int length = snprintf(counts, sizeof counts, "%" PRIu32 " x %" PRIu32, count[0], count[1]);
    if (scree_scene_box_axes(params->kind) == 3) {
        snprintf(counts + length, sizeof counts - (size_t)length, " x %" PRIu32, count[2]);
    }
    return scree_fail(context, SCREE_ERROR_INVALID,
                      "count is %s; %s: 1 to %" PRIu32 " samples along each axis, and fewer than 2^%d in all", counts,
                      kinds[params->kind].name, kinds[params->kind].max_side, kinds[params->kind].samples_log);
}

static scree_result check_kind(scree_context *context, const scree_scene_params *params)
{
    if ((unsigned)params->kind >= KIND_COUNT) {
        return scree_fail(context, SCREE_ERROR_INVALID, "kind is %d; it must be 0 to %d", (int)params->kind,
                          KIND_COUNT - 1);
    }
    return check_counts(context, params);
}

static scree_result check_numbers(scree_context *context, const limited *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const limited *number = &numbers[i];
        const bool is_free = number->is_free_at_zero && number->value == 0.0;
        if (!is_free && !(number->value >= number->minimum && number->value <= number->maximum)) {
            return scree_fail(context, SCREE_ERROR_INVALID, "%s is %g; it must be %s%g to %g", number->name,
                              number->value, number->is_free_at_zero ? "0, or " : "", number->minimum, number->maximum);
        }
    }
    return SCREE_OK;
}

/* Numbers with their limits; those of the second form may also be 0. */
#define LIMITS(name, value, minimum, maximum) \
    (limited)                                 \
    {                                         \
        name, value, minimum, maximum, false  \
    }
#define LIMITS_OR_ZERO(name, value, minimum, maximum) \
    (limited)                                         \
    {                                                 \
        name, value, minimum, maximum, true           \
    }
#define HEIGHT_LIMITS(params) LIMITS("height_scale", fabs((params)->height_scale), 1e-20, 1e20)
#define THRESHOLD_LIMITS(params) LIMITS("threshold", (params)->threshold, -SCREE_MAX_SCENE_VALUE, SCREE_MAX_SCENE_VALUE)
#define WATER_LIMITS(params) \
    LIMITS("water", (params)->has_water ? (params)->water : 0.0, -SCREE_MAX_SCENE_VALUE, SCREE_MAX_SCENE_VALUE)
#define CHECK_ALL(context, ...) \
    check_numbers(context, (const limited[]){__VA_ARGS__}, sizeof((const limited[]){__VA_ARGS__}) / sizeof(limited))

static scree_result check_colours(scree_context *context, const scree_scene_params *params)
{
    const double most = SCREE_MAX_SCENE_VALUE;
    const char *name = scree_scene_colour_name(params->colour);
    if (name == NULL || (kinds[params->kind].colours >> params->colour & 1u) == 0) {
        return scree_fail(context, SCREE_ERROR_INVALID, "colour is %d (%s), which kind %s does not have",
                          (int)params->colour, name != NULL ? name : "none", kinds[params->kind].name);
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

static scree_result check_map(scree_context *context, const scree_scene_params *params)
{
    const double most = SCREE_MAX_SCENE_MAP_SIDE;
    return CHECK_ALL(context, LIMITS("left", params->left, -most, most), LIMITS("top", params->top, -most, most),
                     LIMITS("samples_a_pixel", params->samples_a_pixel, 1.0 / most, SCREE_MAX_SCENE_SAMPLES_A_PIXEL),
                     LIMITS("relief", params->relief, 0.0, 1.0),
                     LIMITS_OR_ZERO("interval", params->interval, 1e-20, 1e20),
                     LIMITS_OR_ZERO("height_scale", fabs(params->height_scale), 1e-20, 1e20), WATER_LIMITS(params));
}

static scree_result check_volume(scree_context *context, const scree_scene_params *params)
{
    const double far = SCREE_MAX_SCENE_DISTANCE;
    if (params->slice_axis > 3) {
        return scree_fail(context, SCREE_ERROR_INVALID, "slice_axis is %" PRIu32 "; it must be 0 to 3",
                          params->slice_axis);
    }
    return CHECK_ALL(context, THRESHOLD_LIMITS(params),
                     LIMITS("density", params->kind == SCREE_SCENE_CLOUD ? params->density : 0.0, 0.0, 1e6),
                     LIMITS("edge_fade", params->kind == SCREE_SCENE_CLOUD ? params->edge_fade : 0.0, 0.0, 1.0),
                     LIMITS_OR_ZERO("interval", params->interval, 1e-20, 1e20),
                     LIMITS("slice", params->slice_axis != 0 ? params->slice : 0.0, -far, far));
}

/* The numbers that only some kinds take notice of. */
static scree_result check_own(scree_context *context, const scree_scene_params *params)
{
    switch (params->kind) {
    case SCREE_SCENE_MAP:
        return check_map(context, params);
    case SCREE_SCENE_TERRAIN:
        return CHECK_ALL(context, HEIGHT_LIMITS(params), WATER_LIMITS(params));
    case SCREE_SCENE_COLUMNS:
        return CHECK_ALL(context, HEIGHT_LIMITS(params), THRESHOLD_LIMITS(params));
    case SCREE_SCENE_DENSITY:
        return CHECK_ALL(context, LIMITS("white", params->white, 1.0, (double)SCREE_MAX_CANVAS_DRAWINGS));
    default:
        return check_volume(context, params);
    }
}

/* The ratios of the sides of a sample, of which those of 0 are that of x. */
static scree_result check_sides(scree_context *context, const scree_scene_params *params)
{
    const uint32_t axes = scree_scene_box_axes(params->kind);
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
        result = check_own(context, params);
    }
    if (result == SCREE_OK) {
        result = check_sides(context, params);
    }
    if (result == SCREE_OK && draws) {
        result = check_colours(context, params);
        result = result == SCREE_OK ? check_light(context, params) : result;
        if (result == SCREE_OK && kinds[params->kind].has_camera) {
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
    if (!is_inside || target->whole_width > SCREE_MAX_CANVAS_SIDE || target->whole_height > SCREE_MAX_CANVAS_SIDE) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "a window of %" PRIu32 " x %" PRIu32 " pixels at %" PRIu32 ", %" PRIu32
                          " of a picture of %" PRIu32 " x %" PRIu32
                          "; it must lie within the picture, whose sides have at most %d",
                          target->width, target->height, target->left, target->top, target->whole_width,
                          target->whole_height, SCREE_MAX_CANVAS_SIDE);
    }
    return SCREE_OK;
}
