/**
 * @file
 * @brief Scenes: pictures of fields, drawn by the device that has the samples.
 *
 * A scene shows samples that lie in a buffer of a device (buffer.h): as a map, a terrain, voxels, a cloud, a surface,
 * an isosurface, columns of cubes, or an accumulation buffer of particles. Pixels are written into another buffer of
 * the same device, from where they are shown or read; nothing passes through the host. The arithmetic is scree's own,
 * float32 in a fixed order, so that all devices write the same bytes.
 *
 * The world of a scene has x to the right, y ahead and z up. Samples of two or three axes fill a box around the origin,
 * whose longest side is 2 long: sample i of n along an axis covers ((2 i - n) s / m, (2 (i + 1) - n) s / m), where s is
 * the side of a sample along the axis, 1 unless they differ, and m is the greatest of the counts times sides. Along y
 * this holds for volumes; the first row of a TERRAIN and of COLUMNS is the farthest, at the greatest y, so that they
 * and their MAP show the same land. So a camera sees the same whatever the number of samples. Their heights are chosen
 * freely: `height_scale` is the height in the world of a sample of 1.
 */
#ifndef SCREE_SCENE_H
#define SCREE_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/buffer.h>
#include <scree/file.h>
#include <scree/splatting.h>
#include <scree/output.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of scenes. */
typedef enum scree_scene_kind {
    SCREE_SCENE_MAP = 0,       /**< Samples of two axes from above, as colours, with relief and contour lines. */
    SCREE_SCENE_TERRAIN = 1,   /**< Samples of two axes as heights, linear between them, on a block of ground. Those
                                    that are no numbers are as low as the lowest. */
    SCREE_SCENE_VOXELS = 2,    /**< Boxes where samples of three axes are above the threshold. */
    SCREE_SCENE_CLOUD = 3,     /**< Matter whose density is the excess of samples over the threshold. */
    SCREE_SCENE_SURFACE = 4,   /**< Samples of three axes as distances in the shortest side of a sample, negative
                                    inside: their zero, by sphere tracing. A slice takes away what is before it. */
    SCREE_SCENE_DENSITY = 5,   /**< An accumulation buffer of particles (splatting.h). */
    SCREE_SCENE_COLUMNS = 6,   /**< Samples of two axes as columns of boxes, drawn as VOXELS: box k from the bottom is
                                    there if k is 0, or if the sample is higher than k boxes, counted from `threshold`.
                                    Those that are no numbers have one box. */
    SCREE_SCENE_ISOSURFACE = 7 /**< The surface where samples of three axes, trilinear between them, pass the threshold,
                                    shaded by their gradient. What is above it is cut at the faces of the box; samples
                                    that are no numbers are below. */
} scree_scene_kind;

/** The property that gives a point of a scene its colour. */
typedef enum scree_scene_colour {
    SCREE_SCENE_COLOUR_VALUE = 0,  /**< The sample, by the ramp. */
    SCREE_SCENE_COLOUR_HEIGHT = 1, /**< The height in the box, by the ramp. */
    SCREE_SCENE_COLOUR_NORMAL = 2, /**< The direction of the surface: red for x, green for y, blue for z. */
    SCREE_SCENE_COLOUR_CELL = 3,   /**< Every voxel, or every sample of a map, its own colour by a hash. */
    SCREE_SCENE_COLOUR_PLAIN = 4   /**< The middle of the ramp. */
} scree_scene_colour;

