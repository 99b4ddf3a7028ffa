/* Graphs as text: recipes and expressions are printed, and make the same field again. */
#include "graph_fixture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_allocation.h"
#include "graph_cases.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define EVERY 7u /* One of so many cases. */

static scree_field *make(const char *text, scree_recipe *recipe)
{
    scree_field *field = NULL;
    fixture_message[0] = '\0';
    if (scree_field_from_text(fixture_context, text, strlen(text), "t.json", recipe, &field) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    assert_non_null(field);
    return field;
}

static char *print(const scree_field *field, const scree_grid *grid, const scree_output *output)
{
    char *text = NULL;
    fixture_message[0] = '\0';
    if (scree_field_print(field, grid, output, &text) != SCREE_OK) {
        fail_msg("%s", fixture_message);
    }
    return text;
}

static char *print_expression(const scree_field *field)
{
    char *text = NULL;
    assert_int_equal(scree_field_print_expression(field, &text), SCREE_OK);
    assert_non_null(text);
    return text;
}

static float *samples_of(const scree_field *field, const scree_grid *grid)
{
    float *values = malloc(graph_case_samples(grid) * sizeof *values);
    assert_non_null(values);
    graph_fill(field, grid, values);
    return values;
}

/* Two fields have the same bits on a grid. */
static void assert_same(const scree_field *field, const scree_field *other, const scree_grid *grid)
{
    float *values = samples_of(field, grid);
    float *others = samples_of(other, grid);
    assert_memory_equal(values, others, graph_case_samples(grid) * sizeof *values);
    free(values);
    free(others);
}

/* The field of a case, and its grid without gaps. */
static scree_field *make_case(unsigned number, scree_grid *grid)
{
    static graph_case c;
    scree_field *field = NULL;
    graph_case_make(number, 1, &c);
    graph_case_add_files(number, &c);
    assert_int_equal(graph_case_field(&c, fixture_context, &field), SCREE_OK);
    *grid = c.grid;
    grid->row_stride = grid->plane_stride = 0;
    return field;
}

static void recipes_are_read_back(void **state)
{
    for (unsigned number = 0; number < GRAPH_CASE_COUNT; number += EVERY) {
        scree_grid grid;
        scree_recipe recipe;
        scree_field *field = make_case(number, &grid);
        char *first = print(field, &grid, NULL);
        scree_field *again = make(first, &recipe);
        char *second = print(again, &recipe.grid, &recipe.output);
        assert_string_equal(first, second);
        assert_int_equal(graph_case_samples(&recipe.grid), graph_case_samples(&grid));
        assert_same(field, again, &grid);
        scree_recipe_text_free(&first);
        scree_recipe_text_free(&second);
        scree_field_release(&again);
        scree_field_release(&field);
    }
}

static void expressions_read_back(void **state)
{
    for (unsigned number = 0; number < GRAPH_CASE_COUNT; number += EVERY) {
        scree_grid grid;
        scree_field *field = make_case(number, &grid);
        scree_field *again = NULL;
        char *text = print_expression(field);
        fixture_message[0] = '\0';
        if (scree_field_from_expression(fixture_context, text, strlen(text), NULL, &again) != SCREE_OK) {
            fail_msg("%s\n%s", text, fixture_message);
        }
        assert_same(field, again, &grid);
        scree_recipe_text_free(&text);
        scree_field_release(&again);
        scree_field_release(&field);
    }
}

/* No line is longer than 100 columns, unless it is the definition of noise alone, and calls are not deep. */
static void assert_is_readable(const char *text)
{
    int depth = 0;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        const size_t first = strcspn(line, "(");
        const size_t calls = first < length ? strcspn(line + first + 1, "(") : length;
        if (length > 100 && first + calls < length) {
            fail_msg("%.*s", (int)length, line);
        }
    }
    for (; *text != '\0'; text++) {
        depth += (*text == '(') - (*text == ')');
        assert_true(depth <= 16);
    }
    assert_int_equal(depth, 0);
}

static void expressions_are_readable(void **state)
{
    for (unsigned number = 0; number < GRAPH_CASE_COUNT; number += EVERY) {
        scree_grid grid;
        scree_field *field = make_case(number, &grid);
        char *text = print_expression(field);
        char *again = print_expression(field);
        assert_is_readable(text);
        assert_string_equal(text, again);
        scree_recipe_text_free(&text);
        scree_recipe_text_free(&again);
        scree_field_release(&field);
    }
}

