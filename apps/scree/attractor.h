/* `scree attractor`: the cloud, its files and its pictures, as they are asked for and made. */
#ifndef ATTRACTOR_H
#define ATTRACTOR_H

#include "attractor_from.h"
#include "attractor_picture.h"
#include "attractor_video.h"
#include "field_type.h"

/* The key of a recipe in JSON. */
#define ATTRACTOR_KEY "particles"

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
    struct attractor_video video;
    const char *checkpoint; /* NULL for none. */
    double checkpoint_seconds;
    bool has_checkpoint; /* This run has read or written one. */
    char *metadata;      /* The recipe, for files. */
    uint64_t lost;       /* Particles with a coordinate that is no finite float32. */
    uint64_t frame;      /* The frame in the works. */
    void *positions[2];  /* Where particles are after a frame, and go in the next; NULL where they are not kept. */
};

/* Reads the recipe and the options. Prints one line and returns an exit code when something is wrong. */
int attractor_request_make(struct engine *engine, struct field_request *field);

/* Parameters as a recipe tells them: those of a cloud that goes on are those of one that never paused. */
scree_particle_params attractor_recipe(const struct attractor *cloud);

#endif