/** Colours of a ramp. */
#define SCREE_SCENE_RAMP_COUNT 256
/** Maximum pixels that are written at once along each side. */
#define SCREE_MAX_SCENE_SIDE 16384
/** Maximum samples along an axis of a volume: VOXELS, CLOUD, SURFACE and ISOSURFACE. */
#define SCREE_MAX_SCENE_VOLUME_SIDE 4096
/** Maximum samples along an axis of a TERRAIN. */
#define SCREE_MAX_SCENE_TERRAIN_SIDE 32768
/** Maximum samples along an axis of a MAP, and maximum magnitude of the positions of its edges: 2^30. */
#define SCREE_MAX_SCENE_MAP_SIDE (UINT32_C(1) << 30)
/** Maximum samples from a pixel of a MAP to the next; the minimum is one over 2^30. */
#define SCREE_MAX_SCENE_SAMPLES_A_PIXEL 16384
/** Maximum magnitude of samples that are distinguished, and of the numbers of a range and of a threshold. */
#define SCREE_MAX_SCENE_VALUE 1e30
/** Maximum magnitude of a camera's coordinates, distances and extents. */
#define SCREE_MAX_SCENE_DISTANCE 1e6
/** The longest side of a sample divided by its shortest one is at most this. */
#define SCREE_MAX_SCENE_SIDES_RATIO 1000
/** Minimum of its distances and extents. */
#define SCREE_MIN_SCENE_DISTANCE 1e-6
/** Limits of its field of view, in degrees, with perspective. */
#define SCREE_MIN_SCENE_VIEW 1e-3
#define SCREE_MAX_SCENE_VIEW 179.0 /**< See SCREE_MIN_SCENE_VIEW. */

/** Parameters of a scene. Grows (context.h). */
typedef struct scree_scene_params {
    scree_scene_kind kind; /**< The kind of picture that is made of the samples. */
    /** Samples along x, y and z, x fastest; z only with three axes, and of COLUMNS, where it is the height of their
        whole box in boxes. DENSITY: width and height of the accumulation buffer, whose upper left pixel is that of the
        picture. Each at least 1; in all fewer than 2^32, of DENSITY fewer than 2^31. */
    uint32_t count[3];
    scree_scene_colour colour; /**< The property that gives colours. MAP: VALUE or CELL. DENSITY: VALUE, the mean of
                                    what was added to a pixel, or PLAIN, where the ramp follows the brightness. */
    /** 256 colours of 3 bytes each, red, green and blue in sRGB, as scree_ramp_colours() (ramp.h) writes them. NULL =
        black to white. Borrowed for the call. */
    const uint8_t *ramp;
    scree_range range; /**< The samples, or heights of the world, at the ramp's ends; at least 1e-20 apart, at most
                            SCREE_MAX_SCENE_VALUE in magnitude. DENSITY: means of values, 0 to 255. */
    uint8_t background[2][3]; /**< Colours of the sky at the top and at the bottom of the picture, in sRGB. */
    scree_camera camera;      /**< The camera that sees it, within the limits above; all kinds but MAP and DENSITY. */
    double threshold;         /**< VOXELS, CLOUD, ISOSURFACE: samples above it are matter. SURFACE: the distance of the
                                   surface. COLUMNS: the sample at the bottom. */
    double height_scale;      /**< TERRAIN, COLUMNS: the height of a sample of 1, 1e-20 to 1e20 in magnitude. MAP: the
                                   same for the relief, or 0. */
    double density;           /**< CLOUD: how much is absorbed along a length of 1 by a sample 1 above the threshold;
                                   0 to 1e6. */
    double light_azimuth;     /**< The direction that light comes from, in degrees anticlockwise from the x axis. */
    double light_elevation;   /**< The same in degrees above the horizon, -90 to 90. */
    double ambient;           /**< The share of light that comes from everywhere, 0 to 1. */
    double occlusion;         /**< How much corners of voxels, and hollows of a TERRAIN or a SURFACE, are darkened,
                                   0 to 1. */
    bool has_shadows;         /**< Whether things cast shadows: all kinds but MAP and DENSITY. */
    double fog;          /**< Fog: light fades by exp(-fog) along a length of 1; 0 to 1e6. Not without perspective. */
    double relief;       /**< MAP: how strongly slopes are shaded, 0 to 1, with `height_scale`. */
    double interval;     /**< MAP, SURFACE (on the slice): between contour lines, 1e-20 to 1e20; 0 = none. Lines divide
                              samples that are less than a multiple of it from those that are not; a million are drawn
                              on either side of 0 or, where the range's middle is far from 0, of that. */
    uint32_t slice_axis; /**< SURFACE: 1, 2 or 3 = a slice across x, y or z, through `slice`; 0 = none. */
    double slice;        /**< The position of the slice, in the world; at most SCREE_MAX_SCENE_DISTANCE in magnitude. */
    double left;         /**< MAP: the position, in samples, of the left edge of the picture, */
    double top;          /**< and of its upper edge: 0 is the edge of the first sample. */
    double samples_a_pixel; /**< MAP: samples from a pixel to the next, along the axis of their shortest side. */
    bool is_smooth;         /**< MAP: whether samples that are larger than pixels are interpolated (by cubics, or where
                                 they are smaller along the other axis linearly), and pixels that are larger than
                                 samples are the mean of what they cover; otherwise each pixel shows the nearest
                                 sample. */
    bool is_linear;         /**< DENSITY: brightness follows counts, not their logarithms. */
    double white;           /**< DENSITY: the count that is white, 1 to SCREE_MAX_PIXEL_SPLATS. */
    /** The sides of a sample along x, y and, of volumes and COLUMNS, z, in any unit: only their ratios count, at most
        SCREE_MAX_SCENE_SIDES_RATIO between two of them. 0 = that of x, and 1 for x. */
    double voxel[3];
    bool has_water;   /**< MAP, TERRAIN: whether there is water wherever samples are below `water`. A terrain is level
                           there, and a map has no relief; the colour is that of the ground below. Where `height_scale`
                           is negative there is none. */
    double water;     /**< The sample at the water's level; at most SCREE_MAX_SCENE_VALUE in magnitude. */
    double edge_fade; /**< CLOUD: the share of the box within which samples fall smoothly to the threshold, towards the
                           outermost ones along each axis of three samples and more; from 0, nowhere, to 1, everywhere
                           but in the middle. */
} scree_scene_params;

