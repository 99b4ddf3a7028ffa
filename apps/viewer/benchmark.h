/* The benchmark of algorithms beside the pictures: what is asked of the viewer's thread, and what others see of it. */
#ifndef VIEWER_BENCHMARK_H
#define VIEWER_BENCHMARK_H

#include <pthread.h>

#include "sampling_job.h"
#include "messages.h"
#include "viewer_types.h"

/* Zeroed before the first use. */
struct benchmark {
    /* Under a lock that the thread shares with others. */
    bool is_wanted;
    bool begins;
    bool ends;
    struct bench_variants_choice choice;
    viewer_bench seen; /* The measurements so far. */

    /* Only the thread uses this. */
    struct bench_variants *runs; /* NULL while none are made. */
};

/* Asks for a benchmark from its beginning, or with NULL for its end. Called under the lock. */
void benchmark_ask(struct benchmark *benchmark, const struct bench_variants_choice *choice);
/* Makes one run of what is asked for, or ends it where nothing is. Called by the thread, without the lock. */
void benchmark_work(struct benchmark *benchmark, const struct render_context *render, viewer_messages *messages,
                    pthread_mutex_t *lock);

#endif
