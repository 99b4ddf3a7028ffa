/*
 * The natures of fields. Noise and distances differ in their plans, in the division of a volume, and in the supported
 * calls. Jobs, slabs, groups, progress and timelines are the same for all natures, and read the differences from a
 * table with one row for each.
 */
#ifndef SCREE_NATURE_H
#define SCREE_NATURE_H

#include <scree/device.h>
#include <scree/field.h>
#include <scree/job.h>

#include "distance_plan.h"
#include "plan.h"

typedef enum scree_nature { SCREE_NATURE_NOISE = 0, SCREE_NATURE_DISTANCE = 1 } scree_nature;

/* Number of natures. */
#define SCREE_NATURES 2

/* Immutable, except for the reference count. */
struct scree_field {
    _Atomic uint32_t references;
    scree_context *context;
    scree_nature nature;
    scree_noise_field *noise; /* One of these, according to the nature; the others are NULL. */
    scree_distance_plan *distance;
};

/* A field on a grid, prepared for any device. */
typedef struct scree_field_plan {
    scree_nature nature;
    scree_field *field;                  /* A reference that the plan holds; NULL for a plan that borrows the field. */
    scree_plan *noise;                   /* Owned by the plan, like `field`; NULL for other natures. */
    const scree_distance_plan *distance; /* Owned by the field; NULL for other natures. */
    scree_grid grid;   /* With defaults filled in; strides in samples. The axes of distances are x, y and z. */
    uint64_t samples;  /* Samples of the whole grid. */
    uint64_t planes;   /* Product of the counts of the outer axes. */
    scree_range bound; /* Contains every value. */
} scree_field_plan;

typedef struct scree_nature_row {
    const char *name;
    bool has_whole_planes; /* Boxes consist of whole planes, whatever their size; otherwise they may be parts of a
                              plane. */
    bool has_nearest;      /* Has a second output: the index of the nearest voxel. */
    bool needs_preparing;  /* Creating a session takes long, so members of a group do it at the same time. */
    bool is_measured;      /* Its range can be measured without downloading samples. */
    bool is_converted;     /* Devices can convert it to types other than f32. */
    /* Samples that count for progress when a group of `devices` devices computes the field once. */
    uint64_t (*total)(const scree_field_plan *plan, uint32_t devices);
    /* Makes the plan of a field on a grid, without retaining the field. Errors are logged to `context`. */
    scree_result (*plan)(scree_context *context, const scree_field *field, const scree_grid *grid,
                         scree_field_plan *plan);
    /* Computes a field, or only its range, on the caller's thread. */
    scree_result (*fill)(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                         scree_range *range);
    /* Evaluates points on the caller's thread, on a device, and from one buffer of it into another; NULL if points are
       not supported. */
    scree_result (*points)(const scree_field *field, const scree_points *points, float *out);
    scree_result (*device_points)(scree_device *device, const scree_field *field, const scree_points *points,
                                  float *out);
    scree_result (*buffer_points)(scree_device *device, const scree_field *field, const scree_buffer_points *points,
                                  scree_buffer *out, uint64_t offset, double *device_seconds);
    /* Frees the nature's part of a field. */
    void (*destroy)(scree_field *field);
} scree_nature_row;

const scree_nature_row *scree_nature_of(scree_nature nature);

/* Makes an empty field with one reference; NULL, logged, without memory. */
scree_field *scree_field_make(scree_context *context, scree_nature nature);

/* Checks what all points have in common. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED. */
scree_result scree_field_check_point_type(scree_context *context, const scree_field *field, uint32_t axes,
                                          scree_type type);

/*
 * Checks where points lie, and sets strides that are 0. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED.
 */
scree_result scree_field_check_points(scree_context *context, const scree_field *field, scree_points *points,
                                      const float *out);

/* Points whose coordinates lie side by side, as float64. */
scree_points scree_points_packed(uint32_t axes, const double *positions, size_t count);

/*
 * Makes the plan of a field on a grid, which holds a reference; freed with scree_field_plan_clear(). `wants_nearest`
 * asks for the second output. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_field_plan_make(scree_context *context, const scree_field *field, const scree_grid *grid,
                                   bool wants_nearest, scree_field_plan *plan);
void scree_field_plan_clear(scree_field_plan *plan);

/* Plans that borrow all their parts. */
scree_field_plan scree_field_plan_of_noise(scree_field *field, scree_plan *plan);
scree_field_plan scree_field_plan_of_distance(scree_field *field, const scree_distance_plan *plan);

#endif
