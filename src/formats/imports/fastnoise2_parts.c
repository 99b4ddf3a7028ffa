#include "fastnoise2_parts.h"

#include <inttypes.h>
#include <stdio.h>

#include "context_internal.h"

#define put scree_text_append

const char *scree_fn2_axis(uint32_t axis)
{
    static const char *const name[] = {"x", "y", "z", "w"};
    return name[axis];
}

scree_fn2_operand scree_fn2_operand_of(float number)
{
    scree_fn2_operand made = {.is_number = true, .number = number == 0.0f ? 0.0f : number};
    scree_float_print(made.text, made.number);
    return made;
}

static scree_fn2_operand node_operand(scree_fn2_import *in, uint32_t number, uint32_t axes)
{
    const scree_fn2_node *node = &in->tree.node[number];
    scree_fn2_operand made = {.is_number = false};
    if (node->type == FN2_CONSTANT) {
        return scree_fn2_operand_of(node->number[0]);
    }
    snprintf(made.text, sizeof made.text, "n%" PRIu32, in->define(in, number, axes));
    return made;
}

/* A member that is a node. It stays a field where it is a number. */
scree_fn2_operand scree_fn2_source_in(scree_fn2_import *in, scree_fn2_place at, uint32_t number, uint32_t axes)
{
    scree_fn2_operand made = node_operand(in, at.node->source[number], axes);
    if (made.is_number) {
        const scree_fn2_operand inner = made;
        snprintf(made.text, sizeof made.text, "constant(%.28s)", inner.text);
        made.is_number = false;
    }
    return made;
}

scree_fn2_operand scree_fn2_source(scree_fn2_import *in, scree_fn2_place at, uint32_t number)
{
    return scree_fn2_source_in(in, at, number, at.axes);
}

scree_fn2_operand scree_fn2_hybrid_of(scree_fn2_import *in, scree_fn2_place at, uint32_t number)
{
    return at.node->is_node[number] ? node_operand(in, at.node->hybrid[number], at.axes)
                                    : scree_fn2_operand_of(at.node->value[number]);
}

void scree_fn2_number(scree_text *out, float number)
{
    scree_text_append(out, scree_fn2_operand_of(number).text);
}

/* Refuses a variable. */
void scree_fn2_refuse(scree_fn2_import *in, scree_fn2_place at, const char *name, float number, const char *must_be)
{
    if (in->result == SCREE_OK) {
        in->result = scree_fail(in->out.context, SCREE_ERROR_INVALID,
                                "FastNoise2 string: %s of %s is %s; it must be %s", name, at.node->row->name,
                                scree_show_float(number).text, must_be);
    }
}

/* Appends a field in cells of 1 with its node's Feature Scale, so many times as fine; its text is freed. */
void scree_fn2_scaled(scree_fn2_import *in, scree_fn2_place at, float finer, scree_text *field, scree_text *out)
{
    const float scale = at.node->number[0];
    if (!(scale > 0.0f)) {
        scree_fn2_refuse(in, at, "Feature Scale", scale, "above 0");
    }
    put(out, scale == finer ? "" : "scale(");
    scree_import_move(out, field);
    if (scale != finer) {
        put(out, ", ");
        scree_fn2_number(out, finer);
        put(out, " / ");
        scree_fn2_number(out, scale);
        put(out, ")");
    }
}
