/**
 * @file
 * @brief Pictures of particles: from the counts and sums of a histogram (splatting.h) to colours.
 *
 * An exposure turns the count of a pixel into brightness from 0 to 1, and brightness, or the mean of the values drawn
 * there, chooses the colour. The arithmetic is the same on every machine: counts are exact, logarithms and powers are
 * scree's own, in float32, and everything else is float64.
 */
#ifndef SCREE_HISTOGRAM_H
#define SCREE_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/file.h>
#include <scree/particles.h>
#include <scree/ramp.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The limits of a picture's positive numbers. */
#define SCREE_MIN_EXPOSURE_NUMBER 1e-30
#define SCREE_MAX_EXPOSURE_NUMBER 1e30 /**< See SCREE_MIN_EXPOSURE_NUMBER. */
/** The limits of gamma. */
#define SCREE_MIN_GAMMA 0.1
#define SCREE_MAX_GAMMA 10.0 /**< See SCREE_MIN_GAMMA. */

/**
 * The rule that turns counts into brightness. c is a pixel's count divided by `unit`, m is the white one, or the
 * greatest c of the picture, and k is `factor`.
 */
typedef enum scree_exposure {
    SCREE_EXPOSURE_ADDITIVE = 0, /**< Each splat adds its colour to the background: c * k times the colour. */
    SCREE_EXPOSURE_LINEAR = 1,   /**< k * c / m. */
    SCREE_EXPOSURE_LOG = 2,      /**< log2(1 + k * c) / log2(1 + k * m). */
    SCREE_EXPOSURE_EQUALISED = 3 /**< The share of the pixels drawn to that have no greater count: a histogram
                                      equalisation, as Datashader's eq_hist. Counts whose 16 leading bits are equal are
                                      taken for equal. Takes no notice of `factor` and of what is white. */
} scree_exposure;

/** The name of an exposure, such as "log"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_exposure_name(scree_exposure exposure);
/** The reverse of scree_exposure_name(); false where no exposure has that name. */
SCREE_API bool scree_exposure_from_name(const char *name, scree_exposure *exposure);
/** A line about an exposure for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_exposure_description(scree_exposure exposure);

/**
 * How a histogram becomes colours. If all is zeros, each splat adds a blue of its own to black. Grows (context.h).
 */
typedef struct scree_histogram_params {
    scree_exposure exposure; /**< The rule that turns counts into brightness. */
    double factor;           /**< See scree_exposure; 1e-30 to 1e30. 0 = 1. */
    double white;            /**< The count that is white, divided by `unit`; 1e-30 to 1e30. 0 = the greatest one. */
    double unit;             /**< The count that stands for one splat; 1e-30 to 1e30. 0 = 1. Lines that are drawn
                                  with `supersample` have about as many pixels in each pixel of the picture, and quads
                                  the square of that. */
    double gamma;            /**< Brightness, of ADDITIVE what is added to each channel, is raised to 1 / gamma; 0.1 to
                                  10. 0 = 1. */
    bool has_tint;           /**< Whether `tint` is given; otherwise it is 0.0154, 0.05, 0.3. */
    double tint[3];          /**< ADDITIVE without a ramp: red, green and blue of one splat; 0 to 1. */
    double background[3];    /**< Red, green and blue where nothing was drawn; 0 to 1. */
    bool has_ramp;           /**< Colours are those of `ramp` at the brightness. Without it ADDITIVE has `tint`, and the
                                  others go from the background to white. */
    bool is_coloured_by_value; /**< Colours are those of `ramp` at the mean value of a pixel, mixed with the background
                                    by brightness; ADDITIVE adds a twentieth of that colour for each splat. */
    scree_ramp ramp;           /**< The ramp. */
    bool is_reversed;          /**< Exchanges its ends. */
    const scree_splat_params *splat; /**< How particles were splatted, for a file's metadata; NULL = unknown. */
    /** A JSON object and the key under which it stands in a file's metadata, as in scree_volume. NULL = none. */
    const char *metadata;
    const char *key; /**< The key of `metadata`. NULL without `metadata`. */
} scree_histogram_params;

/** Numbers of a picture that was drawn. Grows (context.h). */
typedef struct scree_histogram_info {
    uint64_t max_count; /**< The greatest count of a pixel. */
    uint64_t drawn;     /**< Pixels that were drawn to. */
} scree_histogram_info;

