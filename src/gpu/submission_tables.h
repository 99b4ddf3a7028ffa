/*
 * The axis tables of a submission: a part of a box that a GPU computes at once. The host tabulates its positions, or
 * only counts them where the tables are long and the device makes them (table_rules.h). The host's tables that do not
 * change are kept from submission to submission.
 */
#ifndef SCREE_SUBMISSION_TABLES_H
#define SCREE_SUBMISSION_TABLES_H

#include "axis_table.h"
#include "device_internal.h"

/*
 * How the planes of a submission traverse an outer axis, like digits of a number. Plane `p` of the submission has the
 * table's entry p % count for the fastest of these axes, and (p + start) / count goes on with the next.
 */
typedef struct scree_outer_run {
    uint64_t first;   /* Index, along the axis, of the first entry. */
    uint64_t entries; /* At most one for each sample of the axis. */
    uint64_t count;   /* Limited to the range of devices. */
    uint64_t start;
} scree_outer_run;

typedef struct scree_submission_tables {
    const scree_plan *plan;
    scree_axis_tables axis[SCREE_MAX_AXES];
    scree_outer_run outer[SCREE_MAX_AXES]; /* Tables of axes from 2 on. */
    bool leaves_long_to_device;            /* The device makes long tables of x and y. */
    bool is_made_by_device[2];             /* Whether it makes the tables of x, and those of y. */
    uint64_t first[2];                     /* First sample of the submission along x and y, and its samples. */
    uint64_t count[2];
    uint64_t row_repeats; /* Displaced fields only: rows with the same sample along y, one behind the other; 0 = 1. */
} scree_submission_tables;

/*
 * Fills the tables of a submission, or counts what they hold where they are left to the device; outer axes get as many
 * entries as its planes use. SCREE_ERROR_OUT_OF_MEMORY is not logged.
 */
scree_result scree_submission_tables_fill(scree_submission_tables *tables, const scree_box *submission);

/* The maximum number of nodes under any run of `samples` samples along x or y that starts at a multiple of them. */
uint64_t scree_submission_tables_most_nodes(const scree_submission_tables *tables, uint32_t octave, uint32_t axis,
                                            uint64_t samples);

/* Tables of single octaves that are left to the device. */
uint32_t scree_submission_tables_made_by_device(const scree_submission_tables *tables);

/* The index, in the tables of an outer axis, of entry `i` of its run. */
uint64_t scree_submission_tables_outer_index(const scree_submission_tables *tables, uint32_t axis, uint64_t i);

void scree_submission_tables_clear(scree_submission_tables *tables);

/* Iterates over the submissions of a box. Set the first six members, and zero the others. */
typedef struct scree_submission_walk {
    const scree_grid *grid;
    const scree_box *box;
    uint64_t width; /* Maximum size of a submission. */
    uint64_t rows;
    uint64_t planes;
    bool ends_with_axis; /* No submission has planes of several indices along axes from the fourth on. */
    scree_box submission;
    bool is_first;
    bool is_last;
} scree_submission_walk;

/* Limits submissions to N samples, or to single ones where N is 0. */
void scree_submission_walk_limit(scree_submission_walk *walk, uint64_t samples);

/* False when there are no more submissions. */
bool scree_submission_next(scree_submission_walk *walk);

#endif