/* A sum of many operators one behind the other, which does without names or does not. */
static void deep_graphs_have_texts(void **state)
{
    const scree_grid grid = {.axes = 2, .count = {9, 7}, .step = {0.3}};
    scree_field *field = fixture_field(&(scree_noise_params){.seed = 5});
    for (uint32_t i = 0; i < SCREE_MAX_GRAPH_DEPTH; i++) {
        field = graph_op_taking(i % 3 == 0 ? SCREE_OP_ABS : SCREE_OP_NEG, field, NULL);
    }
    char *expression = print_expression(field);
    assert_is_readable(expression);
    char *text = print(field, &grid, NULL);
    scree_field *again = make(text, NULL);
    assert_same(field, again, &grid);
    scree_recipe_text_free(&expression);
    scree_recipe_text_free(&text);
    scree_field_release(&again);
    scree_field_release(&field);
}

/* Noise that is used twice, numbers that are left out, and defaults between others. */
static scree_field *make_small(void)
{
    scree_field *noise =
        fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_VALUE, .seed = UINT64_MAX, .octaves = 3});
    scree_field *steps = GRAPH_OP(TERRACE, {noise}, {.number = 6.0}, {.number = 0.0});
    scree_field *moved = GRAPH_OP(REMAP, {noise}, {.number = -1.0}, {.number = 1.0}, {.number = 0.1});
    scree_field *small = GRAPH_OP(SCALE_BIAS, {steps}, {.number = 1.0}, {moved});
    scree_field_release(&noise);
    scree_field_release(&steps);
    scree_field_release(&moved);
    return small;
}

static void the_recipe_of_a_graph_is_this(void **state)
{
    static const char format[] =
        "{\n"
        "  \"version\": \"%s\",\n"
        "  \"output_revision\": %" PRIu32 ",\n"
        "  \"field\": \"graph\",\n"
        "  \"nodes\": {\n"
        "    \"n1\": {\"kind\": \"value\", \"hash\": \"scree\", \"fade\": \"quintic\", \"fractal\": \"fbm\", "
        "\"seed\": \"18446744073709551615\", \"octaves\": 3, \"lacunarity\": 2, \"gain\": 0.5, \"period\": [0, 0], "
        "\"skip_fine_octaves\": false},\n"
        "    \"n2\": {\"op\": \"terrace\", \"x\": \"n1\", \"steps\": 6},\n"
        "    \"n3\": {\"op\": \"remap\", \"x\": \"n1\", \"from_low\": -1, \"from_high\": 1, \"to_low\": 0.1},\n"
        "    \"n4\": {\"op\": \"scale-bias\", \"x\": \"n2\", \"scale\": 1, \"bias\": \"n3\"}\n"
        "  },\n"
        "  \"value\": \"n4\",\n"
        "  \"size\": [9, 7],\n"
        "  \"origin\": [0.5, 0],\n"
        "  \"step\": [0.25, 0.25],\n"
        "  \"first\": [0, -3],\n"
        "  \"type\": \"u8\",\n"
        "  \"range\": [-1, 1.5]\n"
        "}";
    const scree_grid grid = {.axes = 2, .count = {9, 7}, .step = {0.25}, .origin = {0.5}, .first = {0, -3}};
    const scree_output output = {.type = SCREE_TYPE_U8, .range_mode = SCREE_RANGE_GIVEN, .low = -1.0, .high = 1.5};
    char expected[2000];
    scree_recipe recipe;
    scree_field *field = make_small();
    char *text = print(field, &grid, &output);
    snprintf(expected, sizeof expected, format, scree_version(), scree_output_revision());
    assert_string_equal(text, expected);
    scree_field *again = make(text, &recipe);
    assert_int_equal(recipe.output.type, SCREE_TYPE_U8);
    assert_true(recipe.output.low == -1.0 && recipe.output.high == 1.5);
    assert_true(recipe.grid.first[1] == -3 && recipe.grid.origin[0] == 0.5 && recipe.grid.step[1] == 0.25);
    const scree_noise_params none = {.seed = 0};
    assert_memory_equal(&recipe.noise, &none, sizeof none);
    scree_recipe_text_free(&text);
    scree_field_release(&again);
    scree_field_release(&field);
}

