/* FastNoise2's trees as expressions: each node is a definition, and one more where it is used in other axes. */
#include <scree/import.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "fastnoise2_parts.h"
#include "float_environment.h"

#define MIN_AXES 2
#define MAX_AXES SCREE_FN2_AXES

#define append scree_text_format
#define put scree_text_append

/* Types that are an operator, or a few: $1 and @1 are the first of the sources, hybrids and variables
   (scree_import_expand()). A first variable that is a choice chooses among the forms. */
static const char *const forms[FN2_TYPE_COUNT][4] = {
    [FN2_CONSTANT] = {"constant(@1)"},
    [FN2_PING_PONG] = {"zigzag(@1 * @2)"},
    [FN2_ADD] = {"$1 + $2"},
    [FN2_SUBTRACT] = {"$1 - $2"},
    [FN2_MULTIPLY] = {"$1 * $2"},
    [FN2_DIVIDE] = {"over(@1, @2)"},
    [FN2_ABS] = {"abs(@1)"},
    [FN2_MIN] = {"min(@1, @2)"},
    [FN2_MAX] = {"max(@1, @2)"},
    [FN2_MIN_SMOOTH] = {"min(@1, @2) - dip(@1, @2, @3)"},
    [FN2_MAX_SMOOTH] = {"max(@1, @2) + dip(@1, @2, @3)"},
    [FN2_SIGNED_SQUARE_ROOT] = {"sign(@1) * sqrt(abs(@1))"},
    [FN2_POW_FLOAT] = {"power(@1, @2)"},
    [FN2_SEED_OFFSET] = {"seed_offset(@1, @2)"},
    [FN2_CONVERT_RGBA8] = {"clamp(@1, @2, @3)"},
    [FN2_GENERATOR_CACHE] = {"@1"},
    [FN2_FADE] = {"mix(@1, @2, portion(@3, @4, @5))", "mix(@1, @2, hermite(portion(@3, @4, @5)))",
                  "mix(@1, @2, quintic(portion(@3, @4, @5)))", "mix(@1, @2, 0.5)"},
    [FN2_REMAP] = {"@4 + over(@1 - @2, @3 - @2) * (@5 - @4)",
                   "min(max(@4 + over(@1 - @2, @3 - @2) * (@5 - @4), @4), @5)", "remap(@1, @2, @3, @4, @5)",
                   "min(max(remap(@1, @2, @3, @4, @5), @4), @5)"},
    /* Steps are rounded to the nearest there, and down here. A smoothness of s climbs during s / (1 + s) of a step, in
       its middle there, and at its end here. */
    [FN2_TERRACE] = {"terrace(@1 + (1 - climb(@2)) / 2 / @3, @3, climb(@2))"},
    [FN2_MODULUS] = {"remainder(@1, @2)"},
};

/* The members of a node in the order of a form's arguments; returns how many are not numbers. */
static uint32_t collect(scree_fn2_import *in, scree_fn2_place at, scree_fn2_operand argument[9])
{
    const scree_fn2_row *row = at.node->row;
    uint32_t count = 0;
    uint32_t fields = 0;
    for (uint32_t i = 0; i < SCREE_FN2_SOURCES && row->source[i] != NULL; i++) {
        argument[count++] = scree_fn2_source(in, at, i);
        fields++;
    }
    for (uint32_t i = 0; i < SCREE_FN2_HYBRIDS && row->hybrid[i].name != NULL; i++) {
        argument[count] = scree_fn2_hybrid_of(in, at, i);
        fields += !argument[count++].is_number;
    }
    for (uint32_t i = 0; i < 2 && row->variable[i].name != NULL; i++) {
        const bool is_real = row->variable[i].form == 'f';
        /* Seeds have a limit here. */
        argument[count++] = scree_fn2_operand_of(is_real ? at.node->number[i] : (float)(at.node->whole[i] % (1 << 24)));
    }
    return fields;
}

static void note_form(scree_fn2_import *in, scree_fn2_place at)
{
    if (at.node->type == FN2_CONVERT_RGBA8) {
        scree_import_note(&in->out, "ConvertRGBA8: values stay numbers, limited to Min and Max");
    }
    if (at.node->type == FN2_TERRACE && (at.node->is_node[0] || at.node->value[0] < 0.0f)) {
        scree_import_note(&in->out, "Terrace: a Smoothness below 0 is 0 here");
    }
    if (at.node->type == FN2_TERRACE && !(at.node->number[0] > 0.0f)) {
        scree_fn2_refuse(in, at, "Step Count", at.node->number[0], "above 0");
    }
}

static bool are_equal(const scree_fn2_operand *low, const scree_fn2_operand *high)
{
    return low->is_number && high->is_number && low->number == high->number;
}

