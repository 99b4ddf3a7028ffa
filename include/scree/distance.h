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
 * How the nearest voxel is found. The jump flooding methods are approximations whose distance is never below the exact
 * one (Rong and Tan 2006, "Jump flooding in GPU with applications to Voronoi diagram and distance transform", and 2007,
 * "Variants of jump flooding algorithm for computing discrete Voronoi diagrams"). The first jump, n/2, is the smallest
 * power of two that is at least half of the longest side. Each pass reads the result of the pass before it.
 */
typedef enum scree_distance_method {
    SCREE_DISTANCE_EXACT = 0,     /**< Exact Euclidean distance transform, by separable lower envelopes of parabolas. */
    SCREE_DISTANCE_JFA = 1,       /**< Jumps of n/2, n/4, ..., 1. */
    SCREE_DISTANCE_1_JFA = 2,     /**< A pass of jump 1, then JFA. */
    SCREE_DISTANCE_1_JFA_2 = 3,   /**< A pass of jump 1, then JFA, then jumps of 2 and 1. */
    SCREE_DISTANCE_JFA_2 = 4,     /**< JFA, then jumps of 2 and 1. */
    SCREE_DISTANCE_JFA_1 = 5,     /**< JFA, then a jump of 1. */
    SCREE_DISTANCE_JFA_TWICE = 6, /**< JFA twice ("JFA squared"). */
    /** A search over all voxels for each voxel: the definition itself, without a shortcut. It has the distances of the
        exact method, bit for bit, and measures how much other methods gain. At most SCREE_MAX_NAIVE_VOXELS voxels. */
    SCREE_DISTANCE_NAIVE = 7
} scree_distance_method;

/**
 * Voxels that the naive method takes at most. It compares each voxel with all of them: 2^44 pairs, for which two cores
 * need 20 minutes with AVX-512, an hour with AVX2 and four hours in scalar C.
 */
#define SCREE_MAX_NAIVE_VOXELS (UINT64_C(1) << 22)

/** The target that distances are measured to. */
typedef enum scree_distance_surface {
    /** The centre of the nearest voxel of the opposite side. */
    SCREE_DISTANCE_SURFACE_VOXELS = 0,
    /** The nearest point of the opposite side on a column's axis: a column is solid from below up to its real
        height. */
    SCREE_DISTANCE_SURFACE_COLUMNS = 1,
    /** The surface of triangles through the columns' tops. Each cell between four columns is split by its diagonal
        from (x, y) to (x + 1, y + 1). A single row or column is a line of edges. With SCREE_DISTANCE_EDGE_OPEN the
       whole surface counts, even where it is above or below the volume; with SCREE_DISTANCE_EDGE_CLAMP tops are clamped
       to the volume first. Coordinates and arithmetic are float32. On terrain of steepness g (rise divided by
       horizontal length, up to 2^15) the error of a distance d is at most d * (2^-20 + q * q) + l * (2^-20 + q), where
       q = 2^-19 * sqrt(1 + g * g) and l is the horizontal diagonal of a cell. Lengths and heights are at most 10^18,
        and the steepness at most 2^40. */
    SCREE_DISTANCE_SURFACE_MESH = 2
} scree_distance_surface;

/** The side of the surface that is measured. */
typedef enum scree_distance_sign {
    SCREE_DISTANCE_SIGN_BOTH = 0,    /**< Positive outside of the solid, negative inside. */
    SCREE_DISTANCE_SIGN_OUTSIDE = 1, /**< 0 inside. */
    SCREE_DISTANCE_SIGN_INSIDE = 2   /**< Positive inside, 0 outside. */
} scree_distance_sign;

/** How the volume continues beyond its borders. */
typedef enum scree_distance_edge {
    /** There is nothing: a column without a solid voxel is no target for the empty side, and one without an empty
        voxel is none for the solid side. With SCREE_DISTANCE_SURFACE_COLUMNS this holds for a column whose height is at
       most 0, or at least that of the volume. A mesh ends with its triangles. */
    SCREE_DISTANCE_EDGE_OPEN = 0,
    /** Below the first layer all is solid, above the last one all is empty; beyond the sides the volume continues as
        it is at the sides. */
    SCREE_DISTANCE_EDGE_CLAMP = 1
} scree_distance_edge;

/** The index of the nearest voxel where there is none. */
#define SCREE_NO_VOXEL UINT32_MAX

/** Parameters of a distance field. Zero stands for the default everywhere. Grows (context.h). */
typedef struct scree_distance_params {
    uint64_t count[3];              /**< Columns, rows, layers; each at least 1. Layers may be 0, which means 1. */
    double voxel[3];                /**< Side lengths of a voxel, 1e-10 to 1e10; 0 = 1. */
    scree_distance_method method;   /**< 0 = exact. */
    scree_distance_surface surface; /**< 0 = voxels. The other surfaces need heights and the exact method. */
    scree_distance_sign sign;       /**< 0 = both. */
    scree_distance_edge edge;       /**< 0 = open. */
    /** Makes distances lower bounds of the distance to the surface, as sphere tracing needs. The margin that is
        subtracted depends on `surface`. Voxels: half of a voxel's diagonal, so that the result is at most the
        distance to the nearest voxel's box. Columns: a cell's horizontal diagonal, so that the result is at most the
        distance to those triangles between the columns that the edge rule counts. All three surfaces: what roundings
        may have added. No distance falls below 0. Not available with jump flooding, whose error has no bound. */
    bool is_conservative;
    double clip; /**< Maximum magnitude, in the voxels' unit, at least 1e-15; 0 = no limit. */
} scree_distance_params;

