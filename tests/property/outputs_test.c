/* Fields of several outputs: their channels are those of the fields by themselves, and both notations carry them. */
#include "graph_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_allocation.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MOST_NUMBERS (7000u * SCREE_MAX_OUTPUT_CHANNELS)

static float all[MOST_NUMBERS];
static float one[MOST_NUMBERS];
static const char *shown; /* The text whose field is checked. */

static scree_field *read_expression(const char *text)
{
    scree_field *field = NULL;
    if (scree_field_from_expression(fixture_context, text, strlen(text), NULL, &field) != SCREE_OK) {
        fail_msg("%s\n%s", text, fixture_message);
    }
    return field;
}

/* The channel of a number by itself, by its name in the list. */
static scree_field *take_channel(const scree_field *field, uint32_t number)
{
    const char *names = scree_field_channel_names(field);
    char name[SCREE_MAX_OUTPUT_NAME_BYTES + 3];
    scree_field *channel = NULL;
    for (uint32_t i = 0; i < number; i++) {
        names += strcspn(names, " ") + 1;
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
    assert_int_equal(scree_field_take_output(field, name, &channel), SCREE_OK);
    return channel;
}

/* Compares a channel of samples with the samples of a field that has no other. */
static void assert_channel(uint32_t channels, uint32_t number, uint64_t samples)
{
    for (uint64_t i = 0; i < samples; i++) {
        if (memcmp(&all[i * channels + number], &one[i], sizeof one[i]) != 0) {
            fail_msg("%s: channel %u of sample %u is %.9g, not %.9g", shown, (unsigned)number, (unsigned)i,
                     (double)all[i * channels + number], (double)one[i]);
        }
    }
}

static void make_points(uint32_t axes, double *positions, size_t count)
{
    for (size_t i = 0; i < count * axes; i++) {
        positions[i] = -3.0 + 0.37 * (double)(i % 101) + 0.011 * (double)i;
    }
}

/* Grids, points and ranges of a field of outputs. */
static void check_channels(const scree_field *field, uint32_t axes)
{
    static double positions[4 * 700];
    const scree_grid grid = graph_grid(axes);
    const uint64_t samples = fixture_samples(&grid);
    const uint32_t channels = scree_field_channels(field, axes);
    const scree_points points = scree_points_packed(axes, positions, 700);
    scree_range range;
    scree_range own;
    make_points(axes, positions, 700);
    for (uint32_t i = 0; i < channels; i++) {
        scree_field *channel = take_channel(field, i);
        graph_fill(field, &grid, all);
        graph_fill(channel, &grid, one);
        assert_channel(channels, i, samples);
        assert_int_equal(scree_field_at(field, &points, all), SCREE_OK);
        assert_int_equal(scree_field_at(channel, &points, one), SCREE_OK);
        assert_channel(channels, i, points.count);
        if (i == 0) {
            assert_int_equal(scree_field_range(field, &grid, &range), SCREE_OK);
            assert_int_equal(scree_field_range(channel, &grid, &own), SCREE_OK);
            assert_memory_equal(&range, &own, sizeof range);
            assert_int_equal(scree_field_bound(field, &grid, &range, NULL), SCREE_OK);
            assert_int_equal(scree_field_bound(channel, &grid, &own, NULL), SCREE_OK);
            assert_memory_equal(&range, &own, sizeof range);
        }
        scree_field_release(&channel);
    }
}

/* Noise by itself, positions, numbers, maps in volumes, displaced fields, slopes; outputs that are one field, or that
   have fewer axes than others. */
static void channels_are_those_of_the_fields(void **state)
{
    const struct {
        const char *text;
        uint32_t axes; /* The fewest. */
    } rows[] = {
        {"out a = perlin(octaves=3); out b = x;", 1},
        {"out a = x; out b = x; out c = 7;", 1},
        {"out a = 3; out b = perlin(seed=3);", 1},
        {"let n = simplex(); out a = abs(n); out v = [n, n * n, -n]; out c = smoothstep(n);", 2},
        {"let n = perlin(octaves=4); out n = displace(n, x=sine(n)); out d = [derivative(n, 0), slope(n)];", 1},
        {"let m = remove_axis(perlin(octaves=2), 1); out map = m; out solid = y - m; out both = [x, m + x];", 2},
        {"out level = 5; out y = y; out n = [normal(value(), 0), normal(value(), 1), normal(value(), 2)];", 2},
        {"out a = [x, perlin(), 1, 2]; out b = [perlin(seed=1), x, 3, -x]; out i = cellular();", 2},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *field = read_expression(rows[i].text);
        shown = rows[i].text;
        for (uint32_t axes = rows[i].axes; axes <= 4; axes++) {
            check_channels(field, axes);
        }
        scree_field_release(&field);
    }
}

static void outputs_have_names(void **state)
{
    scree_field *field = read_expression("out height = perlin(); out flow = [x, y, 0]; out mask = y;");
    scree_field *flow = NULL;
    assert_string_equal(scree_field_output_name(field, 0), "height");
    assert_string_equal(scree_field_output_name(field, 2), "mask");
    assert_null(scree_field_output_name(field, 3));
    assert_string_equal(scree_field_channel_names(field), "height flow.x flow.y flow.z mask");
    assert_int_equal(scree_field_channels(field, 2), 5);
    assert_int_equal(scree_field_take_output(field, "flow", &flow), SCREE_OK);
    assert_string_equal(scree_field_channel_names(flow), "flow.x flow.y flow.z");
    scree_field_release(&flow);
    flow = field; /* Any pointer but NULL. */
    assert_int_equal(scree_field_take_output(field, "flow.w", &flow), SCREE_ERROR_INVALID);
    assert_null(flow);
    assert_string_equal(fixture_message, "the field has no output \"flow.w\"; it has height flow.x flow.y flow.z mask");
    scree_field *height = take_channel(field, 0);
    assert_null(scree_field_output_name(height, 0));
    assert_null(scree_field_channel_names(height));
    assert_int_equal(scree_field_take_output(height, "height", &flow), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "the field has no output \"height\"; it has none with a name");
    assert_int_equal(scree_field_take_output(NULL, "a", &flow), SCREE_ERROR_INVALID);
    assert_int_equal(scree_field_take_output(field, NULL, &flow), SCREE_ERROR_INVALID);
    assert_int_equal(scree_field_take_output(field, "mask", NULL), SCREE_ERROR_INVALID);
    assert_null(scree_field_output_name(NULL, 0));
    scree_field_release(&height);
    scree_field_release(&field);
}

/* Where a text needs no new names it is printed as it was, behind the line with the version. */
static void both_notations_carry_outputs(void **state)
{
    static const char text[] = "let n1 = perlin(octaves=3);\n"
                               "let n2 = sine(n1);\n"
                               "out height = n1;\n"
                               "out flow = [n2, -n2, constant(0)];\n"
                               "out steep = slope(n1);";
    const scree_grid grid = {.axes = 2, .count = {5, 4}, .step = {0.3}};
    scree_field *field = read_expression(text);
    char *expression = NULL;
    char *recipe = NULL;
    char *again = NULL;
    assert_int_equal(scree_field_print_expression(field, &expression), SCREE_OK);
    assert_memory_equal(expression, "# scree ", strlen("# scree "));
    assert_string_equal(strchr(expression, '\n') + 1, text);
    assert_int_equal(scree_field_print(field, &grid, NULL, &recipe), SCREE_OK);
    assert_non_null(strstr(recipe, "\"outputs\": {\"height\": \"n1\", \"flow\": [\"n2\", \"n3\", \"n4\"], "
                                   "\"steep\": \"n5\"}"));
    assert_null(strstr(recipe, "\"value\": \"n"));
    scree_field *read = NULL;
    assert_int_equal(scree_field_from_text(fixture_context, recipe, strlen(recipe), NULL, NULL, &read), SCREE_OK);
    assert_int_equal(scree_field_print_expression(read, &again), SCREE_OK);
    assert_string_equal(again, expression);
    scree_recipe_text_free(&again);
    scree_recipe_text_free(&recipe);
    scree_recipe_text_free(&expression);
    scree_field_release(&read);
    scree_field_release(&field);
}

/* The comment that begins a printed text names the output revision of what made it. */
static void other_revisions_are_warned_of(void **state)
{
    const struct {
        const char *text;
        const char *warning;
    } rows[] = {
        {"# scree 9.9.9, output revision 77\nx", "has output revision 77, this library's is "},
        {"# scree 9.9.9, output revision \nx", NULL},
        {"# scree\n# , output revision 77\nx", NULL},
        {"x # scree 9.9.9, output revision 77", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        fixture_message[0] = '\0';
        scree_field *field = read_expression(rows[i].text);
        assert_true(rows[i].warning != NULL ? strstr(fixture_message, rows[i].warning) != NULL
                                            : fixture_message[0] == '\0');
        scree_field_release(&field);
    }
}

static void wrong_texts_are_refused(void **state)
{
    static const char *const rows[][2] = {
        {"out a = x; out a = y;", "1:16: 'a' is an output already, at 1:5"},
        {"out a = x; x", "1:12: a text with outputs has no value besides"},
        {"out a = [x, y, x, y, x];", "1:22: an output has at most 4 components"},
        {"out a = [];", "1:10: "},
        {"out a = [x, y", "1:14: "},
        {"out a = [x, y, x, y]; out b = [x, y, x, y]; out c = [x, y];",
         "1:49: all outputs together have more than 9 numbers for each sample"},
        {"out a = perlin(derivatives=true);", "1:5: output: a is noise with derivatives"},
        {"out a = x", "1:10: ';' is missing"},
        {"out = x;", "1:1: 'let' is missing before 'out'"},
        {"out aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = x;", "1:5: the name of an output is"},
        {"let a = 1; out b = c;", "1:20: unknown name 'c'"},
        {"out b = x; let a = b; ", "1:20: unknown name 'b'"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        scree_field *field = NULL;
        const char *text = rows[i][0];
        assert_true(scree_field_from_expression(fixture_context, text, strlen(text), "t", &field) != SCREE_OK);
        assert_null(field);
        if (strstr(fixture_message, rows[i][1]) == NULL) {
            fail_msg("\"%s\" does not say \"%s\"", fixture_message, rows[i][1]);
        }
    }
    /* `out` is a name where no other follows it. */
    scree_field *field = read_expression("let out = 3; fn f(out) = out + x; out + f(out)");
    scree_field_release(&field);
}

static void wrong_recipes_are_refused(void **state)
{
    static const char *const rows[][2] = {
        {"\"outputs\": 3", "\"outputs\""},
        {"\"outputs\": {}", "\"outputs\""},
        {"\"outputs\": {\"a\": 3}", "\"outputs\": \"a\" is 3"},
        {"\"outputs\": {\"a\": \"m\"}", "\"a\" is \"m\""},
        {"\"outputs\": {\"a\": []}", "output \"a\" has 0 components; it must have 1 to 4"},
        {"\"outputs\": {\"a\": [\"n\", \"n\", \"n\", \"n\", \"n\"]}", "output \"a\" has 5 components"},
        {"\"outputs\": {\"a\": [\"n\", 1]}", "\"a\" is 1"},
        {"\"outputs\": {\"a b\": \"n\"}", "the name of an output is \"a b\""},
        {"\"outputs\": {\"\": \"n\"}", "the name of an output is \"\""},
        {"\"outputs\": {\"3\": \"n\"}", "the name of an output is \"3\""},
        {"\"outputs\": {\"a\": \"n\"}, \"value\": \"n\"", "has \"outputs\" and \"value\"; one is enough"},
        {"\"outputs\": {\"a\": [\"n\", \"n\", \"n\", \"n\"], \"b\": [\"n\", \"n\", \"n\", \"n\"], \"c\": [\"n\", "
         "\"n\"]}",
         "output c: all outputs together have at most 9 channels"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[400];
        scree_field *field = NULL;
        snprintf(text, sizeof text, "{\"field\": \"graph\", \"nodes\": {\"n\": {\"seed\": 1}}, %s}", rows[i][0]);
        assert_true(scree_field_from_text(fixture_context, text, strlen(text), "t", NULL, &field) != SCREE_OK);
        assert_null(field);
        if (strstr(fixture_message, rows[i][1]) == NULL) {
            fail_msg("\"%s\" does not say \"%s\"", fixture_message, rows[i][1]);
        }
    }
}

static void parameters_are_checked(void **state)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.seed = 1});
    scree_field *field = NULL;
    const struct {
        scree_outputs_params params;
        const char *what;
    } rows[] = {
        {{{{NULL}}}, "a field of outputs has at least one"},
        {{{{"a", {NULL}}}}, "output a: it has no field"},
        {{{{"a", {noise}}, {"a", {noise}}}}, "two outputs have the name \"a\""},
        {{{{"a.x", {noise}}}}, "the name of an output is \"a.x\""},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_int_equal(scree_field_from_outputs(fixture_context, &rows[i].params, &field), SCREE_ERROR_INVALID);
        assert_null(field);
        assert_non_null(strstr(fixture_message, rows[i].what));
    }
    assert_int_equal(scree_field_from_outputs(fixture_context, NULL, &field), SCREE_ERROR_INVALID);
    assert_int_equal(scree_field_from_outputs(fixture_context, &rows[0].params, NULL), SCREE_ERROR_INVALID);
    scree_field_release(&noise);
}

/* Several numbers are no input of an operator, nor an output of another field, and no device converts them. */
static void several_outputs_are_no_number(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {5, 4}, .step = {0.3}};
    const scree_output bytes = {.type = SCREE_TYPE_U8};
    const scree_sink sink = {.write = NULL};
    scree_field *pair = read_expression("out a = perlin(); out b = x;");
    scree_field *field = NULL;
    scree_job *job = NULL;
    scree_device *device = NULL;
    const scree_op_params op = {.op = SCREE_OP_ABS, .input = {{pair}}};
    assert_int_equal(scree_field_from_op(fixture_context, &op, &field), SCREE_ERROR_UNSUPPORTED);
    assert_string_equal(fixture_message, "abs: x is a field of several outputs, of which one must be taken");
    const scree_outputs_params outputs = {{{"c", {pair}}}};
    assert_int_equal(scree_field_from_outputs(fixture_context, &outputs, &field), SCREE_ERROR_UNSUPPORTED);
    assert_int_equal(scree_device_open(fixture_context, NULL, &device), SCREE_OK);
    assert_int_not_equal(scree_job_stream(device, pair, &grid, &bytes, &sink, &job), SCREE_OK);
    assert_null(job);
    scree_device_close(&device);
    scree_field_release(&pair);
}

