/* Expressions make the fields that operators and recipes make. */
#include "graph_fixture.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "axis_key.h"
#include "test_locales.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { MAX_SAMPLES = 40000, MAX_TEXT = 4096 };

static scree_field *read_text(const char *text)
{
    scree_field *field = NULL;
    if (scree_field_from_expression(fixture_context, text, strlen(text), "f", &field) != SCREE_OK) {
        fail_msg("%s\n%s", text, scree_last_error());
    }
    assert_non_null(field);
    return field;
}

/* Both fields have the same bits. They are released. */
static void assert_equal(const char *text, scree_field *field, scree_field *expected, uint32_t axes)
{
    static float values[2][MAX_SAMPLES];
    const scree_grid grid = graph_grid(axes);
    const size_t samples = fixture_samples(&grid) * scree_field_channels(expected, axes);
    assert_true(samples <= MAX_SAMPLES);
    assert_int_equal(scree_field_channels(field, axes), scree_field_channels(expected, axes));
    graph_fill(field, &grid, values[0]);
    graph_fill(expected, &grid, values[1]);
    if (memcmp(values[0], values[1], samples * sizeof values[0][0]) != 0) {
        fail_msg("%s: other samples", text);
    }
    scree_field_release(&field);
    scree_field_release(&expected);
}

/* A text makes a field, which is released. */
static void assert_makes(const char *text, scree_field *expected, uint32_t axes)
{
    assert_equal(text, read_text(text), expected, axes);
}

static void assert_alike(const char *text, const char *expected)
{
    assert_equal(text, read_text(text), read_text(expected), 2);
}

/* An operand between 0 and 1, whose range is apart from those of the others. */
static scree_field *make_operand(uint32_t number)
{
    scree_field *noise = fixture_field(&(scree_noise_params){.kind = SCREE_NOISE_VALUE, .seed = number});
    const double low = 0.25 + 0.125 * number;
    scree_field *field = GRAPH_OP(CLAMP, {noise}, {.number = low}, {.number = low + 0.0625});
    scree_field_release(&noise);
    return field;
}

/* The definitions of the operands, from p0 on. */
static void begin_text(char *text)
{
    text[0] = '\0';
    for (int i = 0; i < SCREE_MAX_OP_INPUTS; i++) {
        const double low = 0.25 + 0.125 * i;
        sprintf(text + strlen(text), "let p%d = clamp(value(seed=%d), %.4f, %.4f);\n", i, i, low, low + 0.0625);
    }
}

static bool is_erosion(scree_op op)
{
    return op == SCREE_OP_EROSION || op == SCREE_OP_EROSION_RIDGES;
}

/* Whether an input is a number: levels, which are 2 at least, and what erosion makes its places of. */
static bool needs_number(scree_op op, uint32_t input)
{
    return (op == SCREE_OP_QUANTISE && input == 1) || (is_erosion(op) && (input == 2 || input == 3 || input == 8));
}

/* Appends a call with the first inputs: by their order, or by name and backwards. */
static void append_call(char *text, scree_op op, uint32_t count, bool is_named)
{
    const char *name = scree_op_name(op);
    for (text += strlen(text); *name != '\0'; name++) {
        *text++ = *name == '-' ? '_' : *name;
    }
    *text++ = '(';
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t input = is_named ? count - 1 - i : i;
        text += sprintf(text, "%s", i > 0 ? ", " : "");
        text += is_named ? sprintf(text, "%s = ", scree_op_input_describe(op, input)->name) : 0;
        text += needs_number(op, input) ? sprintf(text, "5") : sprintf(text, "p%u", (unsigned)input);
    }
    strcpy(text, ")");
}

static scree_field *make_op(scree_op op, uint32_t count)
{
    scree_op_operand input[SCREE_MAX_OP_INPUTS] = {{NULL}};
    scree_field *operand[SCREE_MAX_OP_INPUTS] = {NULL};
    for (uint32_t i = 0; i < count; i++) {
        operand[i] = make_operand(i);
        input[i].field = needs_number(op, i) ? NULL : operand[i];
        input[i].number = 5.0;
    }
    scree_field *field = graph_op(op, input, count);
    for (uint32_t i = 0; i < count; i++) {
        scree_field_release(&operand[i]);
    }
    return field;
}