/** The buffers of a scene's samples, all of one device. What a call writes overlaps nothing that it reads. */
typedef struct scree_scene_data {
    scree_buffer *samples; /**< float32 samples without gaps; DENSITY: an accumulation buffer's pixels of 8 bytes. */
    uint64_t offset;       /**< Bytes before the first; a multiple of 4, of DENSITY of 8. */
    scree_buffer *minus;   /**< MAP: samples to be subtracted from the others, for a picture of differences; or NULL. */
    uint64_t minus_offset; /**< Bytes before the first of these. */
    scree_buffer *work;    /**< scree_scene_work_bytes() bytes for the scene's use, where that is not 0. */
} scree_scene_data;

/**
 * The pixels to be written: a picture, or a window of a larger one; windows fit together to the same pixels. A pixel is
 * a uint32_t, red in its lowest byte, then green, blue and 255, in sRGB; rows go from the top to the bottom.
 */
typedef struct scree_scene_target {
    scree_buffer *pixels;  /**< A buffer of the device. */
    uint64_t offset;       /**< Bytes before the first pixel that is written; a multiple of 4. */
    uint32_t width;        /**< Pixels in a row that are written, 1 to SCREE_MAX_SCENE_SIDE. */
    uint32_t height;       /**< Rows that are written, 1 to SCREE_MAX_SCENE_SIDE. */
    uint32_t stride;       /**< Pixels in memory from a row to the next; 0 = `width`. */
    uint32_t left;         /**< Column of the whole picture at which the window begins. */
    uint32_t top;          /**< Row of the whole picture at which it begins. */
    uint32_t whole_width;  /**< Pixels of the whole picture, at most SCREE_MAX_PICTURE_SIDE; 0 = `width`. */
    uint32_t whole_height; /**< Rows of the whole picture, at most SCREE_MAX_PICTURE_SIDE; 0 = `height`. */
} scree_scene_target;

