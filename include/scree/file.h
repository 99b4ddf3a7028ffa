/**
 * @file
 * @brief Files: fields written slab by slab, and descriptions of existing files.
 */
#ifndef SCREE_FILE_H
#define SCREE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/context.h>
#include <scree/field.h>
#include <scree/geometry.h>
#include <scree/recipe.h>
#include <scree/volume.h>

#ifdef __cplusplus
extern "C" {
#endif

/** File formats, each with the sample types that it can be written with. */
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
                                for the extension .mha in the file itself; sidecar. Of other programs, any file that the
                                header names holds the samples, which may be packed by zlib. */
    SCREE_FORMAT_VTI = 10, /**< VTK's image data; all types but f16; 1 to 3 axes; sidecar. Its name distinguishes it
                                from other files of VTK. Of other programs, the samples may be text, base64, or packed
                                by zlib. */
    SCREE_FORMAT_DDS = 11, /**< Direct3D's texture of 1 to 3 axes with one channel: R32_FLOAT, R16_FLOAT, R8_UNORM,
                                R16_UNORM, R16_SNORM (i16: -32767 is -1) and R32_UINT; sidecar. */
    SCREE_FORMAT_VF = 12,  /**< Unity's volume file, revision 1; f32; 1 to 3 axes of at most 65535 samples; sidecar. */
    SCREE_FORMAT_VDB = 13, /**< OpenVDB's level set of a volume's distances, negative inside; f32, f16; 1 to 3 axes; no
                                scale; metadata inside. Written by a plug-in (docs/guide.md): SCREE_ERROR_UNSUPPORTED
                                where that is missing. */
    SCREE_FORMAT_PGM = 14, /**< Netpbm's P5, u8, u16; grey; 1 or 2 axes; sidecar. */
    SCREE_FORMAT_PLY = 15, /**< Stanford's polygon file, binary, f32, f64; points; only written; sidecar. */
    SCREE_FORMAT_VTP = 16, /**< VTK's polygonal data, f32, f64; points; only written; sidecar. */
    SCREE_FORMAT_MP4 = 17, /**< Video in colours, u8; only scree_histogram_open_video() opens these three, which the
                                program ffmpeg makes: SCREE_ERROR_UNSUPPORTED where it is missing. Their bytes are its
                                own. Sides are even and at most 16384; sidecar. */
    SCREE_FORMAT_GIF = 18, /**< The same as SCREE_FORMAT_MP4, but endless; sides of at most 65535. */
    SCREE_FORMAT_WEBP = 19 /**< The same as SCREE_FORMAT_MP4, but endless; sides of at most 16383. */
} scree_format;

/** The maximum effort of compression. */
#define SCREE_MAX_COMPRESSION 12

/** The maximum of frames a second. */
#define SCREE_MAX_FRAME_RATE 1000

/** The properties of a format. The library's; grows (context.h). */
typedef struct scree_format_info {
    const char *name;        /**< One word, such as "png". */
    const char *extensions;  /**< Separated by blanks, the usual one first, such as ".txt .text". */
    const char *description; /**< One line for people. */
    uint32_t types;          /**< The types that can be written, as bits (SCREE_TYPE_BIT()); 0 for a format that is only
                                  read. */
    scree_type preferred;    /**< The type that is used when none is given. */
    uint32_t max_axes;       /**< The maximum number of axes. */
    uint64_t max_side;       /**< The maximum number of samples along an axis of one file; 0 = any. */
    bool is_read;            /**< scree_file_describe() reads it. */
    bool is_written;         /**< scree_writer_open() takes it; of a video, scree_histogram_open_video(). */
    bool is_streamed;        /**< A file is written sequentially, so it can go to a pipe. */
    bool is_headerless;      /**< Samples only: the sidecar or the caller supplies their size and type. */
    bool is_big_endian;      /**< Samples of several bytes start with the most significant one. */
    bool is_text;            /**< Samples are decimal numbers. */
    bool is_picture;         /**< A file has rows and columns: one axis becomes one row, and more than two become
                                  numbered files, one for each plane, where `max_axes` allows them. */
    bool is_points;          /**< Holds points and nothing else: two axes, of which x has three coordinates. */
    bool is_level_set;       /**< Holds signed distances in a band, without a scale; holds no noise. */
    bool is_video;           /**< Holds frames in colours and nothing else: three axes, the last of which is time. */
    bool holds_channels;     /**< A sample may have any number of channels. */
    bool holds_colours;      /**< scree_picture_draw_file() writes it. */
    bool has_sidecar;        /**< Metadata are in `path` + ".json"; otherwise inside. */
    bool has_pages;          /**< A file may have several pictures; scree_samples_read() can choose one. */
    const char *companion;   /**< Ending of a second file that holds the samples of a header; NULL where there is
                                  only one file. */
    const char *joined;      /**< Extension of files that hold header and samples; NULL where there is none. */
} scree_format_info;

