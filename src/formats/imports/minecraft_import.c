/* Minecraft's density functions as expressions. Those of files of their own, and long parts, are definitions. */
#include <scree/import.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "float_environment.h"
#include "minecraft_parts.h"

/* Functions, one within the other, over all files. */
#define MAX_LEVEL 150
/* Points and limits of one call (graph.h). */
#define SPLINE_POINTS 10
#define SELECT_LIMITS 15
#define MAX_SPLINE_POINTS ((SPLINE_POINTS - 1) * SELECT_LIMITS)
#define TOO_DEEP "functions stand too deep within others"

#define put scree_text_append
#define append scree_text_format

/* An axis by its name; 3 is none. */
static uint32_t axis_of(scree_mc_import *in, const json_t *json)
{
    const char *name = scree_mc_word(in, json, "axis", NULL);
    const uint32_t axis = name[0] >= 'x' && name[0] <= 'z' && name[1] == '\0' ? (uint32_t)(name[0] - 'x') : 3;
    if (axis == 3) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "axis must be x, y or z, and is", name);
    }
    return axis;
}

static void append_numbers(scree_text *text, double first, double second)
{
    scree_text_double(text, first);
    put(text, ", ");
    scree_text_double(text, second);
}

/* y_clamped_gradient, and gradient of new. */
static void write_gradient(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    static const char *const axes[] = {"x", "y", "z", "y"};
    const bool is_old = strstr(scree_mc_word(in, json, "type", NULL), "y_clamped_gradient") != NULL;
    const char *axis = is_old ? "y" : axes[axis_of(in, json)];
    const char *tiling = scree_mc_word(in, json, "tiling", "clamp_to_edge");
    const double from = scree_mc_number(in, json, "from_coordinate", "from_y");
    const double to = scree_mc_number(in, json, "to_coordinate", "to_y");
    const double low = scree_mc_number(in, json, "from_value", NULL);
    const double high = scree_mc_number(in, json, "to_value", NULL);
    if (from == to) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, "a gradient begins where it ends", NULL);
    }
    const bool repeats = strcmp(tiling, "repeat") == 0;
    if (!repeats && strcmp(tiling, "mirrored_repeat") != 0 && strcmp(tiling, "clamp_to_edge") != 0) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "there is no tiling", tiling);
    }
    if (repeats || strcmp(tiling, "mirrored_repeat") == 0) {
        put(&out->text, "mix(");
        append_numbers(&out->text, low, high);
        append(&out->text, repeats ? ", mod((%s - " : ", zigzag((%s - ", axis);
        scree_text_double(&out->text, from);
        put(&out->text, ") / ");
        scree_text_double(&out->text, to - from);
        put(&out->text, "))");
        return;
    }
    append(&out->text, "clamp(remap(%s, ", axis);
    append_numbers(&out->text, from, to);
    put(&out->text, ", ");
    append_numbers(&out->text, low, high);
    put(&out->text, "), ");
    append_numbers(&out->text, low < high ? low : high, low < high ? high : low);
    put(&out->text, ")");
}

static void write_slice(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    scree_mc_part input = SCREE_MC_NOTHING;
    scree_mc_write_member(in, json, "input", "argument", &input);
    put(&out->text, "fix_axis(");
    put(&out->text, scree_mc_text(&input));
    append(&out->text, ", %" PRIu32 ", ", axis_of(in, json));
    scree_text_double(&out->text, scree_mc_number(in, json, "coordinate", NULL));
    put(&out->text, ")");
    scree_mc_clear(in, &input);
}

