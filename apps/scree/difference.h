/*
 * This measures how far two grids of samples of equal shape are apart, and chooses the colours of a picture of their
 * difference, the first less the second. A device subtracts the samples of such a picture itself (`minus` of scene.h).
 */
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include <stdint.h>

#include <scree/scene.h>

/* The ramp has so many bytes, and this one of its colours is that of samples that are equal. */
#define DIFFERENCE_RAMP_BYTES (3 * SCREE_SCENE_RAMP_COUNT)
#define DIFFERENCE_ZERO (SCREE_SCENE_RAMP_COUNT / 2)

struct difference {
    uint64_t samples;   /* They are numbers in both grids; cells without data have no part in what follows. */
    uint64_t different; /* So many of them are not equal. */
    double greatest;    /* No difference has a greater magnitude. */
    double mean;        /* It is taken of the magnitudes. */
    double root_mean_square;
};

/* Compares the float32 samples of two buffers. Errors: SCREE_ERROR_OUT_OF_MEMORY, SCREE_ERROR_DEVICE_LOST. */
scree_result difference_measure(scree_buffer *first, scree_buffer *second, uint64_t count, struct difference *found);

/* The colours of distances (picture.h): blue below zero, white at zero, orange above. */
void difference_colours(uint8_t ramp[DIFFERENCE_RAMP_BYTES]);

/* The samples at the ends of these colours, so that zero has the colour DIFFERENCE_ZERO. */
scree_range difference_range(double greatest);

#endif