/** Describes a format; NULL for a number that is not one, so that a loop from 0 lists them all. Static. */
SCREE_API const scree_format_info *scree_format_describe(scree_format format);

/** Whether a format can be written with a type. */
static inline bool scree_format_holds(const scree_format_info *format, scree_type type)
{
    return (format->types & SCREE_TYPE_BIT(type)) != 0;
}

/** The name of a format, such as "png"; NULL for a number that is not one. Static. */
SCREE_API const char *scree_format_name(scree_format format);
/** The reverse of scree_format_name(); false where no format has that name. */
SCREE_API bool scree_format_from_name(const char *name, scree_format *format);
/** A line about a format for people; NULL for a number that is not one. Static. */
SCREE_API const char *scree_format_description(scree_format format);

/** The format of a path, by its extension in any case; false where no format has that extension. */
SCREE_API bool scree_format_from_path(const char *path, scree_format *format);

/**
 * The ending of the second file that a format makes for a path. It replaces the path's extension, or, if both are the
 * same, is appended to it. NULL where there is only one file. Static.
 */
SCREE_API const char *scree_format_companion(scree_format format, const char *path);

/** The format of a file by its first bytes (8 of them, or all if there are fewer); false if they are ambiguous. */
SCREE_API bool scree_format_from_beginning(const void *bytes, size_t size, scree_format *format);

/** Parameters of scree_writer_open(). Grows (context.h). */
typedef struct scree_writer_params {
    const char *path;           /**< Required. Borrowed during the call. */
    scree_format format;        /**< 0 = PNG. */
    const scree_recipe *recipe; /**< Describes noise: grid, type and metadata. Borrowed during the call. */
    const scree_volume *volume; /**< Describes any other samples. Exactly one of `recipe` and `volume` is given.
                                     Borrowed during the call. */
    bool replaces;              /**< Replaces an existing file; the new one inherits its mode and, where the system
                                     allows it, its owner. Otherwise an existing file is SCREE_ERROR_EXISTS.
                                     Left-over numbered files of an older, longer run are removed if scree wrote
                                     them. */
    uint32_t threads;     /**< Threads that compress, 1 to SCREE_MAX_THREADS; 0 = one for each processor available. */
    uint32_t compression; /**< PNG: libdeflate's level, 1 to SCREE_MAX_COMPRESSION. 0 = 1, the fastest. */
    uint32_t frame_rate;  /**< Videos: frames a second, 1 to SCREE_MAX_FRAME_RATE. 0 = 25. */
    bool skips_sync;      /**< Renames the files before their data are on the disk. This is faster, but after a loss
                               of power they may be empty or incomplete. */
    bool skips_sidecar;   /**< Writes no `path` + ".json". One that exists describes an older file: it is removed with
                               `replaces`, and SCREE_ERROR_EXISTS without. No effect on formats with their metadata
                               inside. */
    /** Called from time to time while a pipe has no reader or is full, a program makes a video, or a file is read for
        its checksum, on the thread that writes. Returning true ends the wait with SCREE_ERROR_CANCELLED. NULL = wait
        for as long as it takes. */
    bool (*interrupted)(void *user);
    void *interrupted_user; /**< Passed to `interrupted`. */
} scree_writer_params;

