/* Graphs in files: how recipes are read. */
#include "graph_recipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/expression.h>
#include <scree/graph.h>
#include <scree/input.h>

#include "context_internal.h"
#include "file_field.h"
#include "graph_node.h"
#include "grid_check.h"
#include "last_error.h"
#include "op_definition.h"
#include "recipe_internal.h"
#include "suggestion.h"

#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
#define AN_OPERATOR "the name of an operator"
#define A_NODE "the name of an earlier node"
#define A_NODE_OR_NUMBER A_NODE ", or a number"

/* A graph that is being made. */
typedef struct graph_reader {
    const scree_value_reader *whole; /* The recipe. */
    const json_t *nodes;
    json_t *numbers;     /* The numbers of the nodes that are made, by their names. */
    scree_field **field; /* The fields of these nodes. */
    size_t count;
    uint32_t axes;           /* Axes of the grid; 0 where the recipe tells none. */
    scree_value_reader node; /* The node that is read, */
    char name[320];          /* and how messages name it. */
} graph_reader;

/* Refuses a name, after a search for the one that may have been meant. */
static scree_result fail_name(const scree_value_reader *object, const char *key, const scree_suggestion *search,
                              const char *must_be)
{
    char suggestion[SCREE_SUGGESTION_TEXT];
    scree_suggestion_text(search, "\"", "\"", suggestion);
    return scree_fail(object->context, SCREE_ERROR_INVALID, "%s: \"%s\" is \"%.80s\"%s%s must be %s", object->name, key,
                      search->word, suggestion, strchr(suggestion, '?') != NULL ? " It" : "; it", must_be);
}

/* Refuses a name that no node before has. */
static scree_result fail_reference(const graph_reader *in, const scree_value_reader *object, const char *key,
                                   const char *name, const char *must_be)
{
    scree_suggestion search = {.word = name};
    const char *known = NULL;
    const json_t *unused = NULL;
    if (json_object_get(in->nodes, name) != NULL) {
        return scree_fail(object->context, SCREE_ERROR_INVALID, "%s: \"%s\" is \"%.80s\"; nodes refer to earlier ones",
                          object->name, key, name);
    }
    json_object_foreach(in->numbers, known, unused)
    {
        scree_suggestion_consider(&search, known);
    }
    return fail_name(object, key, &search, must_be);
}

/* Finds the field of a node that is made. */
static scree_result find_field(const graph_reader *in, const scree_value_reader *object, const char *key,
                               const json_t *value, const char *must_be, scree_field **field)
{
    const char *name = json_string_value(value);
    const json_t *number = name != NULL ? json_object_get(in->numbers, name) : NULL;
    if (name == NULL) {
        return scree_value_fail(object, key, value, must_be);
    }
    if (number == NULL) {
        return fail_reference(in, object, key, name, must_be);
    }
    *field = in->field[json_integer_value(number)];
    return SCREE_OK;
}

static scree_result read_operand(const graph_reader *in, const char *key, scree_op_operand *operand)
{
    const json_t *value = json_object_get(in->node.root, key);
    scree_field *field = NULL;
    if (json_is_number(value)) {
        operand->number = json_number_value(value);
        return SCREE_OK;
    }
    const scree_result result = find_field(in, &in->node, key, value, A_NODE_OR_NUMBER, &field);
    operand->field = field;
    return result;
}

/* Reads the name of an operator. There are too many to list them in a message. */
static scree_result read_op(const scree_value_reader *object, scree_op *op)
{
    const json_t *value = json_object_get(object->root, "op");
    scree_suggestion search = {.word = json_string_value(value)};
    if (search.word == NULL) {
        return scree_value_fail(object, "op", value, AN_OPERATOR);
    }
    if (scree_op_from_name(search.word, op)) {
        return SCREE_OK;
    }
    for (int i = 0; scree_op_name((scree_op)i) != NULL; i++) {
        const bool is_meant = scree_op_is_called_elsewhere((scree_op)i, search.word);
        (is_meant ? scree_suggestion_mean : scree_suggestion_consider)(&search, scree_op_name((scree_op)i));
    }
    return fail_name(object, "op", &search, AN_OPERATOR);
}

static scree_result check_inputs(const graph_reader *in, scree_op op)
{
    const char *names[SCREE_MAX_OP_INPUTS + 2] = {"op"};
    const scree_op_input_info *input = NULL;
    for (uint32_t i = 0; (input = scree_op_input_describe(op, i)) != NULL; i++) {
        names[i + 1] = input->name;
    }
    return scree_value_check_keys(&in->node, scree_no_parameter, names);
}

