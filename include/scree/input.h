/**
 * @file
 * @brief Input: heightmaps, masks and volumes, read from files into memory, and fields of them: their samples as a
 * field to which others can be added, and distances.
 */
#ifndef SCREE_INPUT_H
#define SCREE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/distance.h>
#include <scree/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * How no-data cells are handled. A cell holds no data if it is a NaN, an infinity, a float64 that float32 cannot
 * represent, the no-data value that a TIFF names in GDAL's tag (42113), or `nodata` of the parameters.
 */
typedef enum scree_nodata_rule {
    SCREE_NODATA_REFUSE = 0, /**< An error, which names the number of such cells and the position of the first. */
    SCREE_NODATA_FILL = 1,   /**< Replace them with `fill`. */
    SCREE_NODATA_LOWEST = 2  /**< Replace them with the smallest valid sample; an error where there is none. */
} scree_nodata_rule;

/** The name of a rule: "refuse", "fill", "lowest"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_nodata_rule_name(scree_nodata_rule rule);
/** The reverse of scree_nodata_rule_name(); false where no rule has that name. */
SCREE_API bool scree_nodata_rule_from_name(const char *name, scree_nodata_rule *rule);

/** Parameters of scree_samples_read(). Only `path` is required. Grows (context.h). */
typedef struct scree_samples_params {
    const char *path;    /**< Required. Borrowed during the call. */
    bool has_format;     /**< Whether `format` is read. Otherwise the format is found as by scree_file_describe(). */
    scree_format format; /**< The file's format, whatever its name and first bytes say. */
    /** The channel to read, where there are several: its name, or its number from 0. PNG and TIFF have "r", "g",
        "b", "a" (alpha), "y" (grey) and, with a palette, "index" (the stored index) besides the colour channels;
        further samples of TIFF, and the channels of a MetaImage, have numbers only. EXR stores its own names, and so
        does VTI: an array's name, for the components of an array "0", "1", ... or, where there are other arrays,
        "name.0", "name.1", ... Where a VTI has arrays of points and of cells, those of points come first, and have the
        names that they would have alone; those of cells are "cells.name", "cells.name.0", ..., or the same without
        "cells." where no channel of points has that name. A channel of cells has their number of samples, one fewer
        than points along each axis with several. The case of a one-letter name does not matter. NULL = the only
        channel, or the only one of the points; where there are several, the error names them. Borrowed during the
        call. */
    const char *channel;
    /** Whether `page` is read: which directory of a TIFF, or part of an EXR, 0 = the first. Otherwise a TIFF's pages of
        one size and one type are the layers of a volume, pages that differ are an error that names them, and so are
        several parts of an EXR. Smaller copies of a page, and masks, are no pages. */
    bool has_page;
    uint32_t page; /**< Must be 0 with other formats. */
    /** Number of axes of a file without a header (R16, R32, RAW), used instead of its sidecar. 0 = read the sidecar.
        With other formats it must be 0 or agree with the file. */
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES]; /**< x first; read when `axes` is not 0. */
    bool has_type;                  /**< Whether `type` is read: for a file without a header whose `axes` are given. */
    /** Type of the file's samples. R16: u16, i16 or f16; R32: f32, u32 or i32; RAW: any. The default is u16 with R16,
        otherwise f32. */
    scree_type type;
    bool is_big_endian;            /**< Byte order of a file without a header whose `axes` are given. */
    bool has_nodata;               /**< Whether `nodata` is read. */
    double nodata;                 /**< A stored value that marks no-data cells, in addition to the file's own. */
    scree_nodata_rule nodata_rule; /**< 0 = refuse. */
    float fill; /**< SCREE_NODATA_FILL: value of no-data cells; finite, or NaN, which leaves them without data. */
    /** Whether `threshold` is read: a number with which the samples will be compared. A sample that rounding to float32
        would take across it becomes the float32 on its own side, so that value > threshold holds for exactly the
       samples that are greater before they are rounded. */
    bool has_threshold;
    double threshold; /**< No NaN. With samples of f32 and f16 it stands for the nearest number of that type, unless
                           the file has a scale. */
} scree_samples_params;

