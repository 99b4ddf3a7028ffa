/* Minecraft's functions that are made of noise. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <scree/noise.h>

#include "minecraft_parts.h"

#define put scree_text_append
#define append scree_text_format

/* The octaves of a noise, of which each has a weight. */
typedef struct stack {
    int first;
    uint32_t count;
    double weight[SCREE_MAX_OCTAVES];
} stack;

static void read_octaves(scree_mc_import *in, const json_t *json, stack *out)
{
    const json_t *weights = scree_mc_member(json, "amplitude_modifiers", "amplitudes");
    const json_t *normalize = json_object_get(json, "normalize");
    const bool is_new = json_object_get(json, "base_octave") != NULL;
    double base = 1.0;
    out->first = (int)scree_mc_whole(in, json, "base_octave", "firstOctave", -64, 64);
    out->count = (uint32_t)json_array_size(weights);
    if (is_new && json_object_get(json, "base_amplitude") != NULL) {
        base = scree_mc_number(in, json, "base_amplitude", NULL);
    }
    if (is_new && !(json_is_string(normalize) && strcmp(json_string_value(normalize), "legacy") == 0)) {
        scree_import_note(&in->out, "noise has the range that it has with normalize \"legacy\"");
    }
    const bool has_weights = out->count > 0;
    if (!has_weights && is_new) {
        const bool has_count = json_object_get(json, "octave_count") != NULL;
        out->count = has_count ? (uint32_t)scree_mc_whole(in, json, "octave_count", NULL, 1, SCREE_MAX_OCTAVES) : 1;
    }
    if (out->count < 1 || out->count > SCREE_MAX_OCTAVES) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, "a noise must have 1 to 32 octaves", NULL);
        return;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        out->weight[i] = base * (has_weights ? scree_mc_item(in, weights, i) : 1.0);
    }
}

/* A seed that follows from a name: FNV-1a, by G. Fowler, L. C. Noll and K.-P. Vo, of which 24 bits are kept. */
static uint32_t seed_of(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return (hash ^ hash >> 24) & 0xffffffu;
}

/* Perlin noise here has unit gradients scaled to a range of 1, and those of the game have a length of 2^0.5. */
#define GRADIENTS 1.22474487

static void append_stack(scree_text *text, uint32_t seed, const stack *of)
{
    double weight[SCREE_MAX_OCTAVES];
    double share = ldexp(1.0, (int)of->count - 1) / (ldexp(1.0, (int)of->count) - 1.0);
    for (uint32_t i = 0; i < of->count; i++) {
        weight[i] = of->weight[i] * share;
        share /= 2.0;
    }
    append(text, "perlin(seed=%" PRIu32 ", octaves=%" PRIu32 ", weights=", seed, of->count);
    scree_text_floats(text, weight, of->count);
    put(text, ")");
}

/* The game's "normal noise", in units of its coordinates: two stacks of octaves, at coordinates that differ by a
   factor, divided by the deviation that is expected of them (the game's constants, as the wiki of Minecraft lists
   them). */
static void define_noise(scree_mc_import *in, const char *name, const stack *of, scree_mc_part *out)
{
    uint32_t first = of->count;
    uint32_t last = 0;
    char definition[64];
    for (uint32_t i = 0; i < of->count; i++) {
        if (of->weight[i] != 0.0) {
            first = i < first ? i : first;
            last = i;
        }
    }
    if (first > last) {
        scree_mc_set_number(in, out, 0.0);
        return;
    }
    const double deviation = 0.1 * (1.0 + 1.0 / (last - first + 1.0));
    scree_text_float(&out->text, (float)(GRADIENTS / 6.0 / deviation));
    put(&out->text, " * scale(");
    append_stack(&out->text, seed_of(name), of);
    put(&out->text, " + scale(");
    append_stack(&out->text, seed_of(name) + 1, of);
    put(&out->text, ", 1.0181269), ");
    scree_text_double(&out->text, ldexp(1.0, of->first));
    put(&out->text, ")");
    scree_mc_name(in, "noise_", name, definition);
    scree_mc_define(in, definition, name, out);
}

/* Noise of a file of its own, or one octave where there is none. */
static void write_named_noise(scree_mc_import *in, const char *name, scree_mc_part *out)
{
    stack octaves = {.first = -7, .count = 1, .weight = {1.0}};
    json_t *root = NULL;
    char known[600];
    snprintf(known, sizeof known, "noise %.512s", scree_mc_plain(name));
    if (scree_mc_find(in, known, out)) {
        return;
    }
    in->result = scree_pack_find(&in->pack, "noise", name, &root);
    if (root != NULL) {
        read_octaves(in, root, &octaves);
    } else if (in->result == SCREE_OK) {
        scree_import_note(&in->out, "no data pack has the noise %.80s: one octave with cells of 128 blocks here", name);
    }
    if (in->result == SCREE_OK) {
        define_noise(in, scree_mc_plain(name), &octaves, out);
        scree_mc_keep(in, known, out);
    }
    json_decref(root);
}