/**
 * An open file, written under a temporary name in its own folder: nothing appears at `path` until scree_writer_finish()
 * or scree_writer_commit(). A temporary name is ".NAME.scree-" and eight letters; the next run that writes a file of
 * this name removes what a killed run has left. A child made by fork() cannot write with its parent's writer, and
 * closing it there leaves the parent's files alone. Thread-safety: unsafe.
 */
typedef struct scree_writer scree_writer;

/** As scree_writer_open(), with structs of the given sizes (context.h). */
SCREE_API scree_result scree_writer_open_sized(scree_context *context, const scree_writer_params *params, size_t size,
                                               size_t recipe_size, size_t volume_size, scree_writer **writer);

/**
 * Starts a file. Before anything is written, the call checks that the format can hold the samples, that the path is
 * writable, and that the disk has room (for PNG 1/100 of the raw size, for videos any, for other formats the exact
 * size). Error messages name the path, and the bytes needed and free.
 * Errors: SCREE_ERROR_INVALID (a parameter, or samples that the format cannot hold), SCREE_ERROR_UNSUPPORTED (the
 * format's plug-in is missing, or the path is a stream and the format needs files), SCREE_ERROR_EXISTS, SCREE_ERROR_IO
 * (also for a file ".raw" that holds the samples of a MetaImage header beside it), SCREE_ERROR_CANCELLED,
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_writer_open(scree_context *context, const scree_writer_params *params,
                                             scree_writer **writer)
{
    return scree_writer_open_sized(context, params, sizeof *params, sizeof *params->recipe, sizeof *params->volume,
                                   writer);
}

/**
 * Appends samples of the recipe's type, or of the volume's source, in grid order.
 * Errors: SCREE_ERROR_IO, SCREE_ERROR_INVALID (too many), SCREE_ERROR_CANCELLED.
 */
SCREE_API scree_result scree_writer_write(scree_writer *writer, const void *data, uint64_t count);

/**
 * A sink for scree_job_stream() that appends each slab's `data`. For NULL it returns a sink that every job rejects.
 */
SCREE_API scree_sink scree_writer_sink(scree_writer *writer);

/**
 * Completes the metadata with the mapped interval and the measured range of the field, and waits until the data are on
 * the disk (with the sidecar, or all numbered files). The file keeps its temporary name. Both intervals are optional; a
 * volume has no mapped interval. Warns through the context's log of samples that are beyond what the type holds.
 * Errors: SCREE_ERROR_IO, SCREE_ERROR_INVALID (samples are missing), SCREE_ERROR_CANCELLED (of videos).
 */
SCREE_API scree_result scree_writer_complete(scree_writer *writer, const scree_range *mapped,
                                             const scree_range *measured);

/**
 * Renames the files of `count` complete writers to their final names. On an error none is renamed, and files that were
 * to be replaced are as before. Waits until the names are on the disk. A sidecar is renamed after its data, and
 * contains their size and CRC-32, so a reader can always check whether the two belong together. Runs that write files
 * of the same name take turns. Errors: SCREE_ERROR_IO, SCREE_ERROR_EXISTS, SCREE_ERROR_INVALID (not complete),
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
SCREE_API scree_result scree_writer_commit(scree_writer *const *writers, size_t count);

/** scree_writer_complete() and scree_writer_commit() for one writer. */
SCREE_API scree_result scree_writer_finish(scree_writer *writer, const scree_range *mapped,
                                           const scree_range *measured);

/**
 * Samples so far that are beyond what the type of a volume holds, and became its least or largest number; of noise with
 * a given range, those that have the value of one of its ends.
 */
SCREE_API uint64_t scree_writer_saturated(const scree_writer *writer);

/** Bytes written so far, including sidecars. */
SCREE_API uint64_t scree_writer_bytes(const scree_writer *writer);

/** Frees a writer. Files that were not finished are removed. */
SCREE_API void scree_writer_close(scree_writer **writer);

/** Removes the temporary files of every open writer, for programs that end on a signal at once. Async-signal-safe. */
SCREE_API void scree_writer_remove_all(void);

