/* Fields that are made of others by operators. */
#include "graph_type.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "context_internal.h"
#include "field_limits.h"
#include "float_environment.h"
#include "graph_node.h"
#include "noise_type.h"
#include "number_text.h"
#include "sized_params.h"

SCREE_ASSERT_NO_TAIL(scree_op_params, input);

static void destroy(void *part)
{
    scree_graph_node *node = part;
    if (node == NULL) {
        return;
    }
    for (uint32_t i = 0; i < node->input_count; i++) {
        scree_field_release(&node->input[i]);
    }
    for (uint32_t axes = 0; axes < SCREE_MAX_AXES; axes++) {
        free(atomic_load(&node->point_programs[axes]));
        scree_graph_code_free(atomic_load(&node->code[axes]));
    }
    scree_graph_file_free(node->file);
    free(node->outputs);
    free(node);
}

scree_result scree_graph_check_input(scree_context *context, const char *op, const char *name, const scree_field *field)
{
    const scree_noise_field *noise = scree_noise_of(field);
    if (noise == NULL && field->type != &scree_graph_type) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED, "%s: %s is a field of %s; it must be noise or a graph", op,
                          name, field->type->name);
    }
    if (noise != NULL && scree_noise_has_duals(&noise->params)) {
        return scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                          "%s: %s is noise with %s; it must have one channel, the value", op, name,
                          noise->params.sample.is_curl ? "curl" : "derivatives");
    }
    return scree_graph_outputs_of(field) == NULL
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_UNSUPPORTED,
                            "%s: %s is a field of several outputs, of which one must be taken", op, name);
}

/* The number of an input, which SCREE_ZERO makes 0. */
static scree_result set_number(scree_context *context, const scree_op_definition *definition, uint32_t input,
                               double number, float *set)
{
    const double magnitude = number == SCREE_ZERO ? 0.0 : fabs(number);
    *set = magnitude == 0.0 ? 0.0f : (float)number;
    return magnitude == 0.0 || (magnitude >= 0x1p-63 && fabsf(*set) < SCREE_GRAPH_LIMIT)
               ? SCREE_OK
               : scree_fail(context, SCREE_ERROR_INVALID,
                            "%s: %s is %s; it must be 0, or have a magnitude from 2^-63 to less than 2^63",
                            definition->info.name, definition->input[input].name, scree_show_double(number).text);
}

void scree_graph_node_add(scree_graph_node *node, uint32_t input, const scree_field *field, uint32_t times)
{
    const scree_graph_node *of = field->type == &scree_graph_type ? scree_graph_node_of(field) : NULL;
    const uint32_t depth = of != NULL ? of->depth : 0;
    const uint64_t fields = node->most_fields + times * (uint64_t)(of != NULL ? of->most_fields : 1);
    node->has_derivatives = node->has_derivatives || (of != NULL && of->has_derivatives);
    node->is_displaced = node->is_displaced || (of != NULL && of->is_displaced);
    node->has_values = node->has_values || (of != NULL && of->has_values);
    node->input[input] = scree_field_retain(field);
    node->depth = depth + 1 > node->depth ? depth + 1 : node->depth;
    node->most_fields = fields < UINT32_MAX ? (uint32_t)fields : UINT32_MAX;
}

/* Sets an input of a node. */
static scree_result set_input(scree_context *context, scree_graph_node *node, uint32_t input,
                              const scree_op_operand *operand)
{
    const scree_op_definition *definition = node->definition;
    if (operand->field == NULL) {
        return set_number(context, definition, input, operand->number, &node->number[input]);
    }
    const scree_result result =
        scree_graph_check_input(context, definition->info.name, definition->input[input].name, operand->field);
    if (result == SCREE_OK) {
        const bool has_octaves = input == 0 && definition->place_octave != NULL;
        scree_graph_node_add(node, input, operand->field, has_octaves ? SCREE_MAX_OP_OCTAVES : 1);
    }
    return result;
}

/* The number of inputs that have no number of their own: they precede the others. */
static uint32_t count_needed(const scree_op_definition *definition)
{
    uint32_t needed = 0;
    while (needed < definition->info.input_count && !definition->input[needed].has_default) {
        needed++;
    }
    return needed;
}

