#include "expression_parser.h"

#include <string.h>

#include <scree/expression.h>

#include "expression_call.h"

/* Limits of what a text of some lines may cost. */
#define MAX_CALLS 65536
#define MAX_CALLED_BYTES ((size_t)8 << 20)

/* A function that does not read an expression: its variables should not lie on the stack while one that calls it does,
   because expressions within expressions may be many. */
#define LEAF __attribute__((noinline))

/* Goes one level deeper, from a place. */
static scree_result enter(scree_expression_parser *in, size_t offset)
{
    return ++in->depth <= SCREE_MAX_EXPRESSION_DEPTH
               ? SCREE_OK
               : scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, offset,
                                       "parentheses and calls are more than %d deep", SCREE_MAX_EXPRESSION_DEPTH);
}

static void leave(scree_expression_parser *in)
{
    in->depth--;
}

/* Counts a call that is evaluated. */
static scree_result count_call(scree_expression_parser *in, size_t offset, size_t bytes)
{
    in->calls++;
    in->called_bytes += bytes;
    if (in->calls > MAX_CALLS) {
        return scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, offset,
                                     "more than %d operators and functions are evaluated", MAX_CALLS);
    }
    if (in->called_bytes > MAX_CALLED_BYTES) {
        return scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, offset,
                                     "more than %zu bytes of functions are evaluated", MAX_CALLED_BYTES);
    }
    return SCREE_OK;
}

/* Applies an operator that has a sign, at its place, to a value, which becomes its value; `b` may be NULL. */
static scree_result apply_sign(scree_expression_parser *in, scree_op op, size_t offset, scree_expression_value *a,
                               const scree_expression_value *b)
{
    const scree_expression_value *input[] = {a, b};
    scree_expression_value value = {.type = SCREE_EXPRESSION_NOTHING};
    if (in->is_checking) {
        return SCREE_OK;
    }
    const bool is_field = a->type != SCREE_EXPRESSION_NUMBER || (b != NULL && b->type != SCREE_EXPRESSION_NUMBER);
    scree_result result = is_field ? count_call(in, offset, 0) : SCREE_OK;
    if (result == SCREE_OK) {
        result = scree_expression_apply(&in->reader, op, offset, input, b != NULL ? 2 : 1, &value);
    }
    scree_expression_value_clear(a);
    *a = value;
    return result;
}

static scree_result parse_parentheses(scree_expression_parser *in, scree_expression_value *out)
{
    const size_t offset = in->reader.at;
    scree_expression_take(&in->reader, '(');
    scree_result result = enter(in, offset);
    result = result == SCREE_OK ? scree_expression_parse(in, out) : result;
    leave(in);
    return result == SCREE_OK ? scree_expression_expect(&in->reader, ')') : result;
}

static scree_result parse_number(scree_expression_parser *in, scree_expression_value *out)
{
    scree_expression_number number;
    const scree_result result = scree_expression_read_number(&in->reader, &number);
    if (result == SCREE_OK && !in->is_checking) {
        *out = (scree_expression_value){.type = SCREE_EXPRESSION_NUMBER, .number = number};
    }
    return result;
}

/* The value of an operator without inputs: a position. */
static scree_result apply_position(scree_expression_parser *in, scree_op op, size_t offset, scree_expression_value *out)
{
    scree_expression_value *position = &in->position[op - SCREE_OP_POSITION_X];
    scree_result result = in->is_checking ? SCREE_OK : count_call(in, offset, 0);
    if (result == SCREE_OK && !in->is_checking && position->type == SCREE_EXPRESSION_NOTHING) {
        result = scree_expression_apply(&in->reader, op, offset, NULL, 0, position);
    }
    if (result == SCREE_OK && !in->is_checking) {
        *out = scree_expression_value_share(position);
    }
    return result;
}

static scree_result fail_keyword(scree_expression_parser *in, const scree_expression_name *word)
{
    const bool is_flag = strcmp(word->text, "true") == 0 || strcmp(word->text, "false") == 0;
    return is_flag ? scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, word->offset,
                                           "'%s' is a value only of parameters that are true or false", word->text)
                   : scree_expression_fail(&in->reader, SCREE_ERROR_FORMAT, word->offset,
                                           "a value is missing before '%s'", word->text);
}