/* Numbers between which a range can be mapped. */
static bool are_apart(const scree_fn2_operand *low, const scree_fn2_operand *high)
{
    return low->is_number && high->is_number && fabsf(high->number - low->number) > 1e-6f;
}

static void write_form(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    scree_fn2_operand member[9];
    scree_import_argument argument[9];
    const uint32_t fields = collect(in, at, member);
    const bool has_choice = at.node->row->variable[0].form == 'c';
    const char *form = forms[at.node->type][has_choice ? at.node->whole[0] : 0];
    note_form(in, at);
    if (at.node->type == FN2_FADE && are_equal(&member[3], &member[4])) {
        form = forms[FN2_FADE][3];
    }
    if (at.node->type == FN2_REMAP && are_apart(&member[1], &member[2])) {
        form = forms[FN2_REMAP][at.node->whole[0] + 2];
    }
    if (at.node->type == FN2_DIVIDE && member[1].is_number && member[1].number != 0.0f) {
        form = "$1 / $2";
    }
    /* Two numbers make a field, too, by these operators. */
    const bool is_number = fields == 0 && form[0] == '$';
    for (uint32_t i = 0; i < 9; i++) {
        argument[i] = (scree_import_argument){member[i].text, SCREE_IMPORT_WHOLE};
    }
    put(out, is_number ? "constant(" : "");
    scree_import_expand(out, form, argument);
    put(out, is_number ? ")" : "");
}

static void write_whole_power(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const scree_fn2_operand value = scree_fn2_source(in, at, 0);
    if (at.node->whole[0] > 16) {
        scree_fn2_refuse(in, at, "Pow", (float)at.node->whole[0], "at most 16");
        return;
    }
    append(out, "%s * %s", value.text, value.text);
    for (int32_t i = 2; i < at.node->whole[0]; i++) {
        append(out, " * %s", value.text);
    }
}

/* A text from -1 to 1, or 0 to 1, with an Output Min, which is that variable, and an Output Max. */
static void append_ranged(scree_fn2_place at, uint32_t first, scree_text *text, scree_text *out)
{
    const bool is_checker = at.node->type == FN2_CHECKERBOARD;
    const bool is_plain = !is_checker && at.node->number[first] == -1.0f && at.node->number[first + 1] == 1.0f;
    put(out, is_plain ? "" : "remap(");
    scree_import_move(out, text);
    if (!is_plain) {
        put(out, is_checker ? ", 0, 1, " : ", -1, 1, ");
        scree_fn2_number(out, at.node->number[first]);
        put(out, ", ");
        scree_fn2_number(out, at.node->number[first + 1]);
        put(out, ")");
    }
}

/* The sum of coordinates times the numbers of a row of a matrix. */
static void append_row(const float *row, uint32_t axes, scree_text *out)
{
    const char *between = "";
    for (uint32_t axis = 0; axis < axes; axis++) {
        if (row[axis] != 0.0f) {
            append(out, "%s", between);
            scree_fn2_number(out, row[axis]);
            append(out, " * %s", scree_fn2_axis(axis));
            between = " + ";
        }
    }
    put(out, between[0] == '\0' ? "0" : "");
}

/* A source in `inner` axes, whose coordinates are a matrix times those that are there. */
static void append_turned(scree_fn2_import *in, scree_fn2_place at, float matrix[MAX_AXES][MAX_AXES], uint32_t inner,
                          scree_text *out)
{
    const scree_fn2_operand field = scree_fn2_source_in(in, at, 0, inner);
    append(out, inner > at.axes ? "add_axis(at(%s" : "at(%s", field.text);
    for (uint32_t axis = 0; axis < inner; axis++) {
        put(out, ", ");
        append_row(matrix[axis], at.axes, out);
    }
    put(out, inner > at.axes ? "), 0)" : ")");
}

static void write_scale(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const bool is_single = at.node->type == FN2_DOMAIN_SCALE;
    float matrix[MAX_AXES][MAX_AXES] = {{0.0f}};
    bool is_turned = false;
    for (uint32_t axis = 0; axis < at.axes; axis++) {
        matrix[axis][axis] = at.node->number[is_single ? 0 : axis];
        is_turned = is_turned || matrix[axis][axis] < 0.0f;
    }
    if (is_turned) {
        append_turned(in, at, matrix, at.axes, out);
        return;
    }
    const scree_fn2_operand field = scree_fn2_source(in, at, 0);
    append(out, "scale(%s", field.text);
    for (uint32_t axis = 0; axis < (is_single ? 1 : at.axes); axis++) {
        append(out, ", %s%s", is_single ? "" : scree_fn2_axis(axis), is_single ? "" : "=");
        scree_fn2_number(out, matrix[axis][axis]);
    }
    put(out, ")");
}

