/* Explanations of graphs: what the compiler has made of each node, and what it takes. */
#include <scree/explain.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "graph_order.h"
#include "graph_type.h"
#include "noise_type.h"

/* Samples that are computed to find times: few at first, and more until they take long enough to be measured. */
#define FIRST_SAMPLES ((uint64_t)1 << 12)
#define MOST_SAMPLES ((uint64_t)1 << 18)
#define GROWTH 8u
#define ENOUGH_SECONDS 0.002
/* Rows of that part have at least as many samples where they had more, and others than rows can be fewer. */
#define LEAST_ROW ((uint64_t)512)

/* An explanation, and its memory. */
typedef struct own_explanation {
    scree_graph_explanation explanation; /* The first member, so that both have one address. */
    scree_node_info *node;
    scree_text *text; /* One for each node. */
} own_explanation;

/* The parts that an explanation is made from. */
typedef struct explained {
    const scree_field *field;
    scree_graph_order order;
    scree_program program;
    const scree_graph_code *code; /* NULL for noise by itself. */
    scree_range *range;           /* The interval of each step of the code, */
    uint32_t *axes;               /* the axes along which it may vary, */
    uint32_t *owner;              /* and the number of the first node whose value it is, from 1 on; 0 = none. */
    scree_program_times times;
} explained;

