/*
 * The benchmark of algorithms that make noise, by octaves: Perlin noise as fields have it, the lessons of
 * kernels/lessons/hash_noise.h, and every kind that fills a volume. The command runs it to its end
 * (bench_variants_command.c), the viewer step by step beside its pictures.
 */
#ifndef SCREE_BENCH_VARIANTS_H
#define SCREE_BENCH_VARIANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <scree/scree.h>

#include "../src/field/noise/noise_method.h"
#include "bench_times.h"
#include "chart.h"

#define BENCH_VARIANT_ROWS 64 /* The most rows, which are bits of a word. */
#define BENCH_VARIANT_OCTAVES 8
#define BENCH_VARIANT_CELLS (BENCH_VARIANT_ROWS * BENCH_VARIANT_OCTAVES)

/* The first rows, by number. */
enum { BENCH_CONTRACTION, BENCH_UNOPTIMISED };

/* An algorithm: a row of the tables. */
struct bench_variant {
    const char *name;
    const char *description;
    scree_noise_kind kind;
    scree_noise_method method;
    uint32_t lesson; /* A program of kernels/lessons/hash_noise.h; 0 for fields. */
    int reference;   /* The row that makes the same field by other operations; -1 = none. */
    bool is_exact;   /* Its bits are those of the reference. */
    bool is_usual;   /* It is measured by default: the source's algorithms, and scree's. */
    /* Milliseconds of 200 evaluations on a GeForce GTX 960M, from the source's table of 2018; 0 where it has none. */
    double published[BENCH_VARIANT_OCTAVES];
};

/* bench_variant_rows.c: a row by number; false past the last. */
bool bench_variant_at(int number, struct bench_variant *row);
/* The bits of all rows, and of the usual ones. */
uint64_t bench_variants_all(void);
uint64_t bench_variants_usual(void);

/* The choice of measurements: bits of rows, and bits of octaves, the lowest for one octave. */
struct bench_variants_choice {
    uint64_t rows;
    uint32_t octaves;
    uint32_t repeats; /* Runs of a row with a number of octaves; 0 = as many as its share of the time allows. */
    double seconds;   /* Seconds for a row with a number of octaves; 0 = a second, and less where there are many. */
    bool is_quick;    /* Small fields, and one run. */
};

/* A row with a number of octaves. A run makes one field. */
struct bench_variant_cell {
    int row;
    uint32_t octaves;
    uint32_t runs;            /* Number of runs that count; 0 = it has not been measured. */
    bool is_refused;          /* The device has no groups that are large enough. */
    bool is_wrong;            /* It must have the bits of its reference, and has not. */
    struct bench_times times; /* Seconds of the runs. */
    double difference;        /* The largest difference from the reference in one field. */
};

struct bench_variants_results {
    scree_device_info device;
    bool is_quick;
    bool is_device_time; /* Times are those that the device itself was at work, not of the wall clock. */
    bool is_running;
    double progress;  /* 0 to 1. */
    uint64_t samples; /* Number of samples of a field. */
    size_t count;
    size_t current;                                       /* The cell that is measured. */
    struct bench_variant_cell cells[BENCH_VARIANT_CELLS]; /* Row by row, each by octaves. */
};

struct bench_variants;

/*
 * Begins on a device, which stays the caller's and outlives the benchmark. On an error nothing is held, and the
 * context's log has the reason.
 */
scree_result bench_variants_begin(scree_context *context, scree_device *device,
                                  const struct bench_variants_choice *choice, struct bench_variants **made);
/* Makes one run; is_running is false after the last. SCREE_ERROR_INTERNAL where a field that must be exact is not. */
scree_result bench_variants_step(struct bench_variants *bench);
const struct bench_variants_results *bench_variants_results_of(const struct bench_variants *bench);
void bench_variants_end(struct bench_variants **bench);

/*
 * Makes the field of a row with a number of octaves, of 2^21 samples, for a fifth of a second, or once where that takes
 * longer. `cell` receives the times. Of `samples`, the axes, counts and values are set, which the caller frees by
 * scree_samples_clear(); it stays empty where the cell is unsupported, and on an error.
 */
scree_result bench_variants_make(scree_context *context, scree_device *device, int row, uint32_t octaves,
                                 struct bench_variant_cell *cell, scree_samples *samples);

/* bench_variants_table.c: for people, and with commas between the numbers. Cells without runs are left out. */
void bench_variants_write_table(const struct bench_variants_results *results, FILE *stream);
void bench_variants_write_csv(const struct bench_variants_results *results, FILE *stream);
/* The graph: milliseconds over octaves, a line for each row. */
void bench_variants_draw(const struct bench_variants_results *results, struct chart *chart);
/*
 * Writes the graph where the name ends in ".svg", numbers with commas where it ends in ".csv", and else the table. What
 * cannot be written as a whole is removed. An errno value, or 0.
 */
int bench_variants_save(const struct bench_variants_results *results, const char *path);
/* How many times as fast as the unoptimised kernel with as many octaves; 0 where that was not measured, and for lessons
   that do not fill a volume as it does. */
double bench_variant_gain(const struct bench_variants_results *results, const struct bench_variant_cell *cell);

/* bench_report_variants.c: an exit code, after a message on stderr where it is not 0. */
int bench_variants_report_json(const struct bench_variants_results *results);

#endif