static void write_distance(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const char *metric = scree_mc_word(in, json, "metric", NULL);
    const json_t *point = json_object_get(json, "point");
    const bool is_square = strcmp(metric, "euclidean_squared") == 0;
    const bool is_known = is_square || strcmp(metric, "euclidean") == 0 || strcmp(metric, "manhattan") == 0 ||
                          strcmp(metric, "chebyshev") == 0;
    if (!is_known || json_array_size(point) != 3) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, is_known ? "a point must have three coordinates" : "there is no metric",
                      is_known ? NULL : metric);
        return;
    }
    const bool is_plain = is_square || strcmp(metric, "euclidean") == 0;
    put(&out->text, is_square ? "square(distance" : "distance");
    append(&out->text, is_plain ? "(" : "_%s(", metric);
    for (size_t i = 0; i < 3; i++) {
        put(&out->text, i > 0 ? ", " : "");
        scree_text_double(&out->text, scree_mc_item(in, point, i));
    }
    put(&out->text, is_square ? "))" : ")");
}

static void write_spline(scree_mc_import *in, const json_t *json, scree_mc_part *out);

/* A point of a spline, as the arguments of a call: location, value and slope. */
typedef struct spline_point {
    double location;
    scree_text text;
} spline_point;

/* The value of a point is a number, or a spline of its own. */
static void write_point(scree_mc_import *in, const json_t *json, spline_point *out)
{
    scree_mc_part at = SCREE_MC_NOTHING;
    const json_t *height = json_object_get(json, "value");
    if (json_is_number(height)) {
        scree_mc_set_number(in, &at, json_number_value(height));
    } else {
        write_spline(in, height, &at);
        scree_mc_shorten(in, "spline", &at);
    }
    scree_text_double(&out->text, out->location);
    put(&out->text, ", ");
    put(&out->text, scree_mc_text(&at));
    put(&out->text, ", ");
    scree_text_double(&out->text, scree_mc_number(in, json, "derivative", NULL));
    scree_mc_clear(in, &at);
}

/* Writes the points that lie behind all before them, and returns how many there are. */
static size_t write_points(scree_mc_import *in, const json_t *json, spline_point *point)
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(json) && in->result == SCREE_OK; i++) {
        const json_t *next = json_array_get(json, i);
        const double location = scree_mc_number(in, next, "location", NULL);
        if (count > 0 && !(location > point[count - 1].location)) {
            scree_import_note(&in->out, "a spline's points that do not lie behind those before them are left out");
            continue;
        }
        point[count].location = location;
        write_point(in, next, &point[count++]);
    }
    return count;
}

static void append_points(const char *coordinate, const spline_point *point, size_t count, scree_text *out)
{
    append(out, count == 1 ? "ray(%s" : "spline(%s", coordinate);
    for (size_t i = 0; i < count; i++) {
        put(out, ", ");
        put(out, point[i].text.data != NULL ? point[i].text.data : "");
        out->failed = out->failed || point[i].text.failed;
    }
    put(out, ")");
}

/* A spline through more points than one call takes is several ones, each from the last point of the one before. */
static void append_spline(const char *coordinate, const spline_point *point, size_t count, scree_text *out)
{
    size_t first = 0;
    if (count <= SPLINE_POINTS) {
        append_points(coordinate, point, count, out);
        return;
    }
    append(out, "select_many(%s, 0, ", coordinate);
    while (first + 1 < count) {
        const size_t part = count - first < SPLINE_POINTS ? count - first : SPLINE_POINTS;
        if (first > 0) {
            put(out, ", ");
            scree_text_double(out, point[first].location);
            put(out, ", ");
        }
        append_points(coordinate, &point[first], part, out);
        first += part - 1;
    }
    put(out, ")");
}

static void write_through(scree_mc_import *in, const char *coordinate, const json_t *json, scree_mc_part *out)
{
    const size_t most = json_array_size(json);
    spline_point *point = calloc(most, sizeof *point);
    if (point == NULL) {
        scree_mc_fail(in, SCREE_ERROR_OUT_OF_MEMORY, "out of memory", NULL);
        return;
    }
    const size_t count = write_points(in, json, point);
    append_spline(coordinate, point, count, &out->text);
    for (size_t i = 0; i < count; i++) {
        scree_text_clear(&point[i].text);
    }
    free(point);
}