static scree_result fail_without_memory(const scree_field *field)
{
    return scree_fail(field->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the explanation of a graph");
}

/* Fills in names, and who uses whom. */
static void describe_nodes(const explained *from, own_explanation *made)
{
    for (uint32_t i = 0; i < from->order.count; i++) {
        const scree_field *field = from->order.field[i];
        const scree_noise_field *noise = scree_noise_of(field);
        scree_node_info *node = &made->node[i];
        node->text = made->text[i].data;
        node->is_noise = noise != NULL;
        if (noise != NULL) {
            node->name = scree_noise_kind_name(noise->params.kind);
            continue;
        }
        const scree_graph_node *of = scree_graph_node_of(field);
        node->name = of->definition->info.name;
        node->input_count = of->input_count;
        scree_op_from_name(node->name, &node->op);
        for (uint32_t k = 0; k < node->input_count; k++) {
            if (of->input[k] != NULL) {
                const uint32_t input = scree_graph_order_find(&from->order, of->input[k]);
                node->input[k] = input + 1;
                made->node[input].uses++;
            }
        }
    }
}

/* The axes along which a source varies that is not displaced, the first one included. */
static uint32_t axes_of_source(const scree_program_source *source)
{
    uint32_t axes = scree_program_source_varies(source);
    for (uint32_t axis = 0; axis < source->axes; axis++) {
        axes |= source->of[axis] == 0 && source->noise->origin.domain.scale[axis] != 0.0;
    }
    return axes;
}

/* The axes along which each step of a code may vary. Programs know them but for the first one. */
static void find_axes(explained *from)
{
    for (uint32_t s = 0; s < from->code->step_count; s++) {
        const scree_code_step *step = &from->code->step[s];
        uint32_t inputs = step->displaced_axes;
        uint32_t axes = from->program.code.step[step->program_step].varies;
        if (step->instruction == SCREE_STEP_SOURCE) {
            axes |= axes_of_source(&from->program.code.source[step->source]);
        } else if (step->instruction == SCREE_STEP_POSITION) {
            axes |= UINT32_C(1) << step->source;
        } else if (step->instruction == SCREE_STEP_SLOPE) {
            inputs = 1; /* Its source. */
        } else {
            inputs = scree_instruction_inputs(step->instruction);
        }
        for (uint32_t i = 0; i < inputs; i++) {
            axes |= step->input[i].is_number ? 0 : from->axes[step->input[i].value];
        }
        from->axes[s] = axes;
    }
}

static scree_node_info *node_of(const explained *from, const own_explanation *made, const scree_field *field)
{
    return &made->node[scree_graph_order_find(&from->order, field)];
}

/* Adds what a field has become at one place. */
static void add_place(const explained *from, const scree_code_field *compiled, scree_node_info *node)
{
    const scree_operand value = compiled->value;
    const scree_range range = value.is_number ? (scree_range){value.number, value.number} : from->range[value.value];
    const bool is_first = node->places++ == 0;
    node->is_number = value.is_number && (is_first || node->is_number);
    node->bound.minimum = is_first ? range.minimum : fminf(node->bound.minimum, range.minimum);
    node->bound.maximum = is_first ? range.maximum : fmaxf(node->bound.maximum, range.maximum);
    node->axes |= value.is_number ? 0 : from->axes[value.value];
}

/* Adds the steps of the program to the nodes that they were made for. */
static void add_steps(const explained *from, own_explanation *made)
{
    const scree_program_code *code = &from->program.code;
    made->explanation.sources = code->source_count;
    made->explanation.registers = code->register_count;
    for (uint32_t s = 0; s < code->step_count; s++) {
        scree_node_info *node = node_of(from, made, from->code != NULL ? from->code->maker[s] : from->field);
        node->steps++;
        node->seconds += from->times.step[s];
        if (scree_program_is_source(&code->step[s])) {
            const scree_source_methods *methods = &from->times.source[code->step[s].input[0]];
            node->octaves += methods->contracted + methods->direct + methods->of_sites + methods->displaced;
            node->contracted += methods->contracted;
            node->direct += methods->direct;
            node->of_sites += methods->of_sites;
            node->displaced += methods->displaced;
        } else if (scree_program_is_instruction(&code->step[s])) {
            node->instructions++;
            made->explanation.instructions++;
        }
    }
}

/* Finds for each step of the code the first node whose value it is: its number, from 1 on. */
static void find_owners(const explained *from)
{
    for (uint32_t i = 0; i < from->code->field_count; i++) {
        const scree_code_field *compiled = &from->code->fields[i];
        const uint32_t number = scree_graph_order_find(&from->order, compiled->field) + 1;
        uint32_t *owner = &from->owner[compiled->value.is_number ? 0 : compiled->value.value];
        if (!compiled->value.is_number && (*owner == 0 || number < *owner)) {
            *owner = number;
        }
    }
}

/* Finds out whose steps make the value of a field that has none. */
static void find_same(const explained *from, const own_explanation *made, const scree_code_field *compiled)
{
    scree_node_info *node = node_of(from, made, compiled->field);
    if (node->steps > 0 || compiled->value.is_number) {
        return;
    }
    const uint32_t step = compiled->value.value;
    const uint32_t number = scree_graph_order_find(&from->order, compiled->field) + 1;
    const scree_field *maker = from->code->maker[from->code->step[step].program_step];
    node->is_moved = !node->is_noise && scree_graph_node_of(compiled->field)->definition->place_first != NULL;
    node->made_by = scree_graph_order_find(&from->order, maker) + 1;
    node->same_as = !node->is_moved && from->owner[step] != number ? from->owner[step] : 0;
}

/* Adds all that the compiler has made of the nodes. Noise by itself is evaluated as it is. */
static void add_code(const explained *from, own_explanation *made)
{
    for (uint32_t i = 0; from->code != NULL && i < from->code->field_count; i++) {
        add_place(from, &from->code->fields[i], node_of(from, made, from->code->fields[i].field));
    }
    if (from->code == NULL) {
        made->node->places = 1;
        made->node->axes = (UINT32_C(1) << from->program.axes) - 1;
        made->node->bound = from->program.bound;
    }
    add_steps(from, made);
    if (from->code != NULL) {
        find_owners(from);
    }
    for (uint32_t i = 0; from->code != NULL && i < from->code->field_count; i++) {
        find_same(from, made, &from->code->fields[i]);
    }
}

/* The axis along which a grid can best be shorter: rows stay long. */
static uint32_t longest_axis(const scree_grid *grid)
{
    uint32_t longest = 0;
    for (uint32_t axis = 1; axis < grid->axes; axis++) {
        const bool spares_rows = longest == 0 && grid->count[0] < 2 * LEAST_ROW;
        const bool is_longer = spares_rows || grid->count[axis] >= grid->count[longest];
        longest = grid->count[axis] > 1 && is_longer ? axis : longest;
    }
    return longest;
}

/* A part of the grid of a program that has some samples at most. */
static scree_grid cut_grid(const scree_program *program, uint64_t most, uint64_t *samples)
{
    scree_grid part = program->grid;
    part.row_stride = 0;
    part.plane_stride = 0;
    *samples = program->samples;
    while (*samples > most) {
        const uint32_t axis = longest_axis(&part);
        const uint64_t half = (part.count[axis] + 1) / 2;
        *samples = *samples / part.count[axis] * half;
        part.count[axis] = half;
    }
    return part;
}

/* Finds what the compiler has made of a field on a grid, and the ranges of its steps. */
static scree_result compile(explained *from, const scree_grid *grid)
{
    scree_context *context = from->field->context;
    scree_range bound;
    scree_result result = scree_program_make(context, from->field, grid, &from->program);
    if (result == SCREE_OK && scree_noise_of(from->field) == NULL) {
        result = scree_graph_code_of(context, from->field, grid->axes, &from->code);
    }
    if (result == SCREE_OK && from->code != NULL) {
        from->range = calloc(from->code->step_count, sizeof *from->range);
        from->axes = calloc(from->code->step_count, sizeof *from->axes);
        from->owner = calloc(from->code->step_count, sizeof *from->owner);
        if (from->range == NULL || from->axes == NULL || from->owner == NULL) {
            return fail_without_memory(from->field);
        }
        result = scree_graph_find_ranges(context, from->code, &from->program, from->range, &bound);
        find_axes(from);
    }
    return result;
}

/* Finds the times of all steps. */
static scree_result measure(explained *from, own_explanation *made)
{
    const size_t steps = from->program.code.step_count;
    const uint64_t all = from->program.samples;
    uint64_t most = FIRST_SAMPLES;
    scree_result result = SCREE_OK;
    from->times.step = calloc(steps, sizeof *from->times.step);
    from->times.source = calloc((size_t)from->program.code.source_count + 1, sizeof *from->times.source);
    if (from->times.step == NULL || from->times.source == NULL) {
        return fail_without_memory(from->field);
    }
    for (bool is_enough = false; !is_enough && result == SCREE_OK; most *= GROWTH) {
        const scree_grid part = cut_grid(&from->program, most, &made->explanation.samples);
        memset(from->times.step, 0, steps * sizeof *from->times.step);
        result = scree_at_once_measure(from->field, &part, &from->times);
        is_enough = most >= MOST_SAMPLES || most >= all || from->times.seconds >= ENOUGH_SECONDS;
    }
    made->explanation.seconds = from->times.seconds;
    return result;
}

/* An explanation with room for its nodes, and with their texts. */
static scree_result create(explained *from, own_explanation **made)
{
    own_explanation *created = calloc(1, sizeof *created);
    *made = created;
    if (created == NULL || !scree_graph_order_make(from->field, &from->order)) {
        return fail_without_memory(from->field);
    }
    created->node = calloc(from->order.count, sizeof *created->node);
    created->text = calloc(from->order.count, sizeof *created->text);
    if (created->node == NULL || created->text == NULL) {
        return fail_without_memory(from->field);
    }
    created->explanation.node = created->node;
    created->explanation.node_count = from->order.count;
    return scree_graph_print_nodes(&from->order, created->text) ? SCREE_OK : fail_without_memory(from->field);
}

static scree_result explain(explained *from, const scree_grid *grid, own_explanation **made)
{
    scree_result result = create(from, made);
    result = result == SCREE_OK ? compile(from, grid) : result;
    result = result == SCREE_OK ? measure(from, *made) : result;
    if (result == SCREE_OK) {
        describe_nodes(from, *made);
        add_code(from, *made);
    }
    return result;
}

static void clear(explained *from)
{
    scree_graph_order_clear(&from->order);
    scree_program_clear(&from->program);
    free(from->range);
    free(from->axes);
    free(from->owner);
    free(from->times.step);
    free(from->times.source);
}

scree_result scree_graph_explain(const scree_field *field, const scree_grid *grid,
                                 scree_graph_explanation **explanation)
{
    own_explanation *made = NULL;
    if (explanation != NULL) {
        *explanation = NULL;
    }
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (grid == NULL || explanation == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "%s is NULL", grid == NULL ? "grid" : "explanation");
    }
    if (scree_noise_of(field) == NULL && field->type != &scree_graph_type) {
        return scree_fail(field->context, SCREE_ERROR_UNSUPPORTED,
                          "nodes are those of noise or of a graph, and this is a field of %s", field->type->name);
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    explained from = {.field = field};
    const scree_result result = explain(&from, grid, &made);
    clear(&from);
    scree_float_environment_leave(&saved);
    *explanation = made != NULL ? &made->explanation : NULL;
    if (result != SCREE_OK) {
        scree_graph_explanation_free(explanation);
    }
    return result;
}

void scree_graph_explanation_free(scree_graph_explanation **explanation)
{
    own_explanation *made = explanation != NULL ? (own_explanation *)*explanation : NULL;
    if (made == NULL) {
        return;
    }
    for (uint32_t i = 0; made->text != NULL && i < made->explanation.node_count; i++) {
        scree_text_clear(&made->text[i]);
    }
    free(made->text);
    free(made->node);
    free(made);
    *explanation = NULL;
}
