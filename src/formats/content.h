/* What a file holds, whether it is noise or a volume: all that a format needs to know of it. */
#ifndef SCREE_CONTENT_H
#define SCREE_CONTENT_H

#include <scree/file.h>

#include "sample_convert.h"
#include "text_builder.h"

typedef struct scree_content {
    uint32_t axes;
    uint64_t count[SCREE_MAX_AXES]; /* None is 0. */
    uint64_t samples;
    double spacing[SCREE_MAX_AXES];
    double origin[SCREE_MAX_AXES]; /* Of the first sample. Noise has both in cells of the first octave. */
    scree_conversion conversion;   /* Its `type` is the one of the file. */
    char name[SCREE_VOLUME_NAME_MAX + 1];
    double band;         /* Level sets: more than 0 for a volume, 0 for noise. */
    bool is_noise;       /* Then `recipe` is valid. */
    scree_recipe recipe; /* Counts are filled in. */
    char *key;           /* Of a volume's metadata; NULL where there is none. */
    char *metadata;
    char *picture; /* A picture in colours: samples are pixels of three bytes, and this says in JSON how they came to
                      be. NULL for everything else. */
} scree_content;

/*
 * Checks what a writer is given, and copies it. Logs its errors but for SCREE_ERROR_OUT_OF_MEMORY; the content is to be
 * cleared whatever the result.
 */
scree_result scree_content_make(scree_context *context, const scree_writer_params *params, scree_content *content);

void scree_content_clear(scree_content *content);

/* Bytes of a sample, and of all of them, in the file. */
size_t scree_content_sample_bytes(const scree_content *content);
uint64_t scree_content_bytes(const scree_content *content);

/* Appends to an object of JSON what is known of the samples before they are made, and how they were: members, each
   after a comma. `scree_content_append_made()` comes last. */
void scree_content_append_grid(scree_text *text, const scree_content *content);
void scree_content_append_made(scree_text *text, const scree_content *content);

#endif
