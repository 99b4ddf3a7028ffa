/* File descriptors of the library. */
#ifndef SCREE_DESCRIPTOR_H
#define SCREE_DESCRIPTOR_H

/*
 * Moves a descriptor above 2, and returns it; -1 with errno set, and the descriptor closed, where that is not possible.
 * A program may run with standard streams closed. A file that took the place of one of them would receive what anybody
 * prints.
 */
int scree_descriptor_keep_above_standard(int descriptor);

/* open() and openat() with close-on-exec, above the standard streams. */
int scree_descriptor_open(int folder, const char *path, int flags);

#endif
