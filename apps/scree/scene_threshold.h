/* The usual threshold of a volume: the one above which about a third of the samples lie. */
#ifndef SCENE_THRESHOLD_H
#define SCENE_THRESHOLD_H

#include <stdint.h>

#include <scree/buffer.h>

struct scene_threshold {
    double value;
    double share;     /* The share of samples above it that was counted, 0 to 1, */
    uint64_t counted; /* among so many: all of them, or some out of evenly spread layers. */
};

/*
 * Finds it among samples, from which those that are no numbers are taken out first. Times the unit it is a number with
 * few digits, where such a one does. Of samples with few values it is the value by which the share is nearest to a
 * third, and never the greatest one, unless all are equal.
 */
struct scene_threshold scene_threshold_of(float *samples, uint64_t count, double unit);

/* The same of a volume in memory or, where `samples` is NULL, in a buffer. Errors: SCREE_ERROR_OUT_OF_MEMORY,
   SCREE_ERROR_DEVICE_LOST. */
scree_result scene_threshold_measure(const float *samples, scree_buffer *buffer, const uint64_t count[3], double unit,
                                     struct scene_threshold *threshold);

#endif
