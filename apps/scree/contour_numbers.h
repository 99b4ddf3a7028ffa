/* The positions of the values of contour lines in a picture of a map. */
#ifndef CONTOUR_NUMBERS_H
#define CONTOUR_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#include "stroke_font.h"

/* A map and its picture. */
struct contour_map {
    const float *samples;
    uint64_t columns;
    uint64_t rows;
    double left; /* The position of the picture's left upper corner, in samples; 0 is the edge of the first sample. */
    double top;
    double samples_a_pixel[2]; /* To the right, and down. */
    uint32_t width;            /* Pixels of the picture. */
    uint32_t height;
    double interval; /* Between lines, as samples have it, */
    double base;     /* the line from which they are counted, as a number of intervals, */
    double unit;     /* and by what a sample is multiplied for the number that is written. */
};

/* The sample at a point of the picture, linear between samples; NaN beyond the middles of the outermost ones. */
float contour_map_value(const struct contour_map *map, float x, float y);

/*
 * Finds room for at most `most` numbers, with the texts; inks and grounds are left to the caller, to whom `lines`
 * tells the number of each line. A number is written along its line, where the line is nearly straight and parts from
 * its neighbours, wholly within the map, and far from other numbers. Returns how many there are.
 */
size_t contour_numbers_find(const struct contour_map *map, struct stroke_text *numbers, double *lines, size_t most);

/* The share of the map where lines are too close to each other to be seen, and the mean number of lines from a pixel to
   the next. */
double contour_lines_lost(const struct contour_map *map, double *lines_a_pixel);

#endif