static void every_operator_is_a_function(void **state)
{
    char text[MAX_TEXT];
    size_t calls = 0;
    for (int number = 0; scree_op_name((scree_op)number) != NULL; number++) {
        const scree_op op = (scree_op)number;
        const uint32_t all = scree_op_describe(op)->input_count;
        uint32_t count = 0;
        while (count < all && !scree_op_input_describe(op, count)->has_default) {
            count++;
        }
        /* Some take the number of an axis, or numbers alone, or have no more axes than they are given. */
        const uint32_t group = scree_op_describe(op)->group_size;
        const bool has_number = op == SCREE_OP_CONSTANT || op == SCREE_OP_CURVE || op == SCREE_OP_NORMAL ||
                                (op >= SCREE_OP_FIX_AXIS && op <= SCREE_OP_FRACTAL);
        for (; count <= (op == SCREE_OP_DERIVATIVE ? 1 : all) && !has_number; count += group > 0 ? group : 1) {
            if (is_erosion(op) && count == 6) {
                continue; /* The lower end of an interval, above its own upper one. */
            }
            for (int is_named = 0; is_named <= 1; is_named++) {
                begin_text(text);
                append_call(text, op, count, is_named != 0);
                assert_makes(text, make_op(op, count), is_erosion(op) ? 2 : 4);
                calls++;
            }
        }
    }
    assert_true(calls > 100);
    assert_makes("constant(-2.5)", GRAPH_OP(CONSTANT, {.number = -2.5}), 2);
    assert_makes("constant(value=2)", GRAPH_OP(CONSTANT, {.number = 2.0}), 2);
    scree_field *noise = fixture_field(&(scree_noise_params){.octaves = 1});
    assert_makes("fix_axis(perlin(), at=0.5, axis=1)", GRAPH_OP(FIX_AXIS, {noise}, {.number = 1.0}, {.number = 0.5}),
                 2);
    assert_makes("add_axis(perlin(), 0.5)", GRAPH_OP(ADD_AXIS, {noise}, {.number = 0.5}), 2);
    assert_makes("remove_axis(field=perlin(), axis=2)", GRAPH_OP(REMOVE_AXIS, {noise}, {.number = 2.0}), 3);
    assert_makes("seed_offset(perlin())", GRAPH_OP(SEED_OFFSET, {noise}), 2);
    assert_makes("fractal(perlin(), octaves=3)", GRAPH_OP(FRACTAL, {noise}, {.number = 3.0}), 2);
    assert_makes("normal(perlin(), height=3, axis=2)", GRAPH_OP(NORMAL, {noise}, {.number = 2.0}, {.number = 3.0}), 2);
    scree_field_release(&noise);
}

/* A fractal over a field that is no noise is the operator, with octaves that are shaped as those of noise are. */
static void fractals_are_laid_over_fields(void **state)
{
    assert_alike("fbm(2 * perlin(), octaves=3, gain=x)", "fractal(2 * perlin(), 3, x)");
    assert_alike("billow(2 * perlin(), lacunarity=3)", "fractal(abs(2 * perlin()), lacunarity=3)");
    assert_alike("fn f(g) = ridged(g, octaves=2); f(2 * perlin())",
                 "let r = 1 - abs(2 * perlin()); fractal(r * r, octaves=2)");
    assert_alike("fn f(g) = ridged(g, octaves=2); f(perlin())", "ridged(perlin(), octaves=2)");
    assert_alike("fn f(g) = fbm(g, 3); f(2 * perlin())", "fractal(2 * perlin(), 3)");
}

/* Inputs may be left out in the middle, and then have the numbers of the operator. */
static void inputs_between_others_may_be_left_out(void **state)
{
    assert_alike("clamp(3 * x, high = 0.5)", "clamp(3 * x, -1, 0.5)");
    assert_alike("remap(x, to_high = 7)", "remap(x, -1, 1, 0, 7)");
    assert_alike("scale_bias(x, bias = y)", "scale_bias(x, 1, y)");
    assert_alike("displace(perlin(), y = x)", "displace(perlin(), 0, x)");
    assert_alike("length(b = x, a = y, d = 3)", "length(y, x, 0, 3)");
}

