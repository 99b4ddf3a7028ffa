/*
 * Rehearsals: a device notes what it would do, in an explanation (scree/explain.h), instead of doing it. Memory is
 * taken as ever. Samples that come back from a rehearsing device have no meaning, and code that reads
 * them must leave that out.
 */
#ifndef SCREE_REHEARSAL_H
#define SCREE_REHEARSAL_H

#include <scree/explain.h>

/* An explanation of zeros, for scree_explanation_free(); NULL without memory. */
scree_explanation *scree_explanation_create(void);

/* Begins a rehearsal, while the caller has the device for itself; an explanation may go through several. */
void scree_rehearsal_begin(scree_device *device, scree_explanation *explanation);

/* Ends it: the memory that was taken at once is added to the explanation. */
void scree_rehearsal_end(scree_device *device);

/* Notes a launch: as one more of a program that is there already with threads and numbers like these, or as a new
   one, unless there are too many. */
void scree_rehearsal_note(scree_explanation *explanation, const scree_launch_info *launch);

#endif
