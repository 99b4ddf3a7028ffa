/* The benchmark of the panel: volumes of every kind of noise, made one after another on the device in use. */
#ifndef VIEWER_BENCH_H
#define VIEWER_BENCH_H

#include "making.h"
#include "viewer_types.h"

#define BENCH_ROWS_MAX 64

/* Zeroed, it has not begun. */
struct bench {
    bool is_running;
    size_t next_row; /* The row that is being measured. */
    uint32_t round;
    double times[3];
    size_t row_count; /* Rows that are measured. */
    viewer_bench_row rows[BENCH_ROWS_MAX];
    scree_buffer *buffer;
};

/* Rows of a complete benchmark. */
size_t bench_all_rows(void);

/* Makes one volume. Ends by itself after the last one, and where memory is missing. */
void bench_step(const struct workshop *workshop, struct bench *bench);

/* Ends it, keeps the rows and frees the memory. */
void bench_stop(struct bench *bench);

#endif