static void signs_have_their_precedence(void **state)
{
    static const char *const rows[][2] = {
        {"1 + 2 * x", "add(1, mul(2, x))"},
        {"(1 + 2) * x", "mul(3, x)"},
        {"x * 2 + y", "add(mul(x, 2), y)"},
        {"x - y - 1", "sub(sub(x, y), 1)"},
        {"x - (y - 1)", "sub(x, sub(y, 1))"},
        {"x / 3 / 7", "div(div(x, 3), 7)"},
        {"x / 3 * y", "mul(div(x, 3), y)"},
        {"x + y / 3 - 1", "sub(add(x, div(y, 3)), 1)"},
        {"-x * y", "mul(neg(x), y)"},
        {"x * -y", "mul(x, neg(y))"},
        {"x - -y", "sub(x, neg(y))"},
        {"-(x + y)", "neg(add(x, y))"},
        {"((x))", "x()"},
        {"min(x, y) * 2 + -max(x, 1)", "add(mul(min(x, y), 2), neg(max(x, 1)))"},
        {"x+y#comment\n*2 # another", "add(x, mul(y, 2))"},
        {"\xef\xbb\xbf\tx\r\n+\v\f y;\r\n# end", "x + y"},
        {"# \xff no UTF-8\nx", "x"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_alike(rows[i][0], rows[i][1]);
    }
}

static void assert_number(const char *text, double number)
{
    scree_field *field = read_text(text);
    const float value = scree_field_at_2d(field, 0.5, 0.5);
    if (value != (float)number) {
        fail_msg("%s is %.9g", text, (double)value);
    }
    scree_field_release(&field);
}

static void numbers_are_computed_in_float64(void **state)
{
    static const struct {
        const char *text;
        double number;
    } rows[] = {
        {"0", 0.0},
        {"-7", -7.0},
        {"0.25", 0.25},
        {".5", 0.5},
        {"5.", 5.0},
        {"1e3", 1000.0},
        {"1.5E-3", 1.5e-3},
        {"25e+1", 250.0},
        {"1e-999", 0.0},
        {"007", 7.0},
        {"1 + 2 * 3", 7.0},
        {"(1 + 2) * 3", 9.0},
        {"2 - 3 - 4", -5.0},
        {"16 / 4 / 2", 2.0},
        {"-2 * 3 - -4", -2.0},
        {"sub(a = 1, b = 3)", -2.0},
        {"neg(add(1, mul(2, div(6, 4))))", -4.0},
        /* In float32 these would be 0. */
        {"16777217 - 16777216", 1.0},
        {"1 + 1e-12 - 1", 1.0 + 1e-12 - 1.0},
        {"1e30 * 1e30 / 1e60", 1.0},
        {"9007199254740993 - 9007199254740992", 0.0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_number(rows[i].text, rows[i].number);
    }
    assert_alike("min(2, 3) + max(4, 5)", "7");
}

/* The decimal point is one, whatever the program's locale has. */
static void numbers_do_not_depend_on_the_locale(void **state)
{
    for (int i = 0; i < test_locale_count; i++) {
        test_locale_set(i);
        assert_number("1.5 + 0.25", 1.75);
        assert_makes("perlin(gain=0.25, octaves=2)", fixture_field(&(scree_noise_params){.gain = 0.25, .octaves = 2}),
                     2);
        test_locale_end(i);
    }
}

/* Nor on the rounding that the program has chosen, which stays. */
static void numbers_do_not_depend_on_the_rounding_mode(void **state)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    static const char *const texts[] = {"0.1", "0.7", "0.1 * 3 - 0.3", "0.7 + 0.1 - 0.8"};
    static const double numbers[] = {0.1, 0.7, 0.1 * 3.0 - 0.3, 0.7 + 0.1 - 0.8};
    for (size_t i = 0; i < COUNT_OF(modes) * COUNT_OF(texts); i++) {
        const int mode = modes[i % COUNT_OF(modes)];
        const size_t number = i / COUNT_OF(modes);
        assert_int_equal(fesetround(mode), 0);
        scree_field *field = read_text(texts[number]);
        const int after = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(after, mode);
        assert_true(scree_field_at_2d(field, 0.5, 0.5) == (float)numbers[number]);
        scree_field_release(&field);
    }
}

static void definitions_are_values_and_functions(void **state)
{
    static const char *const rows[][2] = {
        {"let a = 2; let b = a * x; b + a", "2 * x + 2"},
        {"fn f(a) = a * a; f(x) + f(3)", "x * x + 9"},
        {"fn f(a, amount=0.5) = a + amount; f(x) * f(x, 2) * f(amount=3, a=y)", "(x + 0.5) * (x + 2) * (y + 3)"},
        {"fn f() = x; f()", "x"},
        {"let k = 3; fn f(a) = a + k; fn g(a, k) = f(a) * k; g(x, 5)", "(x + 3) * 5"},
        {"fn twice(a) = 2 * a; fn f(a, b=twice(y)) = a + twice(b); f(x)", "x + 2 * (2 * y)"},
        {"fn f(a) = a; f(f(f(x)))", "x"},
        {"fn f(a, b) = a - b; f(b=x, a=y)", "y - x"},
        {"let noise=perlin(seed=4); fn f(a)=a+noise; f(noise)", "perlin(seed=4) + perlin(seed=4)"},
        {"fn n(s, o) = perlin(seed=s, octaves=o + 1, weights=[1, s, 0.5]); n(2, 2)",
         "perlin(seed=2, octaves=3, weights=[1, 2, 0.5])"},
        {"let _a1=1;let A=_a1+1;A+_a1", "3"},
        {"let letter = 1; let fn_ = 2; let trueish = 3; letter + fn_ + trueish", "6"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_alike(rows[i][0], rows[i][1]);
    }
}

/* A name of noise stands for one field, however often it is used: a sum of equal ones has fewer fields than a sum of
   calls, each of which makes noise. */
static void a_name_is_one_field(void **state)
{
    static const char *const terms[] = {"n", "perlin()"};
    for (size_t i = 0; i < COUNT_OF(terms); i++) {
        static char text[1 << 16];
        scree_field *field = NULL;
        strcpy(text, "let n = perlin();0");
        char *at = text + strlen(text);
        for (int row = 0; row < 50; row++) {
            at += sprintf(at, "\n+(0");
            for (int term = 0; term < 50; term++) {
                at += sprintf(at, "+%s", terms[i]);
            }
            at += sprintf(at, ")");
        }
        const scree_result result = scree_field_from_expression(fixture_context, text, strlen(text), NULL, &field);
        assert_int_equal(result, i == 0 ? SCREE_OK : SCREE_ERROR_INVALID);
        assert_true(i == 0 || strstr(fixture_message, "4096 fields") != NULL);
        scree_field_release(&field);
    }
}

static scree_field *read_recipe(const char *recipe)
{
    scree_field *field = NULL;
    assert_int_equal(scree_field_from_text(fixture_context, recipe, strlen(recipe), "recipe", NULL, &field), SCREE_OK);
    return field;
}

static void noise_has_the_keys_of_recipes(void **state)
{
    static const char *const rows[][2] = {
        {"perlin()", "{}"},
        {"perlin(seed=1, octaves=5, fractal=ridged, period=[4,4])",
         "{\"seed\": 1, \"octaves\": 5, \"fractal\": \"ridged\", \"period\": [4, 4]}"},
        {"perlin(seed=18446744073709551615)", "{\"seed\": 18446744073709551615}"},
        {"perlin(seed=9223372036854775808)", "{\"seed\": 9223372036854775808}"},
        {"perlin(seed=9223372036854775807)", "{\"seed\": 9223372036854775807}"},
        {"let s = 18446744073709551614; fn n(s) = value(seed=s); n(s)",
         "{\"kind\": \"value\", \"seed\": 18446744073709551614}"},
        {"perlin(octaves=2*2, gain=-1/2, lacunarity=1.5)", "{\"octaves\": 4, \"gain\": -0.5, \"lacunarity\": 1.5}"},
        {"perlin(octaves=3, weights=[1, 0.5, 2 - 3])", "{\"octaves\": 3, \"weights\": [1, 0.5, -1]}"},
        {"perlin(octaves=3, persistence=0.25)", "{\"octaves\": 3, \"gain\": 0.25}"},
        {"perlin(octaves=3, fractal=ping_pong)", "{\"octaves\": 3, \"fractal\": \"ping-pong\"}"},
        {"perlin(octaves=3, fractal=ping-pong)", "{\"octaves\": 3, \"fractal\": \"ping-pong\"}"},
        {"cellular(feature=f2-f1, metric=manhattan)",
         "{\"kind\": \"cellular\", \"feature\": \"f2-f1\", \"metric\": \"manhattan\"}"},
        {"cellular(feature=f1*f2)", "{\"kind\": \"cellular\", \"feature\": \"f1*f2\"}"},
        {"cellular(feature=f1_f2, jitter=0)", "{\"kind\": \"cellular\", \"feature\": \"f1*f2\", \"jitter\": 0}"},
        {"value(derivatives=true)", "{\"kind\": \"value\", \"derivatives\": true}"},
        {"value(derivatives=false, curl = true)", "{\"kind\": \"value\", \"curl\": true}"},
        {"value_cubic(warp_amplitude=0.5, warp_kind=simplex)",
         "{\"kind\": \"value-cubic\", \"warp_amplitude\": 0.5, \"warp_kind\": \"simplex\"}"},
        {"let cubic = 3; value(fade=cubic)", "{\"kind\": \"value\", \"fade\": \"cubic\"}"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        assert_makes(rows[i][0], read_recipe(rows[i][1]), 2);
    }
}

/* The name of a kind or a fractal, as expressions have it. */
static void append_name(char *text, const char *name)
{
    text += strlen(text);
    for (; *name != '\0'; name++) {
        *text++ = *name == '-' ? '_' : *name;
    }
    *text = '\0';
}

static void every_kind_and_fractal_is_a_function(void **state)
{
    char text[MAX_TEXT];
    for (int kind = 0; scree_noise_kind_name((scree_noise_kind)kind) != NULL; kind++) {
        text[0] = '\0';
        append_name(text, scree_noise_kind_name((scree_noise_kind)kind));
        strcat(text, "(seed=3)");
        assert_makes(text, fixture_field(&(scree_noise_params){.kind = (scree_noise_kind)kind, .seed = 3}), 2);
    }
    for (int fractal = 0; scree_noise_fractal_name((scree_noise_fractal)fractal) != NULL; fractal++) {
        text[0] = '\0';
        append_name(text, scree_noise_fractal_name((scree_noise_fractal)fractal));
        strcat(text, "(value(seed=3, gain=0.75), octaves=4, lacunarity=1.75)");
        const scree_noise_params params = {.kind = SCREE_NOISE_VALUE,
                                           .fractal = (scree_noise_fractal)fractal,
                                           .seed = 3,
                                           .octaves = 4,
                                           .lacunarity = 1.75,
                                           .gain = 0.75};
        assert_makes(text, fixture_field(&params), 2);
    }
}

/* Keys of a fractal take the place of those of the noise, which stays what it was. */
static void fractals_are_laid_over_noise(void **state)
{
    assert_alike("ridged(perlin(seed=3, gain=0.75), gain=0.25, octaves=3)",
                 "perlin(seed=3, fractal=ridged, gain=0.25, octaves=3)");
    assert_alike("let n = simplex(seed=3); billow(n, octaves=3) + n",
                 "simplex(seed=3, fractal=billow, octaves=3) + simplex(seed=3)");
    assert_alike("fbm(perlin(persistence=0.25), gain=0.75, octaves=2)", "perlin(gain=0.75, octaves=2)");
}

/* The displacement along an axis by noise with another seed. */
static scree_field *make_displacement(uint64_t seed, uint64_t axis, scree_op_operand amplitude)
{
    const scree_noise_params params = {
        .kind = SCREE_NOISE_SIMPLEX, .seed = scree_mix64(seed + 0x9e3779b97f4a7c15u * (axis + 1)), .octaves = 2};
    scree_field *noise = fixture_field(&params);
    scree_field *field = GRAPH_OP(MUL, {noise}, amplitude);
    scree_field_release(&noise);
    return field;
}

static scree_field *displace_by_noise(uint64_t seed, scree_op_operand amplitude)
{
    scree_field *along[4];
    scree_field *noise = fixture_field(&(scree_noise_params){.seed = 1});
    for (uint64_t axis = 0; axis < COUNT_OF(along); axis++) {
        along[axis] = make_displacement(seed, axis, amplitude);
    }
    scree_field *field = GRAPH_OP(DISPLACE, {noise}, {along[0]}, {along[1]}, {along[2]}, {along[3]});
    for (size_t axis = 0; axis < COUNT_OF(along); axis++) {
        scree_field_release(&along[axis]);
    }
    scree_field_release(&noise);
    return field;
}

static void noise_displaces_along_all_axes(void **state)
{
    for (uint32_t axes = 2; axes <= 4; axes++) {
        assert_makes("displace(perlin(seed=1), simplex(seed=7, octaves=2), amplitude=0.375)",
                     displace_by_noise(7, (scree_op_operand){.number = 0.375}), axes);
        scree_field *x = graph_op(SCREE_OP_POSITION_X, NULL, 0);
        scree_field *amplitude = GRAPH_OP(SINE, {x});
        assert_makes("let n = simplex(seed=18446744073709551615, octaves=2);"
                     "displace(perlin(seed=1), n, amplitude=sine(x))",
                     displace_by_noise(UINT64_MAX, (scree_op_operand){.field = amplitude}), axes);
        scree_field_release(&amplitude);
        scree_field_release(&x);
    }
    assert_alike("displace(perlin(), x, y)", "displace(field=perlin(), y=y, x=x)");
}

/* The value of a text is noise by itself, with a recipe, or a graph, whose errors the context of the call logs. */
static void fields_are_those_of_the_context(void **state)
{
    const scree_grid grid = graph_grid(2);
    char *text = NULL;
    scree_field *noise = read_text("let n = value(seed=5); let m = n + 1; n");
    assert_int_equal(scree_field_print(noise, &grid, NULL, &text), SCREE_OK);
    assert_non_null(strstr(text, "\"seed\": 5"));
    scree_recipe_text_free(&text);
    scree_field_release(&noise);

    static float values[MAX_SAMPLES];
    scree_field *quotient = read_text("fn f(a) = 1 / a; f(value())");
    fixture_message[0] = '\0';
    assert_int_equal(scree_field_fill(quotient, &grid, values), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "div divides by a number that may be 0"));
    scree_field_release(&quotient);

    scree_field *deep = read_text("cellular(seed=2)");
    const scree_grid far = graph_grid(5);
    fixture_message[0] = '\0';
    assert_int_equal(scree_field_fill(deep, &far, values), SCREE_ERROR_INVALID);
    assert_non_null(strstr(fixture_message, "kind is cellular and axes is 5"));
    scree_field_release(&deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operator_is_a_function),
        cmocka_unit_test(fractals_are_laid_over_fields),
        cmocka_unit_test(inputs_between_others_may_be_left_out),
        cmocka_unit_test(signs_have_their_precedence),
        cmocka_unit_test(numbers_are_computed_in_float64),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(numbers_do_not_depend_on_the_rounding_mode),
        cmocka_unit_test(definitions_are_values_and_functions),
        cmocka_unit_test(a_name_is_one_field),
        cmocka_unit_test(noise_has_the_keys_of_recipes),
        cmocka_unit_test(every_kind_and_fractal_is_a_function),
        cmocka_unit_test(fractals_are_laid_over_noise),
        cmocka_unit_test(noise_displaces_along_all_axes),
        cmocka_unit_test(fields_are_those_of_the_context),
    };
    return cmocka_run_group_tests(tests, fixture_create, fixture_destroy);
}
