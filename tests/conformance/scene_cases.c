#include "scene_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes in front of samples and pixels: multiples of what a canvas's pixels need, and of 16, by which GPUs read faster,
   or not. */
#define SKIPPED 40u
#define SKIPPED_ALIGNED 48u

#define KINDS 6u

/* The samples of further cases are no cubes. */
#define CUBES 120u
/* And those behind them have water, or fade. */
#define DRY 144u
#define LEVEL_KINDS 3u
/* Columns are behind these, and isosurfaces the last. */
#define VARIOUS 174u
#define COLUMNS_END 204u

static uint32_t mix(uint32_t h)
{
    h = (h ^ (h >> 16)) * 0x9e3779b1u;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    return h ^ (h >> 16);
}

/* A number below `end` that depends on a case and a choice. */
static unsigned choose(unsigned number, unsigned choice, unsigned end)
{
    return mix(number * 64 + choice) % end;
}

/* The same from 0 to 1. */
static double choose_part(unsigned number, unsigned choice)
{
    return choose(number, choice, 4097) / 4096.0;
}

static void choose_counts(unsigned number, scree_scene_params *params)
{
    const bool is_large = number / KINDS % 4 == 3;
    for (unsigned i = 0; i < 3; i++) {
        params->count[i] = is_large ? 32 : 1 + choose(number, i, 33);
    }
    if (params->kind == SCREE_SCENE_DENSITY) {
        params->count[0] = SCENE_WIDTH - choose(number, 0, 2) * 9;
        params->count[1] = SCENE_HEIGHT - choose(number, 1, 2) * 9;
    }
}

static void choose_sides(unsigned number, scree_scene_params *params)
{
    for (unsigned i = 0; i < 3 && number >= CUBES; i++) {
        params->voxel[i] = 0.2 + 3.0 * choose_part(number, 46 + i);
    }
}

/* Some look along an axis, some from within. */
static void choose_camera(unsigned number, scree_camera *camera)
{
    const bool is_straight = choose(number, 3, 4) == 0;
    camera->azimuth = is_straight ? 90.0 * choose(number, 4, 4) : 360.0 * choose_part(number, 4);
    camera->elevation = is_straight ? 90.0 * choose(number, 5, 3) - 90.0 : 180.0 * choose_part(number, 5) - 90.0;
    camera->roll = choose(number, 6, 3) == 0 ? 33.0 : 0.0;
    camera->distance = choose(number, 7, 4) == 0 ? 0.3 : 1.5 + 2.0 * choose_part(number, 7);
    camera->field_of_view = choose(number, 8, 3) == 0 ? 0.0 : 30.0 + 80.0 * choose_part(number, 8);
    camera->extent = 1.0 + choose_part(number, 9);
    camera->centre[0] = choose(number, 10, 2) * 0.25;
}

static void choose_light(unsigned number, scree_scene_params *params)
{
    params->light_azimuth = 360.0 * choose_part(number, 11);
    params->light_elevation = choose(number, 12, 5) == 0 ? -20.0 : 90.0 * choose_part(number, 12);
    params->ambient = choose_part(number, 13);
    params->occlusion = choose(number, 14, 3) == 0 ? 0.0 : choose_part(number, 14);
    params->has_shadows = choose(number, 15, 2) != 0;
    params->fog = choose(number, 16, 2) == 0 ? 0.0 : choose_part(number, 16);
    for (unsigned i = 0; i < 6; i++) {
        params->background[i / 3][i % 3] = (uint8_t)choose(number, 17 + i, 256);
    }
}

static void choose_map(unsigned number, scree_scene_params *params)
{
    params->is_smooth = choose(number, 24, 2) != 0;
    params->samples_a_pixel = 0.01 + choose(number, 25, 2) * 0.5 + choose_part(number, 26);
    if (number >= CUBES && number % 4 != 0) {
        params->is_smooth = true;
        params->samples_a_pixel += 1.0;
    }
    params->left = 40.0 * choose_part(number, 27) - 20.0;
    params->top = 40.0 * choose_part(number, 28) - 20.0;
    params->relief = choose(number, 29, 2) * choose_part(number, 30);
    params->interval = choose(number, 31, 2) * 0.25;
    params->height_scale = choose_part(number, 32);
}

