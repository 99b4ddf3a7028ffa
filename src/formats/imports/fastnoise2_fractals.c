/* FastNoise2's fractals and warps. */
#include <inttypes.h>
#include <stdio.h>

#include "fastnoise2_parts.h"

/* The seeds of a warp along each axis: far enough apart that octaves of one are not those of another. */
#define WARP_SEEDS 1000

#define append scree_text_format
#define put scree_text_append

/* Defines an octave of a field, which is `factor` times as fine as the first one. */
static void define_octave(scree_fn2_import *in, scree_fn2_place at, const char *field, int32_t octave, float factor,
                          const char *name)
{
    const bool is_ridged = at.node->type == FN2_FRACTAL_RIDGED;
    scree_text line = {.data = NULL};
    put(&line, is_ridged ? "abs(" : "");
    if (octave == 0) {
        put(&line, field);
    } else {
        append(&line, "seed_offset(scale(%s, ", field);
        scree_fn2_number(&line, factor);
        append(&line, "), %" PRId32 ")", octave);
    }
    put(&line, is_ridged ? ")" : "");
    scree_import_define(&in->out, name, &line, "octave");
}

/* The octaves of a fractal, one by one, because each has a weight that depends on those before. */
static void append_weighted(scree_fn2_import *in, scree_fn2_place at, const char *field, scree_text *out)
{
    const bool is_ridged = at.node->type == FN2_FRACTAL_RIDGED;
    const scree_fn2_operand gain = scree_fn2_hybrid_of(in, at, 0);
    const scree_fn2_operand strength = scree_fn2_hybrid_of(in, at, 1);
    const uint32_t own = in->out.count + 1;
    char weight[64] = "";
    float factor = 1.0f;
    for (int32_t octave = 0; octave < at.node->whole[0]; octave++) {
        char name[40];
        scree_text line = {.data = NULL};
        snprintf(name, sizeof name, "n%" PRIu32 "_octave%" PRId32, own, octave);
        define_octave(in, at, field, octave, factor, name);
        factor *= at.node->number[1];
        if (octave > 0) {
            append(out, " + %s * ", weight);
        }
        append(out, is_ridged ? "(1 - 2 * %s)" : "%s", name);
        if (octave + 1 < at.node->whole[0]) {
            if (octave > 0) {
                append(&line, "%s * ", weight);
            }
            append(&line, is_ridged ? "%s * mix(1, 1 - %s, %s)" : "%s * mix(1, 0.5 + 0.5 * %s, %s)", gain.text, name,
                   strength.text);
            snprintf(weight, sizeof weight, "n%" PRIu32 "_weight%" PRId32, own, octave + 1);
            scree_import_define(&in->out, weight, &line, "weight of the next octave");
        }
    }
}

static bool has_octaves(scree_fn2_import *in, scree_fn2_place at)
{
    if (at.node->whole[0] < 1 || at.node->whole[0] > 16) {
        scree_fn2_refuse(in, at, "Octaves", (float)at.node->whole[0], "1 to 16");
        return false;
    }
    return true;
}

/* The parameters of a fractal behind its first one. */
static void append_octaves(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const scree_fn2_operand gain = scree_fn2_hybrid_of(in, at, 0);
    append(out, ", octaves=%" PRId32 ", gain=%s, lacunarity=", at.node->whole[0], gain.text);
    scree_fn2_number(out, at.node->number[1]);
}

/* A fractal of noise is that of a whole kind, which is faster. */
static void append_noise_fractal(scree_fn2_import *in, scree_fn2_place at, scree_fn2_place noise, scree_text *out)
{
    const scree_fn2_operand strength = scree_fn2_hybrid_of(in, at, 1);
    scree_text fractal = {.data = NULL};
    put(&fractal, "fbm(");
    scree_fn2_noise(in, noise, &fractal);
    append_octaves(in, at, &fractal);
    if (strength.number != 0.0f) {
        append(&fractal, ", weighted_strength=%s", strength.text);
    }
    put(&fractal, ")");
    scree_fn2_scaled(in, noise, 1.0f, &fractal, out);
}

