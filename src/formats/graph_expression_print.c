/* Noise and graphs as expressions: how they are printed. */
#include <scree/expression.h>
#include <scree/version.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "expression_text.h"
#include "file_field.h"
#include "float_environment.h"
#include "graph_order.h"
#include "graph_type.h"
#include "noise_parameters.h"
#include "noise_type.h"

#define MAX_COLUMNS 100
#define MAX_NESTING 16
/* Inputs of a call that follow so many columns go on in a further line. */
#define LONG_LINE 72

/* How tightly the outermost operator of a text binds. One that begins with a sign stands in parentheses wherever
   another operator is beside it. */
typedef enum strength { STRENGTH_SIGN, STRENGTH_SUM, STRENGTH_PRODUCT, STRENGTH_WHOLE } strength;

/* The text of a field within the expressions of those that it is an input of. */
typedef struct piece {
    scree_text text;
    strength strength;
    uint32_t nesting; /* Calls and parentheses, one within the other. */
    uint32_t uses;    /* How often the field is an input. */
    bool is_named;    /* It is a name. */
} piece;

typedef struct printer {
    scree_graph_order order;
    piece *piece; /* One for each field of the order. */
    scree_text out;
    uint32_t names;       /* Definitions so far. */
    uint32_t name_length; /* Bytes of the longest name. */
    bool breaks_lines;    /* Long calls have several lines. */
    bool failed;          /* Memory ran out. */
} printer;

/* Appends the name of an operator or a choice. Expressions have `_` for the characters that are not of a word. */
static void append_word(scree_text *text, const char *word)
{
    static const char of_words[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    for (; *word != '\0'; word++) {
        scree_text_append_bytes(text, strchr(of_words, *word) != NULL ? word : "_", 1);
    }
}

static bool is_position(const scree_graph_node *node)
{
    return node->definition->info.input_count == 0 && node->file == NULL && node->outputs == NULL;
}

/* The node of an operator of the order; NULL for noise. */
static const scree_graph_node *node_at(const printer *in, uint32_t number)
{
    const scree_field *field = in->order.field[number];
    return scree_noise_of(field) == NULL ? scree_graph_node_of(field) : NULL;
}

static piece *piece_of(const printer *in, const scree_field *field)
{
    return &in->piece[scree_graph_order_find(&in->order, field)];
}

/* The number of entries of an array with one for each axis, up to the last one that is not 0. */
static uint32_t count_axes(const uint64_t *numbers)
{
    uint32_t count = SCREE_MAX_AXES;
    while (count > 0 && numbers[count - 1] == 0) {
        count--;
    }
    return count;
}

static bool is_real_default(const scree_parameter *parameter, double number)
{
    return number == parameter->default_value || (number == SCREE_ZERO && parameter->default_value == 0.0);
}

/* Whether a parameter of complete noise has the value that it also has where it is left out. */
static bool is_left_out(const scree_parameter *parameter, const scree_noise_params *noise)
{
    const void *at = (const char *)noise + parameter->offset;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        return *(const int *)at == 0;
    case SCREE_PARAMETER_U32:
        return *(const uint32_t *)at == (uint32_t)parameter->default_value;
    case SCREE_PARAMETER_U64:
        return *(const uint64_t *)at == (uint64_t)parameter->default_value;
    case SCREE_PARAMETER_REAL:
        return is_real_default(parameter, *(const double *)at);
    case SCREE_PARAMETER_FLAG:
        return !*(const bool *)at;
    case SCREE_PARAMETER_REALS:
        return *(const uint32_t *)(const void *)((const char *)noise + parameter->count_offset) == 0;
    case SCREE_PARAMETER_AXES:
        return count_axes(at) == 0;
    }
    return true;
}

