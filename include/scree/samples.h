/**
 * @file
 * @brief Samples: heightmaps, masks and volumes, read from files into memory.
 */
#ifndef SCREE_SAMPLES_H
#define SCREE_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What to do about holes: cells that hold no sample. A hole is a NaN, an infinity, a float64 that float32 cannot hold,
 * and a cell with the value that stands for "no data": the one that a TIFF names in GDAL's tag (42113), and
 * `nodata` of the parameters.
 */
typedef enum scree_holes {
    SCREE_HOLES_REFUSE = 0, /**< An error, which names how many there are and the place of the first. */
    SCREE_HOLES_FILL = 1,   /**< They become `fill`. */
    SCREE_HOLES_LOWEST = 2  /**< They become the lowest valid sample; where there is none, an error. */
} scree_holes;

/** Parameters of scree_samples_read(). Only `path` is required. */
typedef struct scree_samples_params {
    const char *path;    /**< Required. Borrowed during the call. */
    bool has_format;     /**< Whether `format` is read. Otherwise the format is found as by scree_file_describe(). */
    scree_format format; /**< The file's format, whatever it is called and begins with. */
    /** Which of several channels: its name or its number from 0. PNG and TIFF have "r", "g", "b", "a" (alpha), "y"
        (grey) and, with a palette, "index" (what is stored) besides the colour's parts; further samples of TIFF have
        numbers only. EXR has names of its own; the case of a name of one letter does not matter. NULL = the only
        channel; where there are several, the error names them. Borrowed during the call. */
    const char *channel;
    uint32_t page; /**< TIFF: which directory, 0 = the first. Must be 0 with other formats. */
    /** Number of axes of a file without a header (R16, R32, RAW), and then used in place of what its sidecar says.
        0 = as the sidecar says. With other formats it must be 0 or agree with the file. */
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES]; /**< x first; read when `axes` is not 0. */
    bool has_type;                  /**< Whether `type` is read: for a file without a header whose `axes` are given. */
    /** With R16 u16, i16 or f16, with R32 f32, u32 or i32, with RAW any. Without: u16 with R16, otherwise f32. */
    scree_type type;
    bool big_endian;   /**< Byte order of a file without a header whose `axes` are given. */
    bool has_nodata;   /**< Whether `nodata` is read. */
    double nodata;     /**< A stored value that stands for a hole, besides those of the file. */
    scree_holes holes; /**< 0 = refuse. */
    float fill;        /**< With SCREE_HOLES_FILL: any number that is finite. */
} scree_samples_params;

/** Samples in memory. Free with scree_samples_clear(). */
typedef struct scree_samples {
    uint32_t axes;                  /**< Number of axes, 1 to 8; a picture has 2. */
    uint64_t count[SCREE_MAX_AXES]; /**< x first. */
    /** All samples, the slowest axis first and x fastest; the top row of a picture comes first, whatever the order of
        rows in the file. Whole numbers are taken as they are, and become float32 as numbers: those beyond 2^24 are
        rounded, as are float64. Colours are what is stored, gamma and all. */
    float *values;
    scree_format format; /**< Of the file. */
    scree_type type;     /**< What is stored. Types that have no number here become the nearest: truth values and whole
                              numbers of 1, 2 and 4 bits are u8, whole numbers of 64 bits are f64. */
    char channel[256];   /**< The name of the channel that was read; "y" where it has none. */
    uint64_t holes;      /**< Holes in the file; with `holes` other than SCREE_HOLES_REFUSE they were filled. */
    uint64_t valid;      /**< All other samples. The following is about them; where there is none, it is NaN. */
    scree_range range;   /**< Exact minimum and maximum of the values. */
    double minimum;      /**< The same of what is stored, before it was rounded to float32. */
    double maximum;      /**< Greatest stored value. */
    double mean;         /**< Mean of the stored values, summed up in float64. */
    double deviation;    /**< Their standard deviation, of the whole population: divided by `valid`. */
} scree_samples;

/**
 * Reads one channel of a file into memory. Beside the result, memory is needed for a row, a tile or a strip of PackBits
 * (of at most 64 MiB; larger ones are read row by row). Before memory is taken, what a file claims is checked against
 * its size: by what its compression can pack at most. Strips and tiles that a sparse TIFF leaves out take no room in
 * the file, so that nothing else would bound them: at most 2^28 samples may be missing, which take 1 GiB of memory. The
 * samples must fit into the memory that is free: what the system says is available, and no more than the control groups
 * of the process and its own limit leave. Of the calling thread's stack, less than 48 KiB are needed.
 *
 * `params` is read during the call only. `*samples` is zeroed on an error; on success the caller owns what it holds.
 * Masks that a TIFF keeps in directories of their own are ignored, with a warning that names them.
 * Errors: SCREE_ERROR_INVALID (a parameter, or a choice of channel that must be made), SCREE_ERROR_IO,
 * SCREE_ERROR_FORMAT (damaged, of no known format, with too many missing samples, or with holes that are refused),
 * SCREE_ERROR_UNSUPPORTED (a method of compression that the libraries of this build do not know),
 * SCREE_ERROR_OUT_OF_MEMORY.
 * Thread-safety: safe; several threads may read files at once.
 */
SCREE_API scree_result scree_samples_read(scree_context *context, const scree_samples_params *params,
                                          scree_samples *samples);

/** Frees what samples hold and zeroes them. */
SCREE_API void scree_samples_clear(scree_samples *samples);

#ifdef __cplusplus
}
#endif

#endif