static void choose_colours(unsigned number, scene_case *c)
{
    scree_scene_params *params = &c->params;
    params->colour = (scree_scene_colour)(number / KINDS % 5);
    if (params->kind == SCREE_SCENE_MAP) {
        params->colour = number / KINDS % 3 == 2 ? SCREE_SCENE_COLOUR_CELL : SCREE_SCENE_COLOUR_VALUE;
    } else if (params->kind == SCREE_SCENE_DENSITY) {
        params->colour = number / KINDS % 2 == 1 ? SCREE_SCENE_COLOUR_PLAIN : SCREE_SCENE_COLOUR_VALUE;
    }
    params->range = params->kind == SCREE_SCENE_DENSITY ? (scree_range){0.0f, 255.0f} : (scree_range){-1.0f, 1.5f};
    c->has_ramp = choose(number, 33, 3) != 0;
}

static void choose_own(unsigned number, scree_scene_params *params)
{
    params->threshold = choose(number, 36, 4) == 0 ? 0.0 : 2.0 * choose_part(number, 36) - 1.0;
    params->density = 20.0 * choose_part(number, 37);
    params->white = 1.0 + choose(number, 38, 1000);
    params->is_linear = choose(number, 39, 2) != 0;
    params->height_scale = (choose(number, 40, 4) == 0 ? -0.3 : 0.3) * (choose_part(number, 41) + 0.1);
    if (params->kind == SCREE_SCENE_COLUMNS) {
        params->height_scale *= 8.0; /* Many columns are then of several boxes, and some fill the height. */
    }
    params->slice_axis = choose(number, 42, 4);
    params->slice = 1.6 * choose_part(number, 43) - 0.8;
    params->interval = choose(number, 44, 2) * 0.1;
}

static const scree_scene_kind level_kinds[LEVEL_KINDS] = {SCREE_SCENE_MAP, SCREE_SCENE_TERRAIN, SCREE_SCENE_CLOUD};

/* Some levels are below or above all samples. */
static void choose_levels(unsigned number, scree_scene_params *params)
{
    if (number < DRY) {
        return;
    }
    params->has_water = params->kind == SCREE_SCENE_MAP || params->kind == SCREE_SCENE_TERRAIN;
    params->water = choose(number, 49, 4) == 0 ? 3.0 * choose(number, 50, 2) - 1.5 : choose_part(number, 50);
    params->edge_fade = params->kind == SCREE_SCENE_CLOUD ? choose_part(number, 51) : 0.0;
    params->relief = 0.2 + 0.8 * choose_part(number, 30); /* Only maps have relief, and not where there is water. */
    /* Pixels that are larger than samples along one axis and smaller along the other. */
    if (params->kind == SCREE_SCENE_MAP && number % 2 == 0) {
        const unsigned longer = choose(number, 52, 2);
        params->is_smooth = true;
        params->voxel[longer] = 3.0;
        params->voxel[1 - longer] = 1.0;
        params->samples_a_pixel = 1.2 + choose_part(number, 53);
    } else if (params->kind == SCREE_SCENE_MAP) {
        params->is_smooth = number % 4 == 1;
        params->samples_a_pixel = 0.2 + choose_part(number, 53) / 2.0;
    }
}

void scene_case_traits(const scene_case *c, scene_trait traits[SCENE_TRAITS])
{
    const scree_scene_params *params = &c->params;
    const bool is_map = params->kind == SCREE_SCENE_MAP;
    const bool is_canvas = params->kind == SCREE_SCENE_DENSITY;
    const bool is_solid = !is_map && !is_canvas;
    const scree_scene_kind_info *info = scree_scene_kind_describe(params->kind);
    const bool has_slice = params->kind == SCREE_SCENE_SURFACE && params->slice_axis != 0;
    const scene_trait all[SCENE_TRAITS] = {
        {"ramp", true, c->has_ramp},
        {"wild samples", !is_canvas, c->is_wild},
        {"aligned", info->axes == 3 && !info->has_distances, c->is_aligned},
        {"perspective", is_solid, params->camera.field_of_view > 0.0},
        {"shadows", is_solid, params->has_shadows},
        {"fog", is_solid, params->fog > 0.0},
        {"occlusion", scree_scene_kind_takes(params->kind, SCREE_SCENE_TAKES_OCCLUSION), params->occlusion > 0.0},
        {"minus", is_map, c->has_minus},
        {"splines", is_map, params->is_smooth && params->samples_a_pixel < 1.0},
        {"means", is_map, params->is_smooth && params->samples_a_pixel > 1.0},
        {"relief", is_map, params->relief > 0.0},
        {"lines", is_map || has_slice, params->interval > 0.0},
        {"linear brightness", is_canvas, params->is_linear},
        {"unequal sides", !is_canvas, params->voxel[0] > 0.0},
        {"water", scree_scene_kind_takes(params->kind, SCREE_SCENE_TAKES_WATER), params->has_water},
        {"fade", scree_scene_kind_takes(params->kind, SCREE_SCENE_TAKES_EDGE_FADE), params->edge_fade > 0.0},
    };
    memcpy(traits, all, sizeof all);
}

