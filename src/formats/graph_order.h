/* The fields that a field is made of, in an order in which texts can name them. */
#ifndef SCREE_GRAPH_ORDER_H
#define SCREE_GRAPH_ORDER_H

#include "graph_node.h"
#include "text_builder.h"

/* A place in a table of fields; empty where the field is NULL. */
typedef struct scree_graph_place {
    const scree_field *field;
    uint32_t number;
} scree_graph_place;

/* Every field once, behind those that it is made of, which come in the order of its inputs; itself the last one. */
typedef struct scree_graph_order {
    const scree_field **field; /* Borrowed. */
    uint32_t count;
    scree_graph_place *place; /* A table of a power of two of places, most of which are empty. */
    uint32_t place_mask;
} scree_graph_order;

/* Orders the fields of noise or of a graph; false without memory. The order is freed with scree_graph_order_clear(),
   whatever the result. */
bool scree_graph_order_make(const scree_field *field, scree_graph_order *order);
void scree_graph_order_clear(scree_graph_order *order);

/* The number of a field that is in the order. */
uint32_t scree_graph_order_find(const scree_graph_order *order, const scree_field *field);

/* The number of inputs that texts give: all up to the last one that is a field, has no number of its own, or has
   another one than that. */
uint32_t scree_graph_count_inputs(const scree_graph_node *node);

/* Prints each field as an expression of others, whose names are n1, n2 and so on in the order, but for positions; false
   without memory. The texts were zero, and are the caller's to clear (graph_expression_print.c). */
bool scree_graph_print_nodes(const scree_graph_order *order, scree_text *texts);

/* Whether an input is the number that it also is where it is left out. */
bool scree_graph_is_default(const scree_graph_node *node, uint32_t input);

#endif
