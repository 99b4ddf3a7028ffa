#include "expression_call.h"

#include <stdlib.h>
#include <string.h>

#include "suggestion.h"
#include "text_builder.h"

static const char *name_of(const scree_expression_call *call)
{
    return call->found.maker.name.text;
}

static size_t place_of(const scree_expression_call *call)
{
    return call->found.maker.name.offset;
}

static bool makes_noise(const scree_expression_call *call)
{
    return call->found.type == SCREE_EXPRESSION_MAKER;
}

/* Whether it is laid over noise, its first argument. */
static bool is_fractal(const scree_expression_call *call)
{
    return makes_noise(call) && strcmp(call->found.maker.key, "fractal") == 0;
}

scree_result scree_expression_call_begin(const scree_expression_reader *in, const scree_expression_scope *scope,
                                         const scree_expression_name *name, scree_expression_call **call)
{
    scree_expression_call *made = *call = calloc(1, sizeof **call);
    if (made == NULL) {
        return scree_expression_fail_memory(in);
    }
    scree_expression_find(scope, name, &made->found);
    if (made->found.type == SCREE_EXPRESSION_UNKNOWN) {
        return scree_expression_fail_unknown(in, scope, name, true);
    }
    if (made->found.type == SCREE_EXPRESSION_VALUE) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "'%s' is a value, which cannot be called",
                                     name->text);
    }
    made->keys = makes_noise(made) ? json_object() : NULL;
    return makes_noise(made) && made->keys == NULL ? scree_expression_fail_memory(in) : SCREE_OK;
}

void scree_expression_call_free(scree_expression_call **call)
{
    scree_expression_call *freed = *call;
    *call = NULL;
    if (freed != NULL) {
        for (uint32_t i = 0; i < freed->count; i++) {
            scree_expression_value_clear(&freed->argument[i].value);
        }
        json_decref(freed->keys);
        free(freed);
    }
}

/* Makes a fractal that is laid over a field a call of the operator: what is known of its octaves is their shape. */
static void lay_over_field(scree_expression_call *call)
{
    scree_noise_fractal fractal;
    if (is_fractal(call) && call->count > 0 && call->argument[0].value.type == SCREE_EXPRESSION_FIELD &&
        scree_noise_fractal_from_name(call->found.maker.value, &fractal)) {
        call->shape = scree_fractal_definition_of(fractal)->octave_shape;
    }
    if (call->shape != SCREE_OCTAVE_UNKNOWN && makes_noise(call)) {
        call->found.type = SCREE_EXPRESSION_OPERATOR;
        call->found.op = SCREE_OP_FRACTAL;
        json_decref(call->keys);
        call->keys = NULL;
    }
}

/* Whether a fractal is laid over what is not yet known, in the body of a function. */
static bool is_unknown_fractal(const scree_expression_call *call)
{
    return is_fractal(call) && call->count > 0 && call->argument[0].value.type == SCREE_EXPRESSION_NOTHING;
}

scree_result scree_expression_call_check_next(const scree_expression_reader *in, scree_expression_call *call,
                                              const scree_expression_name *name)
{
    const bool is_named = name->text[0] != '\0';
    lay_over_field(call);
    if (makes_noise(call) && !is_named && call->count == (is_fractal(call) ? 1 : 0) && !is_unknown_fractal(call)) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset,
                                     "%s: parameters are given by name, such as octaves=8", name_of(call));
    }
    if (call->has_names && !is_named) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset,
                                     "%s: an argument without a name stands behind one with a name", name_of(call));
    }
    if (call->count == SCREE_MAX_ARGUMENTS) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "%s: a call has at most %d arguments",
                                     name_of(call), SCREE_MAX_ARGUMENTS);
    }
    call->has_names = is_named;
    return SCREE_OK;
}

/* The name of a parameter; NULL past the last. */
static const char *parameter_name(const scree_expression_call *call, uint32_t number)
{
    const scree_expression_definition *function = call->found.function;
    if (call->found.type == SCREE_EXPRESSION_FUNCTION) {
        return number < function->count ? function->parameter[number].name.text : NULL;
    }
    const scree_op_input_info *input = scree_op_input_describe(call->found.op, number);
    return input != NULL ? input->name : NULL;
}

static bool may_be_left_out(const scree_expression_call *call, uint32_t number)
{
    return call->found.type == SCREE_EXPRESSION_FUNCTION ? call->found.function->parameter[number].has_default
                                                         : scree_op_input_describe(call->found.op, number)->has_default;
}

