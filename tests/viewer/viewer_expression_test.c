/* Fields of expressions in the viewer: what is shown, refused, undone, described, and the numbers of their texts. */
#include "viewer_fixture.h"

#include <math.h>

#include "../../apps/scree/presets.h"
#include "expression_numbers.h"

static const scree_recipe flat = {.grid = {.axes = 2, .count = {32, 24}, .step = {0.125, 0.125}},
                                  .noise = {.octaves = 3}};

static void an_expression_is_shown_as_its_noise_is(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    uint32_t *noise = settle(&fixture);
    assert_null(viewer_get_expression(fixture.self));
    set(&fixture, "expression", "ridged(perlin(), octaves=3)");
    assert_int_equal(viewer_find_cover(fixture.self), VIEWER_COVER_EXPRESSION);
    assert_false(shows(&fixture, noise));
    viewer_end_step(fixture.self);
    set(&fixture, "expression", "perlin(octaves=3)");
    assert_true(shows(&fixture, noise));
    assert_string_equal(viewer_get_expression(fixture.self), "perlin(octaves=3)");
    free(noise);
    close_viewer(&fixture);
}

static void undo_is_a_list_of_texts(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    set(&fixture, "expression", "x");
    viewer_end_step(fixture.self);
    set(&fixture, "expression", "x + y");
    set(&fixture, "expression", "x - y"); /* The same step. */
    viewer_end_step(fixture.self);
    viewer_undo(fixture.self);
    assert_string_equal(viewer_get_expression(fixture.self), "x");
    viewer_undo(fixture.self);
    assert_null(viewer_get_expression(fixture.self));
    viewer_redo(fixture.self);
    viewer_redo(fixture.self);
    assert_string_equal(viewer_get_expression(fixture.self), "x - y");
    send(&fixture, "key y"); /* The noise. */
    assert_null(viewer_get_expression(fixture.self));
    close_viewer(&fixture);
}

static void what_is_wrong_is_told_and_nothing_changes(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    set(&fixture, "expression", "sine(x)");
    uint32_t *before = settle(&fixture);
    char text[512];
    assert_false(viewer_set_expression(fixture.self, "sine(x) +\n  perlim()", text, sizeof text));
    assert_string_equal(text, "expression:2:3: unknown function 'perlim'; did you mean 'perlin'?\n  perlim()\n  ^");
    assert_false(viewer_set_expression(fixture.self, "1 / perlin()", text, sizeof text));
    if (strstr(text, "div divides by a number that may be 0") == NULL) {
        fail_msg("%s", text);
    }
    assert_false(viewer_set(fixture.self, "octaves", "4", text, sizeof text));
    assert_non_null(strstr(text, "octaves: not together with an expression"));
    assert_true(shows(&fixture, before));
    set(&fixture, "step", "0.5"); /* The grid is the recipe's. */
    assert_false(shows(&fixture, before));
    free(before);
    close_viewer(&fixture);
}

/* A field that needs a third axis gets one, and one whose axes are there keeps them. */
static void grids_get_the_axes_that_a_field_needs(void **unused)
{
    struct fixture fixture;
    char text[512];
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    const scree_grid *grid = &viewer_get_state(fixture.self)->recipe.grid;
    set(&fixture, "expression", "x + y");
    assert_int_equal(grid->axes, 2);
    set(&fixture, "expression", "perlin() - z");
    assert_int_equal(grid->axes, 3);
    free(settle(&fixture));
    set(&fixture, "scene", "voxels");
    free(settle(&fixture));
    assert_false(viewer_set_expression(fixture.self, "rivers() + w * z", text, sizeof text));
    assert_false(viewer_set(fixture.self, "samples", "16x16", text, sizeof text));
    set(&fixture, "expression", "erosion(perlin())");
    assert_int_equal(grid->axes, 2);
    assert_false(viewer_set_expression(fixture.self, "perlin(derivatives=true)", text, sizeof text));
    assert_non_null(strstr(text, "several numbers"));
    close_viewer(&fixture);
}

/* An expression may be noise alone, whose recipe is one of noise. */
static void an_expression_of_noise_has_its_recipe(void **unused)
{
    struct fixture fixture;
    char text[512] = "";
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    set(&fixture, "expression", "value(octaves=4)");
    uint32_t *before = settle(&fixture);
    char *recipe = viewer_recipe_text(fixture.self);
    assert_non_null(recipe);
    if (!viewer_set_recipe(fixture.self, recipe, "recipe", text, sizeof text)) {
        fail_msg("%s", text);
    }
    assert_true(shows(&fixture, before));
    free(recipe);
    free(before);
    close_viewer(&fixture);
}

