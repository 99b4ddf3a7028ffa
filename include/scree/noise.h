/**
 * @file
 * @brief Lattice noise: Perlin and value noise with fractal sums, in 1 to 8 dimensions.
 *
 * Sources of the methods. Gradient noise: K. Perlin, "An Image Synthesizer" (SIGGRAPH 1985) and "Improving Noise"
 * (SIGGRAPH 2002). Fractal sums: F. K. Musgrave in Ebert et al., "Texturing and Modeling". The order of evaluation on
 * grids is scree's own contraction (docs/determinism.md). The other variants: D. Cejchan, "Akcelerace procedurálního
 * generování pomocí GPU" (Brno University of Technology, 2018).
 */
#ifndef SCREE_NOISE_H
#define SCREE_NOISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/device.h>
#include <scree/grid.h>
#include <scree/job.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The largest number of octaves. */
#define SCREE_MAX_OCTAVES 32

/** What a lattice point carries. */
typedef enum scree_noise_kind {
    SCREE_NOISE_PERLIN = 0, /**< A gradient: the field is zero at lattice points. */
    SCREE_NOISE_VALUE = 1   /**< A value, uniform in [-1, 1). */
} scree_noise_kind;

/** How a lattice point gets its number. */
typedef enum scree_hash {
    SCREE_HASH_SCREE = 0,     /**< Integer hash, 64-bit cells and seed, every octave another. */
    SCREE_HASH_PERLIN2002 = 1 /**< Perlin's permutation of 2002 and, up to 3 axes, his gradients, unscaled. Repeats
                                   after 256 cells. Seed 0 gives the published values in the first octave. */
} scree_hash;

/** The set that gradients are drawn from. Has no effect on value noise, nor on Perlin's own hash. */
typedef enum scree_gradients {
    SCREE_GRADIENTS_EDGES = 0,  /**< Midpoints of the edges of a cube (3 axes and more), 16 directions of equal length
                                     (2), 16 slopes (1). */
    SCREE_GRADIENTS_SPHERE = 1, /**< 256 unit vectors. */
    SCREE_GRADIENTS_CUBE = 2    /**< 256 vectors, uniform in [-1, 1] to the power of the axes. */
} scree_gradients;

/** The weight of the far node against the fraction f of the cell. */
typedef enum scree_fade {
    SCREE_FADE_QUINTIC = 0, /**< 6f^5 - 15f^4 + 10f^3: continuous second derivative. */
    SCREE_FADE_CUBIC = 1,   /**< 3f^2 - 2f^3. */
    SCREE_FADE_COSINE = 2,  /**< (1 - cos(pi f)) / 2, by a polynomial that is the same on every machine. */
    SCREE_FADE_LINEAR = 3   /**< f: creases at the cells' borders. */
} scree_fade;

/** How octaves are bent before they are summed; v is an octave in [-1, 1], w its weight. */
typedef enum scree_fractal {
    SCREE_FRACTAL_FBM = 0,    /**< sum of w v: fractional Brownian motion. */
    SCREE_FRACTAL_BILLOW = 1, /**< sum of w |v|. */
    SCREE_FRACTAL_RIDGED = 2  /**< sum of w (1 - |v|)^2. */
} scree_fractal;

/**
 * Which arithmetic makes Perlin noise. The three others than the contraction are kernels for three axes, to compare and
 * to learn from: they interpolate dot products, along x, then y, then z. They differ from one another in what a group
 * of 8 x 8 x 8 samples shares, not in their bits; from the contraction they differ in the last bits, by at most 4e-6 in
 * a field within [-1, 1]. So the variant belongs to the recipe of a field. A GPU needs work groups of 512 threads for
 * them.
 */
typedef enum scree_variant {
    SCREE_VARIANT_CONTRACTION = 0,    /**< scree's own order, any number of axes, by either method. */
    SCREE_VARIANT_UNOPTIMISED = 1,    /**< Each sample hashes the eight gradients of its cell. */
    SCREE_VARIANT_HALF_OPTIMISED = 2, /**< A group shares the gradients of an octave. */
    SCREE_VARIANT_OPTIMISED = 3       /**< It also shares each axis' parts of the dot products. */
} scree_variant;

/** Which of two routes evaluates a grid. The bits are the same; the choice is for benchmarks and tests. */
typedef enum scree_method {
    SCREE_METHOD_AUTO = 0,        /**< The faster one, octave by octave. */
    SCREE_METHOD_CONTRACTION = 1, /**< Fold the lattice axis by axis; samples of a cell share the work. */
    SCREE_METHOD_DIRECT = 2       /**< Evaluate every sample by itself. */
} scree_method;

