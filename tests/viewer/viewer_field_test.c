/* The field of a viewer is changed: cells have a size, weights are forgotten. */
#include "viewer_fixture.h"

static void a_plane_is_as_high_as_wide_in_volumes(void **unused)
{
    const scree_recipe flat = {.grid = {.axes = 2, .count = {32, 24}, .step = {0.125, 0.125}}, .noise = {.octaves = 3}};
    scree_recipe plane = flat;
    struct fixture fixture;
    plane.grid.axes = 3;
    plane.grid.count[2] = 1;
    plane.grid.step[2] = 0.5;
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    set(&fixture, "scene", "voxels");
    set(&fixture, "side", "12");
    uint32_t *expected = settle(&fixture);
    close_viewer(&fixture);
    open_viewer(&fixture, &(viewer_start){.recipe = &plane});
    set(&fixture, "scene", "voxels");
    set(&fixture, "side", "12");
    assert_true(shows(&fixture, expected));
    free(expected);
    close_viewer(&fixture);
}

static void check_value(struct fixture *fixture, const char *name, const char *expected)
{
    char value[256];
    assert_true(viewer_get(fixture->self, name, value, sizeof value));
    assert_string_equal(value, expected);
}

static void the_size_of_cells_is_the_inverse_of_the_step(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    const scree_grid *grid = &viewer_get_state(fixture.self)->recipe.grid;
    for (int size = 1; size < 100; size++) {
        char text[16];
        snprintf(text, sizeof text, "%d", size);
        set(&fixture, "cell-size", text);
        assert_true(grid->step[0] == 1.0 / size && grid->step[1] == 1.0 / size);
        check_value(&fixture, "cell_size", text);
    }
    set(&fixture, "cell-size", "0.75,10");
    assert_true(grid->step[0] == 1 / 0.75 && grid->step[1] == 0.1);
    check_value(&fixture, "cell-size", "0.75,10");
    refuses(&fixture, "cell-size", "0", "cell_size: '0' is not valid: numbers from");
    refuses(&fixture, "cell-size", "-4", "cell_size: '-4'");
    refuses(&fixture, "cell-size", "1,,2", "cell_size: '1,,2'");
    refuses(&fixture, "cell-size", "", "cell_size: ''");
    refuses(&fixture, "cell-size", "1,2,3", "an array of 3; it must be an array of 2");
    assert_true(grid->step[1] == 0.1);
    set(&fixture, "preset", "plain");
    set(&fixture, "samples", "8x8x8x8x8");
    set(&fixture, "cell-size", "3,7,11,13,17");
    check_value(&fixture, "cell-size", "3,7,11,13,17");
    close_viewer(&fixture);
}

/* Otherwise nobody would see that it has changed. */
static void a_new_size_of_cells_is_shown(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "map-span", "3");
    set(&fixture, "extent", "3");
    viewer_end_step(fixture.self);
    uint32_t *before = settle(&fixture);
    set(&fixture, "cell-size", "20");
    assert_false(shows(&fixture, before));
    assert_true(viewer_get_state(fixture.self)->view.extent == 0);
    viewer_undo(fixture.self);
    assert_true(shows(&fixture, before));
    free(before);
    close_viewer(&fixture);
}

static void weights_can_be_forgotten(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){0});
    set(&fixture, "gain", "0.7");
    set(&fixture, "octaves", "3");
    uint32_t *by_gain = settle(&fixture);
    set(&fixture, "weights", "1,-0.25,0");
    check_value(&fixture, "weights", "1,-0.25,0");
    assert_false(shows(&fixture, by_gain));
    set(&fixture, "weights", "");
    check_value(&fixture, "weights", "");
    check_value(&fixture, "gain", "0.7");
    assert_true(shows(&fixture, by_gain));
    free(by_gain);
    close_viewer(&fixture);
}

static uint32_t quantiles_of(const struct fixture *fixture)
{
    return viewer_get_state(fixture->self)->recipe.noise.values.quantile_count;
}

/* Quantiles that a recipe brings are those of its noise: they stay as long as that does. */
static void quantiles_are_of_their_noise(void **unused)
{
    scree_recipe recipe = {.noise = {.octaves = 2, .weights = {1, 0.25}, .weight_count = 2},
                           .grid = {.axes = 2, .count = {32, 32}, .step = {0.1}}};
    struct fixture fixture;
    recipe.noise.values = (scree_noise_values){.distribution = SCREE_NOISE_DISTRIBUTION_NORMAL,
                                               .quantile_count = SCREE_NOISE_QUANTILE_COUNT};
    for (int i = 0; i < SCREE_NOISE_QUANTILE_COUNT; i++) {
        recipe.noise.values.quantiles[i] = 0.001 * (i - SCREE_NOISE_QUANTILE_COUNT / 2);
    }
    open_viewer(&fixture, &(viewer_start){.recipe = &recipe});
    set(&fixture, "distribution", "uniform");
    set(&fixture, "step", "0.2");
    assert_int_equal(quantiles_of(&fixture), SCREE_NOISE_QUANTILE_COUNT);
    viewer_end_step(fixture.self);
    set(&fixture, "octaves", "3");
    assert_int_equal(quantiles_of(&fixture), 0);
    viewer_undo(fixture.self);
    assert_int_equal(quantiles_of(&fixture), SCREE_NOISE_QUANTILE_COUNT);
    set(&fixture, "weights", "");
    assert_int_equal(quantiles_of(&fixture), 0);
    close_viewer(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plane_is_as_high_as_wide_in_volumes),
        cmocka_unit_test(the_size_of_cells_is_the_inverse_of_the_step),
        cmocka_unit_test(a_new_size_of_cells_is_shown),
        cmocka_unit_test(weights_can_be_forgotten),
        cmocka_unit_test(quantiles_are_of_their_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