/** Samples in memory. Free with scree_samples_clear(). Grows (context.h). */
typedef struct scree_samples {
    uint32_t axes;                  /**< Number of axes, 1 to 8; a picture has 2. */
    uint64_t count[SCREE_MAX_AXES]; /**< x first. */
    /** All samples, the slowest axis first and x fastest. The top row of a picture comes first, whatever the order
        of rows in the file. Integers keep their numeric values and become float32: those beyond 2^24 are rounded, as
        are float64. Colours are as stored, without removing gamma. GDAL's scale and offset of a TIFF are applied, in
        float64. */
    float *values;
    scree_format format;   /**< The file's format. */
    scree_type type;       /**< The stored type. Types that have no number here become the nearest one: booleans and
                                integers of 1, 2 and 4 bits are u8, integers of 64 bits are f64. */
    char channel[256];     /**< The name of the channel that was read; "y" where it has none. */
    uint64_t nodata_count; /**< Number of no-data cells; with `nodata_rule` other than SCREE_NODATA_REFUSE they were
                                filled. */
    uint64_t valid;        /**< Number of all other cells, which the statistics below cover. Where it is 0, they are
                                NaN. */
    scree_range range;     /**< Exact minimum and maximum of the values. */
    double minimum;        /**< Minimum of the values before they were rounded to float32. */
    double maximum;        /**< Maximum of these. */
    double mean;           /**< Mean of these, summed in float64. */
    double deviation;      /**< Standard deviation of these, of the whole population: divided by `valid`. */
    double threshold;      /**< The threshold of the parameters, rounded to the type of the samples where that is f32 or
                                f16 and the file has no scale; compare values with this one. */
    scree_geometry geometry; /**< The position of the samples in space. */
    double scale;            /**< Factor of the stored values, and */
    double offset;           /**< what is added then, as in scree_file_info; 1 and 0 where the file names none. */
} scree_samples;

/** As scree_samples_read(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_samples_read_sized(scree_context *context, const scree_samples_params *params, size_t size,
                                                scree_samples *samples, size_t samples_size);

/**
 * Reads one channel of a file into memory. Besides the result, this needs memory for a row, a tile or a strip of
 * PackBits (at most 64 MiB; larger ones are read row by row), for a block of VTI or a whole MetaImage, packed and
 * unpacked, where these are packed (by LZMA: and for its dictionary, at most 128 MiB), and less than 48 KiB of the
 * calling thread's stack.
 *
 * Before memory is allocated, the size that a file claims is checked against its length and the best possible ratio of
 * its compression. Strips and tiles that a sparse TIFF leaves out have no bytes in the file to check against, so at
 * most 2^28 samples (1 GiB) may be missing. The samples must fit into the free memory, as the system, the process's
 * control groups and its own limit report it.
 *
 * `params` is read during the call only. `*samples` is zeroed on an error; on success the caller owns its contents.
 * Masks in separate directories of a TIFF are ignored, with a warning that names them.
 * Errors: SCREE_ERROR_INVALID (a parameter, or a channel that must be chosen), SCREE_ERROR_IO, SCREE_ERROR_FORMAT
 * (damaged, of no known format, with too many missing samples, or with no-data cells that are refused),
 * SCREE_ERROR_UNSUPPORTED (a compression method that the libraries of this build do not support, or samples in several
 * files or pieces),
 * SCREE_ERROR_OUT_OF_MEMORY.
 * Thread-safety: safe; several threads may read files at once.
 */
static inline scree_result scree_samples_read(scree_context *context, const scree_samples_params *params,
                                              scree_samples *samples)
{
    return scree_samples_read_sized(context, params, sizeof *params, samples, sizeof *samples);
}

/** As scree_samples_clear(), with a struct of `size` bytes (context.h). */
SCREE_API void scree_samples_clear_sized(scree_samples *samples, size_t size);

/** Frees what samples hold and zeroes them. */
static inline void scree_samples_clear(scree_samples *samples)
{
    scree_samples_clear_sized(samples, sizeof *samples);
}

