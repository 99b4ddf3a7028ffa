/* Operators of graphs: they have the values that graph.h promises, find faults of their inputs, and are described. */
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "op_definition.h"
#include "op_rows.h"

#define COUNT_INPUTS(INSTRUCTION, name, number, inputs) [number] = (inputs),
static const uint32_t input_counts[] = {SCREE_INSTRUCTIONS(COUNT_INPUTS)};

/* Operators evaluate their instructions at numbers: this takes the place of the compiler of graphs. */
scree_operand __wrap_scree_code_emit(scree_code_builder *builder, uint32_t instruction,
                                     const scree_operand input[SCREE_INSTRUCTION_INPUTS]);

scree_operand __wrap_scree_code_emit(scree_code_builder *builder, uint32_t instruction,
                                     const scree_operand input[SCREE_INSTRUCTION_INPUTS])
{
    float in[SCREE_INSTRUCTION_INPUTS];
    for (uint32_t i = 0; i < SCREE_INSTRUCTION_INPUTS; i++) {
        assert_true(i >= input_counts[instruction] || input[i].is_number);
        in[i] = input[i].number;
    }
    return scree_number_operand(scree_instruction_at(instruction, in));
}

/* A position that tells the axes apart. */
scree_operand __wrap_scree_code_position(scree_code_builder *builder, uint32_t axis);

scree_operand __wrap_scree_code_position(scree_code_builder *builder, uint32_t axis)
{
    return scree_number_operand((float)axis + 0.5f);
}

uint32_t __wrap_scree_code_axes(const scree_code_builder *builder);

uint32_t __wrap_scree_code_axes(const scree_code_builder *builder)
{
    return 3;
}

/* An operator at numbers; those that are not given are the operator's own. */
static float op_at(scree_op op, const float *given, uint32_t count)
{
    const scree_op_definition *definition = scree_op_definition_of(op);
    scree_operand input[SCREE_MAX_OP_INPUTS] = {{0}};
    for (uint32_t i = 0; i < definition->info.input_count; i++) {
        assert_true(i < count || definition->input[i].has_default);
        const float own = definition->info.group_size > 0 ? NAN : (float)definition->input[i].default_number;
        input[i] = scree_number_operand(i < count ? given[i] : own);
    }
    return definition->emit != NULL ? definition->emit(NULL, input).number
                                    : __wrap_scree_code_emit(NULL, definition->instruction, input).number;
}

static void operators_keep_their_promises(void **state)
{
    bool is_seen[SCREE_OP_COUNT] = {false};
    for (size_t i = 0; i < OP_ROW_COUNT; i++) {
        const op_row *row = &op_rows[i];
        const float actual = op_at(row->op, row->input, row->count);
        is_seen[row->op] = true;
        if (memcmp(&actual, &row->expected, sizeof actual) != 0) {
            fail_msg("%s in row %zu is %.9g, not %.9g", scree_op_name(row->op), i, (double)actual,
                     (double)row->expected);
        }
    }
    for (size_t op = 0; op < SCREE_OP_COUNT; op++) {
        const bool is_position = op >= SCREE_OP_POSITION_X && op <= SCREE_OP_POSITION_W;
        const bool is_of_fields = (op >= SCREE_OP_DISTANCE && op < SCREE_OP_CURVE) || op == SCREE_OP_NORMAL;
        assert_true(is_seen[op] != (is_position || is_of_fields));
        assert_true(!is_position || op_at((scree_op)op, NULL, 0) == (float)(op - SCREE_OP_POSITION_X) + 0.5f);
    }
}

/* A multiple is not above x, and the next one is: of whole numbers exactly. */
static void multiples_of_whole_numbers_are_exact(void **state)
{
    for (int multiple = 1; multiple < 300; multiple++) {
        for (int x = -2000; x <= 2000; x++) {
            const float input[] = {(float)x, (float)multiple};
            const int rest = (x % multiple + multiple) % multiple;
            assert_true(op_at(SCREE_OP_FLOOR, input, 2) == (float)(x - rest));
            assert_true(op_at(SCREE_OP_CEIL, input, 2) == (float)(x + (multiple - rest) % multiple));
            assert_true(op_at(SCREE_OP_MOD, input, 2) == (float)rest);
        }
    }
}

