/* Parts of the benchmark of the variants of Perlin noise. */
#ifndef SCREE_BENCH_VARIANTS_H
#define SCREE_BENCH_VARIANTS_H

#include "bench_internal.h"

#define BENCH_VARIANTS 4 /* The contraction among them. */
#define BENCH_VARIANT_OCTAVES 8

/* A variant with a number of octaves. */
struct bench_variant_run {
    double *seconds; /* Time of all evaluations, one entry for each round; owned. */
    struct bench_times times;
    double difference; /* From the contraction, the largest of one field. */
};

struct bench_variants {
    scree_context *context;
    scree_device *device;
    scree_device_info info;
    bool quick;
    bool is_device_time; /* The times are those that the device itself was at work, not in wall-clock time. */
    uint32_t repeats;
    uint32_t evaluations;
    uint64_t side; /* Samples of a field along each axis. */
    scree_buffer *buffer;
    float *values;                                                        /* A field on the host. */
    float *contraction;                                                   /* The same field by the contraction. */
    struct bench_variant_run runs[BENCH_VARIANTS][BENCH_VARIANT_OCTAVES]; /* By enum scree_variant. */
};

/* bench_report_variants.c: both return an exit code, after a message on stderr where it is not 0. */
int bench_variants_report_table(const struct bench_variants *bench);
int bench_variants_report_json(const struct bench_variants *bench);

#endif
