/* Values that viewer.h gives and takes, and that units below it work with. */
#ifndef VIEWER_TYPES_H
#define VIEWER_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/scree.h>

#include "../../bench/bench_variants.h"
#include "../scree/recipe_scene.h"
#include "view.h"

typedef struct viewer viewer;

/* Everything that undo brings back. */
typedef struct viewer_state {
    viewer_view view;
    scree_recipe recipe;
    struct recipe_scene scene; /* How the recipe is shown at first. */
    int file; /* Number of the opened file or algorithm that is shown instead of the recipe; -1 = none. */
} viewer_state;

/* A picture. */
typedef struct viewer_pixels {
    scree_buffer *buffer;   /* Pixels as scene.h has them, rows without gaps; NULL before the first picture. */
    scree_buffer *canvas;   /* The canvas that pixels of particles come from. */
    const uint32_t *pixels; /* The same in host memory, or NULL (viewer_start). */
    uint32_t width;         /* May be less than asked for while things move: the window scales it up. */
    uint32_t height;
    uint64_t number; /* Another one for each picture. */
    bool is_final;   /* No better one will come. */
} viewer_pixels;

/* Errors between two fields, over the samples that are shown. */
typedef struct viewer_error_figures {
    bool is_known;
    uint64_t samples; /* They are numbers in both. */
    uint64_t different;
    double maximum; /* The greatest magnitude of a difference, */
    double mean;    /* and the mean of all magnitudes. */
    double root_mean_square;
} viewer_error_figures;

/* Drawings whose times are kept. */
#define VIEWER_TIMES 128

/* A row of the benchmark whose field is shown, with the times of some runs, and the device that made it. */
typedef struct viewer_algorithm {
    struct bench_variant_cell run;
    scree_device_info device;
} viewer_algorithm;

/* The benchmark: what has been measured, and why it ended early, empty where it did not. */
typedef struct viewer_bench {
    struct bench_variants_results results;
    char problem[256];
} viewer_bench;

#endif