static void append_value(scree_text *text, const scree_parameter *parameter, const scree_noise_params *noise)
{
    const void *at = (const char *)noise + parameter->offset;
    uint32_t count;
    switch (parameter->type) {
    case SCREE_PARAMETER_CHOICE:
        append_word(text, parameter->choice_name(*(const int *)at));
        break;
    case SCREE_PARAMETER_U32:
        scree_text_format(text, "%" PRIu32, *(const uint32_t *)at);
        break;
    case SCREE_PARAMETER_U64:
        scree_text_format(text, "%" PRIu64, *(const uint64_t *)at);
        break;
    case SCREE_PARAMETER_REAL:
        scree_text_double(text, *(const double *)at == SCREE_ZERO ? 0.0 : *(const double *)at);
        break;
    case SCREE_PARAMETER_FLAG:
        scree_text_append(text, "true");
        break;
    case SCREE_PARAMETER_REALS:
        count = *(const uint32_t *)(const void *)((const char *)noise + parameter->count_offset);
        (parameter->is_single ? scree_text_floats : scree_text_doubles)(text, at, count);
        break;
    case SCREE_PARAMETER_AXES:
        scree_text_counts(text, at, count_axes(at));
        break;
    }
}

/* Whether a parameter has an effect in any number of axes. */
static bool has_effect(const scree_parameter *parameter, const scree_noise_params *noise)
{
    bool counts = false;
    for (uint32_t axes = 1; axes <= SCREE_MAX_AXES && !counts; axes++) {
        counts = scree_noise_parameter_counts(parameter, noise, axes);
    }
    return counts;
}

/* The name of the kind is that of the function. */
static void append_noise(scree_text *text, const scree_noise_params *noise)
{
    const scree_parameter *parameter = NULL;
    const char *between = "";
    append_word(text, scree_noise_kind_name(noise->kind));
    scree_text_append(text, "(");
    for (size_t i = 0; (parameter = scree_noise_parameter(i)) != NULL; i++) {
        const bool is_kind = parameter->offset == offsetof(scree_noise_params, kind);
        if (!is_kind && !is_left_out(parameter, noise) && has_effect(parameter, noise)) {
            scree_text_format(text, "%s%s=", between, parameter->name);
            append_value(text, parameter, noise);
            between = ", ";
        }
    }
    scree_text_append(text, ")");
}

static void append_argument(void *user, const char *key, const char *text, bool is_name)
{
    (void)is_name; /* Names of choices stand without quotes. */
    scree_text_append(user, ", ");
    append_word(user, key);
    scree_text_append(user, "=");
    scree_text_append(user, text);
}

/* The samples of a file: its path, and what is not as usual. */
static void append_file(scree_text *text, const scree_file_field_params *params)
{
    if (params->file.path == NULL) {
        scree_text_append(text, "values"); /* Explanations alone show it. */
        return;
    }
    scree_text_append(text, "file(");
    scree_text_quoted(text, params->file.path);
    text->failed = !scree_file_field_print(params, append_argument, text) || text->failed;
    scree_text_append(text, ")");
}

/* Appends the text of an input, in parentheses if it binds less tightly than what is around it. */
static void append_text(piece *made, const char *text, strength has, strength needed, uint32_t nesting)
{
    const bool is_loose = has < needed;
    scree_text_append(&made->text, is_loose ? "(" : "");
    scree_text_append(&made->text, text);
    scree_text_append(&made->text, is_loose ? ")" : "");
    nesting += is_loose;
    made->nesting = nesting > made->nesting ? nesting : made->nesting;
}

/* Appends a number, as a field or as an input of an operator. */
static void append_number(piece *made, float number, bool is_field, strength needed)
{
    scree_text text = {0};
    scree_text_append(&text, is_field ? "constant(" : "");
    scree_text_float(&text, number);
    scree_text_append(&text, is_field ? ")" : "");
    if (text.failed) {
        made->text.failed = true;
    } else {
        append_text(made, text.data, number < 0.0f && !is_field ? STRENGTH_SIGN : STRENGTH_WHOLE, needed, is_field);
    }
    scree_text_clear(&text);
}

/* Whether an operator of numbers alone is a number: one that needs an input. Others are made of positions. */
static bool is_of_numbers(const scree_graph_node *node)
{
    bool has_some = node->definition == scree_op_definition_of(SCREE_OP_CONSTANT);
    for (uint32_t i = 0; i < node->input_count; i++) {
        has_some = has_some || node->input[i] != NULL;
    }
    return !has_some && !node->definition->input[0].has_default;
}

