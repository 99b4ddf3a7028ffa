/* Scenes of three dimensions for tests: samples, cameras, and the kernels over host memory. */
#ifndef SCREE_TEST_SCENE_SHADE_FIXTURE_H
#define SCREE_TEST_SCENE_SHADE_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "scene_blocks.h"
#include "scene_plan.h"

typedef struct scree_scene_memory {
    const uint32_t *samples;
    const uint32_t *work;
} scree_scene_memory;

#define scree_scene_sample_bits(memory, index) (memory).samples[index]
#define scree_scene_minus_bits(memory, index) (memory).samples[index]
#define scree_scene_work(memory, index) (memory).work[index]

#include "scene/scene_kinds.h"

#define PICTURE_WIDTH 32u
#define PICTURE_HEIGHT 18u

/* A scene with its samples, prepared by the CPU device, and its table. */
typedef struct shade_scene {
    scree_scene_params params;
    scree_device *device;
    scree_buffer *samples;
    scree_buffer *work;
    scree_buffer *pixels;
    float *values;
    uint32_t *prepared;
    uint32_t words[SCREE_SCENE_WORDS];
    scree_scene_memory memory;
} shade_scene;

static scree_scene_params shade_params(scree_scene_kind kind, uint32_t x, uint32_t y, uint32_t z)
{
    const bool is_volume = kind != SCREE_SCENE_TERRAIN;
    return (scree_scene_params){.kind = kind,
                                .count = {x, y, is_volume ? z : 1},
                                .range = {.minimum = -1.0, .maximum = 1.0},
                                .background = {{90, 140, 190}, {210, 220, 230}},
                                .camera = {.azimuth = 30.0, .elevation = 25.0, .distance = 3.2, .field_of_view = 40.0},
                                .height_scale = 0.2,
                                .density = 20.0,
                                .light_azimuth = 200.0,
                                .light_elevation = 35.0,
                                .ambient = 0.3,
                                .occlusion = 0.7,
                                .has_shadows = true,
                                .fog = 0.05};
}

static size_t shade_count(const scree_scene_params *params)
{
    return (size_t)params->count[0] * params->count[1] * params->count[2];
}

/* Prepares a scene whose samples have been set, and writes its table. */
static void shade_prepare(shade_scene *scene)
{
    const scree_scene_data data = {.samples = scene->samples, .work = scene->work};
    const scree_scene_target target = {.pixels = scene->pixels,
                                       .width = PICTURE_WIDTH,
                                       .height = PICTURE_HEIGHT,
                                       .stride = PICTURE_WIDTH,
                                       .whole_width = PICTURE_WIDTH,
                                       .whole_height = PICTURE_HEIGHT};
    const uint64_t bytes = scree_scene_work_bytes(&scene->params);
    assert_int_equal(scree_buffer_write(scene->samples, 0, 4 * shade_count(&scene->params), scene->values), SCREE_OK);
    assert_int_equal(scree_scene_build(scene->device, &scene->params, &data, NULL), SCREE_OK);
    if (bytes > 0) {
        assert_int_equal(scree_buffer_read(scene->work, 0, bytes, scene->prepared), SCREE_OK);
    }
    scree_scene_write(&scene->params, &data, &target, scene->words);
}

static void shade_create(shade_scene *scene, const scree_scene_params *params)
{
    const uint64_t bytes = scree_scene_work_bytes(params);
    *scene = (shade_scene){.params = *params, .device = fixture_device(SCREE_CPU_LEVEL_AUTO, 2)};
    scene->values = calloc(shade_count(params), sizeof(float));
    scene->prepared = calloc(1, bytes + 4);
    assert_non_null(scene->values);
    assert_non_null(scene->prepared);
    scene->memory = (scree_scene_memory){(const uint32_t *)(const void *)scene->values, scene->prepared};
    assert_int_equal(scree_buffer_create(scene->device, 4 * shade_count(params), &scene->samples), SCREE_OK);
    assert_int_equal(scree_buffer_create(scene->device, bytes + 4, &scene->work), SCREE_OK);
    assert_int_equal(scree_buffer_create(scene->device, 4 * PICTURE_WIDTH * PICTURE_HEIGHT, &scene->pixels), SCREE_OK);
}

static void shade_destroy(shade_scene *scene)
{
    scree_buffer_destroy(&scene->samples);
    scree_buffer_destroy(&scene->work);
    scree_buffer_destroy(&scene->pixels);
    scree_device_close(&scene->device);
    free(scene->values);
    free(scene->prepared);
}

/* Draws a scene that is prepared, or a window of it. */
static void shade_draw(const shade_scene *scene, uint32_t left, uint32_t width, uint32_t *pixels)
{
    const scree_scene_data data = {.samples = scene->samples, .work = scene->work};
    const scree_scene_target target = {.pixels = scene->pixels,
                                       .width = width,
                                       .height = PICTURE_HEIGHT,
                                       .left = left,
                                       .whole_width = PICTURE_WIDTH,
                                       .whole_height = PICTURE_HEIGHT};
    assert_int_equal(scree_scene_draw(scene->device, &scene->params, &data, &target, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(scene->pixels, 0, 4ull * width * PICTURE_HEIGHT, pixels), SCREE_OK);
}

/* A camera anywhere round a scene or within it; some look along axes, some see without perspective. */
static scree_camera shade_camera(uint64_t *state)
{
    scree_camera camera = {.azimuth = 360.0 * fixture_draw_unit(state),
                           .elevation = 180.0 * fixture_draw_unit(state) - 90.0,
                           .roll = 40.0 * fixture_draw_unit(state),
                           .distance = 0.05 + 4.0 * fixture_draw_unit(state),
                           .field_of_view = 50.0,
                           .extent = 2.5};
    for (uint32_t axis = 0; axis < 3; axis++) {
        camera.centre[axis] = 0.6 * fixture_draw_unit(state) - 0.3;
    }
    const uint64_t form = fixture_draw(state) % 8;
    camera.field_of_view = form < 2 ? 0.0 : camera.field_of_view;
    if (form == 2 || form == 0) {
        camera.azimuth = 90.0 * (double)(fixture_draw(state) % 4);
        camera.elevation = 90.0 * ((double)(fixture_draw(state) % 3) - 1.0);
        camera.roll = 0.0;
    }
    return camera;
}

#endif