static void write_spline(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    scree_mc_part coordinate = SCREE_MC_NOTHING;
    const json_t *points = json_object_get(json, "points");
    const size_t count = json_array_size(points);
    if (++in->level > MAX_LEVEL) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, TOO_DEEP, NULL);
    } else if (count < 1 || count > MAX_SPLINE_POINTS) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "a spline must have 1 to 135 points", NULL);
    } else {
        scree_mc_write_member(in, json, "coordinate", NULL, &coordinate);
    }
    if (strpbrk(scree_mc_text(&coordinate), " (") != NULL) {
        scree_mc_define_next(in, "coordinate", &coordinate);
    }
    if (in->result == SCREE_OK) {
        write_through(in, scree_mc_text(&coordinate), points, out);
    }
    scree_mc_clear(in, &coordinate);
    in->level--;
}

static void write_spline_function(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const json_t *spline = json_object_get(json, "spline");
    if (json_is_number(spline)) {
        scree_mc_set_number(in, out, json_number_value(spline));
    } else if (json_is_object(spline)) {
        write_spline(in, spline, out);
    } else {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "there is no", "spline");
    }
}

/* interval_select: function i below threshold i, the last one from the last threshold on. */
static void write_select(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const json_t *limits = json_object_get(json, "thresholds");
    const json_t *functions = json_object_get(json, "functions");
    const size_t count = json_array_size(limits);
    scree_mc_part input = SCREE_MC_NOTHING;
    if (count < 1 || count > SELECT_LIMITS || json_array_size(functions) != count + 1) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, "there must be 1 to 15 thresholds, and one function more", NULL);
        return;
    }
    scree_mc_write_member(in, json, "input", NULL, &input);
    put(&out->text, "select_many(");
    put(&out->text, scree_mc_text(&input));
    put(&out->text, ", 0");
    for (size_t i = 0; i <= count; i++) {
        scree_mc_part chosen = SCREE_MC_NOTHING;
        if (i > 0) {
            put(&out->text, ", ");
            scree_text_double(&out->text, scree_mc_item(in, limits, i - 1));
        }
        scree_mc_write_inner(in, json_array_get(functions, i), &chosen);
        put(&out->text, ", ");
        put(&out->text, scree_mc_text(&chosen));
        scree_mc_clear(in, &chosen);
    }
    put(&out->text, ")");
    scree_mc_clear(in, &input);
}

/* A type of functions: a text in which $1 is the first argument as an operand, and @1 as it is, or a function. */
typedef struct function_type {
    const char *name;
    const char *text;
    const char *argument[5];
    const char *older[5]; /* The names of arguments until 26.2. */
    const char *usual[5]; /* Arguments that may be left out. */
    void (*write)(scree_mc_import *in, const json_t *json, scree_mc_part *out);
    const char *note;
} function_type;

#define ONE .argument = {"input"}, .older = {"argument"}
#define TWO .argument = {"left", "right"}, .older = {"argument1", "argument2"}
#define TO_MULTIPLE .argument = {"input", "multiple"}, .usual = {NULL, "1"}