static void write_offset(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const scree_fn2_operand field = scree_fn2_source(in, at, 0);
    append(out, "offset(%s", field.text);
    for (uint32_t axis = 0; axis < at.axes; axis++) {
        const scree_fn2_operand offset = scree_fn2_hybrid_of(in, at, axis);
        if (!offset.is_number || offset.number != 0.0f) {
            append(out, ", %s=%s", scree_fn2_axis(axis), offset.text);
        }
    }
    put(out, ")");
}

static void write_rotate(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const double cy = cos((double)at.node->number[0]);
    const double sy = sin((double)at.node->number[0]);
    const double cp = cos((double)at.node->number[1]);
    const double sp = sin((double)at.node->number[1]);
    const double cr = cos((double)at.node->number[2]);
    const double sr = sin((double)at.node->number[2]);
    const bool is_flat = at.node->number[1] == 0.0f && at.node->number[2] == 0.0f;
    float matrix[MAX_AXES][MAX_AXES] = {
        {(float)(cy * cp), (float)(cy * sp * sr - sy * cr), (float)(cy * sp * cr + sy * sr)},
        {(float)(sy * cp), (float)(sy * sp * sr + cy * cr), (float)(sy * sp * cr - cy * sr)},
        {(float)-sp, (float)(cp * sr), (float)(cp * cr)}};
    if (at.axes == 4) {
        append(out, "%s", scree_fn2_source(in, at, 0).text);
        return;
    }
    append_turned(in, at, matrix, is_flat ? at.axes : 3, out);
}

static void write_rotate_plane(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const float third = 0.577350269f;
    const float near = 0.788675135f;
    const float far = -0.211324865f;
    const bool is_xz = at.axes > 2 && at.node->whole[0] == 1;
    float planes[2][MAX_AXES][MAX_AXES] = {
        {{near, far, -third}, {far, near, -third}, {third, third, third}, {0.0f, 0.0f, 0.0f, 1.0f}},
        {{near, -third, far}, {third, third, third}, {far, -third, near}, {0.0f, 0.0f, 0.0f, 1.0f}}};
    append_turned(in, at, planes[is_xz], at.axes < 3 ? 3 : at.axes, out);
}

static void write_add_dimension(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    if (at.axes == MAX_AXES) {
        append(out, "%s", scree_fn2_source(in, at, 0).text);
        return;
    }
    const scree_fn2_operand field = scree_fn2_source_in(in, at, 0, at.axes + 1);
    const scree_fn2_operand position = scree_fn2_hybrid_of(in, at, 0);
    append(out, "add_axis(%s, %s)", field.text, position.text);
}

static void write_remove_dimension(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const uint32_t removed = (uint32_t)at.node->whole[0];
    if (at.axes == MIN_AXES || removed >= at.axes) {
        append(out, "%s", scree_fn2_source(in, at, 0).text);
        return;
    }
    const scree_fn2_operand field = scree_fn2_source_in(in, at, 0, at.axes - 1);
    if (removed > 0) {
        append(out, "remove_axis(%s, %" PRIu32 ")", field.text, removed);
        return;
    }
    append(out, "at(remove_axis(%s, %" PRIu32 ")", field.text, at.axes - 1);
    for (uint32_t axis = 1; axis < at.axes; axis++) {
        append(out, ", %s", scree_fn2_axis(axis));
    }
    put(out, ")");
}

/* The other types. */
static void (*const writers[FN2_TYPE_COUNT])(scree_fn2_import *in, scree_fn2_place at, scree_text *out) = {
    [FN2_WHITE] = scree_fn2_write_white,
    [FN2_CHECKERBOARD] = scree_fn2_write_checkerboard,
    [FN2_SINE_WAVE] = scree_fn2_write_sine,
    [FN2_GRADIENT] = scree_fn2_write_gradient,
    [FN2_DISTANCE_TO_POINT] = scree_fn2_write_distance,
    [FN2_SIMPLEX] = scree_fn2_noise,
    [FN2_SUPER_SIMPLEX] = scree_fn2_noise,
    [FN2_PERLIN] = scree_fn2_noise,
    [FN2_VALUE] = scree_fn2_noise,
    [FN2_CELLULAR_VALUE] = scree_fn2_write_cell_value,
    [FN2_CELLULAR_DISTANCE] = scree_fn2_write_cell_distance,
    [FN2_CELLULAR_LOOKUP] = scree_fn2_write_lookup,
    [FN2_FRACTAL_FBM] = scree_fn2_write_fractal,
    [FN2_FRACTAL_RIDGED] = scree_fn2_write_fractal,
    [FN2_WARP_SIMPLEX] = scree_fn2_write_warp,
    [FN2_WARP_SUPER_SIMPLEX] = scree_fn2_write_warp,
    [FN2_WARP_GRADIENT] = scree_fn2_write_warp,
    [FN2_WARP_PROGRESSIVE] = scree_fn2_write_warp_fractal,
    [FN2_WARP_INDEPENDENT] = scree_fn2_write_warp_fractal,
    [FN2_POW_INT] = write_whole_power,
    [FN2_DOMAIN_SCALE] = write_scale,
    [FN2_DOMAIN_OFFSET] = write_offset,
    [FN2_DOMAIN_ROTATE] = write_rotate,
    [FN2_DOMAIN_AXIS_SCALE] = write_scale,
    [FN2_ADD_DIMENSION] = write_add_dimension,
    [FN2_REMOVE_DIMENSION] = write_remove_dimension,
    [FN2_DOMAIN_ROTATE_PLANE] = write_rotate_plane,
};

