/* Where readers put samples: numbers of any kind come in as they stand in the file, in any order. */
#ifndef SCREE_COLLECTOR_H
#define SCREE_COLLECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/noise.h>

typedef enum scree_number_kind { SCREE_NUMBER_UNSIGNED, SCREE_NUMBER_SIGNED, SCREE_NUMBER_FLOATING } scree_number_kind;

/* How a number is stored. */
typedef struct scree_number {
    scree_number_kind kind;
    uint8_t bytes; /* 1, 2, 4 or 8; floating: 2, 4 or 8. */
    bool big_endian;
} scree_number;

scree_number scree_number_of(scree_type type, bool big_endian);

/* The type of a number, or the nearest where there is none: f64 for whole numbers of 64 bits. */
scree_type scree_number_type(const scree_number *number);

/* Loads `count` numbers, which begin `pitch` bytes apart. */
void scree_numbers_load(const scree_number *number, const uint8_t *bytes, size_t pitch, size_t count, double *values);

/* Numbers in a row of a file, and where they belong. */
typedef struct scree_run {
    const uint8_t *bytes;
    size_t pitch; /* From one number to the next. */
    uint64_t count;
    uint64_t first; /* The place of the first sample in the result, in grid order. */
    uint64_t step;  /* To the next one's place; wraps around, so that it may go backwards. */
} scree_run;

/* A rectangle of samples that are all the same, and where they belong. */
typedef struct scree_area {
    uint64_t first;    /* The place of the first sample in the result, in grid order. */
    uint64_t count[2]; /* Columns and rows; neither is 0. */
    uint64_t step[2];  /* To the place of the next column and of the next row; these wrap around. */
    uint64_t times;    /* Samples at each place: more than 1 where a description takes all channels as one. */
} scree_area;

/* The values that stand for holes, as many as there can be: the file's and the caller's. */
#define SCREE_MAX_NODATA 2

typedef struct scree_collector {
    float *values; /* Of all samples; holes are NaN. NULL: only holes and the ends of the range are found. */
    double nodata[SCREE_MAX_NODATA];
    bool nodata_is_half[SCREE_MAX_NODATA]; /* Rounded to float16 where samples are. */
    uint32_t nodata_count;
    uint64_t holes;
    uint64_t first_hole; /* The lowest place of one. */
    uint64_t valid;
    double minimum; /* Of the valid samples, as stored. */
    double maximum;
    double mean;
    double squares;    /* The sum of the squares of the distances from the mean. */
    char channel[256]; /* Whose samples they are. */
} scree_collector;

/*
 * Adds a value that stands for holes. `is_half`: it is rounded to float16 where samples are, as a user's must be; GDAL,
 * by which TIFFs are told, compares such samples in float32.
 */
void scree_collector_add_nodata(scree_collector *collector, double value, bool is_half);

/* Takes samples in. */
void scree_collector_take(scree_collector *collector, const scree_number *number, const scree_run *run);

/*
 * Takes one value in for all samples of an area, in a single step of the statistics: without memory for the samples,
 * its time does not depend on how many they are.
 */
void scree_collector_take_same(scree_collector *collector, double value, const scree_area *area);

/* NaN at both ends where there is no valid sample. */
scree_range scree_collector_range(const scree_collector *collector);

#endif