/**
 * Parameters of scree_field_from_samples(): which part of a volume is solid, and how distances from it are measured.
 * Zero stands for the default everywhere. Grows (context.h).
 */
typedef struct scree_distance_samples_params {
    uint64_t layers; /**< Heights: the layers of voxels that they lie in; 0 = 64. */
    /** Heights are sample * scale + offset in float64, in the unit of a voxel's z side. 0 = 1. With a scale
        and an offset of 0 the range of the samples is fitted to 1/8 to 7/8 of the volume's height. */
    double scale;
    double offset;      /**< Heights: added after the scale. */
    bool is_mask;       /**< Samples of 1 or 2 axes are no heights: they say what is solid in a single layer. */
    bool has_threshold; /**< Whether `threshold` is read; otherwise it is that of the samples. */
    double threshold;   /**< Masks and volumes: a voxel is solid where its sample is greater, in float64. */
    /** All else. `count` must be 0: it follows from the samples. A side of 0 is the spacing of the samples along its
        axis, and that along x for the layers of heights. A spacing is left out where it is in degrees, or where a side
        that is given differs from it; without one, a side of 0 is that along x, and this is 1. Last, because it may
        grow (context.h). */
    scree_distance_params distance;
} scree_distance_samples_params;

/** As scree_field_from_samples(), with structs of `size` and `samples_size` bytes (context.h). */
SCREE_API scree_result scree_field_from_samples_sized(scree_context *context,
                                                      const scree_distance_samples_params *params, size_t size,
                                                      const scree_samples *samples, size_t samples_size,
                                                      scree_field **field);

/**
 * Makes the distance field of samples, as `scree sdf` and scree_field_from_text() make that of a file. Samples of 1 or
 * 2 axes are heights, unless they are a mask; those of 3 axes are a volume. They may be the caller's own: their axes,
 * counts, values and, for heights that are fitted, range are required; a geometry that is known has all three
 * directions, whatever the axes. All samples must be finite.
 *
 * Samples are read before the call returns; the field owns what it needs, and files that it is written to have the
 * position that the samples have (scree_geometry). Where a part of the geometry has to be left out, a warning says so.
 * The caller owns `*field` and releases it with scree_field_release(); it is NULL after an error. A `context` other
 * than NULL must outlive it. Errors: as scree_field_from_distance().
 */
static inline scree_result scree_field_from_samples(scree_context *context, const scree_distance_samples_params *params,
                                                    const scree_samples *samples, scree_field **field)
{
    return scree_field_from_samples_sized(context, params, sizeof *params, samples, sizeof *samples, field);
}

/** How a field has values between the samples of a file. */
typedef enum scree_filter {
    SCREE_FILTER_LINEAR = 0,  /**< Linear along each axis. */
    SCREE_FILTER_NEAREST = 1, /**< The nearest sample; halfway, either of the two. Derivatives are 0. */
    /** A cubic through four samples along each axis, with continuous slopes (R. Keys, "Cubic convolution interpolation
        for digital image processing", 1981; the spline of Catmull and Rom). Beside steps it passes the samples by up to
        1/8 of the step along each axis. */
    SCREE_FILTER_CUBIC = 2
} scree_filter;

/** How a field goes on beyond the first and the last sample of a file. */
typedef enum scree_edge {
    SCREE_EDGE_CLAMP = 0,  /**< With the sample there. */
    SCREE_EDGE_REPEAT = 1, /**< From the beginning again: the first sample follows the last. */
    SCREE_EDGE_MIRROR = 2  /**< Backwards: the last but one follows the last. */
} scree_edge;

/** The name of a filter: "linear", "nearest", "cubic"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_filter_name(scree_filter filter);
/** The reverse of scree_filter_name(); false where no filter has that name. */
SCREE_API bool scree_filter_from_name(const char *name, scree_filter *filter);

/** The name of an edge: "clamp", "repeat", "mirror"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_edge_name(scree_edge edge);
/** The reverse of scree_edge_name(); false where no edge has that name. */
SCREE_API bool scree_edge_from_name(const char *name, scree_edge *edge);

