/* Frames in which everything is rebuilt: how long each part of them takes. */
#ifndef VIEWER_TIMING_H
#define VIEWER_TIMING_H

#include "../../bench/bench_times.h"
#include "viewer.h"

enum timing_part { TIMING_FIELD, TIMING_PREPARE, TIMING_DRAW, TIMING_WHOLE, TIMING_PARTS };

struct timing {
    struct bench_times parts[TIMING_PARTS];
    uint64_t count[3]; /* Samples. */
};

/*
 * Samples, prepares and draws the finest level of the viewer's scene `frames` times, each time with another seed, after
 * one frame that does not count. Waits for the device. False and a message on an error.
 */
bool timing_run(viewer *self, uint32_t width, uint32_t height, uint32_t frames, struct timing *timing, char *text,
                size_t size);

#endif
