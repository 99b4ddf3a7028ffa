/*
 * Kinds of cells whose octaves are rotated: the lattice does not lie along the axes of the field then, so that a cell
 * is made from a site instead of tables. Fade weights are in float32 here.
 */
#ifndef SCREE_KERNELS_SITE_CELL_H
#define SCREE_KERNELS_SITE_CELL_H

#include "noise/direct.h"
#include "base/elementary.h"
#include "noise/locate.h"
#include "noise/site.h"

SCREE_FN scree_f32 scree_site_cubic(const scree_f32 f)
{
    return f * f * (3.0f - (f + f));
}

SCREE_FN scree_f32 scree_site_half(const scree_f32 value)
{
    return value * 0.5f;
}

/* GLSL keeps only results of functions exact, so the halves are some. */
SCREE_FN scree_f32 scree_site_cosine(const scree_f32 f)
{
    scree_sincos turned = scree_sincos_turns(scree_site_half(f));
    return 0.5f - scree_site_half(turned.cosine);
}

/* A fade weight, zero below 2^-40 as that of tables: products with smaller ones might be subnormal. */
SCREE_FN scree_f32 scree_site_fade(const scree_index fade, const scree_f32 f)
{
    scree_f32 weight = f;
    if (fade == SCREE_KERNEL_FADE_QUINTIC) {
        weight = scree_quintic_fade(f);
    }
    if (fade == SCREE_KERNEL_FADE_CUBIC) {
        weight = scree_site_cubic(f);
    }
    if (fade == SCREE_KERNEL_FADE_COSINE) {
        weight = scree_site_cosine(f);
    }
    scree_f32 least = scree_f32_from_bits(scree_u32_from_index(0x2b800000u));
    scree_f32 nothing = scree_f32_from_bits(scree_u32_from_index(0u));
    return scree_select_less(weight, least, nothing, weight);
}

/* The cell of a site. */
SCREE_FN scree_cell scree_site_cell(const scree_site site, const scree_index axes, const scree_site_source source)
{
    scree_cell cell;
    SCREE_UNROLL
    for (scree_index axis = 0u; axis < axes; axis++) {
        cell.fraction[axis] = site.fraction[axis];
        cell.fraction1[axis] = scree_fraction1(site.fraction[axis]);
        cell.fade[axis] = scree_site_fade(source.options.word[SCREE_SITE_OPTION_FADE], site.fraction[axis]);
        cell.key0[axis] = scree_site_key(site.cell[axis], source.axis[axis]);
        cell.key1[axis] = cell.key0[axis] + source.axis[axis].stride;
    }
    return cell;
}

/* The same octave as kinds of cells read it. */
SCREE_FN scree_octave_source scree_site_octave_source(const scree_site_source source)
{
    scree_octave_source own;
    own.hash = SCREE_KERNEL_HASH_SCREE;
    own.permutation = source.gradients;
    own.gradients = source.gradients;
    own.gradient_count = source.gradient_count;
    own.amplitude = source.amplitude;
    return own;
}

#endif
