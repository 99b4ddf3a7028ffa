/*
 * Passes over points that a program locates itself (kernels/noise/locate.h): from coordinates in memory of the device
 * to values. A pass sums some octaves of a batch of points, and finds the first of them that is beyond the limits of
 * positions.
 */
#ifndef SCREE_POINT_PASS_H
#define SCREE_POINT_PASS_H

#include "gpu_constants.h"
#include "gpu_tables.h"
#include "noise_programs.h"
#include "point_rules.h"

/* Maximum points of a batch: what is found is a word, the number of a point and that of an axis in its lowest bits. */
#define SCREE_GPU_MOST_POINTS ((uint64_t)1 << 28)
#define SCREE_GPU_POINT_AXES 8u
/* The word where nothing was found. */
#define SCREE_GPU_NOTHING_FOUND UINT32_MAX

/* A field at points: all that does not depend on the points. */
typedef struct scree_gpu_point_field {
    scree_gpu *gpu;
    const scree_plan *plan;
    scree_type type; /* The type of the coordinates. */
    scree_gpu_tables tables;
    scree_point_rules rules;
    /* Warped fields only: the components of the first displacement, one for each axis. */
    struct scree_gpu_point_field *first;
} scree_gpu_point_field;

/* The coordinates of a batch, in bytes from the start of a span. */
typedef struct scree_gpu_point_layout {
    scree_gpu_span span;
    uint64_t offset[SCREE_MAX_AXES];
    int64_t stride[SCREE_MAX_AXES];
} scree_gpu_point_layout;

/*
 * Bytes for each point that passes keep between them, beside its value: the factor of the next octave, where octaves
 * depend on one another and are more than a pass evaluates. Otherwise 0.
 */
uint64_t scree_gpu_point_state_bytes(const scree_gpu_point_field *field);

/* Maximum points of a batch: fewer where passes keep something of them. */
uint64_t scree_gpu_most_points(const scree_gpu_point_field *field);

/* The plan that is evaluated where points are: the field's, or that of the first component of a warp. */
static inline const scree_plan *scree_gpu_plan_at_points(const scree_plan *plan)
{
    return plan->is_warped ? plan->warp.first[0] : plan;
}

/* Whether a pass holds all octaves there of a field with derivatives, whose sums are made in one. */
static inline bool scree_gpu_holds_duals(const scree_gpu *gpu, const scree_plan *plan)
{
    return !plan->has_duals ||
           scree_gpu_plan_at_points(plan)->octaves <= scree_gpu_noise_programs_of(gpu)->direct_octaves;
}

/*
 * Whether a device evaluates the points of a field: to locate them, sites need only integers, and so do others where
 * the backend has such programs. An octave has one frequency there, and a shift below one cell. Otherwise the processor
 * evaluates them.
 */
static inline bool scree_gpu_locates(const scree_gpu *gpu, const scree_plan *plan)
{
    const bool by_integers = scree_plan_has_sites(scree_gpu_plan_at_points(plan)) ||
                             scree_gpu_noise_programs_of(gpu)->has_whole_programs;
    return !plan->is_placed && (gpu->limits.has_float64 || by_integers) && scree_gpu_holds_duals(gpu, plan);
}

/* Errors, logged, of warped fields only: SCREE_ERROR_OUT_OF_MEMORY. The field is to be cleared all the same. */
scree_result scree_gpu_point_field_init(scree_gpu_point_field *field, scree_gpu *gpu, const scree_plan *plan,
                                        scree_type type);

void scree_gpu_point_field_clear(scree_gpu_point_field *field);

/* The size of the tables that a pass reads, and their words. */
uint64_t scree_gpu_point_table_bytes(const scree_gpu_point_field *field);
void scree_gpu_point_tables_write(scree_gpu_point_field *field, uint32_t *words);

/* A batch of points on the device. */
typedef struct scree_gpu_point_batch {
    scree_gpu_commands *commands;
    scree_gpu_span tables; /* The tables of the field. */
    const scree_gpu_point_layout *layout;
    scree_gpu_span values;
    uint32_t first_value;            /* The word of the first value. */
    const scree_gpu_memory *factors; /* Room for the state of all points; may be empty where they have none. */
    /* Room for scree_gpu_displacement_bytes() of each point; may be empty where the field is not warped. */
    const scree_gpu_memory *displacements;
    scree_gpu_displacing displacing; /* Noise that other fields displace: their values at these points. */
    /* A word that reports what was found, and is SCREE_GPU_NOTHING_FOUND before; may be empty for a backend whose
       programs can do without a span. */
    const scree_gpu_memory *found;
    uint64_t count;
} scree_gpu_point_batch;

/* Records the map of a batch's values, of fields that have one (value_map_pass.c). */
void scree_gpu_point_value_map_record(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch);

/* Says that the program of a displaced field, which takes long to compile, will be dispatched soon. */
void scree_gpu_points_prepare(const scree_gpu_point_field *field);

/* Records all passes over a batch, each followed by a barrier. */
void scree_gpu_points_record(const scree_gpu_point_field *field, const scree_gpu_point_batch *batch);

#endif
