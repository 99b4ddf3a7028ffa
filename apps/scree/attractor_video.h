/* The video of `scree attractor`, frame by frame. */
#ifndef ATTRACTOR_VIDEO_H
#define ATTRACTOR_VIDEO_H

#include "attractor_picture.h"

struct attractor_video {
    scree_writer *writer; /* NULL where none is made. */
    void *pixels;         /* Holds the pixels of one frame. */
};

/* Opens the file of the request. `metadata` is the recipe of the cloud in the first frame. */
scree_result attractor_video_open(struct engine *engine, const struct field_request *field,
                                  const struct attractor_picture *picture, const scree_video_frames *frames,
                                  const char *metadata, struct attractor_video *video);

/* Adds the picture as the next frame. */
scree_result attractor_video_add(struct engine *engine, struct attractor_video *video,
                                 struct attractor_picture *picture);

/* Gives the file its name, after the last frame. */
scree_result attractor_video_finish(struct attractor_video *video);

/* Frees everything; a video without a name is removed. */
void attractor_video_close(struct attractor_video *video);

#endif