/** The maximum number of samples along an axis of a file that is a field. */
#define SCREE_MAX_FILE_SIDE 8388608
/** The maximum number of all samples of such a file. */
#define SCREE_MAX_FILE_SAMPLES 1073741824

/** Parameters of scree_field_from_file(). Only the path of the file is required. Grows (context.h). */
typedef struct scree_file_field_params {
    scree_filter filter; /**< 0 = linear. */
    scree_edge edge;     /**< 0 = clamp. */
    /** The file, and how it is read: without a threshold, with finite numbers, and in the format that it would have
        without `has_format`, which texts do not tell. Last, because it may grow (context.h). */
    scree_samples_params file;
} scree_file_field_params;

/** As scree_field_from_file(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_file_sized(scree_context *context, const scree_file_field_params *params,
                                                   size_t size, scree_field **field);

/**
 * Makes the samples of a file a field, a graph by itself (graph.h): any map, picture or volume of 1 to 3 axes that
 * scree_samples_read() reads. The sample with index i along an axis lies at coordinate i, so that cells of noise and
 * distances of samples have the same unit, and operators of domains place and scale it. It is a field of as many axes
 * as the file has. Values have the magnitudes of graphs, derivatives are those of the interpolation. Coordinates are
 * float32 there, so that far from the first sample parts of a way between two samples are coarser: 2^-10 at 2^13.
 *
 * The file is read before the call returns, and the field keeps its samples in memory; GPUs have a copy of them while
 * their jobs are of the same field. scree_field_print() and scree_field_print_expression() name the file by its path.
 * The caller owns `*field` and releases it with scree_field_release(); it is NULL after an error. A `context` other
 * than NULL must outlive it. Errors: as scree_samples_read(), and SCREE_ERROR_INVALID for a file of other axes, of more
 * samples, or with values of a magnitude of 2^60 or more. Thread-safety: safe.
 */
static inline scree_result scree_field_from_file(scree_context *context, const scree_file_field_params *params,
                                                 scree_field **field)
{
    return scree_field_from_file_sized(context, params, sizeof *params, field);
}

/** Parameters of scree_field_from_values(). Grows (context.h). */
typedef struct scree_values_params {
    scree_filter filter;            /**< 0 = linear. */
    scree_edge edge;                /**< 0 = clamp. */
    uint32_t axes;                  /**< 1 to 3. */
    uint64_t count[SCREE_MAX_AXES]; /**< Values along each axis, x first. */
    const float *values;            /**< Finite numbers, the slowest axis first and x fastest. Read during the call. */
} scree_values_params;

/** As scree_field_from_values(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_field_from_values_sized(scree_context *context, const scree_values_params *params,
                                                     size_t size, scree_field **field);

/**
 * Makes numbers in memory a field, as scree_field_from_file() does those of a file; the field has a copy of them. It has
 * no text, and nor has any that it is part of: scree_field_print() and scree_field_print_expression() are
 * SCREE_ERROR_UNSUPPORTED, and files of it carry no recipe. The caller owns `*field` and releases it with
 * scree_field_release(); it is NULL after an error. A `context` other than NULL must outlive it.
 * Errors, logged: SCREE_ERROR_INVALID (axes, counts, or values that are not finite or of a magnitude of 2^60 or more),
 * SCREE_ERROR_OUT_OF_MEMORY. Thread-safety: safe.
 */
static inline scree_result scree_field_from_values(scree_context *context, const scree_values_params *params,
                                                   scree_field **field)
{
    return scree_field_from_values_sized(context, params, sizeof *params, field);
}

/**
 * Finds the grid on which a field has the samples of the file, or the values, that it is made of: its axes and counts,
 * with a step of 1. Of several files it is the first, as expressions print them, that the field has values on. False,
 * and nothing changes, where there is none, and without memory. Thread-safety: safe.
 */
SCREE_API bool scree_field_file_grid(const scree_field *field, scree_grid *grid);

#ifdef __cplusplus
}
#endif

#endif
