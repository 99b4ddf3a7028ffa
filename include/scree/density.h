/**
 * @file
 * @brief Pictures of particles: from the counts and sums of a density (particles.h) to colours.
 *
 * An exposure turns the count of a pixel into brightness from 0 to 1, and brightness, or the mean of the values drawn
 * there, chooses the colour. The arithmetic is the same on every machine: counts are exact, logarithms and powers are
 * scree's own, in float32, and everything else is float64.
 */
#ifndef SCREE_DENSITY_H
#define SCREE_DENSITY_H

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
#define SCREE_DENSITY_NUMBER_MIN 1e-30
#define SCREE_DENSITY_NUMBER_MAX 1e30 /**< See SCREE_DENSITY_NUMBER_MIN. */
/** The limits of gamma. */
#define SCREE_DENSITY_GAMMA_MIN 0.1
#define SCREE_DENSITY_GAMMA_MAX 10.0 /**< See SCREE_DENSITY_GAMMA_MIN. */

/**
 * From counts to brightness. c is a pixel's count divided by `unit`, m is the white one, or the greatest c of the
 * picture, and k is `factor`.
 */
typedef enum scree_density_exposure {
    SCREE_DENSITY_EXPOSURE_ADDITIVE = 0, /**< Each drawing adds its colour to the background: c * k times the colour. */
    SCREE_DENSITY_EXPOSURE_LINEAR = 1,   /**< k * c / m. */
    SCREE_DENSITY_EXPOSURE_LOG = 2,      /**< log2(1 + k * c) / log2(1 + k * m). */
    SCREE_DENSITY_EXPOSURE_EQUALISED = 3 /**< The share of the pixels drawn to that have no greater count: a histogram
                                      equalisation, as Datashader's eq_hist. Counts whose 16 leading bits are equal are
                                      taken for equal. Takes no notice of `factor` and of what is white. */
} scree_density_exposure;

/** The name of an exposure, such as "log"; NULL for a number that is not one, so that a loop from 0 lists all. Static.
 */
SCREE_API const char *scree_density_exposure_name(scree_density_exposure exposure);
/** The reverse of scree_density_exposure_name(); false where no exposure has that name. */
SCREE_API bool scree_density_exposure_from_name(const char *name, scree_density_exposure *exposure);

/** A line about an exposure for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_density_exposure_description(scree_density_exposure exposure);

/** How a density becomes colours. If all is zeros, each drawing adds a blue of its own to black. */
typedef struct scree_density_params {
    scree_density_exposure exposure; /**< The rule that turns counts into brightness. */
    double factor;                   /**< See scree_density_exposure; 1e-30 to 1e30. 0 = 1. */
    double white;         /**< The count that is white, divided by `unit`; 1e-30 to 1e30. 0 = the greatest one. */
    double unit;          /**< The count that stands for one drawing; 1e-30 to 1e30. 0 = 1. Lines that are drawn
                               with `supersample` have about as many pixels in each pixel of the picture, and quads
                               the square of that. */
    double gamma;         /**< Brightness, of ADDITIVE what is added to each channel, is raised to 1 / gamma; 0.1 to
                               10. 0 = 1. */
    bool has_tint;        /**< Whether `tint` is given; otherwise it is 0.0154, 0.05, 0.3. */
    double tint[3];       /**< ADDITIVE without a ramp: red, green and blue of one drawing; 0 to 1. */
    double background[3]; /**< Red, green and blue where nothing was drawn; 0 to 1. */
    bool has_ramp;        /**< Colours are those of `ramp` at the brightness. Without it ADDITIVE has `tint`, and the
                               others go from the background to white. */
    bool by_value;        /**< Colours are those of `ramp` at the mean value of a pixel, mixed with the background by
                               brightness; ADDITIVE adds a twentieth of that colour for each drawing. */
    scree_ramp ramp;      /**< The ramp. */
    bool is_reversed;     /**< Exchanges its ends. */
    const scree_particle_picture *picture; /**< How particles were drawn, for a file's metadata; NULL = not told. */
    /** A JSON object and the key under which it stands in a file's metadata, as in scree_volume. NULL = none. */
    const char *metadata;
    const char *key; /**< The key of `metadata`. NULL without `metadata`. */
} scree_density_params;

/** Numbers of a picture that was drawn. */
typedef struct scree_density_info {
    uint64_t max_count; /**< The greatest count of a pixel. */
    uint64_t drawn;     /**< Pixels that were drawn to. */
} scree_density_info;

