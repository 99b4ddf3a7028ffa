/* Runs of `scree noise` that are no grid in one file: values at points, in runs that fit in memory, pictures of
   spheres, and frames. */
#ifndef NOISE_RUNS_H
#define NOISE_RUNS_H

#include "noise_file.h"

/* The most points of a run. */
#define NOISE_VALUES_MOST ((uint64_t)1 << 20)

struct noise_values {
    struct engine *engine;
    const scree_field *field;
    struct progress *progress;
    struct digest *digest; /* Adds up the values; NULL where none is asked for. */
    uint64_t count;        /* The number of all points, */
    uint32_t channels;     /* and that of the numbers at each; the range is that of the first of them. */
    unsigned pass;         /* The number of this evaluation of all points, from 0, */
    unsigned passes;       /* and how many evaluations there are. */
    void *user;
    /* Says where the `points->count` points from number `first` on lie. */
    void (*find)(void *user, uint64_t first, scree_points *points);
    /* Takes the values at `count` points, which it may change; NULL where the range is all that is wanted. */
    scree_result (*take)(void *user, float *values, uint64_t count);
};

/* Evaluates a field at all points, on the engine's device, and finds the range of the values. Ctrl-C cancels it:
   SCREE_ERROR_CANCELLED. */
scree_result noise_values_make(const struct noise_values *job, scree_range *range);

/* A run of a command: the file, the digest and the outcome. */
struct noise_values_run {
    const struct field_request *field;
    const struct request *request;
    const struct noise_points *points; /* NULL for a grid. */
    scree_volume volume;               /* The contents of the file, without key and metadata. */
    bool is_mapped;                    /* The file is told the interval that its type maps. */
    /* Makes the values, which go to a writer and a digest (either may be NULL), and finds both ranges. */
    scree_result (*make)(void *user, scree_writer *writer, struct digest *digest, struct generated *generated);
    void *user;
};

/* Prints one line and returns an exit code when something is wrong. */
int noise_values_run(const struct noise_values_run *run);

/* Adds up the values of a field at the points, on the engine's device. Ctrl-C cancels it: SCREE_ERROR_CANCELLED. */
scree_result noise_points_digest(struct engine *engine, const scree_field *field, const struct noise_points *points,
                                 struct progress *progress, struct digest *digest);

/* Evaluates the noise of a request at the points, on the engine's device, with its file. */
int noise_points_run(const struct field_request *field, const struct request *request,
                     const struct noise_points *points);

/* Refuses a video, which a picture of a sphere is none: prints one line and returns an exit code then. */
int noise_sphere_check(const struct field_request *field);

/* Evaluates the field on the sphere, on the engine's device, with its file. */
int noise_sphere_run(const struct field_request *field, const struct request *request);

/* Refuses files that cannot hold frames, and a video without them. Prints one line and returns an exit code other than
   0 then. */
int noise_frames_check(const struct field_request *field, const struct request *request);

/* The number of numbered files; 0 where all samples are in one file. */
uint64_t noise_frames_files(const struct field_request *field);

/*
 * Makes all frames in one job, with one range. A numbered file gets its name as soon as its frame is complete, a video
 * when all frames are. Prints one line and returns an exit code when something is wrong.
 */
int noise_frames_run(const struct field_request *field, const struct request *request);

#endif
