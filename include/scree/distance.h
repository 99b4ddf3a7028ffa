/**
 * @file
 * @brief Distance fields: how far every voxel of a volume is from the surface of a solid.
 *
 * The solid is a terrain, given by one height for each column of voxels, or any set of voxels. Volumes are layers x
 * rows x columns, columns (x) fastest, layers (z) slowest; the bits of a field do not depend on the device.
 */
#ifndef SCREE_DISTANCE_H
#define SCREE_DISTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/field.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * How the nearest voxel is found. The jump flooding methods are approximations that never come out below the exact
 * distance (Rong and Tan 2006, "Jump flooding in GPU with applications to Voronoi diagram and distance transform", and
 * 2007, "Variants of jump flooding algorithm for computing discrete Voronoi diagrams"). Their first jump is the power
 * of two at or above half of the longest side; every pass reads the passes' result before it.
 */
typedef enum scree_distance_method {
    SCREE_DISTANCE_EXACT = 0,    /**< The Euclidean distance transform, by separable lower envelopes. */
    SCREE_DISTANCE_JFA = 1,      /**< Jumps of n/2, n/4, ..., 1. */
    SCREE_DISTANCE_1_JFA = 2,    /**< A jump of 1 first. */
    SCREE_DISTANCE_1_JFA_2 = 3,  /**< A jump of 1 first, and of 2 and 1 last. */
    SCREE_DISTANCE_JFA_2 = 4,    /**< Jumps of 2 and 1 last. */
    SCREE_DISTANCE_JFA_1 = 5,    /**< A jump of 1 last. */
    SCREE_DISTANCE_JFA_TWICE = 6 /**< All jumps twice: "JFA squared". */
} scree_distance_method;

/** What the distance is measured to. */
typedef enum scree_distance_surface {
    /** The centre of the nearest voxel of the other kind. */
    SCREE_SURFACE_VOXELS = 0,
    /** The nearest point of the other kind on a column's axis: a column is solid from below up to its real height. */
    SCREE_SURFACE_COLUMNS = 1,
    /**
     * The surface of triangles through the columns' tops: each cell between four columns is split by its diagonal from
     * (x, y) to (x + 1, y + 1). A single row or column is a line of edges. With the edge rule open all of it counts, be
     * it above or below the volume; with clamp tops are cut to the volume first. Coordinates and arithmetic are
     * float32: on terrain of steepness g (rise by length seen from above, up to 2^15) a distance d is within d * (2^-20
     * + q * q) + l * (2^-20 + q) of the true one, where q = 2^-19 * sqrt(1 + g * g) and l is the horizontal diagonal of
     * a cell. Lengths and heights are 10^18 at most, and the steepness 2^40.
     */
    SCREE_SURFACE_MESH = 2
} scree_distance_surface;

/** Which side of the surface is measured. */
typedef enum scree_distance_sign {
    SCREE_SIGN_BOTH = 0,    /**< Positive outside of the solid, negative inside. */
    SCREE_SIGN_OUTSIDE = 1, /**< 0 inside. */
    SCREE_SIGN_INSIDE = 2   /**< Positive inside, 0 outside. */
} scree_distance_sign;

/** What lies beyond the volume. */
typedef enum scree_distance_edge {
    /** Nothing: a column without a solid voxel is no target, and neither is one without an empty voxel. For the surface
        of columns: one whose height is at most 0, or at least that of the volume. A mesh goes as far as its triangles.
     */
    SCREE_EDGE_OPEN = 0,
    /** The solid goes on below the first layer and the empty space above the last one; beyond the sides all is as it is
        at the sides. */
    SCREE_EDGE_CLAMP = 1
} scree_distance_edge;

/** No voxel: the nearest one where there is none. */
#define SCREE_NO_VOXEL UINT32_MAX

/** A field's parameters. Zero stands for the default everywhere. */
typedef struct scree_distance_params {
    uint64_t count[3];              /**< Columns, rows, layers; each at least 1. Layers may be 0 for 1. */
    double voxel[3];                /**< Sides of a voxel, 1e-10 to 1e10; 0 = 1. */
    scree_distance_method method;   /**< 0 = exact. */
    scree_distance_surface surface; /**< 0 = voxels; others need heights and the exact method. */
    scree_distance_sign sign;       /**< 0 = both. */
    scree_distance_edge edge;       /**< 0 = open. */
    /**
     * Never over-estimates the distance to the surface, as sphere tracing needs: from the distance to the nearest
     * voxel's centre half of a voxel's diagonal is taken, which leaves at most that to the voxel's box; from that to a
     * column's axis a cell's horizontal diagonal, which leaves at most that to the surface of triangles between the
     * columns that the edge rule lets count; from each, and from that to the triangles themselves, what roundings may
     * have added. None falls below 0. Not with jump flooding, whose error has no bound.
     */
    bool is_conservative;
    double clip; /**< Greatest magnitude, in the voxels' unit, at least 1e-15; 0 = none. */
} scree_distance_params;

