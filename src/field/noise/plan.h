/*
 * Plans: a noise field on a grid, and what follows from both for every octave. A plan does not depend on the device,
 * and a device reads nothing else; so every device works from the same numbers.
 */
#ifndef SCREE_PLAN_H
#define SCREE_PLAN_H

#include <scree/noise.h>

#include "fixed_position.h"
#include "noise_field.h"

/* One axis of one octave. */
typedef struct scree_plan_axis {
    scree_fixed origin; /* Position of the grid's sample 0, in cells of this octave. */
    scree_fixed step;   /* Distance of neighbours; 0 for points. */
    double cells_per_sample;
    scree_axis_stream stream;
} scree_plan_axis;

/* One octave that is computed. */
typedef struct scree_plan_octave {
    uint32_t number;  /* The number among all octaves of the recipe; octaves that are skipped have no entry. */
    float amplitude;  /* Folded into gradients and values: the weight for plain fbm, 1 for all other fractals. */
    float weight;     /* Multiplied in after the shaping function; has no effect on plain fbm. */
    double frequency; /* Cells of this octave for each cell of the first. */
    double along[SCREE_MAX_AXES]; /* The same in the domain of samples: cells for each unit of coordinates. */
    double shift[SCREE_MAX_AXES]; /* The position of coordinate 0. */
    scree_plan_axis axis[SCREE_MAX_AXES];
    /* Scaled gradients, the bits of floats: gradient_count entries for axis 0, then for axis 1, and so on. NULL for
       value noise. */
    const uint32_t *gradients;
    const scree_site_octave *site;   /* The lattice, of kinds of sites; NULL for others. */
    const uint32_t *coded_gradients; /* The same as kernels/noise/gradient.h codes them; NULL where that has no code. */
} scree_plan_octave;

/* Plans of the components of a warp (noise_field.h), each on the same grid, or of the same points. */
typedef struct scree_warp_plan {
    const struct scree_plan *first[SCREE_SITE_AXES];
    const struct scree_plan *displaced[SCREE_MAX_WARPS][SCREE_SITE_AXES]; /* NULL where there is none. */
    uint32_t capacity;         /* Plans that there is memory for; 0 where others own them. */
    struct scree_plan *memory; /* The plans. */
} scree_warp_plan;

typedef struct scree_plan {
    scree_noise_params params; /* The parameters with defaults filled in. */
    scree_noise_method method; /* The field's. */
    uint32_t fractal;          /* The fractal, numbered as in kernels/noise/fractal.h. */
    scree_fractal_options options;
    scree_grid grid; /* The grid with defaults filled in; strides in samples. */
    uint32_t axes;
    uint32_t channels;   /* Floats of a sample, side by side: the value, and what else the parameters ask for. */
    bool is_placed;      /* Domains are not those of samples times one scale. */
    bool has_duals;      /* Samples are evaluated with their derivatives (kernels/base/dual.h). */
    uint32_t potentials; /* Fields whose octaves follow one another: parts of a potential, otherwise 1. */
    uint32_t octaves;
    uint32_t gradient_count;
    scree_range bound;
    const uint32_t *value_map; /* The map of values (kernels/noise/distribution.h); NULL where they stay as they are. */
    const scree_site_options *site_options; /* Kinds of sites and displaced fields only. */
    bool is_displaced;                      /* Samples are displaced before the field is evaluated. */
    bool is_warped;                         /* They are displaced by this field's own warp. */
    scree_warp_plan warp;                   /* Plans of the warp; their memory outlives fields without one. */
    uint64_t samples;                       /* Samples of the whole grid; 0 for points. */
    uint64_t planes;                        /* Product of the counts of the outer axes. */
    scree_plan_octave octave[SCREE_MAX_OCTAVES];
} scree_plan;