/** Parameters of a noise field. A zeroed struct is one octave of Perlin noise. */
typedef struct scree_noise_params {
    scree_noise_kind kind;     /**< 0 = Perlin. */
    scree_hash hash;           /**< 0 = scree's own. */
    scree_gradients gradients; /**< 0 = edges. */
    scree_fade fade;           /**< 0 = quintic. */
    scree_fractal fractal;     /**< 0 = fbm. */
    scree_method method;       /**< 0 = the faster one. Must be 0 with a variant other than 0. */
    uint64_t seed;             /**< Any number; each gives another field. */
    uint32_t octaves;          /**< 1 to 32. 0 = 1. */
    double lacunarity;         /**< Frequency of an octave over that of the one before, 1/16 to 16. 0 = 2. */
    double falloff;            /**< Weight of an octave over that of the one before, magnitude at most 16. 0 = 0.5. */
    /** A weight for each octave, 0 or a magnitude from 2^-32 to 1e6, in place of the powers of `falloff` (which are 0
        below 2^-32). Read when `weight_count` is not 0. */
    double weights[SCREE_MAX_OCTAVES];
    uint32_t weight_count; /**< 0, or the number of octaves. */
    /** Cells of the first octave after which an axis repeats, at most 2^40. 0 = never. Needs a lacunarity that is a
        whole number. */
    uint64_t period[SCREE_MAX_AXES];
    /** Leave out octaves (never the first) whose step exceeds one cell on some axis, were it of one sample only: on
       this grid they would be white noise. Points skip none. */
    bool skip_fine_octaves;
    /** 0 = the contraction. The others need Perlin noise in exactly three axes, and a device that has kernels of them.
     */
    scree_variant variant;
} scree_noise_params;

/** Least and greatest value. */
typedef struct scree_range {
    float minimum; /**< Least. */
    float maximum; /**< Greatest. */
} scree_range;

/** How samples leave the library. */
typedef enum scree_type {
    SCREE_TYPE_F32 = 0, /**< IEEE 754 binary32. */
    SCREE_TYPE_U16 = 1,
    SCREE_TYPE_U8 = 2,
    SCREE_TYPE_I16 = 3, /**< Noise is made as one of the three above; these are of files and of distance fields. */
    SCREE_TYPE_F16 = 4, /**< IEEE 754 binary16. */
    SCREE_TYPE_U32 = 5,
    SCREE_TYPE_I32 = 6,
    SCREE_TYPE_I8 = 7,
    SCREE_TYPE_F64 = 8 /**< IEEE 754 binary64. */
} scree_type;

/** Number of types. */
#define SCREE_TYPES 9

/** Which interval of values is mapped to the output. */
typedef enum scree_range_mode {
    SCREE_RANGE_FIXED = 0, /**< The proven bound of the recipe, the same for every tile and seed. f32 stays as it is. */
    SCREE_RANGE_MEASURED = 1, /**< The exact minimum and maximum of this grid, found by a generating pass before. */
    SCREE_RANGE_GIVEN = 2     /**< `low` and `high` of the output. */
} scree_range_mode;

/**
 * Type and range of the output. u8 and u16: low maps to 0 and high to 255 or 65535, values beyond are clamped, and
 * the result is floor(x + 0.5) of x = (v - low) * scale, every step rounded to float32, scale = float32(255 / (high -
 * low)). f32: SCREE_RANGE_FIXED keeps values as they are, the other modes map low to 0 and high to 1, clamped.
 */
typedef struct scree_output {
    scree_type type;             /**< 0 = f32. */
    scree_range_mode range_mode; /**< 0 = fixed. */
    double low;                  /**< SCREE_RANGE_GIVEN only: finite, less than `high` by 1e-30 or more. */
    double high;                 /**< SCREE_RANGE_GIVEN only. */
} scree_output;

/*
 * Names, as recipes and the command use them. A *_name() function returns a static string, NULL for a number that is
 * none, so that a loop from 0 lists them all; a *_from_name() function returns false where there is none of that name.
 * Thread-safety: safe.
 */

/** The name of a kind: "perlin", "value". */
SCREE_API const char *scree_noise_kind_name(scree_noise_kind kind);
/** The reverse of scree_noise_kind_name(). */
SCREE_API bool scree_noise_kind_from_name(const char *name, scree_noise_kind *kind);

/** The name of a hash: "scree", "perlin2002". */
SCREE_API const char *scree_hash_name(scree_hash hash);
/** The reverse of scree_hash_name(). */
SCREE_API bool scree_hash_from_name(const char *name, scree_hash *hash);

/** The name of a gradient set: "edges", "sphere", "cube". */
SCREE_API const char *scree_gradients_name(scree_gradients gradients);
/** The reverse of scree_gradients_name(). */
SCREE_API bool scree_gradients_from_name(const char *name, scree_gradients *gradients);

