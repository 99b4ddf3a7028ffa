#include "minecraft_parts.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "context_internal.h"

#define put scree_text_append

/* An expression that is longer becomes a definition. */
#define LONG_TEXT 72
/* The game's own limit is a million. */
#define MAX_NUMBER 1e9

void scree_mc_fail(scree_mc_import *in, scree_result result, const char *what, const char *name)
{
    if (in->result == SCREE_OK) {
        in->result = name == NULL ? scree_fail(in->out.context, result, "%s: %s", in->within, what)
                                  : scree_fail(in->out.context, result, "%s: %s '%.80s'", in->within, what, name);
    }
}

void scree_mc_clear(scree_mc_import *in, scree_mc_part *part)
{
    if (part->text.failed) {
        scree_mc_fail(in, SCREE_ERROR_OUT_OF_MEMORY, "out of memory", NULL);
    }
    scree_text_clear(&part->text);
}

void scree_mc_fail_member(scree_mc_import *in, const char *what, const char *name, const char *older)
{
    char words[128];
    snprintf(words, sizeof words, "there is no %s '%s'%s%s%s", what, name, older != NULL ? ", nor an older '" : "",
             older != NULL ? older : "", older != NULL ? "'" : "");
    scree_mc_fail(in, SCREE_ERROR_FORMAT, words, NULL);
}

void scree_mc_set_number(scree_mc_import *in, scree_mc_part *out, double number)
{
    *out = (scree_mc_part){.is_number = true, .number = number == 0.0 ? 0.0 : number, .strength = SCREE_IMPORT_WHOLE};
    if (!(fabs(number) <= MAX_NUMBER)) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, "a number is beyond 1000000000, and so no density", NULL);
    }
    scree_text_float(&out->text, (float)out->number);
}

void scree_mc_define(scree_mc_import *in, const char *name, const char *comment, scree_mc_part *made)
{
    scree_import_define(&in->out, name, &made->text, comment);
    *made = SCREE_MC_NOTHING;
    put(&made->text, name);
}

void scree_mc_define_next(scree_mc_import *in, const char *comment, scree_mc_part *made)
{
    char name[16];
    const char *text = made->text.data != NULL ? made->text.data : "";
    const json_t *known = json_object_get(in->texts, text);
    if (known != NULL) {
        scree_mc_clear(in, made);
        *made = SCREE_MC_NOTHING;
        put(&made->text, json_string_value(known));
        return;
    }
    snprintf(name, sizeof name, "n%" PRIu32, ++in->out.count);
    if (json_object_set_new(in->texts, text, json_string(name)) != 0) {
        scree_mc_fail(in, SCREE_ERROR_OUT_OF_MEMORY, "out of memory", NULL);
    }
    scree_mc_define(in, name, comment, made);
}

const char *scree_mc_text(const scree_mc_part *part)
{
    return part->text.data != NULL ? part->text.data : "";
}

void scree_mc_operand(scree_text *text, const scree_mc_part *part, scree_import_strength needed)
{
    scree_import_operand(text, &(scree_import_argument){scree_mc_text(part), part->strength}, needed);
}

const char *scree_mc_plain(const char *name)
{
    return strncmp(name, "minecraft:", 10) == 0 ? name + 10 : name;
}

void scree_mc_shorten(scree_mc_import *in, const char *comment, scree_mc_part *part)
{
    if (part->text.length > LONG_TEXT) {
        scree_mc_define_next(in, comment, part);
    }
}

void scree_mc_write_inner(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const char *type = json_string_value(json_object_get(json, "type"));
    in->write(in, json, out);
    scree_mc_shorten(in, type != NULL ? scree_mc_plain(type) : "function", out);
}

const json_t *scree_mc_member(const json_t *json, const char *name, const char *older)
{
    const json_t *found = json_object_get(json, name);
    return found != NULL || older == NULL ? found : json_object_get(json, older);
}

void scree_mc_write_member(scree_mc_import *in, const json_t *json, const char *name, const char *older,
                           scree_mc_part *out)
{
    const json_t *found = scree_mc_member(json, name, older);
    if (found == NULL) {
        scree_mc_fail_member(in, "member", name, older);
        return;
    }
    scree_mc_write_inner(in, found, out);
}