/* A name that is not called. */
LEAF static scree_result parse_name(scree_expression_parser *in, scree_expression_value *out)
{
    scree_expression_name name;
    scree_expression_found found;
    const scree_result result = scree_expression_read_name(&in->reader, &name);
    if (result != SCREE_OK) {
        return result;
    }
    scree_expression_find(&in->scope, &name, &found);
    if (found.type == SCREE_EXPRESSION_VALUE) {
        if (found.value != NULL && !in->is_checking) {
            *out = scree_expression_value_share(found.value);
        }
        return SCREE_OK;
    }
    if (found.type == SCREE_EXPRESSION_OPERATOR && scree_op_describe(found.op)->input_count == 0) {
        return apply_position(in, found.op, name.offset, out);
    }
    if (scree_expression_is_keyword(name.text)) {
        return fail_keyword(in, &name);
    }
    return found.type == SCREE_EXPRESSION_UNKNOWN
               ? scree_expression_fail_unknown(&in->reader, &in->scope, &name, false)
               : scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, name.offset,
                                       "'%s' is a function, whose arguments must follow in parentheses", name.text);
}

/* Reads an expression that must be a number, as a JSON value: NULL where it is not known, and where memory runs out. */
static scree_result parse_json_number(scree_expression_parser *in, const scree_expression_call *call,
                                      const scree_parameter *parameter, json_t **json)
{
    scree_expression_value value = {.type = SCREE_EXPRESSION_NOTHING};
    scree_expression_next(&in->reader);
    const size_t offset = in->reader.at;
    scree_result result = scree_expression_parse(in, &value);
    if (result == SCREE_OK && value.type == SCREE_EXPRESSION_NUMBER) {
        *json = scree_expression_json_number(&value.number);
    } else if (result == SCREE_OK && !in->is_checking) {
        result = scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, offset, "%s: '%s' is %s; it must be a number",
                                       call->found.maker.name.text, parameter->name,
                                       scree_expression_value_name(&value));
    }
    scree_expression_value_clear(&value);
    return result;
}

static scree_result parse_json_array(scree_expression_parser *in, const scree_expression_call *call,
                                     const scree_parameter *parameter, json_t **json)
{
    json_t *array = json_array();
    scree_result result = array != NULL ? SCREE_OK : scree_expression_fail_memory(&in->reader);
    scree_expression_take(&in->reader, '[');
    bool goes_on = result == SCREE_OK && !scree_expression_take(&in->reader, ']');
    while (goes_on && result == SCREE_OK) {
        json_t *number = NULL;
        result = parse_json_number(in, call, parameter, &number);
        if (result == SCREE_OK && !in->is_checking && json_array_append_new(array, number) != 0) {
            result = scree_expression_fail_memory(&in->reader);
        }
        result = result == SCREE_OK ? scree_expression_go_on(&in->reader, ']', &goes_on) : result;
    }
    if (result != SCREE_OK) {
        json_decref(array);
        return result;
    }
    *json = array;
    return SCREE_OK;
}

LEAF static scree_result parse_json_word(scree_expression_parser *in, const scree_parameter *parameter, json_t **json)
{
    scree_expression_name word;
    const scree_result result = scree_expression_read_word(&in->reader, &word);
    if (result == SCREE_OK) {
        *json = scree_expression_json_word(parameter, word.text);
    }
    return result;
}

/* An argument of noise: a word where the parameter takes one, an array, or a number. */
static scree_result parse_parameter(scree_expression_parser *in, scree_expression_call *call,
                                    const scree_expression_name *name)
{
    const scree_parameter *parameter = NULL;
    json_t *json = NULL;
    scree_result result = scree_expression_find_parameter(&in->reader, &call->found.maker, name, &parameter);
    if (result != SCREE_OK) {
        return result;
    }
    const bool takes_word = parameter->type == SCREE_PARAMETER_CHOICE || parameter->type == SCREE_PARAMETER_FLAG;
    if (takes_word && scree_expression_has_name(&in->reader)) {
        result = parse_json_word(in, parameter, &json);
    } else if (scree_expression_next(&in->reader) == '[') {
        result = parse_json_array(in, call, parameter, &json);
    } else {
        result = parse_json_number(in, call, parameter, &json);
    }
    if (result != SCREE_OK) {
        return result;
    }
    json = in->is_checking && json == NULL ? json_null() : json;
    return scree_expression_add_key(&in->reader, &call->found.maker, parameter, name->offset, json, !in->is_checking,
                                    call->keys);
}

