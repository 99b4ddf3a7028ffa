/* Frames of every kind of noise: a slab along any axis is that part of the grid, and a period closes a loop. */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SIDE 11

/* A field of a kind with so many axes; NULL where there is none. */
static scree_field *draw_field(uint64_t *draws, scree_noise_kind kind, uint32_t axes, uint64_t period_of_time)
{
    scree_noise_params params = {.kind = kind, .seed = fixture_draw(draws), .octaves = 3, .skips_fine_octaves = true};
    const scree_grid grid = {.axes = axes, .count = {1, 1, 1, 1}, .step = {0.25}};
    scree_field *field = NULL;
    float value = 0.0f;
    params.period[axes - 1] = period_of_time;
    if (scree_field_from_noise(fixture_context, &params, &field) == SCREE_OK &&
        scree_field_fill(field, &grid, &value) != SCREE_OK) {
        scree_field_release(&field);
    }
    return field;
}

static scree_grid draw_grid(uint64_t *draws, uint32_t axes)
{
    scree_grid grid = {.axes = axes};
    for (uint32_t axis = 0; axis < axes; axis++) {
        grid.count[axis] = 2 + fixture_draw(draws) % (MAX_SIDE - 1);
        grid.origin[axis] = 20 * fixture_draw_unit(draws) - 10;
        grid.step[axis] = 0.01 + fixture_draw_unit(draws);
        grid.first[axis] = (int64_t)(fixture_draw(draws) % 1000) - 500;
    }
    return grid;
}

/* The samples of a grid whose index along an axis is `index`, in their order. */
static size_t take_slab(const scree_grid *grid, uint32_t axis, uint64_t index, const float *all, float *slab)
{
    uint64_t stride = 1;
    size_t taken = 0;
    for (uint32_t a = 0; a < axis; a++) {
        stride *= grid->count[a];
    }
    for (uint64_t i = 0; i < fixture_samples(grid); i++) {
        if (i / stride % grid->count[axis] == index) {
            slab[taken++] = all[i];
        }
    }
    return taken;
}

static void assert_slabs(const scree_field *field, const scree_grid *grid, uint32_t axis)
{
    const uint64_t samples = fixture_samples(grid);
    float *all = malloc(samples * sizeof *all);
    float *expected = malloc(samples * sizeof *expected);
    float *slab = malloc(samples * sizeof *slab);
    assert_true(all != NULL && expected != NULL && slab != NULL);
    assert_int_equal(scree_field_fill(field, grid, all), SCREE_OK);
    for (uint64_t index = 0; index < grid->count[axis]; index++) {
        scree_grid frame = *grid;
        frame.first[axis] += (int64_t)index;
        frame.count[axis] = 1;
        const size_t taken = take_slab(grid, axis, index, all, expected);
        assert_int_equal(scree_field_fill(field, &frame, slab), SCREE_OK);
        assert_memory_equal(slab, expected, taken * sizeof *slab);
    }
    free(all);
    free(expected);
    free(slab);
}

static void a_frame_along_any_axis_is_a_slab_of_the_grid(void **state)
{
    uint64_t draws = 17;
    unsigned found = 0;
    for (int kind = 0; scree_noise_kind_describe((scree_noise_kind)kind) != NULL; kind++) {
        for (uint32_t axes = 2; axes <= 4; axes++) {
            scree_field *field = draw_field(&draws, (scree_noise_kind)kind, axes, 0);
            for (uint32_t time = 0; time < axes && field != NULL; time++) {
                const scree_grid grid = draw_grid(&draws, axes);
                assert_slabs(field, &grid, time);
                found++;
            }
            scree_field_release(&field);
        }
    }
    assert_true(found > 40);
}

/* 64 frames of so many cells; the frame after the last one, and those after that, begin again. */
static void assert_loop(const scree_field *field, uint64_t cells)
{
    enum { FRAMES = 64, SIDE = 21, AFTER = 3 };
    static float first[AFTER * SIDE * SIDE];
    static float again[AFTER * SIDE * SIDE];
    scree_grid grid = {.axes = 3, .count = {SIDE, SIDE, AFTER}, .step = {0.3, 0.3, (double)cells / FRAMES}};
    assert_int_equal(scree_field_fill(field, &grid, first), SCREE_OK);
    grid.first[2] = FRAMES;
    assert_int_equal(scree_field_fill(field, &grid, again), SCREE_OK);
    assert_memory_equal(first, again, sizeof first);
    grid.first[2] = FRAMES / 2;
    assert_int_equal(scree_field_fill(field, &grid, again), SCREE_OK);
    assert_memory_not_equal(first, again, sizeof first);
}

static void a_period_of_all_frames_closes_a_loop_exactly(void **state)
{
    uint64_t draws = 5;
    unsigned found = 0;
    for (int kind = 0; scree_noise_kind_describe((scree_noise_kind)kind) != NULL; kind++) {
        scree_field *field = draw_field(&draws, (scree_noise_kind)kind, 3, 3);
        if (field != NULL) {
            assert_loop(field, 3);
            found++;
        }
        scree_field_release(&field);
    }
    assert_true(found >= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_along_any_axis_is_a_slab_of_the_grid),
        cmocka_unit_test(a_period_of_all_frames_closes_a_loop_exactly),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