/** The name of a fade: "quintic", "cubic", "cosine", "linear". */
SCREE_API const char *scree_fade_name(scree_fade fade);
/** The reverse of scree_fade_name(). */
SCREE_API bool scree_fade_from_name(const char *name, scree_fade *fade);

/** The name of a fractal: "fbm", "billow", "ridged". */
SCREE_API const char *scree_fractal_name(scree_fractal fractal);
/** The reverse of scree_fractal_name(). */
SCREE_API bool scree_fractal_from_name(const char *name, scree_fractal *fractal);

/** The name of a variant: "contraction", "unoptimised", "half-optimised", "optimised". */
SCREE_API const char *scree_variant_name(scree_variant variant);
/** The reverse of scree_variant_name(). */
SCREE_API bool scree_variant_from_name(const char *name, scree_variant *variant);

/** The name of a type: "f32", "u16", "u8", "i16", "f16", "u32", "i32", "i8", "f64". */
SCREE_API const char *scree_type_name(scree_type type);
/** The reverse of scree_type_name(). */
SCREE_API bool scree_type_from_name(const char *name, scree_type *type);

/** Bytes of one sample of a type: 1, 2, 4 or 8. */
SCREE_API size_t scree_type_bytes(scree_type type);

/** A run of samples, in grid order. */
typedef struct scree_slab {
    uint64_t first;      /**< Index of the first sample in the whole grid, counted without strides. */
    uint64_t count;      /**< Samples in this slab. */
    const float *values; /**< The field itself. Valid during the call only, like `data`. NULL where the output maps it
                              and the sink does not want it. */
    const void *data;    /**< The same samples in the output's type and range; equal to `values` for unmapped f32. */
    scree_range mapped;  /**< The interval that the output maps; for unmapped f32 the proven bound. */
} scree_slab;

/**
 * Receives the slabs of a stream: in order, one call at a time, by a thread of the library, while the next slab is
 * computed. A result other than SCREE_OK ends the job with that result. It must not wait for the device (device.h).
 */
typedef struct scree_sink {
    scree_result (*write)(void *user, const scree_slab *slab); /**< Required. */
    void *user;                                                /**< Passed to `write` as it is. */
    bool wants_values; /**< The field itself too where the output maps it; a GPU must then transfer both. */
} scree_sink;

/**
 * Fills host memory with a field. `out` holds the samples in grid order with the grid's strides; it is owned by the
 * caller and must stay valid until the job is released. Returns at once; follow the job (job.h), then release it. The
 * job reports the exact minimum and maximum.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_INTERNAL, SCREE_ERROR_UNSUPPORTED (the device has
 * no kernel of the variant, or is a software GPU that cuts loops as long as many axes take; some of these are the
 * job's).
 */
SCREE_API scree_result scree_noise_fill(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                                        float *out, scree_job **job);

/**
 * Streams a field into a sink, in slabs of some MiB; the grid's strides must be 0. `output` may be NULL for unmapped
 * f32. A measured range takes a second generating pass instead of memory for the field; progress then counts both.
 * Errors: as scree_noise_fill().
 */
SCREE_API scree_result scree_noise_stream(scree_device *device, const scree_noise_params *params,
                                          const scree_grid *grid, const scree_output *output, const scree_sink *sink,
                                          scree_job **job);

/**
 * Finds the exact minimum and maximum of a field on a grid, which are `minimum` and `maximum` of the finished job's
 * status, and keeps no sample: what a measured range does before a stream. The grid's strides have no effect. Nothing
 * is transferred to the host but the range, so a device, or a group, generates as fast as it can.
 * Errors: as scree_noise_fill().
 */
SCREE_API scree_result scree_noise_range(scree_device *device, const scree_noise_params *params, const scree_grid *grid,
                                         scree_job **job);

/**
 * Evaluates a field at arbitrary points. `positions` holds `count` points of `axes` coordinates each, in lattice cells
 * of the first octave, magnitude at most 2^60; `out` gets `count` values. A point that lies on a grid has the bits of
 * the grid's sample, where the grid skips no octave and its steps are whole multiples of 2^-64 cells in each. Of the
 * variants but the contraction all three evaluate points by the operations of the unoptimised one, which have the bits
 * of all. Waits for the result. Errors: as scree_noise_fill().
 */
SCREE_API scree_result scree_noise_points(scree_device *device, const scree_noise_params *params, uint32_t axes,
                                          const double *positions, size_t count, float *out);

/**
 * The bound that no sample of the field exceeds, whatever the seed and the position (proof in src/core/gradients.c).
 * `octaves`, optional, gets the number of octaves that are computed on this grid.
 * Errors: SCREE_ERROR_INVALID.
 */
SCREE_API scree_result scree_noise_bound(scree_context *context, const scree_noise_params *params,
                                         const scree_grid *grid, scree_range *bound, uint32_t *octaves);

#ifdef __cplusplus
}
#endif

#endif