/** The solid: exactly one of `heights` and `occupancy`. Grows (context.h). */
typedef struct scree_distance_source {
    /** Rows x columns of finite samples. A height is sample * scale + offset in float64. Voxel (x, y, k) is solid
        when (k + 0.5) * voxel[2] < height(x, y). With the surfaces "columns" and "mesh" both sides of this
        comparison are rounded to float32 first. */
    const float *heights;
    double scale;  /**< 0 = 1. */
    double offset; /**< Added after the scale, in the unit of voxel[2]. */
    /** Layers x rows x columns bytes; a voxel is solid where its byte is not 0. */
    const uint8_t *occupancy;
} scree_distance_source;

/** As scree_field_from_distance(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_field_from_distance_sized(scree_context *context, const scree_distance_params *params,
                                                       size_t size, const scree_distance_source *source,
                                                       size_t source_size, scree_field **field);

/**
 * Makes a distance field. `heights` are read before the call returns. `occupancy` is borrowed until the field is
 * released, including the references that its jobs hold. A field may be filled, streamed and so on like any other, with
 * a grid of NULL because it has its own volume. The caller owns `*field` and releases it with scree_field_release(). A
 * `context` other than NULL must outlive it.
 *
 * Precision: distances are in the voxels' unit, and +infinity (inside: -infinity) where the opposite side does not
 * exist. Distances to voxels are exact where voxels have equal sides, each axis has fewer than 2^15 of them and the
 * square of the diagonal is less than 2^30: squared distances are then whole numbers, and the distance is the rounded
 * root times the side, both in float32. Otherwise a squared distance is the sum of three float32 terms, z first, then
 * y, then x. Jump flooding accepts volumes whose x, y and z indices need at most 32 bits together. The members of a
 * group compute slabs of layers in turn; passes over the whole volume, such as those of jump flooding and that of the
 * naive method, are repeated on each member.
 *
 * Nearest voxels (scree_field_fill_nearest() and others): an index is (z * rows + y) * columns + x, or SCREE_NO_VOXEL.
 * A voxel on the side that is not measured has its own index. Among voxels at equal distances the one with the smallest
 * x, then y, then z is chosen. With unequal sides rounding can make different distances equal; the exact method then
 * takes the nearest within each column, among these the nearest along y for each x, and among these the nearest, while
 * all other methods compare whole sums. With the surfaces "columns" and "mesh" the index is that of a voxel of the
 * opposite side in the column of the nearest axis, the one nearest to the voxel's own layer. Where that lies outside of
 * the volume (with SCREE_DISTANCE_EDGE_CLAMP, and for heights between centres) it is the nearest voxel of that column.
 * Indices exist only in volumes of less than 2^32 - 1 voxels. Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_field_from_distance(scree_context *context, const scree_distance_params *params,
                                                     const scree_distance_source *source, scree_field **field)
{
    return scree_field_from_distance_sized(context, params, sizeof *params, source, sizeof *source, field);
}

/** The difference of a distance field from a reference. */
typedef struct scree_distance_comparison {
    uint64_t voxels; /**< Number of voxels compared. */
    uint64_t wrong;  /**< Number of voxels whose distances differ. */
    double maximum;  /**< Largest difference; +infinity where only one of two distances is infinite. */
    double mean;     /**< Mean difference; two infinite distances differ by 0. */
    uint64_t below;  /**< Number of voxels whose magnitude is below that of the reference. */
} scree_distance_comparison;

/**
 * Compares `count` distances with those of a reference, and adds the result to `*comparison`, which must be zeroed
 * before the first call.
 */
SCREE_API void scree_distance_compare(const float *values, const float *reference, uint64_t count,
                                      scree_distance_comparison *comparison);

/**
 * The name of a method: "exact", "jfa", "1+jfa", "1+jfa+2", "jfa+2", "jfa+1", "jfa2", "naive"; NULL for a number that
 * is not one. Static.
 */
SCREE_API const char *scree_distance_method_name(scree_distance_method method);
/** The reverse of scree_distance_method_name(); false where no method has that name. */
SCREE_API bool scree_distance_method_from_name(const char *name, scree_distance_method *method);
/** A line about a method for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_distance_method_description(scree_distance_method method);

/** The name of a surface: "voxels", "columns", "mesh"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_distance_surface_name(scree_distance_surface surface);
/** The reverse of scree_distance_surface_name(); false where no surface has that name. */
SCREE_API bool scree_distance_surface_from_name(const char *name, scree_distance_surface *surface);
/** A line about a surface for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_distance_surface_description(scree_distance_surface surface);

/** The name of a sign: "both", "outside", "inside"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_distance_sign_name(scree_distance_sign sign);
/** The reverse of scree_distance_sign_name(); false where no sign has that name. */
SCREE_API bool scree_distance_sign_from_name(const char *name, scree_distance_sign *sign);

/** The name of an edge rule: "open", "clamp"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_distance_edge_name(scree_distance_edge edge);
/** The reverse of scree_distance_edge_name(); false where no edge rule has that name. */
SCREE_API bool scree_distance_edge_from_name(const char *name, scree_distance_edge *edge);

#ifdef __cplusplus
}
#endif

#endif