static scree_result fail_many(const scree_expression_reader *in, const scree_expression_call *call, size_t offset)
{
    scree_text names = {0};
    scree_text_append(&names, "");
    for (uint32_t i = 0; parameter_name(call, i) != NULL; i++) {
        scree_text_format(&names, "%s%s", i == 0 ? "" : ", ", parameter_name(call, i));
    }
    scree_result result = SCREE_OK;
    if (names.failed) {
        result = scree_expression_fail_memory(in);
    } else if (names.length == 0) {
        result = scree_expression_fail(in, SCREE_ERROR_INVALID, offset, "%s: it takes no arguments", name_of(call));
    } else {
        result = scree_expression_fail(in, SCREE_ERROR_INVALID, offset, "%s: too many arguments; its parameters are %s",
                                       name_of(call), names.data);
    }
    scree_text_clear(&names);
    return result;
}

static scree_result fail_unknown(const scree_expression_reader *in, const scree_expression_call *call,
                                 const scree_expression_name *name)
{
    scree_suggestion search = {.word = name->text};
    char suggestion[SCREE_SUGGESTION_TEXT];
    for (uint32_t i = 0; parameter_name(call, i) != NULL; i++) {
        scree_suggestion_consider(&search, parameter_name(call, i));
    }
    return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset, "%s: unknown parameter '%s'%s", name_of(call),
                                 name->text, scree_suggestion_text(&search, "'", "'", suggestion));
}

/* Finds the parameter of an argument, which none of those before it may have. */
static scree_result match_argument(const scree_expression_reader *in, scree_expression_call *call, uint32_t number)
{
    scree_expression_argument *argument = &call->argument[number];
    const char *name = argument->name.text;
    uint32_t slot = number;
    if (name[0] != '\0') {
        slot = 0;
        while (parameter_name(call, slot) != NULL && strcmp(parameter_name(call, slot), name) != 0) {
            slot++;
        }
    }
    if (parameter_name(call, slot) == NULL) {
        return name[0] != '\0' ? fail_unknown(in, call, &argument->name) : fail_many(in, call, argument->name.offset);
    }
    for (uint32_t i = 0; i < number; i++) {
        if (call->argument[i].slot == slot) {
            return scree_expression_fail(in, SCREE_ERROR_INVALID, argument->name.offset, "%s: '%s' is given twice",
                                         name_of(call), name);
        }
    }
    argument->slot = slot;
    return SCREE_OK;
}

static bool is_given(const scree_expression_call *call, uint32_t slot)
{
    bool is_one = false;
    for (uint32_t i = 0; i < call->count && !is_one; i++) {
        is_one = call->argument[i].slot == slot;
    }
    return is_one;
}

static scree_result check_missing(const scree_expression_reader *in, const scree_expression_call *call)
{
    for (uint32_t i = 0; parameter_name(call, i) != NULL; i++) {
        if (!may_be_left_out(call, i) && !is_given(call, i)) {
            return scree_expression_fail(in, SCREE_ERROR_INVALID, place_of(call), "%s: '%s' is missing", name_of(call),
                                         parameter_name(call, i));
        }
    }
    return SCREE_OK;
}

/* The argument that displaces along all axes by noise; NULL where the operator is the plain one. */
static const scree_expression_argument *find_amplitude(const scree_expression_call *call)
{
    const scree_expression_argument *found = NULL;
    const bool displaces = call->found.type == SCREE_EXPRESSION_OPERATOR && call->found.op == SCREE_OP_DISPLACE;
    for (uint32_t i = 0; i < call->count && displaces; i++) {
        found = strcmp(call->argument[i].name.text, "amplitude") == 0 ? &call->argument[i] : found;
    }
    return found;
}

/* Whether noise and a number displace a field by their order: what is meant is hardly x and y. */
static bool lacks_amplitude(const scree_expression_call *call)
{
    return call->found.type == SCREE_EXPRESSION_OPERATOR && call->found.op == SCREE_OP_DISPLACE && call->count == 3 &&
           call->argument[1].name.text[0] == '\0' && call->argument[1].value.type == SCREE_EXPRESSION_NOISE &&
           call->argument[2].name.text[0] == '\0' && call->argument[2].value.type == SCREE_EXPRESSION_NUMBER;
}

/* With an amplitude there are a field and noise besides. */
static scree_result match_displacement(const scree_expression_reader *in, const scree_expression_call *call)
{
    for (uint32_t i = 0; i < call->count && i < 3; i++) {
        const scree_expression_name *name = &call->argument[i].name;
        if (i < 2 ? name->text[0] != '\0' : strcmp(name->text, "amplitude") != 0) {
            return scree_expression_fail(in, SCREE_ERROR_INVALID, name->offset,
                                         "%s: a field and noise stand before the amplitude", name_of(call));
        }
    }
    return call->count == 3 ? SCREE_OK
                            : scree_expression_fail(in, SCREE_ERROR_INVALID, call->argument[3].name.offset,
                                                    "%s: nothing stands behind the amplitude", name_of(call));
}

