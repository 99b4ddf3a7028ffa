/**
 * @file
 * @brief Fields: noise, a graph, a distance field or what a text describes, made once and evaluated again and again.
 *
 * A field is made by scree_field_from_noise() (noise.h), of other fields by scree_field_from_op() (graph.h), by
 * scree_field_from_distance() (distance.h), scree_field_from_particles() (particles.h), scree_field_from_recipe() or,
 * whatever its type, by scree_field_from_text() (recipe.h), whose reverse is scree_field_print().
 * It depends on no grid and no device, and it is immutable, so any number of threads may use one field at the same
 * time. It can be evaluated in two ways, with the same bits:
 * - At once, by the functions of this header: on the calling thread, by the CPU, without a job, a lock or another
 *   thread. A thread's first call allocates a work space, which grows when a call needs more and is freed when the
 *   thread ends. A field allocates tables when it is first used with some number of axes. Other calls on noise allocate
 *   nothing, and those on a graph at most a list of intervals.
 * - As a job (job.h): by a device, a group of devices, or all cores of the CPU; into memory, into a buffer of the
 *   device, or slab by slab into a sink.
 */
#ifndef SCREE_FIELD_H
#define SCREE_FIELD_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/grid.h>
#include <scree/output.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A field. Immutable and reference-counted: it lives until the last reference is released. Thread-safety: safe. */
typedef struct scree_field scree_field;

/** Adds a reference, which scree_field_release() drops, and returns the field; NULL for NULL. */
SCREE_API scree_field *scree_field_retain(const scree_field *field);

/**
 * The number of channels of a sample of the field in `axes` axes: of floats that lie side by side wherever samples are
 * stored. It is 1 for most fields; noise with derivatives has the value and a derivative for each axis, and a field of
 * several outputs (graph.h) has all of them. Strides and counts are in samples. The range and the bound of a field are
 * those of the first channel, the value. 0 for NULL and for more than SCREE_MAX_AXES axes. Thread-safety: safe.
 */
SCREE_API uint32_t scree_field_channels(const scree_field *field, uint32_t axes);

/**
 * Drops a reference and sets `*field` to NULL; the last one frees the field. Jobs hold their own references, so a field
 * may be released as soon as its jobs have been started.
 */
SCREE_API void scree_field_release(scree_field **field);

/**
 * The axes and counts of a field that has a volume of its own, x first: the voxels of a distance field, whose sides are
 * the steps, or of particles three coordinates, 1, and their number. False for noise and graphs, whose grid the caller
 * chooses, and for NULL; `*grid` is then zeroed.
 */
SCREE_API bool scree_field_volume(const scree_field *field, scree_grid *grid);

/**
 * Fills memory with a field, and returns when all samples are written. The caller owns `out`, which receives the
 * samples in grid order with the grid's strides. `grid` is NULL for a distance field, which has its own volume: layers
 * x rows x columns, without gaps.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_field_fill(const scree_field *field, const scree_grid *grid, float *out);

/**
 * Fills memory with a distance field and with the index of the nearest voxel of the opposite side, both layers x rows x
 * columns. distance.h defines the index.
 * Errors: as scree_field_fill(); SCREE_ERROR_INVALID for a field without such indices.
 */
SCREE_API scree_result scree_field_fill_nearest(const scree_field *field, float *out, uint32_t *nearest);

/**
 * The layout of points in the caller's memory. The coordinates along an axis are `stride` bytes apart, so arrays of
 * structures, arrays of their own for every axis, and columns of a larger table all do. scree_points_packed() is for
 * the plainest case.
 */
typedef struct scree_points {
    uint32_t axes;                          /**< Coordinates of a point, 1 to SCREE_MAX_AXES. */
    size_t count;                           /**< Points. */
    scree_type type;                        /**< SCREE_TYPE_F64, or SCREE_TYPE_F32 as in a zeroed struct. */
    const void *coordinate[SCREE_MAX_AXES]; /**< The first point's coordinate along each axis; aligned for its type. */
    /** Bytes to the next point's, a multiple of the type's size. 0 = the type's size. */
    ptrdiff_t stride[SCREE_MAX_AXES];
} scree_points;

/** Points in one array of float64: `count` times `axes` coordinates, those of a point side by side. */
static inline scree_points scree_points_packed(uint32_t axes, const double *positions, size_t count)
{
    scree_points points = {axes, count, SCREE_TYPE_F64, {NULL}, {0}};
    for (uint32_t axis = 0; positions != NULL && axis < axes && axis < SCREE_MAX_AXES; axis++) {
        points.coordinate[axis] = positions + axis;
        points.stride[axis] = (ptrdiff_t)(axes * sizeof(double));
    }
    return points;
}

/**
 * Evaluates a field at arbitrary points. Coordinates are in lattice cells of the first octave, of a magnitude of at
 * most 2^60, and below 2^62 in cells of every octave; a float32 coordinate has the result of the float64 number that
 * equals it. `out` receives `count` samples. After an error some of them may have been written.
 *
 * A point that lies on a grid has the bits of the grid's sample, provided the grid skips no octave and its steps are
 * whole multiples of 2^-64 cells in each octave.
 * Errors: as scree_field_fill(); SCREE_ERROR_UNSUPPORTED for a field that is neither noise nor a graph.
 */
SCREE_API scree_result scree_field_at(const scree_field *field, const scree_points *points, float *out);

/**
 * The value of a field at one point of two axes, as scree_field_at() has it, or the first channel; NAN after an error,
 * which is logged.
 */
static inline float scree_field_at_2d(const scree_field *field, double x, double y)
{
    const double position[2] = {x, y};
    const scree_points point = scree_points_packed(2, position, 1);
    float sample[SCREE_MAX_AXES + 1] = {0.0f};
    return scree_field_at(field, &point, sample) == SCREE_OK ? sample[0] : (float)NAN;
}

/** The same in three axes. */
static inline float scree_field_at_3d(const scree_field *field, double x, double y, double z)
{
    const double position[3] = {x, y, z};
    const scree_points point = scree_points_packed(3, position, 1);
    float sample[SCREE_MAX_AXES + 1] = {0.0f};
    return scree_field_at(field, &point, sample) == SCREE_OK ? sample[0] : (float)NAN;
}

/** The same in four axes. */
static inline float scree_field_at_4d(const scree_field *field, double x, double y, double z, double w)
{
    const double position[4] = {x, y, z, w};
    const scree_points point = scree_points_packed(4, position, 1);
    float sample[SCREE_MAX_AXES + 1] = {0.0f};
    return scree_field_at(field, &point, sample) == SCREE_OK ? sample[0] : (float)NAN;
}

/**
 * Finds the exact minimum and maximum of a field on a grid without keeping samples. `grid` is as in scree_field_fill();
 * its strides have no effect. A distance field temporarily needs memory for its whole volume.
 * Errors: as scree_field_fill().
 */
SCREE_API scree_result scree_field_range(const scree_field *field, const scree_grid *grid, scree_range *range);

/**
 * The interval that contains every sample of the field on a grid. For noise it holds whatever the seed and the position
 * (proof in src/field/noise/gradients.c), and that of a graph follows from it; for a distance field it is the clip, or
 * infinite. `octaves`, optional, receives the number of octaves that are computed on this grid, for a graph those of
 * all its noise; 0 for a distance field. Errors: as scree_field_fill().
 */
SCREE_API scree_result scree_field_bound(const scree_field *field, const scree_grid *grid, scree_range *bound,
                                         uint32_t *octaves);

#ifdef __cplusplus
}
#endif

#endif
