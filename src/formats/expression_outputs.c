#include "expression_outputs.h"

#include <string.h>

#include "context_internal.h"

/* Whether an output begins here: its name is no keyword, so that `out` may still be the name of a value. */
static bool take_keyword(scree_expression_parser *in)
{
    const size_t at = in->reader.at;
    const size_t end = in->reader.end;
    if (scree_expression_take_word(&in->reader, "out") && scree_expression_has_name(&in->reader)) {
        return true;
    }
    in->reader.at = at;
    in->reader.end = end;
    return false;
}

/* Checks what an output adds to those before it. */
static scree_result check_output(const scree_expression_parser *in, const scree_expression_output *output)
{
    const scree_expression_outputs *all = &in->outputs;
    uint32_t channels = output->components;
    for (uint32_t i = 0; i < all->count; i++) {
        channels += all->output[i].components;
        if (strcmp(all->output[i].name.text, output->name.text) == 0) {
            return scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, output->name.offset,
                                         "'%s' is an output already, at %s", output->name.text,
                                         scree_expression_show_place(&in->reader, all->output[i].name.offset).text);
        }
    }
    return channels <= SCREE_MAX_OUTPUT_CHANNELS
               ? SCREE_OK
               : scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, output->name.offset,
                                       "all outputs together have more than %d numbers for each sample",
                                       SCREE_MAX_OUTPUT_CHANNELS);
}

static scree_result parse_component(scree_expression_parser *in, scree_expression_output *output)
{
    scree_expression_value value = {.type = SCREE_EXPRESSION_NOTHING};
    scree_expression_next(&in->reader);
    const size_t offset = in->reader.at;
    scree_field *field = NULL;
    scree_result result = scree_expression_parse(in, &value);
    if (result == SCREE_OK && output->components == SCREE_MAX_OUTPUT_COMPONENTS) {
        result = scree_expression_fail(&in->reader, SCREE_ERROR_INVALID, offset, "an output has at most %d components",
                                       SCREE_MAX_OUTPUT_COMPONENTS);
    }
    result = result == SCREE_OK ? scree_expression_value_field(&in->reader, offset, &value, &field) : result;
    scree_expression_value_clear(&value);
    if (result == SCREE_OK) {
        output->component[output->components++] = field;
    }
    return result;
}

static scree_result parse_components(scree_expression_parser *in, scree_expression_output *output)
{
    bool goes_on = true;
    scree_result result = SCREE_OK;
    if (!scree_expression_take(&in->reader, '[')) {
        return parse_component(in, output);
    }
    while (goes_on && result == SCREE_OK) {
        result = parse_component(in, output);
        result = result == SCREE_OK ? scree_expression_go_on(&in->reader, ']', &goes_on) : result;
    }
    return result;
}

static void clear_output(scree_expression_output *output)
{
    for (uint32_t i = 0; i < output->components; i++) {
        scree_field_release(&output->component[i]);
    }
}

/* The parameters of outputs from one on. */
static scree_outputs_params params_of(const scree_expression_output *output, uint32_t count)
{
    scree_outputs_params params = {{{.name = NULL}}};
    for (uint32_t i = 0; i < count; i++) {
        params.output[i].name = output[i].name.text;
        for (uint32_t k = 0; k < output[i].components; k++) {
            params.output[i].component[k] = output[i].component[k];
        }
    }
    return params;
}

/* Makes the field of outputs; what the library has to say of it is said of the first one. */
static scree_result make_field(const scree_expression_reader *in, const scree_expression_output *output, uint32_t count,
                               scree_field **field)
{
    const scree_outputs_params params = params_of(output, count);
    const scree_result result = scree_field_from_outputs(scree_context_silent(), &params, field);
    if (result != SCREE_OK) {
        return scree_expression_fail_again(in, result, output->name.offset, "");
    }
    (*field)->context = in->context;
    return SCREE_OK;
}

scree_result scree_expression_parse_output(scree_expression_parser *in, bool *is_there)
{
    scree_expression_output output = {.components = 0};
    scree_field *alone = NULL;
    *is_there = take_keyword(in);
    if (!*is_there) {
        return SCREE_OK;
    }
    scree_result result = scree_expression_read_name(&in->reader, &output.name);
    result = result == SCREE_OK ? scree_expression_expect(&in->reader, '=') : result;
    result = result == SCREE_OK ? parse_components(in, &output) : result;
    result = result == SCREE_OK ? scree_expression_expect(&in->reader, ';') : result;
    result = result == SCREE_OK ? check_output(in, &output) : result;
    result = result == SCREE_OK ? make_field(&in->reader, &output, 1, &alone) : result;
    scree_field_release(&alone);
    if (result == SCREE_OK) {
        in->outputs.output[in->outputs.count++] = output;
    } else {
        clear_output(&output);
    }
    return result;
}

scree_result scree_expression_outputs_field(const scree_expression_parser *in, scree_field **field)
{
    return make_field(&in->reader, in->outputs.output, in->outputs.count, field);
}

void scree_expression_outputs_clear(scree_expression_outputs *outputs)
{
    for (uint32_t i = 0; i < outputs->count; i++) {
        clear_output(&outputs->output[i]);
    }
    outputs->count = 0;
}
