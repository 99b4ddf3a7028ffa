/* Streams: a field of any type is divided into boxes, computed in a session's slots, and handed to a sink. */
#ifndef SCREE_STREAM_H
#define SCREE_STREAM_H

#include "device_internal.h"

/*
 * Maximum samples along x, and rows, of a box, because tables are kept for a whole box. Boxes of whole planes have no
 * limit.
 */
#define SCREE_BOX_WIDTH ((uint64_t)1 << 20)

/* A session that works for a job. */
typedef struct scree_stream {
    scree_device *device;
    const scree_field_plan *plan;
    scree_session *session;
    scree_progress *progress;
} scree_stream;

/*
 * The next part of a grid from `*position` on, in grid order and with at most about `samples` samples; false at the
 * end.
 */
bool scree_next_box(const scree_field_plan *plan, uint64_t samples, uint64_t *position, scree_box *box);

/* Iterates over the boxes of a grid whose samples may come in any order: as wide and as high as tables allow. */
typedef struct scree_box_walk {
    const scree_field_plan *plan;
    uint64_t width;
    uint64_t rows;
    uint64_t planes;
    scree_box box; /* The current box. */
    bool is_started;
} scree_box_walk;

/* Starts a walk before its first box; boxes have at most about `samples` samples. */
scree_box_walk scree_box_walk_start(const scree_field_plan *plan, uint64_t samples);

/* Goes on to the next box; false at the end. */
bool scree_box_walk_next(scree_box_walk *walk);

/* The range of no values. */
scree_range scree_range_empty(void);

/* Removes the sign of zeros from a range: it must not show which of two zeros was found first. */
scree_range scree_range_without_signed_zero(scree_range range);

/* Creates a session. If that takes long, it is added to the job's timeline. */
scree_result scree_session_create(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                                  scree_progress *progress, scree_session **session);

/*
 * Generates the whole grid into memory that starts at `out` (and its second output into `nearest`), or into the
 * session's buffer, and measures its range. Without `out` only the range is measured.
 */
scree_result scree_stream_fill(const scree_stream *stream, float *out, uint32_t *nearest, scree_range *range);

/*
 * Generates the grid in slabs and hands each to the sink, on a separate thread, while the next are computed. The
 * session or the library lends the slabs' memory. `mapped` is passed on to the sink.
 */
scree_result scree_stream_run(const scree_stream *stream, const scree_mapping *mapping, scree_range mapped,
                              const scree_sink *sink, scree_range *range);

/*
 * Explains a stream into a sink, which is not called, or where the delivery lends no memory a fill: a session is made,
 * and its first box started, in a rehearsal of the device, which the caller has for itself. The caller frees
 * `*explanation`, which an error leaves alone.
 */
scree_result scree_stream_explain(scree_device *device, const scree_field_plan *plan, const scree_delivery *delivery,
                                  const scree_sink *sink, uint32_t passes, scree_explanation **explanation);

#endif
