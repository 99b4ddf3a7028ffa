/*
 * The lattices of kinds of sites (kernels/noise/site.h): how an octave's positions follow from coordinates, and how its
 * cells are numbered.
 */
#ifndef SCREE_SITE_RULES_H
#define SCREE_SITE_RULES_H

#include <scree/grid.h>
#include <scree/noise.h>

#include "axis_key.h"
#include "fixed_position.h"
#include "site_lattice.h"

/* The lattices of all octaves of a field, and its options. */
typedef struct scree_site_rules {
    scree_site_options options;
    scree_site_octave octave[SCREE_MAX_OCTAVES];
} scree_site_rules;

/* Whether a field is evaluated from sites: by its kind, or because its octaves are rotated. */
bool scree_noise_has_sites(const scree_noise_params *params);

/* The options of a field in `axes` axes. */
scree_site_options scree_site_options_of(const scree_noise_params *params, uint32_t axes);

struct scree_noise_domain;

/* Makes the rule of octave `number` in a domain (noise_field.h). `streams` has its seed and its period along every
 * axis.
 */
void scree_site_octave_make(const scree_noise_params *params, uint32_t axes, uint32_t number, double frequency,
                            const struct scree_noise_domain *domain, const scree_axis_stream *streams,
                            const double *shifts, scree_site_octave *octave);

/* Completes the rule of an octave in `axes` axes whose samples are displaced by up to `reach` cells of the first. */
void scree_site_octave_displace(scree_site_octave *octave, uint32_t axes, const scree_axis_stream *streams,
                                double reach);

/* The contribution of a position, along an axis of the field, along axis `row` of the lattice. */
static inline scree_site_position scree_site_position_of(const scree_site_octave *octave, uint32_t row,
                                                         scree_fixed position)
{
    int64_t cell = scree_fixed_cell(position);
    if (octave->axis[row].last != UINT32_MAX) {
        int64_t period = (int64_t)octave->axis[row].last + 1;
        cell %= period;
        cell += cell < 0 ? period : 0;
    }
    return (scree_site_position){.part = (uint32_t)((uint64_t)position >> 32), .cell = (uint32_t)cell};
}

/* Whether sites need keys only: the lattice is skewed, and cannot repeat. */
bool scree_site_has_keys(const scree_noise_params *params);

/* The shift along axis `row` of the lattice, which the same axis of the field contributes. */
static inline scree_fixed scree_site_shift(const scree_site_octave *octave, uint32_t row, uint32_t axis)
{
    return axis == row ? scree_fixed_product(octave->shift[row], 1.0) : 0;
}

/* The same of a point's coordinate. */
static inline scree_site_position scree_site_point_position(const scree_site_octave *octave, uint32_t row,
                                                            uint32_t axis, double coordinate)
{
    return scree_site_position_of(
        octave, row, scree_fixed_product(coordinate, octave->factor[row][axis]) + scree_site_shift(octave, row, axis));
}

/* Positions along one axis of a grid, in cells of one axis of an octave's lattice. */
typedef struct scree_site_walk {
    scree_fixed position; /* The position of the sample at hand. */
    scree_fixed step;
} scree_site_walk;

/* A walk from sample `index` of a grid on. */
scree_site_walk scree_site_walk_start(const scree_grid *grid, const scree_site_octave *octave, uint32_t row,
                                      uint32_t axis, uint64_t index);

#endif