/** As scree_density_draw(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_density_draw_sized(scree_context *context, const scree_density_params *params, size_t size,
                                                const scree_density *density, scree_type type, void *pixels,
                                                scree_density_info *info);

/**
 * Draws a density into memory of the caller: three channels a pixel, red, green and blue, of type U8 or U16. They are
 * floor(x * 255 + 0.5) and floor(x * 65535 + 0.5) of x, clamped to 0 to 1. `info` is optional.
 * Thread-safety: safe, like all functions here.
 * Errors: SCREE_ERROR_INVALID (names the parameter), SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_density_draw(scree_context *context, const scree_density_params *params,
                                              const scree_density *density, scree_type type, void *pixels,
                                              scree_density_info *info)
{
    return scree_density_draw_sized(context, params, sizeof *params, density, type, pixels, info);
}

/** As scree_density_prepare(), with structs of so many bytes (context.h). */
SCREE_API scree_result scree_density_prepare_sized(scree_context *context, const scree_density_params *params,
                                                   size_t size, const scree_density *density, scree_type type,
                                                   const scree_writer_params *file, size_t file_size,
                                                   scree_writer **writer, scree_density_info *info);

/**
 * Draws a density into a picture file that is complete but for its name, which scree_writer_commit() gives. The format
 * of `file` is one that holds colours, and `type` one of its types; what the file holds is not looked at. Holds a few
 * rows of pixels in memory. Close the writer in any case; on an error it is NULL. `info` is optional.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED (the path is a stream), SCREE_ERROR_EXISTS, SCREE_ERROR_IO,
 * SCREE_ERROR_CANCELLED, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_density_prepare(scree_context *context, const scree_density_params *params,
                                                 const scree_density *density, scree_type type,
                                                 const scree_writer_params *file, scree_writer **writer,
                                                 scree_density_info *info)
{
    return scree_density_prepare_sized(context, params, sizeof *params, density, type, file, sizeof *file, writer,
                                       info);
}

/** As scree_density_write(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_density_write_sized(scree_context *context, const scree_density_params *params,
                                                 size_t size, const scree_density *density, const char *path,
                                                 bool replace);

/**
 * Draws a density into a PNG file of 8 bits: scree_density_prepare() and scree_writer_commit(). Without `replace` an
 * existing file is SCREE_ERROR_EXISTS. Errors: as scree_density_prepare().
 */
static inline scree_result scree_density_write(scree_context *context, const scree_density_params *params,
                                               const scree_density *density, const char *path, bool replace)
{
    return scree_density_write_sized(context, params, sizeof *params, density, path, replace);
}

/** How the frames of a video follow one another, for its metadata; only `count` is used. */
typedef struct scree_density_frames {
    uint64_t count; /**< At least 1. */
    uint64_t steps; /**< Steps that the particles make from each frame to the next. */
    double turn;    /**< Degrees of azimuth by which the camera turns from each frame to the next; finite. */
} scree_density_frames;

/** As scree_density_open_video(), with structs of so many bytes (context.h). */
SCREE_API scree_result scree_density_open_video_sized(scree_context *context, const scree_density_params *params,
                                                      size_t size, const scree_density *density,
                                                      const scree_density_frames *frames,
                                                      const scree_writer_params *file, size_t file_size,
                                                      scree_writer **writer);

/**
 * Opens a video of frames of a density's size; its counts have no influence. The format of `file` is a video's
 * (`is_video`). The program ffmpeg is started as a child process with a process group of its own, and gone when the
 * writer is closed; the program that calls this neither ignores SIGCHLD nor waits for children that it has not started.
 * For each frame call scree_density_draw() for 8 bits, and scree_writer_write() with its pixels; then
 * scree_writer_finish(). Close the writer in any case; on an error it is NULL.
 * Errors: SCREE_ERROR_INVALID, SCREE_ERROR_UNSUPPORTED (the program ffmpeg was not found, or the path is a stream),
 * SCREE_ERROR_EXISTS, SCREE_ERROR_IO (of scree_writer_write() and scree_writer_finish(), too: ffmpeg failed),
 * SCREE_ERROR_CANCELLED, SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_density_open_video(scree_context *context, const scree_density_params *params,
                                                    const scree_density *density, const scree_density_frames *frames,
                                                    const scree_writer_params *file, scree_writer **writer)
{
    return scree_density_open_video_sized(context, params, sizeof *params, density, frames, file, sizeof *file, writer);
}

#ifdef __cplusplus
}
#endif

#endif