/** As scree_scene_work_bytes(), with a struct of `size` bytes (context.h). */
SCREE_API uint64_t scree_scene_work_bytes_sized(const scree_scene_params *params, size_t size);

/**
 * Bytes of the work buffer that a scene needs; 0 for those that need none, and where `count` is beyond its limits.
 * Thread-safety: safe.
 */
static inline uint64_t scree_scene_work_bytes(const scree_scene_params *params)
{
    return scree_scene_work_bytes_sized(params, sizeof *params);
}

/** As scree_scene_build(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_scene_build_sized(scree_device *device, const scree_scene_params *params, size_t size,
                                               const scree_scene_data *data, double *device_seconds);

/**
 * Makes what drawing needs from the samples, in the work buffer: for volumes which voxels are matter, and in which
 * bricks of 8^3 voxels there are any; for terrains the lowest and highest samples of blocks. It depends on the samples,
 * `kind`, `count` and `threshold` only, of COLUMNS on `height_scale` and `voxel`, too, so a scene is drawn any number
 * of times from changing points of view afterwards. Nothing is done for kinds that need no work buffer.
 * `device_seconds`, optional, receives the time that the device took; 0 for the CPU. Thread-safety: safe; it waits for
 * the device's jobs. Errors: SCREE_ERROR_INVALID (names the parameter), SCREE_ERROR_UNSUPPORTED (a group, a buffer that
 * is more than a program sees, or a software GPU that ends long loops early), SCREE_ERROR_OUT_OF_MEMORY,
 * SCREE_ERROR_DEVICE_LOST.
 */
static inline scree_result scree_scene_build(scree_device *device, const scree_scene_params *params,
                                             const scree_scene_data *data, double *device_seconds)
{
    return scree_scene_build_sized(device, params, sizeof *params, data, device_seconds);
}

/** As scree_scene_draw(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_scene_draw_sized(scree_device *device, const scree_scene_params *params, size_t size,
                                              const scree_scene_data *data, const scree_scene_target *target,
                                              double *device_seconds);

/**
 * Draws a scene that has been built. The work buffer is read only. Thread-safety and errors as
 * scree_scene_build().
 */
static inline scree_result scree_scene_draw(scree_device *device, const scree_scene_params *params,
                                            const scree_scene_data *data, const scree_scene_target *target,
                                            double *device_seconds)
{
    return scree_scene_draw_sized(device, params, sizeof *params, data, target, device_seconds);
}

/** The file of a picture of a scene, or of a video. Grows (context.h). */
typedef struct scree_scene_file {
    uint32_t width;                  /**< Pixels in a row, at least 1. */
    uint32_t height;                 /**< Rows, at least 1. */
    uint64_t frames;                 /**< Pictures of a video, one after another; 0 = a picture. */
    const scree_scene_params *scene; /**< How it is drawn; of a video, its first frame. For the file's metadata. */
    const char *ramp;                /**< The name of the ramp, for the metadata; NULL = none. */
    /** A JSON object and the key under which it stands in the file's metadata, as in scree_volume. NULL = none. */
    const char *metadata;
    const char *key; /**< The key of `metadata`. NULL without `metadata`. */
} scree_scene_file;

/** As scree_scene_open_file(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_scene_open_file_sized(scree_context *context, const scree_scene_file *picture, size_t size,
                                                   size_t scene_size, const scree_writer_params *file, size_t file_size,
                                                   scree_writer **writer);

/**
 * Opens a picture file, or with frames a video, as scree_writer_open() and scree_histogram_open_video() do; `file` has
 * neither recipe nor volume, and a format that holds colours (`holds_colours`), or a video's (`is_video`). For each row
 * of the picture, or of each frame, call scree_writer_write() with `width` pixels of three bytes, red, green and blue
 * in sRGB; any number of pixels at a time. Then call scree_writer_finish(). Everything in `picture` is borrowed for the
 * call. Close the writer in any case; on an error it is NULL.
 * Errors: SCREE_ERROR_INVALID, and as scree_writer_open() and scree_histogram_open_video().
 */
