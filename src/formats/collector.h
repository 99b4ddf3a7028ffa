/* Readers hand their samples to a collector, as the numbers that are stored in the file and in any order. */
#ifndef SCREE_COLLECTOR_H
#define SCREE_COLLECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/file.h>

typedef enum scree_number_kind { SCREE_NUMBER_UNSIGNED, SCREE_NUMBER_SIGNED, SCREE_NUMBER_FLOATING } scree_number_kind;

/* The storage format of a number. */
typedef struct scree_number {
    scree_number_kind kind;
    uint8_t bytes; /* 1, 2, 4 or 8; floating: 2, 4 or 8. */
    bool is_big_endian;
} scree_number;

scree_number scree_number_of(scree_type type, bool big_endian);

/* The type of a number, or the nearest type if there is none: f64 for integers of 64 bits. */
scree_type scree_number_type(const scree_number *number);

/* Loads `count` numbers, which begin `pitch` bytes apart. */
void scree_numbers_load(const scree_number *number, const uint8_t *bytes, size_t pitch, size_t count, double *values);

/* A run of numbers in a file, and the indices of its samples in the result. */
typedef struct scree_run {
    const uint8_t *bytes;
    size_t pitch; /* Bytes from one number to the next. */
    uint64_t count;
    uint64_t first; /* Index of the first sample in the result, in grid order. */
    uint64_t step; /* Added to the index for each further sample. It wraps around, so that the order may be reversed. */
    uint32_t channel; /* Number of the channel in the file, where all are described. */
} scree_run;

/* A rectangle of samples that have one value, and their indices in the result. */
typedef struct scree_area {
    uint64_t first;    /* Index of the first sample in the result, in grid order. */
    uint64_t count[2]; /* Columns and rows; neither is 0. */
    uint64_t step[2];  /* Added to the index for the next column and for the next row. These wrap around. */
    uint32_t times;    /* Samples that each index counts for: more than 1 if all channels are described, */
    uint32_t channel;  /* and then the number of the first one. */
} scree_area;

/* How the values of a channel follow from stored numbers: times the scale, plus the offset. */
typedef struct scree_scaling {
    double scale;
    double offset;
} scree_scaling;

/* Two values may stand for no-data cells: the file's and the caller's. */
#define SCREE_MAX_NODATA 2

typedef struct scree_collector {
    float *values; /* All samples, with NaN for no-data cells. NULL if only their number and the range are wanted. */
    double nodata[SCREE_MAX_NODATA];
    bool nodata_is_half[SCREE_MAX_NODATA]; /* Whether the value is rounded to float16 if samples are float16. */
    uint32_t nodata_count;
    uint64_t nodata_cells;
    uint64_t first_nodata_cell; /* The lowest index of a no-data cell. */
    uint64_t valid;
    double minimum; /* Minimum of the valid samples, before they are rounded. */
    double maximum;
    double mean;
    double squares;               /* The sum of the squares of the distances from the mean. */
    char channel[256];            /* Name of the channel that is read. */
    scree_file_channel *channels; /* Channels that are described: their ranges grow. NULL if only one is read. */
    bool is_scaled;               /* Whether values are not those that are stored. */
    /* The scaling of each channel then, by the number of its run. Borrowed while samples come. */
    const scree_scaling *scaling;
    bool has_threshold;
    double threshold; /* Values stay on their side of it when they are rounded. */
} scree_collector;

/* Adds a value that stands for no-data cells. `is_half` says that it is rounded to float16 if samples are float16. A
   user's value must be rounded, but not a TIFF's: GDAL, which defines its tag, compares such samples in float32. */
void scree_collector_add_nodata(scree_collector *collector, double value, bool is_half);

/* Adds a run of samples. */
void scree_collector_take(scree_collector *collector, const scree_number *number, const scree_run *run);

/* Adds one stored value for all samples of an area, in a single step of the statistics. If samples are not kept, its
   time does not depend on their number. */
void scree_collector_take_same(scree_collector *collector, double stored, const scree_area *area);

/* The threshold as a number of a type of samples. */
double scree_collector_threshold(const scree_collector *collector, scree_type type);

/* The range of the valid samples; both ends are NaN if there are none. */
scree_range scree_collector_range(const scree_collector *collector);

#endif