/* Reads a name and a "=" behind it; an empty name, at the next place, where there is none. */
scree_result scree_expression_parse_name(scree_expression_parser *in, scree_expression_name *name)
{
    scree_result result = SCREE_OK;
    scree_expression_next(&in->reader);
    const size_t at = in->reader.at;
    const size_t end = in->reader.end;
    if (scree_expression_has_name(&in->reader)) {
        result = scree_expression_read_name(&in->reader, name);
        if (result != SCREE_OK || scree_expression_take(&in->reader, '=')) {
            return result;
        }
    }
    *name = (scree_expression_name){.offset = at};
    in->reader.at = at;
    in->reader.end = end;
    return SCREE_OK;
}

/* Whether an expression begins. */
static bool has_value(scree_expression_parser *in)
{
    const char next = scree_expression_next(&in->reader);
    return next == '(' || next == '-' || scree_expression_has_name(&in->reader) ||
           scree_expression_has_number(&in->reader);
}

static scree_result parse_argument(scree_expression_parser *in, scree_expression_call *call)
{
    scree_expression_argument *argument = &call->argument[call->count];
    scree_result result = scree_expression_parse_name(in, &argument->name);
    if (result == SCREE_OK && argument->name.text[0] == '\0' && !has_value(in)) {
        return scree_expression_fail_missing(&in->reader, "a value");
    }
    result = result == SCREE_OK ? scree_expression_call_check_next(&in->reader, call, &argument->name) : result;
    if (result != SCREE_OK) {
        return result;
    }
    if (call->keys != NULL && argument->name.text[0] != '\0') {
        return parse_parameter(in, call, &argument->name);
    }
    call->count++;
    return scree_expression_parse(in, &argument->value);
}

/* The arguments of a call, from its parenthesis on. */
static scree_result parse_arguments(scree_expression_parser *in, scree_expression_call *call)
{
    scree_expression_take(&in->reader, '(');
    scree_result result = SCREE_OK;
    bool goes_on = !scree_expression_take(&in->reader, ')');
    while (goes_on && result == SCREE_OK) {
        result = parse_argument(in, call);
        result = result == SCREE_OK ? scree_expression_go_on(&in->reader, ')', &goes_on) : result;
    }
    return result;
}

LEAF static void enter_function(scree_expression_parser *in, scree_expression_call *call)
{
    const scree_expression_definition *function = call->found.function;
    call->scope = in->scope;
    call->reader = in->reader;
    in->scope = (scree_expression_scope){.definitions = &in->definitions,
                                         .visible = function->visible,
                                         .function = function,
                                         .is_called = true,
                                         .argument = call->argument,
                                         .count = call->count};
    in->reader.at = function->body;
    in->reader.function = function->name.text;
    in->reader.call = call->found.maker.name.offset;
}

/* Evaluates the body of a function with the arguments of a call. */
static scree_result call_function(scree_expression_parser *in, scree_expression_call *call, scree_expression_value *out)
{
    enter_function(in, call);
    const scree_result result = scree_expression_parse(in, out);
    in->scope = call->scope;
    in->reader = call->reader;
    return result;
}

static scree_result evaluate(scree_expression_parser *in, scree_expression_call *call, scree_expression_value *out)
{
    const bool is_own = call->found.type == SCREE_EXPRESSION_FUNCTION;
    const scree_result result = count_call(in, call->found.maker.name.offset, is_own ? call->found.function->bytes : 0);
    if (result != SCREE_OK) {
        return result;
    }
    return is_own ? call_function(in, call, out) : scree_expression_call_apply(&in->reader, call, out);
}

LEAF static scree_result begin_call(scree_expression_parser *in, scree_expression_call **call)
{
    scree_expression_name name;
    scree_result result = scree_expression_read_name(&in->reader, &name);
    result = result == SCREE_OK ? scree_expression_call_begin(&in->reader, &in->scope, &name, call) : result;
    return result == SCREE_OK ? enter(in, name.offset) : result;
}

