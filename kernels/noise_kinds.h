/*
 * The kinds of noise, a row for each:
 *
 *     X(KIND, name, number, nodes, sample, min_axes, max_axes, description)
 *
 * `number` is that of SCREE_NOISE_KIND in scree/noise.h. `sample` evaluates one octave at one sample. There are two
 * sorts, which `nodes` tells apart. Kinds of cells have a lattice along the axes of the field, and all that a sample
 * needs of it is a table for each axis: `nodes` is SCREE_NODES_GRADIENTS or SCREE_NODES_VALUES for one that
 * interpolates between lattice nodes, so that the contraction can fold them, and SCREE_NODES_NONE for one that is
 * evaluated sample by sample only. Kinds of sites (site.h) look beyond the corners of a cell, or have another lattice:
 * `nodes` is SCREE_SITES_CUBIC where the lattice is that of the axes, so that it can repeat, SCREE_SITES_SKEWED where
 * it is not, and SCREE_SITES_GRADIENTS where it is not and nodes have gradients. SCREE_SITES_WAVES is a cubic lattice
 * whose gradients are frequencies; SCREE_SITES_RING and SCREE_SITES_SKEWED_RING are lattices whose cells count modulo
 * 289. Kernels, plans, recipes, the command and the tests all loop over these rows.
 */
#ifndef SCREE_KERNELS_NOISE_KINDS_H
#define SCREE_KERNELS_NOISE_KINDS_H

#include "cellular.h"
#include "direct.h"
#include "gabor.h"
#include "glsl_noise.h"
#include "opensimplex2.h"
#include "simplex.h"
#include "site_cell.h"
#include "white.h"

#define SCREE_NODES_NONE 0u
#define SCREE_NODES_VALUES 1u
#define SCREE_NODES_GRADIENTS 2u
#define SCREE_SITES_CUBIC 3u
#define SCREE_SITES_SKEWED 4u
#define SCREE_SITES_GRADIENTS 5u
#define SCREE_SITES_WAVES 6u
#define SCREE_SITES_RING 7u
#define SCREE_SITES_SKEWED_RING 8u

#define SCREE_CELL_KINDS(X)                                                   \
    X(PERLIN, perlin, 0u, SCREE_NODES_GRADIENTS, scree_perlin_sample, 1u, 8u, \
      "gradients at the lattice points: the field is zero there, and smooth") \
    X(VALUE, value, 1u, SCREE_NODES_VALUES, scree_value_sample, 1u, 8u,       \
      "values at the lattice points: rounder, blockier, and cheaper")         \
    X(WHITE, white, 2u, SCREE_NODES_NONE, scree_white_sample, 1u, 8u,         \
      "one value for each cell, without interpolation: blocks, or grain where a cell is a sample")

#define SCREE_SITE_KINDS(X)                                                                                        \
    X(SIMPLEX, simplex, 3u, SCREE_SITES_GRADIENTS, scree_simplex_sample, 2u, 4u,                                   \
      "gradients at the corners of triangles and tetrahedra: fewer directions stand out, and more axes cost less") \
    X(OPENSIMPLEX2, opensimplex2, 4u, SCREE_SITES_GRADIENTS, scree_opensimplex2_sample, 2u, 3u,                    \
      "K. Spencer's simplex noise: in 3 axes turned, with gradients along the cubes of its lattice")               \
    X(OPENSIMPLEX2S, opensimplex2s, 5u, SCREE_SITES_GRADIENTS, scree_opensimplex2s_sample, 2u, 3u,                 \
      "the same with a larger radius: smoother, and slower")                                                       \
    X(CELLULAR, cellular, 6u, SCREE_SITES_CUBIC, scree_cellular_sample, 1u, 4u,                                    \
      "a point in every cell, and distances to the nearest ones: cells, stones, cracks")                           \
    X(GABOR, gabor, 7u, SCREE_SITES_WAVES, scree_gabor_sample, 2u, 3u,                                             \
      "waves of one length at random places, in a chosen direction or in all")                                     \
    X(PHASOR, phasor, 8u, SCREE_SITES_WAVES, scree_phasor_sample, 2u, 3u,                                          \
      "the sine of the phase of such waves' sum: stripes of the same contrast everywhere")                         \
    X(GLSL_PERLIN, glsl_perlin, 9u, SCREE_SITES_RING, scree_glsl_perlin_sample, 2u, 3u,                            \
      "Perlin noise as shaders have it, by arithmetic without tables; repeats after 289 cells")                    \
    X(GLSL_SIMPLEX, glsl_simplex, 10u, SCREE_SITES_SKEWED_RING, scree_glsl_simplex_sample, 2u, 3u,                 \
      "simplex noise as shaders have it, by the same arithmetic")

