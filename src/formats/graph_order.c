#include "graph_order.h"

#include <stdlib.h>

#include "graph_type.h"
#include "noise_type.h"

/* A field whose inputs are being entered. */
typedef struct pending {
    const scree_field *field;
    uint32_t next; /* The input that is entered next. */
} pending;

/* The node of a field; NULL for noise. */
static const scree_graph_node *node_of(const scree_field *field)
{
    return scree_noise_of(field) == NULL ? scree_graph_node_of(field) : NULL;
}

/* The place of a field, or the empty one where it belongs. */
static scree_graph_place *find_place(const scree_graph_order *order, const scree_field *field)
{
    const uint64_t mixed = (uint64_t)(uintptr_t)field * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (uint32_t)(mixed >> 32) & order->place_mask;
    while (order->place[at].field != NULL && order->place[at].field != field) {
        at = (at + 1) & order->place_mask;
    }
    return &order->place[at];
}

/* Appends a field whose inputs are there. */
static void append(scree_graph_order *order, const scree_field *field)
{
    *find_place(order, field) = (scree_graph_place){.field = field, .number = order->count};
    order->field[order->count++] = field;
}

/* The next input that is a field and is not there yet; NULL where none is left. */
static const scree_field *next_input(const scree_graph_order *order, pending *top)
{
    const scree_graph_node *node = node_of(top->field);
    while (node != NULL && top->next < node->input_count) {
        const scree_field *input = node->input[top->next++];
        if (input != NULL && find_place(order, input)->field == NULL) {
            return input;
        }
    }
    return NULL;
}

/* Appends a field behind all that it is made of. `stack` has room for the fields of its deepest path. */
static void append_all(scree_graph_order *order, const scree_field *field, pending *stack)
{
    uint32_t depth = 1;
    stack[0] = (pending){.field = field};
    while (depth > 0) {
        const scree_field *input = next_input(order, &stack[depth - 1]);
        if (input != NULL) {
            stack[depth++] = (pending){.field = input};
        } else {
            append(order, stack[--depth].field);
        }
    }
}

bool scree_graph_order_make(const scree_field *field, scree_graph_order *order)
{
    const scree_graph_node *node = node_of(field);
    const uint32_t bound = node != NULL ? node->most_fields : 1;
    const uint32_t most = bound < SCREE_MAX_GRAPH_FIELDS ? bound : SCREE_MAX_GRAPH_FIELDS;
    const uint32_t depth = node != NULL ? node->depth + 1 : 1;
    uint32_t places = 4;
    while (places < 2 * most) {
        places *= 2;
    }
    pending *stack = malloc(depth * sizeof *stack);
    *order = (scree_graph_order){.field = malloc(most * sizeof *order->field),
                                 .place = calloc(places, sizeof *order->place),
                                 .place_mask = places - 1};
    const bool has_memory = stack != NULL && order->field != NULL && order->place != NULL;
    if (has_memory) {
        append_all(order, field, stack);
    }
    free(stack);
    return has_memory;
}

void scree_graph_order_clear(scree_graph_order *order)
{
    free(order->field);
    free(order->place);
    *order = (scree_graph_order){.count = 0};
}

uint32_t scree_graph_order_find(const scree_graph_order *order, const scree_field *field)
{
    return find_place(order, field)->number;
}

bool scree_graph_is_default(const scree_graph_node *node, uint32_t input)
{
    const scree_op_input_info *info = &node->definition->input[input];
    const bool is_own = node->input[input] == NULL && info->has_default &&
                        node->number[input] == (float)info->default_number;
    return node->definition->info.group_size > 0 ? input >= node->input_count : is_own;
}

uint32_t scree_graph_count_inputs(const scree_graph_node *node)
{
    uint32_t count = node->definition->info.input_count;
    while (count > 0 && scree_graph_is_default(node, count - 1)) {
        count--;
    }
    return count;
}
