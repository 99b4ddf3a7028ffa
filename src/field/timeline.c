#include "timeline.h"

#include <stdlib.h>

#include "sized_params.h"

void scree_timeline_init(scree_timeline *timeline)
{
    *timeline = (scree_timeline){.spans = NULL};
    scree_os_mutex_init(&timeline->mutex);
}

void scree_timeline_clear(scree_timeline *timeline)
{
    free(timeline->spans);
    scree_os_mutex_destroy(&timeline->mutex);
}

void scree_timeline_add(scree_timeline *timeline, const scree_job_span *span)
{
    scree_os_mutex_lock(&timeline->mutex);
    if (timeline->spans == NULL) {
        timeline->spans = malloc(SCREE_MAX_SPANS * sizeof *timeline->spans);
    }
    if (timeline->spans != NULL && timeline->count < SCREE_MAX_SPANS) {
        timeline->spans[timeline->count++] = *span;
    }
    scree_os_mutex_unlock(&timeline->mutex);
}

/* Start of the earliest span; there must be one. */
static double find_start(const scree_timeline *timeline)
{
    double start = timeline->spans[0].start;
    for (size_t i = 1; i < timeline->count; i++) {
        start = timeline->spans[i].start < start ? timeline->spans[i].start : start;
    }
    return start;
}

size_t scree_timeline_read(scree_timeline *timeline, scree_job_span *spans, size_t size, size_t capacity)
{
    scree_os_mutex_lock(&timeline->mutex);
    size_t count = timeline->count;
    double start = count > 0 ? find_start(timeline) : 0.0;
    for (size_t i = 0; i < count && i < capacity; i++) {
        scree_job_span span = timeline->spans[i];
        span.start -= start;
        span.end -= start;
        scree_info_give(&span, sizeof span, (char *)spans + i * size, size);
    }
    scree_os_mutex_unlock(&timeline->mutex);
    return count;
}