/* The first line is a comment with the version. */
static void assert_expression(scree_field *field, const char *expected)
{
    char *text = print_expression(field);
    assert_int_equal(text[0], '#');
    assert_string_equal(strchr(text, '\n') + 1, expected);
    scree_recipe_text_free(&text);
    scree_field_release(&field);
}

static scree_field *position(scree_op op)
{
    return graph_op(op, NULL, 0);
}

static scree_field *number(double value)
{
    return GRAPH_OP(CONSTANT, {.number = value});
}

static void names_stand_for_what_is_shared(void **state)
{
    assert_expression(make_small(), "let n1 = value(seed=18446744073709551615, octaves=3);\n"
                                    "scale_bias(terrace(n1, 6), 1, remap(n1, -1, 1, 0.1))");
    scree_field *x = position(SCREE_OP_POSITION_X);
    assert_expression(graph_op_taking(SCREE_OP_MUL, x, x), "x * x");
}

/* Parentheses are there where the tree would be another one without them, and round signs. */
static void operators_stand_between_their_inputs(void **state)
{
    scree_field *(*const op)(scree_op op, scree_field * a, scree_field * b) = graph_op_taking;
    const scree_op add = SCREE_OP_ADD;
    const scree_op sub = SCREE_OP_SUB;
    const scree_op mul = SCREE_OP_MUL;
    const scree_op div = SCREE_OP_DIV;
    const scree_op neg = SCREE_OP_NEG;
#define X position(SCREE_OP_POSITION_X)
#define Y position(SCREE_OP_POSITION_Y)
#define Z position(SCREE_OP_POSITION_Z)
    assert_expression(op(sub, op(add, X, Y), Z), "x + y - z");
    assert_expression(op(sub, X, op(add, Y, Z)), "x - (y + z)");
    assert_expression(op(add, X, op(mul, Y, Z)), "x + y * z");
    assert_expression(op(mul, op(add, X, Y), Z), "(x + y) * z");
    assert_expression(op(div, op(mul, X, Y), Z), "x * y / z");
    assert_expression(op(div, X, op(div, Y, Z)), "x / (y / z)");
    assert_expression(op(neg, op(mul, X, Y), NULL), "-(x * y)");
    assert_expression(op(neg, op(neg, X, NULL), NULL), "-(-x)");
    assert_expression(op(mul, X, op(neg, Y, NULL)), "x * (-y)");
    assert_expression(op(add, op(neg, X, NULL), op(SCREE_OP_ABS, op(neg, Y, NULL), NULL)), "(-x) + abs(-y)");
    assert_expression(op(sub, number(-0.1), X), "constant(-0.1) - x");
#undef X
#undef Y
#undef Z
}

static void numbers_are_inputs(void **state)
{
    scree_field *x = position(SCREE_OP_POSITION_X);
    assert_expression(GRAPH_OP(SUB, {.number = -0.1}, {x}), "(-0.1) - x");
    assert_expression(GRAPH_OP(SUB, {x}, {.number = -1e-10}), "x - (-1e-10)");
    assert_expression(GRAPH_OP(CLAMP, {x}, {.number = -2.0}), "clamp(x, -2)");
    assert_expression(GRAPH_OP(CLAMP, {x}, {.number = -1.0}, {.number = 2.0}), "clamp(x, -1, 2)");
    assert_expression(GRAPH_OP(CLAMP, {x}, {.number = -1.0}, {.number = 1.0}), "clamp(x)");
    assert_expression(GRAPH_OP(DISPLACE, {x}, {.number = 0.0}, {.number = 0.0}, {.number = 0.0}, {x}),
                      "displace(x, w=x)");
    assert_expression(GRAPH_OP(REMAP, {x}, {.number = -1.0}, {.number = 1.0}, {.number = 0.0}, {.number = 5.0}),
                      "remap(x, to_high=5)");
    assert_expression(GRAPH_OP(CONSTANT, {x}), "constant(x)");
    assert_expression(GRAPH_OP(NEG, {.number = 2.0}), "-constant(2)");
    assert_expression(GRAPH_OP(ADD, {.number = 1.0}, {.number = -2.0}), "constant(1) + (-2)");
    assert_expression(GRAPH_OP(POW, {.number = 0x1.8p62}, {.number = 0.5}), "pow(constant(6.917529e18), 0.5)");
    scree_field_release(&x);
}

