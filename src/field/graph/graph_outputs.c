#include "graph_outputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "graph_node.h"
#include "graph_type.h"
#include "noise_type.h"
#include "sized_params.h"

SCREE_ASSERT_NO_TAIL(scree_outputs_params, output);

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789"

const scree_op_definition scree_outputs_definition = {
    .info = {"outputs", "several fields at once", 0, .group = "outputs"}};

const char *scree_field_output_name(const scree_field *field, uint32_t number)
{
    const scree_graph_outputs *outputs = scree_graph_outputs_of(field);
    return outputs != NULL && number < outputs->count ? outputs->name[number] : NULL;
}

const char *scree_field_channel_names(const scree_field *field)
{
    const scree_graph_outputs *outputs = scree_graph_outputs_of(field);
    return outputs != NULL ? outputs->list : NULL;
}

static scree_result check_name(scree_context *context, const char *name, const scree_graph_outputs *before)
{
    const size_t length = strlen(name);
    if (length < 1 || length > SCREE_MAX_OUTPUT_NAME_BYTES || name[strspn(name, NAME_CHARACTERS)] != '\0' ||
        (name[0] >= '0' && name[0] <= '9')) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "the name of an output is \"%.80s\"; it must be 1 to %d letters, digits and '_', and not "
                          "begin with a digit",
                          name, SCREE_MAX_OUTPUT_NAME_BYTES);
    }
    for (uint32_t i = 0; i < before->count; i++) {
        if (strcmp(before->name[i], name) == 0) {
            return scree_fail(context, SCREE_ERROR_INVALID, "two outputs have the name \"%s\"", name);
        }
    }
    return SCREE_OK;
}

/* Adds a component to the inputs of a node. */
static scree_result add_component(scree_context *context, const scree_field *component, scree_graph_node *node)
{
    const char *name = node->outputs->name[node->outputs->count];
    const scree_result result = scree_graph_check_input(context, "output", name, component);
    if (result != SCREE_OK) {
        return result;
    }
    if (node->input_count == SCREE_MAX_OUTPUT_CHANNELS) {
        return scree_fail(context, SCREE_ERROR_INVALID, "output %s: all outputs together have at most %d channels",
                          name, SCREE_MAX_OUTPUT_CHANNELS);
    }
    scree_graph_node_add(node, node->input_count++, component, 1);
    return SCREE_OK;
}

/* The name of a channel. */
typedef struct channel_name {
    char text[SCREE_MAX_OUTPUT_NAME_BYTES + 3];
} channel_name;

static channel_name name_of(const scree_graph_outputs *outputs, uint32_t output, uint32_t component)
{
    const char letter[] = {'.', "xyzw"[component], '\0'};
    channel_name name;
    snprintf(name.text, sizeof name.text, "%s%s", outputs->name[output],
             scree_graph_output_channels(outputs, output) > 1 ? letter : "");
    return name;
}

static void list_channels(scree_graph_outputs *outputs)
{
    size_t length = 0;
    for (uint32_t i = 0; i < outputs->count; i++) {
        for (uint32_t k = 0; k < scree_graph_output_channels(outputs, i); k++) {
            length += (size_t)snprintf(outputs->list + length, sizeof outputs->list - length, "%s%s",
                                       length > 0 ? " " : "", name_of(outputs, i, k).text);
        }
    }
}

static scree_result add_output(scree_context *context, const scree_field_output *output, scree_graph_node *node)
{
    scree_graph_outputs *outputs = node->outputs;
    scree_result result = check_name(context, output->name, outputs);
    if (result == SCREE_OK && output->component[0] == NULL) {
        result = scree_fail(context, SCREE_ERROR_INVALID, "output %s: it has no field", output->name);
    }
    if (result == SCREE_OK) {
        strcpy(outputs->name[outputs->count], output->name);
    }
    for (uint32_t i = 0; i < SCREE_MAX_OUTPUT_COMPONENTS && output->component[i] != NULL && result == SCREE_OK; i++) {
        result = add_component(context, output->component[i], node);
    }
    if (result == SCREE_OK) {
        outputs->first[++outputs->count] = node->input_count;
    }
    return result;
}

static scree_result make(scree_context *context, const scree_outputs_params *params, scree_field **field)
{
    scree_graph_node *node = calloc(1, sizeof *node);
    scree_graph_outputs *outputs = calloc(1, sizeof *outputs);
    if (node == NULL || outputs == NULL) {
        free(node);
        free(outputs);
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field");
    }
    *node =
        (scree_graph_node){.definition = &scree_outputs_definition, .depth = 1, .most_fields = 1, .outputs = outputs};
    scree_result result = params->output[0].name != NULL
                              ? SCREE_OK
                              : scree_fail(context, SCREE_ERROR_INVALID, "a field of outputs has at least one");
    for (uint32_t i = 0; i < SCREE_MAX_OUTPUT_CHANNELS && params->output[i].name != NULL && result == SCREE_OK; i++) {
        result = add_output(context, &params->output[i], node);
    }
    list_channels(outputs);
    return scree_graph_field_make(context, result, node, field);
}

scree_result scree_field_from_outputs_sized(scree_context *context, const scree_outputs_params *params, size_t size,
                                            scree_field **field)
{
    scree_outputs_params own;
    scree_result result = SCREE_OK;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    return result == SCREE_OK ? make(context, params, field) : result;
}

/* The field of a channel, with the same samples: noise by itself may have smaller ones than graphs have. */
static scree_result take_channel(const scree_field *field, uint32_t number, scree_field **output)
{
    scree_field *component = scree_graph_node_of(field)->input[number];
    if (scree_noise_of(component) != NULL) {
        const scree_op_params value = {.op = SCREE_OP_CONSTANT, .input = {{.field = component}}};
        return scree_field_from_op(field->context, &value, output);
    }
    *output = scree_field_retain(component);
    return SCREE_OK;
}

/* Makes the field of an output. */
static scree_result take(const scree_field *field, uint32_t number, scree_field **output)
{
    const scree_graph_outputs *outputs = scree_graph_outputs_of(field);
    const uint32_t components = scree_graph_output_channels(outputs, number);
    scree_outputs_params params = {{{.name = outputs->name[number]}}};
    for (uint32_t i = 0; i < components; i++) {
        params.output[0].component[i] = scree_graph_node_of(field)->input[outputs->first[number] + i];
    }
    return components == 1 ? take_channel(field, outputs->first[number], output)
                           : scree_field_from_outputs(field->context, &params, output);
}

scree_result scree_field_take_output(const scree_field *field, const char *name, scree_field **output)
{
    const scree_graph_outputs *outputs = scree_graph_outputs_of(field);
    scree_context *context = field != NULL ? field->context : NULL;
    if (output == NULL || name == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", output == NULL ? "output" : "name");
    }
    *output = NULL;
    for (uint32_t i = 0; outputs != NULL && i < outputs->count; i++) {
        if (strcmp(outputs->name[i], name) == 0) {
            return take(field, i, output);
        }
        for (uint32_t k = 0; k < scree_graph_output_channels(outputs, i); k++) {
            if (strcmp(name_of(outputs, i, k).text, name) == 0) {
                return take_channel(field, outputs->first[i] + k, output);
            }
        }
    }
    return scree_fail(context, SCREE_ERROR_INVALID, "the field has no output \"%.80s\"; it has %s", name,
                      outputs != NULL ? outputs->list : "none with a name");
}