/* A number of a magnitude that float32 has. */
static double check_number(scree_mc_import *in, const json_t *json, const char *name, const char *older)
{
    if (!json_is_number(json) || !(fabs(json_number_value(json)) <= (double)FLT_MAX)) {
        scree_mc_fail_member(in, "number", name, older);
        return 1.0;
    }
    return json_number_value(json);
}

double scree_mc_number(scree_mc_import *in, const json_t *json, const char *name, const char *older)
{
    return check_number(in, scree_mc_member(json, name, older), name, older);
}

double scree_mc_item(scree_mc_import *in, const json_t *array, size_t i)
{
    return check_number(in, json_array_get(array, i), "in an array", NULL);
}

int scree_mc_whole(scree_mc_import *in, const json_t *json, const char *name, const char *older, int low, int high)
{
    const double number = scree_mc_number(in, json, name, older);
    if (!(number >= low && number <= high && floor(number) == number)) {
        char words[96];
        snprintf(words, sizeof words, "%s must be a whole number from %d to %d", name, low, high);
        scree_mc_fail(in, SCREE_ERROR_INVALID, words, NULL);
        return low;
    }
    return (int)number;
}

const char *scree_mc_word(scree_mc_import *in, const json_t *json, const char *name, const char *usual)
{
    const json_t *found = json_object_get(json, name);
    if (found == NULL && usual != NULL) {
        return usual;
    }
    if (!json_is_string(found)) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "there is no word", name);
        return "";
    }
    return json_string_value(found);
}

void scree_mc_name(scree_mc_import *in, const char *before, const char *file, char name[64])
{
    const char *path = scree_mc_plain(file);
    size_t length = (size_t)snprintf(name, 64, "%s", before);
    for (; *path != '\0' && length < 50; path++) {
        const bool is_letter = (*path >= 'a' && *path <= 'z') || (*path >= '0' && *path <= '9');
        name[length++] = is_letter ? *path : '_';
    }
    name[length] = '\0';
    /* Names of several files that are equal now are told apart by a number. */
    while (json_object_get(in->names, name) != NULL) {
        snprintf(name + length, 64 - length, "_%" PRIu32, ++in->out.count);
    }
    if (json_object_set_new(in->names, name, json_true()) != 0) {
        scree_mc_fail(in, SCREE_ERROR_OUT_OF_MEMORY, "out of memory", NULL);
    }
}

bool scree_mc_find(scree_mc_import *in, const char *key, scree_mc_part *out)
{
    const json_t *known = json_object_get(in->known, key);
    if (json_is_true(known)) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "a function is made of itself:", key);
    } else if (json_is_number(known)) {
        scree_mc_set_number(in, out, json_number_value(known));
    } else if (known != NULL) {
        put(&out->text, json_string_value(known));
    }
    return known != NULL;
}

static void keep(scree_mc_import *in, const char *key, json_t *known)
{
    if (json_object_set_new(in->known, key, known) != 0) {
        scree_mc_fail(in, SCREE_ERROR_OUT_OF_MEMORY, "out of memory", NULL);
    }
}

void scree_mc_keep(scree_mc_import *in, const char *key, const scree_mc_part *part)
{
    keep(in, key, part->is_number ? json_real(part->number) : json_string(scree_mc_text(part)));
}

void scree_mc_reference(scree_mc_import *in, const char *name, scree_mc_part *out)
{
    char key[600];
    char within[sizeof in->within];
    char definition[64];
    json_t *root = NULL;
    snprintf(key, sizeof key, "density_function %.512s", scree_mc_plain(name));
    if (scree_mc_find(in, key, out)) {
        return;
    }
    in->result = scree_pack_find(&in->pack, "density_function", name, &root);
    if (root == NULL) {
        scree_mc_fail(in, SCREE_ERROR_IO, "neither the file's own data pack nor a further one has the density function",
                      name);
        return;
    }
    keep(in, key, json_true());
    memcpy(within, in->within, sizeof within);
    snprintf(in->within, sizeof in->within, "%.150s", name);
    in->write(in, root, out);
    if (!out->is_number) {
        scree_mc_name(in, "f_", name, definition);
        scree_mc_define(in, definition, scree_mc_plain(name), out);
    }
    scree_mc_keep(in, key, out);
    memcpy(in->within, within, sizeof within);
    json_decref(root);
}