/* Shapes at 0.5, 1.5 and 2.5. */
static void shapes_are_at_their_distances(void **state)
{
    const struct {
        scree_op op;
        uint32_t count;
        float input[4];
        double expected;
    } rows[] = {
        {SCREE_OP_DISTANCE, 3, {0.5f, 1.5f, 0.5f}, 2.0},
        {SCREE_OP_DISTANCE, 0, {0.0f}, sqrt(8.75)},
        {SCREE_OP_DISTANCE_MANHATTAN, 0, {0.0f}, 4.5},
        {SCREE_OP_DISTANCE_MANHATTAN, 2, {1.0f, 3.0f}, 4.5},
        {SCREE_OP_DISTANCE_CHEBYSHEV, 0, {0.0f}, 2.5},
        {SCREE_OP_DISTANCE_CHEBYSHEV, 4, {-9.0f, 0.0f, 0.0f, 99.0f}, 9.5},
        {SCREE_OP_GRADIENT, 4, {1.0f, 2.0f, 3.0f, 4.0f}, 11.0},
        {SCREE_OP_CHECKER, 0, {0.0f}, 1.0},
        {SCREE_OP_CHECKER, 1, {2.0f}, 1.0},
        {SCREE_OP_CHECKER, 1, {3.0f}, 0.0},
        {SCREE_OP_SPHERE, 0, {0.0f}, sqrt(8.75) - 1.0},
        {SCREE_OP_SPHERE, 1, {5.0f}, sqrt(8.75) - 5.0},
        {SCREE_OP_BOX, 0, {0.0f}, sqrt(2.5)},
        {SCREE_OP_BOX, 3, {2.0f, 2.0f, 3.0f}, -0.5},
        {SCREE_OP_TORUS, 0, {0.0f}, hypot(sqrt(2.5) - 1.0, 2.5) - 0.25},
        {SCREE_OP_TORUS, 2, {1.5f, 3.0f}, hypot(sqrt(2.5) - 1.5, 2.5) - 3.0},
        {SCREE_OP_CAPSULE, 0, {0.0f}, sqrt(8.5) - 0.5},
        {SCREE_OP_CAPSULE, 2, {0.25f, 0.125f}, sqrt(8.5625) - 0.125},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double actual = (double)op_at(rows[i].op, rows[i].input, rows[i].count);
        if (fabs(actual - rows[i].expected) > 1e-6) {
            fail_msg("%s in row %zu is %.9g, not %.9g", scree_op_name(rows[i].op), i, actual, rows[i].expected);
        }
    }
}

/* The inputs of every operator, as scree/graph.h lists them. */
static const char *const inputs[] = {
    "value",
    "a, b",
    "a, b",
    "a, b",
    "a, b",
    "a, b",
    "a, b",
    "a, b, radius 0.25",
    "a, b, radius 0.25",
    "x",
    "x",
    "x",
    "x, multiple 1",
    "x, multiple 1",
    "x, multiple 1",
    "x, divisor 1",
    "x",
    "x, exponent",
    "a, b, t",
    "x, low -1, high 1",
    "x, from_low -1, from_high 1, to_low 0, to_high 1",
    "x, scale 1, bias 0",
    "x, edge 0",
    "x, low 0, high 1",
    "x, amount 0.5",
    "x, amount 0.5",
    "x, levels, low -1, high 1",
    "x, steps, smoothness 0",
    "outside, inside, control, lower, upper, falloff 0",
    "x, by",
    "",
    "",
    "",
    "",
    "a, b, c 0, d 0",
    "x",
    "field, x 0, y 0, z 0, w 0",
    "x 0, y 0, z 0, w 0",
    "x 0, y 0, z 0, w 0",
    "x 0, y 0, z 0, w 0",
    "x 0, y 0, z 0, w 0",
    "size 1",
    "radius 1",
    "x 1, y 1, z 1, w 1",
    "radius 1, tube 0.25",
    "length 1, radius 0.5",
    "field, axis 0",
    "field",
    "field, factor 1, x 1, y 1, z 1, w 1",
    "field, x 0, y 0, z 0, w 0",
    "field, axis, at 0",
    "field, at 0",
    "field, axis",
    "field, offset 1",
    "field, octaves 4, gain 0.5, lacunarity 2",
    "field, x, y 0, z 0, w 0",
    "field, strength 0.2, frequency 2, octaves 5, gain 0.5, low -0.5, high 0.5, onset 1, seed 0",
    "field, strength 0.2, frequency 2, octaves 5, gain 0.5, low -0.5, high 0.5, onset 1, seed 0",
    "x, x1, y1, x2, y2, ...",
    "x, x1, y1, slope1, x2, y2, slope2, ...",
    "control, falloff, value, from1, value1, ...",
    "field, axis, height 1",
};