void scree_fn2_write_fractal(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const scree_fn2_operand gain = scree_fn2_hybrid_of(in, at, 0);
    const scree_fn2_operand strength = scree_fn2_hybrid_of(in, at, 1);
    const scree_fn2_place noise = {.node = &in->tree.node[at.node->source[0]], .axes = at.axes};
    const bool has_numbers = gain.is_number && strength.is_number && strength.number >= 0.0f && strength.number <= 1.0f;
    if (!has_octaves(in, at)) {
        return;
    }
    if (at.node->type == FN2_FRACTAL_FBM && has_numbers && scree_fn2_is_noise(noise.node) &&
        noise.node->number[2] == -1.0f && noise.node->number[3] == 1.0f) {
        append_noise_fractal(in, at, noise, out);
        return;
    }
    const scree_fn2_operand field = scree_fn2_source(in, at, 0);
    if (!strength.is_number || strength.number != 0.0f) {
        append_weighted(in, at, field.text, out);
        return;
    }
    append(out, at.node->type == FN2_FRACTAL_RIDGED ? "fractal(1 - 2 * abs(%s)" : "fractal(%s", field.text);
    append_octaves(in, at, out);
    put(out, ")");
}

/* The displacement of a warp along an axis, in units of coordinates, times the amplitude and a factor. */
typedef struct displacement {
    scree_fn2_place at; /* The node of the warp. */
    scree_fn2_operand amplitude;
    double factor;
    const scree_fn2_place *fractal; /* All octaves of this fractal, unless it is NULL, */
    int32_t octave;                 /* or the one with this number. */
} displacement;

static void append_warp_noise(const displacement *warp, uint32_t axis, scree_text *out)
{
    const scree_fn2_type type = warp->at.node->type;
    const bool is_smooth = type == FN2_WARP_SUPER_SIMPLEX && warp->at.axes < 4;
    append(out, type == FN2_WARP_GRADIENT ? "value(fade=cubic, " : is_smooth ? "opensimplex2s(" : "opensimplex2(");
    append(out, "seed=%" PRIu32 ")",
           (uint32_t)warp->at.node->whole[1] + (uint32_t)warp->octave + WARP_SEEDS * (axis + 1));
}

/* The noise of a warp along an axis, with its Feature Scale. Where a fractal has a gain that is a field, that stays in
   the units outside. */
static void append_warp_field(scree_fn2_import *in, const displacement *warp, uint32_t axis, float finer,
                              scree_text *out)
{
    const bool has_octaves = warp->fractal != NULL;
    const bool is_outside = has_octaves && !scree_fn2_hybrid_of(in, *warp->fractal, 0).is_number;
    scree_text noise = {.data = NULL};
    put(&noise, has_octaves && !is_outside ? "fbm(" : "");
    append_warp_noise(warp, axis, &noise);
    if (has_octaves && !is_outside) {
        append_octaves(in, *warp->fractal, &noise);
        put(&noise, ")");
    }
    put(out, is_outside ? "fractal(" : "");
    scree_fn2_scaled(in, warp->at, finer, &noise, out);
    if (is_outside) {
        append_octaves(in, *warp->fractal, out);
        put(out, ")");
    }
}

static void append_amplitude(scree_text *out, const displacement *warp, double factor)
{
    if (warp->amplitude.is_number) {
        scree_fn2_number(out, (float)(factor * (double)warp->amplitude.number));
        put(out, " * ");
        return;
    }
    append(out, "%s * ", warp->amplitude.text);
    if (factor != 1.0) {
        scree_fn2_number(out, (float)factor);
        put(out, " * ");
    }
}

/* A field that is displaced by a warp, of which an octave may be so many times as fine. */
static void append_warped(scree_fn2_import *in, const displacement *warp, const char *field, float finer,
                          scree_text *out)
{
    append(out, "offset(%s", field);
    for (uint32_t axis = 0; axis < warp->at.axes; axis++) {
        const double factor = warp->factor * (double)warp->at.node->number[2 + axis];
        if (factor != 0.0) {
            append(out, ", %s=", scree_fn2_axis(axis));
            append_amplitude(out, warp, factor);
            append_warp_field(in, warp, axis, finer, out);
        }
    }
    put(out, ")");
}

