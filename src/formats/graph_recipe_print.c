/* Graphs in files: how recipes are printed. */
#include <inttypes.h>

#include "file_field.h"
#include "graph_order.h"
#include "graph_recipe.h"
#include "graph_type.h"
#include "noise_type.h"
#include "recipe_internal.h"

/* Nodes are named by their numbers, from 1 on. */
static void print_reference(scree_printer *out, const char *key, uint32_t number)
{
    scree_print_key(out, key);
    scree_text_format(out->text, "\"n%" PRIu32 "\"", number + 1);
}

static void print_operator(scree_printer *out, const scree_graph_order *order, const scree_graph_node *node)
{
    const uint32_t count = scree_graph_count_inputs(node);
    scree_print_name(out, "op", node->definition->info.name);
    for (uint32_t i = 0; i < count; i++) {
        const char *key = node->definition->input[i].name;
        if (node->input[i] != NULL) {
            print_reference(out, key, scree_graph_order_find(order, node->input[i]));
        } else {
            scree_print_key(out, key);
            scree_text_float(out->text, node->number[i]);
        }
    }
}

static void print_word(void *user, const char *key, const char *text, bool is_name)
{
    scree_printer *out = user;
    scree_print_key(out, key);
    (is_name ? scree_text_quoted : scree_text_append)(out->text, text);
}

/* The samples of a file, with what is not as usual. */
static void print_file(scree_printer *out, const scree_file_field_params *params)
{
    scree_print_key(out, "file");
    scree_text_quoted(out->text, params->file.path);
    out->text->failed = !scree_file_field_print(params, print_word, out) || out->text->failed;
}

/* The nodes of an output's components. */
static void print_output(scree_printer *out, const scree_graph_order *order, const scree_graph_node *node,
                         uint32_t number)
{
    const uint32_t count = scree_graph_output_channels(node->outputs, number);
    scree_print_key(out, node->outputs->name[number]);
    scree_text_append(out->text, count > 1 ? "[" : "");
    for (uint32_t i = 0; i < count; i++) {
        const scree_field *component = node->input[node->outputs->first[number] + i];
        scree_text_format(out->text, "%s\"n%" PRIu32 "\"", i > 0 ? ", " : "",
                          scree_graph_order_find(order, component) + 1);
    }
    scree_text_append(out->text, count > 1 ? "]" : "");
}

static void print_outputs(scree_printer *out, const scree_graph_order *order, const scree_graph_node *node)
{
    scree_printer outputs = {.text = out->text, .first = true, .is_line = true};
    scree_print_key(out, "outputs");
    scree_text_append(out->text, "{");
    for (uint32_t i = 0; i < node->outputs->count; i++) {
        print_output(&outputs, order, node, i);
    }
    scree_text_append(out->text, "}");
}

/* A line for each field, which follows those that it is made of. */
static void print_nodes(scree_printer *out, const scree_graph_order *order, uint32_t count, uint32_t axes)
{
    scree_printer nodes = {.text = out->text, .indent = out->indent + 2, .first = true};
    scree_print_key(out, "nodes");
    scree_text_append(out->text, "{");
    for (uint32_t i = 0; i < count; i++) {
        const scree_noise_field *noise = scree_noise_of(order->field[i]);
        scree_printer node = {.text = out->text, .first = true, .is_line = true};
        char name[16];
        snprintf(name, sizeof name, "n%" PRIu32, i + 1);
        scree_print_key(&nodes, name);
        scree_text_append(out->text, "{");
        if (noise != NULL) {
            scree_print_noise(&node, &noise->params, axes);
        } else if (scree_graph_node_of(order->field[i])->file != NULL) {
            print_file(&node, &scree_graph_node_of(order->field[i])->file->params);
        } else {
            print_operator(&node, order, scree_graph_node_of(order->field[i]));
        }
        scree_text_append(out->text, "}");
    }
    scree_text_format(out->text, "\n%*s}", (int)out->indent + 2, "");
}

void scree_graph_recipe_print(const scree_field *field, const scree_grid *grid, const scree_output *output,
                              unsigned indent, scree_text *text)
{
    scree_printer out = {.text = text, .indent = indent, .first = true};
    scree_graph_order order;
    const bool has_outputs = scree_graph_outputs_of(field) != NULL;
    if (!scree_graph_order_make(field, &order)) {
        text->failed = true;
    } else if (!scree_graph_node_of(field)->has_values) {
        scree_text_append(text, "{");
        scree_print_made(&out);
        scree_print_name(&out, "field", "graph");
        print_nodes(&out, &order, order.count - (has_outputs ? 1 : 0), grid->axes);
        if (has_outputs) {
            print_outputs(&out, &order, scree_graph_node_of(field));
        } else {
            print_reference(&out, "value", order.count - 1);
        }
        scree_print_sampling(&out, grid, output);
        scree_text_format(text, "\n%*s}", (int)indent, "");
    }
    scree_graph_order_clear(&order);
}
