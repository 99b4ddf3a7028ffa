/*
 * The kinds of noise, a row for each:
 *
 *     X(KIND, name, number, traits, sample, min_axes, max_axes)
 *
 * `number` is that of SCREE_NOISE_KIND in scree/noise.h, `traits` are bits that answer one question each, and `sample`
 * evaluates one octave at one sample. Kinds of cells have a lattice along the axes of the field, and all that a sample
 * needs of it is a table for each axis. Kinds of sites (site.h) look beyond the corners of a cell, or have another
 * lattice. Kernels, plans, recipes, the command and the tests all loop over these rows; what the host knows of a kind
 * besides is its definition (src/field/noise/kinds).
 */
#ifndef SCREE_KERNELS_NOISE_KINDS_H
#define SCREE_KERNELS_NOISE_KINDS_H

#include "noise/direct.h"
#include "noise/kinds/cellular.h"
#include "noise/kinds/gabor.h"
#include "noise/kinds/glsl_noise.h"
#include "noise/kinds/opensimplex2.h"
#include "noise/kinds/perlin.h"
#include "noise/kinds/rivers.h"
#include "noise/kinds/simplex.h"
#include "noise/kinds/stripes.h"
#include "noise/kinds/value.h"
#include "noise/kinds/value_cubic.h"
#include "noise/kinds/white.h"
#include "noise/site_cell.h"

/* Lattice nodes are interpolated by the fade, so that the contraction can fold them. */
#define SCREE_KIND_INTERPOLATES 1u
/* Nodes draw gradients from the chosen set. */
#define SCREE_KIND_GRADIENTS 2u
/* Samples are evaluated from sites. */
#define SCREE_KIND_SITES 4u
/* The lattice does not lie along the axes of the field, so that it cannot repeat. */
#define SCREE_KIND_SKEWED 8u
/* Positions have keys for cells. */
#define SCREE_KIND_KEYS 16u
/* The table of gradients holds frequencies of waves. */
#define SCREE_KIND_WAVES 32u
/* All traits of a lattice of simplices whose corners have gradients, besides that of sites. */
#define SCREE_KIND_SIMPLICES (SCREE_KIND_SKEWED | SCREE_KIND_KEYS | SCREE_KIND_GRADIENTS)

/* Kinds of nodes, which are interpolated. */
#define SCREE_NODE_KINDS(X)                                                                            \
    X(PERLIN, perlin, 0u, SCREE_KIND_INTERPOLATES | SCREE_KIND_GRADIENTS, scree_perlin_sample, 1u, 8u) \
    X(VALUE, value, 1u, SCREE_KIND_INTERPOLATES, scree_value_sample, 1u, 8u)

#define SCREE_CELL_KINDS(X) \
    SCREE_NODE_KINDS(X)     \
    X(WHITE, white, 2u, 0u, scree_white_sample, 1u, 8u)

#define SCREE_SITE_KINDS(X)                                                                                          \
    X(SIMPLEX, simplex, 3u, SCREE_KIND_SITES | SCREE_KIND_SIMPLICES, scree_simplex_sample, 2u, 4u)                   \
    X(OPENSIMPLEX2, opensimplex2, 4u, SCREE_KIND_SITES | SCREE_KIND_SIMPLICES, scree_opensimplex2_sample, 2u, 4u)    \
    X(OPENSIMPLEX2S, opensimplex2s, 5u, SCREE_KIND_SITES | SCREE_KIND_SIMPLICES, scree_opensimplex2s_sample, 2u, 3u) \
    X(CELLULAR, cellular, 6u, SCREE_KIND_SITES, scree_cellular_sample, 1u, 4u)                                       \
    X(GABOR, gabor, 7u, SCREE_KIND_SITES | SCREE_KIND_WAVES, scree_gabor_sample, 2u, 3u)                             \
    X(PHASOR, phasor, 8u, SCREE_KIND_SITES | SCREE_KIND_WAVES, scree_phasor_sample, 2u, 3u)                          \
    X(GLSL_PERLIN, glsl_perlin, 9u, SCREE_KIND_SITES, scree_glsl_perlin_sample, 2u, 3u)                              \
    X(GLSL_SIMPLEX, glsl_simplex, 10u, SCREE_KIND_SITES | SCREE_KIND_SKEWED, scree_glsl_simplex_sample, 2u, 3u)      \
    X(VALUE_CUBIC, value_cubic, 11u, SCREE_KIND_SITES, scree_value_cubic_sample, 1u, 4u)                             \
    X(STRIPES, stripes, 12u, SCREE_KIND_SITES, scree_stripes_sample, 2u, 4u)                                         \
    X(RIVERS, rivers, 13u, SCREE_KIND_SITES, scree_rivers_sample, 2u, 2u)

/*
 * Methods of kinds that have several: X(method, name, number, method_number, ..., choices), by the functions
 * scree_NAME_METHOD() and scree_NAME_METHOD_dual(), which have one choice more, a number of which 0 is the usual one.
 * `choices` says for which of them a CPU has functions: the usual one as a constant, the one that is given, or both.
 */
#define SCREE_SITE_METHODS(X) SCREE_CELLULAR_SEARCHES(X)

/* Kinds that change from sample to sample within a cell, so that they have derivatives (noise_duals.h). */
#define SCREE_DUAL_KINDS(X) \
    SCREE_NODE_KINDS(X)     \
    SCREE_SITE_KINDS(X)

#define SCREE_NOISE_KINDS(X) \
    SCREE_CELL_KINDS(X)      \
    SCREE_SITE_KINDS(X)

/* Whether a kind has some of the traits; a constant if the kind is one. */
SCREE_FN bool scree_kind_has(const scree_index kind, const scree_index some)
{
    scree_index found = 0u;
#define SCREE_KIND_FOUND(KIND, name, number, traits, sample, min_axes, max_axes) \
    if (kind == number) {                                                        \
        found = (traits)&some;                                                   \
    }
    SCREE_NOISE_KINDS(SCREE_KIND_FOUND)
#undef SCREE_KIND_FOUND
    return found != 0u;
}

/* One octave of any kind of cells at one sample. */
SCREE_FN scree_f32 scree_kind_sample(const scree_index kind, const scree_cell cell, const scree_index axes,
                                     const scree_octave_source source)
{
    scree_f32 value = source.amplitude;
#define SCREE_KIND_SAMPLE(KIND, name, number, traits, sample, min_axes, max_axes) \
    if (kind == number && axes >= min_axes && axes <= max_axes) {                 \
        value = sample(cell, axes, source);                                       \
    }
    SCREE_CELL_KINDS(SCREE_KIND_SAMPLE)
#undef SCREE_KIND_SAMPLE
    return value;
}

/* One octave of any kind at one sample that is given by its site. */
SCREE_FN scree_f32 scree_site_sample(const scree_index kind, const scree_site site, const scree_index axes,
                                     const scree_site_source source)
{
    scree_f32 value = source.amplitude;
    if (!scree_kind_has(kind, SCREE_KIND_SITES)) {
        value = scree_kind_sample(kind, scree_site_cell(site, axes, source), axes, scree_site_octave_source(source));
    }
#define SCREE_SITE_SAMPLE(KIND, name, number, traits, sample, min_axes, max_axes) \
    if (kind == number && axes >= min_axes && axes <= max_axes) {                 \
        value = sample(site, axes, source);                                       \
    }
    SCREE_SITE_KINDS(SCREE_SITE_SAMPLE)
#undef SCREE_SITE_SAMPLE
    return value;
}

#endif