/** The solid: exactly one of `heights` and `occupancy`. */
typedef struct scree_distance_source {
    /**
     * Rows x columns, finite: a height is sample * scale + offset in float64. Voxel (x, y, k) is solid when
     * (k + 0.5) * voxel[2] < height(x, y). For the surfaces of columns and mesh both sides are rounded to float32
     * first.
     */
    const float *heights;
    double scale;  /**< 0 = 1. */
    double offset; /**< In the unit of voxel[2]. */
    /** Layers x rows x columns bytes; a voxel is solid where its byte is not 0. */
    const uint8_t *occupancy;
} scree_distance_source;

/**
 * Makes a distance field. `heights` are read before the call returns; `occupancy` is borrowed until the field is
 * released, its jobs' references included. A field may be filled, streamed and so on like any other, with a grid of
 * NULL: its volume is its own. `*field` is the caller's, released with scree_field_release(); a `context` other than
 * NULL must outlive it.
 *
 * Distances are in the voxels' unit; +infinity (inside: -infinity) where the opposite side does not exist. To voxels
 * with equal sides, fewer than 2^15 of them along each axis and a diagonal whose square is less than 2^30, squared
 * distances are exact whole numbers, and the distance is the rounded root times the side, both in float32; otherwise
 * squared distances are sums of three float32 terms, z first, then y, then x. Jump flooding takes volumes whose bits of
 * x, y and z are at most 32 together. The members of a group make slabs of layers in turn; passes over the whole
 * volume, such as jump flooding's, are taken by each of them.
 *
 * Indices of nearest voxels (scree_field_fill_nearest() and others) are (z * rows + y) * columns + x, or
 * SCREE_NO_VOXEL; a voxel of the side that is not measured has its own. Among several at one distance the one with the
 * least x, then y, then z. With unequal sides rounding can make distances equal that are not: the exact method then
 * takes the nearest within each column, of these the nearest along y for each x, and of these the nearest; jump
 * flooding compares whole sums. For the surfaces of columns and mesh: the voxel of the opposite side in the column of
 * the nearest axis that is nearest to the own layer. What has no such voxel inside the volume (the edge rule clamp, and
 * heights between centres) is given as the nearest voxel of that column. Only in volumes of less than 2^32 - 1 voxels.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED, SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_field_from_distance(scree_context *context, const scree_distance_params *params,
                                                 const scree_distance_source *source, scree_field **field);

/** How far one field is from another. */
typedef struct scree_distance_comparison {
    uint64_t voxels; /**< Compared. */
    uint64_t wrong;  /**< Whose distances differ. */
    double maximum;  /**< Greatest difference of two; +infinity where only one of them is infinite. */
    double mean;     /**< Of all differences, both-infinite ones counted as 0. */
    uint64_t below;  /**< Where the magnitude is less than that of the reference. */
} scree_distance_comparison;

/** Compares `count` distances with those of a reference, and adds to what the comparison holds (zero it first). */
SCREE_API void scree_distance_compare(const float *values, const float *reference, uint64_t count,
                                      scree_distance_comparison *comparison);

/** The name of a method: "exact", "jfa", "1+jfa", "1+jfa+2", "jfa+2", "jfa+1", "jfa2". */
SCREE_API const char *scree_distance_method_name(scree_distance_method method);
/** The reverse of scree_distance_method_name(). */
SCREE_API bool scree_distance_method_from_name(const char *name, scree_distance_method *method);

/** The name of a surface: "voxels", "columns", "mesh". */
SCREE_API const char *scree_distance_surface_name(scree_distance_surface surface);
/** The reverse of scree_distance_surface_name(). */
SCREE_API bool scree_distance_surface_from_name(const char *name, scree_distance_surface *surface);

/** The name of a sign: "both", "outside", "inside". */
SCREE_API const char *scree_distance_sign_name(scree_distance_sign sign);
/** The reverse of scree_distance_sign_name(). */
SCREE_API bool scree_distance_sign_from_name(const char *name, scree_distance_sign *sign);

/** The name of an edge rule: "open", "clamp". */
SCREE_API const char *scree_distance_edge_name(scree_distance_edge edge);
/** The reverse of scree_distance_edge_name(). */
SCREE_API bool scree_distance_edge_from_name(const char *name, scree_distance_edge *edge);

#ifdef __cplusplus
}
#endif

#endif
