/* The CPU's kernels of kinds on sites (kernels/noise/site.h): samples of rows, and points. */
#ifndef SCREE_CPU_SITE_KERNELS_H
#define SCREE_CPU_SITE_KERNELS_H

#include "noise_kernels.h"

/*
 * Sites of rows of samples, and where their values go. To the position of a row arrays add one for each sample. There
 * are arrays for all axes of the lattice, or, where it is not skewed, for the first one only; the others are NULL then.
 * Arrays repeat the last sample up to whole vectors. Where the lattice is skewed, a cell counts the stride of its keys,
 * and rows start from the key of cell 0. With `is_located` there are arrays for all axes, they have whole positions,
 * and those of rows do not count.
 */
typedef struct scree_cpu_sites {
    const uint32_t *part[SCREE_SITE_AXES];
    const uint32_t *cell[SCREE_SITE_AXES];
    uint32_t row_part[SCREE_SITE_AXES][SCREE_BATCH_ROWS]; /* The position of every row. */
    uint32_t row_cell[SCREE_SITE_AXES][SCREE_BATCH_ROWS];
    uint32_t rows; /* 1 to SCREE_BATCH_ROWS */
    size_t count;  /* Samples of a row. */
    float *out;
    size_t row_stride;
    size_t slope_stride; /* Duals only: floats from a value to its derivative along axis 0, and on to the next. */
    float *minimum;      /* One for each lane, widened; NULL if unused. */
    float *maximum;
    double step; /* Cells along axis 0 from a sample of a row to the next; 0 where samples are no row. */
    bool is_located;
} scree_cpu_sites;

/* Evaluates samples by themselves. */
typedef void scree_cpu_evaluate_sites(const scree_cpu_octave *octave, const scree_cpu_sites *sites);

/* Evaluates samples by what they share, or may leave out, and some by `each`. False, with nothing written, where that
   is too little. */
typedef bool scree_cpu_evaluate_rows(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                                     scree_cpu_evaluate_sites *each);

/* How points are located in lattices (site_location_rule.h). */
typedef struct scree_cpu_site_location_rule scree_cpu_site_location_rule;
struct scree_site_pairs;

/* The same point's sites along each axis of the lattice, and how octaves number cells: arrays have an entry for each.
 */
typedef struct scree_cpu_site_lanes {
    uint32_t gradient_count;
    const scree_site_options *options;
    const uint32_t *part[SCREE_SITE_AXES];
    const uint32_t *cell[SCREE_SITE_AXES];
    const uint32_t *stride[SCREE_SITE_AXES];
    const uint32_t *start[SCREE_SITE_AXES];
    uint32_t last[SCREE_SITE_AXES];
    uint32_t wrap[SCREE_SITE_AXES];
} scree_cpu_site_lanes;

/* Evaluates a point in all octaves by its sites, and sums them. */
typedef void scree_cpu_sum_sites(const scree_cpu_octave_lanes *lanes, const scree_cpu_site_lanes *sites, float *out);

/* The kernels of an instruction set. */
typedef struct scree_site_kernels {
    /* Evaluate samples of an octave by themselves, without derivatives and with them. */
    scree_cpu_evaluate_sites *evaluate;
    scree_cpu_evaluate_sites *evaluate_duals;
    /* Evaluates a point in all octaves, each in a lane. */
    scree_cpu_sum_sites *sum_lanes;
    /* Locates points in a lattice; `count` is a multiple of SCREE_LOCATED_BATCH. False, with nothing of use written,
     * when a coordinate is too far or too near 0 for that. */
    bool (*locate)(const scree_cpu_site_location_rule *rule, size_t count);
    /* Locates one point in the lattices of all octaves, without periods; false likewise. Arrays have room for padding.
     */
    bool (*locate_pairs)(const struct scree_site_pairs *pairs, const double *coordinates, uint32_t *part,
                         uint32_t *cell);
} scree_site_kernels;

#endif