static void noise_is_a_call(void **state)
{
    const struct {
        const char *expected;
        scree_noise_params params;
    } rows[] = {
        {"perlin()", {.octaves = 1, .lacunarity = 2.0, .gain = 0.5}},
        {"perlin(gain=0, octave_rotation=true)", {.gain = SCREE_ZERO, .has_octave_rotation = true}},
        {"perlin(fractal=ping_pong, seed=3, octaves=2, lacunarity=3, period=[0, 4], ping_pong_strength=1.5)",
         {.seed = 3,
          .octaves = 2,
          .lacunarity = 3.0,
          .fractal = SCREE_NOISE_FRACTAL_PING_PONG,
          .ping_pong = {.strength = 1.5},
          .period = {0, 4}}},
        {"cellular(octaves=3, weights=[1, 0.5, -0.1], feature=f2, jitter=0.25)",
         {.kind = SCREE_NOISE_CELLULAR,
          .octaves = 3,
          .weights = {1.0, 0.5, -0.1},
          .weight_count = 3,
          .cellular = {.feature = SCREE_NOISE_FEATURE_F2, .jitter = 0.25}}},
        {"value(seed=1, skip_fine_octaves=true, warp_amplitude=0.5, warp_fractal=progressive, warp_seed=2)",
         {.kind = SCREE_NOISE_VALUE,
          .seed = 1,
          .skips_fine_octaves = true,
          .warp = {.amplitude = 0.5, .fractal = SCREE_NOISE_WARP_PROGRESSIVE, .seed = 2}}},
        {"cellular(feature=f1_f2)",
         {.kind = SCREE_NOISE_CELLULAR, .cellular = {.feature = SCREE_NOISE_FEATURE_F1_TIMES_F2}}},
        {"glsl_simplex(seed=4)", {.kind = SCREE_NOISE_GLSL_SIMPLEX, .seed = 4}},
        {"perlin(derivatives=true)", {.sample = {.has_derivatives = true}}},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_expression(fixture_field(&rows[i].params), rows[i].expected);
    }
}

/* Any names may be read, in any order of keys; without a value it is the last node. */
static void graphs_are_read(void **state)
{
    static const char text[] = "{\"nodes\": {\"Hills-1\": {\"seed\": 7, \"octaves\": 2}, \"1_x\": {\"op\": \"x\"},"
                               " \"sum\": {\"b\": \"1_x\", \"op\": \"sub\", \"a\": \"Hills-1\"},"
                               " \"unused\": {\"op\": \"clamp\", \"x\": \"sum\", \"high\": 0.25}}, %s"
                               " \"scene\": {}, \"description\": \"d\", \"step\": 0.25, \"field\": \"graph\"}";
    const scree_grid grid = graph_grid(2);
    scree_field *noise = fixture_field(&(scree_noise_params){.seed = 7, .octaves = 2});
    scree_field *sum = graph_op_taking(SCREE_OP_SUB, scree_field_retain(noise), position(SCREE_OP_POSITION_X));
    scree_field *clamped = GRAPH_OP(CLAMP, {sum}, {.number = -1.0}, {.number = 0.25});
    const struct {
        const char *value;
        scree_field *expected;
    } rows[] = {
        {"\"value\": \"Hills-1\",", noise},
        {"\"value\": \"sum\",", sum},
        {"\"value\": \"unused\",", clamped},
        {"", clamped},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char whole[600];
        scree_recipe recipe;
        snprintf(whole, sizeof whole, text, rows[i].value);
        scree_field *field = make(whole, &recipe);
        assert_int_equal(recipe.grid.axes, 0);
        assert_true(recipe.grid.step[1] == 0.25);
        assert_same(field, rows[i].expected, &grid);
        scree_field_release(&field);
    }
    scree_field_release(&clamped);
    scree_field_release(&sum);
    scree_field_release(&noise);
}

#define NODES(nodes) "{\"field\": \"graph\", \"nodes\": {" nodes "}}"
#define NUMBER "\"c\": {\"op\": \"constant\", \"value\": 2}"

