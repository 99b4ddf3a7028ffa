/*
 * The natures of fields. Noise and distances differ in their plans, in the way a volume of them is divided, and in what
 * can be asked of them; jobs, slabs, groups of devices, progress and timelines are the same for all, and read what
 * differs from one row for each.
 */
#ifndef SCREE_NATURE_H
#define SCREE_NATURE_H

#include <scree/device.h>
#include <scree/field.h>

#include "distance_plan.h"
#include "plan.h"

typedef enum scree_nature { SCREE_NATURE_NOISE = 0, SCREE_NATURE_DISTANCE = 1 } scree_nature;

/* Number of natures. */
#define SCREE_NATURES 2

/* Everything but the number of references is immutable. */
struct scree_field {
    _Atomic uint32_t references;
    scree_context *context;
    scree_nature nature;
    scree_noise_field *noise; /* One of these, according to the nature; the others are NULL. */
    scree_distance_plan *distance;
};

/* A field on a grid, ready to be made on any device. */
typedef struct scree_field_plan {
    scree_nature nature;
    scree_field *field;                  /* A reference of the plan's own; NULL for a plan that is lent. */
    scree_plan *noise;                   /* The plan's own, like `field`; NULL for other natures. */
    const scree_distance_plan *distance; /* The field's; NULL for other natures. */
    scree_grid grid;   /* With defaults filled in; strides in samples. The axes of distances are x, y and z. */
    uint64_t samples;  /* Samples of the whole grid. */
    uint64_t planes;   /* Product of the counts of the outer axes. */
    scree_range bound; /* No value lies beyond it. */
} scree_field_plan;

typedef struct scree_nature_row {
    const char *name;
    bool has_whole_planes; /* Boxes are whole planes, whatever their size; otherwise they may be parts of a plane. */
    bool has_nearest;      /* A second output is possible: the index of the nearest voxel. */
    bool needs_preparing;  /* Creating a session is long work: members of a group do it at the same time. */
    bool is_measured;      /* Its range is known without its samples going to the host. */
    bool is_converted;     /* Devices make other types of it than f32. */
    /* Samples that count for progress when a field is made once, by a group of `devices` devices. */
    uint64_t (*total)(const scree_field_plan *plan, uint32_t devices);
    /* Makes the plan of a field on a grid. The field is not retained yet. Errors are logged to `context`. */
    scree_result (*plan)(scree_context *context, const scree_field *field, const scree_grid *grid,
                         scree_field_plan *plan);
    /* Makes a field on the caller's thread, or finds its range. */
    scree_result (*fill)(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                         scree_range *range);
    /* Its values at points, on the caller's thread and on a device; NULL where points have none. */
    scree_result (*points)(const scree_field *field, uint32_t axes, const double *positions, size_t count, float *out);
    scree_result (*device_points)(scree_device *device, const scree_field *field, uint32_t axes,
                                  const double *positions, size_t count, float *out);
    /* Frees what a field has. */
    void (*destroy)(scree_field *field);
} scree_nature_row;

const scree_nature_row *scree_nature_of(scree_nature nature);

/* Makes an empty field with one reference; NULL, logged, without memory. */
scree_field *scree_field_make(scree_context *context, scree_nature nature);

/* Checks what every device needs of points. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED. */
scree_result scree_field_check_points(scree_context *context, const scree_field *field, const double *positions,
                                      size_t count, const float *out);

/*
 * Makes the plan of a field on a grid, which holds a reference; freed with scree_field_plan_clear(). `wants_nearest`
 * asks for the second output. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_field_plan_make(scree_context *context, const scree_field *field, const scree_grid *grid,
                                   bool wants_nearest, scree_field_plan *plan);
void scree_field_plan_clear(scree_field_plan *plan);

/* Plans that borrow all they have. */
scree_field_plan scree_field_plan_of_noise(scree_field *field, scree_plan *plan);
scree_field_plan scree_field_plan_of_distance(scree_field *field, const scree_distance_plan *plan);

#endif
