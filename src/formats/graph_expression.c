/* Fields from expressions: the definitions of a text, and the expression behind them. */
#include <scree/expression.h>

#include "context_internal.h"
#include "expression_outputs.h"
#include "float_environment.h"

/* The rest of a definition behind its name: "= EXPRESSION". */
static scree_result parse_let(scree_expression_parser *in, scree_expression_definition *definition)
{
    const scree_result result = scree_expression_expect(&in->reader, '=');
    return result == SCREE_OK ? scree_expression_parse(in, &definition->value) : result;
}

static scree_result parse_function_parameter(scree_expression_parser *in, scree_expression_definition *function)
{
    scree_expression_parameter parameter = {.has_default = false};
    scree_result result = scree_expression_read_name(&in->reader, &parameter.name);
    if (result == SCREE_OK) {
        result = scree_expression_check_parameter(&in->reader, function, &parameter.name);
    }
    if (result == SCREE_OK && scree_expression_take(&in->reader, '=')) {
        parameter.has_default = true;
        result = scree_expression_parse(in, &parameter.value);
    }
    result = result == SCREE_OK ? scree_expression_add_parameter(&in->reader, function, &parameter) : result;
    scree_expression_value_clear(&parameter.value);
    return result;
}

static scree_result parse_function_parameters(scree_expression_parser *in, scree_expression_definition *function)
{
    scree_result result = scree_expression_expect(&in->reader, '(');
    bool goes_on = result == SCREE_OK && !scree_expression_take(&in->reader, ')');
    while (goes_on && result == SCREE_OK) {
        result = parse_function_parameter(in, function);
        result = result == SCREE_OK ? scree_expression_go_on(&in->reader, ')', &goes_on) : result;
    }
    return result;
}

/* The rest of a function behind its name: its parameters and its body, which is checked. */
static scree_result parse_function(scree_expression_parser *in, scree_expression_definition *function)
{
    const scree_expression_scope scope = in->scope;
    scree_result result = parse_function_parameters(in, function);
    result = result == SCREE_OK ? scree_expression_expect(&in->reader, '=') : result;
    if (result != SCREE_OK) {
        return result;
    }
    scree_expression_value nothing = {.type = SCREE_EXPRESSION_NOTHING};
    function->is_function = true;
    function->visible = scope.visible;
    function->body = in->reader.at;
    in->scope.function = function;
    in->is_checking = true;
    result = scree_expression_parse(in, &nothing);
    in->is_checking = false;
    in->scope = scope;
    function->bytes = in->reader.end - function->body;
    return result;
}

/* A definition behind its keyword. */
static scree_result parse_definition(scree_expression_parser *in, bool is_function)
{
    scree_expression_definition definition = {.is_function = false};
    scree_result result = scree_expression_read_name(&in->reader, &definition.name);
    if (result == SCREE_OK) {
        result = scree_expression_check_definition(&in->reader, &in->definitions, &definition.name);
    }
    if (result == SCREE_OK) {
        result = is_function ? parse_function(in, &definition) : parse_let(in, &definition);
    }
    result = result == SCREE_OK ? scree_expression_expect(&in->reader, ';') : result;
    result = result == SCREE_OK ? scree_expression_define(&in->reader, &in->definitions, &definition) : result;
    scree_expression_definition_clear(&definition);
    in->scope.visible = in->definitions.count;
    return result;
}

static scree_result parse_definitions(scree_expression_parser *in)
{
    scree_result result = SCREE_OK;
    bool goes_on = true;
    while (goes_on && result == SCREE_OK) {
        const bool is_function = scree_expression_take_word(&in->reader, "fn");
        if (is_function || scree_expression_take_word(&in->reader, "let")) {
            result = parse_definition(in, is_function);
        } else {
            result = scree_expression_parse_output(in, &goes_on);
        }
    }
    return result;
}

/* Outputs are all that a text is for. */
static scree_result finish_outputs(scree_expression_parser *in, scree_field **field)
{
    if (scree_expression_next(&in->reader) != '\0') {
        return scree_expression_fail(
            &in->reader, SCREE_ERROR_FORMAT, in->reader.at,
            "a text with outputs has no value besides; make it one, such as 'out value = ...;'");
    }
    return scree_expression_outputs_field(in, field);
}

/* Checks that an expression begins here, and no definition without its keyword. */
static scree_result check_begin(scree_expression_parser *in)
{
    scree_expression_name name;
    if (scree_expression_next(&in->reader) == '\0') {
        return scree_expression_fail(&in->reader, SCREE_ERROR_FORMAT, in->reader.end, "the text has no %s",
                                     in->definitions.count == 0 ? "expression" : "expression behind its definitions");
    }
    const scree_result result = scree_expression_parse_name(in, &name);
    if (result == SCREE_OK && name.text[0] != '\0' && in->reader.text[in->reader.at] == '=') {
        return scree_expression_fail_missing(&in->reader, "a value");
    }
    return result != SCREE_OK || name.text[0] == '\0'
               ? result
               : scree_expression_fail(&in->reader, SCREE_ERROR_FORMAT, name.offset, "'let' is missing before '%s'",
                                       name.text);
}

static scree_result check_end(scree_expression_parser *in)
{
    const bool has_semicolon = scree_expression_take(&in->reader, ';');
    const char next = scree_expression_next(&in->reader);
    if (next == '\0') {
        return SCREE_OK;
    }
    if (has_semicolon) {
        return scree_expression_fail_there(&in->reader, "follows the end of the expression whose value is the field");
    }
    const bool is_value = next == '(' || scree_expression_has_name(&in->reader) ||
                          scree_expression_has_number(&in->reader);
    return is_value ? scree_expression_fail_missing(&in->reader, "an operator")
                    : scree_expression_fail_there(&in->reader, "follows the end of the expression");
}

static scree_result parse_text(scree_expression_parser *in, scree_field **field)
{
    scree_expression_value value = {.type = SCREE_EXPRESSION_NOTHING};
    scree_result result = parse_definitions(in);
    if (result == SCREE_OK && in->outputs.count > 0) {
        return finish_outputs(in, field);
    }
    result = result == SCREE_OK ? check_begin(in) : result;
    const size_t offset = in->reader.at;
    result = result == SCREE_OK ? scree_expression_parse(in, &value) : result;
    result = result == SCREE_OK ? check_end(in) : result;
    result = result == SCREE_OK ? scree_expression_value_field(&in->reader, offset, &value, field) : result;
    scree_expression_value_clear(&value);
    return result;
}

scree_result scree_field_from_expression(scree_context *context, const char *text, size_t length, const char *name,
                                         scree_field **field)
{
    scree_expression_parser in = {.reader = {.context = context, .name = name != NULL ? name : "expression"}};
    scree_float_environment saved;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    in.scope.definitions = &in.definitions;
    scree_float_environment_enter(&saved);
    scree_result result = scree_expression_open(&in.reader, text, length);
    result = result == SCREE_OK ? parse_text(&in, field) : result;
    scree_expression_definitions_clear(&in.definitions);
    for (uint32_t axis = 0; axis < SCREE_POSITION_AXES; axis++) {
        scree_expression_value_clear(&in.position[axis]);
    }
    scree_expression_files_clear(&in.files);
    scree_expression_outputs_clear(&in.outputs);
    scree_expression_close(&in.reader);
    scree_float_environment_leave(&saved);
    return result;
}
