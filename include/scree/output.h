/**
 * @file
 * @brief Output: types and ranges of samples that leave the library, and the sink that receives a stream of them.
 */
#ifndef SCREE_OUTPUT_H
#define SCREE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A closed interval of values. */
typedef struct scree_range {
    float minimum; /**< Lower end. */
    float maximum; /**< Upper end. */
} scree_range;

/** Types of stored samples. */
typedef enum scree_type {
    SCREE_TYPE_F32 = 0, /**< IEEE 754 binary32. */
    SCREE_TYPE_U16 = 1,
    SCREE_TYPE_U8 = 2,
    SCREE_TYPE_I16 = 3, /**< Jobs produce the three types above; the remaining types exist in files only. */
    SCREE_TYPE_F16 = 4, /**< IEEE 754 binary16. */
    SCREE_TYPE_U32 = 5,
    SCREE_TYPE_I32 = 6,
    SCREE_TYPE_I8 = 7,
    SCREE_TYPE_F64 = 8 /**< IEEE 754 binary64. */
} scree_type;

/** Number of types. */
#define SCREE_TYPE_COUNT 9
/** The bit of a type in a set of types, such as scree_format_info has. */
#define SCREE_TYPE_BIT(type) (UINT32_C(1) << (type))

/** The interval of values that is mapped to the output type. */
typedef enum scree_range_mode {
    SCREE_RANGE_FIXED = 0, /**< The proven bound of the recipe, the same for every tile and seed. f32 stays as it is. */
    SCREE_RANGE_MEASURED = 1, /**< The exact minimum and maximum of this grid, measured by an additional generating
                                   pass. */
    SCREE_RANGE_GIVEN = 2     /**< The interval from `low` to `high` of the output. */
} scree_range_mode;

/** The name of a mode: "fixed", "measured", "given"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_range_mode_name(scree_range_mode mode);
/** The reverse of scree_range_mode_name(); false where no mode has that name. */
SCREE_API bool scree_range_mode_from_name(const char *name, scree_range_mode *mode);

/**
 * Type and range of the output. u8 and u16: low maps to 0 and high to 255 or 65535; values beyond are clamped. The
 * result is floor(x + 0.5) of x = (v - low) * scale, with every step rounded to float32 and scale = float32(255 / (high
 * - low)). f32: SCREE_RANGE_FIXED keeps values as they are; the other modes map low to 0 and high to 1, clamped.
 */
typedef struct scree_output {
    scree_type type;             /**< 0 = f32. */
    scree_range_mode range_mode; /**< 0 = fixed. */
    double low;                  /**< SCREE_RANGE_GIVEN only: finite, below `high` by at least 1e-30. */
    double high;                 /**< SCREE_RANGE_GIVEN only. */
} scree_output;

/** The name of a type, such as "f32"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_type_name(scree_type type);
/** The reverse of scree_type_name(); false where no type has that name. */
SCREE_API bool scree_type_from_name(const char *name, scree_type *type);
/** A line about a type for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_type_description(scree_type type);

/** Bytes of one sample of a type: 1, 2, 4 or 8. */
SCREE_API size_t scree_type_bytes(scree_type type);

/** A run of finished samples, in grid order. The library's; grows (context.h). */
typedef struct scree_slab {
    uint64_t first;          /**< Index of the slab's first sample in the whole grid, counted without strides. */
    uint64_t count;          /**< Number of samples in this slab. */
    uint32_t channels;       /**< Floats of each sample, side by side (scree_field_channels()). */
    const float *values;     /**< The unmapped samples. Valid during the call only, like `data`. NULL where the output
                                  maps them and the sink does not want them. */
    const uint32_t *nearest; /**< Indices of the nearest voxels of a distance field, where the sink wants them; NULL
                                  otherwise. */
    const void *data;   /**< The same samples in the output's type and range; equal to `values` for unmapped f32. */
    scree_range mapped; /**< The interval that the output maps; for unmapped f32 the proven bound. */
} scree_slab;

/**
 * Receives the slabs of a stream in order, one call at a time, on a thread of the library, while the next slab is being
 * computed. A result other than SCREE_OK ends the job with that result.
 */
typedef struct scree_sink {
    scree_result (*write)(void *user, const scree_slab *slab); /**< Required. */
    void *user;                                                /**< Passed to `write` as it is. */
    bool wants_values;  /**< Whether to pass unmapped samples, too, where the output maps them; a GPU must then transfer
                             both. */
    bool wants_nearest; /**< Whether to pass the nearest voxels, too; distance fields only. */
} scree_sink;

#ifdef __cplusplus
}
#endif

#endif
