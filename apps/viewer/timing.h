/* Frames in which everything is rebuilt: how long each part of them takes. */
#ifndef VIEWER_TIMING_H
#define VIEWER_TIMING_H

#include "viewer.h"

/*
 * Samples, prepares and draws the finest level of the viewer's scene `frames` times, each time with another seed, after
 * one frame that does not count, and prints the times on stdout. Waits for the device. False and a message on an error.
 */
bool timing_print(viewer *self, uint32_t width, uint32_t height, uint32_t frames, char *text, size_t size);

#endif
