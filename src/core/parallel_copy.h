/* Copies of memory that one thread would take long for. */
#ifndef SCREE_PARALLEL_COPY_H
#define SCREE_PARALLEL_COPY_H

#include <stddef.h>

/* Copies `rows` runs of `bytes` bytes; their starts are `to_stride` and `from_stride` bytes apart. */
void scree_parallel_copy(void *to, size_t to_stride, const void *from, size_t from_stride, size_t bytes, size_t rows);

#endif