#define SCREE_NOISE_KINDS(X) \
    SCREE_CELL_KINDS(X)      \
    SCREE_SITE_KINDS(X)

/* The type of a kind's nodes; a constant if the kind is one. */
SCREE_FN scree_index scree_kind_nodes(scree_index kind)
{
    scree_index carried = SCREE_NODES_NONE;
#define SCREE_KIND_NODES(KIND, name, number, nodes, sample, min_axes, max_axes, description) \
    if (kind == number) {                                                                    \
        carried = nodes;                                                                     \
    }
    SCREE_NOISE_KINDS(SCREE_KIND_NODES)
#undef SCREE_KIND_NODES
    return carried;
}

/* Whether a kind has a table of gradients. */
SCREE_FN bool scree_kind_has_gradients(scree_index kind)
{
    scree_index nodes = scree_kind_nodes(kind);
    return nodes == SCREE_NODES_GRADIENTS || nodes == SCREE_SITES_GRADIENTS || nodes == SCREE_SITES_WAVES;
}

/* Whether positions of a kind of sites may have keys for cells: those of a skewed lattice, which never repeats. */
SCREE_FN bool scree_kind_has_keys(scree_index kind)
{
    scree_index nodes = scree_kind_nodes(kind);
    return nodes == SCREE_SITES_SKEWED || nodes == SCREE_SITES_GRADIENTS;
}

/* The number modulo which a kind's cells count, or 0. */
SCREE_FN scree_index scree_kind_ring(scree_index kind)
{
    scree_index nodes = scree_kind_nodes(kind);
    return nodes == SCREE_SITES_RING || nodes == SCREE_SITES_SKEWED_RING ? SCREE_GLSL_RING : 0u;
}

/* One octave of any kind of cells at one sample. */
SCREE_FN scree_f32 scree_kind_sample(scree_index kind, scree_cell cell, scree_index axes, scree_octave_source source)
{
    scree_f32 value = source.amplitude;
#define SCREE_KIND_SAMPLE(KIND, name, number, nodes, sample, min_axes, max_axes, description) \
    if (kind == number && axes >= min_axes && axes <= max_axes) {                             \
        value = sample(cell, axes, source);                                                   \
    }
    SCREE_CELL_KINDS(SCREE_KIND_SAMPLE)
#undef SCREE_KIND_SAMPLE
    return value;
}

/* One octave of any kind at one sample that is given by its site. */
SCREE_FN scree_f32 scree_site_sample(scree_index kind, scree_site site, scree_index axes, scree_site_source source)
{
    scree_f32 value = source.amplitude;
    if (scree_kind_nodes(kind) < SCREE_SITES_CUBIC) {
        value = scree_kind_sample(kind, scree_site_cell(site, axes, source), axes, scree_site_octave_source(source));
    }
#define SCREE_SITE_SAMPLE(KIND, name, number, nodes, sample, min_axes, max_axes, description) \
    if (kind == number && axes >= min_axes && axes <= max_axes) {                             \
        value = sample(site, axes, source);                                                   \
    }
    SCREE_SITE_KINDS(SCREE_SITE_SAMPLE)
#undef SCREE_SITE_SAMPLE
    return value;
}

#endif