/*
 * Checks a grid and makes the plan of a field on it, in memory of the caller, which was zero at first and may hold an
 * older plan; nothing is allocated but the plans of a warp, which scree_plan_clear() frees. `grid` is NULL for points,
 * and `axes` counts only then. The plan refers to tables of the field, which must outlive it. Errors:
 * SCREE_ERROR_INVALID (logged, naming the parameter, its value and its limits), SCREE_ERROR_OUT_OF_MEMORY where the
 * field is used with this number of axes for the first time.
 */
scree_result scree_plan_make(scree_context *context, const scree_noise_field *field, const scree_grid *grid,
                             uint32_t axes, scree_plan *plan);

void scree_plan_clear(scree_plan *plan);

/* Makes a plan in memory of its own, freed with scree_plan_destroy(). */
scree_result scree_plan_create(scree_context *context, const scree_noise_field *field, const scree_grid *grid,
                               uint32_t axes, scree_plan **plan);

void scree_plan_destroy(scree_plan **plan);

/* A bit for each octave of the recipe that a plan computes. The plan has one potential. */
uint32_t scree_plan_octave_bits(const scree_plan *plan);

/* The entries that kernels may read past those of the last pair. */
#define SCREE_PAIR_PADDING 16
#define SCREE_MAX_PAIRS (SCREE_MAX_OCTAVES * SCREE_MAX_AXES + SCREE_PAIR_PADDING)

/*
 * A plan of points, and what locates them along every axis of every octave: entry axis * octaves + octave of each
 * array.
 */
typedef struct scree_point_plan {
    scree_plan plan; /* First, so that a plan of points is one of these. */
    /* Whether cells and fractions need float64 alone and no products of long numbers: all frequencies are powers of two
       and nothing repeats. */
    bool is_simple;
    /* Factors of every octave, as scree_plan_octave has them. */
    float amplitude[SCREE_MAX_OCTAVES];
    float weight[SCREE_MAX_OCTAVES];
    const uint32_t *unscaled_gradients; /* Gradients before they are scaled; NULL where multiples are not exact. */
    /* Kinds of sites: whether octaves can be evaluated side by side, and the amplitude of each or, if gradients are
       scaled, by what power of two they are multiples of those of the first. */
    bool has_site_lanes;
    float site_amplitude[SCREE_MAX_OCTAVES];
    double frequency[SCREE_MAX_PAIRS];
    double shift[SCREE_MAX_PAIRS];
    /* Key steps of cells from 0 on, and of those below 0. For Perlin's hash both are a number to be added. */
    uint64_t upper[2][SCREE_MAX_PAIRS];
    scree_site_pairs sites; /* Kinds of sites only. */
} scree_point_plan;

/*
 * The plan of a field at points in `axes` axes, which the field keeps: made by the first call, and found by the others
 * without a lock. Errors, logged: as scree_plan_make().
 */
scree_result scree_plan_of_points(scree_context *context, const scree_noise_field *field, uint32_t axes,
                                  const scree_point_plan **plan);

/* The plan of points that a plan is part of. */
static inline const scree_point_plan *scree_point_plan_of(const scree_plan *plan)
{
    return (const scree_point_plan *)plan;
}

/*
 * Whether a grid's octave is evaluated sample by sample: as the method says, or where it has more than `most_cells`
 * cells to a sample along x, so that samples share too little. Beyond four axes a cell has enough corners that
 * any sharing is worth more. Kinds that interpolate nothing have no lattice to fold: always.
 */
bool scree_plan_prefers_direct(const scree_plan *plan, uint32_t octave, double most_cells);

/*
 * Chooses for every octave whether a GPU evaluates its samples by themselves: with one axis all of them, for there both
 * methods are the same.
 */
void scree_plan_choose_methods(const scree_plan *plan, bool is_direct[SCREE_MAX_OCTAVES]);

/* Finds the method of a kind of sites that the field needs, and its choice (noise_kinds.h): 0 for kinds without. */
void scree_plan_choose_site_method(const scree_plan *plan, uint32_t *method, uint32_t *choice);

