/* The table of numbers of a scene (kernels/scene/scene_table.h), computed in float64. */
#include <math.h>
#include <string.h>

#include "camera.h"
#include "base/range.h"
#include "scene_kind_definition.h"
#include "whole_numbers.h"

#define LOG2_E 1.4426950408889634
#define RAMP_TOP 255.0
/* The position at which rays without perspective begin, in samples: in front of everything. */
#define FAR_BEFORE (-1e12)
/* Parts of directions, and of positions in samples, that are not seen; without them no product of two is subnormal. */
#define UNSEEN 0x1p-30
/* Lines of equal value that are counted from 0. */
#define LINES_FROM_ZERO 1e5

_Static_assert(SCREE_SCENE_BY_VALUE == SCREE_SCENE_COLOUR_VALUE && SCREE_SCENE_BY_HEIGHT == SCREE_SCENE_COLOUR_HEIGHT &&
                   SCREE_SCENE_BY_NORMAL == SCREE_SCENE_COLOUR_NORMAL &&
                   SCREE_SCENE_BY_CELL == SCREE_SCENE_COLOUR_CELL && SCREE_SCENE_BY_NOTHING == SCREE_SCENE_COLOUR_PLAIN,
               "kernels number colours as programs do");

/* A float that is not below a value. */
static void put_float_above(uint32_t *words, uint32_t word, double value)
{
    const float nearest = (float)value;
    scree_scene_put_float(words, word, (double)((double)nearest < value ? nextafterf(nearest, INFINITY) : nearest));
}

/* A direction of the world, times a factor. */
static void put_vector(uint32_t *words, uint32_t word, const scree_scene_space *space, scree_camera_axis vector,
                       double factor)
{
    const double parts[3] = {vector.x, vector.y * space->ahead, vector.z};
    for (uint32_t i = 0; i < 3; i++) {
        scree_scene_put_float(words, word + i, fabs(parts[i]) < UNSEEN ? 0.0 : parts[i] * factor);
    }
}

double scree_scene_line_base(const scree_scene_params *params)
{
    const double middle = ((double)params->range.minimum + (double)params->range.maximum) / 2.0;
    const double lines = params->interval > 0.0 ? nearbyint(middle / params->interval) : 0.0;
    return fabs(lines) < LINES_FROM_ZERO ? 0.0 : lines * params->interval;
}

scree_scene_box scree_scene_box_of(const uint64_t count[3], uint32_t axes, const double voxel[3])
{
    scree_scene_box box = {.side = {1.0, 1.0, 1.0}, .edge = 1.0};
    double shortest = INFINITY;
    for (uint32_t axis = 0; axis < axes; axis++) {
        shortest = fmin(shortest, voxel[axis]);
    }
    for (uint32_t axis = 0; axis < axes; axis++) {
        box.side[axis] = voxel[axis] / shortest;
        box.edge = fmax(box.edge, (double)count[axis] * box.side[axis]);
    }
    return box;
}

static scree_scene_space space_of(const scree_scene_params *params)
{
    const uint32_t axes = scree_scene_kind_describe(params->kind)->box_axes;
    const double first = params->voxel[0] > 0.0 ? params->voxel[0] : 1.0;
    const uint64_t count[3] = {params->count[0], params->count[1], params->count[2]};
    scree_scene_space space = {.ahead = axes == 2 ? -1.0 : 1.0};
    double voxel[3] = {first};
    for (uint32_t axis = 0; axis < axes; axis++) {
        voxel[axis] = params->voxel[axis] > 0.0 ? params->voxel[axis] : first;
        space.middle[axis] = params->count[axis] / 2.0;
    }
    const scree_scene_box box = scree_scene_box_of(count, axes, voxel);
    memcpy(space.side, box.side, sizeof space.side);
    space.scale = box.edge / 2.0;
    return space;
}

