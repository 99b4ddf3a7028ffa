/* Streams: a field cut into slabs, computed and consumed at the same time. */
#ifndef SCREE_STREAM_H
#define SCREE_STREAM_H

#include "device_internal.h"

/* Samples along x, and rows, of a box at most: tables are kept for a whole box. */
#define SCREE_BOX_WIDTH ((uint64_t)1 << 20)

/* The part of a grid that follows `*position` in grid order, with at most about `samples` samples; false at the end. */
bool scree_next_box(const scree_plan *plan, uint64_t samples, uint64_t *position, scree_box *box);

/* Nothing is in a range yet. */
scree_range scree_range_empty(void);

/* Generates the whole grid into memory that starts at `out`, or into the session's buffer, and finds its range. */
scree_result scree_stream_fill(scree_session *session, const scree_device *device, const scree_plan *plan, float *out,
                               scree_progress *progress, scree_range *range);

/* Generates the whole grid without keeping it and finds its range. */
scree_result scree_stream_measure(scree_session *session, const scree_device *device, const scree_plan *plan,
                                  scree_progress *progress, scree_range *range);

/*
 * Generates the grid in slabs and hands each to the sink, on a thread of its own, while the next are computed. The
 * session lends the slabs' memory. `mapped` is passed on to the sink.
 */
scree_result scree_stream_run(scree_session *session, const scree_device *device, const scree_plan *plan,
                              const scree_mapping *mapping, scree_range mapped, const scree_sink *sink,
                              scree_progress *progress, scree_range *range);

#endif
