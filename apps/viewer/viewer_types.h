/* Values that viewer.h gives and takes, and that units below it work with. */
#ifndef VIEWER_TYPES_H
#define VIEWER_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include <scree/scree.h>

#include "../../bench/bench_variants.h"
#include "../scree/difference.h"
#include "../scree/recipe_scene.h"
#include "expressions.h"
#include "view.h"

typedef struct viewer viewer;

/* Everything that undo brings back. */
typedef struct viewer_state {
    viewer_view view;
    scree_recipe recipe;
    struct recipe_scene scene; /* How the recipe is shown at first. */
    const viewer_graph *graph; /* The expression that is shown instead of the recipe's noise; NULL = none. */
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

/* Drawings whose times are kept. */
#define VIEWER_TIMES 128

/* Notes of a status: the holes of the first field and of the second, and that nothing is seen. */
enum { VIEWER_NOTE_FIRST, VIEWER_NOTE_SECOND, VIEWER_NOTE_EMPTY, VIEWER_NOTES };

/* The figures and texts that a panel shows. Texts are empty where there is nothing to say. The thread of the pictures
   has them in the unit of the device, and knows neither device nor limit. */
typedef struct viewer_status {
    scree_device_info device;
    uint64_t memory_used;           /* Bytes in buffers of the viewer. */
    uint64_t memory_limit;          /* Bytes that samples may take. */
    uint64_t level[3];              /* Samples of the level that is shown, along each axis. */
    uint64_t wanted[3];             /* Samples of the finest level. */
    double level_share;             /* How much of the next level is made, 0 to 1. */
    char level_note[256];           /* Why a finer level is not shown. */
    char notes[VIEWER_NOTES][512];  /* Notes on pictures that are hardly ever meant. */
    char error[512];                /* The last error: of a recipe, a file, the device. */
    scree_result result;            /* The error of the latest picture. */
    uint32_t error_line;            /* The line of the recipe file that it is about; 0 = none. */
    double field_seconds;           /* Making the level that is shown. */
    double prepare_seconds;         /* Preparing it. */
    double draw_seconds;            /* Drawing the last picture. */
    float draw_times[VIEWER_TIMES]; /* Seconds of the last drawings, oldest first. */
    uint32_t draw_time_count;
    scree_range ramp_range;  /* The samples at the ramp's ends. */
    scree_range field_range; /* The least and greatest of the field. */
    char digest[2][65];      /* Hash of samples of the field on the device, and on the CPU; empty while not known. */
    bool is_equal;           /* Both are known and equal. */
    bool has_errors;         /* Two fields are compared whose samples have the same counts. */
    struct difference errors;
    uint64_t particles_lost;
    uint64_t steps; /* The steps that all particles of the last picture had made; UINT64_MAX before the first. */
} viewer_status;

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