static void note_warp(scree_fn2_import *in, scree_fn2_place at)
{
    if (at.node->type != FN2_WARP_GRADIENT) {
        scree_import_note(&in->out, "%s: vectors are a noise for each axis here", at.node->row->name);
    }
}

void scree_fn2_write_warp(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const scree_fn2_operand field = scree_fn2_source(in, at, 0);
    const displacement warp = {.at = at, .amplitude = scree_fn2_hybrid_of(in, at, 0), .factor = 1.0};
    note_warp(in, at);
    append_warped(in, &warp, field.text, 1.0f, out);
}

static void append_gain(scree_fn2_import *in, scree_fn2_place at, scree_fn2_operand *amplitude, double *factor)
{
    const scree_fn2_operand gain = scree_fn2_hybrid_of(in, at, 0);
    if (gain.is_number) {
        *factor *= (double)gain.number;
        return;
    }
    char name[40];
    scree_text line = {.data = NULL};
    snprintf(name, sizeof name, "n%" PRIu32 "_amplitude", ++in->out.count);
    append(&line, "%s * %s", amplitude->text, gain.text);
    scree_import_define(&in->out, name, &line, "amplitude of the next octave");
    *amplitude = (scree_fn2_operand){.is_number = false};
    snprintf(amplitude->text, sizeof amplitude->text, "%s", name);
}

/* The last octave displaces the field, the one before that displaces both, and so on. */
static void append_progressive(scree_fn2_import *in, scree_fn2_place at, displacement *warp,
                               const scree_fn2_operand *field, scree_text *out)
{
    scree_fn2_operand amplitude[16] = {warp->amplitude};
    double factor[16] = {1.0};
    float finer[16] = {1.0f};
    char name[40];
    const int32_t octaves = at.node->whole[0];
    if (!warp->amplitude.is_number || !scree_fn2_hybrid_of(in, at, 0).is_number) {
        scree_import_note(&in->out, "%s: nodes for amplitude and gain are those of displaced places here",
                          at.node->row->name);
    }
    for (int32_t i = 1; i < octaves; i++) {
        amplitude[i] = amplitude[i - 1];
        factor[i] = factor[i - 1];
        finer[i] = finer[i - 1] * at.node->number[1];
        append_gain(in, at, &amplitude[i], &factor[i]);
    }
    snprintf(name, sizeof name, "%s", field->text);
    for (int32_t i = octaves; i-- > 0;) {
        scree_text line = {.data = NULL};
        warp->octave = i;
        warp->amplitude = amplitude[i];
        warp->factor = factor[i];
        append_warped(in, warp, name, finer[i], i > 0 ? &line : out);
        if (i > 0) {
            snprintf(name, sizeof name, "n%" PRIu32, ++in->out.count);
            scree_import_define(&in->out, name, &line, "octave of a warp");
        }
    }
}

void scree_fn2_write_warp_fractal(scree_fn2_import *in, scree_fn2_place at, scree_text *out)
{
    const scree_fn2_place node = {.node = &in->tree.node[at.node->source[0]], .axes = at.axes};
    const scree_fn2_operand strength = scree_fn2_hybrid_of(in, at, 1);
    const scree_fn2_operand field = scree_fn2_source(in, node, 0);
    displacement warp = {.at = node, .amplitude = scree_fn2_hybrid_of(in, node, 0), .factor = 1.0};
    if (!has_octaves(in, at)) {
        return;
    }
    note_warp(in, node);
    if (!strength.is_number || strength.number != 0.0f) {
        scree_import_note(&in->out, "%s: Weighted Strength is left out", at.node->row->name);
    }
    if (at.node->type == FN2_WARP_INDEPENDENT) {
        warp.fractal = &at;
        append_warped(in, &warp, field.text, 1.0f, out);
    } else {
        append_progressive(in, at, &warp, &field, out);
    }
}