/* Reads an operator. Inputs that are left out before the last one that is given are their own numbers. */
static scree_result read_operator(const graph_reader *in, scree_op_params *params)
{
    *params = (scree_op_params){.count = 0};
    scree_result result = read_op(&in->node, &params->op);
    if (result == SCREE_OK) {
        result = check_inputs(in, params->op);
    }
    const scree_op_input_info *input = NULL;
    for (uint32_t i = 0; result == SCREE_OK && (input = scree_op_input_describe(params->op, i)) != NULL; i++) {
        if (input->has_default && json_object_get(in->node.root, input->name) == NULL) {
            params->input[i].number = input->default_number;
        } else if (params->count < i && scree_op_describe(params->op)->group_size > 0) {
            input = scree_op_input_describe(params->op, params->count);
            result = scree_value_fail(&in->node, input->name, NULL, A_NODE_OR_NUMBER);
        } else {
            result = read_operand(in, input->name, &params->input[i]);
            params->count = i + 1;
        }
    }
    for (uint32_t i = params->count; i < SCREE_MAX_OP_INPUTS; i++) {
        params->input[i].number = 0.0;
    }
    return result;
}

/* Finishes the field of a node that was made silently. What the library has to say of it is said of the node. */
static scree_result finish_field(const graph_reader *in, scree_result result, scree_field **field)
{
    if (result == SCREE_OK) {
        (*field)->context = in->whole->context;
        return SCREE_OK;
    }
    scree_error_text why;
    scree_last_error_keep(&why);
    return scree_fail(in->whole->context, result, "%s: %s", in->node.name, why.text);
}

/* More than there are keys of files. */
#define FILE_KEYS_MOST 16

static scree_result read_file_params(const scree_value_reader *object, scree_file_field_params *params)
{
    const char *keys[FILE_KEYS_MOST] = {"file"};
    const json_t *path = json_object_get(object->root, "file");
    for (size_t i = 0; scree_file_field_key(i) != NULL; i++) {
        keys[1 + i] = scree_file_field_key(i);
    }
    *params = (scree_file_field_params){.file = {.path = json_string_value(path)}};
    scree_result result = scree_value_check_keys(object, scree_no_parameter, keys);
    if (result == SCREE_OK && params->file.path == NULL) {
        result = scree_value_fail(object, "file", path, "the path of a file");
    }
    for (size_t i = 0; keys[1 + i] != NULL && result == SCREE_OK; i++) {
        const json_t *value = json_object_get(object->root, keys[1 + i]);
        result = value != NULL ? scree_file_field_read(object, i, value, params) : SCREE_OK;
    }
    return result == SCREE_OK ? scree_reading_check(object, &params->file) : result;
}

/* Reads noise, an operator or a file, and makes its field. */
static scree_result read_node(graph_reader *in, const char *name, const json_t *node, scree_field **field)
{
    scree_context *silent = scree_context_silent();
    if (!json_is_object(node)) {
        return scree_value_fail(in->whole, name, node, "an object, which describes a node");
    }
    snprintf(in->name, sizeof in->name, "%.200s: node \"%.80s\"", in->whole->name, name);
    in->node = (scree_value_reader){.context = in->whole->context, .name = in->name, .root = node, .axes = in->axes};
    if (json_object_get(node, "op") != NULL) {
        scree_op_params params;
        const scree_result result = read_operator(in, &params);
        return result == SCREE_OK ? finish_field(in, scree_field_from_op(silent, &params, field), field) : result;
    }
    if (json_object_get(node, "file") != NULL) {
        scree_file_field_params file;
        const scree_result result = read_file_params(&in->node, &file);
        return result == SCREE_OK ? finish_field(in, scree_file_field_quietly(in->whole->context, &file, field), field)
                                  : result;
    }
    scree_noise_params noise = {.seed = 0};
    const scree_result result = scree_noise_params_read(&in->node, &noise);
    return result == SCREE_OK ? finish_field(in, scree_field_from_noise(silent, &noise, field), field) : result;
}

static scree_result check_name(const graph_reader *in, const char *name)
{
    return name[0] != '\0' && name[strspn(name, NAME_CHARACTERS)] == '\0'
               ? SCREE_OK
               : scree_fail(in->whole->context, SCREE_ERROR_INVALID,
                            "%s: a node has the name \"%.80s\"; it must be letters, digits, '_' and '-'",
                            in->whole->name, name);
}