/* Names a case by all that its kind takes notice of. */
static void name_case(scene_case *c)
{
    const scree_scene_params *params = &c->params;
    const bool is_sliced = params->kind == SCREE_SCENE_SURFACE && params->slice_axis != 0;
    scene_trait traits[SCENE_TRAITS];
    scene_case_traits(c, traits);
    int length = snprintf(c->name, sizeof c->name, "scene %u: %s by %s, %ux%ux%u", c->number,
                          scree_scene_kind_name(params->kind), scree_scene_colour_name(params->colour),
                          params->count[0], params->count[1], params->count[2]);
    if (is_sliced) {
        length += snprintf(c->name + length, sizeof c->name - (size_t)length, ", slice %u", params->slice_axis);
    }
    for (int i = 0; i < SCENE_TRAITS; i++) {
        if (traits[i].is_taken && traits[i].is_had) {
            length += snprintf(c->name + length, sizeof c->name - (size_t)length, ", %s", traits[i].name);
        }
    }
}

void scene_case_make(unsigned number, scene_case *c)
{
    *c = (scene_case){.number = number};
    scree_scene_params *params = &c->params;
    params->kind = number < DRY           ? (scree_scene_kind)(number % KINDS)
                   : number < VARIOUS     ? level_kinds[number % LEVEL_KINDS]
                   : number < COLUMNS_END ? SCREE_SCENE_COLUMNS
                                          : SCREE_SCENE_ISOSURFACE;
    c->has_minus = params->kind == SCREE_SCENE_MAP && choose(number, 34, 3) == 0;
    c->is_wild = choose(number, 35, 3) == 0;
    c->is_aligned = choose(number, 45, 2) == 0;
    choose_counts(number, params);
    choose_sides(number, params);
    choose_camera(number, &params->camera);
    choose_light(number, params);
    choose_colours(number, c);
    choose_own(number, params);
    if (params->kind == SCREE_SCENE_MAP) {
        choose_map(number, params);
    }
    choose_levels(number, params);
    name_case(c);
}

static bool is_canvas(const scene_case *c)
{
    return c->params.kind == SCREE_SCENE_DENSITY;
}

static uint64_t skipped_bytes(const scene_case *c)
{
    return c->is_aligned ? SKIPPED_ALIGNED : SKIPPED;
}

static uint64_t sample_words(const scene_case *c)
{
    const uint32_t *count = c->params.count;
    const uint64_t plane = (uint64_t)count[0] * count[1];
    return is_canvas(c) ? 2 * plane : plane * count[2];
}

