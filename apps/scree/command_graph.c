/* `scree graph`: a field as an expression, as a drawing, or as the nodes that the compiler has made of it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <scree/scree.h>

#include "command.h"
#include "engine.h"
#include "json_writer.h"
#include "message.h"
#include "report.h"
#include "request.h"
#include "text.h"

/* The name of the node whose inputs are the outputs of a field. */
#define OUTPUTS_NAME "outputs"

/* The names of axes, a letter or a digit each. */
static void add_axes(uint32_t axes, struct text *text)
{
    static const char letters[] = "xyzw5678";
    for (unsigned axis = 0; axes >> axis != 0; axis++) {
        if ((axes >> axis & 1) != 0) {
            fputc(letters[axis], text->stream);
        }
    }
}

static void add_range(scree_range range, struct text *text)
{
    if (!isfinite(range.minimum) || !isfinite(range.maximum)) {
        fputs("any", text->stream);
        return;
    }
    fprintf(text->stream, "%.4g", (double)range.minimum);
    if (range.minimum != range.maximum) {
        fprintf(text->stream, " to %.4g", (double)range.maximum);
    }
}

/* "1 octave by contraction", "2 instructions": the rest of the words is the same for one and for many. */
static void add_counted(uint32_t count, const char *thing, const char *rest, struct text *text)
{
    char word[64];
    snprintf(word, sizeof word, "%" PRIu32 " %s%s%s", count, thing, count == 1 ? "" : "s", rest);
    text_add_word(text, word);
}

/* How many octaves are evaluated by which method. */
static void add_octaves(const scree_node_info *node, struct text *text)
{
    const struct {
        uint32_t count;
        const char *name;
    } methods[] = {{node->contracted, " by contraction"},
                   {node->direct, " by sample"},
                   {node->of_sites, " by site"},
                   {node->displaced, " by displaced sample"}};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (methods[i].count > 0) {
            add_counted(methods[i].count, "octave", methods[i].name, text);
        }
    }
}

/* How a node is evaluated. */
static void add_work(const scree_node_info *node, struct text *text)
{
    if (node->places == 0) {
        text_add_word(text, "not needed");
    } else if (node->is_number) {
        text_add_word(text, "a number");
    } else if (node->is_moved) {
        fprintf(text->stream, "n%" PRIu32 " elsewhere", node->input[0]);
    } else if (node->same_as > 0) {
        fprintf(text->stream, "as n%" PRIu32, node->same_as);
    } else if (node->steps == 0) {
        fprintf(text->stream, "within n%" PRIu32, node->made_by);
    } else if (node->octaves + node->instructions == 0) {
        text_add_word(text, "position");
    } else {
        add_octaves(node, text);
        if (node->instructions > 0) {
            add_counted(node->instructions, "instruction", "", text);
        }
    }
    if (node->places > 1) {
        fprintf(text->stream, ", at %" PRIu32 " places", node->places);
    }
}

/* The part of a node of the time of all. */
static double share_of(const scree_graph_explanation *graph, const scree_node_info *node)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        sum += graph->node[i].seconds;
    }
    return sum > 0.0 ? node->seconds / sum : 0.0;
}

/* Percents of the time. */
static void add_share(const scree_graph_explanation *graph, const scree_node_info *node, struct text *text)
{
    const double percent = 100 * share_of(graph, node);
    fprintf(text->stream, "%.*f %%", percent < 9.95 ? 1 : 0, percent);
}

/* The columns of the table, but for the last one, the expression of the node. */
enum column { COLUMN_NODE, COLUMN_USES, COLUMN_AXES, COLUMN_RANGE, COLUMN_SHARE, COLUMN_WORK, COLUMN_COUNT };

static const char *const headings[COLUMN_COUNT] = {"node", "uses", "axes", "values", " time", "evaluated by"};

/* Prints a cell of the table, or only finds how wide it is. */
static int print_cell(enum column column, const scree_graph_explanation *graph, uint32_t number, int width)
{
    const scree_node_info *node = &graph->node[number];
    struct text text;
    text_begin(&text);
    switch (column) {
    case COLUMN_NODE:
        fprintf(text.stream, "n%" PRIu32, number + 1);
        break;
    case COLUMN_USES:
        fprintf(text.stream, "%" PRIu32, node->uses);
        break;
    case COLUMN_AXES:
        add_axes(node->axes, &text);
        fputs(node->axes == 0 ? "-" : "", text.stream);
        break;
    case COLUMN_RANGE:
        if (node->places > 0) {
            add_range(node->bound, &text);
        }
        break;
    case COLUMN_SHARE:
        if (node->steps > 0) {
            add_share(graph, node, &text);
        }
        break;
    default:
        add_work(node, &text);
        break;
    }
    const int needed = (int)strlen(text_end(&text));
    if (width > 0) {
        const bool is_right = column == COLUMN_SHARE || column == COLUMN_USES;
        printf(is_right ? "%*s  " : "%-*s  ", width, text.bytes);
    }
    text_clear(&text);
    return needed;
}

