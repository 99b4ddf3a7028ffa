/* Things that move by themselves: the camera about its centre, a field along its time, the axis behind those that are
   shown, and particles by their steps. */
#ifndef VIEWER_MOTION_H
#define VIEWER_MOTION_H

#include <stdbool.h>
#include <stddef.h>

#include "viewer_types.h"

/* Whether time runs: the view has a pace, and the field an axis for it; or particles move. */
bool motion_has_running_time(const viewer *self);

/* The depth after a field was moved by so many cells: of a file, and at the end of the range, it begins anew. */
double motion_depth(const viewer *self, double cells);

/* Lets a time in seconds pass for all that moves by itself. True where anything does. Particles make the steps of a
   frame, however short it is, once those of the frame before have been seen. */
bool motion_advance(viewer *self, double seconds);

/*
 * Lets time run in a state, or stops it. A recipe without an axis for it gets one, and particles move. False and a
 * message where there can be none.
 */
bool motion_play(const viewer *self, viewer_state *state, char *text, size_t size);

#endif
