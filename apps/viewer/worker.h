/* The viewer's thread: samples and draws what the latest request wants (refinement.h). */
#ifndef VIEWER_WORKER_H
#define VIEWER_WORKER_H

#include "messages.h"
#include "worker_request.h"

struct worker;

/* NULL without memory or thread. The context's device must outlive it. */
struct worker *worker_create(const struct render_context *render, viewer_messages *messages, bool wants_host_pixels);
void worker_destroy(struct worker **worker);

/* The latest request; the one before is forgotten. */
void worker_post(struct worker *worker, const struct worker_request *request);

/* Copies the numbers. */
void worker_get_report(struct worker *worker, viewer_status *report);

/* The newest picture, which then belongs to the caller until the next call; false where it is the same as before. */
bool worker_take_picture(struct worker *worker, viewer_pixels *pixels);

/* Waits until the thread has nothing to do, at most some milliseconds; true where it has not. */
bool worker_wait(struct worker *worker, uint32_t milliseconds);

/* Extra work, done when nothing else is to do. */
void worker_check_equality(struct worker *worker, const viewer_source *source);
/* Begins a benchmark anew, or with NULL ends it. */
void worker_bench(struct worker *worker, const struct bench_variants_choice *choice);
bool worker_bench_is_running(struct worker *worker);
void worker_get_bench(struct worker *worker, viewer_bench *bench);

#endif