static void print_table(const scree_graph_explanation *graph)
{
    int width[COLUMN_COUNT];
    for (int column = 0; column < COLUMN_COUNT; column++) {
        width[column] = (int)strlen(headings[column]);
        for (uint32_t i = 0; i < graph->node_count; i++) {
            const int needed = print_cell((enum column)column, graph, i, 0);
            width[column] = needed > width[column] ? needed : width[column];
        }
        printf("%-*s  ", width[column], headings[column]);
    }
    puts("expression");
    for (uint32_t i = 0; i < graph->node_count; i++) {
        for (int column = 0; column < COLUMN_COUNT; column++) {
            print_cell((enum column)column, graph, i, width[column]);
        }
        puts(graph->node[i].text);
    }
}

static void print_explanation(const struct request *request, const scree_graph_explanation *graph)
{
    const scree_grid *grid = &request->recipe.grid;
    char size[200];
    struct text counts;
    report_size(size, sizeof size, grid->count, grid->axes);
    text_begin(&counts);
    add_counted(graph->node_count, "node", "", &counts);
    add_counted(graph->sources, "source", "", &counts);
    add_counted(graph->instructions, "instruction", "", &counts);
    add_counted(graph->registers, "register", "", &counts);
    printf("field    %s, %" PRIu64 " samples\ngraph    %s\n", size, request->samples, text_end(&counts));
    text_clear(&counts);
    printf("time     %.3g ns for a sample by one thread of the CPU, from %" PRIu64 " samples\n\n",
           1e9 * graph->seconds / (double)graph->samples, graph->samples);
    print_table(graph);
}

/* A node by its name. */
static void emit_name(struct json_writer *json, const char *key, uint32_t number)
{
    char name[16];
    snprintf(name, sizeof name, "n%" PRIu32, number);
    emit_string(json, key, name);
}

/* The name of an input of a node or, of the outputs of a field, of a channel. */
struct input_name {
    char text[SCREE_MAX_OUTPUT_NAME_BYTES + 3];
};

static struct input_name input_name(const struct request *request, const scree_node_info *node, uint32_t input)
{
    const bool is_outputs = strcmp(node->name, OUTPUTS_NAME) == 0;
    const char *name = is_outputs ? scree_field_channel_names(request->field)
                                  : scree_op_input_describe(node->op, input)->name;
    struct input_name found;
    for (uint32_t i = 0; is_outputs && i < input; i++) {
        name += strcspn(name, " ") + 1;
    }
    snprintf(found.text, sizeof found.text, "%.*s", (int)strcspn(name, " "), name);
    return found;
}

static void emit_inputs(const struct request *request, const scree_node_info *node, struct json_writer *json)
{
    emit_open_object(json, "inputs");
    for (uint32_t i = 0; i < node->input_count; i++) {
        if (node->input[i] > 0) {
            emit_name(json, input_name(request, node, i).text, node->input[i]);
        }
    }
    emit_close_object(json);
}

static void emit_node(const struct request *request, const scree_graph_explanation *graph, uint32_t number,
                      struct json_writer *json)
{
    const scree_node_info *node = &graph->node[number];
    struct text text;
    emit_open_object(json, NULL);
    emit_name(json, "name", number + 1);
    emit_string(json, node->is_noise ? "kind" : "op", node->name);
    emit_string(json, "expression", node->text);
    emit_inputs(request, node, json);
    emit_unsigned(json, "uses", node->uses);
    emit_unsigned(json, "places", node->places);
    text_begin(&text);
    add_axes(node->axes, &text);
    emit_string(json, "axes", text_end(&text));
    text_clear(&text);
    if (node->places > 0) {
        report_json_range(json, "bound", node->bound);
    }
    if (node->same_as > 0) {
        emit_name(json, "same_as", node->same_as);
    }
    emit_boolean(json, "is_number", node->is_number);
    emit_unsigned(json, "octaves", node->octaves);
    emit_unsigned(json, "steps", node->steps);
    emit_unsigned(json, "instructions", node->instructions);
    text_begin(&text);
    add_work(node, &text);
    emit_string(json, "evaluated_by", text_end(&text));
    text_clear(&text);
    report_json_seconds(json, "seconds", node->seconds);
    emit_close_object(json);
}

static void print_json(const struct request *request, const scree_graph_explanation *graph)
{
    struct json_writer json;
    emit_start(&json, stdout);
    emit_string(&json, "version", scree_version());
    report_json_counts(&json, "counts", request->recipe.grid.count, request->recipe.grid.axes);
    emit_unsigned(&json, "sources", graph->sources);
    emit_unsigned(&json, "instructions", graph->instructions);
    emit_unsigned(&json, "registers", graph->registers);
    emit_unsigned(&json, "measured_samples", graph->samples);
    report_json_seconds(&json, "seconds", graph->seconds);
    emit_open_array(&json, "nodes");
    for (uint32_t i = 0; i < graph->node_count; i++) {
        emit_node(request, graph, i, &json);
    }
    emit_close_array(&json);
    emit_finish(&json);
}