/* The arguments of a call that reads a file. */
LEAF static scree_result parse_file(scree_expression_parser *in, size_t offset, scree_expression_value *out)
{
    scree_field *field = NULL;
    scree_result result = in->is_checking ? SCREE_OK : count_call(in, offset, 0);
    if (result == SCREE_OK) {
        result = scree_expression_read_file(&in->reader, &in->files, offset, in->is_checking, &field);
    }
    if (field != NULL) {
        *out = (scree_expression_value){.type = SCREE_EXPRESSION_FIELD, .field = field};
    }
    return result;
}

static scree_result parse_call(scree_expression_parser *in, scree_expression_value *out)
{
    scree_expression_call *call = NULL;
    const uint32_t depth = in->depth;
    scree_result result = begin_call(in, &call);
    const bool is_file = result == SCREE_OK && call->found.type == SCREE_EXPRESSION_FILE;
    if (is_file) {
        result = parse_file(in, call->found.maker.name.offset, out);
    } else if (result == SCREE_OK) {
        result = parse_arguments(in, call);
        result = result == SCREE_OK ? scree_expression_call_match(&in->reader, call) : result;
    }
    if (result == SCREE_OK && !in->is_checking && !is_file) {
        result = evaluate(in, call, out);
    }
    in->depth = depth;
    scree_expression_call_free(&call);
    return result;
}

static scree_result parse_primary(scree_expression_parser *in, scree_expression_value *out)
{
    if (scree_expression_has_number(&in->reader)) {
        return parse_number(in, out);
    }
    if (scree_expression_has_call(&in->reader)) {
        return parse_call(in, out);
    }
    if (scree_expression_has_name(&in->reader)) {
        return parse_name(in, out);
    }
    return scree_expression_next(&in->reader) == '(' ? parse_parentheses(in, out)
                                                     : scree_expression_fail_missing(&in->reader, "a value");
}

static scree_result parse_unary(scree_expression_parser *in, scree_expression_value *out)
{
    scree_expression_next(&in->reader);
    const size_t offset = in->reader.at;
    const bool is_negative = scree_expression_take(&in->reader, '-');
    const scree_result result = parse_primary(in, out);
    return result == SCREE_OK && is_negative ? apply_sign(in, SCREE_OP_NEG, offset, out, NULL) : result;
}

/* Takes the next sign if it is one of two operators; its place is that of the reader then. */
static bool take_sign(scree_expression_parser *in, char first, scree_op first_op, char second, scree_op second_op,
                      scree_op *op)
{
    *op = scree_expression_next(&in->reader) == first ? first_op : second_op;
    return scree_expression_take(&in->reader, first) || scree_expression_take(&in->reader, second);
}

/* Values with `*` and `/` between them; they become the first one. */
static scree_result parse_term(scree_expression_parser *in, scree_expression_value *out)
{
    scree_op op;
    scree_result result = parse_unary(in, out);
    while (result == SCREE_OK && take_sign(in, '*', SCREE_OP_MUL, '/', SCREE_OP_DIV, &op)) {
        const size_t offset = in->reader.at - 1;
        scree_expression_value right = {.type = SCREE_EXPRESSION_NOTHING};
        result = parse_unary(in, &right);
        result = result == SCREE_OK ? apply_sign(in, op, offset, out, &right) : result;
        scree_expression_value_clear(&right);
    }
    return result;
}

/* After an error the value is nothing. */
scree_result scree_expression_parse(scree_expression_parser *in, scree_expression_value *out)
{
    scree_op op;
    scree_result result = parse_term(in, out);
    while (result == SCREE_OK && take_sign(in, '+', SCREE_OP_ADD, '-', SCREE_OP_SUB, &op)) {
        const size_t offset = in->reader.at - 1;
        scree_expression_value right = {.type = SCREE_EXPRESSION_NOTHING};
        result = parse_term(in, &right);
        result = result == SCREE_OK ? apply_sign(in, op, offset, out, &right) : result;
        scree_expression_value_clear(&right);
    }
    if (result != SCREE_OK) {
        scree_expression_value_clear(out);
    }
    return result;
}
