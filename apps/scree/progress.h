/* A progress bar on stderr: share done, rate, time left. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/job.h>

#include "../../src/base/os.h"

/* Words of --progress, in this order. */
enum progress_choice { PROGRESS_AUTO = 0, PROGRESS_ALWAYS = 1, PROGRESS_NEVER = 2 };

struct progress {
    bool shown;
    bool terminal;    /* One line that is overwritten; otherwise a line for every tenth. */
    bool drawn;       /* The line is on the screen. */
    uint64_t voxels;  /* Number of voxels to show, as Mvoxels, where passes are not to be counted; 0 = all samples, as
                         Msamples. */
    const char *noun; /* The name of the units in the rate; NULL: "voxels" if `voxels` is set, otherwise "samples". */
    unsigned tenths;  /* Tenths reported so far, where stderr is no terminal. */
    double started;   /* Seconds, see scree_os_clock_seconds(): of this job, */
    double begun;     /* and of the first one. */
    double before;    /* The share of all work that earlier jobs did, */
    double part;      /* this job's, */
    double resumed;   /* and that which an earlier run of the command did. */
    double updated;
};

void progress_start(struct progress *progress, enum progress_choice choice, bool quiet);
void progress_update(struct progress *progress, const scree_job_status *status);
/* Clears the line. */
void progress_finish(struct progress *progress);

#endif