/* Prints a text within quotes of DOT; long expressions have several lines. */
static void print_label(const char *text)
{
    unsigned column = 0;
    for (; *text != '\0'; text++, column++) {
        if (*text == ' ' && column > 32) {
            fputs("\\n", stdout);
            column = 0;
            continue;
        }
        if (*text == '"' || *text == '\\') {
            putchar('\\');
        }
        putchar(*text);
    }
}

/* A node is the redder, the more time it takes. What takes none is dashed. */
static void print_dot_node(const scree_graph_explanation *graph, uint32_t number)
{
    const scree_node_info *node = &graph->node[number];
    const double share = share_of(graph, node);
    struct text text;
    text_begin(&text);
    if (node->places > 0) {
        add_axes(node->axes, &text);
        fputs(node->axes == 0 ? "" : ": ", text.stream);
        add_range(node->bound, &text);
        fputs("\\n", text.stream);
    }
    add_work(node, &text);
    if (node->steps > 0) {
        fputs("\\n", text.stream);
        add_share(graph, node, &text);
    }
    printf("  n%" PRIu32 " [label=\"n%" PRIu32 " = ", number + 1, number + 1);
    print_label(node->text);
    printf("\\n%s\", style=\"filled%s\", fillcolor=\"0.05 %.3f 1\"];\n", text_end(&text),
           node->steps == 0 ? ",dashed" : "", 0.7 * share);
    text_clear(&text);
}

static void print_dot(const struct request *request, const scree_graph_explanation *graph)
{
    puts("digraph field {\n  node [shape=box, fontname=\"sans-serif\", fontsize=11];\n"
         "  edge [fontname=\"sans-serif\", fontsize=9];");
    for (uint32_t i = 0; i < graph->node_count; i++) {
        print_dot_node(graph, i);
    }
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const scree_node_info *node = &graph->node[i];
        for (uint32_t k = 0; k < node->input_count; k++) {
            if (node->input[k] > 0) {
                printf("  n%" PRIu32 " -> n%" PRIu32 " [label=\"%s\"];\n", node->input[k], i + 1,
                       input_name(request, node, k).text);
            }
        }
    }
    puts("}");
}

static int print_explained(struct engine *engine, const struct request *request,
                           void (*print)(const struct request *request, const scree_graph_explanation *graph))
{
    scree_graph_explanation *graph = NULL;
    const scree_result result = scree_graph_explain(request->field, &request->recipe.grid, &graph);
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    print(request, graph);
    scree_graph_explanation_free(&graph);
    return EXIT_CODE_OK;
}

/* Prints the recipe of a field, or its expression. */
static int print_text(struct engine *engine, const struct request *request, bool is_recipe)
{
    const scree_recipe *recipe = &request->recipe;
    char *text = NULL;
    scree_result result = SCREE_OK;
    if (!is_recipe) {
        result = scree_field_print_expression(request->field, &text);
    } else if (request->graph != NULL) {
        result = scree_field_print(request->field, &recipe->grid, &recipe->output, &text);
    } else {
        result = scree_recipe_print(recipe, NULL, &text);
    }
    if (result != SCREE_OK) {
        return engine_fail(engine, result);
    }
    puts(text);
    scree_recipe_text_free(&text);
    return EXIT_CODE_OK;
}

static int print_request(struct engine *engine, const struct option_value *values, const struct request *request)
{
    if (values[OPTION_GRAPH_EXPLAIN].given) {
        return print_explained(engine, request, values[OPTION_JSON].given ? print_json : print_explanation);
    }
    if (values[OPTION_DOT].given) {
        return print_explained(engine, request, print_dot);
    }
    return print_text(engine, request, values[OPTION_JSON].given || values[OPTION_PRINT_RECIPE].given);
}

/* Refuses two options that say what is printed. */
static int check_options(const struct option_value *values)
{
    if (values[OPTION_DOT].given) {
        const enum option_id others[] = {OPTION_GRAPH_EXPLAIN, OPTION_PRINT_RECIPE, OPTION_JSON};
        return option_refuse_given(values, others, sizeof others / sizeof others[0], "not together with --dot");
    }
    return values[OPTION_GRAPH_EXPLAIN].given && values[OPTION_PRINT_RECIPE].given
               ? option_refuse(values, OPTION_PRINT_RECIPE, "not together with --explain")
               : EXIT_CODE_OK;
}

int command_graph(const struct arguments *arguments)
{
    struct engine engine;
    struct request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        message_error("graph: out of memory");
        return EXIT_CODE_FAILED;
    }
    int code = check_options(arguments->values);
    code = code == EXIT_CODE_OK ? engine_start(&engine, arguments->values[OPTION_QUIET].given) : code;
    const bool is_started = code == EXIT_CODE_OK;
    if (is_started) {
        code = request_make(&engine, arguments, NULL, NULL, request);
    }
    if (code == EXIT_CODE_OK) {
        code = print_request(&engine, arguments->values, request);
    }
    request_clear(request);
    if (is_started) {
        engine_stop(&engine);
    }
    free(request);
    return code;
}
