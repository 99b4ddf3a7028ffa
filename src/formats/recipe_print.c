#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <scree/version.h>

#include "float_environment.h"
#include "recipe_internal.h"

typedef struct printer {
    scree_text *text;
    unsigned indent;
    bool first;
} printer;

/* Starts a member: what is appended next is its value. */
static void print_key(printer *out, const char *key)
{
    scree_text_format(out->text, "%s\n%*s\"%s\": ", out->first ? "" : ",", (int)(out->indent + 2), "", key);
    out->first = false;
}

/* A number of an enumeration that has no name is null, which readers refuse. */
static void print_name(printer *out, const char *key, const char *name)
{
    print_key(out, key);
    if (name == NULL) {
        scree_text_append(out->text, "null");
    } else {
        scree_text_format(out->text, "\"%s\"", name);
    }
}

static void print_double(printer *out, const char *key, double value)
{
    print_key(out, key);
    scree_text_double(out->text, value);
}

/* Readers with 64-bit signed numbers would lose a larger seed, so it is a string. */
static void print_seed(printer *out, uint64_t seed)
{
    print_key(out, "seed");
    const char *quote = seed > INT64_MAX ? "\"" : "";
    scree_text_format(out->text, "%s%" PRIu64 "%s", quote, seed, quote);
}

static void print_noise(printer *out, const scree_noise_params *noise, uint32_t axes)
{
    print_name(out, "kind", scree_noise_kind_name(noise->kind));
    print_name(out, "hash", scree_noise_hash_name(noise->hash));
    bool own_gradients = noise->hash == SCREE_HASH_PERLIN2002 && axes <= 3;
    if (noise->kind == SCREE_NOISE_PERLIN && !own_gradients) {
        print_name(out, "gradients", scree_gradients_name(noise->gradients));
    }
    print_name(out, "fade", scree_fade_name(noise->fade));
    print_name(out, "fractal", scree_fractal_name(noise->fractal));
    if (noise->variant != SCREE_VARIANT_CONTRACTION) {
        print_name(out, "variant", scree_variant_name(noise->variant));
    }
    print_seed(out, noise->seed);
    print_key(out, "octaves");
    scree_text_format(out->text, "%" PRIu32, noise->octaves == 0 ? 1 : noise->octaves);
    print_double(out, "lacunarity", noise->lacunarity == 0.0 ? 2.0 : noise->lacunarity);
    if (noise->weight_count > 0) {
        uint32_t count = noise->weight_count < SCREE_MAX_OCTAVES ? noise->weight_count : SCREE_MAX_OCTAVES;
        print_key(out, "weights");
        scree_text_doubles(out->text, noise->weights, count);
    } else {
        print_double(out, "falloff", noise->gain == 0.0 ? 0.5 : noise->gain);
    }
    print_key(out, "period");
    scree_text_counts(out->text, noise->period, axes);
    print_key(out, "skip_fine_octaves");
    scree_text_append(out->text, noise->skip_fine_octaves ? "true" : "false");
}

static void print_grid(printer *out, const scree_grid *grid, uint32_t axes)
{
    uint64_t count[SCREE_MAX_AXES];
    double step[SCREE_MAX_AXES];
    for (uint32_t a = 0; a < axes; a++) {
        count[a] = grid->count[a] == 0 ? 1 : grid->count[a];
        step[a] = grid->step[a] == 0.0 ? grid->step[0] : grid->step[a];
    }
    print_key(out, "size");
    scree_text_counts(out->text, count, axes);
    print_key(out, "origin");
    scree_text_doubles(out->text, grid->origin, axes);
    print_key(out, "step");
    scree_text_doubles(out->text, step, axes);
    print_key(out, "first");
    for (uint32_t a = 0; a < axes; a++) {
        scree_text_format(out->text, "%s%" PRId64, a == 0 ? "[" : ", ", grid->first[a]);
    }
    scree_text_append(out->text, axes == 0 ? "[]" : "]");
}

static void print_output(printer *out, const scree_output *output)
{
    print_name(out, "type", scree_type_name(output->type));
    print_key(out, "range");
    if (output->range_mode == SCREE_RANGE_GIVEN) {
        const double interval[2] = {output->low, output->high};
        scree_text_doubles(out->text, interval, 2);
    } else {
        scree_text_append(out->text, output->range_mode == SCREE_RANGE_MEASURED ? "\"auto\"" : "\"fixed\"");
    }
}

void scree_recipe_append(scree_text *text, const scree_recipe *recipe, const scree_range *measured, unsigned indent)
{
    uint32_t axes = recipe->grid.axes < SCREE_MAX_AXES ? recipe->grid.axes : SCREE_MAX_AXES;
    printer out = {.text = text, .indent = indent, .first = true};
    scree_text_append(text, "{");
    print_key(&out, "version");
    scree_text_format(text, "\"%s\"", scree_version());
    print_key(&out, "output_revision");
    scree_text_format(text, "%" PRIu32, scree_output_revision());
    print_name(&out, "field", "noise");
    print_noise(&out, &recipe->noise, axes);
    print_grid(&out, &recipe->grid, axes);
    print_output(&out, &recipe->output);
    if (measured != NULL) {
        print_key(&out, "measured");
        scree_text_range(text, measured);
    }
    scree_text_format(text, "\n%*s}", (int)indent, "");
}

scree_result scree_recipe_print(const scree_recipe *recipe, const scree_range *measured, char **text)
{
    if (text == NULL) {
        return SCREE_ERROR_INVALID;
    }
    *text = NULL;
    if (recipe == NULL) {
        return SCREE_ERROR_INVALID;
    }
    scree_text out = {0};
    fenv_t saved;
    scree_float_environment_enter(&saved);
    scree_recipe_append(&out, recipe, measured, 0);
    scree_float_environment_leave(&saved);
    if (out.failed) {
        scree_text_clear(&out);
        return SCREE_ERROR_OUT_OF_MEMORY;
    }
    *text = out.data;
    return SCREE_OK;
}

void scree_recipe_text_free(char **text)
{
    if (text != NULL) {
        free(*text);
        *text = NULL;
    }
}
