/*
 * Explanations of graphs: which nodes there are, which are one and the same, the axes along which each varies, that its
 * values lie in its interval, and that nothing is left behind of the measuring.
 */
#include "graph_fixture.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 40
#define HEIGHT 24
#define DEPTH 10

static const scree_grid volume = {.axes = 3, .count = {WIDTH, HEIGHT, DEPTH}, .origin = {1, 0.5, 2}, .step = {0.125}};

static scree_field *field_of(const char *text)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_expression(fixture_context, text, strlen(text), NULL, &field), SCREE_OK);
    return field;
}

static scree_graph_explanation *explain(const scree_field *field, const scree_grid *grid)
{
    scree_graph_explanation *graph = NULL;
    assert_int_equal(scree_graph_explain(field, grid, &graph), SCREE_OK);
    assert_non_null(graph);
    return graph;
}

/* The node of an expression; the first one where there are several. */
static const scree_node_info *find(const scree_graph_explanation *graph, const char *text)
{
    for (uint32_t i = 0; i < graph->node_count; i++) {
        if (strcmp(graph->node[i].text, text) == 0) {
            return &graph->node[i];
        }
    }
    fail_msg("no node is %s", text);
    return NULL;
}

static void nodes_say_what_they_have_become(void **state)
{
    scree_field *field =
        field_of("let p = perlin(seed=1, octaves=3);\n"
                 "let twice = smin(p, perlin(octaves=3, seed=1)) + abs(constant(-3));\n"
                 "twice + remove_axis(simplex(seed=4), 1) - y * displace(p, w=value()) + fractal(p, 2)");
    scree_graph_explanation *graph = explain(field, &volume);
    const scree_node_info *p = &graph->node[0];
    assert_string_equal(p->text, "perlin(seed=1, octaves=3)");
    assert_string_equal(p->name, "perlin");
    assert_true(p->is_noise);
    assert_int_equal(p->uses, 3);
    assert_int_equal(p->places, 2);
    assert_int_equal(p->octaves, 6);
    assert_int_equal(p->contracted, 5);
    assert_int_equal(p->direct, 1); /* Its cells are as large as the distance of two samples. */
    assert_int_equal(p->axes, 7);
    assert_int_equal(p->same_as, 0);
    /* The other one is the same, and a number is one. */
    assert_string_equal(graph->node[1].text, p->text);
    assert_int_equal(graph->node[1].same_as, 1);
    assert_int_equal(graph->node[1].steps, 0);
    assert_int_equal(graph->node[2].op, SCREE_OP_SMIN);
    assert_int_equal(graph->node[2].input[0], 1);
    assert_int_equal(graph->node[2].input[1], 2);
    assert_int_equal(graph->node[2].input[2], 0);
    assert_true(find(graph, "abs(n4)")->is_number);
    assert_true(find(graph, "abs(n4)")->bound.minimum == 3.0f && find(graph, "abs(n4)")->bound.maximum == 3.0f);
    assert_int_equal(find(graph, "abs(n4)")->axes, 0);
    /* Some have fewer axes, and one has no effect. */
    assert_int_equal(find(graph, "simplex(seed=4)")->axes, 5);
    assert_int_equal(find(graph, "simplex(seed=4)")->of_sites, 1);
    assert_int_equal(find(graph, "y")->axes, 2);
    assert_int_equal(find(graph, "value()")->places, 0);
    assert_int_equal(find(graph, "value()")->steps, 0);
    assert_int_equal(find(graph, "displace(n1, w=n11)")->steps, 0);
    assert_int_equal(find(graph, "displace(n1, w=n11)")->same_as, 0);
    assert_int_equal(find(graph, "fractal(n1, 2)")->places, 1);
    assert_int_equal(graph->node[graph->node_count - 1].uses, 0);
    assert_int_equal(graph->sources, 3);
    assert_true(graph->samples > 0 && graph->samples <= WIDTH * HEIGHT * DEPTH);
    assert_true(graph->seconds > 0);
    scree_graph_explanation_free(&graph);
    assert_null(graph);
    scree_field_release(&field);
}