/** As scree_histogram_draw(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_histogram_draw_sized(scree_context *context, const scree_histogram_params *params,
                                                  size_t size, size_t splat_size, const scree_histogram *histogram,
                                                  scree_type type, void *pixels, scree_histogram_info *info,
                                                  size_t info_size);

/**
 * Draws a histogram into memory of the caller: three channels a pixel, red, green and blue, of type U8 or U16. They are
 * floor(x * 255 + 0.5) and floor(x * 65535 + 0.5) of x, clamped to 0 to 1. `info` is optional.
 * Thread-safety: safe, like all functions here.
 * Errors: SCREE_ERROR_INVALID (names the parameter), SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_histogram_draw(scree_context *context, const scree_histogram_params *params,
                                                const scree_histogram *histogram, scree_type type, void *pixels,
                                                scree_histogram_info *info)
{
    return scree_histogram_draw_sized(context, params, sizeof *params, sizeof *params->splat, histogram, type, pixels,
                                      info, sizeof *info);
}

/** As scree_histogram_draw_file(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_histogram_draw_file_sized(scree_context *context, const scree_histogram_params *params,
                                                       size_t size, size_t splat_size, const scree_histogram *histogram,
                                                       scree_type type, const scree_writer_params *file,
                                                       size_t file_size, scree_writer **writer,
                                                       scree_histogram_info *info, size_t info_size);

/**
 * Draws a histogram into a picture file that is complete but for its name, which scree_writer_commit() gives. The
 * format of `file` is one that holds colours, and `type` one of its types; what the file holds is not looked at. Holds
 * a few rows of pixels in memory. Close the writer in any case; on an error it is NULL. `info` is optional.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED (the path is a stream), SCREE_ERROR_EXISTS, SCREE_ERROR_IO,
 * SCREE_ERROR_CANCELLED, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_histogram_draw_file(scree_context *context, const scree_histogram_params *params,
                                                     const scree_histogram *histogram, scree_type type,
                                                     const scree_writer_params *file, scree_writer **writer,
                                                     scree_histogram_info *info)
{
    return scree_histogram_draw_file_sized(context, params, sizeof *params, sizeof *params->splat, histogram, type,
                                           file, sizeof *file, writer, info, sizeof *info);
}

/** As scree_histogram_write(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_histogram_write_sized(scree_context *context, const scree_histogram_params *params,
                                                   size_t size, size_t splat_size, const scree_histogram *histogram,
                                                   const char *path, bool replace);

/**
 * Draws a histogram into a PNG file of 8 bits: scree_histogram_draw_file() and scree_writer_commit(). Without `replace`
 * an existing file is SCREE_ERROR_EXISTS. Errors: as scree_histogram_draw_file().
 */
static inline scree_result scree_histogram_write(scree_context *context, const scree_histogram_params *params,
                                                 const scree_histogram *histogram, const char *path, bool replace)
{
    return scree_histogram_write_sized(context, params, sizeof *params, sizeof *params->splat, histogram, path,
                                       replace);
}

/** How the frames of a video follow one another, for its metadata; only `count` is used. Grows (context.h). */
typedef struct scree_video_frames {
    uint64_t count; /**< The number of frames, at least 1. */
    uint64_t steps; /**< Steps that the particles make from each frame to the next. */
    double turn;    /**< Degrees of azimuth by which the camera turns from each frame to the next; finite. */
} scree_video_frames;

/** As scree_histogram_open_video(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_histogram_open_video_sized(scree_context *context, const scree_histogram_params *params,
                                                        size_t size, size_t splat_size,
                                                        const scree_histogram *histogram,
                                                        const scree_video_frames *frames, size_t frames_size,
                                                        const scree_writer_params *file, size_t file_size,
                                                        scree_writer **writer);

/**
 * Opens a video of frames of a histogram's size; its counts have no influence. The format of `file` is a video's
 * (`is_video`). The program ffmpeg is started as a child process with a process group of its own, and gone when the
 * writer is closed; the program that calls this neither ignores SIGCHLD nor waits for children that it has not started.
 * Call scree_histogram_draw() for 8 bits, and scree_writer_write() with its pixels, for each frame; then
 * scree_writer_finish(). Close the writer in any case; on an error it is NULL.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED (the program ffmpeg was not found, or the path is a stream),
 * SCREE_ERROR_EXISTS, SCREE_ERROR_IO (of scree_writer_write() and scree_writer_finish(), too: ffmpeg failed),
 * SCREE_ERROR_CANCELLED, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_histogram_open_video(scree_context *context, const scree_histogram_params *params,
                                                      const scree_histogram *histogram,
                                                      const scree_video_frames *frames, const scree_writer_params *file,
                                                      scree_writer **writer)
{
    return scree_histogram_open_video_sized(context, params, sizeof *params, sizeof *params->splat, histogram, frames,
                                            sizeof *frames, file, sizeof *file, writer);
}

#ifdef __cplusplus
}
#endif

#endif