static const struct {
    const char *text;
    scree_result result;
    const char *message;
} wrong[] = {
    {"{\"field\": \"graph\"}", SCREE_ERROR_INVALID, "\"nodes\" is missing; it must be an object of nodes"},
    {"{\"field\": \"graph\", \"nodes\": []}", SCREE_ERROR_INVALID, "\"nodes\" is an array; it must be an object"},
    {NODES(), SCREE_ERROR_INVALID, "\"nodes\" has 0 nodes; it must have 1 to 4096"},
    {"{\"field\": \"graph\", \"nodes\": {" NUMBER "}, \"nods\": 1}", SCREE_ERROR_INVALID,
     "unknown key \"nods\"; did you mean \"nodes\"?"},
    {"{\"graph\": {\"field\": \"noise\", \"nodes\": {" NUMBER "}}}", SCREE_ERROR_INVALID,
     "\"field\" is \"noise\"; it must be \"graph\""},
    {"{\"field\": \"graph\", \"variant\": \"contraction\", \"nodes\": {" NUMBER "}}", SCREE_ERROR_INVALID,
     "unknown key \"variant\""},
    {"{\"field\": \"graph\", \"octaves\": 2, \"nodes\": {" NUMBER "}}", SCREE_ERROR_INVALID, "unknown key \"octaves\""},
    {"{\"field\": \"graph\", \"size\": [0], \"nodes\": {" NUMBER "}}", SCREE_ERROR_INVALID,
     "\"size[0]\" is 0; it must be a whole number, 1 to "},
    /* Names. */
    {NODES(NUMBER ", " NUMBER), SCREE_ERROR_FORMAT, "duplicate object key near '\"c\"'"},
    {NODES("\"\": {\"op\": \"x\"}"), SCREE_ERROR_INVALID,
     "a node has the name \"\"; it must be letters, digits, '_' and '-'"},
    {NODES("\"a b\": {\"op\": \"x\"}"), SCREE_ERROR_INVALID, "a node has the name \"a b\"; it must be letters"},
    {NODES("\"\\u00fc\": {\"op\": \"x\"}"), SCREE_ERROR_INVALID,
     "a node has the name \"\xc3\xbc\"; it must be letters"},
    {NODES("\"a\": {\"op\": \"abs\", \"x\": \"a\"}"), SCREE_ERROR_INVALID,
     "node \"a\": \"x\" is \"a\"; nodes refer to earlier ones"},
    {NODES("\"a\": {\"op\": \"abs\", \"x\": \"c\"}, " NUMBER), SCREE_ERROR_INVALID,
     "node \"a\": \"x\" is \"c\"; nodes refer to earlier ones"},
    {NODES("\"hills\": {}, \"a\": {\"op\": \"abs\", \"x\": \"hils\"}"), SCREE_ERROR_INVALID,
     "node \"a\": \"x\" is \"hils\"; did you mean \"hills\"? It must be the name of an earlier node, or a number"},
    {NODES(NUMBER ", \"a\": {\"op\": \"abs\", \"x\": \"mountains\"}"), SCREE_ERROR_INVALID,
     "node \"a\": \"x\" is \"mountains\"; it must be the name of an earlier node, or a number"},
    {"{\"field\": \"graph\", \"nodes\": {" NUMBER "}, \"value\": \"C\"}", SCREE_ERROR_INVALID,
     "\"value\" is \"C\"; did you mean \"c\"? It must be the name of a node"},
    {"{\"field\": \"graph\", \"nodes\": {" NUMBER "}, \"value\": 2}", SCREE_ERROR_INVALID,
     "\"value\" is 2; it must be the name of a node"},
    /* Operators. */
    {NODES("\"a\": 5"), SCREE_ERROR_INVALID, "\"a\" is 5; it must be an object, which describes a node"},
    {NODES("\"a\": {\"op\": \"terace\"}"), SCREE_ERROR_INVALID,
     "node \"a\": \"op\" is \"terace\"; did you mean \"terrace\"? It must be the name of an operator"},
    {NODES("\"a\": {\"op\": \"lerp\"}"), SCREE_ERROR_INVALID,
     "node \"a\": \"op\" is \"lerp\"; did you mean \"mix\"? It must be the name of an operator"},
    {NODES("\"a\": {\"op\": \"curve\", \"x\": 0, \"x1\": 0, \"y1\": 0, \"x2\": 1, \"y2\": 1, \"x4\": 3}"),
     SCREE_ERROR_INVALID, "node \"a\": \"x3\" is missing; it must be the name of an earlier node, or a number"},
    {NODES("\"a\": {\"op\": 3}"), SCREE_ERROR_INVALID, "node \"a\": \"op\" is 3; it must be the name of an operator"},
    {NODES(NUMBER ", \"a\": {\"op\": \"terrace\", \"x\": \"c\", \"step\": 3}"), SCREE_ERROR_INVALID,
     "node \"a\": unknown key \"step\"; did you mean \"steps\"?"},
    {NODES(NUMBER ", \"a\": {\"op\": \"terrace\", \"x\": \"c\"}"), SCREE_ERROR_INVALID,
     "node \"a\": \"steps\" is missing; it must be the name of an earlier node, or a number"},
    {NODES("\"a\": {\"op\": \"abs\", \"x\": true}"), SCREE_ERROR_INVALID,
     "node \"a\": \"x\" is true; it must be the name of an earlier node, or a number"},
    {NODES("\"a\": {\"op\": \"abs\", \"x\": {\"op\": \"x\"}}"), SCREE_ERROR_INVALID,
     "node \"a\": \"x\" is an object; it must be the name of an earlier node, or a number"},
    {NODES("\"a\": {\"op\": \"abs\", \"x\": 1e30}"), SCREE_ERROR_INVALID,
     "node \"a\": abs: x is 1e30; it must be 0, or have a magnitude from 2^-63 to less than 2^63"},
    {NODES("\"a\": {\"derivatives\": true}, \"b\": {\"op\": \"abs\", \"x\": \"a\"}"), SCREE_ERROR_UNSUPPORTED,
     "node \"b\": abs: x is noise with derivatives; it must have one channel, the value"},
    /* Noise. */
    {NODES("\"a\": {\"kind\": \"perlyn\"}"), SCREE_ERROR_INVALID,
     "node \"a\": \"kind\" is \"perlyn\"; did you mean \"perlin\"?"},
    {NODES("\"a\": {\"octaves\": 99}"), SCREE_ERROR_INVALID,
     "node \"a\": \"octaves\" is 99; it must be a whole number, 1 to 32"},
    {NODES("\"a\": {\"octaves\": 3, \"weights\": [1]}"), SCREE_ERROR_INVALID,
     "node \"a\": weights has 1 entries; it must have one for each of the 3 octaves"},
    {NODES("\"a\": {\"size\": [4, 4]}"), SCREE_ERROR_INVALID, "node \"a\": unknown key \"size\""},
    {NODES("\"a\": {\"type\": \"u8\"}"), SCREE_ERROR_INVALID, "node \"a\": unknown key \"type\""},
    {NODES("\"a\": {\"x\": 1}"), SCREE_ERROR_INVALID, "node \"a\": unknown key \"x\""},
    {"{\"field\": \"graph\", \"size\": [4, 4, 4], \"nodes\": {\"a\": {\"period\": [4, 4]}}}", SCREE_ERROR_INVALID,
     "node \"a\": \"period\" is an array of 2; it must be an array of 3, one for each axis of the grid"},
};