/* Values that several nodes have, and steps of one node that make the value of another one. */
static void shared_values_are_told_apart(void **state)
{
    scree_field *field = field_of("let p = perlin();\n"
                                  "mask(p, 2 * x) + clamp(2 * x, 0, 1) + distance(1, 1) + (x - 1) + (x - 1)\n"
                                  "+ derivative(fix_axis(p, 0), 1) + fractal(p, 1)");
    scree_graph_explanation *graph = explain(field, &volume);
    const scree_node_info *clamped = find(graph, "clamp(n5, 0)");
    assert_string_equal(graph->node[2].text, "2 * x");
    assert_string_equal(graph->node[3].text, "mask(n1, n3)");
    assert_int_equal(graph->node[4].same_as, 3);
    assert_int_equal(clamped->same_as, 0);
    assert_int_equal(clamped->steps, 0);
    assert_int_equal(clamped->made_by, 4);
    assert_int_equal(find(graph, "x - 1")->made_by, find(graph, "distance(1, 1)") - graph->node + 1);
    assert_int_equal(find(graph, "fractal(n1, 1)")->same_as, 1);
    assert_int_equal(find(graph, "fix_axis(n1, 0)")->axes, 6);
    assert_true(find(graph, "fix_axis(n1, 0)")->is_moved);
    assert_false(find(graph, "fractal(n1, 1)")->is_moved);
    scree_graph_explanation_free(&graph);
    scree_field_release(&field);
}

static void all_numbers_of_axes_are_explained(void **state)
{
    scree_field *field = field_of("perlin(octaves=2) * value() + 1");
    for (uint32_t axes = 1; axes <= SCREE_MAX_AXES; axes++) {
        const scree_grid grid = {.axes = axes, .count = {3, 2, 2, 2, 2, 2, 2, 1}, .step = {0.25}};
        scree_graph_explanation *graph = explain(field, &grid);
        assert_int_equal(graph->node[graph->node_count - 1].axes, (1 << axes) - 1);
        assert_int_equal(graph->node[0].octaves, 2);
        scree_graph_explanation_free(&graph);
    }
    scree_field_release(&field);
}

static void *explain_on_thread(void *field)
{
    scree_graph_explanation *graph = NULL;
    const scree_result result = scree_graph_explain(field, &volume, &graph);
    const bool is_there = result == SCREE_OK && graph->node_count == 3;
    scree_graph_explanation_free(&graph);
    return is_there ? field : NULL;
}

static void threads_explain_one_field(void **state)
{
    scree_field *field = field_of("perlin(octaves=2) * value()");
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, explain_on_thread, field), 0);
    }
    for (int i = 0; i < 4; i++) {
        void *explained = NULL;
        assert_int_equal(pthread_join(threads[i], &explained), 0);
        assert_ptr_equal(explained, field);
    }
    scree_field_release(&field);
}

static void displaced_nodes_vary_as_what_displaces_them(void **state)
{
    scree_field *field =
        field_of("displace(fix_axis(fix_axis(perlin(), 0), 1), x=0.2 * fix_axis(value(), 2), y=0.1 * z)"
                 " + at(simplex(), y, z, 0.5)");
    scree_graph_explanation *graph = explain(field, &volume);
    assert_int_equal(find(graph, "perlin()")->axes, 4);
    assert_int_equal(find(graph, "value()")->axes, 3);
    assert_int_equal(find(graph, "simplex()")->axes, 6);
    assert_int_equal(find(graph, "simplex()")->displaced, 1);
    scree_graph_explanation_free(&graph);
    scree_field_release(&field);
}

/* The last node is the field itself, and has its interval. */
static void intervals_hold_values(void **state)
{
    static const char *const texts[] = {
        "erosion(perlin(octaves=4, seed=2))",
        "slope(displace(simplex(), 0.3 * value(octaves=3))) * 0.25 + terrace(cellular(), 3, 0.5)",
        "mix(sphere(2), box(1, 2), smoothstep(rivers())) - mod(x, 0.75) / (2 + sine(y))",
    };
    const scree_grid map = {.axes = 2, .count = {64, 48}, .origin = {-1.5, 0.25}, .step = {0.0625}};
    float *values = malloc(64 * 48 * sizeof *values);
    assert_non_null(values);
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
        scree_field *field = field_of(texts[t]);
        scree_graph_explanation *graph = explain(field, &map);
        const scree_node_info *last = &graph->node[graph->node_count - 1];
        scree_range bound;
        uint32_t octaves;
        assert_int_equal(scree_field_bound(field, &map, &bound, &octaves), SCREE_OK);
        assert_memory_equal(&bound, &last->bound, sizeof bound);
        graph_fill(field, &map, values);
        for (size_t i = 0; i < 64 * 48; i++) {
            assert_true(values[i] >= last->bound.minimum && values[i] <= last->bound.maximum);
        }
        scree_graph_explanation_free(&graph);
        scree_field_release(&field);
    }
    free(values);
}

