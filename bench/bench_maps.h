/* Parts of the benchmark of maps. */
#ifndef SCREE_BENCH_MAPS_PARTS_H
#define SCREE_BENCH_MAPS_PARTS_H

#include "bench_internal.h"

#define BENCH_MAP_SIZES_MOST 4
/* There are the CPU, and as many GPUs as --device can name. */
#define BENCH_MAP_DEVICES_MOST (1 + SCREE_MAX_MEMBERS)

/* The last four times of a map are parts of the PNG's. They overlap, and are 0 where a device does not report them. */
enum bench_map_part {
    BENCH_MAP_MEMORY,   /* Bytes come to the host's memory. */
    BENCH_MAP_PNG,      /* The same bytes come to a file that the disk has. */
    BENCH_MAP_SCAN,     /* The device makes samples and finds their range. */
    BENCH_MAP_CONVERT,  /* It makes them again, and bytes of them. */
    BENCH_MAP_DOWNLOAD, /* Bytes are transferred to the host. */
    BENCH_MAP_WRITE,    /* The host compresses and writes them. */
    BENCH_MAP_PARTS
};

struct bench_map_device {
    scree_device *device;
    scree_device_info info;
    /* The programs of a GPU that make the largest map, and their occupancy; NULL where they are not known. */
    scree_explanation *explanation;
};

/* A map of one size by one device. */
struct bench_map_row {
    uint64_t side;
    const struct bench_map_device *by;
    double seconds[BENCH_MAP_PARTS][BENCH_REPEATS_MOST];
    struct bench_times times[BENCH_MAP_PARTS];
    double run_seconds; /* One run takes so long; where the map is left out, this is an estimate. */
    uint64_t file_bytes;
    char reason[BENCH_REASON_SIZE];
};

struct bench_maps {
    const struct scree_bench_options *options;
    scree_context *context;
    uint32_t repeats;
    struct bench_map_device devices[BENCH_MAP_DEVICES_MOST]; /* The CPU is the first of them. */
    uint32_t device_count;
    const uint64_t *sides; /* The pixels along a side of a map of each size. */
    size_t size_count;
    struct bench_map_row rows[BENCH_MAP_SIZES_MOST][BENCH_MAP_DEVICES_MOST];
    uint8_t *bytes; /* The maps of one size lie here on the host. */
    scree_job_span spans[SCREE_MAX_SPANS];
};

/* bench_map_rows.c */
/* Asks for the programs by which a GPU makes the largest map. Where that fails there are none: it is worth no error. */
void bench_map_explain(const struct bench_maps *bench, struct bench_map_device *by);
/* Makes the map of a size by all devices, or leaves it out. */
scree_result bench_map_measure(struct bench_maps *bench, size_t size);
/* Opens the file of a map, which closing removes. */
scree_result bench_map_open_file(const struct bench_maps *bench, uint64_t side, scree_writer **writer);

#endif
