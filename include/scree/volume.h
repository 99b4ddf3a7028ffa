/**
 * @file
 * @brief Volumes: descriptions of sampled grids other than noise, such as distance fields, for the writer.
 */
#ifndef SCREE_VOLUME_H
#define SCREE_VOLUME_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/geometry.h>
#include <scree/grid.h>
#include <scree/output.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The longest name and key of a volume, in bytes. */
#define SCREE_MAX_VOLUME_NAME_BYTES 64
/** The maximum number of channels of a volume. */
#define SCREE_MAX_VOLUME_CHANNELS 16

/**
 * Describes a volume to scree_writer_open(). Everything is borrowed during that call only.
 *
 * Samples are handed over as `source` and stored as `type`. The two are equal, or float32 becomes i16 or f16. A float32
 * is multiplied by `scale`, and the exact product is rounded once: to the nearest value of the type, ties to even, or,
 * with `rounds_towards_zero`, to the nearest value whose magnitude is not larger. i16 is clamped to -32767 to 32767,
 * including infinities. In f16 and f32 a finite value stays finite: one that is too large becomes the largest, 65504 in
 * f16; infinities stay. scree_writer_saturated() counts all these, and a complete file warns of them. A NaN stays a NaN
 * in f16 and f32, and becomes 0 in i16. Readers recover the value as stored / scale. Grows (context.h).
 */
typedef struct scree_volume {
    uint32_t axes;                  /**< 1 to 8. A format may hold less. */
    uint64_t count[SCREE_MAX_AXES]; /**< Samples along each axis, x first. 0 = 1. */
    scree_type type;                /**< Type of the stored samples. 0 = f32. */
    scree_type source;              /**< Type of the samples that scree_writer_write() takes. 0 = f32. */
    float scale;                    /**< Finite and more than 0. 0 = 1, which all but float32 samples need. */
    bool rounds_towards_zero;       /**< Whether samples are rounded so that no distance is over-estimated. */
    /** Distance of neighbouring samples, in any unit; finite, more than 0. 0 = that of axis 0, and 1 for axis 0. */
    double voxel[SCREE_MAX_AXES];
    double origin[SCREE_MAX_AXES]; /**< Position of the first sample, in the same units; finite. */
    /** The direction of the samples of each axis, as in scree_geometry; at right angles to each other, of length 1.
       All zero = {1, 0, 0}, {0, 1, 0}, {0, 0, 1}. Others are for volumes of 1 to 3 axes; VDB leaves them out, with a
        warning. */
    double direction[SCREE_MAX_DIRECTIONS][SCREE_MAX_DIRECTIONS];
    /** Name of the samples, for formats that store one: 1 to 64 letters, digits, underscores, hyphens or full stops.
        NULL = "distance". */
    const char *name;
    const char *unit; /**< Unit of `voxel` and `origin`, at most SCREE_MAX_UNIT_BYTES bytes; NULL or empty = unknown. */
    /** A JSON object that says how the samples were made. It stands under `key` in the file's metadata. NULL = none. */
    const char *metadata;
    const char *key; /**< Characters as in `name`, and no key that the metadata has already. NULL without `metadata`. */
    /** Level sets (VDB): distances beyond this magnitude are not kept, only their sign. In the units of the samples,
        which must be those of `voxel`; more than 0 and finite in float32, too. 0 = three times the longest side of a
        voxel. */
    double band;
    /** Names of the channels of a sample, 2 to 16 with a blank between them, each as `name`: as many numbers of
        a sample are handed over side by side. Formats that hold channels take any; PNG takes three, which are red,
        green and blue. NULL = one number. */
    const char *channels;
} scree_volume;

#ifdef __cplusplus
}
#endif

#endif
