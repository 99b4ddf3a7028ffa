/* The lattices of kinds of sites (kernels/noise/site.h), as the host plans them and the CPU's kernels read them. */
#ifndef SCREE_SITE_LATTICE_H
#define SCREE_SITE_LATTICE_H

#include <scree/noise.h>

#include "noise/site.h"
#include "warp/warp.h"

/* Points take the fast path where no sum of shares leaves 2^19 cells; a shift, or a limit that is rounded, adds less
 * than 2^8. */
#define SCREE_SITE_FAST_CELLS (0x1p19 - 0x1p8)

/* The lattice of an octave. Factors are below twice the frequency, so that no product leaves the 64 bits of the cell.
 */
typedef struct scree_site_octave {
    double factor[SCREE_SITE_AXES]
                 [SCREE_SITE_AXES]; /* Cells along each axis of the lattice, for each of the samples. */
    double unscaled[SCREE_SITE_AXES][SCREE_SITE_AXES]; /* The same for each axis of the domain. */
    double shift[SCREE_SITE_AXES];                     /* Cells along each axis of the lattice. */
    double norm;      /* No position has more cells than this times the largest coordinate, and the shift. */
    double far_shift; /* The largest shift, where some are large; otherwise 0. */
    bool is_diagonal; /* The axes of the lattice are those of the field. */
    scree_site_axis axis[SCREE_SITE_AXES];
    /* The factors of the domain as bits of floats, for each axis of the lattice as many as the field has axes
     * (scree_site_source). */
    uint32_t slope[SCREE_SITE_AXES * SCREE_SITE_AXES];
    /* Fields whose samples are displaced only: the factors for displacements, and the numbers of cells. */
    float warp_factor[SCREE_SITE_AXES][SCREE_SITE_AXES];
    scree_warp_axis warp_axis[SCREE_SITE_AXES];
} scree_site_octave;

/* The largest magnitude of coordinates, of those that points may have, whose positions have at most N cells; negative
   where there are none. */
static inline double scree_site_limit(double cells, double norm, double far_shift)
{
    const double limit = (cells - far_shift) / norm;
    return limit < 0x1p60 ? limit : 0x1p60;
}

/*
 * Numbers that locate a point along every axis of the lattices of all octaves of a kind of sites: each array has them
 * at axis * octaves + octave.
 */
#define SCREE_MAX_SITE_PAIRS (SCREE_MAX_OCTAVES * SCREE_SITE_AXES + 16u) /* Whole vectors are read. */
typedef struct scree_site_pairs {
    uint32_t axes;
    uint32_t pairs;
    bool repeats; /* Cells are still to be brought back into periods. */
    double norm;  /* The largest of all octaves, and the largest far shift. */
    double far_shift;
    double factor[SCREE_SITE_AXES][SCREE_MAX_SITE_PAIRS]; /* The factors of each axis of the field. */
    double shift[SCREE_MAX_SITE_PAIRS];
    /* How cells become keys where sites have these; 1 and 0 where they do not. */
    uint32_t stride[SCREE_MAX_SITE_PAIRS];
    uint32_t start[SCREE_MAX_SITE_PAIRS];
    /* How octaves number cells (scree_site_axis), and whether they differ in these alone. */
    uint32_t number_stride[SCREE_MAX_SITE_PAIRS];
    uint32_t number_start[SCREE_MAX_SITE_PAIRS];
    bool are_alike;
} scree_site_pairs;

#endif