static void write_counts(const scree_scene_params *params, const scree_scene_space *space, uint32_t *words)
{
    uint32_t bricks = 1;
    double square = 0.0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t count = axis < scree_scene_kind_describe(params->kind)->box_axes ? params->count[axis] : 1;
        words[SCREE_SCENE_COUNT + axis] = count;
        words[SCREE_SCENE_BRICKS + axis] = (uint32_t)scree_div_round_up(count, SCREE_SCENE_BRICK_SIDE);
        scree_scene_put_float(words, SCREE_SCENE_SIZE + axis, count);
        bricks *= words[SCREE_SCENE_BRICKS + axis];
        scree_scene_put_float(words, SCREE_SCENE_SIDES + axis, space->side[axis]);
        scree_scene_put_float(words, SCREE_SCENE_SAMPLES_A_LENGTH + axis, 1.0 / space->side[axis]);
        square += space->side[axis] * space->side[axis];
    }
    put_float_above(words, SCREE_SCENE_DIAGONAL, sqrt(square));
    words[SCREE_SCENE_ALL_BRICKS] = bricks;
    words[SCREE_SCENE_BRICK_BITS] = SCREE_SCENE_BRICK_WORDS * bricks;
}

static void write_matter(const scree_scene_params *params, const scree_scene_space *space, uint32_t *words)
{
    const float threshold = (float)params->threshold;
    const bool has_water = params->has_water && params->height_scale >= 0.0;
    scree_scene_put_float(words, SCREE_SCENE_THRESHOLD, threshold);
    words[SCREE_SCENE_MATTER_FROM] = scree_ordered_from_one(threshold == 0.0f ? 0.0f : threshold) + 1;
    scree_scene_put_float(words, SCREE_SCENE_ELEVATION, params->height_scale * space->scale);
    scree_scene_put_float(words, SCREE_SCENE_WATER, has_water ? params->water : (double)SCREE_SCENE_NO_WATER);
}

static void write_ramp(const uint8_t *ramp, uint32_t *words)
{
    for (uint32_t i = 0; i < SCREE_SCENE_RAMP_COUNT; i++) {
        words[SCREE_SCENE_RAMP + i] = ramp != NULL ? ramp[3 * i] | (uint32_t)ramp[3 * i + 1] << 8 |
                                                         (uint32_t)ramp[3 * i + 2] << 16
                                                   : i * 0x10101u;
    }
}

static void write_sky(const uint8_t colour[3], uint32_t *words, uint32_t word)
{
    for (uint32_t i = 0; i < 3; i++) {
        scree_scene_put_float(words, word + i, colour[i] / RAMP_TOP * (colour[i] / RAMP_TOP));
    }
}

static void write_colours(const scree_scene_params *params, const scree_scene_space *space, uint32_t *words)
{
    const double scale = RAMP_TOP / (params->range.maximum - params->range.minimum);
    words[SCREE_SCENE_COLOUR] = (uint32_t)params->colour;
    scree_scene_put_float(words, SCREE_SCENE_RANGE_LOW, params->range.minimum);
    scree_scene_put_float(words, SCREE_SCENE_RANGE_SCALE, scale);
    scree_scene_put_float(words, SCREE_SCENE_HEIGHT_SCALE, scale * space->side[2] / space->scale);
    scree_scene_put_float(words, SCREE_SCENE_HEIGHT_START,
                          -(space->middle[2] * space->side[2] / space->scale + params->range.minimum) * scale);
    write_sky(params->background[0], words, SCREE_SCENE_SKY_TOP);
    write_sky(params->background[1], words, SCREE_SCENE_SKY_BOTTOM);
    write_ramp(params->ramp, words);
}

static void write_light(const scree_scene_params *params, const scree_scene_space *space, uint32_t *words)
{
    const scree_camera_axis light = scree_camera_direction(params->light_azimuth, params->light_elevation);
    const bool has_fog = params->camera.field_of_view > 0.0;
    put_vector(words, SCREE_SCENE_LIGHT, space, light, 1.0);
    scree_scene_put_float(words, SCREE_SCENE_AMBIENT, params->ambient);
    scree_scene_put_float(words, SCREE_SCENE_OCCLUSION, params->occlusion);
    words[SCREE_SCENE_HAS_SHADOWS] = params->has_shadows;
    scree_scene_put_float(words, SCREE_SCENE_FOG, has_fog ? -params->fog * LOG2_E / space->scale : 0.0);
}

/* A position of the world, in samples. */
static void put_origin(uint32_t *words, const scree_scene_space *space, scree_camera_axis position)
{
    const double parts[3] = {position.x, position.y * space->ahead, position.z};
    for (uint32_t i = 0; i < 3; i++) {
        const double samples = parts[i] * space->scale / space->side[i] + space->middle[i];
        scree_scene_put_float(words, SCREE_SCENE_ORIGIN + i, fabs(samples) < UNSEEN ? 0.0 : samples);
    }
}