static void what_is_wrong_is_named(void **state)
{
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        scree_field *field = (scree_field *)(uintptr_t)&wrong[i];
        const char *text = wrong[i].text;
        fixture_message[0] = '\0';
        const scree_result result = scree_field_from_text(fixture_context, text, strlen(text), "t.json", NULL, &field);
        if (result != wrong[i].result || strncmp(fixture_message, "t.json:", 7) != 0 ||
            strstr(fixture_message, wrong[i].message) == NULL) {
            fail_msg("%s:\n%d: %s\n%d: %s", text, (int)result, fixture_message, (int)wrong[i].result, wrong[i].message);
        }
        assert_string_equal(scree_last_error(), fixture_message);
        assert_null(field);
    }
}

/* A recipe of constants. */
static char *print_nodes(uint32_t count)
{
    char *text = malloc(64 + (size_t)count * 48);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "{\"field\": \"graph\", \"nodes\": {");
    for (uint32_t i = 0; i < count; i++) {
        length +=
            (size_t)sprintf(text + length, "%s\"n%u\": {\"op\": \"constant\", \"value\": %u}", i > 0 ? ", " : "", i, i);
    }
    strcpy(text + length, "}}");
    return text;
}

static void the_number_of_nodes_is_limited(void **state)
{
    char *text = print_nodes(SCREE_MAX_GRAPH_FIELDS);
    scree_field *field = make(text, NULL);
    assert_true(scree_field_at_2d(field, 0.5, 0.5) == (float)(SCREE_MAX_GRAPH_FIELDS - 1));
    scree_field_release(&field);
    free(text);
    text = print_nodes(SCREE_MAX_GRAPH_FIELDS + 1);
    assert_int_equal(scree_field_from_text(fixture_context, text, strlen(text), "t.json", NULL, &field),
                     SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "t.json: \"nodes\" has 4097 nodes; it must have 1 to 4096");
    assert_null(field);
    free(text);
}

