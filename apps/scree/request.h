/* A request for noise, made from a recipe file or a preset, and the options. */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>

#include <scree/scree.h>

#include "engine.h"
#include "options.h"
#include "output_file.h"
#include "sphere.h"
#include "surface.h"

struct noise_points;

struct request {
    scree_recipe recipe;
    bool is_graph;      /* The field is that of an expression or a graph, and not the recipe's noise. */
    char *graph;        /* The recipe of such a field, for files; NULL = none. Owned. */
    char *expression;   /* The text that describes such a field; NULL = none. Owned. */
    scree_field *field; /* The field that the recipe describes; for a surface with its derivatives. */
    uint64_t samples;   /* Product of the counts: it fits, also times 4. */
    scree_range bound;  /* Interval that contains every sample. */
    uint32_t octaves;   /* Number of octaves that are computed on this grid. */
    bool is_changed;    /* Options make other noise of the preset. */
    bool has_shown;     /* The recipe or the preset says which values are shown: */
    double shown[2];    /* from this one to this one. */
    bool is_sphere;     /* The grid is a picture of a sphere: */
    enum projection projection;
    struct surface surface; /* Says what is made of the values, such as normals. */
    char *points;           /* The file of points that the recipe names, if any; owned. */
    bool is_frame;          /* The file lacks the last axis of the grid, which is time and has one sample. */
    uint64_t frames;        /* The samples of the last axis where it is time that files have; 0 where it is not. */
    uint32_t frame_rate;    /* The frames of a video in a second. */
};

/*
 * Makes a request, and finds the file that it is for; with NULL for that (`scree sdf`, whose file does not hold the
 * noise) the output is unmapped. The grid is that of the options, or, where these or the recipe name a file of points,
 * one sample in as many axes: `points` are opened then, and with NULL for them such a recipe is refused; their file
 * of values is the caller's to find. Prints one line and returns an exit code other than 0 on an error.
 */
int request_make(struct engine *engine, const struct arguments *arguments, struct noise_points *points,
                 struct output_file *file, struct request *request);

/* Whether samples of the field are several numbers; their names, with blanks between them, allocated: NULL without
   memory. */
bool request_has_channels(const struct request *request);
char *request_channel_names(const struct request *request);

/* Refuses noise whose samples are more than a value, for a command that makes something else of it. `name` is that of
   the recipe. */
int request_check_values(const struct request *request, const char *name, const char *what);

/* Frees a request, also after an error; a zeroed one is allowed. */
void request_clear(struct request *request);

#endif