static void noise_by_itself_is_one_node(void **state)
{
    const scree_noise_params params = {.octaves = 2, .sample = {.has_derivatives = true}};
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_noise(fixture_context, &params, &field), SCREE_OK);
    scree_graph_explanation *graph = explain(field, &volume);
    assert_int_equal(graph->node_count, 1);
    assert_int_equal(graph->node->places, 1);
    assert_int_equal(graph->node->octaves, 2);
    assert_int_equal(graph->node->steps, 1);
    assert_true(graph->node->seconds == graph->seconds);
    scree_graph_explanation_free(&graph);
    scree_field_release(&field);
}

/* Large grids are measured in a part, and steps that were timed leave no trace in what the thread computes next. */
static void measuring_leaves_nothing_behind(void **state)
{
    static float before[WIDTH * HEIGHT * DEPTH];
    static float after[WIDTH * HEIGHT * DEPTH];
    const scree_grid vast = {.axes = 4, .count = {1 << 20, 3, 1 << 10, 2}, .step = {0x1p-10}};
    const scree_grid deep = {.axes = 3, .count = {100, 100, 5000}, .step = {0x1p-6}};
    scree_field *field = field_of("abs(perlin(octaves=5)) * value() + remove_axis(cellular(), 2)");
    graph_fill(field, &volume, before);
    scree_graph_explanation *graph = explain(field, &vast);
    assert_true(graph->samples > 0 && graph->samples <= 1 << 18);
    scree_graph_explanation_free(&graph);
    graph = explain(field, &deep);
    assert_true(graph->samples > 0 && graph->samples <= 1 << 18);
    scree_graph_explanation_free(&graph);
    graph_fill(field, &volume, after);
    assert_memory_equal(before, after, sizeof before);
    scree_field_release(&field);
}

static void bad_calls_are_refused(void **state)
{
    const scree_noise_params params = {.octaves = 2};
    const scree_grid wrong = {.axes = 2, .count = {8, 8}, .step = {-1.0}};
    scree_graph_explanation *graph = (scree_graph_explanation *)&params;
    scree_field *field = field_of("1 / perlin()");
    assert_int_equal(scree_graph_explain(NULL, &volume, &graph), SCREE_ERROR_INVALID);
    assert_null(graph);
    assert_int_equal(scree_graph_explain(field, NULL, &graph), SCREE_ERROR_INVALID);
    assert_int_equal(scree_graph_explain(field, &volume, NULL), SCREE_ERROR_INVALID);
    assert_int_equal(scree_graph_explain(field, &volume, &graph), SCREE_ERROR_INVALID);
    assert_null(graph);
    scree_field_release(&field);
    assert_int_equal(scree_field_from_noise(fixture_context, &params, &field), SCREE_OK);
    assert_int_equal(scree_graph_explain(field, &wrong, &graph), SCREE_ERROR_INVALID);
    assert_null(graph);
    scree_graph_explanation_free(&graph);
    scree_graph_explanation_free(NULL);
    scree_field_release(&field);
    const scree_particle_params particles = {.count = 4};
    assert_int_equal(scree_field_from_particles(fixture_context, &particles, &field), SCREE_OK);
    assert_int_equal(scree_graph_explain(field, &volume, &graph), SCREE_ERROR_UNSUPPORTED);
    scree_field_release(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_say_what_they_have_become),
        cmocka_unit_test(threads_explain_one_field),
        cmocka_unit_test(all_numbers_of_axes_are_explained),
        cmocka_unit_test(shared_values_are_told_apart),
        cmocka_unit_test(displaced_nodes_vary_as_what_displaces_them),
        cmocka_unit_test(intervals_hold_values),
        cmocka_unit_test(noise_by_itself_is_one_node),
        cmocka_unit_test(measuring_leaves_nothing_behind),
        cmocka_unit_test(bad_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