/* Appends an input of a node. Where all are numbers the first one becomes a field, so that the whole is one. */
static void append_input(const printer *in, const scree_graph_node *node, uint32_t input, strength needed, piece *made)
{
    if (node->input[input] == NULL) {
        append_number(made, node->number[input], input == 0 && is_of_numbers(node), needed);
        return;
    }
    const piece *of_input = piece_of(in, node->input[input]);
    append_text(made, of_input->text.data, of_input->strength, needed, of_input->nesting);
}

/* An operator between its inputs; what it groups by itself is the left one. */
static void append_infix(const printer *in, const scree_graph_node *node, const char *sign, strength binds, piece *made)
{
    append_input(in, node, 0, binds, made);
    scree_text_append(&made->text, sign);
    append_input(in, node, 1, binds + 1, made);
    made->strength = binds;
}

/* Appends an output with its value, or with those of its components. */
static void append_output(const printer *in, const scree_graph_node *node, uint32_t number, piece *made)
{
    const uint32_t first = node->outputs->first[number];
    const uint32_t count = scree_graph_output_channels(node->outputs, number);
    scree_text_format(&made->text, "%s = %s", node->outputs->name[number], count > 1 ? "[" : "");
    for (uint32_t i = 0; i < count; i++) {
        scree_text_append(&made->text, i > 0 ? ", " : "");
        append_input(in, node, first + i, STRENGTH_SIGN, made);
    }
    scree_text_append(&made->text, count > 1 ? "]" : "");
}

/* Appends all outputs, each as a definition with its keyword, or in one line. */
static void append_outputs(const printer *in, const scree_graph_node *node, piece *made)
{
    for (uint32_t i = 0; i < node->outputs->count; i++) {
        scree_text_append(&made->text, i == 0 ? "" : in->breaks_lines ? "\n" : ", ");
        scree_text_append(&made->text, in->breaks_lines ? "out " : "");
        append_output(in, node, i, made);
        scree_text_append(&made->text, in->breaks_lines ? ";" : "");
    }
}

/* The length of the last line of a text. */
static size_t last_line(const scree_text *text)
{
    const char *end = text->data != NULL ? strrchr(text->data, '\n') : NULL;
    return end != NULL ? text->length - (size_t)(end + 1 - text->data) : text->length;
}

/* A call with all inputs, or with names for those behind ones that are left out. Points that are many go on in further
   lines. */
static void append_call(const printer *in, const scree_graph_node *node, bool leaves_out, piece *made)
{
    const uint32_t count = scree_graph_count_inputs(node);
    bool has_some = false;
    bool is_named = false;
    append_word(&made->text, node->definition->info.name);
    scree_text_append(&made->text, "(");
    for (uint32_t i = 0; i < count; i++) {
        if (leaves_out && scree_graph_is_default(node, i)) {
            is_named = true;
            continue;
        }
        if (has_some) {
            scree_text_append(&made->text, in->breaks_lines && last_line(&made->text) > LONG_LINE ? ",\n    " : ", ");
        }
        has_some = true;
        if (is_named) {
            append_word(&made->text, node->definition->input[i].name);
            scree_text_append(&made->text, "=");
        }
        append_input(in, node, i, STRENGTH_SIGN, made);
    }
    scree_text_append(&made->text, ")");
    made->strength = STRENGTH_WHOLE;
    made->nesting++;
}

/* Whether any of the inputs that a text gives may be left out. */
static bool has_gap(const scree_graph_node *node)
{
    bool has_some = false;
    for (uint32_t i = 0; i < scree_graph_count_inputs(node); i++) {
        has_some = has_some || scree_graph_is_default(node, i);
    }
    return has_some;
}

static void append_shorter_call(const printer *in, const scree_graph_node *node, piece *made)
{
    append_call(in, node, false, made);
    if (!has_gap(node)) {
        return;
    }
    piece other = {.uses = made->uses};
    append_call(in, node, true, &other);
    if (other.text.failed || other.text.length < made->text.length) {
        const piece longer = *made;
        *made = other;
        other = longer;
    }
    scree_text_clear(&other.text);
}

