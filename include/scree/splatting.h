/**
 * @file
 * @brief Splatting: how particles are drawn, and the counts and sums that they are added to.
 *
 * A device adds particles to an accumulation buffer (scree_accumulation), which packs a count and a sum of values into
 * each pixel. A histogram (scree_histogram) is the same on the host, without limits; histogram.h makes colours of it.
 */
#ifndef SCREE_SPLATTING_H
#define SCREE_SPLATTING_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/buffer.h>
#include <scree/camera.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes that are drawn. */
typedef enum scree_particle_shape {
    SCREE_PARTICLE_SHAPE_POINTS = 0, /**< A pixel for each particle. */
    SCREE_PARTICLE_SHAPE_LINES = 1,  /**< A line from each particle of an even number to the next, if both are in the
                                          picture. */
    SCREE_PARTICLE_SHAPE_QUADS = 2   /**< A square around each particle, which faces the camera: see `quad_size`. */
} scree_particle_shape;

/** The name of a shape: "points", "lines", "quads"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_particle_shape_name(scree_particle_shape shape);
/** The reverse of scree_particle_shape_name(); false where no shape has that name. */
SCREE_API bool scree_particle_shape_from_name(const char *name, scree_particle_shape *shape);

/** The quantity that gives particles their colour: a value from 0 to 255 that is summed in each pixel. */
typedef enum scree_particle_colour {
    SCREE_PARTICLE_COLOUR_DENSITY = 0, /**< Nothing: values are 0, and only counts matter. */
    SCREE_PARTICLE_COLOUR_SPEED = 1,   /**< The length of the velocity; of maps, of the next step. */
    SCREE_PARTICLE_COLOUR_AGE = 2, /**< The number of the splatting: 0 in the first, 255 in the last, counted from the
                                        cloud's first step on, also where it goes on from a later one. */
    SCREE_PARTICLE_COLOUR_X = 3,   /**< The coordinate along x. */
    SCREE_PARTICLE_COLOUR_Y = 4,   /**< The coordinate along y. */
    SCREE_PARTICLE_COLOUR_Z = 5    /**< The coordinate along z. */
} scree_particle_colour;

/** The name of a quantity, such as "speed"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_particle_colour_name(scree_particle_colour colour);
/** The reverse of scree_particle_colour_name(); false where no quantity has that name. */
SCREE_API bool scree_particle_colour_from_name(const char *name, scree_particle_colour *colour);

/** Maximum width and height of a picture. */
#define SCREE_MAX_PICTURE_SIDE 65536
/** Maximum pixels of a line along x or y; longer lines are not drawn. */
#define SCREE_MAX_LINE_PIXELS 32767
/** Maximum pixels of a quad along each side; nearer ones have as many. */
#define SCREE_MAX_QUAD_PIXELS 128
/** Maximum pixels that are drawn along each side of a pixel of the picture. */
#define SCREE_MAX_SUPERSAMPLE 8

/** How particles are splatted. Grows (context.h). */
typedef struct scree_splat_params {
    scree_camera camera;          /**< The camera that sees the particles. */
    scree_particle_shape shape;   /**< Points, lines or quads. */
    scree_particle_colour colour; /**< The quantity whose values are summed in each pixel. */
    double colour_min;            /**< SPEED, X, Y, Z: the quantity that has the value 0; */
    double colour_max;            /**< and the one that has 255, which must be another. */
    uint64_t every;               /**< Steps from one splatting to the next; 0 = one, after the last step of all. */
    /** QUADS: the side of a square, as a length where the particle is, so that near ones are larger; positive and
        finite. In pixels it is the nearest whole number from 1 to SCREE_MAX_QUAD_PIXELS, and each is drawn to once. */
    double quad_size;
    uint32_t supersample; /**< scree_job_draw(): pixels that are drawn along each side of one of the histogram, 1 to
                               SCREE_MAX_SUPERSAMPLE; 0 = 1. scree_particles_run() takes no notice of it. */
    bool reserved[4];     /**< Must be false. */
} scree_splat_params;

/** Maximum splats that an accumulation buffer takes before a pixel may overflow: 2^28 - 1. */
#define SCREE_MAX_PIXEL_SPLATS UINT64_C(0x0fffffff)

/**
 * An accumulation buffer: an image of counts and sums, in a buffer of a device. A pixel is a uint64_t: how often
 * something was drawn there in the upper 28 bits, and the sum of the values of colour in the lower 36. Rows go from the
 * top to the bottom, without gaps. A pixel overflows beyond SCREE_MAX_PIXEL_SPLATS splats, so read, add and clear an
 * accumulation buffer before it has received that many in all. It may be a window of a larger picture; windows fit
 * together to the same pixels.
 */
typedef struct scree_accumulation {
    scree_buffer *buffer;  /**< The buffer that has the window's pixels: 8 bytes each. */
    uint64_t offset;       /**< Bytes before the first; a multiple of 8. */
    uint32_t width;        /**< Pixels of the window. */
    uint32_t height;       /**< Rows of the window. */
    uint32_t left;         /**< Column of the picture at which the window begins. */
    uint32_t top;          /**< Row of the picture at which it begins. */
    uint32_t whole_width;  /**< Pixels of the whole picture, at most SCREE_MAX_PICTURE_SIDE; 0 = `width`. */
    uint32_t whole_height; /**< Rows of the whole picture, at most SCREE_MAX_PICTURE_SIDE; 0 = `height`. */
} scree_accumulation;

/**
 * A histogram: a count and a sum for each pixel, on the host, row by row from the top, without gaps. It has no limits
 * and takes the pixels of any number of accumulation buffers, windows, runs and devices.
 */
typedef struct scree_histogram {
    uint32_t width;   /**< Pixels in a row; at least 1. */
    uint32_t height;  /**< Rows; at least 1. */
    uint64_t *counts; /**< How often each pixel was drawn to. The caller's, like the sums. */
    uint64_t *sums;   /**< Sums of the values drawn there, 0 to 255 each; NULL where only counts matter. */
    uint64_t lost;    /**< Particles that were nowhere after the last step; scree_job_draw() adds them. */
} scree_histogram;

/**
 * Adds the pixels of an accumulation buffer, or of a window of one, to a histogram. The buffer may be `supersample`
 * times as wide and as high as the histogram; the pixels of each square are then added to one pixel. `left` and `top`
 * say at which pixel of the histogram the window begins; `width` and `height` are those of the window in the buffer,
 * multiples of `supersample`. `pixels` are packed as in scree_accumulation.
 * Thread-safety: safe, except for calls that add to the same histogram.
 * Errors: SCREE_ERROR_INVALID (NULL, supersample beyond 1 to 8, or a window that does not fit).
 */
SCREE_API scree_result scree_histogram_add(scree_histogram *histogram, const uint64_t *pixels, uint32_t supersample,
                                           uint32_t left, uint32_t top, uint32_t width, uint32_t height);

#ifdef __cplusplus
}
#endif

#endif
