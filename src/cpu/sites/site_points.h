/* Points of kinds of sites (kernels/noise/site.h): located in the lattice of each octave, and evaluated there. */
#ifndef SCREE_CPU_SITE_POINTS_H
#define SCREE_CPU_SITE_POINTS_H

#include "cpu_kernels.h"
#include "plan.h"

/* Positions of a batch in one octave, or of one point in all octaves. */
typedef struct scree_site_point_space {
    uint32_t part[SCREE_SITE_AXES][SCREE_MAX_PAIRS];
    uint32_t cell[SCREE_SITE_AXES][SCREE_MAX_PAIRS];
} scree_site_point_space;

/* Coordinates of a batch. Arrays repeat the last point up to whole runs. */
typedef struct scree_site_points {
    const void *coordinate[SCREE_SITE_AXES];
    bool is_single; /* They are float32, not float64. */
    size_t count;
} scree_site_points;

/* Locates points in an octave by vectors; false where that cannot be done. */
bool scree_site_points_locate(const scree_cpu_kernels *kernels, const scree_plan *plan, uint32_t octave,
                              const scree_site_points *points, scree_site_point_space *space);

/* Locates points one by one, with integers of 128 bits; every coordinate is a float64 within the limits. */
void scree_site_points_locate_exactly(const scree_plan *plan, uint32_t octave, const scree_site_points *points,
                                      scree_site_point_space *space);

/* Evaluates an octave at the first `count` points that have been located. Derivatives follow the values at a distance
   of `slope_stride`, if the plan asks for some. */
void scree_site_points_evaluate(const scree_cpu_kernels *kernels, const scree_plan *plan, uint32_t octave, size_t count,
                                const scree_site_point_space *space, float *out, size_t slope_stride);

/* Locates one point in all octaves; false where that cannot be done. */
bool scree_site_point_locate(const scree_cpu_kernels *kernels, const scree_point_plan *plan, const double *coordinates,
                             scree_site_point_space *space);

/* Evaluates an octave at the point that has been located. */
void scree_site_point_evaluate(const scree_cpu_kernels *kernels, const scree_plan *plan, uint32_t octave,
                               const scree_site_point_space *space, float *out, size_t slope_stride);

#endif
