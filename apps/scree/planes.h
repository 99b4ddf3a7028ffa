/* Planes of samples side by side, as one map: slices and contact sheets of volumes, and maps that are repeated. */
#ifndef PLANES_H
#define PLANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/output.h>

#include "stroke_font.h"

#define PLANES_MOST 1024

struct planes {
    bool is_needed;    /* Otherwise the samples are the map. */
    uint64_t count[3]; /* The number of samples along each axis. */
    unsigned axis;     /* Across which planes lie: 0 to 2 for x to z. */
    uint64_t planes;   /* How many there are, */
    uint64_t first;    /* the index along it from which on they are spread, */
    uint64_t extent;   /* and over how many; 0 for a plane at that index. */
    uint64_t columns;  /* Planes in a row of the sheet. */
    uint64_t repeats;  /* How often each plane is there along both of its sides. */
};

/* Chooses so many planes that are spread evenly, or all where there are fewer, and how many stand in a row. */
void planes_spread(struct planes *planes, uint64_t number);

/* Puts the sides of a sample along the sides of a plane first. */
void planes_turn(const struct planes *planes, double of_sample[3]);

/* Counts the samples of all planes together, without the room between them. */
uint64_t planes_samples(const struct planes *planes);

/* The samples of the map along x and y. Planes of a sheet have a little room between them. */
void planes_measure(const struct planes *planes, uint64_t count[2]);

/* Writes the map, and returns the range of its samples. The room between planes is NaN. */
scree_range planes_arrange(const struct planes *planes, const float *samples, float *map);

/* Writes where each plane of a sheet is, "z=12", into its left upper corner; a sample is so many pixels wide
   and high. Returns
   how many there are; none where a plane is too small. */
size_t planes_name(const struct planes *planes, const float pixels[2], struct stroke_text names[PLANES_MOST]);

#endif
