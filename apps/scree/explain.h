/*
 * --explain: what a run would take, told instead of done. While an engine has an explanation, the functions that make
 * fields and files fill it in and make nothing.
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <scree/scree.h>

#include "../../src/formats/writer_open.h"
#include "field_type.h"

/* A part of a field, which is computed on the engine's device, and from which the time for the whole is guessed. */
struct trial_part {
    scree_field *field; /* A reference that the part holds. */
    scree_grid grid;    /* The grid of a field without a volume of its own; otherwise its axes are 0. */
    double share;       /* The part's share of the work: greater than 0, and 1 for the whole field. */
};

/* Makes a part that has about a share of the work, but 0 for the smallest one. */
typedef scree_result (*trial_make)(const void *user, double share, struct trial_part *part);

struct trial {
    double share;   /* The share of the work that was done, */
    double seconds; /* and how long it took. Both are 0 where there was no trial. */
};

/* A file, or numbered files of one kind. */
struct explained_file {
    char *path; /* The path of the first one. Owned. */
    scree_file_plan plan;
};

struct explanation {
    struct explained_file file[FIELD_WRITERS_MOST];
    size_t files;
    scree_explanation *job;    /* The field's job; for frames, that of all of them or of the first. Owned; or NULL. */
    uint64_t frames;           /* Number of jobs like it; 0 for one. */
    double own_bytes;          /* The host's memory that the command takes besides, as the type reports, */
    uint64_t own_device_bytes; /* and the device's where there is no job. */
    struct trial trial;        /* Its share is one of all of the work. */
};

/* Opens a file; with an explanation, adds it to that instead. Errors: those of opening it. */
scree_result explain_or_open(struct engine *engine, const scree_writer_params *params, scree_file_use use,
                             scree_writer **writer);

/* Makes the last file that was added one of so many of its kind. */
void explain_repeat(struct explanation *explanation, uint64_t times);

/* A picture in colours, numbered ones, or a video. */
struct explained_picture {
    const char *path;
    scree_format format;
    scree_type type; /* Type of a channel. */
    uint64_t width;
    uint64_t height;
    uint64_t frames; /* 0 for one picture. */
};

/* Adds the file of a picture, or its files; one that has several is named by its first. */
scree_result explain_picture(struct engine *engine, const struct option_value *values,
                             const struct explained_picture *picture);

/* Prints the explanation for people, or adds it to the JSON of the field. */
void explain_print(const struct field_request *request, const struct explanation *explanation);
void explain_emit(const struct explanation *explanation, struct json_writer *json);

void explanation_clear(struct explanation *explanation);

/* Computes parts of growing size, into nothing, until one takes long enough to be measured. Ctrl-C ends it:
   SCREE_ERROR_CANCELLED. `output` is NULL for float32 as it is; its range is not measured. */
scree_result trial_run(struct engine *engine, trial_make make, const void *user, const scree_output *output,
                       struct trial *trial);

/* The same with a part of a grid. */
scree_result trial_run_grid(struct engine *engine, const scree_field *field, const scree_grid *grid,
                            const scree_output *output, struct trial *trial);

#endif