/* Nodes that a run of samples can touch at most: two of its own for each, or one for each cell that it crosses. */
uint64_t scree_plan_most_nodes(uint64_t samples, double cells_per_sample);

/* The position of sample `index` (counted from sample 0 of the grid) along an axis. */
static inline scree_fixed scree_plan_position(const scree_plan_axis *axis, int64_t index)
{
    return axis->origin + (scree_fixed)index * axis->step;
}

/* Octaves of each part of the potential of curl noise; 0 for other fields. */
static inline uint32_t scree_plan_curl_octaves(const scree_plan *plan)
{
    return plan->params.sample.is_curl ? plan->octaves / plan->potentials : 0;
}

/* Whether octaves have a shaping function, a sum or derivatives: the sum of a plain one is that octave, zeros included
   (fractal.h). */
static inline bool scree_plan_needs_sum(const scree_plan *plan)
{
    return plan->octaves > 1 || plan->has_duals || plan->fractal != SCREE_KERNEL_FRACTAL_FBM;
}

/* Whether samples have sites (kernels/noise/site.h): by the field's kind, or because they are displaced. */
static inline bool scree_plan_has_sites(const scree_plan *plan)
{
    return plan->site_options != NULL;
}

/* How often samples are displaced by the field's own warp. */
static inline uint32_t scree_plan_warps(const scree_plan *plan)
{
    return plan->is_warped ? plan->params.warp.times : 0;
}

/* Whether samples are displaced by other fields, whose values are given with them. */
static inline bool scree_plan_is_displaced_by_fields(const scree_plan *plan)
{
    return plan->is_displaced && !plan->is_warped;
}

/* Whether sites have keys for cells. Displaced samples get them when they are displaced. */
static inline bool scree_plan_has_keys(const scree_plan *plan)
{
    return !plan->is_displaced && scree_site_has_keys(&plan->params);
}

/* Whether points are located by few steps: all frequencies are powers of two, no axis has a period, and nothing is
   skewed or rotated. */
bool scree_plan_is_simple(const scree_plan *plan);

/* The largest magnitude of a coordinate within the limits of positions: of the field, and in cells of every octave. */
double scree_plan_point_limit(const scree_plan *plan);

/* Nodes under samples `first` to `last` of the grid where no step is longer than a cell. */
static inline uint64_t scree_plan_nodes(const scree_plan *plan, uint32_t octave, uint32_t axis, uint64_t first,
                                        uint64_t last)
{
    const scree_plan_axis *planned = &plan->octave[octave].axis[axis];
    int64_t start = plan->grid.first[axis];
    return (uint64_t)(scree_fixed_cell(scree_plan_position(planned, start + (int64_t)last)) -
                      scree_fixed_cell(scree_plan_position(planned, start + (int64_t)first))) +
           2;
}

/* Finds the first coordinate whose magnitude is above a limit, or NaN; false where there is none. */
bool scree_points_find_far(const scree_points *points, double limit, size_t *point, uint32_t *axis);

/* Finds the first coordinate beyond the limits of positions likewise. */
bool scree_plan_find_far_point(const scree_plan *plan, const scree_points *points, size_t *point, uint32_t *axis);

/* Checks the coordinates of points likewise. Errors: SCREE_ERROR_INVALID, logged with the first bad one. */
scree_result scree_plan_check_points(scree_context *context, const scree_plan *plan, const scree_points *points);

/* Logs that a coordinate is beyond the limits, and returns SCREE_ERROR_INVALID. */
scree_result scree_plan_refuse_point(scree_context *context, uint64_t point, uint32_t axis, double coordinate);

/* A coordinate of points whose strides are set. */
double scree_points_coordinate(const scree_points *points, size_t point, uint32_t axis);

/* The position of a coordinate in cells of the first octave, along an axis of an octave. */
scree_fixed scree_plan_point_position(const scree_plan_octave *octave, uint32_t axis, double coordinate);

#endif
