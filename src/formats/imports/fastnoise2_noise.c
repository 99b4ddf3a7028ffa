/* FastNoise2's nodes that are made of positions alone. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "fastnoise2_parts.h"

#define append scree_text_format
#define put scree_text_append

/* The seed of a function of noise, as its first parameter or its next one. */
static void append_seed(scree_fn2_place at, uint32_t variable, const char *between, scree_text *out)
{
    const uint32_t seed = (uint32_t)at.node->whole[variable];
    if (seed != 0) {
        append(out, "%sseed=%" PRIu32, between, seed);
    }
}

bool scree_fn2_is_noise(const scree_fn2_node *node)
{
    return node->type >= FN2_SIMPLEX && node->type <= FN2_VALUE;
}

/* Noise of the kinds with a lattice, in cells of 1. */
void scree_fn2_noise(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    static const char *const kinds[] = {"opensimplex2(", "opensimplex2s(", "perlin(", "value(fade=cubic"};
    const bool is_smooth = at.node->type == FN2_SUPER_SIMPLEX;
    if (is_smooth && at.axes == 4) {
        scree_import_note(&in->out, "SuperSimplex has 2 and 3 axes here; in 4 it is simplex noise");
    }
    append(out, "%s", kinds[is_smooth && at.axes == 4 ? 0 : at.node->type - FN2_SIMPLEX]);
    append_seed(at, 1, at.node->type == FN2_VALUE ? ", " : "", out);
    put(out, ")");
}

void scree_fn2_write_white(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    scree_import_note(&in->out, "White has a value for each unit here, and one for every coordinate there");
    put(out, "white(");
    append_seed(at, 0, "", out);
    put(out, ")");
}

void scree_fn2_write_checkerboard(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    (void)in;
    put(out, "offset(checker()");
    for (uint32_t axis = 0; axis < at.axes; axis++) {
        append(out, ", %s=0.5", scree_fn2_axis(axis));
    }
    put(out, ")");
}

void scree_fn2_write_sine(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    (void)in;
    for (uint32_t axis = 0; axis < at.axes; axis++) {
        append(out, "%ssine(%s / 6.2831853)", axis > 0 ? " * " : "", scree_fn2_axis(axis));
    }
}

void scree_fn2_write_gradient(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const char *between = "";
    for (uint32_t axis = 0; axis < at.axes; axis++) {
        if (at.node->number[axis] != 0.0f) {
            const scree_fn2_operand offset = scree_fn2_hybrid_of(in, at, axis);
            append(out, "%s", between);
            scree_fn2_number(out, at.node->number[axis]);
            append(out, " * (%s + %s)", scree_fn2_axis(axis), offset.text);
            between = " + ";
        }
    }
    put(out, between[0] == '\0' ? "constant(0)" : "");
}

/* Appends a term for each axis of the distance from a point. */
static void append_terms(scree_fn2_import *in, scree_fn2_place at, const char *before, const char *after,
                         const char *between, scree_text *out)
{
    for (uint32_t axis = 0; axis < at.axes; axis++) {
        const scree_fn2_operand point = scree_fn2_hybrid_of(in, at, axis);
        append(out, "%s%s%s - %s%s", axis > 0 ? between : "", before, scree_fn2_axis(axis), point.text, after);
    }
}

void scree_fn2_write_distance(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    scree_fn2_operand exponent;
    char after[64];
    switch (at.node->whole[0]) {
    case 0:
        put(out, "length(");
        append_terms(in, at, "", "", ", ", out);
        put(out, ")");
        break;
    case 1:
        append_terms(in, at, "square(", ")", " + ", out);
        break;
    case 2:
        append_terms(in, at, "abs(", ")", " + ", out);
        break;
    case 3:
        append_terms(in, at, "square(", ")", " + ", out);
        put(out, " + ");
        append_terms(in, at, "abs(", ")", " + ", out);
        break;
    case 4:
        for (uint32_t axis = 1; axis < at.axes; axis++) {
            put(out, "max(");
        }
        for (uint32_t axis = 0; axis < at.axes; axis++) {
            const scree_fn2_operand point = scree_fn2_hybrid_of(in, at, axis);
            append(out, "%sabs(%s - %s)%s", axis > 0 ? ", " : "", scree_fn2_axis(axis), point.text,
                   axis > 0 ? ")" : "");
        }
        break;
    default:
        exponent = scree_fn2_hybrid_of(in, at, SCREE_FN2_AXES);
        snprintf(after, sizeof after, ", %s)", exponent.text);
        put(out, "power(");
        append_terms(in, at, "power(", after, " + ", out);
        append(out, ", over(1, %s))", exponent.text);
        if (!exponent.is_number) {
            scree_import_note(&in->out,
                              "DistanceToPoint: a Minkowski P that is a node is not that of the place less the point");
        }
        break;
    }
}