/* The noise that a member names, or has the octaves of. */
static void write_noise_of(scree_mc_import *in, const json_t *json, const char *key, const char *older,
                           scree_mc_part *out)
{
    const json_t *found = scree_mc_member(json, key, older);
    stack octaves;
    char name[24];
    if (in->result != SCREE_OK) {
        return;
    }
    if (json_is_string(found)) {
        write_named_noise(in, json_string_value(found), out);
        return;
    }
    if (!json_is_object(found)) {
        scree_mc_fail_member(in, "noise", key, older);
        return;
    }
    read_octaves(in, found, &octaves);
    if (in->result == SCREE_OK) {
        snprintf(name, sizeof name, "own%" PRIu32, ++in->out.count);
        define_noise(in, name, &octaves, out);
    }
}

/* Appends noise at coordinates times two factors, of x and z, and of y. */
static void append_scaled(scree_text *text, const scree_mc_part *noise, double xz, double y)
{
    put(text, "scale(");
    put(text, scree_mc_text(noise));
    put(text, xz == y ? ", " : ", x=");
    scree_text_double(text, xz);
    if (xz != y) {
        put(text, ", y=");
        scree_text_double(text, y);
        put(text, ", z=");
        scree_text_double(text, xz);
    }
    put(text, ")");
}

static bool is_nothing(const scree_mc_part *shift)
{
    return shift->is_number && shift->number == 0.0;
}

/* Appends a shift along an axis, which the game adds to coordinates after their factor. */
static void append_shift(scree_text *text, const char *axis, const scree_mc_part *shift, double factor)
{
    if (is_nothing(shift)) {
        return;
    }
    append(text, ", %s=", axis);
    scree_mc_operand(text, shift, factor != 1.0 ? SCREE_IMPORT_PRODUCT : SCREE_IMPORT_SUM);
    if (factor != 1.0) {
        put(text, " / ");
        scree_text_double(text, factor);
    }
}

/* Appends noise at coordinates times factors, to which the game then adds shifts: where all factors are positive, a
   displaced noise that keeps its exact positions. */
static void append_shifted(scree_text *text, const scree_mc_part *noise, const double factor[3],
                           const scree_mc_part shift[3])
{
    static const char *const axes[] = {"x", "y", "z"};
    bool is_scaled = true;
    bool is_shifted = false;
    for (int i = 0; i < 3; i++) {
        is_scaled = is_scaled && (factor[i] > 0.0 || (factor[i] == 0.0 && is_nothing(&shift[i])));
        is_shifted = is_shifted || !is_nothing(&shift[i]);
    }
    put(text, !is_scaled ? "at(" : is_shifted ? "offset(" : "");
    if (is_scaled) {
        append_scaled(text, noise, factor[0], factor[1]);
    } else {
        put(text, scree_mc_text(noise));
    }
    for (int i = 0; i < 3; i++) {
        if (is_scaled) {
            append_shift(text, axes[i], &shift[i], factor[i]);
            continue;
        }
        append(text, ", %s * ", axes[i]);
        scree_text_double(text, factor[i]);
        put(text, " + ");
        scree_mc_operand(text, &shift[i], SCREE_IMPORT_PRODUCT);
    }
    put(text, !is_scaled || is_shifted ? ")" : "");
}

/* noise, and shifted_noise of old. */
void scree_mc_noise(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    static const char *const names[] = {"shift_x", "shift_y", "shift_z"};
    scree_mc_part noise = SCREE_MC_NOTHING;
    scree_mc_part shift[3] = {SCREE_MC_NOTHING, SCREE_MC_NOTHING, SCREE_MC_NOTHING};
    const double xz = scree_mc_number(in, json, "xz_scale", NULL);
    const double y = scree_mc_number(in, json, "y_scale", NULL);
    write_noise_of(in, json, "noise", NULL, &noise);
    for (int i = 0; i < 3; i++) {
        if (json_object_get(json, names[i]) != NULL) {
            scree_mc_write_member(in, json, names[i], NULL, &shift[i]);
        } else {
            scree_mc_set_number(in, &shift[i], 0.0);
        }
    }
    if (noise.is_number) {
        scree_mc_set_number(in, out, 0.0);
    } else {
        append_shifted(&out->text, &noise, (const double[]){xz, y, xz}, shift);
    }
    scree_mc_clear(in, &noise);
    for (int i = 0; i < 3; i++) {
        scree_mc_clear(in, &shift[i]);
    }
}

