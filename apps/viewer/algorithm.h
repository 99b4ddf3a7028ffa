/* Fields of the algorithms that `scree bench variants` measures, as sources of samples. */
#ifndef VIEWER_ALGORITHM_H
#define VIEWER_ALGORITHM_H

#include "opening.h"
#include "sampling_job.h"

/* Reads a row of the benchmark and a number of octaves, such as "optimised 4". False and a message on an error. */
bool algorithm_read(const char *value, int *row, uint32_t *octaves, char *text, size_t size);

/* Makes the field on a device for a fifth of a second, or once where that takes longer. Free with opening_clear(). */
bool algorithm_make(viewer_messages *messages, const struct render_context *render, int row, uint32_t octaves,
                    struct opened *opened, char *text, size_t size);

#endif