/* The hybrid Grid Jitter as the parameter that it is here: a number up to 1. */
static float jitter_of(scree_fn2_import *in, scree_fn2_place at)
{
    const scree_fn2_operand jitter = scree_fn2_hybrid_of(in, at, 1);
    if (!jitter.is_number || fabsf(jitter.number) > 1.0f) {
        scree_import_note(&in->out, "%s: a Grid Jitter that is a node, or beyond 1, is 1 here", at.node->row->name);
        return 1.0f;
    }
    return fabsf(jitter.number);
}

/* Cellular noise, in cells of 1. */
static void append_cells(scree_fn2_import *in, scree_fn2_place at, uint32_t metric_variable, const char *feature,
                         scree_text *out)
{
    static const char *const metrics[] = {"euclidean", "squared", "manhattan", "hybrid", "chebyshev", "euclidean"};
    const scree_fn2_operand size = scree_fn2_hybrid_of(in, at, 2);
    const int32_t metric = at.node->whole[metric_variable];
    const float jitter = jitter_of(in, at);
    if (!size.is_number || size.number != 0.0f) {
        scree_import_note(&in->out, "%s: Size Jitter is left out", at.node->row->name);
    }
    if (metric == 5) {
        scree_import_note(&in->out, "%s: Minkowski distance is Euclidean here", at.node->row->name);
    }
    append(out, "cellular(feature=%s", feature);
    if (metric != 0 && metric != 5) {
        append(out, ", metric=%s", metrics[metric]);
    }
    if (jitter != 1.0f) {
        put(out, ", jitter=");
        scree_fn2_number(out, jitter);
    }
    append_seed(at, 1, ", ", out);
    put(out, ")");
}

void scree_fn2_write_cell_value(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    if (at.node->whole[5] != 0) {
        scree_import_note(&in->out, "CellularValue: a Value Index beyond 0, that of the nearest point, is 0 here");
    }
    append_cells(in, at, 4, "value", out);
}

/* A Distance Index, which is limited there, too. */
static int32_t index_of(scree_fn2_import *in, int32_t index)
{
    if (index > 2) {
        scree_import_note(&in->out, "CellularDistance: the fourth nearest point is the third here");
    }
    return index < 0 ? 0 : index > 2 ? 2 : index;
}

/* The features of Distance Indices. */
static const char *const nearest[] = {"f1", "f2", "f3"};

/* Two distances, each as 0 to 1, with an operator between them. */
static void append_both(scree_fn2_import *in, scree_fn2_place at, const char *before, const char *between,
                        const char *after, scree_text *out)
{
    append(out, "%s(1 + ", before);
    append_cells(in, at, 4, nearest[index_of(in, at.node->whole[5])], out);
    append(out, ")%s(1 + ", between);
    append_cells(in, at, 4, nearest[index_of(in, at.node->whole[6])], out);
    append(out, ")%s", after);
}

void scree_fn2_write_cell_distance(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    scree_import_note(&in->out,
                      "CellularDistance: each distance is mapped to -1 to 1 by the largest that there can be");
    const int32_t first = index_of(in, at.node->whole[5]);
    const bool are_nearest = first + index_of(in, at.node->whole[6]) == 1;
    const int32_t type = at.node->whole[7];
    if (type == 0) {
        append_cells(in, at, 4, nearest[first], out);
    } else if (are_nearest && (type == 2 || type == 3)) {
        append_cells(in, at, 4, type == 2 ? "f2-f1" : "f1*f2", out);
    } else if (type == 1) {
        append_both(in, at, "(", " + ", ") / 2 - 1", out);
    } else if (type == 2) {
        append_both(in, at, "abs(", " - ", ") - 1", out);
    } else if (type == 3) {
        append_both(in, at, "", " * ", " / 2 - 1", out);
    } else {
        append_both(in, at, "2 * clamp(", " / max(", ", 0.001), 0, 1) - 1", out);
    }
}

void scree_fn2_write_lookup(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const scree_fn2_operand lookup = scree_fn2_source(in, at, 0);
    const double reach = (1.0 + (double)jitter_of(in, at)) / 2.0 * sqrt((double)at.axes);
    append(out, "offset(seed_offset(%s, 1)", lookup.text);
    for (uint32_t axis = 0; axis < at.axes; axis++) {
        char feature[16];
        snprintf(feature, sizeof feature, "offset-%s", scree_fn2_axis(axis));
        append(out, ", %s=", scree_fn2_axis(axis));
        scree_fn2_number(out, (float)(reach * (double)at.node->number[0]));
        put(out, " * ");
        scree_text cells = {.data = NULL};
        append_cells(in, at, 2, feature, &cells);
        scree_fn2_scaled(in, at, 1.0f, &cells, out);
    }
    put(out, ")");
}
