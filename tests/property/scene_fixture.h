/* Scenes of tests: samples of the host become pictures in memory. */
#ifndef SCREE_TEST_SCENE_FIXTURE_H
#define SCREE_TEST_SCENE_FIXTURE_H

#include "fixture.h"

typedef struct test_scene {
    scree_scene_params params;
    const void *samples; /* As many as `params` says. */
    const void *minus;   /* MAP: those that are subtracted, or NULL. */
    uint32_t width;      /* Of the whole picture. */
    uint32_t height;
} test_scene;

/* A box of some kind with a camera that sees it whole, an even light and no effects; grey by value from 0 to 255. */
test_scene scene_plain(scree_scene_kind kind, uint32_t x, uint32_t y, uint32_t z);

/* Draws a scene on a device, failing the test where that fails. The caller frees the pixels. */
uint32_t *scene_pixels(scree_device *device, const test_scene *scene);

#endif
