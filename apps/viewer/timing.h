/* Frames in which everything is rebuilt: how long each part of them takes. */
#ifndef VIEWER_TIMING_H
#define VIEWER_TIMING_H

#include "viewer.h"

struct timing_part {
    double median; /* Seconds. */
    double least;
    double most;
};

struct timing {
    struct timing_part field;
    struct timing_part prepare;
    struct timing_part draw;
    struct timing_part whole;
    uint64_t count[3]; /* Samples. */
};

/*
 * Makes, prepares and draws the finest level of the viewer's scene `frames` times, each time with another seed, after
 * one frame that does not count. Waits for the device. False and a message on an error.
 */
bool timing_run(viewer *self, uint32_t width, uint32_t height, uint32_t frames, struct timing *timing, char *text,
                size_t size);

#endif