/* Messages of fields that a text made go to the context that it was read with. */
static void fields_have_their_context(void **state)
{
    const scree_grid grid = graph_grid(2);
    scree_field *field = make(NODES("\"z\": {\"op\": \"z\"}"), NULL);
    float value;
    fixture_message[0] = '\0';
    assert_int_equal(scree_field_fill(field, &grid, &value), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "axes is 2; it must be at least 3"));
    scree_field_release(&field);
}

static void other_fields_are_no_expressions(void **state)
{
    static const char particles[] = "{\"field\": \"particles\", \"particles\": 2}";
    scree_field *field = make(particles, NULL);
    char *text = (char *)(uintptr_t)particles;
    assert_int_equal(scree_field_print_expression(field, &text), SCREE_ERROR_UNSUPPORTED);
    assert_string_equal(fixture_message, "an expression is of noise or of a graph, and this is a field of particles");
    assert_null(text);
    assert_int_equal(scree_field_print_expression(field, NULL), SCREE_ERROR_INVALID);
    assert_string_equal(fixture_message, "text is NULL");
    text = (char *)(uintptr_t)particles;
    assert_int_equal(scree_field_print_expression(NULL, &text), SCREE_ERROR_INVALID);
    assert_null(text);
    scree_field_release(&field);
}

/* Reads a recipe, prints both texts of its field, and explains it. */
static scree_result read_and_print(void)
{
    static const char text[] =
        "{\"field\": \"graph\", \"size\": [4, 4], \"step\": 0.5, \"nodes\": {\"a\": {\"seed\": 1},"
        " \"b\": {\"op\": \"remap\", \"x\": \"a\", \"to_high\": 5},"
        " \"c\": {\"op\": \"sub\", \"a\": \"b\", \"b\": \"a\"}}}";
    scree_field *field = NULL;
    scree_recipe recipe;
    char *texts[2] = {NULL};
    scree_graph_explanation *graph = NULL;
    scree_result result = scree_field_from_text(fixture_context, text, strlen(text), "t.json", &recipe, &field);
    assert_true((result == SCREE_OK) == (field != NULL));
    if (result == SCREE_OK) {
        result = scree_field_print(field, &recipe.grid, &recipe.output, &texts[0]);
        assert_true((result == SCREE_OK) == (texts[0] != NULL));
    }
    if (result == SCREE_OK) {
        result = scree_field_print_expression(field, &texts[1]);
        assert_true((result == SCREE_OK) == (texts[1] != NULL));
    }
    if (result == SCREE_OK) {
        result = scree_graph_explain(field, &recipe.grid, &graph);
        assert_true((result == SCREE_OK) == (graph != NULL));
    }
    scree_graph_explanation_free(&graph);
    scree_recipe_text_free(&texts[0]);
    scree_recipe_text_free(&texts[1]);
    scree_field_release(&field);
    return result;
}

/* Whatever allocation fails, the call says so, and the next one works. */
static void allocations_may_fail(void **state)
{
    long failures = 0;
    for (long failing = 0; failing <= failures; failing++) {
        atomic_store(&until_failure, failing);
        const scree_result result = read_and_print();
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
        cmocka_unit_test(recipes_are_read_back),
        cmocka_unit_test(expressions_read_back),
        cmocka_unit_test(expressions_are_readable),
        cmocka_unit_test(deep_graphs_have_texts),
        cmocka_unit_test(the_recipe_of_a_graph_is_this),
        cmocka_unit_test(names_stand_for_what_is_shared),
        cmocka_unit_test(operators_stand_between_their_inputs),
        cmocka_unit_test(numbers_are_inputs),
        cmocka_unit_test(noise_is_a_call),
        cmocka_unit_test(graphs_are_read),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(the_number_of_nodes_is_limited),
        cmocka_unit_test(fields_have_their_context),
        cmocka_unit_test(other_fields_are_no_expressions),
        cmocka_unit_test(allocations_may_fail),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
