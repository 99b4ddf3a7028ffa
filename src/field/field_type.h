/*
 * Field types. Noise and distances differ in their plans, in the division of a volume, and in the supported calls.
 * Jobs, slabs, groups, progress and timelines are the same for all types, and read the differences from a row of
 * functions. A type's own parts of a field and of a plan are known to its own files alone.
 */
#ifndef SCREE_FIELD_TYPE_H
#define SCREE_FIELD_TYPE_H

#include <stdatomic.h>

#include <scree/device.h>
#include <scree/field.h>
#include <scree/job.h>

/*
 * All field types. A type named NAME has the row scree_NAME_type (src/field/NAME/NAME_type.c), the functions
 * scree_cpu_NAME_functions and scree_gpu_NAME_functions of devices, and scree_NAME_recipe_type of files
 * (src/formats/NAME_recipe.c).
 */
#define SCREE_FIELD_TYPES(row) row(noise) row(distance) row(particles) row(graph)

/* Numbers of types, with which the tables of devices are indexed. */
#define SCREE_FIELD_TYPE_NUMBER(name) SCREE_FIELD_TYPE_##name,
enum { SCREE_FIELD_TYPES(SCREE_FIELD_TYPE_NUMBER) SCREE_FIELD_TYPE_COUNT };
#undef SCREE_FIELD_TYPE_NUMBER

typedef struct scree_field_type scree_field_type;

/* Immutable, except for the reference count. */
struct scree_field {
    _Atomic uint32_t references;
    scree_context *context;
    const scree_field_type *type;
    void *part; /* The type's own. */
};

/* A field on a grid, or at points, prepared for any device. For points only type, part and channels are set. */
typedef struct scree_field_plan {
    const scree_field_type *type;
    scree_field *field; /* A reference that the plan holds; NULL for a plan that borrows the field. */
    const void *part;   /* The type's own. */
    scree_grid grid;    /* All defaults are filled in; strides in samples. The axes of distances are x, y and z. */
    uint64_t samples;   /* Samples of the whole grid. */
    uint64_t planes;    /* Product of the counts of the outer axes. */
    uint32_t channels;  /* Floats of a sample, side by side. */
    uint32_t octaves;   /* Computed on this grid; 0 for types without octaves. */
    scree_range bound;  /* Contains every value. */
} scree_field_plan;

struct scree_field_type {
    uint32_t number;
    const char *name;
    bool has_own_grid;     /* A grid must be NULL; otherwise it must not. */
    bool has_whole_planes; /* Boxes consist of whole planes, whatever their size; otherwise they may be parts of a
                              plane. */
    bool needs_preparing;  /* Creating a session takes long, so members of a group do it at the same time. */
    bool is_measured;      /* Its range can be measured without downloading samples. */
    bool is_converted;     /* Devices can convert it to types other than f32. */
    /* Samples that count for progress when a group of `devices` devices computes the field once; NULL: the plan's. */
    uint64_t (*total)(const scree_field_plan *plan, uint32_t devices);
    /* Makes the plan of a field on a grid, which the caller has checked, without retaining the field. Errors are logged
       to `context`. */
    scree_result (*plan)(scree_context *context, const scree_field *field, const scree_grid *grid,
                         scree_field_plan *plan);
    /* Floats of a sample in `axes` axes; NULL: one. */
    uint32_t (*channels)(const scree_field *field, uint32_t axes);
    /* Frees the part of a plan; NULL where a field owns it. */
    void (*clear)(scree_field_plan *plan);
    /* Whether a field has a second output, the index of the nearest voxel; NULL for types that have none. Errors,
       logged: SCREE_ERROR_INVALID. */
    scree_result (*check_nearest)(scree_context *context, const scree_field *field);
    /* Computes a field, or only its range, on the caller's thread. */
    scree_result (*fill)(const scree_field *field, const scree_grid *grid, float *out, uint32_t *nearest,
                         scree_range *range);
    /* Finds the plan of a field at points in `axes` axes, which the field keeps, and evaluates points by it on the
       caller's thread. Both are NULL for types without values at points. Errors are logged to `context`. */
    scree_result (*plan_points)(scree_context *context, const scree_field *field, uint32_t axes,
                                scree_field_plan *plan);
    scree_result (*points)(scree_context *context, const scree_field_plan *plan, const scree_points *points,
                           float *out);
    /* Frees the part of a field. */
    void (*destroy)(void *part);
};

/*
 * Makes a field with one reference of its type's part, which it owns, and which is destroyed after an error. `result`
 * is that of making the part, and is returned unless it is SCREE_OK. Errors, logged: SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_field_make(scree_context *context, const scree_field_type *type, scree_result result, void *part,
                              scree_field **field);

/* Checks whether a grid is there if and only if the field needs one. Errors, logged: SCREE_ERROR_INVALID. */
scree_result scree_field_check_grid(scree_context *context, const scree_field *field, const scree_grid *grid);

/* Checks what all points have in common, and refuses them for types without. Errors, logged: SCREE_ERROR_INVALID,
   SCREE_ERROR_UNSUPPORTED. */
scree_result scree_field_check_point_type(scree_context *context, const scree_field *field, uint32_t axes,
                                          scree_type type);

/*
 * Checks where points lie, and sets strides that are 0. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED.
 */
scree_result scree_field_check_points(scree_context *context, const scree_field *field, scree_points *points,
                                      const float *out);

/*
 * Makes the plan of a field on a grid, which holds a reference; freed with scree_field_plan_clear(). `wants_nearest`
 * asks for the second output. Errors, logged: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
scree_result scree_field_plan_make(scree_context *context, const scree_field *field, const scree_grid *grid,
                                   bool wants_nearest, scree_field_plan *plan);
void scree_field_plan_clear(scree_field_plan *plan);

#endif