static void append_operator(const printer *in, const scree_graph_node *node, piece *made)
{
    static const struct {
        scree_op op;
        const char *sign;
        strength binds;
    } infixes[] = {
        {SCREE_OP_ADD, " + ", STRENGTH_SUM},
        {SCREE_OP_SUB, " - ", STRENGTH_SUM},
        {SCREE_OP_MUL, " * ", STRENGTH_PRODUCT},
        {SCREE_OP_DIV, " / ", STRENGTH_PRODUCT},
    };
    for (size_t i = 0; i < sizeof infixes / sizeof infixes[0]; i++) {
        if (node->definition == scree_op_definition_of(infixes[i].op)) {
            append_infix(in, node, infixes[i].sign, infixes[i].binds, made);
            return;
        }
    }
    if (node->outputs != NULL) {
        append_outputs(in, node, made);
    } else if (node->file != NULL) {
        append_file(&made->text, &node->file->params);
        made->strength = STRENGTH_WHOLE;
        made->nesting = 1;
    } else if (node->definition == scree_op_definition_of(SCREE_OP_NEG)) {
        scree_text_append(&made->text, "-");
        append_input(in, node, 0, STRENGTH_WHOLE, made);
        made->strength = STRENGTH_SIGN;
    } else if (is_position(node)) {
        append_word(&made->text, node->definition->info.name);
        made->strength = STRENGTH_WHOLE;
    } else {
        append_shorter_call(in, node, made);
    }
}

/* Defines a name for a field, which stands for its text from then on. */
static void name_piece(printer *in, piece *named)
{
    const uint32_t number = ++in->names;
    scree_text_format(&in->out, "let n%" PRIu32 " = ", number);
    scree_text_append(&in->out, named->text.data);
    scree_text_append(&in->out, ";\n");
    scree_text_clear(&named->text);
    scree_text_format(&named->text, "n%" PRIu32, number);
    named->strength = STRENGTH_WHOLE;
    named->nesting = 0;
    named->is_named = true;
    in->failed = in->failed || named->text.failed;
}

/* Names the input of a node that is nested deepest, or the longest one; false where none is longer than its name. */
static bool name_input(printer *in, const scree_graph_node *node, bool is_by_nesting)
{
    piece *most = NULL;
    for (uint32_t i = 0; i < node->input_count; i++) {
        piece *input = node->input[i] != NULL ? piece_of(in, node->input[i]) : NULL;
        const bool may_be = input != NULL && !input->is_named && input->text.length > in->name_length;
        if (may_be && (most == NULL ||
                       (is_by_nesting ? input->nesting > most->nesting : input->text.length > most->text.length))) {
            most = input;
        }
    }
    if (most != NULL) {
        name_piece(in, most);
    }
    return most != NULL;
}

/* Makes the text of a field whose inputs are printed. */
static void make_piece(printer *in, uint32_t number)
{
    const scree_graph_node *node = node_at(in, number);
    piece *made = &in->piece[number];
    scree_text_clear(&made->text);
    made->nesting = 0;
    if (node != NULL) {
        append_operator(in, node, made);
    } else {
        append_noise(&made->text, &scree_noise_of(in->order.field[number])->params);
        made->strength = STRENGTH_WHOLE;
        made->nesting = 1;
    }
    in->failed = in->failed || made->text.failed;
}

/* Prints a field whose inputs are printed. Names take the place of inputs that would make the text too long. */
static void print_field(printer *in, uint32_t number)
{
    const scree_graph_node *node = node_at(in, number);
    const size_t most = MAX_COLUMNS - strlen("let  = ;") - in->name_length;
    piece *made = &in->piece[number];
    bool is_shorter = true;
    while (is_shorter && !in->failed) {
        make_piece(in, number);
        const bool is_deep = made->nesting > MAX_NESTING;
        is_shorter = node != NULL && node->outputs == NULL && !in->failed && (is_deep || made->text.length > most) &&
                     name_input(in, node, is_deep);
    }
    const bool is_short = node != NULL && is_position(node);
    if (made->uses > 1 && !is_short && !in->failed) {
        name_piece(in, made);
    }
}

