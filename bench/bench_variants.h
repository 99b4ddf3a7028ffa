/* Parts of the benchmark of the variants of Perlin noise, and of the noises that shaders use instead. */
#ifndef SCREE_BENCH_VARIANTS_H
#define SCREE_BENCH_VARIANTS_H

#include "bench_internal.h"

#define BENCH_VARIANTS 6 /* The contraction among them. */
#define BENCH_VARIANT_OCTAVES 8

/* A row of the tables. */
struct bench_variant {
    const char *name;
    scree_noise_kind kind;
    scree_noise_variant variant; /* The variant where the kind is Perlin noise. */
    /* Milliseconds on a GeForce GTX 960M, from the author's table of 2018; 0 where it has none. */
    double published[BENCH_VARIANT_OCTAVES];
};

/* The contraction comes first, the unoptimised kernel after it. */
#define BENCH_CONTRACTION 0
#define BENCH_UNOPTIMISED 1
extern const struct bench_variant bench_variants_rows[BENCH_VARIANTS];

/* Whether a row is the contraction's noise by another kernel; others are noise of their own. */
static inline bool bench_variant_is_comparable(int row)
{
    return row != BENCH_CONTRACTION && bench_variants_rows[row].kind == SCREE_NOISE_PERLIN;
}

/* A row with a number of octaves. */
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
    float *values;      /* A field on the host. */
    float *contraction; /* The same field by the contraction. */
    struct bench_variant_run runs[BENCH_VARIANTS][BENCH_VARIANT_OCTAVES];
};

/* bench_report_variants.c: both return an exit code, after a message on stderr where it is not 0. */
int bench_variants_report_table(const struct bench_variants *bench);
int bench_variants_report_json(const struct bench_variants *bench);

#endif