static void presets_of_graphs_are_shown(void **unused)
{
    struct fixture fixture;
    unsigned graphs = 0;
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    const struct preset *preset = NULL;
    for (int i = 0; (preset = preset_at(i)) != NULL; i++) {
        set(&fixture, "preset", preset->name);
        assert_int_equal(viewer_get_expression(fixture.self) != NULL, preset->is_graph);
        if (preset->is_graph) {
            set(&fixture, "terrain-side", "24");
            set(&fixture, "side", "16");
            free(settle(&fixture));
            graphs++;
        }
    }
    assert_true(graphs >= 12);
    close_viewer(&fixture);
}

static void texts_have_the_expression(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    set(&fixture, "expression", "terrace(perlin(), steps=6) # it's land");
    char *command = viewer_command(fixture.self, WIDTH, HEIGHT, NULL);
    assert_non_null(command);
    assert_non_null(strstr(command, "scree render --expr 'terrace(perlin(), steps=6) # it'\\''s land' --samples "));
    free(command);
    char *recipe = viewer_recipe_text(fixture.self);
    assert_non_null(strstr(recipe, "\"expression\": \"terrace(perlin(), steps=6) # it's land\""));
    assert_non_null(strstr(recipe, "\"size\""));
    viewer_undo(fixture.self);
    /* It is read back. */
    assert_true(viewer_set_recipe(fixture.self, recipe, "t", fixture.text, sizeof fixture.text));
    assert_string_equal(viewer_get_expression(fixture.self), "terrace(perlin(), steps=6) # it's land");
    free(recipe);
    /* Without samples it has the usual ones. */
    assert_true(viewer_set_recipe(fixture.self, "{\"field\": \"graph\", \"expression\": \"x + y\"}", "t", fixture.text,
                                  sizeof fixture.text));
    assert_true(viewer_get_state(fixture.self)->recipe.grid.count[1] == 512);
    close_viewer(&fixture);
}

/* A slider that is dragged makes many fields, of which few are needed. */
static void many_expressions_leave_few_fields(void **unused)
{
    struct fixture fixture;
    open_viewer(&fixture, &(viewer_start){.recipe = &flat});
    for (int i = 0; i < 300; i++) {
        char text[32];
        snprintf(text, sizeof text, "x * %d", i + 1);
        set(&fixture, "expression", text);
        if (i % 50 == 49) {
            viewer_end_step(fixture.self);
            free(settle(&fixture));
            viewer_advance(fixture.self, WIDTH, HEIGHT, 0.0);
        }
    }
    viewer_undo(fixture.self);
    assert_string_equal(viewer_get_expression(fixture.self), "x * 250");
    free(settle(&fixture));
    close_viewer(&fixture);
}

static void check_number(const char *text, size_t from, double value, const char *label, bool is_whole)
{
    expression_number number;
    assert_true(expression_number_find(text, from, &number));
    assert_true(number.value == value);
    assert_string_equal(number.label, label);
    assert_int_equal(number.is_whole, is_whole);
}

static void numbers_are_found_and_replaced(void **unused)
{
    static const char text[] = "# 7\nlet n2 = clamp(perlin(octaves=6), -0.25, 1e-3); terrace(n2, steps = 8)";
    char changed[128];
    expression_number number;
    check_number(text, 0, 6, "perlin octaves", true);
    check_number(text, (size_t)(strstr(text, "-0.25") - text), -0.25, "clamp low", false);
    check_number(text, (size_t)(strstr(text, "1e-3") - text), 0.001, "clamp high", false);
    check_number(text, (size_t)(strstr(text, "steps") - text), 8, "terrace steps", true);
    check_number("2 * x", 0, 2, "number", true);
    check_number("x - 3", 0, 3, "number", true);
    check_number("cellular(jitter=.5)", 0, 0.5, "cellular jitter", false);
    assert_false(expression_number_find("x2 + n3_a # 4", 0, &number));
    assert_false(expression_number_find("file(\"a 1\\\"2.png\")", 0, &number));
    snprintf(changed, sizeof changed, "%s", text);
    assert_true(expression_number_find(changed, 0, &number));
    assert_true(expression_number_replace(changed, sizeof changed, &number, 11.7));
    assert_non_null(strstr(changed, "octaves=12)"));
    assert_true(expression_number_find(changed, (size_t)(strstr(changed, "-0.25") - changed), &number));
    assert_true(expression_number_replace(changed, sizeof changed, &number, -1.0 / 3.0));
    assert_non_null(strstr(changed, "-0.3333, 1e-3"));
    assert_false(expression_number_replace(changed, strlen(changed) + 1, &number, 0.12345));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_expression_is_shown_as_its_noise_is),
        cmocka_unit_test(undo_is_a_list_of_texts),
        cmocka_unit_test(what_is_wrong_is_told_and_nothing_changes),
        cmocka_unit_test(grids_get_the_axes_that_a_field_needs),
        cmocka_unit_test(an_expression_of_noise_has_its_recipe),
        cmocka_unit_test(presets_of_graphs_are_shown),
        cmocka_unit_test(texts_have_the_expression),
        cmocka_unit_test(many_expressions_leave_few_fields),
        cmocka_unit_test(numbers_are_found_and_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
