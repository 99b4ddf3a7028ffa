/*
 * The axis tables of a frame: a part of a grid that a GPU computes at once, whose positions the host writes down for
 * it. Tables are kept from frame to frame where they do not change.
 */
#ifndef SCREE_FRAME_TABLES_H
#define SCREE_FRAME_TABLES_H

#include "axis_table.h"
#include "device_internal.h"

/*
 * How the planes of a frame run through an outer axis, like digits of a number: the plane `p` behind the frame's first
 * stands at the table's entry p % count of the fastest of these axes, and (p + start) / count goes on with the next.
 */
typedef struct scree_outer_run {
    uint64_t first;   /* Index, along the axis, of the first entry. */
    uint64_t entries; /* At most one for each sample of the axis. */
    uint64_t count;   /* As devices see them. */
    uint64_t start;
} scree_outer_run;

typedef struct scree_frame_tables {
    const scree_plan *plan;
    scree_axis_tables axis[SCREE_MAX_AXES];
    scree_outer_run outer[SCREE_MAX_AXES]; /* From axis 2 on. */
} scree_frame_tables;

/* Fills the tables of a frame; outer axes get as many entries as its planes touch. SCREE_ERROR_OUT_OF_MEMORY: not
   logged. */
scree_result scree_frame_tables_fill(scree_frame_tables *tables, const scree_box *frame);

/* The place, in the tables of an outer axis, of entry `i` of its run. */
uint64_t scree_frame_tables_outer_index(const scree_frame_tables *tables, uint32_t axis, uint64_t i);

void scree_frame_tables_clear(scree_frame_tables *tables);

/* The frames of a box, in turn. Start with everything zero but the first six. */
typedef struct scree_frame_walk {
    const scree_plan *plan;
    const scree_box *box;
    uint64_t width; /* The size of a frame at most. */
    uint64_t rows;
    uint64_t planes;
    uint64_t most_tabled; /* Axes of more samples are not tabled as a whole: a frame ends where they start anew. */
    scree_box frame;
    bool is_first;
    bool is_last;
} scree_frame_walk;

/* False when there is no further frame. */
bool scree_frame_next(scree_frame_walk *walk);

#endif
