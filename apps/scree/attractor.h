/* `scree attractor`: the cloud, its files and its pictures, as they are asked for and made. */
#ifndef ATTRACTOR_H
#define ATTRACTOR_H

#include "field_type.h"
#include "npy_rows.h"

/* The key of a recipe in JSON. */
#define ATTRACTOR_KEY "particles"

/* A picture: what is drawn, from where, and how it becomes colours. */
struct attractor_picture {
    bool is_wanted; /* -o is given; otherwise all else is zeroed. */
    bool is_video;
    scree_splat_params splat;
    scree_histogram density;     /* Its memory is there once the picture is open. */
    scree_histogram_params look; /* Without metadata. */
    scree_type type;             /* Type of the samples of each colour channel. */
    scree_histogram_info info;   /* Numbers of the picture that was drawn last. */
    scree_writer *writer;        /* Writes the picture or the video, once its file is prepared. */
    void *pixels;                /* The pixels of one frame of a video. */
};

/* Pictures of one cloud in which the camera turns, or the particles go on. */
struct attractor_frames {
    uint64_t count; /* 0 = one picture. */
    uint64_t steps; /* From frame to frame. */
    double turn;    /* Degrees from frame to frame. */
    bool resumes;   /* Frames that are there stay. */
};

struct attractor {
    scree_particle_params params; /* Complete. */
    scree_field *field;
    uint64_t count[2];         /* Coordinates, particles. */
    struct npy_rows from;      /* --from. */
    struct output_file points; /* --points. */
    struct attractor_picture picture;
    struct attractor_frames frames;
    const char *checkpoint; /* NULL for none. */
    double checkpoint_seconds;
    bool has_checkpoint; /* This run has read or written one. */
    char *metadata;      /* The recipe, for files. */
    uint64_t lost;       /* Particles with a coordinate that is no finite float32. */
    uint64_t frame;      /* The frame in the works. */
    void *positions[2];  /* Where particles are after a frame, and go in the next; NULL where they are not kept. */
};

/*
 * The part of a request is a struct attractor. Functions that return an int print one line and return an exit code
 * other than 0 when something is wrong.
 */

/* Reads the recipe and the options. */
int attractor_request_make(struct field_request *field);

/* Makes everything that is asked for: coordinates and one picture, or frames. */
int attractor_run(struct field_request *field);

/* Parameters as a recipe tells them: those of a cloud that goes on are those of one that never paused. */
scree_particle_params attractor_recipe(const struct attractor *cloud);

/* Bytes of the coordinates that are kept from frame to frame. */
double attractor_positions_bytes(const struct attractor *cloud);

/* Reads the options of pictures, and the file of the request. */
int attractor_picture_find(struct field_request *field);

/* Numbers of the density: the counts of pixels, and their sums behind them where there are any, in one block. */
size_t attractor_picture_planes(const struct attractor_picture *picture);

/* Bytes that the picture takes on the host. */
double attractor_picture_bytes(const struct attractor_picture *picture);

/* Takes the memory, and looks whether the file may be written, if it has the name of the request. */
int attractor_picture_open(const struct field_request *field);

/* Empties the picture for the next frame. */
void attractor_picture_clear(struct attractor_picture *picture);

/* Writes the picture, which then lacks only its name; of a video, opens the file. Both have the cloud's recipe. */
scree_result attractor_picture_prepare(const struct field_request *field);

/* Adds the picture to the video as the next frame. */
scree_result attractor_picture_add(const struct field_request *field);

/* Frees everything; a picture or a video that has no name yet is removed. */
void attractor_picture_close(struct attractor_picture *picture);

/*
 * --checkpoint: what is drawn of a picture so far, in a file from which the same command goes on. Reads the file, if it
 * is there and not damaged, into the picture's density; `next` is the number of particles that are drawn.
 */
int attractor_checkpoint_read(struct attractor *cloud, uint64_t *next);

/* Replaces the file, all at once. */
int attractor_checkpoint_write(struct attractor *cloud, uint64_t next);

/* Removes the file, if this run read it or wrote it. */
void attractor_checkpoint_remove(const struct attractor *cloud);

#endif
