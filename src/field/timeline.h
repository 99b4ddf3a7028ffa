/* Timelines: what devices did for a job, and when. */
#ifndef SCREE_TIMELINE_H
#define SCREE_TIMELINE_H

#include <pthread.h>

#include <scree/job.h>

/* Spans with the seconds of scree_clock_seconds(). Thread-safe, except for init and clear. */
typedef struct scree_timeline {
    pthread_mutex_t mutex; /* Guards what follows. */
    scree_job_span *spans; /* SCREE_MAX_SPANS of them, from the first one on; NULL before. */
    size_t count;
} scree_timeline;

void scree_timeline_init(scree_timeline *timeline);
void scree_timeline_clear(scree_timeline *timeline);

/* Keeps a span, unless there are too many or there is no memory for them. */
void scree_timeline_add(scree_timeline *timeline, const scree_job_span *span);

/* As scree_job_timeline(). */
size_t scree_timeline_read(scree_timeline *timeline, scree_job_span *spans, size_t capacity);

/* The clock that spans are told by: seconds since some moment, never set back. */
double scree_clock_seconds(void);

#endif