static inline scree_result scree_scene_open_file(scree_context *context, const scree_scene_file *picture,
                                                 const scree_writer_params *file, scree_writer **writer)
{
    return scree_scene_open_file_sized(context, picture, sizeof *picture, sizeof *picture->scene, file, sizeof *file,
                                       writer);
}

/** Parameters that have an effect on some kinds only: bits of scree_scene_kind_info. */
typedef enum scree_scene_parameters {
    SCREE_SCENE_TAKES_CAMERA = 1 << 0,       /**< `camera`, `has_shadows` and `fog`. */
    SCREE_SCENE_TAKES_POSITION = 1 << 1,     /**< `left`, `top`, `samples_a_pixel`, `is_smooth`, `relief`, and samples
                                                  that are subtracted: it is seen from above. */
    SCREE_SCENE_TAKES_THRESHOLD = 1 << 2,    /**< `threshold`. */
    SCREE_SCENE_TAKES_HEIGHT_SCALE = 1 << 3, /**< `height_scale`. */
    SCREE_SCENE_TAKES_DENSITY = 1 << 4,      /**< `density`. */
    SCREE_SCENE_TAKES_EDGE_FADE = 1 << 5,    /**< `edge_fade`. */
    SCREE_SCENE_TAKES_OCCLUSION = 1 << 6,    /**< `occlusion`. */
    SCREE_SCENE_TAKES_INTERVAL = 1 << 7,     /**< `interval`. */
    SCREE_SCENE_TAKES_SLICE = 1 << 8,        /**< `slice_axis` and `slice`. */
    SCREE_SCENE_TAKES_WATER = 1 << 9,        /**< `has_water` and `water`. */
    SCREE_SCENE_TAKES_EXPOSURE = 1 << 10     /**< `is_linear` and the white count, of an accumulation buffer. */
} scree_scene_parameters;

/** Description of a kind of scenes. The library's; grows (context.h). */
typedef struct scree_scene_kind_info {
    const char *name;                /**< The name, such as "voxels". */
    const char *description;         /**< A line for people. */
    uint32_t axes;                   /**< Axes of its samples: 2 or 3. */
    uint32_t box_axes;               /**< Axes of `count` and `voxel`: also 3 of columns, whose samples have 2. */
    uint32_t max_side;               /**< Maximum samples along an axis. */
    uint32_t samples_log;            /**< There are fewer samples than two to the power of this. */
    bool has_distances;              /**< Samples are distances in the shortest side of a sample. */
    scree_scene_colour usual_colour; /**< The colouring that suits it. */
    uint32_t colours;                /**< A bit, 1 << number, for each scree_scene_colour that it has. */
    uint32_t parameters; /**< Bits of scree_scene_parameters: those that have an effect, besides its samples. */
} scree_scene_kind_info;

/** Describes a kind; NULL for a number that is not one, so that a loop from 0 lists them all. Static. */
SCREE_API const scree_scene_kind_info *scree_scene_kind_describe(scree_scene_kind kind);
/** Whether any of the parameters, bits of scree_scene_parameters, has an effect on a kind. */
SCREE_API bool scree_scene_kind_takes(scree_scene_kind kind, uint32_t parameters);
/** The name of a kind, such as "voxels"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_scene_kind_name(scree_scene_kind kind);
/** The reverse of scree_scene_kind_name(); false where no kind has that name. */
SCREE_API bool scree_scene_kind_from_name(const char *name, scree_scene_kind *kind);
/** A line about a kind for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_scene_kind_description(scree_scene_kind kind);
/** The name of a colouring, such as "height"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_scene_colour_name(scree_scene_colour colour);
/** The reverse of scree_scene_colour_name(); false where no colouring has that name. */
SCREE_API bool scree_scene_colour_from_name(const char *name, scree_scene_colour *colour);

#ifdef __cplusplus
}
#endif

#endif
