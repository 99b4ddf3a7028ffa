/* Scenes of tests: samples of the host become pictures in memory. */
#ifndef SCREE_TEST_SCENE_FIXTURE_H
#define SCREE_TEST_SCENE_FIXTURE_H

#include "fixture.h"

typedef struct test_scene {
    scree_scene_params params;
    const void *samples; /* As many as `params` says. */
    const void *minus;   /* MAP: those that are subtracted, or NULL. */
    uint32_t width;      /* The size of the whole picture. */
    uint32_t height;
} test_scene;

/* A box of some kind with a camera that sees it whole, an even light and no effects; grey by value from 0 to 255. */
test_scene scene_plain(scree_scene_kind kind, uint32_t x, uint32_t y, uint32_t z);

/* Draws a scene on a device, failing the test where that fails. The caller frees the pixels. */
uint32_t *scene_pixels(scree_device *device, const test_scene *scene);

/* A channel of a pixel: 0 for red, 1 for green, 2 for blue. */
static inline uint32_t channel(uint32_t pixel, int number)
{
    return pixel >> (8 * number) & 255u;
}

static inline uint32_t draw_count(uint64_t *state, uint32_t most)
{
    return 1 + (uint32_t)(fixture_draw(state) % most);
}

static inline double draw_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * fixture_draw_unit(state);
}

static inline void assert_near(uint32_t pixel, double red, double green, double blue)
{
    const double expected[3] = {red, green, blue};
    for (int i = 0; i < 3; i++) {
        /* Half a step of rounding, and some of float32. */
        assert_true(fabs(channel(pixel, i) - expected[i]) < 0.6);
    }
}

#endif
