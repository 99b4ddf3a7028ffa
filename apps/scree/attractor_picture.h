/* The picture of `scree attractor`: what is drawn, from where, and how it becomes colours. */
#ifndef ATTRACTOR_PICTURE_H
#define ATTRACTOR_PICTURE_H

#include "field_type.h"

struct attractor_picture {
    bool is_wanted; /* -o is given; otherwise all else is zeroed. */
    bool is_video;
    scree_splat_params splat;
    scree_histogram density;     /* Its memory is there once the picture is open. */
    scree_histogram_params look; /* Without metadata. */
    scree_type type;             /* Type of the samples of each colour channel. */
    scree_histogram_info info;   /* Once the file is prepared, */
    scree_writer *writer;        /* which this writes. */
};

/* Reads the options of pictures, and the file of the request. Prints one line and returns an exit code when something
   is wrong. */
int attractor_picture_find(struct field_request *field, const scree_particle_params *params,
                           struct attractor_picture *picture);

/* Bytes that the picture takes on the host. */
double attractor_picture_bytes(const struct attractor_picture *picture);

/* Takes the memory, and looks whether the file may be written, if it has the name of the request. Likewise. */
int attractor_picture_open(const struct field_request *field, struct attractor_picture *picture, bool is_named);

/* Empties the picture for the next frame. */
void attractor_picture_clear(struct attractor_picture *picture);

/* Writes the picture, which then lacks only its name. `metadata` is the cloud's recipe. */
scree_result attractor_picture_prepare(struct engine *engine, const struct field_request *field,
                                       struct attractor_picture *picture, const char *metadata);

/* Frees everything; a picture that has no name yet is removed. */
void attractor_picture_close(struct attractor_picture *picture);

#endif