/* shift, shift_a and shift_b: noise of cells four times as wide, times four. */
void scree_mc_shift(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const char *type = scree_mc_word(in, json, "type", NULL);
    const char letter = type[strlen(type) - 1];
    scree_mc_part noise = SCREE_MC_NOTHING;
    write_noise_of(in, json, "noise", "argument", &noise);
    if (noise.is_number) {
        scree_mc_set_number(in, out, 0.0);
    } else {
        /* The game exchanges axes in the third one: here the same plane of other noise does. */
        put(&out->text, letter == 'b' ? "4 * seed_offset(" : "4 * ");
        append_scaled(&out->text, &noise, 0.25, letter == 't' ? 0.25 : 0.0);
        put(&out->text, letter == 'b' ? ", 2)" : "");
        out->strength = SCREE_IMPORT_PRODUCT;
    }
    scree_mc_clear(in, &noise);
}

/* Two noises of 16 octaves, mixed by one of 8. */
void scree_mc_blended(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const double xz = 684.412 * scree_mc_number(in, json, "xz_scale", NULL);
    const double y = 684.412 * scree_mc_number(in, json, "y_scale", NULL);
    const double xz_factor = scree_mc_number(in, json, "xz_factor", NULL);
    const double y_factor = scree_mc_number(in, json, "y_factor", NULL);
    scree_mc_part noise = SCREE_MC_NOTHING;
    if (!(xz > 0.0 && y > 0.0 && xz_factor > 0.0 && y_factor > 0.0)) {
        scree_mc_fail(in, SCREE_ERROR_INVALID, "scales and factors of old_blended_noise must be above 0", NULL);
        return;
    }
    scree_import_note(&in->out, "old_blended_noise: smear_scale_multiplier is left out");
    scree_text_float(&out->text, (float)(0.5 * GRADIENTS));
    put(&out->text, " * mix(");
    for (uint32_t seed = 1; seed <= 2; seed++) {
        append(&noise.text, "perlin(seed=%" PRIu32 ", octaves=16)", seed);
        append_scaled(&out->text, &noise, ldexp(xz, -15), ldexp(y, -15));
        put(&out->text, ", ");
        scree_mc_clear(in, &noise);
    }
    put(&noise.text, "perlin(seed=3, octaves=8)");
    put(&out->text, "clamp(0.5 + ");
    scree_text_float(&out->text, (float)(6.4 * GRADIENTS));
    put(&out->text, " * ");
    append_scaled(&out->text, &noise, ldexp(xz / xz_factor, -7), ldexp(y / y_factor, -7));
    put(&out->text, ", 0, 1))");
    out->strength = SCREE_IMPORT_PRODUCT;
    scree_mc_clear(in, &noise);
}

/* Caves of a width that depends on the input in steps. */
void scree_mc_weird(scree_mc_import *in, const json_t *json, scree_mc_part *out)
{
    const char *mapper = scree_mc_word(in, json, "rarity_value_mapper", NULL);
    const bool is_first = strcmp(mapper, "type_1") == 0;
    scree_mc_part noise = SCREE_MC_NOTHING;
    scree_mc_part input = SCREE_MC_NOTHING;
    scree_mc_part rarity = SCREE_MC_NOTHING;
    write_noise_of(in, json, "noise", NULL, &noise);
    scree_mc_write_member(in, json, "input", NULL, &input);
    if (!is_first && strcmp(mapper, "type_2") != 0) {
        scree_mc_fail(in, SCREE_ERROR_FORMAT, "there is no rarity_value_mapper", mapper);
    }
    put(&rarity.text, "select_many(");
    put(&rarity.text, scree_mc_text(&input));
    put(&rarity.text,
        is_first ? ", 0, 0.75, -0.5, 1, 0, 1.5, 0.5, 2)" : ", 0, 0.5, -0.75, 0.75, -0.5, 1, 0.5, 2, 0.75, 3)");
    scree_mc_define_next(in, "rarity", &rarity);
    const char *name = rarity.text.data != NULL ? rarity.text.data : "1";
    append(&out->text, "%s * abs(at(", name);
    put(&out->text, noise.is_number ? "constant(0)" : scree_mc_text(&noise));
    append(&out->text, ", x / %s, y / %s, z / %s))", name, name, name);
    out->strength = SCREE_IMPORT_PRODUCT;
    scree_mc_clear(in, &noise);
    scree_mc_clear(in, &input);
    scree_mc_clear(in, &rarity);
}