static const function_type types[] = {
    {"abs", "abs(@1)", ONE},
    {"add", "$1 + $2", TWO},
    {"beardifier", "0", .note = "beardifier, the room for structures, is 0 here"},
    {"blend_alpha", .text = "1"},
    {"blend_density", "@1", ONE},
    {"blend_offset", .text = "0"},
    {"cache", "@1", ONE},
    {"cache_2d", "@1", ONE},
    {"cache_all_in_cell", "@1", ONE},
    {"cache_once", "@1", ONE},
    {"ceil", "ceil(@1, @2)", TO_MULTIPLE},
    {"clamp", "clamp(@1, @2, @3)", .argument = {"input", "min", "max"}},
    {"constant", "@1", .argument = {"value"}, .older = {"argument"}},
    {"cube", "cube(@1)", ONE},
    {"distance_to_point", .write = write_distance},
    {"div", "over(@1, @2)", TWO},
    {"flat_cache", "fix_axis(@1, 1, 0)", ONE,
     .note = "flat_cache: values are those of every block, and not of the corner of four by four"},
    {"floor", "floor(@1, @2)", TO_MULTIPLE},
    {"gradient", .write = write_gradient},
    {"half_negative", "half_negative(@1)", ONE},
    {"interpolated", "@1", ONE,
     .note = "interpolated: values are those of every block, and not linear between the corners of cells"},
    {"interval_select", .write = write_select},
    {"invert", "over(1, @1)", ONE},
    {"lerp", "mix(@2, @3, @1)", .argument = {"alpha", "first", "second"}},
    {"max", "max(@1, @2)", TWO},
    {"min", "min(@1, @2)", TWO},
    {"mul", "$1 * $2", TWO},
    {"negate", "0 - $1", ONE},
    {"noise", .write = scree_mc_noise},
    {"old_blended_noise", .write = scree_mc_blended},
    {"pow", "power(@1, @2)", .argument = {"base", "exponent"}},
    {"quarter_negative", "quarter_negative(@1)", ONE},
    {"range_choice", "select_many(@1, 0, @5, @2, @4, @3, @5)",
     .argument = {"input", "min_inclusive", "max_exclusive", "when_in_range", "when_out_of_range"}},
    {"reciprocal", "over(1, @1)", ONE},
    {"round", "round(@1, @2)", TO_MULTIPLE},
    {"shift", .write = scree_mc_shift},
    {"shift_a", .write = scree_mc_shift},
    {"shift_b", .write = scree_mc_shift},
    {"shifted_noise", .write = scree_mc_noise},
    {"sign", "sign(@1)", ONE},
    {"slice", .write = write_slice},
    {"spline", .write = write_spline_function},
    {"sqrt", "sqrt(max(@1, 0))", ONE},
    {"square", "square(@1)", ONE},
    {"squeeze", "squeeze(@1)", ONE},
    {"sub", "$1 - $2", TWO},
    {"truncate", "truncate(@1, @2)", TO_MULTIPLE},
    {"weird_scaled_sampler", .write = scree_mc_weird},
    {"y_clamped_gradient", .write = write_gradient},
};

static const function_type *find_type(const char *name)
{
    const char *plain = scree_mc_plain(name);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i].name, plain) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

static void write_expanded(scree_mc_import *in, const function_type *type, const json_t *json, scree_mc_part *out)
{
    scree_mc_part argument[5] = {SCREE_MC_NOTHING, SCREE_MC_NOTHING, SCREE_MC_NOTHING, SCREE_MC_NOTHING,
                                 SCREE_MC_NOTHING};
    for (int i = 0; i < 5 && type->argument[i] != NULL; i++) {
        if (type->usual[i] != NULL && scree_mc_member(json, type->argument[i], type->older[i]) == NULL) {
            put(&argument[i].text, type->usual[i]);
        } else {
            scree_mc_write_member(in, json, type->argument[i], type->older[i], &argument[i]);
        }
    }
    if (strcmp(type->text, "@1") == 0) {
        *out = argument[0];
        return;
    }
    if (type->argument[0] == NULL) {
        scree_mc_set_number(in, out, type->text[0] - '0');
        return;
    }
    scree_import_argument given[5];
    for (int i = 0; i < 5; i++) {
        given[i] = (scree_import_argument){scree_mc_text(&argument[i]), argument[i].strength};
    }
    out->strength = scree_import_expand(&out->text, type->text, given);
    for (int i = 0; i < 5; i++) {
        scree_mc_clear(in, &argument[i]);
    }
}

static void write_object(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const char *name = scree_mc_word(in, json, "type", NULL);
    const function_type *type = find_type(name);
    if (type == NULL) {
        scree_mc_fail(in, SCREE_ERROR_UNSUPPORTED, "scree has nothing for the type", name);
        return;
    }
    if (type->note != NULL) {
        scree_import_note(&in->out, "%s", type->note);
    }
    if (type->write != NULL) {
        type->write(in, json, out);
    } else {
        write_expanded(in, type, json, out);
    }
}

