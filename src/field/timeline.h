/* Timelines: the spans of device time that a job used. */
#ifndef SCREE_TIMELINE_H
#define SCREE_TIMELINE_H

#include <scree/job.h>

#include "os.h"

/* Spans with the seconds of scree_os_clock_seconds(). Thread-safe, except for init and clear. */
typedef struct scree_timeline {
    scree_os_mutex mutex;  /* Guards the members below. */
    scree_job_span *spans; /* Room for SCREE_MAX_SPANS, allocated with the first one; NULL before. */
    size_t count;
} scree_timeline;

void scree_timeline_init(scree_timeline *timeline);
void scree_timeline_clear(scree_timeline *timeline);

/* Adds a span, unless there are too many or memory runs out. */
void scree_timeline_add(scree_timeline *timeline, const scree_job_span *span);

/* Does what scree_job_timeline_sized() does. */
size_t scree_timeline_read(scree_timeline *timeline, scree_job_span *spans, size_t size, size_t capacity);

#endif
