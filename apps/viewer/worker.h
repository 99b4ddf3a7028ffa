/*
 * The viewer's thread: makes and draws what the latest order wants, coarse first, then better, in steps of some
 * milliseconds between which it looks for a newer order.
 */
#ifndef VIEWER_WORKER_H
#define VIEWER_WORKER_H

#include "drawing.h"
#include "messages.h"
#include "viewer_types.h"

struct worker;

/* What is to be shown. */
struct worker_order {
    viewer_view view;
    viewer_source source[2];
    bool has_second;
    uint32_t width;
    uint32_t height;
    bool is_patient; /* Only the final picture matters: nothing is drawn before. */
};

/* Numbers of the thread's work, copied. */
struct worker_report {
    uint64_t memory_used;
    uint64_t level[3];
    uint64_t wanted[3];
    double level_share;
    char note[256];
    char empty_note[256]; /* Says where the last picture shows nothing; otherwise empty. */
    char error[512];
    scree_result result; /* Of the latest order. */
    double field_seconds;
    double prepare_seconds;
    double draw_seconds;
    float draw_times[VIEWER_TIMES];
    uint32_t draw_time_count;
    scree_range ramp_range;
    scree_range field_range;
    viewer_error_figures errors;
    uint64_t lost;
    uint64_t steps; /* Those that all particles of the last picture had made; UINT64_MAX before the first. */
    char digest[2][65];
    bool is_idle; /* Nothing is left to do for the latest order. */
};

/* NULL without memory or thread. The workshop's device must outlive it. */
struct worker *worker_create(const struct workshop *workshop, viewer_messages *messages, bool wants_host_pixels);
void worker_destroy(struct worker **worker);

/* The latest order; the one before is forgotten. */
void worker_post(struct worker *worker, const struct worker_order *order);

/* Copies the numbers. */
void worker_get_report(struct worker *worker, struct worker_report *report);

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