/* A function: a number, the name of a file, or an object. */
static void write_function(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    if (in->result != SCREE_OK) {
        return;
    }
    if (++in->level > MAX_LEVEL) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, TOO_DEEP, NULL);
    } else if (scree_import_is_too_long(&in->out)) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, SCREE_IMPORT_TOO_LONG, NULL);
    } else if (json_is_number(json)) {
        scree_mc_set_number(in, out, json_number_value(json));
    } else if (json_is_string(json)) {
        scree_mc_reference(in, json_string_value(json), out);
    } else if (json_is_object(json)) {
        write_object(in, json, out);
    } else {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "a function must be a number, a name or an object", NULL);
    }
    in->level--;
}

/* The function of a file, or the one of noise settings that has this name. */
static const json_t *choose_function(scree_mc_import *in, const json_t *root, const char *function)
{
    const json_t *router = json_object_get(root, "noise_router");
    if (router == NULL && function == NULL) {
        return root;
    }
    if (router == NULL) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, "the file has no noise_router, and so no", function);
        return NULL;
    }
    const char *name = function != NULL ? function : "final_density";
    const json_t *found = json_object_get(router, name);
    if (found == NULL) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, "its noise_router has no", name);
    }
    return found;
}

static void write_all(scree_mc_import *in, const json_t *root, const char *function, scree_mc_part *out)
{
    put(&in->out.notes, "# From Minecraft, in 3 axes, of which y points up. Its units are blocks: give --step 1.\n");
    scree_import_note(&in->out, "noise has the same octaves, and never the same values");
    const json_t *chosen = choose_function(in, root, function);
    if (chosen != NULL) {
        write_function(in, chosen, out);
    }
}

scree_result scree_import_minecraft_json(scree_context *context, const json_t *root, const char *path, const char *pack,
                                         const char *function, char **text)
{
    scree_mc_import in = {.out.context = context,
                          .write = write_function,
                          .known = json_object(),
                          .names = json_object(),
                          .texts = json_object()};
    scree_mc_part made = SCREE_MC_NOTHING;
    /* The end of a long path tells more than its beginning. */
    snprintf(in.within, sizeof in.within, "%s", path + (strlen(path) > 150 ? strlen(path) - 150 : 0));
    in.result = scree_pack_open(context, path, pack, &in.pack);
    if (in.result == SCREE_OK && (in.known == NULL || in.names == NULL || in.texts == NULL)) {
        scree_mc_fail(&in, SCREE_ERROR_OUT_OF_MEMORY, "out of memory", NULL);
    }
    if (in.result == SCREE_OK) {
        write_all(&in, root, function, &made);
    }
    if (in.result == SCREE_OK && (made.text.failed || made.text.data == NULL)) {
        scree_mc_fail(&in, SCREE_ERROR_OUT_OF_MEMORY, "out of memory", NULL);
    }
    if (in.result == SCREE_OK) {
        in.result = scree_import_finish(&in.out, made.text.data, text);
    }
    scree_text_clear(&made.text);
    scree_import_clear(&in.out);
    scree_pack_close(&in.pack);
    json_decref(in.known);
    json_decref(in.names);
    json_decref(in.texts);
    return in.result;
}

scree_result scree_import_minecraft(scree_context *context, const char *path, const char *pack, const char *function,
                                    char **text)
{
    json_t *root = NULL;
    scree_float_environment saved;
    if (text != NULL) {
        *text = NULL;
    }
    if (text == NULL || path == NULL) {
        return scree_fail(context, SCREE_ERROR_INVALID, "%s is NULL", text == NULL ? "text" : "path");
    }
    scree_float_environment_enter(&saved);
    scree_result result = scree_pack_read_file(context, path, &root);
    if (result == SCREE_OK) {
        result = scree_import_minecraft_json(context, root, path, pack, function, text);
    }
    json_decref(root);
    scree_float_environment_leave(&saved);
    return result;
}
