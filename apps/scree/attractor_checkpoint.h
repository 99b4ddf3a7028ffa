/* --checkpoint: what is drawn of a picture so far, in a file from which the same command goes on. */
#ifndef ATTRACTOR_CHECKPOINT_H
#define ATTRACTOR_CHECKPOINT_H

#include "attractor.h"

/*
 * Reads the file, if it is there, into the picture's density; `next` is the number of particles that are drawn. Prints
 * one line and returns an exit code when it is damaged, or of another picture.
 */
int attractor_checkpoint_read(struct attractor *cloud, uint64_t *next);

/* Replaces the file, all at once. Likewise. */
int attractor_checkpoint_write(struct attractor *cloud, uint64_t next);

/* Removes the file, if this run read it or wrote it. */
void attractor_checkpoint_remove(const struct attractor *cloud);

#endif