/* Makes a field of outputs, evaluates it and prints both texts. */
static scree_result make_and_print(void)
{
    static const char text[] = "let n = perlin(); out a = n; out b = [x, slope(n)];";
    const scree_grid grid = {.axes = 2, .count = {5, 4}, .step = {0.3}};
    scree_field *field = NULL;
    scree_field *b = NULL;
    char *texts[2] = {NULL};
    scree_result result = scree_field_from_expression(fixture_context, text, strlen(text), NULL, &field);
    result = result == SCREE_OK ? scree_field_fill(field, &grid, all) : result;
    result = result == SCREE_OK ? scree_field_take_output(field, "b", &b) : result;
    result = result == SCREE_OK ? scree_field_print_expression(field, &texts[0]) : result;
    result = result == SCREE_OK ? scree_field_print(b, &grid, NULL, &texts[1]) : result;
    scree_recipe_text_free(&texts[0]);
    scree_recipe_text_free(&texts[1]);
    scree_field_release(&b);
    scree_field_release(&field);
    return result;
}

static void allocations_may_fail(void **state)
{
    long failures = 0;
    assert_int_equal(make_and_print(), SCREE_OK); /* From then on the thread has its work space. */
    for (long failing = 0; failing <= failures; failing++) {
        atomic_store(&until_failure, failing);
        const scree_result result = make_and_print();
        const bool was_reached = atomic_load(&until_failure) < 0;
        atomic_store(&until_failure, -1);
        assert_int_equal(result, was_reached ? SCREE_ERROR_OUT_OF_MEMORY : SCREE_OK);
        failures += was_reached;
    }
    assert_true(failures > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_are_those_of_the_fields),
        cmocka_unit_test(outputs_have_names),
        cmocka_unit_test(both_notations_carry_outputs),
        cmocka_unit_test(other_revisions_are_warned_of),
        cmocka_unit_test(wrong_texts_are_refused),
        cmocka_unit_test(wrong_recipes_are_refused),
        cmocka_unit_test(parameters_are_checked),
        cmocka_unit_test(several_outputs_are_no_number),
        cmocka_unit_test(allocations_may_fail),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
