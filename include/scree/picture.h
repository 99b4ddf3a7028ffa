/**
 * @file
 * @brief Pictures of distance fields: a plane of signed distances as colours with contour lines.
 *
 * Colours: zero is white, distances outside (positive) go to orange, distances inside (negative) to blue, with the same
 * lightness and chroma on both sides and even steps in OKLab (B. Ottosson, "A perceptual color space for image
 * processing", 2020). Contour lines: a thick dark one at zero, and thin ones at every multiple of an interval, each
 * fifth of them darker. The width of a line follows from the field's slope in pixels, which makes lines smooth. Plus
 * infinity is dark brown, minus infinity dark blue, NaN magenta. The arithmetic is the same on every machine.
 */
#ifndef SCREE_PICTURE_H
#define SCREE_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The maximum number of pixels for each sample along each side. */
#define SCREE_MAX_PICTURE_SCALE 256

/** The limits of a picture's lengths: products and quotients of two of them stay within float64. */
#define SCREE_MIN_PICTURE_LENGTH 1e-100
#define SCREE_MAX_PICTURE_LENGTH 1e100 /**< See SCREE_MIN_PICTURE_LENGTH. */

/**
 * How a plane is drawn. If only `count` is set, a sample is one pixel and everything else is chosen automatically.
 * Grows (context.h).
 */
typedef struct scree_picture_params {
    uint64_t count[2]; /**< Samples in a row, and number of rows; each at least 1. */
    /** Pixels for each sample along x and y, 1 to 256; distances between samples are interpolated linearly along
        both axes. 0 = 1 for the width, and the width for the height. */
    uint32_t scale[2];
    /** Distance of neighbouring samples along both axes, in the units of the distances; 1e-100 to 1e100. 0 = 1, and the
        first one for the second. */
    double voxel[2];
    double limit;      /**< Distance of full colour; 1e-100 to 1e100. 0 = the largest finite magnitude. */
    double interval;   /**< Distance between contour lines; 1e-100 to 1e100. 0 = 1, 2 or 5 times a power of ten,
                            about ten lines on each side of zero, at least 5 pixels apart. */
    bool skips_lines;  /**< Draws colours only. */
    bool is_bottom_up; /**< The first row is the bottom row, as for a section through layers; otherwise the top
                            row. */
    /** A JSON object and the key under which it stands in the file's metadata, as in scree_volume. NULL = none. */
    const char *metadata;
    const char *key; /**< The key of `metadata`. NULL without `metadata`. */
} scree_picture_params;

/** The choices made for a picture. Grows (context.h). */
typedef struct scree_picture_info {
    uint64_t width;  /**< Pixels in a row. */
    uint64_t height; /**< Rows of pixels. */
    double limit;    /**< Distance of full colour; 1 where no distance is finite and other than 0. */
    double interval; /**< Distance between contour lines; 0 without lines. */
} scree_picture_info;

/** As scree_picture_plan(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_picture_plan_sized(scree_context *context, const scree_picture_params *params, size_t size,
                                                const float *distances, scree_picture_info *info, size_t info_size);

/**
 * Chooses the parameters that are left 0, without drawing. `distances` are count[0] * count[1] samples, row after row.
 * Thread-safety: safe, like all functions here.
 * Errors: SCREE_ERROR_INVALID.
 */
static inline scree_result scree_picture_plan(scree_context *context, const scree_picture_params *params,
                                              const float *distances, scree_picture_info *info)
{
    return scree_picture_plan_sized(context, params, sizeof *params, distances, info, sizeof *info);
}

/** As scree_picture_draw(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_picture_draw_sized(scree_context *context, const scree_picture_params *params, size_t size,
                                                const float *distances, uint8_t *pixels);

/**
 * Draws a plane into the caller's memory: 3 bytes for each pixel (red, green, blue in sRGB), 3 * width * height of
 * them, with the sizes of scree_picture_plan().
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_picture_draw(scree_context *context, const scree_picture_params *params,
                                              const float *distances, uint8_t *pixels)
{
    return scree_picture_draw_sized(context, params, sizeof *params, distances, pixels);
}

/** As scree_picture_draw_file(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_picture_draw_file_sized(scree_context *context, const scree_picture_params *params,
                                                     size_t size, const float *distances,
                                                     const scree_writer_params *file, size_t file_size,
                                                     scree_writer **writer);

/**
 * Draws a plane into a picture of 8 bits and three channels that is complete but for its name, which
 * scree_writer_commit() gives, together with those of other files. Holds a few rows of pixels in memory. The format of
 * `file` is one that holds colours; what the file holds is not looked at. Close the writer in any case; on an error it
 * is NULL. Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED (the path is a stream), SCREE_ERROR_EXISTS,
 * SCREE_ERROR_IO, SCREE_ERROR_CANCELLED, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_picture_draw_file(scree_context *context, const scree_picture_params *params,
                                                   const float *distances, const scree_writer_params *file,
                                                   scree_writer **writer)
{
    return scree_picture_draw_file_sized(context, params, sizeof *params, distances, file, sizeof *file, writer);
}

/** As scree_picture_write(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_picture_write_sized(scree_context *context, const scree_picture_params *params,
                                                 size_t size, const float *distances, const char *path, bool replace);

/**
 * Draws a plane into a PNG file: scree_picture_draw_file() and scree_writer_commit(). Without `replace` an existing
 * file is SCREE_ERROR_EXISTS. Errors: as scree_picture_draw_file().
 */
static inline scree_result scree_picture_write(scree_context *context, const scree_picture_params *params,
                                               const float *distances, const char *path, bool replace)
{
    return scree_picture_write_sized(context, params, sizeof *params, distances, path, replace);
}

#ifdef __cplusplus
}
#endif

#endif
