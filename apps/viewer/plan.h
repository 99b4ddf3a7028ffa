/*
 * Plans: which samples, or particles, a scene needs at one level of fineness. Levels are made from the coarsest, which
 * takes a moment, to the finest, which is what the view asks for. Two equal plans have equal samples.
 */
#ifndef VIEWER_PLAN_H
#define VIEWER_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "../scree/scene_range.h"
#include "map_region.h"
#include "view.h"

/* A field to be shown: noise, or the samples of a file. */
typedef struct viewer_source {
    scree_recipe recipe;
    const scree_field *graph;     /* The field of an expression instead of the recipe's noise; borrowed, or NULL. */
    uint64_t graph_number;        /* Another one for each expression; 0 for noise. */
    const scree_samples *samples; /* Borrowed; NULL for noise. */
    /* The shortest side of a voxel where samples are distances, which have it as their unit; 0 otherwise. */
    double voxel;
    double sides[3]; /* The sides of a sample of a file, in any unit. */
    double unit;     /* By what samples of a file are divided for the device (scene_range.h); 1 for others. */
} viewer_source;

/* The part of a field that its recipe samples; of a file, all of it, in the shortest side of its samples as a map. */
struct region {
    uint32_t axes; /* The number of axes of the recipe. */
    uint64_t count[3];
    double origin[3]; /* The lower corner: half a step below the first sample. */
    double extent[3];
};

struct plan {
    scree_scene_kind scene;
    const scree_field *graph; /* The graph of the source. */
    uint64_t graph_number;
    scree_recipe recipe;             /* The field on its grid; zeroed for a file and for particles. */
    const scree_samples *samples;    /* The samples of a file; NULL otherwise. */
    uint64_t first_sample;           /* The first sample of a file's plane that is shown. */
    uint64_t count[3];               /* Samples along x, y and z; particles in count[0]. */
    uint32_t cells;                  /* Columns: the height of their box in cells; 0 otherwise. */
    uint32_t divisor;                /* Maps of noise: pixels for each sample along both axes. */
    bool is_far;                     /* Steps are larger than those of grids: samples are points. */
    bool keeps_holes;                /* Cells of a file without data stay so; otherwise they are its lowest sample. */
    double voxel;                    /* The voxel of the source. */
    scree_scene_box box;             /* The box of the samples, or of the columns that these are. */
    double unit;                     /* The unit of the source. */
    double threshold;                /* Surface: where the solid begins, in this unit. */
    scree_particle_params particles; /* Their steps are those that are to be made. */
};

/* Axes of the samples that a scene shows: 3 of a volume, otherwise 2. */
uint32_t plan_shown_axes(scree_scene_kind scene);

/* Whether noise, or a file, has an axis behind those that a scene shows. */
bool plan_has_time(const viewer_source *source, scree_scene_kind scene);
/* Tells whether cells without data stay so, because the view shows a difference, which they do not have. */
bool plan_keeps_holes(const viewer_view *view);
/* Gives noise that has none an axis for time, where the view says so. */
void plan_add_time(const viewer_view *view, viewer_source *source);

/* Whether two sources are the same field, in the same unit. */
bool plan_sources_are_equal(const viewer_source *first, const viewer_source *second);

struct region region_of(const viewer_source *source);

/* The region of a source that a view shows as a map. */
struct map_region plan_region(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height);

/* The number of levels, at least 1. */
uint32_t plan_levels(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height);

/*
 * The plan of a level; 0 is the coarsest. False and a message for a scene that the source cannot have, such as a volume
 * of a picture.
 */
bool plan_make(const viewer_source *source, const viewer_view *view, uint32_t width, uint32_t height, uint32_t level,
               struct plan *plan, char *text, size_t size);

/* Layers of samples, or of cells of columns. */
uint32_t plan_layers(const struct plan *plan);
/* Samples, or particles. */
uint64_t plan_samples(const struct plan *plan);
/* Bytes of the buffer of samples or positions. */
uint64_t plan_bytes(const struct plan *plan);
bool plan_equal(const struct plan *first, const struct plan *second);
/* Whether particles of the one come to where those of the other are by further steps. */
bool plan_goes_on(const struct plan *from, const struct plan *to);
/* Tells whether two fields have samples of one shape, all those of a file included; where not, `text` names both. */
bool plan_shapes_are_equal(const viewer_source sources[2], const struct plan plans[2], char *text, size_t size);

#endif