scree_result scree_expression_call_match(const scree_expression_reader *in, scree_expression_call *call)
{
    scree_result result = SCREE_OK;
    lay_over_field(call);
    if (makes_noise(call)) {
        return !is_fractal(call) || call->count == 1 || is_unknown_fractal(call)
                   ? SCREE_OK
                   : scree_expression_fail(in, SCREE_ERROR_INVALID, place_of(call),
                                           "%s: the noise is missing that it is laid over", name_of(call));
    }
    if (find_amplitude(call) != NULL) {
        return match_displacement(in, call);
    }
    for (uint32_t i = 0; i < call->count && result == SCREE_OK; i++) {
        result = match_argument(in, call, i);
    }
    return result == SCREE_OK ? check_missing(in, call) : result;
}

static scree_result check_noise(const scree_expression_reader *in, const scree_expression_call *call, uint32_t number)
{
    const scree_expression_argument *argument = &call->argument[number];
    return argument->value.type == SCREE_EXPRESSION_NOISE
               ? SCREE_OK
               : scree_expression_fail(in, SCREE_ERROR_INVALID, argument->name.offset,
                                       "%s: this is %s; it must be noise", name_of(call),
                                       scree_expression_value_name(&argument->value));
}

static scree_result make_noise(const scree_expression_reader *in, const scree_expression_call *call,
                               scree_expression_value *out)
{
    scree_expression_noise *noise = NULL;
    scree_result result = is_fractal(call) ? check_noise(in, call, 0) : SCREE_OK;
    if (result == SCREE_OK) {
        const scree_expression_noise *under = is_fractal(call) ? call->argument[0].value.noise : NULL;
        result = scree_expression_noise_make(in, &call->found.maker, under, call->keys, &noise);
    }
    if (result == SCREE_OK) {
        *out = (scree_expression_value){.type = SCREE_EXPRESSION_NOISE, .noise = noise};
    }
    return result;
}

/* Replaces a field by one of its values by an operator. */
static scree_result replace(const scree_expression_reader *in, const scree_expression_call *call, scree_op op,
                            const scree_expression_value *a, const scree_expression_value *b,
                            scree_expression_value *field)
{
    scree_expression_value made = {.type = SCREE_EXPRESSION_NOTHING};
    const scree_expression_value *const input[] = {a, b};
    const scree_result result = scree_expression_apply(in, op, place_of(call), input, b != NULL ? 2 : 1, &made);
    if (result == SCREE_OK) {
        scree_expression_value_clear(field);
        *field = made;
    }
    return result;
}

/* Shapes the field that a fractal is laid over, as octaves of noise are shaped (kernels/noise/fractals). */
static scree_result shape_field(const scree_expression_reader *in, const scree_expression_call *call,
                                scree_expression_value *field)
{
    const scree_expression_value one = {.type = SCREE_EXPRESSION_NUMBER,
                                        .number = {.number = 1.0, .whole = 1, .is_whole = true}};
    scree_result result = SCREE_OK;
    if (call->shape == SCREE_OCTAVE_MAGNITUDE || call->shape == SCREE_OCTAVE_RIDGE) {
        result = replace(in, call, SCREE_OP_ABS, field, NULL, field);
    }
    if (result == SCREE_OK && call->shape == SCREE_OCTAVE_RIDGE) {
        result = replace(in, call, SCREE_OP_SUB, &one, field, field);
        result = result == SCREE_OK ? replace(in, call, SCREE_OP_MUL, field, field, field) : result;
    }
    return result;
}

static scree_result apply_op(const scree_expression_reader *in, scree_expression_call *call,
                             scree_expression_value *out)
{
    const scree_expression_value *input[SCREE_MAX_OP_INPUTS] = {NULL};
    uint32_t count = 0;
    for (uint32_t i = 0; i < call->count; i++) {
        const uint32_t slot = call->argument[i].slot;
        input[slot] = &call->argument[i].value;
        count = slot + 1 > count ? slot + 1 : count;
    }
    const scree_result result = shape_field(in, call, &call->argument[0].value);
    return result == SCREE_OK ? scree_expression_apply(in, call->found.op, place_of(call), input, count, out) : result;
}

scree_result scree_expression_call_apply(const scree_expression_reader *in, scree_expression_call *call,
                                         scree_expression_value *out)
{
    const scree_expression_argument *amplitude = find_amplitude(call);
    if (makes_noise(call)) {
        return make_noise(in, call, out);
    }
    if (lacks_amplitude(call)) {
        return scree_expression_fail(in, SCREE_ERROR_INVALID, call->argument[2].name.offset,
                                     "displace: the amplitude of noise is given by name, amplitude=; y by y=");
    }
    if (amplitude == NULL) {
        return apply_op(in, call, out);
    }
    const scree_result result = check_noise(in, call, 1);
    return result == SCREE_OK ? scree_expression_displace(in, place_of(call), &call->argument[0].value,
                                                          call->argument[1].value.noise, &amplitude->value, out)
                              : result;
}