/**
 * Computes a field on all cores of the CPU and writes it to a file in the format of the path's extension, with the
 * format's preferred type. Integer types map the field's measured range, so a picture shows all of it. `grid`, without
 * strides, is NULL for a field with a grid of its own, which needs a format for volumes; the first sample of a distance
 * field lies at half a voxel along each axis. An existing file is replaced. For other
 * types, ranges and devices, and for progress, use a writer and scree_job_stream().
 * Errors: as scree_writer_open() and scree_job_stream(); SCREE_ERROR_INVALID also for an extension that no format has.
 */
SCREE_API scree_result scree_field_write(const scree_field *field, const scree_grid *grid, const char *path);

/** One of several channels of a file. */
typedef struct scree_file_channel {
    char name[256];    /**< The name that scree_samples_read() takes; longer ones are cut. */
    scree_range range; /**< Minimum and maximum of its samples, as those of the file; both are NaN where it has
                            no data, and of the colours that a palette has besides its indices. */
} scree_file_channel;

/** Result of scree_file_describe(). Free with scree_file_info_clear(). Grows (context.h). */
typedef struct scree_file_info {
    scree_format format;            /**< Found by the file's first bytes, or by its name where those are ambiguous. */
    scree_type type;                /**< Type of the stored samples; of the first channel where channels differ. */
    uint32_t axes;                  /**< Number of axes. */
    uint64_t count[SCREE_MAX_AXES]; /**< x first. Where pages differ, those of the first one; of a VTI with samples of
                                         points and of cells (channels "cells.name"), those of the points. */
    uint32_t pages;                 /**< Pages of a TIFF or parts of an EXR; 1 of other formats. */
    bool has_unlike_pages; /**< They are no volume: scree_samples_read() wants a choice, and the range is that of
                                the first one. */
    uint64_t file_bytes;   /**< Size of the file without its sidecar, and without the samples beside a header. */
    scree_range range;     /**< Minimum and maximum of the samples over all channels; no-data cells (input.h) are left
                                out. */
    char *channels;        /**< Names of the channels, separated by blanks; NULL where there is only one. */
    char *metadata;        /**< The JSON text of the recipe and related entries; NULL where there is none. */
    /** Each of several channels, in the order of `channels`; NULL where there is only one. */
    scree_file_channel *channel;
    uint32_t channel_count;  /**< Their number; 0 where there is only one. */
    scree_geometry geometry; /**< The position of the samples in space. */
    /** A value is what is stored times `scale`, plus `offset`, both of which GDAL's metadata of a TIFF may name; 1 and
        0 otherwise. Of several channels that differ in them they are those of the first. `range` is of the values. */
    double scale;
    double offset; /**< See `scale`. */
} scree_file_info;

/** As scree_file_describe(), with a struct of `size` bytes (context.h). */
SCREE_API scree_result scree_file_describe_sized(scree_context *context, const char *path, scree_file_info *info,
                                                 size_t size);

/**
 * Reads a file and its metadata, and finds the range of its samples without holding them all. For headerless formats
 * the sidecar (`path` + ".json", or for a link that of what it points to) must be there.
 * It needs less than 48 KiB of the calling thread's stack.
 * Errors: SCREE_ERROR_IO, SCREE_ERROR_FORMAT (damaged, or no known format), SCREE_ERROR_UNSUPPORTED (a method of
 * compression that the libraries of this build do not know, or samples in several files or pieces),
 * SCREE_ERROR_OUT_OF_MEMORY.
 */
static inline scree_result scree_file_describe(scree_context *context, const char *path, scree_file_info *info)
{
    return scree_file_describe_sized(context, path, info, sizeof *info);
}

/** As scree_file_info_clear(), with a struct of `size` bytes (context.h). */
SCREE_API void scree_file_info_clear_sized(scree_file_info *info, size_t size);

/** Frees what an info holds and zeroes it. */
static inline void scree_file_info_clear(scree_file_info *info)
{
    scree_file_info_clear_sized(info, sizeof *info);
}

#ifdef __cplusplus
}
#endif

#endif