static void operators_are_described(void **state)
{
    for (int op = 0; op < SCREE_OP_COUNT; op++) {
        const scree_op_definition *definition = scree_op_definition_of((scree_op)op);
        const scree_op_info *info = scree_op_describe((scree_op)op);
        scree_op found;
        assert_ptr_equal(info, &definition->info);
        assert_true(scree_op_from_name(info->name, &found));
        assert_int_equal(found, op); /* Hence no name is there twice. */
        assert_string_equal(scree_op_description((scree_op)op), info->description);
        assert_true(info->input_count <= SCREE_MAX_OP_INPUTS);
        assert_true(definition->emit != NULL || definition->place_first != NULL ||
                    input_counts[definition->instruction] == info->input_count);
        bool has_default = false;
        char text[128] = "";
        size_t length = 0;
        for (uint32_t i = 0; i < info->input_count; i++) {
            const scree_op_input_info *input = scree_op_input_describe((scree_op)op, i);
            const bool is_of_group = info->group_size > 0 && input->has_default;
            assert_non_null(input->name);
            if (is_of_group) {
                length += (size_t)snprintf(text + length, sizeof text - length, "%s", has_default ? "" : ", ...");
                has_default = true;
                continue;
            }
            assert_true(input->has_default || !has_default);
            has_default = input->has_default;
            length += (size_t)snprintf(text + length, sizeof text - length, i == 0 ? "%s" : ", %s", input->name);
            if (has_default) {
                length += (size_t)snprintf(text + length, sizeof text - length, " %g", input->default_number);
            }
        }
        assert_string_equal(text, inputs[op]);
        assert_non_null(info->group);
        assert_non_null(info->example);
        assert_null(scree_op_input_describe((scree_op)op, info->input_count));
    }
    assert_null(scree_op_describe((scree_op)SCREE_OP_COUNT));
    assert_null(scree_op_input_describe((scree_op)SCREE_OP_COUNT, 0));
    assert_null(scree_op_name((scree_op)-1));
    assert_false(scree_op_from_name("none", &(scree_op){SCREE_OP_ADD}));
}

typedef struct fault_row {
    scree_op op;
    const char *fault; /* A part of its text; NULL where there is none. */
    scree_range input[SCREE_MAX_OP_INPUTS];
} fault_row;

#define NUMBER(x)       \
    {                   \
        (float)(x), (x) \
    }
#define FROM(low, high) \
    {                   \
        (low), (high)   \
    }

