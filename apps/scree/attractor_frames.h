/* Frames of `scree attractor`: the camera goes round, and particles may go on from frame to frame. */
#ifndef ATTRACTOR_FRAMES_H
#define ATTRACTOR_FRAMES_H

#include "attractor_files.h"

/* Makes all frames, as numbered files or as one video. Prints one line and returns an exit code when something is
 * wrong. */
int attractor_frames_make(struct attractor_run *run);

/* Checks that numbered pictures may be written. Prints one line and returns an exit code if not. */
int attractor_frames_check(const struct attractor_run *run);

/* The steps of all frames, and of the one that makes most. A frame without a step counts as one; without frames there
   is one picture. */
double attractor_frames_steps(const struct attractor *cloud);
double attractor_frames_max_steps(const struct attractor *cloud);

/* Bytes of the coordinates that are kept from frame to frame. */
double attractor_positions_bytes(const struct attractor *cloud);

#endif