/* Counts how often fields are inputs. */
static void count_uses(printer *in)
{
    for (uint32_t number = 0; number < in->order.count; number++) {
        const scree_graph_node *node = node_at(in, number);
        for (uint32_t i = 0; node != NULL && i < node->input_count; i++) {
            if (node->input[i] != NULL) {
                piece_of(in, node->input[i])->uses++;
            }
        }
    }
}

/* Prints all fields; the last one is the whole. */
static void print_fields(printer *in)
{
    char name[16];
    in->name_length = (uint32_t)snprintf(name, sizeof name, "n%" PRIu32, in->order.count);
    count_uses(in);
    for (uint32_t i = 0; i < in->order.count && !in->failed; i++) {
        print_field(in, i);
    }
    if (!in->failed) {
        scree_text_append(&in->out, in->piece[in->order.count - 1].text.data);
    }
    in->failed = in->failed || in->out.failed;
}

bool scree_graph_print_nodes(const scree_graph_order *order, scree_text *texts)
{
    printer in = {.order = *order, .piece = calloc(order->count, sizeof *in.piece)};
    in.failed = in.piece == NULL;
    for (uint32_t i = 0; i < order->count && !in.failed; i++) {
        piece *made = &in.piece[i];
        make_piece(&in, i);
        scree_text_append(&texts[i], in.failed ? "" : made->text.data);
        if (node_at(&in, i) == NULL || !is_position(node_at(&in, i))) {
            scree_text_clear(&made->text);
            scree_text_format(&made->text, "n%" PRIu32, i + 1);
            made->strength = STRENGTH_WHOLE;
        }
        in.failed = in.failed || made->text.failed || texts[i].failed;
    }
    for (uint32_t i = 0; in.piece != NULL && i < order->count; i++) {
        scree_text_clear(&in.piece[i].text);
    }
    free(in.piece);
    return !in.failed;
}

static scree_result print(const scree_field *field, char **text)
{
    printer in = {.breaks_lines = true};
    in.failed = !scree_graph_order_make(field, &in.order);
    in.piece = in.failed ? NULL : calloc(in.order.count, sizeof *in.piece);
    in.failed = in.piece == NULL;
    if (!in.failed) {
        scree_text_format(&in.out, SCREE_EXPRESSION_MADE "%s" SCREE_EXPRESSION_REVISION "%" PRIu32 "\n",
                          scree_version(), scree_output_revision());
        print_fields(&in);
    }
    for (uint32_t i = 0; in.piece != NULL && i < in.order.count; i++) {
        scree_text_clear(&in.piece[i].text);
    }
    free(in.piece);
    scree_graph_order_clear(&in.order);
    if (in.failed) {
        scree_text_clear(&in.out);
        return scree_fail(field->context, SCREE_ERROR_OUT_OF_MEMORY, "no memory for the expression of a field");
    }
    *text = in.out.data;
    return SCREE_OK;
}

scree_result scree_field_print_expression(const scree_field *field, char **text)
{
    if (text != NULL) {
        *text = NULL;
    }
    if (field == NULL) {
        return SCREE_ERROR_INVALID;
    }
    if (text == NULL) {
        return scree_fail(field->context, SCREE_ERROR_INVALID, "text is NULL");
    }
    if (scree_noise_of(field) == NULL && field->type != &scree_graph_type) {
        return scree_fail(field->context, SCREE_ERROR_UNSUPPORTED,
                          "an expression is of noise or of a graph, and this is a field of %s", field->type->name);
    }
    if (scree_noise_of(field) == NULL && scree_graph_node_of(field)->has_values) {
        return scree_fail(field->context, SCREE_ERROR_UNSUPPORTED,
                          "the field is made of values in memory, which no expression names");
    }
    scree_float_environment saved;
    scree_float_environment_enter(&saved);
    const scree_result result = print(field, text);
    scree_float_environment_leave(&saved);
    return result;
}
