/* Frames of noise: the slabs of a grid along its last axis, which is time, as numbered files or as a video. */
#ifndef NOISE_FRAMES_H
#define NOISE_FRAMES_H

#include "field_type.h"
#include "request.h"

/* Refuses files that cannot hold frames, and a video without them. Prints one line and returns an exit code other than
   0 then. */
int noise_frames_check(const struct field_request *field, const struct request *request);

/* The number of numbered files; 0 where all samples are in one file. */
uint64_t noise_frames_files(const struct field_request *field);

/*
 * Makes all frames in one job, with one range. A numbered file gets its name as soon as its frame is complete, a video
 * when all frames are. Prints one line and returns an exit code when something is wrong.
 */
int noise_frames_run(const struct field_request *field, const struct request *request);

#endif