static scree_result check_count(scree_context *context, const scree_op_definition *definition, uint32_t count)
{
    const uint32_t needed = count_needed(definition);
    const uint32_t all = definition->info.input_count;
    const uint32_t size = definition->info.group_size;
    if (count >= needed && size > 0 && (count - needed) % size != 0) {
        return scree_fail(context, SCREE_ERROR_INVALID,
                          "%s: %" PRIu32 " inputs are given; behind the first %" PRIu32
                          " they come in groups of %" PRIu32,
                          definition->info.name, count, needed, size);
    }
    if (count < needed || count > all) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s: count is %" PRIu32 "; it must be %" PRIu32 " to %" PRIu32,
                          definition->info.name, count, needed, all);
    }
    return SCREE_OK;
}

/* Refuses inputs that are given, though the count does not say so. */
static scree_result check_uncounted(scree_context *context, const scree_op_definition *definition,
                                    const scree_op_params *params)
{
    for (uint32_t i = count_needed(definition); i < definition->info.input_count; i++) {
        if (params->count == 0 && (params->input[i].field != NULL || params->input[i].number != 0.0)) {
            return scree_fail(context, SCREE_ERROR_INVALID,
                              "%s: count is 0, and %s is given; it counts the inputs, so it must be at least %" PRIu32,
                              definition->info.name, definition->input[i].name, i + 1);
        }
    }
    return SCREE_OK;
}

static scree_result set_inputs(scree_context *context, const scree_op_params *params, scree_graph_node *node)
{
    const scree_op_definition *definition = node->definition;
    const uint32_t count = params->count != 0 ? params->count : count_needed(definition);
    scree_result result = check_uncounted(context, definition, params);
    result = result == SCREE_OK ? check_count(context, definition, count) : result;
    if (result == SCREE_OK) {
        node->input_count = definition->info.group_size > 0 ? count : definition->info.input_count;
    }
    node->depth = 1;
    node->most_fields = 1;
    node->is_displaced = definition->place_first != NULL || definition->place_octave != NULL;
    node->has_derivatives = definition->reads_slopes;
    for (uint32_t i = 0; i < node->input_count && result == SCREE_OK; i++) {
        const scree_op_operand own = {.number = definition->input[i].default_number};
        result = set_input(context, node, i, i < count ? &params->input[i] : &own);
    }
    if (result == SCREE_OK && node->depth > SCREE_MAX_GRAPH_DEPTH) {
        result = scree_fail(context, SCREE_ERROR_INVALID,
                            "%s: the graph is %" PRIu32 " operators deep; it must be at most %d deep",
                            definition->info.name, node->depth, SCREE_MAX_GRAPH_DEPTH);
    }
    return result;
}

/* Checks how many fields there are, which are few wherever an upper bound is. Those that are displaced in several ways
   count as often when they are compiled, and are not more than the bound. */
static scree_result check_size(scree_context *context, scree_field **field)
{
    uint32_t count = 0;
    scree_result result = SCREE_OK;
    if (scree_graph_node_of(*field)->most_fields > SCREE_MAX_GRAPH_FIELDS) {
        result = scree_graph_count_fields(context, *field, SCREE_MAX_GRAPH_FIELDS, &count);
        scree_graph_node_of(*field)->most_fields =
            scree_graph_node_of(*field)->is_displaced ? SCREE_MAX_GRAPH_FIELDS + 1 : count;
    }
    if (result == SCREE_OK && count > SCREE_MAX_GRAPH_FIELDS) {
        result = scree_fail(context, SCREE_ERROR_INVALID,
                            "%s: the graph has more than %d fields, the most that it may have",
                            scree_graph_node_of(*field)->definition->info.name, SCREE_MAX_GRAPH_FIELDS);
    }
    if (result != SCREE_OK) {
        scree_field_release(field);
    }
    return result;
}

scree_result scree_graph_field_make(scree_context *context, scree_result result, scree_graph_node *node,
                                    scree_field **field)
{
    result = scree_field_make(context, &scree_graph_type, result, node, field);
    return result == SCREE_OK ? check_size(context, field) : result;
}

static scree_result make_field(scree_context *context, const scree_op_params *params, scree_field **field)
{
    const scree_op_definition *definition = scree_op_definition_of(params->op);
    if (definition == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "op is %d; it must be 0 to %d", (int)params->op,
                          SCREE_OP_COUNT - 1);
    }
    scree_graph_node *node = calloc(1, sizeof *node);
    if (node == NULL) {
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field");
    }
    node->definition = definition;
    return scree_graph_field_make(context, set_inputs(context, params, node), node, field);
}

