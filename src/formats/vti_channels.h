/*
 * The channels of VTI: each component of each array of numbers, those of points first. A channel has the name of its
 * array, "NAME"; of an array of several components "NAME.0", "NAME.1", ... or, if it is the only one, "0", "1", ...
 * Those of cells are called "cells.NAME" and so on where points have channels, too.
 */
#ifndef SCREE_VTI_CHANNELS_H
#define SCREE_VTI_CHANNELS_H

#include "interleaved.h"

/* More than the longest name of an array. */
#define SCREE_VTI_NAME_SIZE 256

typedef struct scree_vti_array {
    char name[SCREE_VTI_NAME_SIZE];
    bool is_of_cells;
    bool is_appended;
    bool is_text;
    bool is_of_bits; /* Is no channel; only its name matters. */
    scree_number number;
    uint32_t components;
    uint64_t position; /* Offset of the content in the file, or of an appended one in the appended data. */
} scree_vti_array;

/* A channel is a component of an array. */
typedef struct scree_vti_channel {
    const scree_vti_array *array;
    uint32_t component;
} scree_vti_channel;

typedef struct scree_vti_channels {
    const char **names; /* Allocated, and so is each. */
    scree_vti_channel *channel;
    uint32_t count;
    uint32_t of_points; /* The number of those of points. */
} scree_vti_channels;

/* Lists the channels of arrays, which must stay where they are. Errors, logged: SCREE_ERROR_FORMAT if there are none or
   too many, SCREE_ERROR_INVALID if an array of bits is wanted, SCREE_ERROR_OUT_OF_MEMORY. Clear them in any case. */
scree_result scree_vti_channels_list(const scree_reader *reader, const scree_vti_array *arrays, size_t count,
                                     scree_vti_channels *channels);
void scree_vti_channels_clear(scree_vti_channels *channels);

/* Finds the wanted channel as scree_reader_choose() does. Channels of cells have their names without "cells.", too,
   where no other channel has them, and the only channel of points need not be named. */
scree_result scree_vti_channels_choose(const scree_reader *reader, const scree_vti_channels *channels,
                                       uint32_t *chosen);

#endif
