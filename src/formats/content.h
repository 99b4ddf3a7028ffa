/* The content of a file, noise or a volume, with everything that a format needs to know about it. */
#ifndef SCREE_CONTENT_H
#define SCREE_CONTENT_H

#include <scree/file.h>

#include "sample_convert.h"
#include "text_builder.h"

typedef struct scree_content {
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES]; /* No count is 0. */
    uint64_t samples;
    uint32_t channels;   /* Numbers of each sample, side by side; at least 1. */
    char *channel_names; /* Separated by blanks; NULL where a sample is one number, or a pixel. */
    double spacing[SCREE_MAX_AXES];
    double origin[SCREE_MAX_AXES]; /* Position of the first sample. For noise, voxel and origin are in cells of the
                                      first octave. */
    char unit[SCREE_MAX_UNIT_BYTES + 1];                          /* The unit of both; may be empty. */
    double direction[SCREE_MAX_DIRECTIONS][SCREE_MAX_DIRECTIONS]; /* Complete, for each axis. */
    bool is_along_axes;                                           /* Whether each is that of the axis itself. */
    scree_conversion conversion; /* Its `type` is the type of the samples in the file. */
    char name[SCREE_MAX_VOLUME_NAME_BYTES + 1];
    double band;     /* Level sets: more than 0 for a volume, 0 for noise. */
    bool is_noise;   /* The metadata are a recipe, which says where samples lie and what they map. */
    bool has_limits; /* Values of noise beyond a given range are stored as its ends. */
    char *key;       /* Key of the metadata; NULL if there is none. */
    char *metadata;
    char *picture; /* JSON that says how a picture in colours was made, whose samples are pixels of three numbers. NULL
                      otherwise. */
} scree_content;

/* Checks and copies the parameters of a writer. Logs its errors except for SCREE_ERROR_OUT_OF_MEMORY. The content must
   be cleared whatever the result. */
scree_result scree_content_make(scree_context *context, const scree_writer_params *params, scree_content *content);

void scree_content_clear(scree_content *content);

/* Bytes of a sample, and of all of them, in the file. */
size_t scree_content_sample_bytes(const scree_content *content);
uint64_t scree_content_bytes(const scree_content *content);

/* Append members, each after a comma, to a JSON object: first what is known of the samples before they are made, then
   how they were made. `scree_content_append_made()` must be called last. */
void scree_content_append_grid(scree_text *text, const scree_content *content);
void scree_content_append_made(scree_text *text, const scree_content *content);

#endif
