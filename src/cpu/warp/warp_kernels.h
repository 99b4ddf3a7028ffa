/* The CPU's kernels of warps: rows of samples that are displaced, and the displacements themselves. */
#ifndef SCREE_CPU_WARP_KERNELS_H
#define SCREE_CPU_WARP_KERNELS_H

#include "site_kernels.h"
#include "warp/warp.h"

/* How far samples of rows are displaced along each axis of the field, in cells of the first octave. Like the arrays of
   sites these repeat the last sample up to whole vectors. With derivatives those along axis 0 and so on are behind. */
typedef struct scree_cpu_displacement {
    const float *along[SCREE_SITE_AXES]; /* The first row's. */
    size_t row_stride;
    size_t slope_stride; /* Floats from values to their derivatives along axis 0, and from those to the next. */
} scree_cpu_displacement;

/*
 * Components of an octave that are evaluated where samples are displaced to: the field itself, or those of its next
 * displacement, which share all but the numbers of cells along axis 0.
 */
typedef struct scree_cpu_components {
    uint32_t count; /* 1 to SCREE_SITE_AXES */
    const scree_warp_axis *numbers[SCREE_SITE_AXES];
    float *out[SCREE_SITE_AXES]; /* Rows are as far apart as those of the sites, derivatives likewise. */
    bool adds;                   /* Values are added to those that are there; without derivatives only. */
} scree_cpu_components;

/* The kernels of an instruction set. */
typedef struct scree_warp_kernels {
    /* Evaluates samples of an octave of a kind of cells whose lattice is the field's, where they are displaced to. Of
       the sites `out` does not count. */
    void (*evaluate)(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                     const scree_cpu_displacement *displacement, const scree_cpu_components *components);
    /* Evaluates rows of such an octave with derivatives for each cell of the first octave where they are displaced to.
     */
    void (*evaluate_duals)(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                           const scree_cpu_displacement *displacement);
    /* Finds where a row of samples is displaced to along each axis of the lattice, as sites that are located. */
    void (*displace)(const scree_cpu_octave *octave, const scree_cpu_sites *sites,
                     const scree_cpu_displacement *displacement, uint32_t row, uint32_t *const *part,
                     uint32_t *const *cell);
    /* Changes derivatives of rows, where they are displaced to, to those of the displaced rows. */
    void (*chain)(uint32_t axes, const scree_cpu_displacement *displacement, const scree_cpu_sites *sites);
    /* Adds two arrays of displacements. */
    void (*add)(const float *a, const float *b, size_t count, float *sum);
} scree_warp_kernels;

#endif