static scree_result fail_memory(const graph_reader *in)
{
    return scree_fail(in->whole->context, SCREE_ERROR_OUT_OF_MEMORY, "%s: no memory for its nodes", in->whole->name);
}

/* Makes the fields of all nodes, in their order. */
static scree_result read_nodes(graph_reader *in)
{
    scree_result result = SCREE_OK;
    json_t *nodes = (json_t *)(uintptr_t)in->nodes;
    for (void *at = json_object_iter(nodes); at != NULL && result == SCREE_OK; at = json_object_iter_next(nodes, at)) {
        const char *name = json_object_iter_key(at);
        result = check_name(in, name);
        if (result == SCREE_OK) {
            result = read_node(in, name, json_object_iter_value(at), &in->field[in->count]);
        }
        if (result == SCREE_OK) {
            const json_int_t number = (json_int_t)in->count++;
            result = json_object_set_new(in->numbers, name, json_integer(number)) == 0 ? SCREE_OK : fail_memory(in);
        }
    }
    return result;
}

static scree_result find_nodes(graph_reader *in)
{
    const scree_value_reader *whole = in->whole;
    in->nodes = json_object_get(whole->root, "nodes");
    const size_t count = json_object_size(in->nodes);
    if (!json_is_object(in->nodes)) {
        return scree_value_fail(whole, "nodes", in->nodes, "an object of nodes");
    }
    if (count < 1 || count > SCREE_MAX_GRAPH_FIELDS) {
        return scree_fail(whole->context, SCREE_ERROR_INVALID, "%s: \"nodes\" has %zu nodes; it must have 1 to %d",
                          whole->name, count, SCREE_MAX_GRAPH_FIELDS);
    }
    in->field = calloc(count, sizeof *in->field);
    in->numbers = json_object();
    return in->field != NULL && in->numbers != NULL ? SCREE_OK : fail_memory(in);
}

/* Reads the components of an output: the name of a node, or an array of several. */
static scree_result read_output(const graph_reader *in, const json_t *value, scree_field_output *output)
{
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    const scree_value_reader outputs = {.context = in->whole->context, .name = in->name, .root = in->whole->root};
    scree_result result = SCREE_OK;
    if (count < 1 || count > SCREE_MAX_OUTPUT_COMPONENTS) {
        return scree_fail(in->whole->context, SCREE_ERROR_INVALID,
                          "%s: output \"%s\" has %zu components; it must have 1 to %d", in->whole->name, output->name,
                          count, SCREE_MAX_OUTPUT_COMPONENTS);
    }
    for (size_t i = 0; i < count && result == SCREE_OK; i++) {
        const json_t *node = json_is_array(value) ? json_array_get(value, i) : value;
        scree_field *field = NULL;
        result = find_field(in, &outputs, output->name, node, "the name of a node", &field);
        output->component[i] = field;
    }
    return result;
}

/* The field of the outputs that are named in place of a value. */
static scree_result find_outputs(graph_reader *in, const json_t *outputs, scree_field **field)
{
    const scree_value_reader *whole = in->whole;
    scree_outputs_params params = {{{.name = NULL}}};
    const size_t most = SCREE_MAX_OUTPUT_CHANNELS;
    json_t *all = (json_t *)(uintptr_t)outputs;
    size_t count = 0;
    if (!json_is_object(outputs) || json_object_size(outputs) < 1 || json_object_size(outputs) > most) {
        return scree_value_fail(whole, "outputs", outputs, "an object of 1 to 9 outputs");
    }
    if (json_object_get(whole->root, "value") != NULL) {
        return scree_fail(whole->context, SCREE_ERROR_INVALID, "%s: has \"outputs\" and \"value\"; one is enough",
                          whole->name);
    }
    snprintf(in->name, sizeof in->name, "%.200s: \"outputs\"", whole->name);
    in->node.name = in->name;
    for (void *at = json_object_iter(all); at != NULL; at = json_object_iter_next(all, at), count++) {
        params.output[count].name = json_object_iter_key(at);
        const scree_result result = read_output(in, json_object_iter_value(at), &params.output[count]);
        if (result != SCREE_OK) {
            return result;
        }
    }
    return finish_field(in, scree_field_from_outputs(scree_context_silent(), &params, field), field);
}