/* Puts what a source writes in cells of 1 and in its own range into its Feature Scale, and into its Output Min and Max.
 */
static void wrap(scree_fn2_import *in, scree_fn2_place at, scree_text *text)
{
    const scree_fn2_type type = at.node->type;
    scree_text scaled = *text;
    if (type < FN2_WHITE || type > FN2_CELLULAR_DISTANCE || type == FN2_GRADIENT || type == FN2_DISTANCE_TO_POINT) {
        return;
    }
    if (type != FN2_WHITE) {
        scaled = (scree_text){.data = NULL};
        scree_fn2_scaled(in, at, 1.0f, text, &scaled);
    }
    *text = (scree_text){.data = NULL};
    append_ranged(at, type >= FN2_SIMPLEX ? 2 : 1, &scaled, text);
}

/* The number of the definition of a node in so many axes, which is made with those that it needs before it. */
static uint32_t define(scree_fn2_import *in, uint32_t number, uint32_t axes)
{
    const scree_fn2_place at = {.node = &in->tree.node[number], .axes = axes};
    uint32_t *defined = &in->defined[number][axes];
    if (scree_import_is_too_long(&in->out) && in->result == SCREE_OK) {
        in->result = scree_fail(in->out.context, SCREE_ERROR_INVALID, "FastNoise2 string: " SCREE_IMPORT_TOO_LONG);
    }
    if (*defined == 0 && in->result == SCREE_OK) {
        scree_text line = {.data = NULL};
        char name[16];
        (writers[at.node->type] != NULL ? writers[at.node->type] : write_form)(in, at, &line);
        wrap(in, at, &line);
        *defined = ++in->out.count;
        snprintf(name, sizeof name, "n%" PRIu32, *defined);
        scree_import_define(&in->out, name, &line, at.node->row->name);
    }
    return *defined;
}

static void begin_notes(scree_fn2_import *in, uint32_t axes)
{
    scree_text_format(&in->out.notes,
                      "# From FastNoise2, in %" PRIu32 " axes. Its units are those of scree: give --step 1.\n", axes);
    scree_import_note(&in->out, "noise is of the same kinds, and never has the same values");
}

/* Writes a tree that was read, whose last node is the result. */
static void import_tree(scree_fn2_import *in, uint32_t axes, char **text)
{
    char value[16];
    in->defined = calloc(in->tree.count, sizeof *in->defined);
    if (in->defined == NULL) {
        in->result = scree_fail(in->out.context, SCREE_ERROR_OUT_OF_MEMORY, "FastNoise2 string: out of memory");
        return;
    }
    begin_notes(in, axes);
    snprintf(value, sizeof value, "n%" PRIu32, define(in, in->tree.count - 1, axes));
    if (in->result == SCREE_OK) {
        in->result = scree_import_finish(&in->out, value, text);
    }
}

scree_result scree_import_fastnoise2(scree_context *context, const char *encoded, uint32_t axes, char **text)
{
    scree_fn2_import in = {.out.context = context, .define = define};
    scree_float_environment saved;
    if (text != NULL) {
        *text = NULL;
    }
    if (text == NULL || encoded == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", text == NULL ? "text" : "encoded");
    }
    if (axes < MIN_AXES || axes > MAX_AXES) {
        return scree_fail(context, SCREE_ERROR_INVALID, "axes is %" PRIu32 "; FastNoise2 has 2 to 4", axes);
    }
    scree_float_environment_enter(&saved);
    in.result = scree_fn2_tree_read(context, encoded, strlen(encoded), &in.tree);
    if (in.result == SCREE_OK) {
        import_tree(&in, axes, text);
    }
    scree_import_clear(&in.out);
    scree_fn2_tree_free(&in.tree);
    free(in.defined);
    scree_float_environment_leave(&saved);
    return in.result;
}
