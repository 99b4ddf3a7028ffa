#include "parallel_copy.h"

#include <stdbool.h>
#include <string.h>

#include "os.h"

/* Maximum threads, and minimum bytes for each: more threads do not exceed the memory's bandwidth. */
#define MOST_THREADS 8u
#define BYTES_OF_THREAD ((size_t)1 << 20)

typedef struct copy_part {
    char *to;
    size_t to_stride;
    const char *from;
    size_t from_stride;
    size_t bytes;
    size_t rows;
} copy_part;

/* `bytes` is a constant wherever this is called with few of them, so that no function is called for each row. */
__attribute__((always_inline)) static inline void copy_rows(const copy_part *part, size_t bytes)
{
    for (size_t row = 0; row < part->rows; row++) {
        memcpy(part->to + (ptrdiff_t)row * (ptrdiff_t)part->to_stride,
               part->from + (ptrdiff_t)row * (ptrdiff_t)part->from_stride, bytes);
    }
}

static void *run_part(void *argument)
{
    const copy_part *part = argument;
    switch (part->bytes) {
    case sizeof(float):
        copy_rows(part, sizeof(float));
        break;
    case sizeof(double):
        copy_rows(part, sizeof(double));
        break;
    default:
        copy_rows(part, part->bytes);
    }
    return NULL;
}

/* Divides one run into shorter ones, so that threads can share it. */
static copy_part cut_run(void *to, const void *from, size_t bytes, size_t count)
{
    size_t piece = bytes / count / 64 * 64;
    return (copy_part){
        .to = to, .to_stride = piece, .from = from, .from_stride = piece, .bytes = piece, .rows = bytes / piece};
}

void scree_parallel_copy(void *to, size_t to_stride, const void *from, size_t from_stride, size_t bytes, size_t rows)
{
    size_t count = bytes * rows / BYTES_OF_THREAD;
    count = count > MOST_THREADS ? MOST_THREADS : count;
    count = count > scree_os_processor_count() ? scree_os_processor_count() : count;
    copy_part whole = {to, to_stride, from, from_stride, bytes, rows};
    if (to_stride == bytes && from_stride == bytes) {
        whole.bytes = bytes * rows;
        whole.rows = 1;
    }
    if (count < 2) {
        run_part(&whole);
        return;
    }
    if (whole.rows == 1) {
        size_t total = whole.bytes;
        whole = cut_run(to, from, total, count);
        size_t done = whole.bytes * whole.rows;
        memcpy((char *)to + done, (const char *)from + done, total - done);
    }
    copy_part parts[MOST_THREADS];
    scree_os_thread threads[MOST_THREADS];
    bool is_started[MOST_THREADS] = {false};
    for (size_t i = 0; i < count; i++) {
        size_t first = whole.rows * i / count;
        parts[i] = whole;
        parts[i].to += (ptrdiff_t)first * (ptrdiff_t)whole.to_stride;
        parts[i].from += (ptrdiff_t)first * (ptrdiff_t)whole.from_stride;
        parts[i].rows = whole.rows * (i + 1) / count - first;
        is_started[i] = i > 0 && scree_os_thread_start(&threads[i], run_part, &parts[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_started[i]) {
            run_part(&parts[i]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (is_started[i]) {
            scree_os_thread_join(&threads[i]);
        }
    }
}

void scree_parallel_copy_box(const scree_target *target, const scree_box *box, const float *from)
{
    size_t bytes = (size_t)box->width * sizeof(float);
    if (from == target->values) {
        return;
    }
    if (target->row_stride == box->width && target->plane_stride == box->width * box->rows) {
        scree_parallel_copy(target->values, bytes, from, bytes, bytes, (size_t)(box->planes * box->rows));
        return;
    }
    for (uint64_t plane = 0; plane < box->planes; plane++) {
        scree_parallel_copy(target->values + plane * target->plane_stride, target->row_stride * sizeof(float),
                            from + plane * box->rows * box->width, bytes, bytes, (size_t)box->rows);
    }
}
