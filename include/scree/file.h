/**
 * @file
 * @brief Files: fields written as they are made, and described when they are read.
 */
#ifndef SCREE_FILE_H
#define SCREE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/field.h>
#include <scree/recipe.h>
#include <scree/volume.h>

#ifdef __cplusplus
extern "C" {
#endif

/** File formats. Types are those that a format is written with. */
typedef enum scree_format {
    SCREE_FORMAT_PNG = 0,  /**< u8, u16; grey; one numbered file a plane for more than 2 axes. Metadata inside. */
    SCREE_FORMAT_R16 = 1,  /**< u16, little endian, no header; sidecar. */
    SCREE_FORMAT_R32 = 2,  /**< f32, little endian, no header; sidecar. */
    SCREE_FORMAT_NPY = 3,  /**< Any type; NumPy array in C order, slowest axis first; sidecar. */
    SCREE_FORMAT_PFM = 4,  /**< f32, 1 or 2 axes, bottom row first as the format demands; sidecar. */
    SCREE_FORMAT_TEXT = 5, /**< f32: "side axes" on the first line where all sides are equal (else "x y z..." "axes"
                                as docs/guide.md says), then one value a line; sidecar. */
    SCREE_FORMAT_EXR = 6,  /**< Read only. */
    SCREE_FORMAT_TIFF = 7, /**< Read only. */
    SCREE_FORMAT_RAW = 8,  /**< Any type, little endian, no header; sidecar. */
    SCREE_FORMAT_MHD = 9,  /**< MetaImage; all types but f16; the samples lie beside it in a file that ends with .raw,
                              for  the extension .mha in the file itself; sidecar. */
    SCREE_FORMAT_VTI = 10, /**< VTK's image data; all types but f16; 1 to 3 axes; sidecar. */
    SCREE_FORMAT_DDS = 11, /**< Direct3D's texture of 1 to 3 axes with one channel: R32_FLOAT, R16_FLOAT, R8_UNORM,
                                R16_UNORM, R16_SNORM (i16: -32767 is -1) and R32_UINT; sidecar. */
    SCREE_FORMAT_VF = 12,  /**< Unity's volume file, revision 1; f32; 1 to 3 axes of at most 65535 samples; sidecar. */
    SCREE_FORMAT_VDB = 13, /**< OpenVDB's level set of a volume's distances, negative inside; f32, f16; 1 to 3 axes; no
                                scale; metadata inside. Written by a plug-in (docs/guide.md): SCREE_ERROR_UNSUPPORTED
                                where that is missing. */
    SCREE_FORMAT_PGM = 14  /**< Netpbm's P5, u8, u16; grey; 1 or 2 axes; sidecar. */
} scree_format;

/** The highest effort of compression that a file can be written with. */
#define SCREE_MAX_COMPRESSION 12

/** What a format is called, what it can hold, and which files it makes. */
typedef struct scree_format_info {
    const char *name;        /**< One word, such as "png". */
    const char *extensions;  /**< Separated by blanks, the usual one first, such as ".txt .text". */
    const char *description; /**< One line for people. */
    bool types[SCREE_TYPES]; /**< Those that are written, indexed by scree_type; none for a format that is not. */
    scree_type preferred;    /**< The type when none is asked for. */
    uint32_t max_axes;       /**< The largest number of axes. */
    uint64_t max_side;       /**< The largest number of samples along an axis of one file; 0 = any. */
    bool is_read;            /**< scree_file_describe() reads it. */
    bool is_written;         /**< scree_writer_open() takes it. */
    bool is_streamed;        /**< A file is written in one go, so that it can go to a pipe. */
    bool is_headerless;      /**< Samples and nothing else: the sidecar or the caller tells their size and type. */
    bool is_big_endian;      /**< Samples of more than one byte begin with the highest; otherwise with the lowest. */
    bool is_text;            /**< Samples are numbers in digits. */
    bool is_picture;         /**< A file has rows and columns: one axis becomes one row, and more than two become
                                  numbered files, one for each plane, where `max_axes` allows them. */
    bool is_level_set;       /**< Holds signed distances in a band, without a scale, and no noise. */
    bool holds_colours;      /**< scree_picture_prepare() writes it. */
    bool has_sidecar;        /**< Metadata are in `path` + ".json"; otherwise inside. */
    bool has_pages;          /**< scree_samples_read() can choose one of several pictures in a file. */
    const char *companion;   /**< Ending of the file that has the samples of a header; NULL where there is only one
                                  file. */
    const char *joined;      /**< Extension of files that need no companion; NULL where there is none. */
} scree_format_info;

/** Describes a format; NULL for a number that is none, so that a loop from 0 lists them all. Static. */
SCREE_API const scree_format_info *scree_format_describe(scree_format format);

/** The format of a path, by its extension in any case; false where there is none. */
SCREE_API bool scree_format_from_path(const char *path, scree_format *format);

/**
 * The ending of the second file that a format makes for a path, which takes the place of the path's extension or, where
 * that is the same one, stands behind it; NULL where there is only one file. Static.
 */
SCREE_API const char *scree_format_companion(scree_format format, const char *path);

/** The format of a file by its first bytes, 8 of them or all; false where they do not tell. */
SCREE_API bool scree_format_from_beginning(const void *bytes, size_t size, scree_format *format);

/** Parameters of scree_writer_open(). */
typedef struct scree_writer_params {
    const char *path;           /**< Required. Borrowed during the call. */
    scree_format format;        /**< 0 = PNG. */
    const scree_recipe *recipe; /**< Noise: grid, type and metadata. Borrowed during the call. */
    const scree_volume *volume; /**< Anything else. Exactly one of `recipe` and `volume` is given; borrowed likewise. */
    bool replace;               /**< Replace an existing file, which passes on its mode and, where the system allows it,
                                     its owner; otherwise SCREE_ERROR_EXISTS. Numbered files that carry on an older,
                                     longer run are removed if scree wrote them. */
    uint32_t threads;     /**< Threads that compress, 1 to SCREE_MAX_THREADS. 0 = one for each processor available. */
    uint32_t compression; /**< PNG: libdeflate's level, 1 to SCREE_MAX_COMPRESSION. 0 = 1, the fastest. */
    bool without_sync;    /**< Give the files their names before the disk has them: quicker, but after a loss of
                               power they may be empty or partial. */
    /** Asked, about 20 times a second, while a pipe has no reader or is full: true ends the wait with
        SCREE_ERROR_CANCELLED. Called on the thread that writes. NULL = wait for as long as it takes. */
    bool (*interrupted)(void *user);
    void *interrupted_user; /**< Passed to `interrupted`. */
} scree_writer_params;

/**
 * A file that is being written, under a temporary name in the folder of its own: nothing is seen at `path` until
 * scree_writer_finish() or scree_writer_commit(). A temporary name is ".NAME.scree-" and eight letters; the next run
 * that writes a file of this name removes what a run that was killed has left. A child that fork() made cannot write
 * with its parent's writer, and closing it there leaves the parent's files alone. Thread-safety: unsafe.
 */
typedef struct scree_writer scree_writer;

/**
 * Starts a file. Before anything is written, checks that the format can hold the samples, that the path can be written,
 * and that the disk has room (for PNG: for 1/100 of the raw size; for others: the exact size). The messages name the
 * path, and the bytes needed and free.
 * Errors: SCREE_ERROR_INVALID (a parameter, or samples that the format cannot hold), SCREE_ERROR_UNSUPPORTED (the
 * format's plug-in is missing, or the path is a stream and the format needs files), SCREE_ERROR_EXISTS, SCREE_ERROR_IO
 * (also for a file ".raw" that holds the samples of a MetaImage header beside it), SCREE_ERROR_CANCELLED,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_writer_open(scree_context *context, const scree_writer_params *params,
                                         scree_writer **writer);

/**
 * Appends samples of the recipe's type, or of the volume's source, in grid order.
 * Errors: SCREE_ERROR_IO, SCREE_ERROR_INVALID (too many), SCREE_ERROR_CANCELLED.
 */
SCREE_API scree_result scree_writer_write(scree_writer *writer, const void *data, uint64_t count);

/** A sink for scree_job_stream() that appends each slab's `data`. For NULL it is a sink that no job takes. */
SCREE_API scree_sink scree_writer_sink(scree_writer *writer);

/**
 * Completes the metadata with the interval that was mapped and the field's measured range, and waits until the disk has
 * the file (and its sidecar, or all numbered files). It still lacks its name. Both intervals are optional; a volume has
 * none that was mapped. Errors: SCREE_ERROR_IO, SCREE_ERROR_INVALID (samples are missing).
 */
SCREE_API scree_result scree_writer_complete(scree_writer *writer, const scree_range *mapped,
                                             const scree_range *measured);

/**
 * Gives the files of `count` complete writers their names, all of them or, on an error, none: files that were to be
 * replaced are as they were. Waits until the disk has the names. A sidecar gets its name after its data and holds their
 * size and CRC-32, so that readers can tell whether the two belong together, whatever happened. Runs that write files
 * of the same name take turns. Errors: SCREE_ERROR_IO, SCREE_ERROR_EXISTS, SCREE_ERROR_INVALID (not complete),
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_writer_commit(scree_writer *const *writers, size_t count);

/** scree_writer_complete() and scree_writer_commit() for one writer. */
SCREE_API scree_result scree_writer_finish(scree_writer *writer, const scree_range *mapped,
                                           const scree_range *measured);

/** Bytes written so far, sidecars included. */
SCREE_API uint64_t scree_writer_bytes(const scree_writer *writer);

/** Frees a writer. A file that was not finished is removed, and nothing remains. */
SCREE_API void scree_writer_close(scree_writer **writer);

/**
 * Removes the temporary files of every open writer. Uses only calls that are allowed in a signal handler; for programs
 * that end on a signal at once.
 */
SCREE_API void scree_writer_remove_all(void);

/**
 * Makes a field, by all of the CPU's cores, and writes it to a file whose format is that of the path's extension. The
 * samples have the format's preferred type; whole numbers map the field's measured range, so that a picture shows all
 * of it. `grid`, without strides, is NULL for a distance field, which needs a format for volumes. An existing file is
 * replaced. For other types, ranges, devices and progress use a writer and scree_job_stream().
 * Errors: as scree_writer_open() and scree_job_stream(); SCREE_ERROR_INVALID also for an extension that no format has.
 */
SCREE_API scree_result scree_field_write(const scree_field *field, const scree_grid *grid, const char *path);

/** What scree_file_describe() found. Free with scree_file_info_clear(). */
typedef struct scree_file_info {
    scree_format format;            /**< Found by the file's first bytes, by its name where those say nothing. */
    scree_type type;                /**< Of the stored samples; of the first channel where they differ. */
    uint32_t axes;                  /**< Number of axes. */
    uint64_t count[SCREE_MAX_AXES]; /**< x first. Of a TIFF, the first directory's. */
    uint64_t file_bytes;            /**< Size of the file, without a sidecar. */
    scree_range range;              /**< Minimum and maximum of the stored samples, as stored; holes (samples.h) are
                                         left out. Of several channels, over all of them. */
    char *channels; /**< Names of the channels with blanks between them; NULL where there is only one. */
    char *metadata; /**< The JSON text of the recipe and what belongs to it; NULL where there is none. */
} scree_file_info;

/**
 * Reads a file and its metadata, and finds the range of its samples without holding them all. For headerless formats
 * the sidecar (`path` + ".json", or for a link that of what it points to) must be there.
 * Of the calling thread's stack, less than 48 KiB are needed.
 * Errors: SCREE_ERROR_IO, SCREE_ERROR_FORMAT (damaged, or no known format), SCREE_ERROR_UNSUPPORTED (a method of
 * compression that the libraries of this build do not know), SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_file_describe(scree_context *context, const char *path, scree_file_info *info);

/** Frees what an info holds and zeroes it. */
SCREE_API void scree_file_info_clear(scree_file_info *info);

#ifdef __cplusplus
}
#endif

#endif
