#include "expression_values.h"

#include <math.h>

#include "context_internal.h"
#include "field_type.h"

void scree_expression_value_clear(scree_expression_value *value)
{
    if (value->type == SCREE_EXPRESSION_FIELD) {
        scree_field_release(&value->field);
    } else if (value->type == SCREE_EXPRESSION_NOISE) {
        scree_expression_noise_release(&value->noise);
    }
    value->type = SCREE_EXPRESSION_NOTHING;
}

scree_expression_value scree_expression_value_share(const scree_expression_value *value)
{
    if (value->type == SCREE_EXPRESSION_FIELD) {
        scree_field_retain(value->field);
    } else if (value->type == SCREE_EXPRESSION_NOISE) {
        scree_expression_noise_retain(value->noise);
    }
    return *value;
}

const char *scree_expression_value_name(const scree_expression_value *value)
{
    static const char *const names[] = {[SCREE_EXPRESSION_NOTHING] = "nothing",
                                        [SCREE_EXPRESSION_NUMBER] = "a number",
                                        [SCREE_EXPRESSION_FIELD] = "a field",
                                        [SCREE_EXPRESSION_NOISE] = "noise"};
    return names[value->type];
}

/* The operand of a value. It borrows the field. */
static scree_result take_operand(const scree_expression_reader *in, const scree_expression_value *value,
                                 scree_op_operand *operand)
{
    *operand = (scree_op_operand){.field = NULL};
    if (value->type == SCREE_EXPRESSION_NOISE) {
        return scree_expression_noise_field(in, value->noise, &operand->field);
    }
    if (value->type == SCREE_EXPRESSION_FIELD) {
        operand->field = value->field;
    } else {
        operand->number = value->number.number;
    }
    return SCREE_OK;
}

/* Makes a field whose errors are reported at a place. */
static scree_result make_field(const scree_expression_reader *in, size_t offset, const scree_op_params *params,
                               scree_field **field)
{
    const scree_result result = scree_field_from_op(scree_context_silent(), params, field);
    if (result != SCREE_OK) {
        return scree_expression_fail_again(in, result, offset, "");
    }
    (*field)->context = in->context;
    return SCREE_OK;
}

/* Whether an operator has a sign, and so is one of numbers. */
static bool has_sign(scree_op op)
{
    return op == SCREE_OP_ADD || op == SCREE_OP_SUB || op == SCREE_OP_MUL || op == SCREE_OP_DIV || op == SCREE_OP_NEG;
}

static double compute(scree_op op, double a, double b)
{
    switch (op) {
    case SCREE_OP_ADD:
        return a + b;
    case SCREE_OP_SUB:
        return a - b;
    case SCREE_OP_MUL:
        return a * b;
    case SCREE_OP_DIV:
        return a / b;
    default:
        return -a;
    }
}

static scree_result apply_to_numbers(const scree_expression_reader *in, scree_op op, size_t offset,
                                     const scree_expression_value *const *input, uint32_t count,
                                     scree_expression_value *out)
{
    const double a = input[0]->number.number;
    const double b = count > 1 ? input[1]->number.number : 0.0;
    if (op == SCREE_OP_DIV && b == 0.0) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, offset, "div divides by 0");
    }
    const scree_expression_number value = {.number = compute(op, a, b)};
    if (!isfinite(value.number)) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, offset,
                                     "%s has a value beyond the largest number, 1.7976931348623157e308",
                                     scree_op_name(op));
    }
    *out = (scree_expression_value){.type = SCREE_EXPRESSION_NUMBER, .number = value};
    return SCREE_OK;
}

static bool are_numbers(const scree_expression_value *const *input, uint32_t count)
{
    bool are = count > 0;
    for (uint32_t i = 0; i < count; i++) {
        are = are && input[i] != NULL && input[i]->type == SCREE_EXPRESSION_NUMBER;
    }
    return are;
}

scree_result scree_expression_apply(const scree_expression_reader *in, scree_op op, size_t offset,
                                    const scree_expression_value *const *input, uint32_t count,
                                    scree_expression_value *out)
{
    scree_op_params params = {.op = op, .count = count};
    scree_result result = SCREE_OK;
    if (has_sign(op) && are_numbers(input, count)) {
        return apply_to_numbers(in, op, offset, input, count, out);
    }
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        if (input[i] != NULL) {
            result = take_operand(in, input[i], &params.input[i]);
        } else if (scree_op_describe(op)->group_size > 0) {
            result = scree_expression_fail(in, SCREE_ERROR_INVALID, offset, "%s: %s is missing", scree_op_name(op),
                                           scree_op_input_describe(op, i)->name);
        } else {
            params.input[i].number = scree_op_input_describe(op, i)->default_number;
        }
    }
    scree_field *field = NULL;
    result = result == SCREE_OK ? make_field(in, offset, &params, &field) : result;
    if (result == SCREE_OK) {
        *out = (scree_expression_value){.type = SCREE_EXPRESSION_FIELD, .field = field};
    }
    return result;
}

/* The displacement along an axis: the noise of that axis times the amplitude. */
static scree_result make_displacement(const scree_expression_reader *in, size_t offset,
                                      const scree_expression_noise *noise, const scree_op_operand *amplitude,
                                      uint32_t axis, scree_field **field)
{
    scree_field *along = NULL;
    scree_result result = scree_expression_noise_axis(in, noise, axis, &along);
    if (result == SCREE_OK) {
        const scree_op_params product = {.op = SCREE_OP_MUL, .count = 2, .input = {{.field = along}, *amplitude}};
        result = make_field(in, offset, &product, field);
    }
    scree_field_release(&along);
    return result;
}

scree_result scree_expression_displace(const scree_expression_reader *in, size_t offset,
                                       const scree_expression_value *value, scree_expression_noise *noise,
                                       const scree_expression_value *amplitude, scree_expression_value *out)
{
    enum { DISPLACED_AXES = 4 };
    scree_op_params params = {.op = SCREE_OP_DISPLACE, .count = 1 + DISPLACED_AXES};
    scree_op_operand factor;
    scree_field *along[DISPLACED_AXES] = {NULL};
    scree_field *field = NULL;
    scree_result result = take_operand(in, value, &params.input[0]);
    result = result == SCREE_OK ? take_operand(in, amplitude, &factor) : result;
    for (uint32_t axis = 0; axis < DISPLACED_AXES && result == SCREE_OK; axis++) {
        result = make_displacement(in, offset, noise, &factor, axis, &along[axis]);
        params.input[1 + axis].field = along[axis];
    }
    result = result == SCREE_OK ? make_field(in, offset, &params, &field) : result;
    for (uint32_t axis = 0; axis < DISPLACED_AXES; axis++) {
        scree_field_release(&along[axis]);
    }
    if (result == SCREE_OK) {
        *out = (scree_expression_value){.type = SCREE_EXPRESSION_FIELD, .field = field};
    }
    return result;
}

scree_result scree_expression_value_field(const scree_expression_reader *in, size_t offset,
                                          const scree_expression_value *value, scree_field **field)
{
    scree_op_operand operand;
    const scree_result result = take_operand(in, value, &operand);
    if (result != SCREE_OK) {
        return result;
    }
    if (operand.field != NULL) {
        *field = scree_field_retain(operand.field);
        return SCREE_OK;
    }
    const scree_op_params params = {.op = SCREE_OP_CONSTANT, .count = 1, .input = {operand}};
    return make_field(in, offset, &params, field);
}