/* A number that no device has any trouble with, or one of those that are trouble. */
static uint32_t sample_bits(const scene_case *c, uint32_t i)
{
    static const uint32_t wild[] = {0x7fc00000u, 0xffc12345u, 0x7f800000u, 0xff800000u,
                                    0x00000001u, 0x807fffffu, 0x7f7fffffu, 0x80000000u};
    const uint32_t hash = mix(i + c->number * 100003u);
    if (c->is_wild && hash % 16 == 0) {
        return wild[hash / 16 % 8];
    }
    /* A wave along the diagonal, roughened. */
    const int wave = (int)((i % c->params.count[0] * 5 + i / c->params.count[0] * 3) % 64) - 32;
    const float value = (float)(wave * 4 + (int)(hash >> 26)) * 0.0078125f;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Counts above 28 bits of sums; most pixels are empty or have few. */
static uint64_t canvas_pixel(const scene_case *c, uint32_t i)
{
    const uint32_t hash = mix(i + c->number * 100003u);
    const uint64_t count = hash % 4 == 0 ? 0 : (hash >> 8) >> (hash % 25);
    const uint64_t value = mix(hash) % 256;
    return count << 36 | (count * value & 0xfffffffffu);
}

static uint32_t *make_samples(const scene_case *c, uint32_t first)
{
    const uint64_t words = sample_words(c);
    uint32_t *samples = malloc(words * sizeof *samples);
    for (uint32_t i = 0; i < words && samples != NULL; i++) {
        const uint64_t pixel = is_canvas(c) ? canvas_pixel(c, i / 2) : sample_bits(c, first + i);
        samples[i] = (uint32_t)(is_canvas(c) && i % 2 == 1 ? pixel >> 32 : pixel);
    }
    return samples;
}

/* A case that is being run. */
typedef struct scene_running {
    scree_device *device;
    scree_scene_params params;
    scree_scene_data data;
    scree_buffer *pixels;
} scene_running;

static scree_result write_samples(const scene_case *c, scree_device *device, uint32_t first, scree_buffer **buffer)
{
    const uint64_t bytes = sample_words(c) * sizeof(uint32_t);
    uint32_t *samples = make_samples(c, first);
    scree_result result = samples != NULL ? scree_buffer_create(device, skipped_bytes(c) + bytes, buffer)
                                          : SCREE_ERROR_OUT_OF_MEMORY;
    if (result == SCREE_OK) {
        result = scree_buffer_write(*buffer, skipped_bytes(c), bytes, samples);
    }
    free(samples);
    return result;
}

static scree_result make_buffers(const scene_case *c, scene_running *running)
{
    const uint64_t work = scree_scene_work_bytes(&running->params);
    running->data.offset = skipped_bytes(c);
    running->data.minus_offset = skipped_bytes(c);
    scree_result result = write_samples(c, running->device, 0, &running->data.samples);
    if (result == SCREE_OK && c->has_minus) {
        result = write_samples(c, running->device, 7, &running->data.minus);
    }
    if (result == SCREE_OK && work > 0) {
        result = scree_buffer_create(running->device, work, &running->data.work);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_create(running->device, SKIPPED + SCENE_PIXELS * sizeof(uint32_t), &running->pixels);
    }
    return result == SCREE_OK ? scree_buffer_fill(running->pixels, 0, NULL) : result;
}

static scree_result draw_window(const scene_running *running, uint32_t left, uint32_t top, uint32_t width,
                                uint32_t height)
{
    const scree_scene_target target = {.pixels = running->pixels,
                                       .offset = SKIPPED + ((uint64_t)top * SCENE_WIDTH + left) * sizeof(uint32_t),
                                       .width = width,
                                       .height = height,
                                       .stride = SCENE_WIDTH,
                                       .left = left,
                                       .top = top,
                                       .whole_width = SCENE_WIDTH,
                                       .whole_height = SCENE_HEIGHT};
    return scree_scene_draw(running->device, &running->params, &running->data, &target, NULL);
}

static scree_result draw_windows(const scene_running *running)
{
    const uint32_t x[] = {0, 13, SCENE_WIDTH};
    const uint32_t y[] = {0, 30, SCENE_HEIGHT};
    scree_result result = SCREE_OK;
    for (int i = 0; i < 4 && result == SCREE_OK; i++) {
        const int column = i % 2;
        const int row = i / 2;
        result = draw_window(running, x[column], y[row], x[column + 1] - x[column], y[row + 1] - y[row]);
    }
    return result;
}

static scree_result draw(const scene_running *running, bool in_parts)
{
    scree_result result = scree_scene_build(running->device, &running->params, &running->data, NULL);
    if (result != SCREE_OK) {
        return result;
    }
    return in_parts ? draw_windows(running) : draw_window(running, 0, 0, SCENE_WIDTH, SCENE_HEIGHT);
}

scree_result scene_case_run(scree_device *device, const scene_case *c, bool in_parts, uint32_t pixels[SCENE_PIXELS])
{
    uint8_t ramp[3 * SCREE_SCENE_RAMP_COUNT];
    scene_running running = {.device = device, .params = c->params};
    for (uint32_t i = 0; i < sizeof ramp; i++) {
        ramp[i] = (uint8_t)(i / 3 * (i % 3 + 1));
    }
    running.params.ramp = c->has_ramp ? ramp : NULL;
    scree_result result = make_buffers(c, &running);
    if (result == SCREE_OK) {
        result = draw(&running, in_parts);
    }
    if (result == SCREE_OK) {
        result = scree_buffer_read(running.pixels, SKIPPED, SCENE_PIXELS * sizeof *pixels, pixels);
    }
    scree_buffer_destroy(&running.pixels);
    scree_buffer_destroy(&running.data.work);
    scree_buffer_destroy(&running.data.minus);
    scree_buffer_destroy(&running.data.samples);
    return result;
}

uint64_t scene_case_most_bytes(const scene_case *c)
{
    const uint64_t samples = skipped_bytes(c) + sample_words(c) * sizeof(uint32_t);
    const uint64_t work = scree_scene_work_bytes(&c->params);
    return samples > work ? samples : work;
}
