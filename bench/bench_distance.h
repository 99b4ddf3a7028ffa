/* Parts of the benchmark of distance fields. */
#ifndef SCREE_BENCH_DISTANCE_H
#define SCREE_BENCH_DISTANCE_H

#include "bench_internal.h"

/* The signs that are measured. */
enum { BENCH_OUTSIDE, BENCH_SIGNED, BENCH_SIGNS };

/* The numbers of threads; a GPU has the first only. */
enum { BENCH_ONE, BENCH_ALL, BENCH_SIDES };

#define BENCH_DISTANCE_LINES_MOST 72

struct bench_distance_cell {
    double *seconds; /* One a round; owned. */
    struct bench_times times;
};

/* One volume by one method, on every side and with every sign. */
struct bench_distance_line {
    uint32_t map;
    uint64_t count[3];
    bool is_of_table; /* The line is a row of the published table; otherwise one of the larger volumes. */
    bool is_general;  /* Whether voxels are given instead of heights. */
    scree_distance_method method;
    double published_cpu; /* Seconds of the source; 0 where it has none. */
    double published_cuda;
    struct bench_distance_cell cells[BENCH_SIGNS][BENCH_SIDES];
    scree_distance_comparison comparison[BENCH_SIGNS]; /* Differences from the exact field; of the table only. */
    char unsupported_reason[200];                      /* Why it could not be run; empty where it was. */
};

/* Heights of one map on one grid. */
struct bench_distance_map {
    uint32_t map;
    uint64_t count[2];
    float *heights; /* Owned. */
    scree_range range;
};

#define BENCH_DISTANCE_MAPS_MOST 16

/* Messages of the library. What a device does not support is reported in the line itself. */
struct bench_distance_messages {
    bool hold;
    char held[200]; /* The first error held back; empty without. */
};

struct bench_distance {
    scree_context *context;
    struct bench_distance_messages messages;
    const struct scree_bench_map *sources; /* Borrowed. */
    scree_device *devices[BENCH_SIDES];    /* A GPU has the first only, and so has a single thread. */
    scree_device_info infos[BENCH_SIDES];
    uint32_t sides;
    bool quick;
    bool is_device_time; /* The times are those that the device itself was at work, not in wall-clock time. */
    uint32_t repeats;
    struct bench_distance_line lines[BENCH_DISTANCE_LINES_MOST];
    size_t line_count;
    struct bench_distance_map maps[BENCH_DISTANCE_MAPS_MOST];
    size_t map_count;
    uint8_t *occupancy; /* Voxels of the volume of `occupancy_line`. */
    size_t occupancy_line;
    float *field;         /* Field on the host. */
    float *exact;         /* Another field on the host, for comparisons. */
    scree_buffer *buffer; /* Field on a GPU. */
    uint64_t field_voxels;
    double memory_beside; /* Bytes beside the field that the exact method took; negative where it was not measured. */
    uint64_t memory_count[3];
};

/* bench_distance_lines.c */
/* Everything that is measured on the open devices. */
void bench_distance_list(struct bench_distance *bench);
uint64_t bench_distance_voxels(const struct bench_distance_line *line);
/* Makes all maps, on the CPU. Returns an exit code, after a message. */
int bench_distance_make_maps(struct bench_distance *bench);
/* The source of a line's fields, fitted into the volume as `scree sdf` does. False if memory runs out. */
bool bench_distance_source(struct bench_distance *bench, size_t line, scree_distance_source *source);

/* bench_report_distance.c: both return an exit code, after a message on stderr where it is not 0. */
int bench_distance_report_table(const struct bench_distance *bench, const char *baseline);
int bench_distance_report_json(const struct bench_distance *bench, const char *baseline);

#endif