scree_result scree_field_from_op_sized(scree_context *context, const scree_op_params *params, size_t size,
                                       scree_field **field)
{
    scree_op_params own;
    scree_result result = SCREE_OK;
    if (field == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "field is NULL");
    }
    *field = NULL;
    if (params == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "params is NULL");
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    params = scree_params_take(context, params, size, &own, sizeof own, &result);
    result = result == SCREE_OK ? make_field(context, params, field) : result;
    scree_float_environment_leave(&saved);
    return result;
}

scree_result scree_graph_field_of_file(scree_context *context, scree_graph_file *file, scree_field **field)
{
    scree_graph_node *node = calloc(1, sizeof *node);
    if (node == NULL) {
        scree_graph_file_free(file);
        return scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a field");
    }
    *node = (scree_graph_node){.definition = &scree_file_definition,
                               .depth = 1,
                               .most_fields = 1,
                               .has_values = file->params.file.path == NULL,
                               .file = file};
    return scree_graph_field_make(context, SCREE_OK, node, field);
}

/* Noise and graphs have one, unless there are outputs. */
static uint32_t count_channels(const scree_field *field, uint32_t axes)
{
    (void)axes;
    return scree_graph_channels(field);
}

static scree_result fill(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                         scree_range *range)
{
    (void)nearest;
    return scree_at_once_program(field, grid, out, range);
}

/* The points of a graph: plans of its sources, in one block with the program. */
static scree_result make_points(scree_context *context, const scree_field *field, uint32_t axes,
                                scree_point_program **program)
{
    const scree_graph_code *code = NULL;
    scree_result result = scree_graph_code_of(context, field, axes, &code);
    const uint32_t count = result == SCREE_OK ? code->code.source_count : 0;
    scree_point_program *made = calloc(1, sizeof *made + 2 * count * sizeof(void *));
    const scree_point_plan **source = (const scree_point_plan **)(made + 1);
    const scree_plan **plan = (const scree_plan **)(source + count);
    if (result == SCREE_OK && made == NULL) {
        result = scree_fail(context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for a plan of points");
    }
    for (uint32_t i = 0; i < count && result == SCREE_OK; i++) {
        result = scree_plan_of_points(context, code->code.source[i].noise, code->code.source[i].axes, &source[i]);
        plan[i] = result == SCREE_OK ? &source[i]->plan : NULL;
    }
    scree_range position[SCREE_MAX_AXES];
    scree_range unused;
    for (uint32_t axis = 0; axis < axes; axis++) {
        const float limit = result == SCREE_OK ? (float)code->code.point_limit : 0.0f;
        position[axis] = (scree_range){.minimum = -limit, .maximum = limit};
    }
    if (result == SCREE_OK) {
        result = scree_graph_check_ranges(context, code, plan, position, NULL, &unused);
    }
    if (result != SCREE_OK) {
        free(made);
        return result;
    }
    made->code = code->code;
    made->axes = axes;
    made->channels = code->code.channels;
    made->source = source;
    *program = made;
    return SCREE_OK;
}

static scree_result plan_points(scree_context *context, const scree_field *field, uint32_t axes, scree_field_plan *plan)
{
    _Atomic(scree_point_program *) *kept = &scree_graph_node_of(field)->point_programs[axes - 1];
    scree_point_program *found = atomic_load_explicit(kept, memory_order_acquire);
    if (found == NULL) {
        scree_point_program *made = NULL;
        scree_result result = make_points(context, field, axes, &made);
        if (result != SCREE_OK) {
            return result;
        }
        if (atomic_compare_exchange_strong(kept, &found, made)) {
            found = made;
        } else {
            free(made);
        }
    }
    *plan = (scree_field_plan){.type = &scree_graph_type, .part = found, .channels = found->channels};
    return SCREE_OK;
}

static scree_result evaluate_points(scree_context *context, const scree_field_plan *plan, const scree_points *points,
                                    float *out)
{
    return scree_at_once_program_points(context, plan->part, points, out);
}

const scree_field_type scree_graph_type = {.number = SCREE_FIELD_TYPE_graph,
                                           .name = "graph",
                                           .is_measured = true,
                                           .is_converted = true,
                                           .plan = scree_program_plan,
                                           .channels = count_channels,
                                           .clear = scree_program_plan_clear,
                                           .fill = fill,
                                           .plan_points = plan_points,
                                           .points = evaluate_points,
                                           .destroy = destroy};
