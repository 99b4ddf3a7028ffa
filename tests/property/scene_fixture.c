#include "scene_fixture.h"

#include <stdlib.h>

static uint64_t bytes_of(const scree_scene_params *params)
{
    const uint64_t plane = (uint64_t)params->count[0] * params->count[1];
    switch (params->kind) {
    case SCREE_SCENE_MAP:
    case SCREE_SCENE_TERRAIN:
    case SCREE_SCENE_COLUMNS:
        return plane * sizeof(float);
    case SCREE_SCENE_DENSITY:
        return plane * sizeof(uint64_t);
    default:
        return plane * params->count[2] * sizeof(float);
    }
}

test_scene scene_plain(scree_scene_kind kind, uint32_t x, uint32_t y, uint32_t z)
{
    return (test_scene){.params = {.kind = kind,
                                   .count = {x, y, z},
                                   .range = {0.0f, 255.0f},
                                   .camera = {.distance = 5.0, .field_of_view = 45.0, .extent = 4.0},
                                   .light_elevation = 45.0,
                                   .ambient = 1.0,
                                   .height_scale = 1.0,
                                   .samples_a_pixel = 1.0,
                                   .white = 1.0},
                        .width = 32,
                        .height = 20};
}

static scree_buffer *buffer_of(scree_device *device, uint64_t bytes, const void *from)
{
    scree_buffer *buffer = fixture_buffer(device, bytes);
    if (from != NULL) {
        assert_int_equal(scree_buffer_write(buffer, 0, bytes, from), SCREE_OK);
    }
    return buffer;
}

uint32_t *scene_pixels(scree_device *device, const test_scene *scene)
{
    const uint64_t bytes = (uint64_t)scene->width * scene->height * sizeof(uint32_t);
    const uint64_t samples = bytes_of(&scene->params);
    const uint64_t work = scree_scene_work_bytes(&scene->params);
    uint32_t *pixels = malloc(bytes);
    scree_scene_data data = {.samples = buffer_of(device, samples, scene->samples),
                             .minus = scene->minus != NULL ? buffer_of(device, samples, scene->minus) : NULL,
                             .work = work > 0 ? buffer_of(device, work, NULL) : NULL};
    scree_scene_target target = {
        .pixels = buffer_of(device, bytes, NULL), .width = scene->width, .height = scene->height};
    assert_non_null(pixels);
    assert_int_equal(scree_scene_build(device, &scene->params, &data, NULL), SCREE_OK);
    assert_int_equal(scree_scene_draw(device, &scene->params, &data, &target, NULL), SCREE_OK);
    assert_int_equal(scree_buffer_read(target.pixels, 0, bytes, pixels), SCREE_OK);
    scree_buffer_destroy(&target.pixels);
    scree_buffer_destroy(&data.samples);
    scree_buffer_destroy(&data.minus);
    scree_buffer_destroy(&data.work);
    return pixels;
}