/* The field of the node that is named as the value, or of the last one. */
static scree_result find_value(graph_reader *in, scree_field **field)
{
    const json_t *value = json_object_get(in->whole->root, "value");
    const json_t *outputs = json_object_get(in->whole->root, "outputs");
    if (outputs != NULL) {
        return find_outputs(in, outputs, field);
    }
    scree_field *found = in->field[in->count - 1];
    const scree_result result = value != NULL ? find_field(in, in->whole, "value", value, "the name of a node", &found)
                                              : SCREE_OK;
    *field = result == SCREE_OK ? scree_field_retain(found) : NULL;
    return result;
}

static const char *field_name(int choice)
{
    return choice == 0 ? "graph" : NULL;
}

static scree_result read_sampling(const scree_value_reader *object, scree_recipe *recipe)
{
    static const char *const others[] = {"field", "nodes", "value", "outputs", "expression", NULL};
    const json_t *field = json_object_get(object->root, "field");
    int unused = 0;
    scree_result result = field != NULL ? scree_value_choice(object, "field", field, field_name, &unused) : SCREE_OK;
    return result == SCREE_OK ? scree_sampling_read(object, others, recipe) : result;
}

/* A recipe that people write may have an expression in place of nodes. */
static scree_result make_of_expression(const scree_value_reader *object, const json_t *expression, scree_field **field)
{
    const char *text = json_string_value(expression);
    if (text == NULL) {
        return scree_value_fail(object, "expression", expression, "a string");
    }
    if (json_object_get(object->root, "nodes") != NULL) {
        return scree_fail(object->context, SCREE_ERROR_INVALID, "%s: has \"expression\" and \"nodes\"; one is enough",
                          object->name);
    }
    const scree_result result = scree_field_from_expression(object->context, text, strlen(text), object->name, field);
    if (result != SCREE_OK || scree_field_channels(*field, 2) == 1 || scree_field_output_name(*field, 0) != NULL) {
        return result;
    }
    scree_field_release(field);
    return scree_fail(
        object->context, SCREE_ERROR_INVALID,
        "%s: \"expression\" is noise with several numbers for each sample; such noise has a recipe of its own",
        object->name);
}

static scree_result make(const scree_value_reader *object, scree_recipe *recipe, scree_field **field)
{
    graph_reader in = {.whole = object};
    const json_t *expression = json_object_get(object->root, "expression");
    scree_result result = read_sampling(object, recipe);
    in.axes = recipe->grid.axes;
    if (result == SCREE_OK && expression != NULL) {
        return make_of_expression(object, expression, field);
    }
    if (result == SCREE_OK) {
        result = find_nodes(&in);
    }
    if (result == SCREE_OK) {
        result = read_nodes(&in);
    }
    if (result == SCREE_OK) {
        result = find_value(&in, field);
    }
    for (size_t i = 0; i < in.count; i++) {
        scree_field_release(&in.field[i]);
    }
    free(in.field);
    json_decref(in.numbers);
    return result;
}

static scree_result describe(const scree_field *field, const scree_grid *grid, scree_file_contents *contents,
                             scree_writer_params *params)
{
    const scree_type type = contents->recipe.output.type;
    scree_grid whole = *grid;
    uint64_t samples;
    uint64_t planes;
    const scree_result result = scree_grid_complete(field->context, 1, &whole, &samples, &planes);
    contents->volume = (scree_volume){
        .axes = grid->axes,
        .type = type,
        .source = type,
        .name = "graph",
        .channels = scree_field_channels(field, grid->axes) > 1 ? scree_field_channel_names(field) : NULL};
    for (uint32_t axis = 0; axis < grid->axes && result == SCREE_OK; axis++) {
        contents->volume.count[axis] = whole.count[axis];
        contents->volume.voxel[axis] = whole.step[axis];
        contents->volume.origin[axis] = whole.origin[axis] + (double)whole.first[axis] * whole.step[axis];
    }
    params->volume = &contents->volume;
    return result;
}

static bool has_text(const scree_field *field)
{
    return !scree_graph_node_of(field)->has_values;
}

const scree_recipe_type scree_graph_recipe_type = {.key = "graph",
                                                   .name = "graph",
                                                   .own_key = "nodes",
                                                   .make = make,
                                                   .has_text = has_text,
                                                   .print = scree_graph_recipe_print,
                                                   .describe = describe};