static const fault_row fault_rows[] = {
    {SCREE_OP_DIV, "may be 0", {NUMBER(1), FROM(-1, 1)}},
    {SCREE_OP_DIV, "may be 0", {NUMBER(1), FROM(0, 1)}},
    {SCREE_OP_DIV, NULL, {NUMBER(1), FROM(-2, -1)}},
    {SCREE_OP_SMIN, "radius", {NUMBER(1), NUMBER(1), FROM(0, 1)}},
    {SCREE_OP_SMAX, NULL, {NUMBER(1), NUMBER(1), NUMBER(0x1p-20f)}},
    {SCREE_OP_FLOOR, "multiple", {NUMBER(1), FROM(-1, 1)}},
    {SCREE_OP_CEIL, "multiple", {NUMBER(1), NUMBER(0)}},
    {SCREE_OP_ROUND, NULL, {NUMBER(1), FROM(0.5f, 2)}},
    {SCREE_OP_MOD, "divisor", {NUMBER(1), NUMBER(-1)}},
    {SCREE_OP_SQRT, "negative", {FROM(-1, 1)}},
    {SCREE_OP_SQRT, NULL, {FROM(0, 1)}},
    {SCREE_OP_POW, "negative", {FROM(-1, 1), NUMBER(2)}},
    {SCREE_OP_POW, "may be 0", {FROM(0, 1), NUMBER(0)}},
    {SCREE_OP_POW, NULL, {FROM(0, 1), NUMBER(2)}},
    {SCREE_OP_POW, NULL, {FROM(0.5f, 1), NUMBER(-2)}},
    {SCREE_OP_REMAP, "from_low", {NUMBER(1), FROM(0, 1), FROM(1, 2), NUMBER(0), NUMBER(1)}},
    {SCREE_OP_REMAP, NULL, {NUMBER(1), FROM(2, 3), FROM(0, 1), NUMBER(0), NUMBER(1)}},
    {SCREE_OP_SMOOTHSTEP, "low and high", {NUMBER(1), NUMBER(2), NUMBER(2)}},
    {SCREE_OP_SMOOTHSTEP, NULL, {NUMBER(1), NUMBER(2), NUMBER(1)}},
    {SCREE_OP_BIAS, "amount", {NUMBER(1), FROM(0, 0.5f)}},
    {SCREE_OP_GAIN, "amount", {NUMBER(1), FROM(0.5f, 1)}},
    {SCREE_OP_GAIN, NULL, {NUMBER(1), FROM(0.25f, 0.75f)}},
    {SCREE_OP_QUANTISE, "levels", {NUMBER(1), NUMBER(1), NUMBER(0), NUMBER(1)}},
    {SCREE_OP_QUANTISE, "low limit", {NUMBER(1), NUMBER(2), NUMBER(1), NUMBER(0)}},
    {SCREE_OP_QUANTISE, NULL, {NUMBER(1), NUMBER(2), NUMBER(0), NUMBER(1)}},
    {SCREE_OP_TERRACE, "steps", {NUMBER(1), NUMBER(0), NUMBER(0)}},
    {SCREE_OP_TERRACE, "smoothness", {NUMBER(1), NUMBER(2), FROM(0, 2)}},
    {SCREE_OP_TERRACE, NULL, {NUMBER(1), NUMBER(2), FROM(0, 1)}},
    {SCREE_OP_CHECKER, "size", {FROM(0, 1)}},
    {SCREE_OP_CHECKER, NULL, {FROM(0.5f, 1)}},
    {SCREE_OP_DERIVATIVE, "axis", {NUMBER(1), NUMBER(4)}},
    {SCREE_OP_DERIVATIVE, "axis", {NUMBER(1), NUMBER(0.5f)}},
    {SCREE_OP_DERIVATIVE, "axis", {NUMBER(1), FROM(0, 1)}},
    {SCREE_OP_DERIVATIVE, NULL, {NUMBER(1), NUMBER(3)}},
    {SCREE_OP_NORMAL, "axis", {NUMBER(1), NUMBER(5), NUMBER(1)}},
    {SCREE_OP_NORMAL, "axis", {NUMBER(1), FROM(0, 1), NUMBER(1)}},
    {SCREE_OP_NORMAL, "height", {NUMBER(1), NUMBER(4), FROM(0, 0x1p31f)}},
    {SCREE_OP_NORMAL, NULL, {NUMBER(1), NUMBER(4), FROM(-0x1p30f, 1)}},
    {SCREE_OP_EROSION, "low and high", {[5] = NUMBER(0), FROM(0, 1), NUMBER(1)}},
    {SCREE_OP_EROSION, "onset", {[5] = NUMBER(0), NUMBER(1), FROM(0, 1)}},
    {SCREE_OP_EROSION, "gain", {[4] = FROM(-1, 1), NUMBER(0), NUMBER(1), NUMBER(1)}},
    {SCREE_OP_EROSION_RIDGES, NULL, {[5] = FROM(-2, -1), FROM(0, 1), FROM(0.5f, 1)}},
    {SCREE_OP_SELECT, "falloff", {NUMBER(1), NUMBER(2), NUMBER(1), NUMBER(0), NUMBER(1), NUMBER(-1)}},
    {SCREE_OP_SELECT, "lower", {NUMBER(1), NUMBER(2), NUMBER(1), FROM(0, 2), NUMBER(1), NUMBER(0)}},
    {SCREE_OP_SELECT, NULL, {NUMBER(1), NUMBER(2), NUMBER(1), NUMBER(1), NUMBER(1), NUMBER(0)}},
    {SCREE_OP_SPLINE, "behind", {[1] = FROM(0, 1), [4] = FROM(1, 2), [7] = NUMBER(NAN)}},
    {SCREE_OP_SPLINE, "behind", {[1] = NUMBER(0), [4] = NUMBER(1), [7] = NUMBER(1), [10] = NUMBER(NAN)}},
    {SCREE_OP_SPLINE, NULL, {[1] = FROM(-1, 0), [4] = NUMBER(1), [7] = NUMBER(NAN)}},
    {SCREE_OP_SELECT_MANY, "falloff", {[1] = FROM(-1, 0), [5] = NUMBER(NAN)}},
    {SCREE_OP_SELECT_MANY, "limit", {[5] = NUMBER(0x1p62f), [7] = FROM(0, 0x1.8p62f), [9] = NUMBER(NAN)}},
    {SCREE_OP_SELECT_MANY, NULL, {[3] = FROM(1, 2), [5] = NUMBER(NAN)}},
};

static void faults_are_found(void **state)
{
    bool is_seen[SCREE_OP_COUNT] = {false};
    for (size_t i = 0; i < sizeof fault_rows / sizeof fault_rows[0]; i++) {
        const fault_row *row = &fault_rows[i];
        const char *fault = scree_op_definition_of(row->op)->find_fault(row->input);
        is_seen[row->op] = true;
        if ((fault == NULL) != (row->fault == NULL) || (fault != NULL && strstr(fault, row->fault) == NULL)) {
            fail_msg("%s in row %zu: %s", scree_op_name(row->op), i, fault != NULL ? fault : "no fault");
        }
    }
    for (int op = 0; op < SCREE_OP_COUNT; op++) {
        assert_true(is_seen[op] == (scree_op_definition_of((scree_op)op)->find_fault != NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_keep_their_promises),
        cmocka_unit_test(multiples_of_whole_numbers_are_exact),
        cmocka_unit_test(shapes_are_at_their_distances),
        cmocka_unit_test(operators_are_described),
        cmocka_unit_test(faults_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