/* Stores the step from the ray of a pixel to that of the next one, in samples. */
static void put_step(uint32_t *words, uint32_t word, const scree_scene_space *space, scree_camera_axis vector,
                     double length)
{
    vector.x /= space->side[0];
    vector.y /= space->side[1];
    vector.z /= space->side[2];
    put_vector(words, word, space, vector, length);
}

/* The camera's origin is its own position, or with parallel rays the position that it looks at. */
static void write_camera(const scree_camera *camera, const scree_scene_space *space, uint32_t whole_height,
                         uint32_t *words)
{
    const scree_camera_view view = scree_camera_see(camera);
    const bool has_perspective = camera->field_of_view > 0.0;
    const double pixel = 1.0 / scree_camera_pixels(camera, whole_height);
    const double back = has_perspective ? camera->distance : 0.0;
    const double shift = has_perspective ? 0.0 : pixel * space->scale;
    const double growth = has_perspective ? pixel : 0.0;
    const scree_camera_axis eye = {camera->centre[0] - view.ahead.x * back, camera->centre[1] - view.ahead.y * back,
                                   camera->centre[2] - view.ahead.z * back};
    put_origin(words, space, eye);
    put_step(words, SCREE_SCENE_ORIGIN_RIGHT, space, view.right, shift);
    put_step(words, SCREE_SCENE_ORIGIN_UP, space, view.up, shift);
    put_vector(words, SCREE_SCENE_AHEAD, space, view.ahead, 1.0);
    put_vector(words, SCREE_SCENE_AHEAD_RIGHT, space, view.right, growth);
    put_vector(words, SCREE_SCENE_AHEAD_UP, space, view.up, growth);
    scree_scene_put_float(words, SCREE_SCENE_NEAR, has_perspective ? 0.0 : FAR_BEFORE);
    scree_scene_put_float(words, SCREE_SCENE_PIXEL_WIDTH, shift);
    scree_scene_put_float(words, SCREE_SCENE_PIXEL_GROWTH, growth);
}

static void write_window(const scree_scene_target *target, uint32_t *words)
{
    scree_scene_put_float(words, SCREE_SCENE_HALF_WIDTH, target->whole_width / 2.0);
    scree_scene_put_float(words, SCREE_SCENE_HALF_HEIGHT, target->whole_height / 2.0);
    scree_scene_put_float(words, SCREE_SCENE_SKY_STEP, 1.0 / target->whole_height);
    words[SCREE_SCENE_LEFT] = target->left;
    words[SCREE_SCENE_TOP] = target->top;
    words[SCREE_SCENE_WIDTH] = target->width;
    words[SCREE_SCENE_HEIGHT] = target->height;
    words[SCREE_SCENE_STRIDE] = target->stride;
}

static void write_drawing(const scree_scene_params *params, const scree_scene_space *space,
                          const scree_scene_target *target, uint32_t *words)
{
    write_window(target, words);
    write_colours(params, space, words);
    write_light(params, space, words);
    scree_scene_put_float(words, SCREE_SCENE_RELIEF, params->relief);
    scree_scene_put_float(words, SCREE_SCENE_INTERVAL, params->interval);
    scree_scene_put_float(words, SCREE_SCENE_LINES_A_UNIT, params->interval > 0.0 ? 1.0 / params->interval : 0.0);
    scree_scene_put_float(words, SCREE_SCENE_LINE_BASE, scree_scene_line_base(params));
    if (scree_scene_kind_takes(params->kind, SCREE_SCENE_TAKES_CAMERA)) {
        write_camera(&params->camera, space, target->whole_height, words);
    }
}

void scree_scene_write(const scree_scene_params *params, const scree_scene_data *data, const scree_scene_target *target,
                       uint32_t words[SCREE_SCENE_WORDS])
{
    const scree_scene_kind_definition *kind = scree_scene_kind_definition_of(params->kind);
    const scree_scene_space space = space_of(params);
    write_counts(params, &space, words);
    write_matter(params, &space, words);
    if (target != NULL) {
        write_drawing(params, &space, target, words);
    }
    if (kind->write != NULL) {
        kind->write(params, data, &space, words);
    }
}
